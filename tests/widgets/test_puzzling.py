"""A page's puzzles: made of the mover's view alone, and complete."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
import pytest

from gamekit.lab.puzzles import has_puzzles, puzzles
from gamekit.lessons import kit
from gamekit.widgets.puzzle_data import find_puzzle, key_of, puzzle_data

GAMES = [name for name in ("auf_achse", "ausgebremst", "kartenspiel", "route66") if has_puzzles(name)]
GOES_OUT = {
    "key", "options", "player", "frames", "now", "best", "second", "lead", "found", "theme", "difficulty", "why",
}  # fmt: skip


def rebuilt(frames: list[dict[str, Any]], size: int) -> list[bytes]:
    """The views of a page, from what changed."""
    numbers, views = np.zeros(size // 4, np.int32), []
    for frame in frames:
        changed = np.array(frame["changed"], int).reshape(-1, 2)
        numbers[changed[:, 0]] = changed[:, 1]
        views.append(numbers.tobytes())
    return views


@pytest.mark.parametrize("name", GAMES)
def test_what_goes_out_of_a_position_is_the_view_of_whoever_decides(name: str) -> None:
    data = puzzle_data(name)
    assert data["left_out"] == 0
    for puzzle, sent in zip(puzzles(name), data["puzzles"], strict=True):
        session, seer = puzzle.session(), puzzle.player
        assert set(sent) == GOES_OUT, "nothing of the actions, which name hidden cards"
        views = rebuilt(sent["frames"], session.position.nbytes)
        first = session.step + 1 - len(views)
        steps = range(first, session.step + 1)
        assert views == [session.game.view(session.position_at(step), seer).tobytes() for step in steps]
        assert seer not in {step.player for step in session.log[first:]}, "what has happened since the own last choice"
        assert sent["now"]["legal"] == session.legal()
        assert session.game.legal(session.view(seer)) == session.legal(), "the view alone says what is legal"
        for frame, step in zip(sent["frames"][1:], session.log[first:], strict=True):
            assert frame["step"]["player"] == step.player
            hidden = step.player not in (seer, -1) and not frame["step"]["notes"]
            assert not hidden or step.text not in json.dumps(frame["step"], ensure_ascii=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_key_names_one_puzzle_and_tells_no_more_than_the_view(name: str) -> None:
    found = puzzles(name)
    keys = [one["key"] for one in puzzle_data(name)["puzzles"]]
    assert len(set(keys)) == len(found)
    assert find_puzzle(name, keys[-1]) == found[-1]
    assert find_puzzle(name, "no such key") is None
    one = found[0]
    view = one.session().view(one.player).tobytes()
    told = f"{name} {one.players} {sorted(one.options.items())} ".encode()
    assert hashlib.sha256(told + view).hexdigest().startswith(key_of(one))


@pytest.mark.parametrize("name", GAMES)
def test_a_theme_is_a_few_words_without_places_for_figures(name: str) -> None:
    for one in puzzle_data(name)["puzzles"]:
        assert "{" not in one["theme"]
        assert 2 <= len(one["theme"].split()) <= 14
        assert one["lead"]


def test_a_lesson_asks_puzzles_of_a_theme_the_easiest_first_and_says_where_there_are_none() -> None:
    theme = puzzles("kartenspiel")[0].theme
    quiz = kit.puzzles("kartenspiel", theme=theme, count=3)
    assert isinstance(quiz, kit.questions.Quiz)
    easy = sorted(puzzles("kartenspiel", theme=theme), key=lambda one: one.difficulty)[0]
    texts = {easy.session().game.action_text(action) for action in easy.session().legal()}
    assert set(quiz.questions[0].choices or ()) == texts
    assert quiz.questions[0].choices[int(quiz.questions[0].answer)] == easy.session().game.action_text(easy.best)  # type: ignore[index]
    assert all(one.board and one.why for one in quiz.questions)
    assert str(kit.puzzles("pig")).startswith("There are no puzzles of Pig yet.")
    for wrong in ({"theme": "no such theme"}, {"count": 0}, {"difficulty": 9}):
        with pytest.raises(kit.questions.OptionError):
            kit.puzzles("kartenspiel", **wrong)  # type: ignore[arg-type]

"""“What would you play?”: what can be put to a class, what is shown of it, which proposals count."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import use_language
from gamekit.core.session import replay_text
from gamekit.lab.puzzles import puzzles
from gamekit.server.class_.moves import (
    AskedPosition,
    find_position,
    open_from_file,
    open_from_puzzle,
    open_from_start,
    open_to_question,
    put_move,
)
from gamekit.server.class_.schemas import MOST_MOVES_ASKED, ClassSettings, MoveAsked
from gamekit.widgets.puzzle_data import key_of
from gamekit.widgets.still_picture import draw_still


def put(session: gk.Session, settings: ClassSettings | None = None) -> ClassSettings:
    """The settings after this position was put to the class."""
    return ClassSettings.model_validate(
        (settings or ClassSettings()).model_dump() | put_move(settings or ClassSettings(), session)
    )


@pytest.mark.parametrize("name", gk.game_names())
def test_a_page_gets_the_view_of_whoever_decides_and_nothing_besides(name: str) -> None:
    settings = put(open_from_start(name, None, 20, 3))
    asked = find_position(settings, settings.move)
    assert asked is not None
    told, session = asked.page_data(), asked.session
    numbers = np.zeros(len(session.position.tobytes()) // 4, np.int32)
    pairs = told["news"]["frames"][0]["changed"]
    numbers[pairs[::2]] = pairs[1::2]
    assert numbers.tobytes() == session.view(asked.mover).tobytes()
    assert set(told) == {"game", "made", "number", "shelf", "key", "asked", "news"}
    assert len(told["news"]["now"]["legal"]) == len(asked.question.choices or ()) >= 2
    picture = asked.picture()
    names = set(re.findall(r'\bid="([^"]+)"', picture["svg"]))
    assert len(picture["places"]) == len(asked.legal)
    assert {place for places in picture["places"] for place in places} <= names


def test_each_reads_the_question_and_its_moves_in_their_own_language() -> None:
    settings = put(open_from_start("route66", None, 4, 3))
    told = {}
    for code in ("en", "de", "fr", "de"):
        with use_language(code):
            asked = find_position(settings, settings.move)
            assert asked is not None
            told[code] = asked.question
    assert len({one.text for one in told.values()}) == 3
    assert len({one.choices for one in told.values()}) == 3


def test_a_saved_game_is_put_at_its_last_decision_between_several_moves() -> None:
    session = gk.load("route66", 2).session(4)
    chooser = random.Random(2)
    while session.step < 40:
        session.roll() if session.player < 0 else session.play(chooser.choice(session.legal()))
    asked = open_from_file(replay_text(session))
    assert asked.player >= 0
    assert len(asked.legal()) >= 2
    assert list(asked.history) == list(session.history)[: asked.step]
    earlier = open_from_file(replay_text(session), 30)
    assert earlier.step <= 30
    assert len(earlier.legal()) >= 2
    for step in (-1, 41, "3", True):
        with pytest.raises(ReportError):
            open_from_file(replay_text(session), step)  # type: ignore[arg-type]
    for wrong in ("", "{}", "[" * 10_000, "x" * 100):
        with pytest.raises(gk.GamekitError):
            open_from_file(wrong)


def test_a_puzzle_is_put_at_its_own_choice() -> None:
    puzzle = puzzles("route66")[0]
    asked = open_from_puzzle("route66", key_of(puzzle))
    assert (asked.player, asked.step) == (puzzle.player, len(puzzle.actions))
    assert puzzle.best in asked.legal()
    for name, key in (("route66", "x"), ("chess", key_of(puzzle)), ("kartenspiel", key_of(puzzle))):
        with pytest.raises(ReportError):
            open_from_puzzle(name, key)


@pytest.mark.parametrize(
    ("name", "players", "decisions", "seed"),
    [("none", 2, 0, 0), ("kartenspiel", 99, 0, 0), ("kartenspiel", 2, 10**6, 0), ("kartenspiel", 2, -1, 0),
     ("kartenspiel", 2, 0, -1), ("kartenspiel", 2, "1", 0), ("kartenspiel", 2, True, 0), ("kartenspiel", 2, 0, 2**70)],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused(name: str, players: Any, decisions: Any, seed: Any) -> None:
    with pytest.raises(gk.GamekitError):
        open_from_start(name, players, decisions, seed)


def test_only_the_last_positions_are_kept_and_strange_ones_are_none() -> None:
    settings = ClassSettings()
    for _ in range(MOST_MOVES_ASKED + 3):
        settings = put(open_from_start("kartenspiel", 2, 1, 1), settings)
    assert len(settings.moves) == MOST_MOVES_ASKED
    assert settings.move == MOST_MOVES_ASKED + 3
    assert find_position(settings, 1) is None
    strange = MoveAsked(number=1, game="kartenspiel", players=2, seed=1, history=[99_999])
    assert find_position(ClassSettings(moves=[strange]), 1) is None


@pytest.mark.parametrize("action", [None, "1", -1, 10**9, True, 1.0, [1]])
def test_what_is_no_move_there_is_not_stored(action: object) -> None:
    asked = AskedPosition(put(open_from_start("kartenspiel", 2, 4, 1)).moves[0])
    with pytest.raises(ReportError):
        asked.propose(action, 1, 1)
    with pytest.raises(ReportError):
        asked.propose(asked.legal[0], "now", 1)


@pytest.mark.parametrize("name", ["route66", "auf_achse", "ausgebremst"])
def test_a_decision_with_a_single_move_is_no_question_the_one_before_it_is(name: str) -> None:
    session = gk.load(name).session(seed=0)
    while session.player < 0 or len(session.legal()) > 1:
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    asked = open_to_question(session.branch())
    assert asked.step < session.step
    assert len(asked.legal()) > 1


@pytest.mark.parametrize("name", gk.game_names())
def test_as_many_decisions_as_asked_for_are_taken_before_and_what_is_the_only_move_is_none(name: str) -> None:
    """In Route 66 some are between two moves: they count."""
    session = open_from_start(name, None, 8, seed=1)
    before = [session.branch() for _ in range(session.step)]
    for step, one in enumerate(before):
        one.goto(step)
    assert sum(one.player >= 0 and len(one.legal()) > 1 for one in before) == 8


OPEN_TO_NOBODY = ("auf_achse", "ausgebremst")
"""Games whose picture has room for the cards of whoever decides only, even for somebody who may see everything."""


@pytest.mark.parametrize("name", gk.game_names())
def test_the_picture_for_the_class_is_the_same_whatever_the_others_hold(name: str) -> None:
    rng, shown_to_all = np.random.default_rng(1), 0
    for decisions in (12, 13):
        asked = AskedPosition(put(open_from_start(name, None, decisions, 3)).moves[0])
        game, true = asked.session.game, asked.session.position
        shown = asked.picture()["svg"]
        for _ in range(3):
            dealt = game.resample_from_infostate(true, asked.mover, rng)
            assert draw_still(game, game.picture, dealt, asked.mover) == shown
            shown_to_all += draw_still(game, game.picture, dealt, None) != draw_still(game, game.picture, true, None)
    assert shown_to_all or name in OPEN_TO_NOBODY, "otherwise there would be nothing to hide"

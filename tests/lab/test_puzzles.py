"""Puzzles: what ships is legal and says why; a bad file is a sentence, and never more."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.errors import OptionError
from gamekit.lab.puzzles import FILE, LADDER, MOSTLY, puzzles, read_puzzles
from tests.disguise import find_plain, use_disguise

GAMES = gk.game_names()


def text_of(name: str) -> str:
    return files(f"gamekit.games.{name}").joinpath(FILE).read_text(encoding="utf-8")


@pytest.fixture(name="data")
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text_of(GAMES[0]))
    data["puzzles"] = data["puzzles"][:2]
    return data


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_that_ships_is_replayed_and_none_is_left_out(name: str) -> None:
    found, left_out = read_puzzles(text_of(name), name)
    assert not left_out
    assert len(found) == len(json.loads(text_of(name))["puzzles"])
    assert len({(one.options.get("limit"), one.players, one.actions) for one in found}) == len(found), "none twice"


@pytest.mark.parametrize("name", GAMES)
def test_at_least_100_puzzles_of_each_game_ship_of_several_themes_and_difficulties(name: str) -> None:
    found = puzzles(name)
    assert len(found) >= 100
    assert len({puzzle.theme for puzzle in found}) >= 4
    assert len({puzzle.difficulty for puzzle in found}) >= 2


@pytest.mark.parametrize("name", GAMES)
def test_the_best_choice_is_ahead_in_both_opinions_and_easy_misses_it(name: str) -> None:
    for puzzle in puzzles(name):
        assert puzzle.best != puzzle.second
        assert min(puzzle.ahead.low, puzzle.opinion.low) > 0
        assert puzzle.found["easy"] < MOSTLY or puzzle.difficulty == 1
        assert puzzle.explain()


def test_the_range_that_is_told_covers_both_strategies_and_even_deals_are_told_beside_it(data: dict[str, Any]) -> None:
    data["puzzles"][0]["ahead"] = [[0.99, 0.98, 1.0], [0.5, 0.41, 0.59], [0.14, 0.1, 0.18]]
    one = read_puzzles(json.dumps(data))[0][0]
    numbers = re.findall(r"[−\d]+", re.sub(r"“.*?”", "", one.describe_lead()))
    assert numbers == ["41", "100", "100", "14", "100"]
    named = [one.loaded.action_text(action) for action in (one.best, one.second)]
    assert re.findall(r"“(.*?)”", one.describe_lead()) == named, "the best one wins more games than the second"
    assert [one.explain().index(name) for name in named] == sorted(map(one.explain().index, named))


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_the_coach_as_users_get_it_contradicts_no_puzzle_beyond_chance(name: str) -> None:
    contradicted = {}
    for number, puzzle in enumerate(puzzles(name)):
        advice = gk.coach(puzzle.session(), seed=1_000 + number)
        if advice.of(puzzle.best).behind.low > 0:
            contradicted[number] = advice.best
    assert not contradicted


@pytest.mark.parametrize("name", GAMES)
def test_all_words_of_theme_and_reason_of_a_puzzle_can_be_translated(name: str, tmp_path: Path) -> None:
    with use_disguise(tmp_path):
        for one in puzzles(name):
            assert not find_plain(f"{one.theme} {one.explain()}")


def test_theme_and_difficulty_choose_those_that_have_them() -> None:
    everything = puzzles(GAMES[0])
    one = everything[0]
    chosen = puzzles(GAMES[0], theme=one.theme, difficulty=one.difficulty)
    assert chosen == [p for p in everything if (p.theme, p.difficulty) == (one.theme, one.difficulty)]
    for given in ({"theme": "no such theme"}, {"difficulty": 0}, {"difficulty": True}):
        with pytest.raises(OptionError):
            puzzles(GAMES[0], **given)  # type: ignore[arg-type]


def test_the_difficulty_counts_the_levels_that_miss_it(data: dict[str, Any]) -> None:
    for misses in range(1, len(LADDER) + 1):
        data["puzzles"][0]["found"] = {level: float(n >= misses) for n, level in enumerate(LADDER)}
        assert read_puzzles(json.dumps(data))[0][0].difficulty == misses


@pytest.mark.parametrize("name", GAMES)
def test_the_theme_of_a_puzzle_is_to_bring_about_what_is_good_and_to_avoid_what_is_not(name: str) -> None:
    firsts = [(one.theme, one.reason.parts[0]) for one in puzzles(name)]
    told = [(theme == part.said, part.best >= part.second) for theme, part in firsts if part.kind == "share"]
    assert all(brings_about == more for brings_about, more in told)


@pytest.mark.parametrize(("share", "difficulty"), [(2 / 3, 1), (np.nextafter(2 / 3, 0), 2)])
def test_a_level_finds_a_choice_that_it_makes_two_times_in_three_and_no_seldomer(
    data: dict[str, Any], share: float, difficulty: int
) -> None:
    data["puzzles"][0]["found"] = {"easy": 0.0, "steady": float(share), "strong": 1.0, "best": 1.0}
    assert read_puzzles(json.dumps(data))[0][0].difficulty == difficulty


def test_a_puzzle_that_is_played_on_has_luck_of_its_own_each_time() -> None:
    one = puzzles(GAMES[0])[0]
    first, second = one.session(), one.session()
    assert first.seed != second.seed
    assert first.history == second.history == list(one.actions)


@pytest.mark.parametrize("text", ["", "[" * 100_000, "{}", '{"format": "gamekit-puzzles"}', "[1]", "null"])
def test_a_file_that_cannot_be_read_is_one_sentence(text: str) -> None:
    found, left_out = read_puzzles(text)
    assert found == []
    assert len(left_out) == 1
    assert left_out[0].endswith(".")


def test_a_puzzle_with_a_step_against_the_rules_is_left_out_with_the_rule_it_breaks(data: dict[str, Any]) -> None:
    one = read_puzzles(json.dumps(data))[0][0]
    actions = list(one.actions)
    before = one.last_steps(1)
    before.undo()
    legal = before.legal()
    wrong = next(action for action in range(one.loaded.num_actions) if action not in legal)
    refused = one.loaded.why_not(before.position, wrong)
    assert refused
    data["puzzles"][0]["actions"] = [*actions[:-1], wrong]
    (told,) = read_puzzles(json.dumps(data))[1]
    assert refused.text in told
    assert refused.rule in told


def test_where_chance_decides_there_is_no_puzzle(data: dict[str, Any]) -> None:
    game = read_puzzles(json.dumps(data))[0][0].loaded
    best, second = game.legal(game.start())[:2]
    data["puzzles"][0] |= {"actions": [], "player": -1, "best": best, "second": second}
    assert len(read_puzzles(json.dumps(data))[1]) == 1


SOUND = [0.1, 0.0, 0.2]
IMPOSSIBLE: dict[str, list[Any]] = {
    "actions": [[10**6], ["0"], [True], [None], [[]], [], None],
    "best": [10**6, True, []],
    "second": [-1],
    "player": [3.5, 9],
    "players": [99, None],
    "options": [{"no such option": 1}, {"box": str(gk.load(GAMES[0]).box_path)}, []],
    "ahead": [[SOUND], [[0.1, 0.0, "x"], SOUND, SOUND]],
    "found": [{"easy": 2}],
    "why": [[], [["nothing", "", 0, 0]], [[[], "", 0, 0]], [["share", "", 0, None]]],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in IMPOSSIBLE.items() for value in values])
def test_a_puzzle_that_cannot_be_is_left_out_with_a_sentence(data: dict[str, Any], key: str, value: Any) -> None:
    data["puzzles"][0][key] = value
    found, left_out = read_puzzles(json.dumps(data), "mine")
    assert len(found) == 1  # the other one stays
    assert len(left_out) == 1
    assert left_out[0].startswith("mine, puzzle 1 is left out: ")
    assert left_out[0].endswith(".")

"""Looking back at a game in the browser's engine: Python's course, sums that add up, a long game comes to an end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.strategy import playout_of
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.loops import ASK
from gamekit.lab.engine.playouts import BATCH, Playouts
from gamekit.lab.estimate import win_shares
from tests.web.node import ask, needs_node

pytestmark = needs_node

PLAYED = """
const game = await gamekit.load(given.name, given.options);
const session = game.session(given.seed);
for (let step = 0; !session.over; step += 1) {
  const legal = session.legal();
  session.player < 0 ? session.roll() : session.play(legal[given.first ? 0 : (7 * step) % legal.length]);
}
"""
LOOK_BACK = """
const told = [];
const { seconds, whose } = given;
const found = await session.review({ seconds, whose, seed: 1, tell: ({ done }) => told.push(done) });
tell({ ...found, told, steps: session.step, actions: session.history });
"""


def looked_back(name: str, seconds: float, options: Any, first: bool = False, whose: Any = None) -> Any:
    return ask(PLAYED + LOOK_BACK, name, name=name, seed=3, seconds=seconds, options=options, first=first, whose=whose)


@pytest.fixture(scope="module")
def card_game() -> Any:
    return looked_back("kartenspiel", 20, {"players": 2, "stages": 1}, whose=[0])


def first_wins(session: gk.Session, step: int, batches: int = 4) -> float:
    """Player A's chance to win where the game stood after a step, by Python's playouts with the same luck."""
    lineup = make_lineup(session.game, playout_of(session.game.name))
    source = Playouts(session.game, session.position_at(step), None, lineup, 1, BATCH)
    parts = [win_shares(source.play_batch(ASK, batch))[:, 0] for batch in range(batches)]
    return float(np.concatenate(parts).mean())


def test_the_course_has_the_chances_that_python_finds(card_game: Any) -> None:
    session = gk.load("kartenspiel", players=2, stages=1).session(seed=3)
    for action in card_game["actions"]:
        session.play(action)
    python = [first_wins(session, step) for step in range(session.length + 1)]
    for point in card_game["course"]:
        assert point["chances"][0]["value"] == pytest.approx(python[point["step"]], abs=0.2)
    exact = [p for p in card_game["course"] if p["chances"][0]["value"] == python[p["step"]]]
    assert len(exact) > len(card_game["course"]) / 4, "the same playouts, where there were as many"


def test_luck_and_choices_add_up_to_the_result(card_game: Any) -> None:
    for row in card_game["rows"]:
        parts = sum(row[kind]["value"] for kind in ("luck", "own", "others", "unseen"))
        assert row["start"]["value"] + parts == pytest.approx(row["end"]["value"], abs=0.1)
        assert row["end"]["low"] == row["end"]["high"], "an end is known"
    assert card_game["told"] == sorted(card_game["told"]), "it comes bit by bit"
    assert card_game["told"][-1] == 1


def test_choices_are_those_of_whom_was_asked_for_and_are_better_than_what_was_played(card_game: Any) -> None:
    assert card_game["choices"], "whoever plays any card plays some bad ones"
    for choice in card_game["choices"]:
        assert choice["player"] == 0
        assert choice["played"] != choice["better"]
        assert choice["cost"]["low"] <= choice["cost"]["value"] <= choice["cost"]["high"]
    assert max(choice["cost"]["low"] for choice in card_game["choices"]) > 0


def test_a_game_of_thousands_of_steps_is_looked_at_where_there_is_time() -> None:
    found = looked_back("pig", 3, {"players": 2, "goal": 10}, first=True)
    assert found["steps"] > 4000
    looked = found["looked"]
    assert looked["points"] < looked["of"] or looked["decisions"] < looked["ofDecisions"]
    assert found["course"][0]["step"] == 0
    assert found["course"][-1]["step"] == found["steps"]

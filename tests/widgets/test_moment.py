"""A question's board: what stands where, and for every place what may be done there, as the rules have it."""

from __future__ import annotations

import json

import pytest

import gamekit as gk
from gamekit.games.auf_achse.state import Phase
from gamekit.games.ausgebremst.state import SPACES
from gamekit.widgets import Question
from gamekit.widgets.quiz import quiz_data
from gamekit.widgets.rule_questions import board_of


def decided(name: str) -> gk.Session:
    session = gk.load(name).session(seed=2)
    while session.step < 120 and not session.over:
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    while session.player < 0:
        session.undo() if session.over else session.roll()
    return session


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_every_place_is_explained_as_the_rules_have_it(name: str) -> None:
    session = decided(name)
    game, legal = session.game, session.legal()
    board = board_of(session, str(session.player), explained=True)
    places = game.picture.targets(game, session.position, range(game.num_actions))
    open_places = {place for action in legal if action in places for place in places[action].split()}
    for place, told in board["places"].items():
        assert (told["rule"] == "") == (place in open_places)
        assert told["rule"] == "" or told["rule"] in game.rulebook


def test_a_place_is_refused_for_the_reason_that_tells_most() -> None:
    session = gk.load("ausgebremst").session(seed=0)
    sixes = range(5 * SPACES, 6 * SPACES)
    while True:
        against = {a: session.why_not(a) for a in sixes} if session.player >= 0 else {}
        forbidden = [a for a, one in against.items() if one is not None and one.rule == "AB-14"]
        if forbidden:
            break
        session.roll() if session.player < 0 else session.play(session.legal()[-1])
    places = session.game.picture.targets(session.game, session.position, forbidden)
    told = [board_of(session, explained=True)["places"][places[action]] for action in forbidden]
    refused = [one for one in told if one["rule"]]
    assert refused
    assert all("Play the 6" in one["text"] and one["rule"] == "AB-14" for one in refused)


def test_a_place_is_refused_for_what_is_asked_now() -> None:
    session = gk.load("auf_achse", players=2, start=0).session(seed=3)
    while session.position["phase"] != Phase.DRIVE or session.position["free"]:
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    places = board_of(session, explained=True)["places"]
    told = [one["text"] for name, one in places.items() if name.startswith("space-") and one["rule"]]
    assert told
    assert all(text.startswith("“Drive to ") for text in told), "who clicks a space now wants to drive there"


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_board_shows_what_its_viewer_may_see(name: str) -> None:
    session = decided(name)
    player = session.player
    hidden = board_of(session, str(player))
    assert hidden["places"] is None
    assert hidden["description"] == session.game.picture.describe(session.game, session.position, player)


def test_a_quiz_with_a_board_brings_its_scene() -> None:
    session = decided("kartenspiel")
    question = Question("Which?", 0, choices=("a", "b"), board=board_of(session))
    data = quiz_data([question], key="k", title="t", game=session.game)
    assert data["scene"] == session.game.picture.scene(session.game)
    assert json.loads(json.dumps(data)) == data
    without = quiz_data([Question("Which?", 0, choices=("a", "b"))], key="k", title="t", game=session.game)
    assert without["scene"] is None

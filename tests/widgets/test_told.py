"""What the page says to whom: prompts, results, and that no answer betrays a hidden card."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.i18n.translation import use_language
from gamekit.core.record import notes_of
from gamekit.games.auf_achse.state import Phase
from gamekit.widgets.narration import odds, result, tell_known
from tests.web.node import needs_node
from tests.web.table import Table, actions_of_players

pytestmark = needs_node


def at(name: str, viewer: str, *, seed: int = 1, **options: Any) -> Table:
    game = gk.load(name, **options)
    return Table(game.session(seed), seats=[None] * game.players, viewer=viewer, start=True)


def test_a_shared_win_is_told_in_the_readers_language() -> None:
    with use_language("de"):
        assert " und " in result(gk.load("pig", players=2).session(1))


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_why_not_betrays_no_hand_to_other_eyes(name: str) -> None:
    table = at(name, "0")
    while table.session.player == 0:
        table.play()
    assert table.session.player > 0
    (moves,) = table.ask(do="moves")
    asked = [move["action"] for move in moves["moves"]]
    assert asked == actions_of_players(table.game), "which moves are missing here says what is held"
    told = [table.ask(do="why", action=action)[0] for action in range(0, table.game.num_actions, 7)]
    assert {one["text"] for one in told} == {table.now()["prompt"]}
    assert table.ask(do="why", places=["hand-0"])[0]["text"] == table.now()["prompt"]


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_how_likely_that_was_never_says_which_hidden_card_it_was(name: str) -> None:
    players = min(3, gk.load(name).max_players)
    table, other = (at(name, viewer, players=players) for viewer in ("0", "all"))
    told, openly = table.everything()["views"], other.everything()["views"]
    hidden, unknown = 0, 0
    for number, (step, same) in enumerate(zip(told["0"]["steps"], openly["all"]["steps"], strict=True), start=1):
        if not step["chance"]:
            continue
        (answer,) = table.ask(do="chances", step=number)
        after = table.session.position_at(number)
        unknown += notes_of(table.game.view(after, 0)) != notes_of(after)
        if step["text"] == same["text"]:
            assert answer["happened"] == table.session.history[number - 1]
        else:
            hidden += 1
            assert answer["happened"] is None
    assert hidden == unknown, "every outcome the view does not show is kept back, and no other"


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_odds_are_told_where_they_follow_from_what_is_known_however_few_there_are(name: str) -> None:
    players = min(3, gk.load(name).max_players)
    table = at(name, "0", players=players)
    session, game = table.session, table.game
    for number, step in enumerate(table.everything()["views"]["0"]["steps"], start=1):
        if not step["chance"]:
            continue
        (answer,) = table.ask(do="chances", step=number)
        before = session.position_at(number - 1)
        expected = odds(game, before, game.view(before, 0))
        assert [(one["action"], one["weight"]) for one in answer["outcomes"]] == (expected or [])
        assert bool(answer["text"]) == (expected is None)


def one_kind_left(name: str, options: dict[str, Any]) -> Iterator[Table]:
    """Games stopped before a card is drawn from a face-down pile that holds one kind only."""
    game = gk.load(name, **options)
    for seed in range(40):
        session = game.session(seed)
        rng = np.random.default_rng(seed)
        while not session.over:
            if session.player < 0:
                hidden = not game.legal(session.view(0))
                if hidden and len(session.legal()) == 1:
                    yield Table(session, seats=[None] * game.players, viewer="0", chance_acts=False)
                    break
                session.roll()
            else:
                session.play(int(rng.choice(session.legal())))


ONE_KIND = [
    ("kartenspiel", {"players": 2, "copies": 2, "rest": 0, "action": 0, "values": 5, "hand": 2, "stages": 1}),
    ("route66", {"players": 2, "rounds": 40}),
    ("ausgebremst", {"players": 3, "advanced": True}),
]


def test_a_step_of_chance_with_known_odds_names_its_outcome_to_nobody_who_may_not_see_it() -> None:
    session, kept_back = gk.load("auf_achse", players=3).session(5), 0
    while session.step < 150:
        session.roll() if session.player < 0 else session.play(session.legal()[len(session.legal()) // 2])
    for number, step in enumerate(session.log, start=1):
        happened = session.position_at(number - 1), session.position_at(number)
        for viewer in range(3):
            before, after = (session.game.view(one, viewer) for one in happened)
            said = tell_known(session.game, step, happened, (before, after), viewer)
            if said.get("odds") and notes_of(after) != notes_of(happened[1]):
                assert said["action"] is None
                kept_back += 1
    assert kept_back


@pytest.mark.parametrize(("name", "options"), ONE_KIND)
def test_a_pile_of_one_kind_does_not_name_its_card(name: str, options: dict[str, Any]) -> None:
    """Before it is drawn, afterwards, and by a flag that says nothing else could have come."""
    found = 0
    for table in itertools.islice(one_kind_left(name, options), 3):
        found += 1
        now = table.now()
        assert now["chance"] == []
        assert now["chance_text"]
        table.session.roll()
        table.moved()
        step = table.session.step
        (answer,) = table.ask(do="chances", step=step)
        assert answer["outcomes"] == []
        told_step = table.take("0", step, step)["steps"][0]
        assert told_step["draw"]
        assert not table.take("all", step, step)["steps"][0]["draw"]
    assert found


def test_the_first_contract_dealt_to_another_is_not_marked() -> None:
    table = at("auf_achse", "0", players=3, start=1)
    while table.session.position["phase"] == Phase.PLACE:
        table.play()
    dealt = next(n for n, step in enumerate(table.session.log, start=1) if "is dealt" in step.notes[0].text)
    (answer,) = table.ask(do="chances", step=dealt)
    assert answer["outcomes"], "everybody may know that all contracts are equally likely"
    assert answer["happened"] is None


def test_a_question_names_the_truck_that_moves_and_what_is_sold_by_whom() -> None:
    game = gk.load("auf_achse", players=3)
    position = game.start()
    position["phase"], position["mover"] = Phase.DRIVE, 2
    assert game.rulebook.phase(position).text == "Where does C’s truck drive?"
    position["phase"], position["lot"], position["holder"], position["bid"] = Phase.BID, 4, 1, 3
    contract = game.rulebook.words["contract"][4]
    assert game.rulebook.phase(position).text == f"Bid for {contract}, or pass? B holds bid 3."


def test_chance_acts_for_somebody() -> None:
    for name, options in (("auf_achse", {"start": 1}), ("route66", {"start": 2})):
        table = Table(gk.load(name, players=3, **options).session(seed=1), seats=[None] * 3, chance_acts=False)
        while table.session.player >= 0:
            table.play()
        assert table.now()["prompt"].startswith("B is dealt a " if name == "auf_achse" else "C is dealt a ")


def whole_log(messages: list[dict[str, Any]], log: list[str]) -> list[str]:
    """What the page's log says after these messages, as playback.js puts it together."""
    for message in messages:
        if message["type"] == "view":
            log = [step["text"] for step in message["steps"]]
        elif message["type"] == "update":
            log = log[: message["cut"]] + [step["text"] for step in message["views"][message["viewer"]]["steps"]]
    return log


def test_people_at_one_screen_read_no_card_of_each_other() -> None:
    table = at("kartenspiel", "turn", players=3)
    log = [step["text"] for step in table.everything()["views"]["turn"]["steps"]]
    for _move in range(12):
        player = table.session.player
        messages = [{"viewer": "turn", **message} for message in table.play()]
        log = whole_log(messages, log)
        now = "ABC"[table.session.player]
        assert len(log) == table.session.step
        assert not [text for text in log if " draws " in text and "a card" not in text and not text.startswith(now)]
        told = [message["type"] for message in messages]
        if table.session.player == player:
            assert "view" not in told
        else:
            assert told[-2:] == ["view", "update"], "the next person never sees the log of the one before"
    assert table.ask(do="view", viewer="turn")[0]["steps"][-1]["text"] == log[-1]
    (past,) = table.ask(do="undo")[-1:]
    assert past["now"]["human"]


def test_whoever_is_to_move_sees_the_own_move_while_strategies_answer() -> None:
    session = gk.load("kartenspiel", players=3).session(seed=7)
    table = Table(session, seats=[None, "random", "random"], viewer="turn", start=True)
    table.ask(do="hello")
    first, rest = table.play()
    assert first["views"]["turn"]["steps"][0]["text"].startswith("A lays ")
    assert "a card" not in first["views"]["turn"]["steps"][0]["text"]
    assert all("a card" in s["text"] for s in rest["views"]["turn"]["steps"] if s["player"] in (1, 2))


def test_who_hide_their_cards_go_on_hiding_them_in_a_new_game_and_after_a_reload() -> None:
    table = at("kartenspiel", "turn", players=2)
    table.play()
    data = table.everything()
    kept = {key: data[key] for key in ("origin", "record", "actions", "seats", "opponents", "chance_acts")}
    again = at("kartenspiel", "turn", players=2)
    assert again.ask(do="hello", snapshot=kept)[0]["data"]["viewer"] == "turn"
    assert table.ask(do="new", options={"players": 3}, seed=1)[0]["data"]["viewer"] == "turn"
    assert at("kartenspiel", "all", players=2).everything()["viewer"] == "all"


def test_a_click_on_the_map_is_answered_about_driving_there() -> None:
    table = at("auf_achse", "all", players=2, start=0)
    while table.session.position["phase"] != Phase.DRIVE or table.session.position["free"]:
        table.play()
    places = table.game.picture.targets(table.game, table.session.position, table.session.legal()).values()
    away = next(f"space-{space}" for space in range(40) if f"space-{space}" not in places)
    (told,) = table.ask(do="why", places=[away])
    assert told["text"].startswith("“Drive to ")
    (told,) = table.ask(do="why", places=[next(place for place in places if place)])
    assert told == {"type": "why", "text": "This move is possible now.", "rule": ""}


def test_the_screen_goes_on_to_the_next_person_and_says_to_whom() -> None:
    table = at("kartenspiel", "turn", players=3)
    handed = [one["handover"] for _move in range(12) for one in table.play() if "handover" in one]
    assert set(handed) == {0, 1, 2}

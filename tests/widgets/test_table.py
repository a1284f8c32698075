"""The table in a page, without the page: what the player asks, what it is told, and what nobody may see."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import gamekit as gk
from gamekit.core.errors import GamekitError
from gamekit.widgets.narration import draw_table
from tests.web.node import needs_node
from tests.web.table import Table

pytestmark = needs_node


def table(**kwargs: Any) -> Table:
    session = gk.load("kartenspiel", players=3).session(seed=7)
    return Table(session, start=True, **{"seats": [None, "random", "random"], **kwargs})


@pytest.mark.parametrize("viewer", ["all", "turn", "0", "2"])
def test_every_frame_is_the_picture_as_its_viewer_sees_it(viewer: str) -> None:
    at = table(viewer=viewer)
    for _move in range(4):
        at.play() if viewer != "2" else at.ask(do="others") if at.session.player > 0 else None
    session = at.session
    frames = at.take(viewer, 0, session.step)["frames"]
    assert at.take(viewer, 0, 20)["frames"] + at.take(viewer, 21, session.step)["frames"] == frames
    for number, frame in enumerate(frames):
        wanted = json.loads(json.dumps(draw_table(session, viewer, number)))
        assert frame["changes"] == wanted


def test_a_double_click_plays_once() -> None:
    at = table()
    before = at.session.step
    action = at.session.legal()[0]
    at.ask(do="play", action=action, step=before)
    after = at.session.step
    assert at.ask(do="play", action=action, step=before) == [{"type": "idle"}]
    assert at.session.step == after


def test_a_refused_move_names_its_rule_and_changes_nothing() -> None:
    at = table()
    before = at.session.step
    (told,) = at.ask(do="play", action=at.game.num_actions - 1, step=before)
    assert told["type"] == "why"
    assert told["rule"] == "KS-08"
    assert "not possible now" in told["text"]
    assert at.session.step == before


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    at = table()
    start = at.session.step
    at.play()
    at.play()
    at.ask(do="undo")
    assert at.session.player == 0
    (told,) = at.ask(do="undo")
    assert at.session.step == start
    assert not told["now"]["can_undo"]
    with pytest.raises(GamekitError, match="no decision to take back"):
        at.ask(do="undo")
    at.ask(do="redo")
    assert at.session.player == 0
    assert at.session.step > start


def test_nothing_played_is_lost_by_undoing_and_playing_otherwise() -> None:
    at = table()
    at.play()
    old = list(at.session.history)
    at.ask(do="undo")
    other = at.session.legal()[-1]
    assert other != old[at.session.step]
    at.ask(do="play", action=other, step=at.session.step)
    assert len(at.lines()) == 2
    at.ask(do="line", line=0)
    while at.session.step < at.session.length:
        at.ask(do="redo")
    assert list(at.session.history) == old


def test_a_refused_move_on_an_undone_line_begins_no_new_line() -> None:
    at = table(seats=[None, None, None])
    at.play()
    at.ask(do="undo")
    before = len(at.lines())
    assert at.play(at.game.rules.COUNTER)[0]["type"] == "why"
    assert len(at.lines()) == before


def test_a_branch_leaves_the_old_line_as_it_was() -> None:
    at = table()
    at.play()
    old = list(at.session.history)
    (told,) = at.ask(do="branch", step=at.session.step - 3)
    assert told["cut"] == len(old) - 3
    assert told["lines"] == [f"Line 1, {len(old)} steps", f"Line 2, {len(old) - 3} steps"]
    (back,) = at.ask(do="line", line=0)
    assert back["cut"] == len(old) - 3
    assert back["actions"] == old[-3:]
    assert list(at.session.history) == old


def test_chance_shows_exact_weights_and_takes_a_choice() -> None:
    at = Table(gk.load("kartenspiel", players=2).session(seed=1), seats=[None, None], chance_acts=False, viewer="all")
    outcomes = at.now()["chance"]
    assert sum(one["weight"] for one in outcomes) == 109
    at.ask(do="play", action=outcomes[3]["action"], step=0)
    assert at.session.history == [outcomes[3]["action"]]
    (past,) = at.ask(do="chances", step=1)
    assert past["outcomes"] == outcomes
    assert past["happened"] == outcomes[3]["action"]


KEPT = ("origin", "record", "actions", "seats", "opponents", "chance_acts", "viewer")
"""What a page keeps of its game."""


def test_a_reload_takes_the_game_up_where_it_was_seen_as_before() -> None:
    at = table(key="lesson")
    at.play()
    at.ask(do="view", viewer="turn")
    data = at.ask(do="hello")[0]["data"]
    kept = {key: data[key] for key in KEPT}
    again = table(key="lesson")
    (told,) = again.ask(do="hello", snapshot=json.loads(json.dumps(kept)))
    assert told["data"]["viewer"] == "turn"
    assert list(again.session.history) == list(at.session.history)
    assert again.session.seed == at.session.seed
    assert "taken up again" in told["data"]["notice"]


@pytest.mark.parametrize(
    "damage",
    [
        {"origin": "another"}, {"actions": [99999]}, {"actions": ["<script>"]}, {"actions": None}, {"record": {}},
        {"record": None}, {"seats": [["x"], {}, 3]}, {"viewer": "9"}, {"viewer": ["0"]},
    ],
)  # fmt: skip
def test_a_damaged_snapshot_never_spoils_the_page(damage: dict[str, Any]) -> None:
    at = table()
    at.play()
    data = at.ask(do="hello")[0]["data"]
    kept = {key: data[key] for key in KEPT} | damage
    again = table()
    before = list(again.session.history)
    (told,) = again.ask(do="hello", snapshot=kept)
    assert told["type"] == "all"
    assert told["data"]["viewer"] in {one["key"] for one in told["data"]["viewers"]}
    if not {"seats", "viewer"} & set(damage):
        assert list(again.session.history) == before


def test_a_saved_game_is_opened_again() -> None:
    at = table()
    at.play()
    (file,) = at.ask(do="save")
    other = table()
    (told,) = other.ask(do="open", name=file["name"], text=file["text"])
    assert list(other.session.history) == list(at.session.history)
    assert told["type"] == "all"
    for text in (file["text"][:200], "", "[1]", "[" * 100_000):
        with pytest.raises(GamekitError):
            other.ask(do="open", name="<b>.json", text=text)
    assert list(other.session.history) == list(at.session.history)


def test_a_new_game_has_the_options_that_were_chosen() -> None:
    at = table()
    form = at.everything()["options"]
    assert {one["name"] for one in form} >= {"players", "stages", "limit"}
    at.ask(do="new", options={"players": 5, "stages": 2}, seed=3)
    assert (at.game.players, at.game.options["stages"], at.session.seed) == (5, 2, 3)
    assert at.seats == [None, "random", "random", "random", "random"]
    for wrong in ({"players": 9}, {"stages": "<b>"}, {"nonsense": 1}):
        with pytest.raises(GamekitError):
            at.ask(do="new", options=wrong)
    assert at.game.players == 5


WRONG: list[dict[str, Any]] = [
    *({"do": what} for what in ("undo", "redo", "others", "roll")),
    {"do": "open", "name": "x" * 200, "text": "{"},
    {"do": "open", "name": "a.json", "text": '{"format": "gamekit-replay", "seed": 99}'},
    *({"do": "new", "options": wrong} for wrong in ({"players": 77}, {"wheels": 4})),
    {"do": "new", "options": {}, "seed": -1},
]  # fmt: skip


@pytest.mark.parametrize("message", WRONG, ids=str)
def test_what_cannot_be_done_gets_a_sentence_and_changes_nothing(message: dict[str, Any]) -> None:
    at = table()
    before = at.ask(do="save")
    with pytest.raises(GamekitError) as told:
        at.ask(**message)
    assert re.search(r"^.{10,}\.$", str(told.value), re.DOTALL)
    assert at.ask(do="save") == before


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_the_form_for_a_new_game_offers_every_option_and_its_answer_is_accepted(name: str) -> None:
    at = Table(gk.load(name).session(seed=1))
    form = at.everything()["options"]
    assert [one["name"] for one in form] == ["players", *at.game.options]
    kinds = {"whole": int, "number": float, "yes": bool, "list": list, "text": str, "choice": str}
    for one in form:
        assert one["value"] is None or isinstance(one["value"], kinds[one["kind"]])
        assert one["title"]
        assert not one["title"].startswith(("KS-", "R66-", "AB-", "AA-"))
    before = dict(at.game.options)
    at.ask(do="new", options={one["name"]: one["value"] for one in form if one["value"] is not None}, seed=1)
    assert dict(at.game.options) == before


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("auf_achse", {"players": 3, "start": 1}, "B begins"),
        ("auf_achse", {"players": 2, "children": True}, "The children's game, without trailers and auctions"),
        ("kartenspiel", {"players": 4, "stages": 2}, "Number of stages: 2"),
        ("ausgebremst", {"players": 4, "advanced": True, "ideal_line": False}, "The advanced game"),
        ("ausgebremst", {"players": 6, "championship": [2, 3], "draw_grid": False},
         "The circuits of a championship in order: 2, 3 · Draw cards for the first grid: no"),
        ("route66", {"players": 2, "limit": 30, "speed_cards": "stop 0", "twos": False},
         'House rule: the speed limit in mph: 30 · House rule: whether a space marked "2" brings two cards: no · '
         "House rule: other numbers of speed cards: stop 0"),
    ],
)  # fmt: skip
def test_the_line_below_the_title_says_what_is_particular_about_a_game(name, options, said):
    game = gk.load(name, **options)
    assert Table(game.session(seed=1)).everything()["subtitle"] == f"{options['players']} players · {said}"

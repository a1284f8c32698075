"""The table without a browser: what the page asks, what it is told, and what nobody may see."""

from __future__ import annotations

import json
from typing import Any

import pytest

import gamekit as gk
from gamekit.errors import GamekitError
from gamekit.show.film import take
from gamekit.show.flow import from_snapshot
from gamekit.show.forms import subtitle
from gamekit.show.table import Table


def table(**kwargs: Any) -> Table:
    made = Table(gk.load("kartenspiel", players=3).session(seed=7), **{"seats": [None, "random", "random"], **kwargs})
    made.start()
    return made


def ask(at: Table, **message: Any) -> list[dict[str, Any]]:
    return list(at.answer(message))


def play(at: Table) -> list[dict[str, Any]]:
    return ask(at, do="play", action=at.session.legal()[0], step=at.session.step)


def rebuilt(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every frame's whole table, put together from the differences as the browser does it."""
    tables, whole = [], {}
    for frame in frames:
        whole = {**whole, **frame["changes"]}
        tables.append(whole)
    return tables


def test_what_the_page_is_told_is_plain_json() -> None:
    at = table()
    for message in (*ask(at, do="hello"), *play(at), *ask(at, do="view", viewer="all")):
        assert json.loads(json.dumps(message)) == message


@pytest.mark.parametrize("viewer", ["all", "turn", "0", "2"])
def test_differences_add_up_to_the_whole_picture(viewer: str) -> None:
    at = table(viewer=viewer)
    for _move in range(4):
        if at.session.player == 0 and viewer not in ("2",):
            play(at)
    session = at.session
    frames = take(session, viewer, 0, session.step)["frames"]
    pieces = take(session, viewer, 0, 20)["frames"] + take(session, viewer, 21, session.step)["frames"]
    assert pieces == frames
    for number, whole in enumerate(rebuilt(frames)):
        alone = take(session, viewer, number, number)["frames"][0]["changes"] if number == 0 else None
        assert alone is None or whole == alone
    game = session.game
    last = game.picture.changes(
        game, session.position, None if viewer == "all" else int(viewer) if viewer.isdigit() else 0
    )
    assert rebuilt(frames)[-1].keys() == last.keys()


def test_a_player_is_told_no_hidden_card() -> None:
    at = table(viewer="0")
    for _move in range(3):
        play(at)
    told = take(at.session, "0", 0, at.session.step)
    others = [step for step in told["steps"] if step["player"] in (1, 2)]
    assert others
    assert all("a card face down" in step["text"] for step in others)
    draws = [step["text"] for step in told["steps"] if " draws " in step["text"]]
    assert any(text == "B draws a card." for text in draws)
    assert not any(text.startswith(("B draws", "C draws")) and "a card" not in text for text in draws)


def test_a_move_comes_first_and_the_others_follow() -> None:
    at = table()
    first, rest = play(at)
    assert first["going_on"]
    assert len(first["actions"]) == 1
    assert rest["cut"] == first["cut"] + 1
    assert rest["now"]["human"]
    assert at.session.player == 0


def test_a_move_costs_few_bytes() -> None:
    at = Table(gk.load("kartenspiel", players=2).session(seed=1), seats=[None, None])
    at.start()
    sizes = [len(json.dumps(play(at))) for _move in range(4)]
    assert max(sizes[:2]) < 6000


def test_a_double_click_plays_once() -> None:
    at = table()
    before = at.session.step
    action = at.session.legal()[0]
    ask(at, do="play", action=action, step=before)
    after = at.session.step
    assert ask(at, do="play", action=action, step=before) == [{"type": "idle"}]
    assert at.session.step == after


def test_a_refused_move_names_its_rule_and_changes_nothing() -> None:
    at = table()
    before = at.session.step
    (told,) = ask(at, do="play", action=at.game.num_actions - 1, step=before)
    assert told["type"] == "why"
    assert told["rule"] == "KS-08"
    assert "not possible now" in told["text"]
    assert at.session.step == before


def test_a_clicked_place_is_explained() -> None:
    at = table()
    (told,) = ask(at, do="why", places=["pile-card", "pile"])
    assert told["rule"] == "KS-08"
    (nothing,) = ask(at, do="why", places=["truck"])
    assert nothing["text"] == "No move belongs to this place."


def test_every_move_that_is_not_legal_can_be_asked_about() -> None:
    at = table()
    (told,) = ask(at, do="moves")
    assert {move["action"] for move in told["moves"]} == set(range(at.game.num_actions)) - set(at.session.legal())
    for move in told["moves"]:
        (refusal,) = ask(at, do="why", action=move["action"])
        assert refusal["rule"].startswith("KS-")


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    at = table()
    start = at.session.step
    play(at)
    play(at)
    ask(at, do="undo")
    assert at.session.player == 0
    (told,) = ask(at, do="undo")
    assert at.session.step == start
    assert not told["now"]["can_undo"]
    with pytest.raises(GamekitError, match="no decision to take back"):
        ask(at, do="undo")
    ask(at, do="redo")
    assert at.session.player == 0
    assert at.session.step > start


def test_nothing_played_is_lost_by_undoing_and_playing_otherwise() -> None:
    at = table()
    play(at)
    old = list(at.session.history)
    ask(at, do="undo")
    other = at.session.legal()[-1]
    assert other != old[at.session.step]
    ask(at, do="play", action=other, step=at.session.step)
    assert len(at.lines) == 2
    ask(at, do="line", line=0)
    while at.session.step < at.session.length:
        ask(at, do="redo")
    assert list(at.session.history) == old


def test_a_branch_leaves_the_old_line_as_it_was() -> None:
    at = table()
    play(at)
    old = list(at.session.history)
    (told,) = ask(at, do="branch", step=at.session.step - 3)
    assert told["cut"] == len(old) - 3
    assert told["lines"] == [f"Line 1, {len(old)} steps", f"Line 2, {len(old) - 3} steps"]
    (back,) = ask(at, do="line", line=0)
    assert back["cut"] == len(old) - 3
    assert back["actions"] == old[-3:]
    assert list(at.session.history) == old


def test_chance_shows_exact_weights_and_takes_a_choice() -> None:
    at = Table(gk.load("kartenspiel", players=2).session(seed=1), seats=[None, None], chance_acts=False, viewer="all")
    outcomes = at.now()["chance"]
    assert sum(one["weight"] for one in outcomes) == 109
    ask(at, do="play", action=outcomes[3]["action"], step=0)
    assert at.session.history == [outcomes[3]["action"]]
    (past,) = ask(at, do="chances", step=1)
    assert past["outcomes"] == outcomes
    assert past["happened"] == outcomes[3]["action"]


def test_chances_that_would_betray_hidden_cards_are_not_told() -> None:
    at = table(viewer="0", chance_acts=False)
    now = at.now()
    assert now["chance"] == []
    assert "everybody" in now["chance_text"]


KEPT = ("origin", "record", "actions", "seats", "opponents", "chance_acts", "viewer")
"""What a page keeps of its game."""


def test_a_reload_takes_the_game_up_where_it_was_seen_as_before() -> None:
    at = table(key="lesson")
    play(at)
    ask(at, do="view", viewer="turn")
    data = ask(at, do="hello")[0]["data"]
    kept = {key: data[key] for key in KEPT}
    again = table(key="lesson")
    (told,) = ask(again, do="hello", snapshot=json.loads(json.dumps(kept)))
    assert told["data"]["viewer"] == "turn"
    assert list(again.session.history) == list(at.session.history)
    assert again.session.seed == at.session.seed
    assert "taken up again" in told["data"]["notice"]


@pytest.mark.parametrize(
    "damage",
    [
        {"origin": "another"},
        {"actions": [99999]},
        {"actions": ["<script>"]},
        {"actions": None},
        {"record": {}},
        {"record": None},
        {"seats": [["x"], {}, 3]},
        {"viewer": "9"},
        {"viewer": ["0"]},
    ],
)
def test_a_damaged_snapshot_never_spoils_the_page(damage: dict[str, Any]) -> None:
    at = table()
    play(at)
    data = ask(at, do="hello")[0]["data"]
    kept = {key: data[key] for key in KEPT} | damage
    again = table()
    before = list(again.session.history)
    (told,) = ask(again, do="hello", snapshot=kept)
    assert told["type"] == "all"
    assert told["data"]["viewer"] in {one["key"] for one in told["data"]["viewers"]}
    if not {"seats", "viewer"} & set(damage):
        assert list(again.session.history) == before


def test_a_saved_game_is_opened_again() -> None:
    at = table()
    play(at)
    (file,) = ask(at, do="save")
    other = table()
    (told,) = ask(other, do="open", name=file["name"], text=file["text"])
    assert list(other.session.history) == list(at.session.history)
    assert told["type"] == "all"
    for text in (file["text"][:200], "", "[1]", "[" * 100_000):
        with pytest.raises(GamekitError):
            ask(other, do="open", name="<b>.json", text=text)
    assert list(other.session.history) == list(at.session.history)


def test_a_new_game_has_the_options_that_were_chosen() -> None:
    at = table()
    form = at.everything()["data"]["options"]
    assert {one["name"] for one in form} >= {"players", "stages", "limit"}
    ask(at, do="new", options={"players": 5, "stages": 2, "limit": None}, seed=3)
    assert (at.game.players, at.game.options["stages"], at.session.seed) == (5, 2, 3)
    assert at.seats == [None, "random", "random", "random", "random"]
    for wrong in ({"players": 9}, {"stages": "<b>"}, {"nonsense": 1}):
        with pytest.raises(GamekitError):
            ask(at, do="new", options=wrong)
    assert at.game.players == 5


@pytest.mark.parametrize(
    "message",
    [{}, {"do": 3}, {"do": "__init__"}, {"do": "play"}, {"do": "play", "action": True}, {"do": "line", "line": 7},
     {"do": "view", "viewer": "9"}, {"do": "seats", "seats": ["boss"]}, {"do": "chances", "step": 0}, {"do": "open"}],
)  # fmt: skip
def test_strange_messages_get_a_sentence(message: dict[str, Any]) -> None:
    with pytest.raises(GamekitError):
        list(table().answer(message))


def test_the_end_names_winner_and_scores() -> None:
    at = Table(gk.load("kartenspiel", players=2, stages=1).session(seed=2), seats=["random", "random"])
    ask(at, do="others")
    while not at.session.over:
        ask(at, do="others")
    over = at.now()["over"]
    assert "Final scores: A " in over
    assert "win" in over


def test_a_hidden_seat_cannot_be_played_through_other_eyes() -> None:
    at = Table(gk.load("kartenspiel", players=2).session(seed=1), seats=[None, None], viewer="1")
    at.start()
    now = at.now()
    assert now["player"] == 0
    assert now["legal"] == []
    assert "see as A" in now["prompt"]


def test_a_snapshot_needs_every_entry_of_a_replay() -> None:
    game = gk.load("kartenspiel")
    with pytest.raises(GamekitError):
        from_snapshot({"record": {"game": "kartenspiel"}, "actions": []}, game)


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_the_form_for_a_new_game_offers_every_option_and_its_answer_is_accepted(name: str) -> None:
    at = Table(gk.load(name).session(seed=1), seats=None)
    form = at.everything()["data"]["options"]
    assert [one["name"] for one in form] == ["players", *at.game.options]
    kinds = {"whole": int, "number": float, "yes": bool, "list": list, "text": str, "choice": str}
    for one in form:
        assert one["value"] is None or isinstance(one["value"], kinds[one["kind"]])
        assert one["title"]
        assert not one["title"].startswith(("KS-", "R66-", "AB-", "AA-"))
    before = dict(at.game.options)
    ask(at, do="new", options={one["name"]: one["value"] for one in form}, seed=1)
    assert dict(at.game.options) == before


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("auf_achse", {"players": 3, "start": 1}, "3 players · B begins"),
        (
            "auf_achse",
            {"players": 2, "children": True},
            "2 players · The children's game, without trailers and auctions",
        ),
        (
            "route66",
            {"players": 2, "twos": False},
            '2 players · House rule: whether a space marked "2" brings two cards: no',
        ),
        ("kartenspiel", {"players": 4, "stages": 2}, "4 players · Number of stages: 2"),
        ("ausgebremst", {"players": 4, "advanced": True, "ideal_line": False}, "4 players · The advanced game"),
        (
            "ausgebremst",
            {"players": 6, "championship": [2, 3], "draw_grid": False},
            "6 players · The circuits of a championship in order: 2, 3 · Draw cards for the first grid: no",
        ),
        (
            "route66",
            {"players": 2, "limit": 30, "speed_cards": "stop 0"},
            "2 players · House rule: the speed limit in mph: 30 · House rule: other numbers of speed cards: stop 0",
        ),
    ],
)
def test_the_line_below_the_title_says_what_is_particular_about_a_game(name, options, said):
    assert subtitle(gk.load(name, **options)) == said


def test_a_strategy_of_ones_own_takes_a_seat_and_keeps_it_in_a_new_game() -> None:
    def mine(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
        """The first that is legal."""
        return int(actions[0])

    at = Table(gk.load("kartenspiel", players=2).session(seed=7), seats=[None, mine])
    at.start()
    play(at)
    assert at.seats == [None, "mine"]
    assert at.session.log[-1] is not None
    assert "The first that is legal." in json.dumps(ask(at, do="hello"))

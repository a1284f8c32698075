"""What a table in a page has of Python: a box and strategies of one's own, a session that is moved there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.core.errors import GamekitError
from gamekit.core.game import FOLDER
from gamekit.core.replay import parse_replay
from tests.web.node import needs_node
from tests.web.table import Table
from tools.measure.reasons import load_reasons

pytestmark = needs_node


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """The card game with other limits and another name."""
    text = (FOLDER / "kartenspiel" / "box.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("Das Kartenspiel", "Our rules").replace("2 = 150", "2 = 90"), encoding="utf-8")
    return path


def ended(at: Table) -> list[int]:
    """The game played to its end by its first legal moves."""
    while not at.session.over:
        at.play()
    return list(at.session.history)


def test_a_game_of_a_box_of_ones_own_is_played_by_that_box(box: Path) -> None:
    game = gk.load("kartenspiel", players=2, stages=1, box=box)
    at = Table(game.session(seed=3), seats=[None, "greedy"], start=True)
    assert at.everything()["title"].endswith("Our rules")
    history = ended(at)
    assert at.session.game is game
    other = Table(gk.load("kartenspiel", players=2, stages=1).session(seed=3), seats=[None, "greedy"], start=True)
    assert ended(other) != history, "the same luck ends elsewhere by the box of the package"


def test_a_new_game_and_a_saved_one_have_the_box_of_ones_own_again(box: Path) -> None:
    at = Table(gk.load("kartenspiel", players=2, box=box).session(seed=3), seats=[None, "greedy"], start=True)
    at.play()
    (file,) = at.ask(do="save")
    saved = parse_replay(file["text"], "saved", box)
    assert saved.history == at.session.history
    at.ask(do="new", options={"players": 3, "stages": 2}, seed=5)
    assert (at.game.players, at.game.options["stages"], at.game.own_box) == (3, 2, True)
    assert at.everything()["title"].endswith("Our rules")
    at.ask(do="open", name=file["name"], text=file["text"])
    assert (at.game.own_box, list(at.session.history)) == (True, saved.history)
    data = at.everything()
    again = Table(gk.load("kartenspiel", players=2, box=box).session(seed=3), seats=[None, "greedy"], start=True)
    again.play()
    kept = {key: data[key] for key in ("record", "actions", "seats", "viewer")} | {
        "origin": again.everything()["origin"]
    }
    assert again.ask(do="hello", snapshot=kept)[0]["type"] == "all"


def test_a_game_of_another_box_is_opened_nowhere_else(box: Path) -> None:
    at = Table(gk.load("kartenspiel", players=2, box=box).session(seed=3), start=True)
    (file,) = at.ask(do="save")
    other = box.with_name("other.toml")
    other.write_text(box.read_text(encoding="utf-8").replace("2 = 90", "2 = 80"), encoding="utf-8")
    for elsewhere in (None, other):
        plain = Table(gk.load("kartenspiel", players=2, box=elsewhere).session(seed=3), start=True)
        with pytest.raises(GamekitError, match=r"mine\.json: it was played with another box file"):
            plain.ask(do="open", name="mine.json", text=file["text"])


def test_options_that_only_python_can_carry_out_are_carried_out() -> None:
    at = Table(gk.load("route66", players=2, speed_cards="stop 0").session(seed=1), seats=[None, None], start=True)
    form = {one["name"]: one for one in at.everything()["options"]}
    assert (form["speed_cards"]["kind"], form["speed_cards"]["value"]) == ("text", "stop 0")
    at.ask(do="new", options={"players": 3, "speed_cards": "stop 3"}, seed=2)
    assert at.game.options["speed_cards"] == "stop 3"
    wanted = gk.load("route66", players=3, speed_cards="stop 3").session(seed=2)
    while wanted.player < 0:
        wanted.roll()
    assert list(at.session.history) == wanted.history
    with pytest.raises(GamekitError, match="speed_cards"):
        at.ask(do="new", options={"players": 3, "speed_cards": "nonsense"}, seed=2)


def test_a_file_of_another_game_is_opened() -> None:
    other = Table(gk.load("route66", players=2).session(seed=1), start=True)
    other.play()
    (file,) = other.ask(do="save")
    at = Table(gk.load("pig").session(seed=1))
    (told,) = at.ask(do="open", name=file["name"], text=file["text"])
    assert told["data"]["title"] == other.game.title
    assert (at.game.name, list(at.session.history)) == ("route66", list(other.session.history))


def test_a_large_seed_stays_exact_on_its_way() -> None:
    seed = 2**63 - 1
    at = Table(gk.load("kartenspiel", players=2).session(seed=seed), seats=[None, "greedy"], start=True)
    at.play()
    assert at.session.seed == seed
    assert json.loads(at.ask(do="save")[0]["text"])["seed"] == seed
    same = Table(gk.load("kartenspiel", players=2).session(seed=seed), seats=[None, "greedy"], start=True)
    same.play()
    assert same.session.history == at.session.history


def test_the_table_goes_where_python_plays_goes_back_or_brings_another_session() -> None:
    at = Table(gk.load("kartenspiel", players=2).session(seed=3), seats=[None, None], start=True)
    session, cut = at.session, at.session.step
    session.play(session.legal()[0])
    session.play(session.legal()[0])
    (told,) = at.moved()
    assert (told["type"], told["cut"], told["actions"]) == ("update", cut, session.history[cut:])
    session.undo()
    assert at.moved()[0]["cut"] == session.step
    assert at.now()["can_redo"]
    at.play()
    assert at.session is session
    at.following.set_session(session.branch(cut))
    assert at.moved()[0]["cut"] == cut
    assert len(at.lines()) == 2
    at.following.set_session(gk.load("route66", players=3).session(seed=1))
    (whole,) = at.moved()
    assert (whole["type"], whole["data"]["title"], len(whole["data"]["seats"])) == ("all", at.game.title, 3)
    at.ask(do="roll")
    assert at.session.step > 0


@pytest.mark.parametrize("back", [1, 5])
def test_python_and_the_page_stay_together_after_both_have_played(back: int) -> None:
    at = Table(gk.load("kartenspiel", players=2).session(seed=3), seats=[None, "greedy"], start=True)
    for _move in range(3):
        at.play()
    at.session.goto(at.session.step - back)
    at.moved()
    while at.session.player != 0:
        at.ask(do="roll" if at.session.player < 0 else "others")
    at.play()
    assert at.ask(do="hello")[0]["data"]["actions"] == list(at.session.history)


def test_a_strategy_of_ones_own_that_breaks_a_rule_is_refused_with_it() -> None:
    def cheat(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
        """Plays what it has not."""
        return next(one for one in range(60) if one not in list(actions))

    at = Table(gk.load("kartenspiel", players=2).session(seed=3), seats=[None, cheat], start=True)
    while at.session.player != 0:
        at.ask(do="roll")
    with pytest.raises(gk.IllegalAction):
        at.play()
    assert at.session.player == 1, "what was done before stays, and the board waits for its turn"
    assert at.ask(do="undo")[-1]["now"]["human"]


def test_the_coach_answers_with_every_move_best_first() -> None:
    at = Table(gk.load("kartenspiel", players=2, stages=1).session(seed=3), seats=[None, "greedy"], start=True)
    (answer,) = at.ask(do="coach")
    assert {row["action"] for row in answer["rows"]} == set(at.session.legal())
    assert all(row["win_low"] <= row["win"] <= row["win_high"] for row in answer["rows"])
    assert answer["rows"][0]["win_high"] >= max(row["win"] for row in answer["rows"]), "a close one may be ahead of it"
    assert "Games played out: " in answer["text"]


def test_the_coach_says_why_in_whole_sentences_and_how_often_such_reasons_were_true() -> None:
    """Which move is second depends on the time there is, so the first of some games in which anything differs."""
    game = gk.load("kartenspiel", players=2, stages=1)
    tables = (Table(game.session(seed=seed), seats=[None, "greedy"], start=True) for seed in range(3, 9))
    answer = next(one for one in (at.ask(do="coach")[0] for at in tables) if one["why"])
    why = answer["why"]
    assert why.startswith(("Within your next 8 decisions", "When you choose next, on average, "))
    assert why.endswith(".")
    assert "{" not in why
    assert "undefined" not in why
    assert re.search(r"\d", why)
    sentences = re.findall(r"(?:Within|When) your?.*?\.(?= W|$)", why)
    kinds = {"share" if "of 100 cont" in one else "amount" if one[:6] == "Within" else "open" for one in sentences}
    measured = load_reasons("kartenspiel")
    assert measured
    counted = [sum(column) for column in zip(*(measured.kinds[kind] for kind in kinds), strict=True)]
    assert [int(figure) for figure in re.findall(r"\d+(?! %)\b", answer["rate"])] == counted


@pytest.mark.parametrize("opponents", [True, False])
@pytest.mark.parametrize("chance", [True, False])
def test_who_sits_and_what_acts_by_itself_are_still_so_when_a_page_takes_its_game_up_again(
    opponents: bool, chance: bool
) -> None:
    game = gk.load("kartenspiel", players=2)
    at = Table(game.session(seed=3), seats=[None, "greedy"], start=True)
    at.play()
    at.ask(do="seats", seats=["planner", None], opponents=opponents, chance=chance)
    data, new = at.everything(), Table(game.session(seed=3), seats=[None, "greedy"], start=True)
    kept = {key: data[key] for key in ("record", "actions", "origin", "seats", "opponents", "chance_acts", "viewer")}
    new.ask(do="hello", snapshot=kept)
    assert list(new.session.history) == list(at.session.history)
    assert (new.seats, new.following.opponents, new.following.chance_acts) == (["planner", None], opponents, chance)

"""Widgets without a browser: a recorder takes the place of the page."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gamekit as gk
from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import say_mismatch, use_language
from gamekit.core.session import head
from gamekit.web import game_bundle
from gamekit.widgets import Bet, Choice, Number, Question, Quiz, Table, YesNo, bars, lab
from gamekit.widgets.bet import use_predictions
from gamekit.widgets.cell_registry import gather
from gamekit.widgets.error_guard import guard
from gamekit.widgets.narration import decision
from gamekit.widgets.outcome import outcomes_in
from gamekit.widgets.stepper import play, replay
from tests.widgets.widget_page import Page


def told_of(session: gk.Session, **more: Any) -> dict[str, Any]:
    """What a page tells that has played as far as a session."""
    return {
        "do": "follow", "turn": 0, "line": 0, "record": head(session), "actions": list(session.actions),
        "step": session.step, "seats": [None] * session.game.players, "viewer": "all", **more,
    }  # fmt: skip


def played_on(session: gk.Session, steps: int = 1) -> gk.Session:
    """A branch that has gone on."""
    branch = session.branch()
    for _step in range(steps):
        branch.play(branch.legal()[0])
    return branch


def take_first(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """A strategy of somebody's own."""
    return int(actions[0])


@pytest.mark.parametrize(("chosen", "own"), [({}, True), ({"seed": 3}, False), ({"seats": [None, take_first]}, False)])
def test_pages_without_python_have_games_of_their_own_unless_the_game_was_chosen_or_needs_python(
    chosen: dict[str, Any], own: bool
) -> None:
    assert (play(gk.load("kartenspiel", players=2), **chosen).pack_alone()["data"]["actions"] is None) is own


def test_playing_on_the_page_moves_the_session() -> None:
    widget = play(gk.load("kartenspiel", players=2), seed=3)
    page, session = Page(widget), widget.session
    (answer,) = page.ask(do="hello", number="x")
    assert (answer["type"], answer["number"]) == ("answer", "x")
    assert (answer["value"]["actions"], answer["value"]["at"]) == (session.actions, session.step)
    further = played_on(session, 3)
    assert page.ask(**told_of(further)) == []
    assert widget.session is session
    assert session.history == further.history
    further.undo()
    page.ask(**told_of(further, shown_step=2, opponents=False, chance_acts=False))
    assert (widget.following.opponents, widget.following.chance_acts) == (False, False)
    assert widget.following.greeting()["touched"]
    for asked, shown in ((2, 2), (0, 0), (further.step, further.step), (further.step + 1, None)):
        page.ask(**told_of(further, shown_step=asked))
        assert widget.following.greeting()["step"] == shown, "what a reload shows"
    assert (session.step, session.length) == (further.step, further.length), "what was undone can be played again"


def test_a_new_page_is_told_the_whole_game() -> None:
    game = gk.load("kartenspiel", players=2)
    widget = play(game, seed=2**60, seats=[None, take_first], viewer=1, name="evening", opponents=False)
    told, session = widget.following.greeting(), widget.session
    assert told["record"]["seed"] == str(2**60), "more digits than a number of JavaScript has"
    with use_language("de"):
        assert widget.following.greeting()["edition"] != told["edition"], "the pack of a game has its sentences"
    rest = ("edition", "guide", "made", "origin", "record", "words")
    assert {key: one for key, one in told.items() if key not in rest} == {
        "turn": 0, "line": 0, "key": "evening", "touched": False, "actions": list(session.actions), "at": session.step,
        "seats": [None, "take_first"], "viewer": "1", "opponents": False, "chance_acts": True, "step": None,
        "guests": [{"name": "take_first", "title": "take_first", "description": "A strategy of somebody's own."}],
    }  # fmt: skip


def test_the_end_is_told_with_everybodys_score_and_nothing_more_can_be_decided() -> None:
    session = gk.load("kartenspiel", players=3, stages=1).session(seed=2)
    while not session.over:
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    told, returns = decision(session, 0), session.returns()
    winners = [letter for letter, one in zip("ABC", returns, strict=True) if one == max(returns)]
    assert (told["player"], told["human"], told["legal"]) == (gk.OVER, False, [])
    who, scores = told["over"].split("scores: ")
    assert re.findall(r"\b[ABC]\b", who) == winners
    assert scores == ", ".join(f"{letter} {one:,.0f}" for letter, one in zip("ABC", returns, strict=True)) + "."


def test_where_a_page_led_the_other_pages_of_the_kernel_are_told_to_go() -> None:
    widget = play(gk.load("kartenspiel", players=2), seed=3)
    page = Page(widget)
    further = played_on(widget.session)
    (told,) = page.ask(**told_of(further, page="one"))
    assert (told["type"], told["page"], told["actions"]) == ("moved", "one", list(further.actions))
    assert page.ask(**told_of(further, page="two")) == [], "who was led there does not lead"


def test_a_game_whose_built_files_are_missing_says_how_they_are_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = Page(play(gk.load("kartenspiel", players=2), seed=3))
    monkeypatch.setattr(game_bundle, "BUILT", tmp_path)
    game_bundle.pack_game.cache_clear()
    (answer,) = page.ask(do="bring", what="kartenspiel", number="x")
    assert answer["error"].startswith("kartenspiel.wasm is missing: run python -m tools.wasm.build kartenspiel in ")


def test_playing_in_python_moves_the_board() -> None:
    widget = play(gk.load("kartenspiel", players=2), seed=3)
    page = Page(widget)
    session = widget.session
    session.play(session.legal()[0])
    assert page.heard[-1] == {"type": "moved", **json.loads(json.dumps(widget.following.tell_position()))}
    assert page.heard[-1]["actions"] == session.actions
    before = session.history
    assert page.ask(**told_of(session.branch(session.step - 1))) == [], "what the page told before it heard of that"
    assert session.history == before
    session.undo()
    assert (page.heard[-1]["step"], page.heard[-1]["turn"]) == (session.step, 2)


def test_a_cell_that_plays_much_tells_the_page_once() -> None:
    async def cell() -> list[dict[str, Any]]:
        widget = play(gk.load("pig"), seed=3)
        page = Page(widget)
        for _step in range(8):
            widget.session.roll() if widget.session.player < 0 else widget.session.play(0)
        assert page.heard == []
        await asyncio.sleep(0)
        return page.heard

    (told,) = asyncio.run(cell())
    assert len(told["actions"]) == 8


def test_another_session_comes_to_the_board_and_the_old_one_is_left_alone() -> None:
    widget = play(gk.load("kartenspiel", players=2), seed=3)
    page, old, (_person, seat) = Page(widget), widget.session, widget.seats
    widget.session = other = gk.load("route66", players=3).session(seed=1)
    assert page.heard[-1]["record"]["game"] == "route66"
    assert widget.session is other
    assert widget.seats == (None, seat, seat)
    assert seat == list(old.game.strategies)[1], "the game's first strategy of its own"
    heard = len(page.heard)
    old.play(old.legal()[0])
    assert len(page.heard) == heard, "a session that is no longer shown moves nothing"
    with pytest.raises(OptionError, match="shows a session"):
        widget.session = 3


def test_another_line_on_the_page_is_another_session() -> None:
    widget = play(gk.load("kartenspiel", players=2), seed=3)
    page, first = Page(widget), widget.session
    page.ask(**told_of(played_on(first, 2)))
    steps = first.step
    branch = first.branch(steps - 1)
    branch.play(branch.legal()[-1])
    page.ask(**told_of(branch, line=1))
    assert widget.session is not first
    assert (widget.session.history, first.step) == (branch.history, steps)
    assert widget.following.greeting()["actions"] == list(branch.actions), "a new view has the line that is shown"
    page.ask(**told_of(first))
    assert (widget.session.history, widget.following.line) == (first.history, 0), "back on the first line"


@pytest.mark.parametrize(
    "damage",
    [
        {"actions": [99999]}, {"actions": ["<script>"]}, {"actions": None}, {"record": {}}, {"record": None},
        {"step": True}, {"step": 10_000}, {"turn": "0"}, {"line": None}, {"record": {"game": "none"}},
    ],
)  # fmt: skip
def test_what_a_page_tells_is_not_trusted(damage: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    widget = play(gk.load("kartenspiel", players=2), seed=3)
    page, before = Page(widget), list(widget.session.history)
    heard = page.ask(**{**told_of(widget.session), **damage})
    assert [one["type"] for one in heard] == ["moved", "error"]
    assert caplog.records == [], "a sentence, not a failure"
    assert widget.session.history == before


def test_strange_seats_and_eyes_of_a_page_are_left_alone() -> None:
    widget = play(gk.load("kartenspiel", players=2), seed=3)
    page, seats = Page(widget), widget.seats
    page.ask(**told_of(played_on(widget.session), seats=[{}, 3], viewer="9"))
    assert widget.seats == seats
    assert widget.following.viewer == "0"


def test_the_engine_and_a_game_go_to_a_page_that_asks_and_nothing_else() -> None:
    page = Page(play(gk.load("kartenspiel", players=2), seed=3))
    assert "globalThis.gamekit" in page.ask(do="bring", number="1", what="engine")[0]["value"]
    assert json.loads(page.ask(do="bring", number="2", what="route66")[0]["value"])["name"] == "route66"
    for strange in ("../kartenspiel", None, 3, "none"):
        assert "There is no game" in page.ask(do="bring", number="3", what=strange)[0]["error"]


def test_a_strategy_of_ones_own_is_asked_for_its_choice() -> None:
    def mine(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
        """The last that is legal."""
        return int(actions[n - 1])

    widget = play(gk.load("kartenspiel", players=2), seed=3, seats=[None, mine])
    page, further = Page(widget), widget.session.branch()
    while further.player != 1:
        further.roll() if further.player < 0 else further.play(further.legal()[0])
    (answer,) = page.ask(**{**told_of(further), "do": "choose", "seat": "mine", "number": "1"})
    assert answer["value"] == further.legal()[-1]
    assert widget.session.history == further.history
    (wrong,) = page.ask(**{**told_of(further), "do": "choose", "seat": "nobody", "number": "2"})
    assert "error" in wrong


def test_a_strategy_that_fails_says_so(caplog: pytest.LogCaptureFixture) -> None:
    def mine(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
        raise ZeroDivisionError

    widget = play(gk.load("kartenspiel", players=2), seed=3, seats=[None, mine])
    with caplog.at_level(logging.ERROR):
        (wrong,) = Page(widget).ask(**{**told_of(widget.session), "do": "choose", "seat": "mine", "number": "1"})
    assert "went wrong in the program" in wrong["error"]
    assert "ZeroDivisionError" in caplog.text


def test_a_session_that_is_played_on_the_page_is_the_lesson_s_own() -> None:
    session = gk.load("kartenspiel", players=2).session(seed=3)
    while session.player < 0:
        session.roll()
    widget = play(session)
    assert widget.session is session
    assert (widget.seats, widget.following.viewer) == ((None, None), "all")
    waits = play(session.game, seats=["planner", None], seed=3, opponents=False).session
    assert (waits.step, waits.player) == (session.step, 0), "no strategy acts by itself"
    assert [show(session, viewer=0).following.viewer for show in (play, replay)] == ["0", "0"], "a player, not nobody"


def test_a_replay_leaves_its_session_alone() -> None:
    session = gk.load("kartenspiel", players=2).session(seed=3)
    while session.player < 0:
        session.roll()
    steps = session.step
    widget = replay(session)
    page = Page(widget)
    assert page.ask(do="hello", number="1")[0]["value"]["step"] == 0
    page.ask(**told_of(played_on(session)))
    assert (session.step, widget.session.step) == (steps, steps + 1)


def test_errors_reach_the_person_as_sentences(caplog: pytest.LogCaptureFixture) -> None:
    page = Page(play(gk.load("kartenspiel", players=2), seed=3))
    for strange in ({"do": "line", "line": 5}, {"do": ["hello"]}, {"do": "hello"}, {}):
        (told,) = page.ask(**strange)
        assert told == {"type": "error", "text": say_mismatch(), "rule": ""}
    assert caplog.records == []


def test_an_unforeseen_error_is_told_and_logged_and_never_shows_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        sentence = ""

        def report(self, sentence: str, rule: str = "") -> None:
            self.sentence = sentence

        @guard
        def act(self) -> None:
            raise ZeroDivisionError("secret detail")

    broken = Broken()
    with caplog.at_level(logging.ERROR):
        broken.act()
    assert "went wrong in the program" in broken.sentence
    assert "secret detail" not in broken.sentence
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.thorough
def test_a_page_that_only_plays_loads_nothing_heavy() -> None:
    code = (
        "import sys, gamekit as gk; w = gk.play(gk.load('kartenspiel'), seed=1)\n"
        "w.send = lambda *a, **k: None\n"
        "w._handle_custom_msg({'do': 'hello', 'number': '1'}, [])\n"
        "w._handle_custom_msg({'do': 'bring', 'number': '2', 'what': 'kartenspiel'}, [])\n"
        "w.session.play(w.session.legal()[0])\n"
        "print([m for m in ('matplotlib', 'pandas', 'numba', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_prediction_is_stored_and_nothing_else_happens() -> None:
    bet = Bet("How many?", low=1, high=9)
    page = Page(bet)
    assert page.ask(do="hello")[0]["data"]["stored"] is None
    assert bet.value is None
    for value in (1, 9, 4):  # the ends of its range too
        assert page.ask(do="store", value=value) == [{"type": "stored", "value": value}]
    assert (bet.value, bet.said) == (4, "4")
    for wrong in (0, 10, "5", None, True, float("nan")):
        (told,) = page.ask(do="store", value=wrong)
        assert told["type"] == "error"
    assert bet.value == 4
    assert page.ask(do="store", value=10)[0]["text"].endswith("between 1 and 9.")


def test_a_prediction_begins_in_the_middle_of_its_range_at_one_of_its_steps() -> None:
    assert Bet("How many?", low=20, high=45, step=5).data()["value"] == 30
    assert Bet("How many?", low=-10, high=0).data()["value"] == -5


def test_a_prediction_among_choices_is_an_index() -> None:
    bet = Bet("Who wins?", choices=["climber", "greedy"])
    page = Page(bet)
    page.ask(do="store", value=1)
    assert bet.said == "greedy"
    assert page.ask(do="store", value=2)[0]["type"] == "error"


def test_an_endless_quiz_goes_on_and_counts() -> None:
    quiz = Quiz(lambda rng: Question(f"What is {rng.integers(9)}?", 3), seed=5)
    page = Page(quiz)
    assert len(page.ask(do="hello")[0]["data"]["questions"]) == 1
    game = gk.load("pig")
    assert Quiz(lambda rng: Question("?", 3), game=game).data()["rules"].keys() == set(game.rulebook), "one may come"
    (second,) = page.ask(do="next")
    assert second["question"] == quiz.questions[1].tell_page()
    page.ask(do="answered", right=True)
    page.ask(do="answered", right=False)
    assert (quiz.answered, quiz.right) == (2, 1)
    assert Quiz(lambda rng: Question(f"What is {rng.integers(9)}?", 3), seed=5).questions[0] == quiz.questions[0]


def test_a_question_whose_answer_is_no_choice_is_an_error() -> None:
    with pytest.raises(OptionError, match="0 to 1"):
        Question("Which?", 2, choices=("a", "b"))


def test_a_lab_runs_with_checked_values() -> None:
    seen: dict[str, Any] = {}

    def run(limit: int, who: str, fair: bool, progress: Any) -> list[Any]:
        seen.update(limit=limit, who=who, fair=fair)
        progress(0.5)
        frame = pd.DataFrame({"y": [1 / 3, 2]}, ["a", "b"])
        return ["Done.", bars({"a": (1, 0, 2)}, alt="1 bar"), Table(["x", "y"], [["a", np.int64(3)]], "Numbers"), frame]

    panel = lab(
        run,
        Number("limit", "Limit", 50, 400, 250, step=10),
        Choice("who", "Who", ["a", "b"], "a"),
        YesNo("fair", "Fair"),
        title="T",
    )
    page = Page(panel)
    progress, result = page.ask(do="run", values={"limit": 300, "who": "b", "fair": True})
    assert seen == {"limit": 300, "who": "b", "fair": True}
    assert progress == {"type": "progress", "done": 0.5, "text": ""}
    assert [part["kind"] for part in result["parts"]] == ["text", "chart", "table", "table"]
    assert [part["rows"] for part in result["parts"][2:]] == [[["a", "3"]], [["a", "0.3333"], ["b", "2"]]]
    for wrong in ({"limit": 401}, {"limit": 55.5}, {"limit": "<b>"}, {"who": "c"}, {"fair": 1}):
        (told,) = page.ask(do="run", values=wrong)
        assert told["type"] == "error"
    assert page.ask(do="hello")[0]["data"]["result"] == result["parts"]


def test_a_page_without_python_has_what_a_panel_shows_unasked() -> None:
    panel = lab(lambda limit: f"{limit} km", Number("limit", "Limit", 1, 5, 3), title="T", follows=True)
    assert [part["text"] for part in panel.pack_alone()["data"]["result"]] == ["3 km"]


def test_what_came_out_beside_a_prediction_is_told_in_its_name() -> None:
    bet = Bet("How many?", high=100)

    def run(limit: int, rng: np.random.Generator) -> list[Any]:
        others = [bars({"b": 1}, bet=one) for one in (7, Bet("Who?", choices=["a", "b"]))]
        return ["Done.", bars({"a": (limit, limit - 1, limit + 1)}, exact={"a": 3}, bet=bet), *others]

    panel = lab(run, Number("limit", "Limit", 1, 5, 3), title="T")
    told = [one.tell_class() for one in outcomes_in(panel.answer())]
    figure = {"name": "", "value": 3.0, "low": 2.0, "high": 4.0, "exact": 3.0}
    assert told == [{"type": "came-out", "key": bet.key, "figures": [figure]}, None, None]


def test_one_card_has_the_prediction_of_whoever_asks() -> None:
    bet = Bet("How many?", high=100)
    bet.store(7)
    with use_predictions({bet.key: 30}) as asked:
        assert (bet.value, bet.said) == (30, "30")
        assert asked.read == {bet.key: 30}
    with use_predictions({}):
        assert (bet.value, bet.said) == (None, "")
    assert bet.value == 7


def test_what_is_made_while_a_lesson_runs_is_numbered_from_one_whatever_was_made_before() -> None:
    Bet("Before?", high=100)
    for _again in range(2):
        with gather() as made:
            made.enter_cell("cell-3")
            bets = [Bet("How many?", high=100), Bet("How far?", high=100)]
            panel = lab(lambda: "Done.", title="T")
            made.enter_cell("cell-3", "run again")
        assert [*(bet.key for bet in bets), made.next_key()] == ["cell-3.1", "cell-3.2", "cell-3.1"]
        assert made.list_cards("panel") == {1: panel}


def test_a_lab_whose_function_fails_says_so_and_can_run_again(caplog: pytest.LogCaptureFixture) -> None:
    def run(limit: int) -> str:
        if limit == 1:
            raise OptionError("The limit 1 is too low.")
        if limit == 4:
            raise KeyboardInterrupt
        return str(1 / (limit - 2))

    page = Page(lab(run, Number("limit", "Limit", 1, 5, 3), title="T"))
    assert page.ask(do="run", values={"limit": 1})[-1]["text"] == "The limit 1 is too low."
    with pytest.raises(KeyboardInterrupt):
        page.ask(do="run", values={"limit": 4})
    assert "run stopped: ZeroDivisionError" in page.ask(do="run", values={"limit": 2})[-1]["text"]
    assert page.ask(do="run", values={"limit": 3})[-1]["parts"] == [{"kind": "text", "text": "1.0"}]


def test_a_lab_tells_at_once_when_function_and_controls_do_not_fit() -> None:
    with pytest.raises(OptionError, match="does not take 'limit'"):
        lab(lambda other: "", Number("limit", "Limit", 1, 5, 3), title="T")


@pytest.mark.parametrize(
    ("answer", "tolerance", "given", "right"),
    [(4, 0, 4, True), (4, 0, 4.001, False), (4, 0.5, 4.5, True), (4, 0.5, 3.5, True), (4, 0.5, 4.51, False)],
)  # fmt: skip
def test_a_number_is_right_up_to_its_tolerance_and_no_further(
    answer: float, tolerance: float, given: float, right: bool
) -> None:
    assert Question("How many?", answer, tolerance=tolerance).is_right(given) is right

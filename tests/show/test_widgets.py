"""Widgets without a browser: a recorder takes the place of the page."""

from __future__ import annotations

import logging
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.errors import OptionError
from gamekit.show import Bet, Choice, Number, Question, Quiz, Table, YesNo, bars, coaching, lab
from gamekit.show.guard import guarded
from gamekit.show.stepper import play, replay


class Page:
    """What a widget sent to its page."""

    def __init__(self, widget: Any) -> None:
        self.widget, self.heard = widget, []
        widget.send = lambda message, buffers=None: self.heard.append(message)

    def ask(self, **message: Any) -> list[dict[str, Any]]:
        before = len(self.heard)
        self.widget._handle_custom_msg(message, [])
        return self.heard[before:]


def test_playing_on_the_page_moves_the_session() -> None:
    widget = play(gk.load("kartenspiel", players=2), seed=3)
    page = Page(widget)
    assert [message["type"] for message in page.ask(do="hello")] == ["all"]
    before = widget.session.step
    page.ask(do="play", action=widget.session.legal()[0], step=before)
    assert widget.session.step > before


def test_a_session_that_is_played_on_the_page_is_the_lesson_s_own() -> None:
    session = gk.load("kartenspiel", players=2).session(seed=3)
    while session.player < 0:
        session.roll()
    widget = play(session)
    assert widget.session is session
    assert widget.table.seats == [None, None]


def test_a_replay_leaves_its_session_alone() -> None:
    session = gk.load("kartenspiel", players=2).session(seed=3)
    while session.player < 0:
        session.roll()
    steps = session.step
    widget = replay(session)
    page = Page(widget)
    assert page.ask(do="hello")[0]["data"]["step"] == 0
    page.ask(do="play", action=widget.session.legal()[0], step=steps)
    assert (session.step, widget.session.step) == (steps, steps + 1)


def test_errors_reach_the_person_as_sentences_with_their_rule(caplog: pytest.LogCaptureFixture) -> None:
    page = Page(play(gk.load("kartenspiel", players=2), seed=3))
    (told,) = page.ask(do="line", line=5)
    assert told == {"type": "error", "text": "There is no such line of play.", "rule": ""}
    assert caplog.records == []


def test_an_unforeseen_error_is_told_and_logged_and_never_shows_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        sentence = ""

        def report(self, sentence: str, rule: str = "") -> None:
            self.sentence = sentence

        @guarded
        def act(self) -> None:
            raise ZeroDivisionError("secret detail")

    broken = Broken()
    with caplog.at_level(logging.ERROR):
        broken.act()
    assert "went wrong in the program" in broken.sentence
    assert "secret detail" not in broken.sentence
    assert "ZeroDivisionError" in caplog.text


def test_the_coach_answers_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "COACH_PLAYOUTS", 40)
    widget = play(gk.load("kartenspiel", players=2, stages=1), seed=3)
    page = Page(widget)
    told = page.ask(do="coach")
    assert told[0]["type"] == "progress"
    answer = told[-1]
    assert answer["type"] == "coach"
    assert {row["action"] for row in answer["rows"]} == set(widget.session.legal())
    wins = [row["win"] for row in answer["rows"]]
    assert wins == sorted(wins, reverse=True)
    assert all(row["win_low"] <= row["win"] <= row["win_high"] for row in answer["rows"])


def test_with_many_moves_the_coach_shares_its_games_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "COACH_GAMES", 20)
    widget = play(gk.load("kartenspiel", players=2, stages=1), seed=3)
    moves = len(widget.session.legal())
    answer = Page(widget).ask(do="coach")[-1]
    assert f"Games played out: {20 // moves * moves}." in answer["text"]


def test_a_page_that_only_plays_loads_nothing_heavy() -> None:
    code = (
        "import sys, gamekit as gk; w = gk.play(gk.load('kartenspiel'), seed=1)\n"
        "w.send = lambda *a, **k: None\n"
        "w._handle_custom_msg({'do': 'hello'}, [])\n"
        "w._handle_custom_msg({'do': 'play', 'action': w.session.legal()[0]}, [])\n"
        "print([m for m in ('matplotlib', 'pandas', 'numba', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_prediction_is_stored_and_nothing_else_happens() -> None:
    bet = Bet("How many?", low=1, high=9)
    page = Page(bet)
    assert page.ask(do="hello")[0]["data"]["stored"] is None
    assert bet.value is None
    assert page.ask(do="store", value=4) == [{"type": "stored", "value": 4}]
    assert (bet.value, bet.said) == (4, "4")
    for wrong in (0, 10, "5", None, True, float("nan")):
        (told,) = page.ask(do="store", value=wrong)
        assert told["type"] == "error"
    assert bet.value == 4


def test_a_prediction_among_choices_is_an_index() -> None:
    bet = Bet("Who wins?", choices=["climber", "greedy"])
    page = Page(bet)
    page.ask(do="store", value=1)
    assert bet.said == "greedy"
    assert page.ask(do="store", value=2)[0]["type"] == "error"


def test_an_endless_quiz_goes_on_and_counts() -> None:
    quiz = Quiz(lambda rng: Question(f"What is {rng.integers(9)}?", 3), seed=5)
    page = Page(quiz)
    first = page.ask(do="hello")[0]["data"]["questions"]
    (second,) = page.ask(do="next")
    assert second["question"] == quiz.questions[1].for_page()
    assert len(first) == 1
    page.ask(do="answered", right=True)
    page.ask(do="answered", right=False)
    assert (quiz.answered, quiz.right) == (2, 1)
    again = Quiz(lambda rng: Question(f"What is {rng.integers(9)}?", 3), seed=5)
    assert again.questions[0] == quiz.questions[0]


def test_a_question_whose_answer_is_no_choice_is_an_error() -> None:
    with pytest.raises(OptionError, match="0 to 1"):
        Question("Which?", 2, choices=("a", "b"))


def test_a_lab_runs_with_checked_values() -> None:
    seen: dict[str, Any] = {}

    def run(limit: int, who: str, fair: bool, progress: Any) -> list[Any]:
        seen.update(limit=limit, who=who, fair=fair)
        progress(0.5)
        return ["Done.", bars({"a": (1, 0, 2)}, alt="one bar"), Table(["x", "y"], [["a", np.int64(3)]], "Numbers")]

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
    assert [part["kind"] for part in result["parts"]] == ["text", "chart", "table"]
    assert result["parts"][2]["rows"] == [["a", "3"]]
    for wrong in ({"limit": 401}, {"limit": 55.5}, {"limit": "<b>"}, {"who": "c"}, {"fair": 1}):
        (told,) = page.ask(do="run", values=wrong)
        assert told["type"] == "error"
    assert page.ask(do="hello")[0]["data"]["result"] == result["parts"]


def test_a_lab_whose_function_fails_says_so_and_can_run_again(caplog: pytest.LogCaptureFixture) -> None:
    def run(limit: int) -> str:
        if limit == 1:
            raise OptionError("The limit 1 is too low.")
        return str(1 / (limit - 2))

    page = Page(lab(run, Number("limit", "Limit", 1, 5, 3), title="T"))
    assert page.ask(do="run", values={"limit": 1})[-1]["text"] == "The limit 1 is too low."
    assert "run stopped: ZeroDivisionError" in page.ask(do="run", values={"limit": 2})[-1]["text"]
    assert page.ask(do="run", values={"limit": 3})[-1]["parts"] == [{"kind": "text", "text": "1.0"}]


def test_a_lab_tells_at_once_when_function_and_controls_do_not_fit() -> None:
    with pytest.raises(OptionError, match="does not take 'limit'"):
        lab(lambda other: "", Number("limit", "Limit", 1, 5, 3), title="T")

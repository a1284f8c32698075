"""The kit: controls from signatures, luck, results on their way, predictions first, checks that never fail silently."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import pytest

from gamekit.errors import OptionError
from gamekit.lessons import kit
from gamekit.show import Choice, Number, YesNo
from gamekit.show.controls import FAST, parts_of
from tests.lessons.notebooks import extremes

pytestmark = pytest.mark.quick


class Page:
    """What a widget sent to its page."""

    def __init__(self, widget: Any) -> None:
        self.widget, self.heard = widget, []
        widget.send = lambda message, buffers=None: self.heard.append(message)

    def ask(self, **message: Any) -> list[dict[str, Any]]:
        before = len(self.heard)
        self.widget._handle_custom_msg(message, [])
        return self.heard[before:]


def test_controls_come_from_the_signature() -> None:
    def many(turns=60, share=0.5, quick=True, way: Literal["up", "down"] = "down", speed=35, who="a"):
        """Many controls."""
        return f"{turns} {share} {quick} {way} {speed} {who}"

    panel = kit.panel(
        many, turns=(1, 200), share=(0.0, 1.0), speed=np.arange(0, 75, 5), who={"Anna": "a", "Ben": "b"},
        labels={"turns": "Turns of the dial"}, units={"speed": "mph"},
    )  # fmt: skip
    turns, share, quick, way, speed, who = panel.controls
    assert speed == Number("speed", "Speed", 0, 70, 35, 5, "mph")
    assert turns == Number("turns", "Turns of the dial", 1, 200, 60)
    assert share == Number("share", "Share", 0.0, 1.0, 0.5, 0.01)
    assert quick == YesNo("quick", "Quick", True)
    assert isinstance(way, Choice)
    assert (list(way.choices), way.value) == (["up", "down"], "down")
    assert isinstance(who, Choice)
    assert (list(who.choices), who.value) == (["Anna", "Ben"], "Anna")
    assert panel.title == "Many controls"
    assert panel.answer(who="Ben", speed=35) == "60 0.5 True down 35 b"


def test_a_parameter_that_nobody_can_guess_is_asked_for() -> None:
    def run(n=4):
        return "x"

    with pytest.raises(OptionError, match="What may 'n' be"):
        kit.panel(run)
    with pytest.raises(OptionError, match="no parameter 'm'"):
        kit.panel(run, n=(1, 9), m=(1, 2))
    with pytest.raises(OptionError, match="does not lie between"):
        kit.panel(run, n=(5, 9))


def test_numbers_of_a_model_reach_the_function_as_plain_numbers() -> None:
    def run(mph=50):
        return repr(mph)

    panel = kit.panel(run, mph=np.arange(0, 75, 5))
    assert [panel.answer(**values) for values in extremes(panel)] == ["0", "70"]
    with pytest.raises(OptionError, match="allowed are 0 to 70"):
        panel.answer(mph=75)


def draw(rng, n=5):
    """A draw."""
    return f"{n} {rng.integers(1_000_000_000)}"


def test_every_press_brings_new_luck_and_the_same_luck_can_be_had_again() -> None:
    page = Page(kit.panel(draw, n=(1, 9)))
    first, second = page.ask(do="run")[-1], page.ask(do="run")[-1]
    assert first["seed"] != second["seed"]
    assert first["parts"] != second["parts"]
    assert page.ask(do="run", seed=first["seed"])[-1]["parts"] == first["parts"]
    assert not second["live"], "what is drawn by lot waits for its button"
    assert page.ask(do="run", seed="x")[-1]["type"] == "error"


def test_what_answers_at_once_follows_its_controls() -> None:
    def quick(n=4):
        return f"{n * n}"

    def slow(n=4):
        begun = time.thread_time()
        while time.thread_time() - begun < 3 * FAST:
            pass
        return f"{n}"

    assert Page(kit.panel(quick, n=(1, 9))).ask(do="run", values={"n": 3})[-1]["live"]
    assert not Page(kit.panel(slow, n=(1, 9))).ask(do="run")[-1]["live"]


def test_a_mistake_in_a_cell_is_told_to_whoever_wrote_it_and_not_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(n=4):
        return missing * n  # noqa: F821

    assert Page(kit.panel(broken, n=(1, 9))).ask(do="run")[-1]["text"] == (
        "The function broken stopped: NameError: name 'missing' is not defined"
    )
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    assert "missing" not in Page(kit.panel(broken, n=(1, 9))).ask(do="run")[-1]["text"]


def test_results_are_shown_on_their_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.show.controls.SEEN", 0.0)

    def counting(n=3) -> Iterator[str]:
        for k in range(n):
            yield f"so far {k}"

    heard = Page(kit.panel(counting, n=(1, 9))).ask(do="run")
    assert [one["type"] for one in heard] == ["partly"] * 3 + ["result"]
    assert heard[-1]["parts"] == [{"kind": "text", "text": "so far 2"}]


def test_a_panel_opens_when_its_prediction_is_stored() -> None:
    bet = kit.bet("How many?")
    page = Page(kit.panel(draw, n=(1, 9), after=bet))
    assert page.ask(do="hello")[0]["data"]["closed"]
    Page(bet).ask(do="store", value=30)
    assert page.heard[-1] == {"type": "open"}
    assert not page.ask(do="hello")[0]["data"]["closed"]


def test_a_function_is_tried_case_by_case_and_no_python_is_shown() -> None:
    def twice(number):
        return 1 // number if number < 1 else number * 2

    verdict = kit.check(twice, [(2, 4), (3, 7, "so it was wished"), (0, 0)])
    assert not verdict
    assert verdict.passed == (True, False, False)
    assert list(verdict.table.head) == ["number", "your answer", "right answer", "why"]
    html = verdict._repr_html_()
    assert "✓ 4" in html
    assert "✗ 6" in html
    assert "ZeroDivisionError" in html
    assert "twice(" not in html


def test_a_verdict_names_the_function_where_its_code_is_seen_and_not_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOILA_BASE_URL", raising=False)
    assert str(kit.check(abs, [(-1, 1)])) == "abs: 1 of 1 cases right."
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    assert str(kit.check(abs, [(-1, 1)])) == "1 of 1 cases right."


def test_of_many_cases_only_the_wrong_ones_are_shown() -> None:
    verdict = kit.check_against(lambda n: n % 50, lambda n: n, range(60))
    assert str(verdict) == "50 of 60 as the rules say."
    assert len(verdict.table.rows) == 10
    assert kit.check_against(abs, abs, range(60)).table.rows == []


def test_simulated_exact_and_predicted_stand_side_by_side() -> None:
    found = kit.compare(np.array([True] * 30 + [False] * 70), Fraction(1, 4), bet=40)
    assert found.sentence == "By lot 30 of 100 (21.89 to 39.58); exactly 25 of 100. You predicted 40."
    assert "exactly 25" in found.chart.alt
    assert "misses" in kit.compare([True] * 100, 0.5).sentence
    assert kit.compare([2, 4, 6], 4, unit="turns").sentence.startswith("By lot 4 turns (")


def test_an_estimate_closes_in_on_the_exact_line() -> None:
    rng = np.random.default_rng(4)
    steps = list(kit.closing_in(lambda k: rng.random(k) < 0.3, 2_000, 0.3))
    assert len(steps) > 10
    assert [said for _chart, said in steps][-1].startswith("After 2,000: ")
    assert "exactly 30" in steps[-1][0].alt


def test_wins_of_100_have_intervals_between_0_and_100_however_few_the_games() -> None:
    few = np.array([100.0, *[0.0] * 19])
    assert kit.estimate(few).low < 0 <= kit.estimate(few, (0, 100)).low
    never = kit.estimate(np.zeros(20), (0, 100))
    assert (never.value, never.low) == (0, 0)
    assert never.high > 10
    for _chart, said in kit.closing_in(lambda k: few[:k], 20, bounds=(0, 100)):
        assert "−" not in said


def test_questions_say_what_is_wrong_with_them() -> None:
    assert kit.question("1 + 1?", [2, 3], answer=3, reasons={2: "no"}).reasons == {0: "no"}
    with pytest.raises(OptionError, match="must be one of them"):
        kit.question("1 + 1?", [2, 3], answer=4)
    with pytest.raises(OptionError, match="must differ"):
        kit.question("1 + 1?", [2, 2], answer=2)


def test_what_is_written_reaches_the_program() -> None:
    field = kit.exercise(3)
    assert Page(field).ask(do="hello")[0]["data"]["key"] == "exercise-3"
    Page(field).ask(do="written", text="because")
    assert field.text == "because"


def test_what_closes_in_may_draw_fewer_than_asked_but_not_nothing_for_ever() -> None:
    *_, (_chart, said) = kit.closing_in(lambda k: [True] * ((k + 1) // 2), 50)
    assert said.startswith("After 50")
    with pytest.raises(OptionError, match="nothing fits"):
        list(kit.closing_in(lambda k: [], 50))


def test_words_between_stars_stand_out_in_a_panel_as_well_and_lines_stay_lines() -> None:
    assert parts_of(kit.say("It is *7*.", "So be it.")) == [
        {"kind": "text", "text": "It is 7.", "pieces": ["It is ", "7", "."]},
        {"kind": "text", "text": "So be it.", "pieces": ["So be it."]},
    ]
    assert parts_of("2 * 3 * 4") == [{"kind": "text", "text": "2 * 3 * 4"}]


def test_a_share_of_100_of_a_single_number_is_refused_instead_of_counted_as_yes() -> None:
    with pytest.raises(OptionError, match="many times yes or no"):
        kit.hundred(0.5)


def test_the_rules_a_question_names_are_shown_in_words_whichever_game_they_are_of() -> None:
    asked = kit.question("Debts?", ["paid", "kept"], answer="kept", rules=("AA-25",))
    for card in (kit.exercise(1, asked), kit.quiz(asked), kit.exit_ticket(asked)):
        shown = Page(card).ask(do="hello")[0]["data"]
        assert shown["rules"]["AA-25"]["title"] == "Debts"
    with pytest.raises(OptionError, match="No game has a rule XX-99"):
        kit.quiz(kit.question("?", answer=1, rules=("XX-99",)))

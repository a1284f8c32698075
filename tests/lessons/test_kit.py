"""The kit: controls from signatures, luck, results on their way, predictions first, checks that never fail silently."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import pytest

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import use_language
from gamekit.lessons import kit
from gamekit.lessons.kit.checks import spell_out
from gamekit.widgets import Choice, Number, Numbers, YesNo
from gamekit.widgets.controls import control_of
from gamekit.widgets.panel import Unwatched, parts_of
from tests.lessons.notebooks import extremes
from tests.widgets.widget_page import Page

pytestmark = pytest.mark.quick


def test_a_set_is_told_in_alphabetical_order_and_accents_do_not_count() -> None:
    assert spell_out({"Zürich", "Österreich", "Oslo", "École", "Erfurt"}) == "École, Erfurt, Oslo, Österreich, Zürich"


def test_where_decimals_have_a_comma_another_sign_parts_numbers() -> None:
    with use_language("de"):
        assert [kit.join_numbers(one) for one in ([0.5, 2], [1, 2])] == ["0,5; 2", "1, 2"]


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


def test_from_five_evenly_spaced_numbers_on_a_list_is_a_slider() -> None:
    def show(number):
        return f"{number}"

    many, few, uneven = range(2, 12, 2), range(2, 10, 2), [2, 4, 6, 8, 11]
    (control,) = kit.panel(show, number=many).controls
    assert control == Number("number", "Number", 2, 10, 6, 2)
    for short in (few, uneven):
        (control,) = kit.panel(show, number=short).controls
        assert isinstance(control, Choice)
        assert list(control.choices) == [str(one) for one in short]


@pytest.mark.parametrize("list_of", [list, np.array])
def test_numbers_in_steps_of_a_tenth_are_a_slider_however_they_are_rounded(list_of: Any) -> None:
    def show(share):
        return f"{share}"

    (control,) = kit.panel(show, share=list_of([0.1, 0.2, 0.1 + 0.2, 0.4, 0.5, 0.6, 0.7])).controls
    assert control == Number("share", "Share", 0.1, 0.7, pytest.approx(0.4), 0.1)
    assert control.check(0.30000000000000004) == pytest.approx(0.3)


def test_where_a_list_has_a_range_a_reader_types_one() -> None:
    def total(km=(200, 350)):
        return f"{sum(km)}"

    panel = kit.panel(total, km=(0, 800), labels={"km": "Our results"}, units={"km": "km"})
    assert panel.controls == [Numbers("km", "Our results", 0, 800, (200, 350), unit="km")]
    assert (panel.answer(), panel.answer(km=[90])) == ("550", "90")
    told = control_of(panel.controls[0].tell_page())
    assert told.check([7.0, 800]) == [7, 800]
    with pytest.raises(OptionError, match="Our results: allowed are 1 to 100 whole numbers from 0 to 800"):
        told.check([7, None])
    for wrong in ([], [True], [7.5], [801]):
        with pytest.raises(OptionError, match="Our results"):
            told.check(wrong)


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


def test_luck_that_is_held_stays_while_controls_move_until_other_luck_is_asked_for() -> None:
    page = Page(kit.panel(draw, n=(1, 9), luck=True))
    first = page.ask(do="run")[-1]
    assert first["live"]
    moved = page.ask(do="run", seed=first["seed"], values={"n": 2})[-1]
    assert moved["live"]
    assert moved["seed"] == first["seed"]
    assert page.ask(do="run")[-1]["seed"] != first["seed"]
    assert page.widget.pack_alone()["data"]["seed"] == 1


def test_a_panel_that_runs_is_not_run_a_second_time_and_can_be_stopped() -> None:
    def run(progress, n=4):
        refused.extend(page.ask(do="run"))
        page.ask(do="stop")
        progress(0.5)
        return "done"

    def counting(n=9):
        for k in range(n):
            if k == 1:
                counted.ask(do="stop")
            yield f"so far {k}"

    refused: list[Any] = []
    page, counted = Page(kit.panel(run, n=(1, 9))), Page(kit.panel(counting, n=(1, 9)))
    result = page.ask(do="run")[-1]
    assert [one["type"] for one in refused] == ["error"]
    assert result["type"] == "result"
    assert result["parts"][0]["text"] not in ("", "done")
    assert counted.ask(do="run")[-1]["parts"][0]["text"] == "so far 1"


def test_what_answers_at_once_follows_its_controls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.widgets.panel.FAST", 0.02)

    def quick(n=4):
        return f"{n * n}"

    def wait() -> str:
        begun = time.thread_time()
        while time.thread_time() - begun < 0.05:
            pass
        return ""

    def slow(n=4):
        return wait() or f"{n}"

    class Drawing:
        alt = "a chart that is drawn slowly"
        svg = property(lambda self: wait())

    ran = []

    def slow_at_first(n=4):
        ran.append(slow() if not ran else "")
        return f"{n}"

    assert not Page(kit.panel(lambda n=4: Drawing(), n=(1, 9))).ask(do="run")[-1]["live"]
    assert Page(kit.panel(quick, n=(1, 9))).ask(do="run", values={"n": 3})[-1]["live"]
    assert not Page(kit.panel(slow, n=(1, 9))).ask(do="run")[-1]["live"]
    assert Page(kit.panel(slow_at_first, n=(1, 9))).ask(do="run")[-1]["live"], "the first time, libraries are loaded"


def test_a_mistake_in_a_cell_is_told_to_whoever_wrote_it_and_not_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(n=4):
        return missing * n  # noqa: F821

    assert Page(kit.panel(broken, n=(1, 9))).ask(do="run")[-1]["text"] == (
        "The function broken stopped: NameError: name 'missing' is not defined"
    )
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    assert "missing" not in Page(kit.panel(broken, n=(1, 9))).ask(do="run")[-1]["text"]


def test_results_are_shown_on_their_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.widgets.panel.SEEN", 0.0)

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
    for waits, result in ((bet, None), (None, [{"kind": "text", "text": "4"}])):
        data = kit.panel(lambda n=4: f"{n}", n=(3, 5), after=waits).pack_alone()["data"]
        assert (data["result"], data["closed"], data["seed"]) == (result, waits is not None, None), "not yet told"


def test_two_panels_that_open_at_once_import_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    other, known = threading.Thread(target=lambda: kit.bars), kit.import_module

    def importing(module: str) -> Any:
        if other.ident is None:
            other.start()
            other.join(0.5)
            assert other.is_alive(), "it waits"
        return known(module)

    monkeypatch.setattr(kit, "import_module", importing)
    assert callable(kit.compare)
    other.join()


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


def test_a_panel_shows_under_a_verdict_its_table_if_that_has_rows() -> None:
    wrong, right = kit.check(abs, [(-1, 2)]), kit.check_against(abs, abs, range(60))
    assert [one["kind"] for one in parts_of(wrong)] == ["judged", "table"]
    assert [one["kind"] for one in parts_of(right)] == ["judged"]
    assert str(right) == "abs: 60 of 60 as the rules say."


def test_every_case_is_given_a_copy_of_its_own_down_to_the_last_list() -> None:
    cases = [([[1, 2], [3]], 3), ([[], [4]], 1)]

    def use_up(rows):
        count = 0
        while rows:
            row = rows.pop()
            while row:
                row.pop()
                count += 1
        return count

    for _again in range(2):
        assert kit.check(use_up, cases).passed == (True, True)
        assert kit.check_against(use_up, use_up, [given for given, _wanted in cases])
    assert cases == [([[1, 2], [3]], 3), ([[], [4]], 1)]
    assert "1, 2, 3" in repr(kit.check(use_up, cases)), "what was given is shown as it was"


class Awkward:
    """What cannot be copied, compared or written down."""

    def __deepcopy__(self, memo):
        raise TypeError("no copies")

    def __eq__(self, other):
        raise ValueError("no comparison")

    def __repr__(self):
        raise RuntimeError("no words")

    __hash__ = None


NOT_THIRTY = {
    "a text": ("30", "30 (a text)"),
    "a tuple": ((30,), "30 (a tuple)"),
    "a set": ({30}, "30 (a set)"),
    "a list": ([30], "30 (a list)"),
    "an array": (np.array([30]), "30 (an array)"),
    "a dictionary": ({30: 1}, "30: 1 (a dictionary)"),
    "yes": (True, "yes (yes or no)"),
    "nothing": (None, "nothing: is there a return?"),
    "a generator": ((n for n in [30]), "a generator: list(…) makes a list of it"),
    "a map": (map(int, ["30"]), "a generator: list(…) makes a list of it"),
    "a function": (max, "a function: it was not called"),
    "another number": (31, "31"),
    "nearly 30": (30 + 1e-6, "30.000001"),
    "a negative number": (np.int64(-30), "−30"),
    "not a number": (float("nan"), "nan"),
    "a very long number": (10**9_999, "int"),
    "a very long list": (list(range(9_999)), "…"),
    "something awkward": (Awkward(), "Awkward (Awkward)"),
}


@pytest.mark.parametrize("kind", NOT_THIRTY)
def test_whatever_a_function_returns_gets_a_sentence_that_names_the_kind_where_it_is_the_difference(kind: str) -> None:
    answer, told = NOT_THIRTY[kind]
    verdict = kit.check(lambda: answer, [((), 30)])
    assert not verdict
    said, wanted = verdict.table.rows[0][:2]
    assert said.text.startswith(told) or (told == "…" and said.text.endswith("… (a list)") and len(said.text) < 400)
    assert wanted.startswith("30")
    assert said.text != wanted
    assert verdict._repr_html_()


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [(np.array([1, 2]), [1, 2]), ((1, 2), [1, 2]), ([1.0, 2 + 1e-12], (1, 2)), (range(1, 3), [1, 2]),
     (np.int64(30), 30), (np.float32(0.5), Fraction(1, 2)), (np.array(30), 30), (np.bool_(True), True),
     ({"a": 0.1 + 0.2}, {"a": 0.3}), ([[0.1 + 0.2], "x"], [[0.3], "x"]), (frozenset({1}), {1}), (None, None),
     (float("inf"), float("inf")), (np.str_("R"), "R"), ([], ())],
)  # fmt: skip
def test_what_means_the_same_is_right(answer: Any, wanted: Any) -> None:
    assert kit.check(lambda: answer, [((), wanted)])


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [([1, 2], [2, 1]), ([1], [1, 2]), ([1, 2, 3], [1, 2]), (["1", 2], [1, 2]), ([[1], 2], [1, 2]), ({1}, [1]),
     ({"a": 1}, {"b": 1}), ({"a": 1}, {"a": 1, "b": 2}), ({"a": 1, "b": 2}, {"a": 1}), ("12", [1, 2]), (0, None),
     (False, None), ("", None), (1, "1"), ([], 0), ({}, [])],
)  # fmt: skip
def test_what_means_something_else_is_wrong_and_told_apart(answer: Any, wanted: Any) -> None:
    verdict = kit.check(lambda: answer, [((), wanted)])
    assert not verdict
    said, right = verdict.table.rows[0]
    assert said.text != right


@pytest.mark.parametrize(
    ("answer", "wanted", "good"),
    [(1e12 + 100, 1e12, True), (1e12 + 10_000, 1e12, False), (1e-10, 0, True), (1e-8, 0, False),
     (0.5 + 1e-10, 0.5, True), (0.5 + 1e-8, 0.5, False), (0, float("inf"), False), (float("inf"), 0, False),
     (-1e12 - 100, -1e12, True), (-1e12 - 10_000, -1e12, False)],
)  # fmt: skip
def test_numbers_may_be_off_by_rounding_relatively_if_large_and_absolutely_if_small(
    answer: float, wanted: float, good: bool
) -> None:
    assert bool(kit.check(lambda: answer, [((), wanted)])) is good


def test_whatever_goes_wrong_in_one_case_is_told_there_and_the_others_are_tried() -> None:
    class Mine(Exception):
        def __str__(self):
            raise RuntimeError("no words")

    def fails(n):
        if n == 0:
            raise Mine
        if n == 1:
            sys.exit("bye")
        if n == 2:
            return fails(n)
        if n == 3:
            raise OptionError("A sentence of the package.")
        return n

    verdict = kit.check(fails, [(n, n) for n in range(6)])
    assert verdict.passed == (False, False, False, False, True, True)
    told = [row[1].text for row in verdict.table.rows]
    assert told[:4] == [
        "stopped with Mine",
        "stopped with SystemExit: bye",
        f"stopped with RecursionError: {told[2].partition(': ')[2]}",
        "stopped with A sentence of the package.",
    ]
    assert not kit.check(7, [(1, 1)]), "what is no function is told, too"


def endless(n):
    """Swallows whatever is raised in it."""
    while n:
        try:
            n += 1
        except:  # noqa: E722
            n += 2
    return 0


@pytest.mark.parametrize("thread", ["main thread", "another thread"])
def test_a_function_that_never_ends_is_stopped_and_told_wherever_it_runs(thread: str) -> None:
    found: list[Any] = []

    def run() -> None:
        found.append(kit.check(endless, [(0, 0), (1, 0), (0, 0)], seconds=1.5))

    if thread == "main thread":
        run()
    else:
        worker = threading.Thread(target=run)
        worker.start()
        worker.join()
    (verdict,) = found
    assert verdict.passed == (True, False, False)
    told = [row[1].text for row in verdict.table.rows]
    assert told == ["0", "stopped after 1.5 seconds: does it ever end?", "not tried any more"]


def test_who_interrupts_a_check_is_obeyed_and_nothing_is_stopped_afterwards() -> None:
    def interrupted(n):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kit.check(interrupted, [(1, 1)], seconds=60)
    for _again in range(50):  # each ends about when it would be stopped: a late exception must not strike elsewhere
        kit.check(lambda n: time.sleep(0.002), [(1, None)], seconds=0.002)
    time.sleep(0.05)


def test_a_verdict_names_the_function_where_its_code_is_seen_and_not_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOILA_BASE_URL", raising=False)
    assert str(kit.check(abs, [(-1, 1)])) == "abs: 1 of 1 cases right."
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    assert str(kit.check(abs, [(-1, 1)])) == "1 of 1 cases right."


def test_simulated_exact_and_predicted_stand_side_by_side() -> None:
    found = kit.compare(np.array([True] * 30 + [False] * 70), Fraction(1, 4), bet=40)
    assert found.sentence == "Simulated 30 of 100 (21.89 to 39.58); exactly 25 of 100. You predicted 40."
    assert "exactly 25" in found.chart.alt
    assert "misses" in kit.compare([True] * 100, 0.5).sentence
    assert kit.compare([2, 4, 6], 4, unit="turns").sentence.startswith("Simulated 4 turns (")


def test_an_estimate_closes_in_on_the_exact_line() -> None:
    rng = np.random.default_rng(4)
    steps = list(kit.closing_in(lambda k: rng.random(k) < 0.3, 2_000, 0.3, bet=40))
    assert len(steps) > 10
    assert [said for _chart, said in steps][-1].startswith("After 2,000: ")
    assert "exactly 30" in steps[-1][0].alt
    assert steps[-1][0].outcome.figures[0].exact == 30


def test_wins_of_100_have_intervals_between_0_and_100_however_few_the_games() -> None:
    few = np.array([100.0, *[0.0] * 19])
    assert kit.estimate(few).low < 0 <= kit.estimate(few, (0, 100)).low
    never = kit.estimate(np.zeros(20), (0, 100))
    assert (never.value, never.low) == (0, 0)
    assert never.high > 10
    for _chart, said in kit.closing_in(lambda k: few[:k], 20, bounds=(0, 100)):
        assert "−" not in said
        assert "of 100" not in said, "these are numbers and no shares"


def test_questions_say_what_is_wrong_with_them() -> None:
    assert kit.question("1 + 1?", [2, 3], answer=3, reasons={2: "-1 off"}).reasons == {0: "−1 off"}
    with pytest.raises(OptionError, match="must be one of them"):
        kit.question("1 + 1?", [2, 3], answer=4)
    with pytest.raises(OptionError, match="must differ"):
        kit.question("1 + 1?", [2, 2], answer=2)


def test_what_is_written_reaches_the_program() -> None:
    field = kit.exercise(3)
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


@pytest.mark.parametrize(("cases", "most", "shown"), [(13, 4, 4), (13, 13, 13), (13, 99, 13), (12, 4, 12), (13, 0, 0)])
def test_of_many_cases_at_most_so_many_wrong_ones_are_shown(cases: int, most: int, shown: int) -> None:
    verdict = kit.check(lambda n: n + 1, [(n, n) for n in range(cases)], most=most)
    assert (verdict.passed, len(verdict.table.rows)) == ((False,) * cases, shown)
    good = kit.check(lambda n: n, [(n, n) for n in range(cases)], most=most)
    assert (bool(good), len(good.table.rows)) == (True, 0 if cases > 12 else cases)


@pytest.mark.parametrize(
    ("tolerance", "read"),
    [(0, 59.61684696), (0.05, 59.617), (0.1, 59.62), (0.9, 59.62), (1, 59.6), (9, 59.6), (10, 60)],
)
def test_a_right_number_is_told_a_digit_finer_than_it_must_be(tolerance: float, read: float) -> None:
    asked = kit.question("How far?", answer=59.61684696, tolerance=tolerance, unit="km")
    assert (asked.answer, asked.unit) == (read, "km")
    assert abs(asked.answer - 59.61684696) <= tolerance


def test_a_run_draws_nothing_on_the_way_while_others_wait() -> None:
    def thrown(rng, n=1_000):
        """Dice thrown."""
        yield f"{n} so far"
        yield f"{n} dice"

    panel = kit.panel(thrown, n=(1, 10_000), rough={"n": 50})
    for crowded in (False, True):
        run, heard = Unwatched(), list[Any]()
        run.crowded = crowded
        assert panel.carry_out(panel.make_arguments({}), 7, run, heard.append).parts[0]["text"] == "1000 dice"
        assert bool(heard) is not crowded


def test_what_takes_long_shows_a_first_rough_answer_with_the_same_luck() -> None:
    def thrown(rng, progress, n=1_000, side=6):
        """Dice thrown."""
        progress(1.0)
        return f"{n} dice of {side}: {rng.integers(10**9)}"

    panel = kit.panel(thrown, n=(1, 10_000), side=(2, 20), rough={"n": 50})
    heard: list[Any] = []
    whole = panel.carry_out(panel.make_arguments({"side": 9}), 7, Unwatched(), heard.append).parts
    assert [parts[0]["text"].split(":")[0] for parts in (*heard, whole)] == ["50 dice of 9", "1000 dice of 9"]
    assert "rough" in heard[0][-1]["text"]
    assert heard[0][0]["text"].split(":")[1] == whole[0]["text"].split(":")[1]
    panel.carry_out(panel.make_arguments({"n": 50}), 7, Unwatched(), heard.append)
    assert len(heard) == 1, "where little is asked there is nothing rougher"
    two = kit.panel(thrown, n=(1, 10_000), side=(2, 20), rough={"n": 50, "side": 12})
    two.carry_out(two.make_arguments({"side": 9}), 7, Unwatched(), heard.append)
    assert heard[-1][0]["text"].startswith("50 dice of 9"), "nothing in a rough answer is finer than was asked"
    with pytest.raises(OptionError, match="other values of n, side"):
        kit.panel(thrown, n=(1, 10_000), side=(2, 20), rough={"games": 50})


def test_what_is_folded_is_shown_without_its_marks_and_tags_of_its_own_are_text() -> None:
    folded = kit.fold("A <solution>", "*7* of 100.", "-1 & so.")
    html = "<summary>A &lt;solution&gt;</summary><p><strong>7</strong> of 100.</p><p>−1 &amp; so.</p></details>"
    assert html in folded._repr_html_()
    assert repr(folded) == "A <solution>\n7 of 100.\n−1 & so."
    assert [part["text"] for part in parts_of(folded)] == ["A <solution>", "7 of 100.", "−1 & so."]


def test_a_verdict_that_cannot_be_told_has_a_sign_of_its_own() -> None:
    said = [kit.judged(verdict, "Fair.") for verdict in (True, np.False_, None)]
    assert [str(one) for one in said] == [str(kit.right("Fair.")), str(kit.wrong("Fair.")), "? Fair."]
    assert [part["right"] for part in parts_of(said)] == [True, False, None]
    assert not said[2]
    cells = kit.table(["x"], [[1.5], [True], *([one] for one in said)])._repr_html_()
    assert re.findall(r'<td(?: class="gk-(\w+)")?>', cells) == ["number", "", "good", "bad", "number"]


def test_estimates_are_apart_by_their_whole_intervals_whichever_comes_first() -> None:
    few, low, high = kit.of_hundred(5, 10), kit.of_hundred(4_000, 10_000), kit.of_hundred(5_000, 10_000)
    assert [kit.apart(*pair) for pair in ((low, high), (high, low), (few, low))] == [True, True, False]


def test_the_typical_distance_is_the_standard_deviation_and_its_interval_holds_it() -> None:
    values = np.random.default_rng(5).normal(3, 7, 10_000)
    found = kit.typical(values - values.mean())
    assert found.value == pytest.approx(values.std())
    assert found.low < 7 < found.high < 7.3


def test_an_exercise_has_its_hint_and_its_solution_to_unfold() -> None:
    asked = kit.question("6 · 7?", answer=42)
    assert kit.exercise(1, asked).data()["folds"] == []
    folds = kit.exercise(1, asked, hint="Add -1.", solution="42.").data()["folds"]
    assert [text for _title, text in folds] == ["Add −1.", "42."]
    tries = [kit.exercise(1, kit.question("Which?", range(n), answer=0)).tries for n in (2, 3)]
    assert tries == [1, 2], "of two the other one is known then"


def test_a_percentage_is_written_with_one_decimal_at_most() -> None:
    assert [str(kit.of_hundred(count, 20_000)) for count in (19_999, 5)] == [
        "100.0 (100.0 to 100.0)",
        "0.0 (0.0 to 0.1)",
    ]


def test_a_chart_keeps_the_limits_that_it_is_given() -> None:
    few = kit.distribution({1: 10, 2: 20}, xlim=(0, 5), ylim=(0, 50))
    assert (few._axes.get_xlim(), few._axes.get_ylim()) == ((0, 5), (0, 50))
    assert kit.bars({"a": 3}, xlim=(0, 50))._axes.get_xlim() == (0, 50)

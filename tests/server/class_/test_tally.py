"""What the teacher's board counts, and what the projector may show."""

from __future__ import annotations

import itertools
import json
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import use_language
from gamekit.server.class_ import distribution
from gamekit.server.class_ import results as tally
from gamekit.server.class_.schemas import AskedQuestion, ClassSettings, Result, SentFigure
from gamekit.server.class_.store import ClassInfo, Member, Store
from tests.server.class_.said import LESSON, answer, bet, board, step


@given(st.lists(st.integers(0, 400)), st.integers(1, 400), st.sampled_from([0.5, 1, 5]))
def test_every_value_falls_into_one_bin(values: list[int], high: int, size: float) -> None:
    places = int(high / size)
    inside = [number * size for number in values if number <= places]
    counted = distribution.make_bins(inside, 0, high, size)
    assert len(counted) <= distribution.MOST_BINS
    assert sum(count for _low, _high, count in counted) == len(inside)
    for low, top, count in counted:
        assert count == sum(low - 1e-6 <= value <= top + 1e-6 for value in inside)


def test_free_numbers_are_counted_by_how_often_they_were_given_and_have_the_same_bars_in_every_round() -> None:
    bars = distribution.count_bars(AskedQuestion(text="?", answer=6, tolerance=0.5), [6, 6, 3, *range(100, 120)])
    assert (bars[0]["text"], bars[0]["count"], bars[0]["right"]) == ("3", 1, False)
    assert (bars[1]["text"], bars[1]["count"], bars[1]["right"]) == ("6", 2, True)
    assert (bars[-1]["text"], bars[-1]["count"]) == ("others", 11)
    free = AskedQuestion(text="?", answer=6)
    rounds = distribution.count_rounds(free, [[6, 6, 3], [4], []], ranked=False)
    assert {tuple(bar["text"] for bar in one) for one in rounds} == {("3", "4", "6")}, (
        "a bar is one number in all rounds"
    )
    assert [[bar["count"] for bar in one] for one in rounds] == [[1, 0, 2], [0, 1, 0], [0, 0, 0]]
    rounds = distribution.count_rounds(free, [[*range(20)], [0]], ranked=False)
    assert [(one[-1]["text"], one[-1]["count"]) for one in rounds] == [("others", 9), ("others", 0)]


def test_what_came_out_stands_where_its_bar_is() -> None:
    asked = AskedQuestion(text="How many of 100?", low=0, high=100, step=1, unit="of 100")
    (one,) = tally.outcome_marks(asked, [SentFigure(value=45.0, low=41.0, high=48.0, exact=500.0)])
    bar = distribution.find_bar(asked, 45)
    bars = len(distribution.count_bars(asked, []))
    assert bar is not None
    assert bar / bars <= one["low"] < one["at"] < one["high"] <= (bar + 1) / bars
    assert one["exact"] == 1.0  # beyond the last bar: at the edge
    assert one["text"] == "simulated 45 of 100 (41 to 48); exactly 500 of 100"
    assert tally.outcome_marks(AskedQuestion(text="Which?", choices=("a", "b")), [SentFigure(exact=1.0)]) == []


@pytest.mark.parametrize(("high", "step"), [(100, 1), (33, 1), (60, 0.5), (400, 1), (27, 1), (17, 1)])
def test_every_value_stands_over_its_bar_also_over_a_wider_one_at_the_end(high: int, step: float) -> None:
    asked = AskedQuestion(text="?", low=0, high=high, step=step)
    bars = len(distribution.count_bars(asked, []))
    for value in (place * step for place in range(round(high / step) + 1)):
        assert int(distribution.place_of(asked, value) * bars) == distribution.find_bar(asked, value)


Ready = tuple[Store, ClassInfo, Member, Member]


@pytest.fixture
def ready(store: Store, info: ClassInfo) -> Ready:
    return store, info, *(store.join(info.id, name, 9)[0] for name in ("Ada", "Ben"))


GERMAN = ["eine 10", "eine 20", "eine 30"]


@pytest.mark.parametrize(
    ("known", "bars", "text"),
    [
        ({"text": "Welche?", "choices": GERMAN, "answer": 1, "is_exit": True}, GERMAN, "Welche?"),
        ({"text": "Welche?", "choices": GERMAN[:2], "answer": 1}, ["10", "20", "30"], "Which?"),
        ({"text": "Welche?", "choices": GERMAN, "answer": 2}, ["10", "20", "30"], "Which?"),
        (None, ["10", "20", "30"], "Which?"),
    ],
    ids=["as its reader has it", "other choices", "another answer", "not known"],
)
def test_answers_in_several_languages_are_one_question_in_the_words_of_who_reads(
    ready: Ready, known: dict[str, Any] | None, bars: list[str], text: str
) -> None:
    store, info, ada, ben = ready
    store.receive(info.id, ada.id, *answer(1, 1))
    store.receive(info.id, ben.id, *answer(1, 1, text="Laquelle ?", choices=["un 10", "un 20", "un 30"]))
    store.find_question = lambda _lesson, _key: (
        None if known is None else AskedQuestion.model_validate_json(json.dumps(known))
    )
    (asked,) = board(store, info)["questions"]
    assert (asked["text"], [bar["text"] for bar in asked["rounds"][0]["bars"]]) == (text, bars)
    assert [bar["count"] for bar in asked["rounds"][0]["bars"]] == [0, 2, 0]
    assert asked["exit"]


@pytest.mark.parametrize(("low", "high", "size"), [(0, 100, 1), (0, 1000, 10), (0, 60, 0.5), (1, 400, 1), (0, 33, 1)])
def test_bins_have_a_round_size_and_none_is_a_scrap(low: float, high: float, size: float) -> None:
    counted = distribution.make_bins([], low, high, size)
    spans = [round(second[0] - first[0], 9) for first, second in itertools.pairwise(counted)]
    assert len(set(spans)) == 1
    assert f"{spans[0]:e}"[0] in "125"
    assert counted[-1][1] == high
    assert high - counted[-1][0] >= spans[0] / 2 - size


CLOSE_WIDTHS = [
    (12, 7, 1), (12, 2.5, 1), (13, 1, 2), (24, 1, 2), (25, 1, 5), (24, 2, 5), (41, 3, 4), (25, 8, 3), (30, 8, 3),
]  # fmt: skip
"""How many values, their step, and how many share a bin."""


@pytest.mark.parametrize(("places", "step", "wide"), CLOSE_WIDTHS)
def test_a_bin_takes_as_few_values_as_fit_into_twelve_also_where_no_round_size_does(places, step, wide) -> None:
    assert distribution.choose_width(places, step) == wide
    assert len(distribution.make_bins([], 0, (places - 1) * step, step)) <= distribution.MOST_BINS


@pytest.mark.parametrize("step", [1e-9, 0.5, 1, -1, 0, None])
def test_bins_reach_to_the_end_of_a_range_however_fine_its_steps(step: float | None) -> None:
    counted = distribution.make_bins([3e6, 5e6], 0, 5e6, step)
    assert counted[-1][1] == pytest.approx(5e6)
    (middle,) = [one for one in counted[:-1] if one[2]]
    assert middle[0] <= 3e6 <= middle[1]
    assert counted[-1][2] == 1
    assert distribution.place_of(AskedQuestion(text="?", low=0, high=5e6, step=step), 2.5e6) == pytest.approx(
        0.5, abs=0.01
    )


@pytest.mark.parametrize("step", [None, 1, 5e-324])
def test_a_range_too_small_to_be_divided_is_counted_all_the_same(step: float | None) -> None:
    asked = AskedQuestion(text="?", low=0, high=5e-324, step=step)
    assert sum(bar["count"] for bar in distribution.count_bars(asked, [0, 0, 5e-324])) == 3
    assert 0 <= distribution.place_of(asked, 0) <= 1


def test_a_step_that_a_question_names_is_kept_and_a_range_of_one_value_is_counted_as_it_is() -> None:
    asked = AskedQuestion(text="?", low=0, high=10, step=1)
    assert [bar["text"] for bar in distribution.count_bars(asked, [])] == [str(number) for number in range(11)]
    assert distribution.place_of(asked, 0) == pytest.approx(0.5 / 11)
    assert distribution.place_of(AskedQuestion(text="?", low=0, high=200), 100) == pytest.approx(0.5, abs=0.01)
    one = AskedQuestion(text="?", low=5, high=5, step=1, answer=5)
    assert [(bar["text"], bar["count"], bar["right"]) for bar in distribution.count_bars(one, [5, 5])] == [
        ("5", 2, True)
    ]
    assert tally.outcome_marks(one, [SentFigure(exact=5.0)]) == []


def test_what_the_teacher_marks_stands_at_its_bar_or_beside_and_in_words(ready: Ready) -> None:
    store, info, ada, _ben = ready
    store.receive(info.id, ada.id, *bet(37, 1))
    store.receive(info.id, ada.id, *bet(7.5, 2, key="bet-2", low=None, high=None, unit="km"))
    store.receive(info.id, ada.id, *answer(1, 3))
    marks = {"bet-1": 37, "bet-2": 7.5, "quiz-1/1": 2}
    results = [Result(lesson=LESSON, key=key, value=value) for key, value in marks.items()]
    with use_language("de"):
        found = board(store, info, settings=ClassSettings(results=results))["questions"]
    assert {one["key"]: one["result"] for one in found} == {
        "bet-1": {"bar": 3, "text": "37"},
        "bet-2": {"bar": None, "text": "7,5 km"},
        "quiz-1/1": {"bar": 2, "text": "30"},
    }


def test_half_a_bin_left_over_is_a_bin_of_its_own_and_less_is_not() -> None:
    assert [distribution.count_bins(places, 10) for places in (4, 10, 14, 15, 20, 24, 25)] == [1, 1, 1, 2, 2, 2, 3]
    assert [distribution.count_bins(places, 5) for places in (12, 13)] == [2, 3]


def test_figures_are_written_as_the_readers_language_writes_them() -> None:
    free = AskedQuestion(text="?", unit="%")
    ranged = AskedQuestion(text="?", low=0.5, high=20.5, step=0.5)
    figure = SentFigure(value=30.25, low=28.5, high=33.125, exact=31.5)
    with use_language("de"):
        assert distribution.find_middle(free, [1.5, 1.5, 2.5]) == {"median": "1,5 %", "mean": "1,833 %"}
        assert distribution.count_bars(free, [1.5])[0]["text"] == "1,5"
        assert distribution.count_bars(ranged, [])[0]["text"] == "0,5–2"
        assert tally.format_figure(figure, "km") == "simuliert 30,25 km (28,5 bis 33,12); exakt 31,5 km"


REPORTS = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from(["bet", "answer", "step", "again", "rename"]), st.integers(0, 2)),
    max_size=25,
)


@settings(max_examples=12, deadline=None)
@given(REPORTS)
def test_reports_kept_in_memory_are_those_of_the_database(sent: list[tuple[int, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(str(Path(folder) / "c.sqlite"))
        store.find_steps = lambda _lesson: ["Play", "Predict", "Run"]
        info = store.open_class("9b")
        pupils = [store.join(info.id, name, 9)[0] for name in ("Ada", "Ben")]
        cache, asked = tally.ReportCache(store), 1
        for turn, (who, what, value) in enumerate(sent, 1):
            cache.read(info.id)
            with suppress(ReportError):
                if what == "step":
                    cache.receive(info.id, pupils[who].id, step(value + 1, turn))
                elif what == "again":
                    asked = store.ask_again(info.id, LESSON, "bet-1")
                elif what == "rename":
                    store.rename(info.id, pupils[who].id, f"Ada {turn}")
                elif what == "bet":
                    cache.receive(info.id, pupils[who].id, *bet(value * 30, turn, number=asked))
                else:
                    cache.receive(info.id, pupils[who].id, *answer(value, turn))
            kept = tally.board_data(cache.read(info.id), info.settings, ())
            assert tally.write_json(kept) == tally.write_json(board(store, info))
        store.close()


def test_an_answer_among_many_is_counted_without_reading_all_others_anew(ready: Ready) -> None:
    store, info, ada, ben = ready
    cache = tally.ReportCache(store)
    cache.receive(info.id, ada.id, *bet(20, 1))
    known = cache.read(info.id)
    cache.receive(info.id, ben.id, *bet(80, 1))
    store.find_question = lambda _lesson, _key: bet(0, text="Wie viele?")[1]
    assert cache.read(info.id) is known
    assert known.questions[LESSON, "bet-1"].text == "Wie viele?", "as whoever reads it now has it"
    store.rename(info.id, ada.id, "Ava")
    assert cache.read(info.id) is not known


def test_a_class_on_its_own_is_where_half_of_those_at_the_lesson_have_come(ready: Ready) -> None:
    store, info, ada, ben = ready
    for pupil, number in ((ada, 1), (ben, 3)):
        store.receive(info.id, pupil.id, step(number, 1))

    def runs(ben_is: str, lesson: str = LESSON) -> dict[str, Any]:
        here = board(store, info, {ada.id: "", ben.id: ben_is})
        return tally.find_current(here, ClassSettings(), lesson, ["Play", "Predict", "Run"])

    found = [[runs(ben_is)[what] for what in ("step", "counts", "count", "of")] for ben_is in ("", "plays Pig")]
    assert found == [[1, [1, 0, 1], 2, 2], [1, [1, 0, 0], 1, 2]], "who plays is at no step"
    assert runs("", "") == {"kind": "free", "count": 0, "of": 2}
    assert tally.find_current({"people": []}, ClassSettings(), "", []) == {"kind": "waiting", "count": 0, "of": 0}

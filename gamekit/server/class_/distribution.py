"""Distributions of answers: bins of a round size, bars, median and mean, and the place of a value among them."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

from gamekit.core.i18n.translation import _, say_number
from gamekit.server.class_.schemas import AskedQuestion

MOST_BINS = 12
MOST_PLACES = 10**6
"""Most steps into which a range is divided; finer ones cannot be seen."""


def make_bins(values: Sequence[float], low: float, high: float, step: float | None) -> list[tuple[float, float, int]]:
    """Count values in bins (first value, last value, count): one per possible value, or at most twelve of a round size.

    >>> make_bins([1, 2, 2, 4], 1, 4, 1)
    [(1, 1, 1), (2, 2, 2), (3, 3, 0), (4, 4, 1)]
    >>> counted = make_bins([0, 37, 100], 0, 100, 1)
    >>> counted[3], counted[-1]
    ((30, 39, 1), (90, 100, 1))
    """
    step = step_of(low, high, step)
    places = math.floor((high - low) / step + 1e-9) + 1
    wide = choose_width(places, step)
    number = count_bins(places, wide)
    counted = Counter(min(min(int((value - low) / step + 1e-9), places - 1) // wide, number - 1) for value in values)
    lasts = [(one + 1) * wide for one in range(number - 1)] + [places]
    return [
        (low + one * wide * step, low + (last - 1) * step, counted[one])
        for one, last in zip(range(number), lasts, strict=True)
    ]


def step_of(low: float, high: float, step: float | None) -> float:
    """Return the step in which a range is counted: `step`, or a hundredth of the range; never zero or too fine."""
    return max(step or (high - low) / 100, (high - low) / MOST_PLACES) or 1.0


def count_bins(places: int, wide: int) -> int:
    """Return the number of bins `wide` values wide; less than half a bin left over joins the last one."""
    return max(1, places // wide + (places % wide * 2 >= wide))


def choose_width(places: int, step: float) -> int:
    """Return how many possible values share a bin, so that its span is 1, 2, 5, 10, 20 … in the values' unit.

    If no such span is near, the smallest number that gives at most `MOST_BINS` bins.

    >>> choose_width(12, 1), choose_width(101, 1), choose_width(21, 5), choose_width(201, 0.5)
    (1, 10, 2, 20)
    """
    if places <= MOST_BINS:
        return 1
    least = next(wide for wide in range(places // MOST_BINS, places + 1) if count_bins(places, wide) <= MOST_BINS)
    for power in range(-9, 16):
        for first in (1, 2, 5):
            wide = first * 10.0**power / step
            if least <= wide <= 2.5 * least and abs(wide - round(wide)) < 1e-6:
                return round(wide)
    return least


def count_rounds(question: AskedQuestion, rounds: list[list[float]], ranked: bool) -> list[list[dict[str, Any]]]:
    """Return the bars of each round, of the same answers in all; `ranked` shows the most frequent choices only."""
    among = None
    if ranked or not question.counted:
        frequent = Counter(value for values in rounds for value in values).most_common(MOST_BINS - 1)
        among = [value for value, _count in frequent]
    counted = [count_bars(question, values, among) for values in rounds]
    most = max(map(len, counted))
    nobody = {"text": _("others"), "count": 0, "right": None}
    return [bars + [nobody] * (most - len(bars)) for bars in counted]


def count_bars(
    question: AskedQuestion, values: Sequence[float], among: Sequence[float] | None = None
) -> list[dict[str, Any]]:
    """Return a distribution as bars: text, count, and whether it is right (None in a bet).

    `among` selects the choices or free numbers shown, by default all choices or the most frequent numbers; the others
    are counted together.
    """
    if question.choices is not None:
        counted = Counter(int(value) for value in values)
        shown = range(len(question.choices)) if among is None else map(int, among)
        bars: list[dict[str, Any]] = [
            {
                "text": question.choices[number],
                "count": counted[number],
                "right": question.is_right(number),
                "choice": number,
            }
            for number in shown
        ]
        rest = len(values) - sum(bar["count"] for bar in bars)
        return bars + ([{"text": _("others"), "count": rest, "right": None}] if rest else [])
    if question.low is not None and question.high is not None and question.low < question.high:
        return [
            {"text": "–".join(say_number(end, "g") for end in sorted({low, high})), "count": count, "right": None}
            for low, high, count in make_bins(values, question.low, question.high, question.step)
        ]
    numbers = Counter(values)
    common = [value for value, _count in numbers.most_common(MOST_BINS - 1)] if among is None else among
    rest = len(values) - sum(numbers[value] for value in common)
    bars = [{"text": say_number(v, "g"), "count": numbers[v], "right": question.is_right(v)} for v in sorted(common)]
    return bars + ([{"text": _("others"), "count": rest, "right": None}] if rest else [])


def find_middle(question: AskedQuestion, values: Sequence[float]) -> dict[str, str] | None:
    """Return median and mean of numbers as text; None for choices, and if there are none.

    >>> find_middle(AskedQuestion(text="How many?"), [1, 2, 6])
    {'median': '2', 'mean': '3'}
    """
    if question.choices is not None or not values:
        return None
    both = {"median": statistics.median(values), "mean": statistics.fmean(values)}
    return {name: f"{say_number(value, '.4g')} {question.unit}".strip() for name, value in both.items()}


def find_bar(question: AskedQuestion, value: float) -> int | None:
    """Return the index of the bar that a value falls into; None if there is none for it.

    >>> find_bar(AskedQuestion(text="How many?", low=0, high=100, step=1), 37)
    3
    """
    if not question.allows(value):
        return None
    bars = count_bars(question, [value])
    return next((place for place, bar in enumerate(bars) if bar["count"]), None)


def place_of(question: AskedQuestion, value: float) -> float:
    """Return the place of a value in its distribution, 0 (left) to 1; values outside are placed at the edge.

    >>> place_of(AskedQuestion(text="How many?", low=0, high=9, step=1), 4.5)
    0.5
    """
    assert question.low is not None
    assert question.high is not None
    step = step_of(question.low, question.high, question.step)
    counted = make_bins([], question.low, question.high, step)
    for place, (low, high, _count) in enumerate(counted):  # the last bin may be a little wider
        if value < high + step / 2 or place == len(counted) - 1:
            share = (value - low + step / 2) / (high - low + step)
            return min(1.0, max(0.0, (place + share) / len(counted)))
    raise AssertionError

"""What came out of something that was predicted: by lot, with its interval, and exactly.

Charts that draw a prediction in keep it; the server that ran the panel tells its class. Nothing is drawn here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

CAME_OUT: Final = "came-out"
"""The kind of message that says it."""
MOST_FIGURES: Final = 6
"""Figures one prediction is told of; a chart with more of them answers no single question."""


@dataclass(frozen=True)
class Figure:
    """One of them: `value` from `low` to `high` by lot, `exact`; None for what is not known. `name` may be empty."""

    name: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    exact: float | None = None

    def tell_page(self) -> dict[str, Any]:
        """As it is sent."""
        return vars(self).copy()


@dataclass(frozen=True)
class Outcome:
    """The figures that stand beside a prediction in a chart. `bet` is the card, or a number that nobody waits for."""

    bet: Any
    figures: tuple[Figure, ...]

    def tell_class(self) -> dict[str, Any] | None:
        """The message that tells a class; None if no card asks for a number."""
        key = getattr(self.bet, "key", None)
        if key is None or not self.figures or getattr(self.bet, "choices", None):
            return None
        return {"type": CAME_OUT, "key": key, "figures": [one.tell_page() for one in self.figures]}


def outcome_of(bet: Any, values: Mapping[str, Any], exact: Mapping[str, Any] | None = None) -> Outcome | None:
    """What a chart's values say to a prediction; None without one. A single figure needs no name.

    A value is a number, which is then exact, or (value, low, high).

    >>> outcome_of(42, {"by lot": (30, 28, 33)}, {"by lot": 31}).figures
    (Figure(name='', value=30.0, low=28.0, high=33.0, exact=31.0),)
    """
    if bet is None or len(values) > MOST_FIGURES:
        return None
    figures = [figure(name if len(values) > 1 else "", one, (exact or {}).get(name)) for name, one in values.items()]
    return Outcome(bet, tuple(one for one in figures if one is not None))


def figure(name: str, value: Any, exact: Any = None) -> Figure | None:
    """One figure; None if nothing in it is a number.

    >>> figure("", 7)
    Figure(name='', value=None, low=None, high=None, exact=7.0)
    """
    try:
        middle, low, high = (float(part) for part in value)
    except TypeError:  # a number alone
        middle = low = high = math.nan if value is None else float(value)
    true = None if exact is None else float(exact)
    if low == high and true is None:
        return Figure(name, exact=middle) if math.isfinite(middle) else None
    if not all(map(math.isfinite, (middle, low, high))) or low == high:
        return None if true is None else Figure(name, exact=true)
    return Figure(name, middle, low, high, true)


def outcomes_in(result: Any) -> Iterator[Outcome]:
    """Everything a panel's function has returned that says what came out."""
    found = getattr(result, "outcome", None)
    if isinstance(found, Outcome):
        yield found
    elif isinstance(result, list | tuple) or hasattr(getattr(result, "chart", None), "outcome"):
        for one in result:
            yield from outcomes_in(one)

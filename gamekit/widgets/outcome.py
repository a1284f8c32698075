"""Results beside a prediction: simulated, with interval, and exact. Charts store them; servers send them to classes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

CAME_OUT: Final = "came-out"
"""Type of the message with an outcome."""
MOST_FIGURES: Final = 6
"""Greatest number of figures beside a prediction; a chart with more answers no single question."""


@dataclass(frozen=True)
class Figure:
    """A result: simulated `value` with interval `low` to `high`, and `exact`; None if unknown. `name` may be empty."""

    name: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    exact: float | None = None

    def tell_page(self) -> dict[str, Any]:
        return vars(self).copy()


@dataclass(frozen=True)
class Outcome:
    """The figures beside a prediction in a chart; `bet` is its card, or a number."""

    bet: Any
    figures: tuple[Figure, ...]

    def tell_class(self) -> dict[str, Any] | None:
        """Return the message for a class, or None without figures or without a card that asks for a number."""
        key = getattr(self.bet, "key", None)
        if key is None or not self.figures or getattr(self.bet, "choices", None):
            return None
        return {"type": CAME_OUT, "key": key, "figures": [one.tell_page() for one in self.figures]}


def outcome_of(bet: Any, values: Mapping[str, Any], exact: Mapping[str, Any] | None = None) -> Outcome | None:
    """Return the figures of a chart beside a prediction; None without prediction or with too many values.

    A value is (value, low, high), or a number, which is exact. A single figure has no name.

    >>> outcome_of(42, {"simulated": (30, 28, 33)}, {"simulated": 31}).figures
    (Figure(name='', value=30.0, low=28.0, high=33.0, exact=31.0),)
    """
    if bet is None or len(values) > MOST_FIGURES:
        return None
    figures = [figure(name if len(values) > 1 else "", one, (exact or {}).get(name)) for name, one in values.items()]
    return Outcome(bet, tuple(one for one in figures if one is not None))


def figure(name: str, value: Any, exact: Any = None) -> Figure | None:
    """Return a value as a `Figure`; None if it is not finite and nothing exact is known.

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
    """Yield the outcomes of all charts in what a panel's function returned."""
    found = getattr(result, "outcome", None)
    if isinstance(found, Outcome):
        yield found
    elif isinstance(result, list | tuple) or hasattr(getattr(result, "chart", None), "outcome"):
        for one in result:
            yield from outcomes_in(one)

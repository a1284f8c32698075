"""A simulated figure beside the exact one and the prediction: at once, or closing in on it step by step.

What is simulated stands in the notebook; intervals are those of gamekit.lab.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import _, say_number
from gamekit.core.svg import join_clauses
from gamekit.lab.estimate import Bounds, Estimate, mean, mean_from, share
from gamekit.show.canvas import Chart, read_prediction, shorten_number
from gamekit.show.charts import bars, lines
from gamekit.show.outcome import outcome_of

FIRST: Final = 10
"""So many are drawn before the first point of a line that closes in."""
GROWS: Final = 1.35
"""Each further point has so many times as many."""
PATIENCE: Final = 20
"""So often in a row nothing may come of drawing."""
HUNDRED: Final = 100


@dataclass(frozen=True)
class Comparison:
    """A figure with its sentence; a notebook and a panel show both. `estimate` is what was simulated."""

    chart: Chart
    sentence: str
    estimate: Estimate

    def __iter__(self) -> Iterator[Chart | str]:
        return iter((self.chart, self.sentence))

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return f"{self.chart._repr_html_()}<p>{self.sentence}</p>"


def compare(
    simulated: ArrayLike | Estimate,
    exact: Any = None,
    *,
    bet: Any = None,
    label: str = "",
    title: str = "",
    unit: str = "",
) -> Comparison:
    """What was simulated, with its interval, beside the exact value and a prediction.

    Parameters
    ----------
    simulated : many results by lot. Yes and no (booleans) become a share, told as so many of 100; numbers their mean.
        Or a finished `Estimate`.
    exact : the true probability or mean, as any kind of number; a probability is told as so many of 100, too.
    bet : a `Bet` or a number in the unit that is shown; drawn once it is stored.
    label, title, unit : what the bar, the figure and its axis are called.

    >>> compare([True, False, True, True], 0.7).sentence
    'By lot 75 of 100 (30.06 to 97.14); exactly 70 of 100.'
    """
    estimate, times = figure_of(simulated)
    unit = unit or (_("of 100") if times == HUNDRED else "")
    true = None if exact is None else times * float(exact)
    label = label or _("by lot")
    chart = bars({label: estimate}, exact=None if true is None else {label: true}, bet=bet, title=title, xlabel=unit)
    return Comparison(chart, sentence(estimate, true, read_prediction(bet), unit), estimate)


def closing_in(
    draw: Callable[[int], ArrayLike],
    n: int,
    exact: Any = None,
    *,
    bounds: Bounds | None = None,
    bet: Any = None,
    title: str = "",
    xlabel: str = "",
    unit: str = "",
) -> Iterator[list[Any]]:
    """Draw more and more by lot, and show after each portion how the estimate closes in on the exact line.

    `draw(k)` gives k results, booleans or numbers; up to `n` are drawn in all. For a panel whose function says
    `yield from kit.closing_in(…)` or returns it. Fewer than k may come back, where not all that was drawn fits; none at
    all twenty times in a row raises `OptionError`. `bounds` as in `estimate`; the others are those of `compare`.

    >>> *_, (chart, said) = closing_in(lambda k: [True] * k, 100, 1.0)
    >>> said
    'After 100: by lot 100 of 100 (96.3 to 100); exactly 100 of 100.'
    """
    counts: list[int] = []
    path: list[Estimate] = []
    total = squares = 0.0
    drawn, times, wanted, tries = 0, 1, min(FIRST, n), 0
    while drawn < n:
        values = np.asarray(draw(wanted - drawn))
        tries = 0 if len(values) else tries + 1
        if tries == PATIENCE:
            raise OptionError(_("Of all that was drawn nothing fits."))
        if drawn + len(values) == 0:
            continue
        times = HUNDRED if values.dtype == bool else 1
        drawn += len(values)
        total, squares = total + float(values.sum()), squares + float((values.astype(float) ** 2).sum())
        found = share(total, drawn) if times == HUNDRED else mean_from(drawn, total, squares, bounds)
        counts.append(drawn)
        path.append(scale(found, times))
        unit = unit or (_("of 100") if times == HUNDRED else "")
        true = None if exact is None else times * float(exact)
        chart = lines(
            counts, {_("by lot"): path}, exact=true, bet=bet, title=title, xlabel=xlabel, ylabel=unit, log=True
        )
        chart.outcome = outcome_of(bet, {"": path[-1]}, None if true is None else {"": true})
        said = sentence(path[-1], true, read_prediction(bet), unit)
        yield [chart, _("After {n}: {said}").format(n=say_number(drawn), said=said[0].lower() + said[1:])]
        wanted = min(n, max(drawn + 1, round(drawn * GROWS)))


def hundred(value: ArrayLike | Estimate) -> Estimate:
    """A share with its interval as so many of 100; also of many times yes or no.

    >>> print(hundred(Estimate(0.25, 0.2, 0.3)))
    25 (20 to 30)
    """
    if isinstance(value, Estimate):
        return scale(value, HUNDRED)
    if np.ndim(value) == 0:
        raise OptionError(f"A share of 100 needs many times yes or no, or an estimate and its interval, not {value!r}.")
    return estimate(np.asarray(value, bool))


def estimate(values: ArrayLike, bounds: Bounds | None = None) -> Estimate:
    """The mean of many numbers by lot with its interval, for a bar or a point; of yes and no, so many of 100.

    `bounds`: the least and the greatest value possible, where they are known, such as (0, 100) for wins of 100. The
    interval then stays within them, also where few games were played or all ended alike.

    >>> estimate([2, 2, 2]).value
    2.0
    >>> print(estimate([0] * 20, (0, 100)))
    0 (0 to 17)
    """
    values = np.asarray(values)
    return figure_of(values)[0] if values.dtype == bool else mean(values, bounds)


def typical(distances: ArrayLike) -> Estimate:
    """Return how far results typically lie off: the root of the mean square of their distances, with its interval.

    Parameters
    ----------
    distances : array_like of float
        How far each result lies from what it is compared with, on either side; at least two.

    Examples
    --------
    >>> typical([-3, 3, -3, 3]).value
    3.0
    """
    squares = mean(np.square(np.asarray(distances, float)))
    return Estimate(*(max(0.0, part) ** 0.5 for part in squares))


def apart(one: Estimate, other: Estimate) -> bool:
    """Return whether two estimates differ by more than luck explains: their 95 % intervals have nothing in common.

    Examples
    --------
    >>> apart(of_hundred(480, 1000), of_hundred(473, 1000)), apart(of_hundred(480, 1000), of_hundred(250, 1000))
    (False, True)
    """
    return bool(one.high < other.low or other.high < one.low)


def beyond(found: Estimate, limit: float) -> bool | None:
    """Return whether an estimate lies above a limit: by its whole 95 % interval, else None, for it cannot be told.

    Examples
    --------
    >>> [beyond(of_hundred(count, 1000), 25) for count in (480, 255, 100)]
    [True, None, False]
    """
    return True if found.low > limit else False if found.high < limit else None


def of_hundred(count: float, n: int) -> Estimate:
    """How many of 100, with its interval, if it was so many of n.

    >>> print(of_hundred(30, 100))
    30 (22 to 40)
    """
    return scale(share(count, n), HUNDRED)


def figure_of(simulated: Any) -> tuple[Estimate, int]:
    """Simulated values as an estimate, and by how much it was multiplied."""
    if isinstance(simulated, Estimate):
        return simulated, 1
    values = np.asarray(simulated)
    if values.dtype == bool:
        return scale(share(float(values.sum()), values.size), HUNDRED), HUNDRED
    return mean(values), 1


def scale(estimate: Estimate, times: float) -> Estimate:
    """An estimate in another unit."""
    return Estimate(*(times * part for part in estimate))


def sentence(estimate: Estimate, exact: float | None, bet: float | None, unit: str) -> str:
    """Simulated, exact and predicted in words."""
    low, high = shorten_number(estimate.low), shorten_number(estimate.high)
    said = _("By lot {value} {unit} ({low} to {high})").format(
        value=shorten_number(estimate.value), unit=unit, low=low, high=high
    )
    if exact is not None:
        known = _("exactly {value} {unit}").format(value=shorten_number(exact), unit=unit)
        said = join_clauses([said, known])
    said = re.sub(" +", " ", said).strip() + "."  # without a unit; no-break spaces stay
    if bet is not None:
        said += " " + _("You predicted {value}.").format(value=shorten_number(bet))
    if exact is not None and not estimate.covers(exact):
        said += " " + _("The interval misses the exact value this time; 5 of 100 such intervals do.")
    return said

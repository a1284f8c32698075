"""Comparison of simulated figures with exact values and predictions, at once or converging step by step."""

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
from gamekit.widgets.canvas import Chart, read_prediction, shorten_number
from gamekit.widgets.charts import bars, lines
from gamekit.widgets.outcome import outcome_of

FIRST: Final = 10
"""Draws before the first point of a converging line."""
GROWS: Final = 1.35
"""Factor by which the number of draws grows from point to point."""
PATIENCE: Final = 20
"""Empty draws in a row after which `closing_in` gives up."""
HUNDRED: Final = 100


class Percentage(Estimate):
    """A proportion in percent with its 95 % interval; written with one decimal at most."""

    def format_parts(self) -> tuple[str, str, str]:
        """Return value and both ends as text, as the reader's language writes numbers."""
        if self.high - self.low >= 1:
            return super().format_parts()
        value, low, high = (say_number(part, "z.1f") for part in self)
        return value, low, high


@dataclass(frozen=True)
class Comparison:
    """A chart with its sentence, both shown by notebooks and panels.

    Attributes
    ----------
    chart : Chart
        Simulated value with its interval, exact value and prediction.
    sentence : str
        The chart in words.
    estimate : Estimate
        The simulated value.
    """

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
    """Compare a simulated value and its 95 % interval with the exact value and a prediction.

    Parameters
    ----------
    simulated : array_like or Estimate
        Results of many simulations. Booleans give a proportion, in percent; numbers give their mean. An `Estimate` is
        taken as it is.
    exact : number, optional
        True probability (0 to 1) or mean, of any numeric type; it is scaled like the simulated value.
    bet : Bet or number, optional
        Prediction in the unit shown; a card is drawn once a prediction is stored.
    label : str
        Label of the bar. Default: "simulated" in the reader's language.
    title : str
        Title of the chart.
    unit : str
        Unit of the axis and the sentence. Default: "of 100" for booleans.

    Returns
    -------
    Comparison
        Chart and sentence.

    Examples
    --------
    >>> compare([True, False, True, True], 0.7).sentence
    'Simulated 75 of 100 (30.06 to 97.14); exactly 70 of 100.'
    """
    estimate, times = figure_of(simulated)
    unit = unit or (_("of 100") if times == HUNDRED else "")
    true = None if exact is None else times * float(exact)
    label = label or _("simulated")
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
    """Simulate in growing portions, and show after each how the estimate converges to the exact value.

    A function of a panel says ``yield from kit.closing_in(...)`` or returns the generator.

    Parameters
    ----------
    draw : callable
        ``draw(k)`` returns at most k results, booleans or numbers; fewer if some draws do not fit.
    n : int
        Number of results in all, 1 or more.
    exact : number, optional
        True probability or mean, as for `compare`.
    bounds : tuple of float, optional
        Least and greatest value possible, as for `estimate`. Ignored for booleans.
    bet : Bet or number, optional
        Prediction, as for `compare`.
    title, xlabel : str
        Title of the chart and label of its horizontal axis, which counts results on a logarithmic scale.
    unit : str
        Unit of the vertical axis and the sentence. Default: "of 100" for booleans.

    Yields
    ------
    list of Chart and str
        Chart of all estimates so far, and the last one in words.

    Raises
    ------
    OptionError
        If `draw` returns nothing 20 times in a row.

    Examples
    --------
    >>> *_, (chart, said) = closing_in(lambda k: [True] * k, 100, 1.0)
    >>> said
    'After 100: simulated 100 of 100 (96.3 to 100); exactly 100 of 100.'
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
            counts, {_("simulated"): path}, exact=true, bet=bet, title=title, xlabel=xlabel, ylabel=unit, log=True
        )
        chart.outcome = outcome_of(bet, {"": path[-1]}, None if true is None else {"": true})
        said = sentence(path[-1], true, read_prediction(bet), unit)
        yield [chart, _("After {n}: {said}").format(n=say_number(drawn), said=said[0].lower() + said[1:])]
        wanted = min(n, max(drawn + 1, round(drawn * GROWS)))


def hundred(value: ArrayLike | Estimate) -> Estimate:
    """Return a proportion in percent with its 95 % interval.

    Parameters
    ----------
    value : array_like of bool or Estimate
        Results of many simulations, or a proportion, 0 to 1, with its interval.

    Returns
    -------
    Estimate
        The proportion, 0 to 100.

    Raises
    ------
    OptionError
        If `value` is a single number, which has no interval.

    Examples
    --------
    >>> print(hundred(Estimate(0.25, 0.2, 0.3)))
    25 (20 to 30)
    """
    if isinstance(value, Estimate):
        return scale(value, HUNDRED)
    if np.ndim(value) == 0:
        raise OptionError(f"A share of 100 needs many times yes or no, or an estimate and its interval, not {value!r}.")
    return estimate(np.asarray(value, bool))


def estimate(values: ArrayLike, bounds: Bounds | None = None) -> Estimate:
    """Return a mean with its 95 % interval; of booleans, a proportion in percent.

    Parameters
    ----------
    values : array_like
        Results of many simulations, numbers or booleans.
    bounds : tuple of float, optional
        Least and greatest value possible, such as ``(0, 100)``. The interval then stays within them, also if there are
        few values or all are equal. Ignored for booleans.

    Returns
    -------
    Estimate
        The mean with Student's t interval, or with the generalised Wilson interval if there are bounds.

    Examples
    --------
    >>> estimate([2, 2, 2]).value
    2.0
    >>> print(estimate([0] * 20, (0, 100)))
    0 (0 to 17)
    """
    values = np.asarray(values)
    return figure_of(values)[0] if values.dtype == bool else mean(values, bounds)


def typical(distances: ArrayLike) -> Estimate:
    """Return the root mean square of deviations, with its 95 % interval.

    Parameters
    ----------
    distances : array_like of float
        Deviation of each result from what it is compared with, of either sign.

    Returns
    -------
    Estimate
        The root mean square. Its interval is that of the mean square, cut off at 0, under the root.

    Examples
    --------
    >>> typical([-3, 3, -3, 3]).value
    3.0
    """
    squares = mean(np.square(np.asarray(distances, float)))
    return Estimate(*(max(0.0, part) ** 0.5 for part in squares))


def apart(one: Estimate, other: Estimate) -> bool:
    """Return whether the 95 % intervals of two estimates are disjoint.

    Parameters
    ----------
    one, other : Estimate
        The estimates, in one unit.

    Returns
    -------
    bool
        True if the intervals have no number in common, that is if luck hardly explains the difference.

    Examples
    --------
    >>> apart(of_hundred(480, 1000), of_hundred(473, 1000)), apart(of_hundred(480, 1000), of_hundred(250, 1000))
    (False, True)
    """
    return bool(one.high < other.low or other.high < one.low)


def beyond(found: Estimate, limit: float) -> bool | None:
    """Return whether an estimate lies above a limit with its whole 95 % interval.

    Parameters
    ----------
    found : Estimate
        The estimate.
    limit : float
        The limit, in the unit of the estimate.

    Returns
    -------
    bool or None
        True if the interval lies above the limit, False if it lies below, None if it contains the limit.

    Examples
    --------
    >>> [beyond(of_hundred(count, 1000), 25) for count in (480, 255, 100)]
    [True, None, False]
    """
    return True if found.low > limit else False if found.high < limit else None


def of_hundred(count: float, n: int) -> Estimate:
    """Return a proportion in percent with its Wilson interval, from counts.

    Parameters
    ----------
    count : float
        Number of successes; a shared win may count as a part.
    n : int
        Number of trials. With 0, the estimate is NaN.

    Returns
    -------
    Estimate
        The proportion, 0 to 100.

    Examples
    --------
    >>> print(of_hundred(30, 100))
    30 (22 to 40)
    """
    return scale(share(count, n), HUNDRED)


def figure_of(simulated: Any) -> tuple[Estimate, int]:
    """Return simulated values as an estimate, and its scale: 100 for booleans, else 1."""
    if isinstance(simulated, Estimate):
        return simulated, 1
    values = np.asarray(simulated)
    if values.dtype == bool:
        return scale(share(float(values.sum()), values.size), HUNDRED), HUNDRED
    return mean(values), 1


def scale(estimate: Estimate, times: float) -> Estimate:
    """Return an estimate multiplied by a factor; one multiplied by 100 is written as a percentage."""
    kind = Percentage if times == HUNDRED else Estimate
    return kind(*(times * part for part in estimate))


def sentence(estimate: Estimate, exact: float | None, bet: float | None, unit: str) -> str:
    """Return simulated, exact and predicted value in words."""
    low, high = shorten_number(estimate.low), shorten_number(estimate.high)
    said = _("Simulated {value} {unit} ({low} to {high})").format(
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

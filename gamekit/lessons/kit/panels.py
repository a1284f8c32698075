"""Panels: controls for the parameters of a function, inferred from its signature as `ipywidgets.interact` does."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Final, Literal, get_args, get_origin

from gamekit.core.errors import OptionError
from gamekit.widgets import Bet, Choice, Lab, Number, Numbers, YesNo, lab
from gamekit.widgets.controls import GIVEN, Control, title_of

POSITIONS: Final = 400
"""Positions of a slider over whole numbers that moves in tens, hundreds and so on, at least."""
MANY: Final = 5
"""Evenly spaced numbers from which on a slider is used in place of a list."""


def panel(
    function: Callable[..., Any],
    *,
    title: str = "",
    button: str = "",
    after: Bet | None = None,
    rough: Mapping[str, float] | None = None,
    labels: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    luck: bool = False,
    **ranges: Any,
) -> Lab:
    """Show controls for the parameters of a function, and its result below them.

    Works like `ipywidgets.interact`. A function that takes neither `rng`, `progress` nor `cancel`, is no generator and
    whose result is ready and drawn within 0.4 s is run again at each change of a control; all others have a button.

    Parameters
    ----------
    function : callable
        Returns a chart, table, sentence or comparison, or an iterable of these. A generator yields successive results,
        each shown in place of the one before. Three parameters get no control: `rng`, a `numpy.random.Generator`, newly
        seeded at each press; `progress`, a callable to be called with the finished share, 0 to 1; `cancel`, a
        `threading.Event` that is set when the reader stops the run.
    title : str
        Heading. Default: first line of the function's docstring, without its full stop, else its name.
    button : str
        Label of the button. Default: "Run" in the reader's language.
    after : Bet, optional
        Prediction before which the panel stays closed. It opens when one is stored, or when the reader asks for it.
    rough : mapping of str to number, optional
        Smaller values for slow parameters, ``{"n": 500}``: a first answer, shown until the full one is ready.
    labels, units : mapping of str to str, optional
        Label and unit of a control, by parameter name. Default label: the name, capitalised, with spaces.
    luck : bool
        Whether a function with `rng` also follows its controls: the seed is kept while they move, and the button, then
        labelled "Other luck" by default, brings another one. Without it each run has a new seed.
    **ranges : tuple, iterable, mapping or control
        Values allowed for a parameter: ``(low, high)`` or ``(low, high, step)`` for a slider; a list, array or mapping
        {label: value} for a choice. Five or more evenly spaced numbers also give a slider. Not needed for a default of
        True or False or an annotation `Literal`. If the default is a list of whole numbers, ``(low, high)`` bounds its
        entries.

    Returns
    -------
    Lab
        The panel. `Lab.answer(**values)` runs the function without a page.

    Raises
    ------
    OptionError
        If the values allowed for a parameter cannot be inferred, a default lies outside its range, or `ranges` or
        `rough` names no parameter of the function.

    Examples
    --------
    >>> def square(n=4):
    ...     "Squares."
    ...     return f"{n * n}"
    >>> panel(square, n=(1, 9)).answer(n=5)
    '25'
    """
    parameters = inspect.signature(function, eval_str=True).parameters
    for name in ranges:
        if name not in parameters:
            raise OptionError(f"{function.__name__} has no parameter {name!r}; it has {', '.join(parameters)}.")
    controls = [
        control(
            name,
            ranges.get(name, inspect.Parameter.empty),
            parameter,
            (labels or {}).get(name, ""),
            (units or {}).get(name, ""),
        )
        for name, parameter in parameters.items()
        if name not in GIVEN and parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    said = (inspect.getdoc(function) or function.__name__.replace("_", " ").capitalize()).split("\n")[0]
    return lab(
        function,
        *controls,
        title=title or said.rstrip("."),
        button=button,
        after=after,
        follows=True,
        rough=rough,
        held=luck,
    )


def control(name: str, allowed: Any, parameter: inspect.Parameter, label: str = "", unit: str = "") -> Control:
    """Return the control of one parameter; `allowed` is `Parameter.empty` if no range was given.

    Raises `OptionError` if the values allowed cannot be inferred or a default lies outside the range of its slider.
    """
    title = label or title_of(name)
    default = parameter.default
    if isinstance(allowed, (Number, Choice, YesNo, Numbers)):
        return allowed
    if allowed is parameter.empty:
        if get_origin(parameter.annotation) is Literal:
            allowed = list(get_args(parameter.annotation))
        elif isinstance(default, bool):
            return YesNo(name, title, default)
        elif default is not parameter.empty and not isinstance(default, (str, int, float)):
            allowed, default = default, parameter.empty
        else:
            raise OptionError(
                f"What may {name!r} be? Say so with a range, panel(…, {name}=(1, 100)), or with a list of choices."
            )
    if default is parameter.empty:
        default = None
    if isinstance(allowed, tuple) and isinstance(default, (list, tuple)):
        return Numbers(name, title, allowed[0], allowed[1], tuple(default), unit=unit)
    if isinstance(allowed, tuple) and 2 <= len(allowed) <= 3 and all(is_number(one) for one in allowed):
        low, high, step = (*allowed, step_of(*allowed))[:3]
        return number(name, title, low, high, step, default, unit)
    if isinstance(allowed, Mapping):
        return choice(name, title, {str(key): value for key, value in allowed.items()}, default)
    if not isinstance(allowed, Iterable) or isinstance(allowed, str):
        raise OptionError(f"What {name!r} may be is a range such as (1, 100) or a list of choices, not {allowed!r}.")
    values = [one.item() if hasattr(one, "item") else one for one in allowed]
    if len(values) >= MANY and all(is_number(one) for one in values):
        gaps = {round(b - a, 9) for a, b in pairwise(values)}
        if len(gaps) == 1 and min(gaps) > 0:
            return number(name, title, values[0], values[-1], gaps.pop(), default, unit)
    return choice(name, title, {str(one): one for one in values}, default)


def number(name: str, title: str, low: float, high: float, step: float, default: float | None, unit: str) -> Number:
    """Return a slider, which begins at `default`, or in the middle if that is None.

    Raises `OptionError` if the default is no number from `low` to `high`.
    """
    value = low + round((high - low) / 2 / step) * step if default is None else default
    if not is_number(value) or not low <= value <= high:
        raise OptionError(f"{name!r} begins at {value}, which does not lie between {low} and {high}.")
    return Number(name, title, low, high, value, step, unit)


def choice(name: str, title: str, values: Mapping[str, Any], default: Any) -> Choice:
    """Return a list that begins with `default`, or with its first entry. Raises `OptionError` if it is empty."""
    if not values:
        raise OptionError(f"There is nothing to choose for {name!r}.")
    begins = next((key for key, value in values.items() if value is default or value == default), None)
    return Choice(name, title, {key: key for key in values}, begins or next(iter(values)), means=values)


def step_of(low: float, high: float, *_given: float) -> float:
    """Return the step of a slider: a power of ten for whole numbers, else 1/100 of the range.

    >>> step_of(1, 200), step_of(100, 100_000), step_of(0.0, 1.0)
    (1, 100, 0.01)
    """
    if isinstance(low, int) and isinstance(high, int):
        return int(10 ** max(0, math.floor(math.log10(max(high - low, 1) / POSITIONS))))
    return (high - low) / 100


def is_number(value: Any) -> bool:
    """Return whether a value is an int or a float, but no bool."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)

"""Panels: controls over a function of the notebook, read off its signature as `ipywidgets.interact` does.

How a panel runs, follows its controls and shows its luck is in gamekit.show.controls.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Final, Literal, get_args, get_origin

from gamekit.core.errors import OptionError
from gamekit.show import Bet, Choice, Lab, Number, Numbers, YesNo, lab
from gamekit.show.settings import GIVEN, Control, title_of

POSITIONS: Final = 400
"""A slider over more whole numbers than this moves in tens, hundreds …"""
MANY: Final = 5
"""From so many evenly spaced numbers on, a slider serves better than a list."""


def panel(
    function: Callable[..., Any],
    *,
    title: str = "",
    button: str = "",
    after: Bet | None = None,
    rough: Mapping[str, float] | None = None,
    labels: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    **ranges: Any,
) -> Lab:
    """Controls over a function: its parameters become sliders, lists and boxes, its result is shown below them.

    Parameters
    ----------
    function : returns a chart, a table, a sentence, a comparison, or several of them. As a generator it gives one
        result after the other, each shown in place of the one before. What takes no `rng`, no `progress` and at most
        50 ms follows its controls while they move; everything else has a button. A parameter `rng` is a generator
        of random numbers: fresh at every press, its seed is shown and can be had again. With a parameter `progress`,
        call `progress(0.3)` now and then; that is also where a reader can stop it.
    title : what stands above it; otherwise the first line of the function's docstring.
    after : the prediction after which the panel opens.
    rough : for what takes seconds: smaller values of its parameters, `{"n": 500}`, with which a first answer is shown
        at once, until the whole one comes.
    labels, units : what a control is called (otherwise its parameter's name), and in what it is measured.
    ranges : what a parameter may be, if its default value does not say so: `(low, high)` or `(low, high, step)`,
        a list, an array or a mapping {name: value} of choices. Where the default value is a list of
        whole numbers and a range says how low and how high they may be, a reader types such a list. A parameter
        annotated with `Literal` and one whose default is True or False need none.

    Raises `OptionError` if it cannot be told what a parameter may be.

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
        function, *controls, title=title or said.rstrip("."), button=button, after=after, follows=True, rough=rough
    )


def control(name: str, allowed: Any, parameter: inspect.Parameter, label: str = "", unit: str = "") -> Control:
    """The control of one parameter."""
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
    """A slider; without a default it begins in the middle."""
    value = low + round((high - low) / 2 / step) * step if default is None else default
    if not is_number(value) or not low <= value <= high:
        raise OptionError(f"{name!r} begins at {value}, which does not lie between {low} and {high}.")
    return Number(name, title, low, high, value, step, unit)


def choice(name: str, title: str, values: Mapping[str, Any], default: Any) -> Choice:
    """A list; without a default it begins with the first."""
    if not values:
        raise OptionError(f"There is nothing to choose for {name!r}.")
    begins = next((key for key, value in values.items() if value is default or value == default), None)
    return Choice(name, title, {key: key for key in values}, begins or next(iter(values)), means=values)


def step_of(low: float, high: float, *_given: float) -> float:
    """In what steps a slider goes through a range.

    >>> step_of(1, 200), step_of(100, 100_000), step_of(0.0, 1.0)
    (1, 100, 0.01)
    """
    if isinstance(low, int) and isinstance(high, int):
        return int(10 ** max(0, math.floor(math.log10(max(high - low, 1) / POSITIONS))))
    return (high - low) / 100


def is_number(value: Any) -> bool:
    """Whether something is a number, and not yes or no."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)

"""Recording of a panel for a page without Python: its function is run in advance for some settings.

The page's side, web/cards/recorded_panel.js, offers only these settings.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from gamekit.core.i18n.translation import say_number
from gamekit.widgets.messages import page_messages

if TYPE_CHECKING:
    from gamekit.widgets.controls import Control
    from gamekit.widgets.panel import Lab

MOST: Final = 8
"""Greatest number of runs of a panel: settings times seeds."""
MOST_LIGHT: Final = 60
"""Greatest number of runs of a panel that answers within `AT_ONCE` and with a light result."""
MOST_WHOLE: Final = 24
"""Greatest number of runs of a panel without luck if these are all its settings."""
LIGHT: Final = 3000
"""Characters of JSON below which a result is light."""
AT_ONCE: Final = 0.05
"""Seconds; a panel that took longer the first time is timed again, with the next seed if it takes luck."""
PATIENCE: Final = 1.0
"""CPU seconds for all runs of a panel, about; a slow one is recorded for fewer settings."""
LUCKS: Final = 4
"""Greatest number of seeds for the same settings; fewer if the panel has controls."""
VALUES: Final = 5
"""Greatest number of values of one control among several."""

Told = Mapping[str, Any]
"""A control as data for a page (`tell_page`)."""


def record_panel(panel: Lab) -> dict[str, Any]:
    """Run a panel for some settings and return it with the results as data for a page without Python.

    `grid` has the values of each control; `outcomes` the different results, each a list of parts; `results` an index
    into them for each combination of values and seeds, the seed varying fastest.
    """
    standing = {control.name: control.value for control in panel.controls}
    first, took = time_panel(panel, 1)
    known = {(1, *standing.values()): json.dumps(first)}
    if took > AT_ONCE:  # the first time, libraries are loaded
        once_more = 2 if panel.luck else 1
        parts, took_then = time_panel(panel, once_more)
        took = min(took, took_then)
        known[once_more, *standing.values()] = json.dumps(parts)
    light = took < AT_ONCE and len(json.dumps(first)) < LIGHT
    runs = max(1, min(MOST_LIGHT if light else MOST, int(PATIENCE / max(took, 1e-3))))
    told = [control.tell_page() for control in panel.controls]
    every = math.prod(len(list_values(control)) for control in told)
    if not panel.luck and every <= MOST_WHOLE and every * took < PATIENCE:
        runs = max(runs, every)
    offered = settings(told, max(1, runs // 2) if panel.luck else runs)
    combinations = list(product(*(values for values, _control in offered)))
    seeds = list(range(1, 1 + max(1, min(LUCKS, runs // len(combinations))))) if panel.luck else [1]
    outcomes: dict[str, int] = {}
    results = []
    for chosen in combinations:
        values = {
            control.name: read_setting(control, value) for control, value in zip(panel.controls, chosen, strict=True)
        }
        for seed in seeds:
            said = known.get((seed, *values.values())) or json.dumps(panel.run_as_parts(seed, **values))
            results.append(outcomes.setdefault(said, len(outcomes)))
    data = panel.data()
    return {
        **data,
        "words": data["words"] | page_messages("recorded"),
        "controls": [control for _values, control in offered],
        "live": panel.instant,
        "closed": panel.bet is not None,
        "bet": None if panel.bet is None else panel.bet.key,
        "complete": all(
            len(values) == len(list_values(control)) for (values, _control), control in zip(offered, told, strict=True)
        ),
        "grid": [list(values) for values, _control in offered],
        "seeds": seeds,
        "results": results,
        "outcomes": [json.loads(text) for text in outcomes],
    }


def time_panel(panel: Lab, seed: int) -> tuple[list[dict[str, Any]], float]:
    """Return a panel's result for its initial values with a seed, and the CPU seconds it took.

    CPU time makes the recording independent of the machine's load.
    """
    began = time.process_time()
    parts = panel.run_as_parts(seed)
    return parts, time.process_time() - began


def read_setting(control: Control, value: Any) -> Any:
    """Return the argument for a value that the page offers: texts of a number become a number again."""
    if hasattr(control, "fewest"):
        return control.value
    return float(value) if hasattr(control, "step") else value


def settings(controls: Sequence[Told], most: int) -> list[tuple[Sequence[Any], Told]]:
    """Return for each control the values to record and a control that offers them: at most `most` combinations of all.

    Every combination is recorded, so that none is missing on the page. Values of a number are spread from end to end
    and include the initial one.

    >>> number = {"kind": "number", "name": "n", "title": "N", "low": 1, "high": 9, "value": 5, "step": 1, "unit": ""}
    >>> tick = {"kind": "yes", "name": "deep", "title": "Deep", "value": False}
    >>> [values for values, _control in settings([number, tick], 6)]
    [['1', '5', '9'], [False, True]]
    """
    possible = [list_values(control) for control in controls]
    counts = [1] * len(controls)
    while True:
        growing = [
            place
            for place, values in enumerate(possible)
            if counts[place] < len(values)
            and (len(controls) == 1 or counts[place] < VALUES)
            and math.prod(counts) // counts[place] * (counts[place] + 1) <= most
        ]
        if not growing:
            break
        counts[min(growing, key=lambda place: (counts[place], place))] += 1
    return [offer(control, values, n) for control, values, n in zip(controls, possible, counts, strict=True)]


def list_values(control: Told) -> Sequence[Any]:
    """Return every value of a control as the page sends it; of a slider, its positions, from 0."""
    if control["kind"] == "choice":
        return [one["key"] for one in control["choices"]]
    if control["kind"] == "number":
        return range(math.floor((control["high"] - control["low"]) / control["step"] + 1e-9) + 1)
    if control["kind"] == "list":
        return [" ".join(map(str, control["value"]))]
    return [False, True]


def offer(control: Told, values: Sequence[Any], count: int) -> tuple[Sequence[Any], Told]:
    """Return `count` values of a control, the initial one among them, and a control that offers them."""
    if control["kind"] == "number":
        if count == len(values) > 2:
            return [read_slider(control, place) for place in values], control
        chosen = [f"{value:.10g}" for value in spread_numbers(control, len(values), count)]
        named = [{"key": one, "name": f"{say_number(float(one), ',.10g')} {control['unit']}".strip()} for one in chosen]
        return chosen, {**control, "kind": "choice", "choices": named, "value": f"{control['value']:.10g}"}
    if control["kind"] == "list":  # without Python, other lists have no results
        return values, {**control, "value": values[0], "fixed": True}
    kept = {control["value"], *[value for value in values if value != control["value"]][: count - 1]}
    few = [value for value in values if value in kept]
    if control["kind"] == "choice":
        return few, {**control, "choices": [one for one in control["choices"] if one["key"] in kept]}
    return few, control if len(few) > 1 else {**control, "fixed": True}


def read_slider(control: Told, place: int) -> float:
    value: float = round(control["low"] + place * control["step"], 9)
    return value


def spread_numbers(control: Told, positions: int, count: int) -> list[float]:
    """Return up to `count` numbers from end to end, the initial one among them; over a wide range in equal ratios.

    >>> games = {"low": 100, "high": 100_000, "value": 1_000, "step": 100}
    >>> spread_numbers(games, 1000, 4)
    [100, 1000, 10000, 100000]
    """
    low, high, begins = control["low"], control["high"], control["value"]
    if count == 1:
        return [begins]
    wide = low > 0 and high >= 100 * low
    chosen = []
    for share in (place / (count - 1) for place in range(count)):
        beyond = low * (high / low) ** share - low if wide else share * (high - low)
        chosen.append(read_slider(control, max(0, min(round(beyond / control["step"]), positions - 1))))
    if begins not in chosen:
        inner = range(1, count - 1) if count > 2 else range(count)
        measure: Callable[[float], float] = math.log if wide else float
        chosen[min(inner, key=lambda place: abs(measure(chosen[place]) - measure(begins)))] = begins
    return sorted(set(chosen))

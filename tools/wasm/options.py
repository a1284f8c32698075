"""Effects of options on a game's tables, found by trial, so that browsers can apply options without Python.

An option sets some cells of the tables: to figures for each value (`values`), or to figures linear in it (`slope`).
Options are applied in order, later ones over earlier ones. Random combinations are checked against the game's own
`tables`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from gamekit.core.errors import BuildError
from gamekit.core.game import Game
from gamekit.web.game_bundle import Cells, Effect, compute_tables, describe_allowed, tell_refusal, whole_values

FEW: Final = 24
"""Greatest number of values of an option that may have figures for each."""
TRIED: Final = 6
"""Number of values tried of an option with more."""
COMBINATIONS: Final = 3
"""Number of random combinations checked for each number of players."""


def find_effects(game: Game) -> dict[str, Effect]:
    """Return the effect of every option for browsers: `kind`, values allowed, cells and their figures."""
    found = {}
    for name, schema in game.option_schema["properties"].items():
        effect = describe_allowed(schema)
        if schema.get("picture_only"):
            effect |= {"cells": []}
        elif effect["kind"] in ("whole", "yes"):
            effect |= _scalar(game, name, effect)
        elif effect["kind"] == "list":
            effect |= _list(game, name, effect)
        found[name] = effect
    return found


def _scalar(game: Game, name: str, effect: Effect) -> Effect:
    values: Any = [False, True] if effect["kind"] == "yes" else whole_values(effect)
    most = game.max_players
    last = _find_last_accepted(lambda value: compute_tables(game, most, {name: value}), values)
    accepted = values[: last + 1]
    few = len(values) <= FEW
    tried = accepted if few else sorted({accepted[round(k * last / (TRIED - 1))] for k in range(TRIED)})
    base = compute_tables(game, most, {})
    seen = {value: compute_tables(game, most, {name: value}) for value in tried}
    changed = {int(i) for one in seen.values() for i in np.flatnonzero(one != base)}
    cells = sorted(changed)
    rows = {value: one[cells] for value, one in seen.items()}
    line = _fit_line(rows) if effect["kind"] == "whole" else None
    if line:
        return {"cells": cells, "slope": line[0], "at_zero": line[1], **_find_refusals(game, name, values)}
    if not few:
        raise BuildError(f"{game.name}: the option {name} changes the tables in a way a browser cannot follow.")
    figures = {str(value).lower(): [int(x) for x in row] for value, row in rows.items()}
    return {"cells": cells, "values": figures, **_find_refusals(game, name, values)}


def _fit_line(rows: Mapping[int, Cells]) -> tuple[list[int], list[int]] | None:
    """Return slope and figures at zero if every cell is linear in the value, else None."""
    points = sorted(rows)
    first, last = points[0], points[-1]
    if first == last:
        return None
    rise = rows[last].astype(int) - rows[first]
    slope = rise // (last - first)
    at_zero = rows[first] - slope * first
    if any((slope * x + at_zero != row).any() for x, row in rows.items()):
        return None
    return [int(x) for x in slope], [int(x) for x in at_zero]


def _list(game: Game, name: str, effect: Effect) -> Effect:
    """Return the effect of a list of integers: figures for each length, and cells linear in each entry."""
    low, high, most = effect["low"], effect["high"], effect["most"]

    def row(values: list[int]) -> Cells:
        return compute_tables(game, game.max_players, {name: values})

    lengths = {n: row([low] * n) for n in range(1, most + 1)}
    entries = [row([high if i == j else low for i in range(most)]) for j in range(most)]
    everything = [*lengths.values(), *entries]
    cells = [int(i) for i in np.flatnonzero(np.any([one != everything[0] for one in everything], axis=0))]
    slopes = []
    for one in entries:
        rise = one[cells].astype(int) - lengths[most][cells]
        slopes.append([int(x) for x in rise // (high - low)])
    return {
        "cells": cells,
        "lengths": {str(n): [int(x) for x in one[cells]] for n, one in lengths.items()},
        "slopes": slopes,
    }


def _find_last_accepted(make: Callable[[Any], object], values: Any) -> int:
    """Return the index of the last accepted value by bisection; the first one must be accepted."""
    low, high = 0, len(values) - 1
    try:
        make(values[high])
        return high
    except ValueError:  # then somewhere below
        high -= 1
    while low < high:
        middle = (low + high + 1) // 2
        try:
            make(values[middle])
            low = middle
        except ValueError:
            high = middle - 1
    return low


def _find_refusals(game: Game, name: str, values: Any) -> Effect:
    """Return for each number of players the greatest value accepted, and the message against greater ones."""
    refused = {}
    for players in range(game.min_players, game.max_players + 1):
        last = _find_last_accepted(lambda value, n=players: compute_tables(game, n, {name: value}), values)  # type: ignore[misc]
        if last < len(values) - 1:
            refused[str(players)] = {"high": values[last], "sentence": tell_refusal(game, players, name, values[-1])}
    return {"refused": refused} if refused else {}


def carry_out(base: Cells, found: Mapping[str, Effect], chosen: Mapping[str, Any]) -> Cells:
    """Return the tables with some options applied, as web/options.js does."""
    cells = base.copy()
    for name, effect in found.items():
        value = chosen.get(name)
        if value is None or value == [] or not effect.get("cells"):
            continue
        if "slope" in effect:
            row = [a * value + b for a, b in zip(effect["slope"], effect["at_zero"], strict=True)]
        elif "lengths" in effect:
            row = list(effect["lengths"][str(len(value))])
            for entry, slopes in zip(value, effect["slopes"], strict=False):
                row = [x + slope * (entry - effect["low"]) for x, slope in zip(row, slopes, strict=True)]
        else:
            row = effect["values"][str(value).lower()]
        cells[effect["cells"]] = row
    return cells


def check_combinations(game: Game, found: Mapping[str, Effect], bases: Mapping[int, Cells]) -> None:
    """Compare random combinations with the game's own tables. Raises `BuildError`."""
    dice = random.Random(1)
    for players, base in bases.items():
        for _again in range(COMBINATIONS):
            chosen = {
                name: _draw_value(effect, players, dice) for name, effect in found.items() if effect["kind"] != "python"
            }
            chosen = {name: value for name, value in chosen.items() if value is not None}
            if not np.array_equal(carry_out(base, found, chosen), compute_tables(game, players, chosen)):
                raise BuildError(
                    f"{game.name}: a browser would not make the right tables of {players} players, {chosen}."
                )


def _draw_value(effect: Effect, players: int, dice: random.Random) -> Any:
    if dice.random() < 1 / 4:
        return effect["default"]
    if effect["kind"] == "yes":
        return dice.random() < 1 / 2
    if effect["kind"] == "list":
        return [dice.randint(effect["low"], effect["high"]) for _ in range(dice.randint(0, effect["most"]))]
    high = effect.get("refused", {}).get(str(players), {}).get("high", effect["high"])
    return dice.choice([value for value in whole_values(effect) if value <= high])

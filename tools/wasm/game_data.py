"""Data of a game for browsers besides its WebAssembly, as one JSON file: layout, tables, sentences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from gamekit.core.errors import BuildError
from gamekit.core.game import FOLDER, Game, load
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import use_language
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.record import NOTE_WIDTH, Record
from gamekit.core.rule_sources import hash_files, hash_rules, hash_sources
from gamekit.core.strategy import playout_of, tell_strategies
from gamekit.lab.engine import tree_search
from gamekit.lab.engine.lineup import own_kernels
from gamekit.lab.engine.loops import FAULT
from gamekit.lab.race import read_swing
from gamekit.web.game_bundle import Cells, compute_tables
from tools.measure.reasons import load_reasons
from tools.wasm.options import check_combinations, find_effects

FORMAT: Final = "gamekit-browser"
VERSION: Final = 1


def hash_inputs(name: str) -> str:
    """Return a hash of the sources of a game's data: the files of its folder and of this package."""
    own = sorted((FOLDER / name).glob("*.py")) + sorted((FOLDER / name).glob("*.toml"))
    return hash_sources([*own, *sorted(Path(__file__).parent.glob("*.py"))])


def compose_data(name: str) -> dict[str, Any]:
    """Compose the content of a game's data file.

    Parameters
    ----------
    name
        The game's name.

    Returns
    -------
    Everything but the hash of the module for Python, which `format_data` takes.

    Raises
    ------
    BuildError
        If a browser cannot carry out something of the game.
    """
    game = load(name)
    bases = {n: compute_tables(game, n, {}) for n in range(game.min_players, game.max_players + 1)}
    with use_language(ENGLISH):  # a page puts in the words of its own language
        options, book, strategies = find_effects(game), game.rulebook.export_data(), tell_strategies(name)
    check_combinations(game, options, bases)
    return {
        "format": FORMAT,
        "version": VERSION,
        "sources": hash_rules(game.rules),
        "files": hash_files(game.rules),
        "inputs": hash_inputs(name),
        "name": name,
        "title": game.title,
        "players": [game.min_players, game.max_players, game.players],
        "num_actions": game.num_actions,
        "chance": CHANCE,
        "over": OVER,
        "fault": FAULT,
        "note_width": NOTE_WIDTH,
        "state": find_layout(game.rules.State),
        "strategies": strategies,
        **describe_coach(game),
        "options": options,
        "tables": collect_tables(bases),
        "actions": collect_actions(game),
        "book": book,
    }


def format_data(data: dict[str, Any], machine: str) -> str:
    """Return a game's data file as JSON, one entry a line; `machine` is the hash of the module for Python."""
    lines = [
        f"{json.dumps(key)}:{json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
        for key, value in {**data, "machine": machine}.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def describe_coach(game: Game) -> dict[str, Any]:
    """Return the settings of the coach where they differ from the usual: score, playout strategy, reasons, search.

    `reasons` holds for each kind how many were checked on independent continuations, and how many signs and sizes held.
    """
    swing, ahead = read_swing(game.rules), tree_search.read_ahead(game.rules)
    counted: dict[str, Any] = {"swing": swing} if swing else {}
    measured = load_reasons(game.name)
    if measured:
        counted["reasons"] = {kind: list(rate) for kind, rate in measured.kinds.items()}
    usual = playout_of(game.name)
    if usual.name not in game.strategies:
        counted["playout"] = {"name": usual.name, "number": own_kernels(game.name).index(usual.choose)}
    if not ahead:
        return counted
    names = ("BOLD", "TRUST", "MOST_NODES", "EDGES_A_NODE", "NODE", "EDGE")
    return counted | {"search": {"ahead": ahead} | {name.lower(): getattr(tree_search, name) for name in names}}


def find_layout(record: type[Record]) -> dict[str, Any]:
    """Return size and fields of a record: offset in 32-bit numbers, least and greatest value, shape."""
    fields = {}
    for name, field in record.fields.items():
        dtype, offset = record.dtype.fields[name][:2]  # type: ignore[index]
        fields[name] = [offset // 4, field.low, field.high, *field.shape]
        if dtype.base != np.int32 or offset % 4:
            raise BuildError(f"{record.__name__}.{name} is not made of 32-bit numbers.")
    return {"size": record.dtype.itemsize, "fields": fields}


def collect_tables(bases: dict[int, Cells]) -> dict[str, Any]:
    """Return the tables for the smallest number of players, and the cells that differ for each number."""
    first, *_ = bases.values()
    changed = {
        str(players): [[int(i), int(cells[i])] for i in np.flatnonzero(cells != first)]
        for players, cells in bases.items()
    }
    return {"cells": [int(x) for x in first], "changed": changed}


def collect_actions(game: Game) -> list[list[str | int]]:
    """Return the verb and numbers of every action, for the rulebook's sentences. Raises `BuildError`."""

    def parts(one: Game) -> list[list[str | int]]:
        every = (one.rules.action_parts(one.tables, action) for action in range(one.num_actions))
        return [[verb, *map(int, numbers)] for verb, *numbers in every]

    found = parts(game)
    if any(parts(load(game.name, n)) != found for n in (game.min_players, game.max_players)):
        raise BuildError(f"{game.name}: what an action is called must not depend on the number of players.")
    return found

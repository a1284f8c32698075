"""The boards of all games as the topics use them: graphs, titles, names of places, each computed once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import gamekit as gk
from gamekit.game import load
from gamekit.lessons.topics import graphs
from gamekit.lessons.topics.graphs import Graph, Measures, Node, node_name
from gamekit.words import _

ROAD_MAP: Final = "auf_achse"
"""The board of the questions about roads: the one with the most of them to choose from."""


@cache
def board(name: str) -> Graph:
    """A game's graph."""
    return load(name).graph


@cache
def title(name: str) -> str:
    """A game's title."""
    return load(name).title


@cache
def passing(name: str) -> dict[Node, float]:
    """The exact share of trips through each place of a game's board."""
    return graphs.passing(board(name))


@cache
def measured(name: str) -> Measures:
    """Everything that is measured on a game's board."""
    return graphs.measure(board(name))


def names() -> list[str]:
    """The games that have a graph."""
    return [name for name in gk.games() if board(name) is not None]


def main_board() -> str:
    """The road map; while there is none, the last game that has a graph."""
    return ROAD_MAP if ROAD_MAP in names() else names()[-1]


def titles() -> dict[str, str]:
    """The games with their titles, for a choice."""
    return {name: title(name) for name in names()}


def places(name: str) -> list[str]:
    """What the places of a board are called, in alphabetical order if they are cities."""
    graph = board(name)
    found = [node_name(graph, node) for node in graph]
    return sorted(found) if all(isinstance(node, str) for node in graph) else found


def way_in_words(graph: Graph, way: Sequence[Node], weight: str = "") -> str:
    """A way, place by place, with its length."""
    if not way:
        return _("No way leads there: the edges of this graph are one-way.")
    if len(way) == 1:
        return _("You are there already.")
    length = graphs.way_length(graph, way, weight or None)
    unit = weight or "edges"
    return f"{' – '.join(node_name(graph, node) for node in way)}: {length:g} {unit}."

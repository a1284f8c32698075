"""Ausgebremst: each circuit as numbers, which the rules read: what follows what, what lies beside it, how far it is.

How a circuit is joined of its halves is in circuits.py, what the box says of it in box.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from gamekit.games.ausgebremst import state
from gamekit.games.ausgebremst.circuits import Circuit, lap_graph
from gamekit.games.ausgebremst.state import LANES, PIT, SPACES

if TYPE_CHECKING:
    from gamekit.games.ausgebremst.box import CircuitEntry


def board(circuit: Circuit, entry: CircuitEntry) -> dict[str, Any]:
    """One circuit as the entries of `Tables` that have a circuit for their first index."""
    g = circuit.graph()
    lane = np.full(SPACES, state.NOWHERE)
    chicane = np.zeros(SPACES, int)
    for space, data in g.nodes(data=True):
        lane[space] = data["lane"]
        chicane[space] = data["kind"] == "chicane"
    pit_cards = np.full((state.ROWS, state.PIT_CARDS), state.BLANK)
    for row, cards in enumerate(entry.pit_cards):
        pit_cards[row, : len(cards)] = [value - 1 for value in cards]
    return {
        "follow": followers(g),
        "wish": followers(circuit.graph(lines=False)),
        "beside": neighbours(circuit),
        "lane": lane,
        "chicane": chicane,
        **distances(circuit),
        "entry": circuit.entry,
        "inside": circuit.inside,
        "grid": circuit.grid(),
        "pit_cards": pit_cards,
    }


def followers(g: nx.DiGraph[int]) -> NDArray[np.int64]:
    """The followers of every space: own lane, left, right, pit lane."""
    found = np.full((SPACES, state.FOLLOWERS), state.NOWHERE)
    for space in g:
        for k, other in enumerate(g.successors(space)):
            found[space, k] = other
    return found


def neighbours(circuit: Circuit) -> NDArray[np.int64]:
    """AB-08: the spaces beside every space, in a neighbouring lane, and those right behind it."""
    found: list[list[int]] = [[] for _ in range(SPACES)]
    road = [space for space in circuit.spaces() if space.lane < LANES]
    for space in road:
        found[space.number] = [other.number for other in road if circuit.beside(space, other)]
    for behind, ahead in circuit.graph(lines=False).edges:
        if max(behind, ahead) < PIT and behind not in found[ahead]:
            found[ahead].append(behind)
    return np.array([ends + [state.NOWHERE] * (state.BESIDE - len(ends)) for ends in found])


def distances(circuit: Circuit) -> dict[str, Any]:
    """AB-14: spaces left to the finish from every space in every lap, to the line with a stop, to the pit's entry."""
    race = lap_graph(circuit, state.LAPS, stops=1).reverse(copy=False)
    ring = [node for node in race if node[1] == state.LAPS + 1 and node[2] == 1]
    ways: dict[Any, int] = dict.fromkeys(ring, 0)
    while ring:
        steps = ways[ring[0]] + 1
        ring = [node for node in {n for goal in ring for n in race[goal]} if node not in ways]
        ways.update(dict.fromkeys(ring, steps))
    left = np.full((state.LAPS + 1, SPACES), state.FAR)
    for (space, lap, stop), steps in ways.items():
        if lap <= state.LAPS and stop == 1:
            left[lap, space] = steps
    stop_left, to_entry = np.full(SPACES, state.FAR), np.full(SPACES, state.FAR)
    once = circuit.graph()
    once.remove_edges_from([(u, v) for u, v in once.edges if once.edges[u, v]["line"]])
    for space, steps in nx.single_source_shortest_path_length(once.reverse(copy=False), circuit.entry).items():
        to_entry[space] = steps
        stop_left[space] = steps + circuit.pit_spaces + 1
    for k in range(circuit.pit_spaces):
        stop_left[PIT + k] = circuit.pit_spaces - k
    start = circuit.grid()[0]
    cost = ways[start, 0, 0] - ways[start, 0, 1]
    return {"left": left, "stop_left": stop_left, "to_entry": to_entry, "stop_cost": cost}

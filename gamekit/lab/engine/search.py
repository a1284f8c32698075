"""The search behind the coach: playouts after one action, with a tree over what the player does next.

A playout is played on a deal of what the player has not seen. At the player's own next decisions the tree says what to
try: a node is what the player knows there, and remembers what came of each action. All else (the others, and whoever
decides beyond the tree) goes on by the strategies. How many playouts which action gets is decided in coach.py.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.compiling import CHANCE, OVER, kernel
from gamekit.lab.engine.loops import (
    EVENTS,
    FAULT,
    STEPS,
    Positions,
    Tally,
    apply,
    begin,
    check_action,
    choose,
    draw,
    hide,
    legal,
    note_asked,
    play_on,
    player,
    returns,
    total,
)
from gamekit.record import Ints, Returns
from gamekit.strategy import strategy_setting

# A row of `nodes`. Row 0 is no node: it counts the nodes and the edges in use.
KEY: Final = 0
FIRST: Final = 1
WIDE: Final = 2
HABIT: Final = 3
NODE: Final = 4
NODES_USED: Final = 0
EDGES_USED: Final = 1
# A row of `edges`.
TRIED: Final = 0
WON: Final = 1
EDGE: Final = 2

MASK: Final = (1 << 61) - 1
SPREAD: Final = 0x9E3779B97F4A7C5
"""An odd number without order, by which a key is spread over all its bits."""
PLACE: Final = 0x1000193
FULL: Final = 0
"""What `find_row` finds where there is no room for another node."""

BOLD: Final = 0.5
"""How much is hoped of an action that was seldom tried."""
TRUST: Final = 0.5
"""How much of that hope is the strategy's own choice's; the others share the rest."""
MOST_NODES: Final = 4096
"""A tree that is full grows no more: beyond it the strategies decide."""
EDGES_A_NODE: Final = 12


# The tree.


@kernel
def hash_words(words: Ints) -> int:
    """A number for a view: equal views have equal ones, others as good as never the same. It is odd, so never 0."""
    key = SPREAD
    for i in range(len(words)):
        if words[i] != 0:
            key = ((key ^ (int(words[i]) + i * PLACE)) * SPREAD) & MASK
            key ^= key >> 31
    return key | 1


@kernel
def find_row(nodes: Tally, key: int) -> int:
    """The row of the node with this key, minus the free row where it belongs, or FULL."""
    size = len(nodes) - 1
    row = key % size
    for _ in range(size):
        row = row + 1 if row < size else 1
        if nodes[row, KEY] == key:
            return row
        if nodes[row, KEY] == 0:
            return -row
    return FULL


@kernel
def grow(nodes: Tally, edges: Returns, row: int, key: int, n: int, habit: int) -> bool:
    """Make a node with `n` edges in a free row, `habit` being what the strategy does there; whether there was room."""
    if row == FULL or nodes[0, EDGES_USED] + n > len(edges) or 4 * nodes[0, NODES_USED] > 3 * len(nodes):
        return False
    nodes[row, KEY] = key
    nodes[row, FIRST] = nodes[0, EDGES_USED]
    nodes[row, WIDE] = n
    nodes[row, HABIT] = habit
    nodes[0, NODES_USED] += 1
    nodes[0, EDGES_USED] += n
    return True


@kernel
def pick_edge(nodes: Tally, edges: Returns, row: int, bold: float, trust: float) -> int:
    """The edge of a node to try next: what won most, or was seldom tried; the strategy's own choice has more trust.

    What is known of an action outweighs the hope that is set in it as the square root of all that was tried grows
    slower than what was tried of it (PUCT: Rosin, Annals of Mathematics and Artificial Intelligence 61, 2011).
    """
    first = nodes[row, FIRST]
    n = nodes[row, WIDE]
    tried = 0.0
    won = 0.0
    for i in range(n):
        tried += edges[first + i, TRIED]
        won += edges[first + i, WON]
    hope = bold * math.sqrt(tried)
    best = 0
    most = -1.0
    for i in range(n):
        visits = edges[first + i, TRIED]
        value = edges[first + i, WON] / visits if visits > 0 else won / max(tried, 1.0)
        value += hope * (trust if i == nodes[row, HABIT] else (1.0 - trust) / (n - 1)) / (1.0 + visits)
        if value > most:
            most = value
            best = i
    return best


@kernel
def share_win(out: Returns, p: int) -> float:
    """A player's share of the win: 1 for the only one with the highest return, a part for several, else 0."""
    winners = 0
    for q in range(len(out)):
        if out[q] > out[p]:
            return 0.0
        if out[q] == out[p]:
            winners += 1
    return 1.0 / winners


@kernel
def find(wanted: int, actions: Ints, n: int) -> int:
    """At which place of `actions[:n]` an action stands."""
    place = 0
    while place + 1 < n and actions[place] != wanted:
        place += 1
    return place


@kernel
def search_games(
    action: int,
    positions: Positions,
    starts: Positions,
    t: Any,
    me: int,
    seats: Ints,
    actions: Ints,
    luck: Any,
    rng: np.random.Generator,
    out: Any,
    tally: Tally,
    view: Positions,
    words: Ints,
    nodes: Tally,
    edges: Returns,
    path: Ints,
    bold: float,
    trust: float,
) -> int:
    """Play a game from each of `starts` after `action`, and let the tree of player `me` grow. Returns OVER or FAULT.

    `positions` and `view` have room for one position, `words` is the memory of `view`; `path` is as long as there are
    decisions of `me` that the tree may decide in a game. `out` gets the returns.
    """
    for game in range(len(starts)):
        positions[0] = starts[game]
        s = positions[0]
        begin(tally, game)
        apply(s, t, action)
        steps = 1
        events = 0
        depth = 0
        leaf = False
        while depth < len(path) and not leaf:
            p = player(s, t)
            if p == OVER:
                break
            if p == CHANCE:
                weight = total(s, t)
                r = 0
                if weight > 1:
                    r = int((luck[game, events] if events < luck.shape[1] else rng.random()) * weight)
                    events += 1
                chosen = draw(s, t, r)
            else:
                n = legal(s, t, actions)
                row = FULL
                key = 0
                if p == me and n > 1:
                    view[0] = s
                    hide(view[0], t, p)
                    key = hash_words(words)
                    row = find_row(nodes, key)
                if row > 0 and nodes[row, WIDE] == n:
                    edge = pick_edge(nodes, edges, row, bold, trust)
                    path[depth] = nodes[row, FIRST] + edge
                    depth += 1
                    chosen = actions[edge]
                else:
                    note_asked(tally, p, steps)
                    chosen = check_action(tally, actions, n, choose(seats[p], s, t, p, actions, n, rng))
                    if chosen < 0:
                        return FAULT
                    leaf = p == me and n > 1
                    if leaf and row < 0:
                        habit = find(chosen, actions, n)
                        if grow(nodes, edges, -row, key, n, habit):
                            path[depth] = nodes[-row, FIRST] + habit
                            depth += 1
            apply(s, t, chosen)
            steps += 1
        tally[STEPS] = steps
        tally[EVENTS] = events
        if play_on(s, t, seats, actions, luck[game], rng, tally) == FAULT:
            return FAULT
        returns(s, t, out[game])
        share = share_win(out[game], me)
        for i in range(depth):
            edges[path[i], TRIED] += 1.0
            edges[path[i], WON] += share
    return OVER


def read_ahead(rules: ModuleType) -> int:
    """How many own decisions the coach thinks ahead in a game: `AHEAD` of its strategies, else none."""
    return int(strategy_setting(rules, "AHEAD", 0))


class Tree(NamedTuple):
    """What is remembered of a player's next decisions after one action."""

    nodes: NDArray[np.int64]
    edges: NDArray[np.float64]


def new_tree(nodes: int) -> Tree:
    """An empty tree with room for so many nodes, MOST_NODES at most."""
    room = max(2, min(nodes, MOST_NODES) * 4 // 3 + 2)
    return Tree(np.zeros((room, NODE), np.int64), np.zeros((EDGES_A_NODE * room, EDGE)))

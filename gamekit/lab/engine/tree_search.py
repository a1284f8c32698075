"""Tree search of the coach: playouts after one action that learn what the player should do at the next decisions.

A playout runs on a deal of what the player has not seen. At the player's own next decisions the tree chooses: a node is
a view of the player, and counts tries and wins of each action. All other decisions are made by the strategies: those of
the others, and the player's own beyond the tree. How many playouts an action gets is decided in race.py.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.core.kernel import CHANCE, OVER, kernel
from gamekit.core.record import Ints, Returns
from gamekit.core.strategy import strategy_setting
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
"""Odd multiplier that spreads a key over all its bits."""
PLACE: Final = 0x1000193
FULL: Final = 0
"""Value of `find_row` if the table has no free row."""

BOLD: Final = 0.5
"""Weight of the bonus for actions that were seldom tried (PUCT's c)."""
TRUST: Final = 0.5
"""Prior probability of the strategy's own choice; the other actions share the rest equally."""
MOST_NODES: Final = 4096
"""Nodes of a tree, at most; a full tree grows no more."""
EDGES_A_NODE: Final = 12


# The tree.


@kernel
def hash_words(words: Ints) -> int:
    """Return an odd hash, below 2**61, of a view: equal for equal views, and never 0."""
    key = SPREAD
    for i in range(len(words)):
        if words[i] != 0:  # most words of a view are 0; skipping them is safe, since i enters the hash of the others
            # Wraps in 64 bits when compiled, grows in plain Python; the low 61 bits agree, so both give the same tree.
            key = ((key ^ (int(words[i]) + i * PLACE)) * SPREAD) & MASK
            key ^= key >> 31  # the product mixes upwards only: bring high bits down (the mask keeps `>>` unsigned)
    return key | 1  # 0 marks a free row. Equal keys are taken for equal views; there is no second comparison.


@kernel
def find_row(nodes: Tally, key: int) -> int:
    """Return the row of the node with this key, minus the free row where it belongs, or FULL."""
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
    """Create a node of `n` edges in a free row, with `habit` as the strategy's choice. False if there is no room."""
    # A table more than 75 % full makes linear probing slow.
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
    """Return the edge of a node to try next: the highest mean win share plus a bonus that falls with its tries.

    The bonus is that of PUCT (Rosin, Annals of Mathematics and Artificial Intelligence 61, 2011): it grows as the
    square root of all tries, in proportion to the prior probability of the action.
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
        # First-play urgency: an untried action is worth the mean of its node; 0 would never be tried, 1 always.
        value = edges[first + i, WON] / visits if visits > 0 else won / max(tried, 1.0)
        # n > 1: nodes of a single action are never made (`leaf` in `search_games`).
        value += hope * (trust if i == nodes[row, HABIT] else (1.0 - trust) / (n - 1)) / (1.0 + visits)
        if value > most:
            most = value
            best = i
    return best


@kernel
def share_win(out: Returns, p: int) -> float:
    """Return a player's share of the win: equal parts for all with the highest return, else 0."""
    winners = 0
    for q in range(len(out)):
        if out[q] > out[p]:
            return 0.0
        if out[q] == out[p]:
            winners += 1
    return 1.0 / winners


@kernel
def find(wanted: int, actions: Ints, n: int) -> int:
    """Return the place of an action in `actions[:n]`, or n - 1 if it is not there."""
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

    `positions` and `view` hold one position, `words` int32 is the memory of `view`. `path` int32 (k,): the tree decides
    at most k decisions of `me` in a game. `luck` float64 (n, LUCK); `out` float64 (n, players) gets the returns.
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
                if row > 0 and nodes[row, WIDE] == n:  # another number means a hash collision: no foreign edges
                    edge = pick_edge(nodes, edges, row, bold, trust)
                    path[depth] = nodes[row, FIRST] + edge
                    depth += 1
                    chosen = actions[edge]
                else:
                    note_asked(tally, p, steps)
                    chosen = check_action(tally, actions, n, choose(seats[p], s, t, p, actions, n, rng))
                    if chosen < 0:
                        return FAULT
                    leaf = p == me and n > 1  # one new node per playout, as in UCT; below it the strategies decide
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
    """Return how many own decisions the coach looks ahead in a game: `AHEAD` of its strategies, default 0."""
    return int(strategy_setting(rules, "AHEAD", 0))


class Tree(NamedTuple):
    """Memory of a search after one action: `nodes` int64 (rows, NODE), a hash table, and `edges` float64 (k, EDGE)."""

    nodes: NDArray[np.int64]
    edges: NDArray[np.float64]


def new_tree(nodes: int) -> Tree:
    """Return an empty tree with room for `nodes` nodes, MOST_NODES at most."""
    room = max(2, min(nodes, MOST_NODES) * 4 // 3 + 2)
    return Tree(np.zeros((room, NODE), np.int64), np.zeros((EDGES_A_NODE * room, EDGE)))

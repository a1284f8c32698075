"""The whole tree of a small game as arrays: every position, who decides there, and what that player knows by then.

Games grow in layers by machine code; equal knowledge is one information state (perfect recall: everything a player has
seen, step by step, and done). What is computed on the tree is in equilibrium.py, what people do there in policy.py.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from gamekit.compiling import CHANCE, OVER
from gamekit.errors import OptionError, is_whole, quote
from gamekit.game import check_game
from gamekit.lab.engine.batches import pack_positions
from gamekit.lab.engine.loops import ACTION, ASK
from gamekit.lab.engine.stepping import Walk, load_machine
from gamekit.lab.estimate import RETURNS, WIN, check_payoff, win_shares

if TYPE_CHECKING:
    from gamekit.game import Game

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

MOST_POSITIONS: Final = 500_000
"""A larger tree takes too long, and too much memory, to be walked through thousands of times."""
PROBES: Final = 40
"""Random games from which the size of a tree is estimated; fewer of them once they have so many steps in all:"""
PROBED_STEPS: Final = 4_000
FAR_TOO_LARGE: Final = 100
"""A tree estimated to be so many times too large is not begun; an estimate may be far off, but hardly that far."""
CHUNK: Final = 2_048
"""Positions that grow together; more of them take memory and save no time."""
NOBODY: Final = -1
"""In `choice` and `state`: no decision of a player."""


@dataclass(frozen=True)
class InformationState:
    """All that a player knows when deciding: who it is, the view, and what may be done."""

    number: int
    player: int
    view: Any
    actions: tuple[int, ...]
    first: int
    """The number of its first choice; the others follow."""


class ExtensiveForm:
    """A game's whole tree. Positions are numbered layer by layer, the first one is 0. Made by `extensive_form`.

    Attributes, with one entry for each position: `parent`; `player` (who decides: 0…players−1, `CHANCE` or `OVER`);
    `chance` (the probability of the step that led there if chance took it, else 1); `choice` (the number of the choice
    that led there, or −1); `state` (the number of the information state of whoever decides, or −1); `payoffs` (a row
    for each, 0 where the game goes on). A choice is an action in an information state: `owner` says for each choice to
    which one it belongs. `layers` are the ranges of the layers, `states` the information states.
    """

    def __init__(self, game: Game, payoff: str, columns: dict[str, Any], states: list[InformationState]) -> None:
        self.game, self.payoff, self.states = game, payoff, states
        self.parent: Places = columns["parent"]
        self.player: Places = columns["player"]
        self.chance: Floats = columns["chance"]
        self.choice: Places = columns["choice"]
        self.state: Places = columns["state"]
        self.payoffs: Floats = columns["payoffs"]
        ends = np.flatnonzero(np.diff(columns["depth"])) + 1
        cuts = [0, *ends.tolist(), len(self.parent)]
        self.layers = [slice(first, end) for first, end in itertools.pairwise(cuts)]
        self.owner: Places = np.repeat(np.arange(len(states)), [len(state.actions) for state in states])
        self.firsts: Places = np.array([state.first for state in states], np.int64)
        self.of_player: Places = np.array([state.player for state in states], np.int64)
        self.example: Places = np.zeros(len(states), np.int64)
        """For each information state, one of its positions."""
        decided = np.flatnonzero(self.state >= 0)
        self.example[self.state[decided]] = decided

    def __repr__(self) -> str:
        counts = ", ".join(f"{int((self.of_player == p).sum()):,} of player {p}" for p in range(self.game.players))
        return f"The whole tree of {self.game!r}: {len(self):,} positions; information states: {counts}"

    def __len__(self) -> int:
        """How many positions it has."""
        return len(self.parent)

    @property
    def choices(self) -> int:
        """How many choices there are in all: the actions of all information states."""
        return len(self.owner)

    @property
    def constant_sum(self) -> bool:
        """Whether the payoffs of all players add up to the same in every game: what one wins the others lose."""
        sums = self.payoffs[self.player == OVER].sum(axis=1)
        return bool(np.ptp(sums) <= 1e-9 * max(1.0, float(np.abs(sums).max())))


def multiply_steps(form: ExtensiveForm, steps: Floats) -> Floats:
    """For each position, the product of what the steps that lead there are worth."""
    reach = np.ones(len(form))
    for layer in form.layers[1:]:
        reach[layer] = reach[form.parent[layer]] * steps[layer]
    return reach


def extensive_form(game: Game, *, payoff: str = RETURNS, most: int = MOST_POSITIONS) -> ExtensiveForm:
    """The whole tree of a small game; the last one of a game is kept.

    `payoff`: "returns", or "win": 1 for whoever has the highest return, shared if several do, so that it adds up to 1.
    Raises `OptionError` for a tree of more than `most` positions, and says how large it would be.

    >>> from gamekit import load
    >>> extensive_form(load("kuhn"))
    The whole tree of gamekit.load('kuhn', players=2): 58 positions; information states: 6 of player 0, 6 of player 1
    """
    if not is_whole(most, 1, 10**9):
        raise OptionError(f"A tree may have 1 to 1,000,000,000 positions, not {quote(most)}.")
    kept, payoff = _kept.setdefault(check_game(game), {}), check_payoff(payoff)
    if payoff not in kept or len(kept[payoff]) > most:
        kept[payoff] = _grow(game, payoff, int(most))
    return kept[payoff]


_kept: WeakKeyDictionary[Game, dict[str, ExtensiveForm]] = WeakKeyDictionary()


def estimate_size(game: Game, probes: int = PROBES, seed: int = 1) -> float:
    """The common logarithm of how many positions a game's tree has, estimated from random games.

    D. E. Knuth, Estimating the efficiency of backtrack programs (Mathematics of Computation 29, 1975): on average over
    random ways down, the product of the branchings so far is the size of a layer. In long games that is an order of
    magnitude and no more.

    >>> from gamekit import load
    >>> 70 < estimate_size(load("kartenspiel", players=2), probes=5)
    True
    """
    rng = np.random.default_rng(seed)
    found: list[float] = []
    steps = 0
    while len(found) < probes and steps < PROBED_STEPS:
        walk, width, layers = Walk.begin(game), 0.0, [0.0]
        while walk.player != OVER:
            width += math.log10(len(walk.legal))
            layers.append(width)
            walk.apply(int(rng.choice(walk.legal)))
        found.append(_log_sum(layers))
        steps += len(layers)
    return _log_sum(found) - math.log10(len(found))


def _log_sum(logs: list[float]) -> float:
    top = max(logs)
    return top + math.log10(sum(10 ** (one - top) for one in logs))


def _explain_too_large(game: Game, most: int, logarithm: float) -> OptionError:
    """How large the tree is: as random games tell, or more than `most`, if by their account it were smaller."""
    if logarithm <= math.log10(most):
        told = f"more than {most:,} positions"
    elif logarithm < 15:
        told = f"about {float(f'{10**logarithm:.2g}'):,.0f} positions, as random games tell"
    else:
        told = f"some 10 to the power of {logarithm:,.0f} positions, as random games tell"
    return OptionError(f"{game.title} with these options has {told}; a tree may have {most:,}.{_suggest_smaller(game)}")


def _suggest_smaller(game: Game) -> str:
    """What may help: the options of this game that are numbers."""
    options = game.option_schema["properties"].items()
    numbers = [name for name, about in options if "integer" in str((about.get("type"), about.get("anyOf")))]
    return f" Options that make it smaller may help; it has {', '.join(numbers)}." if numbers else ""


class _Knowledge:
    """What players know, numbered: equal numbers for equal knowledge."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int, int, bytes], int] = {}

    def of(self, player: int, before: int, own: int, view: bytes) -> int:
        """The number of what `player` knows after knowing `before`, doing `own` (−1: nothing) and seeing `view`."""
        key = player, before, own, hashlib.blake2b(view, digest_size=16).digest()
        return self._numbers.setdefault(key, len(self._numbers))


@dataclass
class _Chunk:
    """Positions of one depth that are still to grow."""

    depth: int
    numbers: list[int]
    positions: NDArray[np.void]
    movers: list[int]
    legal: list[list[int]]
    odds: list[list[int]]
    known: list[list[int]]
    """For each player, what it knows at each position."""


class _Growth:
    """A tree while it grows."""

    def __init__(self, game: Game, payoff: str, most: int) -> None:
        self.game, self.payoff, self.most = game, payoff, most
        self.machine, self.knowledge = load_machine(game), _Knowledge()
        self.rows: list[tuple[int, int, int, float, int, int]] = []
        """For each position: parent, depth, player, chance, a player's action or −1, who decides' knowledge or −1."""
        self.payoffs: dict[int, list[float]] = {}
        self.states: dict[int, tuple[int, bytes, tuple[int, ...]]] = {}
        """By knowledge: player, view and legal actions."""

    def look_at(
        self, positions: NDArray[np.void], actions: list[int], parents: _Chunk | None, places: list[int]
    ) -> _Chunk:
        """Carry out `actions` in these positions (copies of parents), and write down what came of it."""
        machine, game = self.machine, self.game
        room, odds, tally = machine.room()
        movers, legal, weights = [], [], []
        for i, action in enumerate(actions):
            movers.append(machine.step_one(action, positions[i : i + 1], machine.tables, room, odds, tally))
            found = int(tally[ACTION])
            legal.append(room[:found].tolist())
            weights.append(odds[:found].tolist() if movers[-1] == CHANCE else [])
        first = len(self.rows)
        views = [self._views(positions, p) for p in range(game.players)]
        known: list[list[int]] = [[] for _ in range(game.players)]
        for i, action in enumerate(actions):
            mover = parents.movers[places[i]] if parents else CHANCE
            for p in range(game.players):
                before = parents.known[p][places[i]] if parents else -1
                known[p].append(self.knowledge.of(p, before, action if mover == p else -1, views[p][i]))
            chance = 1.0
            if parents and mover == CHANCE:
                at = places[i]
                chance = parents.odds[at][parents.legal[at].index(action)] / sum(parents.odds[at])
            here = known[movers[i]][i] if movers[i] >= 0 else NOBODY
            if movers[i] >= 0:
                self.states.setdefault(here, (movers[i], views[movers[i]][i], tuple(legal[i])))
            parent, depth = (parents.numbers[places[i]], parents.depth + 1) if parents else (-1, 0)
            self.rows.append((parent, depth, movers[i], chance, action if mover >= 0 else NOBODY, here))
            if movers[i] == OVER:
                out = np.zeros(game.players)
                machine.loops.payoffs(positions[i], game.tables, out)
                self.payoffs[first + i] = out.tolist()
        numbers = list(range(first, first + len(actions)))
        return _Chunk(parents.depth + 1 if parents else 0, numbers, positions, movers, legal, weights, known)

    def _views(self, positions: NDArray[np.void], player: int) -> list[bytes]:
        views = positions.copy()
        players = np.full(len(positions), player, np.int32)
        self.machine.loops.view_all(views, positions, self.machine.tables, players)
        return [row.tobytes() for row in views.view(np.uint8).reshape(len(views), -1)]

    def grow(self) -> None:
        """The whole tree, a chunk of positions after the other, the deepest first: that keeps few of them waiting."""
        start = pack_positions(self.game, self.game.start())
        waiting = [self.look_at(start, [ASK], None, [0])]
        while waiting:
            chunk = waiting.pop()
            places = [place for place, legal in enumerate(chunk.legal) for _ in legal]
            actions = [action for legal in chunk.legal for action in legal]
            if len(self.rows) + len(places) > self.most:
                raise _explain_too_large(self.game, self.most, estimate_size(self.game))
            for first in range(0, len(places), CHUNK):
                part = places[first : first + CHUNK]
                waiting.append(self.look_at(chunk.positions[part], actions[first : first + CHUNK], chunk, part))


def _grow(game: Game, payoff: str, most: int) -> ExtensiveForm:
    """The tree, sorted into layers. Raises `OptionError` if it is too large."""
    logarithm = estimate_size(game)
    if logarithm > math.log10(FAR_TOO_LARGE * most):
        raise _explain_too_large(game, most, logarithm)
    growth = _Growth(game, payoff, most)
    growth.grow()
    parent, depth, player, chance, action, known = (np.array(column) for column in zip(*growth.rows, strict=True))
    order = np.lexsort((known, player, depth))  # within a layer, positions of one information state side by side
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    parents = np.where(parent >= 0, place[parent], -1)[order]
    states, numbers = _number_states(game, growth, known[order])
    state = np.array([numbers.get(one, NOBODY) for one in known[order].tolist()], np.int64)
    payoffs = np.zeros((len(order), game.players))
    payoffs[place[list(growth.payoffs)]] = list(growth.payoffs.values())
    if payoff == WIN:
        over = player[order] == OVER
        payoffs[over] = win_shares(payoffs[over])
    choice = np.full(len(order), NOBODY, np.int64)
    for row in np.flatnonzero(action[order] >= 0):
        here = states[state[parents[row]]]
        choice[row] = here.first + here.actions.index(int(action[order[row]]))
    columns = {"parent": parents, "depth": depth[order], "player": player[order], "chance": chance[order]}
    return ExtensiveForm(game, payoff, columns | {"choice": choice, "state": state, "payoffs": payoffs}, states)


def _number_states(game: Game, growth: _Growth, known: Places) -> tuple[list[InformationState], dict[int, int]]:
    """The information states in the order in which the layers come to them."""
    states: list[InformationState] = []
    numbers: dict[int, int] = {}
    first = 0
    for one in known.tolist():
        if one == NOBODY or one in numbers:
            continue
        player, view, actions = growth.states[one]
        numbers[one] = len(states)
        states.append(InformationState(len(states), player, game.rules.State.from_bytes(view), actions, first))
        first += len(actions)
    return states, numbers

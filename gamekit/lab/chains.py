"""Markov chains and decision processes: from a table of steps, from a graph, or from a game's kernels.

Chains are solved exactly with fractions while they are small, else with floats.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import OptionError
from gamekit.kernel import OVER
from gamekit.lab.exact import Policy, branches, uniform
from gamekit.record import clear_notes

if TYPE_CHECKING:
    import networkx as nx

    from gamekit.game import Game

MOST_STATES: Final = 20_000
SMALL: Final = 80
"""Up to so many passing states a chain is solved with fractions."""

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


class Chain(Generic[S]):
    """A Markov chain: its `states` and for each the exact probabilities of the `steps` from it.

    >>> half = Fraction(1, 2)
    >>> coin = Chain.build("tails", lambda side: {"tails": half, "heads": half} if side == "tails" else {})
    >>> coin.expected_steps("tails")
    Fraction(2, 1)
    """

    def __init__(self, steps: Mapping[S, Mapping[S, Fraction]]) -> None:
        self.states: list[S] = list(steps)
        self.steps = {state: dict(to) for state, to in steps.items()}
        for state, to in self.steps.items():
            if to and sum(to.values()) != 1:
                raise OptionError(f"The steps from {state!r} have probability {sum(to.values())} in all; it must be 1.")
            if not set(to) <= set(self.steps):
                raise OptionError(f"The steps from {state!r} lead to states the chain does not have.")

    @classmethod
    def build(
        cls, start: S | Iterable[S], steps: Callable[[S], Mapping[S, Fraction]], most: int = MOST_STATES
    ) -> Chain[S]:
        """The chain of all states reached from `start` (one, or a list); no steps from a state end it."""
        waiting: list[S] = list(start) if isinstance(start, list) else [start]  # type: ignore[list-item]
        found: dict[S, Mapping[S, Fraction]] = {}
        while waiting:
            state = waiting.pop()
            if state in found:
                continue
            found[state] = {to: chance for to, chance in steps(state).items() if chance}
            waiting += [to for to in found[state] if to not in found]
            if len(found) > most:
                raise OptionError(f"The chain has more than {most:,} states.")
        return cls(found)

    @classmethod
    def walk(cls, graph: nx.Graph[S], ends: Iterable[S] = (), weight: str | None = None) -> Chain[S]:
        """The random walk on a graph: each edge equally likely, or by an integer edge attribute."""
        final = set(ends)
        table: dict[S, dict[S, Fraction]] = {}
        for node in graph.nodes:
            edges = {to: int(data.get(weight, 1)) if weight else 1 for to, data in graph.adj[node].items()}
            whole = sum(edges.values())
            table[node] = {} if node in final else {to: Fraction(n, whole) for to, n in edges.items() if n}
        return cls(table)

    @property
    def ends(self) -> list[S]:
        """The states that are never left."""
        return [state for state, to in self.steps.items() if set(to) <= {state}]

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The transition matrix, rows and columns in the order of `states`; ends stay where they are."""
        place = {state: i for i, state in enumerate(self.states)}
        matrix = np.zeros((len(place), len(place)))
        for state, to in self.steps.items():
            for other, chance in (to or {state: Fraction(1)}).items():
                matrix[place[state], place[other]] += float(chance)
        return matrix

    def after(self, start: S, steps: int) -> dict[S, Fraction]:
        """Where the chain stands after so many steps: exact probabilities. Raises `OptionError` for no state of it."""
        self._checked(start)
        now = {start: Fraction(1)}
        for _ in range(steps):
            following: dict[S, Fraction] = {}
            for state, probability in now.items():
                for to, chance in (self.steps[state] or {state: Fraction(1)}).items():
                    following[to] = following.get(to, Fraction(0)) + probability * chance
            now = following
        return now

    def expected_steps(self, start: S) -> Fraction | float:
        """The mean number of steps until an end."""
        return self.expected(start, lambda state: 1)

    def expected(self, start: S, reward: Callable[[S], int]) -> Fraction | float:
        """The mean sum of `reward` over all states passed until an end."""
        passing = self._passing(start)
        if not passing:
            return Fraction(0)
        return cast(
            "Fraction | float", self._solve(passing, [[Fraction(reward(state))] for state in passing])[start][0]
        )

    def absorption(self, start: S) -> dict[S, Fraction | float]:
        """The probability of finishing in each end."""
        passing, ends = self._passing(start), self.ends
        if not passing:
            return {end: Fraction(int(end == start)) for end in ends}
        right = [[self.steps[state].get(end, Fraction(0)) for end in ends] for state in passing]
        return dict(zip(ends, self._solve(passing, right)[start], strict=True))

    def _checked(self, state: S) -> None:
        if state not in self.steps:
            raise OptionError(
                f"The chain has no state {state!r}; it has {len(self.states):,}, such as {self.states[:3]}."
            )

    def _passing(self, start: S) -> list[S]:
        self._checked(start)
        ends, seen, waiting = set(self.ends), set(), [start]
        while waiting:
            state = waiting.pop()
            if state not in seen and state not in ends:
                seen.add(state)
                waiting += self.steps[state]
        return [state for state in self.states if state in seen]

    def _solve(self, passing: list[S], right: list[list[Fraction]]) -> dict[S, list[Any]]:
        """Solve X = right + P X over the passing states: with fractions if they are few, else with floats."""
        place = {state: i for i, state in enumerate(passing)}
        one: Any = Fraction(1) if len(passing) <= SMALL else 1.0
        rows = [[one * int(i == j) for j in range(len(passing))] for i in range(len(passing))]
        for state, i in place.items():
            for to, chance in self.steps[state].items():
                if to in place:
                    rows[i][place[to]] -= chance * one
        if len(passing) <= SMALL:
            solution = eliminate(rows, right)
        else:
            solution = np.linalg.solve(np.array(rows), np.array(right, np.float64)).tolist()
        return dict(zip(passing, solution, strict=True))


def eliminate(rows: list[list[Fraction]], right: list[list[Fraction]]) -> list[list[Fraction]]:
    """Solve a square system of linear equations exactly. Raises `OptionError` if it has no single solution."""
    table = [[*row, *values] for row, values in zip(rows, right, strict=True)]
    n = len(table)
    for column in range(n):
        pivot = next((row for row in range(column, n) if table[row][column]), None)
        if pivot is None:
            raise OptionError("From some state the chain never reaches an end.")
        table[column], table[pivot] = table[pivot], table[column]
        lead = table[column][column]
        table[column] = [value / lead for value in table[column]]
        for row in range(n):
            if row != column and table[row][column]:
                factor = table[row][column]
                table[row] = [a - factor * b for a, b in zip(table[row], table[column], strict=True)]
    return [row[n:] for row in table]


def chain_of(
    game: Game,
    position: Any,
    key: Callable[[Any], S],
    *,
    policy: Policy = uniform,
    until: Callable[[Any], bool] = lambda position: False,
    most: int = MOST_STATES,
) -> Chain[S]:
    """The chain that a game's own kernels walk: one step of the chain is one step of the game.

    `key` names the state of a position. Positions with the same key must behave alike, which is
    checked: `OptionError` if the same key gives different steps. The chain ends where `until` holds.
    """
    table: dict[S, dict[S, Fraction]] = {}
    seen: set[bytes] = set()
    waiting = [position]
    while waiting:
        here = waiting.pop()
        data = bytes(here.tobytes())
        if data in seen:
            continue
        seen.add(data)
        steps: dict[S, Fraction] = {}
        if not (game.player(here) == OVER or until(here)):
            for action, chance in branches(game, here, policy).items():
                after = here.copy()
                game.apply(after, action)
                clear_notes(after)
                steps[key(after)] = steps.get(key(after), Fraction(0)) + chance
                waiting.append(after)
        if table.setdefault(key(here), steps) != steps:
            raise OptionError(f"Positions called {key(here)!r} do not behave alike: name more of them in the key.")
        if len(seen) > most:
            raise OptionError(f"More than {most:,} positions; let the key or `until` cut it shorter.")
    return Chain(table)


class DecisionProcess(Generic[S, A]):
    """States, the actions open in each, and for each action the exact probabilities of what follows.

    `outcomes(state, action)` gives {(reward, next state): probability}; a state without actions ends it.
    """

    def __init__(
        self,
        start: S,
        actions: Callable[[S], Iterable[A]],
        outcomes: Callable[[S, A], Mapping[tuple[Any, S], Fraction]],
        most: int = MOST_STATES,
    ) -> None:
        self.start = start
        self.table: dict[S, dict[A, dict[tuple[Any, S], Fraction]]] = {}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if state in self.table:
                continue
            self.table[state] = {action: dict(outcomes(state, action)) for action in actions(state)}
            for action, ends in self.table[state].items():
                if sum(ends.values()) != 1:
                    raise OptionError(f"What follows {action!r} in {state!r} must have probability 1 in all.")
                waiting += [to for _, to in ends if to not in self.table]
            if len(self.table) > most:
                raise OptionError(f"The decision process has more than {most:,} states.")

    def solve(self, tolerance: float = 1e-12, most_rounds: int = 100_000) -> tuple[dict[S, float], dict[S, A]]:
        """The greatest expected sum of rewards from each state, and the best action there (value iteration)."""
        values = dict.fromkeys(self.table, 0.0)
        for _ in range(most_rounds):
            change = 0.0
            for state, options in self.table.items():
                if options:
                    best = max(self.worth(values, ends) for ends in options.values())
                    change = max(change, abs(best - values[state]))
                    values[state] = best
            if change <= tolerance:
                break
        else:
            raise OptionError("The values do not settle: some way of acting never ends and always gains.")
        policy = {
            state: max(options, key=lambda action: self.worth(values, options[action]))
            for state, options in self.table.items()
            if options
        }
        return values, policy

    def chain(self, policy: Mapping[S, A]) -> Chain[S]:
        """The Markov chain of acting by a policy."""
        table: dict[S, dict[S, Fraction]] = {}
        for state, options in self.table.items():
            table[state] = {}
            for (_, to), chance in (options[policy[state]] if options else {}).items():
                table[state][to] = table[state].get(to, Fraction(0)) + chance
        return Chain(table)

    @staticmethod
    def worth(values: Mapping[S, float], ends: Mapping[tuple[Any, S], Fraction]) -> float:
        """What an action is worth if states are worth `values`."""
        return sum(float(chance) * (float(reward) + values[to]) for (reward, to), chance in ends.items())

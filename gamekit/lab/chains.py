"""Markov chains: from a table of steps, from a graph, or from a game's rules.

They are solved exactly, with fractions, up to 80 transient states, and with floats beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from gamekit.core.arguments import check, check_list, takes
from gamekit.core.errors import OptionError, is_real, quote
from gamekit.core.game import check_game
from gamekit.core.kernel import OVER
from gamekit.core.record import clear_notes
from gamekit.lab.exact import Policy, branches, uniform

if TYPE_CHECKING:
    import networkx as nx

    from gamekit.core.game import Game

MOST_STATES: Final = 20_000
SMALL: Final = 80
"""Transient states up to which a chain is solved with fractions."""
FINEST: Final = 1_000_000
"""Greatest denominator of the fraction as which a float is read."""
LARGE: Final = 1e300
"""Greatest weight accepted."""
ROUNDING: Final = 1e-6
"""Greatest deviation of a sum of probabilities from 1 that counts as rounding."""

S = TypeVar("S", bound=Hashable)


class Chain(Generic[S]):
    """A Markov chain: `states`, and `steps`, for each state the exact probabilities of the next.

    >>> half = Fraction(1, 2)
    >>> coin = Chain.build("tails", lambda side: {"tails": half, "heads": half} if side == "tails" else {})
    >>> coin.expected_steps("tails")
    Fraction(2, 1)
    """

    def __init__(self, steps: Mapping[S, Mapping[S, Fraction]]) -> None:
        self.states: list[S] = list(steps)
        self.steps = {state: dict(to) for state, to in steps.items()}
        for state, to in self.steps.items():
            if to and (sum(to.values()) != 1 or min(to.values()) < 0):
                raise _refuse_steps(state, sum(to.values()))
            if not set(to) <= set(self.steps):
                raise OptionError(f"The steps from {quote(state)} lead to states the chain does not have.")

    def __repr__(self) -> str:
        ends = sum(not to for to in self.steps.values())
        return f"<Chain of {len(self.states):,} states, {ends:,} of them ends>"

    @classmethod
    def build(
        cls, start: S | Iterable[S], steps: Callable[[S], Mapping[S, Fraction]], most: int = MOST_STATES
    ) -> Chain[S]:
        """Return the chain of all states reachable from `start`, a state or a list of states.

        A state without steps is an end. Raises `OptionError` if there are more than `most` states.
        """
        _check_steps(steps)
        check(most=most)
        waiting: list[S] = list(start) if isinstance(start, list) else [start]  # type: ignore[list-item]
        found: dict[S, Mapping[S, Fraction]] = {}
        while waiting:
            state = waiting.pop()
            check(state=state)
            if state in found:
                continue
            found[state] = {to: chance for to, chance in steps(state).items() if chance}
            waiting += [to for to in found[state] if to not in found]
            if len(found) > most:
                raise OptionError(f"The chain has more than {most:,} states.")
        return cls(found)

    @classmethod
    def walk(cls, graph: nx.Graph[S], ends: Iterable[S] = (), weight: str | None = None) -> Chain[S]:
        """Return the random walk on a graph that stops at `ends`.

        All edges of a node are equally probable, or in proportion to the integer edge attribute `weight`. Raises
        `OptionError` for anything but a graph of networkx.
        """
        if not hasattr(graph, "adj"):
            raise OptionError(f"A walk needs a graph of networkx, such as game.graph, not {quote(graph)}.")
        if weight is not None:
            check(weight=weight)
        final = set(check_list("ends", ends, "nodes"))
        table: dict[S, dict[S, Fraction]] = {}
        for node in graph.nodes:
            edges = {to: int(data.get(weight, 1)) if weight else 1 for to, data in graph.adj[node].items()}
            whole = sum(edges.values())
            table[node] = {} if node in final else {to: Fraction(n, whole) for to, n in edges.items() if n}
        return cls(table)

    @property
    def ends(self) -> list[S]:
        """States that are never left."""
        return [state for state, to in self.steps.items() if set(to) <= {state}]

    @property
    def matrix(self) -> NDArray[np.float64]:
        """Transition matrix, float64 (states, states), in the order of `states`; ends lead to themselves."""
        place = {state: i for i, state in enumerate(self.states)}
        matrix = np.zeros((len(place), len(place)))
        for state, to in self.steps.items():
            for other, chance in (to or {state: Fraction(1)}).items():
                matrix[place[state], place[other]] += float(chance)
        return matrix

    def after(self, steps: int, start: S | None = None) -> dict[S, Fraction]:
        """Return the exact probability of each state after `steps` steps from `start` (default: the first state).

        Raises `OptionError` if there is no such state.
        """
        check(steps=steps)
        start = self.states[0] if start is None else start
        self._check_state(start)
        now = {start: Fraction(1)}
        for _ in range(steps):
            following: dict[S, Fraction] = {}
            for state, probability in now.items():
                for to, chance in (self.steps[state] or {state: Fraction(1)}).items():
                    following[to] = following.get(to, Fraction(0)) + probability * chance
            now = following
        return now

    def stationary(self) -> dict[S, Fraction | float]:
        """Return the stationary distribution, which a further step does not change: the probability of each state.

        Fractions up to 80 states, floats beyond. Raises `OptionError` if it is not unique, because some states cannot
        be reached from others.

        >>> chain([[0.5, 0.5], [0.25, 0.75]], ["sun", "rain"]).stationary()
        {'sun': Fraction(1, 3), 'rain': Fraction(2, 3)}
        """
        place = {state: i for i, state in enumerate(self.states)}
        size = len(place)
        one: Any = Fraction(1) if size <= SMALL else 1.0
        # π(P − 1) = 0 and the sum of π is 1: the last equation takes the place of one that follows from the others.
        rows: list[list[Any]] = [[-one * int(i == j) for j in range(size)] for i in range(size)]
        for state, to in self.steps.items():
            for other, chance in (to or {state: Fraction(1)}).items():
                rows[place[other]][place[state]] += chance * one
        rows[-1] = [one] * size
        right = [[one * int(i == size - 1)] for i in range(size)]
        several = "Some states can never be reached from others, so no single distribution lasts."
        if size <= SMALL:
            shares = eliminate(rows, right, several)
        else:
            try:
                shares = np.linalg.solve(np.array(rows, np.float64), np.array(right, np.float64)).tolist()
            except np.linalg.LinAlgError as error:
                raise OptionError(several) from error
        return {state: share for state, (share,) in zip(self.states, shares, strict=True)}

    def mean_steps(self, until: Callable[[S], bool] | Iterable[S]) -> dict[S, Fraction | float]:
        """Return for each state the mean number of steps until a state of `until`; a function says for which it holds.

        Raises `OptionError` for an unknown state or, with up to 80 transient states, if `until` may never be reached.

        >>> chain([[0.5, 0.5], [0.25, 0.75]], ["sun", "rain"]).mean_steps(["rain"])
        {'sun': Fraction(2, 1), 'rain': Fraction(0, 1)}
        """
        if callable(until):
            check(until=until)
            wanted = {state for state in self.states if until(state)}
        else:
            wanted = {self._check_state(state) for state in check_list("until", until, "states")}
        stopped = Chain({state: {} if state in wanted else to for state, to in self.steps.items()})
        passing = [state for state in self.states if state not in wanted]
        ones = [[Fraction(1)] for _ in passing]
        times = stopped._solve(passing, ones)
        return {state: times[state][0] if state in times else Fraction(0) for state in self.states}

    def expected_steps(self, start: S) -> Fraction | float:
        """Return the mean number of steps from `start` to an end. Raises `OptionError` as `expected` does."""
        return self.expected(start, lambda state: 1)

    def expected(self, start: S, reward: Callable[[S], int]) -> Fraction | float:
        """Return the mean sum of `reward(state)` over the states passed from `start` to an end.

        Raises `OptionError` if there is no such state or, with up to 80 transient states, if an end may never be
        reached.
        """
        check(reward=reward)
        passing = self._list_passing(start)
        if not passing:
            return Fraction(0)
        return cast(
            "Fraction | float", self._solve(passing, [[Fraction(reward(state))] for state in passing])[start][0]
        )

    def _check_state(self, state: S) -> S:
        check(state=state)
        if state not in self.steps:
            raise OptionError(
                f"The chain has no state {quote(state)}; it has {len(self.states):,}, such as {self.states[:3]}."
            )
        return state

    def _list_passing(self, start: S) -> list[S]:
        self._check_state(start)
        ends, seen, waiting = set(self.ends), set(), [start]
        while waiting:
            state = waiting.pop()
            if state not in seen and state not in ends:
                seen.add(state)
                waiting += self.steps[state]
        return [state for state in self.states if state in seen]

    def _solve(self, passing: list[S], right: list[list[Fraction]]) -> dict[S, list[Any]]:
        """Solve X = right + P X over the transient states: with fractions if they are few, else with floats."""
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


def chain(steps: Any, states: Iterable[S] | None = None) -> Chain[S]:
    """Create a Markov chain from a matrix, a table of steps, or a function that returns the steps of a state.

    Parameters
    ----------
    steps : array_like, mapping or callable
        A square matrix (lists, array or data frame), a mapping ``{state: {next state: probability}}``, or a function
        from a state to ``{next state: probability}``. Floats are read as the nearest fraction with a denominator up to
        1,000,000.
    states : iterable, optional
        Labels of the rows and columns of a matrix (default: its index, or 0, 1, …), or the states where a function
        begins. Not needed for a mapping.

    Returns
    -------
    Chain
        The chain, with `after`, `expected_steps`, `mean_steps`, `stationary` and `matrix`.

    Raises
    ------
    OptionError
        If the probabilities of some state do not add up to 1, lead to unknown states, or another argument is not
        allowed.

    Examples
    --------
    >>> import gamekit as gk
    >>> weather = gk.chain([[0.9, 0.1], [0.5, 0.5]], ["sun", "rain"])
    >>> weather.after(2, "sun")
    {'sun': Fraction(43, 50), 'rain': Fraction(7, 50)}
    >>> gk.chain(lambda n: {n + 1: 0.5, 0: 0.5} if n < 2 else {}, [0]).expected_steps(0)
    Fraction(6, 1)
    """
    if states is not None:
        states = check_list("states", list(states) if isinstance(states, str) else states, "states")
    if isinstance(steps, Mapping):
        return Chain({state: _make_exact(state, to) for state, to in steps.items()})
    if callable(steps):
        _check_steps(steps)
        if states is None:
            raise OptionError("Say in which states the chain may begin: chain(function, [0]).")
        return Chain.build(list(states), lambda state: _make_exact(state, steps(state)))
    table = getattr(steps, "values", steps)
    if isinstance(table, str) or not isinstance(table, Iterable) or not all(isinstance(row, Iterable) for row in table):
        raise OptionError(
            "A chain is made of a square matrix, a table {state: {next state: probability}} or a function from a state "
            f"to such steps, not of {quote(steps)}. A game's own: gamekit.lab.chains.chain_of(game, position, key)."
        )
    rows = [list(row) for row in table]
    labels = getattr(steps, "index", None)  # of a data frame; of a list it is a method
    usual = range(len(rows)) if labels is None or callable(labels) else labels
    names: list[Any] = list(usual if states is None else states)
    if len(names) != len(rows) or any(len(row) != len(rows) for row in rows):
        raise OptionError(
            f"A chain needs as many rows as columns, and a state for each; here are {len(rows)} rows of "
            f"{sorted({len(row) for row in rows})} and {len(names)} states."
        )
    names = [name.item() if isinstance(name, np.generic) and name.dtype.names is None else name for name in names]
    for name in names:
        check(state=name)
    return Chain(
        {name: _make_exact(name, dict(zip(names, row, strict=True))) for name, row in zip(names, rows, strict=True)}
    )


def _check_steps(steps: object) -> None:
    if not takes(steps, 1):
        raise OptionError(f"The steps of a chain are a function of a state, not {quote(steps)}.")


def _refuse_steps(state: Any, whole: float | Fraction) -> OptionError:
    return OptionError(f"The steps from {quote(state)} must be probabilities with sum 1; theirs is {float(whole):g}.")


def _make_exact(state: Any, to: Mapping[Any, Any]) -> dict[Any, Fraction]:
    """Return the steps from a state with fractions that add up to 1. Raises `OptionError` for no probabilities."""
    if not isinstance(to, Mapping):
        raise OptionError(f"The steps from {quote(state)} must be {{next state: probability}}, not {quote(to)}.")
    exact: dict[Any, Fraction] = {}
    for other, p in to.items():
        if not is_real(p, -LARGE, LARGE):
            raise OptionError(f"The step from {quote(state)} to {quote(other)} needs a probability, not {quote(p)}.")
        if p:  # float: a fraction of NumPy's whole numbers would overflow
            exact[other] = p if isinstance(p, Fraction) else Fraction(float(p)).limit_denominator(FINEST)
    whole = sum(exact.values(), Fraction(0))
    if exact and abs(whole - 1) > ROUNDING:
        raise _refuse_steps(state, whole)
    return {other: p / whole for other, p in exact.items()}


def eliminate(
    rows: list[list[Fraction]],
    right: list[list[Fraction]],
    otherwise: str = "From some state the chain never reaches an end.",
) -> list[list[Fraction]]:
    """Solve a square system of linear equations exactly. Raises `OptionError(otherwise)` if it is singular."""
    table = [[*row, *values] for row, values in zip(rows, right, strict=True)]
    n = len(table)
    for column in range(n):
        pivot = next((row for row in range(column, n) if table[row][column]), None)
        if pivot is None:
            raise OptionError(otherwise)
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
    until: Callable[[Any], bool] | None = None,
    most: int = MOST_STATES,
) -> Chain[S]:
    """Return the chain that a game's own rules walk: one step of the chain is one step of the game.

    `key` maps a position to its state. Positions with the same key must have the same steps, which is checked. The
    chain ends where `until` holds or the game is over. Raises `OptionError` otherwise, or for more than `most`
    positions.
    """
    check(key=key, policy=policy, until=until, most=most)
    table: dict[S, dict[S, Fraction]] = {}
    seen: set[bytes] = set()
    waiting = [check_game(game).check_position(position)]
    while waiting:
        here = waiting.pop()
        data = bytes(here.tobytes())
        if data in seen:
            continue
        seen.add(data)
        steps: dict[S, Fraction] = {}
        if not (game.player(here) == OVER or (until is not None and until(here))):
            for action, chance in branches(game, here, policy).items():
                after = here.copy()
                game.apply(after, action)
                clear_notes(after)
                check(state=key(after))
                steps[key(after)] = steps.get(key(after), Fraction(0)) + chance
                waiting.append(after)
        if table.setdefault(key(here), steps) != steps:
            raise OptionError(f"Positions called {quote(key(here))} do not behave alike: name more of them in the key.")
        if len(seen) > most:
            raise OptionError(f"More than {most:,} positions; let the key or `until` cut it shorter.")
    return Chain(table)

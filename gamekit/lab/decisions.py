"""Decision processes: what the best way of acting is worth, where each action has exact probabilities.

Whoever always acts alike walks a Markov chain; those are in chains.py.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from gamekit.errors import OptionError, quote
from gamekit.lab.chains import MOST_STATES, Chain

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


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
                    raise OptionError(f"What follows {quote(action)} in {quote(state)} must have probability 1 in all.")
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

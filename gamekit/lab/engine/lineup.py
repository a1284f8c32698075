"""Strategies of all players of a game, as the loops need them.

A game's own strategies are built into its loops. Others, kernels or not, are asked outside the loop in plain Python,
see only what their player knows, and have a time limit (python_strategies.py). Playouts cannot ask outside: there the
kernels of others run in loops of plain Python in which every choice is verified.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.core.arguments import takes
from gamekit.core.errors import StrategyError, quote, suggest_word
from gamekit.core.machine import Machine, find_machine
from gamekit.core.record import Ints
from gamekit.core.strategy import Choose, Strategy, playout_of, strategies_of, unlisted_of
from gamekit.lab.engine.loops import ASK
from gamekit.lab.engine.plain_machine import PlainMachine, make_plain_machine

if TYPE_CHECKING:
    from gamekit.core.game import Game

StrategyLike = str | Strategy | Callable[..., Any]
"""A strategy as callers give it: its name, a `Strategy`, a kernel or a plain function."""


@dataclass(frozen=True)
class Lineup:
    """Strategies of all players of a game, one for each."""

    game: str
    strategies: tuple[Strategy, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the strategies, one for each player."""
        return tuple(strategy.name for strategy in self.strategies)

    @property
    def kernels(self) -> tuple[Choose, ...]:
        """Kernels of the loops of `machine`: the game's own if they suffice, so that one build serves, else all given.

        Plans are left out: every loop has the game's `PLAN` kernel after its last strategy.
        """
        wanted = list(dict.fromkeys(s.choose for s in self.strategies if s.is_kernel and s.plan is None))
        own = own_kernels(self.game)
        return own if set(wanted) <= set(own) else tuple(wanted)

    @property
    def seats(self) -> Ints:
        """Number of each player's strategy in the loops of `machine`, int32 (players,).

        It is the index in `kernels`, or ``len(kernels) + plan`` for a plan, which hands its parameters to the loop, or
        ASK for a strategy that is no kernel.
        """
        return self._number(self.kernels)

    @property
    def own_seats(self) -> Ints:
        """Number of each player's strategy among `own_kernels`, int32 (players,); ASK if it is not the game's own."""
        return self._number(own_kernels(self.game))

    def _number(self, kernels: tuple[Choose, ...]) -> Ints:
        places = {choose: place for place, choose in enumerate(kernels)}

        def number(strategy: Strategy) -> int:
            return places.get(strategy.choose, ASK) if strategy.plan is None else len(kernels) + strategy.plan

        return np.array([number(strategy) for strategy in self.strategies], np.int32)

    @property
    def machine(self) -> Machine | PlainMachine:
        """Machine that runs the loops: the game's build, or plain Python if there is none or a strategy is foreign."""
        kernels = self.kernels
        return find_game_machine(self.game) if kernels == own_kernels(self.game) else self._make_plain(kernels)

    def _make_plain(self, kernels: tuple[Choose, ...]) -> PlainMachine:
        return make_plain_machine(importlib.import_module(f"gamekit.games.{self.game}.rules"), kernels)

    @property
    def outside(self) -> bool:
        """True if a strategy is not one of the game's own, and so must be asked outside the loop."""
        return bool((self.own_seats == ASK).any())

    @property
    def all_kernels(self) -> bool:
        """True if all strategies are kernels, which playouts require."""
        return all(strategy.is_kernel for strategy in self.strategies)

    @property
    def parallel(self) -> bool:
        """True if threads help: machine code runs in several threads at once, plain Python does not."""
        return not self.outside and isinstance(self.machine, Machine)


def find_game_machine(game: str) -> Machine | PlainMachine:
    """Return the machine of a game with its own strategies: its build if it can be run, else plain Python."""
    rules = importlib.import_module(f"gamekit.games.{game}.rules")
    return find_machine(rules) or make_plain_machine(rules, own_kernels(game))


def own_kernels(game: str) -> tuple[Choose, ...]:
    """Return the kernels in a game's build: of its strategies, the random one first, its coach and its lessons."""
    own = (*strategies_of(game).values(), playout_of(game), *unlisted_of(game))
    return tuple(dict.fromkeys(strategy.choose for strategy in own))


def make_lineup(game: Game, strategies: StrategyLike | Sequence[StrategyLike] | None) -> Lineup:
    """Return the lineup for one strategy for all players (default: random), or one each. Raises `StrategyError`."""
    if strategies is None:
        strategies = "random"
    if isinstance(strategies, (str, Strategy)) or callable(strategies):
        return Lineup(game.name, (find_strategy(game, strategies),) * game.players)
    given: Any = strategies
    chosen = tuple(find_strategy(game, who) for who in (given if isinstance(given, Iterable) else [given]))
    if len(chosen) != game.players:
        raise StrategyError(
            f"There are {game.players} players and {len(chosen)} strategies: give one for all, or one for each player."
        )
    return Lineup(game.name, chosen)


def find_strategy(game: Game, who: StrategyLike) -> Strategy:
    """Return a strategy as a `Strategy`. Raises `StrategyError`, which names what is allowed."""
    if isinstance(who, Strategy):
        return who
    if isinstance(who, str):
        if who not in game.strategies:
            raise StrategyError(
                f"{game.title} has no strategy {quote(who)}.{suggest_word(who, game.strategies)} "
                f"Its strategies are: {', '.join(game.strategies)}."
            )
        return game.strategies[who]
    if not takes(who, 6):
        raise StrategyError(
            f"A strategy is a name, a Strategy or a function (s, t, player, actions, n, rng), not {quote(who)}."
        )
    name = getattr(who, "__name__", type(who).__name__)
    return Strategy(name, name, (getattr(who, "__doc__", None) or "").strip(), who)

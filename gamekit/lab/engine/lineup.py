"""Who sits where: the strategies a person names, made ready for the loops.

A game's own strategies are built into its loops. All others, kernels or not, are plain Python: they are asked outside
the loop, see only what their player knows, and are watched by the clock (python_strategies.py). Where there is no
outside, in playouts, other people's kernels take part in loops of plain Python, in which every choice is verified.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.arguments import takes
from gamekit.errors import StrategyError, quote, suggest_word
from gamekit.lab.engine.loops import ASK
from gamekit.lab.engine.plain_machine import PlainMachine, make_plain_machine
from gamekit.machine import Machine, find_machine
from gamekit.record import Ints
from gamekit.strategy import Choose, Strategy, playout_of, strategies_of, unlisted_of

if TYPE_CHECKING:
    from gamekit.game import Game

StrategyLike = str | Strategy | Callable[..., Any]
"""How a person names a strategy: by name, as a `Strategy`, as a kernel or as a plain function."""


@dataclass(frozen=True)
class Lineup:
    """Strategies at their seats. `seats` maps players to the loop's strategies, ASK to those asked outside."""

    game: str
    strategies: tuple[Strategy, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies' names, one for each player."""
        return tuple(strategy.name for strategy in self.strategies)

    @property
    def kernels(self) -> tuple[Choose, ...]:
        """The strategies in the loops that play on: the game's own if these suffice, so that one build serves.

        Plans are none of them: every loop has the game's `PLAN` kernel after its last strategy.
        """
        wanted = list(dict.fromkeys(s.choose for s in self.strategies if s.is_kernel and s.plan is None))
        own = own_kernels(self.game)
        return own if set(wanted) <= set(own) else tuple(wanted)

    @property
    def seats(self) -> Ints:
        """Return what the loop calls the strategy of each player.

        This is its number in `kernels`; `len(kernels) + plan` for a plan, which is how its parameters reach the loop;
        ASK for a strategy that is asked outside.
        """
        return self._number(self.kernels)

    @property
    def own_seats(self) -> Ints:
        """Return the same for `own_kernels`: ASK for every strategy that is not the game's own."""
        return self._number(own_kernels(self.game))

    def _number(self, kernels: tuple[Choose, ...]) -> Ints:
        places = {choose: place for place, choose in enumerate(kernels)}

        def number(strategy: Strategy) -> int:
            return places.get(strategy.choose, ASK) if strategy.plan is None else len(kernels) + strategy.plan

        return np.array([number(strategy) for strategy in self.strategies], np.int32)

    @property
    def machine(self) -> Machine | PlainMachine:
        """What plays: the game's build, or plain Python where a strategy is not its own, or where there is no build."""
        kernels = self.kernels
        return find_game_machine(self.game) if kernels == own_kernels(self.game) else self._make_plain(kernels)

    def _make_plain(self, kernels: tuple[Choose, ...]) -> PlainMachine:
        return make_plain_machine(importlib.import_module(f"gamekit.games.{self.game}.rules"), kernels)

    @property
    def outside(self) -> bool:
        """Whether some seat must be asked outside the loop, because its strategy is not one of the game's own."""
        return bool((self.own_seats == ASK).any())

    @property
    def all_kernels(self) -> bool:
        """Whether all strategies are kernels, which can take part in playouts."""
        return all(strategy.is_kernel for strategy in self.strategies)

    @property
    def parallel(self) -> bool:
        """Whether threads help: only machine code runs beside other machine code."""
        return not self.outside and isinstance(self.machine, Machine)


def find_game_machine(game: str) -> Machine | PlainMachine:
    """Return what plays a game with its own strategies: its build if it can be run, else plain Python."""
    rules = importlib.import_module(f"gamekit.games.{game}.rules")
    return find_machine(rules) or make_plain_machine(rules, own_kernels(game))


def own_kernels(game: str) -> tuple[Choose, ...]:
    """The kernels that are built: of a game's strategies, the random one first, of its coach's, and of its lessons'."""
    own = (*strategies_of(game).values(), playout_of(game), *unlisted_of(game))
    return tuple(dict.fromkeys(strategy.choose for strategy in own))


def make_lineup(game: Game, strategies: StrategyLike | Sequence[StrategyLike] | None) -> Lineup:
    """The lineup for a game: one strategy for all players, or one for each. Raises `StrategyError`."""
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
    """One strategy. Raises `StrategyError` naming what is allowed."""
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

"""Who sits where: the strategies a person names, made ready for the loops.

The package's own strategies run trusted, in one loop for each game. Kernels of other people run
just as fast, but every choice is verified; plain Python functions are asked outside the loop, see
only what their player knows, and are watched by the clock (python_strategies.py).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.arguments import takes
from gamekit.compiling import compile_errors, is_interpreted, is_kernel, is_on_disk
from gamekit.errors import StrategyError, quote, suggest_word
from gamekit.lab.engine.game_loops import Loops, make_loops
from gamekit.lab.engine.loops import ASK
from gamekit.record import Ints
from gamekit.strategy import Choose, Strategy, playout_of, strategies_of

if TYPE_CHECKING:
    from gamekit.game import Game

Who = str | Strategy | Callable[..., Any]
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
        """The strategies compiled into the loop: all of the game's own if these suffice, so that one loop serves.

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
        kernels = self.kernels

        def number(strategy: Strategy) -> int:
            if strategy.plan is not None:
                return len(kernels) + strategy.plan
            return kernels.index(strategy.choose) if strategy.is_kernel else ASK

        return np.array([number(strategy) for strategy in self.strategies], np.int32)

    @property
    def loops(self) -> Loops:
        """The loops with these strategies compiled in."""
        return make_loops(importlib.import_module(f"gamekit.games.{self.game}.rules"), self.kernels)

    @property
    def outside(self) -> bool:
        """Whether some seat must be asked outside the loop."""
        return any(not strategy.is_kernel for strategy in self.strategies)

    @property
    def parallel(self) -> bool:
        """Whether threads help: only machine code runs beside other machine code."""
        return not self.outside and not is_interpreted()

    @property
    def untrusted(self) -> tuple[Strategy, ...]:
        """The strategies that are not the package's own."""
        return tuple(dict.fromkeys(s for s in self.strategies if s.plan is None and not is_on_disk(s.choose)))


def own_kernels(game: str) -> tuple[Choose, ...]:
    """The kernels of a game's own strategies, the random one first, and of how its coach plays on."""
    own = (*strategies_of(game).values(), playout_of(game))
    return tuple(dict.fromkeys(strategy.choose for strategy in own))


def make_lineup(game: Game, strategies: Who | Sequence[Who] | None) -> Lineup:
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


def find_strategy(game: Game, who: Who) -> Strategy:
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


def explain_uncompilable(error: BaseException, lineup: Lineup) -> StrategyError | None:
    """The sentence for a person whose kernel cannot become machine code; None if that is not what went wrong."""
    if not isinstance(error, compile_errors()) or not lineup.untrusted:
        return None
    names = ", ".join(strategy.name for strategy in lineup.untrusted if is_kernel(strategy.choose))
    lines = [line.strip() for line in str(error).splitlines()]
    reason = next((line for line in lines if line and not line.startswith("Failed in")), "")
    return StrategyError(
        f"The strategy {names} cannot be compiled ({reason[:200]}). Without @kernel it runs as plain Python, slower."
    )

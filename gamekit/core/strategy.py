"""Strategies: rules for choosing among the legal actions, as kernels or in plain Python.

The strategies of each game are in its folder; the random one is here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any, Final

import numpy as np

from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import rules_language, say_of_game
from gamekit.core.kernel import is_kernel, kernel
from gamekit.core.record import Ints, Record

Choose = Callable[[Any, Any, int, Ints, int, np.random.Generator], int]
"""Function `choose(s, t, player, actions, n, rng)`, which returns one of `actions[:n]`."""


PATIENCE: Final = 2.0
"""Seconds that a strategy in plain Python may take for a decision, by default."""


@dataclass(frozen=True)
class Strategy:
    """A named strategy; `choose` may use only what `player` knows, so that it decides the same on the player's view.

    `patience` is the time limit of a decision in plain Python, in seconds. `plan` holds the parameters, packed into one
    number, of a strategy that the game's `PLAN` kernel plays; None for all others.
    """

    name: str
    title: str
    description: str
    choose: Choose
    patience: float = PATIENCE
    plan: int | None = None

    @property
    def is_kernel(self) -> bool:
        """True if it can run as machine code."""
        return self.plan is not None or is_kernel(self.choose)


@kernel
def choose_random(s: Record, t: Any, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Choose any legal action, all equally likely."""
    return actions[int(rng.random() * n)]  # type: ignore[no-any-return]


RANDOM = Strategy("random", "Random", "Chooses any legal action, all equally likely.", choose_random)


def strategies_of(game: str) -> Mapping[str, Strategy]:
    """Return the strategies of a game by name, in English: "random", then its own, the best first.

    >>> list(strategies_of("kartenspiel"))[0]
    'random'
    """
    own = importlib.import_module(f"gamekit.games.{game}.strategies").STRATEGIES
    return {strategy.name: strategy for strategy in (RANDOM, *own)}


def spoken_strategies(game: str) -> Mapping[str, Strategy]:
    """Return the strategies of a game by name, with titles and descriptions in the reader's language.

    >>> spoken_strategies("pig")["keep pace"].title
    'Keep pace'
    """
    known, say = strategies_of(game), partial(say_of_game, game)
    if rules_language() == ENGLISH:
        return known
    return {name: replace(one, title=say(one.title), description=say(one.description)) for name, one in known.items()}


def call_strategy(game: str, name: str) -> str:
    """Return the title of a game's strategy in the reader's language; an unknown name is returned as it is.

    >>> call_strategy("kartenspiel", "climber"), call_strategy("kartenspiel", "ada")
    ('Safe climber', 'ada')
    """
    own = spoken_strategies(game).get(name)
    return own.title if own else name


def tell_strategies(game: str) -> list[list[str]]:
    """Return name, title and description of each strategy of a game, in the reader's language, for a page.

    >>> tell_strategies("pig")[0][:2]
    ['random', 'Random']
    """
    return [[one.name, one.title, one.description] for one in spoken_strategies(game).values()]


def best_of(game: str) -> Strategy:
    """Return the best strategy of a game: the first of its own, or the random one if it has none.

    >>> best_of("kartenspiel").name
    'planner'
    """
    any_move, *own = strategies_of(game).values()
    return own[0] if own else any_move


def playout_of(game: str) -> Strategy:
    """Return the strategy of the coach's playouts in a game: `PLAYOUT` of its strategies.py, else its best.

    >>> playout_of("kartenspiel").name, playout_of("route66").name
    ('restless', 'stroller')
    """
    module = importlib.import_module(f"gamekit.games.{game}.strategies")
    chosen: Strategy = getattr(module, "PLAYOUT", best_of(game))
    return chosen


def unlisted_of(game: str) -> tuple[Strategy, ...]:
    """Return the strategies of a game that only lessons use: `UNLISTED` of its strategies.py."""
    module = importlib.import_module(f"gamekit.games.{game}.strategies")
    return getattr(module, "UNLISTED", ())


def strategy_setting(rules: ModuleType, name: str, otherwise: Any) -> Any:
    """Return a setting of the `strategies.py` beside a game's rules, by name, or `otherwise` if it has none."""
    return getattr(importlib.import_module(f"{rules.__package__}.strategies"), name, otherwise)

"""What a strategy is: a rule for choosing among the legal actions, as a kernel or plain Python.

Each game's own strategies are in its folder; this room has the frame, and the random one.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any, Final

import numpy as np

from gamekit.compiling import is_kernel, kernel
from gamekit.figures import ENGLISH
from gamekit.record import Ints, Record
from gamekit.words import rules_language, say_of_game

Choose = Callable[[Any, Any, int, Ints, int, np.random.Generator], int]
"""`choose(s, t, player, actions, n, rng)` returns one of `actions[:n]`."""


PATIENCE: Final = 2.0
"""Seconds a plain Python strategy may take for one decision."""


@dataclass(frozen=True)
class Strategy:
    """A named strategy. `choose` must use only what `player` knows: it has to decide the same on the hidden view.

    `patience`: seconds it may take for one decision where it is plain Python. `plan`: the parameters, packed into one
    number, of a strategy that the game's `PLAN` kernel plays (`strategies.py` of the game); None for all others.
    """

    name: str
    title: str
    description: str
    choose: Choose
    patience: float = PATIENCE
    plan: int | None = None

    @property
    def is_kernel(self) -> bool:
        """Whether it can run as machine code."""
        return self.plan is not None or is_kernel(self.choose)


@kernel
def choose_random(s: Record, t: Any, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Any legal action, all equally likely."""
    return actions[int(rng.random() * n)]  # type: ignore[no-any-return]


RANDOM = Strategy("random", "Random", "Chooses any legal action, all equally likely.", choose_random)


def strategies_of(game: str) -> Mapping[str, Strategy]:
    """The strategies of the game of this name in English, "random" first, then its own, the best of them first.

    >>> list(strategies_of("kartenspiel"))[0]
    'random'
    """
    own = importlib.import_module(f"gamekit.games.{game}.strategies").STRATEGIES
    return {strategy.name: strategy for strategy in (RANDOM, *own)}


def spoken_strategies(game: str) -> Mapping[str, Strategy]:
    """The same with titles and descriptions in the reader's language; names are those of code, links and saved games.

    >>> spoken_strategies("pig")["keep pace"].title
    'Keep pace'
    """
    known, say = strategies_of(game), partial(say_of_game, game)
    if rules_language() == ENGLISH:
        return known
    return {name: replace(one, title=say(one.title), description=say(one.description)) for name, one in known.items()}


def call_strategy(game: str, name: str) -> str:
    """What the reader's language calls a strategy of the game of this name; whatever else plays keeps its name.

    >>> call_strategy("kartenspiel", "climber"), call_strategy("kartenspiel", "ada")
    ('Safe climber', 'ada')
    """
    own = spoken_strategies(game).get(name)
    return own.title if own else name


def tell_strategies(game: str) -> list[list[str]]:
    """The strategies of a game for a page: name, title and description of each, as the reader's language calls them.

    >>> tell_strategies("pig")[0][:2]
    ['random', 'Random']
    """
    return [[one.name, one.title, one.description] for one in spoken_strategies(game).values()]


def best_of(game: str) -> Strategy:
    """The best strategy of the game of this name: the first of its own, the random one if it has none.

    >>> best_of("kartenspiel").name
    'planner'
    """
    any_move, *own = strategies_of(game).values()
    return own[0] if own else any_move


def playout_of(game: str) -> Strategy:
    """By which strategy the coach of this game plays on: `PLAYOUT` of its strategies.py, else the best of its own.

    >>> playout_of("kartenspiel").name, playout_of("route66").name
    ('restless', 'stroller')
    """
    module = importlib.import_module(f"gamekit.games.{game}.strategies")
    chosen: Strategy = getattr(module, "PLAYOUT", best_of(game))
    return chosen


def unlisted_of(game: str) -> tuple[Strategy, ...]:
    """The strategies of the game of this name that only lessons use: `UNLISTED` of its strategies.py."""
    module = importlib.import_module(f"gamekit.games.{game}.strategies")
    return getattr(module, "UNLISTED", ())


def strategy_setting(rules: ModuleType, name: str, otherwise: Any) -> Any:
    """What the `strategies.py` beside a game's rules sets under a name, for the lab; `otherwise` where it does not."""
    return getattr(importlib.import_module(f"{rules.__package__}.strategies"), name, otherwise)

"""Random games for tests: played in plain Python from one integer seed, every position handed out."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import ModuleType

import numpy as np

import gamekit as gk
from gamekit.game import Game
from gamekit.record import Record


def profile(name: str) -> ModuleType:
    """The game's page in tests/profiles: VARIANTS, MOST_STEPS and `conserved`."""
    return importlib.import_module(f"tests.profiles.{name}")


def variants() -> list[tuple[str, dict[str, object]]]:
    """Every game in every variant that the conformance suite plays."""
    return [(name, options) for name in gk.games() for options in profile(name).VARIANTS]


def load(name: str, options: dict[str, object]) -> Game:
    """A game in one variant."""
    return gk.load(name, **options)  # type: ignore[arg-type]


def random_action(game: Game, s: Record, rng: np.random.Generator) -> int:
    """Chance by its weights, players at random."""
    if game.player(s) == gk.CHANCE:
        return int(game.rules.draw(s, game.tables, int(rng.integers(0, game.rules.total(s, game.tables)))))
    return int(rng.choice(game.legal(s)))


def random_game(game: Game, seed: int, most: int) -> Iterator[tuple[Record, int]]:
    """Positions (copies) of a random game, each with the action taken there; −1 with the last."""
    rng = np.random.default_rng(seed)
    s = game.start()
    for _ in range(most):
        if game.player(s) == gk.OVER:
            yield s.copy(), -1
            return
        action = random_action(game, s, rng)
        yield s.copy(), action
        game.apply(s, action)
    raise AssertionError(f"{game!r} with seed {seed} is not over after {most} steps")


def sampled_game(game: Game, seed: int, most: int, share: float) -> Iterator[tuple[Record, int]]:
    """A random part of the positions of a random game, its last one always."""
    rng = np.random.default_rng((seed, 1))
    for s, action in random_game(game, seed, most):
        if action < 0 or rng.random() < share:
            yield s, action

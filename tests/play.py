"""Random games for tests: played in plain Python from one integer seed, every position handed out."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Final, TypeVar

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.kernel import is_interpreted
from gamekit.core.record import Record

T = TypeVar("T")

THOROUGH: Final = os.environ.get("GAMEKIT_TESTS") == "thorough"
"""Whether each test takes its full number of positions and examples: `.ci/release` asks for it."""
SEED: Final = int(os.environ.get("GAMEKIT_SEED", "0"))
"""Decides every random game of the suite; .ci/release takes another one each time, and the header says which."""

machine_code = pytest.mark.skipif(is_interpreted(), reason="GAMEKIT_PLAIN: too slow without machine code")


def choose_first(_position: Record, legal: list[int]) -> dict[int, Fraction]:
    """A policy of players who always choose the first legal action."""
    return {legal[0]: Fraction(1)}


def enough(quick: int, thorough: int) -> int:
    """How many, depending on how thorough the suite is."""
    return thorough if THOROUGH else quick


def take_share(everything: Sequence[T], parts: int = 3) -> list[T]:
    """What this seed looks at where all are made alike and each takes long: a third, with the next seed the next.

    Whoever names no seed gets all: the tests of one lesson are found by its name alone.
    """
    if "GAMEKIT_SEED" not in os.environ:
        return list(everything)
    return [one for number, one in enumerate(everything) if (number + SEED) % parts == 0]


def profile(name: str) -> ModuleType:
    """The game's page in tests/profiles: VARIANTS, MOST_STEPS and `conserved`."""
    return importlib.import_module(f"tests.profiles.{name}")


def variants() -> list[tuple[str, dict[str, object]]]:
    """Every game in every variant that the conformance suite plays."""
    return [(name, options) for name in gk.game_names(examples=True) for options in profile(name).VARIANTS]


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


@dataclass(frozen=True)
class Walk:
    """A random game from its first position to its last: every position, and the action taken there (−1 at the end)."""

    game: Game
    seed: int
    positions: tuple[bytes, ...]
    actions: tuple[int, ...]

    def position(self, number: int) -> Record:
        """A copy of one position."""
        return self.game.rules.State.from_bytes(self.positions[number])  # type: ignore[no-any-return]

    def all(self) -> Iterator[tuple[Record, int]]:
        """Every position with its action."""
        yield from ((self.position(number), action) for number, action in enumerate(self.actions))

    def some(self, quick: int, thorough: int) -> Iterator[tuple[Record, int]]:
        """That many positions at random, in order, the last one always."""
        last = len(self.actions) - 1
        wanted = min(last, enough(quick, thorough))
        chosen = np.random.default_rng((self.seed, 1)).choice(last, wanted, replace=False)
        yield from ((self.position(number), self.actions[number]) for number in (*sorted(chosen), last))


def walk(name: str, options: dict[str, object], number: int) -> Walk:
    """Random game number `number` of a variant."""
    game, seed = load(name, options), SEED * 1000 + number
    steps = [(s.tobytes(), action) for s, action in random_game(game, seed, profile(name).MOST_STEPS)]
    return Walk(game, seed, tuple(s for s, _ in steps), tuple(action for _, action in steps))


def dealt(game: Game, seed: int = 7) -> gk.Session:
    """A game at its first decision: chance has done what comes before."""
    session = game.session(seed)
    while session.player == gk.CHANCE:
        session.roll()
    return session


def box_with(name: str, folder: Path, *changes: tuple[str, str]) -> Path:
    """A copy of a game's box file in which each first text stands once for the second."""
    text = gk.load(name).box_path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def play_to_the_end(game: Game, s: Record, rng: np.random.Generator, most: int) -> None:
    """Play on at random, in place, until the game is over or `most` steps are played."""
    for _ in range(most):
        if game.player(s) == gk.OVER:
            return
        game.apply(s, random_action(game, s, rng))

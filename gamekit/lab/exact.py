"""Exact answers: outcome trees with fractions from any position of any game.

Chains are in chains.py. Nothing here is simulated or rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from gamekit.arguments import check, is_hashable
from gamekit.compiling import CHANCE, OVER
from gamekit.errors import OptionError, is_whole, quote
from gamekit.game import Game, check_game
from gamekit.record import clear_notes
from gamekit.session import Session

MOST_POSITIONS: Final = 200_000
"""A tree with more positions than this in a layer takes too long to be a good answer."""

SHOWN: Final = 12
"""Lines of an answer in a plain Python prompt."""
FARTHEST: Final = 1_000_000
"""Steps ahead; no game is longer."""

Policy = Callable[[Any, list[int]], Mapping[int, Fraction]]
"""What players do: a position and its legal actions give a probability for each action they may choose."""


def uniform(_position: Any, legal: list[int]) -> dict[int, Fraction]:
    """The random strategy, exactly."""
    return dict.fromkeys(legal, Fraction(1, len(legal)))


@dataclass(frozen=True, repr=False)
class Outcomes:
    """Positions that may be reached, each with its exact probability; made by `outcomes`."""

    game: Game
    positions: Mapping[bytes, Fraction]

    def __repr__(self) -> str:
        """The likeliest ones, each with its probability and the first line of what it says."""
        found = sorted(self, key=lambda one: -one[1])[:SHOWN]
        lines = [f"{probability}: {str(position).splitlines()[0]}" for position, probability in found]
        return "\n".join([f"{len(self)} positions of {self.game.title}, the likeliest first", *lines])

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[tuple[Any, Fraction]]:
        for data, probability in self.positions.items():
            yield self.game.rules.State.from_bytes(data), probability

    def distribution(self, of: Callable[[Any], Hashable]) -> dict[Any, Fraction]:
        """The exact probability of each value of a figure of the position."""
        check(of=of)
        found: dict[Any, Fraction] = {}
        for position, probability in self:
            value = of(position)
            if not is_hashable(value):
                raise OptionError(f"`of` must give a number or a text for a position, not {quote(value)}.")
            found[value] = found.get(value, Fraction(0)) + probability
        return dict(sorted(found.items(), key=lambda item: str(item[0]) if isinstance(item[0], str) else item[0]))

    def expected(self, of: Callable[[Any], Any]) -> Fraction:
        """The exact mean of a figure of the position."""
        check(of=of)
        return sum((_read_fraction(of(position)) * probability for position, probability in self), Fraction(0))

    def probability(self, that: Callable[[Any], bool]) -> Fraction:
        """The exact probability that something is so."""
        check(that=that)
        return sum((probability for position, probability in self if that(position)), Fraction(0))


def _read_fraction(value: Any) -> Fraction:
    """A figure of a position as a fraction. Raises `OptionError`."""
    try:
        return Fraction(value)
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"`of` must give a number for a position, not {quote(value)}.") from None


def read_start(game: Game | Session, position: Any, number: int | None) -> tuple[Game, Any, int | None]:
    """A game, a position of it, and how many steps to go on, of what a person gave.

    A session stands for its game and where it is, a position that is left out for the first one. Raises `OptionError`.
    """
    if number is None and is_whole(position, 0, FARTHEST):
        position, number = None, position
    if isinstance(game, Session):
        position = game.position if position is None else position
        game = game.game
    game = check_game(game)
    if isinstance(position, Session):
        position = position.position
    if position is None:
        position = game.start()
    return game, game.check_position(position), number


def outcomes(
    game: Game | Session,
    position: Any = None,
    steps: int | None = None,
    *,
    policy: Policy = uniform,
    until: Callable[[Any], bool] | None = None,
    most: int = MOST_POSITIONS,
) -> Outcomes:
    """Every position that may stand after so many steps, or where `until` first holds or the game ends.

    From a position of a game, or from where a session stands: `outcomes(session, 2)`. Equal positions are counted
    together, whatever led there; notes do not count. Raises `OptionError` if neither `steps` nor `until` is given, or
    if there are too many positions.

    >>> from gamekit import load
    >>> session = load("pig", players=2).session(seed=1)
    >>> outcomes(session, 2).expected(lambda s: s.pot)
    Fraction(10, 3)
    """
    game, position, steps = read_start(game, position, steps)
    check(policy=policy, until=until, most=most)
    if steps is None and until is None:
        raise OptionError("Say how many steps to look ahead, or until when.")
    if steps is not None and not is_whole(steps, 0, FARTHEST):
        raise OptionError(f"One may look 0 to {FARTHEST:,} steps ahead, not {quote(steps)}.")
    done: dict[bytes, Fraction] = {}
    layer = {strip_notes(position): Fraction(1)}
    taken = 0
    while layer and (steps is None or taken < steps):
        following: dict[bytes, Fraction] = {}
        for data, probability in layer.items():
            here = game.rules.State.from_bytes(data)
            if game.player(here) == OVER or (until is not None and until(here)):
                done[data] = done.get(data, Fraction(0)) + probability
                continue
            for action, chance in branches(game, here, policy).items():
                after = here.copy()
                game.apply(after, action)
                key = strip_notes(after)
                following[key] = following.get(key, Fraction(0)) + probability * chance
            if len(following) + len(done) > most:
                raise OptionError(f"More than {most:,} positions after {taken + 1} steps; look less far ahead.")
        layer, taken = following, taken + 1
    for data, probability in layer.items():
        done[data] = done.get(data, Fraction(0)) + probability
    return Outcomes(game, done)


def branches(game: Game, position: Any, policy: Policy = uniform) -> dict[int, Fraction]:
    """The next actions with their exact probabilities: chance by its weights, players by the policy."""
    legal = game.legal(position)
    if game.player(position) == CHANCE:
        weights = game.weights(position)
        whole = sum(weights)
        return {action: Fraction(weight, whole) for action, weight in zip(legal, weights, strict=True)}
    chosen = {action: chance for action, chance in policy(position, legal).items() if chance}
    if not set(chosen) <= set(legal) or sum(chosen.values()) != 1:
        raise OptionError(f"A policy must spread probability 1 over the legal actions {legal}, not {dict(chosen)}.")
    return chosen


@dataclass(frozen=True, repr=False)
class Node:
    """A position in a tree: how it was reached, how likely that is, and what may follow."""

    position: Any
    player: int
    action: int | None
    text: str
    chance: Fraction
    """The probability of the step that led here."""
    probability: Fraction
    """The probability of the whole way from the root."""
    children: list[Node] = field(default_factory=list)

    def __repr__(self) -> str:
        """The first lines of the tree, each step under the one before it with its probability."""
        lines = list(islice(self._lines(), SHOWN + 1))
        return "\n".join([*lines[:SHOWN], *(["…"] if len(lines) > SHOWN else [])])

    def _lines(self, depth: int = 0) -> Iterator[str]:
        yield "  " * depth + (f"{self.chance} {self.text}" if self.text else f"{self.size()} positions")
        for child in self.children:
            yield from child._lines(depth + 1)

    def leaves(self) -> Iterator[Node]:
        """The ends of the tree."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    def size(self) -> int:
        """How many positions the tree has."""
        return 1 + sum(child.size() for child in self.children)


def tree(
    game: Game | Session, position: Any = None, depth: int | None = None, *, policy: Policy = uniform, most: int = 5_000
) -> Node:
    """The tree of what may happen in the next `depth` steps, every way on its own.

    From a position of a game, or from where a session stands: `tree(session, 3)`. Raises `OptionError` if it has more
    than `most` positions.
    """
    game, position, depth = read_start(game, position, depth)
    check(policy=policy, most=most)
    if depth is None:
        raise OptionError("Say how many steps deep the tree is: tree(session, 3).")
    if not is_whole(depth, 0, FARTHEST):
        raise OptionError(f"A tree may be 0 to {FARTHEST:,} steps deep, not {quote(depth)}.")
    root = Node(position.copy(), game.player(position), None, "", Fraction(1), Fraction(1))
    layer, size = [root], 1
    for _ in range(depth):
        following = []
        for node in layer:
            if node.player == OVER:
                continue
            for action, chance in branches(game, node.position, policy).items():
                after = node.position.copy()
                game.apply(after, action)
                text = game.action_text(action)
                child = Node(after, game.player(after), action, text, chance, node.probability * chance)
                node.children.append(child)
            following += node.children
            size += len(node.children)
            if size > most:
                raise OptionError(f"The tree has more than {most:,} positions; look less far ahead.")
        layer = following
    return root


def strip_notes(position: Any) -> bytes:
    """A position as bytes without the notes of the step that led there."""
    silent = position.copy()
    clear_notes(silent)
    return bytes(silent.tobytes())

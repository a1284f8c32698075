"""Exact answers: the positions that may follow, with their probabilities as fractions. Nothing is simulated."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from gamekit.core.arguments import check, is_hashable
from gamekit.core.errors import OptionError, is_whole, quote
from gamekit.core.game import Game, check_game
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.record import clear_notes
from gamekit.core.session import Session

MOST_POSITIONS: Final = 200_000
"""Positions in a layer, at most, by default."""

SHOWN: Final = 12
"""Lines of a result shown by `repr`."""
FARTHEST: Final = 1_000_000
"""Steps ahead, at most; no game is longer."""

Policy = Callable[[Any, list[int]], Mapping[int, Fraction]]
"""Behaviour of all players: a position and its legal actions give a probability for each action that may be chosen."""


def uniform(_position: Any, legal: list[int]) -> dict[int, Fraction]:
    """Return equal probabilities for all legal actions."""
    return dict.fromkeys(legal, Fraction(1, len(legal)))


@dataclass(frozen=True, repr=False)
class Outcomes:
    """Positions that may be reached, with their exact probabilities; made by `outcomes`."""

    game: Game
    positions: Mapping[bytes, Fraction]

    def __repr__(self) -> str:
        found = sorted(self, key=lambda one: -one[1])[:SHOWN]
        lines = [f"{probability}: {str(position).splitlines()[0]}" for position, probability in found]
        return "\n".join([f"{len(self)} positions of {self.game.title}, the likeliest first", *lines])

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[tuple[Any, Fraction]]:
        for data, probability in self.positions.items():
            yield self.game.rules.State.from_bytes(data), probability

    def distribution(self, of: Callable[[Any], Hashable]) -> dict[Any, Fraction]:
        """Return the exact probability of each value of `of(position)`, ascending.

        Raises `OptionError` if a value is not hashable.
        """
        check(of=of)
        found: dict[Any, Fraction] = {}
        for position, probability in self:
            value = of(position)
            if not is_hashable(value):
                raise OptionError(f"`of` must give a number or a text for a position, not {quote(value)}.")
            found[value] = found.get(value, Fraction(0)) + probability
        return dict(sorted(found.items(), key=lambda item: str(item[0]) if isinstance(item[0], str) else item[0]))

    def expected(self, of: Callable[[Any], Any]) -> Fraction:
        """Return the exact mean of `of(position)`. Raises `OptionError` if that is not a number."""
        check(of=of)
        return sum((_read_fraction(of(position)) * probability for position, probability in self), Fraction(0))

    def probability(self, that: Callable[[Any], bool]) -> Fraction:
        """Return the exact probability that `that(position)` holds."""
        check(that=that)
        return sum((probability for position, probability in self if that(position)), Fraction(0))


def _read_fraction(value: Any) -> Fraction:
    """Return a number as a fraction. Raises `OptionError` if it is none."""
    try:
        return Fraction(value)
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"`of` must give a number for a position, not {quote(value)}.") from None


def read_start(game: Game | Session, position: Any, number: int | None) -> tuple[Game, Any, int | None]:
    """Return the game, the position and the number of steps meant by the first arguments of `outcomes` and `tree`.

    A session stands for its game and position, a missing position for the first one, and a number in its place for the
    steps. Raises `OptionError`.
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
    """Return every position that may be reached after some steps, with its exact probability.

    Parameters
    ----------
    game : Game or Session
        A game, or a session, which stands for its game and its present position.
    position : Record or Session, optional
        Position to start from. Default: that of the session, or the first of the game. Steps may stand here instead:
        ``outcomes(session, 2)``.
    steps : int, optional
        Number of steps ahead, 0 to 1,000,000, those of chance included.
    policy : callable
        Behaviour of the players: takes a position and its legal actions and returns a mapping of actions to fractions
        that add up to 1. Default: all legal actions are equally probable.
    until : callable, optional
        Condition on a position at which it is not continued.
    most : int
        Limit on the number of positions.

    Returns
    -------
    Outcomes
        Pairs of a position and its probability, with `distribution`, `expected` and `probability`. Equal positions
        count as one, whatever led to them; notes are ignored.

    Raises
    ------
    OptionError
        If neither `steps` nor `until` is given, an argument is not allowed, or there are too many positions.

    Examples
    --------
    >>> import gamekit as gk
    >>> session = gk.load("pig", players=2).session(seed=1)
    >>> gk.outcomes(session, 2).expected(lambda s: s.pot)
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
    """Return the next actions with their exact probabilities: chance by its weights, players by the policy.

    Raises `OptionError` if a policy does not spread probability 1 over legal actions.
    """
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
    """A position in a tree: who decides, the action that led there and its text, probabilities, and children."""

    position: Any
    player: int
    action: int | None
    text: str
    chance: Fraction
    """Probability of the step that led to this node."""
    probability: Fraction
    """Probability of the whole way from the root."""
    children: list[Node] = field(default_factory=list)

    def __repr__(self) -> str:
        lines = list(islice(self._lines(), SHOWN + 1))
        return "\n".join([*lines[:SHOWN], *(["…"] if len(lines) > SHOWN else [])])

    def _lines(self, depth: int = 0) -> Iterator[str]:
        yield "  " * depth + (f"{self.chance} {self.text}" if self.text else f"{self.size()} positions")
        for child in self.children:
            yield from child._lines(depth + 1)

    def leaves(self) -> Iterator[Node]:
        """Yield the nodes without children."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    def size(self) -> int:
        """Return the number of positions in the tree."""
        return 1 + sum(child.size() for child in self.children)


def tree(
    game: Game | Session, position: Any = None, depth: int | None = None, *, policy: Policy = uniform, most: int = 5_000
) -> Node:
    """Return the tree of all that may happen in the next steps, every way on its own.

    Parameters
    ----------
    game : Game or Session
        A game, or a session, which stands for its game and its present position.
    position : Record or Session, optional
        Position at the root. Default: that of the session, or the first of the game. The depth may stand here instead:
        ``tree(session, 3)``.
    depth : int, optional
        Number of steps ahead, 0 to 1,000,000, those of chance included. It must be given.
    policy : callable
        Behaviour of the players, as for `outcomes`.
    most : int
        Limit on the number of positions.

    Returns
    -------
    Node
        The root; each node has `children`, the probability `chance` of the step to it and `probability` from the root.

    Raises
    ------
    OptionError
        If an argument is missing or not allowed, or the tree has too many positions.

    Examples
    --------
    >>> import gamekit as gk
    >>> root = gk.tree(gk.load("pig", players=2), 2)
    >>> root.size(), [str(leaf.probability) for leaf in root.leaves()]
    (8, ['1/6', '1/6', '1/6', '1/6', '1/6', '1/6'])
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
    """Return a position as bytes, without the notes of the step that led there."""
    silent = position.copy()
    clear_notes(silent)
    return bytes(silent.tobytes())

"""Why the coach's first choice is better than its second, in plain words, from figures it has.

The game is played on after each of the two, on the same deals and the same luck, for a while. What happens is in the
notes that the steps leave; those that a rulebook has a plain description of (`event`, or `yours` where it has to happen
to the player who asks) are counted. The one whose count differs most, measured in its error, is the reason, if it
differs beyond chance. What each action is worth is in coach.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.compiling import CHANCE, OVER, compiled, interpreted
from gamekit.lab.batches import tables_of
from gamekit.lab.lineup import Lineup
from gamekit.lab.loops import ACTION, ASK, TALLY
from gamekit.lab.playouts import Playouts
from gamekit.rulebook import Sentence
from gamekit.words import _

if TYPE_CHECKING:
    from gamekit.game import Game

CONTINUATIONS: Final = 100
"""How often each of the two is played on."""
DECISIONS: Final = 8
"""For how many more decisions of the player; those with a single action do not count."""
BATCH_OF_REASONS: Final = 1_000_000
"""Luck that no playout of the coach has had."""
CERTAIN: Final = 3.3
"""How many standard errors a count must differ: many are compared, and one of them would differ by chance."""
WHOSE: Final = 2
"""A note's first two numbers: its code, and who it happened to where that is its first argument."""


class Reason(NamedTuple):
    """What happens more or less often after the best action: an event, and in which share of continuations each."""

    event: str
    best: float
    second: float
    decisions: int = DECISIONS

    def told(self, best: str, second: str) -> str:
        """The sentence; the actions are given in words."""
        return template().format(
            event=self.event,
            n=self.decisions,
            best=best,
            of_best=round(100 * self.best),
            second=second,
            of_second=round(100 * self.second),
        )


def template() -> str:
    """The sentence with places for its figures."""
    return _(
        "Within your next {n} decisions {event}: in {of_best} of 100 continuations after “{best}”, "
        "in {of_second} of 100 after “{second}”."
    )


def watched(game: Game) -> list[tuple[int, str, bool]]:
    """The notes that are counted: code, description, and whether they must be the asking player's own."""
    notes: list[tuple[int, Sentence]] = sorted(game.rulebook.notes.items())
    return [(code, one.event or one.yours, bool(one.yours)) for code, one in notes if one.event or one.yours]


def reason(
    game: Game,
    view: Any,
    player: int,
    best: int,
    second: int,
    lineup: Lineup,
    seed: int,
    continuations: int = CONTINUATIONS,
) -> Reason | None:
    """What differs most between two actions of a player who knows `view`; None if nothing does beyond chance."""
    counted = watched(game)
    if not counted:
        return None
    source = Playouts(game, view, player, lineup, seed, continuations)
    one, other = (happenings(source, player, action, counted) for action in (best, second))
    gap = one - other
    error = np.sqrt(np.maximum(gap.var(axis=0, ddof=1), 1 / continuations) / continuations)
    size = np.abs(gap.mean(axis=0)) / error
    most = int(np.argmax(size))
    if size[most] < CERTAIN:
        return None
    return Reason(counted[most][1], float(one[:, most].mean()), float(other[:, most].mean()))


def happenings(source: Playouts, player: int, action: int, counted: list[tuple[int, str, bool]]) -> NDArray[np.float64]:
    """For each continuation after an action (row), whether each of the counted notes was left: 1 or 0."""
    starts, luck = source.deal(BATCH_OF_REASONS)
    rng, found = source.streams(BATCH_OF_REASONS)[2], np.zeros((len(starts), len(counted)))
    places = {code: (place, own) for place, (code, _event, own) in enumerate(counted)}
    for row, start, chance in zip(found, starts, luck, strict=True):
        for code, whose in steps(source, start, player, action, chance, rng):
            place, own = places.get(code, (-1, False))
            if place >= 0 and (whose == player or not own):
                row[place] = 1
    return found


def steps(
    source: Playouts, start: Any, player: int, action: int, luck: NDArray[np.float64], rng: np.random.Generator
) -> Iterator[tuple[int, int]]:
    """Play on after an action until the player has decided DECISIONS times more: each note's code and first number."""
    game, lineup = source.game, source.lineup
    t, tables, loops, seats = game.tables, tables_of(game), lineup.loops, lineup.seats
    apply, *own = (one if interpreted() else compiled(one) for one in (game.rules.apply, *lineup.kernels))
    position, left, events = np.zeros(1, game.rules.State.dtype), DECISIONS, 0
    position[0] = start
    actions, odds, tally = (
        np.zeros(t.num_actions, np.int32),
        np.zeros(t.num_actions, np.int64),
        np.zeros(TALLY, np.int64),
    )
    while True:
        apply(position[0], t, action)  # by itself: the loops that play many games leave no notes
        p = loops.step_one(ASK, position, tables, actions, odds, tally)
        yield from position["notes"][0, : position["num_notes"][0], :WHOSE].tolist()
        n = int(tally[ACTION])
        if p == OVER:
            return
        if p == CHANCE:
            ends = odds[:n].cumsum()
            r = 0
            if ends[-1] > 1:
                r = int((luck[events] if events < len(luck) else rng.random()) * ends[-1])
                events += 1
            action = int(actions[ends.searchsorted(r, side="right")])
            continue
        if p == player and n > 1:
            if left == 0:
                return
            left -= 1
        action = int(own[seats[p]](position[0], t, p, actions, n, rng))

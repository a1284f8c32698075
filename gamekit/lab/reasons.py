"""Reasons of the coach: why its first choice is better than its second, in a sentence with figures.

Games are played on for a while after each of the two, on the same deals and the same luck, and the notes of their steps
are counted if the rulebook describes them: `event`, or `yours` if it must happen to the player who asks, or `theirs` if
to another. A number in braces is added up: “your car moves {n} spaces” the notes' own, `{times}` the notes. The count
that differs most in standard errors is the reason, if it differs beyond chance and not in the way nobody wants
(`wanted`). Another reason is how much the first choice keeps open.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.core.i18n.translation import _, say_number
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.machine import Workspace
from gamekit.core.record import Ints
from gamekit.core.rulebook import PLACEHOLDER, fill
from gamekit.core.strategy import strategy_setting
from gamekit.lab.engine.batches import pack_record, view_as_words
from gamekit.lab.engine.lineup import Lineup
from gamekit.lab.engine.loops import ACTION, ASK, TALLY
from gamekit.lab.engine.plain_machine import PlainWorkspace
from gamekit.lab.engine.playouts import LUCK_BEYOND, Playouts

if TYPE_CHECKING:
    from gamekit.core.game import Game

Floats = NDArray[np.float64]
Pair = tuple[Floats, Floats]
"""Counts in the continuations after the one action and after the other."""

CONTINUATIONS: Final = 100
"""Continuations of each of the two actions."""
DECISIONS: Final = 8
"""Decisions of the player in a continuation; those with a single action do not count."""
BATCH_OF_REASONS: Final = 1_000_000
"""Batch whose luck no playout of the coach uses."""
BATCH_TOLD: Final = BATCH_OF_REASONS + 1
"""Batch from which figures are told; the reason was chosen on other luck, so they are not biased by the choice."""
CERTAIN: Final = 3.3
"""Standard errors by which a count must differ: many are compared, and one of them would differ by chance."""
WHOSE: Final = {"event": 0, "yours": 1, "theirs": -1}
"""To whom an event must happen: 0 anybody, 1 the player who asks, -1 another."""
WANTED: Final = {"": 0, "more": 1, "less": -1}
"""Sign of what a player wants of an event: 1 more, -1 less; reversed for events of others."""
TIMES: Final = "times"
"""Placeholder in a description whose notes are counted."""
ROUGH: Final = 100
"""Least average that is told as a whole number."""
NEVER: Final = -1
"""Phase and openness if the player decides nothing more."""
OPEN_TO: Final = "open_to"
"""Name of the kernel of a game's strategies that counts what a player keeps open, if not the legal actions."""


class Watched(NamedTuple):
    """A note that is counted: its code, half a sentence, to whom it must happen, and the number to add up.

    `place` is that of the number in the note, from 1; 0 to count the notes, -1 if once is as good as often. `wanted` is
    1 or -1 if the player wants more or less of it, else 0.
    """

    code: int
    said: str
    whose: int
    place: int
    wanted: int


class Part(NamedTuple):
    """One difference: a description `said`, and the averages over the continuations of both actions.

    `kind`: "share" (how often it happens), "amount" (how much of it), "open" (how much at the player's next choice) or
    "moves" (as "open", counted in legal actions).
    """

    kind: str
    said: str
    best: float
    second: float

    def figures(self) -> tuple[str, str]:
        """Return both figures as text, as the sentence has them."""
        if self.kind == "share":
            return f"{round(100 * self.best)}", f"{round(100 * self.second)}"
        names = dict.fromkeys(PLACEHOLDER.findall(self.said), round_average(self.best))
        return fill(self.said, names) or round_average(self.best), round_average(self.second)

    def describe(self, best: str, second: str) -> str:
        """Return the sentence; `best` and `second` are the actions in words."""
        of_best, of_second = self.figures()
        names = {"event": self.said, "n": f"{DECISIONS}", "best": best, "second": second}
        return fill(list_templates()[self.kind], names | {"of_best": of_best, "of_second": of_second})


class Reason(NamedTuple):
    """Differences that speak for the best action: an event more or less often, what it keeps open, or both."""

    parts: tuple[Part, ...]

    def describe(self, best: str, second: str) -> str:
        """Return the sentences; `best` and `second` are the actions in words."""
        return " ".join(part.describe(best, second) for part in self.parts)


def list_templates() -> dict[str, str]:
    """Return the sentence of each kind, with placeholders, in the reader's language."""
    return {
        "share": _(
            "Within your next {n} decisions {event}: in {of_best} of 100 continuations after “{best}”, "
            "in {of_second} of 100 after “{second}”."
        ),
        "amount": _(
            "Within your next {n} decisions, on average, {of_best} after “{best}”, and {of_second} after “{second}”."
        ),
        "open": _("When you choose next, on average, {of_best} after “{best}”, and {of_second} after “{second}”."),
        "moves": _(
            "When you choose next, you have on average {of_best} moves to choose from after “{best}”, "
            "and {of_second} after “{second}”."
        ),
    }


def round_average(value: float) -> str:
    """Return an average as text, halves rounded up, as the browser does.

    >>> round_average(2.25), round_average(12.0), round_average(1234.5)
    ('2.3', '12.0', '1,235')
    """
    if abs(value) < ROUGH:
        return say_number(math.floor(value * 10 + 0.5) / 10, ".1f")
    return say_number(math.floor(value + 0.5))


def find_watched(game: Game) -> list[Watched]:
    """Return the notes that are counted, in the order of their codes."""
    found = []
    for code, note in sorted(game.rulebook.notes.items()):
        for key, whose in WHOSE.items():
            said: str = getattr(note, key)
            if said:
                named = PLACEHOLDER.findall(said)
                place = -1 if not named else 0 if named == [TIMES] else 1 + note.args.index(named[0])
                wanted = WANTED[note.wanted] * (whose or 1)
                found.append(Watched(code, said, whose, place, wanted))
    return found


def find_open_kernel(rules: ModuleType) -> Callable[..., int] | None:
    """Return the kernel that counts what a player keeps open in a game, or None if legal actions are counted."""
    found: Callable[..., int] | None = strategy_setting(rules, OPEN_TO, None)
    return found


def find_reason(
    game: Game,
    view: Any,
    player: int,
    best: int,
    second: int,
    lineup: Lineup,
    seed: int,
    continuations: int = CONTINUATIONS,
) -> Reason | None:
    """Return what differs most between two actions of a player who knows `view`; None if nothing does beyond chance."""
    counted = find_watched(game)
    source = Playouts(game, view, player, lineup, seed, continuations)

    def play_on(batch: int) -> Pair:
        one, other = (count_events(source, player, action, counted, batch) for action in (best, second))
        return one, other

    chosen = play_on(BATCH_OF_REASONS)
    if not find_parts(game, counted, chosen, chosen):
        return None
    found = find_parts(game, counted, chosen, play_on(BATCH_TOLD))
    return Reason(found) if found else None


def find_parts(game: Game, counted: list[Watched], chosen: Pair, told: Pair) -> tuple[Part, ...]:
    """Return what differs beyond chance in the continuations `chosen`, with the figures of those `told`."""
    kept = [(one[:, -2:], other[:, -2:]) for one, other in (chosen, told)]
    parts = [find_event_part(*chosen, counted, told), compare_openness(*kept[0], game.rulebook.open, kept[1])]
    return tuple(part for part in parts if part)


def find_event_part(one: Floats, other: Floats, counted: list[Watched], told: Pair | None = None) -> Part | None:
    """Return the event that differs most, if it does beyond chance, and in `told` with the same sign; else None."""
    sizes = [0.0]
    for place, what in enumerate(counted):
        size = measure_distance(one[:, place], other[:, place])
        sizes.append(size * what.wanted if what.wanted else abs(size))
    most = int(np.argmax(sizes)) - 1
    if max(sizes) < CERTAIN:
        return None
    kind = "share" if counted[most].place < 0 else "amount"
    best, second = (float(rows[:, most].mean()) for rows in told or (one, other))
    same = (best - second) * (one[:, most].mean() - other[:, most].mean()) > 0
    return Part(kind, counted[most].said, best, second) if same else None


def compare_openness(one: Floats, other: Floats, said: str, told: Pair | None = None) -> Part | None:
    """Return how much more the first action keeps open, if it does beyond chance, else None.

    Only decisions of the same phase are compared, and they must be half of all continuations.
    """
    like = keep_same_phase(one, other)
    if 2 * int(like.sum()) < len(one) or measure_distance(one[like, 1], other[like, 1]) < CERTAIN:
        return None
    one, other = told or (one, other)
    like = keep_same_phase(one, other)
    if not like.any():
        return None
    best, second = float(one[like, 1].mean()), float(other[like, 1].mean())
    return Part("open" if said else "moves", said, best, second) if best > second else None


def keep_same_phase(one: Floats, other: Floats) -> NDArray[np.bool_]:
    """Return a mask of the pairs in which the player's next decisions are of the same phase, and there are any."""
    return (one[:, 0] == other[:, 0]) & (one[:, 0] != NEVER)  # type: ignore[no-any-return]


def measure_distance(one: Floats, other: Floats) -> float:
    """Return the mean of paired differences in standard errors."""
    gap = one - other
    error = np.sqrt(max(gap.var(ddof=1), 1 / len(gap)) / len(gap))
    return float(gap.mean() / error)


def count_events(
    source: Playouts, player: int, action: int, counted: list[Watched], batch: int = BATCH_OF_REASONS
) -> Floats:
    """Return the counts of notes in each continuation after an action, float64 (continuations, counted + 2).

    The last two columns are the phase of the player's next decision and what is open there, NEVER if there is none.
    """
    starts, luck = source.deal(batch)
    rng, found = source.make_stream(batch, LUCK_BEYOND), np.zeros((len(starts), len(counted) + 2))
    found[:, -2:] = NEVER
    places: dict[int, list[tuple[int, Watched]]] = {}
    for column, one in enumerate(counted):
        places.setdefault(one.code, []).append((column, one))
    with open_stepper(source, rng) as stepper:
        for row, start, chance in zip(found, view_as_words(starts), luck, strict=True):
            for code, *numbers in stepper.play_steps(start, player, action, chance, row[-2:]):
                for column, one in places.get(code, ()):
                    if one.whose * (1 if numbers[0] == player else -1) < 0:
                        continue
                    row[column] = 1 if one.place < 0 else row[column] + (numbers[one.place - 1] if one.place else 1)
    return found


@contextmanager
def open_stepper(source: Playouts, rng: np.random.Generator) -> Iterator[NoteStepper]:
    """Yield a stepper for the games of these playouts."""
    n = source.game.num_actions
    arrays = {
        "position": source.view,
        "tables": pack_record(source.game.tables),
        "actions": np.zeros(n, np.int32),
        "odds": np.zeros(n, np.int64),
        "tally": np.zeros(TALLY, np.int64),
    }
    with source.lineup.machine.borrow_workspace(arrays) as room:
        yield NoteStepper(source, room, rng)


class NoteStepper:
    """Games played step by step, so that every note is seen; the loops that play many games keep none."""

    def __init__(self, source: Playouts, room: Workspace | PlainWorkspace, rng: np.random.Generator) -> None:
        self._rng, self._seats, self._arrays = rng, source.lineup.seats, room.arrays
        position, tables, actions = (room.arrays[name] for name in ("position", "tables", "actions"))
        self._position = view_as_words(position)[0]
        self._apply = room.bind("apply", position, tables, None)
        self._look = room.bind("step_one", ASK, position, tables, actions, room.arrays["odds"], room.arrays["tally"])
        self._choose = room.bind("choose", None, position, tables, None, actions, None, rng)
        opened = find_open_kernel(source.game.rules) is not None
        self._count_open = room.bind(OPEN_TO, position, tables, None) if opened else None

    def play_steps(self, start: Ints, player: int, action: int, luck: Floats, kept: Floats) -> Iterator[list[int]]:
        """Play on after an action until the player has decided DECISIONS times more; yield each note, its code first.

        `start` holds the words of a position, `luck` decides chance. `kept` (2,) is set to the phase of the player's
        next decision and what is open there.
        """
        position, actions, odds = (self._arrays[name] for name in ("position", "actions", "odds"))
        self._position[:] = start
        left, events = DECISIONS, 0
        while True:
            self._apply(action)
            p = self._look()
            yield from position["notes"][0, : position["num_notes"][0]].tolist()
            n = int(self._arrays["tally"][ACTION])
            if p == OVER:
                return
            if p == CHANCE:
                ends = odds[:n].cumsum()
                r = 0
                if ends[-1] > 1:
                    r = int((luck[events] if events < len(luck) else self._rng.random()) * ends[-1])
                    events += 1
                action = int(actions[ends.searchsorted(r, side="right")])
                continue
            if p == player and n > 1:
                if left == DECISIONS:
                    kept[:] = (0, self._count_open(p)) if self._count_open else (position["phase"][0], n)
                if left == 0:
                    return
                left -= 1
            action = self._choose(int(self._seats[p]), p, n)

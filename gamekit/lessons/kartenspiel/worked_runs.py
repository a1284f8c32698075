"""Eight situations of the rules lesson: the rulebook's worked values of runs, played to order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from gamekit.core.game import load
from gamekit.core.i18n.translation import _
from gamekit.games.kartenspiel.rules import KM_KINDS, REST, SCORE
from gamekit.games.kartenspiel.runs import run_value
from gamekit.lessons.kartenspiel.orders import NAME, km, make, score_of
from gamekit.lessons.kartenspiel.run_quiz import picture
from gamekit.lessons.kartenspiel.staging import kinds
from gamekit.lessons.situations import Situation

WORKED_RUNS: Final = (
    ("KS-12", "20 40 50 70 80 120"),
    ("KS-13", "30 50 40 60 60 70 90"),
    ("KS-14", "10 20 40 80 R 120"),
    ("KS-14", "R 40 50 70 30 90"),
    ("KS-13", "20 50 40 60 60 R 70 80"),
    ("KS-15", "40 50 R R 60 120 R"),
    ("KS-16", "70 R 80 100 B 110 R 120"),
    ("KS-17", "40 60 90 100 F"),
)


def worth(cards: str) -> int:
    """Return the value of a run by the rules, in km.

    >>> worth("30 50 40 60 60 70 90")
    220
    """
    run = np.array(kinds(cards), np.int32)
    return int(run_value(run, len(run), load(NAME).tables.km))


def write_run(cards: str) -> list[int | str]:
    """Return a run as lessons write it: kilometres as numbers, "R" for a rest, "A" for an action card.

    >>> write_run("70 R 80 B 110")
    [70, 'R', 80, 'A', 110]
    """
    return [10 * (kind + 1) if kind < KM_KINDS else "R" if kind == REST else "A" for kind in kinds(cards)]


def list_worked_runs() -> tuple[Situation, ...]:
    """Return the eight runs as situations."""
    return tuple(_drive_run(number, rule, cards) for number, (rule, cards) in enumerate(WORKED_RUNS, start=1))


def _drive_run(number: int, rule: str, cards: str) -> Situation:
    """Return the situation of a run; free roads on the counter let it grow before the counter is full."""
    other = ["10", "20", "30", "40", "60", "70", "80", "90"]
    length = len(cards.split())
    # Each round brings one card to the run, and as many more as its free roads say; the last round fills the counter.
    plans = {5: ("FF F",), 6: ("FF FF",), 7: ("FF F", "F R"), 8: ("FF FF", "F R")}
    rounds = (*plans[length], "100 90")
    counters = [" ".join(turn.split()[p] for turn in rounds) for p in range(2)]
    said = {"B": _("barrier"), "F": _("free road"), "R": _("rest")}
    spoken = " – ".join(said.get(card, card) for card in cards.split())
    return make(
        f"run-{number}",
        _("Run {number}: {cards}").format(number=number, cards=spoken),
        _("The stage is over. This is A’s run, which B cannot see yet: {cards}. What will A score?").format(
            cards=spoken
        ),
        rule,
        tuple(km(value) for value in offer_answers(cards)),
        score_of(0),
        REASONS[number - 1](),
        runs=[cards, " ".join(other[:length])],
        counters=counters,
        pause=(SCORE, 0),
        viewer=1,
        picture=picture(kinds(cards)),
        stages=1,
    )


REASONS: Final[Sequence[Callable[[], str]]] = (
    lambda: _(
        "Every card beats the one before it, so all six count. Gaps do no harm: the run has to climb, not to climb "
        "evenly."
    ),
    lambda: _(
        "40 does not beat 50, and the second 60 does not beat the first: two breaks. What stands before the last "
        "break is lost. Equal is not higher."
    ),
    lambda: _("One rest card interrupts nothing. 120 is compared with 80, the last kilometre card before the rest."),
    lambda: _("A rest at the beginning is harmless too. But 30 is lower than 70: only 30 and 90 are left."),
    lambda: _(
        "The last break is the second 60. It opens the part that counts, and the single rest behind it does no harm."
    ),
    lambda: _(
        "Two rests in a row are a break. Behind them the run begins anew, and 60 has nothing to beat. The single "
        "rest at the end is harmless."
    ),
    lambda: _(
        "An action card in a run always breaks it. Behind the barrier, 110 has nothing to beat; the rest before 120 "
        "is harmless."
    ),
    lambda: _("The last card is a break without kilometres. No part of the run stands behind it, so nothing counts."),
)


def offer_answers(cards: str) -> list[int]:
    """Return up to four answers, ascending: the right one and results of likely mistakes."""
    right = worth(cards)
    values = [10 * (kind + 1) if kind < 12 else 0 for kind in kinds(cards)]
    after_rest = sum(values[max((i for i, v in enumerate(values) if v == 0), default=-1) + 1 :])
    mistakes = [sum(values), after_rest, right + values[0], right - values[-1], right + 50, right + 90, right + 130]
    found: list[int] = [right]
    for mistake in mistakes:
        if mistake >= 0 and mistake not in found:
            found.append(mistake)
    return sorted(found[:4])

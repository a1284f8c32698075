"""Situations of the rules lesson of the card game, in the order of the lesson."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from gamekit.core.game import load
from gamekit.core.i18n.translation import _, each_language
from gamekit.games.kartenspiel.rules import KM_KINDS, REST, SCORE, TURN
from gamekit.games.kartenspiel.runs import run_value
from gamekit.lessons.kartenspiel.run_quiz import picture
from gamekit.lessons.kartenspiel.staging import (
    NAME,
    counter_now,
    kinds,
    km,
    make,
    score_of,
    stage_goes_on,
    start_card,
    turn_counter_card,
    winners,
)
from gamekit.lessons.situations import Situation, moment, read_position

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


GROUPS: Final = {
    "runs": tuple(f"run-{number}" for number in range(1, 9)),
    "counter": ("negative", "stays", "paid", "passed", "rests"),
    "cards": ("barriers", "order", "one-card", "both-empty"),
    "ends": ("tie", "start"),
}


@each_language()
def surprises() -> tuple[Situation, ...]:
    """Return all situations, in the order of the lesson."""
    return (*list_worked_runs(), *_counter(), *_cards_acting(), *_ends())


def group(name: str) -> list[Situation]:
    """Return the situations of a part of the lesson: "runs", "counter", "cards" or "ends"."""
    by_key = {one.key: one for one in surprises()}
    return [by_key[key] for key in GROUPS[name]]


def _counter() -> tuple[Situation, ...]:
    yes_no = (_("It goes on."), _("It ends."))
    return (
        make(
            "negative",
            _("A counter below zero"),
            _(
                "The stage has just begun, and A’s counter card is turned up: lost freight, −50. What does the "
                "counter show then?"
            ),
            "KS-21",
            tuple(km(value) for value in (0, -50, 50)),
            counter_now,
            _("The counter may be negative. The stage is now 50 km further from its end than at the start."),
            runs=["20", "30"],
            counters=["L", "R"],
            pause=(TURN, 0),
            until=turn_counter_card(0),
        ),
        make(
            "stays",
            _("A debt nobody can pay"),
            _("60 lies at the counter. The next card is lost freight, −50. What does the counter show then?"),
            "KS-21",
            tuple(km(value) for value in (60, 10, 0)),
            counter_now,
            _(
                "60 is not exactly 50, and there is no change. The lost freight stays and counts −50 until it can "
                "leave together with cards worth exactly 50."
            ),
            runs=["20", "30"],
            counters=["60", "L"],
            pause=(TURN, 1),
            until=turn_counter_card(1),
        ),
        make(
            "paid",
            _("The debt is paid"),
            _(
                "60, 20 and lost freight lie at the counter, which shows 30 km. Now 30 is turned up, and 20 and 30 "
                "make exactly 50. What does the counter show when all is done?"
            ),
            "KS-21",
            tuple(km(value) for value in (10, 60, 110)),
            counter_now,
            _(
                "The 30 is added: 60 km. Then the lost freight leaves with 20 and 30: away go −50 and +50, so the "
                "counter does not move. Paying a debt off changes what lies there, never the sum."
            ),
            runs=["20 40", "30 50"],
            counters=["60 30", "L 20"],
            pause=(TURN, 3),
            until=turn_counter_card(3),
        ),
        make(
            "passed",
            _("Over the limit and back"),
            _(
                "Two players, the limit is 150 km, and the counter shows 180. One card of this round is still face "
                "down: lost freight. Does the stage end after it?"
            ),
            "KS-20",
            yes_no,
            stage_goes_on,
            _(
                "All cards of a round are carried out first. Only then do we look: 130 km is less than 150. Having "
                "been over the limit in between does not count."
            ),
            runs=["20 40", "30 50"],
            counters=["40 L", "60 80"],
            pause=(TURN, 3),
            stages=1,
        ),
        make(
            "rests",
            _("A round that adds nothing"),
            _(
                "The counter shows 140 of 150 km. Both players have laid a rest card. Does the stage end after this "
                "round?"
            ),
            "KS-19",
            yes_no,
            stage_goes_on,
            _(
                "A rest card at the counter does nothing and is discarded. Two of them keep a stage alive for a "
                "whole round."
            ),
            runs=["20 40", "30 50"],
            counters=["60 R", "80 R"],
            pause=(TURN, 2),
            stages=1,
        ),
    )


def _cards_acting() -> tuple[Situation, ...]:
    return (
        make(
            "barriers",
            _("A barrier and an empty run"),
            _(
                "First round: each run holds one card. The first counter card was a barrier, which took it away. "
                "The second counter card is a barrier too. What happens?"
            ),
            "KS-22",
            (
                _("Every run owes a card."),
                _("Nothing: the runs are empty."),
                _("The barrier stays for the next round."),
            ),
            lambda session: [_("Every run owes a card."), _("Nothing: the runs are empty.")][
                int(not read_position(session).run_size.any() and not read_position(session).lying.any())
            ],
            _(
                "A barrier takes the last card of each run, if there is one. An empty run loses nothing and owes "
                "nothing."
            ),
            runs=["20", "30"],
            counters=["B", "B"],
            pause=(TURN, 1),
            until=turn_counter_card(1),
        ),
        make(
            "order",
            _("In the order in which they were laid"),
            _(
                "A laid a free road (+1), B a barrier (−1). A’s run holds 50, and A will lay 70 on the free road. "
                "Which card of A’s run does the barrier take?"
            ),
            "KS-09",
            (_("The 50"), _("The 70"), _("None")),
            lambda session: [_("The 50"), _("The 70")][int(read_position(session).run[0, 0] == 4)],
            _(
                "The cards act one by one, in the order in which they were laid: first everybody lays one more "
                "card, then everybody loses the last one. The other way round, the 50 would have gone."
            ),
            runs=["50 70", "30 40"],
            counters=["F", "B"],
            pause=(TURN, 0),
            until=turn_counter_card(1),
        ),
        make(
            "one-card",
            _("Really free road with one card left"),
            _(
                "Five players, and this round’s counter cards are one free road and four really free roads. When "
                "the last of them is turned up, A holds one card and must lay two. What happens?"
            ),
            "KS-25",
            (_("A lays the one card."), _("A need not lay any."), _("A draws a card first.")),
            lambda session: [_("A lays the one card."), _("A need not lay any.")][
                int(read_position(session).hand_size[0])
            ],
            _(
                "Whoever has fewer cards than must be laid lays all that are left. The hand is filled up only at "
                "the end of the round."
            ),
            runs=[
                f"{a} {b} {c} 80 90 100 110 120 10"
                for a, b, c in ((20, 30, 40), (20, 30, 50), (20, 30, 60), (40, 50, 60), (40, 50, 70))
            ],
            counters=["F", "FF", "FF", "FF", "FF"],
            pause=(TURN, 4),
            until=lambda session: moment(session.history, lambda action: action < 17, -1) + 1,
        ),
        make(
            "both-empty",
            _("No card left to draw"),
            _(
                "House rule: two copies of each value and no other cards, 24 in all. In round 2 both have laid two "
                "cards; the draw pile is empty, and nothing has been discarded. How many cards does A hold at the "
                "beginning of round 3?"
            ),
            "KS-11",
            ("7", "8", "9", "10"),
            lambda session: str(int(read_position(session).hand_size[0])),
            _(
                "Ten are dealt to each, and four are left. After round 1 both draw two. In round 2 both lay two, "
                "and now there is nothing to draw: counter cards are not discards as long as they lie there."
            ),
            runs=["30 40", "50 60"],
            counters=["10 20", "10 20"],
            pause=(TURN, 2),
            copies=2,
            rest=0,
            action=0,
        ),
    )


def _ends() -> tuple[Situation, ...]:
    return (
        make(
            "tie",
            _("Equal kilometres"),
            _("The last stage. A’s run is 40 – 80, B’s run is 50 – 70; until now both have the same score. Who wins?"),
            "KS-27",
            (_("A wins."), _("B wins."), _("Both share it.")),
            winners,
            _("120 km each. Equal totals share the win; the start card decides nothing."),
            runs=["40 80", "50 70"],
            counters=["60 90", "30 100"],
            pause=(SCORE, 0),
            viewer=0,
            stages=1,
        ),
        make(
            "start",
            _("Who begins the next stage?"),
            _(
                "A holds the start card. The stage is over after its first round. Who holds the start card when the "
                "next stage begins?"
            ),
            "KS-10",
            (_("Player {player}").format(player="A"), _("Player {player}").format(player="B")),
            start_card,
            _("The start card passes on at the end of every round, the last round of a stage included."),
            runs=["40", "50"],
            counters=["100", "90"],
            pause=(SCORE, 0),
            stages=2,
        ),
    )

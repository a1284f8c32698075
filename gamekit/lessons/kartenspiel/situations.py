"""Situations of the rules lesson of the card game, in the order of the lesson."""

from __future__ import annotations

from typing import Final

from gamekit.core.i18n.translation import _, each_language
from gamekit.games.kartenspiel.rules import SCORE, TURN
from gamekit.lessons.kartenspiel.orders import (
    counter_now,
    km,
    make,
    stage_goes_on,
    start_card,
    turn_counter_card,
    winners,
)
from gamekit.lessons.kartenspiel.worked_runs import list_worked_runs
from gamekit.lessons.situations import Situation, moment, read_position

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

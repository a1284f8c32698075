# ruff: noqa: E501  sentences are not broken
"""Situations of the rules lesson of Ausgebremst, from real races (moments.json).

The rules check every action when a race is driven, and the answer is read from the final position.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from gamekit.core.game import Game, load
from gamekit.core.i18n.translation import _, each_language
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.session import Session
from gamekit.core.svg import join_words
from gamekit.games.ausgebremst.circuits import space_name
from gamekit.games.ausgebremst.state import CARS, FINISHED, NOWHERE, OUT_NO_STOP, PIT, RACING, SPACES, VALUES
from gamekit.lessons.situations import Later, Situation

NAME: Final = "ausgebremst"
PLAYERS: Final = 3
MOMENTS: Final = Path(__file__).with_name("moments.json")
GROUPS: Final = {
    "driving": ("tie", "first_six", "shows", "sixes", "after_six", "overshoot", "nocards"),
    "unowned": ("entry", "nostop", "unowned_stops", "unowned_six", "spent", "boxed", "unowned_second"),
}


class LastStep:
    """The last step of a race: the car that acted, and the positions before and after."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game: Game = session.game
        self.before: Any = session.position_at(session.step - 1)
        self.after: Any = session.position
        self.action = session.history[-1]
        before: Any = self.before
        self.car = int(before.order[before.turn])

    @property
    def letter(self) -> str:
        """Letter of the car that acted."""
        return PLAYER_LETTERS[self.car]

    @property
    def stood(self) -> bool:
        """True if the car stayed on its space."""
        return bool(self.before.space[self.car] == self.after.space[self.car])

    @property
    def spent(self) -> bool:
        """True if the car spent a card."""
        return bool(self.after.played[self.car].sum() > self.before.played[self.car].sum())

    def hand(self) -> str:
        """Return the hand of the car before it acted, in words."""
        held = self.before.hand[self.car]
        return join_words(str(kind + 1) for kind in range(VALUES) for _again in range(held[kind]))

    def find_car(self, car: int) -> str:
        """Return the name of the space on which a car stood before the step."""
        return space_name(int(self.before.space[car]))


@dataclass(frozen=True)
class Surprise:
    """Question about a last step, with choices; `answer` returns the index of the right one."""

    title: str
    rule: str
    question: Callable[[LastStep], str]
    choices: tuple[str, ...]
    answer: Callable[[LastStep], int]
    why: str


@cache
def moments() -> dict[str, dict[str, Any]]:
    """Return circuit and actions of each race by key, up to the step that the question is about."""
    stored: dict[str, dict[str, Any]] = json.loads(MOMENTS.read_text(encoding="utf-8"))
    return stored


@each_language()
def surprises() -> dict[str, Situation]:
    """Return all situations by key, in the order of the lesson."""
    return {key: situation(key) for keys in GROUPS.values() for key in keys}


def group(name: str) -> list[Later]:
    """Return the situations of "driving", or of the pit stop and "unowned" cars.

    Each race is driven when its situation is shown, because that takes a moment.
    """
    return [Later(write_surprises()[key].title, partial(situation, key)) for key in GROUPS[name]]


@each_language()
def situation(key: str) -> Situation:
    """Drive the race of a key and return its situation."""
    one = write_surprises()[key]
    stored = moments()[key]
    actions = tuple(stored["actions"])
    options = {"circuit": stored["circuit"]}
    session = load(NAME, PLAYERS, **options).session(seed=0)
    for action in actions:
        session.play(action)
    return Situation(
        key=key,
        title=one.title,
        question=one.question(LastStep(session)),
        rule=one.rule,
        game_name=NAME,
        players=PLAYERS,
        actions=actions,
        at=len(actions) - 1,
        choices=one.choices,
        measure=lambda played: one.choices[one.answer(LastStep(played))],
        why=one.why,
        options=options,
    )


def card(m: LastStep) -> int:
    """Return the value of the card spent in the last step."""
    return int((m.after.played - m.before.played).sum(axis=0).argmax()) + 1


def write_surprises() -> dict[str, Surprise]:
    """Return all surprises by key."""
    return {**_start(), **_write_driving(), **_pit(), **_write_unowned()}


def _start() -> dict[str, Surprise]:
    return {
        "tie": Surprise(
            _("A tie on the grid"),
            "AB-18",
            lambda m: _(
                "Cards are drawn for the grid, and the last one makes a tie for the highest card. Who takes the best free place?"
            ),
            (
                _("The one of them who drew first."),
                _("Nobody yet: those who tied draw again."),
                _("Nobody yet: all three of them draw again."),
            ),
            lambda m: (
                1 if 0 < int(m.after.again[:PLAYERS].sum()) < PLAYERS else 2 if m.after.again[:PLAYERS].sum() else 0
            ),
            _("Only those who tied draw again, from the cards that are left."),
        ),
        "first_six": Surprise(
            _("A 6 in the lead"),
            "AB-15",
            lambda m: _(
                "It is the first round, {letter} is in the lead, and a 6 is turned up or played. Does the car move?"
            ).format(letter=m.letter),
            (_("Yes."), _("No: nobody plays a 6 in the lead.")),
            lambda m: 1 if m.stood else 0,
            _("In its first turn of a race every car may use a 6, even in the lead."),
        ),
    }


def _write_driving() -> dict[str, Surprise]:
    return {
        "shows": Surprise(
            _("In the way"),
            "AB-13",
            lambda m: _("{letter} holds {hand}, but others are in the way. What does {letter} do?").format(
                letter=m.letter, hand=m.hand()
            ),
            (
                _("Play a card and go as far as there is room."),
                _("Show the cards, keep them and miss the turn."),
                _("Throw a card away and draw another."),
            ),
            lambda m: 1 if m.stood and not m.spent else 2 if m.stood else 0,
            _("A card is used in full or not at all, and without a card there is no turn. Nothing is lost but time."),
        ),
        "sixes": Surprise(
            _("Nothing but 6s"),
            "AB-16",
            lambda m: _("{letter} leads and holds {hand}. What happens?").format(letter=m.letter, hand=m.hand()),
            (
                _("A 6 may be played, because the leader holds no other card."),
                _("A 6 is spent and the car stands still."),
                _("The leader shows the cards and waits for somebody to overtake."),
            ),
            lambda m: 2 if m.stood and not m.spent else 1 if m.stood else 0,
            _(
                "A leader with nothing but 6s waits. Only one who blocks the track may play a 6: on a chicane, or together with a car beside it whose driver holds nothing but 6s too."
            ),
        ),
        "after_six": Surprise(
            _("When the winner is home"),
            "AB-17",
            lambda m: _(
                "A car has already finished. {letter} leads those that are left, and the card is a 6. Is that allowed?"
            ).format(letter=m.letter),
            (_("Yes."), _("No.")),
            lambda m: 1 if m.stood else 0,
            _("Once the winner has crossed the finish line everybody may use any 6."),
        ),
        "overshoot": Surprise(
            _("Over the line"),
            "AB-22",
            lambda m: _(
                "{letter} is on the last lap, on {space}, {left} spaces before the finish, and plays the {card}. What then?"
            ).format(
                letter=m.letter,
                space=m.find_car(m.car),
                left=int(m.game.tables.left[m.before.circuit, m.before.lines[m.car], m.before.space[m.car]]),
                card=m.action // SPACES + 1,
            ),
            (
                _("That is not allowed: the line must be hit exactly."),
                _("The car finishes; what is left of the card is lost."),
                _("The car goes on into a fourth lap."),
            ),
            lambda m: 1 if m.after.status[m.car] == FINISHED else 0 if m.stood else 2,
            _("The finish line need not be hit exactly."),
        ),
        "nocards": Surprise(
            _("The last card"),
            "AB-23",
            lambda m: _(
                "{letter} plays the last card and will not quite reach the finish. What does {letter} score?"
            ).format(letter=m.letter),
            (_("The points of the place it has reached."), _("Nothing: the car is taken off.")),
            lambda m: 1 if m.after.status[m.car] not in (RACING, FINISHED) else 0,
            _(
                "Without cards a car is taken off and scores nothing, be it one space before the line. In the next race it starts from the back."
            ),
        ),
    }


def _pit() -> dict[str, Surprise]:
    return {
        "entry": Surprise(
            _("The entry is blocked"),
            "AB-28",
            lambda m: _(
                "It is the end of lap 2. {letter} on {space} still needs the stop, holds {hand}, and finds the way into the pit lane blocked. Must {letter} drive on?"
            ).format(letter=m.letter, space=m.find_car(m.car), hand=m.hand()),
            (
                _("Yes: a card that can be used must be played."),
                _("No: the driver may miss turns until the way is free."),
            ),
            lambda m: 1 if m.stood and not m.spent else 0,
            _(
                "This is the only case in which a card that could be used need not be played; otherwise the car would be out."
            ),
        ),
        "nostop": Surprise(
            _("Without a stop"),
            "AB-26",
            lambda m: _("{letter} passes the line for the second time, without having stopped. What happens?").format(
                letter=m.letter
            ),
            (_("Nothing: there is another chance at the end of lap 3."), _("The car is out.")),
            lambda m: 1 if m.after.status[m.car] == OUT_NO_STOP else 0,
            _(
                "The stop must be made at the end of lap 1 or of lap 2, and the move must end in the pit lane: driving through does not count."
            ),
        ),
    }


def _write_unowned() -> dict[str, Surprise]:
    spends = (
        _("It moves six spaces."),
        _("The card is spent and the car stands still."),
        _("It is put aside, and another card is turned up."),
    )
    return {
        "unowned_six": Surprise(
            _("An unowned leader"),
            "AB-31",
            lambda m: _("The unowned car {letter} leads, and a 6 is turned up for it. What happens?").format(
                letter=m.letter
            ),
            spends,
            lambda m: 1 if m.stood and m.spent else 2 if m.stood else 0,
            _("The rule of the 6 holds for unowned cars too, but they do not choose: the card is gone."),
        ),
        "spent": Surprise(
            _("A card that does not fit"),
            "AB-32",
            lambda m: _(
                "A {card} is turned up for the unowned car {letter} on {space}, but there is not that much room. What happens?"
            ).format(card=card(m), letter=m.letter, space=m.find_car(m.car)),
            (
                _("It goes as far as it can."),
                _("The card is spent and the car stands still."),
                _("It is put aside, and another card is turned up."),
            ),
            lambda m: 1 if m.stood and m.spent else 2 if m.stood else 0,
            _(
                "A card is used in full or not at all. Unowned cars spend theirs and lose the turn; that is why most of them are left behind."
            ),
        ),
        "boxed": Surprise(
            _("Boxed in"),
            "AB-31",
            lambda m: _(
                "The unowned car {letter} on {space} cannot move a single space. Which card is turned up for it?"
            ).format(letter=m.letter, space=m.find_car(m.car)),
            (_("The top one, and it is spent."), _("None."), _("Cards are turned up until one fits.")),
            lambda m: 0 if m.spent else 1,
            _("For a car that cannot move at all no card is drawn."),
        ),
        "unowned_stops": Surprise(
            _("Into the pit lane"),
            "AB-30",
            lambda m: _(
                "At the end of lap 1 the card of the unowned car {letter} could end in the pit lane, or go on along the track. Which?"
            ).format(letter=m.letter),
            (_("It stops."), _("It takes the shortest line past the pit lane.")),
            lambda m: 0 if m.after.space[m.car] >= PIT else 1,
            _("Unowned cars stop at the end of lap 1 if their card ends in the pit lane."),
        ),
        "unowned_second": Surprise(
            _("Behind an unowned car"),
            "AB-24",
            lambda m: _(
                "The race is over. An unowned car came in second, {letter} third. How many points does {letter} get?"
            ).format(letter=PLAYER_LETTERS[third(m)]),
            ("6", "4", "9"),
            lambda m: ("6", "4", "9").index(str(int(m.after.points[third(m)]))),
            _("Unowned cars score nothing but keep their place: nobody moves up."),
        ),
    }


def third(m: LastStep) -> int:
    """Return the number of the car that came in third."""
    return next(car for car in range(CARS) if m.before.place[car] == 3 and m.before.space[car] == NOWHERE)

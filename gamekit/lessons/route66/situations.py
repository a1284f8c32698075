# ruff: noqa: E501  sentences are not broken
"""Situations of the rules lesson of Route 66, from real games (moments.json).

The rules check every action when a game is played, and the answer is read from the final position.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from gamekit.core.game import load
from gamekit.core.i18n.translation import _, each_language
from gamekit.core.session import Session
from gamekit.games.route66.state import DRAW, LAY, STATES, SWAP, Phase
from gamekit.lessons.situations import Measure, Situation, read_position

NAME: Final = "route66"
PLAYERS: Final = 3
MOMENTS: Final = Path(__file__).with_name("moments.json")
GROUPS: Final = {
    "cards": ("only", "again", "cannot", "playson", "swap"),
    "road": ("jumped", "p55", "caught"),
    "home": ("first", "notyet", "two", "still", "nocard", "fined", "home"),
}


@each_language()
def surprises() -> dict[str, Situation]:
    """Return all situations by key, in the order of the lesson."""
    made = {one.key: one for one in (*_cards(), *_road(), *_home())}
    return {key: made[key] for keys in GROUPS.values() for key in keys}


def group(name: str) -> list[Situation]:
    """Return the situations about "cards", "road" or "home"."""
    return [surprises()[key] for key in GROUPS[name]]


@cache
def moments() -> dict[str, tuple[int, ...]]:
    """Return the actions of each game by key, up to the step that the question is about."""
    stored = json.loads(MOMENTS.read_text(encoding="utf-8"))
    return {key: tuple(actions) for key, actions in stored.items()}


# How the answers are read off a game


def read_position_before(session: Session) -> Any:
    """Return the position before the last step."""
    return session.position_at(session.step - 1)


def place_of(player: int) -> Measure:
    """Return a measure of the place of a player's car."""
    return lambda session: session.game.rulebook.words["place"][int(read_position(session).place[player])]


def cards_of(player: int) -> Measure:
    """Return a measure of the number of cards a player has collected."""
    return lambda session: str(int(read_position(session).score[player]))


def cards_of_the_step(player: int) -> Measure:
    """Return a measure of the number of cards the last step brought a player."""

    return lambda session: str(
        int(read_position(session).score[player]) - int(read_position_before(session).score[player])
    )


def spaces_of_the_step(player: int) -> Measure:
    """Return a measure of the number of spaces a player's car moved in the last step."""

    return lambda session: str(
        abs(int(read_position(session).place[player]) - int(read_position_before(session).place[player]))
    )


def card_laid(session: Session) -> str:
    """Return the card that could be laid: the only one among the legal actions before the last step."""
    asked = session.branch(session.step - 1)
    (action,) = [action for action in asked.legal() if LAY <= action < DRAW]
    return str(session.game.rulebook.words["card"][action - LAY])


def turn_goes_on(session: Session) -> str:
    """Return the sentence that the player may take another turn, or that it is the next player's."""
    return another_turn() if read_position(session).phase == Phase.AGAIN else next_player()


def swaps(session: Session) -> str:
    """Return the sentence that the player swapped cards, or that speed stays at 0."""
    return say_throw() if session.history[-1] == SWAP else speed_stays()


def speed_unchanged(player: int) -> Measure:
    """Return a measure of whether a car was caught, that is whether its speed is 0."""
    return lambda session: say_let_pass() if read_position(session).speed[player] else say_sent_back()


def has_speed_card_due(player: int) -> Measure:
    """Return a measure of whether a player goes on without laying a state card."""
    return lambda session: plays_on() if session.player == player else has_to_pass()


def another_turn() -> str:
    return _("A may lay the second one and take another whole turn.")


def next_player() -> str:
    return _("It is B’s turn.")


def say_throw() -> str:
    return _("Throw away all three and draw three new ones.")


def speed_stays() -> str:
    """Return a wrong answer: no speed falls below 0, so that the card does not fit."""
    return _("Play one of them: the speed stays at 0.")


def say_let_pass() -> str:
    return _("Nothing: 55 mph is allowed.")


def say_sent_back() -> str:
    return _("It sends C back to the state before.")


def plays_on() -> str:
    return _("B plays on without laying: speed card, move, draw.")


def has_to_pass() -> str:
    """Return a wrong answer: a player without state cards does not wait."""
    return _("B has to pass until a car reaches Los Angeles.")


def call(kind: str, *numbers: int) -> tuple[str, ...]:
    """Return the names of some cards or places in the rulebook."""
    names = load(NAME, PLAYERS).rulebook.words[kind]
    return tuple(str(names[number]) for number in numbers)


# The situations


def make(
    key: str, title: str, rule: str, question: str, choices: tuple[str, ...], measure: Measure, why: str
) -> Situation:
    """Return a situation whose question is asked before the last step of its game."""
    actions = moments()[key]
    return Situation(key, title, question, rule, NAME, PLAYERS, actions, len(actions) - 1, choices, measure, why)


def _cards() -> tuple[Situation, ...]:
    return (
        make(
            "only",
            _("Which card fits?"),
            "R66-10",
            _("It is A’s turn. Which of these cards from A’s hand can be laid?"),
            call("card", 3, 4, 5, STATES + 5),  # Oklahoma, Texas and New Mexico of A, New Mexico of B
            card_laid,
            _("A’s row has California and Arizona: the next state inwards is New Mexico, in A’s own colour."),
        ),
        make(
            "again",
            _("Two alike"),
            "R66-11",
            _("A has laid California (B), played a speed card and moved, and holds a second California (B). What is next?"),
            (next_player(), another_turn(), _("A lays the second one as well, and then it is B’s turn.")),
            turn_goes_on,
            _("The same state in the same colour brings another whole turn: lay, speed card, move, draw."),
        ),
        make(
            "cannot",
            _("A card that does not fit"),
            "R66-12",
            _("C lays nothing and draws a state card: Kansas (B). C’s speedometer shows 40 mph. How many spaces does C’s car drive this turn?"),
            ("0", "1", "4"),
            spaces_of_the_step(2),
            _("Kansas (B) does not fit, so the turn is over: no speed card, and no move at all."),
        ),
        make(
            "playson",
            _("Out of state cards"),
            "R66-13",
            _("A’s turn ends. B has no state card left and the pile is empty. What does that mean for B?"),
            (has_to_pass(), plays_on()),
            has_speed_card_due(1),
            _("Whoever has laid everything drives on with speed cards alone. That is a good place to be in."),
        ),
        make(
            "swap",
            _("Nothing fits"),
            "R66-15",
            _("All speedometers show 0, and A holds −5, −5 and −20. What may A do?"),
            (speed_stays(), say_throw(), _("Skip the turn without moving.")),
            swaps,
            _("No speed may go below 0, so none of the three fits any speedometer. The car would move all the same, if it had speed."),
        ),
    )  # fmt: skip


def _road() -> tuple[Situation, ...]:
    places = call("place", 3, 4, 5)  # Illinois has four spaces, then Missouri begins
    back = call("place", 4, 1, 0, 9)
    return (
        make(
            "jumped",
            _("A car in the way"),
            "R66-17",
            _("B stands in Chicago with 30 mph; A stands on Illinois, space 1. Where does B’s car come to stand?"),
            places,
            place_of(1),
            _("Occupied spaces are jumped and do not count: 2, 3, 4 are the three spaces."),
        ),
        make(
            "p55",
            _("Exactly 55"),
            "R66-18",
            _("C’s speedometer shows 50 mph and +5 is played on it, a highway patrol card. What does the patrol do?"),
            (say_let_pass(), say_sent_back()),
            speed_unchanged(2),
            _("The patrol acts above 55 mph only."),
        ),
        make(
            "caught",
            _("Above 55"),
            "R66-18",
            _("It is B’s turn. A stands on Missouri, space 5, with 55 mph. B plays +5 on A’s speedometer. Where does A’s car go?"),
            back,
            place_of(0),
            _("It goes back to the state before, to its nearest free space, at once; the speed becomes 0."),
        ),
    )  # fmt: skip


def _home() -> tuple[Situation, ...]:
    return (
        make(
            "first",
            _("First in Los Angeles"),
            "R66-22",
            _("A is the first to reach Los Angeles, with one point left over. How many cards has A after this move?"),
            ("0", "2", "3"),
            cards_of(0),
            _("Two California cards for arriving first, and one for the stop to which the left-over point carries the car."),
        ),
        make(
            "notyet",
            _("Not there yet"),
            "R66-24",
            _("All rows are complete now. B still drives west and stops in Kansas. How many cards does this stop bring B?"),
            ("0", "1", "2"),
            cards_of_the_step(1),
            _("Only cars that have been to Los Angeles collect."),
        ),
        make(
            "two",
            _("A sign by the road"),
            "R66-23",
            _("A drives two spaces, to Arizona, space 2. How many cards does this stop bring A?"),
            ("0", "1", "2"),
            cards_of_the_step(0),
            _("The space is marked “2”."),
        ),
        make(
            "still",
            _("Standing still"),
            "R66-23",
            _("A stands in Arizona with 0 mph. How many cards does this turn bring A?"),
            ("0", "1"),
            cards_of_the_step(0),
            _("A car has to move at least one space. Standing still brings nothing, but no road is used up either."),
        ),
        make(
            "nocard",
            _("Too late"),
            "R66-25",
            _("C drives one space and stops in California, where no card is left. How many cards does this stop bring C?"),
            ("0", "1", "2"),
            cards_of_the_step(2),
            _("Who comes first takes the cards. Others go away empty-handed."),
        ),
        make(
            "fined",
            _("Caught on the way home"),
            "R66-26",
            _("A has three cards and stands in California at 70 mph. A has to play −5, and plays it on the own speedometer. How many cards has A afterwards?"),
            ("3", "2", "0"),
            cards_of(0),
            _("65 mph after a patrol card is too fast: the car is put behind the next border and the last card goes back."),
        ),
        make(
            "home",
            _("Home, but not out of the game"),
            "R66-28",
            _("A is home, and A’s own speedometer shows 55 mph. A plays +15 on C’s speedometer. How many spaces does A’s car drive then?"),
            ("0", "5"),
            spaces_of_the_step(0),
            _("Players who are home may still play speed cards on the others, and their own cars stay in Chicago."),
        ),
    )  # fmt: skip

"""Situations of the rules lesson of Ausgebremst: measures, and what fills the placeholders of situations.toml."""

from __future__ import annotations

from typing import Any, Final

from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.svg import join_words
from gamekit.games.ausgebremst.circuits import space_name
from gamekit.games.ausgebremst.state import CARS, FINISHED, NOWHERE, OUT_NO_STOP, PIT, RACING, VALUES
from gamekit.lessons.situations import Situation, SituationFile


def find_car(one: Situation) -> int:
    """Return the number of the car that acts in the last step."""
    return int(one.before.order[one.before.turn])


def find_third(one: Situation) -> int:
    """Return the number of the car that came in third."""
    before = one.before
    return next(car for car in range(CARS) if before.place[car] == 3 and before.space[car] == NOWHERE)


# Placeholders


def car(one: Situation) -> dict[str, Any]:
    """Return the letter of the car that acts, its hand and its space, and the card that it spends."""
    number = find_car(one)
    held = one.before.hand[number]
    return {
        "letter": PLAYER_LETTERS[number],
        "hand": join_words(str(kind + 1) for kind in range(VALUES) for _again in range(held[kind])),
        "space": space_name(int(one.before.space[number])),
        "card": int((one.after.played - one.before.played).sum(axis=0).argmax()) + 1,
    }


def car_near_finish(one: Situation) -> dict[str, Any]:
    """Return the values of `car`, and the number of spaces that are left before the finish."""
    number, before = find_car(one), one.before
    left = one.game.tables.left[before.circuit, before.lines[number], before.space[number]]
    return {**car(one), "left": int(left)}


def third(one: Situation) -> dict[str, Any]:
    """Return the letter of the car that came in third."""
    return {"letter": PLAYER_LETTERS[find_third(one)]}


# Measures


def draw_again(one: Situation) -> str:
    """Return whether nobody draws again for the grid, or only some do, who tied, or all."""
    count = int(one.after.again[: one.players].sum())
    return "nobody" if count == 0 else "tied" if count < one.players else "all"


def use_of_card(one: Situation) -> str:
    """Return whether the car moved, or else spent a card or kept all."""
    number = find_car(one)
    if one.before.space[number] != one.after.space[number]:
        return "moved"
    return "spent" if one.after.played[number].sum() > one.before.played[number].sum() else "kept"


def status(one: Situation) -> str:
    """Return whether the car races, has finished, or is out because of its missing stop or its cards."""
    number = int(one.after.status[find_car(one)])
    return {RACING: "racing", FINISHED: "finished", OUT_NO_STOP: "no_stop"}.get(number, "no_cards")


def pit_stop(one: Situation) -> str:
    """Return whether the car stops in the pit lane, or passes it."""
    return "stops" if one.after.space[find_car(one)] >= PIT else "passes"


def points_of_third(one: Situation) -> int:
    """Return the points of the car that came in third."""
    return int(one.after.points[find_third(one)])


SITUATIONS: Final = SituationFile("ausgebremst")
surprises, group, GROUPS = SITUATIONS.surprises, SITUATIONS.group, SITUATIONS.list_keys()

"""Situations of the rules lesson of Auf Achse: measures, and what fills the placeholders of situations.toml."""

from __future__ import annotations

from typing import Any, Final

from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.games.auf_achse.state import E_INSPECTION, KEPT, LOADED, Phase
from gamekit.lessons.situations import Situation, SituationFile


def find_mover(one: Situation) -> int:
    """Return the number of the player whose truck moves at the question."""
    return int(one.before.mover)


def count_carried(position: Any, player: int) -> int:
    """Return the number of loaded contracts on a player's truck."""
    return int((position.where == LOADED + player).sum())


def dm(value: int) -> str:
    """Return a sum of money in words."""
    return _("{value:,} DM").format(value=value)


def letter(number: int) -> str:
    """Return the letter of a player."""
    return PLAYER_LETTERS[number]


# Placeholders


def say_action(one: Situation) -> str:
    """Return the action after the question in words, beginning with a small letter."""
    text = one.game.action_text(one.actions[one.at])
    return text[0].lower() + text[1:]


def turn(one: Situation) -> dict[str, Any]:
    """Return player, money before and after, and number of contracts of the truck that moves, and the action."""
    mover = find_mover(one)
    return {
        "player": letter(mover),
        "cash": int(one.before.cash[mover]),
        "right": money_of_mover(one),
        "n": count_carried(one.before, mover),
        "action": say_action(one),
    }


def turn_with_points(one: Situation) -> dict[str, Any]:
    """Return the values of `turn`, where `n` is the number of points rolled."""
    return {**turn(one), "n": int(one.before.points)}


def deliver(one: Situation) -> dict[str, Any]:
    """Return the values of `turn`, and the money if the revenue were paid twice."""
    told = turn(one)
    return {**told, "twice": 2 * told["right"] - told["cash"]}


def thieves(one: Situation) -> dict[str, Any]:
    """Return the values of `turn`, and the money if the insurance paid for one contract more, or 1,000 DM were lost."""
    told = turn(one)
    return {**told, "more": told["right"] + 1000, "less": max(told["cash"] - 1000, 0)}


def rail(one: Situation) -> dict[str, Any]:
    """Return the values of `turn`, the revenue of the contract that goes by rail, and the money with all of it."""
    told = turn(one)
    unpaid = told["right"] + 1000
    return {**told, "revenue": unpaid - told["cash"], "unpaid": unpaid}


def auction(one: Situation) -> dict[str, Any]:
    """Return caller, holder and number of the highest bid, the action, and the holder's money before and after.

    `lower` is the money after the bid below.
    """
    s = one.before
    cash, prices = int(s.cash[int(s.holder)]), one.game.tables.price[int(s.lot)]
    return {
        "caller": letter(int(s.caller)),
        "holder": letter(int(s.holder)),
        "bid": int(s.bid),
        "action": say_action(one),
        "cash": cash,
        "right": cash - int(prices[int(s.bid)]),
        "lower": cash - int(prices[int(s.bid) - 1]),
    }


def caller(one: Situation) -> dict[str, Any]:
    """Return the player who has called an auction, and the money of this player before, and after the first bid."""
    number = int(one.before.caller)
    cash = int(one.before.cash[number])
    return {"player": letter(number), "cash": cash, "paid": cash - int(one.game.tables.price[int(one.before.lot), 1])}


# Measures


def next_step(one: Situation) -> str:
    """Return what comes next in the game."""
    return {Phase.ROADWORKS: "roadworks", Phase.EVENT: "event", Phase.LOAD: "load"}.get(one.after.phase, "over")


def money_of_mover(one: Situation) -> int:
    """Return the money of the player whose truck moved, in DM."""
    return int(one.after.cash[find_mover(one)])


def money_of_caller(one: Situation) -> int:
    """Return the money of the player who called the auction, in DM."""
    return int(one.after.cash[int(one.before.caller)])


def money_of_holder(one: Situation) -> int:
    """Return the money of the player who held the highest bid at the question, in DM."""
    return int(one.after.cash[int(one.before.holder)])


def carried(one: Situation) -> int:
    """Return the number of loaded contracts on the truck that moved."""
    return count_carried(one.after, find_mover(one))


def inspection_card(one: Situation) -> int:
    """Return the number of the player who has the inspection card."""
    return int(one.after.event[E_INSPECTION]) - KEPT


def jam_owner(one: Situation) -> int:
    """Return the number of the player whose next turn ends the jam."""
    return int(one.after.jam_owner)


def bid_holder(one: Situation) -> int:
    """Return the number of the player who holds the highest bid."""
    return int(one.after.holder)


SITUATIONS: Final = SituationFile("auf_achse")
surprises, group, GROUPS = SITUATIONS.surprises, SITUATIONS.group, SITUATIONS.list_keys()

# ruff: noqa: E501  sentences are not broken
"""Situations of the rules lesson of Auf Achse, from real games (moments.json).

A game is played when its situation is shown. The rules check every action, and the answer is read from the final
position.
"""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from gamekit.core.game import load
from gamekit.core.i18n.translation import _, each_language
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.session import Session
from gamekit.games.auf_achse.state import E_INSPECTION, KEPT, LOADED, Phase
from gamekit.lessons.situations import Later, Measure, Situation, read_position

NAME: Final = "auf_achse"
PLAYERS: Final = 3
OPTIONS: Final[dict[str, Any]] = {"start": 0}
MOMENTS: Final = Path(__file__).with_name("moments.json")
GROUPS: Final = {
    "road": ("early", "deliver", "two", "one"),
    "events": ("event", "inspection", "thieves", "rail", "jam"),
    "auction": ("free", "match", "other"),
}


@each_language()
def surprises() -> dict[str, Situation]:
    """Return all situations by key, in the order of the lesson."""
    return {key: make_situation(key) for keys in GROUPS.values() for key in keys}


def group(name: str) -> list[Later]:
    """Return the situations of a part of the lesson: "road", "events" or "auction"."""
    return [Later(titles()[key], partial(make_situation, key)) for key in GROUPS[name]]


def titles() -> dict[str, str]:
    """Return the titles of the situations by key."""
    return {
        "early": _("Points left over"),
        "deliver": _("Delivered"),
        "two": _("Two for one city"),
        "one": _("A one"),
        "event": _("A triangle"),
        "inspection": _("Inspection in Munich"),
        "thieves": _("Thieves"),
        "rail": _("Rail freight"),
        "jam": _("A jam"),
        "free": _("Nobody else bids"),
        "match": _("The same bid again"),
        "other": _("The caller is outbid"),
    }


@cache
def moments() -> dict[str, tuple[int, ...]]:
    """Return the actions of each game by key, up to the step that shows the answer."""
    stored = json.loads(MOMENTS.read_text(encoding="utf-8"))
    return {key: tuple(actions) for key, actions in stored.items()}


@cache
def reach_question(key: str) -> Session:
    """Return the game of a situation at the moment of the question; the session is cached and must not change."""
    session = load(NAME, PLAYERS, **OPTIONS).session(seed=0)
    for action in moments()[key][:-1]:
        session.play(action)
    return session


def make_situation(key: str) -> Situation:
    """Return the situation of a key."""
    question, rule, choices, measure, why = TOLD[key]()
    return Situation(
        key=key,
        title=titles()[key],
        question=question,
        rule=rule,
        game_name=NAME,
        players=PLAYERS,
        actions=moments()[key],
        at=len(moments()[key]) - 1,
        choices=choices,
        measure=measure,
        why=why,
        options=OPTIONS,
    )


# Reading a position


def mover(key: str) -> int:
    """Return the number of the player whose truck moves."""
    return int(read_position(reach_question(key)).mover)


def letter(player: int) -> str:
    return PLAYER_LETTERS[player]


def say_action(key: str) -> str:
    """Return the last action of a situation in words, beginning with a small letter."""
    text = reach_question(key).game.action_text(moments()[key][-1])
    return text[0].lower() + text[1:]


def cash_of(player: int) -> Measure:
    """Return a measure of a player's money."""
    return lambda session: dm(int(read_position(session).cash[player]))


def dm(value: int) -> str:
    return _("{value:,} DM").format(value=value)


def asks_for(session: Session) -> str:
    """Return a sentence that says what comes next in the game."""
    phase = int(read_position(session).phase)
    if phase == Phase.ROADWORKS:
        return _("The roadworks must be moved.")
    if phase == Phase.EVENT:
        return _("The top event is drawn.")
    return _("Something must be loaded.") if phase == Phase.LOAD else _("The turn is over.")


NEXT: Final = (
    "The roadworks must be moved.",
    "The top event is drawn.",
    "Something must be loaded.",
    "The turn is over.",
)


def list_sums(right: int, *others: int) -> tuple[str, ...]:
    """Return the right sum and others as choices, ascending and without repetition."""
    return tuple(dm(value) for value in sorted({right, *others}))


# The situations

Told = tuple[str, str, tuple[str, ...], Measure, str]
"""Question, rule, choices, measure of the answer, reason."""


def early() -> Told:
    """AA-10: stopping early in a loading city."""
    p = mover("early")
    return (
        _("{player} has rolled a {n} and chooses: {action}, where one of the player’s contracts begins. Points are left over. What comes next?").format(player=letter(p), n=int(read_position(reach_question("early")).points), action=say_action("early")),
        "AA-10",
        tuple(_(one) for one in NEXT),
        asks_for,
        _("Points may be left over in a loading city only to load there."),
    )  # fmt: skip


def deliver() -> Told:
    """AA-18: delivering."""
    p = mover("deliver")
    before = int(read_position(reach_question("deliver")).cash[p])
    after = int(read_position(reach_answer("deliver")).cash[p])
    return (
        _("{player} has {cash:,} DM and chooses: {action}, where a loaded contract ends. How much money is there afterwards?").format(player=letter(p), cash=before, action=say_action("deliver")),
        "AA-18",
        list_sums(after, before, before + 2 * (after - before)),
        cash_of(p),
        _("The whole revenue is paid, whatever the contract has cost."),
    )  # fmt: skip


def two() -> Told:
    """AA-16: several contracts at one stop."""
    p = mover("two")
    loaded = count_carried(reach_question("two"), p)
    return (
        _("{player} carries {n} contracts and chooses: {action}, where two of them end. How many are left on the truck?").format(player=letter(p), n=loaded, action=say_action("two")),
        "AA-16",
        tuple(str(n) for n in sorted({loaded, loaded - 1, loaded - 2})),
        lambda session: str(count_carried(session, p)),
        _("Several contracts may be delivered at one stop."),
    )  # fmt: skip


def one() -> Told:
    """AA-22: after a 1."""
    return (
        _("{player} has rolled a 1 and chooses: {action}. What comes next?").format(player=letter(mover("one")), action=say_action("one")),
        "AA-22",
        tuple(_(one) for one in NEXT),
        asks_for,
        _("After a 1 the marker must be moved, and never stays in place."),
    )  # fmt: skip


def event() -> Told:
    """AA-14: an event space."""
    return (
        _("{player} chooses: {action}. It is an event space. What comes next?").format(player=letter(mover("event")), action=say_action("event")),
        "AA-14",
        tuple(_(one) for one in NEXT),
        asks_for,
        _("Whoever ends a move on a triangle draws at once."),
    )  # fmt: skip


def inspection() -> Told:
    """AA-E10: passing the inspection on."""
    p = mover("inspection")
    return (
        _("{player} keeps the inspection card and chooses: {action}. Who has the card then?").format(player=letter(p), action=say_action("inspection")),
        "AA-E10",
        tuple(letter(q) for q in range(PLAYERS)),
        lambda session: letter(int(read_position(session).event[E_INSPECTION]) - KEPT),
        _("It goes to the left-hand neighbour, and its player may roll again."),
    )  # fmt: skip


def thieves() -> Told:
    """AA-E09: thieves."""
    p = mover("thieves")
    before, loads = int(read_position(reach_question("thieves")).cash[p]), count_carried(reach_question("thieves"), p)
    return (
        _("{player} has {cash:,} DM, carries {n} contracts and draws “Thieves”. How much money is there afterwards?").format(player=letter(p), cash=before, n=loads),
        "AA-E09",
        list_sums(before + 1000 * loads, before, before + 1000 * loads + 1000, max(before - 1000, 0)),
        cash_of(p),
        _("The insurance pays 1,000 DM for each contract, and the contracts may be loaded again."),
    )  # fmt: skip


def rail() -> Told:
    """AA-E01: rail freight."""
    p = mover("rail")
    before = int(read_position(reach_question("rail")).cash[p])
    after = int(read_position(reach_answer("rail")).cash[p])
    return (
        _("{player} has {cash:,} DM and draws “Rail freight”. The contract that goes by rail brings {revenue:,} DM. How much money is there afterwards?").format(player=letter(p), cash=before, revenue=after + 1000 - before),
        "AA-E01",
        list_sums(after, after + 1000, before),
        cash_of(p),
        _("The revenue is paid and 1,000 DM go to the railway."),
    )  # fmt: skip


def jam() -> Told:
    """AA-23: how long a jam lasts."""
    p = mover("jam")
    return (
        _("{player} draws a jam. Who must have the next turn for it to end?").format(player=letter(p)),
        "AA-23",
        tuple(letter(q) for q in range(PLAYERS)),
        lambda session: letter(int(read_position(session).jam_owner)),
        _("A jam lasts a whole round, until whoever placed it has the next turn."),
    )


def free() -> Told:
    """AA-21: nobody else bids."""
    p = int(read_position(reach_question("free")).caller)
    before = int(read_position(reach_question("free")).cash[p])
    lot = int(read_position(reach_question("free")).lot)
    price = int(reach_question("free").game.tables.price[lot, 1])
    return (
        _("{player} has {cash:,} DM and has called an auction. The last of the others passes, nobody has bid. How much money has {player} then?").format(player=letter(p), cash=before),
        "AA-21",
        list_sums(before, before - price),
        cash_of(p),
        _("The caller holds bid 0, which costs nothing."),
    )  # fmt: skip


def match() -> Told:
    """AA-21: the caller matches a bid."""
    s: Any = read_position(reach_question("match"))
    return (
        _("{caller} has called an auction, {holder} holds the highest bid, number {bid}. Now {caller} chooses: {action}. Who holds the contract then?").format(caller=letter(int(s.caller)), holder=letter(int(s.holder)), bid=int(s.bid), action=say_action("match")),
        "AA-21",
        tuple(letter(q) for q in range(PLAYERS)),
        lambda session: letter(int(read_position(session).holder)),
        _("The caller may match a bid and then holds it; everybody else must bid more."),
    )  # fmt: skip


def other() -> Told:
    """AA-21: somebody else wins, and pays."""
    s: Any = read_position(reach_question("other"))
    holder, before = int(s.holder), int(s.cash[int(s.holder)])
    prices = reach_question("other").game.tables.price[int(s.lot)]
    return (
        _("{caller} has called an auction. {holder} has {cash:,} DM and holds the highest bid, number {bid}. Only {caller} is still in, and chooses: {action}. How much money has {holder} then?").format(caller=letter(int(s.caller)), holder=letter(holder), cash=before, bid=int(s.bid), action=say_action("other")),
        "AA-21",
        list_sums(before - int(prices[int(s.bid)]), before, before - int(prices[int(s.bid) - 1])),
        cash_of(holder),
        _("Whoever passes is out for good. The highest bid wins and is paid to the bank at once."),
    )  # fmt: skip


def count_carried(session: Session, player: int) -> int:
    """Return the number of loaded contracts on a player's truck."""
    return int((read_position(session).where == LOADED + player).sum())


def reach_answer(key: str) -> Session:
    """Return a new session of a situation, one step after the question."""
    session = reach_question(key).branch()
    session.play(moments()[key][-1])
    return session


TOLD: Final = {
    "early": early, "deliver": deliver, "two": two, "one": one, "event": event, "inspection": inspection,
    "thieves": thieves, "rail": rail, "jam": jam, "free": free, "match": match, "other": other,
}  # fmt: skip

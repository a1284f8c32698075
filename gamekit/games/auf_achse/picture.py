"""Auf Achse: changes of the scene for a position, click targets of actions, and the picture in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from gamekit.core.i18n.translation import _, say_number
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.svg import join_clauses, join_words
from gamekit.games.auf_achse.labels import LETTER, PLATE, Box, Point, move_box, overlap
from gamekit.games.auf_achse.scenery import HAND_SLOTS, OPEN_SHOWN, PIPS, geometry, routes, sign_places, static_scene
from gamekit.games.auf_achse.state import (
    BABY,
    BID,
    BIDS,
    BY_POINTS,
    CALL,
    DEBT,
    DRIVE,
    EVENTS,
    GIVE,
    HAND,
    JAM,
    KEPT,
    LOAD,
    LOADED,
    NOWHERE,
    OPEN_NOW,
    PARTNER,
    PLACE,
    ROADWORKS,
    TAKE,
    WITHOUT_DIE,
    Phase,
    State,
)

if TYPE_CHECKING:
    from gamekit.core.game import Game

Changes = dict[str, dict[str, Any]]
TRUCK_UP: Final = -9
JAM_ASIDE: Final = (20, 14)
SHORT: Final = 19


def scene(game: Game) -> str:
    """Return the scene as SVG, every movable part at its default place."""
    return static_scene(game)


def changes(game: Game, position: State, viewer: int | None) -> Changes:
    """Return the attributes to set, by element id, to show a position as `viewer` sees it (None: everything)."""
    s = _view(game, position, viewer)
    shown = _find_hand(game, s, viewer)
    table: Changes = _heading(game, s) | _roll(game, s)
    signs: list[Box] = []
    for p in range(game.players):
        table |= _truck(game, s, p, signs)
        table |= _purse(game, s, p)
    table |= _markers(game, s)
    table |= _open(game, s)
    table |= _hand(game, s, shown)
    return table


def targets(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """Return the id of the element to click for each action that has one: space, contract or purse."""
    s = position
    held = _contracts(s, _find_hand(game, s, None))[:HAND_SLOTS]
    lying = _list_open_contracts(s)
    found = {}
    for action in actions:
        if PLACE <= action < LOAD:
            first = next(verb for verb in (JAM, ROADWORKS, DRIVE, PLACE) if action >= verb)
            found[action] = f"space-{action - first}"
        elif LOAD <= action < CALL or GIVE <= action < PARTNER:
            first = LOAD if action < CALL else GIVE if action < BABY else BABY
            if action - first in held:
                found[action] = f"hand-{held.index(action - first)}"
        elif CALL <= action < GIVE:
            contract = action - (CALL if action < TAKE else TAKE)
            if contract in lying:
                found[action] = f"open-{lying.index(contract)}"
        elif PARTNER <= action < BID:
            found[action] = f"purse-{action - PARTNER}"
    return found


def hints(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """Return the price of each legal bid for the contract that is being auctioned."""
    if position.phase != Phase.BID:
        return {}
    price = game.tables.price[position.lot]
    return {
        action: _("{price:,} DM").format(price=int(price[action - BID + 1]))
        for action in actions
        if BID <= action < BID + BIDS
    }


def remark(game: Game, position: State, actions: Sequence[int]) -> str:
    """Return what is weighed at the open question: the roll, the distance of a refused drive, what a bid leaves."""
    s, t = position, game.tables
    if s.phase == Phase.BID:
        cash = int(s.cash[s.decider])
        bids = [a - BID + 1 for a in actions if BID <= a < BID + BIDS and t.price[s.lot, a - BID + 1] <= cash]
        left = ", ".join(f"{n} → {say_number(cash - int(t.price[s.lot, n]), ',')}" for n in bids)
        said = _("Delivered, the contract brings {money:,} DM.").format(money=int(t.revenue[s.lot]))
        purse = _("Left of your {money:,} DM by bid: {list}.").format(money=cash, list=left)
        return f"{said} {purse}" if bids else said
    if s.phase != Phase.DRIVE or s.manner != BY_POINTS:
        return ""
    refused = [a - DRIVE for a in actions if DRIVE <= a < ROADWORKS and s.reach[a - DRIVE] == 0]
    if refused:
        far = int(t.distance[s.truck[s.mover], refused[0]])
        return _("Spaces to there: {far}; spaces to drive: {n}.").format(far=far, n=s.points)
    if s.die == WITHOUT_DIE:
        return _("Spaces to drive: {n}.").format(n=s.points)
    return _("The roll: {n}.").format(n=s.points)


def describe(game: Game, position: State, viewer: int | None) -> str:
    """Return the picture in words, a line for each part, as far as `viewer` can see it (None: everything)."""
    s = _view(game, position, viewer)
    parts = [game.rulebook.heading(s) + "."] if s.round_number else [_("The game is being set up.")]
    parts += [_describe(game, s, p) for p in range(game.players)]
    spaces = game.rulebook.words["space"]
    if s.roadworks != NOWHERE:
        parts.append(_("Roadworks: {space}.").format(space=spaces[s.roadworks]))
    if s.jam != NOWHERE:
        parts.append(_("Traffic jam: {space}.").format(space=spaces[s.jam]))
    names = game.rulebook.words["contract"]
    if _list_open_contracts(s):
        parts.append(_("Open contracts: {list}.").format(list=join_clauses(names[c] for c in _list_open_contracts(s))))
    parts.append(_("Contracts in the stack: {n}, in the reserve: {m}.").format(n=s.stack, m=s.reserve))
    shown = _find_hand(game, s, viewer)
    if _contracts(s, shown):
        cards = join_clauses(names[c] for c in _contracts(s, shown))
        parts.append(_("Contracts of {letter}: {list}.").format(letter=PLAYER_LETTERS[shown], list=cards))
    return "\n".join(parts)


def _describe(game: Game, s: State, p: int) -> str:
    where = game.rulebook.words["space"][s.truck[p]] if s.truck[p] != NOWHERE else _("not on the map yet")
    parts = _("{letter}: {space}, {cash:,} DM, goods {goods}, contracts in hand {hand}, delivered {done}").format(
        letter=PLAYER_LETTERS[p], space=where, cash=int(s.cash[p]), goods=s.goods[p], hand=s.hand[p], done=s.done[p]
    )
    trailers = int(s.small[p] + s.large[p])
    if trailers:
        parts += ", " + _("trailers: {n}").format(n=trailers)
    if s.skip[p]:
        parts += ", " + _misses(int(s.skip[p]))
    kept = _list_kept_events(game, s, p)
    return parts + (", " + _("keeps: {list}").format(list=join_words(kept)) if kept else "") + "."


def _misses(turns: int) -> str:
    """Return how many turns a player misses, in words; empty if none."""
    if turns > 1:
        return _("misses {n} turns").format(n=turns)
    return _("misses a turn") if turns else ""


def _view(game: Game, position: State, viewer: int | None) -> Any:
    return position if viewer is None else game.view(position, viewer)


def _find_hand(game: Game, s: State, viewer: int | None) -> int:
    """Return the player whose contracts lie open: the viewer, or the player who decides."""
    if viewer is not None:
        return viewer
    return int(s.decider if game.player(s) >= 0 or s.round_number == 0 else s.mover)


def _contracts(s: State, p: int) -> list[int]:
    """Return the contracts a player is known to have, loaded ones first."""
    loaded = [c for c, where in enumerate(s.where) if where == LOADED + p]
    return loaded + [c for c, where in enumerate(s.where) if where == HAND + p]


def _list_open_contracts(s: State) -> list[int]:
    lying = [c for c, where in enumerate(s.where) if where == OPEN_NOW]
    return lying[:OPEN_SHOWN]


def _list_kept_events(game: Game, s: State, p: int) -> list[str]:
    names = game.rulebook.words["event"]
    return [names[e] for e in range(EVENTS) if s.event[e] in (KEPT + p, DEBT + p)]


def _heading(game: Game, s: State) -> Changes:
    """Show the notice and the title above the open contracts."""
    head = game.rulebook.heading(s) if s.round_number else _("Setting up")
    piles = _("{n} events unseen, {m} under the pile").format(n=s.unseen_events, m=s.under_size)
    opened = _("Stack {n}, reserve {m}").format(n=s.stack, m=s.reserve)
    if s.phase == Phase.BID:
        opened = _("{letter} holds bid {n}").format(letter=PLAYER_LETTERS[s.holder], n=s.bid)
    return {"heading": {"text": head}, "piles": {"text": piles}, "open-title": {"text": opened}}


def _truck(game: Game, s: State, p: int, signs: list[Box]) -> Changes:
    """Show a truck with its letter and load, clear of names and of `signs`, to which they are added."""
    away = s.truck[p] == NOWHERE
    x, y = (0.0, 0.0) if away else geometry(game)[0][s.truck[p]]
    aside, below = (0.0, 0.0), (0.0, 0.0)
    if not away:
        aside, below = _aside(game, int(s.truck[p]), bool(s.goods[p] > 0), signs)
    acts = game.player(s) == p or (game.player(s) == -1 and s.mover == p and s.phase != Phase.START)
    where = {"x": round(x, 1), "y": round(y + TRUCK_UP, 1), "hidden": bool(away)}
    return {
        f"truck-{p}": {**where, "class": "acts" if acts else ""},
        f"letter-{p}": {**where, "x": round(x + aside[0], 1), "y": round(y + TRUCK_UP + aside[1], 1)},
        f"load-{p}": {"x": below[0], "y": below[1], "hidden": bool(s.goods[p] == 0)},
        f"load-{p}-t": {"text": f"{s.goods[p]}/{_room(game, s, p)}" if s.goods[p] else ""},
    }


def _roll(game: Game, s: State) -> Changes:
    """Show the spaces that the truck of the mover has to drive on a die above it."""
    shown = s.phase == Phase.DRIVE and s.manner == BY_POINTS
    x, y = geometry(game)[0][s.truck[s.mover]] if shown else (0.0, 0.0)
    die: Changes = {"roll": {"x": round(x, 1), "y": round(y + TRUCK_UP, 1), "hidden": not shown}}
    return die | {f"pip-{k}": {"hidden": int(s.points) not in pip[2]} for k, pip in enumerate(PIPS)}


def _aside(game: Game, space: int, loaded: bool, signs: list[Box]) -> tuple[Point, Point]:
    """Return the shifts of a truck's letter and load on a space, and add their rectangles to `signs`."""
    place, ways = geometry(game)[0][space], sign_places(game)[space]
    free = [
        way for way in ways if not any(overlap(one, sign) for one in _box_truck(place, way, loaded) for sign in signs)
    ]
    chosen = free[0] if free else ways[0]
    signs.extend(_box_truck(place, chosen, loaded))
    return chosen


def _box_truck(place: Point, way: tuple[Point, Point], loaded: bool) -> list[Box]:
    """Return the rectangles of a truck's letter and, if loaded, of its load."""
    letter = [move_box(LETTER, place, way[0])]
    return [*letter, move_box(PLATE, place, way[1])] if loaded else letter


def _room(game: Game, s: State, p: int) -> int:
    t = game.tables
    return int(t.capacity + s.small[p] * t.small_capacity + s.large[p] * t.large_capacity)


def _purse(game: Game, s: State, p: int) -> Changes:
    """Show a player's money, contracts, trailers (small and large) and kept cards."""
    fact = _("{hand} in hand, {done} done").format(hand=s.hand[p], done=s.done[p])
    trailers = ["+" + str(game.tables.small_capacity)] * int(s.small[p])
    trailers += ["+" + str(game.tables.large_capacity)] * int(s.large[p])
    kept = _list_kept_events(game, s, p)
    line = " ".join([*trailers, kept[0] if len(kept) == 1 else ""])
    if len(kept) > 1:
        line = " ".join([*trailers, _("{n} cards kept").format(n=len(kept))])
    line = line.strip() or _misses(int(s.skip[p]))
    return {
        f"purse-{p}": {"class": "acts" if game.player(s) == p else ""},
        f"cash-{p}": {"text": f"{say_number(int(s.cash[p]), ',')} DM"},
        f"fact-{p}": {"text": fact},
        f"kept-{p}": {"text": line if len(line) <= SHORT else line[: SHORT - 1] + "…", "label": join_words(kept)},
    }


def _markers(game: Game, s: State) -> Changes:
    """Show roadworks and jam; on a space that is taken, the jam is shifted."""
    table: Changes = {}
    for name, space in (("roadworks", int(s.roadworks)), ("jam", int(s.jam))):
        x, y = (0.0, 0.0) if space == NOWHERE else geometry(game)[0][space]
        if name == "jam" and (space in s.truck[: game.players] or space == s.roadworks):
            x, y = x + JAM_ASIDE[0], y + JAM_ASIDE[1]
        table[name] = {"x": round(x, 1), "y": round(y, 1), "hidden": space == NOWHERE}
    return table


def _card(game: Game, name: str, contract: int | None, look: str) -> Changes:
    """Show a contract card, or nothing for None."""
    ends = (f"{name}-from", f"{name}-to", f"{name}-money", f"{name}-bids")
    if contract is None:
        blank: Changes = {end: {"text": ""} for end in ends}
        blank |= {name: {"hidden": True, "class": "", "lights": ""}, f"{name}-goods": {"class": ""}}
        return blank
    t = game.tables
    cities = game.rulebook.words["space"]
    bids = "\N{EN SPACE}".join(say_number(int(price), ",") for price in t.price[contract, 1:])
    return {
        name: {"hidden": False, "class": look, "lights": routes(game)[contract]},
        f"{name}-from": {"text": f"{cities[t.origin[contract]]} →"},
        f"{name}-to": {"text": cities[t.target[contract]]},
        f"{name}-money": {"text": say_number(int(t.revenue[contract]), ",")},
        f"{name}-bids": {"text": bids if name.startswith("open") and not t.children else ""},
        f"{name}-goods": {"class": f"g{t.goods[contract]}"},
    }


def _open(game: Game, s: State) -> Changes:
    """Show the open public contracts, with the one being auctioned highlighted."""
    table: Changes = {}
    lying = _list_open_contracts(s)
    for i in range(OPEN_SHOWN):
        contract = lying[i] if i < len(lying) else None
        table |= _card(game, f"open-{i}", contract, "lot" if contract is not None and contract == s.lot else "")
    return table


def _hand(game: Game, s: State, p: int) -> Changes:
    """Show a player's contracts in the tray, with those on the truck marked."""
    cards = _contracts(s, p)
    table: Changes = {}
    for i in range(HAND_SLOTS):
        contract = cards[i] if i < len(cards) else None
        loaded = contract is not None and s.where[contract] == LOADED + p
        table |= _card(game, f"hand-{i}", contract, "loaded" if loaded else "")
    for q in range(game.players):
        table[f"owner-{q}"] = {"hidden": q != p}
    more = len(cards) - HAND_SLOTS
    title = _("Contracts: {n} loaded, {m} in hand")
    if more > 0:
        title = _("{n} loaded, {m} in hand, {more} not shown")
    table["hand-title"] = {"text": title.format(n=s.carried[p], m=s.hand[p], more=more)}
    return table

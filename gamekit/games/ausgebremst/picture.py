"""Ausgebremst: changes of the scene for a position, click targets of actions, and the picture in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from gamekit.core.i18n.translation import _
from gamekit.core.record import UNKNOWN
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.svg import join_words
from gamekit.games.ausgebremst.circuits import space_name
from gamekit.games.ausgebremst.movement import past_pit
from gamekit.games.ausgebremst.scenery import (
    CARD,
    SMALL,
    aside_place,
    hand_place,
    laps_done,
    line_place,
    pile_place,
    pips,
    static_scene,
)
from gamekit.games.ausgebremst.state import (
    ADVANCED_HAND,
    BLANK,
    CARS,
    FAR,
    FINISH,
    FINISHED,
    HAND,
    LAPS,
    MISS,
    NOT_CHOSEN,
    NOWHERE,
    OUT_NO_STOP,
    OUT_OF_CARDS,
    PILES,
    PIT,
    PIT_CARDS,
    PLACE,
    RACING,
    SETUP,
    SLOW,
    SORT,
    SPACES,
    VALUES,
    Phase,
    State,
)
from gamekit.games.ausgebremst.track import list_circuits, load_drawing, read_entry

if TYPE_CHECKING:
    from gamekit.core.game import Game

Changes = dict[str, dict[str, Any]]
AWAY: Final = {"hidden": True}


def scene(game: Game) -> str:
    """Return the scene as SVG with the circuits of a game, every movable part at its default place."""
    drawings = {number: load_drawing(game, number) for number in list_circuits(game)}
    facts = {number: _facts(game, number) for number in drawings}
    return static_scene(
        game.title, game.players, bool(game.tables.advanced), drawings, facts, bool(game.options["ideal_line"])
    )


def _facts(game: Game, number: int) -> tuple[str, str]:
    title, how_hard, clockwise, spaces = read_entry(game, number)
    level = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard")}[how_hard]
    turning = _("clockwise") if clockwise else _("anticlockwise")
    return title, _("{spaces} spaces, {turning}, {level}").format(spaces=spaces, turning=turning, level=level)


def changes(game: Game, position: State, viewer: int | None) -> Changes:
    """Return the attributes to set, by element id, to show a position as `viewer` sees it (None: everything)."""
    s = _view(game, position, viewer)
    table: Changes = {}
    for number in list_circuits(game):
        table[f"circuit-{number}"] = {"hidden": bool(number != s.circuit + 1)}
        table[f"heading-{number}"] = {"text": game.rulebook.heading(s)}
    table |= _cars(game, s)
    table |= _standings(game, s, viewer)
    table |= _hand(game, s, _find_hand(game, s, viewer))
    return table


def targets(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """Return the id of the element to click for each action that has one: space, finish line, pile or set-up.

    Moves with cards in the hand come first, large cards before small ones, as a page names the first move to a space.
    """
    s = position
    hand = s.hand[max(game.player(s), 0)]
    found = {}
    for action in sorted(actions, key=lambda action: (action < MISS and not hand[action // SPACES], -action)):
        if action < MISS:
            space = action % SPACES
            number = s.circuit + 1
            if space == FINISH:
                found[action] = f"finish-{number}"
            elif game.tables.lane[s.circuit, space] != NOWHERE:
                found[action] = f"s{number}-{space}"
        elif SETUP <= action < SORT:
            found[action] = f"setup-{action - SETUP}"
        elif SORT <= action < PLACE + PILES:
            found[action] = f"pile-{(action - SORT) % PILES}"
    return found


def sources(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """Return the ids of the hand cards, separated by blanks, for each move made with a card."""
    s = position
    if s.phase != Phase.PLAY:
        return {}
    held = _hand_kinds(s, int(s.order[s.turn]))
    found = {}
    for action in actions:
        places = [f"hand-{i}" for i, kind in enumerate(held) if action < MISS and kind == action // SPACES]
        if places:
            found[action] = " ".join(places)
    return found


def hints(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """AB-23, AB-26: return warnings for moves with which a car goes out or can no longer make its pit stop."""
    s, t = position, game.tables
    if s.phase != Phase.PLAY:
        return {}
    car = int(s.order[s.turn])
    last_card = _cards_left(s, car) == 1 and not (t.advanced and s.aside[car, 0] != BLANK)
    due = not t.advanced and not s.stopped[car] and s.lines[car] == LAPS - 1
    found = {}
    for action in actions:
        space = action % SPACES
        if action >= MISS or space == FINISH or t.lane[s.circuit, space] == NOWHERE:
            continue
        if past_pit(s, t, car, space):
            found[action] = _("over the line without a pit stop, your car would be out")
        elif last_card:
            found[action] = _("your last card, short of the finish: your car would be out")
        elif due and space < PIT and t.to_entry[s.circuit, space] == FAR:
            found[action] = _("past the pit lane: your car would be out at the line")
    return found


def describe(game: Game, position: State, viewer: int | None) -> str:
    """Return the picture in words, a line for each part, as far as `viewer` can see it (None: everything)."""
    s = _view(game, position, viewer)
    title, facts = _facts(game, s.circuit + 1)
    parts = [_("{heading}: {title}, {facts}.").format(heading=game.rulebook.heading(s), title=title, facts=facts)]
    parts += [_describe(game, s, car, viewer) for car in _rank_cars(game, s)]
    p = _find_hand(game, s, viewer)
    cards = [str(kind + 1) for kind in _hand_kinds(s, p) if kind != UNKNOWN]
    if cards:
        parts.append(_("Hand of {letter}: {cards}.").format(letter=PLAYER_LETTERS[p], cards=join_words(cards)))
    for k in range(PILES):
        kinds = [int(kind) for kind in s.pile[p, k, : s.height[p, k]]]
        if kinds and UNKNOWN not in kinds:
            named = join_words(str(kind + 1) for kind in reversed(kinds))
            parts.append(_("Pile {number} from the top: {cards}.").format(number=k + 1, cards=named))
    return "\n".join(parts)


def _describe(game: Game, s: State, car: int, viewer: int | None) -> str:
    names = {"letter": PLAYER_LETTERS[car], "points": s.points[car], "cards": _cards_of(game, s, car, viewer)}
    names["kind"] = _("Car") if car < game.players else _("Unowned car")
    if s.status[car] == FINISHED:
        return _("{kind} {letter} has finished in place {place}.").format(**names, place=s.place[car])
    if s.status[car] == OUT_OF_CARDS:
        return _("{kind} {letter} is out of cards, with {left} to go.").format(**names, left=_spaces(s.rest[car]))
    if s.status[car] == OUT_NO_STOP:
        return _("{kind} {letter} is out, without a pit stop.").format(**names)
    if s.space[car] == NOWHERE:
        return _("{kind} {letter} waits for its place on the grid.").format(**names)
    names |= {
        "space": _name_space(int(s.space[car])),
        "left": _spaces(_to_go(game, s, car)),
        "lap": min(max(s.lines[car], 1), LAPS),
    }
    stop = _("pit stop made") if s.stopped[car] else _("no pit stop yet")
    return _("{kind} {letter}: lap {lap}, on {space}, {left} to go, {cards}, {stop}.").format(**names, stop=stop)


def _name_space(space: int) -> str:
    """Return the name of a space in the reader's language; the rulebook's name is English."""
    return _("the finish") if space == FINISH else space_name(space)


def _cards(n: int) -> str:
    many = _("{n} cards") if n else _("0 cards")  # French counts none as one
    return _("1 card") if n == 1 else many.format(n=n)


def _is_countable(game: Game, car: int, viewer: int | None) -> bool:
    """AB-40: return whether a car's cards may be counted; the height of others' advanced piles is secret."""
    return viewer is None or viewer == car or not game.tables.advanced or car >= game.players


def _cards_of(game: Game, s: State, car: int, viewer: int | None) -> str:
    """Return the number of cards a car has left in words, or of those in hand if the others may not be counted."""
    if _is_countable(game, car, viewer):
        return _cards(_cards_left(s, car))
    return _("{cards} in hand").format(cards=_cards(int(s.hand_size[car])))


def _cards_shown(game: Game, s: State, car: int, viewer: int | None) -> str:
    """Return the number of cards a car has left, or of those in hand with a plus if piles may not be counted."""
    if _is_countable(game, car, viewer):
        return str(_cards_left(s, car))
    more = "+" if any(int(height) > 0 for height in s.height[car]) else ""
    return f"{int(s.hand_size[car])}{more}"


def _spaces(n: int) -> str:
    many = _("{n} spaces") if n else _("0 spaces")
    return _("1 space") if n == 1 else many.format(n=n)


def _view(game: Game, position: State, viewer: int | None) -> Any:
    return position if viewer is None else game.view(position, viewer)


def _find_hand(game: Game, s: State, viewer: int | None) -> int:
    """Return the player whose hand lies open: the viewer, or the player who acts or acted last."""
    if viewer is not None:
        return viewer
    for back in range(CARS):
        car = int(s.order[(s.turn - back) % CARS])
        if car < game.players:
            return car
    return 0


def _to_go(game: Game, s: State, car: int) -> int:
    return int(game.tables.left[s.circuit, s.lines[car], s.space[car]])


def _cards_left(s: State, car: int) -> int:
    return int(s.hand_size[car] + s.deck_size[car] + s.height[car].sum())


def _rank_cars(game: Game, s: State) -> list[int]:
    """Return the cars in race order."""

    def rank(car: int) -> tuple[int, int, int]:
        seat = list(s.order).index(car)
        if s.status[car] == FINISHED:
            return 0, int(s.place[car]), seat
        if s.status[car] != RACING:
            return 2, int(s.rest[car]), seat
        return 1, _to_go(game, s, car) if s.space[car] != NOWHERE else 0, seat

    return sorted(range(CARS), key=rank)


def _cars(game: Game, s: State) -> Changes:
    """Place every car on its space, in driving direction, with its letter upright."""
    spots = load_drawing(game, s.circuit + 1)
    acting = game.player(s)
    table: Changes = {}
    for car in range(CARS):
        if s.space[car] == NOWHERE:
            table[f"car-{car}"] = table[f"plate-{car}"] = AWAY
            continue
        x, y, heading = spots.pose(int(s.space[car]))
        place = {"x": round(x, 1), "y": round(y, 1)}
        table[f"car-{car}"] = {**place, "r": round(heading, 1), "hidden": False}
        table[f"plate-{car}"] = {**place, "class": "acts" if car == acting else "", "hidden": False}
    return table


def _standings(game: Game, s: State, viewer: int | None) -> Changes:
    table: Changes = {}
    t = game.tables
    whole = int(t.left[s.circuit, 0, t.grid[s.circuit, 0]])
    for rank, car in enumerate(_rank_cars(game, s)):
        x, y = line_place(rank)
        name = f"line-{car}"
        on_board = s.space[car] != NOWHERE
        gone = s.status[car] in (OUT_OF_CARDS, OUT_NO_STOP)
        left = _to_go(game, s, car) if on_board else int(s.rest[car])
        acts = game.player(s) == car or (
            s.phase not in (Phase.GRID, Phase.RESULT, Phase.OVER) and int(s.order[s.turn % CARS]) == car
        )
        started = on_board or s.status[car] != RACING
        share = 1.0 if s.status[car] == FINISHED else (1 - left / whole if started else 0.0)
        place = str(s.place[car]) if s.place[car] else ("–" if gone else str(rank + 1))
        table[name] = {"x": x, "y": y, "class": f"{'acts' if acts else ''} {'gone' if gone else ''}".strip()}
        table[f"{name}-place"] = {"text": place}
        table[f"{name}-laps"] = {"d": laps_done(min(max(share, 0.0), 1.0))}
        told = _("home") if s.status[car] == FINISHED else _("out") if gone else str(left) if started else ""
        table[f"{name}-left"] = {"text": told}
        table[f"{name}-stop"] = {"hidden": not bool(s.stopped[car])}
        table[f"{name}-due"] = {"hidden": bool(s.stopped[car]) or bool(game.tables.advanced)}
        table[f"{name}-cards"] = {"text": _cards_shown(game, s, car, viewer)}
        table[f"{name}-points"] = {"text": str(s.points[car]) if car < game.players else ""}
    return table


def _hand_kinds(s: State, p: int) -> list[int]:
    """Return the kinds of cards a player holds, unknown ones last."""
    known = [kind for kind in range(VALUES) for _again in range(s.hand[p, kind])]
    return known + [UNKNOWN] * (int(s.hand_size[p]) - len(known))


def _card(name: str, kind: int, place: tuple[float, float], size: tuple[int, int], also: str = "") -> Changes:
    """Show a card: face down if the kind is UNKNOWN, a dashed outline if there is none."""
    value = kind + 1 if kind >= 0 else 0
    look = f"v{value}" if value else "down" if kind == UNKNOWN else "empty"
    sign = str(value) if value else ""
    return {
        name: {"x": place[0], "y": place[1], "class": f"{look} {also}".strip(), "hidden": False},
        f"{name}-v": {"text": sign},
        f"{name}-c": {"text": sign},
        f"{name}-p": {"d": pips(value, size)},
    }


def _no_card(name: str) -> Changes:
    return {name: AWAY, f"{name}-v": {"text": ""}, f"{name}-c": {"text": ""}, f"{name}-p": {"d": ""}}


EMPTY: Final = -2


def _hand(game: Game, s: State, p: int) -> Changes:
    """Show the open hand, and in the advanced game piles and pit cards."""
    advanced = bool(game.tables.advanced)
    table: Changes = {f"owner-{car}": {"hidden": car != p} for car in range(CARS)}
    kinds = _hand_kinds(s, p)
    sorting = s.phase == Phase.SORT and game.player(s) == p
    if sorting:
        kinds = [int(s.seen)]
    slots = ADVANCED_HAND + 1 if advanced else HAND
    for i in range(slots):
        if i < len(kinds):
            seen = kinds[i] >= 0 and i < int(s.shown[p].sum()) and not sorting
            place, size = hand_place(advanced, i, len(kinds)), SMALL if advanced else CARD
            table |= _card(f"hand-{i}", kinds[i], place, size, "shown" if seen else "")
        else:
            table |= _no_card(f"hand-{i}")
    choosing = bool(s.phase == Phase.SETUP)
    if not advanced:
        table["deck-n"] = {"text": _("{cards} in the deck").format(cards=_cards(int(s.deck_size[p])))}
        table["hand-title"] = {"text": _("Hand of {letter}").format(letter=PLAYER_LETTERS[p])}
        return table
    named = ("", _("fast"), _("medium"), _("slow"))[max(int(s.set_up[p]), 0)]
    title = _("Hand of {letter}").format(letter=PLAYER_LETTERS[p])
    title = _("Choose a set-up") if choosing else _("To be sorted") if sorting else title
    table["hand-title"] = {"text": f"{title} ({named})" if named and not choosing else title}
    table["aside-title"] = {"hidden": choosing or int(s.aside[p, 0]) == BLANK}
    for i in range(PIT_CARDS):
        kind = int(s.aside[p, i])
        shown = kind != BLANK and not choosing
        table |= _card(f"aside-{i}", kind, aside_place(i), SMALL) if shown else _no_card(f"aside-{i}")
    for k in range(PILES):
        height = int(s.height[p, k])
        top = int(s.pile[p, k, height - 1]) if height else EMPTY
        table |= _no_card(f"pile-{k}") if choosing else _card(f"pile-{k}", top, pile_place(k), SMALL)
        table[f"pile-{k}-n"] = {"text": str(height) if not choosing and s.phase >= Phase.SORT else ""}
        if k < SLOW:
            table[f"setup-{k}"] = {"hidden": not choosing, "class": "chosen" if s.set_up[p] == k + 1 else ""}
            cards = int(game.tables.cards[NOT_CHOSEN + 1 + k].sum())
            table[f"setup-{k}-n"] = {"text": _cards(cards)}
    return table

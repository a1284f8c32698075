"""Auf Achse – Das Kartenspiel: changes of the scene for a position, click targets, and the picture in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from gamekit.core.i18n.translation import _, say_number
from gamekit.core.kernel import OVER
from gamekit.core.record import UNKNOWN
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.svg import MINUS, join_words, number
from gamekit.games.kartenspiel.runs import counts_from, is_break, marks_of, run_value
from gamekit.games.kartenspiel.scenery import (
    COUNTER_ROAD,
    HAND_SLOTS,
    LYING,
    LYING_ROW,
    ROAD,
    RUN_ROW,
    RUN_SLOTS,
    hand_place,
    place_heap,
    road_y,
    run_place,
    static_scene,
)
from gamekit.games.kartenspiel.state import DRAW, GATHER, KINDS, KM_KINDS, NOTHING, REST, SCORE, TURN, Phase, State

if TYPE_CHECKING:
    from gamekit.core.game import Game

Changes = dict[str, dict[str, Any]]
LOOKS: Final = (*("km",) * KM_KINDS, "rest", "freight", "barrier", "free", "really")
SIGNS: Final = ("", MINUS + "50", MINUS + "1", "+1", "+2")


def scene(game: Game) -> str:
    """Return the scene as SVG for the number of players of a game, every movable part at its default place."""
    return static_scene(game.players, game.title, int(game.tables.limit))


def changes(game: Game, position: State, viewer: int | None) -> Changes:
    """Return the attributes to set, by element id, to show a position as `viewer` sees it (None: everything)."""
    s = _view(game, position, viewer)
    table: Changes = {}
    table |= _counter(game, s)
    table |= _list_open_cards(s)
    for p in range(game.players):
        table |= _row(game, s, p, viewer is None or viewer == p)
    table |= _hand(game, s, _find_hand(game, s, viewer))
    return table


def targets(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """Return the ids of the elements to click, separated by blanks, for each action that has one."""
    s = position
    actor = game.player(s)
    slots = _hand_slots(s, max(actor, 0)) if actor >= 0 else {}
    found = {}
    for action in actions:
        if action < DRAW:
            place = " ".join(slots.get(action % KINDS, ()))
        elif action < TURN:
            place = "pile"
        else:
            place = {TURN: _next_laid(game, s), SCORE: "goal", GATHER: "discards"}[action]
        if place:
            found[action] = place
    return found


def hints(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """KS-12, KS-15, KS-16: return a warning for each card that would break the run on which it is laid."""
    return {action: _("it breaks your run") for action in actions if action < KINDS and _breaks(game, position, action)}


def describe(game: Game, position: State, viewer: int | None) -> str:
    """Return the picture in words, a line for each part, as far as `viewer` can see it (None: everything)."""
    s = _view(game, position, viewer)
    parts = [game.rulebook.heading(s) + "."]
    parts.append(
        _("The kilometre counter stands at {km} of {limit} km.").format(km=number(s.counter), limit=game.tables.limit)
    )
    open_cards = [card_name(game, kind) for kind in range(KINDS) for _again in range(s.lying[kind])]
    if open_cards:
        parts.append(_("Open at the counter: {cards}.").format(cards=join_words(open_cards)))
    for p in range(game.players):
        parts.append(_describe(game, s, p))
    parts.append(
        _("{letter} holds the start card. Cards in the draw pile: {pile}.").format(
            letter=PLAYER_LETTERS[s.start], pile=s.pile_size
        )
    )
    shown = _find_hand(game, s, viewer)
    hand = [card_name(game, kind) for kind in range(KINDS) for _again in range(s.hand[shown, kind])]
    if hand:
        parts.append(_("Hand of {letter}: {cards}.").format(letter=PLAYER_LETTERS[shown], cards=join_words(hand)))
    return "\n".join(parts)


def card_name(game: Game, kind: int) -> str:
    return game.rulebook.words["card"][kind]


def _describe(game: Game, s: State, p: int) -> str:
    names = {"letter": PLAYER_LETTERS[p], "total": int(s.scores[p]), "hand": s.hand_size[p], "size": s.run_size[p]}
    run = [int(kind) for kind in s.run[p, : s.run_size[p]]]
    if not run:
        return _("{letter}: {total:,} km scored, cards in hand: {hand}, no card in the run.").format(**names)
    if UNKNOWN in run:
        return _("{letter}: {total:,} km scored, cards in hand: {hand}, face down in the run: {size}.").format(**names)
    names["cards"] = join_words(card_name(game, kind) for kind in run)
    names["worth"] = run_value(s.run[p], s.run_size[p], game.tables.km)
    return _("{letter}: {total:,} km scored, cards in hand: {hand}, run {cards}, worth {worth} km.").format(**names)


def _view(game: Game, position: State, viewer: int | None) -> Any:
    return position if viewer is None else game.view(position, viewer)


def _find_hand(game: Game, s: State, viewer: int | None) -> int:
    """Return the player whose hand lies open: the viewer, or without a viewer the player who acts."""
    if viewer is not None:
        return viewer
    seat = s.seat if s.phase in (Phase.RUN, Phase.COUNTER, Phase.ROAD, Phase.DRAW) and s.seat < game.players else 0
    return int((s.start + max(seat, 0)) % game.players)


def _hand_slots(s: State, p: int) -> dict[int, list[str]]:
    """Return the ids of the elements that show each kind held by a player."""
    slots: dict[int, list[str]] = {}
    for i, kind in enumerate(_cards(s, p)):
        slots.setdefault(kind, []).append(f"hand-{i}")
    return slots


def _cards(s: State, p: int) -> list[int]:
    return [kind for kind in range(KINDS) for _again in range(s.hand[p, kind])][:HAND_SLOTS]


def _next_laid(game: Game, s: State) -> str:
    """Return the id of the next counter card to be turned up, or "counter" if there is none."""
    for seat in range(s.turned if s.phase == Phase.TURN_UP else 0, game.players):
        p = (s.start + seat) % game.players
        if s.laid[p] != NOTHING:
            return f"laid-{p}"
    return "counter"


def _breaks(game: Game, s: State, kind: int) -> bool:
    p = game.player(s)
    run = [int(card) for card in s.run[p, : s.run_size[p]]]
    return s.phase in (Phase.RUN, Phase.ROAD) and bool(run) and is_break(marks_of([*run, kind], game.tables.km)[-1])


def _card(name: str, kind: int, x: float, y: float, r: float = 0, also: str = "") -> Changes:
    """Show a card and its sign, face down if the kind is UNKNOWN; `also` is a further CSS class."""
    look = "down" if kind == UNKNOWN else LOOKS[kind]
    sign = "" if kind == UNKNOWN else str(10 * (kind + 1)) if kind < KM_KINDS else SIGNS[kind - REST]
    where = {"x": round(x, 1), "y": round(y, 1), "r": round(r, 1)}
    return {name: {**where, "class": f"{look} {also}".strip(), "hidden": False}, f"{name}-t": {"text": sign}}


def _away(name: str) -> Changes:
    return {name: {"hidden": True}, f"{name}-t": {"text": ""}}


def _counter(game: Game, s: State) -> Changes:
    """Show counter, truck, heading, draw pile and discards."""
    digits = f"{abs(s.counter):04d}"[-4:]
    table: Changes = {f"digit-{i}": {"text": digit} for i, digit in enumerate(digits)}
    limit = game.tables.limit
    share = float(min(max(s.counter / limit, 0.0), 1.0))
    reached = s.counter >= limit
    table["minus"] = {"hidden": bool(s.counter >= 0)}
    table["truck"] = {"x": round(COUNTER_ROAD[0] + share * (COUNTER_ROAD[1] - COUNTER_ROAD[0]), 1), "y": 0}
    table["goal"] = {"class": "reached" if reached else ""}
    table["counter"] = {"class": "reached" if reached else ""}
    table["heading"] = {"text": game.rulebook.heading(s)}
    table["pile-n"] = {"text": str(s.pile_size)}
    table["pile-card"] = {"class": "" if s.pile_size else "empty"}
    gone = int(s.discard.sum() + s.taken_size.sum())
    table["discards-n"] = {"text": str(gone)}
    table["discards-card"] = {"class": "" if gone else "empty"}
    return table


def _list_open_cards(s: State) -> Changes:
    """KS-18, KS-21: show the open cards at the counter, one for each kind with its number of copies."""
    table: Changes = {}
    present = [kind for kind in LYING if s.lying[kind]]
    for kind in LYING:
        if kind not in present:
            table |= _away(f"lying-{kind}")
            table[f"lying-{kind}-n"] = {"text": ""}
            continue
        x, y = place_heap(present.index(kind), len(present))
        table |= _card(f"lying-{kind}", kind, x, y, also="heap" if len(present) > LYING_ROW else "")
        copies = int(s.lying[kind])
        table[f"lying-{kind}-n"] = {"text": f"×{copies}" if copies > 1 else ""}
    return table


def _row(game: Game, s: State, p: int, own: bool) -> Changes:
    """Show a player's score, start card, run and counter card."""
    y = road_y(p)
    acts = game.player(s) == p
    table: Changes = {
        f"row-{p}": {"class": "acts" if acts else ""},
        f"score-{p}": {"text": say_number(int(s.scores[p]), ",")},
        f"size-{p}": {"text": str(s.hand_size[p])},
        f"start-{p}": {"hidden": bool(s.start != p)},
    }
    for name, change in _run(game, s, p):
        table[name] = change
    laid = int(s.laid[p])
    if laid == NOTHING:
        table |= _away(f"laid-{p}")
    else:
        following = s.phase == Phase.TURN_UP and _next_laid(game, s) == f"laid-{p}"
        table |= _card(f"laid-{p}", laid, ROAD[1] + 62, y, also="next" if following else "own" if own else "")
    return table


def _run(game: Game, s: State, p: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Show a run; cards before the last break fade, cards that count are highlighted."""
    size = int(s.run_size[p])
    cards = [int(kind) for kind in s.run[p, :size]]
    known = UNKNOWN not in cards
    left_out = max(size - RUN_SLOTS, 0)
    marks = marks_of(cards, game.tables.km) if known else []
    counting = counts_from(marks)
    for i in range(RUN_SLOTS):
        name = f"run-{p}-{i}"
        j = i + left_out
        if j >= size:
            yield from _away(name).items()
            continue
        also = ""
        if known:
            also = "counts" if j >= counting else "lost"
            also += " breaks" if is_break(marks[j]) and j > 0 else ""
        also += " under" if i < RUN_ROW < size else ""
        x, y = run_place(p, i, min(size, RUN_SLOTS))
        yield from _card(name, cards[j], x, y, also=also).items()
    yield f"more-{p}", {"text": f"+{left_out}" if left_out else "", "hidden": bool(not left_out)}
    worth = run_value(s.run[p], size, game.tables.km) if known else 0
    shown = known and size > 0
    yield f"worth-{p}", {"hidden": not shown}
    yield f"worth-{p}-t", {"text": _("= {km} km").format(km=worth) if shown else ""}


def _hand(game: Game, s: State, p: int) -> Changes:
    """Show the open hand below the roads; unknown cards lie face down, cards that would break the run are torn."""
    known = _cards(s, p)
    cards = known + [UNKNOWN] * (min(int(s.hand_size[p]), HAND_SLOTS) - len(known))
    over = game.player(s) == OVER
    asked = s.phase in (Phase.RUN, Phase.ROAD, Phase.COUNTER) and game.player(s) == p
    table: Changes = {}
    for i in range(HAND_SLOTS):
        if i >= len(cards) or over:
            table |= _away(f"hand-{i}")
            continue
        x, y, r = hand_place(game.players, i, len(cards))
        torn = asked and i < len(known) and _breaks(game, s, cards[i])
        table |= _card(f"hand-{i}", cards[i], x, y, r, also="breaks" if torn else "")
    for q in range(game.players):
        table[f"owner-{q}"] = {"hidden": q != p}
    table["hand-goes"] = {"text": _goes(s) if asked else "", "hidden": not asked}
    return table


def _goes(s: State) -> str:
    return _("→ counter") if s.phase == Phase.COUNTER else _("→ own run")

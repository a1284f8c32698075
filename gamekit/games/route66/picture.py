# ruff: noqa: F405
"""Route 66: changes of the scene for a position, click targets of actions, and the picture in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.svg import SHAPES, join_words, of_the_box
from gamekit.games.route66 import roadway, scenery
from gamekit.games.route66.moves import *  # noqa: F403  cards, cars and the names of state.py

if TYPE_CHECKING:
    from gamekit.core.game import Game

Changes = dict[str, dict[str, Any]]
AWAY: Final = {"hidden": True}
PIPS_SHOWN: Final = 6


def scene(game: Game) -> str:
    """Return the scene as SVG for the number of players and the road of a game."""
    names = game.rulebook.words["state"]
    return scenery.static_scene(game.players, game.title, names, letters_of_states(game), game.tables)


@of_the_box
def letters_of_states(game: Game) -> list[str]:
    """Return the two-letter abbreviations of the states, from east to west."""
    return list(game.box.states.short)


def changes(game: Game, position: State, viewer: int | None) -> Changes:
    """Return the attributes to set, by element id, to show a position as `viewer` sees it (None: everything)."""
    s = _view(game, position, viewer)
    shown = _find_hand(s, viewer)
    table: Changes = _heading(game, s)
    for p in range(game.players):
        table |= _car(game, s, p)
        table |= _dial(game, s, p)
        table |= _slots(game, s, p, viewer)
        table |= _cells(game, s, p, shown)
    return table | _hand(game, s, shown)


def targets(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """Return the ids of the elements to click, separated by blanks, for each action that has one."""
    s = position
    kinds = _kinds(s, int(s.current))
    held = _cards(s, int(s.current))
    found = {}
    for action in actions:
        if action < DRAW:
            card = action - LAY
            cell_of = f"cell-{card // STATES}-{card % STATES}"
            found[action] = f"{cell_of} hand-{held.index(card)}" if card in held else cell_of
        elif action == DRAW:
            found[action] = "pile"
        elif PLAY <= action < SWAP:
            kind, target = divmod(action - PLAY, MAX_PLAYERS)
            if kind in kinds:
                found[action] = f"slot-{target}-{kinds.index(kind)}"
        elif action == DRIVE:
            found[action] = f"car-{s.current}"
        elif STATE_CARD <= action < SPEED_CARD:
            found[action] = f"cell-{(action - STATE_CARD) // STATES}-{(action - STATE_CARD) % STATES}"
    return found


def describe(game: Game, position: State, viewer: int | None) -> str:
    """Return the picture in words, a line for each part, as far as `viewer` can see it (None: everything)."""
    s = _view(game, position, viewer)
    parts = [f"{game.rulebook.heading(s)}. {_way(s)}."]
    parts += [_describe(game, s, p) for p in range(game.players)]
    if s.tide == 0:
        parts += [_describe_row(game, s, p) for p in range(game.players)]
        parts.append(_("State cards in the pile: {n}.").format(n=s.pile_size))
    else:
        left = join_words(f"{name} {int(n)}" for name, n in zip(game.rulebook.words["state"], s.supply, strict=True))
        parts.append(_("Cards left to collect: {left}.").format(left=left))
    parts.append(_("Speed cards in the pile: {n}.").format(n=s.speed_pile_size))
    parts.append(_describe_hand(game, s, _find_hand(s, viewer)))
    return "\n".join(part for part in parts if part)


def _describe(game: Game, s: State, p: int) -> str:
    names = {
        "letter": PLAYER_LETTERS[p],
        "place": game.rulebook.words["place"][s.place[p]],
        "mph": s.speed[p],
        "score": s.score[p],
        "hand": s.hand_size[p],
    }
    if is_home(s, p):
        return _("{letter}: home in Chicago, speedometer {mph} mph, cards collected: {score}.").format(**names)
    if s.turned[p]:
        return _("{letter}: eastward, {place}, {mph} mph, cards collected: {score}.").format(**names)
    if s.tide:
        return _("{letter}: still westward, {place}, {mph} mph, nothing collected.").format(**names)
    return _("{letter}: westward, {place}, {mph} mph, state cards in hand: {hand}.").format(**names)


def _describe_row(game: Game, s: State, p: int) -> str:
    """Describe the row of one colour, from west to east."""
    names = game.rulebook.words["state"]
    laid = [
        f"{names[state]} {int(s.laid[p * STATES + state])}"
        for state in reversed(range(STATES))
        if s.laid[p * STATES + state]
    ]
    if not laid:
        return _("Row {letter}: empty.").format(letter=PLAYER_LETTERS[p])
    return _("Row {letter}: {cards}.").format(letter=PLAYER_LETTERS[p], cards=join_words(laid))


def _describe_hand(game: Game, s: State, p: int) -> str:
    words = game.rulebook.words
    cards = [words["card"][card] for card in range(game.players * STATES) for _again in range(s.hand[p, card])]
    cards += [words["kind"][kind] for kind in range(KINDS) for _again in range(s.speed_hand[p, kind])]
    if not cards:
        return ""
    return _("Hand of {letter}: {cards}.").format(letter=PLAYER_LETTERS[p], cards=join_words(cards))


def _view(game: Game, position: State, viewer: int | None) -> Any:
    return position if viewer is None else game.view(position, viewer)


def _find_hand(s: State, viewer: int | None) -> int:
    """Return the player whose hand lies open: the viewer, or without a viewer the player whose turn it is."""
    return int(s.current) if viewer is None else viewer


def _kinds(s: State, p: int) -> list[int]:
    """Return the kinds of speed cards a player holds, each once."""
    return [kind for kind in range(KINDS) if s.speed_hand[p, kind] > 0]


def _cards(s: State, p: int) -> list[int]:
    """Return the cards shown open, from west to east: of a hand, by colour; after the tide, the states collected."""
    west = list(reversed(range(STATES)))
    if s.tide:
        return [state for state in west if s.collected[p, state]]
    return [row * STATES + state for row in range(MAX_PLAYERS) for state in west if s.hand[p, row * STATES + state]][
        : scenery.HAND
    ]


def _is_dealing(s: State) -> bool:
    return s.phase in (Phase.DEAL_STATE, Phase.DEAL_SPEED)


def _way(s: State) -> str:
    if s.phase == Phase.OVER:
        return _("the game is over")
    return _("homeward, collecting") if s.tide else _("westward")


def _heading(game: Game, s: State) -> Changes:
    title = _("Rows of states")
    if s.tide:
        title = _("Cards collected on the way home, and what each state has left")
    when = _("The deal") if _is_dealing(s) else f"{game.rulebook.heading(s)}, {_way(s)}"
    table: Changes = {
        "heading": {"text": when},
        "pile-n": {"text": str(s.pile_size)},
        "speed-pile-n": {"text": str(s.speed_pile_size)},
        "table-title": {"text": title},
        "table": {"class": "home" if s.tide else "west"},
    }
    for state in range(STATES):
        table[f"left-{state}"] = {"text": str(s.supply[state]) if s.tide else ""}
    return table


def _car(game: Game, s: State, p: int) -> Changes:
    """Place a car on its space and turn it in its direction of travel."""
    x, y = scenery.car_place(int(s.place[p]), int(game.tables.los_angeles) + 1, p)
    acts = s.phase != Phase.OVER and not _is_dealing(s) and s.current == p
    return {
        f"car-{p}": {"x": round(x, 1), "y": round(y, 1), "class": "acts" if acts else ""},
        f"car-{p}-body": {"class": _choose_flip(game, s, p)},
    }


def _choose_flip(game: Game, s: State, p: int) -> str:
    """Return the CSS class that mirrors a car, which is drawn driving to the right."""
    places = int(game.tables.los_angeles)
    here, ahead = (roadway.at(roadway.LENGTH * (s.place[p] + d) / places)[0] for d in (0, _step(s, p, places)))
    return "flipped" if ahead < here else ""


def _step(s: State, p: int, places: int) -> float:
    """Return a small step along the road in the direction of travel, or against it at the end of the road."""
    ahead = -0.01 if s.turned[p] else 0.01
    return ahead if 0 <= s.place[p] + ahead <= places else -ahead


def _dial(game: Game, s: State, p: int) -> Changes:
    home = is_home(s, p)
    acts = s.phase != Phase.OVER and s.current == p
    return {
        f"panel-{p}": {"class": "acts" if acts else "home" if home else ""},
        f"needle-{p}": {
            "x": round(scenery.dial_middle(game.players, p), 1),
            "y": scenery.DIALS + scenery.HUB,
            "r": round(scenery.needle_angle(int(s.speed[p])), 1),
        },
        f"mph-{p}": {"text": str(s.speed[p])},
        f"card-{p}": {"class": "won" if s.tide else ""},
        f"score-{p}": {"text": str(s.score[p] if s.tide else s.hand_size[p])},
    }


def _slots(game: Game, s: State, p: int, viewer: int | None) -> Changes:
    """Show the cards below a dial: while a speed card is due, the acting player's, with their effect on this dial."""
    offers = s.phase == Phase.SPEED and viewer in (None, s.current)
    owner = int(s.current) if offers else p
    kinds = _kinds(s, owner)
    unseen = int(s.speed_size[owner]) - int(s.speed_hand[owner].sum())
    table: Changes = {}
    for i in range(scenery.SLOTS):
        name = f"slot-{p}-{i}"
        x, y = scenery.slot_place(game.players, p, i)
        shown = i < len(kinds) + unseen
        look, sign, then = ("down" if shown else ""), "", ""
        if i < len(kinds):
            look, sign, then = _speed_card(game, s, kinds[i], owner, p, offers)
        table[name] = {"x": round(x, 1), "y": y, "class": look, "hidden": not shown}
        table[f"{name}-t"] = {"text": sign}
        table[f"{name}-s"] = {"text": then}
    return table


def _speed_card(game: Game, s: State, kind: int, owner: int, p: int, offers: bool) -> tuple[str, str, str]:
    """Return CSS classes, sign and, if `offers`, resulting speed of an open speed card below the dial of `p`."""
    t = game.tables
    look = "stop" if t.stops[kind] else "faster" if t.change[kind] > 0 else "slower"
    sign = _("stop") if t.stops[kind] else f"{int(t.change[kind]):+d}".replace("-", "−")
    if t.patrol[kind]:
        look += " patrol"
    if not offers:
        copies = int(s.speed_hand[owner, kind])
        return look, sign, f"×{copies}" if copies > 1 else ""
    if not playable(s, t, owner, kind, p):
        return f"{look} faded", sign, ""
    after = speed_after(s, t, kind, p)
    caught = t.patrol[kind] and after > t.limit and not is_home(s, p)
    return f"{look} caught" if caught else look, sign, f"→{0 if caught else after}"


def _cells(game: Game, s: State, row: int, shown: int) -> Changes:
    """Show a row of the table: cards laid and cards in the open hand; after the tide, the player's collected cards."""
    table: Changes = {}
    for state in range(STATES):
        x, y = scenery.cell(row, state)
        card = row * STATES + state
        count = int(s.collected[row, state]) if s.tide else int(s.laid[card])
        most = PIPS_SHOWN if s.tide else int(game.tables.copies[state])
        pitch = 10 if s.tide else scenery.pitch_of(most)
        held = bool(s.tide == 0 and s.hand[shown, card] > 0)
        table[f"pips-{row}-{state}"] = {"d": scenery.cards_path(x + 12, y + 9, min(count, most), pitch)}
        table[f"have-{row}-{state}"] = {"class": "on" if held or (s.tide and count) else ""}
        table[f"have-{row}-{state}-n"] = {"text": str(count) if s.tide and count else ""}
        table[f"cell-{row}-{state}"] = {"class": "held" if held else ""}
    return table


def _hand(game: Game, s: State, p: int) -> Changes:
    """Show the open hand below the table, each card once with its number of copies; unknown cards face down."""
    cards = _cards(s, p)
    unseen = 0 if s.tide else int(s.hand_size[p]) - int(s.hand[p].sum())
    size = min(len(cards) + unseen, scenery.HAND)
    names = letters_of_states(game)
    table: Changes = {"hand-title": {"text": _("Collected") if s.tide else _("Hand")}}
    for q in range(game.players):
        table[f"owner-{q}"] = {"hidden": q != p}
    for i in range(scenery.HAND):
        x, y, r = scenery.hand_place(game.players, i, size)
        name = f"hand-{i}"
        known = i < len(cards)
        row, state = divmod(cards[i], STATES) if known else (0, 0)
        copies = 0
        if known:
            copies = int(s.collected[p, state]) if s.tide else int(s.hand[p, cards[i]])
        where = {"x": round(x, 1), "y": round(y, 1), "r": round(r, 2)}
        owner = f"gk-token gk-token-{row}" if known and not s.tide else ""
        table[name] = {**where, "class": "" if known else "down", "hidden": i >= size}
        table[f"{name}-land"] = {"class": f"r66-in-{state}"}
        table[f"{name}-icon"] = {"d": scenery.ICONS[state] if known else ""}
        table[f"{name}-owner"] = {"class": owner}
        table[f"{name}-shape"] = {"d": SHAPES[row] if owner else ""}
        table[f"{name}-t"] = {"text": names[state] if known else ""}
        table[f"{name}-n"] = {"text": f"×{copies}" if copies > 1 else ""}
    return table

"""Kuhn poker: the scene, its changes for a position, and the picture in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.svg import badge, number, text
from gamekit.games.kuhn.rules import ANTE, BET, CALL, CARDS, CHECK, DEAL, FOLD, HIGHEST_BET, NOTHING, PLAYERS, Phase

if TYPE_CHECKING:
    from gamekit.core.game import Game
    from gamekit.games.kuhn.rules import State

WIDTH, HEIGHT = 600, 300
MIDDLE: Final = WIDTH // 2
CARD_WIDTH, CARD_HEIGHT = 100, 140
LETTERS: Final = ("J", "Q", "K")
AT: Final = (110, WIDTH - 110)
"""x of the centre of each player's card."""
CARD_TOP: Final = 90
CHIP: Final = 13
STACK: Final = 22
"""Distance of two chips in a player's stack."""


def scene(game: Game) -> str:
    """Return the scene as SVG: two cards, the third one between them, and the chips in the pot."""
    seats = "".join(_seat(p) for p in range(PLAYERS))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{text(game.title)}" font-size="20" fill="currentColor"><desc></desc>'
        f'<g id="pot"><rect x="190" y="200" width="220" height="88" rx="12" fill="none" stroke="var(--gk-line)"/>'
        f'<text id="in-pot" x="{MIDDLE}" y="277" text-anchor="middle"/></g>'
        f'<g id="pile"><rect x="{MIDDLE - 40}" y="40" width="80" height="112" rx="10" fill="var(--gk-line)"/>'
        f'<text x="{MIDDLE}" y="178" text-anchor="middle">{text(_("Pile"))}</text></g>{seats}</svg>'
    )


def _seat(p: int) -> str:
    x = AT[p]
    chips = "".join(
        f'<circle id="chip-{p}-{i}" cx="{MIDDLE + (2 * p - 1) * (20 + STACK * (i % 4))}" cy="{220 + 26 * (i // 4)}" '
        f'r="{CHIP - 4}" fill="var(--gk-player-{p})" stroke="currentColor"/>'
        for i in range(ANTE + HIGHEST_BET)
    )
    return (
        f'{badge(p, x=x - 20, y=50, scale=0.9)}<circle id="turn-{p}" cx="{x + 20}" cy="50" r="6"/>'
        f'<g id="card-{p}"><rect x="{x - CARD_WIDTH // 2}" y="{CARD_TOP}" width="{CARD_WIDTH}" '
        f'height="{CARD_HEIGHT}" rx="12" fill="none" stroke="currentColor" stroke-width="3"/>'
        f'<text id="face-{p}" x="{x}" y="{CARD_TOP + 90}" font-size="56" text-anchor="middle"/></g>'
        f'<text id="won-{p}" x="{x}" y="270" text-anchor="middle"/>{chips}'
    )


def changes(game: Game, position: State, viewer: int | None) -> dict[str, dict[str, Any]]:
    """Return the attributes to set, by element id, to show a position; a card that `viewer` cannot see shows "?"."""
    s = position
    in_pot = int(s.chips[0]) + int(s.chips[1])
    table: dict[str, dict[str, Any]] = {"in-pot": {"text": _("In the pot: {n}").format(n=in_pot)}}
    for p in range(PLAYERS):
        held = _find_card(s, p, viewer)
        table[f"card-{p}"] = {"hidden": held == NOTHING}
        table[f"face-{p}"] = {"text": LETTERS[held] if held >= 0 else "?"}
        table[f"turn-{p}"] = {"hidden": bool(s.phase in (Phase.DEAL, Phase.OVER) or s.mover != p)}
        won = int(s.scores[p])
        table[f"won-{p}"] = {"text": f"+{won}" if won > 0 else number(won), "hidden": bool(s.phase != Phase.OVER)}
        table |= {f"chip-{p}-{i}": {"hidden": bool(i >= s.chips[p])} for i in range(ANTE + HIGHEST_BET)}
    return table


def _find_card(s: State, p: int, viewer: int | None) -> int:
    """Return a player's card as far as the viewer knows it: a card, NOTHING, or another negative number."""
    if s.hand[p] >= 0 and viewer is not None and p != viewer and s.shown == 0:
        return -1
    return int(s.hand[p])


def targets(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """Return the id of the element to click for each action: the pot for chips, the own card, the pile for a deal."""
    own = f"card-{position.mover}"
    places = {CHECK: own, FOLD: own, BET: "pot", CALL: "pot"} | {DEAL + card: "pile" for card in range(CARDS)}
    return {action: places[action] for action in actions}


def describe(game: Game, position: State, viewer: int | None) -> str:
    """Return the picture in words."""
    s = position
    cards = game.rulebook.words["card"]
    parts = [game.rulebook.heading(s) + "."]
    for p in range(PLAYERS):
        held = _find_card(s, p, viewer)
        if held >= 0:
            parts.append(_("{letter} holds the {card}.").format(letter=PLAYER_LETTERS[p], card=cards[held]))
        elif held != NOTHING:
            parts.append(_("{letter} holds a card nobody else sees.").format(letter=PLAYER_LETTERS[p]))
        parts.append(_("{letter} has {n} in the pot.").format(letter=PLAYER_LETTERS[p], n=int(s.chips[p])))
    if s.phase == Phase.OVER:
        winner = 0 if s.scores[0] > 0 else 1
        parts.append(_("{letter} has won {n}.").format(letter=PLAYER_LETTERS[winner], n=int(s.scores[winner])))
    elif s.phase != Phase.DEAL:
        parts.append(_("{letter} decides.").format(letter=PLAYER_LETTERS[s.mover]))
    return "\n".join(parts)

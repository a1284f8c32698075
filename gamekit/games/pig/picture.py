"""Pig: the scene, its changes for a position, and the picture in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from gamekit.core.i18n.translation import _
from gamekit.core.kernel import OVER
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.svg import badge, text
from gamekit.games.pig.rules import DIE, HOLD, ROLL, SIX

if TYPE_CHECKING:
    from gamekit.core.game import Game
    from gamekit.games.pig.rules import State

WIDTH: Final = 600
TOP: Final = 150
ROW: Final = 56
LEFT, BAR = 90, 400
PIPS: Final = ("m", "ac", "amc", "abcd", "abcdm", "abcdef")
"""Names of the pips of each face."""
PLACES: Final = ((-18, -18), (18, -18), (18, 18), (-18, 18), (-18, 0), (18, 0), (0, 0))
PIP_AT: Final = dict(zip("abcdefm", PLACES, strict=True))
"""x and y of each pip of the die, by name."""


def scene(game: Game) -> str:
    """Return the scene as SVG: the die, the pot and a bar of points for each player."""
    rows = "".join(_row(p, TOP + ROW * p) for p in range(game.players))
    pips = "".join(f'<circle id="pip-{name}" cx="{x}" cy="{y}" r="7"/>' for name, (x, y) in PIP_AT.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {TOP + ROW * game.players}" role="img" '
        f'aria-label="{text(game.title)}" font-size="20" fill="currentColor"><desc></desc>'
        f'<g id="die" transform="translate(60 60)"><rect x="-36" y="-36" width="72" height="72" rx="12" '
        f'fill="none" stroke="currentColor" stroke-width="3"/>{pips}</g>'
        f'<g id="hold"><rect x="120" y="24" width="440" height="72" rx="12" fill="none" stroke="var(--gk-line)"/>'
        f'<text id="pot" x="140" y="67"/></g>{rows}</svg>'
    )


def _row(p: int, y: int) -> str:
    return (
        f'{badge(p, x=40, y=y, scale=0.8)}<circle id="turn-{p}" cx="12" cy="{y}" r="5"/>'
        f'<rect x="{LEFT}" y="{y - 12}" width="{BAR}" height="24" rx="12" fill="var(--gk-line)"/>'
        f'<path id="bar-{p}" fill="var(--gk-player-{p})"/><text id="points-{p}" x="{LEFT + BAR + 20}" y="{y + 7}"/>'
    )


def changes(game: Game, position: State, viewer: int | None) -> dict[str, dict[str, Any]]:
    """Return the attributes to set, by element id, to show a position; every viewer sees everything."""
    s = position
    face = int(s.face)
    table: dict[str, dict[str, Any]] = {"pot": {"text": _("Points of this turn: {n}").format(n=int(s.pot))}}
    table |= {f"pip-{name}": {"hidden": not (face and name in PIPS[face - 1])} for name in PIP_AT}
    for p in range(game.players):
        long = BAR * min(1.0, s.scores[p] / game.tables.goal)
        y = TOP + ROW * p - 12
        table[f"bar-{p}"] = {"d": f"M{LEFT} {y}h{long:.0f}v24h{-long:.0f}Z"}
        table[f"points-{p}"] = {"text": str(int(s.scores[p]))}
        table[f"turn-{p}"] = {"hidden": bool(game.player(s) == OVER or s.mover != p)}
    return table


def targets(game: Game, position: State, actions: Sequence[int]) -> dict[int, str]:
    """Return the id of the element to click for each action: the die, or the points of this turn."""
    places = {ROLL: "die", HOLD: "hold"} | {DIE + face: "die" for face in range(SIX)}
    return {action: places[action] for action in actions}


def describe(game: Game, position: State, viewer: int | None) -> str:
    """Return the picture in words."""
    s = position
    parts = [game.rulebook.heading(s) + "."]
    if s.face:
        parts.append(_("The die shows {face}.").format(face=int(s.face)))
    parts.append(
        _("{letter} is on turn with {n} points in this turn.").format(letter=PLAYER_LETTERS[s.mover], n=int(s.pot))
    )
    parts += [
        _("{letter}: {n} points.").format(letter=PLAYER_LETTERS[p], n=int(s.scores[p])) for p in range(game.players)
    ]
    return "\n".join(parts)

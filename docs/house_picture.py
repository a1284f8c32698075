"""Draw the rooms of the package and which of them import which, from the imports:  python -m docs.house_picture."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[1]
PICTURE: Final = ROOT / "docs" / "house.svg"
HOLDS: Final = {
    "server": "command line, gallery, lesson pages, class",
    "lessons": "the kit of all lessons, their catalogue",
    "widgets": "boards, panels, bets, quizzes, charts",
    "web": "scripts of pages, rules in the browser",
    "bridges": "OpenSpiel, PettingZoo, Gymnasium",
    "lab": "simulate, exact answers, coach, levels",
    "games": "rules, rulebook, strategies, picture",
    "core": "game, session, record, kernel, languages",
}
LEFT, WIDTH, HEIGHT, PITCH = 150, 330, 44, 62
"""Left edge, width and height of a room's box and the distance from one box to the next, in pixels."""


def read_rooms() -> list[str]:
    """Return the rooms from top to bottom, in the order that the import contract gives them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    house = project["tool"]["importlinter"]["contracts"][0]
    return [room for room in house["layers"] if room in HOLDS]


def find_imports(rooms: list[str]) -> list[tuple[str, str]]:
    """Return each pair of rooms of which the first imports the second."""
    graph = grimp.build_graph("gamekit", exclude_type_checking_imports=True)
    for room in rooms:
        graph.squash_module(f"gamekit.{room}")
    pairs = ((one, other) for one in rooms for other in rooms if one != other)
    return [
        pair
        for pair in pairs
        if graph.direct_import_exists(importer=f"gamekit.{pair[0]}", imported=f"gamekit.{pair[1]}")
    ]


def draw_house(rooms: list[str], imports: list[tuple[str, str]]) -> str:
    """Return the picture as SVG: a box for each room, an arrow to every room that it imports."""
    top = {room: 20 + PITCH * rooms.index(room) for room in rooms}
    parts = []
    for one, other in imports:
        step = rooms.index(other) - rooms.index(one)
        # Arrows to the next room are straight. Longer ones bend left or right in turn, so that few of them cross.
        edge, side = (LEFT, -1) if step % 2 else (LEFT + WIDTH, 1)
        begin, end = top[one] + HEIGHT * 0.7, top[other] + HEIGHT * 0.3
        bend = edge + side * (16 + 17 * step)
        path = f"M{edge} {begin:g} C{bend} {begin:g} {bend} {end:g} {edge} {end:g}"
        if step == 1:
            middle = LEFT + WIDTH // 2
            path = f"M{middle} {top[one] + HEIGHT} V{top[other] - 2}"
        parts.append(f'<path d="{path}" marker-end="url(#tip)"><title>{one} imports {other}</title></path>')
    for room in rooms:
        middle = LEFT + WIDTH // 2
        parts.append(
            f'<rect x="{LEFT}" y="{top[room]}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
            f'<text x="{middle}" y="{top[room] + 18}" font-weight="bold">{room}</text>'
            f'<text x="{middle}" y="{top[room] + 35}" font-size="12">{HOLDS[room]}</text>'
        )
    height = 20 + PITCH * len(rooms)
    lines = "\n".join(parts)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 630 {height}" width="630" role="img">
<title>The rooms of gamekit. Arrows lead from a room to those that it imports.</title>
<defs><marker id="tip" orient="auto" refX="7" refY="4" markerWidth="8" markerHeight="8">
<path d="M0 0 8 4 0 8z"/></marker></defs>
<rect width="630" height="{height}" fill="#fdfcf8"/>
<g fill="#ffffff" stroke="#1f2b33" font-family="sans-serif" font-size="15" text-anchor="middle">
<style>path {{ fill: none; stroke: #58656d; stroke-width: 1.4 }} #tip path {{ fill: #58656d; stroke: none }}
text {{ fill: #1f2b33; stroke: none }}</style>
{lines}
</g>
</svg>
"""


if __name__ == "__main__":
    order = read_rooms()
    PICTURE.write_text(draw_house(order, find_imports(order)), encoding="utf-8")

# ruff: noqa: E501  unbroken lines of SVG and CSS read better
"""Auf Achse: the static scene (country, roads, panels) and the coordinates of everything that moves on it.

A panel is drawn around its own corner and has two places: `wide` beside the map and `narrow` below it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence
from math import cos, log, radians, sin, tan
from typing import Any, Final

import networkx as nx

from gamekit.core.i18n.translation import _
from gamekit.core.svg import Spot, badge, of_the_box, of_the_words, place, text
from gamekit.games.auf_achse.labels import label_places, shifts
from gamekit.games.auf_achse.road_map import space_graph

WIDTH: Final = 1000
HEIGHT: Final = 1172
SCALE: Final = 6520.0
CENTRE: Final = (10.22, 50.17)
PARALLELS: Final = (46.5, 53.5)

Point = tuple[float, float]


def _cone(latitude: float) -> float:
    return tan(radians(45 + latitude / 2))


N: Final = log(cos(radians(PARALLELS[0])) / cos(radians(PARALLELS[1]))) / log(_cone(PARALLELS[1]) / _cone(PARALLELS[0]))
F: Final = cos(radians(PARALLELS[0])) * _cone(PARALLELS[0]) ** N / N
MIDDLE: Final = F / _cone(CENTRE[1]) ** N


def project(longitude: float, latitude: float) -> Point:
    """Return the point of longitude and latitude in degrees, by Lambert's conformal conic projection."""
    rho = F / _cone(latitude) ** N
    turn = N * radians(longitude - CENTRE[0])
    return WIDTH / 2 + SCALE * rho * sin(turn), HEIGHT / 2 - SCALE * (MIDDLE - rho * cos(turn))


def bend(points: Sequence[Point], pieces: int = 10) -> list[Point]:
    """Return a smooth line through points, a Catmull-Rom spline."""
    if len(points) < 3:
        return list(points)
    around = [points[0], *points, points[-1]]
    line = [points[0]]
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False):
        for k in range(1, pieces + 1):
            t = k / pieces
            line.append((_interpolate(a[0], b[0], c[0], d[0], t), _interpolate(a[1], b[1], c[1], d[1], t)))
    return line


def _interpolate(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def path(points: Iterable[Point], close: bool = False) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if close else "")


def line_path(flat: str, close: bool = False, smooth: bool = True) -> str:
    """Return the SVG path of a line given as "lon lat, lon lat, …"."""
    pairs = (pair.split() for pair in flat.split(","))
    points = [project(float(x), float(y)) for x, y in pairs]
    return path(bend(points, 6) if smooth else points, close)


# The mainland between the North Sea and the Baltic; the frame of the picture cuts off the rest.
LAND: Final = (
    "0 42, 0 50.2, 1.6 50.4, 1.7 50.9, 2.4 51.05, 2.9 51.22, 3.4 51.38, 3.8 51.38, 3.5 51.55, 3.9 51.62, 3.75 51.8,"
    " 4.1 51.97, 4.3 52.13, 4.56 52.45, 4.7 52.88, 4.85 52.93, 5.1 52.75, 5.2 52.9, 5.4 53.15, 5.8 53.35, 6.3 53.4,"
    " 6.85 53.44, 7.05 53.3, 7.2 53.35, 7.02 53.42, 7.1 53.6, 7.6 53.68, 8.0 53.7, 8.1 53.5, 8.2 53.42, 8.28 53.6,"
    " 8.5 53.5, 8.55 53.7, 8.65 53.88, 9.0 53.83, 9.3 53.82, 8.98 53.95, 8.85 54.08, 8.95 54.25, 8.6 54.32, 8.95 54.45,"
    " 8.85 54.62, 8.65 54.85, 8.62 55.3, 8.15 55.55, 8.1 56.6, 10.2 56.6, 10.2 56.1, 9.85 55.75, 9.55 55.5, 9.7 55.2,"
    " 9.45 55.03, 9.8 54.98, 9.95 54.9, 9.5 54.82, 9.95 54.8, 10.05 54.65, 9.85 54.48, 10.15 54.42, 10.18 54.35,"
    " 10.35 54.43, 10.7 54.3, 11.1 54.38, 10.85 54.1, 10.85 53.96, 11.2 54.0, 11.42 53.92, 11.6 54.1, 12.1 54.18,"
    " 12.45 54.45, 12.9 54.43, 13.1 54.3, 13.45 54.1, 13.75 54.15, 14.2 53.92, 14.8 54.02, 15.6 54.17, 16.3 54.42,"
    " 16.9 54.6, 17.8 54.8, 19.5 54.4, 21 54, 21 42"
)
ISLANDS: Final = (
    "13.15 54.3, 13.3 54.58, 13.45 54.67, 13.65 54.52, 13.7 54.35, 13.4 54.25",
    "10.98 54.43, 11.05 54.53, 11.28 54.5, 11.25 54.42",
    "9.75 55.5, 10.3 55.62, 10.78 55.35, 10.75 55.08, 10.2 55.08",
    "11.0 54.78, 11.2 54.95, 11.8 54.85, 12.15 54.9, 11.95 54.57, 11.4 54.65",
    "11.15 55.3, 11.2 55.75, 12.5 55.9, 12.4 55.3, 12.1 55.05, 11.7 55.1",
    "12.6 56.2, 13.0 55.4, 13.8 55.42, 14.3 55.55, 14.4 56.2",
    "4.75 53.05, 4.85 53.18, 4.92 53.1, 4.82 53.0",
    "8.3 54.75, 8.3 55.02, 8.42 54.9",
    "14.6 55.05, 14.75 55.28, 15.15 55.1, 15.05 55.0",
)
SEAS: Final = (
    "12.6 43.6, 12.3 44.2, 12.45 44.9, 12.25 45.2, 12.3 45.45, 12.85 45.58, 13.35 45.66, 13.6 45.77, 13.72 45.6,"
    " 13.5 45.5, 13.6 45.1, 13.85 44.8, 14.05 44.95, 14.3 45.32, 14.75 45.08, 14.95 44.6, 15.5 43.6",
    "7.4 43.4, 8.0 43.9, 8.5 44.3, 8.93 44.42, 9.6 44.15, 10.1 43.9, 10.3 43.4",
)
LAKES: Final = (
    "5.05 52.4, 5.15 52.75, 5.35 53.02, 5.6 52.85, 5.8 52.65, 5.6 52.5, 5.3 52.35",
    "9.0 47.78, 9.35 47.7, 9.7 47.54, 9.5 47.5, 9.2 47.62, 8.9 47.66",
    "6.15 46.22, 6.4 46.45, 6.9 46.42, 6.6 46.38, 6.3 46.3",
    "8.5 45.75, 8.6 45.95, 8.8 46.15, 8.72 45.95, 8.6 45.75",
    "9.08 45.82, 9.2 46.0, 9.4 46.15, 9.32 45.95, 9.4 45.85, 9.25 45.92",
    "10.55 45.45, 10.65 45.7, 10.85 45.88, 10.75 45.65, 10.72 45.45",
    "12.55 53.45, 12.7 53.52, 12.78 53.38, 12.65 53.33",
    "14.05 53.75, 14.3 53.85, 14.6 53.8, 14.5 53.68, 14.25 53.7",
    "12.35 47.88, 12.45 47.95, 12.55 47.87, 12.45 47.83",
    "16.7 47.72, 16.75 47.95, 16.85 47.85, 16.8 47.7",
    "8.55 47.33, 8.7 47.24, 8.82 47.21, 8.68 47.27",
)
RIVERS: Final = (
    "9.45 46.85, 9.6 47.45, 9.1 47.68, 8.4 47.58, 7.6 47.58, 7.62 48.0, 7.85 48.6, 8.35 49.05, 8.42 49.5, 8.25 50.0,"
    " 7.75 50.2, 7.55 50.4, 6.97 50.92, 6.72 51.45, 6.2 51.85, 5.5 51.88, 4.3 51.93",
    "8.5 47.95, 9.3 48.1, 9.98 48.4, 10.8 48.7, 11.5 48.77, 12.1 49.02, 12.8 48.85, 13.46 48.57, 14.3 48.3, 15.4 48.2,"
    " 16.4 48.22, 17.1 48.1, 17.8 47.75",
    "15.9 50.3, 15.3 50.03, 14.5 50.35, 14.1 50.6, 13.74 51.06, 12.8 51.65, 12.2 51.9, 11.65 52.13, 11.95 52.8,"
    " 11.2 53.05, 10.3 53.4, 9.8 53.56, 9.1 53.88",
    "9.65 51.4, 9.3 51.85, 8.95 52.25, 9.1 52.65, 8.8 53.07, 8.5 53.4, 8.52 53.6",
    "18 50.6, 17.0 51.1, 16.2 51.6, 15.0 51.95, 14.6 52.4, 14.4 52.95, 14.6 53.4, 14.5 53.75",
    "11.4 50.1, 10.85 49.9, 10.2 50.03, 9.93 49.79, 9.3 49.75, 9.05 50.05, 8.6 50.1, 8.27 50.0",
    "14.0 48.8, 14.45 49.0, 14.3 49.6, 14.42 50.08, 14.5 50.35",
    "9.8 46.45, 10.5 46.9, 11.4 47.28, 12.1 47.6, 12.3 48.15, 12.9 48.25, 13.46 48.57",
    "7.4 45.0, 8.4 45.15, 9.3 45.05, 10.3 45.0, 11.4 44.92, 12.45 44.95",
    "6.3 48.1, 6.15 48.8, 6.2 49.2, 6.55 49.7, 7.1 50.05, 7.6 50.36",
    "5.3 48.9, 4.9 49.8, 4.87 50.45, 5.57 50.64, 5.75 51.1, 6.1 51.5, 5.4 51.8",
    "11.0 46.8, 11.33 46.48, 11.05 45.95, 10.98 45.44, 11.6 45.15, 12.3 45.15",
    "13.4 47.15, 13.1 47.45, 13.05 47.8, 12.9 48.25",
    "13.8 46.6, 14.6 46.6, 15.6 46.6, 16.3 46.4",
)
BORDERS: Final = (
    "7.15 53.25, 7.05 52.6, 6.75 52.1, 6.05 51.8, 6.2 51.3, 5.95 51.05, 6.05 50.75, 6.3 50.3, 6.1 50.1, 6.5 49.75,"
    " 6.4 49.45, 7.0 49.15, 7.6 49.05, 8.2 48.97, 7.8 48.5, 7.57 47.6",
    "7.57 47.6, 8.6 47.75, 9.55 47.53, 10.2 47.3, 10.5 47.55, 11.1 47.4, 12.2 47.65, 13.0 47.5, 12.8 48.15,"
    " 13.45 48.57, 13.8 48.77, 12.6 49.6, 12.15 50.3, 13.0 50.5, 14.3 50.95, 14.85 50.85, 15.0 51.2, 14.65 52.1,"
    " 14.3 52.9, 14.3 53.7",
    "13.8 48.77, 14.9 48.77, 15.3 48.98, 16.9 48.72, 17.1 48.1, 16.5 47.5, 16.1 46.85, 15.0 46.65, 13.7 46.52,"
    " 12.4 46.72, 12.1 47.02, 11.2 46.97, 10.45 46.87, 9.6 47.05, 9.55 47.5",
    "14.85 50.85, 16.2 50.55, 16.9 50.4, 18.2 50.0",
    "16.9 48.72, 18.0 49.1",
    "7.57 47.6, 6.9 47.3, 6.1 46.4, 6.9 46.35, 7.0 45.9, 8.0 46.0, 8.45 46.35, 9.0 45.85, 9.3 46.4, 10.1 46.3,"
    " 10.45 46.87",
    "13.7 46.52, 13.45 46.0, 13.8 45.6",
    "2.5 51.08, 3.2 50.55, 4.2 49.97, 4.85 50.1, 5.8 49.55, 6.4 49.45",
    "3.4 51.37, 4.4 51.47, 5.1 51.45, 5.8 51.15, 5.7 50.78, 6.05 50.75",
    "5.8 49.55, 5.75 49.9, 6.1 50.1",
    "8.65 54.9, 9.45 54.82",
    "7.0 45.9, 6.8 45.3, 7.0 44.4",
    "15.0 46.65, 15.6 46.2, 15.2 45.5, 13.8 45.45",
)
MOUNTAINS: Final = (
    "5.6 44.6, 6.2 46.0, 7.0 46.6, 8.0 46.95, 9.0 47.15, 10.2 47.45, 11.5 47.55, 12.8 47.62, 14.0 47.75, 15.2 47.7,"
    " 15.7 47.4, 14.9 46.85, 13.8 46.2, 12.6 46.1, 11.6 45.95, 10.4 45.9, 9.3 46.05, 8.2 46.0, 7.6 45.5, 7.2 44.4",
    "10.2 51.65, 10.6 51.9, 11.0 51.75, 10.8 51.55",
    "7.95 47.75, 8.2 48.4, 8.45 48.7, 8.55 48.3, 8.3 47.8",
    "12.5 49.4, 12.9 49.25, 13.5 49.0, 13.9 48.75, 13.5 48.72, 12.9 49.0",
    "12.4 50.35, 13.0 50.6, 13.7 50.75, 13.6 50.6, 12.9 50.35",
    "15.2 50.85, 15.8 50.85, 16.4 50.55, 16.2 50.45, 15.4 50.75",
    "9.9 50.3, 9.9 50.6, 10.2 50.55, 10.1 50.3",
    "10.2 50.75, 10.6 50.75, 11.1 50.5, 10.9 50.45",
)
PEAKS: Final = (
    (6.9, 45.85), (7.7, 46.1), (8.0, 46.55), (8.9, 46.75), (9.8, 46.5), (10.5, 46.55), (10.9, 47.0), (12.7, 47.1),
    (12.0, 46.45), (13.3, 47.3), (14.3, 47.35), (13.0, 46.55), (10.0, 46.05), (12.2, 47.3), (14.6, 47.0), (7.1, 45.3),
    (10.65, 51.75), (8.25, 48.1), (13.1, 49.05), (15.75, 50.7),
)  # fmt: skip


HAND_SLOTS: Final = 10
OPEN_SHOWN: Final = 4
GAP: Final = 8
CARD: Final = (190, 84)
OPEN_CARD: Final = (274, 104)
NOTICE: Final = (362, 128)
TITLE_HEIGHT: Final = 44
"""Height of the part of the notice with the game's name, which a phone shows above the board."""
PURSE: Final = (214, 74)
PURSE_PITCH: Final = PURSE[1] + 4

# Wide: notice and purses on the map, contracts in a column beside it.
NOTICE_AT: Final = (14, 14)
PURSES_AT: Final = (WIDTH - PURSE[0] - GAP, 14)
COLUMN: Final = WIDTH + GAP
COLUMN_WIDTH: Final = 2 * (CARD[0] + GAP) + GAP
OPEN_SCALE: Final = 1.4
OPEN_TOP: Final = 52
HAND_PER_ROW: Final = 2
HAND_TOP: Final = HEIGHT - (HAND_SLOTS // HAND_PER_ROW) * (CARD[1] + GAP) - 4
TRAY_TOP: Final = HAND_TOP - 46

# Narrow: everything below the map, and so much larger than on it.
NOTICE_NARROW: Final = 1.7
NOTICE_TOP: Final = HEIGHT + GAP
PURSES_TOP: Final = NOTICE_TOP + 142
PURSES_PER_ROW: Final = 3
PURSE_NARROW: Final = 1.49
OPEN_PER_ROW: Final = 2
OPEN_NARROW: Final = 1.78
HEADING_NARROW: Final = 1.7
HEADING_ROOM: Final = 56
HAND_PER_ROW_NARROW: Final = 4
HAND_NARROW: Final = 1.26

PIPS: Final = (
    (-12, -72, (2, 3, 4, 5, 6)), (12, -48, (2, 3, 4, 5, 6)), (12, -72, (4, 5, 6)), (-12, -48, (4, 5, 6)),
    (0, -60, (1, 3, 5)), (-12, -60, (6,)), (12, -60, (6,)),
)  # fmt: skip
"""Place of each pip of the die above a truck, and the rolls that show it."""
PANELS_STYLE: Final = """
.aa-panel{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5;opacity:.93}
.aa .aa-title{font-size:30px;font-weight:800;letter-spacing:.5px}.aa .aa-heading{font-size:21px;font-weight:700}
.aa .aa-small{font-size:19px;fill:var(--gk-muted)}.aa .aa-cash{font-size:25px;font-weight:800}.aa .aa-fact{font-size:19px}
.aa .aa-kept{font-size:18.5px;font-weight:700;fill:var(--gk-accent)}
.aa-purse.acts>.aa-panel{stroke:var(--gk-glow);stroke-width:4;opacity:1}
.aa-paper{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.3}.aa-card{filter:drop-shadow(0 1.5px 2px var(--gk-shadow))}
.aa .aa-card text{fill:var(--gk-card-ink)}.aa .aa-from{font-size:22px;font-weight:600}.aa .aa-to{font-size:24px;font-weight:800}
.aa .aa-money{font-size:23px;font-weight:800;text-anchor:end}
.aa .aa-card .aa-bids{font-size:19px;fill:#56636b}.aa-strip{fill:#c9782b}.aa-card.lot .aa-paper{stroke:var(--gk-glow);stroke-width:5}
.aa-card.loaded .aa-strip{fill:#00704f}.aa-card.loaded .aa-paper{fill:#e2f4ea}
.aa-box{fill:none;stroke:#8b958f;stroke-width:1.4}.g1>.aa-box:nth-of-type(-n+1),.g2>.aa-box:nth-of-type(-n+2),.g3>.aa-box:nth-of-type(-n+3),.g4>.aa-box:nth-of-type(-n+4),.g5>.aa-box:nth-of-type(-n+5),.g6>.aa-box:nth-of-type(-n+6){fill:#a0622a;stroke:#5b3413}
.aa-state{display:none}.aa-card.loaded .aa-state{display:inline}.aa-state{fill:#00704f;stroke:#e2f4ea;stroke-width:1}
.aa-tray{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5}
.aa.gk-narrow .aa-fact{font-size:20px}.aa.gk-narrow .aa-kept{font-size:20px}.aa.gk-narrow .aa-hand .aa-from{font-size:24px}.aa.gk-narrow .aa-hand .aa-to{font-size:26px}.aa.gk-narrow .aa-hand .aa-money{font-size:25px}
.aa .aa-hand .aa-card.loaded .aa-from{font-size:20.5px}
"""


def open_top(players: int) -> float:
    """Return the top of the open contracts on a phone, below all purses."""
    rows = -(-players // PURSES_PER_ROW)
    return PURSES_TOP + rows * (PURSE[1] * PURSE_NARROW + GAP)


def tray_top(players: int) -> float:
    """Return the top of the tray with the hand on a phone."""
    return open_top(players) + HEADING_ROOM + OPEN_SHOWN // OPEN_PER_ROW * (OPEN_CARD[1] * OPEN_NARROW + GAP) + GAP


def sizes(players: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return width and height of the wide and of the narrow picture."""
    rows = -(-HAND_SLOTS // HAND_PER_ROW_NARROW)
    narrow = tray_top(players) + HEADING_ROOM + rows * (CARD[1] * HAND_NARROW + GAP) + GAP
    return (COLUMN + COLUMN_WIDTH, HEIGHT), (WIDTH, round(narrow))


def panels(title: str, players: int) -> str:
    """Draw all panels; `title` is the game's name."""
    return "".join(
        (
            _notice(title),
            *(_purse(p) for p in range(players)),
            _open_panel(players),
            _tray(players),
            *(_in_hand(i, players) for i in range(HAND_SLOTS)),
        )
    )


def _notice(title: str) -> str:
    """Draw title, heading, piles and the note on the reconstruction."""
    across = (WIDTH - 2 * GAP) / NOTICE_NARROW
    part = (
        f'<rect class="aa-panel gk-if-wide" width="{NOTICE[0]}" height="{NOTICE[1]}" rx="12"/>'
        f'<rect class="aa-panel gk-if-narrow" y="{TITLE_HEIGHT}" width="{across:.1f}" height="{NOTICE[1] - TITLE_HEIGHT - 6}" rx="8"/>'
        f'<text class="aa-title gk-if-wide" x="16" y="38">{text(title)}</text>'
        '<text id="heading" class="aa-heading" x="16" y="66"></text>'
        '<text id="piles" class="aa-small" x="16" y="90"></text>'
        f'<text class="aa-small" x="16" y="114">{text(_("Map and contracts: our reconstruction"))}</text>'
    )
    return place(part, Spot(*NOTICE_AT), Spot(GAP, NOTICE_TOP - TITLE_HEIGHT * NOTICE_NARROW, NOTICE_NARROW))


def _purse(p: int) -> str:
    """Draw a player's money, contracts, trailers and kept events."""
    row, column = divmod(p, PURSES_PER_ROW)
    part = (
        f'<g id="purse-{p}" class="aa-purse"><rect class="aa-panel" width="{PURSE[0]}" height="{PURSE[1]}" rx="11"/></g>'
        f"{badge(p, x=26, y=24, scale=0.86)}"
        f'<text id="cash-{p}" class="aa-cash" x="52" y="26"></text>'
        f'<text id="fact-{p}" class="aa-fact" x="52" y="47"></text>'
        f'<text id="kept-{p}" class="aa-kept" x="10" y="67"></text>'
    )
    narrow = Spot(
        GAP + column * (PURSE[0] * PURSE_NARROW + GAP + 4),
        PURSES_TOP + row * (PURSE[1] * PURSE_NARROW + GAP),
        PURSE_NARROW,
    )
    return place(part, Spot(PURSES_AT[0], PURSES_AT[1] + p * PURSE_PITCH), narrow)


def _contract(identity: str, size: tuple[int, int]) -> str:
    """Draw a contract card; its CSS class shows its goods and whether they are on the truck."""
    w, h = size
    boxes = "".join(f'<rect class="aa-box" x="{16 * i}" y="0" width="13" height="13" rx="2"/>' for i in range(6))
    return (
        f'<g id="{identity}" class="aa-card"><rect class="aa-paper" width="{w}" height="{h}" rx="9"/>'
        f'<path class="aa-strip" d="M0 9Q0 0 9 0H11V{h}H9Q0 {h} 0 {h - 9}Z"/>'
        f'<text id="{identity}-from" class="aa-from" x="20" y="24"></text><text id="{identity}-to" class="aa-to" x="20" y="49"></text>'
        f'<text id="{identity}-money" class="aa-money" x="{w - 9}" y="74"></text>'
        f'<path class="aa-state" transform="translate({w - 38} 8)" d="M0 0H17V14H0ZM19 4H25L29 9V14H19ZM4 13a3 3 0 1 0 .1 0ZM23 13a3 3 0 1 0 .1 0Z"/>'
        f'<g id="{identity}-goods" transform="translate(20 59)">{boxes}</g>'
        f'<text id="{identity}-bids" class="aa-bids" x="20" y="{h - 9}"></text></g>'
    )


def _open_panel(players: int) -> str:
    top, bottom = open_top(players), tray_top(players)
    heading = '<text id="open-title" class="aa-heading"></text>'
    parts = [
        f'<rect class="aa-tray gk-if-wide" x="{COLUMN}" y="4" width="{COLUMN_WIDTH - 2}" height="{TRAY_TOP - 12}" rx="14"/>',
        f'<rect class="aa-tray gk-if-narrow" x="2" y="{top:g}" width="{WIDTH - 4}" height="{bottom - top - GAP:g}" rx="14"/>',
        place(heading, Spot(COLUMN + 12, 36, 1.2), Spot(20, top + 40, HEADING_NARROW)),
    ]
    for i in range(OPEN_SHOWN):
        row, column = divmod(i, OPEN_PER_ROW)
        w, h = OPEN_CARD[0] * OPEN_NARROW, OPEN_CARD[1] * OPEN_NARROW
        wide = Spot(COLUMN + 10, OPEN_TOP + i * (OPEN_CARD[1] * OPEN_SCALE + GAP - 1), OPEN_SCALE)
        narrow = Spot(GAP + column * (w + GAP + 2), top + HEADING_ROOM + row * (h + GAP), OPEN_NARROW)
        parts.append(place(_contract(f"open-{i}", OPEN_CARD), wide, narrow))
    return "".join(parts)


def _tray(players: int) -> str:
    """Draw the tray for one player's contracts, with a badge for each possible owner."""
    top, bottom = tray_top(players), sizes(players)[1][1]
    owners = "".join(f'<g id="owner-{p}">{badge(p, x=18, y=-7, scale=0.86)}</g>' for p in range(players))
    heading = f'{owners}<text id="hand-title" class="aa-heading" x="46"></text>'
    return (
        f'<rect class="aa-tray gk-if-wide" x="{COLUMN}" y="{TRAY_TOP}" width="{COLUMN_WIDTH - 2}" height="{HEIGHT - TRAY_TOP - 4}" rx="14"/>'
        f'<rect class="aa-tray gk-if-narrow" x="2" y="{top:g}" width="{WIDTH - 4}" height="{bottom - top - 4:g}" rx="14"/>'
        + place(heading, Spot(COLUMN + 12, TRAY_TOP + 30), Spot(14, top + 40, HEADING_NARROW))
    )


def _in_hand(i: int, players: int) -> str:
    row, column = divmod(i, HAND_PER_ROW)
    wide = Spot(COLUMN + GAP + column * (CARD[0] + GAP), HAND_TOP + row * (CARD[1] + GAP))
    row, column = divmod(i, HAND_PER_ROW_NARROW)
    narrow = Spot(
        GAP + column * (CARD[0] * HAND_NARROW + GAP),
        tray_top(players) + HEADING_ROOM + row * (CARD[1] * HAND_NARROW + GAP),
        HAND_NARROW,
    )
    return f'<g class="aa-hand">{place(_contract(f"hand-{i}", CARD), wide, narrow)}</g>'


LABEL: Final = 28
MARGIN: Final = 18

STYLE: Final = """
.aa-sea{fill:var(--gk-water)}.aa-land{fill:var(--gk-land)}.aa-shore{fill:none;stroke:var(--gk-water);stroke-width:12;stroke-linejoin:round;opacity:.5}
.aa-hill{fill:var(--gk-land-2)}.aa-peak{fill:none;stroke:var(--gk-edge);stroke-width:1.8;stroke-linejoin:round;opacity:.55}
.aa-river{fill:none;stroke:var(--gk-water);stroke-width:4.5;stroke-linecap:round;stroke-linejoin:round}
.aa-border{fill:none;stroke:var(--gk-edge);stroke-width:1.6;stroke-dasharray:2 6;stroke-linecap:round;opacity:.75}
.aa-verge{fill:none;stroke:var(--gk-road-edge);stroke-width:12;stroke-linejoin:round;stroke-linecap:round}
.aa-road{fill:none;stroke:var(--gk-l,#c9782b) var(--gk-d,#8a5a2b);stroke-width:7.5;stroke-linejoin:round;stroke-linecap:round}
.aa-line{fill:none;stroke:var(--gk-l,#ffe9c7) var(--gk-d,#d9b27c);stroke-width:1.6;stroke-linejoin:round}
.aa-bead{fill:var(--gk-l,#fffdf6) var(--gk-d,#2a353c);stroke:var(--gk-l,#8a4b12) var(--gk-d,#e0b27a);stroke-width:2.6}
.aa-tri{fill:#fff;stroke:#d0261f;stroke-width:4;stroke-linejoin:round}.aa-bang{fill:#20272c}
.aa-city{fill:var(--gk-l,#1f2b33) var(--gk-d,#eef1ec);stroke:var(--gk-l,#fffdf6) var(--gk-d,#11181d);stroke-width:3}
.aa-core{fill:var(--gk-l,#ffd166) var(--gk-d,#b07a12)}
.aa .gk-legal>:is(.aa-bead,.aa-tri,.aa-core){fill:var(--gk-glow)}.aa .gk-legal>.aa-bead{r:13px;stroke:#20272c}.aa .gk-legal>.aa-city{r:19px;stroke:var(--gk-glow);stroke-width:6}.aa .gk-legal>.aa-core{r:9px}
.aa text{font-family:var(--gk-font);fill:var(--gk-ink)}
.aa .aa-name{font-size:26px;pointer-events:none;font-weight:700;paint-order:stroke;stroke:var(--gk-land);stroke-width:5.5;stroke-linejoin:round}
.aa-truck{filter:drop-shadow(0 2px 2px var(--gk-shadow))}.aa-wheel{fill:#20272c;stroke:#f7f4e8;stroke-width:2}.aa-glass{fill:#dff1fb}
.aa-hull{stroke:var(--gk-paper);stroke-width:2.5;paint-order:stroke}
.p0>.aa-hull{fill:var(--gk-player-0)}.p1>.aa-hull{fill:var(--gk-player-1)}.p2>.aa-hull{fill:var(--gk-player-2)}.p3>.aa-hull{fill:var(--gk-player-3)}.p4>.aa-hull{fill:var(--gk-player-4)}.p5>.aa-hull{fill:var(--gk-player-5)}
.aa-truck.acts .aa-halo{display:inline}.aa-halo{display:none;fill:none;stroke:var(--gk-glow);stroke-width:5}
.aa-plate{fill:#fffdf6;stroke:#20272c;stroke-width:1.6}.aa .aa-load{font-size:17px;font-weight:800;text-anchor:middle;fill:#20272c}
.aa-works{fill:#ffb000;stroke:#20272c;stroke-width:2.5}.aa-stripe{fill:#20272c}.aa-jam{fill:#d0261f;stroke:#fff;stroke-width:3}.aa .aa-jam-text{font-size:17px;font-weight:800;fill:#fff;text-anchor:middle}
.aa .aa-letter .gk-token text{font-size:27.5px}.aa-roll{pointer-events:none}.aa-roll rect{fill:#fffdf6;stroke:#20272c;stroke-width:3}.aa-roll circle{fill:#20272c}
.aa.gk-narrow .aa-name{font-size:28px}.aa.gk-narrow .aa-load{font-size:26px;transform:translateY(4px)}.aa.gk-narrow .aa-plate{x:-33px;width:66px;height:27px}
.aa.gk-narrow .aa-letter .gk-token path{transform:scale(1.3)}.aa.gk-narrow .aa-letter .gk-token text{font-size:42px;transform:translateY(6px)}
.aa.gk-narrow .aa-jam-text{font-size:26.5px;transform:translateY(4px)}
"""


@of_the_box
def road_map(game: Any) -> tuple[Any, Any]:
    """Return the cities as (name, longitude, latitude) and the roads as (city, city, points on the way, spaces)."""
    board = game.box.map
    cities = [(name, *place) for name, place in board.cities.items()]
    return cities, [(*road.between, list(road.by), road.spaces) for road in board.roads]


@functools.lru_cache(maxsize=8)
def geometry(game: Any) -> tuple[list[Point], list[list[Point]]]:
    """Return the points of all spaces and the lines of all roads; cached."""
    towns, roads = road_map(game)
    cities = {name: project(x, y) for name, x, y in towns}
    lines = [bend([cities[one], *(project(*place) for place in by), cities[other]]) for one, other, by, _n in roads]
    if not on_map(cities.values()):
        lines = [line[:1] + line[-1:] for line in lines]
    places = list(cities.values())
    for (_one, _other, _by, spaces), line in zip(roads, lines, strict=True):
        places += [at_share(line, i / (spaces + 1)) for i in range(1, spaces + 1)]
    if on_map(cities.values()):
        return places, lines
    fit = fit_places(places)
    return [fit(place) for place in places], [[fit(place) for place in line] for line in lines]


def on_map(places: Any) -> bool:
    """Return whether all places lie on our map; other maps are drawn without coasts and rivers."""
    return all(MARGIN <= x <= WIDTH - MARGIN and MARGIN <= y <= HEIGHT - MARGIN for x, y in places)


def fit_places(places: list[Point]) -> Any:
    """Return a function that scales the places of another map to the free part of the picture."""
    xs, ys = [x for x, _y in places], [y for _x, y in places]
    left, top, right, bottom = 60, 130, PURSES_AT[0] - 40, HEIGHT - 60
    scale = min((right - left) / max(max(xs) - min(xs), 1), (bottom - top) / max(max(ys) - min(ys), 1))
    return lambda place: (left + (place[0] - min(xs)) * scale, top + (place[1] - min(ys)) * scale)


def at_share(line: list[Point], share: float) -> Point:
    """Return the point at a share of the length of a line."""
    lengths = [((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in itertools.pairwise(line)]
    left = share * sum(lengths)
    for (a, b), length in zip(itertools.pairwise(line), lengths, strict=True):
        if left <= length:
            k = left / length if length else 0.0
            return a[0] + k * (b[0] - a[0]), a[1] + k * (b[1] - a[1])
        left -= length
    return line[-1]


def static_scene(game: Any) -> str:
    """Return the whole scene as SVG."""
    places, lines = geometry(game)
    ours = on_map([project(x, y) for _name, x, y in road_map(game)[0]])
    title = text(game.title)
    (width, height), (narrow_width, narrow_height) = sizes(game.players)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="aa gk-look" viewBox="0 0 {width} {height}" '
        f'data-narrow="0 0 {narrow_width} {narrow_height}" role="img" '
        f'aria-label="{title}"><title>{title}</title><desc></desc><style>{STYLE}{PANELS_STYLE}</style>',
        _country() if ours else f'<rect class="aa-land" width="{WIDTH}" height="{HEIGHT}" rx="18"/>',
        _roads(lines),
        _spaces(game, places),
        panels(game.title, game.players),
        _works(),
        _jam(),
        *(_truck(p) for p in range(game.players)),
        # A truck may stand below a name, never on it; but whose it is can be read there too.
        _names(game),
        *(
            f'<g id="letter-{p}" class="aa-letter">{badge(p, x=-10, y=-13, scale=0.62)}</g>'
            for p in range(game.players)
        ),
        '<g id="roll" class="aa-roll"><rect x="-22" y="-82" width="44" height="44" rx="9"/>',
        *(f'<circle id="pip-{k}" cx="{pip[0]}" cy="{pip[1]}" r="4.5"/>' for k, pip in enumerate(PIPS)),
        "</g>",
        "</svg>",
    ]
    return "".join(parts)


def _country() -> str:
    """Draw sea, land, mountains, rivers, lakes and borders, clipped at the edge of the map."""
    land = line_path(LAND, close=True, smooth=False)
    islands = [line_path(flat, close=True) for flat in ISLANDS]
    seas = [line_path(flat, close=True, smooth=False) for flat in SEAS]
    peaks = "".join(
        f'<path class="aa-peak" d="M{x - 13:.0f} {y + 9:.0f}l12-19l5 7l4-5l11 17"/>'
        for x, y in (project(*p) for p in PEAKS)
    )
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}"><rect class="aa-sea" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<path class="aa-land" d="{land}"/>'
        + "".join(f'<path class="aa-hill" d="{line_path(flat, close=True)}"/>' for flat in MOUNTAINS)
        + "".join(f'<path class="aa-land" d="{d}"/>' for d in islands)
        + "".join(f'<path class="aa-sea" d="{d}"/>' for d in seas)
        + f'<path class="aa-shore" d="{land}"/>'
        + "".join(f'<path class="aa-border" d="{line_path(flat)}"/>' for flat in BORDERS)
        + "".join(f'<path class="aa-river" d="{line_path(flat)}"/>' for flat in RIVERS)
        + "".join(f'<path class="aa-sea" d="{line_path(flat, close=True)}"/>' for flat in LAKES)
        + peaks
        + "</svg>"
    )


def _roads(lines: list[list[Point]]) -> str:
    """Draw the roads, all verges first, so that crossings look right."""
    ways = [path(line) for line in lines]
    return "".join(f'<path class="{look}" d="{d}"/>' for look in ("aa-verge", "aa-road", "aa-line") for d in ways)


def _spaces(game: Any, places: list[Point]) -> str:
    """Draw a bead for each space, a triangle for each event space, a ring for each city."""
    t = game.tables
    names = game.rulebook.words["space"]
    parts = []
    for v, (x, y) in enumerate(places):
        if v < t.cities:
            shape = '<circle class="aa-city" r="14"/><circle class="aa-core" r="7"/>'
        elif t.is_event[v] == 1:
            shape = '<path class="aa-tri" d="M0-15L15 11H-15Z"/><path class="aa-bang" d="M-2-7H2L1.3 3H-1.3ZM-1.8 5H1.8V8.4H-1.8Z"/>'
        else:
            shape = '<circle class="aa-bead" r="8.5"/>'
        parts.append(
            f'<g id="space-{v}" transform="translate({x:.1f} {y:.1f})"><title>{text(names[v])}</title>{shape}</g>'
        )
    return "".join(parts)


@of_the_box
def routes(game: Any) -> list[str]:
    """Return for each contract the ids of the spaces of a shortest way to its destination, separated by blanks."""
    spaces = space_graph(game.box.map)
    number = {name: space for space, name in spaces.nodes(data="name")}
    ways = [nx.shortest_path(spaces, number[card.origin], number[card.to]) for card in game.box.contracts.cards]
    return [" ".join(f"space-{space}" for space in way) for way in ways]


@of_the_words
def name_places(game: Any) -> list[tuple[str, float, float, str]]:
    """Return name, x, y and anchor of every city."""
    places, lines = geometry(game)
    cities = tuple(map(str, game.rulebook.words["space"][: game.tables.cities]))
    on_the_map = (
        (0, 0, NOTICE_AT[0] + NOTICE[0] + 6, NOTICE_AT[1] + NOTICE[1]),
        (PURSES_AT[0], 0, WIDTH - PURSES_AT[0], PURSES_AT[1] + game.players * PURSE_PITCH),
    )
    signs = tuple(place for place, event in zip(places, game.tables.is_event, strict=False) if event)
    spots = label_places(cities, tuple(places), signs, tuple(map(tuple, lines)), on_the_map, LABEL, (WIDTH, HEIGHT))
    return [(name, round(x), round(y), anchor) for name, (x, y, anchor) in zip(cities, spots, strict=True)]


@of_the_words
def sign_places(game: Any) -> list[list[tuple[Point, Point]]]:
    """Return for each space the shifts of a truck's letter and load that keep them off the names of cities."""
    found = name_places(game)
    names, spots = [name for name, *_spot in found], [(x, y, anchor) for _name, x, y, anchor in found]
    return shifts(names, spots, geometry(game)[0], LABEL, (WIDTH, HEIGHT))


def _names(game: Any) -> str:
    return "".join(
        f'<text class="aa-name" x="{x}" y="{y}" text-anchor="{anchor}">{text(name)}</text>'
        for name, x, y, anchor in name_places(game)
    )


def _truck(p: int) -> str:
    """Draw a truck with its load; its letter is a separate element on top of the scene."""
    return (
        f'<g id="truck-{p}" class="aa-truck p{p}"><circle class="aa-halo" cy="-9" r="37"/>'
        '<path class="aa-hull" d="M-31-27Q-31-30-28-30H8Q11-30 11-27V5H-31ZM14-19H22Q24-19 25.5-17L31-8Q32-6 32-4V5H14Z"/>'
        '<path class="aa-glass" d="M18-15H22L27-7H18Z"/>'
        '<circle class="aa-wheel" cx="-22" cy="6" r="5.5"/><circle class="aa-wheel" cx="-8" cy="6" r="5.5"/><circle class="aa-wheel" cx="23" cy="6" r="5.5"/>'
        f'<g id="load-{p}"><rect class="aa-plate" x="-25" y="11" width="50" height="20" rx="5"/><text id="load-{p}-t" class="aa-load" y="26"></text></g></g>'
    )


def _works() -> str:
    return (
        '<g id="roadworks"><g transform="translate(0 -4)"><rect class="aa-works" x="-22" y="-15" width="44" height="20" rx="3"/>'
        '<path class="aa-stripe" d="M-18-14H-9L-17 4H-21V-7ZM-3-14H6L-2 4H-11ZM12-14H21V-13L13 4H4Z"/>'
        f'<path class="aa-stripe" d="M-16 6h4v10h-4zM12 6h4v10h-4z"/></g><title>{text(_("Roadworks"))}</title></g>'
    )


def _jam() -> str:
    sign = _("JAM")
    wide = 48 if len(sign) < 4 else 20 * len(sign)
    return (
        f'<g id="jam"><g transform="translate(0 -2)"><rect class="aa-jam" x="{-wide // 2}" y="-14" width="{wide}" height="26" rx="6"/>'
        f'<text class="aa-jam-text" y="4">{text(sign)}</text></g><title>{text(_("Traffic jam"))}</title></g>'
    )

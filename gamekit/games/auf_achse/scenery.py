# ruff: noqa: E501  unbroken lines of SVG and CSS read better
"""Auf Achse: the static scene: the road map, and the elements that positions will move. No position is read here.

What stands around the map is in panels.py.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any, Final

import networkx as nx

from gamekit.drawing import badge, of_the_box, of_the_words, text
from gamekit.games.auf_achse.board import space_graph
from gamekit.games.auf_achse.labels import label_places, shifts
from gamekit.games.auf_achse.landscape import (
    BORDERS,
    HEIGHT,
    ISLANDS,
    LAKES,
    LAND,
    MOUNTAINS,
    PEAKS,
    RIVERS,
    SEAS,
    WIDTH,
    Point,
    bend,
    line_path,
    path,
    project,
)
from gamekit.games.auf_achse.panels import NOTICE, NOTICE_AT, PANELS_STYLE, PURSE_PITCH, PURSES_AT, panels, sizes
from gamekit.words import _

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
.aa text{font-family:var(--gk-font);fill:var(--gk-ink)}
.aa .aa-name{font-size:26px;pointer-events:none;font-weight:700;paint-order:stroke;stroke:var(--gk-land);stroke-width:5.5;stroke-linejoin:round}
.aa-truck{filter:drop-shadow(0 2px 2px var(--gk-shadow))}.aa-wheel{fill:#20272c;stroke:#f7f4e8;stroke-width:2}.aa-glass{fill:#dff1fb}
.aa-hull{stroke:var(--gk-paper);stroke-width:2.5;paint-order:stroke}
.p0>.aa-hull{fill:var(--gk-player-0)}.p1>.aa-hull{fill:var(--gk-player-1)}.p2>.aa-hull{fill:var(--gk-player-2)}.p3>.aa-hull{fill:var(--gk-player-3)}.p4>.aa-hull{fill:var(--gk-player-4)}.p5>.aa-hull{fill:var(--gk-player-5)}
.aa-truck.acts .aa-halo{display:inline}.aa-halo{display:none;fill:none;stroke:var(--gk-glow);stroke-width:5}
.aa-plate{fill:#fffdf6;stroke:#20272c;stroke-width:1.6}.aa .aa-load{font-size:17px;font-weight:800;text-anchor:middle;fill:#20272c}
.aa-works{fill:#ffb000;stroke:#20272c;stroke-width:2.5}.aa-stripe{fill:#20272c}.aa-jam{fill:#d0261f;stroke:#fff;stroke-width:3}.aa .aa-jam-text{font-size:17px;font-weight:800;fill:#fff;text-anchor:middle}
.aa .aa-letter .gk-token text{font-size:27.5px}
.aa.gk-narrow .aa-name{font-size:28px}.aa.gk-narrow .aa-load{font-size:26px;transform:translateY(4px)}.aa.gk-narrow .aa-plate{x:-33px;width:66px;height:27px}
.aa.gk-narrow .aa-letter .gk-token path{transform:scale(1.3)}.aa.gk-narrow .aa-letter .gk-token text{font-size:42px;transform:translateY(6px)}
.aa.gk-narrow .aa-jam-text{font-size:26.5px;transform:translateY(4px)}
"""


@of_the_box
def road_map(game: Any) -> tuple[Any, Any]:
    """The cities, each a name, longitude and latitude, and the roads, each two cities, what it leads by, and spaces."""
    board = game.box.map
    cities = [(name, *place) for name, place in board.cities.items()]
    return cities, [(*road.between, list(road.by), road.spaces) for road in board.roads]


@functools.lru_cache(maxsize=8)
def geometry(game: Any) -> tuple[list[Point], list[list[Point]]]:
    """Where every space lies, and the line of every road."""
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
    """Whether a map lies where ours does; another one is drawn without our coasts and rivers."""
    return all(MARGIN <= x <= WIDTH - MARGIN and MARGIN <= y <= HEIGHT - MARGIN for x, y in places)


def fit_places(places: list[Point]) -> Any:
    """A function that brings the places of a far-away map onto the picture, between the panels."""
    xs, ys = [x for x, _y in places], [y for _x, y in places]
    left, top, right, bottom = 60, 130, PURSES_AT[0] - 40, HEIGHT - 60
    scale = min((right - left) / max(max(xs) - min(xs), 1), (bottom - top) / max(max(ys) - min(ys), 1))
    return lambda place: (left + (place[0] - min(xs)) * scale, top + (place[1] - min(ys)) * scale)


def at_share(line: list[Point], share: float) -> Point:
    """The place that lies `share` of the way along a line."""
    lengths = [((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in itertools.pairwise(line)]
    left = share * sum(lengths)
    for (a, b), length in zip(itertools.pairwise(line), lengths, strict=True):
        if left <= length:
            k = left / length if length else 0.0
            return a[0] + k * (b[0] - a[0]), a[1] + k * (b[1] - a[1])
        left -= length
    return line[-1]


def static_scene(game: Any) -> str:
    """The whole scene as SVG."""
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
        "</svg>",
    ]
    return "".join(parts)


def _country() -> str:
    """Sea, land, mountains, rivers, lakes and borders, cut off at the edge of the map."""
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
    """All verges first, then all roads, so that crossings look like crossings."""
    ways = [path(line) for line in lines]
    return "".join(f'<path class="{look}" d="{d}"/>' for look in ("aa-verge", "aa-road", "aa-line") for d in ways)


def _spaces(game: Any, places: list[Point]) -> str:
    """A bead for each space, a triangle for each event space, a ring for each city."""
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
    """For each contract a shortest way from its origin to its destination: the spaces, as the scene calls them."""
    spaces = space_graph(game.box.map)
    number = {name: space for space, name in spaces.nodes(data="name")}
    ways = [nx.shortest_path(spaces, number[card.origin], number[card.to]) for card in game.box.contracts.cards]
    return [" ".join(f"space-{space}" for space in way) for way in ways]


@of_the_words
def name_places(game: Any) -> list[tuple[str, float, float, str]]:
    """Every city with the place and anchor of its name, which is looked for at length."""
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
    """For each space the ways in which a truck's letter and its load may move aside there, to cover no city's name."""
    found = name_places(game)
    names, spots = [name for name, *_spot in found], [(x, y, anchor) for _name, x, y, anchor in found]
    return shifts(names, spots, geometry(game)[0], LABEL, (WIDTH, HEIGHT))


def _names(game: Any) -> str:
    return "".join(
        f'<text class="aa-name" x="{x}" y="{y}" text-anchor="{anchor}">{text(name)}</text>'
        for name, x, y, anchor in name_places(game)
    )


def _truck(p: int) -> str:
    """A truck in its player's colour with its load; its letter lies on top of everything."""
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

# ruff: noqa: E501  outlines are long
"""Route 66: the static scene (strip map, dials, table of state cards) and the coordinates of its moving parts.

Landmarks stand on the origin and are about 34 units high.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.svg import SHAPES, badge, text
from gamekit.games.route66 import roadway
from gamekit.games.route66.state import CALIFORNIA, STATES, TOP_SPEED

if TYPE_CHECKING:
    from gamekit.games.route66.state import Tables

ICONS: Final = (
    # Illinois: towers
    "M-17 0V-16H-9V0ZM-8 0V-26H-5V-34H-3V-26H0V-34H2V-26H5V0ZM6 0V-20H11V-12H17V0Z",
    # Missouri: the arch
    "M-19 0Q-16-34 0-34Q16-34 19 0H15Q12-29 0-29Q-12-29-15 0Z",
    # Kansas: a sunflower
    "M-1.500 0V-13H1.500V0ZM2 -2Q10-3 11-9Q3-9 2-2ZM0-34L3-29L8-31L8-26L13-25L10-21L13-17L8-16L8-11L3-13L0-9L-3-13L-8-11L-8-16L-13-17L-10-21L-13-25L-8-26L-8-31L-3-29ZM0-26A5 5 0 1 0 .1-26Z",
    # Oklahoma: a derrick
    "M-12 0L-3-34H3L12 0H8.500L6-10H-6L-8.500 0ZM-5-14H5L3-22H-3ZM-2.200-26H2.200L1.500-30H-1.500Z",
    # Texas: the lone star
    "M0-33L4.700-20.500L18-20L7.600-11.700L11.200 1L0-6.400L-11.200 1L-7.600-11.700L-18-20L-4.700-20.500Z",
    # New Mexico: a mesa under the sun
    "M-24 0Q-20-2-17-13L-14-15H7L10-13Q12-2 18 0ZM13-33A7 7 0 1 0 13.100-33Z",
    # Arizona: a cactus
    "M-4 0V-10H-9Q-15-10-15-16V-22Q-15-24.500-12.500-24.500T-10-22V-17Q-10-15-8-15H-4V-29Q-4-34 0-34T4-29V-19H8Q10-19 10-21V-25Q10-27.500 12.500-27.500T15-25V-20Q15-14 9-14H4V0Z",
    # California: a palm
    "M-3 0Q0-12 0-21Q-9-20-14-12Q-17-21-6-25Q-14-28-18-22Q-16-34 0-28Q8-36 17-27Q10-28 6-25Q17-24 15-12Q10-20 3-21Q3-10 3 0Z",
)
BEACH: Final = "M-38 0Q-20-8 0-6T38-2V0ZM-14-6Q-12-24-8-36Q-20-36-26-26Q-29-38-14-42Q-24-46-30-38Q-28-54-7-45Q3-56 14-43Q5-46-1-42Q14-41 10-26Q4-36-4-36Q-8-22-8-6ZM22-10A9 9 0 1 1 22.1-10Z"
SKYLINE: Final = "M-34 0V-14H-26V-26H-18V-12H-12V-40H-9V-52H-7V-40H-2V-30H6V-46H14V-18H20V-34H28V-10H34V0Z"

TINTS: Final = (
    ("--gk-land-2", 100, "--gk-land"),
    ("--gk-good", 20, "--gk-land"),
    ("--gk-glow", 30, "--gk-land"),
    ("--gk-wrong", 17, "--gk-land"),
    ("--gk-glow", 17, "--gk-paper"),
    ("--gk-wrong", 26, "--gk-paper"),
    ("--gk-player-4", 42, "--gk-paper"),
    ("--gk-water", 88, "--gk-land"),
)
"""Mixed colour of each state's land: first colour, its share in percent, second colour."""

LAND: Final = "".join(
    f".r66-land-{i}{{stroke:color-mix(in srgb,var({one}) {share}%,var({other}))}}"
    f".r66-in-{i}{{--tint:color-mix(in srgb,var({one}) {share}%,var({other}))}}"
    for i, (one, share, other) in enumerate(TINTS)
)
CARS: Final = "".join(f".r66-p{p}{{--paint:var(--gk-player-{p})}}" for p in range(5))

STYLE: Final = (
    LAND
    + CARS
    + """
.r66 text{font-family:var(--gk-font);fill:var(--gk-ink)}
.r66-ground{fill:var(--gk-paper)}.r66-map{fill:var(--gk-land);stroke:var(--gk-line);stroke-width:1.5}
.r66-band{fill:none;stroke-width:104}.r66-cap{fill:var(--tint)}
.r66-border{stroke:var(--gk-ink);stroke-width:2;stroke-dasharray:1 7;stroke-linecap:round;opacity:.55}
.r66-verge{fill:none;stroke:var(--gk-road-edge);stroke-width:46;stroke-linejoin:round}.r66-asphalt{fill:none;stroke:var(--gk-road);stroke-width:40;stroke-linejoin:round}
.r66-dash{fill:none;stroke:var(--gk-road-mark);stroke-width:2.5;stroke-dasharray:10 9}
.r66-tick{stroke:var(--gk-road-edge);stroke-width:2;opacity:.5}
.r66-two-spot{fill:none;stroke:var(--gk-glow);stroke-width:3.5}.r66-sign{fill:#ffc247;stroke:#20272c;stroke-width:2.2;stroke-linejoin:round}
.r66 .r66-two{font-size:25px;font-weight:700;text-anchor:middle;fill:#20272c}
.r66 .r66-name{font-size:29px;font-weight:600;text-anchor:middle}
.r66-art{fill:color-mix(in srgb,var(--gk-ink) 52%,var(--tint));fill-rule:evenodd}.r66-far{opacity:.42}
.r66-city{fill:var(--gk-panel);stroke:var(--gk-ink);stroke-width:3}.r66-skyline{fill:var(--gk-line)}
.r66 .r66-city-name{font-size:28px;font-weight:700}
.r66-shield{fill:var(--gk-panel);stroke:var(--gk-ink);stroke-width:3.5}.r66 .r66-sixty{font-size:31px;font-weight:800;text-anchor:middle;letter-spacing:-1px}
.r66 .r66-title{font-size:33px;font-weight:800;letter-spacing:.5px}.r66-heading{font-size:29px;font-weight:400;letter-spacing:0;fill:var(--gk-muted)}
.r66-back{fill:var(--gk-card-back);stroke:var(--gk-paper);stroke-width:1.5}.r66-state-mark{fill:#fff}.r66-speed-mark{fill:none;stroke:#fff;stroke-width:3;stroke-linecap:round}
.r66 .r66-count{font-size:30px;font-weight:700}
.r66-frame{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5}.r66-panel.acts>.r66-frame{stroke:var(--gk-glow);stroke-width:5}.r66-panel.home{opacity:.6}
.r66-face{fill:#20272c;stroke:var(--gk-edge);stroke-width:3}.r66-dial-tick{stroke:#f7f4e8;stroke-width:2.5;stroke-linecap:round}
.r66-red{fill:none;stroke:#e4572e;stroke-width:9}.r66-needle{fill:#ffc247}.r66-hub{fill:#ffc247;stroke:#20272c;stroke-width:2}
.r66 .r66-mph{font-size:20px;text-anchor:middle;fill:#c9d1d3}.r66 .r66-speed{font-size:33px;font-weight:700;text-anchor:middle;fill:#fff}
.r66 .r66-score{font-size:29px;font-weight:700;text-anchor:end}.r66-card{fill:var(--gk-card-back);stroke:var(--gk-ink);stroke-width:1.5}.r66-card.won{fill:var(--gk-glow)}
.r66-slot-card{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.5}.r66 .r66-kind{font-size:30px;font-weight:700;text-anchor:middle;fill:var(--gk-card-ink)}
.r66 .r66-then{font-size:27px;text-anchor:middle;fill:#4b565d}.r66-star,.r66-slot-back{display:none}
.r66-slot.patrol .r66-star{display:inline;fill:#0072b2}.r66-slot.slower .r66-slot-card{fill:#e3effa}.r66-slot.faster .r66-slot-card{fill:#fff0c4}.r66-slot.stop .r66-slot-card{fill:#ffe0d2}
.r66-slot.caught .r66-then{fill:#b03a00;font-weight:700}.r66-slot.caught .r66-slot-card{stroke:#b03a00;stroke-width:3}
.r66-slot.down .r66-slot-card{fill:var(--gk-card-back);stroke:var(--gk-card)}.r66-slot.down .r66-slot-back{display:inline;fill:none;stroke:var(--gk-card);stroke-width:3;stroke-linecap:round}
.r66 .stop .r66-kind{font-size:25px}.r66-slot.faded{opacity:.38}
.r66 .r66-table-title{font-size:28px;font-weight:700}.r66 .r66-short{font-size:28px;font-weight:700}.r66 .r66-left{font-size:26px;text-anchor:end;fill:var(--gk-muted)}
.r66-cell-face{fill:var(--gk-land)}.r66-missing{fill:none;stroke:var(--gk-edge);stroke-width:1.6;stroke-dasharray:3.500 3}.r66-pips{fill:var(--paint);stroke:var(--gk-panel);stroke-width:1.5}
.r66-table.home .r66-missing{display:none}.r66-have{display:none}.r66-have.on{display:inline}
.r66 .r66-hand-title{font-size:26px;fill:var(--gk-muted);text-anchor:middle}.r66-hand{filter:drop-shadow(0 1.5px 2px var(--gk-shadow))}.r66-hand-face{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.5}.r66-hand-back{display:none;fill:#fff}
.r66-hand-view{fill:var(--tint)}.r66 .r66-hand-state,.r66 .r66-hand-n{font-weight:700;text-anchor:middle;fill:var(--gk-card-ink)}.r66 .r66-hand-state{font-size:27px}.r66 .r66-hand-n{font-size:27px}
.r66-hand.down .r66-hand-face{fill:var(--gk-card-back);stroke:var(--gk-card)}.r66-hand.down .r66-hand-back{display:inline}.r66-hand.down .r66-hand-land{display:none}
.r66-hand-card{fill:var(--gk-yours);stroke:var(--gk-glow);stroke-width:2.5}.r66-table.west .r66-hand-card{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.5}.r66-hand-band{display:none}.r66-table.west .r66-hand-band{display:inline;fill:var(--paint)}.r66 .r66-have-n{font-size:30px;font-weight:700;text-anchor:middle}
.r66-body{fill:var(--paint);stroke:#20272c;stroke-width:2}.r66-wheel{fill:#20272c;stroke:#f7f4e8;stroke-width:2.5}.r66-car .flipped{transform:scaleX(-1)}
.r66-halo{fill:none}.r66-car.acts .r66-halo{fill:var(--gk-glow);opacity:.55}
@container gk (max-width:520px){.r66 .r66-name,.r66 .r66-city-name,.r66 .r66-table-title,.r66 .r66-short{font-size:31px}.r66 .r66-left{font-size:29px}.r66 .r66-two{font-size:28px}
.r66 .r66-car .gk-token text{font-size:30px}.r66 .r66-then{font-size:27px}.r66 .r66-mph{display:none}.r66 .r66-speed{font-size:38px}.r66 .stop .r66-kind{font-size:27px}}
"""
)


WIDTH: Final = 1000
EDGE: Final = 12
MAP_TOP, MAP_BOTTOM = 62, 416
DIALS: Final = MAP_BOTTOM + 10
DIAL_HEIGHT: Final = 212
TABLE: Final = DIALS + DIAL_HEIGHT + 8
HEADER: Final = 72
ROW: Final = 50
LABEL: Final = 64
TRAY: Final = 134
HAND: Final = 14
"""Number of different state cards shown in the hand; thousands of random games have not had more."""
HAND_FROM, HAND_TO = 134, WIDTH - EDGE - 6
CARD: Final = (66, 100)
COLUMN: Final = (WIDTH - 2 * EDGE - LABEL) / STATES
WIDEST: Final = 300
CLEAR: Final = (190.0, 845.0)
"""Least and greatest x of a landmark, which keeps clear of the names of the cities."""
HUB: Final = 90
SLOTS: Final = 3
SLOT: Final = (58, 68)
PARKING: Final = ((-21, -24), (23, -20), (-23, 8), (21, 12), (0, -6))
"""Offsets of the cars in a city, by player."""


def height(players: int) -> int:
    """Return the height of the scene."""
    return tray_top(players) + TRAY + EDGE


def tray_top(players: int) -> int:
    """Return the top of the tray with the open hand."""
    return TABLE + HEADER + players * ROW + 10


def hand_place(players: int, index: int, size: int) -> tuple[float, float, float]:
    """Return centre x, centre y and rotation in degrees of card `index` of `size` cards in the fanned hand."""
    pitch = min(CARD[0] + 12.0, (HAND_TO - HAND_FROM - CARD[0] - 6) / max(size - 1, 1))
    off = index - (size - 1) / 2
    return (HAND_FROM + HAND_TO) / 2 + off * pitch, tray_top(players) + 61 + 0.3 * off * off, 0.6 * off


def car_place(place: int, places: int, player: int) -> tuple[float, float]:
    """Return the point of a car: its space, or in a city its player's parking place."""
    x, y = roadway.at(roadway.LENGTH * place / (places - 1))[:2]
    if 0 < place < places - 1:
        return x, y
    dx, dy = PARKING[player]
    outside = 24 if place == 0 else -24
    return x + outside + dx, y + dy


def dial_middle(players: int, player: int) -> float:
    """Return the x of the centre of a player's dial."""
    wide = dial_width(players)
    return WIDTH / 2 + (player - (players - 1) / 2) * wide


def dial_width(players: int) -> float:
    """Return the width of a player's panel."""
    return min(WIDEST, (WIDTH - 2 * EDGE) / players)


def dial_radius(players: int) -> float:
    """Return the radius of a speedometer, which leaves the panel's corners free for badge and cards."""
    return min(74.0, dial_width(players) / 2 - 43)


def needle_angle(mph: float) -> float:
    """Return the rotation of the needle in degrees: a half circle from 0 to 70 mph."""
    return -90 + 180 * mph / TOP_SPEED


def slot_place(players: int, player: int, slot: int) -> tuple[float, float]:
    """Return the centre of one of a player's three places for speed cards below the dial."""
    pitch = min(dial_width(players) / SLOTS - 3, 84)
    return dial_middle(players, player) + (slot - 1) * pitch, DIALS + 172


def cell(row: int, state: int) -> tuple[float, float]:
    """Return the top left corner of a cell of the table; west is on the left."""
    return EDGE + LABEL + (CALIFORNIA - state) * COLUMN, TABLE + HEADER + row * ROW


def cards_path(x: float, y: float, count: int, pitch: float) -> str:
    """Return an SVG path of `count` small cards, 19 units wide or, for a pitch below 21, `pitch` - 2."""
    flat = min(13.0, pitch - 8)
    card = f"h{flat:g}q3 0 3 3v26q0 3-3 3h{-flat:g}q-3 0-3-3v-26q0-3 3-3z"
    return "".join(f"M{x + i * pitch:.1f} {y:.1f}{card}" for i in range(count))


def pitch_of(copies: int) -> float:
    """Return the horizontal distance of the cards of one state."""
    return 22 if copies <= 3 else 44 / (copies - 1)


def static_scene(players: int, title: str, names: Sequence[str], short: Sequence[str], tables: Tables) -> str:
    """Return the whole scene as SVG."""
    tall = height(players)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="r66 gk-look" viewBox="0 0 {WIDTH} {tall}" role="img" '
        f'aria-label="{text(title)}"><title>{text(title)}</title><desc></desc><style>{STYLE}</style>',
        f'<rect class="r66-ground" width="{WIDTH}" height="{tall}" rx="18"/>',
        _heading(title),
        _map(names, tables),
        *(_dial(players, p, int(tables.limit)) for p in range(players)),
        _table(players, short, tables),
        _tray(players),
        *(_hand_card(f"hand-{i}") for i in range(HAND)),
        *(_car(p) for p in range(players)),
        "</svg>",
    ]
    return "".join(parts)


def _heading(title: str) -> str:
    """Draw the road sign, the title and both piles."""
    return (
        '<g transform="translate(44 33)"><path class="r66-shield" d="M-25-23Q-18-18-11-24Q-6-26 0-22Q6-26 11-24Q18-18 25-23'
        'Q31-12 27-3Q24 4 26 10Q24 22 0 29Q-24 22-26 10Q-24 4-27-3Q-31-12-25-23Z"/><text class="r66-sixty" y="13">66</text></g>'
        f'<text class="r66-title" x="84" y="44">{text(title)}<tspan id="heading" class="r66-heading" dx="18"></tspan></text>'
        f'<g id="pile"><title>{text(_("State cards in the pile"))}</title>'
        '<path class="r66-back" d="M724 14h26q4 0 4 4v34q0 4-4 4h-26q-4 0-4-4v-34q0-4 4-4zM732 10h26q4 0 4 4v34q0 4-4 4h-4V18q0-4-4-4h-22q0-4 4-4z"/>'
        '<path class="r66-state-mark" d="M737 24l3.4 7.4 8 .8-6 5.4 1.7 8-7.1-4.2-7.1 4.2 1.7-8-6-5.4 8-.8z"/></g>'
        '<text id="pile-n" class="r66-count" x="774" y="43"></text>'
        f'<g id="speed-pile"><title>{text(_("Speed cards in the pile"))}</title>'
        '<path class="r66-back" d="M864 14h26q4 0 4 4v34q0 4-4 4h-26q-4 0-4-4v-34q0-4 4-4zM872 10h26q4 0 4 4v34q0 4-4 4h-4V18q0-4-4-4h-22q0-4 4-4z"/>'
        '<path class="r66-speed-mark" d="M867 42a10.500 10.500 0 0 1 20 0M877 40l5-9"/></g>'
        '<text id="speed-pile-n" class="r66-count" x="914" y="43"></text>'
    )


def _map(names: Sequence[str], tables: Tables) -> str:
    """Draw the strip map: land, road, spaces, signs and cities."""
    gap = roadway.LENGTH / int(tables.los_angeles)
    where = [int(tables.state[place]) for place in range(int(tables.los_angeles) + 1)]
    bands, land, signs = [], [], []
    for number, name in enumerate(names):
        spaces = [place for place, state in enumerate(where) if state == number]
        start, end = (spaces[0] - 0.5) * gap, (spaces[-1] + 0.5) * gap
        bands.append(f'<path class="r66-band r66-land-{number}" d="{roadway.stretch(start, end)}"/>')
        marked = [roadway.beside(place * gap, 37)[0] for place in spaces if tables.cards[place] > 1]
        land.append(_state(number, name, start, end, marked))
        if number:
            x1, y1 = roadway.beside(start, -52)
            x2, y2 = roadway.beside(start, 52)
            signs.append(f'<path class="r66-border" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>')
    whole = roadway.stretch(0, roadway.LENGTH)
    (cx, cy), (lx, ly) = roadway.at(0)[:2], roadway.at(roadway.LENGTH)[:2]
    ends = (
        f'<path class="r66-band r66-land-0" d="M{cx + 44} {cy}H{cx - gap / 2 - 1:.1f}"/><circle class="r66-cap r66-in-0" cx="{cx + 26}" cy="{cy}" r="52"/>'
        f'<path class="r66-band r66-land-{CALIFORNIA}" d="M{lx - 44} {ly}H{lx + gap / 2 + 1:.1f}"/><circle class="r66-cap r66-in-{CALIFORNIA}" cx="{lx - 26}" cy="{ly}" r="52"/>'
    )
    ticks = "".join(_tick((place + 0.5) * gap) for place in range(int(tables.los_angeles)))
    marks = "".join(_two(place * gap) for place in range(len(where)) if tables.cards[place] > 1)
    return (
        f'<rect class="r66-map" x="{EDGE}" y="{MAP_TOP}" width="{WIDTH - 2 * EDGE}" height="{MAP_BOTTOM - MAP_TOP}" rx="16"/>'
        f'<clipPath id="map"><rect x="{EDGE}" y="{MAP_TOP}" width="{WIDTH - 2 * EDGE}" height="{MAP_BOTTOM - MAP_TOP}" rx="16"/></clipPath>'
        f'<g clip-path="url(#map)">{ends}{"".join(bands)}{"".join(signs)}</g>{"".join(land)}'
        f'<path class="r66-verge" d="M{cx + 30} {cy}L{whole[1:]}H{lx - 30}"/><path class="r66-asphalt" d="M{cx + 30} {cy}L{whole[1:]}H{lx - 30}"/>'
        f'<path class="r66-dash" d="{whole}"/>{ticks}{marks}'
        + _city(cx + 24, cy, _("Chicago"), "end", WIDTH - EDGE - 8, SKYLINE)
        + _city(lx - 24, ly, _("Los Angeles"), "start", EDGE + 8, BEACH)
    )


def _state(number: int, name: str, start: float, end: float, signs: Sequence[float]) -> str:
    """Draw a state's name and landmarks along the longest straight part of its road, clear of the signs' x."""
    west, east, y = max(roadway.straights(start, end), key=lambda part: part[1] - part[0])
    label = 15.6 * len(name)
    middle = (west + east) / 2
    beside_name = label / 2 + 30
    room = (east - west) / 2 - 22
    offsets = [
        side
        for k in range(3)
        for side in (beside_name + 62 * k, -beside_name - 62 * k)
        if abs(side) < room and CLEAR[0] < middle + side < CLEAR[1]
    ]
    if not offsets:
        middle -= 24
        offsets = [beside_name]
    drawn = [f'<text class="r66-name" x="{middle:.1f}" y="{y - 28:.1f}">{text(name)}</text>']
    drawn += [
        _landmark(number, middle + side, y - 23, 0.92 - 0.18 * (i % 3 == 1)) for i, side in enumerate(offsets[:5])
    ]
    low = (west + 34 + step * 74 for step in range(int((east - west - 40) // 74) + 1))
    drawn += [
        _landmark(number, x, y + 50, 0.66, far=True)
        for x in low
        if all(abs(x - sign) > 36 for sign in signs) and CLEAR[0] < x < CLEAR[1]
    ]
    return "".join(drawn)


def _landmark(number: int, x: float, y: float, scale: float, far: bool = False) -> str:
    look = "r66-art r66-far" if far else "r66-art"
    where = f"translate({x:.1f} {y:.1f}) scale({scale:.2f})"
    return f'<path class="{look} r66-in-{number}" transform="{where}" d="{ICONS[number]}"/>'


def _tick(along: float) -> str:
    """Draw the line between two road spaces."""
    (x1, y1), (x2, y2) = roadway.beside(along, -19), roadway.beside(along, 19)
    return f'<path class="r66-tick" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'


def _two(along: float) -> str:
    """Draw the sign beside a space that brings two cards, and its mark on the road."""
    x, y = roadway.beside(along, 37)
    rx, ry = roadway.at(along)[:2]
    return (
        f'<circle class="r66-two-spot" cx="{rx:.1f}" cy="{ry:.1f}" r="16"/>'
        f'<g transform="translate({x:.1f} {y:.1f})"><path class="r66-sign" d="M0-18L18 0L0 18L-18 0Z"/><text class="r66-two" y="8">2</text></g>'
    )


def _city(x: float, y: float, name: str, anchor: str, at: float, outline: str) -> str:
    return (
        f'<circle class="r66-city" cx="{x}" cy="{y}" r="44"/><path class="r66-skyline" transform="translate({x} {y + 32})" d="{outline}"/>'
        f'<text class="r66-city-name" text-anchor="{anchor}" x="{at}" y="{y + 67}">{text(name)}</text>'
    )


def _arc(radius: float, low: float, high: float) -> str:
    """Return the SVG path of the arc of a dial between two speeds, around its hub."""
    (x1, y1), (x2, y2) = (
        (radius * sin(pi / 180 * needle_angle(v)), -radius * cos(pi / 180 * needle_angle(v))) for v in (low, high)
    )
    return f"M{x1:.1f} {y1:.1f}A{radius} {radius} 0 0 1 {x2:.1f} {y2:.1f}"


def _dial(players: int, p: int, limit: int) -> str:
    """Draw a player's panel: badge, speedometer, cards held and collected, and places for speed cards."""
    middle, wide = dial_middle(players, p), dial_width(players) - 8
    left, right = middle - wide / 2, middle + wide / 2
    y, radius = DIALS, dial_radius(players)
    rim = radius + 6
    ticks = "".join(
        f'<path class="r66-dial-tick" transform="rotate({needle_angle(v):.1f})" d="M0 {4 - radius:.1f}v{12 if v % 10 == 0 else 7}"/>'
        for v in range(0, TOP_SPEED + 1, 5)
    )
    red = f'<path class="r66-red" d="{_arc(radius - 6, limit + 2.5, TOP_SPEED)}"/>' if limit < TOP_SPEED else ""
    slots = "".join(_slot(players, p, i) for i in range(SLOTS))
    return (
        f'<g id="panel-{p}" class="r66-panel"><rect class="r66-frame" x="{left:.1f}" y="{y}" width="{wide:.1f}" height="{DIAL_HEIGHT - 2}" rx="14"/>'
        f'<g id="dial-{p}" transform="translate({middle:.1f} {y + HUB})"><path class="r66-face" d="M{-rim:.1f} 20V0A{rim:.1f} {rim:.1f} 0 0 1 {rim:.1f} 0V20Q{rim:.1f} 40 {rim - 20:.1f} 40H{20 - rim:.1f}Q{-rim:.1f} 40 {-rim:.1f} 20Z"/>'
        f'{red}{ticks}<text class="r66-mph" x="{16 - radius:.1f}" y="26">0</text><text class="r66-mph" x="{radius - 19:.1f}" y="26">70</text></g>'
        f'<g id="needle-{p}"><path class="r66-needle" d="M-4 8L-1.200 {12 - radius:.1f}H1.200L4 8Z"/><circle class="r66-hub" r="8"/></g>'
        f'<text id="mph-{p}" class="r66-speed" x="{middle:.1f}" y="{y + HUB + 35}"></text>'
        f"{badge(p, x=round(left + 28, 1), y=y + 29)}"
        f'<path id="card-{p}" class="r66-card" d="{cards_path(right - 30, y + 10, 1, 22)}"/><text id="score-{p}" class="r66-score" x="{right - 38:.1f}" y="{y + 37}"></text>'
        f"</g>{slots}"
    )


def _slot(players: int, p: int, i: int) -> str:
    """Draw a place for a speed card below a dial."""
    w, h = SLOT
    name = f"slot-{p}-{i}"
    return (
        f'<g id="{name}" class="r66-slot"><rect class="r66-slot-card" x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="8"/>'
        '<path class="r66-slot-back" d="M-15 14a15.500 15.500 0 0 1 30 0M0 11l8-14"/>'
        '<path class="r66-star" d="M0-33l2.900 6 6.600.7-4.900 4.500 1.400 6.500-6-3.400-6 3.400 1.400-6.500-4.900-4.500 6.600-.7z" transform="translate(23 -5)"/>'
        f'<text id="{name}-t" class="r66-kind" y="0"></text><text id="{name}-s" class="r66-then" y="26"></text></g>'
    )


def _table(players: int, short: Sequence[str], tables: Tables) -> str:
    """Draw the table of states (columns) and colours (rows)."""
    head = "".join(_column(short, state) for state in range(STATES))
    rows = "".join(_row(p, [int(n) for n in tables.copies[:STATES]]) for p in range(players))
    return (
        f'<rect class="r66-frame" x="{EDGE}" y="{TABLE}" width="{WIDTH - 2 * EDGE}" height="{HEADER + players * ROW + 2}" rx="14"/>'
        f'<text id="table-title" class="r66-table-title" x="{EDGE + 16}" y="{TABLE + 31}"></text>'
        f'<g id="table" class="r66-table">{head}{rows}</g>'
    )


def _column(short: Sequence[str], state: int) -> str:
    """Draw the head of a column: landmark and letters of the state, and the number of cards left to collect."""
    x, y = cell(0, state)
    middle = x + COLUMN / 2
    return (
        f'<path class="r66-art r66-in-{state}" transform="translate({x + 17:.1f} {y - 8}) scale(.68)" d="{ICONS[state]}"/>'
        f'<text class="r66-short" x="{x + 33:.1f}" y="{y - 8}">{text(short[state])}</text>'
        f'<text id="left-{state}" class="r66-left" x="{middle + COLUMN / 2 - 8:.1f}" y="{y - 8}"></text>'
    )


def _row(p: int, copies: Sequence[int]) -> str:
    y = TABLE + HEADER + p * ROW
    cells = []
    for state in range(STATES):
        x, top = cell(p, state)
        name = f"{p}-{state}"
        cells.append(
            f'<g id="cell-{name}" class="r66-cell"><rect class="r66-cell-face" x="{x + 2:.1f}" y="{top + 2}" width="{COLUMN - 4:.1f}" height="{ROW - 6}" rx="8"/>'
            f'<path class="r66-missing" d="{cards_path(x + 12, top + 9, copies[state], pitch_of(copies[state]))}"/>'
            f'<path id="pips-{name}" class="r66-pips r66-p{p}" d=""/>'
            f'<g id="have-{name}" class="r66-have r66-p{p}"><path class="r66-hand-card" d="M{x + COLUMN - 30:.1f} {top + 4}h18q5 0 5 5v30q0 5-5 5h-18q-5 0-5-5v-30q0-5 5-5z"/>'
            f'<path class="r66-hand-band" d="M{x + COLUMN - 30:.1f} {top + 9}h18v11h-18z"/>'
            f'<text id="have-{name}-n" class="r66-have-n" x="{x + COLUMN - 21:.1f}" y="{top + 33}"></text></g></g>'
        )
    return f"{badge(p, x=EDGE + LABEL / 2, y=y + ROW / 2 - 2)}{''.join(cells)}"


def _tray(players: int) -> str:
    """Draw the tray of the open hand, with a badge for each possible owner."""
    top = tray_top(players)
    owners = "".join(f'<g id="owner-{p}">{badge(p, x=73, y=top + 82, scale=1.35)}</g>' for p in range(players))
    return (
        f'<rect class="r66-frame" x="{EDGE}" y="{top}" width="{WIDTH - 2 * EDGE}" height="{TRAY}" rx="14"/>'
        f'<text id="hand-title" class="r66-hand-title" x="73" y="{top + 35}"></text>{owners}'
    )


def _hand_card(name: str) -> str:
    """Draw a state card around the origin: shape of its colour, landmark of its state, letters."""
    w, h = CARD
    return (
        f'<g id="{name}" class="r66-hand"><rect class="r66-hand-face" x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="8"/>'
        f'<path class="r66-hand-back" d="M0-14l4.700 12.500 13.300.5-10.400 8.300 3.600 12.700-11.200-7.400-11.200 7.400 3.600-12.700-10.400-8.300 13.300-.5z"/>'
        f'<g id="{name}-land" class="r66-hand-land"><path class="r66-hand-view" d="M{-w / 2 + 5} {-h / 2 + 32}H{w / 2 - 5}V20H{-w / 2 + 5}Z"/>'
        f'<path id="{name}-icon" class="r66-art" transform="translate(0 18)" d=""/></g>'
        f'<g id="{name}-owner" transform="translate(-16 -34) scale(.52)"><path id="{name}-shape" d=""/></g>'
        f'<text id="{name}-t" class="r66-hand-state" y="43"></text><text id="{name}-n" class="r66-hand-n" x="12" y="-24"></text></g>'
    )


def _car(p: int) -> str:
    """Draw a car with its player's letter and shape on the door."""
    return (
        f'<g id="car-{p}" class="r66-car"><ellipse class="r66-halo" rx="35" ry="24" cy="-4"/><g id="car-{p}-body" class="r66-p{p}">'
        '<path class="r66-body" d="M-31 8Q-33-3-24-5L-19-6Q-14-17-4-17H8Q14-17 18-7L29-4Q33-2 32 8Q32 11 29 11H-28Q-31 11-31 8Z"/>'
        '<circle class="r66-wheel" cx="-18" cy="11" r="7"/><circle class="r66-wheel" cx="18" cy="11" r="7"/></g>'
        f'<g class="gk-token gk-token-{p}" transform="translate(0 -9) scale(.86)"><path d="{SHAPES[p]}"/><text y="{10 if p == 2 else 8}">{PLAYER_LETTERS[p]}</text></g></g>'
    )

# ruff: noqa: E501  unbroken lines of SVG and CSS read better
"""Auf Achse: what stands around the map: the notice, purses, open contracts, a hand; and where, on a desk and on a phone.

Every part is drawn once around its own corner and has two places, `wide` beside the map and `narrow` below it.
"""

from __future__ import annotations

from typing import Final

from gamekit.drawing import Spot, badge, place, text
from gamekit.games.auf_achse.landscape import HEIGHT, WIDTH
from gamekit.words import _

HAND_SLOTS: Final = 10
OPEN_SHOWN: Final = 4
GAP: Final = 8
CARD: Final = (190, 84)
OPEN_CARD: Final = (274, 104)
NOTICE: Final = (362, 128)
TITLE_HEIGHT: Final = 44
"""The part of the notice that has the game's name; a phone has it above the board."""
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
    """Where, on a phone, the open contracts begin: below all purses."""
    rows = -(-players // PURSES_PER_ROW)
    return PURSES_TOP + rows * (PURSE[1] * PURSE_NARROW + GAP)


def tray_top(players: int) -> float:
    """Where, on a phone, the hand begins."""
    return open_top(players) + HEADING_ROOM + OPEN_SHOWN // OPEN_PER_ROW * (OPEN_CARD[1] * OPEN_NARROW + GAP) + GAP


def sizes(players: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Width and height of the wide and of the narrow picture."""
    rows = -(-HAND_SLOTS // HAND_PER_ROW_NARROW)
    narrow = tray_top(players) + HEADING_ROOM + rows * (CARD[1] * HAND_NARROW + GAP) + GAP
    return (COLUMN + COLUMN_WIDTH, HEIGHT), (WIDTH, round(narrow))


def panels(title: str, players: int) -> str:
    """All of it; `title` is the game's name."""
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
    """Title, what is going on, and the line that says what is reconstructed."""
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
    """A player's money, contracts, trailers and kept events."""
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
    """A contract card; its class says how many goods it has and whether they are on the truck."""
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
    """The open contracts below their heading."""
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
    """Where the contracts of one player lie, and whose they are."""
    top, bottom = tray_top(players), sizes(players)[1][1]
    owners = "".join(f'<g id="owner-{p}">{badge(p, x=18, y=-7, scale=0.86)}</g>' for p in range(players))
    heading = f'{owners}<text id="hand-title" class="aa-heading" x="46"></text>'
    return (
        f'<rect class="aa-tray gk-if-wide" x="{COLUMN}" y="{TRAY_TOP}" width="{COLUMN_WIDTH - 2}" height="{HEIGHT - TRAY_TOP - 4}" rx="14"/>'
        f'<rect class="aa-tray gk-if-narrow" x="2" y="{top:g}" width="{WIDTH - 4}" height="{bottom - top - 4:g}" rx="14"/>'
        + place(heading, Spot(COLUMN + 12, TRAY_TOP + 30), Spot(14, top + 40, HEADING_NARROW))
    )


def _in_hand(i: int, players: int) -> str:
    """A card of the tray."""
    row, column = divmod(i, HAND_PER_ROW)
    wide = Spot(COLUMN + GAP + column * (CARD[0] + GAP), HAND_TOP + row * (CARD[1] + GAP))
    row, column = divmod(i, HAND_PER_ROW_NARROW)
    narrow = Spot(
        GAP + column * (CARD[0] * HAND_NARROW + GAP),
        tray_top(players) + HEADING_ROOM + row * (CARD[1] * HAND_NARROW + GAP),
        HAND_NARROW,
    )
    return f'<g class="aa-hand">{place(_contract(f"hand-{i}", CARD), wide, narrow)}</g>'

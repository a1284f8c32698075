# ruff: noqa: E501  unbroken lines of SVG and CSS read better
"""Ausgebremst: the static scene (circuits, cars, hand, piles, standings) and the coordinates of its moving parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gamekit.core.i18n.translation import _
from gamekit.core.svg import Spot, badge, place, text
from gamekit.games.ausgebremst.state import ADVANCED_HAND, CARS, HAND, PILES
from gamekit.games.ausgebremst.track import HEIGHT, WIDTH, CircuitDrawing

PANEL: Final = HEIGHT + 8
TALL: Final = PANEL + 262
CARD: Final = (92, 128)
SMALL: Final = (58, 80)
HAND_LEFT: Final = 16
HAND_WIDTH: Final = 392
HAND_Y: Final = PANEL + 160
ROW: Final = 35
PANEL_HEIGHT: Final = 250
LEAST: Final = 9.1
"""Least size of a sign on a phone, in CSS pixels."""
PHONE: Final = 355
"""Width of a board on a phone, in CSS pixels."""
BESIDE: Final = 48
"""Units of land beside the road that a phone shows."""
HAND_NARROW: Final = 1.15
TABLE_X: Final = 430
TABLE_WIDTH: Final = 570
TABLE_Y: Final = PANEL + 34
COLUMNS: Final = (24, 70, 176, 288, 376, 456, 526)
"""x of the columns place, car, laps, spaces left, pit stop, cards and points."""

STYLE: Final = """
.ab{--ab-red:var(--gk-l,#c4412b) var(--gk-d,#e0674f);--ab-grass:var(--gk-l,#dbe9c6) var(--gk-d,#1f322b);--ab-meadow:var(--gk-l,#cadfb2) var(--gk-d,#263d33);
--ab-sand:var(--gk-l,#ecdfbd) var(--gk-d,#4a442f);--ab-asphalt:var(--gk-l,#59636b) var(--gk-d,#46525b);--ab-pit-asphalt:var(--gk-l,#78838a) var(--gk-d,#5b6871);--ab-tree-1:var(--gk-l,#8fb573) var(--gk-d,#33594a);--ab-tree-2:var(--gk-l,#76a263) var(--gk-d,#2b4f41);
--ab-wing:var(--gk-l,#20272c) var(--gk-d,#0b0f12);--ab-white:#fffdf4;font-family:var(--gk-font)}
.ab text{fill:var(--gk-ink);text-anchor:middle}
.ab-land{fill:var(--ab-grass)}.ab-infield{fill:var(--ab-meadow)}.ab-gravel{fill:var(--ab-sand)}
.ab-verge{fill:none;stroke:var(--ab-sand);stroke-width:22;stroke-linejoin:round;opacity:.75}
.ab-road{fill:var(--ab-asphalt)}.ab-edge{fill:none;stroke:var(--ab-white);stroke-width:2.6;stroke-linejoin:round}
.ab-kerb{fill:none;stroke:var(--ab-white);stroke-width:9}.ab-kerb-red{fill:none;stroke:var(--ab-red);stroke-width:9;stroke-dasharray:10 10}
.ab-dash{fill:none;stroke:var(--ab-white);stroke-width:1.8;stroke-dasharray:9 9;opacity:.75}.ab-solid{fill:none;stroke:var(--ab-white);stroke-width:4.6}
.ab-tick{fill:none;stroke:var(--ab-white);stroke-width:1.3;opacity:.38}
.ab-cell path{fill:var(--ab-asphalt);fill-opacity:.01;stroke:none}.ab-cell.gk-legal path{fill:var(--gk-glow);fill-opacity:.9;stroke:var(--ab-white);stroke-width:2.5}
.ab-cell.gk-legal.gk-hover path{fill-opacity:1}
.ab .ab-cell text{font-size:16.5px;fill:var(--ab-white);fill-opacity:.85;paint-order:stroke;stroke:var(--ab-asphalt);stroke-width:5px;stroke-linejoin:round}
.ab .ab-cell.gk-legal text{fill:#20272c;fill-opacity:1;font-weight:700;font-size:17px;stroke:none}
.ab-box{fill:none;stroke:var(--ab-white);stroke-width:2.6}.ab text.ab-place{font-size:16px;font-weight:700;fill:var(--ab-white);paint-order:stroke;stroke:var(--ab-asphalt);stroke-width:4px}
.ab-flag{fill:var(--ab-white)}.ab-check{fill:#14191d}.ab-arrow{fill:var(--gk-ink);opacity:.8}
.ab-finish.gk-legal .ab-flag{fill:var(--gk-glow)}
.ab-pit-verge{fill:none;stroke:var(--ab-white);stroke-width:40;stroke-linejoin:round}.ab-pit{fill:none;stroke:var(--ab-pit-asphalt);stroke-width:35;stroke-linejoin:round}
.ab-garage{fill:var(--gk-panel);stroke:var(--gk-edge);stroke-width:1.5}.ab text.ab-pit-sign{font-size:19px;font-weight:800;letter-spacing:3px;fill:var(--gk-muted)}
.ab-stand{fill:none;stroke:var(--gk-panel);stroke-width:8}.ab-crowd{fill:none;stroke:var(--gk-edge);stroke-width:4.5;stroke-linecap:round;stroke-dasharray:.1 7.3}
.ab-tree{fill:var(--ab-tree-1)}.ab-tree.dark{fill:var(--ab-tree-2)}.ab-top{fill:#fff;opacity:.14}.ab-shade{fill:var(--gk-shadow)}
.ab-ideal{fill:none;stroke:var(--gk-glow);stroke-width:4;stroke-dasharray:.1 11;stroke-linecap:round;opacity:.95}
.ab text.ab-title{font-size:30px;font-weight:800;letter-spacing:.5px}.ab text.ab-facts{font-size:17px;fill:var(--gk-muted)}
.ab text.ab-sub{font-size:19px;font-weight:600}
.ab-car .ab-wheel{fill:var(--ab-wing)}.ab-car .ab-body{stroke:var(--gk-paper);stroke-width:1.6}.ab-car .ab-glass{fill:#10171c;opacity:.85}
.ab-car .ab-shadow{fill:#000;opacity:.22}.ab-body.unowned{fill:url(#ab-hatch)!important}
.ab-plate.acts .ab-ring{stroke:var(--gk-glow);stroke-width:5;opacity:1}.ab-ring{fill:none;opacity:0}
.ab-plate.unowned .gk-token path{fill:#d8dcda}.ab-plate.unowned .gk-token text,.ab-line.unowned .gk-token text{fill:#20272c}.ab-line.unowned .gk-token path{fill:#d8dcda}
.ab-panel{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5}
.ab text.ab-head{font-size:16.5px;fill:var(--gk-muted)}.ab text.ab-figure{font-size:21px;font-weight:600}.ab text.ab-note{font-size:18px;fill:var(--gk-muted)}
.ab-line-back{fill:var(--gk-yours);opacity:0}.ab-line.acts .ab-line-back{opacity:1;stroke:var(--gk-glow);stroke-width:2}.ab-line.gone .ab-fade{opacity:.5}
.ab-card{filter:drop-shadow(0 1.5px 2px var(--gk-shadow))}.ab-face{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.4}
.ab-card .ab-value{font-size:58px;font-weight:800;fill:var(--gk-card-ink)}.ab-card .ab-corner{font-size:20px;font-weight:700;fill:var(--gk-card-ink)}
.ab-card.small .ab-value{font-size:34px}.ab-card.small .ab-corner{display:none}.ab-card .ab-pips{fill:none;stroke:var(--gk-card-ink);stroke-width:6;stroke-dasharray:6.5 4.5}
.ab-card.small .ab-pips{stroke-width:4;stroke-dasharray:5 3}.ab-card.down .ab-face{fill:var(--gk-card-back);stroke:var(--gk-card)}.ab-card.down :is(.ab-value,.ab-corner,.ab-pips){display:none}
.ab-back{display:none;fill:none;stroke:var(--gk-card);stroke-width:2;stroke-dasharray:6 5}.ab-card.down .ab-back{display:inline}
.ab-card.shown .ab-face{stroke:var(--gk-accent);stroke-width:3.5}.ab-card.empty .ab-face{fill:none;stroke:var(--gk-edge);stroke-dasharray:5 5}.ab-card.empty :is(.ab-value,.ab-corner,.ab-pips){display:none}
.ab-card.v6 .ab-pips{stroke:var(--ab-red)}.ab-card.v5 .ab-pips{stroke:#b26a00}
.ab text.ab-count{font-size:18px;font-weight:700}.ab-stop{fill:var(--gk-good)}.ab-due{fill:none;stroke:var(--gk-edge);stroke-width:2}
.ab-laps{fill:none;stroke:var(--gk-line);stroke-width:9;stroke-linecap:round}.ab-done{fill:none;stroke:var(--gk-accent);stroke-width:9;stroke-linecap:round}
.ab.gk-narrow text.ab-place{font-size:max(22px,var(--ab-least))}.ab.gk-narrow text.ab-note{font-size:22px}
.ab.gk-narrow text.ab-count{font-size:24px}.ab.gk-narrow text.ab-pit-sign{font-size:max(22px,var(--ab-least))}.ab.gk-narrow text.ab-title{font-size:36px}.ab.gk-narrow text.ab-sub{font-size:25px}.ab.gk-narrow .ab-card .ab-corner{display:none}.ab.gk-narrow .ab-plate .gk-token{transform:scale(.85)}.ab.gk-narrow .ab-plate text{font-size:max(26px,calc(var(--ab-least)/.85))}.ab.gk-narrow .ab-ring{r:25px}
.ab.gk-narrow .ab-cell text{font-size:26px}.ab.gk-narrow .ab-cell.gk-legal text{font-size:24px}.ab.gk-narrow .ab-cell:not(.gk-legal) .ab-lane{display:none}
.ab.gk-narrow .ab-raised{transform:translateY(-18px)}.ab.gk-narrow text.ab-sub{transform:translateY(12px)}
.ab.gk-narrow text.ab-head{font-size:18px}.ab.gk-narrow text.ab-figure{font-size:24px}.ab.gk-narrow text.ab-facts{font-size:max(23px,var(--ab-least))}
"""

BODY: Final = "M26 0C26-3 21-4 16-5L8-7.5L4-11H-9L-13-8L-22-8V-12H-27V12H-22V8L-13 8L-9 11H4L8 7.5L16 5C21 4 26 3 26 0Z"
WHEELS: Final = "M8-15h11v6H8zM8 9h11v6H8zM-23-16h13v7H-23zM-23 9h13v7H-23z"
WING: Final = "M20-11h5V11h-5z"


def static_scene(
    title: str,
    players: int,
    advanced: bool,
    drawings: Mapping[int, CircuitDrawing],
    facts: Mapping[int, tuple[str, str]],
    ideal: bool,
) -> str:
    """Return the whole scene as SVG: all circuits of the programme, of which one is shown at a time.

    A phone shows the circuits from edge to edge, below them the hand, then the standings.
    """
    roads = [x for drawing in drawings.values() for x, _y in drawing.left + drawing.right]
    left, right = round(min(roads)) - BESIDE, round(max(roads)) + BESIDE
    hand_height = PANEL_HEIGHT * HAND_NARROW
    table_top = PANEL + hand_height + 8
    table_scale = (right - left - 16) / TABLE_WIDTH
    low = round(table_top + PANEL_HEIGHT * table_scale + 8)
    hand_left = (left + right - HAND_WIDTH * HAND_NARROW) / 2
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ab gk-look" style="--ab-least:{LEAST * (right - left) / PHONE:.1f}px" viewBox="0 0 {WIDTH} {TALL}" '
            f'data-narrow="{left} 0 {right - left} {low}" role="img" '
            f'aria-label="{text(title)}"><title>{text(title)}</title><desc></desc><style>{STYLE}</style>{_hatches(players)}',
            f'<rect class="ab-land gk-if-wide" width="{WIDTH}" height="{TALL}" rx="18"/>',
            f'<rect class="ab-land gk-if-narrow" width="{WIDTH}" height="{low}"/>',
            *(_circuit(number, drawing, facts[number], ideal) for number, drawing in drawings.items()),
            f'<rect class="ab-panel gk-if-narrow" x="{left + 8}" y="{PANEL}" width="{right - left - 16}" height="{hand_height:g}" rx="14"/>',
            place(_hand(advanced), Spot(0, 0), under(HAND_LEFT, hand_left, PANEL, HAND_NARROW)),
            place(_table(players), Spot(0, 0), under(TABLE_X - 8, left + 8, table_top, table_scale)),
            *(_car(car, players) for car in range(CARS)),
            *(_plate(car, players) for car in range(CARS)),
            "</svg>",
        )
    )


def under(x: float, left: float, top: float, scale: float) -> Spot:
    """Return shift and scale that move a panel with its corner at (x, PANEL) to (left, top)."""
    return Spot(round(left - x * scale, 1), round(top - PANEL * scale, 1), round(scale, 3))


def _hatches(players: int) -> str:
    """Return the hatching of unowned cars, if there are any."""
    if players == CARS:
        return ""
    return (
        '<defs><pattern id="ab-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="7" height="7" fill="#c9cfcc"/><rect width="3" height="7" fill="#8d9895"/></pattern></defs>'
    )


def _circuit(number: int, drawing: CircuitDrawing, facts: tuple[str, str], ideal: bool) -> str:
    x, y = drawing.sign
    size, *manner = facts[1].split(", ")

    def line(look: str, down: float, words: str) -> str:
        return f'<text class="{look}" x="{x:.0f}" y="{y + down:.0f}">{text(words)}</text>'

    return (
        f'<g id="circuit-{number}">{drawing.svg(ideal)}<g class="ab-raised">{line("ab-title", -20, facts[0])}</g>'
        f"{line('ab-facts gk-if-wide', 8, facts[1])}"
        f"{line('ab-facts gk-if-narrow', -8, size)}{line('ab-facts gk-if-narrow', 20, ', '.join(manner))}"
        f'<text id="heading-{number}" class="ab-sub" x="{x:.0f}" y="{y + 40:.0f}"></text></g>'
    )


def _car(car: int, players: int) -> str:
    """Draw a racing car from above, driving to the right."""
    owned = "" if car < players else " unowned"
    return (
        f'<g id="car-{car}" class="ab-car"><path class="ab-shadow" d="{BODY}" transform="translate(2 3)"/><path class="ab-wheel" d="{WHEELS}"/>'
        f'<path class="ab-wheel" d="{WING}"/><path class="ab-body{owned}" style="fill:var(--gk-player-{car})" d="{BODY}"/></g>'
    )


def _plate(car: int, players: int) -> str:
    """Draw a car's letter on its shape, which stays upright."""
    owned = "" if car < players else " unowned"
    return f'<g id="plate-{car}" class="ab-plate{owned}"><circle class="ab-ring" r="20"/>{badge(car, scale=0.72)}</g>'


def card(identity: str, size: tuple[int, int]) -> str:
    """Draw a race card around the origin."""
    w, h = size
    small = " small" if size == SMALL else ""
    return (
        f'<g id="{identity}" class="ab-card{small}"><rect class="ab-face" x="{-w / 2}" y="{-h / 2}" width="{w}" height="{h}" rx="9"/>'
        f'<path class="ab-back" d="M{-w / 2 + 9} {-h / 2 + 9}L{w / 2 - 9} {h / 2 - 9}M{w / 2 - 9} {-h / 2 + 9}L{-w / 2 + 9} {h / 2 - 9}"/>'
        f'<text id="{identity}-v" class="ab-value" y="{12 if small else 14}"></text>'
        f'<text id="{identity}-c" class="ab-corner" x="{-w / 2 + 16}" y="{-h / 2 + 24}"></text>'
        f'<path id="{identity}-p" class="ab-pips" d=""/></g>'
    )


def pips(value: int, size: tuple[int, int]) -> str:
    """Return an SVG path with as many dashes as the card's value; empty for 0."""
    h = size[1]
    length = 11 * value - 4.5 if size == CARD else 8 * value - 3
    y = h / 2 - (22 if size == CARD else 12)
    return f"M{-length / 2:.1f} {y:.1f}h{length:.1f}" if value else ""


def _hand(advanced: bool) -> str:
    """Draw the open hand; in the advanced game also the four piles and the pit cards."""
    size = ADVANCED_HAND if advanced else HAND
    parts = [
        f'<rect class="ab-panel gk-if-wide" x="{HAND_LEFT}" y="{PANEL}" width="{HAND_WIDTH}" height="{PANEL_HEIGHT}" rx="14"/>',
        *(f'<g id="owner-{car}">{badge(car, x=48, y=PANEL + 34, scale=0.88)}</g>' for car in range(CARS)),
        f'<text id="hand-title" class="ab-note" x="76" y="{PANEL + 41}" style="text-anchor:start"></text>',
    ]
    if advanced:
        parts += [card(f"hand-{i}", SMALL) for i in range(size + 1)]
        parts += [card(f"pile-{k}", SMALL) for k in range(PILES)]
        parts += [
            f'<text id="pile-{k}-n" class="ab-count" x="{pile_place(k)[0]}" y="{pile_place(k)[1] + 57}"></text>'
            for k in range(PILES)
        ]
        parts += [card(f"aside-{i}", SMALL) for i in range(2)]
        parts += [
            f'<text id="aside-title" class="ab-note" x="402" y="{PANEL + 41}" style="text-anchor:end">{text(_("pit cards"))}</text>'
        ]
        for k, name in enumerate((_("fast"), _("medium"), _("slow"))):
            parts.append(
                f'<g id="setup-{k}"><rect class="ab-panel" x="{34 + 122 * k}" y="{PANEL + 84}" width="112" height="120" rx="12"/>'
                f'<text class="ab-figure" x="{90 + 122 * k}" y="{PANEL + 122}">{text(name)}</text>'
                f'<text id="setup-{k}-n" class="ab-note" x="{90 + 122 * k}" y="{PANEL + 152}"></text></g>'
            )
    else:
        parts += [card(f"hand-{i}", CARD) for i in range(size)]
        parts.append(f'<text id="deck-n" class="ab-note" x="212" y="{PANEL + 240}"></text>')
    return "".join(parts)


def hand_place(advanced: bool, index: int, size: int) -> tuple[float, float]:
    """Return the centre of hand card `index` of `size`."""
    if advanced:
        return 62 + 68 * index, PANEL + 96
    return 212 + (index - (size - 1) / 2) * (CARD[0] + 18), HAND_Y - 20


def pile_place(pile: int) -> tuple[float, float]:
    return 66 + 93 * pile, PANEL + 186


def aside_place(index: int) -> tuple[float, float]:
    return 294 + 66 * index, PANEL + 96


def _table(players: int) -> str:
    """Draw the standings: a line for each car, which moves to its rank."""
    heads = (_("place"), _("car"), _("laps"), _("to go"), _("pit stop"), _("cards"), _("points"))
    parts = [
        f'<rect class="ab-panel" x="{TABLE_X - 8}" y="{PANEL}" width="{TABLE_WIDTH}" height="{PANEL_HEIGHT}" rx="14"/>'
    ]
    parts += [
        f'<text class="ab-head" x="{TABLE_X + x}" y="{PANEL + 24}">{text(name)}</text>'
        for x, name in zip(COLUMNS, heads, strict=True)
    ]
    parts += [_line(car, players) for car in range(CARS)]
    return "".join(parts)


def _line(car: int, players: int) -> str:
    place, who, laps, left, stop, cards, points = COLUMNS
    owned = "" if car < players else " unowned"
    start = laps - 52
    return (
        f'<g id="line-{car}" class="ab-line{owned}"><rect class="ab-line-back" x="-4" y="-16" width="562" height="32" rx="8"/><g class="ab-fade">'
        f'<text id="line-{car}-place" class="ab-figure" x="{place}" y="7"></text>{badge(car, x=who, scale=0.72)}'
        f'<path class="ab-laps" d="M{start} 0h104"/><path id="line-{car}-laps" class="ab-done" d=""/>'
        f'<text id="line-{car}-left" class="ab-figure" x="{left}" y="7"></text>'
        f'<circle id="line-{car}-due" class="ab-due" cx="{stop}" r="9"/><path id="line-{car}-stop" class="ab-stop" transform="translate({stop})" '
        'd="M0-11A11 11 0 1 1 0 11A11 11 0 1 1 0-11ZM-6 0L-2 5L6-5L4-7L-2 0L-4-2Z" fill-rule="evenodd"/>'
        f'<text id="line-{car}-cards" class="ab-figure" x="{cards}" y="7"></text>'
        f'<text id="line-{car}-points" class="ab-figure" x="{points}" y="7"></text></g></g>'
    )


def line_place(rank: int) -> tuple[float, float]:
    """Return the place of the line with a rank, from 0."""
    return TABLE_X, TABLE_Y + 22 + ROW * rank


def laps_done(share: float) -> str:
    """Return the bar of laps driven for a share, 0 to 1; empty below 0.01."""
    start = COLUMNS[2] - 52
    return f"M{start} 0h{max(share, 0) * 104:.1f}" if share > 0.01 else ""

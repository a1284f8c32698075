# ruff: noqa: E501  unbroken lines of SVG and CSS read better
"""Auf Achse – Das Kartenspiel: the static scene and the coordinates of everything that moves on it."""

from __future__ import annotations

from typing import Final

from gamekit.core.i18n.translation import _
from gamekit.core.svg import badge, text
from gamekit.games.kartenspiel.state import FREIGHT, KM_KINDS

WIDTH: Final = 960
TOP: Final = 236
ROW: Final = 94
HAND_HEIGHT: Final = 300
ROAD: Final = (214, 838)
COUNTER_ROAD: Final = (84, 594)
"""x of the truck at 0 km and at the limit."""
POLE: Final = 622
FRAME_END: Final = 702
RUN_ROW: Final = 11
"""Number of cards of a run side by side; a longer run has a second row that overlaps the first."""
RUN_SLOTS: Final = 2 * RUN_ROW
HAND_SLOTS: Final = 10
PER_ROW: Final = 5
LYING: Final = (*range(KM_KINDS), FREIGHT)
SMALL: Final = (46, 62)
LARGE: Final = (116, 112)
LYING_FROM, LYING_TO = 326, 652
LYING_ROW: Final = 7
"""Number of heaps at the counter side by side."""

STYLE: Final = """
.ks-sky{fill:var(--gk-land)}.ks-hill{fill:var(--gk-land-2)}.ks-river{fill:none;stroke:var(--gk-water);stroke-width:26;stroke-linecap:round}
.ks-lane{fill:none;stroke:var(--gk-road-edge);stroke-width:9;stroke-linecap:round;opacity:.75}
.ks text{font-family:var(--gk-font);fill:var(--gk-ink);text-anchor:middle}
.ks .ks-label{font-size:22px;fill:var(--gk-muted);text-anchor:start}.ks .ks-mid{text-anchor:middle}
.ks .ks-heading{font-size:24px;font-weight:700;text-anchor:start}
.ks-frame{fill:var(--gk-panel);stroke:var(--gk-line);stroke-width:1.5}
.ks-dial{fill:var(--gk-l,#20272c) var(--gk-d,#0a0e11);stroke:var(--gk-line);stroke-width:1.5}.ks-window{fill:#f7f4e8}.ks-unit{fill:#d9a400}
.ks .ks-digit{font:700 64px/1 var(--gk-font);fill:#20272c}
.ks .ks-unit-text{font-size:22px;font-weight:700;fill:#20272c}
.ks .ks-minus{font:700 46px var(--gk-font);fill:#f7f4e8}
.reached>.ks-dial{fill:#b03a00}
.ks-asphalt{stroke:var(--gk-road);stroke-linecap:round;fill:none}.ks-verge{stroke:var(--gk-road-edge);stroke-linecap:round;fill:none}
.ks-dash{stroke:var(--gk-road-mark);stroke-width:2.5;stroke-dasharray:13 12;fill:none}
.ks-pole{stroke:var(--gk-ink);stroke-width:4;stroke-linecap:round}.ks-flag{fill:var(--gk-panel);stroke:var(--gk-ink);stroke-width:2.5}
.reached>.ks-flag{fill:var(--gk-glow)}.ks .ks-limit{font-size:24px;font-weight:700}.reached>.ks-limit{fill:#20272c}
.ks-cab{fill:#d55e00}.ks-load{fill:#0072b2}.ks-wheel{fill:#20272c;stroke:#f7f4e8;stroke-width:2.5}.ks-glass{fill:#dff1fb}
.ks-row>.ks-frame{opacity:.72}.ks-row.acts>.ks-frame{opacity:1;stroke:var(--gk-glow);stroke-width:4}
.ks .ks-score{font-size:30px;font-weight:700;text-anchor:end}.ks .ks-km{font-size:20px;fill:var(--gk-muted);text-anchor:start}
.ks .ks-size{font-size:22px;fill:var(--gk-muted);text-anchor:start}
.ks-mini{fill:var(--gk-card-back);stroke:var(--gk-panel);stroke-width:1.5}
.ks-start{fill:var(--gk-glow);stroke:#20272c;stroke-width:2}.ks-start-line{fill:none;stroke:#20272c;stroke-width:2.4}
.ks-face{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.2}
.ks-card{filter:drop-shadow(0 1.5px 2px var(--gk-shadow))}
.ks-back,.ks-cup,.ks-icon{display:none}
.ks-card.down .ks-face{fill:var(--gk-card-back);stroke:var(--gk-card)}.ks-card.down .ks-back{display:inline;fill:none;stroke:var(--gk-card);stroke-width:2;stroke-dasharray:6 5;opacity:.85}
.ks-band{display:none}.ks-card.km .ks-band{display:inline;fill:#0072b2}
.ks .ks-sign{fill:var(--gk-card-ink);font-weight:700}.ks .small .ks-sign{font-size:23px}.ks .large .ks-sign{font-size:46px}
.ks .ks-kilo{display:none;font-size:17px;fill:#56636b}.ks .large.km .ks-kilo{display:inline}
.ks-card.rest .ks-face{fill:#dff3ea}.ks-card.rest .ks-cup{display:inline;fill:#00704f}
.ks-card.freight .ks-face,.ks-card.barrier .ks-face{fill:#ffe3d3}.ks-card.free .ks-face,.ks-card.really .ks-face{fill:#fff0c4}
.ks-card.freight .ks-sign,.ks-card.barrier .ks-sign{fill:#9a3200}.ks-card.free .ks-sign,.ks-card.really .ks-sign{fill:#5c4300}
.ks-card.freight .i-freight,.ks-card.barrier .i-barrier,.ks-card.free .i-free,.ks-card.really .i-really{display:inline}
.ks-icon{fill:none;stroke:#5b3b00;stroke-width:5;stroke-linejoin:round;stroke-linecap:round}.i-freight,.i-barrier{stroke:#b03a00}
.ks .large:is(.freight,.barrier,.free,.really) .ks-sign{font-size:34px}
.ks-card.lost .ks-face{fill:#dde1de;stroke:#a7afab}.ks-card.lost>:not(.ks-face,.ks-cut){opacity:.55}.ks-card.counts .ks-face{stroke:#00704f;stroke-width:3}
.ks-card.breaks .ks-cut{display:inline}.ks-cut{display:none;fill:none;stroke:var(--gk-wrong);stroke-width:4;stroke-linejoin:round}.large .ks-cut{stroke-width:8}
.ks-card.under .ks-band{display:none}.ks-card.under .ks-sign{transform:translateY(-20px)}.ks-card.under .ks-cup{transform:translate(-1px,-18px) scale(.32)}
.ks-card.heap .ks-band{display:none}.ks-card.heap .ks-sign{transform:translateY(-20px)}.ks-card.heap .ks-copies{transform:translateY(-41px);fill:var(--gk-card-ink)}
.ks-card.next .ks-face{stroke:var(--gk-glow);stroke-width:4}
.ks .ks-worth{font-size:21px;font-weight:700;fill:var(--gk-good)}.ks-sign-board{fill:var(--gk-panel);stroke:var(--gk-good);stroke-width:2}
.ks .ks-more,.ks .ks-copies{font-size:18px;font-weight:700}.ks .ks-more{text-anchor:end}.ks .ks-copies{fill:var(--gk-ink)}
.ks-stack{fill:var(--gk-card-back);stroke:var(--gk-card);stroke-width:1.5}.ks-open{fill:var(--gk-card);stroke:#8b958f;stroke-width:1.5}.empty>rect{fill:none;stroke:var(--gk-edge);stroke-dasharray:5 5}
.empty>path{display:none}.ks-stack-line{fill:none;stroke:var(--gk-card);stroke-width:2.5;stroke-dasharray:7 6}
.ks .ks-count{font-size:28px;font-weight:700}.ks .ks-goes{font-size:21px;font-weight:700;fill:var(--gk-accent)}
.ks-tray{fill:var(--gk-panel);opacity:.72;stroke:var(--gk-line);stroke-width:1.5}
@container gk (max-width:520px){.ks .ks-label{font-size:25px}.ks .ks-heading{font-size:30px}.ks .ks-unit-text,.ks .ks-goes{font-size:26px}.ks .ks-limit{font-size:27px}
.ks .ks-km{font-size:25px}.ks .ks-size,.ks .ks-copies,.ks .ks-more{font-size:26px}.ks .ks-count{font-size:32px}.ks .small .ks-sign{font-size:26px}.ks .ks-worth,.ks .ks-kilo{font-size:25px}}
"""


def height(players: int) -> int:
    """Return the height of the scene."""
    return TOP + players * ROW + HAND_HEIGHT


def road_y(p: int) -> float:
    """Return the y of the middle of a player's road."""
    return TOP + p * ROW + ROW / 2 - 4


def run_place(p: int, index: int, size: int) -> tuple[float, float]:
    """Return the centre of card `index` of a run of `size` cards; a long run has two overlapping rows."""
    start, end = ROAD[0] + 30, ROAD[1] - 136
    row, column = divmod(index, RUN_ROW)
    pitch = min(SMALL[0] + 6.0, (end - start) / (min(max(size, 2), RUN_ROW) - 1))
    return start + column * pitch, road_y(p) + (0 if size <= RUN_ROW else 11 if row else -12)


def place_heap(index: int, size: int) -> tuple[float, float]:
    """Return the centre of heap `index` of `size` heaps of open counter cards; many heaps have two overlapping rows."""
    row, column = divmod(index, LYING_ROW)
    pitch = min(SMALL[0] + 8.0, (LYING_TO - LYING_FROM - SMALL[0]) / (min(max(size, 2), LYING_ROW) - 1))
    return LYING_FROM + SMALL[0] / 2 + column * pitch, 104 if size <= LYING_ROW else 128 if row else 82


def hand_top(players: int) -> int:
    """Return the top of the tray with the open hand."""
    return TOP + players * ROW + 4


def hand_place(players: int, index: int, size: int) -> tuple[float, float, float]:
    """Return centre x, centre y and rotation in degrees of hand card `index` of `size`, in two fans of up to five."""
    row, column = divmod(index, PER_ROW)
    in_row = min(size - row * PER_ROW, PER_ROW)
    off = column - (in_row - 1) / 2
    x = WIDTH / 2 + 62 + off * (LARGE[0] + 22)
    y = hand_top(players) + 76 + row * (LARGE[1] + 16) + 1.6 * off * off
    return x, y, 1.5 * off


def card(identity: str, size: tuple[int, int], large: bool = False) -> str:
    """Draw a movable card around the origin; its CSS class decides what it shows."""
    w, h = size
    half = h / 2
    scale = 1.0 if large else 0.62
    icons = ""
    if large:
        icons = (
            '<path class="ks-icon i-freight" d="M-22-38H22V-10H-22ZM-22-38L22-10M22-38L-22-10"/>'
            '<path class="ks-icon i-barrier" d="M-34-30H34M-34-18H34M-24-30L-14-18M-4-30L6-18M16-30L26-18M-26-14V-4M26-14V-4"/>'
            '<path class="ks-icon i-free" d="M0-6V-38M-12-27L0-39L12-27"/>'
            '<path class="ks-icon i-really" d="M-14-6V-38M-26-27L-14-39L-2-27M14-6V-38M2-27L14-39L26-27"/>'
        )
    cup = "M-21-14H13V-9H19Q27-9 27 0Q27 10 16 11Q12 21 2 21H-10Q-21 21-21 8ZM13-3V5Q21 5 21 0Q21-3 18-3Z"
    cup += (
        "M-12-20Q-16-25-12-30Q-8-35-12-40H-8Q-4-35-8-30Q-12-25-8-20ZM4-20Q0-25 4-30Q8-35 4-40H8Q12-35 8-30Q4-25 8-20Z"
    )
    sign_y = 26 if large else 9
    return (
        f'<g id="{identity}" class="ks-card {"large" if large else "small"}">'
        f'<rect class="ks-face" x="{-w / 2}" y="{-half}" width="{w}" height="{h}" rx="{9 if large else 6}"/>'
        f'<path class="ks-back" d="M0 {-half + 7}V{half - 7}"/>'
        f'<path class="ks-band" d="M{-w / 2 + 7} {-half + (11 if large else 7)}H{w / 2 - 7}v{12 if large else 6}H{-w / 2 + 7}z"/>'
        f'<path class="ks-cup" transform="translate(-2 {8 if large else 6}) scale({scale})" d="{cup}"/>{icons}'
        f'<text id="{identity}-t" class="ks-sign" y="{sign_y}"></text>'
        f'<text class="ks-kilo" y="46">km</text>'
        f'<path class="ks-cut" d="M{-w / 2 - 4} {-half - 4}l5 {h * 0.36}l-8 {h * 0.2}l8 {h * 0.2}l-4 {h * 0.36}"/>'
        f'<text id="{identity}-n" class="ks-copies" y="{half + 20}"></text></g>'
    )


def static_scene(players: int, title: str, limit: int) -> str:
    """Return the whole scene as SVG."""
    tall = height(players)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ks gk-look" viewBox="0 0 {WIDTH} {tall}" role="img" '
        f'aria-label="{text(title)}"><title>{text(title)}</title><desc></desc><style>{STYLE}</style>',
        _country(tall),
        _counter_panel(limit),
        _piles(),
        *(_player_row(p) for p in range(players)),
        _tray(players),
        *(card(f"lying-{kind}", SMALL) for kind in LYING),
        *(card(f"run-{p}-{i}", SMALL) for p in range(players) for i in range(RUN_SLOTS)),
        *(_worth(p) for p in range(players)),
        *(card(f"laid-{p}", SMALL) for p in range(players)),
        *(card(f"hand-{i}", LARGE, large=True) for i in range(HAND_SLOTS)),
        "</svg>",
    ]
    return "".join(parts)


def _country(tall: int) -> str:
    """Draw hills, a river and lanes as background, clipped at the edge of the map."""
    hills = "".join(
        f'<ellipse class="ks-hill" cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"/>'
        for x, y, rx, ry in (
            (120, tall + 40, 330, 190), (760, tall + 60, 380, 180), (900, 250, 260, 90), (30, 330, 220, 90), (860, tall * 0.62, 240, 110)
        )
    )  # fmt: skip
    return (
        f'<svg width="{WIDTH}" height="{tall}"><rect class="ks-sky" width="{WIDTH}" height="{tall}" rx="18"/>{hills}'
        f'<path class="ks-river" d="M-20 {tall * 0.42}C200 {tall * 0.36} 260 {tall * 0.62} 470 {tall * 0.58}S800 {tall * 0.82} 990 {tall * 0.74}"/>'
        f'<path class="ks-lane" d="M{WIDTH * 0.12} {tall + 10}C150 {tall * 0.7} 60 {tall * 0.5} 110 {tall * 0.2}S90 40 130 -10"/>'
        f'<path class="ks-lane" d="M-10 {tall * 0.8}C300 {tall * 0.74} 640 {tall * 0.9} 970 {tall * 0.56}"/></svg>'
    )


def _counter_panel(limit: int) -> str:
    """Draw the counter, the open cards beside it, and the road to the limit below."""
    windows = "".join(
        f'<rect class="ks-window" x="{70 + 47 * i}" y="68" width="42" height="66" rx="5"/>'
        f'<text id="digit-{i}" class="ks-digit" x="{91 + 47 * i}" y="121"></text>'
        for i in range(4)
    )
    start, end = COUNTER_ROAD[0] - 40, POLE
    y = 192
    return (
        f'<rect class="ks-frame" x="16" y="14" width="{FRAME_END - 16}" height="212" rx="14"/>'
        f'<text class="ks-label" x="32" y="45">{text(_("Kilometre counter"))}</text>'
        f'<text id="heading" class="ks-heading" x="{LYING_FROM}" y="45"></text>'
        f'<g id="counter"><rect class="ks-dial" x="30" y="58" width="280" height="86" rx="14"/>{windows}'
        f'<text id="minus" class="ks-minus" x="50" y="116">−</text>'
        '<text class="ks-unit-text" x="282" y="110" style="fill:#f7f4e8">km</text></g>'
        f'<path class="ks-verge" stroke-width="30" d="M{start} {y}H{end}"/><path class="ks-asphalt" stroke-width="24" d="M{start} {y}H{end}"/>'
        f'<path class="ks-dash" d="M{start + 4} {y}H{end}"/>'
        f'<g id="goal"><path class="ks-pole" d="M{end} {y + 14}V{y - 42}"/>'
        f'<path class="ks-flag" d="M{end} {y - 44}h58v34h-58z"/><text class="ks-limit" x="{end + 29}" y="{y - 18}">{limit}</text></g>'
        f'<g id="truck"><g transform="translate(0 {y - 6})"><rect class="ks-load" x="-42" y="-28" width="42" height="28" rx="3"/>'
        '<path class="ks-cab" d="M3-20H17L26-8V0H3Z"/><path class="ks-glass" d="M8-16H15L21-8H8Z"/>'
        '<circle class="ks-wheel" cx="-31" cy="2" r="6.5"/><circle class="ks-wheel" cx="-15" cy="2" r="6.5"/><circle class="ks-wheel" cx="15" cy="2" r="6.5"/></g></g>'
    )


def _piles() -> str:
    def stack(name: str, x: int, label: str, open_cards: bool) -> str:
        look = "ks-open" if open_cards else "ks-stack"
        sheets = "".join(
            f'<rect class="{look}" x="{x - 36 + d}" y="{76 - d}" width="72" height="92" rx="8"/>' for d in (0, 4, 8)
        )
        line = "" if open_cards else f'<path class="ks-stack-line" d="M{x + 8} 82V146"/>'
        return (
            f'<g id="{name}"><g id="{name}-card">{sheets}{line}</g></g>'
            f'<text class="ks-label ks-mid" x="{x}" y="45">{text(label)}</text>'
            f'<text id="{name}-n" class="ks-count" x="{x + 4}" y="204"></text>'
        )

    return (
        '<rect class="ks-frame" x="716" y="14" width="228" height="212" rx="14"/>'
        + stack("pile", 772, _("Draw pile"), open_cards=False)
        + stack("discards", 886, _("Discards"), open_cards=True)
    )


def _player_row(p: int) -> str:
    y = road_y(p)
    start, end = ROAD
    wheel = (
        f'<g id="start-{p}"><circle class="ks-start" cx="82" cy="{y + 18}" r="15"/>'
        f'<path class="ks-start-line" d="M82 {y + 18}m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0M82 {y + 18}V{y + 27}M73 {y + 18}H91"/></g>'
    )
    return (
        f'<g id="row-{p}" class="ks-row"><rect class="ks-frame" x="16" y="{y - 40}" width="928" height="{ROW - 12}" rx="14"/></g>'
        f"{badge(p, x=50, y=y - 2, scale=1.18)}"
        f'<text id="score-{p}" class="ks-score" x="164" y="{y - 2}"></text><text class="ks-km" x="170" y="{y - 2}">km</text>'
        f'<path class="ks-mini" d="M112 {y + 9}h13v19h-13zM117 {y + 11}h13v19h-13z"/><text id="size-{p}" class="ks-size" x="138" y="{y + 28}"></text>{wheel}'
        f'<path class="ks-verge" stroke-width="44" d="M{start + 12} {y}H{end}"/><path class="ks-asphalt" stroke-width="38" d="M{start + 12} {y}H{end}"/>'
        f'<path class="ks-dash" d="M{start} {y}H{end}"/>'
        f'<text id="more-{p}" class="ks-more" x="{start - 2}" y="{y + 28}"></text>'
        f'<rect class="ks-frame" style="stroke-dasharray:5 5" x="{end + 62 - 27}" y="{y - 35}" width="54" height="70" rx="8"/>'
    )


def _worth(p: int) -> str:
    """Draw the sign at the end of a road that shows the present value of the run."""
    x, y = ROAD[1] - 52, road_y(p)
    return (
        f'<g id="worth-{p}"><rect class="ks-sign-board" x="{x - 58}" y="{y - 18}" width="116" height="36" rx="8"/>'
        f'<text id="worth-{p}-t" class="ks-worth" x="{x}" y="{y + 7}"></text></g>'
    )


def _tray(players: int) -> str:
    """Draw the tray of the open hand, with a badge for each possible owner."""
    top = hand_top(players)
    owners = "".join(f'<g id="owner-{p}">{badge(p, x=84, y=top + 112, scale=1.7)}</g>' for p in range(players))
    return (
        f'<rect class="ks-tray" x="16" y="{top}" width="928" height="{HAND_HEIGHT - 20}" rx="14"/>'
        f'<text class="ks-label ks-mid" x="84" y="{top + 60}">{text(_("Hand"))}</text>{owners}'
        f'<text id="hand-goes" class="ks-goes" x="84" y="{top + 186}"></text>'
    )

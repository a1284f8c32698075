# ruff: noqa: E501  outlines are long
"""Route 66: what the land looks like – a landmark for each state, the skyline of a city, and all colours.

Outlines and a style sheet, nothing that moves. Landmarks stand on the origin, about 34 units high.
"""

from __future__ import annotations

from typing import Final

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
"""Each state's land: so much of one colour mixed into another."""

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
.r66 .r66-title{font-size:33px;font-weight:800;letter-spacing:.5px}.r66 .r66-heading{font-size:29px;fill:var(--gk-muted)}
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

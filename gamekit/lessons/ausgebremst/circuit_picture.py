# ruff: noqa: E501  unbroken lines of SVG read better
"""Still pictures of a circuit for lessons, with ways drawn over it and marked spaces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from gamekit.core.svg import text
from gamekit.games.ausgebremst.scenery import STYLE
from gamekit.games.ausgebremst.state import STRIDE
from gamekit.games.ausgebremst.track import HEIGHT, WIDTH, draw_circuit
from gamekit.lessons.ausgebremst.reference import circuit

DASHES: Final = ("", "16 9", "3 9", "16 6 3 6")
MORE: Final = (
    ".ab-way{fill:none;stroke-width:7;stroke-linecap:round;stroke-linejoin:round}.ab-way-0{stroke:var(--gk-glow)}"
    ".ab-way-1{stroke:#56b4e9}.ab-way-2{stroke:#cc79a7}.ab-way-3{stroke:#fffdf4}"
    ".ab-mark{stroke:#fffdf4;stroke-width:1.5}.ab text.ab-sign{font-size:17px;font-weight:800;fill:#14191d}"
    ".ab text.ab-key{font-size:19px;text-anchor:start}"
    "@container gk (max-width:520px){.ab text.ab-key{font-size:27px}.ab text.ab-sign{font-size:22px}}"
)
WARM: Final = ("#8fd0b5", "#ffe08a", "#ffc04d", "#f59a54", "#e77a5c", "#d8607a")


class StillPicture:
    """SVG with its text alternative."""

    def __init__(self, svg: str, alt: str) -> None:
        self.svg, self.alt = svg, alt

    def _repr_html_(self) -> str:
        return f'<div class="gk-look" style="max-width:760px">{self.svg}</div>'

    def __repr__(self) -> str:
        return self.alt


def picture(
    number: int, alt: str, ways: Mapping[str, Sequence[str]] | None = None, marks: Mapping[str, int | str] | None = None
) -> StillPicture:
    """Return circuit `number`, 1 to 8, with ways and marks (numbers or signs) on spaces such as "M14"."""
    drawing = draw_circuit(circuit(number), number)
    lines, parts = [], []
    for i, (name, spaces) in enumerate((ways or {}).items()):
        poses = [drawing.pose(number_of(space)) for space in spaces]
        points = " ".join(f"{pose.x:.1f},{pose.y:.1f}" for pose in poses)
        dash = f' stroke-dasharray="{DASHES[i % 4]}"' if DASHES[i % 4] else ""
        lines.append(f'<polyline class="ab-way ab-way-{i % 4}"{dash} points="{points}"/>')
        right, down = drawing.sign[0] - 130, drawing.sign[1] - 16 + 34 * i
        parts.append(f'<path class="ab-way ab-way-{i % 4}"{dash} d="M{right:.0f} {down:.0f}h56"/>')
        parts.append(f'<text class="ab-key" x="{right + 68:.0f}" y="{down + 6:.0f}">{text(name)}</text>')
    for space, mark in (marks or {}).items():
        x, y, _heading = drawing.pose(number_of(space))
        colour = WARM[min(mark, len(WARM) - 1)] if isinstance(mark, int) else "#e77a5c"
        parts.append(
            f'<circle class="ab-mark" cx="{x:.1f}" cy="{y:.1f}" r="14" fill="{colour}"/><text class="ab-sign" x="{x:.1f}" y="{y + 6:.1f}">{mark}</text>'
        )
    board = re.sub(r' id="[^"]*"', "", drawing.svg(ideal=False, ways="".join(lines)))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ab gk-look" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{text(alt)}" '
        f'style="width:100%;height:auto"><title>{text(alt)}</title><style>{STYLE}{MORE}</style>'
        f'<rect class="ab-land" width="{WIDTH}" height="{HEIGHT}" rx="18"/>{board}{"".join(parts)}</svg>'
    )
    return StillPicture(svg, alt)


def number_of(space: str) -> int:
    """Return the number of a space of the road, by its name.

    >>> number_of("L1"), number_of("M2")
    (0, 41)
    """
    return STRIDE * "LMR".index(space[0]) + int(space[1:]) - 1

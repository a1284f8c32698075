"""Small charts as SVG: axes, lines, bands, intervals. Light, readable on a phone, and in the page's own colours.

What is drawn is the lessons' business; all colours are in look.css.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gamekit.drawing import number, text

WIDTH: Final = 720
LEFT, RIGHT, TOP, BOTTOM = 74, 16, 48, 66
LOOK: Final = Path(__file__).with_name("look.css")
TOKENS: Final = Path(__file__).parents[1] / "show" / "web" / "tokens.css"

SVG: Final = 'xmlns="http://www.w3.org/2000/svg" role="img"'
"""What every drawing's root element carries."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Drawing:
    """A finished drawing: SVG and the same in words. Notebooks and panels show it as it is."""

    svg: str
    alt: str

    def _repr_html_(self) -> str:
        return f'<figure class="gk-look gkt-figure">{self.svg}</figure>'


def drawn(svg: str, kind: str, title: str, description: str, width: float, height: float) -> Drawing:
    """Parts of an SVG as a drawing that says what it is."""
    head = f'<svg {SVG} class="gkt gkt-{kind}" viewBox="0 0 {width:.0f} {height:.0f}" aria-label="{text(title)}">'
    words = f"<title>{text(title)}</title><desc>{text(description)}</desc>"
    return Drawing(f"{head}{words}{svg}</svg>", f"{title}. {description}")


def style() -> str:
    """The colours and shapes of everything the lessons draw; a page needs them once."""
    return f"<style>{rules()}</style>"


def rules() -> str:
    """The same as style rules."""
    return TOKENS.read_text(encoding="utf-8") + LOOK.read_text(encoding="utf-8")


class Plot:
    """A chart being drawn: axes first, then what stands in it, then `drawing()`.

    >>> p = Plot("Wins", "Two points.", (0, 10), (0, 1), x_name="games", y_name="share")
    >>> p.line([(0, 0.2), (10, 0.8)], "run")
    >>> p.drawing().alt
    'Wins. Two points.'
    """

    def __init__(
        self,
        title: str,
        description: str,
        x: tuple[float, float],
        y: tuple[float, float],
        *,
        x_name: str,
        y_name: str,
        height: int = 380,
        log_x: bool = False,
        percent_y: bool = False,
        percent_x: bool = False,
        bare_x: bool = False,
    ) -> None:
        self.title, self.description, self.height = title, description, height
        self.x_range, self.y_range, self.log_x = x, y, log_x
        self.parts: list[str] = []
        self._axes(x_name, y_name, percent_x, percent_y, bare_x)

    def x(self, value: float) -> float:
        """Where a value stands, from left to right."""
        low, high = self.x_range
        part = math.log(value / low) / math.log(high / low) if self.log_x else (value - low) / (high - low)
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """Where a value stands, from bottom to top; values outside stay at the edge."""
        low, high = self.y_range
        part = min(1.0, max(0.0, (value - low) / (high - low)))
        return self.height - BOTTOM - part * (self.height - TOP - BOTTOM)

    def line(self, points: Iterable[Point], kind: str) -> None:
        """A line through points."""
        way = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)
        self.parts.append(f'<path class="gkt-line gkt-{kind}" d="M{way}"/>')

    def band(self, low: Sequence[Point], high: Sequence[Point], kind: str) -> None:
        """The area between two lines."""
        way = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in [*low, *reversed(high)])
        self.parts.append(f'<path class="gkt-band gkt-{kind}" d="M{way}Z"/>')

    def interval(self, x: float, low: float, value: float, high: float, kind: str) -> None:
        """A value with its interval, upright."""
        at = self.x(x)
        self.parts.append(
            f'<g class="gkt-interval gkt-{kind}"><path d="M{at:.1f} {self.y(low):.1f}V{self.y(high):.1f}"/>'
            f'<circle cx="{at:.1f}" cy="{self.y(value):.1f}" r="3"/></g>'
        )

    def bar(self, x: float, width: float, value: float, kind: str) -> None:
        """A bar from 0 to a value, `width` in units of the axis."""
        left, right = self.x(x - width / 2), self.x(x + width / 2)
        top = self.y(value)
        self.parts.append(
            f'<rect class="gkt-bar gkt-{kind}" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
            f'height="{self.y(0) - top:.1f}" rx="2"/>'
        )

    def level(self, y: float, label: str, kind: str, left: bool = False) -> None:
        """A level line with its name, on the right or on the left."""
        at = self.y(y)
        x, anchor = (LEFT + 4, "start") if left else (WIDTH - RIGHT - 4, "end")
        self.parts.append(
            f'<g class="gkt-level gkt-{kind}"><path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>'
            f'<text x="{x}" y="{at - 8:.1f}" text-anchor="{anchor}">{text(label)}</text></g>'
        )

    def upright(self, x: float, label: str, kind: str, lower: bool = False) -> None:
        """An upright line with its name, at its top or a line lower."""
        at = self.x(x)
        down = TOP + (44 if lower else 16)
        side, gap = ("end", -6) if at > WIDTH / 2 else ("start", 6)
        self.parts.append(
            f'<g class="gkt-level gkt-{kind}"><path d="M{at:.1f} {TOP}V{self.height - BOTTOM}"/>'
            f'<text x="{at + gap:.1f}" y="{down}" text-anchor="{side}">{text(label)}</text></g>'
        )

    def word(self, x: float, y: float, label: str, kind: str = "word", row: int = 0) -> None:
        """A word above a point of the chart, in one of several rows."""
        at = self.y(y) + 20 * row
        self.parts.append(
            f'<text class="gkt-{kind}" x="{self.x(x):.1f}" y="{at:.1f}" text-anchor="middle">{text(label)}</text>'
        )

    def drawing(self) -> Drawing:
        """The chart. Its letters grow where the page is narrow."""
        return drawn("".join(self.parts), "plot", self.title, self.description, WIDTH, self.height)

    def _axes(self, x_name: str, y_name: str, percent_x: bool, percent_y: bool, bare_x: bool) -> None:
        floor = self.height - BOTTOM
        for value in ticks(*self.y_range):
            at = self.y(value)
            self.parts.append(f'<path class="gkt-grid" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>')
            self.parts.append(
                f'<text class="gkt-tick" x="{LEFT - 8}" y="{at + 5:.1f}" text-anchor="end">'
                f"{shown(value, percent_y)}</text>"
            )
        marks = log_ticks(*self.x_range) if self.log_x else ticks(*self.x_range, most=7)
        for value in () if bare_x else marks:
            at = self.x(value)
            self.parts.append(f'<path class="gkt-grid" d="M{at:.1f} {TOP}V{floor}"/>')
            self.parts.append(
                f'<text class="gkt-tick" x="{at:.1f}" y="{floor + 22}" text-anchor="middle">'
                f"{shown(value, percent_x)}</text>"
            )
        middle = (LEFT + WIDTH - RIGHT) / 2
        self.parts.append(
            f'<text class="gkt-axis" x="{middle:.0f}" y="{self.height - 10}" text-anchor="middle">{text(x_name)}</text>'
            f'<text class="gkt-axis" x="{LEFT - 60}" y="26" text-anchor="start">{text(y_name)}</text>'
        )


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round values from low to high, at most so many.

    >>> ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    >>> ticks(0, 16)
    [0, 5, 10, 15]
    """
    span = high - low
    unit = 10 ** math.floor(math.log10(span / most))
    factors = (1, 2, 5, 10) if unit == 1 else (1, 2, 2.5, 5, 10)  # whole numbers are not cut in halves
    step = next(unit * factor for factor in factors if span / (unit * factor) <= most)
    first = math.ceil(low / step - 1e-9)
    return [round(k * step, 10) for k in range(first, math.floor(high / step + 1e-9) + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten in a range.

    >>> log_ticks(10, 1000)
    [10, 100, 1000]
    """
    powers = range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1)
    return [10**k for k in powers]


def shown(value: float, percent: bool = False) -> str:
    """A number of an axis as people write it.

    >>> shown(0.25, percent=True), shown(20000)
    ('25\\xa0%', '20,000')
    """
    if percent:
        return number(float(f"{100 * value:.6g}")).removesuffix(".0") + "\N{NO-BREAK SPACE}%"
    return number(int(value) if float(value).is_integer() else value) if abs(value) < 10_000 else f"{value:,.0f}"


def percent(value: float, digits: int = 1) -> str:
    """A share in percent.

    >>> percent(0.2307)
    '23.1\\xa0%'
    """
    return f"{100 * value:.{digits}f}\N{NO-BREAK SPACE}%"

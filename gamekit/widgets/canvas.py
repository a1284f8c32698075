"""Drawing surface of the charts in charts.py: matplotlib figures (no pyplot) as SVG that adapts to light and dark."""

from __future__ import annotations

import hashlib
import io
import re
import textwrap
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib import font_manager
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator, ScalarFormatter

from gamekit.core.errors import OptionError, quote
from gamekit.core.files import write_whole
from gamekit.core.i18n.numbers import ENGLISH, write_number
from gamekit.core.i18n.translation import _, language, say_number, typeset
from gamekit.core.svg import join_clauses
from gamekit.web import font_faces
from gamekit.widgets.outcome import Outcome
from gamekit.widgets.still_picture import embed_picture, is_in_notebook

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours, distinct for the colour-blind too; in the order of the players.
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARKERS: Final = ("o", "s", "^", "D", "h", "*")
# Placeholders that become custom properties in the SVG.
INK: Final = "#010203"
MUTED: Final = "#010204"
PAPER: Final = "#010205"
BET: Final = "#010206"
NAME: Final = "#010207"
PROPERTIES: Final = {
    INK: "var(--gk-ink,#1f2b33)",
    MUTED: "var(--gk-line,#dcd9cd)",
    PAPER: "var(--gk-paper,#fdfcf8)",
    BET: "var(--gk-wrong,#b03a00)",
    NAME: "var(--gk-ink,#1f2b33);stroke:var(--gk-paper,#fdfcf8);stroke-width:3;paint-order:stroke",
}
for _weight in font_faces.WEIGHTS:  # matplotlib measures with these files; the page draws with its own
    font_manager.fontManager.addfont(font_faces.file(_weight, "ttf"))

STYLE: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "font.family": [font_faces.FAMILY, "DejaVu Sans", "sans-serif"],
    "mathtext.fontset": "custom",
    **{f"mathtext.{face}": font_faces.FAMILY for face in ("rm", "it", "bf", "bfit", "sf", "tt", "cal")},
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": MUTED,
    "legend.frameon": False,
    "hatch.color": PAPER,
    "hatch.linewidth": 1.2,
}
STYLING: Final = threading.RLock()
"""Lock of matplotlib's style, which all threads share."""
POINTS_PER_INCH: Final = 72
LETTER, NAME_HEIGHT, NAME_GAP = 5.4, 11.0, 5.0
"""Points: mean width of a letter of a name, height of a name, gap between a node and its name."""
NARROW: Final = 4.4
"""Width of a chart on a phone in inches, so that its letters are as large as the page's."""
LEGEND_LETTERS: Final = 24
"""Letters of the longest name up to which a narrow chart's legend has two columns."""
TITLE_LETTERS: Final = 9.2
TITLE_LINE: Final = 0.21
"""Letters of a title per inch; height of each further line in inches."""
NAME_LETTERS: Final = 20
"""Letters per line of a name beside a bar, on a phone."""
TITLE: Final[dict[str, Any]] = {"x": 0.01, "ha": "left", "fontsize": 12.5, "fontweight": "bold"}
MODES: Final = (
    ".gk-chart{--gk-l:initial;--gk-d:;--gk-ink:var(--gk-l,#1f2b33) var(--gk-d,#eef1ec);"
    "--gk-line:var(--gk-l,#dcd9cd) var(--gk-d,#36434c);--gk-paper:var(--gk-l,#fdfcf8) var(--gk-d,#151b20);"
    "--gk-wrong:var(--gk-l,#b03a00) var(--gk-d,#ff9a66);margin:8px 0;max-width:760px;container-type:inline-size}"
    ".gk-chart svg{display:block;width:100%;height:auto}.gk-chart .gk-narrow{display:none}"
    "@container(max-width:520px){.gk-chart:has(>.gk-narrow) .gk-wide{display:none}.gk-chart .gk-narrow{display:block}}"
    "@media screen and (prefers-color-scheme:dark){.gk-chart{--gk-l:;--gk-d:initial}"
    'body[data-jp-theme-light="true"]:not([data-voila]) .gk-chart{--gk-l:initial;--gk-d:}}'
    'body[data-jp-theme-light="false"] .gk-chart{--gk-l:;--gk-d:initial}'
)

FORMS: Final = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}, "pdf": {"CreationDate": None}}
"""File formats of a chart, and the metadata left out so that equal charts are equal files."""
COLOURED: Final = ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor")
LIGHT: Final = re.compile(r"#[0-9a-f]{6}")
"""Pattern of the light page's colour in a value of `PROPERTIES`."""
VARIABLE: Final = re.compile(r"var\(--[\w-]+,\s*([^()]*)\)")
DOTS: Final = 200
"""Dots per inch of a saved picture."""
Value = Any
"""A number, or a value with its interval: an `Estimate` or (value, low, high)."""
Bet = Any
"""A prediction: a number, a `Bet` card (drawn once it is stored), or None."""


class SpokenTicks(ScalarFormatter):
    """Tick formatter that writes numbers as a language does."""

    def __init__(self, spoken: str) -> None:
        super().__init__()
        self._mark = write_number(0.5, ".1f", spoken)[1]

    def __call__(self, x: float, pos: int | None = None) -> str:
        return str(super().__call__(x, pos)).replace(".", self._mark)


class Chart:
    """A finished chart: its text alternative `alt`, and its SVG for a desk and for a phone, drawn at first use."""

    def __init__(self, figure: Figure, axes: Axes, alt: str) -> None:
        self.alt = alt
        self.outcome: Outcome | None = None
        """Figures beside a prediction that is drawn in, if any."""
        self._figure, self._axes, self._size = figure, axes, tuple(figure.get_size_inches())

    @cached_property
    def svg(self) -> str:
        """SVG as wide as a column of text."""
        return save_figure(self._figure, self._axes, self.alt, "gk-wide")

    @cached_property
    def narrow(self) -> str:
        """SVG as wide as a phone."""
        assert self.svg  # drawn and cached before the figure is made narrow
        figure, axes = self._figure, self._axes
        title = textwrap.fill(figure.get_suptitle(), round(TITLE_LETTERS * NARROW), break_on_hyphens=False)
        figure.set_size_inches(min(self._size[0], NARROW), self._size[1] + TITLE_LINE * title.count("\n"))
        if isinstance(axes.yaxis.get_major_locator(), FixedLocator):
            labels = (label.get_text() for label in axes.get_yticklabels())
            names = [textwrap.fill(label, NAME_LETTERS, break_on_hyphens=False) for label in labels]
            axes.set_yticks(axes.get_yticks(), names)
        return save_figure(figure, axes, self.alt, "gk-narrow")

    def save(self, path: str | Path) -> Path:
        """Write the chart, as wide as for a desk, to a .png, .svg or .pdf file and return its path.

        Raises `OptionError` for another ending, `SaveError` if it cannot be written.
        """
        path = Path(path)
        form = path.suffix.lower().removeprefix(".")
        if form not in FORMS:
            raise OptionError(f"A chart is saved as .{', .'.join(FORMS)}, not as {quote(path.name)}.")
        stream = io.BytesIO()
        with STYLING, mpl.rc_context({**STYLE, "svg.hashsalt": self.alt}):
            self._figure.set_size_inches(self._size)
            fit(self._figure, self._axes)
            with light_colours(self._figure):
                self._figure.savefig(stream, format=form, facecolor="white", dpi=DOTS, metadata=FORMS[form])
        return write_whole(path, stream.getvalue())

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        if is_in_notebook():
            return embed_picture(stand_alone(self.svg), self.alt)
        return f'<figure class="gk-chart"><style>{MODES}</style>{self.svg}{self.narrow}</figure>'


def stand_alone(svg: str) -> str:
    """Return a page's chart as a self-contained SVG in the colours of a light page."""
    while VARIABLE.search(svg):
        svg = VARIABLE.sub(r"\1", svg)
    return re.sub('style="max-width:([^;]*)', r'width="\1" style="background:#fdfcf8', svg, count=1)


def canvas(width: float, height: float, title: str) -> tuple[Figure, Axes]:
    """Create an empty figure in gamekit's style, size in inches; complete it with `finish_chart`."""
    with STYLING, mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        if language() != ENGLISH:
            axes.xaxis.set_major_formatter(SpokenTicks(language()))
            axes.yaxis.set_major_formatter(SpokenTicks(language()))
        if title:
            figure.suptitle(title, **TITLE)
    figure.patch.set_alpha(0)
    return figure, axes


def finish_chart(figure: Figure, axes: Axes, alt: str) -> Chart:
    """Return a figure as a `Chart`. Raises `ValueError` if the text alternative is empty."""
    if not alt.strip():
        raise ValueError("A chart needs an alternative text: say in a sentence or two what it shows.")
    return Chart(figure, axes, alt)


def save_figure(figure: Figure, axes: Axes, alt: str, kind: str) -> str:
    """Return the figure at its present width as SVG of the style class `kind`."""
    with STYLING, mpl.rc_context({**STYLE, "svg.hashsalt": hashlib.sha256(f"{kind}{alt}".encode()).hexdigest()}):
        return _save_figure(figure, axes, alt, kind)


@contextmanager
def light_colours(figure: Figure) -> Iterator[None]:
    """Replace the placeholders among a figure's colours by those of a light page within this context."""
    own = {to_rgba(name): to_rgba(str(found[0])) for name, said in PROPERTIES.items() if (found := LIGHT.search(said))}
    before: list[tuple[Any, str, Any]] = []
    for artist in figure.findobj():
        for name in COLOURED:
            if not hasattr(artist, f"get_{name}") or not hasattr(artist, f"set_{name}"):
                continue
            value = getattr(artist, f"get_{name}")()
            several = isinstance(value, np.ndarray) and value.ndim == 2
            try:
                parts = [to_rgba(one) for one in (value if several else [value])]
            except (ValueError, TypeError):  # no colour, such as "auto"
                continue
            if not any(one in own for one in parts):  # setting an unchanged colour may draw an edge that was not there
                continue
            shown = [own.get(one, one) for one in parts]
            before.append((artist, name, value))
            getattr(artist, f"set_{name}")(shown if several else shown[0])
    try:
        yield
    finally:
        for artist, name, value in reversed(before):
            getattr(artist, f"set_{name}")(value)


def fit(figure: Figure, axes: Axes) -> None:
    """Fit title and legend to the figure's width, and set every text in gamekit's typeface."""
    width = figure.get_figwidth()
    title = figure.get_suptitle()
    if title:
        figure.suptitle(textwrap.fill(title, round(TITLE_LETTERS * width), break_on_hyphens=False), **TITLE)
    handles, names = axes.get_legend_handles_labels()
    figure.legends.clear()
    if handles:
        columns = 3 if width > NARROW else 2 if max(map(len, names)) <= LEGEND_LETTERS else 1
        figure.legend(handles, names, loc="outside lower left", ncols=columns, frameon=False, labelcolor=INK)
    for text in figure.findobj(Text):  # created outside the style context, it has another typeface
        text.set_fontfamily(STYLE["font.family"])


def _save_figure(figure: Figure, axes: Axes, alt: str, kind: str) -> str:
    fit(figure, axes)
    stream, engine, dots = io.StringIO(), figure.get_layout_engine(), figure.get_dpi()
    FigureCanvasSVG(figure)  # so that the layout measures texts as in SVG
    figure.set_dpi(POINTS_PER_INCH)
    if engine is not None:
        engine.execute(figure)
    figure.set_layout_engine(None)  # otherwise savefig draws the figure once more for its layout
    try:
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None}, dpi=dots)
    finally:
        figure.set_layout_engine(engine)
        figure.set_dpi(dots)
    return adapt_svg(stream.getvalue(), alt, kind)


def adapt_svg(svg: str, alt: str, kind: str) -> str:
    """Return matplotlib's SVG as part of a page: described, scalable, in the page's colours."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # Its style rule would apply to the whole page, and its ids would repeat in every chart.
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    used = set(re.findall(r"#(\w+)", svg))
    svg = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", svg)
    # Two decimals suffice for coordinates; numbers in texts, outside of tags, keep all.
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\.\d\d)\d+", r"\1", tag[0]), svg)
    svg = svg.replace(" \n", " ").replace("\n", " ")
    svg = re.sub(r"(font(?:-family)?: [^;'\"]*)'[^;\"]*", rf"\1'{font_faces.FAMILY}', sans-serif", svg)
    for stand_in, own in PROPERTIES.items():
        svg = svg.replace(stand_in, own)
    svg = re.sub(
        r'(<svg[^>]*?) width="([\d.]+pt)" height="[^"]*"',
        r'\1 style="max-width:\2;stroke-linejoin:round"',
        svg,
        count=1,
    )
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    return svg.replace("<svg", f'<svg class="{kind}" role="img" aria-label="{escape(alt, quote=True)}"', 1)


def bet_line(axes: Axes, bet: Bet) -> None:
    """Draw a prediction as a vertical line, if one is stored."""
    bet = read_prediction(bet)
    if bet is not None:
        axes.axvline(bet, color=BET, lw=2.4, ls=":", label=label_bet(bet))


def describe_chart(title: str, parts: Iterable[str], bet: Bet = None) -> str:
    """Return the text alternative of a chart: its title, `parts` and the prediction, if any."""
    said = f"{title.rstrip('.')}. " if title else ""
    value = read_prediction(bet)
    foretold = "" if value is None else " " + _("Your prediction: {value}.").format(value=shorten_number(value))
    return f"{said}{join_clauses(parts)}.{foretold}"


def describe_figure(name: str, value: Value | None, exact: float | None, mark: str = "") -> str:
    """Return one figure of a chart as text; `mark` names the exact value.

    >>> describe_figure("rain", (0.25, 0.2, 0.3), 0.24)
    'rain 0.25 (0.2 to 0.3), exactly 0.24'
    >>> describe_figure("A", 40, 25, "fair share")
    'A 40, fair share 25'
    """
    said = name
    if value is not None:
        middle, low, high = read_interval(value)
        said += f" {shorten_number(middle)}"
        if high > low:
            said += " " + _("({low} to {high})").format(low=shorten_number(low), high=shorten_number(high))
    if exact is None:
        return said
    return f"{said}, " + (
        f"{mark} {shorten_number(exact)}" if mark else _("exactly {value}").format(value=shorten_number(exact))
    )


def label_bet(bet: float) -> str:
    return _("your prediction: {value}").format(value=label_number(bet))


def label_number(value: float) -> str:
    """Return a number in the reader's language with all its digits, as on an axis.

    >>> label_number(-1.5), label_number(3.0)
    ('−1.5', '3')
    """
    return typeset(say_number(value, "g"))


def shorten_number(value: float) -> str:
    """Return a number in the reader's language with at most four significant digits.

    >>> shorten_number(17.2345), shorten_number(1 / 3)
    ('17.23', '0.3333')
    """
    return say_number(float(value), ".4g").replace("-", "−")


def read_prediction(bet: Bet) -> float | None:
    """Return the predicted number, or None if none is stored or the card has choices."""
    value = getattr(bet, "value", bet)
    return None if value is None or getattr(bet, "choices", None) else float(value)


def read_interval(value: Value) -> tuple[float, float, float]:
    """Return (value, low, high); all three are equal for a bare number."""
    if hasattr(value, "low"):
        return float(value.value), float(value.low), float(value.high)
    if isinstance(value, tuple):
        return float(value[0]), float(value[1]), float(value[2])
    return float(value), float(value), float(value)

"""Static output: boards as SVG, and text and pictures that a saved notebook shows in place of widgets."""

from __future__ import annotations

import logging
import os
import re
import sys
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from gamekit.core.game import Game
from gamekit.core.i18n.translation import _
from gamekit.web import font_faces
from gamekit.widgets.error_guard import ALONE, is_on_web_page

STILL: Final = "GAMEKIT_STILL"
"""Environment variable set while outputs are saved (notebooks/refresh.py): widgets then add text and a picture."""
ALONE_KIND: Final = "application/vnd.gamekit.alone+json"
SVG: Final = "http://www.w3.org/2000/svg"
COLOURS: Final = Path(__file__).parents[1] / "web" / "shared" / "tokens.css"
LINES: Final = re.compile(r"(?:[ML]-?[\d.]+ -?[\d.]+|C-?[\d.]+(?: -?[\d.]+){5}|Z)+")
STROKE: Final = re.compile(r"([MLCZ])([^MLCZ]*)")
LONG_PATH: Final = 60
"""Characters from which a path is part of a board and not of a small sign on it."""
ElementTree.register_namespace("", SVG)
LOG = logging.getLogger("gamekit.widgets")
CHILD: Final = ".jp-OutputArea-child"
LOST: Final = f"{CHILD}>.jp-OutputArea-output.jupyter-widgets"
"""Selector of the output in which JupyterLab reports that a widget's model is missing."""
INSTEAD: Final = (
    f"{CHILD}:has(.gk-kept):has(+{CHILD} .gk),{CHILD}:has(.gk-kept)+{LOST}{{display:none}}.gk-kept{{margin:8px 0}}"
    ".gk-kept img{max-width:min(100%,600px);background:#fdfcf8}.gk-kept p{margin:4px 0}"
)
"""Style that hides static output if the live widget follows, and the message about a missing model."""


class StillWidget:
    """Mixin to put before a widget's class; adds text and perhaps a picture for pages that cannot show the widget."""

    _picture_kind = "text/html"

    def describe(self) -> str:
        """Return the text for pages that cannot show the widget, such as those of a notebook's saved outputs."""
        return _("Run this cell to see it.")

    def picture(self) -> str:
        """Return an SVG for pages that cannot show the widget, or "" if there is none."""
        return ""

    def pack_alone(self) -> dict[str, Any]:
        """Return what a page without Python needs: `{"kind", "data"}`, and `"game"` if a board plays one."""
        raise NotImplementedError

    def _ipython_display_(self) -> None:
        """Display static output before the widget in a notebook that is worked in, for those who open it later."""
        if not is_in_notebook():
            raise NotImplementedError  # IPython then uses the bundle
        from IPython.display import display

        data, metadata = split(self._repr_mimebundle_())
        display({"text/html": self._remains(), "text/plain": ""}, raw=True)
        display({**data, "text/plain": ""}, metadata=metadata, raw=True)

    def _remains(self) -> str:
        """Return the static output as HTML: picture, text and what to do; hidden while the widget is shown."""
        try:
            words, drawn = self.describe(), self.picture()
        except Exception:  # a student's function may fail in it, which the widget itself reports
            LOG.info("Nothing is kept of a widget.", exc_info=True)
            words, drawn = "", ""
        image = embed_picture(drawn, words) if drawn else ""
        said = f"<p>{escape(words)}</p><p><strong>{escape(ask_for_kernel())}</strong></p>".replace("\n", "<br/>")
        return f'<div class="gk-kept">{image}{said}</div><style>{INSTEAD}</style>'

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        if os.environ.get(ALONE) and bundle is not None:
            return {ALONE_KIND: self.pack_alone()}, {}
        if not os.environ.get(STILL) or bundle is None:
            return bundle
        data, metadata = split(bundle)
        drawn = self.picture()
        also = {"text/plain": self.describe()} | ({self._picture_kind: drawn} if drawn else {})
        return {**data, **also}, metadata


def embed_picture(svg: str, words: str) -> str:
    """Return an `img` element with the SVG as data URL; code hosts show it, but remove `svg` and `style` elements."""
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(words, quote=True)}" src="data:image/svg+xml;base64,{data}"/>'


def split(bundle: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a widget's MIME bundle as data and metadata; some widgets return no metadata."""
    return bundle if isinstance(bundle, tuple) else (bundle, {})


def ask_for_kernel() -> str:
    return _("Run this cell again to use it.")


def is_in_notebook() -> bool:
    """Return whether a person works in a notebook: False on web pages and while outputs are saved."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return hasattr(shell, "kernel") and not is_on_web_page() and not {STILL, ALONE} & os.environ.keys()


def draw_still(
    game: Game,
    picture: Any,
    position: Any,
    viewer: int | None = None,
    alone: bool = True,
    is_file: bool = False,
    frame: str = "",
) -> str:
    """Return a picture's scene with one position applied, as SVG; `viewer` None: the full position.

    `alone`: it has its own colours, light or dark as its reader's; otherwise the page has them. `frame`: viewBox of the
    visible part. `is_file`: it is loaded as an image file, which cannot use a page's typeface, so that (if `alone`) its
    letters are embedded, and long paths are shortened.
    """
    root = ElementTree.fromstring(picture.scene(game))
    named = {element.get("id"): element for element in root.iter() if element.get("id")}
    inside = {element: parent for parent in root.iter() for element in parent}
    for name, change in picture.changes(game, position, viewer).items():
        if name in named:
            apply(named[name], change)
            if change.get("hidden"):
                inside[named[name]].remove(named[name])
    letters = ""
    if is_file:
        letters = font_faces.subset_faces(
            "".join(piece for one in root.iter(f"{{{SVG}}}text") for piece in one.itertext())
        )
        for one in root.iter(f"{{{SVG}}}path"):
            one.set("d", shorten_path(one.get("d", "")))
    if alone:
        style = ElementTree.Element(f"{{{SVG}}}style")
        style.text = letters + COLOURS.read_text(encoding="utf-8")
        root.insert(0, style)
        root.set("class", f"{root.get('class', '')} gk-look".strip())
    if frame:
        root.set("viewBox", frame)
    description = root.find(f"{{{SVG}}}desc")
    if description is None:
        description = ElementTree.SubElement(root, f"{{{SVG}}}desc")
    description.text = picture.describe(game, position, viewer)
    return ElementTree.tostring(root, encoding="unicode")


def shorten_path(d: str) -> str:
    """Return a long path of absolute lines and curves with rounded relative numbers; any other path unchanged.

    This halves its bytes and moves no coordinate by more than half a unit; a board is about a thousand units wide.

    >>> shorten_path("M110.2 100.0L120.4 96.6L130.0 90.1L140.0 80.0L150.0 70.0L160.0 60.0Z")
    'M110 100l10-3l10-7l10-10l10-10l10-10z'
    """
    if len(d) < LONG_PATH or not LINES.fullmatch(d):
        return d
    short, at = [], [0, 0]
    for command, numbers in STROKE.findall(d):
        points = [round(float(one)) for one in numbers.split()]
        steps = points if command == "M" else [one - at[place % 2] for place, one in enumerate(points)]
        short.append((command if command == "M" else command.lower()) + " ".join(map(str, steps)).replace(" -", "-"))
        at = points[-2:] or at
    return "".join(short)


def apply(element: ElementTree.Element, change: dict[str, Any]) -> None:
    """Apply one entry of the table of changes to an element, as the browser's board does."""
    if change.keys() & {"x", "y", "r"}:
        turn = f" rotate({change['r']})" if change.get("r") else ""
        element.set("transform", f"translate({change.get('x', 0)} {change.get('y', 0)}){turn}")
    if "text" in change:
        for child in list(element):
            element.remove(child)
        element.text = str(change["text"])
    if "class" in change:
        element.set("class", f"{element.get('class', '')} {change['class']}".strip())
    if "d" in change:
        element.set("d", change["d"])
    if "label" in change:
        element.set("aria-label", change["label"])

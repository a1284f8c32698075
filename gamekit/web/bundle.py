"""Browser modules as text: files of web/ joined into one ES module, or one script for a static page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from gamekit.web import font_faces
from gamekit.web.scripts import inline_script, join_modules

WEB: Final = Path(__file__).parent
VENDOR_EXPORT: Final = re.compile(r"^export (?:default \w+;\n)?", re.MULTILINE)
COLOURS: Final = WEB / "shared/tokens.css"
STYLES: Final = (COLOURS, WEB / "board/board.css", WEB / "cards/cards.css", WEB / "review/review.css")


@cache
def module(*names: str) -> str:
    """Return the ES module web/`name`.js, such as "table/static_table", behind everything it imports, as one text."""
    return join_modules(WEB, *names)


@cache
def widget(name: str, face: str) -> str:
    """Return web/`name`.js, behind what it and a view need, as the module of an anywidget that exports `face`."""
    return f"{join_modules(WEB, 'shared/widget_view', name)}export default {face};\n"


@cache
def script(name: str) -> str:
    """Return web/`name`.js behind everything it imports, without exports, for the `<script>` of a static page."""
    return inline_script(join_modules(WEB, name))


@cache
def load_library(name: str, face: str) -> str:
    """Return vendor/`name`.mjs, with its licence, as a script that sets `globalThis.face` to its function."""
    text = (WEB / f"vendor/{name}.mjs").read_text(encoding="utf-8")
    return f"globalThis.{face} = (() => {{\n{VENDOR_EXPORT.sub('', text)}\nreturn {name};\n}})();\n"


def play_style() -> str:
    """Return the additional style sheet of a Play page."""
    return (WEB / "play/play.css").read_text(encoding="utf-8")


@cache
def style() -> str:
    """Return the style sheets of widgets as one text."""
    return "\n".join(path.read_text(encoding="utf-8") for path in STYLES)


@cache
def widget_style() -> str:
    """Return `style` with the typeface, unless the page around the widget has it."""
    return font_faces.faces_of_widget() + style()

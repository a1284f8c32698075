"""Browser modules as text: files of web/ joined into one ES module, or one script for a page; the engine."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from gamekit.web import font_faces

ENGINE: Final = Path(__file__).parent / "engine"
IMPORT: Final = re.compile(r'^import [^;]*? from "(\.[./a-z_]+\.js)";\n', re.MULTILINE)
REMARK: Final = re.compile(r"^ *(//[^\n]*|/\*\*(?:(?!\*/).)*\*/)\n", re.MULTILINE | re.DOTALL)
"""Comments on lines of their own."""


def read_script(file: Path) -> str:
    """Return a script without comments on lines of their own."""
    return REMARK.sub("", file.read_text(encoding="utf-8"))


def join_modules(folder: Path, *names: str) -> str:
    """Return modules of a folder, each behind everything it imports, without imports, exports and comments."""
    parts: dict[Path, str] = {}

    def add(file: Path) -> None:
        if file in parts:
            return
        text = read_script(file)
        for needed in IMPORT.findall(text):
            add((file.parent / needed).resolve())
        parts[file] = re.sub("^export ", "", IMPORT.sub("", text), flags=re.MULTILINE)

    for name in names:
        add((folder / f"{name}.js").resolve())
    return "\n".join(parts.values())


@cache
def write_engine() -> str:
    """Return the engine as one script for a page, its names kept to itself; it leaves `globalThis.gamekit`."""
    page, worker = (join_modules(ENGINE, name) for name in ("engine", "worker"))
    return f"(() => {{\n{page}\ngamekit.equip({json.dumps(worker)});\n}})();\n"


def inline_script(script: str) -> str:
    """Return a script escaped for use between `<script>` and `</script>`."""
    return script.replace("</", "<\\/").replace("<!--", "<\\!--")


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

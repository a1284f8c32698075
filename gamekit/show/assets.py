"""The browser side as text: the files of web/ joined into one ES module, or one script for a static page.

The files stay small and import each other; nothing is fetched when a page runs.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parent / "web"
IMPORT: Final = re.compile(r'^import [^;]*? from "\./([a-z]+)\.js";\n', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (default \{[^}]*\};\n|)", re.MULTILINE)
STYLES: Final = ("tokens.css", "player.css", "cards.css")


@cache
def module(name: str) -> str:
    """The ES module web/`name`.js with everything it imports in front of it, as one text."""
    return _joined(name) + _exports(name)


@cache
def script(name: str) -> str:
    """The same without exports, to be inlined in the `<script>` of a static page."""
    return _joined(name).replace("</", "<\\/")


@cache
def style() -> str:
    """All style sheets as one text."""
    return "\n".join((WEB / name).read_text(encoding="utf-8") for name in STYLES)


def _joined(name: str) -> str:
    parts: dict[str, str] = {}

    def add(one: str) -> None:
        if one in parts:
            return
        text = (WEB / f"{one}.js").read_text(encoding="utf-8")
        for needed in IMPORT.findall(text):
            add(needed)
        parts[one] = EXPORT.sub("", IMPORT.sub("", text))

    add(name)
    return "\n".join(parts.values())


def _exports(name: str) -> str:
    text = (WEB / f"{name}.js").read_text(encoding="utf-8")
    return "".join(found[0] for found in EXPORT.finditer(text) if "default" in found[0])

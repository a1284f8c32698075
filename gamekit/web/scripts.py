"""JavaScript as text: files of a folder joined into one script, and the engine with its workers for a page."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

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

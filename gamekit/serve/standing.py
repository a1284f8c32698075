"""Pages that stand alone: how they begin, and what a page to be read looks like. What stands on them others say."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Final

from gamekit.drawing import text
from gamekit.figures import ENGLISH
from gamekit.show import assets, fonts
from gamekit.words import _, language

STATIC: Final = Path(__file__).parent / "static"
ICON: Final = b64encode((STATIC / "icon.svg").read_bytes()).decode()
"""Set into the page: a browser asks the server for one otherwise."""
POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; "
    "style-src 'unsafe-inline'; img-src data:; font-src data:"
)
"""What such a page may do: run what stands in it, the rules and the workers included, and ask nobody."""
LESSON_POLICY: Final = (
    "default-src 'none'; script-src 'self' file: 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; "
    "style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; font-src data:; manifest-src 'self'"
)
"""The same for a lesson: also what stands in the files beside it, also where these are files on a stick."""


def mark_english() -> str:
    """What tells a screen reader that a part of a page is English still; nothing on an English page."""
    return "" if language() == ENGLISH else f' lang="{ENGLISH}"'


def head(title: str, policy: str, styles: str) -> str:
    """How every page that stands alone begins, up to its body: `policy` is what it may do."""
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{text(title)}</title>"
        f'<link rel="icon" href="data:image/svg+xml;base64,{ICON}">'
        f"<style>{styles}</style></head>"
    )


def document(title: str, subtitle: str, body: str, home: str = "index.html") -> str:
    """A whole page."""
    back = f'<nav><a href="{home}">← {text(_("All games"))}</a></nav>' if home else ""
    heading = f"<h1>{text(title)}</h1>" + (paragraph(subtitle) if subtitle else "")
    own = [(STATIC / f"{name}.css").read_text(encoding="utf-8") for name in ("gallery", "standing")]
    styles = "\n".join([fonts.faces() + assets.style(), *own])
    beginning = head(f"{title} · {subtitle}" if subtitle else title, POLICY, styles)
    return f'{beginning}<body class="gk-look"><main class="wide static">{back}{heading}{body}</main></body></html>\n'


def paragraph(words: str) -> str:
    """A paragraph."""
    return f"<p>{text(words)}</p>"

"""HTML skeleton of self-contained pages: head, content security policy, styles and icon inlined."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import _, language
from gamekit.core.svg import text
from gamekit.web import bundle, font_faces

SITE: Final = bundle.WEB / "site"
ICON: Final = b64encode((SITE / "icon.svg").read_bytes()).decode()
"""Inlined, as browsers would otherwise request it from the server."""
POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; "
    "style-src 'unsafe-inline'; img-src data:; font-src data:"
)
"""Content security policy of self-contained pages: inline scripts, rules and workers, no requests."""
LESSON_POLICY: Final = (
    "default-src 'none'; script-src 'self' file: 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; "
    "style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; font-src data:; manifest-src 'self'"
)
"""Content security policy of lessons: also files beside the page, on a server or a USB stick."""


def steps_script() -> str:
    """Return what leads through the steps of a lesson and keeps answers closed, as a script with names of its own."""
    modules = bundle.module("site/hidden_answers", "site/lesson_steps")
    return f"(() => {{\n{modules}\nhideAnswers();\nshowSteps();\n}})();\n"


def mark_english() -> str:
    """Return the attribute that marks a part of a page as English; "" on an English page."""
    return "" if language() == ENGLISH else f' lang="{ENGLISH}"'


def head(title: str, policy: str, styles: str) -> str:
    """Return the HTML of a self-contained page up to its body."""
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
    back = f'<nav><a href="{home}">← {text(_("All games"))}</a></nav>' if home else ""
    heading = f"<h1>{text(title)}</h1>" + (paragraph(subtitle) if subtitle else "")
    own = [(SITE / f"{name}.css").read_text(encoding="utf-8") for name in ("gallery", "document")]
    styles = "\n".join([font_faces.faces() + bundle.style(), *own])
    beginning = head(f"{title} · {subtitle}" if subtitle else title, POLICY, styles)
    return f'{beginning}<body class="gk-look"><main class="wide static">{back}{heading}{body}</main></body></html>\n'


def paragraph(words: str) -> str:
    return f"<p>{text(words)}</p>"

"""Markdown of lessons as HTML, with formulas as MathML: every browser draws it, without a script from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Final
from xml.etree import ElementTree

from latex2mathml import exceptions
from latex2mathml.converter import convert
from voila.exporter import VoilaMarkdownRenderer

MATHML: Final = "{http://www.w3.org/1998/Math/MathML}m"
"""How the names of all its elements begin; what stands in \\text is put into the page as it is, tags included."""
UNREADABLE: tuple[type[Exception], ...] = (
    *(kind for kind in vars(exceptions).values() if isinstance(kind, type) and issubclass(kind, Exception)),
    IndexError,
    KeyError,
    ElementTree.ParseError,
)
"""What the converter raises over a formula that is none."""


def mathml(latex: str, display: str) -> str:
    """A formula as MathML; one that cannot be read stands there as it was written.

    >>> mathml("x^2", "inline").startswith("<math")
    True
    """
    try:
        drawn = str(convert(latex, display=display))
        if all(element.tag.startswith(MATHML) for element in ElementTree.fromstring(drawn).iter()):
            return drawn
    except UNREADABLE:
        pass
    return f"<code>{escape(latex)}</code>"


def scrolling(formula: str) -> str:
    """A formula that is scrolled by itself where the page is too narrow for it."""
    return f'<span class="gk-formula" tabindex="0">{formula}</span>'


class MathRenderer(VoilaMarkdownRenderer):
    """Voilà's Markdown, with formulas drawn by the browser itself."""

    def inline_math(self, body: str) -> str:
        """$…$ within a line."""
        return mathml(body, "inline")

    def block_math(self, body: str) -> str:
        """$$…$$ on lines of its own."""
        return scrolling(mathml(body, "block"))

    def latex_environment(self, name: str, body: str) -> str:
        """An environment such as align."""
        return scrolling(mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", "block"))

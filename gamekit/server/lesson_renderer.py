"""Page of a lesson that has run, drawn by nbconvert with a template of our own; gaps are filled when it is served."""

from __future__ import annotations

import copy
import json
import re
from html import escape
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from latex2mathml import exceptions
from latex2mathml.converter import convert
from nbconvert.exporters.html import HTMLExporter
from nbconvert.exporters.templateexporter import TemplateExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from traitlets.config import Config

from gamekit.core.i18n.translation import language
from gamekit.lessons.catalog import Lesson
from gamekit.server.document import mark_english
from gamekit.server.notebook_runner import LessonRun
from gamekit.server.page_cache import DrawnPage, panel_name
from gamekit.widgets.messages import page_messages
from gamekit.widgets.term_tooltips import Pointing

NOTEBOOK_LINK: Final = re.compile(r'(href="(?![a-z]+:)[^"#]+)\.ipynb(?=["#])')
MATHML: Final = "{http://www.w3.org/1998/Math/MathML}m"
"""Namespace of MathML; the converter passes text in \\text through unescaped, tags included."""
UNREADABLE: tuple[type[Exception], ...] = (
    *(kind for kind in vars(exceptions).values() if isinstance(kind, type) and issubclass(kind, Exception)),
    IndexError,
    KeyError,
    ElementTree.ParseError,
)
"""Exceptions of the converter for malformed formulas."""


def draw_page(lesson: Lesson, run: LessonRun) -> DrawnPage:
    scripts = ["engine.js", *(f"{name}.js" for name in run.games), "lesson.js"]
    marks = {"language": language(), "english": mark_english() if run.is_english else ""}
    words = {**lesson_words(), "title": lesson.title, **marks, "root": root_of(lesson), "scripts": scripts}
    words["steps"]["keys"] = run.steps
    exporter = HTMLExporter(
        template_name="lab",
        template_file="lesson.html.j2",
        extra_template_paths=[str(Path(__file__).with_name("templates"))],
        config=Config({"HTMLExporter": {"preprocessors": []}}),
        exclude_input=True,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
    )
    exporter.register_filter("markdown2html", Pointing(render_html).render_html)
    exporter.register_filter("highlight_code", lambda source, **_: source)  # code is not shown
    # HTMLExporter itself would parse the whole page once more, for figures without a description; ours have one.
    text, _resources = TemplateExporter.from_notebook_node(exporter, run.notebook, {"gamekit": words})
    parts = copy.deepcopy(run.parts)
    for part in parts:
        if part["kind"] == "panel":
            part["data"]["panel"] = panel_name(part["data"])
    shared = share_words(parts)
    return DrawnPage(root_of(lesson), NOTEBOOK_LINK.sub(r"\1.html", text), parts, shared, run.failed)


def root_of(lesson: Lesson) -> str:
    """Return the relative path from a lesson's page to the root of the site."""
    return "../" * (lesson.name.count("/") + 1)


def share_words(parts: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Replace equal texts of the parts by numbers, and return the texts in that order."""
    found: dict[str, int] = {}
    for part in parts:
        inner = [one for moment in part["data"].get("moments", ()) for one in (moment["quiz"], moment["board"])]
        for data in inner or [part["data"]]:
            if isinstance(data.get("words"), dict):
                text = json.dumps(data["words"], sort_keys=True)
                data["words"] = found.setdefault(text, len(found))
    return [json.loads(text) for text in found]


def lesson_words() -> dict[str, Any]:
    """Return the texts of the page around a lesson; nbconvert's template has no gettext."""
    return {**page_messages("lesson"), "steps": page_messages("lesson_steps")}


# --- formulas -------------------------------------------------------------------------------------------------------
def mathml(latex: str, display: str) -> str:
    """Convert a formula to MathML; one that cannot be parsed is shown as source.

    >>> mathml("x^2", "inline").startswith("<math")
    True
    """
    try:
        formula = str(convert(latex, display=display))
        if all(element.tag.startswith(MATHML) for element in ElementTree.fromstring(formula).iter()):
            return formula
    except UNREADABLE:
        pass
    return f"<code>{escape(latex)}</code>"


def make_scrolling(formula: str) -> str:
    """Wrap a formula so that it scrolls by itself where the page is too narrow."""
    return f'<span class="gk-formula" tabindex="0">{formula}</span>'


class MathRenderer(IPythonRenderer):
    """Markdown renderer of nbconvert with formulas as MathML, without MathJax."""

    def inline_math(self, body: str) -> str:
        return mathml(body, "inline")

    def block_math(self, body: str) -> str:
        return make_scrolling(mathml(body, "block"))

    def latex_environment(self, name: str, body: str) -> str:
        return make_scrolling(mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", "block"))


def render_html(source: str) -> str:
    return str(MarkdownWithMath(renderer=MathRenderer(escape=False, anchor_link_text="¶")).render(source))

"""The settings of the documentation site, read by Sphinx. What is made of the package's own data is in generated.py."""

from __future__ import annotations

from typing import Any

import gamekit
from docs.generated import INCLUDED

project = "gamekit"
author = "The gamekit authors"
copyright = "the gamekit authors, MIT licence"
release = version = gamekit.__version__
# Not napoleon, which takes "The picture: …" of a property for its type.
extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc"]
autosummary_generate = False  # numpydoc brings it along
numpydoc_show_class_members = False
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "environments"]  # a game's page includes its environment's
default_role = "literal"  # as docstrings write the names of things
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "gamekit"
html_extra_path = ["_build/beside"]
html_copy_source = False
html_show_sphinx = False
templates_path = ["_templates"]
html_context = {
    "games": [(name, gamekit.load(name).title) for name in gamekit.game_names()],
    "lessons": tags.has("lessons"),  # type: ignore[name-defined]  # noqa: F821  (Sphinx gives the settings this name)
}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "open_here.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}


CONTENTS = {
    "index": {
        "Learn": ["learn/teacher", "learn/player", "learn/programmer", "learn/researcher"],
        "How to": [
            "how-to/run-a-class",
            "how-to/publish",
            "how-to/add-a-strategy",
            "how-to/add-an-option",
            "how-to/add-a-game",
            "how-to/add-a-lesson",
            "how-to/translate",
            "how-to/translation-glossary",
        ],
        "Reference": [
            *("reference/face", "reference/command-line", "reference/games", "reference/lesson-minutes"),
            "glossary",
        ],
        "Background": ["background/index"],
    },
    "background/index": {
        "": [
            *("contributing", "house", "pictures", "browser", "serving", "tests", "decisions"),
            *("figures", "proofreading", "changes"),
        ]
    },
    "reference/games": {"": [f"games/{name}" for name in gamekit.game_names(examples=True)]},
}
"""The pages below each page, by caption. They are added here, since a code host shows a page's directives as code."""


def setup(app: Any) -> None:
    """Connect what changes docstrings and pages on their way to Sphinx."""
    app.connect("autodoc-process-docstring", mark_plain_text)
    app.connect("source-read", complete_page)


def complete_page(_app: Any, name: str, source: list[str]) -> None:
    """Add the contents below a page, and lead links to files that the site includes to the pages that include them."""
    for page, file in INCLUDED.items():
        source[0] = source[0].replace(f"{'../' * (name.count('/') + 1)}{file})", f"{'../' * name.count('/')}{page}.md)")
    for caption, pages in CONTENTS.get(name, {}).items():
        lines = [f":caption: {caption}"] * bool(caption) + [":hidden:", "", *pages]
        source[0] += "\n\n```{toctree}\n" + "\n".join(lines) + "\n```\n"


def mark_plain_text(_app: Any, _what: str, _name: str, _about: Any, _options: Any, lines: list[str]) -> None:
    """Begin lists and examples below an empty line; elsewhere nothing changes."""
    for place in range(len(lines) - 1, 0, -1):
        before = lines[place - 1].strip()
        if lines[place].startswith("- ") and before and not before.startswith("- "):
            lines.insert(place, "")
        if lines[place].startswith(">>> ") and before and not before.startswith((">>> ", "... ")):
            lines.insert(place, "")

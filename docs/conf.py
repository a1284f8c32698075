"""The settings of the documentation site, read by Sphinx. What is made of the package's own data is in generated.py."""

from __future__ import annotations

from typing import Any

import gamekit

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


def setup(app: Any) -> None:
    """Docstrings are written to be read at a prompt: they are marked up on the way to Sphinx."""
    app.connect("autodoc-process-docstring", mark_plain_text)


def mark_plain_text(_app: Any, _what: str, _name: str, _about: Any, _options: Any, lines: list[str]) -> None:
    """Begin lists and examples below an empty line; elsewhere nothing changes."""
    for place in range(len(lines) - 1, 0, -1):
        before = lines[place - 1].strip()
        if lines[place].startswith("- ") and before and not before.startswith("- "):
            lines.insert(place, "")
        if lines[place].startswith(">>> ") and before and not before.startswith((">>> ", "... ")):
            lines.insert(place, "")

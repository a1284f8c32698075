"""Lessons under stock Voilà: its template's data, and the command that starts it.

The template (voila_template/) is installed where `voila` looks for templates; its `conf.json` names the preprocessor
below, so that neither server nor kernels contain code of ours.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from nbconvert.preprocessors import Preprocessor

from gamekit.lessons.catalog import NOTEBOOK_ONLY, PACKAGE
from gamekit.server.document import SITE, steps_script
from gamekit.server.lesson_renderer import lesson_words, render_html
from gamekit.web import bundle, font_faces
from gamekit.web.bundle import read_script
from gamekit.widgets.messages import page_messages
from gamekit.widgets.term_tooltips import Pointing

NAME: Final = "gamekit"
"""Name of the template: `voila --template=gamekit`."""
PLACE: Final = f"voila/templates/{NAME}"
"""Place of the template below Jupyter's data folders."""
TEMPLATE: Final = PACKAGE / "server" / "voila_template"
INSTALLED: Final = {
    ".": (*sorted(TEMPLATE.glob("*.json")), *sorted(TEMPLATE.glob("*.html*")), bundle.COLOURS),
    "static": tuple(font_faces.file(weight, "woff2") for weight in font_faces.WEIGHTS),
}
"""Files of the template, by folder; setup.py installs the same."""
IDLE: Final = 1800
"""Seconds after which a kernel without page is ended; voila.json has the same."""
LINK: Final = re.compile(r'<a href="(?!#|[a-z]+:)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)
"""Link to another page of the server; the group is its text."""
NOTHING_TO_TYPESET: Final = (
    "window.MathJax={Ajax:{},InputJax:{TeX:{resetEquationNumbers(){}}},Hub:{Config(){},Configured(){},Queue(){},"
    "Register:{StartupHook(){}}}};//"
)
"""Stub of MathJax, which Voilà's front end calls although the browser draws formulas."""


class LessonPreprocessor(Preprocessor):
    """Turn a notebook into a lesson's page before it runs: title, and no notebook-only cells."""

    def preprocess(self, nb: Any, resources: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Take a notebook as Voilà read it, and put the template's data into `resources["gamekit"]`."""
        nb.cells = [cell for cell in nb.cells if NOTEBOOK_ONLY not in cell.metadata.get("tags", [])]
        title = nb.metadata.get("gamekit", {}).get("title")
        if title:
            nb.metadata["title"] = title
        resources["gamekit"] = {
            "words": lesson_words() | page_messages("voila"),
            "style": style(),
            "script": script(),
            "draw_text": Pointing(render_html).render_html,
            "draw_links_as_words": partial(LINK.sub, r"\1"),
            "no_mathjax": f"data:text/javascript,{quote(NOTHING_TO_TYPESET)}",
        }
        return nb, resources


@cache
def style() -> str:
    """Return the style sheet of a lesson with typeface and colours; cached."""
    return font_faces.faces() + bundle.style() + (SITE / "lesson.css").read_text(encoding="utf-8")


@cache
def script() -> str:
    """Return steps, predictions, late widgets and the kernel's end as one script; cached."""
    return "\n".join([steps_script(), *(read_script(TEMPLATE / f"{name}.js") for name in ("widgets", "kernel"))])


def lay_out(share: Path) -> None:
    """Copy the template below a data folder of Jupyter, where Voilà finds it."""
    for folder, files in INSTALLED.items():
        place = share / PLACE / folder
        place.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, place)


@contextmanager
def prepare(folder: Path, options: list[str]) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield command and environment of stock Voilà on a folder, with this Python and template."""
    with tempfile.TemporaryDirectory(prefix="gamekit-voila-") as share:
        lay_out(Path(share))
        paths = {
            "JUPYTER_PATH": os.pathsep.join(filter(None, [share, os.environ.get("JUPYTER_PATH")])),
            "PYTHONPATH": os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")])),
        }
        culling = f"--MappingKernelManager.cull_idle_timeout={IDLE}"
        yield [sys.executable, "-m", "voila", str(folder), f"--template={NAME}", culling, *options], os.environ | paths

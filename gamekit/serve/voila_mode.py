"""Lessons under stock Voilà: what its template asks of gamekit, and the command that starts it. Runs no kernel itself.

The template (voila_template/) is installed where plain `voila` looks for one; its `conf.json` names the preprocessor
below, so that neither the server nor the kernels have anything of ours in them.
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

from gamekit.browser.scripts import read_script
from gamekit.show import assets, fonts
from gamekit.show.pointing import Pointing
from gamekit.words import _

from .lesson_document import lesson_words, render_html
from .lessons import NOTEBOOK_ONLY, PACKAGE
from .standing import STATIC

NAME: Final = "gamekit"
"""The template's name: `voila --template=gamekit`."""
PLACE: Final = f"voila/templates/{NAME}"
"""Where Voilà looks for it, below any of Jupyter's data folders."""
TEMPLATE: Final = PACKAGE / "serve" / "voila_template"
INSTALLED: Final = {
    ".": (*sorted(TEMPLATE.glob("*.json")), *sorted(TEMPLATE.glob("*.html*")), assets.COLOURS),
    "static": tuple(fonts.file(weight, "woff2") for weight in fonts.WEIGHTS),
}
"""What it is made of, by folder; setup.py installs the same."""
IDLE: Final = 1800
"""Seconds after which a kernel is ended whose page is gone and could not say so; voila.json has the same."""
LINK: Final = re.compile(r'<a href="(?!#|[a-z]+:)[^"]*"[^>]*>(.*?)</a>', re.DOTALL)
"""A way to another page of the same server; the group is its words."""
NOTHING_TO_TYPESET: Final = (
    "window.MathJax={Ajax:{},InputJax:{TeX:{resetEquationNumbers(){}}},Hub:{Config(){},Configured(){},Queue(){},"
    "Register:{StartupHook(){}}}};//"
)
"""Stands in for MathJax, which Voilà's front end asks for although formulas are drawn by the browser."""


class LessonPreprocessor(Preprocessor):
    """Makes a notebook a lesson's page before it is run: its title, and no cells that are only for a notebook."""

    def preprocess(self, nb: Any, resources: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Take a notebook as Voilà has read it; what its template needs stands in `resources["gamekit"]`."""
        nb.cells = [cell for cell in nb.cells if NOTEBOOK_ONLY not in cell.metadata.get("tags", [])]
        title = nb.metadata.get("gamekit", {}).get("title")
        if title:
            nb.metadata["title"] = title
        resources["gamekit"] = {
            "words": lesson_words() | kernel_words(),
            "style": style(),
            "script": script(),
            "draw_text": Pointing(render_html).render_html,
            "draw_links_as_words": partial(LINK.sub, r"\1"),
            "no_mathjax": f"data:text/javascript,{quote(NOTHING_TO_TYPESET)}",
        }
        return nb, resources


def kernel_words() -> dict[str, str]:
    """What the page says of the kernel behind it."""
    return {
        "preparing": _("Preparing the lesson …"),
        "lost": _("The connection to this lesson was lost."),
        "kept": _("Boards can be played on, and your game is kept in this browser; panels need a reload."),
        "continue": _("Continue"),
        "failed": _("This part of the lesson could not be made."),
        "reload": _("Reload"),
    }


@cache
def style() -> str:
    """The look of a lesson, typeface and colours included; the page fetches no style sheet but Voilà's."""
    return fonts.faces() + assets.style() + (STATIC / "lesson.css").read_text(encoding="utf-8")


@cache
def script() -> str:
    """Steps, predictions, patience with late widgets and the kernel's end, as one script."""
    files = [STATIC / "predict.js", STATIC / "steps.js", TEMPLATE / "widgets.js", TEMPLATE / "kernel.js"]
    return "\n".join(map(read_script, files))


def lay_out(share: Path) -> None:
    """Put the template where Voilà finds it, below a data folder of Jupyter."""
    for folder, files in INSTALLED.items():
        place = share / PLACE / folder
        place.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, place)


@contextmanager
def prepare(folder: Path, options: list[str]) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the command of stock Voilà on a folder, with this very Python and template, and its environment."""
    with tempfile.TemporaryDirectory(prefix="gamekit-voila-") as share:
        lay_out(Path(share))
        paths = {
            "JUPYTER_PATH": os.pathsep.join(filter(None, [share, os.environ.get("JUPYTER_PATH")])),
            "PYTHONPATH": os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")])),
        }
        culling = f"--MappingKernelManager.cull_idle_timeout={IDLE}"
        yield [sys.executable, "-m", "voila", str(folder), f"--template={NAME}", culling, *options], os.environ | paths

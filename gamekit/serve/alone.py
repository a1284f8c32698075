"""A lesson as a page without a server: run once, its widgets written down, drawn by the usual template.

Each widget tells itself what a page without Python must know (`alone` of gamekit.show.still); the page's side is
show/web/alone.js. Which pages a site has, and what lies beside them, is in site.py.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import nbformat
from jupyter_core.paths import jupyter_path
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets.config import Config
from voila.exporter import VoilaExporter
from voila.paths import collect_template_paths

from gamekit.errors import GamekitError
from gamekit.show import fonts
from gamekit.show.still import ALONE, ALONE_KIND
from gamekit.words import _

from .export import packed
from .formulas import MathRenderer
from .lessons import PACKAGE, Lesson
from .pages import NOTEBOOK_ONLY, TEMPLATE, lesson_words

SHARE: Final = Path(__file__).parent / "share" / "jupyter"
LONGEST_CELL: Final = 900
"""Seconds for one cell, the runs of its panel included."""
WIDGET: Final = "application/vnd.jupyter.widget-view+json"
NOTEBOOK_LINK: Final = re.compile(r'(href="(?![a-z]+:)[^"#]+)\.ipynb(?=["#])')
POLICY: Final = (
    "default-src 'none'; script-src 'self' file: 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; "
    "style-src 'self' file: 'unsafe-inline'; img-src 'self' file: data:; font-src data:; manifest-src 'self'"
)
"""What the page may do: run what stands in it and in the files beside it, also where these are files on a stick."""


class LessonFailed(GamekitError):
    """A lesson that did not run to its end."""


@dataclass(frozen=True)
class Run:
    """A lesson that has been run: its cells, the parts of its page in order, the games its boards play."""

    notebook: Any
    parts: list[dict[str, Any]]
    games: list[str]


class NoFiles:
    """Where Voilà looks for images to set into a text; ours have none but their charts."""

    def file_exists(self, _path: str) -> bool:
        """Never."""
        return False


def run(folder: Path, lesson: Lesson) -> Run:
    """Run a lesson as its served page does, without the code to write, and collect the parts. Raises `LessonFailed`."""
    path = folder / lesson.path
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    notebook.cells = [cell for cell in notebook.cells if NOTEBOOK_ONLY not in cell.metadata.get("tags", [])]
    client = NotebookClient(
        notebook, timeout=LONGEST_CELL, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    )
    # Lessons ask by this whether they stand on a web page, where code is hidden.
    around = {ALONE: "1", "SERVER_SOFTWARE": "voila", fonts.PAGE_HAS_IT: "1", "PYTHONPATH": python_path()}
    try:
        client.execute(env={**os.environ, **around})
    except CellExecutionError as error:
        raise LessonFailed(
            _("The lesson {title} could not be run: {error}").format(title=lesson.title, error=error)
        ) from error
    parts: list[dict[str, Any]] = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            part = output.get("data", {}).get(ALONE_KIND)
            if part is not None:
                output.data = {WIDGET: {"part": len(parts)}}
                parts.append(part)
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    return Run(notebook, parts, list(dict.fromkeys(name for part in parts for name in games_of(part))))


def python_path() -> str:
    """Where a kernel finds this gamekit, wherever it is started."""
    return os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))


def games_of(part: Mapping[str, Any]) -> list[str]:
    """The games that a part plays."""
    return [one["game"] for one in (part, *part["data"].get("moments", ())) if "game" in one]


def document(lesson: Lesson, ran: Run, edition: str) -> str:
    """The whole page of a lesson that has been run, to lie in `lessons/` below the site's own folder.

    `edition` is that of the files beside it: a page that finds others says so.
    """
    root = "../" * (lesson.name.count("/") + 1)
    words = {"parts": ran.parts, "words": shared_words(ran.parts)}
    standing = {
        "root": root,
        "policy": POLICY,
        "parts": packed(words),
        "scripts": ["engine.js", *(f"{name}.js" for name in ran.games), "alone.js"],
        "edition": edition,
        "script": _("This page needs JavaScript: the game runs in the browser itself."),
        "mixed": _(
            "This page and the files beside it do not belong together: some are missing or of another version. "
            "Load the page anew; if the site was copied, copy all of it. The text can be read meanwhile, and what you "
            "stored stays stored."
        ),
    }
    ran.notebook.metadata["title"] = lesson.title
    drawn = asyncio.run(drawn_by_template(ran.notebook, standing))
    return NOTEBOOK_LINK.sub(r"\1.html", drawn)


async def drawn_by_template(notebook: Any, standing: Mapping[str, Any]) -> str:
    """The notebook through the template of lessons."""
    paths = collect_template_paths(["voila", "nbconvert"], TEMPLATE, root_dirs=[str(SHARE), *jupyter_path()])
    exporter = VoilaExporter(
        template_paths=paths,
        template_name=TEMPLATE,
        template_file="alone.html.j2",
        config=Config({"VoilaExporter": {"markdown_renderer_class": MathRenderer, "exclude_input": True}}),
        contents_manager=NoFiles(),
        theme="light",
    )
    page_config = {"gamekitWords": lesson_words()}
    context = {"standing": standing, "frontend": "alone", "main_js": ""}
    pieces = [
        piece
        async for piece, _resources in exporter.generate_from_notebook_node(
            notebook, {}, extra_context=context, page_config=page_config
        )
    ]
    return "".join(pieces)


def shared_words(parts: list[dict[str, Any]]) -> list[dict[str, str]]:
    """The sentences of all parts, each set once; the parts name them by number."""
    found: dict[str, int] = {}
    for part in parts:
        inner = [one for moment in part["data"].get("moments", ()) for one in (moment["quiz"], moment["board"])]
        for data in inner or [part["data"]]:
            if isinstance(data.get("words"), dict):
                text = json.dumps(data["words"], sort_keys=True)
                data["words"] = found.setdefault(text, len(found))
    return [json.loads(text) for text in found]

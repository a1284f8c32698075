"""A lesson's cells, run once in a plain process: what they show, and the panels and boards that they make.

No kernel and no socket: the cells run as IPython runs them, one lesson in a namespace of its own. What is asked of the
panels afterwards is panel_worker.py's, how the page looks lesson_document.py's.
"""

from __future__ import annotations

import io
import os
import types
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import nbformat
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from nbformat.v4 import new_output
from nbformat.v4.rwbase import rejoin_lines
from traitlets.config import Config

from gamekit.show.bet import Bet
from gamekit.show.card_registry import gather
from gamekit.show.controls import Lab
from gamekit.show.numbers_in_code import say_numbers_in
from gamekit.show.stepper import Stepper
from gamekit.show.still import ALONE_KIND

from .lesson_words import is_translated, translate_notebook
from .lessons import NOTEBOOK_ONLY, find_headings, read_notebook

PART: Final = "application/vnd.gamekit.part+json"
"""In a cell's output: the number of the part of the page that stands there."""


@dataclass(frozen=True)
class LessonRun:
    """A lesson whose cells have run. `failed` is the error of the last cell, if it did not end well."""

    folder: Path
    notebook: Any
    parts: list[dict[str, Any]]
    panels: dict[int, Lab]
    boards: dict[int, Stepper]
    bets: dict[str, Bet]
    steps: Sequence[str]
    """Its headings of the second level, in English: by these a page keeps what is done."""
    is_english: bool
    """Whether its text is English, whatever language its reader has."""
    failed: str = ""
    shell: Any = field(default=None, repr=False)

    @property
    def games(self) -> list[str]:
        """The games that its boards play."""
        return list(dict.fromkeys(name for part in self.parts for name in games_of(part)))

    def panel(self, number: int) -> Lab:
        """A panel by its number, in the folder that its function knows. Raises `KeyError`."""
        os.chdir(self.folder)
        return self.panels[number]

    def board(self, number: int) -> Stepper:
        """A board by its number, likewise."""
        os.chdir(self.folder)
        return self.boards[number]


def run_cells(folder: Path, name: str) -> LessonRun:
    """Run the cells of a lesson, such as `route66/01-rules`, in the reader's language, but for the code to write.

    The first that fails is the last one run.
    """
    path = folder / f"{name}.ipynb"
    english = rejoin_lines(nbformat.from_dict(read_notebook(path)))
    notebook = nbformat.from_dict(translate_notebook(english, name))
    is_english = not is_translated(english.cells, notebook.cells)
    for place, cell in enumerate(notebook.cells):
        cell.setdefault("id", f"cell-{place:02d}")  # a notebook of format 4.4 or older has none
    texts, notebook.cells = keep_shown(english.cells), keep_shown(notebook.cells)
    shell = make_shell()
    os.chdir(path.parent)
    failed = ""
    parts: list[dict[str, Any]] = []
    with gather() as made:
        for cell in notebook.cells:
            if cell.cell_type != "code":
                continue
            cell.outputs, cell.execution_count = [], None
            if failed:
                continue
            made.enter_cell(cell.id)
            shown, failed = shell.show_cell(cell.source)
            cell.outputs = [place_output(output, parts) for output in shown]
    bets = {bet.key: bet for bet in made.list_cards("bet").values()}
    return LessonRun(
        path.parent, notebook, parts, made.list_cards("panel"), made.list_cards("board"), bets,
        find_headings(texts), is_english, failed, shell,
    )  # fmt: skip


def keep_shown(cells: Sequence[Any]) -> list[Any]:
    """Return the cells that a page has."""
    return [cell for cell in cells if NOTEBOOK_ONLY not in cell.metadata.get("tags", [])]


class LessonShell(InteractiveShell):
    """IPython without a terminal: what a cell prints and shows is collected, in its order."""

    def show_cell(self, source: str) -> tuple[list[Any], str]:
        """Run a cell; its outputs as nbformat has them, and the error with which it ended, if it did."""
        self.outputs: list[Any] = []
        with redirect_stdout(Printed(self)), redirect_stderr(io.StringIO()):
            done = self.run_cell(source, store_history=False)
        error = done.error_before_exec or done.error_in_exec
        if error is None:
            return self.outputs, ""
        self.outputs.append(new_output("error", ename=type(error).__name__))
        return self.outputs, f"{type(error).__name__}: {error}"

    def _showtraceback(self, *_: Any, **__: Any) -> None:
        """Said in a sentence on the page, not printed."""

    showtraceback = showsyntaxerror = showindentationerror = _showtraceback


class Displayed(DisplayPublisher):
    """What a cell displays."""

    def publish(self, data: dict[str, Any], metadata: dict[str, Any] | None = None, **_: Any) -> None:
        """Take it down."""
        self.shell.outputs.append(new_output("display_data", data=data, metadata=metadata or {}))


class LastValue(DisplayHook):
    """What a cell ends with."""

    def __call__(self, result: Any = None) -> None:
        """Take it down as it would be displayed."""
        if result is None or self.quiet():
            return
        data, metadata = self.shell.display_formatter.format(result)
        if data:
            self.shell.outputs.append(new_output("execute_result", data=data, metadata=metadata, execution_count=None))


class Printed(io.TextIOBase):
    """What a cell prints; one output as long as nothing else comes between."""

    def __init__(self, shell: LessonShell) -> None:
        self._shell = shell

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, text: str) -> int:
        """Take it down."""
        outputs = self._shell.outputs
        if not outputs or outputs[-1].output_type != "stream":
            outputs.append(new_output("stream", name="stdout", text=""))
        outputs[-1].text += text
        return len(text)


def make_shell() -> LessonShell:
    """A shell for one lesson, with names of its own; no settings of the machine are read, nothing is kept."""
    InteractiveShell.clear_instance()
    LessonShell.clear_instance()
    quiet = {"HistoryManager": {"enabled": False}, "InteractiveShell": {"colors": "nocolor"}}
    shell: LessonShell = LessonShell.instance(
        config=Config(quiet),
        user_module=types.ModuleType("__main__"),
        displayhook_class=LastValue,
        display_pub_class=Displayed,
    )
    say_numbers_in(shell)
    return shell


def place_output(output: Any, parts: list[dict[str, Any]]) -> Any:
    """The same output; where it is a widget, its part is put to the others and its number stays."""
    part = output.get("data", {}).get(ALONE_KIND)
    if part is not None:
        parts.append(part)
        output.data = {PART: {"part": len(parts) - 1}}
    return output


def games_of(part: Mapping[str, Any]) -> list[str]:
    """The games that a part plays."""
    return [one["game"] for one in (part, *part["data"].get("moments", ())) if "game" in one]

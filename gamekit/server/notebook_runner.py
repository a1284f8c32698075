"""Running the cells of a lesson once, by IPython in this process, and collecting its outputs, panels and boards.

Each lesson has a namespace of its own; there is no kernel and no socket.
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

from gamekit.lessons.catalog import NOTEBOOK_ONLY, find_headings, read_notebook
from gamekit.lessons.localized_numbers import say_numbers_in
from gamekit.lessons.notebook_translation import is_translated, translate_notebook
from gamekit.widgets.bet import Bet
from gamekit.widgets.cell_registry import gather
from gamekit.widgets.panel import Lab
from gamekit.widgets.stepper import Stepper
from gamekit.widgets.still_picture import ALONE_KIND

PART: Final = "application/vnd.gamekit.part+json"
"""Media type that marks the place of a part of the page, by number, in a cell's output."""


@dataclass(frozen=True)
class LessonRun:
    """A lesson whose cells have run; `failed` is the error of the cell that ended the run, or ""."""

    folder: Path
    notebook: Any
    parts: list[dict[str, Any]]
    panels: dict[int, Lab]
    boards: dict[int, Stepper]
    bets: dict[str, Bet]
    steps: Sequence[str]
    """Keys of the steps: headings of the second level in English, whatever the reader's language."""
    is_english: bool
    """True if its text is English, whatever the reader's language."""
    failed: str = ""
    shell: Any = field(default=None, repr=False)

    @property
    def games(self) -> list[str]:
        return list(dict.fromkeys(name for part in self.parts for name in games_of(part)))

    def panel(self, number: int) -> Lab:
        """Return a panel by number, after changing to the lesson's folder. Raises `KeyError`."""
        os.chdir(self.folder)
        return self.panels[number]

    def board(self, number: int) -> Stepper:
        """Return a board by number, after changing to the lesson's folder. Raises `KeyError`."""
        os.chdir(self.folder)
        return self.boards[number]


def run_cells(folder: Path, name: str) -> LessonRun:
    """Run the cells of a lesson, such as `route66/01-rules`, in the reader's language, up to the first that fails.

    Cells tagged notebook-only are left out.
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
    return [cell for cell in cells if NOTEBOOK_ONLY not in cell.metadata.get("tags", [])]


class LessonShell(InteractiveShell):
    """IPython without a terminal; what a cell prints and displays is collected in order."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.outputs: list[Any] = []

    def show_cell(self, source: str) -> tuple[list[Any], str]:
        """Run a cell; return its outputs as nbformat nodes, and its error or ""."""
        self.outputs = []
        with redirect_stdout(Printed(self)), redirect_stderr(io.StringIO()):
            done = self.run_cell(source, store_history=False)
        error = done.error_before_exec or done.error_in_exec
        if error is None:
            return self.outputs, ""
        self.outputs.append(new_output("error", ename=type(error).__name__))
        return self.outputs, f"{type(error).__name__}: {error}"

    def _showtraceback(self, *_: Any, **__: Any) -> None:
        """Print nothing: the page shows the error."""

    showtraceback = showsyntaxerror = showindentationerror = _showtraceback


class Displayed(DisplayPublisher):
    """Collector of what a cell displays."""

    def publish(self, data: dict[str, Any], metadata: dict[str, Any] | None = None, **_: Any) -> None:
        self.shell.outputs.append(new_output("display_data", data=data, metadata=metadata or {}))


class LastValue(DisplayHook):
    """Collector of the value of a cell's last expression."""

    def __call__(self, result: Any = None) -> None:
        if result is None or self.quiet():
            return
        data, metadata = self.shell.display_formatter.format(result)
        if data:
            self.shell.outputs.append(new_output("execute_result", data=data, metadata=metadata, execution_count=None))


class Printed(io.TextIOBase):
    """Collector of what a cell prints; text without another output in between is one output."""

    def __init__(self, shell: LessonShell) -> None:
        self._shell = shell

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        outputs = self._shell.outputs
        if not outputs or outputs[-1].output_type != "stream":
            outputs.append(new_output("stream", name="stdout", text=""))
        outputs[-1].text += text
        return len(text)


def make_shell() -> LessonShell:
    """Create a shell with a namespace of its own, without the machine's settings or history."""
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
    """Move the part of a widget's output to `parts`, leaving its number; return the output."""
    part = output.get("data", {}).get(ALONE_KIND)
    if part is not None:
        parts.append(part)
        output.data = {PART: {"part": len(parts) - 1}}
    return output


def games_of(part: Mapping[str, Any]) -> list[str]:
    """Return the names of the games that a part plays."""
    return [one["game"] for one in (part, *part["data"].get("moments", ())) if "game" in one]

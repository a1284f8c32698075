"""Notebooks as tests see them: the model cells as a namespace, or all cells run, perhaps with a change in one."""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from gamekit.widgets import Bet, Chart, Lab, Numbers, Quiz, TextField
from gamekit.widgets.cell_registry import gather

FOLDER = Path(__file__).parents[2] / "notebooks"
SHORT = 6
"""Choices of a list that is tried from top to bottom."""


@dataclass(frozen=True)
class Cell:
    """A code cell: its number among all cells, its tags, its code and its id."""

    number: int
    tags: frozenset[str]
    source: str
    id: str = ""

    @property
    def asks(self) -> bool:
        """Whether it only asks the reader something."""
        return any(f"kit.{card}(" in self.source for card in ("ask", "exercise", "exit_ticket", "quiz", "bet", "field"))

    @property
    def lines(self) -> int:
        """Lines of code as Python counts them: a statement is one, however it is broken; comments and gaps are none."""
        tokens = tokenize.generate_tokens(io.StringIO(self.source).readline)
        return sum(token.type == tokenize.NEWLINE for token in tokens)


@cache
def content(name: str) -> dict[str, Any]:
    """A notebook such as "route66/02-speedometer" as data."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    return found


def cells(name: str) -> list[Cell]:
    """Its code cells."""
    return [
        Cell(number, frozenset(one["metadata"].get("tags", [])), "".join(one["source"]), one["id"])
        for number, one in enumerate(content(name)["cells"])
        if one["cell_type"] == "code"
    ]


def markdown(name: str) -> list[str]:
    """Its Markdown cells."""
    return ["".join(cell["source"]) for cell in content(name)["cells"] if cell["cell_type"] == "markdown"]


def prose(name: str) -> str:
    """All its Markdown as one text."""
    return "\n".join(markdown(name))


def every_notebook() -> list[str]:
    """The names of all notebooks."""
    every = (path.relative_to(FOLDER).with_suffix("").as_posix() for path in sorted(FOLDER.rglob("*.ipynb")))
    return [name for name in every if ".ipynb_checkpoints" not in name]


def run_in_kernel(path: Path, **given: Any) -> str:
    """Return what nbval says of a notebook that it runs in a real kernel, with `given` for the process."""
    spared = [f"-pno:{plugin}" for plugin in ("xdist", "hypothesispytest", "benchmark")]  # slow to load, and not needed
    command = [sys.executable, "-m", "pytest", "--nbval-lax", "--nbval-cell-timeout=300", *spared, "-q"]
    ran = subprocess.run([*command, "-oaddopts=", str(path)], capture_output=True, text=True, check=False, **given)
    assert ran.returncode == 0, ran.stdout[-3000:]
    return ran.stdout


def converted() -> list[str]:
    """The notebooks whose model stands in their cells."""
    return [name for name in every_notebook() if any("model" in one.tags for one in cells(name))]


def notebook(name: str) -> SimpleNamespace:
    """What the model cells of a notebook define, and the imports before them: `notebook("…").after(50, "+5")`."""
    space: dict[str, Any] = {}
    for cell in cells(name):
        if "notebook-only" not in cell.tags and (
            "model" in cell.tags or imports_only(cell.source) or loads_a_game(cell.source)
        ):
            executed(cell, space, show=False)
    return SimpleNamespace(**space)


Shown = tuple[Cell, Any, dict[str, Any]]
"""A cell that was run, what it shows, and the names defined so far."""


def results(name: str, change: tuple[str, str] | None = None) -> Iterator[Shown]:
    """All code cells from top to bottom; as the notebook stands it is run once in a process, whoever asks."""
    yield from run(name, change) if change is not None else run_once(name)


@cache
def run_once(name: str) -> tuple[Shown, ...]:
    """A run of all cells for everybody who changes nothing; the names defined so far are in a dict of their own."""
    return tuple((cell, shown, dict(space)) for cell, shown, space in run(name))


def run(name: str, change: tuple[str, str] | None = None, rewrite: Callable[[str], str] = str) -> Iterator[Shown]:
    """Run all code cells anew, cell by cell; what is put among the names meanwhile counts for the cells below."""
    space: dict[str, Any] = {}
    for cell in cells(name):
        source = cell.source if change is None else cell.source.replace(*change)
        yield cell, executed(replace(cell, source=rewrite(source)), space), space


def shown_by(name: str, words: str, change: tuple[str, str] | None = None) -> Any:
    """What the cell with these words shows."""
    return next(shown for cell, shown, _space in results(name, change) if words in cell.source)


@cache
def answers_of(name: str) -> dict[str, str]:
    """The right answer of every question on the way, and under "" what was found in the end."""
    told: dict[str, str] = {}
    number = cells(name)[-1].number - 1
    for cell, result, _space in results(name):
        if isinstance(result, Quiz) and "ask" in cell.tags:
            told |= {one.text: (one.choices or ())[int(one.answer)] for one in result.questions}
        elif cell.number == number:
            told[""] = " ".join(said(result).split())
    return told


def executed(cell: Cell, space: dict[str, Any], show: bool = True) -> Any:
    """Run a cell; the value of its last line comes back, if that is an expression."""
    body = ast.parse(cell.source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    where = f"cell-{cell.number:02d}"
    with gather() as cards:
        cards.enter_cell(cell.id or where)  # as on a page, for the order of choices
        exec(compile(ast.Module(body, []), where, "exec"), space)
        if last is None or not show:
            return None
        assert isinstance(last, ast.Expr)
        return eval(compile(ast.Expression(last.value), where, "eval"), space)  # noqa: S307


def imports_only(source: str) -> bool:
    """Whether a cell only imports."""
    return all(isinstance(line, (ast.Import, ast.ImportFrom)) for line in ast.parse(source).body)


def loads_a_game(source: str) -> bool:
    """Whether a cell loads a game, which models rest on."""
    return "gk.load(" in source and "def " not in source


def is_result(shown: Any) -> bool:
    """Whether what a cell shows is computed by the lesson: not a question, a board or a field."""
    return shown is not None and not isinstance(shown, (Bet, Quiz, TextField)) and "Stepper" not in type(shown).__name__


def said(shown: Any, **values: Any) -> str:
    """Everything a result says, its drawing included; a panel is asked with the same luck."""
    if isinstance(shown, Lab):
        return said(shown.answer(**values))
    if isinstance(shown, str):
        return str(shown)
    if isinstance(shown, Chart):
        return f"{shown.alt} {shown.svg}"
    if isinstance(shown, (list, tuple)) or hasattr(shown, "sentence"):
        return " ".join(said(one) for one in shown)
    return repr(shown)


def extremes(panel: Lab) -> Iterator[dict[str, Any]]:
    """The values of a panel's controls at their ends: all lowest, all highest, and what a short list has in between."""
    for is_last in (False, True):
        yield {one.name: find_end(one, is_last) for one in panel.controls}
    for one in panel.controls:
        names = list(getattr(one, "choices", ()))
        for key in names[1:-1] if len(names) <= SHORT else ():
            yield {one.name: key}


def find_end(control: Any, is_last: bool) -> Any:
    """The highest value of a control, or the lowest."""
    if isinstance(control, Numbers):
        return [control.high] * control.most if is_last else [control.low] * control.fewest
    if hasattr(control, "low"):
        return control.high if is_last else control.low
    return is_last if isinstance(control.value, bool) else [*control.choices][-is_last]

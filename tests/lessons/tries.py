"""What students might write for a check of a notebook, held against that check: wrong must be seen, right let through.

A file of the folder `tried` has a `Check` for each function to be written, and below it functions as students might
write them. They use the names that the notebook's cells define, and are called by the name the notebook gives them.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import Any

from tests.lessons.notebooks import Cell, cells, executed, markdown, results

WRITTEN = frozenset({"check", "notebook-only"})
"""The tags of a cell in which something is written and then checked."""


@dataclass
class Check:
    """A function to be written in a notebook, and what students might write.

    `wrong` and `right` are decorators. `same` are mistakes made in the solution by `mutants` that make no difference
    to what comes out, or only where no case may look, each with the reason.
    """

    notebook: str
    function: str
    same: dict[str, str] = field(default_factory=dict)
    wrongs: list[Callable[..., Any]] = field(default_factory=list)
    rights: list[Callable[..., Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        EVERY.append(self)

    def wrong(self, written: Callable[..., Any]) -> Callable[..., Any]:
        """Mark a function as a plausible wrong answer."""
        self.wrongs.append(written)
        return written

    def right(self, written: Callable[..., Any]) -> Callable[..., Any]:
        """Mark a function as an unusual right answer."""
        self.rights.append(written)
        return written

    @property
    def solution(self) -> str:
        """The solution in the notebook's text, or where it is told in words only, the first right answer."""
        blocks = [one for cell in markdown(self.notebook) for one in re.findall(r"```python\n(.*?)```", cell, re.S)]
        found = [one for one in blocks if re.search(rf"^def {self.function}\(", one, re.M)]
        return found[0] if found else self.source_of(self.rights[0])

    def source_of(self, written: Callable[..., Any]) -> str:
        """The code of one of the functions below a check, under the name that the notebook asks for."""
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(written))).body
        assert isinstance(tree, ast.FunctionDef)
        tree.name, tree.decorator_list = self.function, []
        return ast.unparse(tree)

    def passes(self, written: Callable[..., Any] | str) -> bool:
        """Whether the check of the notebook finds an answer right: a function, or code that defines it."""
        cell, before = cell_of(self.notebook, self.function)
        space = dict(before)
        body = ast.parse(cell.source).body
        *lines, last = body
        executed(Cell(cell.number, cell.tags, ast.unparse(ast.Module(lines, []))), space)
        if isinstance(written, str):
            exec(written, space)
        else:
            assert isinstance(written, FunctionType)
            space[self.function] = in_space(written, space)
        shown = executed(Cell(cell.number, cell.tags, ast.unparse(last)), space)
        return bool(shown[0] if isinstance(shown, tuple) else shown)


EVERY: list[Check] = []
"""All checks that were read so far."""


def in_space(written: FunctionType, space: dict[str, Any]) -> FunctionType:
    """A function as if it had been written in a notebook."""
    made = FunctionType(written.__code__, space, written.__name__, written.__defaults__)
    made.__kwdefaults__ = written.__kwdefaults__
    return made


@cache
def cell_of(name: str, function: str) -> tuple[Cell, dict[str, Any]]:
    """The cell in which a function is written, and what the cells before it define."""
    *_, target = [cell for cell in cells(name) if cell.tags >= WRITTEN and function in defined(cell.source)]
    names: dict[str, Any] = {}
    for cell, _shown, space in results(name):
        if cell.number == target.number:
            break
        names = dict(space)
    return target, names


def defined(source: str) -> list[str]:
    """The functions that a cell defines."""
    return [line.name for line in ast.parse(source).body if isinstance(line, ast.FunctionDef)]


def to_be_written(name: str) -> list[str]:
    """The functions to be written in a notebook, of each cell the first one, which its check is about."""
    found = [defined(cell.source) for cell in cells(name) if cell.tags >= WRITTEN]
    return [functions[0] for functions in found if functions]

"""The last cells of a lesson do without gamekit: each runs in an empty notebook and takes no name of the lesson."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import matplotlib.pyplot as plt
import pytest

from tests.lessons.notebooks import Cell, cells, converted, executed

TAKEN_HOME = [
    pytest.param(name, cell, id=f"{name}-{cell.number}")
    for name in converted()
    for cell in cells(name)
    if "notebook-only" in cell.tags and re.search("^(import|from) (matplotlib|ipywidgets|pandas)", cell.source, re.M)
]


def names_of(source: str) -> Iterator[str]:
    """Names that a cell defines at its top level or inside loops there; imports are the same everywhere."""
    for statement in ast.parse(source).body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield statement.name
        else:
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id


@pytest.mark.parametrize(("name", "cell"), TAKEN_HOME)
def test_it_draws_in_an_empty_notebook(name: str, cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    monkeypatch.setattr(plt, "show", lambda: shown.append(plt.gcf()))
    try:
        made = executed(cell, {})
        assert shown or made is not None, "nothing is shown"
    finally:
        plt.close("all")
    assert 6 <= len([line for line in cell.source.splitlines() if line.strip()]) <= 17


def read_by_functions(source: str) -> Iterator[str]:
    """Names that functions of a cell read though they do not define them."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            used = [one for one in ast.walk(function) if isinstance(one, ast.Name)]
            own = {one.id for one in used if isinstance(one.ctx, ast.Store)}
            own |= {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
            yield from {one.id for one in used} - own


@pytest.mark.parametrize(("name", "cell"), TAKEN_HOME)
def test_it_takes_no_name_that_a_panel_reads(name: str, cell: Cell) -> None:
    """After *Run all* a panel that calls a function `means` must not meet a list of that name."""
    others = {one for other in cells(name) if other.number != cell.number for one in read_by_functions(other.source)}
    assert set(names_of(cell.source)) & others == set()

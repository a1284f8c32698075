"""Conventions of CONTRIBUTING.md and docs/background that can be read off the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "gamekit"


def said_when_loaded(body: list[ast.stmt]) -> Iterator[int]:
    """The lines in which `_()` is called as soon as a module is imported: in constants, classes, defaults."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            defaults = [*statement.args.defaults, *statement.args.kw_defaults, *statement.decorator_list]
            for node in filter(None, defaults):
                yield from calls(node)
        elif isinstance(statement, ast.ClassDef):
            yield from said_when_loaded(statement.body)
        else:
            yield from calls(statement)


def calls(node: ast.AST) -> Iterator[int]:
    if isinstance(node, ast.Lambda | ast.FunctionDef):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
        yield node.lineno
    for child in ast.iter_child_nodes(node):
        yield from calls(child)


def test_no_sentence_is_translated_before_it_is_shown() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if "lessons" not in path.relative_to(PACKAGE).parts[:1]
        for line in said_when_loaded(ast.parse(path.read_text(encoding="utf-8")).body)
    ]
    assert found == []

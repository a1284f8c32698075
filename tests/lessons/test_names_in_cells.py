"""A name in a cell means one thing as long as it can be seen."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.lessons.notebooks import cells, every_notebook

Scope = ast.FunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def find_hidden(node: ast.AST, held: frozenset[str] = frozenset()) -> Iterator[str]:
    """Names inside comprehensions and lambdas that hide something else a function holds under this name.

    The variable of a loop may be used again: it means the same, once more.
    """
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, SCOPES):
            yield from find_hidden(inner, held)
        elif isinstance(inner, ast.FunctionDef):
            yield from find_hidden(inner, find_parameters(inner) | find_assigned(inner))
        else:
            own = find_parameters(inner) if isinstance(inner, ast.Lambda) else find_targets(inner)
            yield from (f"{name} in line {inner.lineno}" for name in own & held)
            yield from find_hidden(inner, held | own)


def find_parameters(function: ast.FunctionDef | ast.Lambda) -> frozenset[str]:
    """Its parameters, without those that hand on a value under the same name (`lambda n=n: …`)."""
    given = {default.id for default in function.args.defaults if isinstance(default, ast.Name)}
    return frozenset(one.arg for one in (*function.args.args, *function.args.kwonlyargs) if one.arg not in given)


def find_assigned(function: ast.FunctionDef) -> frozenset[str]:
    """What is assigned in a function itself by `=`."""
    assigned = [target for node in walk_own(function) if isinstance(node, ast.Assign) for target in node.targets]
    return frozenset(name for target in assigned for name in name_targets(target))


def walk_own(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a function that is in no function, lambda or comprehension inside it."""
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, SCOPES):
            yield inner
            yield from walk_own(inner)


def find_targets(node: ast.AST) -> frozenset[str]:
    """The variables of a comprehension."""
    generators = getattr(node, "generators", [])
    return frozenset(name for one in generators for name in name_targets(one.target))


def name_targets(target: ast.expr) -> set[str]:
    """The names that a target binds, alone or in a tuple."""
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


@pytest.mark.parametrize(
    ("code", "hidden"),
    [
        ("def f(pair):\n    return [pair for pair in pair]", ["pair in line 2"]),
        ("def f(n):\n    way = [n]\n    return {k: way(k) for k, way in n}", ["way in line 3"]),
        ("def f(rows):\n    return [[x for x in x] for x in rows]", ["x in line 2"]),
        ("def f(hits):\n    return lambda hits: hits", ["hits in line 2"]),
        ("def f(n):\n    return [lambda k=k: k for k in range(n)]", []),
        ("def f(rows):\n    for x in rows:\n        print(x)\n    return [x for x in rows]", []),
        ("def f(n):\n    return n\ndef g(m):\n    return [n for n in m]", []),
    ],
)
def test_a_hidden_name_is_found(code: str, hidden: list[str]) -> None:
    """The loop of a lesson that reads `[pair for pair in pair]` is told from one that only goes on."""
    assert list(find_hidden(ast.parse(code))) == hidden


@pytest.mark.parametrize("name", every_notebook())
def test_no_name_in_a_cell_hides_another(name: str) -> None:
    """Who reads a cell need not know which of two variables of one name is meant."""
    found = [f"cell {cell.number}: {hidden}" for cell in cells(name) for hidden in find_hidden(ast.parse(cell.source))]
    assert not found

"""Small mistakes made on purpose in a piece of Python, one at a time."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Final

COMPARED: Final = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}  # fmt: skip
CALCULATED: Final = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}
CALLED: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "sum": "len"}


def mutants(source: str) -> Iterator[tuple[str, str]]:
    """Each mistake in words, `old → new`, with the whole piece that has it."""
    tree = ast.parse(source)
    given = [one.arg for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for one in node.args.args]
    for number, node in enumerate(ast.walk(tree)):
        for changed in [*changes(node), *taken_for(node, given)]:
            told = f"{ast.unparse(node)} → {ast.unparse(changed) if changed is not None else 'nothing'}"
            yield told, ast.unparse(ast.fix_missing_locations(replaced(tree, number, changed)))


def changes(node: ast.AST) -> Iterator[ast.AST | None]:
    """What may stand in the place of a node by mistake; None if it is forgotten."""
    if isinstance(node, ast.Compare):
        for number, operator in enumerate(node.ops):
            for other in COMPARED[type(operator)]:
                yield with_field(node, "ops", [*node.ops[:number], other(), *node.ops[number + 1 :]])
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in CALCULATED:
        yield with_field(node, "op", CALCULATED[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield with_field(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        yield from (with_field(node, "values", node.values[:i] + node.values[i + 1 :]) for i in range(len(node.values)))
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLED:
        yield with_field(node, "func", ast.Name(CALLED[node.func.id], ast.Load()))
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield with_field(node, "ifs", [])
    elif isinstance(node, (ast.If, ast.IfExp)):
        yield from (with_field(node, "test", ast.Constant(always)) for always in (True, False))
    elif isinstance(node, (ast.AugAssign, ast.Expr, ast.Continue, ast.Break)) and not documents(node):
        yield None


def taken_for(node: ast.AST, given: list[str]) -> Iterator[ast.AST]:
    """What a function is given, taken for the next thing that it is given."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in given and len(given) > 1:
        yield ast.Name(given[(given.index(node.id) + 1) % len(given)], ast.Load())


def documents(node: ast.AST) -> bool:
    """Whether a line is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def with_field(node: ast.AST, name: str, value: object) -> ast.AST:
    """A copy of a node in which one field is another."""
    other = copy.copy(node)
    setattr(other, name, value)
    return other


def replaced(tree: ast.AST, number: int, changed: ast.AST | None) -> ast.AST:
    """A copy of a tree in which the node of that number, counted as `ast.walk` does, is another."""
    other = copy.deepcopy(tree)
    target = next(node for place, node in enumerate(ast.walk(other)) if place == number)
    new: ast.AST = ast.Pass() if changed is None else copy.deepcopy(changed)
    for parent in ast.walk(other):
        for name, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, name, new)
            elif isinstance(value, list):
                value[:] = [new if one is target else one for one in value]
    return other

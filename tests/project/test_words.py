"""One word, one thing: no class is defined twice, and functions are named by what they do (docs/glossary.md)."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "gamekit"
IN_EACH_GAME = {"Box", "Options", "State", "Tables"}
"""What every game has under the same name in its folder, and plain_box.py for those that have none."""


def definitions() -> Iterator[tuple[Path, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every class and function of the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield path.relative_to(PACKAGE), node


def test_no_class_is_defined_twice() -> None:
    where = defaultdict(list)
    for path, node in definitions():
        if isinstance(node, ast.ClassDef):
            where[node.name].append(str(path))
    games = [name for name in IN_EACH_GAME if all(path.startswith(("games/", "plain_box")) for path in where[name])]
    assert sorted(games) == sorted(IN_EACH_GAME)
    assert {name: paths for name, paths in where.items() if len(paths) > 1 and name not in games} == {}

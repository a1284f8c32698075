"""One word, one thing: no class is defined twice, and functions are named by what they do (docs/glossary.md)."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "gamekit"
IN_EACH_GAME = {"Box", "Options", "State", "Tables"}
"""What every game has under the same name in its folder, and plain_box.py for those that have none."""
IRREGULAR = re.compile(
    "among|begun|between|bought|brought|built|caught|chosen|done|drawn|driven|fallen|felt|found|given|gone|grown|heard|held|hidden"
    "|kept|known|laid|led|left|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|taken|taught|thought|thrown|told|torn"
    "|understood|won|worn|written"
)
NO_PARTICIPLE = re.compile("bring|embed|feed|greeting|heading|hundred|need|nothing|proceed|seed|speed|string|thing")
PARTICIPLES = {
    "Session.drawn": "public, and kept in notebooks: what chance takes here",
    "Chain.expected": "public, the field's word: an expected value",
    "Chain.expected_steps": "public, the field's word: an expected value",
    "Outcomes.expected": "public, the field's word: an expected value",
    "closing_in": "public, in every lesson that simulates",
    "balanced": "a strategy's kernel has its strategy's name",
    "left_of": "a side, not what has been left",
}
"""Functions that may begin with a participle, and why. A property may: it says what something is."""


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


def participles(tree: ast.AST, owner: str = "") -> Iterator[str]:
    """The functions below a node, with their class, that begin with a participle and are no properties."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            word = node.name.strip("_").partition("_")[0]
            said = IRREGULAR.fullmatch(word) or (word.endswith(("ed", "ing")) and not NO_PARTICIPLE.fullmatch(word))
            if said and not any(ast.unparse(one).endswith("property") for one in node.decorator_list):
                yield owner + node.name
        yield from participles(node, f"{node.name}." if isinstance(node, ast.ClassDef) else owner)


def test_functions_are_named_by_verbs() -> None:
    found = {
        name: str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        for name in participles(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert {name: path for name, path in found.items() if name not in PARTICIPLES} == {}, "say what they do: check_seed"
    assert sorted(set(PARTICIPLES) - set(found)) == [], "gone: strike them off the list"

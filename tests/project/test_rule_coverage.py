"""Every rule of every rulebook is proved by a test that carries its number; no test carries an unknown number."""

import ast
import functools
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULEBOOKS = sorted((ROOT / "gamekit" / "games").glob("*/rulebook.toml"))


def rules_of(rulebook: Path) -> set[str]:
    return set(tomllib.loads(rulebook.read_text(encoding="utf-8"))["rules"])


def numbers_in(source: str) -> Iterator[str]:
    """Rule numbers in `pytest.mark.rule("KS-15")`, on a function, a class, a module or a parameter."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "rule"
            and isinstance(node.func.value, ast.Attribute)
            and node.func.value.attr == "mark"
        ):
            for argument in node.args:
                assert isinstance(argument, ast.Constant), "a rule mark carries the number itself, as text"
                yield str(argument.value)


@functools.cache
def proved() -> dict[str, list[str]]:
    """Rule number -> the test files that carry it."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for number in numbers_in(path.read_text(encoding="utf-8")):
            found.setdefault(number, []).append(path.relative_to(ROOT).as_posix())
    return found


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda path: path.parent.name)
def test_each_rule_has_a_test(rulebook: Path) -> None:
    missing = sorted(rules_of(rulebook) - set(proved()))
    assert not missing, f"rules of {rulebook.parent.name} that no test proves: {', '.join(missing)}"


def test_each_rule_mark_names_a_rule() -> None:
    known = set().union(*map(rules_of, RULEBOOKS))
    unknown = {number: files for number, files in proved().items() if number not in known}
    assert not unknown, f"marks that no rulebook knows: {unknown}"


def test_the_search_for_marks_sees_functions_classes_and_parameters() -> None:
    source = """
@pytest.mark.rule("KS-01")
def test_a(): ...
@pytest.mark.rule("KS-02", "KS-03")
class TestB: ...
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("KS-04"))])
def test_c(x): "KS-05"
"""
    assert list(numbers_in(source)) == ["KS-01", "KS-02", "KS-03", "KS-04"]

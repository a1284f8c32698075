"""The tables of docs/background/new-lessons.md: for each figure of a new lesson's prose a test that computes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lessons.notebooks import content, converted, prose

HERE = Path(__file__).parent
TOLD = (HERE.parents[1] / "docs/background/new-lessons.md").read_text(encoding="utf-8")
PARTS = {part.split("\n")[0]: part for part in TOLD.split("\n## ")[1:]}
TITLES = {name: content(name)["metadata"]["gamekit"]["title"] for name in converted() if name.startswith("topics/")}
NEW = [name for name, title in TITLES.items() if title in PARTS]
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?!\w)")
CODE = re.compile(r"```.*?```|<pre>.*?</pre>|\$\$.*?\$\$|`[^`]*`", re.S)


def rows(name: str) -> list[tuple[str, str]]:
    """Figures, and the test that computes them."""
    return re.findall(r"^\| (.+?) \| `(test_\w+)` \|$", PARTS[TITLES[name]], re.M)


def numbers(text: str) -> set[str]:
    """The numbers of a text."""
    return {number.rstrip(",") for number in NUMBER.findall(text)}


def test_each_new_lesson_has_its_part() -> None:
    assert len(NEW) == len(PARTS) == 9
    assert all("**The first ten minutes" in PARTS[TITLES[name]] and rows(name) for name in NEW)


@pytest.mark.parametrize("name", NEW)
def test_every_test_that_is_named_computes_figures_of_its_lesson(name: str) -> None:
    file = f"test_{name.replace('/', '_')}.py"
    source = (HERE / file).read_text(encoding="utf-8")
    assert f"`tests/lessons/{file}`" in PARTS[TITLES[name]]
    assert [test for _figures, test in rows(name) if f"\ndef {test}(" not in source] == []


@pytest.mark.parametrize("name", NEW)
def test_every_decimal_figure_of_a_lesson_is_in_its_table_and_every_figure_there_in_the_lesson(name: str) -> None:
    told = numbers(" ".join(figures for figures, _test in rows(name)))
    text = CODE.sub(" ", prose(name))
    assert {number for number in numbers(text) if "." in number} - told == set(), "no test is named for it"
    assert {number for number in told if "." in number or len(number) > 2} - numbers(text) == set(), "no such figure"

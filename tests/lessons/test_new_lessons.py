"""The tables of docs/background/new-lessons.md: for each figure of a new lesson's prose a test that computes it.

A decimal stands in the table, and so does a whole number, unless it is given: in the lesson's code, or in GIVEN.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lessons.notebooks import cells, content, converted, prose
from tests.lessons.test_constants import told

HERE = Path(__file__).parent
TOLD = (HERE.parents[1] / "docs/background/new-lessons.md").read_text(encoding="utf-8")
PARTS = {part.split("\n")[0]: part for part in TOLD.split("\n## ")[1:]}
TITLES = {name: content(name)["metadata"]["gamekit"]["title"] for name in converted() if name.startswith("topics/")}
NEW = [name for name, title in TITLES.items() if title in PARTS]
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?!\w)")
CODE = re.compile(r"```.*?```|<pre>.*?</pre>|\$\$.*?\$\$|`[^`]*`", re.S)
MARK = re.compile(
    r"^\*{0,2}\d\.(?=[\s*])|\*\*\d\.\*\*|Exercise \d|\*\*\d+ minutes\*\*|from \d+(?= (?:who|that|·))"
    r"|\]\([^)]*\)|\b[A-Z]\w+-\d+",
    re.M,
)
"""What is no figure: the number of an item, an exercise or a rule, for whom a lesson is, how long it takes, a link."""
GIVEN = {
    "coach_in_forty_lines": {
        "150": "a rule of the stage",
        "70": "what a coach may say",
        "55": "what a coach may say",
        "53": "a third of 160",
        "99": "an exercise asks for it",
        "7": "a place in the row of the exercise",
    },
    "do_fast_cars_win": {"66": "a game's name"},
    "how_far_from_the_mean": {
        "480": "what a neighbour may score",
        "256": "a step of the exercise",
        "6,667": "a step of the exercise",
        "25,600": "a step of the exercise",
    },
    "recursion_on_a_road": dict.fromkeys(("13", "19", "21", "34", "55"), "a step of the exercise"),
    "rule_or_luck": {"8": "a step of the exercise"},
    "test_a_simulation": {"99": "an exercise asks for it"},
    "waiting_for_a_120": {"75": "what is to be reached", "103": "109 cards without the six"},
}
"""Whole numbers that are no results and do not stand in the code, with the reason."""


def rows(name: str) -> list[tuple[str, str]]:
    """Figures, and the test that computes them."""
    return re.findall(r"^\| (.+?) \| `(test_\w+)` \|$", PARTS[TITLES[name]], re.M)


def numbers(text: str) -> set[str]:
    """The numbers of a text."""
    return {number.rstrip(",") for number in NUMBER.findall(text)}


def in_code(name: str) -> set[str]:
    """The numbers of a lesson's code, written as prose has them."""
    code = re.sub(r"(?<=\d)_(?=\d)", "", "\n".join(cell.source for cell in cells(name)))
    return {f"{int(number):,}" for number in re.findall(r"(?<![\w.])\d+(?![\w.])", code)}


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


@pytest.mark.parametrize("name", NEW)
def test_every_whole_figure_of_a_lesson_is_in_its_table_or_given(name: str) -> None:
    listed = numbers(" ".join(figures for figures, _test in rows(name)))
    every = {number for number in numbers(CODE.sub(" ", MARK.sub(" ", prose(name)))) if "." not in number}
    given = GIVEN.get(name.removeprefix("topics/"), {})
    assert every - listed - in_code(name) - set(given) == set(), "no test is named for it"
    assert set(given) - (every - listed - in_code(name)) == set(), "it need not be listed"


@pytest.mark.thorough
@pytest.mark.parametrize("name", NEW)
def test_every_figure_of_the_first_ten_minutes_is_in_the_lesson_or_what_it_says_when_it_runs(name: str) -> None:
    note = PARTS[TITLES[name]].partition("\n| ")[0]
    unseen = numbers(CODE.sub(" ", note)) - numbers(prose(name)) - in_code(name)
    if unseen:
        assert unseen - numbers(" ".join(text for _cell, text in told(name, ("import", "import")))) == set()

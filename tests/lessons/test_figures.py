"""The tables of docs/background/lesson-figures.md: for each figure of a lesson's prose a test that computes it.

A figure is a decimal, or a whole number of three digits and more; it stands in the table unless it is given: in the
lesson's code, or in GIVEN. The younger lessons have stricter tables, see test_new_lessons.py.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lessons.notebooks import content, converted, prose
from tests.lessons.test_new_lessons import CODE, MARK, in_code, numbers

HERE = Path(__file__).parent
TOLD = (HERE.parents[1] / "docs/background/lesson-figures.md").read_text(encoding="utf-8")
PARTS = {part.split("\n")[0]: part for part in TOLD.split("\n## ")[1:]}
TITLES = {name: content(name)["metadata"]["gamekit"]["title"] for name in converted()}
LISTED = [name for name, title in TITLES.items() if title in PARTS]
ROW = re.compile(r"^\| (.+?) \| `(test_\w+)` \|$", re.M)
GIVEN = {
    "ausgebremst/02-racing-line": {},
    "bluffing_is_arithmetic": {"0.005": "what a solution may be off", "1950": "a year", "2007": "a year"},
    "chance_is_a_player": {"0.02": "what a solution may be off"},
    "four_graphs": {},
    "is_a_house_rule_fair": {"150": "a rule of the box"},
    "most_luck": {"1993": "a year"},
    "search_by_hand": {"1956": "a year"},
    "what_do_you_know": {"108": "109 cards without one"},
}
"""Figures that are no results and do not stand in the code, with the reason."""


def long_numbers(text: str) -> set[str]:
    """The figures of a text that nobody counts on two hands."""
    return {number for number in numbers(text) if "." in number or len(number.replace(",", "")) > 2}


def test_each_part_belongs_to_a_lesson() -> None:
    assert len(LISTED) == len(PARTS) == len(GIVEN)


@pytest.mark.parametrize("name", LISTED)
def test_every_figure_of_a_lesson_is_in_its_table_or_given_and_every_test_there_exists(name: str) -> None:
    part = PARTS[TITLES[name]]
    found = re.search(r"computed by, in `(tests/lessons/test_\w+\.py)`", part)
    assert found, "its tests are in one file"
    source = (HERE.parents[1] / found[1]).read_text(encoding="utf-8")
    rows = ROW.findall(part)
    assert rows
    assert [test for _figures, test in rows if f"\ndef {test}(" not in source] == []
    text = CODE.sub(" ", MARK.sub(" ", prose(name)))
    listed = long_numbers(" ".join(figures for figures, _test in rows))
    every, given = long_numbers(text) - in_code(name), set(GIVEN[name.removeprefix("topics/")])
    assert every - listed - given == set(), "no test is named for it"
    assert listed - long_numbers(text) == set(), "no such figure"
    assert given - (every - listed) == set(), "it need not be listed"

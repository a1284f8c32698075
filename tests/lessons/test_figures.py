"""The tables of docs/background/lesson-figures.md: for each figure of a lesson's prose a test that computes it.

A figure is a decimal, or a whole number of three digits and more; it stands in the table unless it is given: in the
lesson's code, or in GIVEN. The younger lessons have stricter tables, see test_new_lessons.py.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamekit as gk
from tests.lessons.notebooks import content, every_notebook, prose
from tests.lessons.test_new_lessons import CODE, MARK, NEW, in_code, numbers

HERE = Path(__file__).parent
BEGIN, *TOLD = (HERE.parents[1] / "docs/background/lesson-figures.md").read_text(encoding="utf-8").split("\n## ")
PARTS = {part.split("\n")[0]: part for part in TOLD}


def title(name: str) -> str:
    """What the document calls a lesson: lessons of two games may have one name, so their game goes before it."""
    about = content(name)["metadata"]["gamekit"]
    folder = name.rpartition("/")[0]
    return f"{gk.load(folder).title}: {about['title']}" if folder not in ("", "topics") else str(about["title"])


TITLES = {name: title(name) for name in every_notebook()}
LISTED = [name for name, title in TITLES.items() if title in PARTS]
ROW = re.compile(r"^\| (.+?) \| `(test_\w+)` \|$", re.M)
INVENTED, OFF = "what a panel might show", "what a solution may be off"
GIVEN = {
    "bluffing_is_arithmetic": {"0.005": OFF, "1950": "a year", "2007": "a year"},
    "chance_is_a_player": {"0.02": OFF},
    "exact_or_simulated": {"0.3": "a truth that is tried", "0.5": "a truth that is tried"},
    "is_a_house_rule_fair": {"150": "a rule of the box"},
    "kartenspiel/04-house-rules": dict.fromkeys(("2.12", "2.16", "2.17", "2.20", "2.21", "2.25"), INVENTED),
    "most_luck": {"1993": "a year"},
    "search_by_hand": {"1956": "a year"},
    "what_do_you_know": {"108": "109 cards without one"},
}
"""Figures that are no results and do not stand in the code, with the reason."""


def long_numbers(text: str) -> set[str]:
    """The figures of a text that nobody counts on two hands."""
    return {number for number in numbers(text) if "." in number or len(number.replace(",", "")) > 2}


def figures(name: str) -> set[str]:
    """The figures of a lesson's prose that its code does not give."""
    return long_numbers(CODE.sub(" ", MARK.sub(" ", prose(name)))) - in_code(name)


def test_each_part_belongs_to_a_lesson() -> None:
    assert len(LISTED) == len(PARTS)
    assert set(GIVEN) <= {name.removeprefix("topics/") for name in LISTED}


def test_a_lesson_without_a_table_has_no_figures_and_is_named() -> None:
    without = [name for name in TITLES if name not in LISTED and name not in NEW]
    assert {name: figures(name) for name in without if figures(name)} == {}
    told = " ".join(BEGIN.split("\n\n")[-1].split())
    assert [name for name in without if f"*{TITLES[name]}*" not in told] == []
    assert told.count("*") == 2 * len(without)


@pytest.mark.parametrize("name", LISTED)
def test_every_figure_of_a_lesson_is_in_its_table_or_given_and_every_test_there_exists(name: str) -> None:
    part = PARTS[TITLES[name]]
    files = re.findall(r"`(tests/lessons/test_\w+\.py)`", part)
    assert 1 <= len(files) <= 2, "its tests are in one file, or what it asks is tested in another"
    sources = [(HERE.parents[1] / file).read_text(encoding="utf-8") for file in files]
    rows = ROW.findall(part)
    assert rows
    assert [test for _figures, test in rows if sum(f"\ndef {test}(" in source for source in sources) != 1] == []
    text = CODE.sub(" ", MARK.sub(" ", prose(name)))
    listed = long_numbers(" ".join(figures for figures, _test in rows))
    every, given = figures(name), set(GIVEN.get(name.removeprefix("topics/"), {}))
    assert every - listed - given == set(), "no test is named for it"
    assert listed - long_numbers(text) == set(), "no such figure"
    assert given - (every - listed) == set(), "it need not be listed"

"""The tables of docs/background/lesson-figures.md: for each figure of a lesson's prose a test that computes it.

A figure is a decimal, or a whole number of three digits and more; it stands in the table unless it is given: in the
lesson's code, or in GIVEN. The younger lessons have stricter tables, see test_new_lessons.py; here the tests of both
are read, so that no row can be forgotten.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import gamekit as gk
from tests.lessons import test_new_lessons as new
from tests.lessons.notebooks import content, every_notebook, flat_prose, prose
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
FEW = 6
FOUND = re.compile(r"_figures_(in|of)_|_found_(is|are)_")
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


def given(name: str) -> set[str]:
    """The figures of a lesson that are no results."""
    return set((new.GIVEN if name in NEW else GIVEN).get(name.removeprefix("topics/"), {}))


def part_of(name: str) -> str:
    """What one of the two documents says of a lesson."""
    return new.PARTS[new.TITLES[name]] if name in NEW else PARTS[TITLES[name]]


def files_of(name: str) -> list[str]:
    """Where the tests of a lesson's figures are."""
    return re.findall(r"`(tests/lessons/test_\w+\.py)`", part_of(name))


@cache
def functions(file: str) -> list[ast.FunctionDef]:
    """The tests of a file."""
    body = ast.parse((HERE.parents[1] / file).read_text(encoding="utf-8")).body
    return [one for one in body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")]


def quoted(test: ast.FunctionDef, text: str) -> list[str]:
    """The words of a lesson that a test has, if a figure is among them or is put in; few words prove nothing."""
    found: list[str] = []
    for one in ast.walk(test):
        if isinstance(one, ast.Constant) and any(len(number) > 1 for number in numbers(str(one.value))):
            found.append(str(one.value).strip())
        elif isinstance(one, ast.Compare) and isinstance(one.ops[0], ast.In):
            parts = [part for part in ast.walk(one.left) if isinstance(part, ast.Constant)]
            if isinstance(one.left, (ast.JoinedStr, ast.Call)):
                found += [words.strip() for part in parts for words in re.split(r"\{[^}]*\}", str(part.value))]
    return [words for words in found if len(words) > FEW and " " in words and words in text]


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
    part, files = part_of(name), files_of(name)
    assert 1 <= len(files) <= 2, "its tests are in one file, or what it asks is tested in another"
    sources = [(HERE.parents[1] / file).read_text(encoding="utf-8") for file in files]
    rows = ROW.findall(part)
    assert rows
    assert [test for _figures, test in rows if sum(f"\ndef {test}(" in source for source in sources) != 1] == []
    text = CODE.sub(" ", MARK.sub(" ", prose(name)))
    listed = long_numbers(" ".join(figures for figures, _test in rows))
    every = figures(name)
    assert every - listed - given(name) == set(), "no test is named for it"
    assert listed - long_numbers(text) == set(), "no such figure"
    assert given(name) - (every - listed) == set(), "it need not be listed"


@pytest.mark.parametrize("file", sorted({file for name in (*LISTED, *NEW) for file in files_of(name)}))
def test_every_test_that_quotes_figures_of_a_lesson_or_computes_what_was_found_has_its_row(file: str) -> None:
    names = [name for name in (*LISTED, *NEW) if file in files_of(name)]
    text = " ".join(flat_prose(name) for name in names)
    rows = {test for name in names for _figures, test in ROW.findall(part_of(name))}
    assert {test.name for test in functions(file) if FOUND.search(test.name) or quoted(test, text)} - rows == set()


@pytest.mark.parametrize("name", [*LISTED, *NEW])
def test_figures_that_a_test_quotes_stand_in_the_table_even_if_the_code_gives_them(name: str) -> None:
    text = flat_prose(name)
    quotes = [words for file in files_of(name) for test in functions(file) for words in quoted(test, text)]
    told = numbers(" ".join(quotes)) - given(name) - {"100"}
    some = {number for number in told if len(number) > 1} if name in NEW else long_numbers(" ".join(told))
    assert some - numbers(" ".join(figures for figures, _test in ROW.findall(part_of(name)))) == set()

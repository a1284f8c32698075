"""The form of a lesson: something to do on the first screen, an explanation that asks, an answer at the end."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.lessons.notebooks import content, every_notebook

LESSONS = [name for name in every_notebook() if "/" in name]
MOST_STEPS = 10
MOST_WORDS = 55
"""Before the first thing to do."""
FOLDED = "<details><summary>For whom, and what you will learn</summary>"
FOUND = "<details><summary>What you may have found</summary>"
SOLUTION = "<details><summary>Solution</summary>"
TO_DO = ("gk.play(", "gk.replay(", "kit.panel(", "kit.situations(", "kit.quiz(", "kit.bet(")
DETAILS = re.compile(r"<details>.*?</details>", re.DOTALL)
Cells = list[dict[str, Any]]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def tags(cell: dict[str, Any]) -> list[str]:
    found: list[str] = cell["metadata"].get("tags", [])
    return found


def is_text(cell: dict[str, Any]) -> bool:
    return bool(cell["cell_type"] == "markdown")


def page_cells(name: str) -> Cells:
    """What a page shows."""
    return [cell for cell in content(name)["cells"] if "notebook-only" not in tags(cell)]


def step(name: str, heading: str) -> Cells:
    """The cells of a step."""
    cells = page_cells(name)
    begins = [i for i, cell in enumerate(cells) if is_text(cell) and source(cell).startswith("## ")]
    first = next(i for i in begins if source(cells[i]).splitlines()[0] == f"## {heading}")
    return cells[first : next((i for i in begins if i > first), len(cells))]


@pytest.mark.parametrize("name", LESSONS)
def test_it_begins_with_something_to_do_and_folds_for_whom_it_is(name: str) -> None:
    cells = page_cells(name)
    first = next(i for i, cell in enumerate(cells) if any(one in source(cell) for one in TO_DO))
    before = "\n".join(source(cell) for cell in cells[:first] if is_text(cell))
    assert before.count(FOLDED) == 1, f"the opening folds its goals: {FOLDED}"
    folded = DETAILS.findall(before)[0]
    minutes = content(name)["metadata"]["gamekit"]["minutes"]
    missing = [one for one in ("**For** ", f"**{minutes} minutes**") if one not in folded]
    assert not missing, f"for whom, and how long: {missing}"
    assert len(re.findall(r"^\d\. ", folded, re.M)) == 3, "three goals"
    words = len(DETAILS.sub("", before).split())
    title = len(content(name)["metadata"]["gamekit"]["title"].split())
    question = len(content(name)["metadata"]["gamekit"]["question"].split())
    assert words - title - question <= MOST_WORDS, "little to read before there is something to do"


@pytest.mark.parametrize("name", LESSONS)
def test_it_has_ten_steps_at_most_and_each_begins_a_cell(name: str) -> None:
    heads = [line for cell in page_cells(name) for line in source(cell).splitlines() if line.startswith("## ")]
    begin = [cell for cell in page_cells(name) if is_text(cell) and source(cell).startswith("## ")]
    assert len(begin) == len(heads), "a step begins in a cell of its own"
    assert len(heads) - 1 <= MOST_STEPS, heads


@pytest.mark.parametrize("name", LESSONS)
def test_its_explanation_asks_two_to_four_times_before_it_goes_on(name: str) -> None:
    cells = step(name, "Explain")
    asks = [i for i, cell in enumerate(cells) if "kit.ask(" in source(cell)]
    assert 2 <= len(asks) <= 4, "two to four kit.ask(…) in Explain"
    empty = [i for i in asks if i + 1 == len(cells) or i + 1 in asks]
    assert not empty, "something opens after each question"
    every = [cell for cell in page_cells(name) if "kit.ask(" in source(cell) or "ask" in tags(cell)]
    assert all("kit.ask(" in source(cell) and "ask" in tags(cell) for cell in every), "kit.ask(…) is tagged ask"


@pytest.mark.parametrize("name", LESSONS)
def test_the_second_prediction_is_read_and_every_exercise_solved(name: str) -> None:
    modify = step(name, "Modify")
    panel = max((i for i, cell in enumerate(modify) if "after=" in source(cell)), default=None)
    assert panel is not None, "Modify has a panel that waits for the second prediction"
    assert any(FOUND in source(cell) for cell in modify[panel:]), f"and below it {FOUND}"
    text = "\n".join(source(cell) for cell in step(name, "Exercises"))
    asked = re.split(r"^\*\*Exercise \d\*\*", text, flags=re.M)[1:]
    assert asked
    assert all(SOLUTION in one for one in asked), f"each exercise has {SOLUTION}"


@pytest.mark.parametrize("name", LESSONS)
def test_before_the_exit_ticket_it_says_in_computed_figures_what_was_found(name: str) -> None:
    cells = step(name, "Exit ticket")
    assert "### What we found" in source(cells[0])
    said, ticket = source(cells[1]), source(cells[2])
    assert said.startswith("kit.say(") or "\nkit.say(" in said
    assert "{" in said, "its figures are computed"
    assert "after-bet" in tags(cells[1]), "they wait for the prediction"
    assert "kit.exit_ticket(" in ticket


@pytest.mark.parametrize("name", LESSONS)
def test_what_45_minutes_do_not_hold_is_marked(name: str) -> None:
    text = "\n".join(source(cell) for cell in page_cells(name) if is_text(cell))
    assert "without what is called *Further*" in text
    assert "(*Further*" in text, "a step, a question or an exercise is marked (*Further*)"

"""What holds for every lesson: its parts, its size, its panels, its solutions, and that all rests on the model."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

import pytest

from gamekit.lessons.kit import Verdict
from gamekit.show import Lab, Quiz
from gamekit.show.controls import parts_of
from gamekit.show.still import StillWidget
from tests.lessons.notebooks import (
    Cell,
    cells,
    content,
    converted,
    every_notebook,
    executed,
    extremes,
    is_result,
    markdown,
    results,
    run,
    said,
)
from tests.play import take_share

EVERY = every_notebook()
CONVERTED = converted()
LESSONS = [name for name in CONVERTED if "/" in name]
"""All but the first page and the teachers' page, which have headings and as much code as they need."""
FEWEST, MOST = 60, 150
FIRSTS = {name.split("/")[0]: name for name in reversed(CONVERTED)}.values()
"""One lesson of each folder: these are run by the quick suite, a sixth of the others by the thorough one."""
A_SIXTH = [
    name if name in FIRSTS else pytest.param(name, marks=pytest.mark.thorough)
    for name in CONVERTED
    if name in FIRSTS or name in take_share(CONVERTED, 6)
]
LONGEST_MODEL = 40


def above(name: str, number: int) -> str:
    """The cell above one."""
    return "".join(content(name)["cells"][number - 1]["source"]) if number else ""


@pytest.mark.parametrize("name", [name for name in LESSONS if "01-rules" not in name])
def test_the_code_that_answers_the_question_stands_in_its_cells(name: str) -> None:
    # what was found is prose with figures, and no code to read
    lines = sum(cell.lines for cell in cells(name) if not cell.asks and "What we found" not in above(name, cell.number))
    assert FEWEST <= lines <= MOST, f"a lesson has {FEWEST} to {MOST} lines of code besides its questions, not {lines}"
    for cell in cells(name):
        long = f"cell {cell.number}: a model cell has at most {LONGEST_MODEL} lines, not {cell.lines}"
        assert "model" not in cell.tags or cell.lines <= LONGEST_MODEL, long


@pytest.mark.parametrize("name", A_SIXTH)
def test_its_panels_answer_at_the_ends_of_their_controls_and_functions_to_be_written_by_their_solutions(
    name: str,
) -> None:
    """A function fails as it stands, and passes with the solution that is told; the cells below it go on with that."""
    panels = 0
    solutions = [block for cell in markdown(name) for block in re.findall(r"```python\n(def .*?)```", cell, re.S)]
    for cell, shown, space in run(name):
        written = next((one for one in solutions if f"\n{one.split('(')[0]}(" in f"\n{cell.source}"), None)
        if isinstance(shown, Verdict) and written is not None:
            assert not shown, "as it stands it must not be right"
            assert executed(Cell(cell.number, cell.tags, with_solution(cell.source, written)), space), written
        if isinstance(shown, StillWidget) and not isinstance(shown, Lab):
            assert json.dumps(shown.pack_alone()), "a page without Python shows it too"
        if isinstance(shown, Quiz):
            named = {rule for one in shown.questions for rule in one.rules}
            assert named <= set(shown.data()["rules"]), "a rule is shown in words"
        if not isinstance(shown, Lab):
            assert "panel" not in cell.tags, cell.source
            continue
        panels += 1
        for values in extremes(shown):
            assert parts_of(shown.answer(seed=3, **values), wide_only=True), (cell.number, values)
    assert panels, "a lesson has a kit.panel(…)"


@pytest.mark.parametrize("name", A_SIXTH)
def test_changing_a_model_cell_changes_every_result_below_it(name: str) -> None:
    """The notebook's metadata say in `change` which text of a model cell to replace, and by what.

    What does not rest on that model carries the tag `fixed`.
    """
    old, new = content(name)["metadata"]["gamekit"]["change"]
    places = [cell for cell in cells(name) if old in cell.source]
    assert len(places) == 1, "the text to change must stand in exactly one cell"
    assert "model" in places[0].tags

    before, after = shown_below(name, places[0].number), shown_below(name, places[0].number, (old, new))
    assert before
    assert [number for number in before if before[number] == after[number]] == []


def shown_below(name: str, first: int, change: tuple[str, str] | None = None) -> dict[int, Any]:
    """What every result below a cell says, panels with the same luck."""
    return {
        cell.number: said(shown)
        for cell, shown, _space in list(results(name, change))  # asked at the end, both times
        if cell.number > first and is_result(shown) and "fixed" not in cell.tags
    }


PARTS = ("Play", "Predict", "Run", "Explain", "Investigate", "Modify", "Make", "Exercises", "Exit ticket", "Where next")


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_its_parts_in_their_order(name: str) -> None:
    lines = [line for cell in markdown(name) for line in cell.splitlines()]
    heads = [line[3:] for line in lines if line.startswith("## ")]
    missing = [part for part in PARTS if part not in heads]
    assert not missing, f"a lesson has the headings {', '.join(PARTS)}; missing: {', '.join(missing)}"
    places = [heads.index(part) for part in PARTS]
    assert places == sorted(places), f"the headings stand in this order: {', '.join(PARTS)}"
    text = "\n".join(lines)
    assert text.count("<details>") == text.count("</details>") >= 6, "hints and solutions are folded: six <details>"


@pytest.mark.parametrize("name", LESSONS)
def test_every_exercise_and_the_exit_ticket_have_fields_to_answer_in(name: str) -> None:
    asked = re.findall(r"^\*\*Exercise (\d)\*\*", "\n".join(markdown(name)), re.M)
    code = "\n".join(cell.source for cell in cells(name) if "notebook-only" not in cell.tags)
    fields = re.findall(r'kit\.exercise\(\s*(\d)|title="Exercise (\d): your answers"', code)
    assert asked, "a lesson has exercises, each beginning with **Exercise 1** and so on"
    answered = [first or second for first, second in fields]
    assert answered == asked, f"exercises {asked} want a kit.exercise(number, …) each, in order; there are {answered}"
    tickets = code.count("kit.exit_ticket(")
    assert tickets == 1, f"a lesson has one kit.exit_ticket(…), not {tickets}"


@pytest.mark.parametrize("name", EVERY)
def test_a_page_shows_no_block_of_python(name: str) -> None:
    text = [cell for cell in content(name)["cells"] if cell["cell_type"] == "markdown"]
    shown = ["".join(cell["source"]) for cell in text if "notebook-only" not in cell["metadata"].get("tags", [])]
    assert [source for source in shown if "```" in source] == []


@pytest.mark.parametrize("name", EVERY)
def test_a_notebook_is_committed_executed_and_without_widget_state(name: str) -> None:
    code = [cell for cell in content(name)["cells"] if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
    assert "widgets" not in content(name)["metadata"]


def with_solution(source: str, written: str) -> str:
    """A cell in which the solution stands before the last line, and so is what counts."""
    body = ast.parse(source).body
    lines = source.splitlines()
    return "\n".join([*lines[: body[-1].lineno - 1], written, *lines[body[-1].lineno - 1 :]])

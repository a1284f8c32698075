"""What holds for every lesson: its parts, its size, its panels, its solutions, and that all rests on the model."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

import pytest

from gamekit.lessons.kit import Verdict
from gamekit.widgets import Lab, Quiz
from gamekit.widgets.panel import parts_of
from gamekit.widgets.still_picture import StillWidget
from tests.lessons import notebooks as nb
from tests.play import take_share

EVERY = nb.every_notebook()
CONVERTED = nb.converted()
LESSONS = [name for name in CONVERTED if "/" in name]
"""All but the first page and the teachers' page, which have headings and as much code as they need."""
FIRSTS = {name.split("/")[0]: name for name in reversed(CONVERTED)}.values()
"""One lesson of each folder: these are run by the quick suite, a sixth of the others by the thorough one."""
A_SIXTH = [
    name if name in FIRSTS else pytest.param(name, marks=pytest.mark.thorough)
    for name in CONVERTED
    if name in FIRSTS or name in take_share(CONVERTED, 6)
]


@pytest.mark.parametrize("name", A_SIXTH)
def test_its_panels_answer_at_the_ends_of_their_controls_and_functions_to_be_written_by_their_solutions(
    name: str,
) -> None:
    """A function fails as it stands, and passes with the solution that is told; the cells below it go on with that."""
    panels = 0
    solutions = [block for cell in nb.markdown(name) for block in re.findall(r"```python\n(def .*?)```", cell, re.S)]
    for cell, shown, space in nb.run(name):
        written = next((one for one in solutions if f"\n{one.split('(')[0]}(" in f"\n{cell.source}"), None)
        if isinstance(shown, Verdict) and written is not None:
            assert not shown, "as it stands it must not be right"
            assert nb.executed(nb.Cell(cell.number, cell.tags, with_solution(cell.source, written)), space), written
        if isinstance(shown, StillWidget) and not isinstance(shown, Lab):
            assert json.dumps(shown.pack_alone()), "a page without Python shows it too"
        if isinstance(shown, Quiz):
            named = {rule for one in shown.questions for rule in one.rules}
            assert named <= set(shown.data()["rules"]), "a rule is shown in words"
            words = [*(text for _, text in shown.folds), *(one.text + one.why for one in shown.questions)]
            assert not {*"*`"} & {*"".join(words)}, "a card knows no marks"
        if not isinstance(shown, Lab):
            assert "panel" not in cell.tags, cell.source
            continue
        panels += 1
        for values in nb.extremes(shown):
            assert parts_of(shown.answer(seed=3, **values), wide_only=True), (cell.number, values)
    assert panels, "a lesson has a kit.panel(…)"


@pytest.mark.parametrize("name", A_SIXTH)
def test_changing_a_model_cell_changes_every_result_below_it(name: str) -> None:
    """The notebook's metadata say in `change` which text of a model cell to replace, and by what.

    What does not rest on that model carries the tag `fixed`.
    """
    old, new = nb.content(name)["metadata"]["gamekit"]["change"]
    places = [cell for cell in nb.cells(name) if old in cell.source]
    assert len(places) == 1, "the text to change must stand in exactly one cell"
    assert "model" in places[0].tags

    before, after = shown_below(name, places[0].number), shown_below(name, places[0].number, (old, new))
    assert before
    assert [number for number in before if before[number] == after[number]] == []


def shown_below(name: str, first: int, change: tuple[str, str] | None = None) -> dict[int, Any]:
    """What every result below a cell says, panels with the same luck."""
    return {
        cell.number: nb.said(shown)
        for cell, shown, _space in list(nb.results(name, change))  # asked at the end, both times
        if cell.number > first and nb.is_result(shown) and "fixed" not in cell.tags
    }


def with_solution(source: str, written: str) -> str:
    """A cell in which the solution stands before the last line, and so is what counts."""
    body = ast.parse(source).body
    lines = source.splitlines()
    return "\n".join([*lines[: body[-1].lineno - 1], written, *lines[body[-1].lineno - 1 :]])

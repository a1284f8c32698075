"""The teachers' page says nothing twice: plans, answers and sheets are made from the lessons and the rules."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import gamekit as gk
from gamekit.lessons import unplugged, worksheets
from gamekit.widgets import Lab
from tests.lessons.notebooks import cells, converted, notebook, results, said

LENGTHS = (45, 60, 90)
FOLDERS = {*gk.game_names(), "topics"}
PAGE = notebook("teachers")
LESSONS = [pytest.param(lesson, id=lesson.name) for lesson in PAGE.LESSONS]
CONVERTED = [pytest.param(lesson, id=lesson.name) for lesson in PAGE.LESSONS if lesson.name in converted()]


@pytest.fixture(scope="module")
def page() -> SimpleNamespace:
    """Everything the page defines."""
    *_passed, (_cell, _shown, space) = results("teachers")
    return SimpleNamespace(**space)


@pytest.mark.parametrize("minutes", LENGTHS)
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_plan_fills_its_minutes_exactly_and_reaches_the_goals(lesson: Any, minutes: int) -> None:
    rows = PAGE.plan(lesson, minutes)
    times = [tuple(map(int, when.split("–"))) for when, _part, _way in rows]
    assert times[0][0] == 0
    assert times[-1][1] == minutes
    assert all(one[1] == two[0] for one, two in pairwise(times))
    assert min(end - begin for begin, end in times) >= 2
    assert len(rows) <= (9 if minutes < PAGE.LONG else 13), "nobody teaches a part for every four minutes"
    parts = [part for _when, part, _way in rows]
    assert {"Play", "Predict", "Run", "Explain", "Make", "Exit ticket"} <= set(parts)
    assert (minutes >= PAGE.LONG) == ({"Modify", "Exercises"} <= set(parts))


def test_answers_are_read_and_not_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "## Make\n<details><summary>Hint</summary>no</details><details><summary>A solution</summary>yes</details>\n"
        "## Exercises\n**Exercise 1** easy\n**Exercise 2** hard <details><summary>Solution</summary>7</details>"
    )
    monkeypatch.setitem(PAGE.answers.__globals__, "text_of", lambda lesson: text)
    assert PAGE.answers(None) == ["**Make: A solution.**\n\nyes", "**Exercise 2: Solution.**\n\n7"]


def test_the_page_shows_the_answers_of_every_game(page: SimpleNamespace) -> None:
    source = "".join(cell.source for cell in cells("teachers"))
    for name in gk.game_names():
        assert f'folded_answers("{name}")' in source
    for home in FOLDERS:
        shown = page.folded_answers(home).data
        assert shown.count("<details>") == shown.count("</details>") == sum(one.game == home for one in PAGE.LESSONS)


def test_the_panel_tells_goals_plan_and_misconceptions_of_the_lesson_that_is_chosen() -> None:
    panel = next(shown for _cell, shown, _space in results("teachers") if isinstance(shown, Lab))
    told = said(panel, lesson="Route 66: The speedometer as a chain", minutes="90")
    assert "what a stationary distribution is" in told
    assert "–90 | Exit ticket" in told
    assert "“After a long time the dial settles on one speed.”" in told


@pytest.mark.parametrize(
    "name",
    [name if name == "kartenspiel" else pytest.param(name, marks=pytest.mark.thorough) for name in gk.game_names()],
)
def test_every_game_has_sheets_with_pictures_and_answers_found_by_the_rules(name: str) -> None:
    own = worksheets.sheets(name)
    assert len(own) == worksheets.SHEETS
    enough = [one for one in worksheets.prepare_situations(name) if len(one.choices) >= worksheets.FEWEST_CHOICES]
    assert own[-1].title == enough[-1].title, "from the first to the last"
    answers = {one.title: one.answer for one in enough}
    for sheet in own:
        root = ElementTree.fromstring(sheet.picture)
        assert root.tag.endswith("svg")
        assert len(set(sheet.choices)) >= worksheets.FEWEST_CHOICES, "of two choices one is guessed every second time"
        assert sheet.choices[sheet.answer] == answers[sheet.title]
        assert sheet.rule in gk.load(name).rulebook
    html = worksheets.render_html(name)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), "two pictures share an id"
    for target in re.findall(r"url\(#([^)]+)\)", html):
        assert target in ids
    for i, sheet in enumerate(own, 1):
        assert f"<li value={i}><strong>{worksheets.LETTERS[sheet.answer]})" in html


def test_the_panel_makes_sheets_and_the_files_stand_alone(tmp_path: Path) -> None:
    panel = worksheets.paper()
    assert all(gk.load(name).title in panel.describe() for name in gk.game_names())
    panel.button.click()
    assert "gkp-sheet" in panel.shown.value
    written = worksheets.write(tmp_path)
    assert [path.name for path in written] == [f"paper-{name}.html" for name in (*gk.game_names(), unplugged.NAME)]
    for path in written:
        assert not re.search(r'(src|href)="(https?:)?//', path.read_text(encoding="utf-8"))


def test_one_stage_on_paper_has_the_cards_of_the_box_and_the_rules_of_the_book() -> None:
    game, html = gk.load("kartenspiel", players=2, stages=1), unplugged.unplugged_sheets()
    assert len(unplugged.cards()) == sum(game.tables.deck) == html.count('class="gkp-card"')
    assert [unplugged.cards().count(f"{km}") for km in range(10, 130, 10)] == list(game.tables.deck[:12])
    for rule in unplugged.RULES:
        assert game.rulebook[rule].text.split(".")[0] in html
    assert html.count("<li>km:") == unplugged.RESULTS
    panel = worksheets.paper()
    panel.chooser.value = unplugged.NAME
    panel.button.click()
    assert unplugged.title() in panel.shown.value
    assert "gkp-card" in panel.pack_alone()["data"]["games"][unplugged.NAME]["html"]

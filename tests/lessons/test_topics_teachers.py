"""The teachers' notebook says nothing twice: plans, answers and sheets are made from the lessons and the rules."""

import json
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

import gamekit as gk
from gamekit.lessons.topics import paper, teachers
from gamekit.serve.lessons import find_lessons

GUIDES = teachers.guides()
BY_NAME = [pytest.param(guide, id=guide.lesson.name) for guide in GUIDES]


def test_every_lesson_of_the_gallery_has_a_guide():
    shown = {lesson.path for lesson in find_lessons(teachers.FOLDER)} - {teachers.HOME, teachers.SELF}
    assert {guide.lesson.path for guide in GUIDES} == shown


@pytest.mark.parametrize("minutes", teachers.LENGTHS)
@pytest.mark.parametrize("guide", BY_NAME)
def test_a_plan_fills_its_minutes_exactly_and_in_order(guide, minutes):
    steps = teachers.plan(guide, minutes)
    assert steps[0].start == 0
    assert steps[-1].end == minutes
    assert all(one.end == two.start for one, two in pairwise(steps))
    assert all(step.end > step.start for step in steps)
    assert [step.part for step in steps[1:]] == [part for part in guide.parts if part in {s.part for s in steps}]


@pytest.mark.parametrize("guide", BY_NAME)
def test_the_long_plan_holds_what_the_short_one_holds(guide):
    short, long = ({step.part for step in teachers.plan(guide, minutes)} for minutes in teachers.LENGTHS)
    assert short <= long


@pytest.mark.parametrize("guide", BY_NAME)
def test_every_lesson_has_goals_an_audience_answers_and_misconceptions(guide):
    assert guide.audience
    assert guide.goals
    assert guide.answers, "its notebook is not executed, or has no folded solutions"
    assert len(teachers.beliefs_of(guide)) >= 2
    page = teachers.written(guide)
    assert guide.lesson.question in page
    assert all(goal in page for goal in guide.goals)
    assert page.count("<details") == page.count("</details>")


def test_answers_are_read_and_not_hints():
    source = "<details><summary>Hint</summary>no</details><details><summary>Solution</summary>yes</details>"
    assert [(a.part, a.name, a.text) for a in teachers.details_of(source, "Make")] == [("Make", "Solution", "yes")]


def test_goals_and_audience_are_read_where_they_stand():
    source = "**For** anyone · **45 minutes**\n\nAfter this lesson you can\n\n1. see;\n2. say.\n"
    assert teachers.audience_of(source) == "anyone · **45 minutes**"
    assert teachers.goals_of(source) == ("see;", "say.")


def test_misconceptions_name_games_that_are_known_and_hold_no_figures():
    known = {"kartenspiel", "route66", "ausgebremst", "auf_achse", "topics"}
    for key, found in teachers.beliefs().items():
        assert key.partition("/")[0] in known
        for belief in found:
            assert not re.search(r"\d[\d.,]* ?(%|km|of)", belief.help), "figures belong to the lessons"


def test_the_overview_names_every_lesson_once():
    page = repr(teachers.overview())
    for guide in GUIDES:
        assert page.count(f"]({guide.lesson.path})") == 1


@pytest.mark.parametrize("name", gk.games())
def test_every_game_has_sheets_with_pictures_and_answers_found_by_the_rules(name):
    own = paper.sheets(name)
    assert len(own) >= 4
    for sheet in own:
        root = ElementTree.fromstring(sheet.picture)
        assert root.tag.endswith("svg")
        assert 0 <= sheet.answer < len(sheet.choices)
        assert sheet.rules
        assert set(sheet.rules) <= set(gk.load(name).rulebook)
    html = paper.as_html(name)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), "two pictures share an id"
    for target in re.findall(r"url\(#([^)]+)\)", html):
        assert target in ids
    for i, sheet in enumerate(own, 1):
        assert f"<li value={i}><strong>{paper.LETTERS[sheet.answer]})" in html


@pytest.mark.parametrize("name", gk.games())
def test_sheets_of_moves_have_exactly_one_that_the_rules_allow(name):
    made = list(paper.of_moves(name))
    assert made
    for sheet in made:
        assert len(set(sheet.choices)) == len(sheet.choices)
        assert sheet.why


def test_the_panel_makes_sheets_and_the_files_stand_alone(tmp_path):
    panel = paper.paper()
    panel.button.click()
    assert "gkp-sheet" in panel.shown.value
    written = paper.write(tmp_path)
    assert [path.name for path in written] == [f"paper-{name}.html" for name in gk.games()]
    for path in written:
        assert not re.search(r'(src|href)="(https?:)?//', path.read_text(encoding="utf-8"))


def test_the_teachers_notebook_asks_for_every_game_there_is():
    cells = json.loads((teachers.FOLDER / teachers.SELF).read_text(encoding="utf-8"))["cells"]
    source = "".join("".join(cell["source"]) for cell in cells)
    for name in (*gk.games(), "topics"):
        assert f'teachers.of_game("{name}")' in source

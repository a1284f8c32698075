"""The map of the lessons: whatever lessons there are, each is on it once, to the right of all that leads up to it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gamekit.lessons import lesson_map
from gamekit.serve.check_lesson import SUBJECTS
from gamekit.serve.lessons import HOME, LessonError, find_lessons, own_folder
from tests.lessons.notebooks import notebook, results

FOLDER = own_folder()
LESSONS = notebook("teachers").LESSONS
BEFORE = lesson_map.read_before(FOLDER, LESSONS)
NAMES = [one.name for one in LESSONS]
NOTHING = "nothing needs to be known before"


def write(folder: Path, name: str, known: str, subject: str = "graphs") -> None:
    """A lesson of one cell."""
    metadata = {"title": name.upper(), "question": "?", "subject": subject, "level": "from 14", "minutes": 40}
    text = f"# {name.upper()}\n\n**For** all from 14 · **40 minutes** · {known}"
    cells = [{"cell_type": "markdown", "metadata": {}, "source": text}]
    path = folder / f"{name}.ipynb"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"metadata": {"gamekit": metadata}, "cells": cells}), encoding="utf-8")


def made(folder: Path, **known: str) -> tuple[Any, Any]:
    """Lessons called a, b, c … and what they say of what should be known before."""
    for name, words in known.items():
        write(folder, name, words)
    lessons = find_lessons(folder)
    return lessons, lesson_map.read_before(folder, lessons)


def test_every_lesson_of_the_gallery_has_one_topic_but_for_the_two_first_pages() -> None:
    assert {one.path for one in find_lessons(FOLDER)} - {one.path for one in LESSONS} == {HOME, "teachers.ipynb"}
    subjects = [subject for found in lesson_map.topics().values() for subject in found]
    assert sorted([*subjects, "for teachers"]) == sorted(SUBJECTS), "each subject that a lesson may have, once"
    placed = [one.name for found in lesson_map.group_by_topic(LESSONS, BEFORE).values() for one in found]
    assert sorted(placed) == sorted(NAMES)


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_a_lesson_says_by_a_link_which_lessons_come_before_it_or_that_none_does(lesson: Any) -> None:
    told = lesson_map.read_audience(FOLDER, lesson)
    assert (NOTHING in told) == (lesson_map.LINK.search(told) is None), told
    assert len(BEFORE[lesson.name]) == len(lesson_map.LINK.findall(told)), "all of its links lead to lessons"
    assert lesson.name not in BEFORE[lesson.name]


def test_the_stage_of_a_lesson_is_the_longest_way_to_it(tmp_path: Path) -> None:
    lessons, before = made(
        tmp_path,
        a=NOTHING,
        b="helpful: [A](a.ipynb)",
        c="before it: [B](b.ipynb), better also [A](a.ipynb)",
        d="helpful: [A](a.ipynb) and [A](a.ipynb); [elsewhere](../x.ipynb), [gone](gone.ipynb)",
    )
    assert before == {"a": [], "b": ["a"], "c": ["b", "a"], "d": ["a"]}
    assert lesson_map.count_stages(before) == {"a": 0, "b": 1, "c": 2, "d": 1}
    assert lesson_map.leave_out_implied(before)["c"] == ["b"], "the line from A to C runs by way of B"
    assert [one.name for one in lesson_map.group_by_topic(lessons, before)["graphs"]] == ["a", "b", "d", "c"]


def test_every_lesson_stands_to_the_right_of_those_before_it_and_the_lines_lead_there() -> None:
    stages, lines = lesson_map.count_stages(BEFORE), lesson_map.leave_out_implied(BEFORE)
    for name, found in BEFORE.items():
        assert stages[name] == max((stages[other] + 1 for other in found), default=0)
        reached, open_ = set(), list(lines[name])
        while open_:
            reached.add(one := open_.pop())
            open_ += lines[one]
        assert set(found) <= reached, "what no line says is said by several"


def test_a_lesson_in_a_folder_is_found_from_another_folder(tmp_path: Path) -> None:
    write(tmp_path, "one/a", NOTHING)
    write(tmp_path, "two/b", "helpful: [ONE/A](../one/a.ipynb)")
    lessons = find_lessons(tmp_path)
    assert lesson_map.read_before(tmp_path, lessons)["two/b"] == ["one/a"]
    assert "[TWO/B](two/b.ipynb) after [ONE/A](one/a.ipynb)" in lesson_map.write_map(
        lessons, {"one/a": [], "two/b": ["one/a"]}
    )


def test_lessons_that_lead_up_to_themselves_are_named(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"lead up to themselves: (a → b → a|b → a → b)\."):
        made(tmp_path, a="helpful: [B](b.ipynb)", b="helpful: [A](a.ipynb)")


def test_picture_and_words_name_every_lesson_and_what_comes_before_it() -> None:
    chart, words = lesson_map.draw(LESSONS, BEFORE), lesson_map.write_map(LESSONS, BEFORE)
    called, paths = lesson_map.name_lessons(LESSONS), {one.name: one.path for one in LESSONS}
    assert len(set(called.values())) == len(called), "no two lessons are called the same"
    lines = words.splitlines()
    for name, found in BEFORE.items():
        own = [line for line in lines if line.startswith(f"- [{called[name]}]({paths[name]})")]
        assert len(own) == 1
        assert re.findall(r"\(([^()]+\.ipynb)\)", own[0])[1:] == [paths[other] for other in found]
        assert called[name] in chart.alt
    for topic in lesson_map.topics():
        assert f"{topic}: " in chart.alt
    drawn = re.findall(r"<text[^>]*>([^<]*)</text>", chart.svg)
    assert sum(one in called.values() for one in drawn) == len(LESSONS), "each has its row in the picture"
    narrow = " ".join(re.findall(r"<t(?:ext|span)[^>]*>([^<]+)<", chart.narrow))
    assert all(word in narrow for name in called.values() for word in name.split()), "on a phone, too"


def test_the_teachers_page_shows_the_map_of_all_its_lessons() -> None:
    *_passed, (_cell, _shown, space) = results("teachers")
    assert space["BEFORE"] == BEFORE
    shown = [shown for _cell, shown, _space in results("teachers") if shown is not None]
    assert any(getattr(one, "alt", "") == lesson_map.draw(space["LESSONS"], space["BEFORE"]).alt for one in shown)
    assert any(getattr(one, "data", "") == lesson_map.write_map(space["LESSONS"], space["BEFORE"]) for one in shown)

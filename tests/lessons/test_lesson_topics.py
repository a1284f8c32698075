"""The lessons by topic: whatever lessons there are, each is listed once, after all that leads up to it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gamekit.lessons import topics
from gamekit.lessons.catalog import HOME, LEVELS, LessonError, find_lessons, own_folder, sort_levels
from gamekit.server.check import SUBJECTS
from tests.lessons.notebooks import notebook, results

FOLDER = own_folder()
LESSONS = notebook("teachers").LESSONS
BEFORE = topics.read_before(FOLDER, LESSONS)
NAMES = [one.name for one in LESSONS]
NOTHING = "nothing needs to be known before"


def write(folder: Path, name: str, known: str, subject: str = "graphs") -> None:
    """A lesson of one cell."""
    metadata = {"title": name.upper(), "question": "?", "subject": subject, "level": "from 14", "minutes": 40}
    text = f"# {name.upper()}\n\n**For** all from 14 · **40 minutes** · {known}"
    cells = [{"cell_type": "markdown", "metadata": {}, "source": text}]
    path = folder / f"{name}.ipynb"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"metadata": {"gamekit": metadata}, "cells": cells, "nbformat": 4}), encoding="utf-8")


def made(folder: Path, **known: str) -> tuple[Any, Any]:
    """Lessons called a, b, c … and what they say of what should be known before."""
    for name, words in known.items():
        write(folder, name, words)
    lessons = find_lessons(folder)
    return lessons, topics.read_before(folder, lessons)


def test_every_lesson_of_the_gallery_has_one_topic_but_for_the_two_first_pages() -> None:
    assert {one.path for one in find_lessons(FOLDER)} - {one.path for one in LESSONS} == {HOME, "teachers.ipynb"}
    subjects = [subject for found in topics.topics().values() for subject in found]
    assert sorted([*subjects, "for teachers"]) == sorted(SUBJECTS), "each subject that a lesson may have, once"
    placed = [one.name for found in topics.group_by_topic(LESSONS, BEFORE).values() for one in found]
    assert sorted(placed) == sorted(NAMES)
    assert sort_levels(["of one's own", *LEVELS[::-1]]) == [*LEVELS, "of one's own"]


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_a_lesson_says_by_a_link_which_lessons_come_before_it_or_that_none_does(lesson: Any) -> None:
    told = topics.read_audience(FOLDER, lesson)
    assert (NOTHING in told) == (topics.LINK.search(told) is None), told
    assert len(BEFORE[lesson.name]) == len(topics.LINK.findall(told)), "all of its links lead to lessons"
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
    assert topics.count_stages(before) == {"a": 0, "b": 1, "c": 2, "d": 1}
    assert [one.name for one in topics.group_by_topic(lessons, before)["graphs"]] == ["a", "b", "d", "c"]


def test_a_lesson_in_a_folder_is_found_from_another_folder(tmp_path: Path) -> None:
    write(tmp_path, "one/a", NOTHING)
    write(tmp_path, "two/b", "helpful: [ONE/A](../one/a.ipynb)")
    lessons = find_lessons(tmp_path)
    assert topics.read_before(tmp_path, lessons)["two/b"] == ["one/a"]
    assert "[TWO/B](two/b.ipynb) after [ONE/A](one/a.ipynb)" in topics.write_list(
        lessons, {"one/a": [], "two/b": ["one/a"]}
    )


def test_lessons_that_lead_up_to_themselves_are_named(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"lead up to themselves: (a → b → a|b → a → b)\."):
        made(tmp_path, a="helpful: [B](b.ipynb)", b="helpful: [A](a.ipynb)")


def test_the_list_names_every_lesson_once_and_links_to_what_comes_before_it() -> None:
    lines = topics.write_list(LESSONS, BEFORE).splitlines()
    called, paths = topics.name_lessons(LESSONS), {one.name: one.path for one in LESSONS}
    assert len(set(called.values())) == len(called), "no two lessons are called the same"
    titles = [one.title for one in LESSONS]
    assert all((called[one.name] == one.title) == (titles.count(one.title) == 1) for one in LESSONS)
    path = topics.find_path(LESSONS[::-1])
    assert [one.path_step for one in path] == [*range(1, len(path) + 1)]
    for name, found in BEFORE.items():
        own = [line for line in lines if line.startswith(f"- [{called[name]}]({paths[name]})")]
        assert len(own) == 1
        assert re.findall(r"\(([^()]+\.ipynb)\)", own[0])[1:] == [paths[other] for other in found]


def test_the_teachers_page_lists_all_its_lessons_by_topic() -> None:
    *_passed, (_cell, _shown, space) = results("teachers")
    shown = [shown for _cell, shown, _space in results("teachers") if shown is not None]
    assert any(getattr(one, "data", "") == topics.write_list(space["LESSONS"], BEFORE) for one in shown)

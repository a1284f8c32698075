"""The homework page: where a teacher puts homework together, a pupil does it, and what comes back is read in.

One page for all three, served and exported alike; what it does is in show/web/homework. Here are the data that it
needs: which lessons there are, what is asked in them, the puzzles. Nothing of any homework or pupil is kept here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import gamekit as gk
from gamekit.browser.scripts import write_engine
from gamekit.drawing import text
from gamekit.lab.puzzles import has_puzzles
from gamekit.show import assets
from gamekit.show.homework_words import homework_words, keeper_words, platform_words
from gamekit.show.puzzling import homework_puzzles
from gamekit.show.strings import play_words
from gamekit.words import _, each_language

from .lessons import HOME, Lesson, step_names
from .page_store import DrawnPage
from .play import begin, make_page
from .standing import LESSON_POLICY

PLACE: Final = re.compile(r'<h2\b|data-part="(\d+)"')
"""Where a step begins on a lesson's page, and where a part of it stands."""

SET_BY: Final = ("name", "title", "kind", "value", "low", "high", "step", "unit", "choices", "fixed")
"""What a homework needs of a control (show/settings.py) to set it."""
BAR: Final = ", document.getElementById('bar')"
"""What a page of homework is begun with besides its place and its data."""


def homework_page(folder: Path, lessons: Iterable[Lesson], home: str, edition: str) -> str:
    """The page; `home` is the address of the list of lessons, `edition` that of the files beside it."""
    data = page_data(folder, lessons, edition, homework_words())
    top = (
        f'<a href="{text(home)}">← {text(_("All lessons"))}</a>'
        f'<h1>{text(_("Homework"))}</h1><div id="bar" class="gkp-bar"></div>'
    )
    return draw(top, LESSON_POLICY, begin("homework/page", "createHomeworkPage", data, BAR))


def make_platform_page(folder: Path, lessons: Iterable[Lesson], code: str, edition: str) -> str:
    """The page for one homework in a learning platform; beside it lie the lessons that are in it."""
    data = {**page_data(folder, lessons, edition, platform_words()), "code": code}
    top = f'<h1>{text(_("Homework"))}</h1><div id="bar"></div>'
    return draw(top, f"{LESSON_POLICY}; frame-src 'self'", begin("scorm/homework", "createPackedHomework", data, BAR))


def page_data(folder: Path, lessons: Iterable[Lesson], edition: str, words: dict[str, str]) -> dict[str, Any]:
    """What a page of homework knows from the beginning."""
    return {
        "lessons": [describe_lesson(folder, lesson) for lesson in lessons if lesson.path != HOME],
        "games": {name: title_of(name) for name in gk.game_names()},
        "puzzles": [name for name in gk.game_names() if has_puzzles(name)],
        "edition": edition,
        "words": {**play_words(), **words},
    }


def draw(top: str, policy: str, script: str) -> str:
    """A page of homework, which `script` begins."""
    style = (assets.WEB / "homework/homework.css").read_text(encoding="utf-8")
    scripts = (write_engine(), assets.load_library("qrcode", "gamekitQR"), script)
    return make_page(_("Homework"), top, policy, scripts, style)


@cache
def title_of(game: str) -> str:
    """A game's title."""
    return gk.load(game).title


def describe_lesson(folder: Path, lesson: Lesson) -> dict[str, Any]:
    """What the page knows of a lesson before its questions are asked for."""
    names = read_steps(folder, lesson.name, (folder / lesson.path).stat().st_mtime_ns)
    return {"name": lesson.name, "title": lesson.title, "game": lesson.game, "minutes": lesson.minutes, "steps": names}


@each_language(most=600)
def read_steps(folder: Path, name: str, _changed: int) -> list[str]:
    """The steps of a lesson as its notebook has them now."""
    return step_names(folder, name)


# --- questions ------------------------------------------------------------------------------------------------------
def question_file(name: str, asked: Mapping[str, Any]) -> str:
    """The script that brings the questions of a lesson to the homework page."""
    told = json.dumps({name: asked}, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.gamekitAsked = {{...globalThis.gamekitAsked, ...{told}}};\n"


def collect_questions(drawn: DrawnPage, recordings: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What a lesson asks, by key and with its step, the exit ticket's key, and what its panels are set with.

    On a site without a server panels offer what was recorded.
    """
    steps = part_steps(drawn.text)
    found: dict[str, Any] = {"ticket": None, "questions": {}, "bets": {}, "panels": {}}
    for number, part in enumerate(drawn.parts):
        step = steps.get(number, 0)
        if part["kind"] == "bet":
            found["bets"][part["data"]["key"]] = {"text": part["data"]["question"], "step": step}
        if part["kind"] == "panel":
            name = str(part["data"]["number"])
            offered = part["data"] if recordings is None else recordings[name]
            found["panels"][name] = {"step": step, **tell_panel(offered)}
        for quiz in quizzes_of(part):
            if quiz["title"] == _("Exit ticket"):
                found["ticket"] = quiz["key"]
            for place, question in enumerate(quiz["questions"]):
                kept = {key: question[key] for key in ("text", "answer", "tolerance", "choices")}
                found["questions"][f"{quiz['key']}/{place}"] = {**kept, "step": step, "open": quiz["endless"]}
    return found


def tell_panel(offered: Mapping[str, Any]) -> dict[str, Any]:
    """What of a panel can be set in a homework."""
    controls = [{key: one[key] for key in SET_BY if key in one} for one in offered["controls"]]
    return {"title": offered["title"], "luck": offered["luck"], "controls": controls}


def step_of(asked: Mapping[str, Any], key: str) -> int:
    """In which step a lesson asks this, from 1 on; 0 before the first, and for what it does not ask."""
    return next((int(table[key]["step"]) for table in (asked["questions"], asked["bets"]) if key in table), 0)


def part_steps(page: str) -> dict[int, int]:
    """In which step of a lesson's page each of its parts stands, from 1 on; 0 before the first."""
    step, found = 0, {}
    for place in PLACE.finditer(page):
        if place[1] is None:
            step += 1
        else:
            found[int(place[1])] = step
    return found


def quizzes_of(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The quizzes of a part of a page."""
    if part["kind"] == "quiz":
        yield part["data"]
    for moment in part["data"].get("moments", ()):
        yield moment["quiz"]


# --- puzzles --------------------------------------------------------------------------------------------------------
@each_language()
def puzzle_file(game: str) -> str:
    """The script that brings a game's puzzles to the homework page: what their movers see, and nothing hidden."""
    told = json.dumps({game: homework_puzzles(game)}, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.gamekitPuzzles = {{...globalThis.gamekitPuzzles, ...{told}}};\n"


# --- on a lesson's page ---------------------------------------------------------------------------------------------
def keeper_script() -> str:
    """What notes on a lesson's page what is done there for a homework; for others it does nothing."""
    words = json.dumps(keeper_words(), ensure_ascii=False)
    return f"(() => {{\n{assets.module('homework/keeper')}\nkeepWork({words});\n}})();\n"

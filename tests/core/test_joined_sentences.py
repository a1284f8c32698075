"""Sentences that code joins of several parts have the signs of the reader's language, and no part is English."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.core.files import read_plain, write_whole
from gamekit.core.i18n.translation import read_number, use_language
from gamekit.lab.estimate import Estimate
from gamekit.lessons import kit
from gamekit.lessons.catalog import LEVELS, LessonError, find_lessons, own_folder, read_notebook, sort_levels
from gamekit.lessons.kit.checks import say_error, spell_out
from gamekit.lessons.kit.comparison import sentence
from gamekit.server.check import Finding, format_findings
from gamekit.server.class_.contest import read_plan
from gamekit.server.class_.results import format_figure
from gamekit.server.class_.schemas import SentFigure
from gamekit.widgets.stepper import pack_for_page
from gamekit.widgets.still_picture import draw_still
from tests.core.test_rulebook_languages import LANGUAGES, TYPED_WRONG
from tests.widgets.test_charts import CHARTS

HEARD = re.compile(r'<(?:title|desc)>(.*?)</|(?:aria-label|title)="([^"]*)"', re.DOTALL)
STEPS = 60


def heard_in(picture: str) -> list[str]:
    """What a picture says to those who do not see it."""
    return [unescape("".join(found)) for found in HEARD.findall(picture)]


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_what_a_french_board_says_aloud_has_french_spaces(name: str) -> None:
    with use_language("fr"):
        session = gk.load(name).session(seed=3)
        said = set()
        for step in range(STEPS):
            if session.over:
                break
            session.play(session.drawn() if session.player < 0 else session.legal()[step % len(session.legal())])
            said.update(heard_in(draw_still(session.game, session.game.picture, session.position)))
    assert said
    assert [text for text in said if TYPED_WRONG["fr"].search(text)] == []


@pytest.mark.parametrize("name", CHARTS)
def test_what_a_french_chart_says_aloud_has_french_spaces(name: str) -> None:
    with use_language("fr"):
        said = heard_in(CHARTS[name](None).svg)
    assert said
    assert [text for text in said if TYPED_WRONG["fr"].search(text)] == []


@pytest.mark.parametrize(
    "say",
    [
        lambda: sentence(Estimate(0.5, 0.4, 0.6), 0.7, 0.2, ""),
        lambda: format_figure(SentFigure(name="A", value=30.25, low=28.0, high=33.0, exact=31.0), ""),
        lambda: spell_out({"A": [0.5, 1.5]}),
        lambda: say_error(ValueError("non")),
        lambda: format_findings("pig", [Finding("box.toml", "rien")]),
        lambda: kit.join_numbers([0.1, 0.2]),
        lambda: str(kit.check(lambda n: n, [((1,), 1)])),
    ],
    ids=["compared", "class", "values", "error", "check", "numbers", "cases"],
)
def test_what_is_joined_has_french_spaces(say: Callable[[], str]) -> None:
    with use_language("fr"):
        said = say()
    assert not TYPED_WRONG["fr"].search(said), said


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_decimal_numbers_in_a_row_can_be_told_apart(code: str) -> None:
    numbers = [0.1, 0.25, 3]
    with use_language(code):
        said = kit.join_numbers(numbers)
        parts = re.split(r"; " if ";" in said else ", ", said)
        assert [float(read_number(part)) for part in parts] == numbers
    assert (";" in said) == (code != "en")


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_ages_are_offered_from_the_youngest_on(code: str) -> None:
    with use_language(code):
        found = {lesson.translate().level for lesson in find_lessons(own_folder())}
        levels = sort_levels([*found, "somebody else"])
    ages = [int("".join(digits)) for level in levels if (digits := [*filter(str.isdigit, level)])]
    assert ages == sorted(ages) != []
    assert levels[-1] == "somebody else"
    assert {lesson.level for lesson in find_lessons(own_folder())} <= set(LEVELS)


REFUSED: dict[str, Callable[[Path], Any]] = {
    "game": lambda _path: gk.load("chess"),
    "like a game": lambda _path: gk.load("piig"),
    "engine": lambda _path: pack_for_page("chess"),
    "option": lambda _path: gk.load("pig", cheat=1),
    "action": lambda _path: gk.load("pig").check_action(99),
    "player": lambda _path: gk.load("pig").check_player(9),
    "undo": lambda _path: gk.load("pig").session(seed=1).undo(),
    "redo": lambda _path: gk.load("pig").session(seed=1).redo(),
    "step": lambda _path: gk.load("pig").session(seed=1).goto(7),
    "chance": lambda _path: gk.load("pig").session(seed=1).drawn(),
    "coach": lambda _path: gk.coach(gk.load("route66").session(seed=1)),
    "no replay": lambda path: gk.open_session(path / "none.json"),
    "replay": lambda path: gk.open_session(write_whole(path / "odd.json", b"\xff\xfe\x00")),
    "folder": lambda path: gk.open_session(path),
    "large": lambda path: read_plain(write_whole(path / "large", "12345"), 2),
    "saved": lambda path: gk.load("pig").session(seed=1).save(path / "none" / "odd"),
    "plan": lambda _path: read_plan({}),
    "no notebook": lambda path: read_notebook(write_whole(path / "odd.ipynb", "{}")),
    "format": lambda path: read_notebook(write_whole(path / "odd.ipynb", '{"cells": [], "nbformat": 3}')),
}
"""What pages and the command refuse in words, each with how it comes about."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_in_the_readers_language(name: str, code: str, tmp_path: Path) -> None:
    told = {}
    for spoken in ("en", code):
        with use_language(spoken), pytest.raises((gk.GamekitError, LessonError, ValueError)) as refused:
            REFUSED[name](tmp_path)
        told[spoken] = SYSTEM.sub("", str(refused.value).replace(str(tmp_path), ""))
    same = set(re.findall(r"\b[a-z]{3,}\b", told["en"])) & set(re.findall(r"\b[a-z]{3,}\b", told[code]))
    assert told[code] != told["en"]
    assert same <= KEPT_WORDS, same


KEPT_WORDS = {
    *gk.game_names(examples=True), "chess", "piig", "cheat", "players", "box", "goal", "rounds", "odd", "none", "json",
    "gamekit", "large", "notebook", "format", "code", "option", "options", "action", "actions",
}  # fmt: skip
"""Names, and words that languages share."""
SYSTEM = re.compile("|".join(re.escape(os.strerror(one)) for one in (errno.EISDIR, errno.ENOENT)))
"""What the operating system says in its own language."""

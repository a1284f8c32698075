"""What a lesson shows in another language is compared with its English run: what is the same has been left English.

Headings, sentences, options, labels, units, buttons, table heads and cells, texts and descriptions of charts are read
from the cells as they run, from all panels and from their first answers. So it does not matter past which catalogue a
word came.
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

import gamekit
from gamekit.core.game import game_names
from gamekit.core.i18n.catalogs import RULEBOOKS, find_offered, place_of
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import use_language
from gamekit.lessons.catalog import find_lessons, own_folder
from gamekit.server.notebook_runner import LessonShell, run_cells
from gamekit.web import font_faces
from gamekit.widgets.error_guard import ALONE
from gamekit.widgets.panel import Lab
from tools.messages import __main__ as locale

FOLDER = own_folder()
LESSONS = [one.name for one in find_lessons(FOLDER)]
LANGUAGES = find_offered()[1:]
PACKAGE = Path(gamekit.__file__).parent
SHOWN = {"title", "button", "unit", "question", "questions", "text", "pieces", "alt", "caption", "head", "rows", "svg",
         "narrow", "why", "answer", "controls", "result", "data", "entries", "rule"}  # fmt: skip
"""Fields of what a page is told about a card that people read, or that hold such fields."""
HIDDEN = re.compile(r"<(style|script|defs|metadata)\b.*?</\1>|<!--.*?-->", re.DOTALL)
SAID_IN = re.compile(r"""\b(?:alt|aria-label|title)=(?:"([^"]*)"|'([^']*)')""")
CODE = re.compile(r"<(pre|code)\b.*?</\1>|```.*?```|`[^`]*`|\$[^$]+\$", re.DOTALL)
TITLES = "Auf Achse Ausgebremst Das Kartenspiel Bluffer Saboteur Wilson mph "
SAME_WORDS = {
    "de": TITLES + "Bug Fair Hand Plan Set-up Start exact hand limit rest stop",
    "fr": TITLES
    + "Bug Circuit Classes Contract Courses Minutes Points Question Situations Solution action bug calls circuit "
    "exact hand limit minutes patient plan points rest simple situation stop table variance",
}
"""Words that a language spells as English does, titles of games, and names of the data that a lesson shows as code."""
PROGRAM = re.compile(r"[<>=()]|\w_\w")
WORD = re.compile(r"[^\W\d_]{3,}")


def read_markup(text: str) -> Iterator[str]:
    """The texts of HTML or of a drawing, and those of its attributes; nothing of code."""
    text = HIDDEN.sub("", CODE.sub(" ", text))
    yield from (html.unescape(one or other) for one, other in SAID_IN.findall(text))
    yield from (html.unescape(one) for one in re.split(r"<[^>]*>", text))


def read_told(told: Any) -> Iterator[str]:
    """The texts in what a page is told about cards; the words around them are the interface's."""
    if isinstance(told, str):
        yield from read_markup(told) if "<" in told else (told,)
    elif isinstance(told, dict):
        for choice in told.get("choices") or ():
            yield choice["name"] if isinstance(choice, dict) else choice
        for key in SHOWN & told.keys():
            yield from read_told(told[key])
    elif isinstance(told, list | tuple):
        for inner in told:
            yield from read_told(inner)


def read_lesson(name: str) -> Iterator[str]:
    """Everything a lesson shows in the language that is spoken."""
    run = run_cells(FOLDER, name)
    assert run.failed == ""
    for cell in run.notebook.cells:
        if cell.cell_type == "markdown":
            yield from re.split(r"\n+|\||<[^>]*>", CODE.sub("", cell.source))
        for output in cell.get("outputs", ()):
            yield from read_markup(output.get("data", {}).get("text/html", "") or output.get("text", ""))
    yield from read_told(run.parts)
    for number in run.panels:
        panel: Lab = run.panel(number)
        yield from read_told(panel.run_as_parts(1, **panel.rough))


@cache
def shown(name: str, code: str) -> frozenset[str]:
    """The texts with words that a lesson shows in a language."""
    with use_language(code):
        texts = [re.sub(r"\s+", " ", text).strip(" .:;,#*–-") for text in read_lesson(name)]
    return frozenset(text for text in texts if WORD.search(text))


@cache
def names(code: str) -> frozenset[str]:
    """The words in names of cities, states, circuits and roads that the games have in this language and in English."""
    found: set[str] = set()
    for game in game_names():
        box = (PACKAGE / "games" / game / "box.toml").read_text(encoding="utf-8")
        found |= set(re.findall(r"[A-ZÀ-Þ][^\W\d_]+", box))
    same = [one for one in locale.read_catalogue(place_of(code, RULEBOOKS)) if one.id and one.id == one.string]
    return frozenset(found | {word for one in same for word in WORD.findall(str(one.id)) if word[0].isupper()})


def find_english(name: str, code: str) -> list[str]:
    """What a lesson shows in a language as its English run does, though it has words that are no names."""
    same = shown(name, ENGLISH) & shown(name, code)
    known = names(code) | set(SAME_WORDS[code].split())
    return sorted(text for text in same if not PROGRAM.search(text) and not set(WORD.findall(text)) <= known)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Cells run as for a page; running them changes the folder and the shell of this process."""
    monkeypatch.setenv(font_faces.PAGE_HAS_IT, "1")
    monkeypatch.setenv(ALONE, "1")
    here = Path.cwd()
    yield
    os.chdir(here)
    LessonShell.clear_instance()
    InteractiveShell.clear_instance()


ALWAYS = ("kartenspiel/01-rules", "topics/think_ahead")
"""Quick ones, whose panels have controls with and without labels of their own."""


@pytest.mark.parametrize(
    "name", [one if one in ALWAYS else pytest.param(one, marks=pytest.mark.thorough) for one in LESSONS]
)
@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_that_a_lesson_shows_is_left_english(code: str, name: str) -> None:
    assert len(shown(name, code)) > 20
    assert find_english(name, code) == []


def test_what_is_the_same_is_noticed_wherever_it_stands() -> None:
    told = {
        "title": "Heading",
        "controls": [{"name": "n", "title": "Label", "unit": "unit", "choices": [{"key": "k", "name": "Option"}]}],
        "button": "Button",
        "result": [
            {"kind": "table", "head": ["Head"], "rows": [["Cell"]], "caption": "Caption"},
            {"kind": "chart", "svg": "<svg><style>none</style><text>Axis</text></svg>", "alt": "Alternative"},
        ],
    }
    assert {*read_told(told)} - {"", "\n"} == {
        "Heading", "Label", "unit", "Option", "Button", "Head", "Cell", "Caption", "Axis", "Alternative"
    }  # fmt: skip
    assert {*read_markup("<img alt=\"One\"><b title='Two'>Three</b><code>none</code>")} >= {"One", "Two", "Three"}

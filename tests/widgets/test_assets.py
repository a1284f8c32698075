"""The browser side: one module, complete, that names every sentence it speaks and fetches nothing."""

from __future__ import annotations

import re

import anywidget
import pytest

from gamekit.lab.reasons import list_templates
from gamekit.server.lesson_renderer import lesson_words
from gamekit.web import bundle
from gamekit.widgets import Bet, Quiz, TextField
from gamekit.widgets.messages import page_messages, read_sections
from gamekit.widgets.panel import Lab
from gamekit.widgets.stepper import ReviewBoard, Stepper

SPOKEN = re.compile(r'\bsay\(\s*"(\w+)"')
STEPS = bundle.WEB / "site/lesson_steps.js"
CARDS = {"bet": "bet", "text_field": "field", "panel": "panel", "quiz": "quiz"}
"""The section of messages of each card's script."""
BELOW = {"shared": "", "board": "shared", "table": "board shared", "class": "table board shared"}
BELOW |= {"review": "table board shared", "engine": "", "site": "shared"}
BELOW |= dict.fromkeys(("cards", "play"), "review class table board shared")
"""From which rooms beside itself a room of web/ may take something."""
SCRIPTS = [path for room in BELOW for path in sorted((bundle.WEB / room).glob("*.js"))]


@pytest.mark.parametrize("widget", [Bet, Lab, Quiz, ReviewBoard, Stepper, TextField])
def test_a_module_needs_no_other_file(widget: type[anywidget.AnyWidget]) -> None:
    text = str(widget._esm)
    assert not re.search(r"^import ", text, re.MULTILINE)
    assert len(re.findall(r"^export default ", text, re.MULTILINE)) == 1
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)
    assert "innerHTML" not in text
    assert "eval(" not in text


def test_every_sentence_the_browser_speaks_is_translated() -> None:
    spoken = {key for path in SCRIPTS for key in SPOKEN.findall(path.read_text(encoding="utf-8"))}
    assert spoken <= set(page_messages(*read_sections())), spoken - set(page_messages(*read_sections()))
    known = set(page_messages("puzzles", "notebook", "recorded", *CARDS.values()))
    built = {"quiz_first", "quiz_score", "mark_option", "mark_reconstructed", "mark_settled"}
    speech = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    assert "`coach_why_${kind}`" in speech
    assert "`review_${key}`" in speech
    built |= {f"coach_why_{kind}" for kind in list_templates()}
    built |= {f"review_{key}" for key in ("place", "player", "result", "start", "own", "others", "luck", "unseen")}
    unused = {key for key in known if f'"{key}"' not in speech} - built
    assert not unused, sorted(unused)


@pytest.mark.parametrize("name", CARDS)
def test_a_card_brings_the_words_it_speaks(name: str) -> None:
    own = set(SPOKEN.findall((bundle.WEB / f"cards/{name}.js").read_text(encoding="utf-8")))
    assert own
    assert own <= set(page_messages(CARDS[name]))


def test_the_steps_of_a_lesson_bring_the_words_they_speak() -> None:
    spoken = set(SPOKEN.findall(STEPS.read_text(encoding="utf-8")))
    assert spoken
    assert spoken <= set(lesson_words()["steps"])


def test_dates_and_numbers_are_written_in_the_language_of_the_page_and_not_of_the_browser() -> None:
    own = re.compile(r"toLocale\w*String\((?!\")|localeCompare\(|new Intl\.\w+\((?:\)(?!\.resolved)|undefined|\[\])")
    scripts = [path for path in SCRIPTS if path.parent.name != "engine"]
    assert {path.name: found for path in scripts if (found := own.findall(path.read_text(encoding="utf-8")))} == {}


def test_every_file_stands_in_a_room_and_rooms_import_downwards_only() -> None:
    assert {path.parent.name for path in bundle.WEB.glob("*/*.js")} - {"built"} == set(BELOW)
    for path in SCRIPTS:
        rooms = set(re.findall(r'^import [^;]*? from "\.\./([a-z]+)/', path.read_text(encoding="utf-8"), re.MULTILINE))
        assert rooms <= set(BELOW[path.parent.name].split()), path

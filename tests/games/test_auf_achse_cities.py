"""Auf Achse: readers meet a city by the name that their language has for it, data by the German one of the box."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import gamekit as gk
from gamekit.core.i18n.translation import use_language
from gamekit.games.auf_achse.box import ENGLISH_NAMES
from gamekit.lab.puzzles import puzzles
from gamekit.web.game_bundle import BUILT
from gamekit.widgets import board_pictures
from gamekit.widgets.guide import draw_guide
from gamekit.widgets.puzzle_data import view_puzzle
from gamekit.widgets.rule_questions import board_of, explain_places
from tests.games.auf_achse_desk import loaded

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (\w+) \| (\w+) \| (\w+) \| (\w+) \|$", re.MULTILINE)
GERMAN = re.compile(rf"\b(?:{'|'.join(ENGLISH_NAMES)})\b")
"""What no English text says."""


def read_glossary() -> dict[str, tuple[str, str, str]]:
    """Each city that differs, by its key: English, German, French."""
    text = (ROOT / "docs/how-to/translation-glossary.md").read_text(encoding="utf-8")
    part = text.partition("### Cities of Auf Achse")[2].partition("###")[0]
    return {key: (english, german, french) for key, english, german, french in ROW.findall(part) if key != "key"}


@pytest.mark.parametrize(("place", "language"), [(0, "en"), (1, "de"), (2, "fr")])
def test_each_city_is_called_as_the_glossary_has_it(place: int, language: str) -> None:
    glossary, game = read_glossary(), loaded(3)
    assert len(glossary) == 24
    assert set(glossary) <= set(game.box.map.cities)
    with use_language(language):
        said = dict(zip(game.box.map.cities, game.rulebook.words["space"], strict=False))
    assert said == {city: glossary[city][place] if city in glossary else city for city in game.box.map.cities}


@cache
def play_at_random() -> gk.Session:
    """A game in the middle: 400 steps, in which everybody plays at random."""
    session, chooser = loaded(3).session(seed=3), random.Random(3)
    while session.length < 400 or session.player < 0:
        session.roll() if session.player < 0 else session.play(chooser.choice(session.legal()))
    return session


def tell_log() -> list[str]:
    """All that is said of a game, step by step, and of its positions."""
    session = play_at_random()
    game, told = session.game, []
    for number, step in enumerate(session.log):
        position = session.position_at(number)
        told += [step.text, *(note.text for note in step.notes), game.rulebook.phase(position).text]
        told += [game.picture.describe(game, position, None)] if number % 20 == 0 else []
    return told


def tell_every_action() -> list[str]:
    """Every action of the game, and why it cannot be taken now."""
    session = play_at_random()
    actions = range(session.game.num_actions)
    refused = (session.why_not(action) for action in actions)
    return [*map(session.game.action_text, actions), *(one.text for one in refused if one)]


def read(*parts: str) -> str:
    return ROOT.joinpath(*parts).read_text(encoding="utf-8")


TOLD: dict[str, Callable[[], object]] = {
    "rulebook": lambda: loaded(3).rulebook.export_data(),
    "log": tell_log,
    "actions": tell_every_action,
    "board": lambda: board_of(play_at_random(), explained=True),
    "places": lambda: explain_places(play_at_random()),
    "picture": lambda: board_pictures.board("auf_achse", 2, 20),
    "how to play": lambda: draw_guide("auf_achse"),
    "puzzles": lambda: [view_puzzle(one) for one in puzzles("auf_achse")[3:4]],
    "browser": lambda: (BUILT / "auf_achse.json").read_text(encoding="utf-8"),
    "environment": lambda: read("docs", "environments", "auf_achse.md"),
}


@pytest.mark.parametrize("part", TOLD)
def test_no_english_text_has_the_german_name_of_a_city(part: str) -> None:
    text = json.dumps(TOLD[part](), ensure_ascii=False)
    assert [text[max(0, found.start() - 40) : found.end() + 20] for found in GERMAN.finditer(text)] == []
    assert any(name in text for name in ENGLISH_NAMES.values()), "a text without cities proves nothing"


def test_a_game_saved_when_english_said_wien_opens_and_says_vienna(tmp_path: Path) -> None:
    session, path = play_at_random(), tmp_path / "game.json"
    text = session.save(path).read_text(encoding="utf-8")
    before = text
    for german, english in ENGLISH_NAMES.items():
        before = before.replace(english, german)
    assert len(GERMAN.findall(before)) > 50
    path.write_text(before, encoding="utf-8")
    opened = gk.open_session(path)
    assert opened.history == session.history
    assert opened.save(path).read_text(encoding="utf-8") == text


def test_data_keeps_the_names_of_the_box() -> None:
    game = loaded(3)
    assert set(ENGLISH_NAMES) <= set(game.graph)
    assert not set(ENGLISH_NAMES.values()) & set(game.graph)
    with use_language("fr"):
        assert set(ENGLISH_NAMES) <= set(game.graph)

"""A strategy has one name wherever people read it: in German and French none is left in English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import gamekit as gk
from gamekit.browser.built import pack_game
from gamekit.catalogues import place_of
from gamekit.lessons import kit
from gamekit.locale.__main__ import read_catalogue
from gamekit.locale.lessons import lesson_domains
from gamekit.serve.lesson_run import run_cells
from gamekit.serve.lessons import own_folder
from gamekit.show import Choice
from gamekit.strategy import strategies_of, tell_strategies
from gamekit.words import use_language

LANGUAGES = ("de", "fr")
QUICK = "route66/04-house-rules"
LESSONS = (
    QUICK,
    "auf_achse/06-house-rules",
    "kartenspiel/03-when-to-stop-climbing",
    "route66/03-collecting",
    "topics/do_fast_cars_win",
    "topics/is_a_house_rule_fair",
    "topics/unplugged",
    "topics/write_a_strategy",
)
GAMES = gk.game_names(examples=True)


def english_names(code: str) -> re.Pattern[str]:
    """Every name of the code and every English title, but for those that the language shares (Saboteur)."""
    with use_language(code):
        shared = {title.lower() for game in GAMES for _name, title, _about in tell_strategies(game)}
    every = {word.lower() for game in GAMES for one in strategies_of(game).values() for word in (one.name, one.title)}
    return re.compile(rf"(?<![\w'\"])(?:{'|'.join(map(re.escape, sorted(every - shared)))})s?(?![\w'\"])", re.I)


def read(shown: Any) -> Iterator[str]:
    """What people read of an answer: its sentences, tables, and charts with what is said instead of them."""
    if isinstance(shown, (list, tuple)):
        for one in shown:
            yield from read(one)
    elif hasattr(shown, "rows"):
        yield from (str(cell) for row in (shown.head, *shown.rows) for cell in row)
    else:
        yield str(shown)
        yield from re.findall(r"(?:aria-label|alt)=\"([^\"]*)\"", getattr(shown, "_repr_html_", str)() or "")


def called(control: Choice) -> list[str]:
    """How the choices of a control are called."""
    return list(control.choices.values() if isinstance(control.choices, Mapping) else control.choices)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    "name", [one if one == QUICK else pytest.param(one, marks=pytest.mark.thorough) for one in LESSONS]
)
def test_no_control_chart_or_table_of_a_lesson_names_a_strategy_in_english(code: str, name: str) -> None:
    found, names = [], english_names(code)
    with use_language(code):
        run = run_cells(own_folder(), name)
        assert run.failed == ""
        for number in run.panels:
            panel = run.panel(number)
            chosen = [word for one in panel.controls if isinstance(one, Choice) for word in called(one)]
            said = [*chosen, *(one.title for one in panel.controls), panel.title, *read(panel.answer())]
            found += [f"{panel.title}: {word[:80]}" for word in said if names.search(word)]
    assert found == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_and_the_form_of_who_plays_name_them_alike_whoever_asked_before(code: str, name: str) -> None:
    game, names = gk.load(name), english_names(code)
    english = [one.title for one in game.strategies.values()]
    with use_language(code):
        titles = [one.title for one in game.strategies.values()]
        assert not [title for title in titles if names.search(title)]
        assert [title for _name, title, _about in tell_strategies(name)] == titles
        assert [kit.call(game, key) for key in game.strategies] == titles
        assert not any(english[1] in level.description for level in gk.levels(game).values() if english[1] != titles[1])
        if name in gk.game_names():
            assert json.loads(pack_game(name))["language"] == code
    assert [one.title for one in game.strategies.values()] == english


def test_french_has_no_article_before_a_strategy_that_a_class_may_choose() -> None:
    """Where a class lets another strategy play, `du {CALLED}` would be “du n'importe quelle carte”."""
    found = [
        f"{domain}: {message.string}"
        for domain in lesson_domains()
        for message in read_catalogue(place_of("fr", domain))
        if isinstance(message.string, str) and re.search(r"\b(?:du|des|aux?|l[ea]s?) \{CALLED\}", message.string)
    ]
    assert found == []

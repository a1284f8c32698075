"""A city has the name by which the reader's language knows it, in a lesson as on the board beside it."""

from __future__ import annotations

import re

import pytest

import gamekit as gk
from gamekit.lessons.auf_achse.asked import call_spaces
from gamekit.locale.__main__ import DOMAIN, MISCONCEPTIONS, TITLES, read_sources
from gamekit.locale.lessons import lesson_domains
from gamekit.serve.lesson_run import run_cells
from gamekit.serve.lessons import own_folder
from gamekit.show import Choice
from gamekit.words import use_language
from tests.lessons.test_strategy_names import called, read

QUICK = "auf_achse/04-contract-worth"
LESSONS = (
    QUICK,
    "auf_achse/01-rules",
    "auf_achse/03-turns-to-munich",
    "auf_achse/05-best-tour",
    "topics/search_by_hand",
    "topics/four_graphs",
)
KEYS = re.compile(r"\{[^{}]*\}|\[\"[^\"]*\"\]")
"""What looks a city up by its key: in what is filled in where a text is said, and in a comment."""


def foreign_names() -> re.Pattern[str]:
    """Every name of a city in the box that the language does not share."""
    game = gk.load("auf_achse")
    said = call_spaces(game)
    return re.compile(rf"\b(?:{'|'.join(city for city in game.graph if said[city] != city)})\b")


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize(
    "name", [one if one == QUICK else pytest.param(one, marks=pytest.mark.thorough) for one in LESSONS]
)
def test_no_panel_calls_a_city_by_its_german_name(code: str, name: str) -> None:
    found = []
    with use_language(code):
        names, run = foreign_names(), run_cells(own_folder(), name)
        assert run.failed == ""
        for number in run.panels:
            panel = run.panel(number)
            choices = [word for one in panel.controls if isinstance(one, Choice) for word in called(one)]
            said = [*choices, *read(panel.answer())]
            wrong = [word for word in said if names.search(word) or (code != "en" and re.search(r"\d of \d", word))]
            found += [f"{panel.title}: {word[:80]}" for word in wrong]
    assert found == []


def test_no_english_sentence_of_a_lesson_calls_a_city_by_its_german_name() -> None:
    """The name alone is a key of the data, and stays."""
    names, found = foreign_names(), []
    for domain in (DOMAIN, TITLES, MISCONCEPTIONS, *lesson_domains()):
        said = [message.id for message in read_sources(domain) if isinstance(message.id, str)]
        found += [one for one in said if names.search(KEYS.sub("", one)) and not names.fullmatch(one)]
    assert found == []


def test_spaces_are_called_as_the_board_calls_them() -> None:
    game = gk.load("auf_achse")
    keys = ("Prag", "Mailand", "A9 Nürnberg – München", "A24 Hamburg – Berlin (1 of 3)")
    english, german = call_spaces(game), "A24 Hamburg – Berlin (1 von 3)"
    assert [english[key] for key in keys] == ["Prague", "Milan", "A9 Nuremberg – Munich", keys[-1]]
    with use_language("de"):
        assert [call_spaces(game)[key] for key in keys] == [*keys[:-1], german]
    with use_language("fr"):
        said = call_spaces(game)
        assert [said[name] for name in keys] == [
            "Prague",
            "Milan",
            "A9 Nuremberg – Munich",
            "A24 Hambourg – Berlin (1 sur 3)",
        ]
        cities = [called for name, called in said.items() if name in game.graph]
        assert cities[:6] == ["Amsterdam", "Bâle", "Berlin", "Bolzano", "Brégence", "Brême"]
        assert cities.index("Cologne") < cities.index("Dortmund"), "in French Köln does not begin with K"

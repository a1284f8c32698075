"""A city has the name by which the reader's language knows it, in a lesson as on the board beside it."""

from __future__ import annotations

import re

import pytest

import gamekit as gk
from gamekit.lessons.auf_achse.asked import call_spaces
from gamekit.serve.lesson_run import run_cells
from gamekit.serve.lessons import own_folder
from gamekit.show import Choice
from gamekit.words import use_language
from tests.lessons.test_strategy_names import called, read

QUICK = "auf_achse/04-contract-worth"
LESSONS = (QUICK, "auf_achse/01-rules", "auf_achse/03-turns-to-munich", "auf_achse/05-best-tour")


def foreign_names() -> re.Pattern[str]:
    """Every name of the box that is not the French one too, and how English counts the spaces of a road."""
    game = gk.load("auf_achse")
    said = call_spaces(game)
    return re.compile(rf"\b(?:{'|'.join(city for city in game.graph if said[city] != city)})\b|\d of \d")


@pytest.mark.parametrize(
    "name", [one if one == QUICK else pytest.param(one, marks=pytest.mark.thorough) for one in LESSONS]
)
def test_no_panel_calls_a_city_by_a_german_name_in_french(name: str) -> None:
    found = []
    with use_language("fr"):
        names, run = foreign_names(), run_cells(own_folder(), name)
        assert run.failed == ""
        for number in run.panels:
            panel = run.panel(number)
            choices = [word for one in panel.controls if isinstance(one, Choice) for word in called(one)]
            said = [*choices, *read(panel.answer())]
            found += [f"{panel.title}: {word[:80]}" for word in said if names.search(word)]
    assert found == []


def test_spaces_are_called_as_the_board_calls_them() -> None:
    game = gk.load("auf_achse")
    assert all(said == name for name, said in call_spaces(game).items()), "English is what the rulebook says"
    with use_language("fr"):
        said = call_spaces(game)
        assert [said[name] for name in ("Prag", "Mailand", "A24 Hamburg – Berlin (1 of 3)")] == [
            "Prague",
            "Milan",
            "A24 Hambourg – Berlin (1 sur 3)",
        ]
        cities = [called for name, called in said.items() if name in game.graph]
        assert cities[:6] == ["Amsterdam", "Bâle", "Berlin", "Bolzano", "Brégence", "Brême"]
        assert cities.index("Cologne") < cities.index("Dortmund"), "in French Köln does not begin with K"

"""A city has the name by which the reader's language knows it, in a lesson as on the board beside it."""

from __future__ import annotations

import gamekit as gk
from gamekit.core.i18n.translation import use_language
from gamekit.lessons.auf_achse.reference import call_spaces


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

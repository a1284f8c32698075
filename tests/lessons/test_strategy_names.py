"""A strategy has one name wherever people read it: in German and French none is left in English."""

from __future__ import annotations

import json
import re

import pytest

import gamekit as gk
from gamekit.core.i18n.translation import use_language
from gamekit.core.strategy import strategies_of, tell_strategies
from gamekit.lessons import kit
from gamekit.web.game_bundle import pack_game

LANGUAGES = ("de", "fr")
GAMES = gk.game_names(examples=True)


def english_names(code: str) -> re.Pattern[str]:
    """Every name of the code and every English title, but for those that the language shares (Saboteur)."""
    with use_language(code):
        shared = {title.lower() for game in GAMES for _name, title, _about in tell_strategies(game)}
    every = {word.lower() for game in GAMES for one in strategies_of(game).values() for word in (one.name, one.title)}
    return re.compile(rf"(?<![\w'\"])(?:{'|'.join(map(re.escape, sorted(every - shared)))})s?(?![\w'\"])", re.I)


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

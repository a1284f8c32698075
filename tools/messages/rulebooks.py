"""Messages of rulebooks for translators, each with its game as context.

A rulebook is translated with a catalogue that records what it is asked for, so that no message is missing.
"""

from __future__ import annotations

from gettext import NullTranslations

from babel.messages.catalog import Catalog

from gamekit.core.game import game_names, load
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.options import split_rules
from gamekit.core.strategy import strategies_of


class Recorder(NullTranslations):
    """An empty catalogue that records what it is asked for."""

    def __init__(self, catalogue: Catalog, place: str) -> None:
        super().__init__()
        self.catalogue, self.place = catalogue, place

    def pgettext(self, context: str, message: str) -> str:
        self.catalogue.add(message, locations=[(self.place, 0)], context=context)
        return message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self.catalogue.add((msgid1, msgid2), locations=[(self.place, 0)], context=context)
        return msgid1 if n == 1 else msgid2


def add_rulebooks(catalogue: Catalog) -> Catalog:
    """Add the messages of every game's rulebook, options and strategies, and return the catalogue."""
    for name in game_names(examples=True):
        for strategy in strategies_of(name).values():
            for said in (strategy.title, strategy.description):
                catalogue.add(said, locations=[(f"games/{name}/strategies.py", 0)], context=name)
        for option in load(name).option_schema["properties"].values():
            _rules, said = split_rules(option["description"])
            catalogue.add(said, locations=[(f"games/{name}/box.py", 0)], context=name)
        load(name).rulebook.translate(Recorder(catalogue, f"games/{name}/rulebook.toml"), ENGLISH)
    return catalogue

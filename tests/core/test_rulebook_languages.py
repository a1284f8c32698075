"""Rulebooks speak the reader's language, whole: every sentence a game can say, and games as they are played."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

import gamekit as gk
from gamekit.core.i18n import catalogs
from gamekit.core.i18n.catalogs import DOMAIN, LOCALE, RULEBOOKS, find_offered, forms, open_catalogue, place_of
from gamekit.core.i18n.translation import _, rules_language, use_language
from gamekit.core.options import split_rules, tell_options
from gamekit.core.rulebook import Rulebook
from tools.messages import __main__ as locale

LANGUAGES = find_offered()[1:]
SPACES = "\u00a0\u202f"
TYPED_WRONG = {
    "de": re.compile(r"""["”«»]|^[^„]*“|'|\s[;:?!]|\d (?=DM|km|mph)|  """),
    "fr": re.compile(
        r"""["„”']|“[^”]*$|«(?!\u00a0)|(?<!\u00a0)»|(?<!\u00a0):(?=\s|$)|(?<!\u202f)[;?!]|[\d}] (?=DM|km|mph)|  """
    ),
}
"""What a language does not write: others' quotation marks, a space too many before or too few."""
RULE = re.compile(r"[A-Z]+\d*-\d+")
NUMBERED = re.compile(rf"^[^:]*{RULE.pattern}[^:]*:\s")
"""What stands before an option's description, as the script of a board's settings takes it away."""
AVOIDED = {
    "de": re.compile(
        r"\bZu wievielt\b|Computerspieler\b|Tachos? drehen|gewinnt gemeinsam mit|meisten? \w+ gewinn(?:t|en)(?! \w*,)|"
        r"[Ww]ie wahrscheinlich (?!ist es|war|es ist)|\b(?:mach\w*|Fälle) \{times\}|\{times\} (?:Fälle|Halte)"
    ),
    "fr": re.compile(
        r"\b(?:[Tt]u|[Tt]on|[Tt]es|[Tt]oi)\b|joueurs?-ordinateurs?|encore et encore|\bcadran|"
        r"(?:^|[.;:]\s)[Qq]ui [^?]*\.|"
        r"la règle (?:ne )?(?:fai(?:t|sait)|fasse) rien|cartes? (?:\w+ )?(?:plus )?(?:haut|bass)e|\bchance seule"
    ),
}
"""Words that were mended: dialect, slang and calques, another form of address, a clause without a subject."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_that_a_game_can_say_is_missing(code: str) -> None:
    sources = locale.read_sources(RULEBOOKS)
    catalogue = locale.read_catalogue(LOCALE / code / "LC_MESSAGES" / f"{RULEBOOKS}.po")
    assert (locale.count_missing(sources, catalogue), [*locale.find_faults(sources, catalogue)]) == (0, [])


@pytest.mark.parametrize("code", LANGUAGES)
def test_signs_and_spaces_are_those_of_the_language(code: str) -> None:
    catalogue = locale.read_catalogue(LOCALE / code / "LC_MESSAGES" / f"{RULEBOOKS}.po")
    said = {text for message in catalogue if message.id for text in forms(message.string)}
    assert {text: found[0] for text in said if (found := TYPED_WRONG[code].search(text))} == {}


@pytest.mark.parametrize("domain", [DOMAIN, RULEBOOKS])
@pytest.mark.parametrize("code", LANGUAGES)
def test_words_that_were_mended_do_not_come_back(code: str, domain: str) -> None:
    catalogue = locale.read_catalogue(place_of(code, domain))
    said = {text for message in catalogue if message.id for text in forms(message.string)}
    assert {text: found[0] for text in said if (found := AVOIDED[code].search(text))} == {}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_options_are_told_in_the_language_and_name_the_same_rules(name: str, code: str) -> None:
    schema = gk.load(name).option_schema
    english = tell_options(name, schema)
    assert english == {option: one["description"] for option, one in schema["properties"].items()}
    with use_language(code):
        told, house = tell_options(name, schema), _("House rule:")
    assert told.keys() == english.keys()
    for option, said in told.items():
        before, what = split_rules(english[option])
        text = NUMBERED.sub("", said)
        assert RULE.findall(said) == RULE.findall(before)
        assert text != what
        assert not TYPED_WRONG[code].search(said)
        assert text.startswith(f"{house} ") == what.startswith("House rule: "), "the page asks for house rules apart"


def test_with_english_a_book_is_what_its_file_says() -> None:
    game = gk.load("kartenspiel")
    assert game.rulebook["KS-15"].title == "Two rests break"
    assert all("forms" not in one for one in game.rulebook.export_data()["notes"].values())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of catalogues of its own, with languages that have no rulebook yet."""
    for code in ("fr", "pl"):
        (tmp_path / code / "LC_MESSAGES").mkdir(parents=True)
        (tmp_path / code / "LC_MESSAGES" / "gamekit.po").touch()
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    open_catalogue.cache_clear()
    yield tmp_path
    open_catalogue.cache_clear()


@pytest.mark.parametrize("text", [None, "msgid", "\0"])
def test_a_catalogue_that_is_missing_or_damaged_is_english_and_a_note(
    text: str | None, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    if text is not None:
        (folder / "fr/LC_MESSAGES/rulebooks.po").write_text(text, encoding="utf-8")
    with use_language("fr"), caplog.at_level(logging.WARNING):
        assert gk.load("pig").rulebook["PIG-02"].title == "Rolling"
        assert rules_language() == "en"
    assert "rulebooks.po (fr) is damaged" in caplog.text


def test_a_sentence_without_its_place_is_english_and_the_others_are_not(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    french = Catalog(locale="fr")
    french.add("{player} rolls.", "On lance.", context="pig")
    french.add("Hold", "S’arrêter", context="pig")
    with (folder / "fr/LC_MESSAGES/rulebooks.po").open("wb") as file:
        write_po(file, french)
    with use_language("fr"):
        game = gk.load("pig")
        assert (game.action_text(0), game.action_text(1)) == ("Roll", "S’arrêter")
        assert "{player} rolls." in {one.text for one in game.rulebook.notes.values()}
    assert "its places differ" in caplog.text


def test_a_language_has_as_many_forms_as_it_needs(folder: Path) -> None:
    polish = Catalog(locale="pl")
    places = ("{player} ma punkt {n}", "{player} ma {n} punkty", "{player} ma {n} punktów")
    book: Rulebook = gk.load("pig").rulebook
    (lost,) = [one for one in book.notes.values() if one.one]
    polish.add((lost.one, lost.text), places, context="pig")
    with (folder / "pl/LC_MESSAGES/rulebooks.po").open("wb") as file:
        write_po(file, polish)
    with use_language("pl"):
        (said,) = [one for one in gk.load("pig").rulebook.notes.values() if one.forms]
        told = [said.say({"player": "A"}, [0, n]) for n in (1, 3, 5, 22)]
        assert said.say({"player": "A"}, [0, 0]) == said.none.replace("{player}", "A")
    assert told == ["A ma punkt 1", "A ma 3 punkty", "A ma 5 punktów", "A ma 22 punkty"]

"""The catalogue of sentences is up to date, and no sentence is glued together from pieces."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import gamekit
from gamekit import words
from gamekit.locale.__main__ import METHODS, OPTIONS

PACKAGE = Path(gamekit.__file__).parent
CATALOGUE = words.LOCALE / "gamekit.pot"
HOW_TO = "run: python -m gamekit.locale"


def sentences() -> dict[str, str]:
    """Every sentence in the sources, with the place of its first use."""
    found: dict[str, str] = {}
    for file, line, message, _comments, _context in extract_from_dir(PACKAGE, METHODS, OPTIONS):
        message = message if isinstance(message, str) else message[0]
        found.setdefault(message, f"{file}:{line}")
    return found


def test_the_catalogue_has_every_sentence_and_no_other() -> None:
    with CATALOGUE.open("rb") as file:
        known = {message.id for message in read_po(file) if message.id}
    wanted = set(sentences())
    assert wanted - known == set(), HOW_TO
    assert known - wanted == set(), HOW_TO


def test_sentences_are_whole() -> None:
    glued = re.compile(r"^(and|or|but|than)\b|\b(and|or|the)$")
    odd = {
        message: place for message, place in sentences().items() if glued.search(message) or message != message.strip()
    }
    assert odd == {}


def test_places_in_sentences_have_names() -> None:
    odd = {message: place for message, place in sentences().items() if re.search(r"\{\d*\}|%[sd]", message)}
    assert odd == {}


def test_another_language_is_used_when_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    german = Catalog(locale="de")
    german.add("Undo", "Zurück")
    with (folder / "gamekit.mo").open("wb") as file:
        write_mo(file, german)
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    monkeypatch.setenv("GAMEKIT_LANGUAGE", "de")
    words.catalogue.cache_clear()
    try:
        assert words._("Undo") == "Zurück"
        assert words._("Redo") == "Redo"
    finally:
        words.catalogue.cache_clear()

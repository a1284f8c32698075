"""The language is the reader's: of a request or a notebook, not of the process; what is wrong with one is English."""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

import gamekit as gk
from gamekit.core.i18n import catalogs, translation
from gamekit.core.i18n.catalogs import find_languages, find_offered, open_catalogue
from gamekit.core.i18n.translation import (
    _,
    each_language,
    language,
    ngettext,
    pgettext,
    say_list,
    say_number,
    speak,
    use_language,
)

GERMAN = {"Undo": "Zurück", "{cash:,} DM": "{cash:,} DM!", "{n} of {all}": "{n} von {alle}", "Keep {name": "{name}}"}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of catalogues of its own, with a German and a French one."""
    german, french = Catalog(locale="de"), Catalog(locale="fr")
    for english, said in GERMAN.items():
        german.add(english, said)
    german.add("Table", "Tabelle")
    german.add("Table", "Tisch", context="to sit at")
    german.add(("{n} game", "{n} games"), ("{n} Spiel", "{n} Spiele"))
    french.add(("{n} game", "{n} games"), ("{n} jeu", "{n} jeux"))
    for catalogue in (german, french):
        folder = tmp_path / str(catalogue.locale) / "LC_MESSAGES"
        folder.mkdir(parents=True)
        with (folder / "gamekit.po").open("wb") as file:
            write_po(file, catalogue)
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Nothing was read yet."""
    open_catalogue.cache_clear()
    translation.match_language.cache_clear()


@pytest.mark.usefixtures("small")
def test_a_sentence_is_in_the_language_that_is_spoken_and_in_english_where_it_has_none() -> None:
    with use_language("de"):
        assert (_("Undo"), _("Redo")) == ("Zurück", "Redo")
    assert _("Undo") == "Undo"


@pytest.mark.usefixtures("small")
def test_a_notebook_chooses_once_for_all_its_cells_and_a_request_for_itself_alone() -> None:
    gk.set_language("de_AT.UTF-8")
    try:
        assert copy_context().run(gk.language) == gk.language() == "de"
        with use_language("fr"):
            with use_language("en"):
                assert language() == "en"
            assert language() == "fr", "as before"
        assert _("Undo") == "Zurück"
    finally:
        gk.set_language("en")
    assert _("Undo") == "Undo"


@pytest.mark.parametrize("wish", ["de_DE.UTF-8", "de.UTF-8", "de"])
def test_the_environment_chooses_but_not_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch, wish: str) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    translation._OWN[0] = ""
    assert language() == "en"
    monkeypatch.setenv("GAMEKIT_LANGUAGE", wish)
    assert language() == "de"


@pytest.mark.usefixtures("small")
def test_two_requests_at_once_have_a_language_each() -> None:
    both = asyncio.Event

    async def ask(code: str, mine: asyncio.Event, other: asyncio.Event) -> list[str]:
        speak(code)
        mine.set()
        await other.wait()
        return [_("Undo"), await asyncio.to_thread(_, "Undo")]

    async def serve() -> list[list[str]]:
        one, two = both(), both()
        return list(await asyncio.gather(ask("de", one, two), ask("en", two, one)))

    assert asyncio.run(serve()) == [["Zurück"] * 2, ["Undo"] * 2]
    assert language() == "en"


@pytest.mark.usefixtures("small")
def test_what_is_kept_is_kept_for_each_language() -> None:
    @each_language(8)
    def twice(word: str, *, much: bool = False) -> str:
        return _(word) * 2 + "!" * much

    assert twice("Undo") == "UndoUndo"
    with use_language("de"):
        assert twice("Undo", much=True) == "ZurückZurück!"
    assert twice("Undo", much=True) == "UndoUndo!"


@pytest.mark.usefixtures("small")
def test_the_catalogue_decides_how_many_are_many() -> None:
    said = {}
    for code in ("en", "de", "fr"):
        with use_language(code):
            said[code] = ", ".join(ngettext("{n} game", "{n} games", n).format(n=n) for n in (0, 0.5, 1, 1.5, 2, 2.5))
    assert said["en"] == "0 games, 0.5 games, 1 game, 1.5 games, 2 games, 2.5 games"
    assert said["de"] == "0 Spiele, 0,5 Spiele, 1 Spiel, 1,5 Spiele, 2 Spiele, 2,5 Spiele"
    assert said["fr"] == "0 jeu, 0,5 jeu, 1 jeu, 1,5 jeu, 2 jeux, 2,5 jeux"


@pytest.mark.usefixtures("small")
def test_a_word_with_two_meanings_is_told_apart_by_its_context() -> None:
    with use_language("de"):
        assert (_("Table"), pgettext("to sit at", "Table")) == ("Tabelle", "Tisch")
    assert pgettext("to sit at", "Table") == "Table"


@pytest.mark.usefixtures("small")
def test_numbers_that_are_filled_in_are_written_as_the_language_writes_them() -> None:
    assert _("{cash:,} DM").format(cash=5000) == "5,000 DM"
    with use_language("de"):
        sentence = _("{cash:,} DM")
        assert sentence.format(cash=5000) == "5.000 DM!"
        assert pickle.loads(pickle.dumps(sentence)).format(cash=-5000) == "−5.000 DM!"  # noqa: S301  our own


def test_numbers_and_lists_are_as_each_language_has_them() -> None:
    written = {}
    for code in ("en", "de", "fr"):
        with use_language(code):
            written[code] = [
                say_number(28.444, ".2f"),
                say_number(1234567),
                say_number(-5000),
                say_number(0.5, ".0%"),
                say_number(7, "d"),
            ]
            written[code].append(say_list(["A", "B"], "or"))
    assert written["en"] == ["28.44", "1,234,567", "-5,000", "50%", "7", "A or B"]
    assert written["de"] == ["28,44", "1.234.567", "−5.000", "50\N{NO-BREAK SPACE}%", "7", "A oder B"]
    thin = "\N{NARROW NO-BREAK SPACE}"
    assert written["fr"] == ["28,44", f"1{thin}234{thin}567", f"−5{thin}000", "50\N{NO-BREAK SPACE}%", "7", "A ou B"]
    with use_language("de"):
        assert [say_number(float(odd), ".1f") for odd in ("inf", "nan")] == ["inf", "nan"]


# --- bad input ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("code", ["tlh", "../../etc", "d" * 9000, "\0", "de\n"])
def test_an_unknown_language_is_english_and_a_note(code: str, caplog: pytest.LogCaptureFixture) -> None:
    translation.match_language.cache_clear()
    with caplog.at_level(logging.WARNING), use_language(code) as spoken:
        assert (spoken, _("Undo")) == ("en", "Undo")
    (note,) = caplog.messages
    assert f"There are: {', '.join(find_languages())}" in note
    assert len(note) < 200


@pytest.mark.parametrize("odd", ["{n} of {all}", "Keep {name"])
@pytest.mark.usefixtures("small")
def test_a_sentence_with_other_places_is_english_and_a_note(odd: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), use_language("de"):
        assert (_(odd), _("Undo")) == (odd, "Zurück")
    assert any(GERMAN[odd] in note for note in caplog.messages)


@pytest.mark.parametrize(
    "damage",
    [
        b"\xff\xfe\x00",
        b"what is this?\n",
        b'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n !! 1;\\n"\nmsgid "Undo"\nmsgstr "x"\n',
        b'msgid ""\nmsgstr "Content-Type: text/plain; charset=klingon\\n"\nmsgid "Undo"\nmsgstr "x"\n',
    ],
    ids=["bytes", "cut off", "plural", "charset"],
)
def test_a_damaged_catalogue_is_english_and_a_note(
    damage: bytes, small: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (small / "de" / "LC_MESSAGES" / "gamekit.po").write_bytes(damage)
    with caplog.at_level(logging.WARNING), use_language("de"):
        assert _("Undo") == "Undo"
        assert ngettext("{n} game", "{n} games", 2) == "{n} games"
    assert any("damaged" in note for note in caplog.messages)


def test_a_catalogue_with_a_byte_order_mark_is_read(small: Path) -> None:
    path = small / "de" / "LC_MESSAGES" / "gamekit.po"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    with use_language("de"):
        assert _("Undo") == "Zurück"


def test_whatever_is_cut_from_a_catalogue_no_sentence_breaks(small: Path) -> None:
    file = small / "de" / "LC_MESSAGES" / "gamekit.po"
    whole = file.read_bytes()
    for end in range(0, len(whole), 41):
        file.write_bytes(whole[:end])
        open_catalogue.cache_clear()
        with use_language("de"):
            assert _("{cash:,} DM").format(cash=1) in ("1 DM", "1 DM!")


def test_every_language_is_read_whole_without_a_note(caplog: pytest.LogCaptureFixture) -> None:
    forget()
    with caplog.at_level(logging.WARNING):
        assert set(find_languages()) >= {"en", "de", "fr"}
        for code in find_offered():
            with use_language(code):
                assert (_("Undo") == "Undo") == (code == "en")
    assert caplog.messages == []

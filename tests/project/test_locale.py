"""Catalogues of other languages: what their translators wrote stays, what differs where it may not is found."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from gamekit.core.game import load
from gamekit.core.i18n import catalogs
from gamekit.core.i18n.catalogs import (
    DOMAIN,
    MISCONCEPTIONS,
    RULEBOOKS,
    TITLES,
    find_languages,
    find_offered,
    open_catalogue,
    place_of,
)
from gamekit.core.i18n.translation import _, match_language, ngettext, use_language
from gamekit.lessons.catalog import own_folder
from gamekit.server.language_negotiation import offer_languages
from gamekit.server.notebook_runner import run_cells
from tools.messages import __main__ as locale
from tools.messages.sources import extract_python


def test_nothing_is_wrong_with_the_catalogues_there_are() -> None:
    found = {
        f"{code}, {domain}": [*locale.find_faults(sources, locale.read_catalogue(path))]
        for domain, sources in ((domain, locale.read_sources(domain)) for domain in (DOMAIN, RULEBOOKS, MISCONCEPTIONS))
        for code, path in locale.find_catalogues(domain).items()
    }
    assert {code: faults for code, faults in found.items() if faults} == {}


@pytest.mark.parametrize(
    ("english", "said", "fault"),
    [
        ("{n} of {count}", "{n} von {count}", ""),
        ("{n} of {count}", "{count}: {n}", ""),
        ("{n} of {count}", "{n} von {zahl}", "keep {count}, instead of {zahl}"),
        ("{n} and {n}", "{n}", "keep {n}, instead of nothing"),
        ("<b>{n}</b> games", "{n} Spiele", "keep </b>, <b>, instead of nothing"),
        ("%(name)s plays", "es spielt", "keep %(name)s, instead of nothing"),
        ("Play", "Spielen ", "begins or ends with a space"),
        ("Play ", "Spielen ", ""),
        ("Play", "", ""),
    ],
)
def test_a_translation_keeps_places_and_marks(english: str, said: str, fault: str) -> None:
    sources, german = Catalog(), Catalog(locale="de")
    sources.add(english)
    german.add(english, said)
    found = [*locale.find_faults(sources, german)]
    assert [fault in one for one in found] == [True] * bool(fault)


def test_a_language_is_brought_up_to_date_and_keeps_what_its_translator_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (locale, catalogs):
        monkeypatch.setattr(module, "LOCALE", tmp_path)
    path = tmp_path / "de/LC_MESSAGES/gamekit.po"
    path.parent.mkdir(parents=True)
    german = Catalog(locale="de")
    german.add("Play", "Spielen", user_comments=["on a button"])
    german.add("Old", "Alt")
    locale.write_catalogue(german, path)
    sources = Catalog()
    for english in ("Play", "Plays"):
        sources.add(english)
    locale.update(sources)
    kept = locale.read_catalogue(path)
    assert {one.id: (one.string, one.user_comments) for one in kept if one.id} == {
        "Play": ("Spielen", ["on a button"]),
        "Plays": ("", []),  # no guess: a sentence that is only alike is another one
    }
    assert locale.count_missing(sources, kept) == 1
    before = path.read_bytes()
    locale.update(sources)
    assert path.read_bytes() == before


def test_the_command_checks_and_reports(capsys: pytest.CaptureFixture[str]) -> None:
    assert locale.main(["check"]) == 0
    assert locale.main(["report"]) == 0
    told = capsys.readouterr().out.splitlines()
    counted = [part.format(code) for part in ("{}", "{}, rulebooks", "{}, lessons", "{}, misconceptions")
               for code in locale.find_catalogues()]  # fmt: skip
    assert [line.partition(":")[0] for line in told if " of " in line] == counted
    for typed in (["start"], ["check", "it"], ["start", "xx"], ["start", "../it"], ["start", "en"]):
        with pytest.raises(SystemExit):
            locale.main(typed)


def test_sentences_within_others_are_found_with_their_context() -> None:
    source = (
        b'f"<p>{_(\'All games\')}</p>"; pgettext("of a game", "Steps"); ngettext("{n} card", "{n} cards", 2); _(name)'
    )
    found = [(words, function) for _line, function, words, _comments in extract_python(BytesIO(source), (), (), {})]
    assert found == [("All games", "_"), (("of a game", "Steps"), "pgettext"), (("{n} card", "{n} cards"), "ngettext")]


POLISH = ("{n} karta", "{n} karty", "{n} kart")


def test_a_half_translated_language_breaks_nothing_and_is_offered_only_when_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (locale, catalogs):
        monkeypatch.setattr(module, "LOCALE", tmp_path)
    lesson = "lessons/topics/think_ahead"
    monkeypatch.setattr(locale, "lesson_domains", lambda: [lesson])
    monkeypatch.setattr(locale, "read_sources", cache(locale.read_sources))
    match_language.cache_clear()
    assert locale.main(["start", "pl"]) == 0
    half = locale.read_catalogue(place_of("pl", DOMAIN))
    half.get(("{n} card", "{n} cards")).string = POLISH
    half["All lessons"].string = "Wszystkie lekcje"
    locale.write_catalogue(half, place_of("pl", DOMAIN))
    assert [locale.main(what.split()) for what in ("check", "update", "start pl", "report")] == [0] * 4
    assert find_offered() == ["en"] == list(offer_languages())
    assert find_languages() == ["en", "pl"], "who translates it can look at it"
    with use_language("pl"):
        cards = [ngettext("{n} card", "{n} cards", n).format(n=n) for n in (1, 2, 5, 22)]
        assert cards == ["1 karta", "2 karty", "5 kart", "22 karty"]
        assert (_("All lessons"), _("Undo")) == ("Wszystkie lekcje", "Undo")
        assert str(load("route66").session(seed=1)) != ""
        run = run_cells(own_folder(), "topics/think_ahead")
    assert (run.failed, run.is_english) == ("", True)
    for domain in (DOMAIN, RULEBOOKS, TITLES, MISCONCEPTIONS, lesson):
        whole = locale.read_catalogue(place_of("pl", domain))
        for message in [one for one in whole if one.id]:
            english = catalogs.forms(message.id)
            message.string = english[0] if len(english) == 1 else (english[0], *english[-1:] * 2)
        locale.write_catalogue(whole, place_of("pl", domain), is_sorted=not locale.has_order(domain))
    open_catalogue.cache_clear()
    assert locale.main(["update"]) == 0
    assert find_offered() == ["en", "pl"]
    whole = locale.read_catalogue(place_of("pl", DOMAIN))
    whole["All lessons"].string = ""
    locale.write_catalogue(whole, place_of("pl", DOMAIN))
    assert locale.main(["check"]) == 1
    assert "1 sentences are missing" in capsys.readouterr().out
    match_language.cache_clear()
    open_catalogue.cache_clear()

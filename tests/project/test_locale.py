"""Catalogues of other languages: what their translators wrote stays, what differs where it may not is found."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from gamekit import catalogues
from gamekit.catalogues import DOMAIN, MISCONCEPTIONS, RULEBOOKS, TITLES, place_of
from gamekit.locale import __main__ as locale
from gamekit.locale.sources import extract_python


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
    for module in (locale, catalogues):
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
    books = [f"{code}, rulebooks" for code in locale.find_catalogues(RULEBOOKS)]
    lessons = [f"{code}, lessons" for code in locale.find_catalogues("lessons")]
    beliefs = [f"{code}, misconceptions" for code in locale.find_catalogues(MISCONCEPTIONS)]
    assert [line.partition(":")[0] for line in told] == [*locale.find_catalogues(), *books, *lessons, *beliefs]


def test_sentences_within_others_are_found_with_their_context() -> None:
    source = (
        b'f"<p>{_(\'All games\')}</p>"; pgettext("of a game", "Steps"); ngettext("{n} card", "{n} cards", 2); _(name)'
    )
    found = [(words, function) for _line, function, words, _comments in extract_python(BytesIO(source), (), (), {})]
    assert found == [
        ("All games", "_"),
        (("of a game", "Steps"), "pgettext"),
        (("{n} card", "{n} cards"), "ngettext"),
    ]


@pytest.mark.thorough
def test_a_language_is_started_with_all_catalogues_and_started_again_keeps_what_was_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (locale, catalogues):
        monkeypatch.setattr(module, "LOCALE", tmp_path)
    monkeypatch.setattr(locale, "lesson_domains", lambda: ["lessons/topics/think_ahead"])
    assert locale.main(["start", "it"]) == 0
    domains = (DOMAIN, RULEBOOKS, TITLES, MISCONCEPTIONS, "lessons/topics/think_ahead")
    made = {domain: place_of("it", domain) for domain in domains}
    for domain, path in made.items():
        sources = locale.read_sources(domain)
        assert locale.count_missing(sources, locale.read_catalogue(path)) == len(sources) > 0
    lesson = locale.read_catalogue(made["lessons/topics/think_ahead"])
    assert [one.id for one in lesson if one.id][:2] == [
        one.id for one in locale.read_sources("lessons/topics/think_ahead") if one.id
    ][:2]
    lesson["# Think ahead"].string = "# Pensare avanti"
    locale.write_catalogue(lesson, made["lessons/topics/think_ahead"], is_sorted=False)
    assert locale.main(["start", "it"]) == 0
    assert locale.read_catalogue(made["lessons/topics/think_ahead"])["# Think ahead"].string == "# Pensare avanti"
    for typed in (["start"], ["check", "it"], ["start", "xx"], ["start", "../it"], ["start", "en"]):
        with pytest.raises(SystemExit):
            locale.main(typed)

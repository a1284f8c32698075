"""`python -m tools.messages`: the catalogues of sentences, brought up to date and checked. Needs babel.

Sentences are read from the sources, the rulebooks (rulebooks.py) and the lessons (lessons.py). Each language has
gamekit.po, rulebooks.po, lessons.po (the list of lessons), misconceptions.po, and a catalogue for each lesson.
gamekit/core/i18n/translation.py chooses sentences at run time.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

import gamekit
from gamekit.core.files import write_whole
from gamekit.core.i18n import catalogs
from gamekit.core.i18n.catalogs import (
    DOMAIN,
    LOCALE,
    MISCONCEPTIONS,
    RULEBOOKS,
    TITLES,
    find_differences,
    find_offered,
    forms,
    lesson_of,
    mark_of,
    name_for_babel,
    place_of,
)
from gamekit.core.i18n.numbers import find_locale
from gamekit.lessons import notebook_translation
from tools.messages.lessons import KINDS, add_lesson, add_misconceptions, add_titles, lesson_domains
from tools.messages.rulebooks import add_rulebooks

METHODS: Final = [
    ("**.py", "tools.messages.sources:extract_python"),
    ("games/*/guide.toml", "tools.messages.sources:extract_guide"),
    ("lessons/*/situations.toml", "tools.messages.sources:extract_situations"),
    ("widgets/glossary.toml", "tools.messages.sources:extract_glossary"),
    ("web/messages.toml", "tools.messages.sources:extract_page_messages"),
    ("**.html", "jinja2"),
    ("**.j2", "jinja2"),
    ("web/engine/*.js", "javascript"),
]
OPTIONS: Final = {pattern: {"extensions": "jinja2.ext.i18n"} for pattern in ("**.html", "**.j2")}
PARTS: Final = {DOMAIN: "", RULEBOOKS: ", rulebooks", MISCONCEPTIONS: ", misconceptions"}
"""Name of a catalogue in a report; all others are lessons."""
MARK: Final = (
    "# Not offered to readers: sentences are missing. Once none is, python -m tools.messages takes this file away.\n"
)
PACKAGE: Final = Path(gamekit.__file__).parent


def read_sources(domain: str = DOMAIN) -> Catalog:
    """Return all sentences of a catalogue, from the sources, rulebooks, misconceptions, lessons or their list."""
    catalogue = Catalog(project="gamekit", version="", copyright_holder="The gamekit authors")
    catalogue.header_comment = "# Sentences of gamekit that people read. Written by: python -m tools.messages"
    if domain == RULEBOOKS:
        return add_rulebooks(catalogue)
    if domain == TITLES:
        return add_titles(catalogue)
    if domain == MISCONCEPTIONS:
        return add_misconceptions(catalogue)
    if lesson_of(domain):
        return add_lesson(catalogue, domain)
    for file, _line, message, _comments, context in extract_from_dir(PACKAGE, METHODS, OPTIONS):
        catalogue.add(message, locations=[(Path(file).as_posix(), 0)], context=context)
    return catalogue


def has_order(domain: str) -> bool:
    """Return whether a catalogue is in the order of its sources and has no template.

    >>> has_order("lessons/topics/think_ahead"), has_order("misconceptions"), has_order("rulebooks")
    (True, True, False)
    """
    return domain == MISCONCEPTIONS or lesson_of(domain) is not None


def find_catalogues(domain: str = DOMAIN) -> dict[str, Path]:
    """Return the path of the catalogue of each language that has one, by language code."""
    return {language_of(path): path for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{domain}.po"))}


def language_of(path: Path) -> str:
    """Return the language code of the path of a catalogue."""
    return path.relative_to(LOCALE).parts[0]


def read_catalogue(path: Path) -> Catalog:
    return catalogs.read_catalogue(path, language_of(path))


def write_catalogue(catalogue: Catalog, target: Path, *, is_sorted: bool = True) -> None:
    """Write a catalogue without line numbers and dates, so that the file changes only with its sentences."""
    out = io.BytesIO()
    write_po(out, catalogue, sort_output=is_sorted, include_lineno=False, omit_header=False, ignore_obsolete=True)
    lines = out.getvalue().decode().splitlines(keepends=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_whole(target, "".join(line for line in lines if "-Date:" not in line))


def update(sources: Catalog, domain: str = DOMAIN) -> None:
    """Write the template, if any, and renew the catalogue of each language."""
    if not has_order(domain):
        template = LOCALE / f"{domain}.pot"
        write_catalogue(sources, template)
        print(f"{template}: {len(sources)} sentences.")
    for language in find_catalogues(domain):
        renew(language, sources, domain)


def renew(language: str, sources: Catalog, domain: str) -> None:
    """Rewrite a language's catalogue with the present sentences; translations and their comments are kept."""
    path = place_of(language, domain)
    catalogue = read_catalogue(path) if path.is_file() else Catalog(locale=name_for_babel(language))
    catalogue.header_comment = sources.header_comment
    if not has_order(domain):
        catalogue.update(sources, no_fuzzy_matching=True)
        write_catalogue(catalogue, path)
        return
    named = name_for_babel(language)
    fresh = Catalog(locale=named, header_comment=sources.header_comment, project="gamekit", version="")
    for message in sources:  # in the order of the sources
        if message.id:
            known = catalogue.get(message.id, message.context)
            said, comments = (known.string, known.user_comments) if known else ("", [])
            fresh.add(
                message.id, said, auto_comments=message.auto_comments, user_comments=comments, context=message.context
            )
    write_catalogue(fresh, path, is_sorted=False)


def tell_differences(english: Sequence[str], said: str, comments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the placeholders and marks that are missing, and those added, by the rules of the message's kind."""
    kind = next((kind for kind, told in KINDS.items() if told in comments), None)
    return (
        find_differences(english, said)
        if kind is None
        else notebook_translation.find_differences(english[0], said, kind)
    )


def find_faults(sources: Catalog, catalogue: Catalog) -> Iterator[str]:
    """Yield the faults of a language's catalogue as sentences; a missing translation is no fault.

    >>> sources, german = Catalog(), Catalog(locale="de")
    >>> for id, said in {"{n} games": "{m} Spiele", "Play": "Spielen", "Old": "Alt"}.items():
    ...     kept = german.add(id, said)
    >>> for id in ("{n} games", "Play"):
    ...     kept = sources.add(id)
    >>> list(find_faults(sources, german))
    ['“{n} games”: keep {n}, instead of {m}.', '“Old”: nobody says it any more; update takes it out.']
    """
    for message in catalogue:
        if not message.id:
            continue
        english = forms(message.id)
        source = sources.get(message.id, message.context)
        if source is None:
            yield f"“{english[0]}”: nobody says it any more; update takes it out."
            continue
        for said in filter(None, forms(message.string)):
            lacks, besides = tell_differences(english, said, source.auto_comments)
            if lacks or besides:
                keep, instead = (", ".join(one) or "nothing" for one in (lacks, besides))
                yield f"“{english[0]}”: keep {keep}, instead of {instead}."
            if said.strip(" \n") != said and english[-1].strip(" \n") == english[-1]:
                yield f"“{english[0]}”: its translation begins or ends with a space."


def count_missing(sources: Catalog, catalogue: Catalog) -> int:
    known = [catalogue.get(message.id, message.context) for message in sources if message.id]
    return sum(one is None or not all(forms(one.string) or [""]) for one in known)


def main(arguments: Sequence[str] | None = None) -> int:
    """Update, check or report on the catalogues; return the exit status, 1 if there are faults."""
    reader = argparse.ArgumentParser(prog="python -m tools.messages", description=(__doc__ or "").partition("\n")[0])
    deeds = {
        "update": "write the templates, such as gamekit.pot, and take over changes into each language",
        "start": "make the catalogues that a language does not have yet: start it",
        "check": "refuse translations whose places to be filled differ, sentences that are said no longer, and a "
        "language that is offered to readers and lacks a sentence",
        "report": "how many sentences each language has",
    }
    text = "; ".join(f"{deed}: {meaning}" for deed, meaning in deeds.items())
    reader.add_argument("deed", nargs="?", choices=deeds, default="update", help=f"{text} (default: update)")
    reader.add_argument("language", nargs="?", help="the code of the language to start, such as it")
    told = reader.parse_args(arguments)
    if (told.deed == "start") != bool(told.language):
        reader.error("start, and nothing else, wants the code of a language: start it")
    if told.language and find_locale(told.language) is None:
        reader.error(f"{told.language[:40]!r} is no code of a language, such as it or pt-BR")
    faults = list(do(told.deed, told.language or ""))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def do(deed: str, started: str = "") -> Iterator[str]:
    """Carry out a command on all catalogues; "check" yields the faults."""
    if deed == "start" and not place_of(started, DOMAIN).is_file():
        mark_of(started).parent.mkdir(parents=True, exist_ok=True)
        write_whole(mark_of(started), MARK)
    counts: dict[str, list[int]] = {}
    missing: Counter[str] = Counter()
    faulty: set[str] = set()
    for domain in (DOMAIN, RULEBOOKS, TITLES, MISCONCEPTIONS, *lesson_domains()):
        sources = read_sources(domain)
        if deed == "update":
            update(sources, domain)
        elif deed == "start":
            renew(started, sources, domain)
        found = find_catalogues(domain)
        for language in find_catalogues():
            catalogue = read_catalogue(found[language]) if language in found else Catalog()
            faults = list(find_faults(sources, catalogue))
            there = len(sources) - count_missing(sources, catalogue)
            missing[language] += len(sources) - there
            faulty |= {language} if faults else set()
            if deed == "check":
                yield from (f"{language}: {fault}" for fault in faults)
            count = counts.setdefault(f"{language}{PARTS.get(domain, ', lessons')}", [0, 0])
            count[0] += there
            count[1] += len(sources)
    for named, (there, all_) in counts.items() if deed == "report" else ():
        print(f"{named}: {there} of {all_} sentences, {all_ - there} missing.")
    offered = find_offered()
    for language in find_catalogues():
        if deed == "check" and language in offered and missing[language]:
            yield f"{language}: {missing[language]} sentences are missing, and it is offered to readers."
        elif deed == "update" and language not in offered and not missing[language] and language not in faulty:
            mark_of(language).unlink()
            print(f"{language}: nothing is missing; it is offered to readers from now on.")
        elif deed in ("report", "start") and language not in offered:
            print(f"{language} is not offered to readers as long as sentences are missing.")


if __name__ == "__main__":
    sys.exit(main())

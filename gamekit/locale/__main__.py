"""`python -m gamekit.locale`: the catalogues of sentences, brought up to date and checked. Needs babel.

Which sentences there are is read from the sources, and from the rulebooks (rulebooks.py); what they are in another
language stands in two catalogues for each, gamekit.po and rulebooks.po.
How a sentence is chosen when it is shown is not here but in gamekit/words.py.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from gamekit.catalogues import DOMAIN, LOCALE, RULEBOOKS, find_differences, forms
from gamekit.files import write_whole
from gamekit.locale.rulebooks import add_rulebooks

METHODS: Final = [("**.py", "gamekit.locale.sources:extract_python"), ("**.html", "jinja2"), ("**.j2", "jinja2")]
OPTIONS: Final = {pattern: {"extensions": "jinja2.ext.i18n"} for pattern in ("**.html", "**.j2")}
PACKAGE: Final = Path(__file__).parents[1]


def read_sources(domain: str = DOMAIN) -> Catalog:
    """Every sentence in the sources, or of the rulebooks, with the files it stands in."""
    catalogue = Catalog(project="gamekit", version="", copyright_holder="The gamekit authors")
    catalogue.header_comment = "# Sentences of gamekit that people read. Written by: python -m gamekit.locale"
    if domain == RULEBOOKS:
        return add_rulebooks(catalogue)
    for file, _line, message, _comments, context in extract_from_dir(PACKAGE, METHODS, OPTIONS):
        catalogue.add(message, locations=[(Path(file).as_posix(), 0)], context=context)
    return catalogue


def find_catalogues(domain: str = DOMAIN) -> dict[str, Path]:
    """The catalogue of each language that has one, by its code."""
    return {path.parts[-3]: path for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{domain}.po"))}


def read_catalogue(path: Path) -> Catalog:
    """A language's catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def write_catalogue(catalogue: Catalog, target: Path) -> None:
    """Write it sorted, without line numbers and dates: it changes only when a sentence does."""
    out = io.BytesIO()
    write_po(out, catalogue, sort_output=True, include_lineno=False, omit_header=False, ignore_obsolete=True)
    lines = out.getvalue().decode().splitlines(keepends=True)
    write_whole(target, "".join(line for line in lines if "-Date:" not in line))


def update(sources: Catalog, domain: str = DOMAIN) -> None:
    """Write the template; each language keeps what it has of it, with its translators' comments."""
    template = LOCALE / f"{domain}.pot"
    write_catalogue(sources, template)
    print(f"{template}: {len(sources)} sentences.")
    for path in find_catalogues(domain).values():
        catalogue = read_catalogue(path)
        catalogue.update(sources, no_fuzzy_matching=True)
        write_catalogue(catalogue, path)


def find_faults(sources: Catalog, catalogue: Catalog) -> Iterator[str]:
    """What is wrong with a language's catalogue, in sentences; what is merely missing is no fault.

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
        if sources.get(message.id, message.context) is None:
            yield f"“{english[0]}”: nobody says it any more; update takes it out."
            continue
        for said in filter(None, forms(message.string)):
            lacks, besides = find_differences(english, said)
            if lacks or besides:
                keep, instead = (", ".join(one) or "nothing" for one in (lacks, besides))
                yield f"“{english[0]}”: keep {keep}, instead of {instead}."
            if said.strip() != said and english[-1].strip() == english[-1]:
                yield f"“{english[0]}”: its translation begins or ends with a space."


def count_missing(sources: Catalog, catalogue: Catalog) -> int:
    """How many sentences a language does not have yet."""
    known = [catalogue.get(message.id, message.context) for message in sources if message.id]
    return sum(one is None or not all(forms(one.string) or [""]) for one in known)


def main(arguments: Sequence[str] | None = None) -> int:
    """Bring the catalogues up to date, check them, or say how far they are; the number is the shell's."""
    reader = argparse.ArgumentParser(prog="python -m gamekit.locale", description=(__doc__ or "").partition("\n")[0])
    deeds = {
        "update": "write the templates, gamekit.pot and rulebooks.pot, and take over changes into each language",
        "check": "refuse translations whose places to be filled differ, and sentences that are said no longer",
        "report": "how many sentences each language has",
    }
    text = "; ".join(f"{deed}: {meaning}" for deed, meaning in deeds.items())
    reader.add_argument("deed", nargs="?", choices=deeds, default="update", help=f"{text} (default: update)")
    deed = reader.parse_args(arguments).deed
    faults = [fault for domain in (DOMAIN, RULEBOOKS) for fault in _do(deed, domain)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _do(deed: str, domain: str) -> Iterator[str]:
    """Do it with one catalogue of each language; what is wrong there, if that is asked."""
    sources = read_sources(domain)
    if deed == "update":
        update(sources, domain)
        return
    for language, path in find_catalogues(domain).items():
        catalogue = read_catalogue(path)
        if deed == "report":
            missing = count_missing(sources, catalogue)
            named = f"{language}, rulebooks" if domain == RULEBOOKS else language
            print(f"{named}: {len(sources) - missing} of {len(sources)} sentences, {missing} missing.")
            continue
        yield from (f"{language}: {fault}" for fault in find_faults(sources, catalogue))


if __name__ == "__main__":
    sys.exit(main())

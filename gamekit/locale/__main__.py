"""`python -m gamekit.locale`: bring gamekit.pot up to date with the sentences in the sources. Needs babel."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

METHODS: Final = [("**.py", "python"), ("**.html", "jinja2"), ("**.j2", "jinja2")]
OPTIONS: Final = {pattern: {"extensions": "jinja2.ext.i18n"} for pattern in ("**.html", "**.j2")}
PACKAGE = Path(__file__).parents[1]


def main() -> None:
    """Write the catalogue, sorted, without line numbers: it changes only when a sentence does."""
    argparse.ArgumentParser(prog="python -m gamekit.locale", description=__doc__).parse_args()
    catalogue = Catalog(project="gamekit", version="", copyright_holder="The gamekit authors")
    catalogue.header_comment = "# Sentences of gamekit that people read. Written by: python -m gamekit.locale"
    for file, _line, message, _comments, context in extract_from_dir(PACKAGE, METHODS, OPTIONS):
        catalogue.add(message, locations=[(Path(file).as_posix(), 0)], context=context)
    target = Path(__file__).with_name("gamekit.pot")
    with target.open("wb") as out:
        write_po(out, catalogue, sort_output=True, include_lineno=False, omit_header=False)
    text = target.read_text(encoding="utf-8").splitlines(keepends=True)
    target.write_text("".join(line for line in text if "-Date:" not in line), encoding="utf-8")
    print(f"{target}: {len(catalogue)} sentences.")


if __name__ == "__main__":
    main()

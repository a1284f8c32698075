"""Build Gamekit Sans from npm's package source-sans: `python -m tools.font_subset FOLDER`, its folder TTF.

Needs fontTools and brotli. To add a sign, add it to SIGNS; the licence demands another name for a changed font.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from gamekit.web.font_faces import FAMILY, WEIGHTS, file

SOURCES: Final = {"regular": "SourceSans3-Regular.ttf", "bold": "SourceSans3-Bold.ttf"}
LETTERS: Final = (range(0x20, 0x7F), range(0xA0, 0x180))
"""Code points of the Latin letters of most of Europe with accents, as people's names need them."""
SIGNS: Final = "–—‘’‚“”„†•…‹›€⁰⁴⁵⁶⁷⁸⁹ⁿ₀₁₂₃⅓⅔⅛Γπσμ←↑→↓↔−√≈≠≤≥∞■▲▶▼◀◆○●✓✗"
TAILED: Final = {"l": "l.a"}
"""Letters with an alternative glyph: an l with a tail differs from I and 1."""
NAME_FAMILY, NAME_STYLE, NAME_UNIQUE, NAME_FULL, NAME_POSTSCRIPT = 1, 2, 3, 4, 6
NAMES_KEPT: Final = (0, 13, 14)
"""Name records kept: copyright, licence and its address."""


def cut(source: Path, weight: str) -> None:
    """Write one weight as TTF and as WOFF2."""
    font: Any = TTFont(source)
    for table in font["cmap"].tables:
        for letter, glyph in TAILED.items():
            if ord(letter) in table.cmap:
                table.cmap[ord(letter)] = glyph
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
    options.hinting = False
    options.name_IDs = list(NAMES_KEPT)
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for part in LETTERS for code in part] + [ord(sign) for sign in SIGNS])
    subsetter.subset(font)
    style = weight.capitalize()
    for number, name in {
        NAME_FAMILY: FAMILY,
        NAME_STYLE: style,
        NAME_UNIQUE: f"{FAMILY} {style}",
        NAME_FULL: f"{FAMILY} {style}",
        NAME_POSTSCRIPT: f"{FAMILY.replace(' ', '')}-{style}",
    }.items():
        font["name"].setName(name, number, 3, 1, 0x409)
    font.save(file(weight, "ttf"))
    font.flavor = "woff2"
    font.save(file(weight, "woff2"))


if __name__ == "__main__":
    for one in WEIGHTS:
        cut(Path(sys.argv[1]) / SOURCES[one], one)

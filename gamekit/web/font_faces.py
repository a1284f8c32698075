"""The suite's one typeface, Gamekit Sans, and how a page gets it: as style sheet text with the letters in it.

It is Source Sans 3 by Adobe (OFL, LICENSE.md), cut down to the signs people read here by `subset.py`.
"""

from __future__ import annotations

import os
from base64 import b64encode
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

FAMILY: Final = "Gamekit Sans"
FOLDER: Final = Path(__file__).parent / "fonts"
WEIGHTS: Final = {"regular": "100 549", "bold": "550 900"}
"""The files and the weights that each is drawn for: a style sheet's 600 is bold here, 500 is not."""
PAGE_HAS_IT: Final = "GAMEKIT_PAGE_HAS_FONT"
"""Set where the page around widgets has the font already, as every served page does; widgets then leave it out."""
FILE: Final = "gamekit-sans-{weight}.{kind}"


@cache
def faces() -> str:
    """`@font-face` for both weights with the fonts themselves as data: nothing is fetched."""
    return "".join(_face(weights, "woff2", file(weight, "woff2").read_bytes()) for weight, weights in WEIGHTS.items())


def subset_faces(text: str) -> str:
    """Return `@font-face` for both weights with the letters of a text alone, for a picture with that text."""
    from fontTools.subset import Options, Subsetter  # comes with matplotlib, and is wanted only here
    from fontTools.ttLib import TTFont

    said = []
    for weight, weights in WEIGHTS.items():
        font: Any = TTFont(file(weight, "ttf"), recalcTimestamp=False)  # the same picture is the same file
        options = Options(layout_features=["kern"], hinting=False, name_IDs=[], notdef_outline=True)
        subsetter = Subsetter(options)
        subsetter.populate(text=text)
        subsetter.subset(font)
        font.flavor, written = "woff", BytesIO()
        font.save(written)
        said.append(_face(weights, "woff", written.getvalue()))
    return "".join(said)


def _face(weights: str, kind: str, data: bytes) -> str:
    return (
        f'@font-face{{font-family:"{FAMILY}";font-weight:{weights};font-display:block;'
        f'src:url("data:font/{kind};base64,{b64encode(data).decode()}") format("{kind}")}}\n'
    )


def faces_of_widget() -> str:
    """What a widget brings along: nothing where the page has it, for a page has many widgets."""
    return "" if os.environ.get(PAGE_HAS_IT) else faces()


def file(weight: str, kind: str) -> Path:
    """One of the files: `woff2` for browsers, `ttf` for matplotlib, which measures with it."""
    return FOLDER / FILE.format(weight=weight, kind=kind)

"""Gamekit Sans, the only typeface, as style sheet text with the fonts embedded.

It is Source Sans 3 by Adobe (OFL, LICENSE.md), reduced to the characters that are used.
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
"""Files, and the range of CSS weights for each: 600 is bold, 500 is not."""
PAGE_HAS_IT: Final = "GAMEKIT_PAGE_HAS_FONT"
"""Environment variable set where the page around widgets has the font, as served pages do; widgets then omit it."""
FILE: Final = "gamekit-sans-{weight}.{kind}"


@cache
def faces() -> str:
    """Return `@font-face` rules for both weights with the fonts as data URLs: nothing is fetched."""
    return "".join(_face(weights, "woff2", file(weight, "woff2").read_bytes()) for weight, weights in WEIGHTS.items())


def subset_faces(text: str) -> str:
    """Return `@font-face` rules for both weights with the characters of a text only, for a picture with that text."""
    from fontTools.subset import Options, Subsetter  # a dependency of matplotlib
    from fontTools.ttLib import TTFont

    said = []
    for weight, weights in WEIGHTS.items():
        font: Any = TTFont(file(weight, "ttf"), recalcTimestamp=False)  # equal pictures are equal files
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
    """Return `faces`, or "" if the page around the widget has the font."""
    return "" if os.environ.get(PAGE_HAS_IT) else faces()


def file(weight: str, kind: str) -> Path:
    """Return the path of a font file: `woff2` for browsers, `ttf` for matplotlib, which measures texts with it."""
    return FOLDER / FILE.format(weight=weight, kind=kind)

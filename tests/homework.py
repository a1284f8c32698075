"""Codes of homework and links of positions, made as the pages make them, for tests of whoever reads them."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from typing import Any

import gamekit as gk
from gamekit.serve.homework_code import DIGITS, sum_of, sum_text


def deflate(data: Any) -> str:
    """As a code writes data."""
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packing.compress(json.dumps(data).encode()) + packing.flush()
    return urlsafe_b64encode(packed).decode().rstrip("=")


def seal(data: Any, mark: str = "h1") -> str:
    """The code of a homework, as code.js makes it."""
    packed = deflate(data)
    return f"{mark}.{to_base_36(len(packed))}.{packed}.{sum_text(packed)}"


def to_base_36(number: int) -> str:
    """A number as codes write it."""
    return (to_base_36(number // 36) if number >= 36 else "") + DIGITS[number % 36]


def position_link(name: str) -> str:
    """The link of a game at its first choice, as link.js makes it; until then the seed decides."""
    session = gk.load(name, players=2).session(seed=4)
    while session.player == gk.CHANCE:
        session.roll()
    told = [session.step, sum_of(session.position.tobytes())]
    head = {"g": name, "n": 2, "o": {}, "q": 1, "s": "4", "v": None, "p": told, "x": []}
    return f"g1.{deflate(head)}."

"""Reading the code of a homework (show/web/homework/code.js) for whoever packs it: which lessons and games are in it.

What its page asks of a homework besides, the page checks itself when it opens the code.
"""

from __future__ import annotations

import json
import re
import string
import zlib
from base64 import urlsafe_b64decode
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.types import StringConstraints

from gamekit.errors import OptionError
from gamekit.show.homework_words import code_words

CODE: Final = re.compile(r"(?<![\w.-])([hr])(\d{1,4})\.([0-9a-z]{1,6})\.([\w-]*)(?:\.([0-9a-z]{7}))?", re.ASCII)
VERSION: Final = 1
LONGEST_CODE: Final = 500_000
UNFOLDS_TO: Final = 8 * LONGEST_CODE
SUM_LETTERS: Final = 7
DIGITS: Final = string.digits + string.ascii_lowercase

Name = Annotated[str, StringConstraints(pattern=r"^[\w-]+(/[\w-]+)*$", max_length=200)]
Game = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class Plan(BaseModel):
    """A homework as its code writes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    t: str = Field(max_length=1000, description="its title")
    s: str = Field(max_length=10_000, description="a sentence")
    d: str = Field(max_length=20, description="until when")
    i: tuple[
        tuple[Literal["l"], Name]
        | tuple[Literal["l"], Name, list[int]]
        | tuple[Literal["l"], Name, list[int], list[Any]]
        | tuple[Literal["t"], Name]
        | tuple[Literal["p", "m"], Game, str],
        ...,
    ] = Field(max_length=200, description="lessons, exit tickets, puzzles, positions")


@dataclass(frozen=True)
class Homework:
    """What is needed to pack it: the code itself, its title, and the names of what it asks for, each once."""

    code: str
    title: str
    lessons: tuple[str, ...]
    games: tuple[str, ...]
    """Of puzzles and positions."""
    puzzles: tuple[str, ...]
    """The games of its puzzles."""


def has_code(text: str) -> bool:
    """Whether a code of this kind, whole or not, stands in a text."""
    return CODE.search(text) is not None


def read_homework(text: str) -> Homework:
    """The homework whose code stands in a text, such as its link. Raises `OptionError`."""
    found = CODE.search(text)
    if found is None:
        raise refuse("code_strange")
    kind, version, length, packed, told = found.groups()
    if kind != "h":
        raise refuse("code_is_result")
    if int(version) != VERSION:
        raise refuse("code_version")
    letters = int(length, 36)
    if letters > LONGEST_CODE:
        raise refuse("code_strange")
    if len(packed) < letters or told is None:
        raise refuse("code_half", have=len(packed), all=letters + (SUM_LETTERS + 1) * (len(packed) >= letters))
    if len(packed) > letters or told != sum_text(packed):
        raise refuse("code_slip")
    plan = read_plan(packed)
    title = " ".join(plan.t.split())
    if not title:
        raise refuse("homework_untitled")
    if not plan.i:
        raise refuse("homework_empty")
    named = [(item[0], item[1]) for item in plan.i]

    def pick(kinds: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for kind, name in named if kind in kinds))

    return Homework(found[0], title, pick("lt"), pick("pm"), pick("p"))


def read_plan(packed: str) -> Plan:
    """What the letters of a code say, unfolded no further than a homework may be long. Raises `OptionError`."""
    try:
        unfolding = zlib.decompressobj(-zlib.MAX_WBITS)
        unfolded = unfolding.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), UNFOLDS_TO)
        if not unfolding.eof:
            raise ValueError("it unfolds to more than any homework")
        return Plan.model_validate(json.loads(unfolded))
    except (ValueError, zlib.error, RecursionError) as error:
        raise refuse("code_strange" if isinstance(error, ValidationError) else "code_slip") from None


def sum_of(data: bytes) -> int:
    """The sum by which a slip is found (FNV-1a, 32 bits); it is no seal."""
    total = 0x811C9DC5
    for byte in data:
        total = (total ^ byte) * 0x01000193 & 0xFFFFFFFF
    return total


def sum_text(packed: str) -> str:
    """The sum of these letters as the code writes it.

    >>> sum_text("a")
    '1r9wi7g'
    """
    total, written = sum_of(packed.encode()), ""
    while total:
        total, digit = divmod(total, len(DIGITS))
        written = DIGITS[digit] + written
    return written.rjust(SUM_LETTERS, "0")


def refuse(key: str, **values: object) -> OptionError:
    """The error for what is wrong with a code, in the words of the homework page."""
    return OptionError(code_words()[key].format(**values))

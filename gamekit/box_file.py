"""Box files: what a game's box holds, read and checked against the game's model; what is wrong is said to people.

What stands in a box is the business of each game's box.py.
"""

from __future__ import annotations

import json
import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from gamekit.errors import BoxError, shorten
from gamekit.files import read_plain
from gamekit.words import _

LARGEST_BOX: Final = 100_000
LONGEST_LINE: Final = 1_000
"""In a box file: reading a key of 50,000 parts takes minutes."""
PLAIN: Final = {
    "Input should be": "must be",
    "a valid integer": "a whole number",
    "a valid boolean": "True or False",
    "a valid string": "text",
    "greater than or equal to": "at least",
    "less than or equal to": "at most",
}
"""What the library that checks options and boxes says, and what people say."""
LENGTH: Final = re.compile(r"List should have (at (?:least|most) \d+) items? after validation, not \d+$")


@lru_cache
def load_printed_box(path: Path, changed: int, model: Any) -> Any:
    """The box a game comes with. It cannot be changed, so all games share the one that was read and checked first.

    `changed` is the file's time: whoever edits the file gets it read again.
    """
    return read_box(path, model)


def read_box(path: Path, model: Any) -> Any:
    """Read and check a box file. Raises `BoxError` naming the entry and what is expected there."""
    from pydantic import ValidationError

    where = _("Box file {name}").format(name=shorten(path.name))
    try:
        text = read_plain(path, LARGEST_BOX)
        if max(map(len, text.splitlines()), default=0) > LONGEST_LINE:
            sentence = _("{where}: has a line of more than {most:,} characters; no box needs that.")
            raise BoxError(sentence.format(where=where, most=LONGEST_LINE))
        data = tomllib.loads(text)
        # By way of JSON: read strictly, no type is forgiven, and lists still become tuples, and keys numbers.
        return model.model_validate_json(json.dumps(data, default=str), strict=True)
    except FileNotFoundError:
        sentence = _("{where}: there is no such file at {place}.")
        raise BoxError(sentence.format(where=where, place=shorten(str(path)))) from None
    except tomllib.TOMLDecodeError as error:
        sentence = _("{where}: is not valid TOML: {reason}.")
        raise BoxError(sentence.format(where=where, reason=shorten(str(error)))) from None
    except RecursionError:
        sentence = _("{where}: lists and tables lie too deep in one another; no box needs that.")
        raise BoxError(sentence.format(where=where)) from None
    except ValidationError as error:
        problems = [
            f"{shorten('.'.join(map(str, e['loc']))) or 'the whole file'}: {shorten(describe_expected(e['msg']))}"
            for e in error.errors()[:5]
        ]
        # Entries and what they may be are told in English: those of whoever writes a box file, and of its format.
        raise BoxError(f"Box file {shorten(path.name)}: " + "; ".join(problems) + ".") from None
    except (OSError, ValueError) as error:
        sentence = _("{where}: cannot be read as text ({reason}).")
        raise BoxError(sentence.format(where=where, reason=shorten(str(error)))) from None


def describe_expected(message: str) -> str:
    """What a validation message expects, in words for people.

    >>> describe_expected("Input should be a valid integer")
    'must be a whole number'
    """
    said = message.removeprefix("Value error, ").rstrip(".")
    for theirs, ours in PLAIN.items():
        said = said.replace(theirs, ours)
    return LENGTH.sub(r"must be a list of \1", said)

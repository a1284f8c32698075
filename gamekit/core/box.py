"""Reading of box files and their check against the model in a game's box.py, with errors in words."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from gamekit.core.errors import BoxError, shorten
from gamekit.core.files import read_plain
from gamekit.core.i18n.translation import _, language, say_list, say_pair, use_language

LARGEST_BOX: Final = 100_000
LONGEST_LINE: Final = 1_000
"""Characters in a line, at most: parsing a key of 50,000 parts takes minutes."""


@lru_cache
def load_printed_box(path: Path, changed: int, model: Any) -> Any:
    """Return the box that ships with a game, read once: models are frozen, so all games share it.

    `changed` is the file's modification time, so that an edited file is read again.
    """
    return read_box(path, model)


def read_box(path: Path, model: Any) -> Any:
    """Return the checked contents of a box file. Raises `BoxError`, which names the entry and what is expected."""
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
        found = error.errors()[:5]
        # What a game's own checks say is English; then the whole sentence is.
        with use_language("en" if any(one["type"] == "value_error" for one in found) else language()):
            problems = [say_pair(_name_entry(one["loc"]), shorten(describe_expected(one))) for one in found]
            told = say_pair(_("Box file {name}").format(name=shorten(path.name)), "; ".join(problems))
        raise BoxError(f"{told}.") from None
    except (OSError, ValueError) as error:
        sentence = _("{where}: cannot be read as text ({reason}).")
        raise BoxError(sentence.format(where=where, reason=shorten(str(error)))) from None


def _name_entry(place: tuple[int | str, ...]) -> str:
    return shorten(".".join(map(str, place))) or _("the whole file")


def describe_expected(found: Mapping[str, Any]) -> str:
    """Return what is expected where Pydantic has found something wrong (an entry of `ValidationError.errors()`).

    What a model's own check has said is returned as it is.

    >>> describe_expected({"type": "int_type", "msg": "Input should be a valid integer"})
    'must be a whole number'
    """
    whole, table, entries = _("must be a whole number"), _("must be a table"), _("must be a list")
    sentence = {
        "int_type": whole,
        "int_parsing": whole,
        "int_from_float": whole,
        "float_type": _("must be a number"),
        "bool_type": _("must be True or False"),
        "string_type": _("must be text"),
        "list_type": entries,
        "tuple_type": entries,
        "dict_type": table,
        "model_type": table,
        "missing": _("is missing"),
        "extra_forbidden": _("is not known here"),
        "literal_error": _("must be {expected}"),
        "greater_than": _("must be more than {gt}"),
        "greater_than_equal": _("must be at least {ge}"),
        "less_than_equal": _("must be at most {le}"),
        "too_short": _("must be a list of at least {min_length}"),
        "too_long": _("must be a list of at most {max_length}"),
        "string_too_short": _("must have at least {min_length} characters"),
    }.get(found["type"])
    if sentence is None:
        return str(found["msg"]).removeprefix("Value error, ").rstrip(".")
    places = dict(found.get("ctx", {}))
    if "expected" in places:
        places["expected"] = say_list(re.split(", | or ", places["expected"]), "or")
    return sentence.format(**places)

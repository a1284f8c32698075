"""Check of the options that a game's box.py declares, and their descriptions in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gamekit.core.arguments import guess_name
from gamekit.core.box import describe_expected
from gamekit.core.errors import OptionError, quote
from gamekit.core.i18n.translation import _, say_of_game, say_pair

if TYPE_CHECKING:
    from pydantic import BaseModel

RULES: Final = re.compile(r"(?:[A-Z]+\d*-\d+(?:, | to | and )?)+: ")
"""Rule numbers at the beginning of an option's description."""


def split_rules(description: str) -> tuple[str, str]:
    """Return the rule numbers at the beginning of an option's description, and the rest.

    >>> split_rules("PIG-05: the points that win")
    ('PIG-05: ', 'the points that win')
    """
    found = RULES.match(description)
    return description[: found.end() if found else 0], description[found.end() if found else 0 :]


def tell_options(game: str, schema: Mapping[str, Any]) -> dict[str, str]:
    """Return the description of each option of a game in the reader's language; `schema` is their JSON schema."""
    return {name: say_option(game, one.get("description", "")) for name, one in schema["properties"].items()}


def say_option(game: str, description: str) -> str:
    """Return the description of an option in the reader's language, with its rules before it."""
    rules, said = split_rules(description)
    if not rules:
        return say_of_game(game, said)
    first, to, last = rules.removesuffix(": ").partition(" to ")
    return say_pair(_("{low} to {high}").format(low=first, high=last) if to else first, say_of_game(game, said))


def check_options(game: str, title: str, model: type[BaseModel], options: dict[str, Any]) -> Any:
    """Return the options of a game as its model. Raises `OptionError` for the first unknown or wrong one."""
    from pydantic import ValidationError

    unknown = sorted(set(options) - set(model.model_fields))
    if unknown:
        known = ["players", "box", *model.model_fields]
        told = {"title": title, "option": quote(unknown[0]), "hint": guess_name(unknown[0], known)}
        sentence = _("{title} has no option {option}.{hint} Its options are: {names}.")
        raise OptionError(sentence.format(**told, names=", ".join(known)))
    # What NumPy counts with, as in a range to vary over, is a number like any other.
    plainly = {name: value.item() if isinstance(value, np.generic) else value for name, value in options.items()}
    try:
        return model(**plainly)
    except ValidationError as error:
        raise OptionError(_tell_wrong(game, title, model, error.errors()[0])) from None


def _tell_wrong(game: str, title: str, model: type[BaseModel], found: Mapping[str, Any]) -> str:
    """Return the sentence for an error of pydantic."""
    name = str(found["loc"][0]) if found["loc"] else "options"
    described = model.model_fields[name].description if name in model.model_fields else ""
    option = f"{name} ({say_option(game, described)})" if described else name
    places = {**found.get("ctx", {}), "title": title, "option": option, "given": quote(found["input"])}
    expected = _("{title}, option {option}: {expected}.").format(**places, expected=describe_expected(found))
    return _sentence_against(found["type"]).format(**places) or expected


def _sentence_against(kind: str) -> str:
    """Return the sentence for a type of error of pydantic, or ""; web/engine/options.js has the same sentences."""
    return {
        "int_type": _("{title}, option {option}: must be a whole number, not {given}."),
        "bool_type": _("{title}, option {option}: must be True or False, not {given}."),
        "string_type": _("{title}, option {option}: must be text, not {given}."),
        "list_type": _("{title}, option {option}: must be a list, not {given}."),
        "multiple_of": _("{title}, option {option}: must be a multiple of {multiple_of}, not {given}."),
        "greater_than_equal": _("{title}, option {option}: must be at least {ge}, not {given}."),
        "less_than_equal": _("{title}, option {option}: must be at most {le}, not {given}."),
        "too_long": _("{title}, option {option}: must be a list of at most {max_length}, not {given}."),
        "string_too_long": _("{title}, option {option}: must have at most {max_length} characters, not {given}."),
    }.get(kind, "")

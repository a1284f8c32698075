"""The options with which a game is made: whether the game has them, and whether their values are allowed.

Which there are stands in each game's box.py; what arguments of functions take is in arguments.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gamekit.box_file import describe_expected
from gamekit.errors import OptionError, quote, suggest_word
from gamekit.words import say_of_game

if TYPE_CHECKING:
    from pydantic import BaseModel

RULES: Final = re.compile(r"(?:[A-Z]+\d*-\d+(?:, | to | and )?)+: ")
"""The rules that an option's description begins with; they are the same in all languages."""


def split_rules(description: str) -> tuple[str, str]:
    """The rules that an option's description names, and what it says.

    >>> split_rules("PIG-05: the points that win")
    ('PIG-05: ', 'the points that win')
    """
    found = RULES.match(description)
    return description[: found.end() if found else 0], description[found.end() if found else 0 :]


def tell_options(game: str, schema: Mapping[str, Any]) -> dict[str, str]:
    """What each option of the game of this name means, as its reader's language calls it; `schema` is its options'."""
    parts = {name: split_rules(one.get("description", "")) for name, one in schema["properties"].items()}
    return {name: rules + say_of_game(game, said) for name, (rules, said) in parts.items()}


def check_options(title: str, model: type[BaseModel], options: dict[str, Any]) -> Any:
    """These options of the game with this title, as `model` has them. Raises `OptionError` for the first wrong one."""
    from pydantic import ValidationError

    unknown = sorted(set(options) - set(model.model_fields))
    if unknown:
        known = ["players", "box", *model.model_fields]
        raise OptionError(
            f"{title} has no option {quote(unknown[0])}.{suggest_word(unknown[0], known)} "
            f"Its options are: {', '.join(known)}."
        )
    # What NumPy counts with, as in a range to vary over, is a number like any other.
    plainly = {name: value.item() if isinstance(value, np.generic) else value for name, value in options.items()}
    try:
        return model(**plainly)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "options"
        described = model.model_fields[name].description if name in model.model_fields else ""
        hint = f" ({described})" if described else ""
        given = f", not {quote(first['input'])}" if name in model.model_fields else ""
        raise OptionError(f"{title}, option {name}{hint}: {describe_expected(first['msg'])}{given}.") from None

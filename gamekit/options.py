"""The options with which a game is made: whether the game has them, and whether their values are allowed.

Which there are stands in each game's box.py; what arguments of functions take is in arguments.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.box_file import describe_expected
from gamekit.errors import OptionError, quote, suggest_word

if TYPE_CHECKING:
    from pydantic import BaseModel


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

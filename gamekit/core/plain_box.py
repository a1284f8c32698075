"""Default box of a game: title and players, no options, no graph; and the base classes of other boxes."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

from pydantic import BaseModel, ConfigDict, Field

from gamekit.core.errors import OptionError

if TYPE_CHECKING:
    from gamekit.core.record import Record

Number = Annotated[int, Field(ge=1, le=6)]


class BoxPart(BaseModel):
    """Base of all parts of a box file: no unknown entries, and frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class RuleFigures(BoxPart):
    """Figures of a rule, and whether the printed rules state them or they are reconstructed."""

    rule: str
    origin: Literal["rules", "reconstructed"]


class GameOptions(BaseModel):
    """Base of the options of a game: no unknown ones, strict types, and frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Box(BoxPart):
    """Box with nothing but the game's title and the least and greatest number of players."""

    title: str
    players: tuple[Number, Number]


class Options(GameOptions):
    """No options."""


def graph(box: Any, options: Any) -> NoReturn:
    """Raise `OptionError`: the game has no graph."""
    raise OptionError(f"{box.title} has no graph: neither a board nor an order of cards.")


def parts_of(rules: ModuleType) -> Any:
    """Return `Box`, `Options`, `tables`, `graph` and `words` of a game: those of its box.py, or the defaults."""
    own: dict[str, Any] = {}
    if Path(str(rules.__file__)).with_name("box.py").exists():
        own = vars(importlib.import_module(f"{rules.__package__}.box"))

    def tables(box: Any, players: int, options: Any) -> Record:
        """Return the tables: each field is the option or box entry of its name, `players` or NUM_ACTIONS."""
        known = {**box.model_dump(), **options.model_dump(), "players": players, "num_actions": rules.NUM_ACTIONS}
        return rules.Tables.of(**{name: known[name] for name in rules.Tables.fields if name in known})  # type: ignore[no-any-return]

    given = {"Box": Box, "Options": Options, "graph": graph, "tables": tables, "words": lambda box, say: {}}
    return SimpleNamespace(**{name: own.get(name, ours) for name, ours in given.items()})

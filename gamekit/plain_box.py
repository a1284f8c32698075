"""What a game need not write in its box.py, nor have one: a box with a title and players, no options, no graph.

Here are also the classes that a game with more in its box makes its own of.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

from pydantic import BaseModel, ConfigDict, Field

from gamekit.errors import OptionError

if TYPE_CHECKING:
    from gamekit.record import Record

Number = Annotated[int, Field(ge=1, le=6)]


class BoxPart(BaseModel):
    """Something that stands in a box.toml: without entries that nobody knows, and never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class RuleFigures(BoxPart):
    """Figures of a rule, and whether the printed rules say them or somebody has worked them out."""

    rule: str
    origin: Literal["rules", "reconstructed"]


class GameOptions(BaseModel):
    """What can be switched when a game is made: no option that nobody knows, and no text instead of a number."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Box(BoxPart):
    """A box.toml that says no more than how the game is called, and how few and how many may play it."""

    title: str
    players: tuple[Number, Number]


class Options(GameOptions):
    """No options at all."""


def graph(box: Any, options: Any) -> NoReturn:
    """Raises `OptionError`: nothing of this game is a graph."""
    raise OptionError(f"{box.title} has no graph: neither a board nor an order of cards.")


def parts_of(rules: ModuleType) -> Any:
    """`Box`, `Options`, `tables`, `graph` and `words` of the game with these rules: its own, or those of this room."""
    own: dict[str, Any] = {}
    if Path(str(rules.__file__)).with_name("box.py").exists():
        own = vars(importlib.import_module(f"{rules.__package__}.box"))

    def tables(box: Any, players: int, options: Any) -> Record:
        """Every field of `Tables` is the option or the entry of the box called like it, the players, or NUM_ACTIONS."""
        known = {**box.model_dump(), **options.model_dump(), "players": players, "num_actions": rules.NUM_ACTIONS}
        return rules.Tables.of(**{name: known[name] for name in rules.Tables.fields if name in known})  # type: ignore[no-any-return]

    given = {"Box": Box, "Options": Options, "graph": graph, "tables": tables, "words": lambda box, say: {}}
    return SimpleNamespace(**{name: own.get(name, ours) for name, ours in given.items()})

"""Kuhn poker: the options. A box with a title and a number of players needs no more than that."""

from __future__ import annotations

from pydantic import Field

from gamekit.games.kuhn.rules import HIGHEST_BET
from gamekit.plain_box import GameOptions


class Options(GameOptions):
    """What can be switched when a game is made."""

    bet: int = Field(1, ge=1, le=HIGHEST_BET, description="KUHN-03: the chips of a bet")

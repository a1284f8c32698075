"""Kuhn poker: the options."""

from __future__ import annotations

from pydantic import Field

from gamekit.core.plain_box import GameOptions
from gamekit.games.kuhn.rules import HIGHEST_BET


class Options(GameOptions):
    """Options of a game of Kuhn poker."""

    bet: int = Field(1, ge=1, le=HIGHEST_BET, description="KUHN-03: the chips of a bet")

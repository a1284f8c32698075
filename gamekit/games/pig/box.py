"""Pig: the options."""

from __future__ import annotations

from pydantic import Field

from gamekit.core.plain_box import GameOptions


class Options(GameOptions):
    """Options of a game of Pig."""

    goal: int = Field(100, ge=10, le=1000, description="PIG-05: the points that win")
    rounds: int = Field(200, ge=1, le=1000, description="PIG-06: how many rounds a game lasts at most")

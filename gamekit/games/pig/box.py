"""Pig: the options. A box with a title and a number of players needs no more than that."""

from __future__ import annotations

from pydantic import Field

from gamekit.plain_box import GameOptions


class Options(GameOptions):
    """What can be switched when a game is made."""

    goal: int = Field(100, ge=10, le=1000, description="PIG-05: the points that win")
    rounds: int = Field(200, ge=1, le=1000, description="PIG-06: how many rounds a game lasts at most")

"""Drivers who differ only in their set-up. They drive as the game's own strategies do."""

from __future__ import annotations

from typing import Final

from gamekit.games.ausgebremst.strategies import UNLISTED

DRIVERS: Final = {False: UNLISTED[:3], True: UNLISTED[3:]}
"""A driver for each of the fast, the medium and the slow set-up: without a pit stop, and with one."""

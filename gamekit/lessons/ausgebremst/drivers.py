"""Drivers who differ only in their set-up; they drive as the game's own strategies do."""

from __future__ import annotations

from typing import Final

from gamekit.games.ausgebremst.strategies import UNLISTED

DRIVERS: Final = {False: UNLISTED[:3], True: UNLISTED[3:]}
"""Drivers with the fast, medium and slow set-up, by whether they make a pit stop."""

"""Who has joined a class and opened no page of it so far: one visitor cannot fill the class.

Who is in, and who leaves, is the desk's business.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from gamekit.classroom.buckets import Buckets, TooManyError
from gamekit.words import _

JOINS_A_SECOND: Final = 0.5
JOINS_AT_ONCE: Final = 80
"""From one address: a whole class may come from one."""
UNSEEN_AFTER: Final = 30.0
"""Seconds after which somebody who joined and has opened no page makes room, where there is none."""


class Newcomers:
    """The pupils of whom nothing has been seen since they joined: from which address, and when."""

    def __init__(self) -> None:
        self._joins = Buckets(JOINS_A_SECOND, JOINS_AT_ONCE)
        self._unseen: dict[int, tuple[str, float]] = {}

    def come(self, address: str) -> None:
        """Somebody wants to join. Raises `TooManyError`."""
        self._joins.take(address)

    def note(self, pupil: int, address: str, now: float) -> None:
        """Somebody has joined."""
        self._unseen[pupil] = (address, now)

    def forget(self, pupil: int) -> None:
        """Somebody has opened a page, or sent something."""
        self._unseen.pop(pupil, None)

    def make_room(self, address: str, members: Set[int], most: int, now: float) -> list[int]:
        """Who has to leave so that one more has room; half of the class at most waits for people of one address.

        Who joined a while ago and has opened no page leaves where room is wanted. Raises `TooManyError`.
        """
        self._unseen = {pupil: one for pupil, one in self._unseen.items() if pupil in members}
        here = [pupil for pupil, (whose, _when) in self._unseen.items() if whose == address]
        crowded = len(here) >= max(2, most // 2)
        if not crowded and len(members) < most:
            return []
        gone = [pupil for pupil, (_whose, when) in self._unseen.items() if when <= now - UNSEEN_AFTER]
        if crowded and not gone:
            raise TooManyError(_("Many have just joined from your network. Wait a moment."))
        return gone

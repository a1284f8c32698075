"""Arrivals of pupils, and evictions from a full class, so that one visitor cannot fill it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from gamekit.core.i18n.translation import _
from gamekit.server.rate_limit import Buckets, TooManyError, neighbourhood

JOINS_A_SECOND: Final = 0.5
JOINS_AT_ONCE: Final = 80
"""Per address: a whole class may share one."""
UNSEEN_AFTER: Final = 30.0
"""Seconds after which a pupil who has opened no page may be evicted."""
FEW: Final = 3
"""Pupils from one address that a full class admits by evicting from a crowded address."""
CROWD: Final = 4
"""An address is crowded if more than one seat in so many went to it."""


@dataclass
class Arrival:
    """Address and monotonic time (in s) of joining; whether a page was opened, and an answer or a step stored."""

    address: str
    when: float
    has_opened: bool = False
    has_sent: bool = False


class Newcomers:
    """Arrivals of pupils who joined since the server started, in order."""

    def __init__(self) -> None:
        self._joins = Buckets(JOINS_A_SECOND, JOINS_AT_ONCE)
        self._arrivals: dict[int, Arrival] = {}

    def come(self, address: str) -> None:
        """Count an attempt to join. Raises `TooManyError` above the rate limit of the address."""
        self._joins.take(neighbourhood(address))

    def note(self, pupil: int, address: str, now: float) -> None:
        self._arrivals[pupil] = Arrival(neighbourhood(address), now)

    def note_page(self, pupil: int) -> None:
        if pupil in self._arrivals:
            self._arrivals[pupil].has_opened = True

    def note_report(self, pupil: int) -> None:
        if pupil in self._arrivals:
            self._arrivals[pupil].has_opened = self._arrivals[pupil].has_sent = True

    def address_of(self, pupil: int) -> str:
        """Return the address from which a pupil joined; "" if that was before the server started."""
        return self._arrivals[pupil].address if pupil in self._arrivals else ""

    def make_room(self, address: str, members: Set[int], most: int, now: float) -> list[int]:
        """Return the ids of pupils to remove so that one more can join; this does not remove them.

        In a full class, and where half of it has joined from the same address and opened no page, those go who have
        opened none after `UNSEEN_AFTER` seconds. In a full class the last one from the most crowded address goes, if
        nothing of theirs is stored and fewer than `FEW` have come from `address`: an opened page alone holds no seat
        against a class.

        Parameters
        ----------
        address : str
            Address of whoever wants to join.
        members : set of int
            Ids of all who are in.
        most : int
            Seats of the class.
        now : float
            Monotonic time, in s.

        Returns
        -------
        list of int
            Ids; empty if there is room, or if nobody can be asked to make some.

        Raises
        ------
        TooManyError
            If half of the seats wait for people of this address.
        """
        here = neighbourhood(address)
        self._arrivals = {pupil: one for pupil, one in self._arrivals.items() if pupil in members}
        unseen = {pupil: one for pupil, one in self._arrivals.items() if not one.has_opened}
        crowded = sum(one.address == here for one in unseen.values()) >= max(2, most // 2)
        if not crowded and len(members) < most:
            return []
        gone = [pupil for pupil, one in unseen.items() if one.when <= now - UNSEEN_AFTER]
        if crowded and not gone:
            raise TooManyError(_("Many have just joined from your network. Wait a moment."))
        return gone or self._find_last_of_crowd(here, most)

    def _find_last_of_crowd(self, here: str, most: int) -> list[int]:
        """Return [id] of the last pupil without reports from a crowded address; [] if `here` has `FEW` pupils."""
        counts = Counter(one.address for one in self._arrivals.values())
        ((crowd, count),) = counts.most_common(1) or [("", 0)]
        if counts[here] >= FEW or count <= max(FEW, most // CROWD):
            return []
        silent = [pupil for pupil, one in self._arrivals.items() if one.address == crowd and not one.has_sent]
        return silent[-1:]

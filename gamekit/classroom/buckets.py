"""How fast anybody may send: some things at once, then so many a second. Who sends faster is told to wait.

How fast at the desk is said here; at the tables and for questions of pages, there.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from gamekit.classroom.forms import ReportError
from gamekit.words import _

MOST_BUCKETS = 10_000
REPORTS_A_SECOND, REPORTS_AT_ONCE = 4.0, 60


class TooManyError(ReportError):
    """Somebody sends faster than people can."""


class Buckets:
    """How much each one may do: some at once, then so many a second."""

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = a_second, at_once, clock
        self._left: dict[object, tuple[float, float]] = {}

    def take(self, who: object) -> None:
        """One more. Raises `TooManyError`."""
        now = self._clock()
        left, since = self._left.get(who, (self._most, now))
        left = min(self._most, left + (now - since) * self._rate)
        if left < 1:
            raise TooManyError(_("Too much at once. Wait a moment."))
        self._left[who] = (left - 1, now)
        if len(self._left) > MOST_BUCKETS:
            full = now - self._most / self._rate
            self._left = {key: kept for key, kept in self._left.items() if kept[1] > full}

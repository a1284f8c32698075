"""Token-bucket rate limiter: limits for reports, for wrong codes, and for arrivals in a class that is full."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Final

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import _

MOST_BUCKETS = 10_000
"""RateLimiter kept per limiter; beyond it the least recently used one is dropped."""
REPORTS_A_SECOND, REPORTS_AT_ONCE = 4.0, 60
GUESSES_A_SECOND, GUESSES_AT_ONCE = 0.5, 60
"""Wrong codes per address: a whole class may share one address, and people mistype."""
ALL_GUESSES_A_SECOND, ALL_GUESSES_AT_ONCE = 5.0, 300
"""Wrong codes from all addresses together."""
ALL: Final = "all"
"""Key of the bucket that all addresses share."""


class TooManyError(ReportError):
    """A rate limit was exceeded."""


class RateLimiter:
    """Token buckets by key. Each holds `at_once` tokens and refills at `a_second` tokens per second."""

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = a_second, at_once, clock
        self._left: dict[object, tuple[float, float]] = {}
        """Tokens and the time (in s) at which they were counted, by key; least recently used first."""

    def tokens(self, who: object) -> float:
        """Return the tokens in the bucket of a key."""
        tokens, since = self._left.get(who, (self._most, self._clock()))
        return min(self._most, tokens + (self._clock() - since) * self._rate)

    def is_full(self, who: object) -> bool:
        """Return whether the bucket of a key is full: nothing was taken, or it has refilled."""
        return self.tokens(who) >= self._most

    def acquire(self, who: object) -> None:
        """Take one token from the bucket of a key. Raises `TooManyError` if it holds less than one."""
        tokens = self.tokens(who)
        if tokens < 1:
            raise TooManyError(_("Too much at once. Wait a moment."))
        self._left.pop(who, None)
        self._left[who] = (tokens - 1, self._clock())
        if len(self._left) > MOST_BUCKETS:
            del self._left[next(iter(self._left))]


class CodeGuessLimiter:
    """Limiter of wrong codes, per address and for all addresses together.

    A code from an address without tokens is not compared at all: otherwise the limit would slow no guesser. If the
    common bucket is empty, only addresses that have sent no wrong code lately may try.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = RateLimiter(GUESSES_A_SECOND, GUESSES_AT_ONCE, clock)
        self._all = RateLimiter(ALL_GUESSES_A_SECOND, ALL_GUESSES_AT_ONCE, clock)

    def check(self, address: str) -> None:
        """Raise `TooManyError` if a code from an address must not be compared now."""
        key = rate_limit_key(address)
        spent = self._each.tokens(key) < 1
        if spent or (self._all.tokens(ALL) < 1 and not self._each.is_full(key)):
            raise TooManyError(_("Many wrong codes came from your network. Wait a minute, then try again."))

    def count_wrong(self, address: str) -> None:
        """Count a wrong code from an address; `check` must have let it pass."""
        self._each.acquire(rate_limit_key(address))
        if self._all.tokens(ALL) >= 1:
            self._all.acquire(ALL)


def rate_limit_key(address: str) -> str:
    """Return the key under which an address is counted: an IPv4 address, or the /64 network of an IPv6 one.

    Text that is no address is returned unchanged.

    >>> rate_limit_key("192.168.1.7"), rate_limit_key("2001:db8::1:2")
    ('192.168.1.7', '2001:db8::/64')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    return (
        address if parsed.version == 4 else str(ipaddress.ip_network(f"{address.partition('%')[0]}/64", strict=False))
    )


JOINS_A_SECOND: Final = 0.5
JOINS_AT_ONCE: Final = 80
"""Per address: a whole class may share one."""
UNSEEN_AFTER: Final = 30.0
"""Seconds after which a pupil who has opened no page may be evicted."""
FEW: Final = 3
"""Pupils from one address that a full class may_see_lessons by evicting from a crowded address."""
CROWD: Final = 4
"""An address is crowded if more than one seat in so many went to it."""


@dataclass
class Arrival:
    """Address and monotonic time (in s) of joining; whether a page was opened, and an answer or a step stored."""

    address: str
    when: float
    has_opened: bool = False
    has_sent: bool = False


class Arrivals:
    """Arrivals of pupils who joined since the server started, in order."""

    def __init__(self) -> None:
        self._joins = RateLimiter(JOINS_A_SECOND, JOINS_AT_ONCE)
        self._arrivals: dict[int, Arrival] = {}

    def count_attempt(self, address: str) -> None:
        """Count an attempt to join. Raises `TooManyError` above the rate limit of the address."""
        self._joins.acquire(rate_limit_key(address))

    def note(self, pupil: int, address: str, now: float) -> None:
        self._arrivals[pupil] = Arrival(rate_limit_key(address), now)

    def note_page(self, pupil: int) -> None:
        if pupil in self._arrivals:
            self._arrivals[pupil].has_opened = True

    def note_report(self, pupil: int) -> None:
        if pupil in self._arrivals:
            self._arrivals[pupil].has_opened = self._arrivals[pupil].has_sent = True

    def address_of(self, pupil: int) -> str:
        """Return the address from which a pupil joined; "" if that was before the server started."""
        return self._arrivals[pupil].address if pupil in self._arrivals else ""

    def find_evicted(self, address: str, members: Set[int], most: int, now: float) -> list[int]:
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
        here = rate_limit_key(address)
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

"""Token-bucket rate limiter, and the limits for pupils' reports and for wrong codes.

Limits for tables and for page requests are in their own modules.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from typing import Final

from gamekit.errors import ReportError
from gamekit.words import _

MOST_BUCKETS = 10_000
"""Buckets that are kept; the one that was used least recently goes first."""
REPORTS_A_SECOND, REPORTS_AT_ONCE = 4.0, 60
GUESSES_A_SECOND, GUESSES_AT_ONCE = 0.5, 60
"""Wrong codes from one address: a whole class may come from one, and people mistype."""
ALL_GUESSES_A_SECOND, ALL_GUESSES_AT_ONCE = 5.0, 300
"""Wrong codes from all addresses together."""
ALL: Final = "all"
"""The one key of the bucket of all addresses."""


class TooManyError(ReportError):
    """Somebody sends faster than people can."""


class Buckets:
    """Token buckets by key. Each holds `at_once` tokens and refills at `a_second` tokens per second."""

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = a_second, at_once, clock
        self._left: dict[object, tuple[float, float]] = {}
        """Tokens and the time at which they were counted, by key; the bucket used last stands last."""

    def left(self, who: object) -> float:
        """Return the tokens in the bucket of a key."""
        tokens, since = self._left.get(who, (self._most, self._clock()))
        return min(self._most, tokens + (self._clock() - since) * self._rate)

    def is_full(self, who: object) -> bool:
        """Return whether nothing was taken for a key, or so long ago that it no longer counts."""
        return self.left(who) >= self._most

    def take(self, who: object) -> None:
        """Take one token from the bucket of a key. Raises `TooManyError` if there is none."""
        tokens = self.left(who)
        if tokens < 1:
            raise TooManyError(_("Too much at once. Wait a moment."))
        self._left.pop(who, None)
        self._left[who] = (tokens - 1, self._clock())
        if len(self._left) > MOST_BUCKETS:
            del self._left[next(iter(self._left))]


class Guesses:
    """Limiter of wrong codes, for each address and for all together.

    A code from an address that has used up its tokens is not compared at all: otherwise the limit would slow nobody
    who guesses. Where all together are too many, those still have a try who sent no wrong one.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._each = Buckets(GUESSES_A_SECOND, GUESSES_AT_ONCE, clock)
        self._all = Buckets(ALL_GUESSES_A_SECOND, ALL_GUESSES_AT_ONCE, clock)

    def check(self, address: str) -> None:
        """Raise `TooManyError` if a code from an address must not be compared now."""
        key = neighbourhood(address)
        spent = self._each.left(key) < 1
        if spent or (self._all.left(ALL) < 1 and not self._each.is_full(key)):
            raise TooManyError(_("Many wrong codes came from your network. Wait a minute, then try again."))

    def count_wrong(self, address: str) -> None:
        """Count a wrong code from an address, one that `check` let pass."""
        self._each.take(neighbourhood(address))
        if self._all.left(ALL) >= 1:
            self._all.take(ALL)


def neighbourhood(address: str) -> str:
    """Return what counts as one visitor: an IPv4 address, or the /64 network of an IPv6 one.

    >>> neighbourhood("192.168.1.7"), neighbourhood("2001:db8::1:2")
    ('192.168.1.7', '2001:db8::/64')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    return (
        address if parsed.version == 4 else str(ipaddress.ip_network(f"{address.partition('%')[0]}/64", strict=False))
    )

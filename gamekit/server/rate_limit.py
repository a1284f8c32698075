"""Token-bucket rate limiter, and the limits for pupils' reports and for wrong codes."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from typing import Final

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import _

MOST_BUCKETS = 10_000
"""Buckets kept per limiter; beyond it the least recently used one is dropped."""
REPORTS_A_SECOND, REPORTS_AT_ONCE = 4.0, 60
GUESSES_A_SECOND, GUESSES_AT_ONCE = 0.5, 60
"""Wrong codes per address: a whole class may share one address, and people mistype."""
ALL_GUESSES_A_SECOND, ALL_GUESSES_AT_ONCE = 5.0, 300
"""Wrong codes from all addresses together."""
ALL: Final = "all"
"""Key of the bucket that all addresses share."""


class TooManyError(ReportError):
    """A rate limit was exceeded."""


class Buckets:
    """Token buckets by key. Each holds `at_once` tokens and refills at `a_second` tokens per second."""

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._most, self._clock = a_second, at_once, clock
        self._left: dict[object, tuple[float, float]] = {}
        """Tokens and the time (in s) at which they were counted, by key; least recently used first."""

    def left(self, who: object) -> float:
        """Return the tokens in the bucket of a key."""
        tokens, since = self._left.get(who, (self._most, self._clock()))
        return min(self._most, tokens + (self._clock() - since) * self._rate)

    def is_full(self, who: object) -> bool:
        """Return whether the bucket of a key is full: nothing was taken, or it has refilled."""
        return self.left(who) >= self._most

    def take(self, who: object) -> None:
        """Take one token from the bucket of a key. Raises `TooManyError` if it holds less than one."""
        tokens = self.left(who)
        if tokens < 1:
            raise TooManyError(_("Too much at once. Wait a moment."))
        self._left.pop(who, None)
        self._left[who] = (tokens - 1, self._clock())
        if len(self._left) > MOST_BUCKETS:
            del self._left[next(iter(self._left))]


class Guesses:
    """Limiter of wrong codes, per address and for all addresses together.

    A code from an address without tokens is not compared at all: otherwise the limit would slow no guesser. If the
    common bucket is empty, only addresses that have sent no wrong code lately may try.
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
        """Count a wrong code from an address; `check` must have let it pass."""
        self._each.take(neighbourhood(address))
        if self._all.left(ALL) >= 1:
            self._all.take(ALL)


def neighbourhood(address: str) -> str:
    """Return the key under which an address is counted: an IPv4 address, or the /64 network of an IPv6 one.

    Text that is no address is returned unchanged.

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

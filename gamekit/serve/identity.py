"""How often the code of a class may be guessed, and what the cookies are called that know who is in it."""

from __future__ import annotations

import ipaddress
import re
import time
from collections.abc import Callable

FREE_GUESSES = 10
"""Wrong codes that may follow each other: people mistype."""
PAUSE = 5.0
"""Seconds for each further one."""
MOST_ADDRESSES = 10_000


class Guesses:
    """Wrong codes, counted for each address: some are free, after that one every few seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._paid_until: dict[str, float] = {}

    def wait(self, address: str) -> float:
        """Seconds until this address may try a code; 0 for now."""
        now = self._clock()
        return max(0.0, self._paid_until.get(neighbourhood(address), now) - now - (FREE_GUESSES - 1) * PAUSE)

    def count_wrong(self, address: str) -> None:
        """That was not the code."""
        now, key = self._clock(), neighbourhood(address)
        self._paid_until[key] = max(now, self._paid_until.get(key, now)) + PAUSE
        if len(self._paid_until) > MOST_ADDRESSES:
            self._paid_until = {key: until for key, until in self._paid_until.items() if until > now}


def neighbourhood(address: str) -> str:
    """What counts as one guesser: an address, of the long ones the part that a network cannot choose freely.

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


def name_cookie(kind: str, host: str, mark: str) -> str:
    """A cookie's name: cookies know no ports, and today's class is not yesterday's at the same address.

    >>> name_cookie("pupil", "192.168.1.7:8866", "5f0c")
    'gamekit-pupil-192-168-1-7-8866-5f0c'
    """
    return f"gamekit-{kind}-" + re.sub(r"[^A-Za-z0-9]", "-", host) + f"-{mark}"

"""Who may come in: the code, how often it may be guessed, and the cookie that remembers it. Pages are in pages.py."""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections.abc import Callable
from typing import Any

import tornado.web
from jupyter_server.auth.identity import IdentityProvider, User

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

    def wrong(self, address: str) -> None:
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


class ClassCode(IdentityProvider):
    """One code for everybody; who has given it once is known by a cookie. Without a code everybody is let in."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.guesses = Guesses()

    @property
    def auth_enabled(self) -> bool:
        """Whether there is a code."""
        return bool(self.token)

    def get_user_cookie(self, handler: tornado.web.RequestHandler) -> User | None:
        """Whoever is known by a cookie: of this server, or of the class, which outlives a restart."""
        known: User | None = super().get_user_cookie(handler)
        if known is None and handler.settings["gamekit_admits"](handler):
            return self.generate_anonymous_user(handler)
        return known

    async def get_user_token(self, handler: tornado.web.RequestHandler) -> User | None:
        """Whoever gives the code in the address or in a header; who is known already need not."""
        given = self.get_token(handler)
        if not self.token or not given or self.get_user_cookie(handler) is not None:
            return None
        return self.generate_anonymous_user(handler) if self.is_code(given, handler) else None

    def process_login_form(self, handler: tornado.web.RequestHandler) -> User | None:
        """Whoever types the code on the page that asks for it."""
        given = handler.get_body_argument("password", default="")
        if not self.auth_enabled or self.is_code(given, handler):
            return self.generate_anonymous_user(handler)
        return None

    def is_code(self, given: str, handler: tornado.web.RequestHandler) -> bool:
        """Compare, in the same time whatever is given. Raises a 429 for an address that has guessed too often.

        The right code always works: a whole school may stand behind one address, with somebody in it who guesses.
        """
        address = str(handler.request.remote_ip)
        if hmac.compare_digest(given.encode(), str(self.token).encode()):
            return True
        if self.guesses.wait(address):
            raise tornado.web.HTTPError(429)
        self.guesses.wrong(address)
        return False

"""Who may come in: the code, how often it may be guessed, and the cookie that remembers it."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import ipaddress
import os
import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import tornado.web

FREE_GUESSES = 10
"""Wrong codes that may follow each other: people mistype."""
PAUSE = 5.0
"""Seconds for each further one."""
MOST_ADDRESSES = 10_000
SECRET_BYTES = 32


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


class Door:
    """One code for everybody; who has given it once is known by a cookie. Without a code everybody is let in."""

    def __init__(self, token: str = "") -> None:
        self.token = token
        self.guesses = Guesses()

    def admits(self, handler: tornado.web.RequestHandler) -> bool:
        """Whether somebody may come in; a code in the address is put away into a cookie."""
        if not self.token or self._knows(handler):
            return True
        given = handler.get_query_argument("token", "")
        if not given or not self.is_code(given, handler):
            return False
        self.remember(handler)
        return True

    def remember(self, handler: tornado.web.RequestHandler) -> None:
        """Let a browser in from now on."""
        secure = handler.request.protocol == "https"
        handler.set_signed_cookie(
            self._cookie(handler), self._sum(), path=handler.settings["gamekit_base"],
            httponly=True, samesite="Lax", secure=secure,
        )  # fmt: skip

    def forget(self, handler: tornado.web.RequestHandler) -> None:
        """Take the cookie away."""
        handler.clear_cookie(self._cookie(handler), path=handler.settings["gamekit_base"])

    def is_code(self, given: str, handler: tornado.web.RequestHandler) -> bool:
        """Compare, in the same time whatever is given. Raises a 429 for an address that has guessed too often.

        The right code always works: a whole school may stand behind one address, with somebody in it who guesses.
        """
        address = str(handler.request.remote_ip)
        if hmac.compare_digest(given.encode(), self.token.encode()):
            return True
        if self.guesses.wait(address):
            raise tornado.web.HTTPError(429)
        self.guesses.count_wrong(address)
        return False

    def _knows(self, handler: tornado.web.RequestHandler) -> bool:
        kept = handler.get_signed_cookie(self._cookie(handler))
        return kept is not None and hmac.compare_digest(kept, self._sum().encode())

    def _cookie(self, handler: tornado.web.RequestHandler) -> str:
        return name_cookie("code", handler.request.host, self._sum()[:8])

    def _sum(self) -> str:
        """What a cookie has in place of the code: with another code the old cookies are worth nothing."""
        return hashlib.sha256(self.token.encode()).hexdigest()


def name_cookie(kind: str, host: str, mark: str) -> str:
    """A cookie's name: cookies know no ports, and today's class is not yesterday's at the same address.

    >>> name_cookie("pupil", "192.168.1.7:8866", "5f0c")
    'gamekit-pupil-192-168-1-7-8866-5f0c'
    """
    return f"gamekit-{kind}-" + re.sub(r"[^A-Za-z0-9]", "-", host) + f"-{mark}"


def load_cookie_secret(folder: Path) -> bytes:
    """What signs the cookies of this machine's servers; kept, so that a server started anew knows its visitors."""
    file = folder / "cookie-secret"
    try:
        kept = file.read_bytes()
        if len(kept) == SECRET_BYTES:
            return kept
    except OSError:
        pass
    secret = secrets.token_bytes(SECRET_BYTES)
    with contextlib.suppress(OSError):  # then it lasts as long as this server
        folder.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as target:
            target.write(secret)
    return secret

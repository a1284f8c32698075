"""Polling in place of WebSockets, for pages of a class in networks that block them.

Messages are kept until the page has them. The browser's side is web/class/line.js.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from gamekit.core.i18n.translation import language
from gamekit.server.class_handlers import ENDED, ClassPage, is_teacher, member_of
from gamekit.server.handlers import allow_unauthenticated

PATIENCE: Final = 15.0
"""Seconds without a request after which a page counts as gone."""
GLANCE: Final = 2.0
"""Seconds between two looks at who is gone."""
HOLD: Final = 2.0
"""Seconds for which a request is held if there is no message."""
TEACHER: Final = "teacher"
Owner = int | str | None
"""Pupil by id, or the teacher; None for a stranger, who is told nothing."""


class PolledLine:
    """Page that polls; with `is_whole` each message replaces earlier ones."""

    polled = True

    def __init__(self, owner: Owner, is_whole: bool, clock: Callable[[], float]) -> None:
        self.owner, self.language, self.key = owner, language(), secrets.token_urlsafe(16)
        self.asked_at, self.ended = clock(), False
        self._waiting: deque[tuple[int, str]] = deque(maxlen=1 if is_whole else None)
        self._count = 0
        self._news = asyncio.Event()

    def tell(self, text: str) -> None:
        """Keep a message until the page has it."""
        self._count += 1
        self._waiting.append((self._count, text))
        self._news.set()

    def end(self) -> None:
        """Note that the page does not belong here any more; its next request is told so."""
        self.ended = True
        self._news.set()

    async def collect(self, seen: int) -> list[tuple[int, str]]:
        """Return the numbered messages after number `seen`; wait up to `HOLD` seconds for one."""
        while self._waiting and self._waiting[0][0] <= seen:
            self._waiting.popleft()
        if not self._waiting and not self.ended:
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), HOLD)
            except TimeoutError:
                return []
        return list(self._waiting)


class PolledLines:
    """All polling pages. A page is found by its random key, and only by its owner."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._lines: dict[str, tuple[PolledLine, Callable[[Any], None]]] = {}
        self._watch: asyncio.Task[None] | None = None

    def add(self, line: PolledLine, drop: Callable[[Any], None]) -> None:
        """Add a page; `drop` is called with it when it is gone."""
        self._lines[line.key] = line, drop
        if self._watch is None or self._watch.done():
            self._watch = asyncio.get_running_loop().create_task(self._glance())

    def find(self, key: str, owner: Owner) -> PolledLine | None:
        """Return the page with this key if it is the owner's, and note the time of its request."""
        line, _drop = self._lines.get(key, (None, None))
        if line is None or line.owner != owner:
            return None
        line.asked_at = self.clock()
        return line

    def drop_gone(self) -> None:
        """Drop the pages that have not asked for `PATIENCE` seconds."""
        now = self.clock()
        for key, (line, drop) in tuple(self._lines.items()):
            if now - line.asked_at > PATIENCE:
                del self._lines[key]
                drop(line)

    def close(self) -> None:
        """Stop the timer; for the end of the server."""
        if self._watch is not None:
            self._watch.cancel()

    async def _glance(self) -> None:
        while self._lines:
            await asyncio.sleep(GLANCE)
            self.drop_gone()


class PolledPage(ClassPage):
    """Base class of polling handlers."""

    is_whole = True

    @property
    def owner(self) -> Owner:
        """Pupil or teacher to whom the browser belongs; None for a stranger."""
        member = member_of(self)
        return member.id if member is not None else TEACHER if is_teacher(self) else None

    async def connect(self, line: PolledLine, place: str) -> int | None:
        """Register the page; return the code with which a WebSocket would be closed if it is refused."""
        raise NotImplementedError

    def drop(self, line: Any) -> None:
        raise NotImplementedError

    @allow_unauthenticated
    async def get(self, place: str) -> None:
        """Send the key of the page, and the messages it does not have."""
        lines: PolledLines = self.settings["gamekit_polled"]
        owner, seen = self.owner, self.get_query_argument("seen", "")
        line = lines.find(self.get_query_argument("line", ""), owner)
        if line is None:
            seen, line = "", PolledLine(owner, self.is_whole, lines.clock)
            closed = await self.connect(line, place)
            if closed is not None:
                self.finish_json({"closed": closed})
                return
            lines.add(line, self.drop)
        told = await line.collect(int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 16 else 0)
        self.finish_json({"closed": ENDED} if line.ended else {"line": line.key, "told": told})

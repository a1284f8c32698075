"""Pages of a class that ask every few seconds, because their network swallows or refuses WebSockets.

What such a page is to be told is kept until the page has it; one that has not asked for a while is gone, as a closed
line is. The browser's side is show/web/class/line.js.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from gamekit.words import language

from ..handlers import allow_unauthenticated
from .common import ENDED, ClassPage, is_teacher, member_of

PATIENCE: Final = 15.0
"""Seconds after which a page that has not asked is gone."""
GLANCE: Final = 2.0
"""Seconds between two looks at who is gone."""
HOLD: Final = 2.0
"""Seconds for which a question is held while there is nothing to tell."""
TEACHER: Final = "teacher"
Owner = int | str | None
"""A pupil by their number in the database, or the teacher; None for a stranger, who is told nothing."""


class PolledLine:
    """A page that asks. With `is_whole` each text tells everything, and only the last one is kept."""

    polled = True

    def __init__(self, owner: Owner, is_whole: bool, clock: Callable[[], float]) -> None:
        self.owner, self.language, self.key = owner, language(), secrets.token_urlsafe(16)
        self.asked_at, self.ended = clock(), False
        self._waiting: deque[tuple[int, str]] = deque(maxlen=1 if is_whole else None)
        self._count = 0
        self._news = asyncio.Event()

    def tell(self, text: str) -> None:
        """Keep a text until the page asks."""
        self._count += 1
        self._waiting.append((self._count, text))
        self._news.set()

    def end(self) -> None:
        """Tell the page, when it asks, that it does not belong here any more."""
        self.ended = True
        self._news.set()

    async def collect(self, seen: int) -> list[tuple[int, str]]:
        """Return what the page does not have yet, each text with its number; wait a moment where there is nothing."""
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
    """All pages that ask. Each is found by a key that the server has drawn, and only by its owner."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._lines: dict[str, tuple[PolledLine, Callable[[Any], None]]] = {}
        self._watch: asyncio.Task[None] | None = None

    def add(self, line: PolledLine, drop: Callable[[Any], None]) -> None:
        """Keep a page that has begun to ask; `drop` is called with it when it is gone."""
        self._lines[line.key] = line, drop
        if self._watch is None or self._watch.done():
            self._watch = asyncio.get_running_loop().create_task(self._glance())

    def find(self, key: str, owner: Owner) -> PolledLine | None:
        """Return the line with this key if it is the owner's, and note that its page has asked."""
        line, _drop = self._lines.get(key, (None, None))
        if line is None or line.owner != owner:
            return None
        line.asked_at = self.clock()
        return line

    def drop_gone(self) -> None:
        """Let go of the pages that have not asked for a while."""
        now = self.clock()
        for key, (line, drop) in tuple(self._lines.items()):
            if now - line.asked_at > PATIENCE:
                del self._lines[key]
                drop(line)

    def close(self) -> None:
        """Stop looking: the server stops."""
        if self._watch is not None:
            self._watch.cancel()

    async def _glance(self) -> None:
        while self._lines:
            await asyncio.sleep(GLANCE)
            self.drop_gone()


class PolledPage(ClassPage):
    """An address at which a page asks what a WebSocket would tell it."""

    is_whole = True

    @property
    def owner(self) -> Owner:
        """Who asks."""
        member = member_of(self)
        return member.id if member is not None else TEACHER if is_teacher(self) else None

    async def connect(self, line: PolledLine, place: str) -> int | None:
        """Let the page listen, or return the code with which a WebSocket would be closed."""
        raise NotImplementedError

    def drop(self, line: Any) -> None:
        """Forget a page that is gone."""
        raise NotImplementedError

    @allow_unauthenticated
    async def get(self, place: str) -> None:
        """Give the key of the line, and each text that the page does not have yet."""
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

"""Pages that have no kernel yet: what they ask is answered from what was recorded, and what they tell is noted.

A kernel is forked when a page asks for what only a kernel knows, such as a panel that is run. It is told what was
noted, and from then on the page speaks with it (channel.py) without having noticed anything.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from gamekit.words import _

from .answers import UNREADABLE, Answers, Heard
from .fork import KERNEL
from .ready import ReadyLesson

log = logging.getLogger(__name__)

NOTED: Final = ("follow", "written")
"""What a page tells and waits for no answer to: where its game stands, what somebody writes."""
MOST_NOTED: Final = 200_000
"""Characters of what is noted of one page; more is for a kernel to keep."""
MOST_CONTROLS: Final = 8
UNREADABLE_CODE: Final = 1007
"""The code with which a websocket is closed after a message of a wrong form."""
GONE: Final = 1001
"""… and when there is no kernel to be had."""


class SleepingPage:
    """A page without a kernel. `start` starts the one of this number; `allowed` says which messages may pass."""

    def __init__(
        self,
        kernel_id: str,
        lesson: ReadyLesson,
        start: Callable[[], Awaitable[None]],
        allowed: Callable[[str], bool],
    ) -> None:
        self.kernel_id, self.lesson = kernel_id, lesson
        self.allowed = allowed
        self.controls: dict[str, str | bytes] = {}
        self.noted: dict[tuple[str, str, str], str | bytes] = {}
        self.lines: set[SleepingLine] = set()
        self.last_heard = time.monotonic()
        self.awake = False
        """Whether it has a kernel by now."""
        self._start = start
        self._waking: asyncio.Task[None] | None = None
        self._expecting: asyncio.Task[None] | None = None

    @property
    def answers(self) -> Answers | None:
        """What was recorded of its lesson; None if that could not be done, or is not yet."""
        return self.lesson.answers

    def model(self) -> dict[str, Any]:
        """What Jupyter says of a kernel that has nothing to do."""
        idle = timedelta(seconds=time.monotonic() - self.last_heard)
        return {
            "id": self.kernel_id,
            "name": KERNEL,
            "last_activity": (datetime.now(UTC) - idle).isoformat(),
            "execution_state": "idle",
            "connections": len(self.lines),
        }

    def note(self, heard: Heard, raw: str | bytes) -> bool:
        """Keep what needs no answer, for the kernel that may come; whether it was of that kind."""
        asked, comm = heard.asked, str(heard.content.get("comm_id"))
        if asked.get("do") not in NOTED:
            return False
        key = (comm, str(asked["do"]), str(asked.get("line", "")))  # a game is told whole, so the last word counts
        self.noted.pop(key, None)
        if sum(map(len, self.noted.values())) + len(raw) > MOST_NOTED:
            return False
        self.noted[key] = raw
        return True

    def keep_control(self, heard: Heard, raw: str | bytes) -> None:
        """The page opens a line to all widgets, and its kernel will know of it; or it closes one."""
        comm = str(heard.content.get("comm_id"))
        if heard.kind == "comm_close":
            self.controls.pop(comm, None)
        elif heard.kind == "comm_open" and len(self.controls) < MOST_CONTROLS:
            self.controls[comm] = raw

    def told(self, comm: object) -> bool:
        """Whether this widget was told something, so that it no longer answers as everybody's does."""
        return any(name == comm for name, _do, _line in self.noted)

    def wake(self) -> asyncio.Task[None]:
        """Start its kernel, and hand all its connections over."""
        if self._waking is None:
            self._waking = asyncio.create_task(self._wake())
            self._waking.add_done_callback(lambda done: done.cancelled() or done.exception())
        return self._waking

    def expect_answers(self) -> None:
        """Its lesson is still being made: go on when its answers are there, or with a kernel if there are none."""
        if self._expecting is None:
            self._expecting = asyncio.create_task(self._answered())

    async def _answered(self) -> None:
        with contextlib.suppress(Exception):  # it could not be made: then a kernel is tried, and fails with a sentence
            await self.lesson.finished()
        if self.answers is None:
            self.wake()
        elif self._waking is None:
            for line in list(self.lines):
                line.go_on()

    async def _wake(self) -> None:
        try:
            await self._start()
            self.awake = True
            for line in self.lines:
                line.wait()
            kept = [*self.controls.values(), *self.noted.values()]
            for line in list(self.lines):
                await line.hand_over(kept)
                kept = []
        except Exception:  # the page says by itself that it has lost its kernel
            log.warning("A kernel for %s could not be started.", self.lesson.path, exc_info=True)
            for line in list(self.lines):
                line.handler.close(GONE)

    def close(self) -> None:
        """Nobody looks at it any more. A kernel that is being started for it ends as soon as it is there."""
        for line in list(self.lines):
            line.handler.close()


class SleepingLine:
    """A websocket of such a page, in the place of Jupyter's connection."""

    kernel_ws_protocol = None

    def __init__(self, page: SleepingPage, handler: Any, connect: Callable[[Any], Any]) -> None:
        self.page, self.handler = page, handler
        self._connect = connect
        self._real: Any = None
        self._waiting: list[str | bytes] | None = None
        self._closed = False

    async def connect(self) -> None:
        """The websocket is open."""
        if self.closed():
            return
        self.page.lines.add(self)
        self.handler.kernel_manager.page_connected(self.page.kernel_id)
        if self.page.awake:
            await self.hand_over([])
        elif self.page.answers is None:
            self.wait()
            self.page.expect_answers()

    def disconnect(self) -> None:
        """The websocket is closed."""
        self._closed = True
        self.page.lines.discard(self)
        self.handler.kernel_manager.page_left(self.page.kernel_id)
        if self._real is not None:
            self._real.disconnect()

    @property
    def _protocol(self) -> str | None:
        chosen: str | None = self.handler.selected_subprotocol
        return chosen

    def handle_incoming_message(self, raw: str | bytes) -> None:
        """Answer a page's message, note it, or have a kernel started for it."""
        self.page.last_heard = time.monotonic()
        if self._waiting is not None:
            self._waiting.append(raw)
            return
        try:
            self._heard(raw)
        except UNREADABLE:
            log.warning("A page sent a message that cannot be read; its connection was closed.")
            self.handler.close(UNREADABLE_CODE, _("This message cannot be read."))

    def _heard(self, raw: str | bytes) -> None:
        page, answers = self.page, self.page.answers
        heard = Heard.read(raw, self._protocol)
        if not page.allowed(heard.kind):
            log.warning('A page sent a message of type "%s", which is not allowed.', heard.kind[:40])
            return
        found = None if answers is None or page.told(heard.content.get("comm_id")) else answers.to(heard, page.controls)
        if answers is None or found is None:
            if not page.note(heard, raw):
                self.wait().append(raw)
                page.wake()
            return
        page.keep_control(heard, raw)
        said, own = found
        for one in said:
            message = one.sent(heard, answers.session, self._protocol, own)
            self.handler.write_message(message, binary=isinstance(message, bytes))

    def go_on(self) -> None:
        """What has come while the lesson was being made is heard now."""
        waiting, self._waiting = self._waiting or [], None
        for raw in waiting:
            self.handle_incoming_message(raw)

    def wait(self) -> list[str | bytes]:
        """From now on what comes has to wait: for the kernel, or until it is known what the lesson answers."""
        if self._waiting is None:
            self._waiting = []
        return self._waiting

    def closed(self) -> bool:
        """Whether its websocket is closed."""
        return self._closed

    async def hand_over(self, kept: list[str | bytes]) -> None:
        """The kernel is there: connect to it, tell it what was kept, then what has come meanwhile."""
        waiting = self.wait()
        real = self._connect(self.handler)
        await real.prepare()
        if self.closed():
            return
        self._real = real
        connected = real.connect()
        if connected is not None:
            await connected
        if self.closed():
            return
        self.page.lines.discard(self)
        self.handler.connection = real
        for raw in [*kept, *waiting]:
            real.handle_incoming_message(raw)

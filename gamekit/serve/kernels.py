"""The kernels behind the pages: how many there may be, what they are forked from, and when one is let go."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import voila
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Float, Int
from voila.utils import ENV_VARIABLE, get_page_config

from .asleep import SleepingPage
from .fork import FORKED_FROM, KERNEL, Forks
from .ready import LessonRenderer, ReadyLessons

log = logging.getLogger(__name__)

TICKET = "opening "
SHORT_ABSENCE = 10.0
"""Seconds a page may be without connection before its seat can be given to somebody who waits."""

OPENING: contextvars.ContextVar[str] = contextvars.ContextVar("OPENING", default="")
"""The seat taken by the page that is opened in this task: Voilà starts the kernel, and knows of no seats."""


class NoSeatError(Exception):
    """No more pages may be opened: by nobody, or (`own`) by this visitor."""

    def __init__(self, own: bool) -> None:
        super().__init__()
        self.own = own


class LessonKernels(AsyncMappingKernelManager):
    """All kernels of one server; each belongs to an open page."""

    seats = Int(0, help="Pages that may be open at the same time; 0 for no limit.").tag(config=True)
    seats_each = Int(0, help="Pages that one visitor may have open; 0 for no limit.").tag(config=True)
    quiet_for = Float(2.0, help="Seconds without a visitor before a further lesson is made ahead.").tag(config=True)
    lonely_after = Float(90.0, help="Seconds after which a page that lost its last connection is let go.").tag(
        config=True
    )
    idle_after = Float(3600.0, help="Seconds without any action after which even a connected page is let go.").tag(
        config=True
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lesson: str | None = None
        self.to_come: Callable[[], Sequence[str]] = list
        """The lessons to make ahead, the most urgent first."""
        self._ready: ReadyLessons | None = None
        self._ahead: asyncio.Task[bool] | None = None
        self._asleep: dict[str, SleepingPage] = {}
        """Pages that need no kernel yet, by its number."""
        self._lonely_since: dict[str, float] = {}
        self._seats: dict[str, str] = {}
        """The visitor on each seat. A seat is called like its kernel; until that is there, it has a name of its own."""
        self._opened: dict[str, str] = {}
        """The kernels of pages that are being made, by the seat that was taken for them."""
        self._last_visit = 0.0
        self._watch: asyncio.Task[None] | None = None

    # --- visitors ---------------------------------------------------------------------------------------------------
    @property
    def open_pages(self) -> int:
        """Pages somebody has open, and pages being opened."""
        return len(self._taken())

    def _taken(self, visitor: str | None = None) -> list[str]:
        """The seats that are taken, by anybody or by one visitor."""
        for seat in [seat for seat in self._seats if not seat.startswith(TICKET) and not self.has_page(seat)]:
            del self._seats[seat]
        return [seat for seat, sitting in self._seats.items() if visitor in (None, sitting)]

    async def take_seat(self, visitor: str) -> str:
        """A seat for one more page. A page that has lost its connection gives its own up for it.

        Raises `NoSeatError`. Whoever takes a seat gives it back with `leave` once the page is there, or will not be.
        """
        limits = ((visitor, self.seats_each), (None, self.seats))
        for whose, most in limits:
            if most and len(taken := self._taken(whose)) >= most:
                await self._let_go_of([seat for seat in self._lonely(SHORT_ABSENCE) if seat in taken][:1])
        for whose, most in limits:  # from here on nobody else comes in between
            if most and len(self._taken(whose)) >= most:
                raise NoSeatError(own=whose is not None)
        seat = f"{TICKET}{uuid.uuid4().hex}"
        self._seats[seat] = visitor
        OPENING.set(seat)
        return seat

    def leave(self, seat: str) -> None:
        """The page is there, and sits where its kernel is; or it will never be. From now on it should connect."""
        self._seats.pop(seat, None)
        kernel_id = self._opened.pop(seat, None)
        if kernel_id in self._lonely_since:
            self._lonely_since[kernel_id] = time.monotonic()

    def page_connected(self, kernel_id: str) -> None:
        """A page without a kernel has a connection."""
        self._lonely_since.pop(kernel_id, None)

    def page_left(self, kernel_id: str) -> None:
        """It has lost one, or was closed."""
        if kernel_id in self._asleep and not self.connections(kernel_id):
            self._lonely_since[kernel_id] = time.monotonic()

    def _sit_down(self, kernel_id: str) -> None:
        visitor = self._seats.pop(OPENING.get(), None)
        if visitor is not None:
            self._seats[kernel_id] = visitor
            self._opened[OPENING.get()] = kernel_id

    def has_page(self, kernel_id: str) -> bool:
        """Whether a page has this kernel, or will have it when it needs one."""
        return kernel_id in self._asleep or kernel_id in self

    def asleep(self, kernel_id: str) -> SleepingPage | None:
        """The page of this number, if it has no kernel yet."""
        return self._asleep.get(kernel_id)

    def connections(self, kernel_id: str) -> int:
        """How many connections a page has."""
        page = self._asleep.get(kernel_id)
        return int(self._kernel_connections.get(kernel_id, 0)) if page is None else len(page.lines)

    def visited(self, notebook_name: str) -> None:
        """Somebody opens this lesson: this is what the class is at."""
        self._last_visit = time.monotonic()
        self.lesson = notebook_name

    async def _async_start_kernel(self, **kwargs: Any) -> str:
        """Start a kernel, and know of it as soon as it is asked for."""
        kernel_id: str = await super()._async_start_kernel(**kwargs)
        self._sit_down(kernel_id)
        self._lonely_since[kernel_id] = time.monotonic()
        self.start_watch()
        return kernel_id

    start_kernel = _async_start_kernel

    def notify_connect(self, kernel_id: str) -> None:
        """A page has connected to its kernel."""
        super().notify_connect(kernel_id)
        self._lonely_since.pop(kernel_id, None)

    def notify_disconnect(self, kernel_id: str) -> None:
        """A page has lost its connection, or was closed."""
        super().notify_disconnect(kernel_id)
        if not self._kernel_connections.get(kernel_id):
            self._lonely_since[kernel_id] = time.monotonic()

    # --- lessons that are ready --------------------------------------------------------------------------------------
    @property
    def ready(self) -> ReadyLessons | None:
        """The lessons that kernels are forked from; None where kernels are started the ordinary way."""
        if self._ready is None and Forks.current is not None:
            server = self.parent
            env = {
                **os.environ,
                ENV_VARIABLE.SERVER_SOFTWARE: f"voila/{voila.__version__}",
                ENV_VARIABLE.VOILA_BASE_URL: server.base_url,
                ENV_VARIABLE.VOILA_SERVER_URL: server.server_url,
                ENV_VARIABLE.VOILA_APP_PORT: str(server.port),
                ENV_VARIABLE.VOILA_PREHEAT: "True",
            }
            self._ready = ReadyLessons(Path(self.root_dir), self.connection_dir, self._renderer, env)
        return self._ready

    async def open_page(self, notebook_name: str) -> AsyncIterator[str]:
        """The page of a lesson that is ready, or being made, with a kernel of its own."""
        assert self.ready is not None
        lesson, kernel_id = self.ready.lesson(notebook_name), str(uuid.uuid4())
        page = SleepingPage(kernel_id, lesson, lambda: self._start_for(kernel_id), self._allows)
        self._asleep[kernel_id] = page
        lesson.opening += 1
        self._sit_down(kernel_id)
        self._lonely_since[kernel_id] = time.monotonic()
        self.start_watch()
        try:
            async for piece in lesson.page(kernel_id):
                yield piece
        except BaseException:
            self._forget(kernel_id)
            raise

    def _allows(self, kind: str) -> bool:
        return not self.allowed_message_types or kind in self.allowed_message_types

    def _forget(self, kernel_id: str) -> SleepingPage | None:
        page = self._asleep.pop(kernel_id, None)
        if page is not None:
            page.lesson.opening -= 1
        return page

    async def _start_for(self, kernel_id: str) -> None:
        """Start the kernel of a page that needs one from now on."""
        lesson = self._asleep[kernel_id].lesson
        env = {**lesson.env, ENV_VARIABLE.VOILA_KERNEL_ID: kernel_id}
        folder = os.path.dirname(lesson.path)
        assert self.ready is not None
        try:
            await self.ready.room_for_one(lesson.path)
            async with lesson.forking() as parent:
                FORKED_FROM.set(parent)
                await self._async_start_kernel(kernel_id=kernel_id, kernel_name=KERNEL, path=folder, env=env)
        except BaseException:
            self._forget(kernel_id)
            raise
        if self._forget(kernel_id) is None:  # it was closed meanwhile
            await self.shutdown_kernel(kernel_id, now=True)
            raise ConnectionError("The page was closed.")

    async def close_page(self, kernel_id: str) -> None:
        """Nobody needs this page any more; one that is gone already is fine."""
        page = self._forget(kernel_id)
        if page is not None:
            page.close()
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id, now=True)

    def _renderer(self, notebook_name: str) -> LessonRenderer:
        server, settings = self.parent, self.parent.app.settings
        configuration = server.voila_configuration
        common = {
            "base_url": server.base_url,
            "settings": settings,
            "log": server.log,
            "voila_configuration": configuration,
        }
        page_config = get_page_config(**common)
        if configuration.page_config_hook:
            page_config = configuration.page_config_hook(page_config, **common, notebook_path=notebook_name)
        renderer = LessonRenderer(
            voila_configuration=configuration,
            traitlet_config=server.config,
            notebook_path=notebook_name,
            template_paths=server.template_paths,
            config_manager=server.config_manager,
            contents_manager=server.contents_manager,
            base_url=server.base_url,
            kernel_spec_manager=server.kernel_spec_manager,
            page_config=page_config,
            mathjax_config=settings.get("mathjax_config"),
            mathjax_url=settings.get("mathjax_url"),
        )
        renderer.show_tracebacks = configuration.show_tracebacks
        return renderer

    # --- letting go --------------------------------------------------------------------------------------------------
    def start_watch(self) -> None:
        """Begin to look after pool and idle pages, once there is a loop to do it in."""
        if self._watch is None or self._watch.done():
            self._watch = asyncio.get_running_loop().create_task(self._look_after(), context=contextvars.Context())

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(min(1.0, self.lonely_after / 3))
            await self.let_go()
            if self.ready is not None and not self._opening:
                await self.ready.put_away(keep=self.lesson)
                if self.lesson is not None:
                    self.ready.expect(self.lesson)
                quiet = time.monotonic() - self._last_visit > self.quiet_for
                if quiet and (self._ahead is None or self._ahead.done()):
                    self._ahead = asyncio.create_task(self.ready.ahead(self.to_come()))

    @property
    def _opening(self) -> bool:
        return any(seat.startswith(TICKET) for seat in self._seats)

    async def let_go(self) -> None:
        """Shut down the kernels of pages that were closed or that nobody has touched for long, and forget dead ones."""
        idle = [kernel_id for kernel_id in self._pages() if self._idle_for(kernel_id) > self.idle_after]
        dead = [kernel_id for kernel_id in self.list_kernel_ids() if not await self.get_kernel(kernel_id).is_alive()]
        await self._let_go_of({*self._lonely(self.lonely_after), *idle, *dead})
        for kernel_id in set(self._lonely_since) - set(self._pages()):
            del self._lonely_since[kernel_id]

    def _lonely(self, seconds: float) -> list[str]:
        """Pages without a connection for so long, the longest first. One that is still being made is not missed."""
        limit = time.monotonic() - seconds
        there = set(self._pages()) - set(self._opened.values())
        since = {kernel_id: self._lonely_since.get(kernel_id, float("inf")) for kernel_id in there}
        return sorted((kernel_id for kernel_id in since if since[kernel_id] < limit), key=since.__getitem__)

    async def _let_go_of(self, kernel_ids: Iterable[str]) -> None:
        for kernel_id in kernel_ids:
            if self.has_page(kernel_id):
                log.info("Closing a page that nobody uses any more.")
                await self.close_page(kernel_id)

    def _pages(self) -> list[str]:
        """All pages, with a kernel or without."""
        return list({*self.list_kernel_ids(), *self._asleep})

    def _idle_for(self, kernel_id: str) -> float:
        if (page := self._asleep.get(kernel_id)) is not None:
            return time.monotonic() - max(page.last_heard, page.lesson.since)
        last = getattr(self.get_kernel(kernel_id), "last_activity", None)
        return 0.0 if last is None else time.time() - float(last.timestamp())

    async def close(self) -> None:
        """End every kernel at once: nothing in them outlives the server."""
        if self._watch is not None:
            self._watch.cancel()
        for kernel_id in list(self._asleep):
            await self.close_page(kernel_id)
        await asyncio.gather(
            *(self.shutdown_kernel(kernel_id, now=True) for kernel_id in list(self.list_kernel_ids())),
            return_exceptions=True,
        )
        if self._ready is not None:
            self._ready.close()
        if Forks.current is not None:
            Forks.current.close()

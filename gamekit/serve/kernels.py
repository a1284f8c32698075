"""The kernels behind the pages: how many there may be, which are ready before anybody asks, and when one is let go.

Voilà keeps pools too; ours differs in what a class needs: forked kernels, one refill at a time and only when nobody
is waiting, never a page of yesterday's notebook, and a pool that follows the class from lesson to lesson.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import time
import uuid
from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Float, Int
from voila.notebook_renderer import NotebookRenderer
from voila.utils import ENV_VARIABLE, get_page_config

from .fork import KERNEL, Forks, sources_stamp

log = logging.getLogger(__name__)

RESERVE = 3
"""Ready pages kept even when the whole class is seated."""
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


@dataclass
class ReadyPage:
    """A page rendered ahead: its kernel has run the whole notebook."""

    kernel_id: str
    renderer: Any
    rendered: asyncio.Task[Any]
    stamp: tuple[int, int]


class LessonKernels(AsyncMappingKernelManager):
    """All kernels of one server: pooled ones wait for a visitor, the others belong to an open page."""

    seats = Int(0, help="Pages that may be open at the same time; 0 for no limit.").tag(config=True)
    seats_each = Int(0, help="Pages that one visitor may have open; 0 for no limit.").tag(config=True)
    pool_size = Int(0, help="Pages of the current lesson that are kept ready.").tag(config=True)
    refill_after = Float(4.0, help="Seconds without a visitor before the pool is filled up again.").tag(config=True)
    filling_at_once = Int(2, help="Pages prepared side by side.").tag(config=True)
    lonely_after = Float(90.0, help="Seconds after which a page that lost its last connection is let go.").tag(
        config=True
    )
    idle_after = Float(3600.0, help="Seconds without any action after which even a connected page is let go.").tag(
        config=True
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lesson: str | None = None
        self._pools: dict[str, deque[ReadyPage]] = defaultdict(deque)
        self._pooled: set[str] = set()
        self._lonely_since: dict[str, float] = {}
        self._seats: dict[str, str] = {}
        """The visitor on each seat. A seat is called like its kernel; until that is there, it has a name of its own."""
        self._opened: dict[str, str] = {}
        """The kernels of pages that are being made, by the seat that was taken for them."""
        self._filling = asyncio.Lock()
        self._last_visit = 0.0
        self._watch: asyncio.Task[None] | None = None

    # --- what Voilà's page handler asks -----------------------------------------------------------------------------
    @property
    def notebook_data(self) -> dict[str, dict[str, Any]]:
        """What the ready pages look like: the handler compares theme and template."""
        return {path: {"template": None, "theme": None} for path, pool in self._pools.items() if pool}

    def get_pool_size(self, notebook_name: str) -> int:
        """How many pages of this notebook are ready now. Pages of older notebooks or rules are thrown away."""
        pool = self._pools[notebook_name]
        if pool:
            stamp = self._stamp(notebook_name)
            for page in [page for page in pool if page.stamp != stamp or page.kernel_id not in self]:
                pool.remove(page)
                self._drop(page.kernel_id)
        return len(pool)

    async def get_rendered_notebook(
        self, notebook_name: str, extra_kernel_env_variables: dict[str, str] | None = None, **_kwargs: Any
    ) -> tuple[asyncio.Task[Any], list[str], str]:
        """Hand out a ready page; `get_pool_size` has just said there is one."""
        page = self._pools[notebook_name].popleft()
        self._pooled.discard(page.kernel_id)
        self._lonely_since[page.kernel_id] = time.monotonic()
        self._sit_down(page.kernel_id)
        return page.rendered, page.renderer.rendered_cache, page.kernel_id

    # --- visitors ---------------------------------------------------------------------------------------------------
    @property
    def open_pages(self) -> int:
        """Pages somebody has open, and pages being opened."""
        return len(self._taken())

    def _taken(self, visitor: str | None = None) -> list[str]:
        """The seats that are taken, by anybody or by one visitor."""
        for seat in [seat for seat in self._seats if not seat.startswith(TICKET) and seat not in self]:
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

    def _sit_down(self, kernel_id: str) -> None:
        visitor = self._seats.pop(OPENING.get(), None)
        if visitor is not None:
            self._seats[kernel_id] = visitor
            self._opened[OPENING.get()] = kernel_id

    def connections(self, kernel_id: str) -> int:
        """How many connections a page's kernel has."""
        return int(self._kernel_connections.get(kernel_id, 0))

    def visited(self, notebook_name: str) -> None:
        """Somebody opens this lesson: the pool is for the lesson the class is at."""
        self._last_visit = time.monotonic()
        if self.pool_size and notebook_name != self.lesson:
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

    # --- the pool ----------------------------------------------------------------------------------------------------
    def _stamp(self, notebook_name: str) -> tuple[int, int]:
        try:
            return (Path(self.root_dir, notebook_name).stat().st_mtime_ns, sources_stamp())
        except OSError:
            return (0, 0)

    async def fill(self, notebook_name: str, at_once: int = 1) -> None:
        """Prepare up to `at_once` pages of a lesson side by side, if the pool lacks them."""
        async with self._filling:  # two who fill at the same time would both see what is lacking
            lacking = min(self.pool_size, self._room()) - self.get_pool_size(notebook_name)
            await asyncio.gather(*(self._prepare(notebook_name) for _ in range(min(at_once, lacking))))

    def _room(self) -> int:
        """How many pages to keep ready: one for each of the class who has none open, and a few for reloads."""
        wanted = max(RESERVE, self.pool_size - self.open_pages)
        free = self.seats - self.open_pages if self.seats else wanted
        return max(0, min(wanted, free))

    async def _prepare(self, notebook_name: str) -> None:
        stamp = self._stamp(notebook_name)
        renderer = self._renderer(notebook_name)
        await renderer.initialize()
        env = {
            **os.environ,
            ENV_VARIABLE.VOILA_BASE_URL: self.parent.base_url,
            ENV_VARIABLE.VOILA_SERVER_URL: self.parent.server_url,
            ENV_VARIABLE.VOILA_APP_PORT: str(self.parent.port),
            ENV_VARIABLE.VOILA_PREHEAT: "True",
        }
        kernel_id = await self._async_start_kernel(kernel_name=KERNEL, path=os.path.dirname(notebook_name), env=env)
        self._pooled.add(kernel_id)
        self._lonely_since.pop(kernel_id, None)
        task = asyncio.create_task(renderer.generate_content_hybrid(kernel_id, self.get_kernel(kernel_id)))
        await task
        self._pools[notebook_name].append(ReadyPage(kernel_id, renderer, task, stamp))

    def _renderer(self, notebook_name: str) -> Any:
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
        return NotebookRenderer(
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

    # --- letting go --------------------------------------------------------------------------------------------------
    def start_watch(self) -> None:
        """Begin to look after pool and idle pages, once there is a loop to do it in."""
        if self._watch is None or self._watch.done():
            self._watch = asyncio.get_running_loop().create_task(self._look_after(), context=contextvars.Context())

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(min(1.0, self.lonely_after / 3))
            await self.let_go()
            quiet = time.monotonic() - self._last_visit > self.refill_after and not self._opening
            if quiet and self.pool_size and self.lesson:
                self._clear_other_pools()
                try:
                    await self.fill(self.lesson)
                except Exception:  # a lesson that cannot be rendered must not end the watch; who opens it sees why
                    log.warning(
                        "Could not prepare %s ahead; it is opened as it is asked for.", self.lesson, exc_info=True
                    )
                    self._last_visit = time.monotonic() + 60

    @property
    def _opening(self) -> bool:
        return any(seat.startswith(TICKET) for seat in self._seats)

    def _clear_other_pools(self) -> None:
        for path, pool in self._pools.items():
            while path != self.lesson and pool:
                self._drop(pool.popleft().kernel_id)

    def _drop(self, kernel_id: str) -> None:
        self._pooled.discard(kernel_id)
        self._lonely_since[kernel_id] = float("-inf")

    async def let_go(self) -> None:
        """Shut down the kernels of pages that were closed or that nobody has touched for long, and forget dead ones."""
        idle = [kernel_id for kernel_id in self._visited() if self._idle_for(kernel_id) > self.idle_after]
        dead = [kernel_id for kernel_id in self.list_kernel_ids() if not await self.get_kernel(kernel_id).is_alive()]
        await self._let_go_of({*self._lonely(self.lonely_after), *idle, *dead})
        for kernel_id in set(self._lonely_since) - set(self.list_kernel_ids()):
            del self._lonely_since[kernel_id]

    def _visited(self) -> list[str]:
        return [kernel_id for kernel_id in self.list_kernel_ids() if kernel_id not in self._pooled]

    def _lonely(self, seconds: float) -> list[str]:
        """Pages without a connection for so long, the longest first. One that is still being made is not missed."""
        limit = time.monotonic() - seconds
        there = set(self._visited()) - set(self._opened.values())
        since = {kernel_id: self._lonely_since.get(kernel_id, float("inf")) for kernel_id in there}
        return sorted((kernel_id for kernel_id in since if since[kernel_id] < limit), key=since.__getitem__)

    async def _let_go_of(self, kernel_ids: Iterable[str]) -> None:
        for kernel_id in kernel_ids:
            if kernel_id in self:
                log.info("Closing a page that nobody uses any more.")
                await self.shutdown_kernel(kernel_id, now=True)

    def _idle_for(self, kernel_id: str) -> float:
        last = getattr(self.get_kernel(kernel_id), "last_activity", None)
        return 0.0 if last is None else time.time() - float(last.timestamp())

    async def close(self) -> None:
        """End every kernel at once: nothing in them outlives the server."""
        if self._watch is not None:
            self._watch.cancel()
        await asyncio.gather(
            *(self.shutdown_kernel(kernel_id, now=True) for kernel_id in list(self.list_kernel_ids())),
            return_exceptions=True,
        )
        if Forks.current is not None:
            Forks.current.close()

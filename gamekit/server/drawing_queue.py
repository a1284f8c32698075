"""Queues that draw pages and pictures in threads beside the event loop, with limits and a cache."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Final, TypeVar

from gamekit.core.i18n.translation import _, language
from gamekit.lessons.catalog import PictureMoment
from gamekit.server.rate_limit import RateLimiter
from gamekit.server.worker_pool import TooBusyError
from gamekit.widgets import board_pictures

MOST_OTHERS: Final = 8
"""Pictures in the third queue that may wait at once, of all visitors."""
OTHERS_A_SECOND, OTHERS_AT_ONCE = 0.5, 20
"""Pictures in the third queue per visitor."""
PAGES, SHOWN, OTHERS = "pages", "pictures", "other pictures"
T = TypeVar("T")


class DrawingQueue:
    """Three queues with a thread each; equal requests share one drawing.

    Two are for pages and for pictures that pages show: their number is limited by games and lessons, and the pictures
    are cached. The third is for pictures of any position that a visitor asks for: few may wait, and they delay no other
    queue.
    """

    def __init__(self) -> None:
        self._threads = {queue: ThreadPoolExecutor(1, thread_name_prefix=queue) for queue in (PAGES, SHOWN, OTHERS)}
        self._visitors = RateLimiter(OTHERS_A_SECOND, OTHERS_AT_ONCE)
        self._drawing: dict[tuple[object, ...], asyncio.Future[Any]] = {}
        self._kept: dict[tuple[str, str, PictureMoment], str | None] = {}
        self._others = 0

    async def page(self, draw: Callable[..., T], *given: Any) -> T:
        """Return `draw(*given)`, drawn in the current language.

        Visitors must not be able to choose `given` freely, as this queue has no limit.
        """
        return await asyncio.shield(self._share(PAGES, draw, *given))

    async def draw(self, game: str, moment: PictureMoment, is_shown: bool, visitor: str) -> str | None:
        """Return the picture of a game at a moment as SVG in the current language; None if it has none.

        `is_shown`: a page of this server shows it. Other pictures raise `TooBusyError` if too many wait and
        `TooManyError` if the visitor has asked for too many.
        """
        key, given = (language(), game, moment), (board_pictures.board, game, moment.seed, moment.step)
        if key in self._kept:
            return self._kept[key]
        if is_shown:
            self._kept[key] = drawn = await asyncio.shield(self._share(SHOWN, *given))
            return drawn
        if (language(), *given) not in self._drawing:
            self._visitors.acquire(visitor)
            if self._others >= MOST_OTHERS:
                raise TooBusyError(_("Too much at once. Wait a moment."))
            self._others += 1
            self._share(OTHERS, *given).add_done_callback(self._forget_other)
        return await asyncio.shield(self._share(OTHERS, *given))

    def close(self) -> None:
        """Stop the threads and drop what waits."""
        for thread in self._threads.values():
            thread.shutdown(wait=False, cancel_futures=True)

    def _share(self, queue: str, draw: Callable[..., T], *given: Any) -> asyncio.Future[T]:
        """Draw in a queue and in the current language, or join an equal drawing that is under way."""
        key = (language(), draw, *given)
        if key not in self._drawing:
            loop = asyncio.get_running_loop()
            drawing = loop.run_in_executor(self._threads[queue], copy_context().run, draw, *given)
            drawing.add_done_callback(lambda _done: self._drawing.pop(key))
            self._drawing[key] = drawing
        return self._drawing[key]

    def _forget_other(self, _drawn: object) -> None:
        self._others -= 1

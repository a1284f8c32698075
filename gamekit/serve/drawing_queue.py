"""Drawing of pages and pictures beside the event loop: which wait, how many may, and which are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Final, TypeVar

from gamekit.classroom.buckets import Buckets
from gamekit.show import pictures
from gamekit.words import _, language

from .lessons import PictureMoment
from .panel_workers import TooBusyError

MOST_OTHERS: Final = 8
"""Pictures that no page shows and that wait at once, of all visitors together."""
OTHERS_A_SECOND, OTHERS_AT_ONCE = 0.5, 20
"""Such pictures for one visitor."""
PAGES, SHOWN, OTHERS = "pages", "pictures", "other pictures"
T = TypeVar("T")


class DrawingQueue:
    """Pages and pictures, each drawn once for all who wait for it, by a thread of its own for each of three queues.

    In two are the pages, and the pictures that pages show: there are as many as games and lessons, and they are kept.
    In the third are pictures of any moment that somebody asks for: few may wait, and none holds up another queue.
    """

    def __init__(self) -> None:
        self._threads = {queue: ThreadPoolExecutor(1, thread_name_prefix=queue) for queue in (PAGES, SHOWN, OTHERS)}
        self._visitors = Buckets(OTHERS_A_SECOND, OTHERS_AT_ONCE)
        self._drawing: dict[tuple[object, ...], asyncio.Future[Any]] = {}
        self._kept: dict[tuple[str, str, PictureMoment], str | None] = {}
        self._others = 0

    async def page(self, draw: Callable[..., T], *given: Any) -> T:
        """Return `draw(*given)`, drawn in the language of who asks.

        Visitors may not choose `given` freely: this queue has no limit, for there are only so many games and lessons.
        """
        return await asyncio.shield(self._share(PAGES, draw, *given))

    async def draw(self, game: str, moment: PictureMoment, is_shown: bool, visitor: str) -> str | None:
        """Return the picture of a game at a moment as SVG, in the language that is spoken; None if it has none.

        `is_shown`: a page of this server shows it. Raises `TooBusyError` and `TooManyError` for other pictures, where
        too many wait or the visitor has asked for too many.
        """
        key, given = (language(), game, moment), (pictures.board, game, moment.seed, moment.step)
        if key in self._kept:
            return self._kept[key]
        if is_shown:
            self._kept[key] = drawn = await asyncio.shield(self._share(SHOWN, *given))
            return drawn
        if (language(), *given) not in self._drawing:
            self._visitors.take(visitor)
            if self._others >= MOST_OTHERS:
                raise TooBusyError(_("Too much at once. Wait a moment."))
            self._others += 1
            self._share(OTHERS, *given).add_done_callback(self._forget_other)
        return await asyncio.shield(self._share(OTHERS, *given))

    def close(self) -> None:
        """Draw nothing more: the server stops."""
        for thread in self._threads.values():
            thread.shutdown(wait=False, cancel_futures=True)

    def _share(self, queue: str, draw: Callable[..., T], *given: Any) -> asyncio.Future[T]:
        """Draw something in its queue, in the language of who asks, unless that is being done."""
        key = (language(), draw, *given)
        if key not in self._drawing:
            loop = asyncio.get_running_loop()
            drawing = loop.run_in_executor(self._threads[queue], copy_context().run, draw, *given)
            drawing.add_done_callback(lambda _done: self._drawing.pop(key))
            self._drawing[key] = drawing
        return self._drawing[key]

    def _forget_other(self, _drawn: object) -> None:
        self._others -= 1

"""Drawing of boards as pictures beside the event loop: which wait, how many may, and which are kept."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final

from gamekit.classroom.buckets import Buckets
from gamekit.show import pictures
from gamekit.words import _, language

from .lessons import PictureMoment
from .panel_workers import TooBusyError

MOST_OTHERS: Final = 8
"""Pictures that no page shows and that wait at once, of all visitors together."""
OTHERS_A_SECOND, OTHERS_AT_ONCE = 0.5, 20
"""Such pictures for one visitor."""


class PictureQueue:
    """Pictures of boards, each drawn once for all who wait for it, by a thread of its own for each of two queues.

    In one are the pictures that pages show: there are as many as games and lessons, and they are kept. In the other are
    those of any moment that somebody asks for: few may wait, and none of them holds up the first queue.
    """

    def __init__(self) -> None:
        self._threads = {shown: ThreadPoolExecutor(1, thread_name_prefix="pictures") for shown in (True, False)}
        self._visitors = Buckets(OTHERS_A_SECOND, OTHERS_AT_ONCE)
        self._drawing: dict[tuple[str, str, PictureMoment], asyncio.Future[str | None]] = {}
        self._kept: dict[tuple[str, str, PictureMoment], str | None] = {}
        self._others = 0

    async def draw(self, game: str, moment: PictureMoment, is_shown: bool, visitor: str) -> str | None:
        """Return the picture of a game at a moment as SVG, in the language that is spoken; None if it has none.

        `is_shown`: a page of this server shows it. Raises `TooBusyError` and `TooManyError` for other pictures, where
        too many wait or the visitor has asked for too many.
        """
        key = (language(), game, moment)
        if key in self._kept:
            return self._kept[key]
        if key not in self._drawing:
            if not is_shown:
                self._visitors.take(visitor)
                if self._others >= MOST_OTHERS:
                    raise TooBusyError(_("Too much at once. Wait a moment."))
                self._others += 1
            self._drawing[key] = asyncio.ensure_future(self._draw(key, is_shown))
        return await asyncio.shield(self._drawing[key])

    def close(self) -> None:
        """Draw nothing more: the server stops."""
        for thread in self._threads.values():
            thread.shutdown(wait=False, cancel_futures=True)

    async def _draw(self, key: tuple[str, str, PictureMoment], is_shown: bool) -> str | None:
        """Draw a picture in its queue, and keep it if pages show it."""
        _language, game, moment = key
        work = copy_context()  # in the language of who asks
        try:
            drawn = await asyncio.get_running_loop().run_in_executor(
                self._threads[is_shown], work.run, pictures.board, game, moment.seed, moment.step
            )
        finally:
            self._others -= not is_shown
            del self._drawing[key]
        if is_shown:
            self._kept[key] = drawn
        return drawn

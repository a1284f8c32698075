"""Cache of the lesson pages of a server: drawn once by a worker, on demand or ahead while it is idle."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from gamekit.core.i18n.translation import each_language, language, use_language
from gamekit.lessons import catalog
from gamekit.lessons.catalog import HOME, Lesson
from gamekit.server.class_.schemas import AskedQuestion
from gamekit.server.language_negotiation import draw_switch
from gamekit.server.page_cache import DrawnPage, PageStore, edition, page_key
from gamekit.server.worker_pool import AHEAD, TooBusyError, WorkerPool

log = logging.getLogger(__name__)

FAILED_FOR: Final = 5.0
"""Seconds for which a page that failed is kept; then a request draws it again.

The waiting page reloads itself when there is news, and must then find the failure.
"""
LONGEST_PLACE: Final = 120
GLANCE: Final = 2.0
"""Seconds between two attempts to draw a page ahead."""


@dataclass(frozen=True)
class ServedPage:
    """Page of a lesson, ready to be sent."""

    lesson: Lesson
    key: str
    compressed: bytes
    panels: Mapping[str, Any]
    """Data of its panels, by name on the page; `bets` and `boards` likewise."""
    bets: Mapping[str, Any]
    boards: set[int]
    steps: Mapping[str, int]
    """Step of each question, from 1, by key."""
    questions: Mapping[str, AskedQuestion]
    """Questions for the class, by key, in the order of the page."""
    failed: str
    made: float


@each_language(most=600)
def read_steps(folder: Path, name: str, _changed: int) -> list[str]:
    """Return the names of a lesson's steps, for a notebook of this modification time; cached."""
    return catalog.step_names(folder, name)


class NotDrawnError(Exception):
    """A page could not be drawn; the message says why."""


def time_of_change(path: Path) -> int | None:
    """Return the modification time of a file in ns; None if it cannot be read, as of a broken link."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


class Gallery:
    """Lessons of a folder, read again when a notebook changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._found: dict[str, tuple[object, list[Lesson]]] = {}
        """Files with modification times and the lessons in them, by language."""

    def lessons(self) -> list[Lesson]:
        """Return all lessons in the order of teaching, with titles in the reader's language."""
        stamp = [(path, time_of_change(path)) for path in catalog.notebooks(self.folder)]
        known, found = self._found.get(language(), (None, []))
        if stamp != known:
            found = [lesson.translate() for lesson in catalog.find_lessons(self.folder)]
            self._found[language()] = stamp, found
        return found

    def lesson(self, name: str) -> Lesson | None:
        """Return the lesson of a URL path, with or without ending; None if there is none."""
        path = catalog.lesson_path(self.folder, name.removesuffix(".html"))
        return next((lesson for lesson in self.lessons() if lesson.path == path), None)


class LessonPages:
    """Lesson pages of a server. Must be created within an event loop."""

    def __init__(
        self, gallery: Gallery, workers: WorkerPool, store: PageStore | None = None, languages: Sequence[str] = ()
    ) -> None:
        self.gallery, self.workers, self.store = gallery, workers, store or PageStore()
        self.now = HOME
        """Path of the lesson opened last."""
        self.languages = languages
        """Languages that pages offer; empty if there is only one."""
        self.read = [language()]
        """Languages in which pages were read here, most recent first."""
        self.tell_drawn: Callable[[], None] = lambda: None
        """Callback after a page was drawn, when its questions are known in its language."""
        self._keys: dict[tuple[str, str], tuple[object, str]] = {}
        self._pages: dict[tuple[str, str], ServedPage] = {}
        self._drawing: dict[str, asyncio.Task[ServedPage]] = {}
        self._not_drawn: dict[str, tuple[float, NotDrawnError]] = {}
        self._ahead: asyncio.Task[None] | None = None

    def key(self, lesson: Lesson) -> str:
        """Return the key of a lesson's page in the current language."""
        stamp = (self.gallery.folder / lesson.path).stat().st_mtime_ns
        known, key = self._keys.get((language(), lesson.path), (None, ""))
        if known != stamp:
            key = page_key(self.gallery.folder, lesson)
            self._keys[language(), lesson.path] = (stamp, key)
        return key

    def order(self, lesson: Lesson, do: str, **more: Any) -> dict[str, Any]:
        """Return an order to a worker about a lesson."""
        about = {"key": self.key(lesson), "folder": str(self.gallery.folder.resolve()), "lesson": lesson.model_dump()}
        return {"do": do, "language": language(), **about, **more}

    def ready(self, lesson: Lesson) -> ServedPage | None:
        """Return a lesson's page if it is drawn and up to date, from memory or disk, else None."""
        key = self.key(lesson)
        page = self._pages.get((language(), lesson.path))
        if page is not None and page.key == key:
            return None if page.failed and time.monotonic() - page.made > FAILED_FOR else page
        kept = self.store.find_page(key)
        return None if kept is None else self._take(lesson, key, kept)

    async def page(self, lesson: Lesson, visitor: str = AHEAD) -> ServedPage:
        """Return a lesson's page, drawn by a worker if necessary. Raises `NotDrawnError`."""
        ready = await asyncio.to_thread(self.ready, lesson)
        if ready is not None:
            return ready
        key = self.key(lesson)
        when, error = self._not_drawn.get(key, (-math.inf, None))
        if error is not None and time.monotonic() - when <= FAILED_FOR:
            raise error
        if key not in self._drawing:
            self._drawing[key] = asyncio.create_task(self._draw(lesson, key, visitor))
            self._drawing[key].add_done_callback(lambda _task: self._drawing.pop(key, None))
        return await asyncio.shield(self._drawing[key])

    def find_question(self, name: str, key: str) -> AskedQuestion | None:
        """Return a question in the current language, or None; if its page is missing, the language is drawn ahead."""
        lesson = self.gallery.lesson(name)
        page = None if lesson is None else self.ready(lesson)
        if page is None:
            self._note_reader()
            return None
        found = page.questions.get(key)
        steps = ["", *self.find_steps(name)]
        step = page.steps.get(key, 0)
        place = steps[step] if step < len(steps) else ""  # the last section is no step
        return None if found is None else found.model_copy(update={"place": place[:LONGEST_PLACE]})

    def is_drawn(self, name: str) -> bool:
        """Return whether a lesson's page is drawn in the current language."""
        lesson = self.gallery.lesson(name)
        return lesson is not None and self.ready(lesson) is not None

    def find_steps(self, name: str) -> list[str]:
        """Return the names of a lesson's steps in the current language; empty if there is no such lesson."""
        lesson = self.gallery.lesson(name)
        if lesson is None:
            return []
        return read_steps(self.gallery.folder, name, (self.gallery.folder / lesson.path).stat().st_mtime_ns)

    def open(self, lesson: Lesson) -> None:
        """Note that a page was opened, so that workers load its panels ahead."""
        self.now = lesson.path
        self._note_reader()
        self.workers.preload(self.order(lesson, "load"))

    def _note_reader(self) -> None:
        """Put the current language first among those drawn ahead."""
        self.read = list(dict.fromkeys([language(), *self.read]))

    async def _draw(self, lesson: Lesson, key: str, visitor: str) -> ServedPage:
        try:
            said = await self.workers.result(self.order(lesson, "draw"), visitor)
        except TooBusyError as error:
            said = {"type": "error", "text": str(error)}
        if said["type"] == "error":
            log.warning("The page of %s could not be drawn: %s", lesson.path, said["text"])
            self._not_drawn[key] = time.monotonic(), NotDrawnError(said["text"])
            raise self._not_drawn[key][1]
        drawn = DrawnPage(**said["page"])
        if drawn.failed:
            log.warning("A cell of %s failed: %s", lesson.path, drawn.failed)
        else:
            await asyncio.to_thread(self.store.keep, key, said["page"])
        page = await asyncio.to_thread(self._take, lesson, key, drawn)
        self.tell_drawn()
        return page

    def _take(self, lesson: Lesson, key: str, drawn: DrawnPage) -> ServedPage:
        text = drawn.serve(lesson.name, edition(), draw_switch(self.languages))
        compressed = gzip.compress(text.encode(), 6, mtime=0)
        panels = {name: {**told, "result": None} for name, told in drawn.panels.items()}  # charts would fill the memory
        page = ServedPage(
            lesson,
            key,
            compressed,
            panels,
            drawn.bets,
            set(drawn.boards),
            drawn.steps,
            read_questions(drawn),
            drawn.failed,
            time.monotonic(),
        )
        self._pages[language(), lesson.path] = page
        return page

    # --- ahead ------------------------------------------------------------------------------------------------------
    def make_ahead(self) -> None:
        """Start to draw pages ahead, one after the other, whenever workers are idle."""
        self._ahead = asyncio.create_task(self._make_ahead())

    async def _make_ahead(self) -> None:
        tried: set[str] = set()
        while True:
            await asyncio.sleep(GLANCE)
            with contextlib.suppress(OSError, NotDrawnError):  # a notebook that has just gone, a lesson that fails
                await self._make_next(tried)

    async def _make_next(self, tried: set[str]) -> None:
        """Draw the first page missing in the languages read here, if a worker is free and it was not tried."""
        for spoken in self.read:
            with use_language(spoken):
                for lesson in self.order_lessons():
                    if await asyncio.to_thread(self.ready, lesson) or self.key(lesson) in tried:
                        continue
                    if self.workers.idle:
                        tried.add(self.key(lesson))
                        await self.page(lesson)
                    return

    def order_lessons(self) -> Sequence[Lesson]:
        """Return all lessons from the current one on; the introduction and those of its game come first."""
        found = self.gallery.lessons()
        paths = [lesson.path for lesson in found]
        here = paths.index(self.now) if self.now in paths else 0
        game = found[here].game if found else ""
        after: list[Lesson] = [*found[here:], *found[:here]]
        return sorted(after, key=lambda lesson: lesson.path not in (self.now, HOME) and lesson.game != game)

    def close(self) -> None:
        for task in (*self._drawing.values(), *([self._ahead] if self._ahead else [])):
            task.cancel()


def read_questions(drawn: DrawnPage) -> dict[str, AskedQuestion]:
    """Return the questions of a page; those that no class could store are left out."""
    found = {}
    for key, told in drawn.questions.items():
        with contextlib.suppress(ValidationError):
            found[key] = AskedQuestion.model_validate_json(json.dumps(told))
    return found

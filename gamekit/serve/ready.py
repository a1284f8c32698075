"""Lessons that are ready for a class: each run once, by a parent process of its own, and drawn once as a page for all.

A pupil's page is this page with another kernel's number in it. The kernel, a fork of the lesson's parent (fork.py),
comes when the page needs it (asleep.py); what all pages ask of it before is recorded (answers.py).
Lessons are made when somebody opens them; with a class also ahead, one after the other, while nobody is waiting.
Where memory is short a lesson rests: its parent is put away, its page and answers stay, and the parent is made again,
with the same widgets, when a page needs a kernel or somebody has opened the lesson.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import re
import time
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from nbformat.notebooknode import from_dict
from voila.notebook_renderer import NotebookRenderer

from gamekit.words import _

from .answers import Answers, recorded
from .fork import Forks, LessonParent, LessonScript, sources_stamp

log = logging.getLogger(__name__)

LONGEST_CELL = 300.0
"""Seconds a cell may take: the first one that simulates may have to wait for the compiler."""
MOST_MEMORY = 1700
MOST_AHEAD = 1300
"""Megabytes of all processes: beyond the first, lessons rest that nobody has a kernel of; beyond the second, what is
made ahead rests at once."""
KERNEL_MB = 40
"""Megabytes that a lesson's parent, or another kernel, takes for itself, roughly."""
NOW_AND_THEN = 10.0
"""Seconds between two looks at the memory."""


VIEW = "application/vnd.jupyter.widget-view+json"


def failed_cell() -> str:
    """What a page says in place of a cell that failed; a person reads it, and it names the way back."""
    return _("This step of the lesson could not be carried out. Reload the page; your game is kept.")


def memory_mb(pids: Sequence[int]) -> float:
    """Megabytes of these processes, shared pages counted once (PSS)."""
    total = 0
    for pid in pids:
        try:
            found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
        except OSError:
            continue
        total += int(found[1]) if found else 0
    return total / 1024


def views_in(shown: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names of the widgets that a cell shows."""
    return [output["data"][VIEW]["model_id"] for output in shown if VIEW in output.get("data", ())]


class LessonRenderer(NotebookRenderer):
    """Voilà's, with cells that a lesson's parent runs instead of a kernel."""

    parent_process: LessonParent
    views: list[str]
    """The names of the widgets that its page shows."""
    mark = ""
    """Stands where a page has its kernel's number."""
    show_tracebacks = False

    async def _jinja_kernel_start(self, nb: Any, kernel_id: Any, kernel_future: Any) -> str:
        return self.mark

    async def _jinja_cell_generator(self, nb: Any, kernel_id: Any) -> AsyncIterator[Any]:
        for cell in nb.cells:
            if cell.cell_type != "code":
                yield cell
                continue
            cell.execution_count = None
            cell.outputs = await self._shown()
            yield cell
            if any(output.output_type == "error" for output in cell.outputs):
                return

    async def _shown(self) -> list[Any]:
        """What the next cell shows. One that failed, or took its process with it, says a sentence."""
        try:
            shown = await asyncio.wait_for(self.parent_process.line.shown.get(), LONGEST_CELL)
        except TimeoutError:
            shown = None
        if shown is None:
            log.warning("%s: its process ended, or took longer than %d s.", self.notebook_path, LONGEST_CELL)
            shown = [{"output_type": "error", "ename": "", "evalue": "", "traceback": [failed_cell()]}]
        self.views += views_in(shown)
        outputs = [from_dict(one) for one in shown]  # type: ignore[no-untyped-call]
        if self.show_tracebacks:
            return outputs
        for output in outputs:
            if output.output_type == "error":
                log.warning("%s: %s: %s", self.notebook_path, output.ename, str(output.evalue)[:200])
                output.update(ename="", evalue="", traceback=[failed_cell()])
        return [output for output in outputs if (output.output_type, output.get("name")) != ("stream", "stderr")]


class ReadyLesson:
    """One lesson: its parent process, and its page as far as it is made. While it rests it has the page only."""

    def __init__(self, path: str, stamp: tuple[int, int]) -> None:
        self.path, self.stamp = path, stamp
        self.parent: LessonParent | None = None
        self.answers: Answers | None = None
        """What its kernel says to everybody; None if it could not be asked."""
        self.env: dict[str, str] = {}
        self.used = time.monotonic()
        self.opening = 0
        """Pages that wait for it, or have no kernel yet."""
        self.changed = False
        """Whether running it again has shown that its page no longer fits."""
        self._script: LessonScript | None = None
        self._views: list[str] = []
        self._forking = 0
        self._again: asyncio.Task[None] | None = None
        self.since = float("inf")
        """When it was made."""
        self._mark = str(uuid.uuid4())
        self._pieces: list[str] = []
        self._grown, self._drawn = asyncio.Condition(), False
        self._making: asyncio.Task[None] | None = None

    def begin(self, renderer: LessonRenderer, env: dict[str, str], cwd: str, folder: str) -> None:
        """Begin to make it."""
        self.env = env
        self._making = asyncio.create_task(self._make(renderer, cwd, folder))
        self._making.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be waiting

    async def _make(self, renderer: LessonRenderer, cwd: str, folder: str) -> None:
        assert Forks.current is not None
        try:
            await renderer.initialize()
            cells = [cell.source for cell in renderer.notebook.cells if cell.cell_type == "code"]
            self._script = LessonScript(cells, self._mark, cwd, self.env, folder)
            self.parent = renderer.parent_process = await Forks.current.parent().lesson(self._script)
            renderer.mark, renderer.views = self._mark, self._views
            async for piece, _resources in renderer.generate_content_generator():
                self._pieces.append(piece)
                async with self._grown:
                    self._grown.notify_all()
        finally:
            self._drawn = True
            async with self._grown:
                self._grown.notify_all()
        await self.parent.line.ready()
        try:
            self.answers = await recorded(self.parent, self.env, cwd, folder)
        except Exception:  # then each page has a kernel from its beginning
            log.warning("%s: its answers could not be recorded.", self.path, exc_info=True)
        self.since = time.monotonic()

    @property
    def made(self) -> bool:
        """Whether nothing is left to do, well or badly."""
        return self._making is not None and self._making.done()

    @property
    def fresh(self) -> bool:
        """Whether it is being made, or was made and can still fork."""
        if not self.made or self.resting:
            return not self.changed
        return self.parent is not None and self.parent.alive and self.parent.line.prepared

    @property
    def resting(self) -> bool:
        """Whether its parent was put away."""
        return self.made and self.answers is not None and self.parent is None

    @property
    def may_rest(self) -> bool:
        """Whether nobody would lose anything by that."""
        there = self.made and self.answers is not None and self.parent is not None and not self.parent.busy
        return there and not self._forking

    def rest(self) -> None:
        """Put its parent away."""
        if self.parent is not None:
            self.parent.close()
            self.parent = None

    def wake(self) -> asyncio.Task[None]:
        """Begin to make its parent again, if that has not begun."""
        if self._again is None or self._again.done():
            self._again = asyncio.create_task(self._make_again())
            self._again.add_done_callback(lambda done: done.cancelled() or done.exception())
        return self._again

    async def _make_again(self) -> None:
        assert self._script is not None
        assert Forks.current is not None
        parent, views = await Forks.current.parent().lesson(self._script), list[str]()
        while (shown := await asyncio.wait_for(parent.line.shown.get(), LONGEST_CELL)) is not None:
            views += views_in(shown)
        await parent.line.ready()
        if views != self._views:
            self.changed = True
            parent.close()
            raise ConnectionError("It shows other widgets now than its page has.")
        self.parent = parent

    @asynccontextmanager
    async def forking(self) -> AsyncIterator[LessonParent | None]:
        """Its parent, kept from resting meanwhile; None if it never had one. Raises what went wrong."""
        self._forking += 1
        try:
            if self.resting:
                await asyncio.shield(self.wake())
            yield self.parent
        finally:
            self._forking -= 1

    async def finished(self) -> None:
        """Wait until it is made. Raises what went wrong."""
        assert self._making is not None
        await asyncio.shield(self._making)

    async def page(self, kernel_id: str) -> AsyncIterator[str]:
        """The page of this kernel, piece by piece as it is made. Raises what went wrong if nothing is made."""
        self.used = time.monotonic()
        given, drawn = 0, False
        while not drawn:
            async with self._grown:
                while not self._drawn and len(self._pieces) == given:
                    await self._grown.wait()
                piece, given, drawn = "".join(self._pieces[given:]), len(self._pieces), self._drawn
            yield piece.replace(self._mark, kernel_id)
        if not self._pieces:
            await self.finished()

    @property
    def busy(self) -> bool:
        """Whether somebody has a page of it open, or opens one."""
        return self.opening > 0 or (self.parent is not None and self.parent.busy)

    def close(self) -> None:
        """End its processes."""
        for task in (self._making, self._again):
            if task is not None:
                task.cancel()
        self.rest()


class ReadyLessons:
    """All lessons of a server that are made, or being made. `renderer` gives the means to draw a notebook's page."""

    def __init__(self, root: Path, folder: str, renderer: Callable[[str], LessonRenderer], env: dict[str, str]) -> None:
        self._root, self._folder, self._renderer, self._env = root, folder, renderer, env
        self._lessons: dict[str, ReadyLesson] = {}
        self._retired: list[ReadyLesson] = []
        self._used, self._measured = 0.0, float("-inf")
        self._coming = 0
        """Kernels that were forked since then."""

    def lesson(self, path: str) -> ReadyLesson:
        """A lesson as its notebook stands now; being made, if it was not ready."""
        stamp = self._stamp(path)
        lesson = self._lessons.get(path)
        if lesson is None or not lesson.fresh or lesson.stamp != stamp:
            if lesson is not None:
                self._retired.append(lesson)
            lesson = self._lessons[path] = ReadyLesson(path, stamp)
            lesson.begin(self._renderer(path), self._env, str((self._root / path).parent), self._folder)
        return lesson

    def _stamp(self, path: str) -> tuple[int, int]:
        try:
            return ((self._root / path).stat().st_mtime_ns, sources_stamp())
        except OSError:
            return (0, 0)

    def is_ready(self, path: str) -> bool:
        """Whether nobody has to wait for this lesson."""
        lesson = self._lessons.get(path)
        return lesson is not None and lesson.made and lesson.fresh and lesson.stamp == self._stamp(path)

    async def ahead(self, paths: Sequence[str]) -> bool:
        """Make the first of these lessons that is not ready; whether there was one. Where memory is short it rests."""
        for path in paths:
            lesson = self._lessons.get(path)
            if lesson is not None and lesson.made and lesson.stamp == self._stamp(path):
                continue  # ready; or it failed, and is tried again by whoever opens it
            if await self.memory() > MOST_MEMORY:
                return False
            lesson = self.lesson(path)
            try:
                await lesson.finished()
            except Exception:  # one lesson that cannot be made must not stop the others; who opens it sees why
                log.warning("%s could not be made ready; whoever opens it tries again.", path, exc_info=True)
            if lesson.may_rest and await self.memory() > MOST_AHEAD and lesson.may_rest:
                lesson.rest()
            return True
        return False

    def expect(self, path: str) -> None:
        """Somebody has opened this lesson, and may press something soon."""
        lesson = self._lessons.get(path)
        if lesson is not None and lesson.resting and lesson.fresh:
            lesson.wake()

    async def memory(self, older: float = 0.0) -> float:
        """Megabytes of the server and all it has forked, as measured at most `older` seconds ago."""
        if time.monotonic() - self._measured > older:
            lessons = (*self._lessons.values(), *self._retired)
            parents = [one.parent for one in lessons if one.parent is not None]
            pids = [os.getpid(), *(Forks.current.pids if Forks.current is not None else [])]
            for parent in parents:
                pids += [parent.process.pid] if parent.process is not None else []
                pids += [kernel.pid for kernel in parent.kernels]
            self._coming = 0
            self._used = await asyncio.to_thread(memory_mb, pids)
            self._measured = time.monotonic()
        return self._used

    async def put_away(self, keep: str | None) -> None:
        """End what is out of date and has no page open; where memory is short, what was not used for longest rests."""
        for lesson in [one for one in self._retired if not one.busy]:
            self._retired.remove(lesson)
            lesson.close()
        while self._idle(keep) and await self.memory(NOW_AND_THEN) > MOST_MEMORY:
            self._measured = float("-inf")
            for oldest in self._idle(keep)[:1]:
                oldest.rest()

    async def room_for_one(self, path: str) -> None:
        """Before another kernel of this lesson is forked: where memory would be short, other lessons rest at once."""
        self._coming += 1
        missing = await self.memory(NOW_AND_THEN) + KERNEL_MB * self._coming - MOST_MEMORY
        for oldest in self._idle(path)[: max(0, math.ceil(missing / KERNEL_MB))]:
            oldest.rest()
            self._used -= KERNEL_MB

    def _idle(self, keep: str | None) -> list[ReadyLesson]:
        """The lessons that may rest, but this one; what was not used for longest comes first."""
        found = [one for one in self._lessons.values() if one.may_rest and one.path != keep]
        return sorted(found, key=lambda one: one.used)

    def close(self) -> None:
        """End all of them."""
        for lesson in (*self._lessons.values(), *self._retired):
            lesson.close()
        self._lessons.clear()
        self._retired.clear()

"""Pool of worker processes: a queue that is fair per visitor, a cache of answers, a watchdog for runs that hang."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import subprocess
import sys
import threading
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gamekit.core.i18n.translation import _, language, use_language
from gamekit.lab.engine.batches import count_workers as usable_cores
from gamekit.lessons.catalog import PACKAGE
from gamekit.server.process_control import end_tree, shield_from_keyboard
from gamekit.web import font_faces
from gamekit.widgets.error_guard import ALONE

log = logging.getLogger(__name__)

MODULE: Final = "gamekit.server.worker"
FEWEST: Final = 2
MOST: Final = 4
"""Bounds of the number of workers, which is otherwise that of cores. A worker has 90 to 250 MB."""
SILENT: Final = 180.0
"""Seconds without a message after which a run counts as hung."""
GRACE: Final = 5.0
"""Seconds a cancelled run has to stop before its worker is killed."""
TIRED: Final = 300_000_000
"""Bytes of memory above which a worker is replaced when nobody waits and the others have its lessons."""
TOGETHER: Final = 600_000_000
"""Bytes of all workers above which a worker larger than `TIRED` is replaced at once."""
MOST_EXPECTED: Final = 2
"""Lessons that every worker loads ahead, those whose pages were opened last."""
LARGEST_KEPT: Final = 32_000_000
"""Characters of cached answers."""
MOST_WAITING: Final = 1000
MOST_WAITING_EACH: Final = 60
"""Orders of one visitor that may wait; a whole class may share one address."""
AHEAD: Final = ""
"""Visitor of orders for later use; all others come first."""

Message = dict[str, Any]


class TooBusyError(Exception):
    """The queue is full; the message says what to do."""


@dataclass(eq=False)
class PanelJob:
    """Order in the queue or with a worker, and its listeners."""

    number: int
    visitor: str
    order: Mapping[str, Any]
    question: tuple[Any, ...] | None
    """Key of the question without predictions; equal questions share runs and answers. None: not cached."""
    listeners: list[asyncio.Queue[Message]] = field(default_factory=list)
    worker: Worker | None = None
    crowded: bool = False
    """True if its worker was told that others wait."""
    place: int = -1
    """Orders ahead of it, as last reported; −1 before the first report."""

    @property
    def language(self) -> str:
        """Language of its listeners."""
        return str(self.order.get("language", language()))

    @property
    def bets(self) -> Mapping[str, float]:
        bets: Mapping[str, float] = self.order.get("bets", {})
        return bets

    def tell(self, message: Message) -> None:
        """Send a message to all listeners."""
        for listener in self.listeners:
            listener.put_nowait(message)


class Worker:
    """Worker process and its current order; `heard` and `ended` are called in the event loop."""

    def __init__(self, heard: Callable[[Worker, Message], None], ended: Callable[[Worker], None], loud: bool) -> None:
        self.asked: PanelJob | None = None
        self.lessons: set[str] = set()
        self.why = ""
        """Reason for which it is being killed; "" while it works."""
        self.memory = 0
        """Bytes of memory when it last answered."""
        self.watch: asyncio.TimerHandle | None = None
        loop = asyncio.get_running_loop()
        path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-m", MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if loud else subprocess.DEVNULL,
            env={**os.environ, ALONE: "1", font_faces.PAGE_HAS_IT: "1", "MPLBACKEND": "agg", "PYTHONPATH": path},
            **shield_from_keyboard(),
        )

        def listen() -> None:
            assert self._process.stdout is not None
            with contextlib.suppress(ValueError, OSError):  # a line that is no JSON, or a closed pipe: it is ended
                for line in self._process.stdout:
                    loop.call_soon_threadsafe(heard, self, json.loads(line))
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(ended, self)

        threading.Thread(target=listen, daemon=True, name="gamekit-worker").start()

    def send(self, message: Mapping[str, Any]) -> None:
        """Write a message to the process; errors are ignored, as `ended` follows when it has died."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def end(self, why: str = "") -> None:
        """Kill the process; the reason is sent to the listeners of its order."""
        self.why = self.why or why
        end_tree(self._process.pid)

    def close(self) -> None:
        """Kill the process and wait until it has ended."""
        end_tree(self._process.pid)
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._process.wait()


class WorkerPool:
    """Pool of workers with their queue and cache of answers. Must be created within an event loop."""

    def __init__(self, count: int | None = None, silent: float = SILENT, loud: bool = False) -> None:
        self.count = count or max(FEWEST, min(MOST, usable_cores()))
        self._silent, self._loud = silent, loud
        self._numbers = itertools.count(1)
        self._workers: list[Worker] = []
        self._waiting: list[PanelJob] = []
        self._turns: Counter[str] = Counter()
        self._kept: OrderedDict[tuple[Any, ...], list[tuple[dict[str, Any], Message, int]]] = OrderedDict()
        self._kept_size = 0
        self._wanted: OrderedDict[str, Mapping[str, Any]] = OrderedDict()
        self._closed = False

    # --- asking -----------------------------------------------------------------------------------------------------
    async def submit(
        self, order: Mapping[str, Any], visitor: str, question: tuple[Any, ...] | None = None
    ) -> AsyncGenerator[Message, None]:
        """Yield the messages of an order: `progress` and `partly`, finally `result` or `error`.

        Closing the iterator cancels the order if nobody else waits for it. Raises `TooBusyError` if too many wait.
        """
        known = self._recall(question, order.get("bets", {}))
        if known is not None:
            yield known
            return
        asked = self._find_same(question, order) or self._queue(order, visitor, question)
        listener: asyncio.Queue[Message] = asyncio.Queue()
        asked.listeners.append(listener)
        self._dispatch()
        try:
            while True:
                message = await listener.get()
                yield message
                if message["type"] in ("result", "error"):
                    return
        finally:
            asked.listeners.remove(listener)
            if not asked.listeners:
                self._forget(asked)

    async def result(self, order: Mapping[str, Any], visitor: str = AHEAD) -> Message:
        """Return the final message of an order."""
        message: Message = {"type": "error", "text": ""}
        async with contextlib.aclosing(self.submit(order, visitor)) as said:
            async for one in said:
                message = one
        return message

    def preload(self, order: Mapping[str, Any]) -> None:
        """Load a lesson ahead in idle workers, as its page was opened."""
        self._wanted[str(order["key"])] = order
        self._wanted.move_to_end(str(order["key"]))
        while len(self._wanted) > MOST_EXPECTED:
            self._wanted.popitem(last=False)
        self._load_ahead()

    @property
    def idle(self) -> bool:
        """True if nobody waits and not all workers are busy."""
        return not self._waiting and sum(worker.asked is not None for worker in self._workers) < self.count

    def close(self) -> None:
        """Kill all workers."""
        self._closed = True
        for worker in self._workers:
            worker.close()

    def _queue(self, order: Mapping[str, Any], visitor: str, question: tuple[Any, ...] | None) -> PanelJob:
        mine = sum(one.visitor == visitor for one in self._waiting)
        if visitor != AHEAD and (mine >= MOST_WAITING_EACH or len(self._waiting) >= MOST_WAITING):
            raise TooBusyError(_("Too much at once. Wait a moment."))
        asked = PanelJob(next(self._numbers), visitor, order, question)
        self._waiting.append(asked)
        return asked

    def _find_same(self, question: tuple[Any, ...] | None, order: Mapping[str, Any]) -> PanelJob | None:
        """Return an order under way with the same question and the same predictions, or None."""
        running = [worker.asked for worker in self._workers if worker.asked is not None]
        same = (one for one in (*running, *self._waiting) if question is not None and one.question == question)
        return next((one for one in same if one.listeners and one.bets == order.get("bets", {})), None)

    def _forget(self, asked: PanelJob) -> None:
        """Remove an order without listeners from the queue, or cancel it in its worker."""
        if asked in self._waiting:
            self._waiting.remove(asked)
            self._tell_places()
        elif asked.worker is not None and asked.worker.asked is asked:
            asked.worker.send({"cancel": asked.number})
            self._watch(asked.worker, GRACE)

    # --- the queue --------------------------------------------------------------------------------------------------
    def _sort_waiting(self) -> list[PanelJob]:
        """Return waiting orders in the order of service: fewest turns of the visitor first, then arrival.

        Orders `AHEAD` come last. Turns count since the queue was last empty and all workers idle.
        """
        served = Counter(self._turns)
        ranked = []
        for asked in sorted(self._waiting, key=lambda one: one.number):
            ranked.append((asked.visitor == AHEAD, served[asked.visitor], asked.number, asked))
            served[asked.visitor] += 1  # a visitor's second order ranks below the first of others with equal turns
        return [asked for *_rank, asked in sorted(ranked, key=lambda one: one[:3])]

    def _dispatch(self) -> None:
        """Hand orders to free workers, start missing workers, and report places in the queue."""
        for asked in self._sort_waiting():
            known = self._recall(asked.question, asked.bets)
            if known is not None:  # somebody else has asked the same meanwhile
                self._waiting.remove(asked)
                asked.tell(known)
                continue
            worker = self._find_free(str(asked.order["key"]))
            if worker is None:
                break
            self._waiting.remove(asked)
            self._turns[asked.visitor] += 1
            self._give(worker, asked)
            with use_language(asked.language):
                asked.tell({"type": "progress", "done": 0, "text": _("Running …")})
        if not self._waiting and all(worker.asked is None for worker in self._workers):
            self._turns.clear()
        self._tell_places()
        if any(one.visitor != AHEAD for one in self._waiting):
            self._tell_crowded()
        for worker in self._workers:
            self._recycle(worker)
        self._load_ahead()

    def _tell_crowded(self) -> None:
        """Tell busy workers that others wait, so that runs draw no preliminary results."""
        for worker in self._workers:
            if worker.asked is not None and not worker.asked.crowded:
                worker.asked.crowded = True
                worker.send({"crowded": worker.asked.number})

    def _give(self, worker: Worker, asked: PanelJob) -> None:
        worker.asked, asked.worker = asked, worker
        worker.lessons.add(str(asked.order["key"]))
        worker.send({"id": asked.number, **asked.order})
        self._watch(worker, self._silent)

    def _recycle(self, worker: Worker, at_once: bool = False) -> None:
        """Kill a large idle worker, at once or when nobody waits and the others have all expected lessons."""
        ready = [one for one in self._workers if one.asked is None and not one.why]
        others = [one for one in ready if one is not worker and self._wanted.keys() <= one.lessons]
        spare = not self._waiting and len(others) == self.count - 1
        if worker in ready and worker.memory > TIRED and len(worker.lessons) > 1 and (at_once or spare):
            worker.end("It holds too much memory.")  # nobody waits for it, so nobody is told

    def _load_ahead(self) -> None:
        """Have idle workers load the expected lessons, while nobody waits."""
        for key, order in reversed(self._wanted.items()):
            if self._waiting or self._closed:
                return
            lacks = [one for one in self._workers if one.asked is None and not one.why and key not in one.lessons]
            if not lacks and len(self._workers) < self.count:
                lacks = [self._start()]
            for worker in lacks:
                self._give(worker, PanelJob(next(self._numbers), AHEAD, {**order, "do": "load"}, None))

    def _find_free(self, key: str) -> Worker | None:
        """Return a free worker, preferably one that has the lesson; start one if all are busy and more may run."""
        free = [worker for worker in self._workers if worker.asked is None and not worker.why]
        knows = [worker for worker in free if key in worker.lessons]
        if not free and len(self._workers) < self.count and not self._closed:
            return self._start()
        return next(iter(knows or free), None)

    def _start(self) -> Worker:
        self._workers.append(Worker(self._on_message, self._on_exit, self._loud))
        return self._workers[-1]

    def _tell_places(self) -> None:
        for place, asked in enumerate(self._sort_waiting()):
            if place != asked.place:
                asked.place = place
                with use_language(asked.language):
                    asked.tell({"type": "progress", "done": 0, "text": place_in_words(place)})

    # --- what workers say -------------------------------------------------------------------------------------------
    def _on_message(self, worker: Worker, message: Message) -> None:
        asked = worker.asked
        if asked is None or message.pop("id") != asked.number:
            return
        self._watch(worker, self._silent if asked.listeners else GRACE)  # each message restarts the time
        if message["type"] in ("progress", "partly"):
            asked.tell(message)
            return
        worker.asked = None
        self._unwatch(worker)
        worker.memory = message.pop("memory", 0)
        self._recycle(worker, sum(one.memory for one in self._workers if not one.why) > TOGETHER)
        # Without listeners it was cancelled: its "result" may be the sentence that it was stopped.
        if message["type"] == "result" and asked.question is not None and asked.listeners:
            self._keep(asked.question, message)
        asked.tell(message)
        self._dispatch()

    def _on_exit(self, worker: Worker) -> None:
        """Remove a worker whose process has ended, send an error to its listeners, and continue with the queue."""
        self._unwatch(worker)
        if worker in self._workers:
            self._workers.remove(worker)
        worker.close()
        if worker.asked is not None and not self._closed:
            with use_language(worker.asked.language):
                why = worker.why or _("The calculation ended unexpectedly. Press the button once more.")
            worker.asked.tell({"type": "error", "text": why})
            log.warning("A worker ended while it was at %s: %s", worker.asked.order.get("do"), why)
        if not self._closed:
            self._dispatch()

    def _watch(self, worker: Worker, seconds: float) -> None:
        self._unwatch(worker)
        with use_language(worker.asked.language if worker.asked is not None else language()):
            why = _(
                "The calculation took too long and was ended. Choose smaller numbers, or press the button once more."
            )
        worker.watch = asyncio.get_running_loop().call_later(seconds, worker.end, why)

    @staticmethod
    def _unwatch(worker: Worker) -> None:
        if worker.watch is not None:
            worker.watch.cancel()
            worker.watch = None

    # --- what is known ----------------------------------------------------------------------------------------------
    def _recall(self, question: tuple[Any, ...] | None, bets: Mapping[str, float]) -> Message | None:
        """Return the cached answer of a run that would have read the same of these predictions, or None."""
        if question not in self._kept or question is None:
            return None
        self._kept.move_to_end(question)
        return next((message for read, message, _size in self._kept[question] if reads_alike(read, bets)), None)

    def _keep(self, question: tuple[Any, ...], message: Message) -> None:
        size = len(json.dumps(message))
        self._kept.setdefault(question, []).append((message.get("read", {}), message, size))
        self._kept.move_to_end(question)
        self._kept_size += size
        while self._kept_size > LARGEST_KEPT and len(self._kept) > 1:
            _question, answers = self._kept.popitem(last=False)
            self._kept_size -= sum(size for _read, _message, size in answers)


def reads_alike(read: Mapping[str, float | None], bets: Mapping[str, float]) -> bool:
    """Return whether a run that read these predictions would read the same in `bets`.

    >>> reads_alike({"bet-1": None}, {"bet-2": 30}), reads_alike({"bet-1": 20}, {"bet-1": 30})
    (True, False)
    """
    return all(bets.get(key) == value for key, value in read.items())


def place_in_words(before: int) -> str:
    """Return the message for a visitor behind so many others.

    >>> place_in_words(3)
    'Many are calculating at once. 3 before you.'
    """
    if before == 0:
        return _("Many are calculating at once. You are next.")
    return _("Many are calculating at once. {count} before you.").format(count=before)

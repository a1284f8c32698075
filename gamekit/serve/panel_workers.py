"""The workers of a server: who asks waits in a fair queue, and an answer that is known is given again.

What a worker does with an order is in panel_worker.py; what pages may ask, and how they are told, in panel_pages.py.
"""

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

from gamekit.lab.engine.batches import count_workers as usable_cores
from gamekit.serve.process_control import end_tree, shield_from_keyboard
from gamekit.show import fonts
from gamekit.show.guard import ALONE
from gamekit.words import _, language, use_language

from .lessons import PACKAGE

log = logging.getLogger(__name__)

MODULE: Final = "gamekit.serve.panel_worker"
FEWEST: Final = 2
MOST: Final = 4
"""Workers: as many as cores between these. A worker has 90 to 250 MB."""
SILENT: Final = 180.0
"""Seconds without a word after which a run counts as hung."""
GRACE: Final = 5.0
"""Seconds a run has to stop that nobody waits for any more."""
TIRED: Final = 300_000_000
"""Bytes of memory above which a worker is replaced when nobody waits and the others can do its work meanwhile."""
TOGETHER: Final = 600_000_000
"""Bytes of all workers above which one that is tired is replaced at once, whoever waits."""
MOST_EXPECTED: Final = 2
"""Lessons that every worker holds ready, those whose pages were opened last."""
LARGEST_KEPT: Final = 32_000_000
"""Characters of answers that are kept."""
MOST_WAITING: Final = 1000
MOST_WAITING_EACH: Final = 60
"""Questions of one visitor that wait at once; a whole class may have one address."""
AHEAD: Final = ""
"""The visitor who asks for what somebody may need later; everybody else comes first."""

Message = dict[str, Any]


class TooBusyError(Exception):
    """The queue is full; the message says what to do."""


@dataclass(eq=False)
class PanelOrder:
    """An order on its way: who waits for it, and what was said so far."""

    number: int
    visitor: str
    order: Mapping[str, Any]
    question: tuple[Any, ...] | None
    """What is asked, apart from predictions: whoever asks the same is given the same. None: it is not kept."""
    listeners: list[asyncio.Queue[Message]] = field(default_factory=list)
    worker: Worker | None = None
    crowded: bool = False
    """Whether its worker was told that others wait."""
    place: int = -1
    """How many come before it, as was told last."""

    @property
    def language(self) -> str:
        """The language of those who wait for it."""
        return str(self.order.get("language", language()))

    @property
    def bets(self) -> Mapping[str, float]:
        """The predictions it brings."""
        bets: Mapping[str, float] = self.order.get("bets", {})
        return bets

    def tell(self, message: Message) -> None:
        """Tell everybody who waits."""
        for listener in self.listeners:
            listener.put_nowait(message)


class Worker:
    """A process, and the order it is at. `heard` and `ended` are called in the event loop."""

    def __init__(self, heard: Callable[[Worker, Message], None], ended: Callable[[Worker], None], loud: bool) -> None:
        self.asked: PanelOrder | None = None
        self.lessons: set[str] = set()
        self.why = ""
        """Why it was ended, for whoever waits for it; empty as long as it works."""
        self.memory = 0
        """Bytes it held when it answered last."""
        self.watch: asyncio.TimerHandle | None = None
        loop = asyncio.get_running_loop()
        path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-m", MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if loud else subprocess.DEVNULL,
            env={**os.environ, ALONE: "1", fonts.PAGE_HAS_IT: "1", "MPLBACKEND": "agg", "PYTHONPATH": path},
            **shield_from_keyboard(),
        )

        def listen() -> None:
            assert self._process.stdout is not None
            with contextlib.suppress(ValueError, OSError):
                for line in self._process.stdout:
                    loop.call_soon_threadsafe(heard, self, json.loads(line))
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(ended, self)

        threading.Thread(target=listen, daemon=True, name="gamekit-worker").start()

    def send(self, message: Mapping[str, Any]) -> None:
        """Give it an order; one that has just died is noticed by its silence."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def end(self, why: str = "") -> None:
        """End it; whoever waits for its answer is told why."""
        self.why = self.why or why
        end_tree(self._process.pid)

    def close(self) -> None:
        """End it, and wait until it is gone."""
        end_tree(self._process.pid)
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._process.wait()


class Workers:
    """All workers of a server, the queue before them and the answers behind them. Made within an event loop."""

    def __init__(self, count: int | None = None, silent: float = SILENT, loud: bool = False) -> None:
        self.count = count or max(FEWEST, min(MOST, usable_cores()))
        self._silent, self._loud = silent, loud
        self._numbers = itertools.count(1)
        self._workers: list[Worker] = []
        self._waiting: list[PanelOrder] = []
        self._turns: Counter[str] = Counter()
        self._kept: OrderedDict[tuple[Any, ...], list[tuple[dict[str, Any], Message, int]]] = OrderedDict()
        self._kept_size = 0
        self._wanted: OrderedDict[str, Mapping[str, Any]] = OrderedDict()
        self._closed = False

    # --- asking -----------------------------------------------------------------------------------------------------
    async def ask(
        self, order: Mapping[str, Any], visitor: str, question: tuple[Any, ...] | None = None
    ) -> AsyncGenerator[Message, None]:
        """What is said to an order: `progress` and `partly`, at the end `result` or `error`.

        Leave the iterator, and nobody waits any more. Raises `TooBusyError` where too many wait.
        """
        known = self._recall(question, order.get("bets", {}))
        if known is not None:
            yield known
            return
        asked = self._find_same(question, order) or self._queue(order, visitor, question)
        listener: asyncio.Queue[Message] = asyncio.Queue()
        asked.listeners.append(listener)
        self._go_on()
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
        """The last thing that is said to an order."""
        message: Message = {"type": "error", "text": ""}
        async with contextlib.aclosing(self.ask(order, visitor)) as said:
            async for one in said:
                message = one
        return message

    def expect(self, order: Mapping[str, Any]) -> None:
        """A page of a lesson was opened: workers that have nothing to do load it, so that nobody waits for that."""
        self._wanted[str(order["key"])] = order
        self._wanted.move_to_end(str(order["key"]))
        while len(self._wanted) > MOST_EXPECTED:
            self._wanted.popitem(last=False)
        self._load_ahead()

    @property
    def idle(self) -> bool:
        """Whether nobody waits, and a worker is free."""
        return not self._waiting and sum(worker.asked is not None for worker in self._workers) < self.count

    def close(self) -> None:
        """End all of them."""
        self._closed = True
        for worker in self._workers:
            worker.close()

    def _queue(self, order: Mapping[str, Any], visitor: str, question: tuple[Any, ...] | None) -> PanelOrder:
        mine = sum(one.visitor == visitor for one in self._waiting)
        if visitor != AHEAD and (mine >= MOST_WAITING_EACH or len(self._waiting) >= MOST_WAITING):
            raise TooBusyError(_("Too much at once. Wait a moment."))
        asked = PanelOrder(next(self._numbers), visitor, order, question)
        self._waiting.append(asked)
        return asked

    def _find_same(self, question: tuple[Any, ...] | None, order: Mapping[str, Any]) -> PanelOrder | None:
        """An order on its way that asks the same, predictions included."""
        running = [worker.asked for worker in self._workers if worker.asked is not None]
        same = (one for one in (*running, *self._waiting) if question is not None and one.question == question)
        return next((one for one in same if one.listeners and one.bets == order.get("bets", {})), None)

    def _forget(self, asked: PanelOrder) -> None:
        """Nobody waits for it any more."""
        if asked in self._waiting:
            self._waiting.remove(asked)
            self._tell_places()
        elif asked.worker is not None and asked.worker.asked is asked:
            asked.worker.send({"cancel": asked.number})
            self._watch(asked.worker, GRACE)

    # --- the queue --------------------------------------------------------------------------------------------------
    def _sort_waiting(self) -> list[PanelOrder]:
        """Who comes next: whoever had the fewest turns since all were served; among them in the order of arrival."""
        served = Counter(self._turns)
        ranked = []
        for asked in sorted(self._waiting, key=lambda one: one.number):
            ranked.append((asked.visitor == AHEAD, served[asked.visitor], asked.number, asked))
            served[asked.visitor] += 1
        return [asked for *_rank, asked in sorted(ranked, key=lambda one: one[:3])]

    def _go_on(self) -> None:
        """Give orders to workers that are free; start those that are missing."""
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
            self._renew(worker)
        self._load_ahead()

    def _tell_crowded(self) -> None:
        """Somebody waits: whoever calculates draws no results on the way."""
        for worker in self._workers:
            if worker.asked is not None and not worker.asked.crowded:
                worker.asked.crowded = True
                worker.send({"crowded": worker.asked.number})

    def _give(self, worker: Worker, asked: PanelOrder) -> None:
        worker.asked, asked.worker = asked, worker
        worker.lessons.add(str(asked.order["key"]))
        worker.send({"id": asked.number, **asked.order})
        self._watch(worker, self._silent)

    def _renew(self, worker: Worker, at_once: bool = False) -> None:
        """Replace a worker that has grown large, at once or when the others know what is expected and nobody waits."""
        ready = [one for one in self._workers if one.asked is None and not one.why]
        others = [one for one in ready if one is not worker and self._wanted.keys() <= one.lessons]
        spare = not self._waiting and len(others) == self.count - 1
        if worker in ready and worker.memory > TIRED and len(worker.lessons) > 1 and (at_once or spare):
            worker.end("It holds too much memory.")  # nobody waits for it, so nobody is told

    def _load_ahead(self) -> None:
        """Lessons whose pages are open are loaded by every worker, one at a time, while nobody waits."""
        for key, order in reversed(self._wanted.items()):
            if self._waiting or self._closed:
                return
            lacks = [one for one in self._workers if one.asked is None and not one.why and key not in one.lessons]
            if not lacks and len(self._workers) < self.count:
                lacks = [self._start()]
            for worker in lacks:
                self._give(worker, PanelOrder(next(self._numbers), AHEAD, {**order, "do": "load"}, None))

    def _find_free(self, key: str) -> Worker | None:
        """A worker that has nothing to do, one that knows the lesson before others."""
        free = [worker for worker in self._workers if worker.asked is None and not worker.why]
        knows = [worker for worker in free if key in worker.lessons]
        if not free and len(self._workers) < self.count and not self._closed:
            return self._start()
        return next(iter(knows or free), None)

    def _start(self) -> Worker:
        self._workers.append(Worker(self._hear, self._end, self._loud))
        return self._workers[-1]

    def _tell_places(self) -> None:
        for place, asked in enumerate(self._sort_waiting()):
            if place != asked.place:
                asked.place = place
                with use_language(asked.language):
                    asked.tell({"type": "progress", "done": 0, "text": place_in_words(place)})

    # --- what workers say -------------------------------------------------------------------------------------------
    def _hear(self, worker: Worker, message: Message) -> None:
        asked = worker.asked
        if asked is None or message.pop("id") != asked.number:
            return
        self._watch(worker, self._silent if asked.listeners else GRACE)
        if message["type"] in ("progress", "partly"):
            asked.tell(message)
            return
        worker.asked = None
        self._unwatch(worker)
        worker.memory = message.pop("memory", 0)
        self._renew(worker, sum(one.memory for one in self._workers if not one.why) > TOGETHER)
        if message["type"] == "result" and asked.question is not None and asked.listeners:
            self._keep(asked.question, message)
        asked.tell(message)
        self._go_on()

    def _end(self, worker: Worker) -> None:
        """A worker is gone: killed, crashed, or ended for hanging. The next order starts another one."""
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
            self._go_on()

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
        """The answer to a question, if a run has given it that saw the same predictions where it looked at them."""
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
    """Whether a run that read these predictions would have read the same of somebody who brings others.

    >>> reads_alike({"bet-1": None}, {"bet-2": 30}), reads_alike({"bet-1": 20}, {"bet-1": 30})
    (True, False)
    """
    return all(bets.get(key) == value for key, value in read.items())


def place_in_words(before: int) -> str:
    """What somebody is told who waits behind so many others.

    >>> place_in_words(3)
    'Many are calculating at once. 3 before you.'
    """
    if before == 0:
        return _("Many are calculating at once. You are next.")
    return _("Many are calculating at once. {count} before you.").format(count=before)

"""Worker process: runs lessons' cells once and answers questions about their panels and boards.

`python -m gamekit.server.worker` reads orders from standard input, a line of JSON each, and writes to standard
output any number of `progress` and `partly` per order, then one `result` or `error`. Orders run one at a time, because
matplotlib's style is global. The process exits when its input closes, so it never outlives its server.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

import psutil

from gamekit.core.i18n.translation import _, speak
from gamekit.lessons.catalog import Lesson
from gamekit.server.notebook_runner import LessonRun, run_cells
from gamekit.server.process_control import end_tree, give_way
from gamekit.widgets.bet import use_predictions
from gamekit.widgets.error_guard import explain_error
from gamekit.widgets.outcome import outcomes_in
from gamekit.widgets.panel import Ran, make_sentence
from gamekit.widgets.recorded_panel import record_panel

POLITE: Final = 5
"""Niceness of a worker, 0 to 19: pages are served while panels run."""
LARGEST: Final = 200_000_000
"""Bytes of memory above which the least recently used lesson is dropped."""
Order = Mapping[str, Any]
Say = Callable[[dict[str, Any]], None]


class Task:
    """Order being carried out; reports progress and learns of cancellation."""

    def __init__(self, say: Say) -> None:
        self.stop, self.crowded = threading.Event(), False
        self._say = say

    def tell(self, share: float, text: str = "") -> None:
        """Report progress, 0 to 1. Raises `CancelledError` if the order was cancelled."""
        if self.stop.is_set():
            raise CancelledError
        self._say({"type": "progress", "done": share, "text": text})

    def show(self, parts: list[dict[str, Any]]) -> None:
        """Report a preliminary result."""
        self._say({"type": "partly", "parts": parts})


class Lessons:
    """Lessons whose cells have run in this process, least recently used first."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, LessonRun] = OrderedDict()

    def get(self, order: Order) -> LessonRun:
        """Return a lesson; its cells run unless they have, for this state of its notebook."""
        key = str(order["key"])
        if key not in self._runs:
            self._runs[key] = run_cells(Path(order["folder"]), Lesson(**order["lesson"]).name)
            while len(self._runs) > 1 and psutil.Process().memory_info().rss > LARGEST:
                self._runs.popitem(last=False)
                gc.collect()
        self._runs.move_to_end(key)
        return self._runs[key]


def draw(run: LessonRun, order: Order, _task: Task) -> dict[str, Any]:
    from gamekit.server.lesson_renderer import draw_page  # brings nbconvert: most workers never draw

    return {"page": asdict(draw_page(Lesson(**order["lesson"]), run))}


def answer(run: LessonRun, order: Order, task: Task) -> dict[str, Any]:
    """Run a panel with the values, the seed and the predictions of a visitor."""
    panel, seed = run.panel(order["panel"]), order["seed"]
    with use_predictions(order["bets"]) as predictions:
        try:
            ran = panel.carry_out(panel.make_arguments(order["values"]), seed, task, task.show, bool(order["wide"]))
        except CancelledError:
            ran = Ran(None, [make_sentence(_("Stopped."))], False)
        except Exception as error:  # noqa: BLE001  a student's function may raise anything: it is said in a sentence
            return {"type": "error", "text": panel.explain_error(error)[0]}
    outcomes = [told for one in outcomes_in(ran.result) if (told := one.tell_class()) is not None]
    return {
        "parts": ran.parts,
        "seed": seed if panel.luck else None,
        "live": ran.live,
        "read": predictions.read,
        "outcomes": [] if task.stop.is_set() else outcomes,
    }


def choose(run: LessonRun, order: Order, _task: Task) -> dict[str, Any]:
    """Return the action that a lesson's own strategy chooses at a position."""
    return {"value": run.board(order["board"]).following.choose_there(order["state"])}


def make(run: LessonRun, order: Order, _task: Task) -> dict[str, Any]:
    """Build a game that a browser cannot build."""
    return {"value": run.board(order["board"]).following.make(order["game"], order["options"], order["box"])}


def record(run: LessonRun, _order: Order, task: Task) -> dict[str, Any]:
    """Record the answers of all panels for pages without a server, with progress per panel."""
    recordings = {}
    for place, number in enumerate(run.panels):
        recordings[number] = record_panel(run.panel(number))
        task.tell((place + 1) / len(run.panels))
    return {"recordings": recordings}


DO: Final[Mapping[str, Callable[[LessonRun, Order, Task], dict[str, Any]]]] = {
    "answer": answer,
    "choose": choose,
    "draw": draw,
    "make": make,
    "load": lambda run, _order, _task: {"panels": len(run.panels)},
    "record": record,
}


def carry_out(lessons: Lessons, order: Order, task: Task) -> dict[str, Any]:
    """Carry out an order and return the final message; errors become sentences."""
    speak(str(order["language"]))
    try:
        run = lessons.get(order)
        done = DO[order["do"]](run, order, task)
    except CancelledError:
        done = {"type": "error", "text": _("Stopped.")}
    except Exception as error:  # noqa: BLE001  the one place where everything is caught, and told
        done = {"type": "error", "text": explain_error(error)[0]}
    return {"type": "result", **done}


def main() -> None:
    """Read and carry out orders until standard input closes."""
    asked = os.fdopen(os.dup(0), encoding="utf-8")
    output = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # a cell that reads or closes its input takes no orders away
    os.dup2(2, 1)  # what cells print must not stand among the answers
    give_way(POLITE)
    orders: queue.Queue[tuple[Order, Task]] = queue.Queue()
    known: dict[int, Task] = {}

    def listen() -> None:
        for line in asked:
            order = json.loads(line)
            if "cancel" in order:
                if (task := known.get(order["cancel"])) is not None:
                    task.stop.set()
                continue
            if "crowded" in order:
                if (task := known.get(order["crowded"])) is not None:
                    task.crowded = True
                continue
            known[order["id"]] = task = Task(partial(say, order["id"]))
            orders.put((order, task))
        end_tree(os.getpid())  # the server is gone: end also what panels have started
        os._exit(0)  # sys.exit would end this thread alone, not the cell that may run in the main thread

    def say(number: int, message: dict[str, Any]) -> None:
        text = json.dumps({"id": number, **message}) + "\n"
        try:
            output.write(text)
        except (OSError, ValueError):  # a cell has closed the output, or the server is gone: no answer can arrive
            end_tree(os.getpid())
            os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    lessons = Lessons()
    while True:
        order, task = orders.get()
        done = carry_out(lessons, order, task)
        del known[order["id"]]  # a late "cancel" finds nothing: the answer goes out below
        say(order["id"], {**done, "memory": psutil.Process().memory_info().rss})


if __name__ == "__main__":
    main()

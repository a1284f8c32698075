"""A worker: an ordinary process that runs lessons' cells once, and answers questions about panels and boards.

`python -m gamekit.serve.panel_worker` reads orders from its input, a line of JSON each, and writes answers to its
output: `progress` and `partly` as often as it likes, then one `result` or `error`. One order is carried out at a time,
for matplotlib's style is global. It ends when its input does, so it never outlives its server. Who asks in which order
is panel_workers.py's.
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

from gamekit.serve.process_control import end_tree, give_way
from gamekit.show.bet import use_predictions
from gamekit.show.controls import Ran, make_sentence
from gamekit.show.guard import explain_error
from gamekit.show.outcome import outcomes_in
from gamekit.show.recorded import record_panel
from gamekit.words import _, speak

from .lesson_run import LessonRun, run_cells
from .lessons import Lesson

POLITE: Final = 5
"""How far a worker's priority lies below the server's, of 19: pages are handed out while panels are run."""
LARGEST: Final = 200_000_000
"""Bytes of memory above which a worker lets go of the lesson that was used least recently."""
Order = Mapping[str, Any]
Say = Callable[[dict[str, Any]], None]


class Task:
    """An order that is being carried out: how far it is goes out, and a wish to stop comes in."""

    def __init__(self, say: Say) -> None:
        self.stop, self.crowded = threading.Event(), False
        self._say = say

    def tell(self, share: float, text: str = "") -> None:
        """How far it is (0…1). Raises `CancelledError` if nobody waits for it any more."""
        if self.stop.is_set():
            raise CancelledError
        self._say({"type": "progress", "done": share, "text": text})

    def show(self, parts: list[dict[str, Any]]) -> None:
        """A result on the way."""
        self._say({"type": "partly", "parts": parts})


class Lessons:
    """The lessons whose cells have run here, those used last at the end."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, LessonRun] = OrderedDict()

    def get(self, order: Order) -> LessonRun:
        """A lesson; its cells are run if they have not been, or if its notebook is another one now."""
        key = str(order["key"])
        if key not in self._runs:
            self._runs[key] = run_cells(Path(order["folder"]), Lesson(**order["lesson"]).name)
            while len(self._runs) > 1 and psutil.Process().memory_info().rss > LARGEST:
                self._runs.popitem(last=False)
                gc.collect()
        self._runs.move_to_end(key)
        return self._runs[key]


def draw(run: LessonRun, order: Order, _task: Task) -> dict[str, Any]:
    """The page of a lesson."""
    from .lesson_document import draw_page  # brings nbconvert: most workers never draw

    return {"page": asdict(draw_page(Lesson(**order["lesson"]), run))}


def answer(run: LessonRun, order: Order, task: Task) -> dict[str, Any]:
    """What a panel says, for the values, the luck and the predictions of whoever asks."""
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
    """What a strategy that a lesson has brought along does where a page's game stands."""
    return {"value": run.board(order["board"]).following.choose_there(order["state"])}


def make(run: LessonRun, order: Order, _task: Task) -> dict[str, Any]:
    """A game that a browser cannot make by itself."""
    return {"value": run.board(order["board"]).following.make(order["game"], order["options"], order["box"])}


def record(run: LessonRun, _order: Order, task: Task) -> dict[str, Any]:
    """What came out of each panel for some settings, for pages without a server."""
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
    """An order's last answer; what goes wrong is a sentence."""
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
    """Be a worker."""
    asked = os.fdopen(os.dup(0), encoding="utf-8")
    output = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # whoever reads here, or closes it, is no server
    os.dup2(2, 1)  # whatever else is printed in this process is no answer
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
        end_tree(os.getpid())  # with what panels have started
        os._exit(0)

    def say(number: int, message: dict[str, Any]) -> None:
        text = json.dumps({"id": number, **message}) + "\n"
        try:
            output.write(text)
        except (OSError, ValueError):  # a cell has closed what is not its own: nothing can be said any more
            end_tree(os.getpid())
            os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    lessons = Lessons()
    while True:
        order, task = orders.get()
        done = carry_out(lessons, order, task)
        del known[order["id"]]
        say(order["id"], {**done, "memory": psutil.Process().memory_info().rss})


if __name__ == "__main__":
    main()

"""Panels: controls (controls.py), a button that runs a function of the lesson in a background job, and results."""

from __future__ import annotations

import asyncio
import inspect
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextvars import copy_context
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from gamekit.core.arguments import check_seed
from gamekit.core.errors import GamekitError, OptionError, quote
from gamekit.core.i18n.numbers import Translation
from gamekit.core.i18n.translation import _, language, say_mismatch, typeset
from gamekit.web import bundle
from gamekit.widgets.base import Card
from gamekit.widgets.bet import Bet
from gamekit.widgets.cell_registry import register_card
from gamekit.widgets.controls import Control
from gamekit.widgets.error_guard import explain_error, is_on_web_page
from gamekit.widgets.messages import page_messages

if TYPE_CHECKING:
    import pandas as pd


class Job:
    """A job: `work(job)` runs in a thread and may call `job.tell(share)`.

    `told(share, text)` and `done(result, error)` are called in the event loop's thread, where messages may be sent.
    After cancellation, result and error are None. `stop` is set when the job is cancelled.
    """

    def __init__(
        self,
        work: Callable[[Job], Any],
        *,
        told: Callable[[float, str], None],
        done: Callable[[Any, Exception | None], None],
    ) -> None:
        self._work, self._told, self._done = work, told, done
        self.crowded = False
        self.stop = threading.Event()
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None
        self._thread = threading.Thread(target=copy_context().run, args=(self._run,), name="gamekit-job", daemon=True)

    def start(self) -> Job:
        """Start the work; without an event loop (a plain script, a test) finish it before returning."""
        if self._loop is None:
            self._run()
        else:
            self._thread.start()
        return self

    def cancel(self) -> None:
        """Cancel the job; it stops at its next `tell`."""
        self.stop.set()

    @property
    def stopped(self) -> bool:
        return self.stop.is_set()

    def tell(self, share: float, text: str = "") -> None:
        """Report progress (0 to 1). Raises `CancelledError` if the job was cancelled."""
        if self.stopped:
            raise CancelledError
        self.call_in_page(self._told, share, text)

    def show(self, share: float, text: str = "") -> None:
        """Report progress (0 to 1) without raising, for work that checks `stop` itself."""
        self.call_in_page(self._told, share, text)

    def _run(self) -> None:
        try:
            result = self._work(self)
        except CancelledError:
            self.call_in_page(self._done, None, None)
        except Exception as error:  # noqa: BLE001  handed on to the page's thread, where the guard explains it
            self.call_in_page(self._done, None, error)
        except BaseException:  # interrupted from outside, as by Ctrl-C: the panel must not stay "running"
            self.call_in_page(self._done, None, None)
            raise
        else:
            self.call_in_page(self._done, result, None)

    def call_in_page(self, call: Callable[..., None], *args: Any) -> None:
        """Call a function in the event loop's thread, or directly if there is no loop."""
        if self._loop is None:
            call(*args)
        else:
            self._loop.call_soon_threadsafe(call, *args)


FAST: Final = 0.4
"""CPU seconds; a panel that answers and draws within them follows its controls while they move."""
ONCE_MORE: Final = 3.0
"""Seconds; a run slower than `FAST` and faster than this is timed a second time."""
SEEN: Final = 0.15
"""Seconds between two intermediate results."""
FIRST_SEED: Final = 1
"""Seed with which a panel begins that holds its luck."""
MOST_SEEDS: Final = 1_000_000
"""Number of different random seeds: few enough to be read out and copied."""
Tell = Callable[..., None]


@dataclass(frozen=True)
class Table:
    """A table of results; the first column names the rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str

    @classmethod
    def of(cls, frame: pd.DataFrame, caption: str, form: str = "{:.4g}") -> Table:
        """Return a pandas frame as a table with the index as first column; `form` formats floats."""
        said = Translation(form, language())
        rows = [
            [name, *(said.format(v) if isinstance(v, float) else v for v in row)]
            for name, row in zip(frame.index, frame.to_numpy().tolist(), strict=True)
        ]
        return cls([str(frame.index.name or ""), *map(str, frame.columns)], rows, caption)


@dataclass(frozen=True)
class Judged:
    """A sentence on whether something is right, shown with colour and sign; `right` None: undecided."""

    right: bool | None
    text: str

    def __bool__(self) -> bool:
        return bool(self.right)

    def __str__(self) -> str:
        return f"{'?' if self.right is None else '✓' if self.right else '✗'} {self.text}"


class Lab(Card):
    """A panel that runs `run(**values)`; created by `lab`. `result` is what the last run returned."""

    _esm = bundle.widget("cards/panel", "{ render: viewOf(createLab) }")

    def __init__(
        self,
        run: Callable[..., Any],
        controls: Sequence[Control],
        title: str,
        button: str,
        after: Bet | None = None,
        follows: bool = False,
        rough: Mapping[str, float] | None = None,
        held: bool = False,
    ) -> None:
        super().__init__()
        self.number = register_card("panel", self)
        names = [control.name for control in controls]
        wanted = inspect.signature(run).parameters
        free = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in wanted.values())
        for name in names:
            if name not in wanted and not free:
                raise OptionError(
                    f"The function to run does not take {quote(name)}; it takes {', '.join(wanted) or 'nothing'}."
                )
        self.run, self.controls, self.title, self.button = run, list(controls), title, button
        self._takes = set(wanted) & {"progress", "cancel", "rng"} - set(names)
        self.luck = "rng" in self._takes
        self.held = held and self.luck
        """True if moving a control keeps the seed."""
        waits = self._takes - ({"rng"} if held else set())
        self.instant = follows and not waits and not inspect.isgeneratorfunction(run)
        """True if it may run unasked: it takes no progress or cancellation, and no luck that is not held."""
        self.bet = after
        self.rough = dict(rough or {})
        """Greatest values of controls in a first, rough run."""
        if not self.rough.keys() <= set(names):
            raise OptionError(f"The first, rough answer is for other values of {', '.join(names)}, not of {rough}.")
        self.live = False
        self.seed: int | None = None
        self.result: Any = None
        self._parts: list[dict[str, Any]] | None = None
        self._job: Job | None = None
        if after is not None:
            after.call_when_stored(lambda: self.send({"type": "open"}))

    @cached_property
    def _still(self) -> list[dict[str, Any]]:
        """Parts of an instant panel's result for its initial values; empty if it waits for a prediction."""
        return parts_of(self.answer(), wide_only=True) if self.instant and self.bet is None else []

    def describe(self) -> str:
        controls = ", ".join(f"{one.title} {one.value}" for one in self.controls)
        told = [str(part.get("text") or part.get("alt") or part.get("caption", "")) for part in self._still]
        return "\n".join(filter(None, [f"{self.title}. {controls}".rstrip(" ."), *told]))

    def picture(self) -> str:
        return next((str(part["svg"]) for part in self._still if part["kind"] == "chart"), "")

    def data(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "button": self.button,
            "words": page_messages("panel"),
            "controls": [control.tell_page() for control in self.controls],
            "result": self._parts,
            "luck": self.luck,
            "held": self.held,
            "seed": self.seed,
            "instant": self.instant,
            "live": self.live,
            "closed": self.bet is not None and self.bet.value is None,
        }

    def pack_alone(self) -> dict[str, Any]:
        """Return the panel as data without results, or with the first one if it runs unasked."""
        ran = self._run_first()
        result, live = (None, False) if ran is None else (ran.parts, ran.live)
        bet = None if self.bet is None else self.bet.key
        seed = FIRST_SEED if self.held and ran is not None else None
        told = {"result": result, "live": live, "seed": seed, "closed": bet is not None, "bet": bet}
        return {"kind": "panel", "data": {**self.data(), **told, "number": self.number}}

    def _run_first(self) -> Ran | None:
        """Return the result that every page would request when it opens, or None."""
        if not self.instant or self.bet is not None:
            return None
        try:
            return self.carry_out(self.make_arguments({}), FIRST_SEED, Unwatched())
        except GamekitError:
            return None  # a page asks, and shows the sentence

    def receive(self, asked: str, message: Mapping[str, Any]) -> None:
        if asked == "stop":
            if self._job:
                self._job.cancel()
        elif asked == "run":
            values = message.get("values")
            seed = message.get("seed")
            self.start(
                values if isinstance(values, dict) else {},
                check_seed(seed) if self.luck and seed is not None else None,
                wide_only=bool(message.get("wide")),
            )
        else:
            raise OptionError(say_mismatch())

    def make_arguments(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return checked arguments for the values of the controls, initial ones if missing. Raises `OptionError`."""
        return {control.name: control.check(values.get(control.name, control.value)) for control in self.controls}

    def _add_luck(
        self, chosen: Mapping[str, Any], seed: int | None, progress: Tell, cancel: threading.Event
    ) -> dict[str, Any]:
        """Add progress, cancel and rng to the arguments, as far as the function takes them."""
        also = {"progress": progress, "cancel": cancel, "rng": np.random.default_rng(seed)}
        return {**chosen, **{name: also[name] for name in self._takes}}

    def answer(self, seed: int = 1, progress: Tell = lambda share, text="": None, **values: Any) -> Any:
        """Run the function without a page and return its result, that of a generator being the last."""
        result = self.run(**self._add_luck(self.make_arguments(values), seed, progress, threading.Event()))
        if inspect.isgenerator(result):
            *_passed, result = result
        return result

    def run_as_parts(self, seed: int = 1, **values: Any) -> list[dict[str, Any]]:
        """Return `answer` as parts for a page; an error of gamekit as its sentence."""
        try:
            return parts_of(self.answer(seed, **values))
        except GamekitError as error:
            return [make_sentence(explain_error(error)[0])]

    def start(self, values: Mapping[str, Any], seed: int | None = None, wide_only: bool = False) -> None:
        """Start a run with the values of the controls. Raises `OptionError` if one is running."""
        if self._job:
            raise OptionError(_("It is still running: cancel it first, or wait."))
        chosen = self.make_arguments(values)
        if self.luck:
            self.seed = secrets.randbelow(MOST_SEEDS) if seed is None else seed

        def tell_part(parts: list[dict[str, Any]]) -> None:
            job.call_in_page(self.send, {"type": "partly", "parts": parts, "seed": self.seed})

        def work(job: Job) -> Ran:
            return self.carry_out(chosen, self.seed, job, tell_part, wide_only)

        def tell(share: float, text: str) -> None:
            self.send({"type": "progress", "done": share, "text": text})

        def finish(ran: Ran | None, error: Exception | None) -> None:
            self._job = None
            if error:
                self.report(*self.explain_error(error))
                return
            ran = ran or Ran(None, [make_sentence(_("Stopped."))], self.live)
            self.result, self._parts, self.live = ran.result, ran.parts, ran.live
            self.send({"type": "result", "parts": self._parts, "seed": self.seed, "live": self.live})

        job = Job(work, told=tell, done=finish)
        self._job = job
        job.start()

    def carry_out(
        self,
        chosen: Mapping[str, Any],
        seed: int | None,
        run: Running,
        partly: Callable[[list[dict[str, Any]]], None] = lambda parts: None,
        wide_only: bool = False,
    ) -> Ran:
        """Run the function for a widget or, in a worker, for many pages.

        `chosen` are checked values; `run` is told the progress; `partly` is called with the parts of intermediate
        results; `wide_only` omits charts for phones.
        """
        less = {name: min(value, chosen[name]) for name, value in self.rough.items()}
        if not run.crowded and any(less[name] < chosen[name] for name in less):
            first = self.run(**self._add_luck({**chosen, **less}, seed, Unwatched().tell, run.stop))
            partly([*parts_of(first, wide_only), make_sentence(_("A first, rough answer. The whole one follows."))])
        given = self._add_luck(chosen, seed, run.tell, run.stop)
        if not self.instant:
            result = self.run(**given)
            if inspect.isgenerator(result):
                draw = partial(parts_of, wide_only=wide_only)
                result = last_of(result, run.stop, lambda one: None if run.crowded else partly(draw(one)))
            parts = [make_sentence(_("Stopped."))] if result is None else parts_of(result, wide_only)
            return Ran(result, parts, live=False)
        result, parts, took = time_answer(self.run, given, wide_only)
        if not self.live and FAST < took < ONCE_MORE:
            given = self._add_luck(chosen, seed, run.tell, run.stop)
            result, parts, took = time_answer(self.run, given, wide_only)  # the first run loads libraries
        return Ran(result, parts, live=took <= FAST)

    def explain_error(self, error: Exception) -> tuple[str, str]:
        """Return sentence and rule of an error; in a notebook also of one in the reader's own code."""
        if isinstance(error, GamekitError) or is_on_web_page():
            return explain_error(error)
        name = getattr(self.run, "__name__", "")
        told = _("The function {name} stopped: {error}").format(name=name, error=f"{type(error).__name__}: {error}")
        return told, ""


class Running(Protocol):
    """Receiver of a run's progress; `stop` is set to end the run.

    If other runs are waiting, it is `crowded`, and no intermediate results are drawn.
    """

    stop: threading.Event
    crowded: bool

    def tell(self, share: float, text: str = "") -> None:
        """Report progress (0 to 1). Raises `CancelledError` if the run was cancelled."""


class Unwatched:
    """A run whose progress is not shown."""

    crowded = False

    def __init__(self) -> None:
        self.stop = threading.Event()

    def tell(self, share: float, text: str = "") -> None:
        """Ignore progress."""


@dataclass(frozen=True)
class Ran:
    """Result of a run, its parts for a page, and whether the panel may follow its controls (`live`)."""

    result: Any
    parts: list[dict[str, Any]]
    live: bool


def last_of(results: Iterator[Any], stop: threading.Event, show: Callable[[Any], None]) -> Any:
    """Return the last of several results, or the first after `stop`; show others, one in `SEEN` seconds at most."""
    result, shown = None, 0.0
    for result in results:
        if stop.is_set():
            break
        if time.perf_counter() - shown > SEEN:
            show(result)
            shown = time.perf_counter()
    return result


def time_answer(
    run: Callable[..., Any], given: Mapping[str, Any], wide_only: bool
) -> tuple[Any, list[dict[str, Any]], float]:
    """Return a function's result, its parts for a page, and the CPU seconds of this thread for both."""
    begun = time.thread_time()
    answer = run(**given)
    parts = parts_of(answer, wide_only)
    return answer, parts, time.thread_time() - begun


def lab(
    run: Callable[..., Any],
    *controls: Control,
    title: str,
    button: str = "",
    after: Bet | None = None,
    follows: bool = False,
    rough: Mapping[str, float] | None = None,
    held: bool = False,
) -> Lab:
    """Create a panel: `controls`, a button that runs `run(**values)`, and the result below.

    `run` returns a chart, a table, a sentence, or several of them; a generator yields results that replace each other.
    If it has these parameters, it receives `progress`, a function of the share done; `cancel`, an event that is set to
    stop it; `rng`, a random generator whose seed is shown. `after`: the panel opens when that prediction is stored, or
    on request. `follows`: if `run` has none of these parameters and answers within `FAST` seconds, it runs by itself
    and follows the controls. `rough`: a first run has at most these values, and its result is shown until the full one.
    `held`: a function that takes `rng` follows its controls too; the seed stays until the button brings another one.
    """
    button = button or (_("Other luck") if held else _("Run"))
    return Lab(run, controls, title, button, after, follows, rough, held)


def parts_of(result: Any, wide_only: bool = False) -> list[dict[str, Any]]:
    """Return a result as parts for the page. Raises `OptionError` if it cannot be shown."""
    if isinstance(result, str):
        marked = bool(getattr(result, "marks", False))
        return [make_sentence(line, marked) for line in result.split("\n")]
    if isinstance(result, Judged):
        return [{"kind": "judged", "right": result.right, "text": typeset(result.text)}]
    if isinstance(result, Table):
        rows = [[typeset(cell) for cell in row] for row in result.rows]
        return [{"kind": "table", "head": [str(name) for name in result.head], "rows": rows, "caption": result.caption}]
    if hasattr(result, "to_html") and hasattr(result, "columns"):
        return parts_of(Table.of(result, ""))
    if hasattr(result, "svg") and hasattr(result, "alt"):
        narrow = "" if wide_only else getattr(result, "narrow", "")
        return [{"kind": "chart", "svg": result.svg, "alt": result.alt, "narrow": narrow}]
    if isinstance(result, Iterable):
        return [part for one in result for part in parts_of(one, wide_only)]
    raise OptionError(
        _("A run must return charts, tables or sentences, not {kind}.").format(kind=type(result).__name__)
    )


def make_sentence(sentence: str, marked: bool = False) -> dict[str, Any]:
    """Return a sentence as a part of a result; if `marked`, *words* between asterisks are emphasised."""
    sentence = typeset(sentence)
    if not marked:
        return {"kind": "text", "text": sentence}
    return {"kind": "text", "text": sentence.replace("*", ""), "pieces": sentence.split("*")}

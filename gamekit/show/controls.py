"""The lab panel: controls, a button that runs a function of the lesson, progress, and what came out.

What is run, and what it means, is the lesson's; what a control is, is in settings.py.
"""

from __future__ import annotations

import inspect
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from gamekit.core.errors import GamekitError, OptionError, quote
from gamekit.core.i18n.numbers import Translation
from gamekit.core.i18n.translation import _, language, say_mismatch, typeset
from gamekit.core.session import check_seed
from gamekit.show.bet import Bet
from gamekit.show.card_registry import register_card
from gamekit.show.cards import Card
from gamekit.show.guard import explain_error, is_on_web_page
from gamekit.show.jobs import Job
from gamekit.show.settings import Control
from gamekit.show.strings import lab_words
from gamekit.web import bundle

if TYPE_CHECKING:
    import pandas as pd

FAST: Final = 0.05
"""Seconds; what answers within them follows the controls while they move."""
ONCE_MORE: Final = 1.0
"""Seconds; what was slower than `FAST` but not than this is timed a second time."""
SEEN: Final = 0.15
"""Seconds between two results that are shown on the way."""
MOST_SEEDS: Final = 1_000_000
"""Fresh luck is one of so many seeds: few enough to be read out and copied."""
Tell = Callable[..., None]


@dataclass(frozen=True)
class Table:
    """A table of results: everything as text, the first column names the rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str

    @classmethod
    def of(cls, frame: pd.DataFrame, caption: str, form: str = "{:.4g}") -> Table:
        """A pandas frame as a table, its index as the first column."""
        said = Translation(form, language())
        rows = [
            [name, *(said.format(v) if isinstance(v, float) else v for v in row)]
            for name, row in zip(frame.index, frame.to_numpy().tolist(), strict=True)
        ]
        return cls([str(frame.index.name or ""), *map(str, frame.columns)], rows, caption)


@dataclass(frozen=True)
class Judged:
    """A sentence that says whether something is right, shown in colour and with a sign; None: it cannot be told."""

    right: bool | None
    text: str

    def __bool__(self) -> bool:
        return bool(self.right)

    def __str__(self) -> str:
        return f"{'?' if self.right is None else '✓' if self.right else '✗'} {self.text}"


class Lab(Card):
    """A panel that runs `run(**values)`. Made by `lab`; `result` is what the last run returned.

    A function that takes `rng` is given fresh luck at every press, and its seed is shown. One that takes no luck and
    no time (`FAST` seconds) follows its controls while they move.
    """

    _esm = bundle.module("cards/labwidget")

    def __init__(
        self,
        run: Callable[..., Any],
        controls: Sequence[Control],
        title: str,
        button: str,
        after: Bet | None = None,
        follows: bool = False,
        rough: Mapping[str, float] | None = None,
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
        self.instant = follows and not self._takes and not inspect.isgeneratorfunction(run)
        """Whether it may run unasked: nothing in it is drawn by lot, and nothing waits for a button."""
        self.bet = after
        self.rough = dict(rough or {})
        """With these values it gives a first answer, where its controls ask for more."""
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
        """What an instant panel that gives nothing away shows for its controls as they stand."""
        return parts_of(self.answer(), wide_only=True) if self.instant and self.bet is None else []

    def describe(self) -> str:
        """The title and the controls, and of an instant panel its result."""
        controls = ", ".join(f"{one.title} {one.value}" for one in self.controls)
        told = [str(part.get("text") or part.get("alt") or part.get("caption", "")) for part in self._still]
        return "\n".join(filter(None, [f"{self.title}. {controls}".rstrip(" ."), *told]))

    def picture(self) -> str:
        """The first chart of an instant panel."""
        return next((str(part["svg"]) for part in self._still if part["kind"] == "chart"), "")

    def data(self) -> dict[str, Any]:
        """Controls, and the last result."""
        return {
            "title": self.title,
            "button": self.button,
            "words": lab_words(),
            "controls": [control.tell_page() for control in self.controls],
            "result": self._parts,
            "luck": self.luck,
            "seed": self.seed,
            "instant": self.instant,
            "live": self.live,
            "closed": self.bet is not None and self.bet.value is None,
        }

    def pack_alone(self) -> dict[str, Any]:
        """The panel without results; one that runs unasked has its first. Others are recorded, or asked for."""
        ran = self._run_first()
        result, live = (None, False) if ran is None else (ran.parts, ran.live)
        bet = None if self.bet is None else self.bet.key
        told = {"result": result, "live": live, "seed": None, "closed": bet is not None, "bet": bet}
        return {"kind": "panel", "data": {**self.data(), **told, "number": self.number}}

    def _run_first(self) -> Ran | None:
        """The result that every page would ask for when it opens; None if there is none."""
        if not self.instant or self.bet is not None:
            return None
        try:
            return self.carry_out(self.make_arguments({}), None, Unwatched())
        except GamekitError:
            return None  # a page asks, and shows the sentence

    def receive(self, asked: str, message: Mapping[str, Any]) -> None:
        """Run, or stop running."""
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
        """What the function is given for the values of the controls; those that are not named stand as they stood."""
        return {control.name: control.check(values.get(control.name, control.value)) for control in self.controls}

    def _add_luck(
        self, chosen: Mapping[str, Any], seed: int | None, progress: Tell, cancel: threading.Event
    ) -> dict[str, Any]:
        """What the function is given: values of its controls, and what else it takes, luck from the seed."""
        also = {"progress": progress, "cancel": cancel, "rng": np.random.default_rng(seed)}
        return {**chosen, **{name: also[name] for name in self._takes}}

    def answer(self, seed: int = 1, progress: Tell = lambda share, text="": None, **values: Any) -> Any:
        """What the panel says for these values, without a page: the last thing that its function gives."""
        result = self.run(**self._add_luck(self.make_arguments(values), seed, progress, threading.Event()))
        if inspect.isgenerator(result):
            *_passed, result = result
        return result

    def run_as_parts(self, seed: int = 1, **values: Any) -> list[dict[str, Any]]:
        """The same as it stands on a page; an error as the sentence that it would say."""
        try:
            return parts_of(self.answer(seed, **values))
        except GamekitError as error:
            return [make_sentence(explain_error(error)[0])]

    def start(self, values: Mapping[str, Any], seed: int | None = None, wide_only: bool = False) -> None:
        """Run with the values of the controls; the result appears when it is there."""
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
        """Run the function, wherever that is: behind a widget, or in a worker for many pages.

        `chosen` are checked values, `run` is told how far it is, `partly` is given results on the way.
        """
        less = {name: min(value, chosen[name]) for name, value in self.rough.items()}
        if not run.crowded and any(less[name] < chosen[name] for name in less):
            first = self.run(**self._add_luck({**chosen, **less}, seed, Unwatched().tell, run.stop))
            partly([*parts_of(first, wide_only), make_sentence(_("A first, rough answer. The whole one follows."))])
        given = self._add_luck(chosen, seed, run.tell, run.stop)
        result, took = time_call(self.run, given)
        if self.instant and not self.live and FAST < took < ONCE_MORE:
            result, took = time_call(self.run, given)  # the first time, libraries are loaded
        if inspect.isgenerator(result):
            result = last_of(result, run.stop, lambda one: None if run.crowded else partly(parts_of(one, wide_only)))
        live = self.instant and took <= FAST
        return Ran(result, parts_of(result, wide_only) if result is not None else [make_sentence(_("Stopped."))], live)

    def explain_error(self, error: Exception) -> tuple[str, str]:
        """What to tell about an error; whoever sees the cells may have made it, and can mend it."""
        if isinstance(error, GamekitError) or is_on_web_page():
            return explain_error(error)
        name = getattr(self.run, "__name__", "")
        told = _("The function {name} stopped: {error}").format(name=name, error=f"{type(error).__name__}: {error}")
        return told, ""


class Running(Protocol):
    """Whoever carries a run: it is told how far that is, and says when it shall stop.

    Where others wait for their turn it is `crowded`: then no results on the way are drawn.
    """

    stop: threading.Event
    crowded: bool

    def tell(self, share: float, text: str = "") -> None:
        """How far it is (0…1). Raises `CancelledError` if it shall stop."""


class Unwatched:
    """A run that nobody looks at."""

    crowded = False

    def __init__(self) -> None:
        self.stop = threading.Event()

    def tell(self, share: float, text: str = "") -> None:
        """Nobody is told."""


@dataclass(frozen=True)
class Ran:
    """What a run has given: its result, the same as a page shows it, and whether it may follow its controls."""

    result: Any
    parts: list[dict[str, Any]]
    live: bool


def last_of(results: Iterator[Any], stop: threading.Event, show: Callable[[Any], None]) -> Any:
    """The last result of a function that gives several; the others are shown, not more often than can be seen."""
    result, shown = None, 0.0
    for result in results:
        if stop.is_set():
            break
        if time.perf_counter() - shown > SEEN:
            show(result)
            shown = time.perf_counter()
    return result


def time_call(run: Callable[..., Any], given: Mapping[str, Any]) -> tuple[Any, float]:
    """What a function answers, and the seconds of work in it, whatever else the machine does."""
    begun = time.thread_time()
    answer = run(**given)
    return answer, time.thread_time() - begun


def lab(
    run: Callable[..., Any],
    *controls: Control,
    title: str,
    button: str = "",
    after: Bet | None = None,
    follows: bool = False,
    rough: Mapping[str, float] | None = None,
) -> Lab:
    """A panel on the page: `controls` on top, a button that runs `run(**values)`, the result below.

    `run` returns a chart, a table, a sentence, or several of them; as a generator it gives them one after the other,
    each in place of the one before. If it takes `progress`, it is given a function to be told the share that is done;
    if it takes `cancel`, an event that is set when somebody stops it; if it takes `rng`, a generator of random numbers
    whose seed is shown. With `after`, the panel opens when that prediction is stored, or when a reader asks for it.
    With `follows`, what takes no luck, no progress and no time runs by itself and follows its controls. With `rough`,
    it is first run with these smaller values of its controls, and that answer stands there until the whole one comes.
    """
    return Lab(run, controls, title, button or _("Run"), after, follows, rough)


def parts_of(result: Any, wide_only: bool = False) -> list[dict[str, Any]]:
    """What a run returned, as the page needs it. Raises `OptionError` if it cannot be shown."""
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
    """A sentence as a part of a result; in one that is marked, *words* between stars stand out."""
    sentence = typeset(sentence)
    if not marked:
        return {"kind": "text", "text": sentence}
    return {"kind": "text", "text": sentence.replace("*", ""), "pieces": sentence.split("*")}

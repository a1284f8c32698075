"""The lab panel: controls, a button that runs a function of the lesson, progress, and what came out.

What is run, and what it means, is the lesson's.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gamekit.errors import OptionError
from gamekit.show import assets
from gamekit.show.cards import Card
from gamekit.show.guard import explained
from gamekit.show.jobs import Job
from gamekit.show.strings import lab_words
from gamekit.words import _

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Number:
    """A number between `low` and `high`, in steps; a whole one if the step is."""

    name: str
    title: str
    low: float
    high: float
    value: float
    step: float = 1
    unit: str = ""
    description: str = ""

    def checked(self, value: Any) -> float:
        """The value a page sent, if it is allowed."""
        fits = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        if not fits or not self.low <= value <= self.high:
            raise OptionError(
                _("{title}: allowed are {low} to {high}.").format(title=self.title, low=self.low, high=self.high)
            )
        whole = float(self.step).is_integer() and float(self.low).is_integer()
        if whole and not float(value).is_integer():
            raise OptionError(_("{title}: must be a whole number.").format(title=self.title))
        return int(value) if whole else float(value)

    def for_page(self) -> dict[str, Any]:
        """The control as the page needs it."""
        return {**vars(self), "kind": "number"}


@dataclass(frozen=True)
class Choice:
    """One of several: `choices` are names, or name -> how it is called."""

    name: str
    title: str
    choices: Sequence[str] | Mapping[str, str]
    value: str
    description: str = ""

    def checked(self, value: Any) -> str:
        """The value a page sent, if it is allowed."""
        if value not in self.choices:
            raise OptionError(
                _("{title}: allowed are {names}.").format(title=self.title, names=", ".join(self.choices))
            )
        return str(value)

    def for_page(self) -> dict[str, Any]:
        """The control as the page needs it."""
        names = self.choices if isinstance(self.choices, Mapping) else {one: one for one in self.choices}
        entries = [{"key": key, "name": called} for key, called in names.items()]
        return {**vars(self), "kind": "choice", "choices": entries}


@dataclass(frozen=True)
class YesNo:
    """A box to tick."""

    name: str
    title: str
    value: bool = False
    description: str = ""

    def checked(self, value: Any) -> bool:
        """The value a page sent, if it is allowed."""
        if not isinstance(value, bool):
            raise OptionError(_("{title}: allowed are yes and no.").format(title=self.title))
        return value

    def for_page(self) -> dict[str, Any]:
        """The control as the page needs it."""
        return {**vars(self), "kind": "yes"}


Control = Number | Choice | YesNo


@dataclass(frozen=True)
class Table:
    """A table of results: everything as text, the first column names the rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str

    @classmethod
    def of(cls, frame: pd.DataFrame, caption: str, form: str = "{:.4g}") -> Table:
        """A pandas frame as a table, its index as the first column."""
        rows = [
            [name, *(form.format(v) if isinstance(v, float) else v for v in row)]
            for name, row in zip(frame.index, frame.to_numpy().tolist(), strict=True)
        ]
        return cls([str(frame.index.name or ""), *map(str, frame.columns)], rows, caption)


class Lab(Card):
    """A panel whose button runs `run(**values)`. Made by `lab`; `result` is what the last run returned."""

    _esm = assets.module("labwidget")

    def __init__(self, run: Callable[..., Any], controls: Sequence[Control], title: str, button: str) -> None:
        super().__init__()
        names = [control.name for control in controls]
        wanted = inspect.signature(run).parameters
        free = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in wanted.values())
        for name in names:
            if name not in wanted and not free:
                raise OptionError(
                    f"The function to run does not take {name!r}; it takes {', '.join(wanted) or 'nothing'}."
                )
        self.run, self.controls, self.title, self.button = run, list(controls), title, button
        self._takes = set(wanted) & {"progress", "cancel"} - set(names)
        self.result: Any = None
        self._parts: list[dict[str, Any]] | None = None
        self._job: Job | None = None

    def data(self) -> dict[str, Any]:
        """Controls, and the last result."""
        return {
            "title": self.title,
            "button": self.button,
            "words": lab_words(),
            "controls": [control.for_page() for control in self.controls],
            "result": self._parts,
        }

    def heard(self, asked: str, message: Mapping[str, Any]) -> None:
        """Run, or stop running."""
        if asked == "stop":
            if self._job:
                self._job.cancel()
        elif asked == "run":
            values = message.get("values")
            self.start(values if isinstance(values, dict) else {})
        else:
            raise OptionError(_("The page asked for something this program does not know."))

    def start(self, values: Mapping[str, Any]) -> None:
        """Run with the values of the controls; the result appears when it is there."""
        if self._job:
            raise OptionError(_("It is still running: cancel it first, or wait."))
        chosen = {control.name: control.checked(values.get(control.name, control.value)) for control in self.controls}

        def work(job: Job) -> Any:
            also = {"progress": job.tell, "cancel": job.stop}
            return self.run(**chosen, **{name: also[name] for name in self._takes})

        def told(share: float, text: str) -> None:
            self.send({"type": "progress", "done": share, "text": text})

        def done(result: Any, error: Exception | None) -> None:
            self._job = None
            if error:
                self.report(*explained(error))
                return
            try:
                parts = parts_of(result) if result is not None else [said(_("Stopped."))]
            except OptionError as error:
                self.report(str(error))
                return
            self.result, self._parts = result, parts
            self.send({"type": "result", "parts": parts})

        job = Job(work, told=told, done=done)
        self._job = job
        job.start()


def lab(run: Callable[..., Any], *controls: Control, title: str, button: str = "") -> Lab:
    """A panel on the page: `controls` on top, a button that runs `run(**values)`, the result below.

    `run` returns a chart, a table, a sentence, or several of them. If it takes `progress`, it is
    given a function to be told the share that is done; if it takes `cancel`, an event that is set
    when somebody stops it.
    """
    return Lab(run, controls, title, button or _("Run"))


def parts_of(result: Any) -> list[dict[str, Any]]:
    """What a run returned, as the page needs it. Raises `OptionError` if it cannot be shown."""
    if isinstance(result, str):
        return [said(result)]
    if isinstance(result, Table):
        rows = [[str(cell) for cell in row] for row in result.rows]
        return [{"kind": "table", "head": [str(name) for name in result.head], "rows": rows, "caption": result.caption}]
    if hasattr(result, "svg") and hasattr(result, "alt"):
        narrow = getattr(result, "narrow", "")
        return [{"kind": "chart", "svg": result.svg, "alt": result.alt, "narrow": narrow}]
    if isinstance(result, Iterable):
        return [part for one in result for part in parts_of(one)]
    raise OptionError(
        _("A run must return charts, tables or sentences, not {kind}.").format(kind=type(result).__name__)
    )


def said(sentence: str) -> dict[str, Any]:
    """A sentence as a part of a result."""
    return {"kind": "text", "text": sentence}

"""What all lessons share: where a page is running, situations with their questions, functions checked with reasons.

What is taught is in the games' folders; the cards themselves (quiz, bet, lab panel, stepper) are in gamekit.show.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeVar

import ipywidgets as widgets

from gamekit.errors import GamekitError
from gamekit.lessons.situations import Later, Situation
from gamekit.session import Session
from gamekit.show import Question, Quiz, Stepper, Table
from gamekit.show.guard import guarded
from gamekit.show.table import Table as GameTable
from gamekit.words import _

W = TypeVar("W")


def on_web_page() -> bool:
    """Whether this runs behind a web page (Voilà), where code is hidden and never taken from the page."""
    served = os.environ.get("SERVER_SOFTWARE", "").lower().startswith("voila")
    return served or any(name.startswith("VOILA_") for name in os.environ)


def notebook_or_page(in_notebook: Callable[[], W], on_page: Callable[[], W]) -> W:
    """The "make" part of a lesson: a checked function where there is code to write, a builder where there is none."""
    return on_page() if on_web_page() else in_notebook()


# Situations


def shown_at(session: Session, step: int, name: str, viewer: int | str = "all") -> Stepper:
    """A stepper that opens at a step of a session; what happened before and after can be stepped through."""
    return Stepper(GameTable(session.branch(), viewer=str(viewer), key=name, shown_step=step))


def question_of(situation: Situation) -> Question:
    """A situation's question, answered by the rules, with the rulebook's sentences as a part of the reason."""
    return Question(
        text=situation.question,
        choices=situation.choices,
        answer=situation.choices.index(situation.answer),
        why=situation.why,
        rules=(situation.rule,),
        picture=situation.picture,
    )


CHOOSER: Final = (
    "<style>.gkl-show{max-width:100%;overflow:visible}"
    ".gkl-bar{max-width:46rem;margin:0 auto;width:100%;overflow:visible}"
    ".gkl-bar .widget-html:not(:has(p)){display:none}"
    ".gkl-bar .widget-dropdown{max-width:calc(100% - 6px)}"
    ".gkl-bar select{min-height:44px;padding:0 10px;border:1px solid #7c878d;border-radius:9px}</style>"
)


class Showcase(widgets.VBox):  # type: ignore[misc]
    """Situations to choose from: the question, and the board at the moment where a rule surprises."""

    def __init__(self, situations: Sequence[Situation | Later], name: str) -> None:
        self.situations, self.name = list(situations), name
        self.chooser = widgets.Dropdown(
            options=[(f"{i + 1}. {one.title}", i) for i, one in enumerate(self.situations)],
            description=_("Situation"),
            layout=widgets.Layout(width="min(100%, 600px)"),
            style={"description_width": "initial"},
        )
        self.said = widgets.HTML(CHOOSER)
        self._bar = widgets.VBox([self.chooser, self.said])
        self._bar.add_class("gkl-bar")
        super().__init__([self._bar])
        self.add_class("gkl-show")
        self.chooser.observe(self._choose, "value")
        self.show(0)

    def show(self, number: int) -> None:
        """Show one of the situations."""
        chosen = self.situations[number]
        one = chosen.make() if isinstance(chosen, Later) else chosen
        self.stepper = shown_at(one.played(), one.at, f"{self.name}-{one.key}", one.viewer)
        self.quiz = Quiz([question_of(one)], title=one.title, game=one.game)
        hint = _("Answer first. Then press “Next” in this board and watch it happen.")
        bar = widgets.HTML(f"<p>{hint}</p>")
        bar.add_class("gkl-bar")
        self.children = [self._bar, self.quiz, bar, self.stepper]

    def report(self, sentence: str, rule: str = "") -> None:
        """Show a sentence under the chooser."""
        self.said.value = f"{CHOOSER}<p role='alert'>{sentence}</p>"

    @guarded
    def _choose(self, change: Any) -> None:
        self.show(int(change["new"]))


# Functions a student writes


@dataclass(frozen=True)
class Case:
    """One try of a student's function: what it is given, what must come out, and why."""

    given: tuple[Any, ...]
    wanted: Any
    why: str

    def spoken(self) -> str:
        """What the function is given, as code."""
        return ", ".join(map(repr, self.given))


def close(answer: Any, wanted: Any) -> bool:
    """Whether an answer is right; numbers may differ by rounding."""
    if isinstance(wanted, (bool, str, list)) or isinstance(answer, (bool, str, list)):
        return bool(answer == wanted)
    try:
        return abs(float(answer) - float(wanted)) <= 1e-9 * max(1.0, abs(float(wanted)))
    except (TypeError, ValueError):
        return False


def shown(value: Any) -> str:
    """A value in a table: a fraction as people write it, anything else as code.

    >>> shown(Fraction(1, 3)), shown("R")
    ('1/3', "'R'")
    """
    return str(value) if isinstance(value, Fraction) else repr(value)


def check(function: Callable[..., Any], cases: Iterable[Case]) -> Verdict:
    """Try a student's function on cases; whatever it does, a table with reasons comes back."""
    name = getattr(function, "__name__", "function")
    rows, passed = [], []
    for case in cases:
        try:
            answer = function(*case.given)
        except Exception as error:  # noqa: BLE001  a student's function may fail in any way, and is told which
            spoken = str(error) if isinstance(error, GamekitError) else f"{type(error).__name__}: {error}"
            answered, right = _("stopped with {error}").format(error=spoken), False
        else:
            answered, right = shown(answer), close(answer, case.wanted)
        passed.append(right)
        rows.append(
            (f"{name}({case.spoken()})", answered, shown(case.wanted), _("right") if right else _("not yet"), case.why)
        )
    return Verdict(name, tuple(passed), tuple(rows))


@dataclass(frozen=True)
class Verdict:
    """What became of the cases; a notebook shows it as a table."""

    name: str
    passed: tuple[bool, ...]
    rows: tuple[tuple[str, str, str, str, str], ...]

    def __bool__(self) -> bool:
        return all(self.passed)

    def __str__(self) -> str:
        return _("{name}: {right} of {all} cases right.").format(
            name=self.name, right=sum(self.passed), all=len(self.passed)
        )

    def table(self) -> Table:
        """The cases as a table."""
        head = [_("call"), _("your answer"), _("expected"), "", _("why")]
        return Table(head, self.rows, str(self))

    def _repr_html_(self) -> str:
        from html import escape

        table = self.table()
        head = "".join(f"<th style='text-align:left'>{escape(cell)}</th>" for cell in table.head)
        body = "".join(
            "<tr>" + "".join(f"<td style='text-align:left'>{escape(str(cell))}</td>" for cell in row) + "</tr>"
            for row in table.rows
        )
        table_html = f"<div style='overflow-x:auto'><table><tr>{head}</tr>{body}</table></div>"
        return f"<p><strong>{escape(str(self))}</strong></p>{table_html}"

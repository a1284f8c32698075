"""What may come in from a page: reports of pupils, a nickname, what a teacher sets. Anything else gets a sentence.

What a question says comes from the server alone (`AskedQuestion`); a report names it by lesson and key.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError, model_validator

from gamekit.errors import ReportError
from gamekit.files import keep_visible
from gamekit.show.outcome import MOST_FIGURES
from gamekit.words import _

from .models import LONGEST_KEY, LONGEST_LESSON, LONGEST_NICKNAME

LARGEST_REPORT = 1024
"""Bytes of one report: a lesson, a key and some numbers."""
MOST_ROUNDS = 9
MOST_CHOICES = 200
"""A question of a lesson has a handful; “what would you play?” has one for each move that is possible."""
MOST_STEPS = 99
LATEST_TURN = 2**53
LARGEST_NUMBER = 1e12
MOST_PACED = 60
MOST_MOVES_ASKED = 12
"""Positions put to the class whose pictures are kept; the answers to earlier ones stay."""
MOST_RESULTS = 100
LONGEST_GAME = 5000
MOVES = "moves/"
"""Moves proposed for a position stand among the answers to lessons, as moves/GAME."""
CONTEST = "tournament"
"""The tournament, where it stands in place of a lesson: everybody is sent to it, or it is on the projector."""

Lesson = Annotated[str, Field(min_length=1, max_length=LONGEST_LESSON, pattern=r"^[\w-]+(/[\w-]+)*$")]
Key = Annotated[str, Field(min_length=1, max_length=LONGEST_KEY, pattern=r"^[\w./:-]+$")]
Line = Annotated[str, Field(max_length=120)]
Number = Annotated[float, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER, allow_inf_nan=False)]


class Strict(BaseModel):
    """Takes nothing it does not know, and turns no text into a number."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class AskedQuestion(Strict):
    """A question as the server knows it, from a page that it has drawn or a position that was put.

    `answer` is None in a bet: nothing is right yet. `place` is the step it stands in, `order` its place on the page,
    `is_exit` says whether it belongs to an exit ticket, `is_practice` whether it is practised: no class is asked it.
    """

    kind: Literal["bet", "answer"] = "answer"
    text: str = Field(min_length=1, max_length=2000)
    title: Line = ""
    place: Line = ""
    order: int = Field(default=0, ge=0, le=9999)
    choices: tuple[Annotated[str, Field(max_length=500)], ...] | None = Field(default=None, max_length=MOST_CHOICES)
    low: Number | None = None
    high: Number | None = None
    step: Number | None = None
    unit: str = Field(default="", max_length=40)
    answer: Number | None = None
    tolerance: Number = 0
    is_exit: bool = False
    is_practice: bool = False

    def allows(self, value: float) -> bool:
        """Whether this is an answer to it at all."""
        if self.choices is not None:
            return value in range(len(self.choices))
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def is_right(self, value: float) -> bool | None:
        """Whether an answer is right; None where nothing is."""
        return None if self.answer is None else abs(value - self.answer) <= self.tolerance

    @property
    def counted(self) -> bool:
        """Whether its bars are known before anything is answered: choices, or a range of numbers."""
        return self.choices is not None or (self.low is not None and self.high is not None and self.low < self.high)

    @property
    def shape(self) -> tuple[object, ...]:
        """What it has in every language: how many choices, what is right, which numbers are allowed."""
        return self.kind, len(self.choices or ()), self.answer, self.tolerance, self.low, self.high, self.step

    @property
    def written(self) -> str:
        """The question as text, the same for the same question."""
        return json.dumps(self.model_dump(), sort_keys=True, ensure_ascii=False)


@lru_cache(maxsize=1000)
def read_question(written: str) -> AskedQuestion:
    """Read a question as it was kept; the board asks for each of them several times a second."""
    return AskedQuestion.model_validate_json(written)


class Report(Strict):
    """What every report says. `turn` grows from report to report of a browser, so that an old one is known as such."""

    turn: int = Field(ge=1, le=LATEST_TURN)
    lesson: Lesson


class Told(Report):
    """A bet or an answer: to which question of the lesson, in which round, and the number or which choice."""

    key: Key
    round: int = Field(default=1, ge=1, le=MOST_ROUNDS)
    value: Number


class Reached(Report):
    """The step somebody is at, from 1, and how many are done."""

    number: int = Field(ge=1, le=MOST_STEPS)
    done: int = Field(ge=0, le=MOST_STEPS)


def _name_kind(report: object) -> str:
    return "answer" if isinstance(report, dict) and "key" in report else "step"


_report: TypeAdapter[Told | Reached] = TypeAdapter(
    Annotated[Annotated[Told, Tag("answer")] | Annotated[Reached, Tag("step")], Discriminator(_name_kind)]
)


def read_report(body: bytes) -> Told | Reached:
    """A report from the body of a request. Raises `ReportError`."""
    if len(body) > LARGEST_REPORT:
        raise ReportError(_("This is too large to be an answer; at most {most} bytes.").format(most=LARGEST_REPORT))
    try:
        return _report.validate_json(body)
    except ValidationError as error:
        parts = {".".join(str(part) for part in one["loc"] if part not in ("answer", "step")) for one in error.errors()}
        places = ", ".join(sorted(parts - {""}))[:120]
        raise ReportError(
            _("This cannot be stored: {parts} has a wrong form.").format(parts=places)
            if places
            else _("This cannot be stored: it is not an answer of a lesson.")
        ) from None


def read_nickname(text: str) -> str | None:
    """A nickname as it is shown; None for none. Raises `ReportError` for what is no name.

    >>> read_nickname("  Ada   L. "), read_nickname(" ")
    ('Ada L.', None)
    """
    name = " ".join(unicodedata.normalize("NFKC", text[:1000]).split())
    if len(name) > LONGEST_NICKNAME:
        raise ReportError(_("A nickname has at most {most} characters.").format(most=LONGEST_NICKNAME))
    if keep_visible(name) != name or any(sign in "<>" for sign in name):
        raise ReportError(_("A nickname is made of letters, digits and ordinary signs."))
    return name or None


class Sent(Strict):
    """The page everybody is sent to, and the question or the step there; the number tells one sending from the next."""

    lesson: Lesson
    number: int = Field(ge=1)
    key: Key | None = None
    step: int | None = Field(default=None, ge=1, le=MOST_STEPS)


class Shown(Strict):
    """The question on the projector; `shares` says whether its answers are."""

    lesson: Lesson
    key: Key
    shares: bool = False


class Result(Strict):
    """What came out, as the teacher marks it in a distribution: a number, or which of the choices."""

    lesson: Lesson
    key: Key
    value: Number


class SentFigure(Strict):
    """What came out, in the prediction's unit: by lot with its interval, and exactly; None for what is not known."""

    name: str = Field(default="", max_length=120)
    value: Number | None = None
    low: Number | None = None
    high: Number | None = None
    exact: Number | None = None

    @model_validator(mode="after")
    def _fits(self) -> SentFigure:
        given = [one for one in (self.low, self.value, self.high) if one is not None]
        if len(given) not in (0, 3) or given != sorted(given) or not (given or self.exact is not None):
            raise ValueError("figure")
        return self

    def join(self, later: SentFigure) -> SentFigure:
        """Both as one: the narrower interval, and the exact value of whichever has one.

        >>> known = SentFigure(value=30.0, low=28.0, high=33.0)
        >>> known.join(SentFigure(value=40.0, low=20.0, high=60.0, exact=31.0)).model_dump(exclude={"name"})
        {'value': 30.0, 'low': 28.0, 'high': 33.0, 'exact': 31.0}
        """
        one = later if later.wide < self.wide else self
        return one.model_copy(update={"exact": self.exact if later.exact is None else later.exact})

    @property
    def wide(self) -> float:
        """How wide its interval is."""
        return math.inf if self.low is None or self.high is None else self.high - self.low


class CameOut(Strict):
    """What a lesson's card says when the result beside its prediction is there."""

    type: Literal["came-out"]
    key: Key
    figures: Annotated[tuple[SentFigure, ...], Field(min_length=1, max_length=MOST_FIGURES, strict=False)]

    def join(self, before: Sequence[SentFigure]) -> tuple[SentFigure, ...]:
        """With what was known before. A figure without a name is the answer; named ones stand only where none is.

        >>> out = CameOut(type="came-out", key="bet-1", figures=(SentFigure(exact=5.0),))
        >>> out.join([SentFigure(name="A", exact=3.0)])
        (SentFigure(name='', value=None, low=None, high=None, exact=5.0),)
        """
        known = {one.name: one for one in before}
        for one in self.figures:
            known[one.name] = known[one.name].join(one) if one.name in known else one
        return (known[""],) if "" in known else tuple(known.values())[:MOST_FIGURES]


def read_outcome(said: object) -> CameOut | None:
    """What a kernel said, if it is what came out; None for anything else."""
    try:
        return CameOut.model_validate(said)
    except ValidationError:
        return None


class MoveAsked(Strict):
    """A position put to the class: “what would you play?” It is rebuilt from what began the game and its actions."""

    number: int = Field(ge=1)
    game: str = Field(max_length=40)
    players: int = Field(ge=1, le=9)
    options: dict[str, Any] = Field(default={}, max_length=40)
    seed: int = Field(ge=0)
    history: list[int] = Field(max_length=LONGEST_GAME)


class ContestSettings(Strict):
    """What the tournament of the class is about."""

    players: int = Field(default=2, ge=2, le=6)


class ClassSettings(Strict):
    """What the teacher has set, kept with the class."""

    names_hidden: bool = False
    is_closed: bool = False
    """Whether nobody new is let in."""
    pace: dict[Lesson, Annotated[int, Field(ge=1, le=MOST_STEPS)]] = Field(default={}, max_length=MOST_PACED)
    sent: Sent | None = None
    shown: Shown | None = None
    results: list[Result] = Field(default=[], max_length=MOST_RESULTS)
    timer: float | None = Field(default=None, ge=0)
    moves: list[MoveAsked] = Field(default=[], max_length=MOST_MOVES_ASKED)
    move: int | None = None
    contest: ContestSettings = ContestSettings()


def read_settings(kept: dict[str, Any]) -> ClassSettings:
    """Return the settings of a class as the database has them, or the defaults if they are damaged."""
    try:
        return ClassSettings.model_validate(kept)
    except ValidationError:
        return ClassSettings()

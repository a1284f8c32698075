"""Models of what pages may send: pupils' reports, a nickname, the teacher's settings. All else raises `ReportError`.

The text of a question comes from the server alone (`AskedQuestion`); a report names it by lesson and key.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError, model_validator

from gamekit.core.errors import ReportError
from gamekit.core.files import keep_visible
from gamekit.core.i18n.translation import _, language
from gamekit.server.class_.models import LONGEST_KEY, LONGEST_LESSON, LONGEST_NICKNAME
from gamekit.widgets.outcome import MOST_FIGURES

LARGEST_REPORT = 1024
"""Bytes of a report."""
MOST_ROUNDS = 9
MOST_CHOICES = 200
"""A question of a lesson has a handful; “what would you play?” has one for each legal move."""
MOST_STEPS = 99
LATEST_TURN = 2**53
LARGEST_NUMBER = 1e12
MOST_PACED = 60
MOST_MOVES_ASKED = 12
"""Positions whose pictures are kept; answers to earlier ones stay."""
MOST_RESULTS = 100
LONGEST_GAME = 5000
MOVES = "moves/"
"""Prefix of the lesson under which proposed moves are stored: moves/GAME."""
CONTEST = "tournament"
"""Value used in place of a lesson when the class is sent to the tournament or the projector shows it."""

Lesson = Annotated[str, Field(min_length=1, max_length=LONGEST_LESSON, pattern=r"^[\w-]+(/[\w-]+)*$")]
Key = Annotated[str, Field(min_length=1, max_length=LONGEST_KEY, pattern=r"^[\w./:-]+$")]
Line = Annotated[str, Field(max_length=120)]
Number = Annotated[float, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER, allow_inf_nan=False)]


class Strict(BaseModel):
    """Base model that rejects unknown fields and converts no text to numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class AskedQuestion(Strict):
    """A question as the server knows it, from a page it has drawn or a position that was put to the class.

    `answer` is None in a bet. `place` is the name of its step, `order` its place on the page; `is_exit` marks questions
    of an exit ticket, `is_practice` those for practice, which no class is asked.
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
        """Return whether a value is a valid answer."""
        if self.choices is not None:
            return value in range(len(self.choices))
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def is_right(self, value: float) -> bool | None:
        """Return whether an answer is right; None in a bet."""
        return None if self.answer is None else abs(value - self.answer) <= self.tolerance

    @property
    def counted(self) -> bool:
        """True if the bars are known before any answer: the question has choices, or a range of numbers."""
        return self.choices is not None or (self.low is not None and self.high is not None and self.low < self.high)

    @property
    def shape(self) -> tuple[object, ...]:
        """Properties that do not depend on the language; equal shapes mean the same question."""
        return self.kind, len(self.choices or ()), self.answer, self.tolerance, self.low, self.high, self.step

    @property
    def written(self) -> str:
        """Canonical JSON of the question."""
        return json.dumps(self.model_dump(), sort_keys=True, ensure_ascii=False)


@lru_cache(maxsize=1000)
def read_question(written: str) -> AskedQuestion:
    """Parse a stored question; cached, as boards read each of them several times a second."""
    return AskedQuestion.model_validate_json(written)


class Report(Strict):
    """Fields of every report. `turn` grows with each report of a browser, so that older ones can be recognised."""

    turn: int = Field(ge=1, le=LATEST_TURN)
    lesson: Lesson


class Told(Report):
    """A bet or an answer; `value` is a number or the index of a choice."""

    key: Key
    round: int = Field(default=1, ge=1, le=MOST_ROUNDS)
    value: Number


class Reached(Report):
    """Progress in a lesson: the current step, from 1, and the number of steps done."""

    number: int = Field(ge=1, le=MOST_STEPS)
    done: int = Field(ge=0, le=MOST_STEPS)


def _name_kind(report: object) -> str:
    return "answer" if isinstance(report, dict) and "key" in report else "step"


_report: TypeAdapter[Told | Reached] = TypeAdapter(
    Annotated[Annotated[Told, Tag("answer")] | Annotated[Reached, Tag("step")], Discriminator(_name_kind)]
)


def read_report(body: bytes) -> Told | Reached:
    """Parse the body of a report. Raises `ReportError` if it is too large or malformed."""
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
    """Normalise a nickname; None if it is empty. Raises `ReportError` if it is too long or has other characters.

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
    """Page to which all pupils are sent, with question or step; `number` distinguishes one sending from the next."""

    lesson: Lesson
    number: int = Field(ge=1)
    key: Key | None = None
    step: int | None = Field(default=None, ge=1, le=MOST_STEPS)


class Shown(Strict):
    """The part of a class that runs now, on desk and projector: a question, or the tournament.

    On the projector `shares` shows the answers, `outcome` what is right or came out, `names` the names in standings.
    """

    lesson: Lesson
    key: Key
    shares: bool = False
    outcome: bool = False
    names: bool = False


class Result(Strict):
    """Result that the teacher marks in a distribution: a number, or the index of a choice."""

    lesson: Lesson
    key: Key
    value: Number


class SentFigure(Strict):
    """Outcome in the prediction's unit: simulated value with interval, and exact value; None if unknown.

    As stored, `name` is the figure's place in its panel, and `names` says what it is called, by language.
    """

    name: str = Field(default="", max_length=120)
    names: dict[str, str] = {}
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
        """Combine two figures: the narrower interval, and the later exact value that is known.

        >>> known = SentFigure(value=30.0, low=28.0, high=33.0)
        >>> known.join(SentFigure(value=40.0, low=20.0, high=60.0, exact=31.0)).model_dump(exclude={"name", "names"})
        {'value': 30.0, 'low': 28.0, 'high': 33.0, 'exact': 31.0}
        """
        one = later if later.wide < self.wide else self
        exact = self.exact if later.exact is None else later.exact
        return one.model_copy(update={"exact": exact, "names": self.names | later.names})

    @property
    def wide(self) -> float:
        """Width of the interval; infinite if there is none."""
        return math.inf if self.low is None or self.high is None else self.high - self.low


class CameOut(Strict):
    """Message of a lesson's card with the outcome of a prediction."""

    type: Literal["came-out"]
    key: Key
    figures: Annotated[tuple[SentFigure, ...], Field(min_length=1, max_length=MOST_FIGURES, strict=False)]

    def join(self, before: Sequence[SentFigure]) -> tuple[SentFigure, ...]:
        """Combine the figures with earlier ones; one without a name is the answer and displaces all named ones.

        >>> out = CameOut(type="came-out", key="bet-1", figures=(SentFigure(exact=5.0),))
        >>> out.join([SentFigure(name="A", exact=3.0)])
        (SentFigure(name='', names={}, value=None, low=None, high=None, exact=5.0),)
        """
        known = {one.name: one for one in before}
        for one in self.figures:
            known[one.name] = known[one.name].join(one) if one.name in known else one
        return (known[""],) if "" in known else tuple(known.values())[:MOST_FIGURES]


def read_outcome(said: object, panel: str) -> CameOut | None:
    """Parse the message of a panel, which names figures in the current language; None if it is not an outcome."""
    try:
        found = CameOut.model_validate(said)
    except ValidationError:
        return None
    figures = (
        one.model_copy(update={"name": f"{panel}/{place}", "names": {language(): one.name}}) if one.name else one
        for place, one in enumerate(found.figures)
    )
    return found.model_copy(update={"figures": tuple(figures)})


class MoveAsked(Strict):
    """Position put to the class (“What would you play?”), as the start of a game and its actions."""

    number: int = Field(ge=1)
    game: str = Field(max_length=40)
    players: int = Field(ge=1, le=9)
    options: dict[str, Any] = Field(default={}, max_length=40)
    seed: int = Field(ge=0)
    history: list[int] = Field(max_length=LONGEST_GAME)


class ContestSettings(Strict):
    players: int = Field(default=2, ge=2, le=6)


class ClassSettings(Strict):
    """The teacher's settings, stored with the class."""

    names_hidden: bool = False
    is_closed: bool = False
    """True if nobody new is let in."""
    pace: dict[Lesson, Annotated[int, Field(ge=1, le=MOST_STEPS)]] = Field(default={}, max_length=MOST_PACED)
    sent: Sent | None = None
    shown: Shown | None = None
    results: list[Result] = Field(default=[], max_length=MOST_RESULTS)
    timer: float | None = Field(default=None, ge=0)
    paused: float | None = Field(default=None, ge=0)
    """Time at which all pupils' screens were dimmed; None if they are not. The timer waits meanwhile."""
    moves: list[MoveAsked] = Field(default=[], max_length=MOST_MOVES_ASKED)
    move: int | None = None
    contest: ContestSettings = ContestSettings()


def read_settings(kept: dict[str, Any]) -> ClassSettings:
    """Return the settings of a class as the database has them, or the defaults if they are damaged."""
    try:
        return ClassSettings.model_validate(kept)
    except ValidationError:
        return ClassSettings()

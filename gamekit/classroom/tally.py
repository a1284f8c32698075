"""What is counted from a class's reports: distributions, who is where, who is stuck; and the table a teacher keeps.

`board` is for the teacher; `project` has nothing in it that belongs to one person.
"""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.words import _

from .forms import MOVES, ClassSettings, SentFigure, SentQuestion
from .models import AnswerRow, BetRow, PupilRow, QuestionRow, RoundRow, StepRow
from .store import ClassInfo, Store

QUIET_AFTER = 300
"""Seconds without anything done in a lesson, after which somebody may be stuck."""
LAST_ANSWERS = 4
WRONG_ANSWERS = 3
"""So many wrong among the last four: stuck, too."""
MOST_BINS = 12
MOST_PLACES = 10**6
"""Into so many steps a range is divided at most: no finer one can be seen."""

Where = tuple[str, str]
"""A lesson and the key of a question in it."""


def bins(values: Sequence[float], low: float, high: float, step: float | None) -> list[tuple[float, float, int]]:
    """How many values fall where: (from, to, count), one bin for each possible value or at most twelve of a round size.

    >>> bins([1, 2, 2, 4], 1, 4, 1)
    [(1, 1, 1), (2, 2, 2), (3, 3, 0), (4, 4, 1)]
    >>> counted = bins([0, 37, 100], 0, 100, 1)
    >>> counted[3], counted[-1]
    ((30, 39, 1), (90, 100, 1))
    """
    step = step_of(low, high, step)
    places = math.floor((high - low) / step + 1e-9) + 1
    wide = width(places, step)
    number = bars(places, wide)
    counted = Counter(min(min(int((value - low) / step + 1e-9), places - 1) // wide, number - 1) for value in values)
    lasts = [(one + 1) * wide for one in range(number - 1)] + [places]
    return [
        (low + one * wide * step, low + (last - 1) * step, counted[one])
        for one, last in zip(range(number), lasts, strict=True)
    ]


def step_of(low: float, high: float, step: float | None) -> float:
    """In which steps a range is counted: a hundredth of it where none is told, and none too fine to be seen."""
    return max(step or (high - low) / 100, (high - low) / MOST_PLACES) or 1.0


def bars(places: int, wide: int) -> int:
    """How many bins of a width there are; less than half a bin left over at the end joins the last one."""
    return max(1, places // wide + (places % wide * 2 >= wide))


def width(places: int, step: float) -> int:
    """How many possible values share a bin: one, or so many that their span is 1, 2, 5, 10, 20 … in the values' unit.

    Where no such span is near, as few as twelve bins can take.

    >>> width(12, 1), width(101, 1), width(21, 5), width(201, 0.5)
    (1, 10, 2, 20)
    """
    if places <= MOST_BINS:
        return 1
    least = next(wide for wide in range(places // MOST_BINS, places + 1) if bars(places, wide) <= MOST_BINS)
    for power in range(-9, 16):
        for first in (1, 2, 5):
            wide = first * 10.0**power / step
            if least <= wide <= 2.5 * least and abs(wide - round(wide)) < 1e-6:
                return round(wide)
    return least


def count_bars(
    question: SentQuestion, values: Sequence[float], among: Sequence[int] | None = None
) -> list[dict[str, Any]]:
    """A distribution as bars: what each stands for, how many, and whether it is right (None in a bet).

    `among`: the choices that are shown, of a question with many; the others are counted together.
    """
    if question.choices is not None:
        counted = Counter(int(value) for value in values)
        shown = range(len(question.choices)) if among is None else among
        bars: list[dict[str, Any]] = [
            {
                "text": question.choices[number],
                "count": counted[number],
                "right": question.right(number),
                "choice": number,
            }
            for number in shown
        ]
        rest = len(values) - sum(bar["count"] for bar in bars)
        return bars + ([{"text": _("others"), "count": rest, "right": None}] if rest else [])
    if question.low is not None and question.high is not None and question.low < question.high:
        return [
            {"text": f"{low:g}" if low == high else f"{low:g}–{high:g}", "count": count, "right": None}
            for low, high, count in bins(values, question.low, question.high, question.step)
        ]
    common = Counter(values).most_common(MOST_BINS - 1)
    rest = len(values) - sum(count for _value, count in common)
    bars = [{"text": f"{v:g}", "count": c, "right": question.right(v)} for v, c in sorted(common)]
    return bars + ([{"text": _("others"), "count": rest, "right": None}] if rest else [])


def middle(question: SentQuestion, values: Sequence[float]) -> dict[str, str] | None:
    """Median and mean of numbers, to be read; None of choices, and of none.

    >>> middle(SentQuestion(text="How many?"), [1, 2, 6])
    {'median': '2', 'mean': '3'}
    """
    if question.choices is not None or not values:
        return None
    both = {"median": statistics.median(values), "mean": statistics.fmean(values)}
    return {name: f"{value:.4g} {question.unit}".strip() for name, value in both.items()}


def bar_of(question: SentQuestion, value: float) -> int | None:
    """Which bar of its distribution a value falls into; None where no bar stands for it.

    >>> bar_of(SentQuestion(text="How many?", low=0, high=100, step=1), 37)
    3
    """
    if not question.allows(value):
        return None
    bars = count_bars(question, [value])
    return next((place for place, bar in enumerate(bars) if bar["count"]), None)


def place_of(question: SentQuestion, value: float) -> float:
    """Where a value stands in its distribution, from 0 (left) to 1, what lies outside at its edge.

    >>> place_of(SentQuestion(text="How many?", low=0, high=9, step=1), 4.5)
    0.5
    """
    assert question.low is not None
    assert question.high is not None
    step = step_of(question.low, question.high, question.step)
    counted = bins([], question.low, question.high, step)
    for place, (low, high, _count) in enumerate(counted):  # the last bin may be a little wider
        if value < high + step / 2 or place == len(counted) - 1:
            share = (value - low + step / 2) / (high - low + step)
            return min(1.0, max(0.0, (place + share) / len(counted)))
    raise AssertionError


def outcome(question: SentQuestion, figures: Sequence[SentFigure]) -> list[dict[str, Any]]:
    """What came out as it is drawn into a distribution of numbers, and in words; empty where there is none."""
    if question.low is None or question.high is None or question.low >= question.high:
        return []

    def at(value: float | None) -> float | None:
        return None if value is None else place_of(question, value)

    return [
        {
            "at": at(one.value), "low": at(one.low), "high": at(one.high), "exact": at(one.exact),
            "text": in_words(one, question.unit),
        }
        for one in figures
    ]  # fmt: skip


def in_words(figure: SentFigure, unit: str) -> str:
    """A figure as a sentence without its full stop.

    >>> in_words(SentFigure(value=30.25, low=28.0, high=33.0, exact=31.0), "of 100")
    'by lot 30.25 of 100 (28 to 33); exactly 31 of 100'
    """
    said = []
    if figure.value is not None:
        lot = _("by lot {value} {unit} ({low} to {high})")
        low, high = (f"{one:.4g}" for one in (figure.low, figure.high))
        said.append(lot.format(value=f"{figure.value:.4g}", unit=unit, low=low, high=high))
    if figure.exact is not None:
        said.append(_("exactly {value} {unit}").format(value=f"{figure.exact:.4g}", unit=unit))
    text = " ".join("; ".join(said).replace(" ;", ";").split())
    return f"{figure.name}: {text}" if figure.name else text


def with_results(reports: ClassReports, asked: list[dict[str, Any]], settings: ClassSettings) -> list[dict[str, Any]]:
    """The questions with what came out: as the lesson says it, or else as the teacher has marked it."""
    marked = {(one.lesson, one.key): one.value for one in settings.results}
    for one in asked:
        where = (one["lesson"], one["key"])
        question = reports.questions[where]
        one["outcome"] = outcome(question, reports.outcomes.get(one["key"], ())) if one["kind"] == "bet" else []
        value = None if one["outcome"] else marked.get(where)
        counted = question.choices is not None or question.low is not None
        bar = bar_of(question, value) if value is not None and counted else None
        text = question.choices[int(value)] if value is not None and bar is not None and question.choices else None
        one["result"] = None if value is None else {"bar": bar, "text": text or f"{value:g} {question.unit}".strip()}
    return asked


def rank_choices(lesson: str, rounds: Mapping[int, Sequence[float]]) -> list[int] | None:
    """Of the moves in a position those that anybody proposed, the most frequent first; of a lesson's choices all."""
    if not lesson.startswith(MOVES):
        return None
    counted = Counter(int(value) for values in rounds.values() for value in values)
    return [number for number, _count in counted.most_common(MOST_BINS - 1)]


def stuck(quiet: float, answers: Sequence[bool], finished: bool) -> str:
    """Why somebody may need help, in words; empty if nothing points to it.

    `quiet` is how many seconds ago they did something, `answers` whether their answers were right, the last one last.

    >>> stuck(10, [True, False, True], False), stuck(10, [False, False, True, False], False)
    ('', '3 of the last 4 answers wrong')
    >>> stuck(400, [], False), stuck(4000, [], True)
    ('nothing done for 6 minutes', '')
    """
    last = answers[-LAST_ANSWERS:]
    if last.count(False) >= WRONG_ANSWERS:
        return _("{wrong} of the last {all} answers wrong").format(wrong=last.count(False), all=len(last))
    if quiet >= QUIET_AFTER and not finished:
        return _("nothing done for {minutes} minutes").format(minutes=int(quiet // 60))
    return ""


class ClassReports:
    """Everything a class has sent, read once: `questions` as most pupils had them, bets and answers, steps."""

    def __init__(self, store: Store, class_id: int) -> None:
        with Session(store.engine) as session:
            self.members = {one.id: one for one in store.members(class_id)}
            self.outcomes = store.outcomes(class_id)
            pupils = sa.select(PupilRow.id).where(PupilRow.class_id == class_id)
            self.steps = session.execute(
                sa.select(
                    StepRow.pupil_id,
                    StepRow.lesson,
                    StepRow.number,
                    StepRow.name,
                    StepRow.steps,
                    StepRow.done,
                    StepRow.at,
                )
                .where(StepRow.pupil_id.in_(pupils))
                .order_by(StepRow.at)
            ).all()
            self.said = sorted(
                (
                    ("bet" if kind is BetRow else "answer", *row)
                    for kind in (BetRow, AnswerRow)
                    for row in session.execute(
                        sa.select(
                            kind.pupil_id, kind.lesson, kind.key, kind.round, kind.value, kind.at, kind.asked_id
                        ).where(kind.pupil_id.in_(pupils))
                    )
                ),
                key=lambda row: row[6],
            )
            asked = session.execute(
                sa.select(QuestionRow.id, QuestionRow.lesson, QuestionRow.key, QuestionRow.question).where(
                    QuestionRow.class_id == class_id
                )
            ).all()
            rounds = session.execute(
                sa.select(RoundRow.lesson, RoundRow.key, RoundRow.number).where(RoundRow.class_id == class_id)
            ).all()
        self.rounds: dict[Where, int] = {(lesson, key): number for lesson, key, number in rounds}
        self.questions = self._questions(asked)

    def _questions(self, asked: Iterable[Any]) -> dict[Where, SentQuestion]:
        """Each question in the words that most pupils had before them."""
        votes: dict[int, set[int]] = defaultdict(set)
        for _kind, pupil, _lesson, _key, _round, _value, _at, asked_id in self.said:
            votes[asked_id].add(pupil)
        ranked = sorted(asked, key=lambda row: (-len(votes[row.id]), row.id))
        found: dict[Where, SentQuestion] = {}
        for row in ranked:
            if votes[row.id]:
                found.setdefault((row.lesson, row.key), read_question(row.question))
        return found


@lru_cache(maxsize=1000)
def read_question(written: str) -> SentQuestion:
    """A question as it was kept; the board asks for each of them several times a second."""
    return SentQuestion.model_validate_json(written)


def board(store: Store, info: ClassInfo, online: Collection[int] | Mapping[int, str], now: float) -> dict[str, Any]:
    """Everything the teacher's board shows; `online` are the pupils who have a page open.

    As a mapping it says on which page, where that is no lesson.
    """
    reports = ClassReports(store, info.id)
    return {
        "people": people(reports, info.settings, online, now),
        "questions": with_results(reports, [asked for _where, asked in questions(reports)], info.settings),
    }


def people(
    reports: ClassReports, settings: ClassSettings, online: Collection[int] | Mapping[int, str], now: float
) -> list[dict[str, Any]]:
    """Who is in, where, and whether they may be stuck: in a lesson, and not where all wait for the teacher."""
    elsewhere = online if isinstance(online, Mapping) else {}
    where = {row.pupil_id: row for row in reports.steps}  # the last one written counts
    heard: dict[int, float] = {row.pupil_id: row.at for row in reports.steps}
    judged: dict[int, list[bool]] = defaultdict(list)
    for kind, pupil, lesson, key, _round, value, at, _asked in reports.said:
        heard[pupil] = max(at, heard.get(pupil, 0))
        question = reports.questions.get((lesson, key))
        if kind == "answer" and question is not None and pupil in where and where[pupil].lesson == lesson:
            judged[pupil].append(bool(question.right(value)))
    found = []
    for member in reports.members.values():
        here = where.get(member.id)
        present = member.id in online
        quiet = now - heard[member.id] if member.id in heard else 0.0
        trouble = stuck(quiet, judged[member.id], waits(here, settings)) if present else ""
        place = elsewhere.get(member.id, "")
        if place:
            trouble = ""
        found.append(
            {
                "id": member.id,
                "number": member.number,
                "name": None if settings.names_hidden else member.nickname,
                "online": present,
                "elsewhere": place,
                "lesson": here.lesson if here else None,
                "step": here.number if here else 0,
                "step_name": here.name if here else "",
                "steps": here.steps if here else 0,
                "done": here.done if here else 0,
                "stuck": trouble,
            }
        )
    return found


def waits(here: Any, settings: ClassSettings) -> bool:
    """Whether somebody has nothing to do now: done with what is open of the lesson, or all are asked for a move."""
    if here is None or settings.move is not None:
        return True
    limit = settings.pace.get(here.lesson, here.steps)
    return bool(here.done >= min(limit, here.steps) or here.number > limit)


def questions(reports: ClassReports) -> list[tuple[Where, dict[str, Any]]]:
    """Every question with its distribution in each round, in the order of the lessons' pages."""
    values: dict[Where, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    kinds: dict[Where, str] = {}
    for kind, _pupil, lesson, key, number, value, _at, _asked in reports.said:
        question = reports.questions[lesson, key]
        if question.allows(value):
            values[lesson, key][number].append(value)
            kinds[lesson, key] = kind
    found = []
    for where, rounds in values.items():
        question = reports.questions[where]
        current = reports.rounds.get(where, 1)
        among = rank_choices(where[0], rounds)
        counted = [
            {
                "number": number,
                "count": len(rounds[number]),
                "bars": count_bars(question, rounds[number], among),
                "middle": middle(question, rounds[number]),
            }
            for number in range(1, current + 1)
        ]
        found.append(
            (
                where,
                {
                    "lesson": where[0],
                    "key": where[1],
                    "kind": kinds[where],
                    "title": question.title,
                    "place": question.place,
                    "order": question.order,
                    "text": question.text,
                    "unit": question.unit,
                    "columns": question.choices is None,
                    "rounds": counted,
                },
            )
        )
    return sorted(found, key=lambda one: (one[0][0], one[1]["order"], one[0][1]))


def project(everything: Mapping[str, Any], settings: ClassSettings) -> dict[str, Any]:
    """What may be seen by all: how many are in, and the distribution chosen. No person appears in it."""
    chosen = settings.shown
    wanted = (chosen.lesson, chosen.key) if chosen else None
    shown = [one for one in everything["questions"] if (one["lesson"], one["key"]) == wanted]
    return {
        "in": len(everything["people"]),
        "online": sum(one["online"] for one in everything["people"]),
        "question": shown[0] if shown else None,
        "bar": chosen.bar if chosen else None,
        "timer": settings.timer,
    }


def as_json(value: object) -> str:
    """As it is sent to a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

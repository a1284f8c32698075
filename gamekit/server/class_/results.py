"""Counts from a class's reports: distributions of answers, and members with their progress."""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.core.i18n.translation import _, language, say_number, say_pair
from gamekit.core.svg import join_clauses
from gamekit.server.class_.distribution import count_rounds, find_bar, find_middle, place_of
from gamekit.server.class_.models import AnswerRow, BetRow, PupilRow, QuestionRow, RoundRow, StepRow, VoteRow
from gamekit.server.class_.schemas import (
    CONTEST,
    MOVES,
    AskedQuestion,
    ClassSettings,
    Reached,
    SentFigure,
    Told,
    read_question,
)
from gamekit.server.class_.store import Store
from gamekit.server.class_.votes import count_changes

Where = tuple[str, str]
"""A lesson and the key of one of its questions."""


def outcome_marks(question: AskedQuestion, figures: Sequence[SentFigure]) -> list[dict[str, Any]]:
    """Return outcomes as places (0 to 1) in a distribution of numbers, and as text; empty without a range."""
    if question.low is None or question.high is None or question.low >= question.high:
        return []

    def locate(value: float | None) -> float | None:
        return None if value is None else place_of(question, value)

    return [
        {
            "at": locate(one.value), "low": locate(one.low), "high": locate(one.high), "exact": locate(one.exact),
            "text": format_figure(one, question.unit),
        }
        for one in figures
    ]  # fmt: skip


def format_figure(figure: SentFigure, unit: str) -> str:
    """Return a figure as a clause without full stop.

    >>> format_figure(SentFigure(value=30.25, low=28.0, high=33.0, exact=31.0), "of 100")
    'simulated 30.25 of 100 (28 to 33); exactly 31 of 100'
    """
    said = []
    if figure.value is not None:
        lot = _("simulated {value} {unit} ({low} to {high})")
        low, high = (say_number(one, ".4g") for one in (figure.low, figure.high))
        said.append(lot.format(value=say_number(figure.value, ".4g"), unit=unit, low=low, high=high))
    if figure.exact is not None:
        said.append(_("exactly {value} {unit}").format(value=say_number(figure.exact, ".4g"), unit=unit))
    text = re.sub(" +", " ", join_clauses(said)).strip()  # without a unit; no-break spaces stay
    name = figure.names.get(language(), next(iter(figure.names.values()), figure.name))
    return say_pair(name, text) if name else text


def add_results(reports: ClassReports, asked: list[dict[str, Any]], settings: ClassSettings) -> list[dict[str, Any]]:
    """Add the outcome to each question: the lesson's, or else the one that the teacher marked."""
    marked = {(one.lesson, one.key): one.value for one in settings.results}
    for one in asked:
        where = (one["lesson"], one["key"])
        question = reports.questions[where]
        one["outcome"] = outcome_marks(question, reports.outcomes.get(where, ())) if one["kind"] == "bet" else []
        value = None if one["outcome"] else marked.get(where)
        bar = find_bar(question, value) if value is not None and question.counted else None
        text = question.choices[int(value)] if value is not None and bar is not None and question.choices else None
        said = "" if value is None else text or f"{say_number(value, 'g')} {question.unit}".strip()
        one["result"] = None if value is None else {"bar": bar, "text": said}
    return asked


@dataclass(frozen=True)
class StepAt:
    """Progress of a pupil in a lesson: the current step, from 1, the number of steps done, and when it was stored."""

    pupil_id: int
    lesson: str
    number: int
    done: int
    at: float


class ClassReports:
    """All reports of a class, with questions in the language of the last `translate`, at first the reader's.

    Further reports can be added; what was counted of other questions stays valid.
    """

    def __init__(self, store: Store, class_id: int) -> None:
        self._store = store
        with Session(store.engine) as session:
            self.members = {one.id: one for one in store.members(class_id)}
            self.outcomes = store.outcomes(class_id)
            pupils = sa.select(PupilRow.id).where(PupilRow.class_id == class_id)
            steps = (StepRow.pupil_id, StepRow.lesson, StepRow.number, StepRow.done, StepRow.at)
            rows = session.execute(sa.select(*steps).where(StepRow.pupil_id.in_(pupils)).order_by(StepRow.at)).all()
            self._steps = {(row.pupil_id, row.lesson): StepAt(*row) for row in rows}
            said = sorted(
                (
                    ("bet" if kind is BetRow else "answer", *row)
                    for kind in (BetRow, AnswerRow)
                    for row in session.execute(
                        sa.select(kind.pupil_id, kind.lesson, kind.key, kind.round, kind.value, kind.at).where(
                            kind.pupil_id.in_(pupils)
                        )
                    )
                ),
                key=lambda row: row[6],
            )
            self._said: dict[tuple[str, int, str, str, int], tuple[float, float]] = {row[:5]: row[5:] for row in said}
            asked = session.execute(
                sa.select(QuestionRow.lesson, QuestionRow.key, QuestionRow.question).where(
                    QuestionRow.class_id == class_id
                )
            ).all()
            self._kept = {(lesson, key): read_question(written) for lesson, key, written in asked}
            rounds = session.execute(
                sa.select(RoundRow.lesson, RoundRow.key, RoundRow.number).where(RoundRow.class_id == class_id)
            ).all()
            votes = session.execute(
                sa.select(VoteRow.lesson, VoteRow.key, VoteRow.stage).where(VoteRow.class_id == class_id)
            ).all()
        self.rounds: dict[Where, int] = {(lesson, key): number for lesson, key, number in rounds}
        self.stages: dict[Where, str] = {(lesson, key): stage for lesson, key, stage in votes}
        self.given: dict[Where, dict[int, dict[int, float]]] = {}
        """Values by question, round and pupil."""
        for (_kind, pupil, lesson, key, number), (value, _at) in self._said.items():
            self._give((lesson, key), number, pupil, value)
        self._counted: dict[tuple[str, Where], tuple[AskedQuestion, dict[str, Any]]] = {}
        self.translate()

    def _give(self, where: Where, number: int, pupil: int, value: float) -> None:
        if self._kept[where].allows(value):
            self.given.setdefault(where, {}).setdefault(number, {})[pupil] = value

    def translate(self) -> None:
        """Put the questions and the names of steps into the current language."""
        self.questions: dict[Where, AskedQuestion] = {
            where: translate_question(kept, self._store.find_question(*where)) for where, kept in self._kept.items()
        }
        self.step_names = {one: self._store.find_steps(one) for one in {row.lesson for row in self._steps.values()}}

    @property
    def steps(self) -> list[StepAt]:
        """Progress of all pupils, oldest first."""
        return list(self._steps.values())

    @property
    def said(self) -> list[tuple[str, int, str, str, int, float, float]]:
        """Bets and answers: kind, pupil, lesson, key, round, value and time, oldest first."""
        return [(*who, *what) for who, what in self._said.items()]

    def add(self, pupil: int, report: Told | Reached, question: AskedQuestion | None) -> bool:
        """Add a report that was just stored; False if all must be read anew, as its question was not known so."""
        now = time.time()
        if isinstance(report, Reached):
            self._steps.pop((pupil, report.lesson), None)  # the last one written comes last
            self._steps[pupil, report.lesson] = StepAt(pupil, report.lesson, report.number, report.done, now)
            if report.lesson not in self.step_names:
                self.step_names[report.lesson] = self._store.find_steps(report.lesson)
            return True
        where = (report.lesson, report.key)
        known = self._kept.get(where)
        if known is None or question is None or known.shape != question.shape:
            return False
        who = (known.kind, pupil, *where, report.round)
        before, _at = self._said.pop(who, (report.value, now))
        value = before if known.kind == "answer" else report.value  # of answers, the first one counts
        self._said[who] = value, now
        self._give(where, report.round, pupil, value)
        for known_in in {spoken for spoken, _where in self._counted}:
            self._counted.pop((known_in, where), None)
        return True

    def name_step(self, lesson: str, number: int) -> str:
        """Return the name of a step, from 1; "" if the lesson has no such step now."""
        names = self.step_names.get(lesson, ())
        return names[number - 1] if 1 <= number <= len(names) else ""

    def count(self, where: Where) -> dict[str, Any]:
        """Return a question with its distribution in each round, counted anew only where something has changed."""
        question, key = self.questions[where], (language(), where)
        known, counted = self._counted.get(key, (None, {}))
        if known != question:
            counted = count_question(self, where)
            self._counted[key] = question, counted
        return dict(counted)


class ReportCache:
    """Reports of the class of a server, kept in memory; used by one thread at a time, which does all writing."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reports: ClassReports | None = None
        self._state = (0, -1)
        """Class and version of the database whose rows the reports are."""

    def read(self, class_id: int) -> ClassReports:
        """Return the reports in the current language; all are read anew only if more than answers has changed."""
        if self._reports is None or self._state != (class_id, self._store.version):
            self._reports, self._state = ClassReports(self._store, class_id), (class_id, self._store.version)
        else:
            self._reports.translate()
        return self._reports

    def receive(self, class_id: int, pupil: int, report: Told | Reached, question: AskedQuestion | None = None) -> bool:
        """Store a report as `Store.receive` does."""
        known = self._reports if self._state == (class_id, self._store.version) else None
        stored = self._store.receive(class_id, pupil, report, question)
        if known is not None and (not stored or known.add(pupil, report, question)):
            self._state = (class_id, self._store.version)
        return stored


def translate_question(kept: AskedQuestion, spoken: AskedQuestion | None) -> AskedQuestion:
    """Return the question in the reader's language, or as stored if the lesson asks something else now."""
    return kept if spoken is None or spoken.shape != kept.shape else spoken


def board_data(
    reports: ClassReports, settings: ClassSettings, online: Collection[int] | Mapping[int, str]
) -> dict[str, Any]:
    """Return the people and the questions of the teacher's board.

    `online` are the pupils with a page open; a mapping describes the page, "" for a lesson.
    """
    return {
        "people": list_people(reports, settings, online),
        "questions": add_results(reports, [asked for _where, asked in list_questions(reports)], settings),
    }


def list_people(
    reports: ClassReports, settings: ClassSettings, online: Collection[int] | Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return the members with their progress, ordered by number.

    `said` tells whether they have answered what runs, and `changed` whether differently than at first; None: unknown.
    """
    elsewhere = online if isinstance(online, Mapping) else {}
    where = {row.pupil_id: row for row in reports.steps}  # the last one written counts
    asked = (settings.shown.lesson, settings.shown.key) if settings.shown else ("", "")
    rounds, number = reports.given.get(asked, {}), reports.rounds.get(asked, 1)
    first, last = rounds.get(1, {}), rounds.get(number, {})
    found = []
    for member in reports.members.values():
        here, both = where.get(member.id), number > 1 and member.id in first and member.id in last
        found.append(
            {
                "id": member.id,
                "number": member.number,
                "name": None if settings.names_hidden else member.nickname,
                "online": member.id in online,
                "elsewhere": elsewhere.get(member.id, ""),
                "lesson": here.lesson if here else None,
                "step": here.number if here else 0,
                "step_name": reports.name_step(here.lesson, here.number) if here else "",
                "steps": len(reports.step_names[here.lesson]) if here else 0,
                "done": here.done if here else 0,
                "said": member.id in last,
                "changed": first[member.id] != last[member.id] if both else None,
            }
        )
    return found


def list_questions(reports: ClassReports) -> list[tuple[Where, dict[str, Any]]]:
    """Return every question with its distribution in each round, in the order of the lessons' pages."""
    found = [(where, reports.count(where)) for where in {**dict.fromkeys(reports.stages), **reports.given}]
    return sorted(found, key=lambda one: (one[0][0], one[1]["order"], one[0][1]))


def count_question(reports: ClassReports, where: Where) -> dict[str, Any]:
    """Return a question with its distribution in each round."""
    question, said = reports.questions[where], reports.given.get(where, {})
    current = reports.rounds.get(where, 1)
    rounds = [list(said.get(number, {}).values()) for number in range(1, current + 1)]
    bars = count_rounds(question, rounds, ranked=where[0].startswith(MOVES))
    counted = [
        {"number": number, "count": len(values), "bars": counts, "middle": find_middle(question, values)}
        for number, (values, counts) in enumerate(zip(rounds, bars, strict=True), 1)
    ]
    figures = reports.outcomes.get(where, ()) if question.kind == "bet" else ()
    truths = [one.value if one.exact is None else one.exact for one in figures]
    truth = truths[0] if len(truths) == 1 else question.answer
    changes = count_changes(question, said.get(1, {}), said.get(current, {}), truth) if current > 1 else None
    return {
        "lesson": where[0],
        "key": where[1],
        "kind": question.kind,
        "title": question.title,
        "place": question.place,
        "exit": question.is_exit,
        "order": question.order,
        "text": question.text,
        "unit": question.unit,
        "columns": question.choices is None,
        "free": not question.counted,
        "rounds": counted,
        "changes": changes,
        "stage": reports.stages.get(where),
    }


def find_current(
    everything: Mapping[str, Any], settings: ClassSettings, lesson: str, names: Sequence[str]
) -> dict[str, Any]:
    """Return what runs, without persons: its `kind`, and how many have come as far (`count`) of how many (`of`).

    Parameters
    ----------
    everything
        People and questions, of `board_data`.
    settings
        Of the class.
    lesson
        Where the class is: a lesson, "tournament", or "" for the list of lessons.
    names
        Names of the lesson's steps.

    Returns
    -------
    dict
        `kind` is "waiting" (nobody is in), "contest", "question", "lesson" or "free". A lesson has its `step`, from 1:
        the one that is open for all, else where half of the pupils have come; `counts` tells how many are at each.
    """
    people = everything["people"]
    here = [one for one in people if one["online"]]
    shown = settings.shown
    if not people:
        return {"kind": "waiting", "count": 0, "of": 0}
    if CONTEST in (lesson, shown.lesson if shown else ""):
        return {"kind": "contest", "count": 0, "of": len(here)}
    for one in everything["questions"]:
        if shown is not None and (one["lesson"], one["key"]) == (shown.lesson, shown.key):
            step = names.index(one["place"]) + 1 if one["lesson"] == lesson and one["place"] in names else 0
            of = sum(one["online"] or one["said"] for one in people)
            steps = {"steps": list(names), "step": step} if step else {}
            return {"kind": "question", "count": one["rounds"][-1]["count"], "of": of, **steps}
    if not lesson:
        return {"kind": "free", "count": 0, "of": len(here)}
    there = [one["step"] for one in here if one["lesson"] == lesson and not one["elsewhere"] and one["step"]]
    step = settings.pace.get(lesson) or (int(statistics.median_low(there)) if there else 1)
    counts = [there.count(number) for number in range(1, len(names) + 1)]
    return {
        "kind": "lesson", "lesson": lesson, "step": step, "steps": list(names), "counts": counts,
        "held": lesson in settings.pace, "count": sum(counts[step - 1 :]), "of": len(here),
    }  # fmt: skip


def projector_data(everything: Mapping[str, Any], settings: ClassSettings) -> dict[str, Any]:
    """Return what everybody may see: counts of members, and the question that runs. No person appears in it."""
    chosen = settings.shown
    wanted = (chosen.lesson, chosen.key) if chosen else None
    question = next((one for one in everything["questions"] if (one["lesson"], one["key"]) == wanted), None)
    if question is not None and chosen is not None and not chosen.shares:
        question = hide_answers(question)
    elif question is not None and chosen is not None and not chosen.outcome:
        question = hide_outcome(question)
    return {
        "in": len(everything["people"]),
        "online": sum(one["online"] for one in everything["people"]),
        "question": question,
        "timer": settings.timer,
        "paused": settings.paused,
    }


def hide_answers(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return a question with the number of answers and nothing of their content, nor an order derived from it."""
    ranked = question["lesson"].startswith(MOVES) or question["free"]
    bars = [] if ranked else [{"text": bar["text"], "count": 0, "right": None} for bar in question["rounds"][0]["bars"]]
    rounds = [{**one, "bars": bars, "middle": None} for one in question["rounds"]]
    return {**question, "rounds": rounds, "changes": None, "outcome": [], "result": None}


def hide_outcome(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return a question without what came out, what is right, and who came closer to it."""
    rounds = [{**one, "bars": [{**bar, "right": None} for bar in one["bars"]]} for one in question["rounds"]]
    changes = question["changes"] and {what: question["changes"][what] for what in ("stayed", "ways")}
    return {**question, "rounds": rounds, "changes": changes, "outcome": [], "result": None}


def write_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

"""Counts from a class's reports: distributions of answers, and members with their progress."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.core.i18n.translation import _, language, say_number, say_pair
from gamekit.core.svg import join_clauses
from gamekit.server.class_.distribution import MOST_BINS, count_bars, find_bar, find_middle, place_of
from gamekit.server.class_.models import AnswerRow, BetRow, PupilRow, QuestionRow, RoundRow, StepRow, VoteRow
from gamekit.server.class_.schemas import MOVES, AskedQuestion, ClassSettings, SentFigure, read_question
from gamekit.server.class_.store import ClassInfo, Store
from gamekit.server.class_.votes import count_changes

Where = tuple[str, str]
"""A lesson and the key of one of its questions."""


def outcome(question: AskedQuestion, figures: Sequence[SentFigure]) -> list[dict[str, Any]]:
    """Return outcomes as places (0 to 1) in a distribution of numbers, and as text; empty without a range."""
    if question.low is None or question.high is None or question.low >= question.high:
        return []

    def locate(value: float | None) -> float | None:
        return None if value is None else place_of(question, value)

    return [
        {
            "at": locate(one.value), "low": locate(one.low), "high": locate(one.high), "exact": locate(one.exact),
            "text": say_figure(one, question.unit),
        }
        for one in figures
    ]  # fmt: skip


def say_figure(figure: SentFigure, unit: str) -> str:
    """Return a figure as a clause without full stop.

    >>> say_figure(SentFigure(value=30.25, low=28.0, high=33.0, exact=31.0), "of 100")
    'by lot 30.25 of 100 (28 to 33); exactly 31 of 100'
    """
    said = []
    if figure.value is not None:
        lot = _("by lot {value} {unit} ({low} to {high})")
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
        one["outcome"] = outcome(question, reports.outcomes.get(where, ())) if one["kind"] == "bet" else []
        value = None if one["outcome"] else marked.get(where)
        bar = find_bar(question, value) if value is not None and question.counted else None
        text = question.choices[int(value)] if value is not None and bar is not None and question.choices else None
        said = "" if value is None else text or f"{say_number(value, 'g')} {question.unit}".strip()
        one["result"] = None if value is None else {"bar": bar, "text": said}
    return asked


def rank_choices(lesson: str, rounds: Mapping[int, Sequence[float]]) -> list[int] | None:
    """Return the proposed moves of a position, most frequent first; None (all choices) for a lesson."""
    if not lesson.startswith(MOVES):
        return None
    counted = Counter(int(value) for values in rounds.values() for value in values)
    return [number for number, _count in counted.most_common(MOST_BINS - 1)]


class ClassReports:
    """All reports of a class, read at once; questions are in the reader's language."""

    def __init__(self, store: Store, class_id: int) -> None:
        with Session(store.engine) as session:
            self.members = {one.id: one for one in store.members(class_id)}
            self.outcomes = store.outcomes(class_id)
            pupils = sa.select(PupilRow.id).where(PupilRow.class_id == class_id)
            steps = (StepRow.pupil_id, StepRow.lesson, StepRow.number, StepRow.done, StepRow.at)
            self.steps = session.execute(
                sa.select(*steps).where(StepRow.pupil_id.in_(pupils)).order_by(StepRow.at)
            ).all()
            self.said = sorted(
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
            asked = session.execute(
                sa.select(QuestionRow.lesson, QuestionRow.key, QuestionRow.question).where(
                    QuestionRow.class_id == class_id
                )
            ).all()
            rounds = session.execute(
                sa.select(RoundRow.lesson, RoundRow.key, RoundRow.number).where(RoundRow.class_id == class_id)
            ).all()
            votes = session.execute(
                sa.select(VoteRow.lesson, VoteRow.key, VoteRow.stage).where(VoteRow.class_id == class_id)
            ).all()
        self.rounds: dict[Where, int] = {(lesson, key): number for lesson, key, number in rounds}
        self.stages: dict[Where, str] = {(lesson, key): stage for lesson, key, stage in votes}
        self.questions: dict[Where, AskedQuestion] = {
            (lesson, key): translate_question(read_question(written), store.find_question(lesson, key))
            for lesson, key, written in asked
        }
        self.step_names = {lesson: store.find_steps(lesson) for lesson in {row.lesson for row in self.steps}}

    def name_step(self, lesson: str, number: int) -> str:
        """Return the name of a step, from 1; "" if the lesson has no such step now."""
        names = self.step_names.get(lesson, ())
        return names[number - 1] if 1 <= number <= len(names) else ""


def translate_question(kept: AskedQuestion, spoken: AskedQuestion | None) -> AskedQuestion:
    """Return the question in the reader's language, or as stored if the lesson asks something else now."""
    return kept if spoken is None or spoken.shape != kept.shape else spoken


def compose_board(store: Store, info: ClassInfo, online: Collection[int] | Mapping[int, str]) -> dict[str, Any]:
    """Return the data of the teacher's board.

    `online` are the pupils with a page open; a mapping describes the page, "" for a lesson.
    """
    reports = ClassReports(store, info.id)
    return {
        "people": list_people(reports, info.settings, online),
        "questions": add_results(reports, [asked for _where, asked in list_questions(reports)], info.settings),
    }


def list_people(
    reports: ClassReports, settings: ClassSettings, online: Collection[int] | Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return the members with their progress, ordered by number."""
    elsewhere = online if isinstance(online, Mapping) else {}
    where = {row.pupil_id: row for row in reports.steps}  # the last one written counts
    found = []
    for member in reports.members.values():
        here = where.get(member.id)
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
            }
        )
    return found


def list_questions(reports: ClassReports) -> list[tuple[Where, dict[str, Any]]]:
    """Return every question with its distribution in each round, in the order of the lessons' pages."""
    given: dict[Where, dict[int, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    for _kind, pupil, lesson, key, number, value, _at in reports.said:
        if reports.questions[lesson, key].allows(value):
            given[lesson, key][number][pupil] = value
    found = []
    for where in {**dict.fromkeys(reports.stages), **dict.fromkeys(given)}:
        question, said = reports.questions[where], given[where]
        rounds = {number: list(one.values()) for number, one in said.items()}
        current = reports.rounds.get(where, 1)
        among = rank_choices(where[0], rounds)
        counted = [
            {
                "number": number,
                "count": len(rounds.get(number, ())),
                "bars": count_bars(question, rounds.get(number, ()), among),
                "middle": find_middle(question, rounds.get(number, ())),
            }
            for number in range(1, current + 1)
        ]
        changes = count_changes(question, said[1], said[current]) if current > 1 else None
        found.append(
            (
                where,
                {
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
                },
            )
        )
    return sorted(found, key=lambda one: (one[0][0], one[1]["order"], one[0][1]))


def project(everything: Mapping[str, Any], settings: ClassSettings) -> dict[str, Any]:
    """Return what everybody may see: counts of members, and the question on the projector. No person appears in it."""
    chosen = settings.shown
    wanted = (chosen.lesson, chosen.key) if chosen else None
    shown = [one for one in everything["questions"] if (one["lesson"], one["key"]) == wanted]
    question = shown[0] if shown else None
    return {
        "in": len(everything["people"]),
        "online": sum(one["online"] for one in everything["people"]),
        "question": question if question is None or (chosen and chosen.shares) else hide_answers(question),
        "timer": settings.timer,
    }


def hide_answers(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return a question with the number of answers and nothing of their content, nor an order derived from it."""
    ranked = question["lesson"].startswith(MOVES) or question["free"]
    bars = [] if ranked else [{"text": bar["text"], "count": 0, "right": None} for bar in question["rounds"][0]["bars"]]
    rounds = [{**one, "bars": bars, "middle": None} for one in question["rounds"]]
    return {**question, "rounds": rounds, "changes": None, "outcome": [], "result": None}


def write_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

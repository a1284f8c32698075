"""What a teacher keeps of a class: everything as a table for a spreadsheet, and everything of one pupil."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.words import _, pgettext

from .forms import MOVES, AskedQuestion
from .models import AnswerRow, EntryRow, PupilRow
from .plans import describe_plan
from .store import ClassInfo, Store
from .tally import ClassReports

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for something to carry out."""


def name_columns() -> list[str]:
    """Return what the columns of the table are called, in the language of who reads it."""
    return [
        pgettext("column", "kind"), pgettext("column", "lesson"), pgettext("column", "step"),
        pgettext("column", "question"), pgettext("column", "round"), pgettext("column", "number"),
        pgettext("column", "nickname"), pgettext("column", "answer"), pgettext("column", "right"),
        pgettext("column", "time"),
    ]  # fmt: skip


def write_csv(store: Store, info: ClassInfo, zone: tzinfo | None = None, comma: bool = False) -> str:
    """Everything the class has sent as a table, one row for each bet, answer and lesson; for a spreadsheet.

    Times are those of `zone` (None: of this computer). Where numbers have a decimal comma, semicolons part the columns.
    """
    reports, kinds = ClassReports(store, info.id), {"bet": pgettext("row", "bet"), "answer": pgettext("row", "answer")}
    rows: list[tuple[object, ...]] = []
    for kind, pupil, lesson, key, number, value, at in reports.said:
        question = reports.questions[lesson, key]
        right = question.is_right(value)
        member = reports.members[pupil]
        rows.append(
            (
                *(kinds[kind], lesson, question.place, question.text, number, member.number, member.nickname or ""),
                *(say_answer(question, value), "" if right is None else int(right), write_moment(at, zone)),
            )
        )
    for row in reports.steps:
        member = reports.members[row.pupil_id]
        steps = len(reports.step_names[row.lesson])
        progress = _("{done} of {steps} steps done").format(done=row.done, steps=steps)
        where = (
            pgettext("row", "step"),
            row.lesson,
            reports.name_step(row.lesson, row.number),
            "",
            "",
            member.number,
            member.nickname or "",
        )
        rows.append((*where, progress, "", write_moment(row.at, zone)))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n", delimiter=";" if comma else ",")
    writer.writerow(name_columns())
    writer.writerows([make_harmless(write_number(cell, comma)) for cell in row] for row in rows)
    return text.getvalue()


def say_answer(question: AskedQuestion, value: float) -> object:
    """An answer as it was meant: the choice, or the number."""
    if question.choices and question.allows(value):
        return question.choices[int(value)]
    return int(value) if value == int(value) else value


def write_number(cell: object, comma: bool) -> object:
    """A number as the spreadsheets of a country read it.

    >>> write_number(2.5, True), write_number(2.5, False), write_number(3, True)
    ('2,5', 2.5, 3)
    """
    return repr(cell).replace(".", ",") if comma and isinstance(cell, float) else cell


def make_harmless(cell: object) -> object:
    """A cell that no spreadsheet carries out.

    >>> [make_harmless(cell) for cell in ("=1+1", "@SUM(A1)", "-1+1", -5, "-2,5", "Ada")]
    ["'=1+1", "'@SUM(A1)", "'-1+1", -5, '-2,5', 'Ada']
    """
    if not isinstance(cell, str) or not cell.startswith(FORMULA):
        return cell
    number = cell.removeprefix("-").replace(",", "", 1).isdecimal()
    return cell if number else f"'{cell}"


def write_moment(at: float, zone: tzinfo | None = None) -> str:
    """A time to read, where the reader is.

    >>> write_moment(0, ZoneInfo("Europe/Berlin"))
    '1970-01-01 01:00:00'
    """
    return datetime.fromtimestamp(at).astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def find_zone(name: str) -> tzinfo | None:
    """A place's time by its name in the zones of the world; this computer's for a name that is none."""
    try:
        return ZoneInfo(name[:60]) if name else None
    except (ValueError, OSError, KeyError):
        return None


def collect_of_pupil(
    store: Store, info: ClassInfo, pupil_id: int, online: Mapping[int, str] | None = None
) -> dict[str, Any] | None:
    """Everything one pupil has sent, for the teacher; None for nobody of this class.

    `online` says who has a page open, and which where it is no lesson.
    """
    reports = ClassReports(store, info.id)
    member = reports.members.get(pupil_id)
    if member is None:
        return None
    with Session(store.engine) as session:
        tries = {
            (row.lesson, row.key, row.round): row
            for row in session.scalars(sa.select(AnswerRow).where(AnswerRow.pupil_id == pupil_id))
        }
        joined = session.scalar(sa.select(PupilRow.joined).where(PupilRow.id == pupil_id))
        entered = session.scalar(sa.select(EntryRow.plan).where(EntryRow.pupil_id == pupil_id))
    answers = []
    for kind, pupil, lesson, key, number, value, at in reports.said:
        if pupil != pupil_id:
            continue
        question, again = reports.questions[lesson, key], tries.get((lesson, key, number))
        answers.append(
            {
                "kind": "move" if lesson.startswith(MOVES) else kind,
                "lesson": lesson,
                "place": question.place or question.title,
                "order": question.order,
                "text": question.text,
                "round": number,
                "answer": f"{say_answer(question, value)} {question.unit}".strip(),
                "last": f"{say_answer(question, again.last)} {question.unit}".strip() if again else "",
                "right": question.is_right(value) if kind == "answer" else None,
                "tries": again.tries if again else 1,
                "at": at,
            }
        )
    steps = [
        {
            "lesson": row.lesson,
            "number": row.number,
            "name": reports.name_step(row.lesson, row.number),
            "steps": len(reports.step_names[row.lesson]),
            "done": row.done,
            "at": row.at,
        }
        for row in reports.steps
        if row.pupil_id == pupil_id
    ]
    return {
        "id": member.id,
        "number": member.number,
        "name": None if info.settings.names_hidden else member.nickname,
        "joined": joined,
        "entered": None if entered is None else describe_plan(entered),
        "steps": steps,
        "answers": sorted(answers, key=lambda one: (one["lesson"], one["order"], one["at"])),
        "elsewhere": (online or {}).get(pupil_id, ""),
    }

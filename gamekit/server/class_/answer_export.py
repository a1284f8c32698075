"""Export of class data: CSV of all reports for spreadsheets, and one pupil's record for the teacher."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.core.i18n.translation import _, pgettext
from gamekit.server.class_.contest import describe_plan
from gamekit.server.class_.models import AnswerRow, EntryRow, PupilRow
from gamekit.server.class_.results import ClassReports
from gamekit.server.class_.schemas import MOVES, AskedQuestion
from gamekit.server.class_.store import ClassInfo, Store

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make a spreadsheet take a text for a formula."""


def name_columns() -> list[str]:
    """Return the column names in the reader's language."""
    return [
        pgettext("column", "kind"), pgettext("column", "lesson"), pgettext("column", "step"),
        pgettext("column", "question"), pgettext("column", "round"), pgettext("column", "number"),
        pgettext("column", "nickname"), pgettext("column", "answer"), pgettext("column", "right"),
        pgettext("column", "time"),
    ]  # fmt: skip


def write_csv(store: Store, info: ClassInfo, zone: tzinfo | None = None, comma: bool = False) -> str:
    """Return all reports of a class as CSV, one row per bet, answer and lesson.

    Times are in `zone` (None: the zone of this computer). `comma` writes decimal commas and separates columns by
    semicolons.
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
                *(answer_text(question, value), "" if right is None else int(right), format_time(at, zone)),
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
        rows.append((*where, progress, "", format_time(row.at, zone)))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n", delimiter=";" if comma else ",")
    writer.writerow(name_columns())
    writer.writerows([escape_formula(write_number(cell, comma)) for cell in row] for row in rows)
    return text.getvalue()


def answer_text(question: AskedQuestion, value: float) -> object:
    """Return an answer as the text of its choice, or as a number."""
    if question.choices and question.allows(value):
        return question.choices[int(value)]
    return int(value) if value == int(value) else value


def write_number(cell: object, comma: bool) -> object:
    """Return a cell, a float with decimal comma if `comma` is set.

    >>> write_number(2.5, True), write_number(2.5, False), write_number(3, True)
    ('2,5', 2.5, 3)
    """
    return repr(cell).replace(".", ",") if comma and isinstance(cell, float) else cell


def escape_formula(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula: an apostrophe is put before such text.

    >>> [escape_formula(cell) for cell in ("=1+1", "@SUM(A1)", "-1+1", -5, "-2,5", "Ada")]
    ["'=1+1", "'@SUM(A1)", "'-1+1", -5, '-2,5', 'Ada']
    """
    if not isinstance(cell, str) or not cell.startswith(FORMULA):
        return cell
    number = cell.removeprefix("-").replace(",", "", 1).isdecimal()
    return cell if number else f"'{cell}"


def format_time(at: float, zone: tzinfo | None = None) -> str:
    """Format seconds since 1970 as local time of a zone.

    >>> format_time(0, ZoneInfo("Europe/Berlin"))
    '1970-01-01 01:00:00'
    """
    return datetime.fromtimestamp(at).astimezone(zone).strftime("%Y-%m-%d %H:%M:%S")


def find_zone(name: str) -> tzinfo | None:
    """Return the time zone of this name; None, the zone of this computer, for "" and unknown names."""
    try:
        return ZoneInfo(name[:60]) if name else None
    except (ValueError, OSError, KeyError):
        return None


def collect_of_pupil(
    store: Store, info: ClassInfo, pupil_id: int, online: Mapping[int, str] | None = None
) -> dict[str, Any] | None:
    """Return all data of one pupil for the teacher; None if the class has no such pupil.

    `online` describes the open pages of pupils, "" for a lesson.
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
                "answer": f"{answer_text(question, value)} {question.unit}".strip(),
                "last": f"{answer_text(question, again.last)} {question.unit}".strip() if again else "",
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

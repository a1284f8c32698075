"""What is counted from a class's reports: distributions, who is where, who is stuck.

`compose_board` is for the teacher; `project` has nothing in it that belongs to one person. The table a teacher keeps
is kept.py's.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.words import _, say_number

from .distribution import MOST_BINS, count_bars, find_bar, find_middle, place_of
from .forms import MOVES, ClassSettings, SentFigure, SentQuestion, read_question
from .models import AnswerRow, BetRow, PupilRow, QuestionRow, RoundRow, StepRow, VoteRow
from .store import ClassInfo, Store
from .votes import count_changes

QUIET_AFTER = 300
"""Seconds without anything done in a lesson, after which somebody may be stuck."""
LAST_ANSWERS = 4
WRONG_ANSWERS = 3
"""So many wrong among the last four: stuck, too."""
Where = tuple[str, str]
"""A lesson and the key of a question in it."""


def outcome(question: SentQuestion, figures: Sequence[SentFigure]) -> list[dict[str, Any]]:
    """What came out as it is drawn into a distribution of numbers, and in words; empty where there is none."""
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
    """A figure as a sentence without its full stop.

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
    text = " ".join("; ".join(said).replace(" ;", ";").split())
    return f"{figure.name}: {text}" if figure.name else text


def add_results(reports: ClassReports, asked: list[dict[str, Any]], settings: ClassSettings) -> list[dict[str, Any]]:
    """The questions with what came out: as the lesson says it, or else as the teacher has marked it."""
    marked = {(one.lesson, one.key): one.value for one in settings.results}
    for one in asked:
        where = (one["lesson"], one["key"])
        question = reports.questions[where]
        one["outcome"] = outcome(question, reports.outcomes.get(one["key"], ())) if one["kind"] == "bet" else []
        value = None if one["outcome"] else marked.get(where)
        bar = find_bar(question, value) if value is not None and question.counted else None
        text = question.choices[int(value)] if value is not None and bar is not None and question.choices else None
        said = "" if value is None else text or f"{say_number(value, 'g')} {question.unit}".strip()
        one["result"] = None if value is None else {"bar": bar, "text": said}
    return asked


def rank_choices(lesson: str, rounds: Mapping[int, Sequence[float]]) -> list[int] | None:
    """Of the moves in a position those that anybody proposed, the most frequent first; of a lesson's choices all."""
    if not lesson.startswith(MOVES):
        return None
    counted = Counter(int(value) for values in rounds.values() for value in values)
    return [number for number, _count in counted.most_common(MOST_BINS - 1)]


def explain_stuck(quiet: float, answers: Sequence[bool], finished: bool) -> str:
    """Why somebody may need help, in words; empty if nothing points to it.

    `quiet` is how many seconds ago they did something, `answers` whether their answers were right, the last one last.

    >>> explain_stuck(10, [True, False, True], False), explain_stuck(10, [False, False, True, False], False)
    ('', '3 of the last 4 answers wrong')
    >>> explain_stuck(400, [], False), explain_stuck(4000, [], True)
    ('nothing done for 6 minutes', '')
    """
    last = answers[-LAST_ANSWERS:]
    if last.count(False) >= WRONG_ANSWERS:
        return _("{wrong} of the last {all} answers wrong").format(wrong=last.count(False), all=len(last))
    if quiet >= QUIET_AFTER and not finished:
        return _("nothing done for {minutes} minutes").format(minutes=int(quiet // 60))
    return ""


SAME_IN_ALL_LANGUAGES: Final[Sequence[Callable[[SentQuestion], object]]] = (
    lambda asked: len(asked.choices or ()),
    lambda asked: (asked.answer, asked.tolerance),
    lambda asked: (asked.low, asked.high, asked.step),
)
"""What a question has in any words."""
EXIT: Final = "Exit ticket"
"""The step of a lesson in which its exit ticket is: pages report steps by their English names."""


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
            votes = session.execute(
                sa.select(VoteRow.lesson, VoteRow.key, VoteRow.stage, VoteRow.kind, VoteRow.question).where(
                    VoteRow.class_id == class_id
                )
            ).all()
        self.rounds: dict[Where, int] = {(lesson, key): number for lesson, key, number in rounds}
        self._say = store.say_question
        self.votes: dict[Where, Any] = {(row.lesson, row.key): row for row in votes}
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
        for where, vote in self.votes.items():  # put to the class, and not answered yet
            found.setdefault(where, read_question(vote.question))
        return found

    def say(self, where: Where) -> SentQuestion:
        """A question in the words of who reads: pupils of one class may have it in several languages."""
        asked, spoken = self.questions[where], self._say(*where)
        if spoken is None or any(measure(spoken) != measure(asked) for measure in SAME_IN_ALL_LANGUAGES):
            return asked  # the lesson has been changed since
        return spoken.model_copy(update={"order": asked.order})


def compose_board(
    store: Store, info: ClassInfo, online: Collection[int] | Mapping[int, str], now: float
) -> dict[str, Any]:
    """Everything the teacher's board shows; `online` are the pupils who have a page open.

    As a mapping it says on which page, where that is no lesson.
    """
    reports = ClassReports(store, info.id)
    return {
        "people": list_people(reports, info.settings, online, now),
        "questions": add_results(reports, [asked for _where, asked in list_questions(reports)], info.settings),
    }


def list_people(
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
            judged[pupil].append(bool(question.is_right(value)))
    found = []
    for member in reports.members.values():
        here = where.get(member.id)
        present = member.id in online
        quiet = now - heard[member.id] if member.id in heard else 0.0
        trouble = explain_stuck(quiet, judged[member.id], waits(here, settings)) if present else ""
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


def list_questions(reports: ClassReports) -> list[tuple[Where, dict[str, Any]]]:
    """Every question with its distribution in each round, in the order of the lessons' pages."""
    given: dict[Where, dict[int, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    kinds: dict[Where, str] = {where: vote.kind for where, vote in reports.votes.items()}
    for kind, pupil, lesson, key, number, value, _at, _asked in reports.said:
        question = reports.questions[lesson, key]
        if question.allows(value):
            given[lesson, key][number][pupil] = value
            kinds[lesson, key] = kind
    found = []
    for where in kinds:
        asked, said = reports.questions[where], given[where]
        question = reports.say(where)
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
                    "kind": kinds[where],
                    "title": question.title,
                    "place": question.place,
                    "exit": (asked.place or asked.title) == EXIT,
                    "order": question.order,
                    "text": question.text,
                    "unit": question.unit,
                    "columns": question.choices is None,
                    "free": not question.counted,
                    "rounds": counted,
                    "changes": changes,
                    "stage": reports.votes[where].stage if where in reports.votes else None,
                },
            )
        )
    return sorted(found, key=lambda one: (one[0][0], one[1]["order"], one[0][1]))


def project(everything: Mapping[str, Any], settings: ClassSettings) -> dict[str, Any]:
    """What may be seen by all: how many are in, and the distribution chosen. No person appears in it."""
    chosen = settings.shown
    wanted = (chosen.lesson, chosen.key) if chosen else None
    shown = [one for one in everything["questions"] if (one["lesson"], one["key"]) == wanted]
    question = shown[0] if shown else None
    return {
        "in": len(everything["people"]),
        "online": sum(one["online"] for one in everything["people"]),
        "question": question if question is None or (chosen and chosen.shares) else hide_answers(question),
        "bar": chosen.bar if chosen else None,
        "timer": settings.timer,
    }


def hide_answers(question: Mapping[str, Any]) -> dict[str, Any]:
    """A question with how many have answered it, and nothing of what: not even an order that comes of it."""
    ranked = question["lesson"].startswith(MOVES) or question["free"]
    bars = [] if ranked else [{"text": bar["text"], "count": 0, "right": None} for bar in question["rounds"][0]["bars"]]
    rounds = [{**one, "bars": bars, "middle": None} for one in question["rounds"]]
    return {**question, "rounds": rounds, "changes": None, "outcome": [], "result": None}


def write_json(value: object) -> str:
    """As it is sent to a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

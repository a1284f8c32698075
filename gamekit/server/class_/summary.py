"""Summary of a lesson hour: predictions and outcomes, the most divisive question, failed exit tickets, pupils' work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gamekit.server.class_.results import ClassReports, Where, add_results, list_questions
from gamekit.server.class_.schemas import MOVES
from gamekit.server.class_.store import ClassInfo, Store

FAILED_BELOW: Final = 0.5
"""Share of right first answers below which an exit ticket has failed."""
FEWEST: Final = 2
"""Answers that a question needs to count as divisive."""


@dataclass(frozen=True)
class Vote:
    """One round of a question; `right` is the number of right first answers, None in a bet."""

    count: int
    bars: list[dict[str, Any]]
    middle: Mapping[str, str] | None
    right: int | None


@dataclass(frozen=True)
class Asked:
    """A question and its answers; `came_out` is the outcome that the lesson or the teacher gave."""

    lesson: str
    key: str
    kind: str
    step: str
    text: str
    votes: list[Vote]
    came_out: list[str]
    changes: Mapping[str, Any] | None
    """Changes between the first round and the last; None if there was one round."""
    is_exit: bool = False

    @property
    def failed(self) -> bool:
        """True for a question of an exit ticket to which fewer than half of the first answers were right."""
        first = self.votes[0]
        return self.is_exit and first.right is not None and first.right < FAILED_BELOW * first.count


@dataclass(frozen=True)
class PupilDone:
    """Work of one pupil: lessons begun, steps done, predictions, answers, and right first answers."""

    number: int
    name: str | None
    lessons: int
    steps: int
    bets: int
    answers: int
    right: int


@dataclass(frozen=True)
class Summary:
    """Summary of a class; `split` is the question on which first answers disagreed most, None if all agreed."""

    asked: list[Asked]
    split: Asked | None
    pupils: list[PupilDone]

    @property
    def failed(self) -> list[Asked]:
        """Failed exit tickets."""
        return [one for one in self.asked if one.failed]

    @property
    def lessons(self) -> list[str]:
        return list(dict.fromkeys(one.lesson for one in self.asked))


def summarize(store: Store, info: ClassInfo) -> Summary:
    reports = ClassReports(store, info.id)
    said = [one for _where, one in list_questions(reports)]
    asked = [sum_up(reports, one) for one in add_results(reports, said, info.settings)]
    return Summary(asked, find_split(asked), sum_up_pupils(reports, info.settings.names_hidden))


def sum_up(reports: ClassReports, one: Mapping[str, Any]) -> Asked:
    """Return a question of the board with its counts of right answers."""
    where: Where = (one["lesson"], one["key"])
    question = reports.questions[where]
    right: Counter[int] = Counter()
    for _kind, _pupil, lesson, key, number, value, _at in reports.said:
        if (lesson, key) == where and question.allows(value):
            right[number] += bool(question.is_right(value))
    judged = question.answer is not None
    votes = [
        Vote(told["count"], told["bars"], told["middle"], right[told["number"]] if judged else None)
        for told in one["rounds"]
    ]
    result = one["result"]
    came_out = [told["text"] for told in one["outcome"]] or ([result["text"]] if result else [])
    step = one["place"] or one["title"]
    return Asked(where[0], where[1], one["kind"], step, one["text"], votes, came_out, one["changes"], one["exit"])


def find_split(asked: list[Asked]) -> Asked | None:
    """Return the question with choices whose most frequent first answer has the smallest share; None if all agreed."""
    shares = []
    for place, one in enumerate(asked):
        counts = [bar["count"] for bar in one.votes[0].bars]
        if one.votes[0].middle is None and sum(counts) >= FEWEST and not one.lesson.startswith(MOVES):
            shares.append((max(counts) / sum(counts), place))
    least, place = min(shares, default=(1.0, 0))
    return asked[place] if least < 1 else None


def sum_up_pupils(reports: ClassReports, names_hidden: bool) -> list[PupilDone]:
    """Return a row per pupil, ordered by number; only first rounds count."""
    done: Counter[int] = Counter()
    lessons: Counter[int] = Counter()
    for row in reports.steps:
        done[row.pupil_id] += row.done
        lessons[row.pupil_id] += 1
    said: Counter[tuple[int, str]] = Counter()
    for kind, pupil, lesson, key, number, value, _at in reports.said:
        if number > 1 or lesson.startswith(MOVES):
            continue
        said[pupil, kind] += 1
        if kind == "answer":
            said[pupil, "right"] += bool(reports.questions[lesson, key].is_right(value))
    return [
        PupilDone(
            member.number, None if names_hidden else member.nickname, lessons[number], done[number],
            *(said[number, kind] for kind in ("bet", "answer", "right")),
        )
        for number, member in sorted(reports.members.items(), key=lambda one: one[1].number)
    ]  # fmt: skip

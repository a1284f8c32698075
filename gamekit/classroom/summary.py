"""After the hour: what a class believed and what came out, what split it, which exit ticket failed, and who did what.

Counted from the same reports as the teacher's board (tally.py); the page that shows it is serve/class_pages/summary.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .forms import MOVES
from .store import ClassInfo, Store
from .tally import ClassReports, Where, add_results, list_questions

FAILED_BELOW: Final = 0.5
"""An exit ticket of which the class gets a smaller share right at first is one to come back to."""
FEWEST: Final = 2
"""So many answers at least before a question can split a class."""


@dataclass(frozen=True)
class Vote:
    """One round of a question. `right` is how many first answers were right; None where nothing is."""

    count: int
    bars: list[dict[str, Any]]
    middle: Mapping[str, str] | None
    right: int | None


@dataclass(frozen=True)
class Asked:
    """A question and what the class said to it; `came_out` is what the lesson or the teacher says came out."""

    lesson: str
    key: str
    kind: str
    step: str
    text: str
    votes: list[Vote]
    came_out: list[str]
    changes: Mapping[str, Any] | None
    """Who changed which way between the first vote and the last; None where there was one."""
    is_exit: bool = False
    """Whether it is one of an exit ticket."""

    @property
    def failed(self) -> bool:
        """Whether this is a question of an exit ticket that too few got right at first."""
        first = self.votes[0]
        return self.is_exit and first.right is not None and first.right < FAILED_BELOW * first.count


@dataclass(frozen=True)
class PupilDone:
    """What one pupil did: steps done, predictions, answers, and how many of these were right at first."""

    number: int
    name: str | None
    lessons: int
    steps: int
    bets: int
    answers: int
    right: int


@dataclass(frozen=True)
class Summary:
    """A class's hour. `split` is the question whose first answers were the furthest from agreeing, if any was."""

    asked: list[Asked]
    split: Asked | None
    pupils: list[PupilDone]

    @property
    def failed(self) -> list[Asked]:
        """The exit tickets to come back to."""
        return [one for one in self.asked if one.failed]

    @property
    def lessons(self) -> list[str]:
        """The lessons that anything was said in, as they come."""
        return list(dict.fromkeys(one.lesson for one in self.asked))


def summarize(store: Store, info: ClassInfo) -> Summary:
    """Everything of a class that is worth a look afterwards."""
    reports = ClassReports(store, info.id)
    said = [one for _where, one in list_questions(reports)]
    asked = [sum_up(reports, one) for one in add_results(reports, said, info.settings)]
    return Summary(asked, find_split(asked), sum_up_pupils(reports, info.settings.names_hidden))


def sum_up(reports: ClassReports, one: Mapping[str, Any]) -> Asked:
    """A question of the board with what can only be said afterwards."""
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
    """The question with choices whose most frequent first answer has the smallest share; None if all agreed."""
    shares = []
    for place, one in enumerate(asked):
        counts = [bar["count"] for bar in one.votes[0].bars]
        if one.votes[0].middle is None and sum(counts) >= FEWEST and not one.lesson.startswith(MOVES):
            shares.append((max(counts) / sum(counts), place))
    least, place = min(shares, default=(1.0, 0))
    return asked[place] if least < 1 else None


def sum_up_pupils(reports: ClassReports, names_hidden: bool) -> list[PupilDone]:
    """A row for each pupil, in the order in which they came."""
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

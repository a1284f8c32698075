"""Peer instruction: stages of a vote, groups of pupils for discussion, and changes of answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import networkx as nx
import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import _
from gamekit.server.class_.distribution import MOST_BINS, find_bar
from gamekit.server.class_.models import AnswerRow, BetRow, PupilRow, QuestionRow, RoundRow, VoteRow
from gamekit.server.class_.schemas import AskedQuestion, read_question
from gamekit.server.class_.store import Store, find_vote, record_question, round_of

Stage = Literal["open", "talk", "told"]
KINDS: Final[Mapping[str, type[BetRow] | type[AnswerRow]]] = {"bet": BetRow, "answer": AnswerRow}
MOST_NEAR: Final = 20
"""Neighbours searched for a partner: a whole class of ordinary size, a part of a large one."""


@dataclass(frozen=True)
class Group:
    """Two or three pupils who talk to each other, or one left alone; `differ`: their answers differ."""

    pupils: list[int]
    differ: bool


@dataclass(frozen=True)
class AskedVote:
    """A question that the class votes on, with its stage and groups."""

    stage: str
    groups: list[Group]


Votes = Mapping[tuple[str, str], AskedVote]
"""Votes by lesson and key."""
Rounds = dict[tuple[str, str], int]
"""Rounds by lesson and key."""


# --- stages ----------------------------------------------------------------------------------------------------------
def open_vote(store: Store, class_id: int, lesson: str, key: str, put: AskedQuestion | None) -> None:
    """Open the vote; `put` is the question as the server knows it, None if its lesson does not ask it any more.

    Earlier answers stay. Raises `ReportError` for a question that was never put or answered.
    """
    with store.write() as session:
        if put is not None:
            record_question(session, class_id, lesson, key, put)
        _keep(session, class_id, lesson, key, "open")


def close_vote(store: Store, class_id: int, lesson: str, key: str) -> None:
    """Close the vote and release the right answer. Raises `ReportError` for a question never put or answered."""
    with store.write() as session:
        _keep(session, class_id, lesson, key, "told")


def start_discussion(store: Store, class_id: int, lesson: str, key: str, present: Collection[int]) -> list[Group]:
    """Close the vote and group the pupils present for discussion.

    Raises `ReportError` if fewer than two are present, or the question was never put or answered.
    """
    with store.write() as session:
        vote = _keep(session, class_id, lesson, key, "talk")
        question, number = _find_question(session, class_id, lesson, key), round_of(session, class_id, lesson, key)
        there = sa.select(PupilRow.id).where(PupilRow.class_id == class_id).order_by(PupilRow.number)
        said: dict[int, object] = {pupil: None for pupil in session.scalars(there) if pupil in present}
        for kind in KINDS.values():
            here = (kind.lesson == lesson, kind.key == key, kind.round == number, kind.pupil_id.in_(said))
            for pupil, value in session.execute(sa.select(kind.pupil_id, kind.value).where(*here)):
                said[pupil] = comparison_key(question, value)
        groups = draw_groups(said)
        if not groups:
            raise ReportError(_("Two pupils at least must be here, or nobody has anybody to talk to."))
        vote.groups = [{"pupils": one.pupils, "differ": one.differ} for one in groups]
        return groups


def withdraw(store: Store, class_id: int, lesson: str, key: str) -> None:
    """Call a vote off: pupils answer on their own again, and what they have sent stays."""
    with store.write() as session:
        vote = find_vote(session, class_id, lesson, key)
        if vote is not None:
            session.delete(vote)


def close_all(store: Store, class_id: int) -> None:
    """Close every vote that is open or talked about."""
    running = sa.update(VoteRow).where(VoteRow.class_id == class_id, VoteRow.stage != "told")
    with store.write() as session:
        session.execute(running.values(stage="told", groups=[]))


def restore(store: Store, class_id: int, before: Votes, rounds: Rounds) -> None:
    """Bring all votes back to how `read_votes` and `Store.rounds` had them.

    Raises `ReportError` if somebody has answered in a round that would be taken back.
    """
    with store.write() as session:
        for row in session.scalars(sa.select(RoundRow).where(RoundRow.class_id == class_id)).all():
            number = rounds.get((row.lesson, row.key), 1)
            if row.number == number:
                continue
            pupils = sa.select(PupilRow.id).where(PupilRow.class_id == class_id)
            for kind in KINDS.values():
                later = sa.select(kind.id).where(kind.lesson == row.lesson, kind.key == row.key, kind.round > number)
                if session.scalar(later.where(kind.pupil_id.in_(pupils)).limit(1)) is not None:
                    raise ReportError(_("Somebody has answered already: this cannot be taken back."))
            if number > 1:
                row.number = number
            else:
                session.delete(row)
        for known in session.scalars(sa.select(VoteRow).where(VoteRow.class_id == class_id)).all():
            if (known.lesson, known.key) not in before:
                session.delete(known)
        for (lesson, key), put in before.items():
            vote = find_vote(session, class_id, lesson, key) or VoteRow(class_id=class_id, lesson=lesson, key=key)
            vote.stage, vote.groups = put.stage, [{"pupils": one.pupils, "differ": one.differ} for one in put.groups]
            session.add(vote)


def _keep(session: Session, class_id: int, lesson: str, key: str, stage: Stage) -> VoteRow:
    _find_question(session, class_id, lesson, key)
    vote = find_vote(session, class_id, lesson, key) or VoteRow(class_id=class_id, lesson=lesson, key=key)
    vote.stage, vote.groups = stage, []
    session.add(vote)
    return vote


def _find_question(session: Session, class_id: int, lesson: str, key: str) -> AskedQuestion:
    asked = sa.select(QuestionRow.question).filter_by(class_id=class_id, lesson=lesson, key=key)
    written = session.scalar(asked)
    if written is None:
        raise ReportError(_("Nobody has answered this question yet."))
    return read_question(written)


def read_votes(store: Store, class_id: int) -> Votes:
    """Return the votes of a class, in the order in which they were first opened."""
    with Session(store.engine) as session:
        rows = session.scalars(sa.select(VoteRow).where(VoteRow.class_id == class_id).order_by(VoteRow.id)).all()
        return {(row.lesson, row.key): AskedVote(row.stage, [Group(**one) for one in row.groups]) for row in rows}


def tell_pupil(votes: Votes, pupil: int) -> tuple[dict[str, dict[str, str]], dict[str, Any] | None]:
    """Return the stages by lesson and key, and the group in which a pupil talks now, or None."""
    stages: dict[str, dict[str, str]] = {}
    talks = None
    for (lesson, key), vote in votes.items():
        stages.setdefault(lesson, {})[key] = vote.stage
        mine = next((one for one in vote.groups if pupil in one.pupils), None)
        if vote.stage == "talk" and mine is not None:
            others = [one for one in mine.pupils if one != pupil]
            talks = {"lesson": lesson, "key": key, "with": others, "differ": mine.differ}
    return stages, talks


# --- who talks to whom -----------------------------------------------------------------------------------------------
def comparison_key(question: AskedQuestion, value: float) -> object:
    """Return what two answers must share to agree: the choice, the bar of a distribution, or the number."""
    return find_bar(question, value) if question.counted else value


def draw_groups(said: Mapping[int, object]) -> list[Group]:
    """Group pupils in twos, and one three if the number is odd; `said` has answers in seating order.

    As many as possible talk to somebody with another answer, and of all ways to do so, the nearest do. None (no answer)
    differs from nobody.

    >>> [one.pupils for one in draw_groups({1: "a", 2: "a", 3: "b", 4: "b"})]
    [[1, 3], [2, 4]]
    >>> draw_groups({1: "a", 2: "a", 3: None})
    [Group(pupils=[1, 2, 3], differ=False)]
    """
    pupils = list(said)
    graph: nx.Graph[int] = nx.Graph()
    for place, one in enumerate(pupils):
        after = range(place + 1, len(pupils))
        others = [other for other in after if differ(said, [one, pupils[other]])]
        for other in {*after[:MOST_NEAR], *others[:MOST_NEAR]}:
            gain = len(pupils) ** 3 if differ(said, [one, pupils[other]]) else 0
            graph.add_edge(place, other, weight=gain - (other - place) ** 2)
    pairs = [sorted(pair) for pair in nx.max_weight_matching(graph, maxcardinality=True)]
    alone = set(range(len(pupils))) - {place for pair in pairs for place in pair}
    for place in sorted(alone) if pairs else ():
        apart = [abs(place - sum(pair) / len(pair)) for pair in pairs]
        new = [any(differ(said, [pupils[place], pupils[one]]) for one in pair) for pair in pairs]
        best = min(range(len(pairs)), key=lambda number: (len(pairs[number]) > 2, not new[number], apart[number]))
        pairs[best] = sorted([*pairs[best], place])
    groups = [[pupils[place] for place in pair] for pair in sorted(pairs)]
    return [Group(one, differ(said, one)) for one in groups]


def differ(said: Mapping[int, object], pupils: Sequence[int]) -> bool:
    """Return whether not all of these pupils gave the same answer; None is ignored."""
    return len({said[one] for one in pupils} - {None}) > 1


# --- who changed which way -------------------------------------------------------------------------------------------
def count_changes(
    question: AskedQuestion, first: Mapping[int, float], last: Mapping[int, float], truth: float | None = None
) -> dict[str, Any]:
    """Count, of those who voted in both rounds, who stayed and who changed which way, most frequent first.

    Of numbers whose `truth` is known, `closer` counts who came closer to it, and `away` who went away from it.

    >>> asked = AskedQuestion(text="How many?", low=0, high=9)
    >>> count_changes(asked, {1: 3, 2: 5, 3: 5}, {1: 3, 2: 7, 3: 8, 4: 1}, truth=7.5)
    {'stayed': 1, 'ways': [{'text': 'higher', 'count': 2}], 'closer': 2, 'away': 0}
    """
    both = [(value, last[pupil]) for pupil, value in first.items() if pupil in last]
    ways = Counter(describe_change(question, before, after) for before, after in both if before != after)
    stayed, frequent = len(both) - ways.total(), ways.most_common(MOST_BINS - 1)
    told = [{"text": text, "count": count} for text, count in frequent]
    rest = ways.total() - sum(count for _text, count in frequent)
    told += [{"text": _("others"), "count": rest}] if rest else []
    counted = {"stayed": stayed, "ways": told}
    if truth is None or question.choices is not None:
        return counted
    gained = [abs(before - truth) - abs(after - truth) for before, after in both]
    return counted | {"closer": sum(one > 0 for one in gained), "away": sum(one < 0 for one in gained)}


def describe_change(question: AskedQuestion, before: float, after: float) -> str:
    if question.choices is None:
        return _("higher") if after > before else _("lower")
    return _("{before} → {after}").format(before=question.choices[int(before)], after=question.choices[int(after)])

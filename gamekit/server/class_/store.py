"""Database of classes: opening, members, and storing pupils' reports."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import _
from gamekit.server.class_.database import Database
from gamekit.server.class_.models import (
    AnswerRow,
    BetRow,
    ClassRow,
    EntryRow,
    GameRow,
    OutcomeRow,
    PupilRow,
    QuestionRow,
    RoundRow,
    StandingRow,
    StepRow,
    VoteRow,
)
from gamekit.server.class_.schemas import (
    MOST_ROUNDS,
    AskedQuestion,
    CameOut,
    ClassSettings,
    Reached,
    SentFigure,
    Told,
    read_question,
    read_settings,
)

MOST_OUTCOMES = 500
"""Most predictions per class whose outcome is stored; all lessons together ask fewer than a hundred."""
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Letters of a code that are not mistaken for one another at a distance."""
CODE_LENGTH = 8


@dataclass(frozen=True)
class ClassInfo:
    """A class as stored."""

    id: int
    name: str
    code: str
    secret: str
    begun: float
    settings: ClassSettings

    @property
    def mark(self) -> str:
        """Hash that identifies the class in the names of cookies, without its name."""
        return hashlib.sha256(f"mark {self.secret}".encode()).hexdigest()[:8]

    @property
    def teacher_key(self) -> str:
        """Key of the teacher's pages, derived from the secret; the same after a restart."""
        return hmac.new(self.secret.encode(), b"teacher", hashlib.sha256).hexdigest()[:32]


@dataclass(frozen=True)
class Member:
    """Pupil of a class."""

    id: int
    number: int
    nickname: str | None
    key_hash: str


def draw_new_code() -> str:
    """Return a random code to copy from a projector: 36 bits, enough against slow guessing over a network."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def hash_key(key: str) -> str:
    """Return the hash under which a pupil's key is stored."""
    return hashlib.sha256(key.encode()).hexdigest()


class Store(Database):
    """Database of classes: members and reports."""

    find_question: Callable[[str, str], AskedQuestion | None] = staticmethod(lambda _lesson, _key: None)
    """Callback: question of a lesson by its key, in the reader's language, or None."""
    find_steps: Callable[[str], Sequence[str]] = staticmethod(lambda _lesson: ())
    """Callback: names of a lesson's steps in the reader's language."""

    # --- classes ----------------------------------------------------------------------------------------------------
    def open_class(self, name: str) -> ClassInfo:
        """Return the class of this name; create it with a random code if there is none."""
        with self.write() as session:
            found = session.scalar(sa.select(ClassRow).where(ClassRow.name == name))
            if found is None:
                found = ClassRow(
                    name=name,
                    code=draw_new_code(),
                    secret=secrets.token_hex(32),
                    begun=time.time(),
                    settings={},
                )
                session.add(found)
            session.flush()
            return ClassInfo(found.id, found.name, found.code, found.secret, found.begun, read_settings(found.settings))

    def find_class(self, name: str) -> bool:
        with Session(self.engine) as session:
            return session.scalar(sa.select(ClassRow.id).where(ClassRow.name == name)) is not None

    def keep_settings(self, class_id: int, settings: ClassSettings) -> None:
        with self.write() as session:
            changed = sa.update(ClassRow).where(ClassRow.id == class_id)
            session.execute(changed.values(settings=settings.model_dump(mode="json")))

    def renew_code(self, class_id: int) -> str:
        """Replace a class's code by a random one and return it."""
        code = draw_new_code()
        with self.write() as session:
            session.execute(sa.update(ClassRow).where(ClassRow.id == class_id).values(code=code))
        return code

    def delete_class(self, class_id: int) -> None:
        """Delete a class with all its data, also from the bytes of the file."""
        pupils = sa.select(PupilRow.id).where(PupilRow.class_id == class_id)
        with self.erase() as session:
            for said in (BetRow, AnswerRow, StepRow, EntryRow):
                session.execute(sa.delete(said).where(said.pupil_id.in_(pupils)))
            for owned in (QuestionRow, RoundRow, VoteRow, OutcomeRow, GameRow, StandingRow, PupilRow):
                session.execute(sa.delete(owned).where(owned.class_id == class_id))
            session.execute(sa.delete(ClassRow).where(ClassRow.id == class_id))

    # --- who is in --------------------------------------------------------------------------------------------------
    def join(self, class_id: int, nickname: str | None, most: int) -> tuple[Member, str]:
        """Add a pupil and return the key for the browser, which is not stored.

        Raises `ReportError` if there is no class, `most` are in already, or the nickname is taken.
        """
        key = secrets.token_urlsafe(24)
        with self.write() as session:
            if session.get(ClassRow, class_id) is None:
                raise ReportError(_("There is no class on this server."))
            there = session.execute(sa.select(PupilRow.number).where(PupilRow.class_id == class_id)).scalars().all()
            if len(there) >= most:
                told = _("The class is full: {most} are in. Ask your teacher to let somebody go.")
                raise ReportError(told.format(most=most))
            _check_name_free(session, class_id, nickname)
            pupil = PupilRow(
                class_id=class_id,
                number=max(there, default=0) + 1,
                nickname=nickname,
                key_hash=hash_key(key),
                joined=time.time(),
            )
            session.add(pupil)
            session.flush()
            return Member(pupil.id, pupil.number, nickname, pupil.key_hash), key

    def rename(self, class_id: int, pupil_id: int, nickname: str | None) -> Member:
        """Change a nickname; None removes it. Raises `ReportError` if it is taken."""
        with self.erase() as session:
            _check_name_free(session, class_id, nickname, but=pupil_id)
            pupil = session.get_one(PupilRow, pupil_id)
            pupil.nickname = nickname
            return Member(pupil.id, pupil.number, nickname, pupil.key_hash)

    def remove(self, *pupil_ids: int) -> None:
        """Delete pupils with all their data, also from the bytes of the file; unknown ids do nothing."""
        with self.erase() as session:
            for pupil_id in pupil_ids:
                _leave_standings(session, pupil_id)
            _leave_talks(session, pupil_ids)
            for said in (BetRow, AnswerRow, StepRow, EntryRow):
                session.execute(sa.delete(said).where(said.pupil_id.in_(pupil_ids)))
            session.execute(sa.delete(PupilRow).where(PupilRow.id.in_(pupil_ids)))

    def members(self, class_id: int) -> list[Member]:
        """Return the members of a class, ordered by number."""
        with Session(self.engine) as session:
            columns = sa.select(PupilRow.id, PupilRow.number, PupilRow.nickname, PupilRow.key_hash)
            return [
                Member(*row)
                for row in session.execute(columns.where(PupilRow.class_id == class_id).order_by(PupilRow.number))
            ]

    # --- what they report -------------------------------------------------------------------------------------------
    def receive(
        self, class_id: int, pupil_id: int, report: Told | Reached, question: AskedQuestion | None = None
    ) -> bool:
        """Store a report; `question` is the one that a bet or answer belongs to, as the server knows it.

        Return False if the same report or a later one is stored already. Raises `ReportError` if there is no such
        question, it does not allow the value, or it cannot be answered now.
        """
        for last_try in (False, True):
            try:
                with self.write() as session:
                    if isinstance(report, Reached):
                        return _record_step(session, pupil_id, report)
                    return _record_answer(session, class_id, pupil_id, report, question)
            except IntegrityError as error:  # another server on the same database inserted the row first
                if last_try:
                    raise ReportError(_("You are not in this class any more.")) from error
        raise AssertionError

    def came_out(self, class_id: int, lesson: str, said: CameOut) -> bool:
        """Store the outcome of a prediction; return False if nothing is new or `MOST_OUTCOMES` are stored."""
        with self.write() as session:
            here = sa.select(OutcomeRow).where(OutcomeRow.class_id == class_id)
            row = session.scalar(here.where(OutcomeRow.lesson == lesson, OutcomeRow.key == said.key))
            if row is None:
                if len(session.scalars(here).all()) >= MOST_OUTCOMES:
                    return False
                row = OutcomeRow(class_id=class_id, lesson=lesson, key=said.key, figures=[])
                session.add(row)
            figures = [one.model_dump() for one in said.join([SentFigure.model_validate(one) for one in row.figures])]
            changed, row.figures = figures != row.figures, figures
            return changed

    def outcomes(self, class_id: int) -> dict[tuple[str, str], list[SentFigure]]:
        """Return the stored outcomes, by lesson and key of the prediction."""
        with Session(self.engine) as session:
            rows = session.scalars(sa.select(OutcomeRow).where(OutcomeRow.class_id == class_id))
            return {(row.lesson, row.key): [SentFigure.model_validate(one) for one in row.figures] for row in rows}

    def list_lessons(self, class_id: int) -> list[str]:
        """Return the lessons of which a question was put or answered, sorted."""
        with Session(self.engine) as session:
            asked = sa.select(QuestionRow.lesson).where(QuestionRow.class_id == class_id).distinct()
            return list(session.scalars(asked.order_by(QuestionRow.lesson)))

    def ask_again(self, class_id: int, lesson: str, key: str) -> int:
        """Open a question's next round and return its number. Raises `ReportError` after the last, or if unknown."""
        with self.write() as session:
            number = round_of(session, class_id, lesson, key) + 1
            if number > MOST_ROUNDS:
                raise ReportError(_("A question can be asked {most} times.").format(most=MOST_ROUNDS))
            known = sa.select(QuestionRow.id).where(
                QuestionRow.class_id == class_id, QuestionRow.lesson == lesson, QuestionRow.key == key
            )
            if session.scalar(known.limit(1)) is None:
                raise ReportError(_("Nobody has answered this question yet."))
            session.execute(_pick_question(sa.delete(RoundRow), RoundRow, class_id, lesson, key))
            session.add(RoundRow(class_id=class_id, lesson=lesson, key=key, number=number))
            return number

    def rounds(self, class_id: int) -> dict[tuple[str, str], int]:
        """Return the round of each question that was asked again, by lesson and key."""
        with Session(self.engine) as session:
            rows = session.execute(
                sa.select(RoundRow.lesson, RoundRow.key, RoundRow.number).where(RoundRow.class_id == class_id)
            )
            return {(lesson, key): number for lesson, key, number in rows}


def _pick_question(statement: Any, row: type[RoundRow] | type[VoteRow], class_id: int, lesson: str, key: str) -> Any:
    return statement.where(row.class_id == class_id, row.lesson == lesson, row.key == key)


def round_of(session: Session, class_id: int, lesson: str, key: str) -> int:
    """Return the round in which a question is, from 1."""
    return session.scalar(_pick_question(sa.select(RoundRow.number), RoundRow, class_id, lesson, key)) or 1


def find_vote(session: Session, class_id: int, lesson: str, key: str) -> VoteRow | None:
    """Return the vote on a question; None if pupils answer on their own."""
    found: VoteRow | None = session.scalar(_pick_question(sa.select(VoteRow), VoteRow, class_id, lesson, key))
    return found


def _check_name_free(session: Session, class_id: int, nickname: str | None, but: int = 0) -> None:
    """Raise `ReportError` if another pupil of the class has this nickname, whatever the case."""
    others = sa.select(PupilRow.nickname).where(PupilRow.class_id == class_id, PupilRow.id != but)
    if nickname and nickname.casefold() in {(name or "").casefold() for name in session.scalars(others)}:
        raise ReportError(_("Somebody in the class is called that already. Choose another nickname."))


def _record_step(session: Session, pupil_id: int, report: Reached) -> bool:
    mine = sa.select(StepRow).where(StepRow.pupil_id == pupil_id)
    step = session.scalar(mine.where(StepRow.lesson == report.lesson))
    if step is not None and step.turn >= report.turn:
        return False
    if step is None:
        step = StepRow(pupil_id=pupil_id, lesson=report.lesson)
        session.add(step)
    step.number, step.done, step.turn, step.at = report.number, report.done, report.turn, time.time()
    return True


def _record_answer(
    session: Session, class_id: int, pupil_id: int, report: Told, question: AskedQuestion | None
) -> bool:
    if question is None:
        raise ReportError(_("This lesson does not ask that. Reload the page; what you entered is kept."))
    if not question.allows(report.value):
        raise ReportError(_("That is no answer to this question."))
    kind: type[BetRow] | type[AnswerRow] = BetRow if question.kind == "bet" else AnswerRow
    here = (kind.lesson == report.lesson, kind.key == report.key, kind.round == report.round)
    found: Any = session.scalar(sa.select(kind).where(kind.pupil_id == pupil_id, *here))
    row: BetRow | AnswerRow | None = found
    if row is not None and row.turn >= report.turn:
        return False
    if report.round != round_of(session, class_id, report.lesson, report.key):
        raise ReportError(_("This question has been asked again. Please answer it once more."))
    vote = find_vote(session, class_id, report.lesson, report.key)
    if vote is not None and vote.stage != "open":
        raise ReportError(_("This vote is closed."))
    record_question(session, class_id, report.lesson, report.key, question)
    if row is None:
        row = kind(pupil_id=pupil_id, lesson=report.lesson, key=report.key, round=report.round, value=report.value)
        if isinstance(row, AnswerRow):
            row.tries = 0
    if isinstance(row, AnswerRow):
        row.last, row.tries = report.value, row.tries + 1
    else:
        row.value = report.value
    row.turn, row.at = report.turn, time.time()
    session.add(row)
    return True


def record_question(session: Session, class_id: int, lesson: str, key: str, question: AskedQuestion) -> None:
    """Store a question as the server knows it; a stored one is replaced only if its shape differs."""
    known = session.scalar(sa.select(QuestionRow).filter_by(class_id=class_id, lesson=lesson, key=key))
    if known is None:
        session.add(QuestionRow(class_id=class_id, lesson=lesson, key=key, question=question.written))
        session.flush()
    elif read_question(known.question).shape != question.shape:
        known.question = question.written


def leave_out(told: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return standings without the plan and the rows of one strategy.

    >>> leave_out({"rows": [["x", 1], ["y", 0]], "plans": {"x": {"first": 40}}, "share": 1}, "x")
    {'rows': [['y', 0]], 'plans': {}, 'share': 1}
    """
    kept = {
        key: {who: said for who, said in one.items() if who != name}
        for key, one in told.items()
        if isinstance(one, dict)
    }
    rows = {"rows": [row for row in told["rows"] if row[0] != name]} if "rows" in told else {}
    return {**told, **kept, **rows}


def _leave_talks(session: Session, pupil_ids: Collection[int]) -> None:
    """Remove pupils from the groups of all votes of their classes."""
    here = sa.select(PupilRow.class_id).where(PupilRow.id.in_(pupil_ids))
    for vote in session.scalars(sa.select(VoteRow).where(VoteRow.class_id.in_(here))):
        left = [{**one, "pupils": [who for who in one["pupils"] if who not in pupil_ids]} for one in vote.groups]
        vote.groups = [one for one in left if one["pupils"]]


def _leave_standings(session: Session, pupil_id: int) -> None:
    pupil = session.get(PupilRow, pupil_id)
    standing = session.get(StandingRow, pupil.class_id) if pupil is not None else None
    for name in [name for name, author in standing.authors.items() if author == pupil_id] if standing else []:
        assert standing is not None
        standing.told = leave_out(standing.told, name)
        standing.authors = {who: author for who, author in standing.authors.items() if who != name}

"""Tables of the database of classes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

LONGEST_NAME = 40
LONGEST_LESSON = 120
LONGEST_KEY = 120
LONGEST_NICKNAME = 24
DIGEST = 64
"""Hexadecimal digits of a SHA-256."""


class Base(DeclarativeBase):
    """Base class of the tables. Times are seconds since 1970, in UTC."""


class ClassRow(Base):
    """A class. A server continues the one with its name, until it is deleted."""

    __tablename__ = "classes"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME), unique=True)
    code: Mapped[str] = mapped_column(String(80))
    secret: Mapped[str] = mapped_column(String(DIGEST))
    begun: Mapped[float]
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)


class ClassPart:
    """Columns of all rows that are deleted with their class."""

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"))


class QuestionPart(ClassPart):
    """Columns of all rows that belong to a question."""

    lesson: Mapped[str] = mapped_column(String(LONGEST_LESSON))
    key: Mapped[str] = mapped_column(String(LONGEST_KEY))


class PupilRow(ClassPart, Base):
    """A pupil. `key_hash` is all that is stored of the key in the pupil's browser.

    An `id` is never used again after a pupil leaves: tables and entries refer to their owners by it.
    """

    __tablename__ = "pupils"
    __table_args__ = (UniqueConstraint("class_id", "number"), {"sqlite_autoincrement": True})
    number: Mapped[int]
    nickname: Mapped[str | None] = mapped_column(String(LONGEST_NICKNAME))
    key_hash: Mapped[str] = mapped_column(String(DIGEST), unique=True)
    joined: Mapped[float]


class QuestionRow(QuestionPart, Base):
    """Question that was put or answered, as the server knew it then."""

    __tablename__ = "asked"
    __table_args__ = (UniqueConstraint("class_id", "lesson", "key"),)
    question: Mapped[str] = mapped_column(Text)


class ReportRow:
    """Columns that bets and answers share."""

    id: Mapped[int] = mapped_column(primary_key=True)
    pupil_id: Mapped[int] = mapped_column(ForeignKey("pupils.id", ondelete="CASCADE"))
    lesson: Mapped[str] = mapped_column(String(LONGEST_LESSON))
    key: Mapped[str] = mapped_column(String(LONGEST_KEY))
    round: Mapped[int]
    turn: Mapped[int]
    value: Mapped[float]
    at: Mapped[float]


class BetRow(ReportRow, Base):
    """Prediction; the last one of a round counts, because a page lets pupils change it."""

    __tablename__ = "bets"
    __table_args__ = (UniqueConstraint("pupil_id", "lesson", "key", "round"),)


class AnswerRow(ReportRow, Base):
    """Answer; `value` is the first one of a round, because after that a page has told what is right."""

    __tablename__ = "answers"
    __table_args__ = (UniqueConstraint("pupil_id", "lesson", "key", "round"),)
    last: Mapped[float]
    tries: Mapped[int]


class StepRow(Base):
    """Progress of a pupil in a lesson."""

    __tablename__ = "steps"
    __table_args__ = (UniqueConstraint("pupil_id", "lesson"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    pupil_id: Mapped[int] = mapped_column(ForeignKey("pupils.id", ondelete="CASCADE"))
    lesson: Mapped[str] = mapped_column(String(LONGEST_LESSON))
    number: Mapped[int]
    done: Mapped[int]
    turn: Mapped[int]
    at: Mapped[float]


class RoundRow(QuestionPart, Base):
    """Round in which a question is; without a row, the first."""

    __tablename__ = "rounds"
    __table_args__ = (UniqueConstraint("class_id", "lesson", "key"),)
    number: Mapped[int]


class VoteRow(QuestionPart, Base):
    """Vote on a question: its stage, and the groups that discuss it."""

    __tablename__ = "votes"
    __table_args__ = (UniqueConstraint("class_id", "lesson", "key"),)
    stage: Mapped[str] = mapped_column(String(10))
    groups: Mapped[list[dict[str, Any]]] = mapped_column(JSON)


class OutcomeRow(QuestionPart, Base):
    """Outcome of a prediction, as a lesson's kernel reported it."""

    __tablename__ = "outcomes"
    __table_args__ = (UniqueConstraint("class_id", "lesson", "key"),)
    figures: Mapped[list[dict[str, Any]]] = mapped_column(JSON)


class EntryRow(ClassPart, Base):
    """Plan that a pupil has entered for the tournament; a later one replaces it."""

    __tablename__ = "plans"
    pupil_id: Mapped[int] = mapped_column(ForeignKey("pupils.id", ondelete="CASCADE"), unique=True)
    plan: Mapped[dict[str, int]] = mapped_column(JSON)


class StandingRow(Base):
    """Last standings of the tournament, and the authors of its plans."""

    __tablename__ = "standings"
    class_id: Mapped[int] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True)
    told: Mapped[dict[str, Any]] = mapped_column(JSON)
    authors: Mapped[dict[str, int]] = mapped_column(JSON)


class GameRow(ClassPart, Base):
    """Game at a table: its start, all actions, and the owners of its seats."""

    __tablename__ = "games"
    __table_args__ = (UniqueConstraint("class_id", "code"),)
    code: Mapped[str] = mapped_column(String(8))
    game: Mapped[str] = mapped_column(String(40))
    players: Mapped[int]
    seed: Mapped[int]
    opener: Mapped[int]
    begun: Mapped[bool]
    history: Mapped[list[int]] = mapped_column(JSON)
    owners: Mapped[list[int | None]] = mapped_column(JSON)

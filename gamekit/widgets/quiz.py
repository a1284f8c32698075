"""Quizzes: questions with choices or a number as answer, from a list or without end; text fields for free answers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from gamekit.core.errors import OptionError, quote
from gamekit.core.game import Game
from gamekit.core.i18n.translation import _, say_mismatch
from gamekit.web import bundle
from gamekit.widgets.base import Card
from gamekit.widgets.cell_registry import next_key
from gamekit.widgets.messages import page_messages
from gamekit.widgets.narration import rules_in_words


class TextField(Card):
    """Text field with a title; `text` is what was written, as far as the page has sent it."""

    _esm = bundle.widget("cards/text_field", "{ render: viewOf(createField) }")

    def __init__(self, title: str, *, lines: int = 3, key: str = "") -> None:
        super().__init__()
        self.title, self.key, self.lines, self.text = title, key or next_key(), lines, ""

    def describe(self) -> str:
        return self.title

    def data(self) -> dict[str, Any]:
        return {"title": self.title, "key": self.key, "lines": self.lines, "words": page_messages("field")}

    def pack_alone(self) -> dict[str, Any]:
        return {"kind": "field", "data": self.data()}

    def receive(self, asked: str, message: Mapping[str, Any]) -> None:
        if asked != "written":
            raise OptionError(say_mismatch())
        self.text = str(message.get("text", ""))


ALONE_QUESTIONS: Final = 20
"""Questions of an endless quiz on a page without Python, which then starts over."""


@dataclass(frozen=True)
class Question:
    """A question. Raises `OptionError` if `answer` is no index of `choices`.

    `answer` is the index of the right choice, or the right number if `choices` is None; `unit` and `tolerance`
    (greatest deviation) apply to numbers. `why` is shown after an answer that has none of the `reasons`. `rules` are
    numbers of rules; `picture` is an SVG with a text alternative; `board` is a position (`moment.board_of`).
    """

    text: str
    answer: float
    why: str = ""
    choices: tuple[str, ...] | None = None
    reasons: Mapping[int, str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    picture: str = ""
    unit: str = ""
    tolerance: float = 0
    board: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.choices is not None and self.answer not in range(len(self.choices)):
            raise OptionError(
                f"The answer to {quote(self.text)} must be the number of a choice, 0 to {len(self.choices) - 1}."
            )

    def is_right(self, answer: float) -> bool:
        """Return whether an answer is right; a number may deviate by `tolerance`."""
        return answer == self.answer if self.choices else abs(answer - self.answer) <= self.tolerance

    def tell_page(self) -> dict[str, Any]:
        """Return the question as data for the page."""
        return {
            "text": self.text,
            "answer": self.answer,
            "why": self.why,
            "choices": None if self.choices is None else list(self.choices),
            "reasons": {str(answer): reason for answer, reason in self.reasons.items()},
            "rules": list(self.rules),
            "picture": self.picture,
            "unit": self.unit,
            "tolerance": self.tolerance,
            "board": None if self.board is None else dict(self.board),
        }


class Quiz(Card):
    """A quiz on the page; `answered` and `right` count answers. Choices are shuffled.

    Parameters
    ----------
    questions : sequence of Question, or a function ``make(rng) -> Question`` for an endless quiz
    title : heading, by default "Quiz"
    game : the game whose rules the questions name
    seed : seed of an endless quiz's questions
    key : key under which answers are stored; by default the next one of the cell
    is_exit : whether these are the exit questions of a lesson
    tries : answers allowed before the right one is shown, 1 or more; the first one counts
    folds : (title, text) pairs that a reader may unfold below the question, such as a hint
    """

    _esm = bundle.widget("cards/quiz", "{ render: viewOf(createQuiz) }")

    def __init__(
        self,
        questions: Sequence[Question] | Callable[[np.random.Generator], Question],
        *,
        title: str = "",
        game: Game | None = None,
        seed: int = 1,
        key: str = "",
        is_exit: bool = False,
        tries: int = 1,
        folds: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__()
        self.key, self.is_exit, self.tries, self.folds = key or next_key(), is_exit, tries, folds
        self.title, self.game = title or _("Quiz"), game
        self.answered = self.right = 0
        self._rng = np.random.default_rng(seed)
        self._make = questions if callable(questions) else None
        self.questions = [self._next()] if callable(questions) else shuffle_all(questions, self.key)
        if not self.questions:
            raise OptionError("A quiz needs at least one question.")

    def describe(self) -> str:
        asked = [[one.text, *(f"○ {choice}" for choice in one.choices or ())] for one in self.questions]
        return "\n".join([self.title, *(line for lines in asked for line in lines)])

    def data(self) -> dict[str, Any]:
        told = quiz_data(self.questions, key=self.key, title=self.title, game=self.game, endless=self._make is not None)
        return {**told, "exit": self.is_exit, "tries": self.tries, "folds": [list(one) for one in self.folds]}

    def pack_alone(self) -> dict[str, Any]:
        """Return the quiz as data; an endless one has `ALONE_QUESTIONS` questions."""
        while self._make is not None and len(self.questions) < ALONE_QUESTIONS:
            self.questions.append(self._next())
        return {"kind": "quiz", "data": self.data()}

    def receive(self, asked: str, message: Mapping[str, Any]) -> None:
        """Send the next question of an endless quiz, or count an answer."""
        if asked == "next" and self._make is not None:
            self.questions.append(self._next())
            self.send({"type": "question", "question": self.questions[-1].tell_page()})
        elif asked == "answered":
            self.answered += 1
            self.right += bool(message.get("right"))
        else:
            raise OptionError(say_mismatch())

    def _next(self) -> Question:
        assert self._make is not None
        return shuffle_choices(self._make(self._rng), self._rng)


def shuffle_all(questions: Sequence[Question], key: str) -> list[Question]:
    """Return the questions of a quiz with shuffled choices; the order follows from the quiz's key and their places."""
    return [shuffle_choices(one, seed_order(f"{key}/{place}")) for place, one in enumerate(questions)]


def seed_order(name: str) -> np.random.Generator:
    """Return a random generator seeded with the hash of a name, so that the order is equal in all languages."""
    return np.random.default_rng(list(hashlib.sha256(name.encode()).digest()))


def shuffle_choices(question: Question, rng: np.random.Generator) -> Question:
    """Return the question with shuffled choices, so that the place of the right one tells nothing.

    >>> shuffle_choices(Question("1 + 1?", 0, choices=("2", "3", "4"), reasons={1: "no"}), seed_order("e")).choices
    ('4', '3', '2')
    """
    if question.choices is None:
        return question
    order = [int(place) for place in rng.permutation(len(question.choices))]
    return replace(
        question,
        answer=order.index(int(question.answer)),
        choices=tuple(question.choices[place] for place in order),
        reasons={order.index(place): reason for place, reason in question.reasons.items()},
    )


def quiz_data(
    questions: Sequence[Question], *, key: str, title: str, game: Game | None, endless: bool = False
) -> dict[str, Any]:
    """Return a quiz as data for a page with or without Python; an endless one has all rules of its game."""
    named = {number for question in questions for number in question.rules}
    if endless and game is not None:
        named |= set(game.rulebook)
    return {
        "key": key,
        "title": title,
        "words": page_messages("quiz"),
        "questions": [question.tell_page() for question in questions],
        "rules": rules_in_words(game, named) if game is not None else {},
        "endless": endless,
        "scene": game.picture.scene(game) if game is not None and any(one.board for one in questions) else None,
    }

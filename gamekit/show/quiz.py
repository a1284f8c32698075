"""Quizzes: questions with choices or a number, answered with a reason and its rule; a list, or endless.

What is asked and what is right is said by lessons.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from gamekit.core.errors import OptionError, quote
from gamekit.core.game import Game
from gamekit.core.i18n.translation import _, say_mismatch
from gamekit.show.card_registry import next_key
from gamekit.show.cards import Card
from gamekit.show.strings import quiz_words
from gamekit.show.telling import rules_in_words
from gamekit.web import bundle

ALONE_QUESTIONS: Final = 20
"""Questions of an endless quiz on a page without Python, where it then begins again."""


@dataclass(frozen=True)
class Question:
    """One question.

    Attributes: `text`; `answer`, the index of the right choice or the right number; `why`, shown
    after any answer; `choices`, the answers to choose from, or None for a number; `reasons`, for an
    answer its own reason instead of `why`; `rules`, the numbers of the rules it rests on;
    `picture`, a small SVG with a text alternative; `unit` and `tolerance` of a number; `board`, a
    moment of the quiz's game to look at, made by `moment.board_of`.
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
        """Whether an answer is right."""
        return answer == self.answer if self.choices else abs(answer - self.answer) <= self.tolerance

    def tell_page(self) -> dict[str, Any]:
        """The question as the page needs it."""
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
    """A quiz on the page. `answered` and `right` count what was answered.

    Parameters
    ----------
    questions : a list of `Question`, or a function `make(rng) -> Question` for an endless quiz. Their choices are
        shuffled.
    title : what stands above it.
    game : whose rules the questions name.
    seed : from which an endless quiz draws its questions.
    key : by which answers are kept; by default the next one of the cell.
    is_exit : whether these are the questions to leave a lesson by.
    tries : how often a question may be answered until what is right is shown, 1 or more. The first answer counts.
    folds : titles with texts that a reader may unfold below the question, such as a hint.
    """

    _esm = bundle.module("cards/quizwidget")

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
        """The questions, and their choices."""
        asked = [[one.text, *(f"○ {choice}" for choice in one.choices or ())] for one in self.questions]
        return "\n".join([self.title, *(line for lines in asked for line in lines)])

    def data(self) -> dict[str, Any]:
        """Title, questions so far, rules they may name."""
        told = quiz_data(self.questions, key=self.key, title=self.title, game=self.game, endless=self._make is not None)
        return {**told, "exit": self.is_exit, "tries": self.tries, "folds": [list(one) for one in self.folds]}

    def pack_alone(self) -> dict[str, Any]:
        """The questions; of an endless quiz so many that few will see one twice."""
        while self._make is not None and len(self.questions) < ALONE_QUESTIONS:
            self.questions.append(self._next())
        return {"kind": "quiz", "data": self.data()}

    def receive(self, asked: str, message: Mapping[str, Any]) -> None:
        """The next question, or the news that one was answered."""
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
    """Return the generator that orders the choices of a question: the same in whatever language it is asked."""
    return np.random.default_rng(list(hashlib.sha256(name.encode()).digest()))


def shuffle_choices(question: Question, rng: np.random.Generator) -> Question:
    """Return the question with its choices in another order: the place of the right one must tell nothing.

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
    """Return a quiz as data, for a page with or without Python."""
    named = {number for question in questions for number in question.rules}
    if endless and game is not None:
        named |= set(game.rulebook)
    return {
        "key": key,
        "title": title,
        "words": quiz_words(),
        "questions": [question.tell_page() for question in questions],
        "rules": rules_in_words(game, named) if game is not None else {},
        "endless": endless,
        "scene": game.picture.scene(game) if game is not None and any(one.board for one in questions) else None,
    }

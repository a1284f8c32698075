"""What a reader is asked: predictions, questions, exercises, exit tickets. The cards are those of gamekit.show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import floor, log10
from typing import Any

from gamekit.core.errors import OptionError
from gamekit.core.game import FOLDER, Game, game_names, load
from gamekit.core.i18n.translation import _, say_number
from gamekit.core.session import Session
from gamekit.lessons.kit.withheld import withhold_outputs
from gamekit.show import Bet, Question, Quiz, TextField
from gamekit.show.moment import board_of


def bet(
    question: str,
    low: float = 0,
    high: float = 100,
    *,
    step: float = 1,
    unit: str = "",
    choices: Sequence[str] | None = None,
) -> Bet:
    """A prediction, stored before the result is seen: a number from `low` to `high`, or one of `choices`.

    Its `value` is None until then. Give it to panels (`after=bet`) and comparisons (`bet=bet`).

    >>> bet("Of 100 turns, how many?").value is None
    True
    """
    made = Bet(question, low=low, high=high, step=step, unit=unit, choices=choices)
    withhold_outputs(made)
    return made


def question(
    text: str,
    choices: Sequence[object] | None = None,
    *,
    answer: Any,
    why: str = "",
    reasons: Mapping[Any, str] | None = None,
    tolerance: float = 0,
    unit: str = "",
    rules: Sequence[str] = (),
    board: Session | None = None,
    picture: str = "",
) -> Question:
    """One question, with choices or for a number.

    Parameters
    ----------
    answer : the right choice, or the right number; it may be computed by the cells above.
    why : shown after any answer. `reasons` may have another one for a choice.
    tolerance, unit : how far a number may lie off, and in what it is asked. Where it may, it is told rounded.
    rules : the numbers of the rules it rests on.
    board : a session at the moment to look at.

    Raises `OptionError` if the right answer is not among the choices, or if two of them are alike.

    >>> question("1 + 1?", [2, 3], answer=2).choices
    ('2', '3')
    """
    if choices is None:
        number = round_for_reading(float(answer), tolerance)
        return Question(text, number, why, rules=tuple(rules), unit=unit, tolerance=tolerance, picture=picture)
    texts, right = [write_choice(one) for one in choices], write_choice(answer)
    if right not in texts or len(set(texts)) < len(texts):
        raise OptionError(f"The choices of {text!r} must differ, and {right!r} must be one of them.")
    because = {texts.index(write_choice(one)): reason for one, reason in (reasons or {}).items()}
    shown = None if board is None else board_of(board)
    return Question(
        text,
        texts.index(right),
        why,
        choices=tuple(texts),
        reasons=because,
        rules=tuple(rules),
        picture=picture,
        board=shown,
    )


def write_choice(choice: object) -> str:
    """A choice as the reader's language writes it, if it is a number.

    >>> write_choice(3.5), write_choice("after a 3")
    ('3.5', 'after a 3')
    """
    is_number = isinstance(choice, (int, float)) and not isinstance(choice, bool)
    return say_number(choice) if is_number else str(choice)


def round_for_reading(number: float, tolerance: float) -> float:
    """A right answer without the decimals that its tolerance makes idle.

    >>> round_for_reading(59.61684696, tolerance=1.5), round_for_reading(1 / 3, tolerance=0)
    (59.6, 0.3333333333333333)
    """
    return round(number, max(0, 1 - floor(log10(tolerance)))) if tolerance > 0 else number


def quiz(*questions: Question, title: str = "", game: Game | None = None) -> Quiz:
    """Questions one after the other; `game` is whose boards they show, and whose rules if it has its own options."""
    return Quiz(questions, title=title or _("Questions"), game=game or find_game_asked(questions))


def ask(asked: Question, *, title: str = "", game: Game | None = None) -> Quiz:
    """A small question on the way through an explanation; its cell carries the tag `ask`.

    A page opens the text below it, up to the next one or to the next step, when it was answered, rightly or not.

    >>> ask(question("1 + 1?", [2, 3], answer=2)).title
    'Before you read on'
    """
    return quiz(asked, title=title or _("Before you read on"), game=game)


def exit_ticket(*questions: Question, game: Game | None = None) -> Quiz:
    """The questions to leave a lesson by."""
    return Quiz(questions, title=_("Exit ticket"), game=game or find_game_asked(questions), is_exit=True)


def exercise(
    number: int, asked: Question | None = None, *, hint: str = "", solution: str = "", tries: int = 2
) -> Quiz | TextField:
    """Return the card on which an exercise is answered.

    Parameters
    ----------
    number : int
        Number of the exercise in its lesson, from 1.
    asked : Question, optional
        The question; without one the card is a field to write into.
    hint, solution : str
        Sentences that a reader may unfold below the question. They may have computed figures.
    tries : int
        Number of answers, 1 or more, after which what is right is shown. Of two choices the first answer shows it.

    Examples
    --------
    >>> exercise(1, question("6 · 7?", answer=42), solution="42, of course.").tries
    2
    """
    title = _("Exercise {number}: your answer").format(number=number)
    if asked is None:
        return field(title)
    tries = 1 if len(asked.choices or ()) == 2 else tries
    folds = [(name, text) for name, text in ((_("Hint"), hint), (_("Solution"), solution)) if text]
    return Quiz([asked], title=title, game=find_game_asked([asked]), tries=tries, folds=folds)


def find_game_asked(questions: Sequence[Question]) -> Game | None:
    """The game whose rules the questions name, so that a rule is shown in words and not as a number alone."""
    named = [rule for one in questions for rule in one.rules]
    return game_of_rule(named[0]) if named else None


@cache
def game_of_rule(number: str) -> Game:
    """The game in whose rulebook a rule stands.

    Raises `OptionError` if there is none.

    >>> game_of_rule("KS-20").name
    'kartenspiel'
    """
    for name in game_names(examples=True):
        if f"[rules.{number}]" in (FOLDER / name / "rulebook.toml").read_text(encoding="utf-8"):
            return load(name)
    raise OptionError(f"No game has a rule {number}.")


def field(title: str, *, lines: int = 3) -> TextField:
    """A field to write into. What is written stays in the browser, on this page, until it is started again."""
    return TextField(title, lines=lines)

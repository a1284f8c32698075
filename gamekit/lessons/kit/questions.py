"""Cards on which a reader answers: predictions, questions, exercises, exit tickets, and puzzles over the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import floor, log10
from typing import Any, Final

from gamekit.core.errors import OptionError, is_whole, quote
from gamekit.core.game import FOLDER, Game, game_names, load
from gamekit.core.i18n.translation import _, say_number, typeset
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.session import Session
from gamekit.lab import puzzles as shipped
from gamekit.lessons.kit.output import Sentences, say
from gamekit.lessons.kit.withheld import withhold_outputs
from gamekit.widgets import Bet, Question, Quiz, TextField
from gamekit.widgets.rule_questions import board_of

MOST: Final = 20


def puzzles(
    name: str, theme: str | None = None, difficulty: int | None = None, count: int = 5, title: str = ""
) -> Quiz | Sentences:
    """Show puzzles of a game as a quiz, the easiest first.

    All puzzles of a quiz have the number of players and the options that are most frequent among those that fit.

    Parameters
    ----------
    name : str
        Name of the game, as for `gamekit.load`.
    theme : str, optional
        Theme of the puzzles. Default: all themes.
    difficulty : int, optional
        Difficulty, 1 to 4. Default: all of them.
    count : int
        Number of puzzles at most, 1 to 20.
    title : str
        Heading. Default: "What would you play?" in the reader's language.

    Returns
    -------
    Quiz or Sentences
        The quiz, or a sentence that says that there is no such puzzle.

    Raises
    ------
    UnknownGame
        If there is no game of this name.
    OptionError
        If the theme, the difficulty or the count is not allowed.

    Examples
    --------
    >>> len(puzzles("kartenspiel", count=2).questions)
    2
    >>> puzzles("pig")
    There are no puzzles of Pig yet. The game can be played, and its coach asked.
    """
    game = load(name)
    if not is_whole(count, 1, MOST):
        raise OptionError(f"The count is a whole number from 1 to {MOST}, not {quote(count)}.")
    if not shipped.has_puzzles(game.name):
        return say(
            _("There are no puzzles of {title} yet. The game can be played, and its coach asked.").format(
                title=game.title
            )
        )
    found = sorted(shipped.puzzles(name, theme, difficulty), key=lambda one: one.difficulty)
    if not found:
        return say(_("There is no puzzle of this theme and this difficulty."))
    tables = [(one.players, sorted(one.options.items())) for one in found]
    usual = Counter(map(str, tables)).most_common(1)[0][0]
    chosen = [one for one, table in zip(found, tables, strict=True) if str(table) == usual][:count]
    asked = [question_of(one, number) for number, one in enumerate(chosen, start=1)]
    whose = load(name, chosen[0].players, **chosen[0].options)
    return Quiz(asked, title=title or _("What would you play?"), game=whose)


def question_of(puzzle: shipped.Puzzle, number: int) -> Question:
    """Return a puzzle as a question whose choices are all legal actions."""
    session = puzzle.session()
    legal, letter = session.legal(), PLAYER_LETTERS[puzzle.player]
    return Question(
        text=_("Puzzle {number}: what would you play for {letter}?").format(number=number, letter=letter),
        choices=tuple(session.game.action_text(action) for action in legal),
        answer=legal.index(puzzle.best),
        why=f"{puzzle.explain()} {puzzle.describe_lead()}",
        board=board_of(session, str(puzzle.player)),
    )


def bet(
    question: str,
    low: float = 0,
    high: float = 100,
    *,
    step: float = 1,
    unit: str = "",
    choices: Sequence[str] | None = None,
) -> Bet:
    """Show a prediction card; the reader commits to a value before seeing the result.

    In a notebook it also holds back what later cells with the tag `after-bet` display, until a prediction is stored.

    Parameters
    ----------
    question : str
        Question above the field or the choices.
    low, high : float
        Smallest and largest number allowed, in `unit`; ``low < high``. Ignored with `choices`.
    step : float
        Step of the input field, in `unit`. Numbers between steps are accepted.
    unit : str
        Unit shown behind the number.
    choices : sequence of str, optional
        Answers to choose from, in place of a number.

    Returns
    -------
    Bet
        The card. `value` is None until a prediction is stored, then the number or the index of the choice. Pass the
        card to `panel(after=...)` and to `compare(bet=...)`.

    Raises
    ------
    OptionError
        If there are no choices and `low` is not less than `high`.

    Examples
    --------
    >>> rounds = bet("How many rounds does a stage last?", low=1, high=20)
    >>> rounds.value is None
    True
    >>> rounds.store(7)
    >>> rounds.value
    7
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
    """Make a question with choices, or one that is answered by a number.

    Parameters
    ----------
    text : str
        The question.
    choices : sequence of object, optional
        Answers to choose from; numbers are written as the reader's language does. Default: a number is asked for.
    answer : object
        The right choice, or the right number.
    why : str
        Reason, shown after any answer.
    reasons : mapping of object to str, optional
        Reasons shown in place of `why`, by choice. Ignored without choices.
    tolerance : float
        Largest distance, in `unit`, at which a number still counts as right. Above 0, the right number is rounded to
        the decimals that it leaves meaningful. Ignored with choices.
    unit : str
        Unit of the number. Ignored with choices.
    rules : sequence of str
        Numbers of the rules on which the answer rests, such as ``"KS-20"``.
    board : Session, optional
        Session whose present position is shown. Ignored without choices.
    picture : str
        SVG with a text alternative, shown with the question.

    Returns
    -------
    Question
        The question, to be shown by `quiz`, `ask`, `exercise` or `exit_ticket`.

    Raises
    ------
    OptionError
        If `answer` is not among the choices, or two choices are written alike.

    Examples
    --------
    >>> question("1 + 1?", [2, 3], answer=2).choices
    ('2', '3')
    """
    text, why = typeset(text), typeset(why)
    if choices is None:
        number = round_for_reading(float(answer), tolerance)
        return Question(text, number, why, rules=tuple(rules), unit=unit, tolerance=tolerance, picture=picture)
    texts, right = [write_choice(one) for one in choices], write_choice(answer)
    if right not in texts or len(set(texts)) < len(texts):
        raise OptionError(f"The choices of {text!r} must differ, and {right!r} must be one of them.")
    because = {texts.index(write_choice(one)): typeset(reason) for one, reason in (reasons or {}).items()}
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
    """Return the text of a choice; a number is written as the reader's language does.

    >>> write_choice(-3.5), write_choice("after a 3")
    ('−3.5', 'after a 3')
    """
    is_number = isinstance(choice, (int, float)) and not isinstance(choice, bool)
    return typeset(say_number(choice) if is_number else str(choice))


def round_for_reading(number: float, tolerance: float) -> float:
    """Return a number rounded to the decimals that its tolerance leaves meaningful; with tolerance 0 it is unchanged.

    >>> round_for_reading(59.61684696, tolerance=1.5), round_for_reading(1 / 3, tolerance=0)
    (59.6, 0.3333333333333333)
    """
    return round(number, max(0, 1 - floor(log10(tolerance)))) if tolerance > 0 else number


def quiz(*questions: Question, title: str = "", game: Game | None = None) -> Quiz:
    """Show questions one after the other, their choices shuffled.

    Parameters
    ----------
    *questions : Question
        At least one question, made with `question`.
    title : str
        Heading. Default: "Questions" in the reader's language.
    game : Game, optional
        Game whose boards are shown and whose rules are quoted; needed if it has house rules. Default: the game of the
        first rule that the questions name, with its default options.

    Returns
    -------
    Quiz
        The card; `answered` and `right` count the answers.

    Raises
    ------
    OptionError
        If there is no question, or no game has the first rule named.

    Examples
    --------
    >>> quiz(question("1 + 1?", [2, 3], answer=2)).title
    'Questions'
    """
    return Quiz(questions, title=title or _("Questions"), game=game or find_game_asked(questions))


def ask(asked: Question, *, title: str = "", game: Game | None = None) -> Quiz:
    """Show one question in the middle of an explanation; its cell carries the tag `ask`.

    A page opens the text below it, up to the next such question or the next step, once it is answered, rightly or not.

    Parameters
    ----------
    asked : Question
        The question, made with `question`.
    title : str
        Heading. Default: "Before you read on" in the reader's language.
    game : Game, optional
        Game whose boards are shown and whose rules are quoted, as for `quiz`.

    Returns
    -------
    Quiz
        The card.

    Examples
    --------
    >>> ask(question("1 + 1?", [2, 3], answer=2)).title
    'Before you read on'
    """
    return quiz(asked, title=title or _("Before you read on"), game=game)


def exit_ticket(*questions: Question, game: Game | None = None) -> Quiz:
    """Show the questions at the end of a lesson.

    Parameters
    ----------
    *questions : Question
        At least one question, made with `question`.
    game : Game, optional
        Game whose boards are shown and whose rules are quoted, as for `quiz`.

    Returns
    -------
    Quiz
        The card, with `is_exit` set.

    Examples
    --------
    >>> exit_ticket(question("1 + 1?", answer=2)).is_exit
    True
    """
    return Quiz(questions, title=_("Exit ticket"), game=game or find_game_asked(questions), is_exit=True)


def exercise(
    number: int, asked: Question | None = None, *, hint: str = "", solution: str = "", tries: int = 2
) -> Quiz | TextField:
    """Show the card on which an exercise is answered.

    Parameters
    ----------
    number : int
        Number of the exercise in its lesson, from 1.
    asked : Question, optional
        The question. Default: the card is a field to write into, without hint and solution.
    hint, solution : str
        Sentences that a reader may unfold below the question. They may have computed figures.
    tries : int
        Number of answers, 1 or more, after which the right one is shown. For a question with two choices it is 1.

    Returns
    -------
    Quiz or TextField
        The card.

    Examples
    --------
    >>> exercise(1, question("6 · 7?", answer=42), solution="42, of course.").tries
    2
    """
    title = _("Exercise {number}: your answer").format(number=number)
    if asked is None:
        return field(title)
    tries = 1 if len(asked.choices or ()) == 2 else tries
    folds = [(name, typeset(text)) for name, text in ((_("Hint"), hint), (_("Solution"), solution)) if text]
    return Quiz([asked], title=title, game=find_game_asked([asked]), tries=tries, folds=folds)


def find_game_asked(questions: Sequence[Question]) -> Game | None:
    """Return the game of the first rule that the questions name, so that rules are quoted; None if they name none."""
    named = [rule for one in questions for rule in one.rules]
    return game_of_rule(named[0]) if named else None


@cache
def game_of_rule(number: str) -> Game:
    """Return the game, with its default options, whose rulebook has a rule.

    Raises `OptionError` if there is none.

    >>> game_of_rule("KS-20").name
    'kartenspiel'
    """
    for name in game_names(examples=True):
        if f"[rules.{number}]" in (FOLDER / name / "rulebook.toml").read_text(encoding="utf-8"):
            return load(name)
    raise OptionError(f"No game has a rule {number}.")


def field(title: str, *, lines: int = 3) -> TextField:
    """Show a field to write into; the browser stores the text on this page until the reader starts the page again.

    Parameters
    ----------
    title : str
        Label of the field.
    lines : int
        Height of the field, in lines.

    Returns
    -------
    TextField
        The card; `text` is what was written, as far as the page has sent it.

    Examples
    --------
    >>> field("What surprised you?").lines
    3
    """
    return TextField(title, lines=lines)

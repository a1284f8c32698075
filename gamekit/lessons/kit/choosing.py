"""Puzzles for a lesson: “What would you play?” over the board, as the player who decides sees it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from gamekit.core.errors import OptionError, is_whole, quote
from gamekit.core.game import load
from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.lab import puzzles as shipped
from gamekit.lessons.kit.output import Sentences, say
from gamekit.widgets import Question, Quiz
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

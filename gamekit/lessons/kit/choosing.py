"""Puzzles for a lesson: “What would you play?”, questions over the game's own board as the player who decides sees it.

Which puzzles there are is gamekit.lab.puzzles's business; the page with all of a game's is gamekit.serve.puzzles.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from gamekit.core.errors import OptionError, is_whole, quote
from gamekit.core.game import load
from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.lab import puzzles as shipped
from gamekit.lessons.kit.saying import Sentences, say
from gamekit.show import Question, Quiz
from gamekit.show.moment import board_of

MOST: Final = 20


def puzzles(
    name: str, theme: str | None = None, difficulty: int | None = None, count: int = 5, title: str = ""
) -> Quiz | Sentences:
    """Puzzles of a game as a quiz: up to `count` (1 to 20) of a theme and of a difficulty (1 to 4), the easiest first.

    A quiz has one board: of the puzzles that fit, it takes those for the most usual number of players. Where a game
    has none, a sentence says so. Raises `OptionError` for a theme, difficulty or count there is not, and `UnknownGame`.

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
    """A puzzle as a question, with all that is legal as its choices."""
    session = puzzle.session()
    legal, letter = session.legal(), PLAYER_LETTERS[puzzle.player]
    return Question(
        text=_("Puzzle {number}: what would you play for {letter}?").format(number=number, letter=letter),
        choices=tuple(session.game.action_text(action) for action in legal),
        answer=legal.index(puzzle.best),
        why=f"{puzzle.explain()} {puzzle.describe_lead()}",
        board=board_of(session, str(puzzle.player)),
    )

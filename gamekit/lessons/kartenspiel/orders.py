"""Situations of the rules lesson made from cards laid to order, and measures of their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from gamekit.core.game import load
from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.session import Session
from gamekit.games.kartenspiel.rules import TURN
from gamekit.lessons.kartenspiel.staging import Director
from gamekit.lessons.situations import Measure, Situation, moment, read_position

NAME: Final = "kartenspiel"


def make(
    key: str,
    title: str,
    question: str,
    rule: str,
    choices: Sequence[str],
    measure: Measure,
    why: str,
    *,
    runs: Sequence[str],
    counters: Sequence[str],
    pause: tuple[int, int],
    until: Callable[[Session], int] | None = None,
    viewer: int | str = "all",
    picture: str = "",
    **options: Any,
) -> Situation:
    """Return a situation played to order.

    The question is asked before an action: `pause` is that action and its occurrence, from 0. `until` returns the
    number of steps after which the answer can be seen; by default all steps are kept.
    """
    session = Director(load(NAME, len(runs), **options), runs, counters).play()
    steps = until(session) if until else session.length
    actions = tuple(session.history[:steps])
    at = moment(actions, lambda action: action == pause[0], pause[1])
    asked = (NAME, len(runs), actions, at, tuple(choices), measure, why)
    return Situation(key, title, question, rule, *asked, options=options, viewer=viewer, picture=picture)


def turn_counter_card(which: int) -> Callable[[Session], int]:
    """Return a function for `until`: the number of steps up to and including counter card `which`, from 0."""
    return lambda session: moment(session.history, lambda action: action == TURN, which) + 1


# How the answers are read off a game


def km(value: float) -> str:
    """Return a number of kilometres in words."""
    return _("{value} km").format(value=f"{value:g}".replace("-", "−"))


def score_of(player: int) -> Measure:
    """Return a measure of a player's score."""
    return lambda session: km(session.returns()[player])


def counter_now(session: Session) -> str:
    """Return the value of the counter, in words."""
    return km(int(read_position(session).counter))


def stage_goes_on(session: Session) -> str:
    """Return the sentence that the stage goes on, or ends if the game is over."""
    return _("It goes on.") if not session.over else _("It ends.")


def winners(session: Session) -> str:
    """Return the sentence that names the winner, or says that the win is shared."""
    returns = session.returns()
    best = [PLAYER_LETTERS[p] for p, value in enumerate(returns) if value == max(returns)]
    return _("{player} wins.").format(player=best[0]) if len(best) == 1 else _("Both share it.")


def start_card(session: Session) -> str:
    """Return the player who holds the start card, in words."""
    return _("Player {player}").format(player=PLAYER_LETTERS[int(read_position(session).start)])

"""Lesson 1 of the card game: how a situation is made from laid cards, and how its answer is read off the game.

Which situations there are is said in surprises.py and worked_runs.py; who draws and lays what, in staging.py.
"""

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
    """A situation played to order; `pause` says before which action, and which time, the question is asked.

    `until` cuts the game off where the answer can be seen: it gives the number of steps.
    """
    session = Director(load(NAME, len(runs), **options), runs, counters).play()
    steps = until(session) if until else session.length
    actions = tuple(session.history[:steps])
    at = moment(actions, lambda action: action == pause[0], pause[1])
    asked = (NAME, len(runs), actions, at, tuple(choices), measure, why)
    return Situation(key, title, question, rule, *asked, options=options, viewer=viewer, picture=picture)


def turn_counter_card(which: int) -> Callable[[Session], int]:
    """Up to the counter card turned up as number `which` (from 0), and what it does."""
    return lambda session: moment(session.history, lambda action: action == TURN, which) + 1


# How the answers are read off a game


def km(value: float) -> str:
    """Kilometres as people write them."""
    return _("{value} km").format(value=f"{value:g}".replace("-", "−"))


def score_of(player: int) -> Measure:
    """A player's score."""
    return lambda session: km(session.returns()[player])


def counter_now(session: Session) -> str:
    """Where the counter stands."""
    return km(int(read_position(session).counter))


def stage_goes_on(session: Session) -> str:
    """Whether the stage goes on: it does as long as nobody has scored."""
    return _("It goes on.") if not session.over else _("It ends.")


def winners(session: Session) -> str:
    """Who has won."""
    returns = session.returns()
    best = [PLAYER_LETTERS[p] for p, value in enumerate(returns) if value == max(returns)]
    return _("{player} wins.").format(player=best[0]) if len(best) == 1 else _("Both share it.")


def start_card(session: Session) -> str:
    """Who holds the start card."""
    return _("Player {player}").format(player=PLAYER_LETTERS[int(read_position(session).start)])

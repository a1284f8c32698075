"""Situations of the rules lesson of the card game: measures, and what fills the placeholders of situations.toml."""

from __future__ import annotations

from typing import Any, Final

from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.games.kartenspiel.rules import BARRIER, FREE, KM_KINDS, REST
from gamekit.lessons.kartenspiel import run_quiz
from gamekit.lessons.kartenspiel.staging import NAME, StagedEntry, kinds
from gamekit.lessons.situations import Situation, SituationFile


def worth(cards: str) -> int:
    """Return the value of a run by the rules, in km.

    >>> worth("30 50 40 60 60 70 90")
    220
    """
    return run_quiz.worth(kinds(cards))


def write_run(cards: str) -> list[int | str]:
    """Return a run as lessons write it: kilometres as numbers, "R" for a rest, "A" for an action card.

    >>> write_run("70 R 80 B 110")
    [70, 'R', 80, 'A', 110]
    """
    return [10 * (kind + 1) if kind < KM_KINDS else "R" if kind == REST else "A" for kind in kinds(cards)]


# Placeholders, pictures, choices


def find_run(one: Situation) -> list[int]:
    """Return the kinds of the cards in A's run at the question."""
    return [int(kind) for kind in one.before.run[0, : one.before.run_size[0]]]


def worked_run(one: Situation) -> dict[str, Any]:
    """Return the number of a worked run, which its key ends with, and the cards of A's run in words."""
    said = {BARRIER: _("barrier"), FREE: _("free road"), REST: _("rest")}
    cards = " – ".join(said.get(kind) or str(10 * (kind + 1)) for kind in find_run(one))
    return {"number": one.key.removeprefix("run-"), "cards": cards}


def picture_run(one: Situation) -> str:
    """Return a picture of A's run."""
    return run_quiz.picture(find_run(one))


def km(value: int) -> str:
    """Return a number of kilometres in words."""
    return _("{value} km").format(value=str(value).replace("-", "−"))


def player(number: int) -> str:
    """Return a player in words."""
    return _("Player {player}").format(player=PLAYER_LETTERS[number])


# Measures


def score(one: Situation) -> int:
    """Return the player's score, in km."""
    return int(one.play().returns()[one.player])


def counter(one: Situation) -> int:
    """Return the value of the counter, in km."""
    return int(one.after.counter)


def cards_held(one: Situation) -> int:
    """Return the number of cards in the player's hand."""
    return int(one.after.hand_size[one.player])


def start_card(one: Situation) -> int:
    """Return the number of the player who holds the start card."""
    return int(one.after.start)


def stage_end(one: Situation) -> str:
    """Return whether the stage goes on, or ends, which is the end of the game."""
    return "ends" if one.play().over else "goes_on"


def barrier_effect(one: Situation) -> str:
    """Return whether nothing happens to the runs, which are empty, or they owe cards."""
    return "owes" if one.after.run_size.any() or one.after.lying.any() else "nothing"


def card_taken(one: Situation) -> int:
    """Return which card of A's run the barrier has taken: the 70, if the 50 still lies there."""
    return 70 if one.after.run[0, 0] == kinds("50")[0] else 50


def winner(one: Situation) -> str:
    """Return the letter of the winner, or that the win is shared."""
    scores = one.play().returns()
    best = [letter for letter, value in zip(PLAYER_LETTERS, scores, strict=False) if value == max(scores)]
    return best[0] if len(best) == 1 else "shared"


SITUATIONS: Final = SituationFile(NAME, StagedEntry)
surprises, group, GROUPS = SITUATIONS.surprises, SITUATIONS.group, SITUATIONS.list_keys()
WORKED_RUNS: Final = tuple(
    (one.rule, one.runs[0]) for one in SITUATIONS.entries()["runs"] if isinstance(one, StagedEntry)
)
"""Rule and cards of A's run of each situation of the group "runs"."""

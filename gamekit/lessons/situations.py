"""Situations: games played to a point where a rule surprises, with a question and its answer.

A situation is a game and a list of actions. The rules check every action when it is played, and the right answer is
read from the resulting position. The situations themselves are in the packages of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gamekit.core.game import Game, load
from gamekit.core.session import Session

Measure = Callable[[Session], str]
"""Function that reads the answer from a session played to the end of the situation."""


@dataclass(frozen=True)
class Situation:
    """A game with a question about its next steps.

    Attributes
    ----------
    actions : tuple of int
        All actions, from the beginning of the game to the answer.
    at : int
        Number of actions before the question.
    choices : tuple of str
        Answers offered; `measure` returns the right one.
    viewer : int or str
        Player whose view is shown, "turn" (the player to move) or "all"; it must not reveal the answer.
    picture : str
        SVG shown with the question.
    """

    key: str
    title: str
    question: str
    rule: str
    game_name: str
    players: int
    actions: tuple[int, ...]
    at: int
    choices: tuple[str, ...]
    measure: Measure
    why: str
    options: Mapping[str, Any] = field(default_factory=dict)
    viewer: int | str = "all"
    picture: str = ""

    @cached_property
    def game(self) -> Game:
        """Game with the options of the situation."""
        return load(self.game_name, self.players, **self.options)

    @cached_property
    def _whole(self) -> Session:
        session = self.game.session(seed=0)
        for action in self.actions:
            session.play(action)
        return session

    def play(self) -> Session:
        """Return a session with all actions played, answer included. Raises `IllegalAction` if the rules forbid one."""
        return self._whole.branch()

    def play_to_question(self) -> Session:
        """Return a session at the moment of the question."""
        return self.play().branch(self.at)

    @cached_property
    def answer(self) -> str:
        """Right choice, as the rules give it."""
        return self.measure(self.play())

    @cached_property
    def told(self) -> tuple[str, ...]:
        """Sentences of the rules about the steps after the question."""
        return tuple(note.text for step in self.play().log[self.at :] for note in step.notes)


@dataclass(frozen=True)
class Later:
    """Situation that `make` plays when it is shown; its title is known before."""

    title: str
    make: Callable[[], Situation]


def moment(actions: Sequence[int], wanted: Callable[[int], bool], which: int = -1) -> int:
    """Return the number of actions before the `which`-th one that is `wanted`; by default before the last one.

    Raises `IndexError` if there is none.

    >>> moment([3, 9, 3, 9, 4], lambda action: action == 9)
    3
    """
    places = [place for place, action in enumerate(actions) if wanted(action)]
    return places[which]


def read_position(session: Session) -> Any:
    """Return the session's position, typed so that the fields of its game can be read."""
    return session.position

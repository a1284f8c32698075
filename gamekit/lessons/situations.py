"""Prepared situations, for the lessons of all games: a real game played to a point where a rule surprises.

A situation is a game and a list of actions; every one is checked by the rules when it is played, and the right
answer is read off the position they lead to. Which situations there are is said by each game's lessons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gamekit.core.game import Game, load
from gamekit.core.session import Session

Measure = Callable[[Session], str]
"""Reads an answer off a session that has been played to its end."""


@dataclass(frozen=True)
class Situation:
    """One situation: `actions` lead to the answer, the question is asked after the first `at` of them.

    `choices` are the answers offered; `measure` finds the right one among them by looking at the game. `viewer` is
    through whose eyes the board is seen (a player's number, "turn" or "all"): nobody may read the answer off it.
    `picture` is a small SVG for the question.
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
        """The game it is a situation of, with its options."""
        return load(self.game_name, self.players, **self.options)

    @cached_property
    def _whole(self) -> Session:
        session = self.game.session(seed=0)
        for action in self.actions:
            session.play(action)
        return session

    def play(self) -> Session:
        """The whole session, answer included. Raises `IllegalAction` if the rules do not allow it."""
        return self._whole.branch()

    def play_to_question(self) -> Session:
        """The session at the moment of the question."""
        return self.play().branch(self.at)

    @cached_property
    def answer(self) -> str:
        """The right choice, as the rules have it."""
        return self.measure(self.play())

    @cached_property
    def told(self) -> tuple[str, ...]:
        """What the rules say of the steps after the question, sentence by sentence."""
        return tuple(note.text for step in self.play().log[self.at :] for note in step.notes)


@dataclass(frozen=True)
class Later:
    """A situation that is played only when somebody looks at it; its title is known before."""

    title: str
    make: Callable[[], Situation]


def moment(actions: Sequence[int], wanted: Callable[[int], bool], which: int = -1) -> int:
    """How many actions lie before the `which`-th action that is `wanted`; by default before the last of them.

    >>> moment([3, 9, 3, 9, 4], lambda action: action == 9)
    3
    """
    places = [place for place, action in enumerate(actions) if wanted(action)]
    return places[which]


def read_position(session: Session) -> Any:
    """The position, with the fields of its game."""
    return session.position

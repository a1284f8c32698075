"""The way home on an empty road, exactly: cards by speed, the best plan for so many turns, the dial left to chance.

One car that has just turned in Los Angeles; the others are home and all state cards are laid out. Where a car
comes to stand and what it takes is asked of the rules. Pictures and texts are in page_home.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import OptionError, is_whole
from gamekit.game import Game
from gamekit.games.route66.rules_cards import complete_rows, speed_after
from gamekit.games.route66.rules_road import drive
from gamekit.games.route66.state import CHICAGO, KINDS, MPH_A_SPACE, NONE, TOP_SPEED, State, Tables
from gamekit.kernel import compiled, kernel
from gamekit.lessons.route66.common import PLAYERS, loaded
from gamekit.lessons.route66.dial import SPEEDS, STEP, Dial
from gamekit.record import clear_notes

FASTEST: Final = TOP_SPEED // MPH_A_SPACE
NO_PATROL: Final = TOP_SPEED
MOST_TURNS: Final = 60

Plan = Callable[[int], int]
"""How many spaces to drive from a place, 0 to 7."""


def empty_road(players: int = PLAYERS, **options: Any) -> Game:
    """The game on an empty road: nobody is left to call the patrol."""
    return loaded(players, limit=NO_PATROL, **options)


def at_los_angeles(game: Game, mph: int = 0) -> State:
    """The position: player 0 has turned in Los Angeles, the others are home, nobody has collected anything."""
    s: State = game.start()  # type: ignore[assignment]
    t = game.tables
    complete_rows(s, t)
    s.tide = 1
    for p in range(1, game.players):
        s.turned[p] = 1
    s.num_home = game.players - 1
    s.turned[0], s.place[0], s.speed[0] = 1, t.los_angeles, mph
    return s


def driven(game: Game, plan: Plan) -> list[tuple[int, int]]:
    """The stops of a car that drives by a plan, and its cards at each: (place, cards so far). By the rules.

    Raises `OptionError` if the plan stands still or is out of range.
    """
    s, t = at_los_angeles(game), game.tables
    stops = []
    while s.place[0] != CHICAGO:
        spaces = plan(int(s.place[0]))
        if not is_whole(spaces, 1, FASTEST):
            raise OptionError(f"A plan answers 1 to {FASTEST} spaces, not {spaces!r}.")
        s.speed[0] = MPH_A_SPACE * int(spaces)
        drive(s, t, 0)
        clear_notes(s)
        stops.append((int(s.place[0]), int(s.score[0])))
    return stops


def steady(game: Game, spaces: int) -> tuple[int, int]:
    """Cards and turns of a car that always drives as many spaces a turn.

    >>> from gamekit import load
    >>> steady(load("route66", players=4), 1)[1]
    53
    """
    stops = driven(game, lambda _place: spaces)
    return stops[-1][1], len(stops)


class Road:
    """What each place offers: state, cards of a stop, cards of the state in all; the base of the exact plans."""

    def __init__(self, game: Game) -> None:
        t = game.tables
        self.last = int(t.los_angeles)
        self.state = [int(t.state[place]) for place in range(self.last + 1)]
        self.cards = [int(t.cards[place]) for place in range(self.last + 1)]
        self.supply = [int(n) * game.players for n in t.copies]

    def most(self, place: int) -> int:
        """The most cards of its state a car can hold when it stands here."""
        return self.supply[self.state[place]] if self.state[place] != NONE else 0

    def stop(self, place: int, taken: int, spaces: int) -> tuple[int, int, int]:
        """Where a car comes to stand, how many cards of that state it then has, and what the stop brought."""
        to = max(CHICAGO, place - spaces)
        if self.state[to] == NONE:
            return to, 0, 0
        before = taken if self.state[to] == self.state[place] else 0
        brought = min(self.cards[to], self.supply[self.state[to]] - before)
        return to, before + brought, brought


class Timetable(Road):
    """The most cards a car can bring home in at most so many turns, if it may choose its speed each turn.

    >>> from gamekit import load
    >>> Timetable(load("route66", players=4)).best(8) < Timetable(load("route66", players=4)).best(20)
    True
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._known: dict[tuple[int, int, int], tuple[float, int]] = {}

    def best(self, turns: int) -> int:
        """The most cards in so many turns. Raises `OptionError` if home cannot be reached in time."""
        cards, _ = self._from(self.last, 0, self._checked(turns))
        return int(cards)

    def plan(self, turns: int) -> list[int]:
        """The spaces of each turn of a best plan."""
        place, taken, spaces = self.last, 0, []
        left = self._checked(turns)
        while place != CHICAGO:
            step = self._from(place, taken, left)[1]
            place, taken, _ = self.stop(place, taken, step)
            spaces.append(step)
            left -= 1
        return spaces

    @property
    def fewest(self) -> int:
        """The fewest turns home."""
        return -(-self.last // FASTEST)

    def _checked(self, turns: int) -> int:
        if not self.fewest <= turns <= MOST_TURNS:
            raise OptionError(f"Turns are {self.fewest} to {MOST_TURNS}, not {turns}.")
        return turns

    def _from(self, place: int, taken: int, turns: int) -> tuple[float, int]:
        """The most cards from here, and the number of spaces that brings them; the slower of two equals."""
        if place == CHICAGO:
            return 0.0, 0
        if turns == 0 or place > turns * FASTEST:
            return -np.inf, 0
        key = (place, taken, turns)
        if key not in self._known:
            options = []
            for spaces in range(1, FASTEST + 1):
                to, have, brought = self.stop(place, taken, spaces)
                options.append((brought + self._from(to, have, turns - 1)[0], -spaces))
            cards, slowest = max(options)
            self._known[key] = (cards, -slowest)
        return self._known[key]


@dataclass(frozen=True)
class ByChance:
    """The way home with the dial left to chance: every turn a card of the pack comes to it, and no patrol.

    `game` must be without a speed limit (limit=70): then the dial is the chain of dial.py.
    """

    game: Game

    def __post_init__(self) -> None:
        if self.game.tables.limit < TOP_SPEED:
            raise OptionError(f"On the empty road there is no patrol: load the game with limit={TOP_SPEED}.")

    @cached_property
    def dial(self) -> Dial:
        """The chain of the speedometer."""
        return Dial.of(self.game)

    @cached_property
    def expected(self) -> NDArray[np.float64]:
        """The expected number of cards still to come, by place, cards held of its state, and speed.

        Turns without a move lead back to the same place; there the unknowns are solved for together.
        """
        road = Road(self.game)
        moves = np.array(self.dial.matrix, float)
        slow = np.array([mph < MPH_A_SPACE for mph in SPEEDS])
        stay = np.eye(len(SPEEDS)) - moves * slow
        most = max(road.supply)
        worth = np.zeros((road.last + 1, most + 1, len(SPEEDS)))
        for place in range(1, road.last + 1):
            for taken in range(road.most(place) + 1):
                to_come = np.zeros(len(SPEEDS))
                for i, mph in enumerate(SPEEDS):
                    if not slow[i]:
                        to, have, brought = road.stop(place, taken, mph // MPH_A_SPACE)
                        to_come[i] = brought + worth[to, have, i]
                worth[place, taken] = np.linalg.solve(stay, moves @ to_come)
        return worth

    def cards(self, mph: int = 0) -> float:
        """The expected number of cards of a car that stands in Los Angeles with this speed."""
        return float(self.expected[-1, 0, mph // STEP])

    def driven(self, games: int, seed: int, mph: int = 0) -> NDArray[np.int64]:
        """The cards of so many cars driven home by lot, by the rules."""
        cars = np.zeros(1, self.game.rules.State.dtype)
        cars[0] = at_los_angeles(self.game, mph)
        cards = np.repeat(np.arange(KINDS), self.dial.weights).astype(np.int64)
        out = np.zeros(games, np.int64)
        crawl = compiled(drive_home)
        crawl(cars, cars.copy(), self.game.tables, cards, np.random.default_rng(seed), out)
        return out


@kernel
def drive_home(cars: Any, start: Any, t: Tables, cards: Any, rng: np.random.Generator, out: Any) -> None:
    """Drive a car home as often as `out` is long: each turn a random card comes to its dial, if it fits."""
    for game in range(len(out)):
        cars[0] = start[0]
        s = cars[0]
        while s.place[0] != CHICAGO:
            kind = cards[int(rng.random() * len(cards))]
            after = speed_after(s, t, kind, 0)
            if 0 <= after <= TOP_SPEED:
                s.speed[0] = after
            drive(s, t, 0)
            clear_notes(s)
        out[game] = s.score[0]

"""Lesson 3 of the card game: strategies in ten lines, built from sliders or written, and what they achieve.

A strategy looks at the game through `look`, which shows nothing its player does not know.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from gamekit.game import Game, load
from gamekit.games.kartenspiel.rules import FREIGHT, KINDS, KM_KINDS, PHASE_COUNTER, REST
from gamekit.lab.estimate import Estimate
from gamekit.lab.simulate import Tell, simulate
from gamekit.lessons.kartenspiel.climbing import KM, Run
from gamekit.lessons.matches import part
from gamekit.strategy import Choose, Strategy
from gamekit.words import _

NAME: Final = "kartenspiel"
RIVALS: Final = ("any-card", "greedy", "climber", "spoiler", "planner")
MATCH: Final = 60
"""Games of a written strategy against one rival; half of them from each seat."""
COACH: Final = "coach"
COACH_PLAYOUTS: Final = 200


@dataclass(frozen=True)
class Look:
    """What a player sees when choosing: own run and hand, the counter. Cards are given as actions to return."""

    at_counter: bool
    run: Run
    counter: int
    limit: int
    climbing: tuple[tuple[int, int], ...]
    """(km, action) of every kilometre card that beats the last one of the run, the lowest first."""
    km_cards: tuple[tuple[int, int], ...]
    """(km, action) of every kilometre card in hand, the lowest first."""
    rest: int | None
    """The action that lays a rest card, or None without one."""
    others: tuple[int, ...]
    """Actions that lay action cards."""

    @property
    def last(self) -> int:
        """The last kilometre card of the own run, 0 if there is nothing to beat."""
        return self.run.last

    @property
    def value(self) -> int:
        """What the own run is worth now."""
        return self.run.value

    @property
    def lowest(self) -> int:
        """The lowest kilometre card; without one, any card."""
        return self.km_cards[0][1] if self.km_cards else self.anything

    @property
    def highest(self) -> int:
        """The highest kilometre card; without one, any card."""
        return self.km_cards[-1][1] if self.km_cards else self.anything

    @property
    def delay(self) -> int:
        """The card that brings the counter forward least: lost freight, else a rest, else the lowest."""
        freight = next((action for action in self.others if action % KINDS == FREIGHT), None)
        return freight if freight is not None else self.rest if self.rest is not None else self.lowest

    @property
    def anything(self) -> int:
        """Some legal action: a rest card, else an action card."""
        return self.rest if self.rest is not None else self.others[0] if self.others else self.km_cards[0][1]


def look(s: Any, t: Any, player: int, actions: Any, n: int | None = None) -> Look:
    """What a strategy needs to know, in words."""
    run = Run()
    for kind in s.run[player, : s.run_size[player]]:
        run = run.laid(int(kind))
    legal = [int(action) for action in (actions if n is None else actions[:n])]
    km_cards = tuple((KM[action % KINDS], action) for action in legal if action % KINDS < KM_KINDS)
    return Look(
        at_counter=int(s.phase) == PHASE_COUNTER,
        run=run,
        counter=int(s.counter),
        limit=int(t.limit),
        climbing=tuple((km, action) for km, action in km_cards if km > run.last),
        km_cards=km_cards,
        rest=next((action for action in legal if action % KINDS == REST), None),
        others=tuple(action for action in legal if action % KINDS > REST),
    )


def planned(first: int, step: int, rest: bool, counter: str) -> Choose:
    """The strategy the sliders build.

    The run begins with a card of at least `first` km and climbs by at most `step`; where that is impossible a
    `rest` waits, if allowed. `counter` is "low", "high" or "delay" (lost freight and rests first).
    """

    def choose(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        me = look(s, t, player, actions, n)
        if me.at_counter:
            if counter == "high":
                return me.highest
            if counter == "delay":
                return me.delay
            return me.lowest
        if me.last == 0:
            good = [action for km, action in me.climbing if km >= first] or [action for _km, action in me.climbing]
        else:
            good = [action for km, action in me.climbing if km <= me.last + step]
        if good:
            return good[0]
        if rest and me.rest is not None and me.run.rests == 0:
            return me.rest
        return me.climbing[0][1] if me.climbing else me.lowest

    return choose


@dataclass(frozen=True)
class Match:
    """A strategy against one rival: how often it wins, and the kilometres of both."""

    rival: str
    wins: Estimate
    own: Estimate
    theirs: Estimate


def contest(
    choose: Choose,
    games: int = MATCH,
    seed: int = 1,
    progress: Tell | None = None,
    cancel: threading.Event | None = None,
) -> list[Match]:
    """Two-player games against every rival. All decisions are secret and simultaneous, so one seat is enough."""
    game = load(NAME, 2)
    mine = Strategy("yours", _("Your strategy"), "", choose)
    found = []
    for number, rival in enumerate(RIVALS):
        told = part(progress, number, len(RIVALS))
        played = simulate(game, [mine, rival], games, seed, progress=told or False, cancel=cancel)
        if cancel is not None and cancel.is_set():
            break
        title = game.strategies[rival].title
        found.append(Match(title, played.win_rate(0), played.mean_return(0), played.mean_return(1)))
    return found


def with_coach(game: Game, playouts: int = COACH_PLAYOUTS) -> Game:
    """The game, with the coach among its strategies: it looks at its own view only, and takes what it likes best."""

    def choose(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        from gamekit.lab.coach import advise

        return int(advise(game, s, player, playouts, seed=int(rng.integers(1, 2**31))).best)

    coach = Strategy(
        COACH, _("The coach"), _("Deals the unseen cards many times, plays on, and takes the best move."), choose
    )
    game.__dict__["strategies"] = {**game.strategies, COACH: coach}
    return game

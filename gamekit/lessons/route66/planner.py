"""Lesson 4 of Route 66: strategies from a single function that scores speed cards, and matches with every seat.

The strategies of the package are in the game's strategies.py; which sliders there are is said in page_house.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from gamekit.game import Game
from gamekit.games.route66.rules_cards import is_home, speed_after
from gamekit.games.route66.state import DRAW, LAY, MAX_PLAYERS, MPH_A_SPACE, PHASE_SPEED, PLAY, STOP, SWAP
from gamekit.lab.estimate import Estimate
from gamekit.lab.simulate import Tell
from gamekit.lessons import matches
from gamekit.lessons.matches import Result, everybody, part
from gamekit.lessons.route66.common import FAIR, PLAYERS, loaded
from gamekit.strategy import Choose, Strategy
from gamekit.words import _

RIVALS: Final = ("random", "racer", "collector", "saboteur")
MATCH_SEED: Final = 8

Matches = dict[str, Result]
"""For each rival’s title: the win rate of the one, its cards, the cards of a rival."""


class Card(NamedTuple):
    """One way to play a speed card, as a scoring function sees it."""

    mine: bool
    """whether it goes to the own speedometer"""
    homeward: bool
    """whether that car has turned in Los Angeles"""
    before: int
    after: int
    """the speedometer in mph before and after the card"""
    caught: bool
    """whether the patrol catches that car"""


Score = Callable[[Card], float]


def card_of(s: Any, t: Any, player: int, action: int) -> Card:
    """A legal speed action as a `Card`."""
    kind, target = divmod(action - PLAY, MAX_PLAYERS)
    after = int(speed_after(s, t, kind, target))
    caught = bool(t.patrol[kind]) and after > t.limit and not is_home(s, target)
    return Card(target == player, bool(s.turned[target]), int(s.speed[target]), 0 if caught else after, caught)


def scored(score: Score) -> Choose:
    """The strategy that plays the speed card of highest score; what fits nowhere is swapped."""

    def choose(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        legal = [int(action) for action in actions[:n]]
        if s.phase != PHASE_SPEED:
            return max(legal, key=lambda action: wish_to_lay(s, player, action))
        if legal[0] == SWAP:
            return SWAP
        return max(legal, key=lambda action: float(score(card_of(s, t, player, action))))

    return choose


def wish_to_lay(s: Any, player: int, action: int) -> int:
    """Lay state cards like the package's own strategies: what is held most often; draw rather than stop."""
    if action < DRAW:
        return int(s.hand[player, action - LAY])
    return -1 if action == STOP else 0


def from_sliders(wish: int, harm: float, caution: float) -> Score:
    """A score from three numbers: the spaces a turn wished for on the way home, harm to others, fear of the patrol."""

    def pleasure(homeward: bool, mph: int) -> float:
        spaces = mph // MPH_A_SPACE
        risk = caution if mph >= 60 else 0.0
        return (-abs(spaces - wish) if homeward else spaces) - risk

    def score(card: Card) -> float:
        change = pleasure(card.homeward, card.after) - pleasure(card.homeward, card.before)
        if card.caught:
            change -= 3
        return change if card.mine else -harm * change

    return score


def one_against(
    mine: str | Strategy,
    rival: str,
    games: int,
    seed: int = 1,
    progress: Tell | None = None,
    cancel: threading.Event | None = None,
    **options: Any,
) -> Result:
    """One player against three alike, whoever begins: win rate, own cards, cards of a rival."""
    seats = [(loaded(start=start, **options), 0) for start in range(PLAYERS)]
    return matches.one_against(mine, rival, seats, games, seed, progress, cancel)


def tournament(
    games: int, seed: int = 1, progress: Tell | None = None, cancel: threading.Event | None = None
) -> list[list[Estimate]]:
    """Every strategy, one against three of every other: the win rates of the one."""
    return everybody(RIVALS, lambda mine, rival, told: one_against(mine, rival, games, seed, told), progress, cancel)


def against_all(score: Score, games: int, progress: Tell | None = None) -> Matches:
    """A score played as a strategy against three of each rival: wins, its cards, theirs."""
    return {
        title: one_against(own(score), rival, games, MATCH_SEED, part(progress, k, len(RIVALS)))
        for k, (rival, title) in enumerate(zip(RIVALS, titles(loaded()), strict=True))
    }


def beats_all(found: Matches) -> bool:
    """Whether a strategy wins more than its share against every rival."""
    return all(won.value > FAIR for won, _cards, _theirs in found.values())


def own(score: Score) -> Strategy:
    """A person's strategy."""
    return Strategy("yours", _("Your strategy"), "", scored(score))


def titles(game: Game) -> Sequence[str]:
    """What the rivals are called."""
    return [game.strategies[name].title for name in RIVALS]

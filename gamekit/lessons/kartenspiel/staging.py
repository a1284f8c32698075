"""Games of Auf Achse – Das Kartenspiel played to order: which cards are drawn and laid; the rules do the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from gamekit.core.errors import OptionError
from gamekit.core.game import Game, load
from gamekit.core.session import Session
from gamekit.games.kartenspiel.rules import (
    BARRIER,
    COUNTER,
    DRAW,
    FREE,
    FREIGHT,
    KINDS,
    REALLY_FREE,
    REST,
    RUN,
    SCORE,
    TURN,
    Phase,
)
from gamekit.lessons.situations import Entry

NAME: Final = "kartenspiel"


class StagedEntry(Entry):
    """Entry of a game that is played to order.

    Attributes
    ----------
    runs, counters : tuple of str
        Cards that each player lays on the run and at the counter, written as `SIGNS` says.
    counter_card : int
        Number of the counter card before which the question is asked, from 1; 0: it is asked before the first scoring.
    steps : int
        Number of steps from the question to the answer; 0: all that are played.
    """

    runs: tuple[str, ...]
    counters: tuple[str, ...]
    counter_card: int = 0
    steps: int = 0

    def find_actions(self, folder: Path) -> tuple[tuple[int, ...], int]:
        """Play the game, and return its actions and their number before the question."""
        session = Director(load(NAME, self.players, **self.options), self.runs, self.counters).play()
        asked = TURN if self.counter_card else SCORE
        at = [step for step, action in enumerate(session.history) if action == asked][max(self.counter_card - 1, 0)]
        return tuple(session.history[: at + self.steps if self.steps else session.length]), at


SIGNS: Final[Mapping[str, int]] = {"R": REST, "L": FREIGHT, "B": BARRIER, "F": FREE, "FF": REALLY_FREE}
"""Written cards: 10 to 120, R rest, L lost freight, B barrier, F free road, FF really free road."""


def kinds(text: str) -> list[int]:
    """Return the kinds of cards written in a text.

    >>> kinds("10 120 R")
    [0, 11, 12]
    """
    return [SIGNS[word] if word in SIGNS else int(word) // 10 - 1 for word in text.split()]


class Director:
    """Session played to order: `runs[p]` and `counters[p]` are the cards that player p lays, in order.

    Cards that a player needs are drawn in time; other draws are random fillers, if possible no card still needed.
    """

    def __init__(self, game: Game, runs: Sequence[str], counters: Sequence[str]) -> None:
        self.session: Session = game.session(seed=0)
        self.runs, self.counters = [kinds(text) for text in runs], [kinds(text) for text in counters]
        self._filler = np.random.default_rng(5)

    def play(self) -> Session:
        """Play until all orders are carried out and the next decision is open, or the game is over.

        Raises `OptionError` if a player has no order while another still has one.
        """
        session = self.session
        while not session.over:
            player = session.player
            s: Any = session.position
            if player < 0:
                session.play(DRAW + self._choose_card() if s.phase == Phase.DRAW else session.drawn())
            else:
                counter = s.phase == Phase.COUNTER
                orders = self.counters[player] if counter else self.runs[player]
                if not orders:
                    if any(self.runs) or any(self.counters):
                        raise OptionError(f"Player {player} has no order for step {session.step}.")
                    break
                session.play((COUNTER if counter else RUN) + orders.pop(0))
        return session

    def _choose_card(self) -> int:
        """Return the kind of the card to draw: the first that its player lacks, else a filler."""
        s: Any = self.session.position
        player = (int(s.start) + int(s.seat)) % self.session.game.players
        hand = Counter({kind: int(s.hand[player, kind]) for kind in range(KINDS)})
        for kind in self._list_wanted(player):
            hand[kind] -= 1
            if hand[kind] < 0:
                return kind
        spare = np.array(s.pile[:KINDS], np.int64)
        for other in range(self.session.game.players):
            for kind in self._list_lacking(other):
                spare[kind] -= 1
        spare = np.where(np.arange(KINDS) <= REST, np.maximum(spare, 0), 0)
        if not spare.any():
            spare = np.array(s.pile[:KINDS], np.int64)
        return int(self._filler.choice(KINDS, p=spare / spare.sum()))

    def _list_wanted(self, player: int) -> list[int]:
        """Return the cards of a player's orders, about in the order of use."""
        runs, counters = self.runs[player], self.counters[player]
        longest = max(len(runs), len(counters))
        return [kind for i in range(longest) for orders in (runs, counters) for kind in orders[i : i + 1]]

    def _list_lacking(self, player: int) -> list[int]:
        s: Any = self.session.position
        hand = Counter({kind: int(s.hand[player, kind]) for kind in range(KINDS)})
        return list((Counter(self._list_wanted(player)) - hand).elements())

"""Auf Achse – Das Kartenspiel played to order: who draws and lays which cards, everything else left to the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from gamekit.core.errors import OptionError
from gamekit.core.game import Game
from gamekit.core.session import Session
from gamekit.games.kartenspiel.rules import BARRIER, COUNTER, DRAW, FREE, FREIGHT, KINDS, REALLY_FREE, REST, RUN, Phase
from gamekit.lessons.situations import read_position

SIGNS: Final[Mapping[str, int]] = {"R": REST, "L": FREIGHT, "B": BARRIER, "F": FREE, "FF": REALLY_FREE}
"""How cards are written here: 10…120, R rest, L lost freight, B barrier, F free road, FF really free road."""


def kinds(text: str) -> list[int]:
    """Cards as people write them.

    >>> kinds("10 120 R")
    [0, 11, 12]
    """
    return [SIGNS[word] if word in SIGNS else int(word) // 10 - 1 for word in text.split()]


class Director:
    """Plays a session to order: `runs[p]` and `counters[p]` are the cards player p lays, in their order.

    Cards a player needs are drawn in time; all other draws are fillers, never a card that somebody still needs.
    """

    def __init__(self, game: Game, runs: Sequence[str], counters: Sequence[str]) -> None:
        self.session: Session = game.session(seed=0)
        self.runs, self.counters = [kinds(text) for text in runs], [kinds(text) for text in counters]
        self._filler = np.random.default_rng(5)

    def play(self) -> Session:
        """Play until the orders are carried out and the next decision is open, or the stage has been scored."""
        session = self.session
        while not session.over:
            player = session.player
            if player < 0:
                session.play(
                    DRAW + self._choose_card() if int(read_position(session).phase) == Phase.DRAW else session.drawn()
                )
            else:
                counter = int(read_position(session).phase) == Phase.COUNTER
                orders = self.counters[player] if counter else self.runs[player]
                if not orders:
                    if any(self.runs) or any(self.counters):
                        raise OptionError(f"Player {player} has no order for step {session.step}.")
                    break
                session.play((COUNTER if counter else RUN) + orders.pop(0))
        return session

    def _choose_card(self) -> int:
        """The card to be drawn: the first one its player lacks, else a filler."""
        s = read_position(self.session)
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
        """The cards of a player's orders, about in the order of use."""
        runs, counters = self.runs[player], self.counters[player]
        longest = max(len(runs), len(counters))
        return [kind for i in range(longest) for orders in (runs, counters) for kind in orders[i : i + 1]]

    def _list_lacking(self, player: int) -> list[int]:
        s = read_position(self.session)
        hand = Counter({kind: int(s.hand[player, kind]) for kind in range(KINDS)})
        return list((Counter(self._list_wanted(player)) - hand).elements())

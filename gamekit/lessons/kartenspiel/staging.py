"""Games of Auf Achse – Das Kartenspiel played to order: which cards are drawn and laid; the rules do the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from gamekit.core.errors import OptionError
from gamekit.core.game import Game, load
from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import PLAYER_LETTERS
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
    TURN,
    Phase,
)
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
        """Return the kind of the card to draw: the first that its player lacks, else a filler."""
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
        """Return the cards of a player's orders, about in the order of use."""
        runs, counters = self.runs[player], self.counters[player]
        longest = max(len(runs), len(counters))
        return [kind for i in range(longest) for orders in (runs, counters) for kind in orders[i : i + 1]]

    def _list_lacking(self, player: int) -> list[int]:
        s = read_position(self.session)
        hand = Counter({kind: int(s.hand[player, kind]) for kind in range(KINDS)})
        return list((Counter(self._list_wanted(player)) - hand).elements())

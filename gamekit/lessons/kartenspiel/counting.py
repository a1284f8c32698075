"""Lesson 2 of the card game, counting cards: what the next card is, given what one has seen; what a hand holds.

How long a stage lasts is in lengths.py (exactly) and stages.py (simulated).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any, Final

import numpy as np

from gamekit.errors import OptionError
from gamekit.game import Game
from gamekit.games.kartenspiel.knowledge import count_unseen, redeal
from gamekit.games.kartenspiel.rules import BARRIER, FREE, FREIGHT, KINDS, KM_KINDS, REALLY_FREE, REST
from gamekit.kernel import compiled
from gamekit.lab.estimate import Distribution, Estimate, share
from gamekit.lessons.frame import Case
from gamekit.record import Record
from gamekit.session import Session
from gamekit.words import _

DEALS: Final = 2_000
GROUPS: Final = {
    "rest": (REST,),
    "action": (FREIGHT, BARRIER, FREE, REALLY_FREE),
    "high": tuple(range(7, KM_KINDS)),
    "low": tuple(range(3)),
}
"""Groups of cards a hand may be asked for: kinds by name."""


def group_titles() -> dict[str, str]:
    """What the groups are called."""
    return {
        "rest": _("rest cards"),
        "action": _("action cards"),
        "high": _("kilometre cards above 70"),
        "low": _("kilometre cards up to 30"),
    }


# The next card


def unseen(game: Game, view: Record, player: int) -> list[int]:
    """How many cards of each kind `player` cannot place: the deck without all that this player has seen."""
    position: Any = view.copy()
    count_unseen(position, game.tables, game.checked_player(player))
    return [int(count) for count in position.pile]


def beats(counts: Sequence[int], km: int) -> Fraction:
    """The chance that a card drawn from `counts` is a kilometre card higher than `km`.

    >>> beats([6, 6, 6, 7, 7, 7, 7, 7, 6, 6, 6, 6, 12, 5, 5, 5, 5], 70)
    Fraction(31, 109)
    """
    if not sum(counts):
        raise OptionError(_("No card is left to draw."))
    return Fraction(sum(counts[km // 10 : KM_KINDS]), sum(counts))


def redealt(game: Game, view: Record, player: int, km: int, deals: int = DEALS, seed: int = 1) -> Estimate:
    """The same by simulation: deal the unseen cards at random, draw the top one, and look."""
    rng = np.random.default_rng(seed)
    deal = compiled(redeal)
    hits = 0
    for _deal in range(deals):
        position: Any = view.copy()
        deal(position, game.tables, player, rng)
        if not position.pile_size:
            raise OptionError(_("The draw pile is empty: nothing can be drawn."))
        hits += (
            KM_KINDS
            > int(game.rules.draw(_drawing(game, position), game.tables, int(rng.integers(0, position.pile_size))))
            % KINDS
            >= km // 10
        )
    return share(hits, deals)


def _drawing(game: Game, position: Any) -> Any:
    """The position as if the next card were drawn now."""
    position.phase = game.rules.PHASE_DRAW
    return position


# Hands


def hand_exact(deck: Sequence[int], kinds: Sequence[int], size: int = 10) -> dict[int, Fraction]:
    """The chance that a hand of `size` cards holds k cards of these kinds, for every k: hypergeometric.

    >>> hand_exact([3, 1], [0], 2)[2]
    Fraction(1, 2)
    """
    good, all_cards = sum(deck[kind] for kind in kinds), sum(deck)
    ways = comb(all_cards, size)
    return {
        k: Fraction(comb(good, k) * comb(all_cards - good, size - k), ways)
        for k in range(min(good, size) + 1)
        if size - k <= all_cards - good
    }


def hand_simulated(
    deck: Sequence[int], kinds: Sequence[int], size: int = 10, hands: int = 10_000, seed: int = 1
) -> Distribution:
    """The same by dealing: shuffle the whole deck, take the first cards, count."""
    rng = np.random.default_rng(seed)
    cards = np.repeat(np.isin(np.arange(len(deck)), list(kinds)), list(deck)).astype(np.int8)
    found = [int(rng.permutation(cards)[:size].sum()) for _hand in range(hands)]
    return Distribution.of(found)


# What a student writes


def cases(session: Session) -> list[Case]:
    """Tries for `chance_above(counts, km)`: whole decks, what is unseen in a game, and the edges."""
    game = session.game
    deck = [int(copies) for copies in game.tables.deck]
    seen = unseen(game, session.view(0), 0)
    few = [0] * KINDS
    few[6], few[7], few[REST] = 2, 1, 1
    return [
        Case((deck, 70), beats(deck, 70), _("The whole deck: all cards above 70, divided by all cards.")),
        Case((seen, 70), beats(seen, 70), _("What A has not seen: fewer cards above and below the line.")),
        Case(
            (few, 70), beats(few, 70), _("Two 70s, one 80 and a rest: 70 does not beat 70, and a rest beats nothing.")
        ),
        Case((few, 120), beats(few, 120), _("Nothing beats 120.")),
        Case((few, 0), beats(few, 0), _("At the start of a run every kilometre card will do; the rest is none.")),
    ]

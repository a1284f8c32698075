"""Auf Achse – Das Kartenspiel: bounds of a player's return and of the length of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.games.kartenspiel.state import FREIGHT, KINDS, KM_KINDS, LAST_ROUND, REALLY_FREE_CARDS, REST, copies_of

if TYPE_CHECKING:
    from gamekit.games.kartenspiel.state import Tables


def returns(t: Tables) -> tuple[float, float]:
    """KS-12: lower and upper bound of a player's return in km; in a climbing run each value counts once.

    The lower bound is above 0 only if all cards are kilometre cards and everybody gets one: the last card of a run
    counts.
    """
    values = [int(t.km[kind]) for kind in range(KM_KINDS) if copies_of(t, kind)]
    best = sum(values[-longest_run(t, len(values)) :])
    for_all = sum(copies_of(t, kind) for kind in range(KM_KINDS)) > (t.players - 1) * t.hand
    worst = values[0] if kilometres_only(t) and for_all else 0
    return float(worst * t.stages), float(best * t.stages)


def kilometres_only(t: Tables) -> bool:
    """Return whether the game has neither rest nor action cards."""
    return not any(t.deck[REST:])


def longest_run(t: Tables, values: int) -> int:
    """Return the greatest number of kilometre cards of a stage's best run; `values` values are played with.

    With action cards it is all values, as free roads and barriers bring any number of cards. Without them a run grows
    by one card a round (KS-08), so the number of cards limits the rounds in which all have one; after that, a player
    alone can lay at most one hand (KS-10).
    """
    cards = sum(copies_of(t, kind) for kind in range(KINDS))
    if any(t.deck[FREIGHT:]):
        return values
    if t.deck[REST]:
        return min(values, cards // t.players + t.hand)
    return min(values, cards_of_a_run(t, cards))


def cards_of_a_run(t: Tables, pile: int) -> int:
    """Return the greatest number of run cards a player lays in a stage with `pile` cards, all kilometre cards.

    KS-08 to KS-10: everybody draws, lays and gives a card in turn order. KS-20: the counter is at least the sum of the
    lowest cards.
    """
    km = [int(t.km[kind]) for kind in range(KM_KINDS) for _ in range(copies_of(t, kind))]
    players = int(t.players)
    hands, runs, given = [0] * players, [0] * players, 0
    for number in range(LAST_ROUND):
        for seat in range(players):  # the start card has passed on behind the draw: KS-10
            p = (max(number - 1, 0) + seat) % players
            drawn = min(int(t.hand) - hands[p], pile)
            hands[p] += drawn
            pile -= drawn
        for p in range(players):
            runs[p] += hands[p] > 0
            given += hands[p] > 1
            hands[p] = max(hands[p] - 2, 0)
        if sum(km[:given]) >= t.limit:
            break
    return max(runs)


def longest(t: Tables) -> int:
    """KS-08 to KS-10, KS-23: upper bound of the steps of a game.

    In a round everybody lays a card, gives one and lays two more for each free road, at most a hand; a counter card is
    turned up, and cards laid are drawn again. With kilometre cards only, each card is drawn and laid once, and half of
    them, given to the counter, are turned up.
    """
    players, hand = int(t.players), int(t.hand)
    if kilometres_only(t):
        cards = sum(copies_of(t, kind) for kind in range(KM_KINDS))
        return int(t.stages) * (2 * cards + cards // 2 + 2) - 1
    laid = min(hand, 2 + REALLY_FREE_CARDS * players)
    return int(t.stages) * (players * hand + LAST_ROUND * players * (2 * laid + 1) + 2)

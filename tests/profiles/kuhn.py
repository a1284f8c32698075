"""Kuhn poker: what the conformance suite plays, and what must never change."""

from __future__ import annotations

from gamekit.core.game import Game
from gamekit.games.kuhn.rules import CARDS, State

VARIANTS = [{}, {"bet": 5}]
MOST_STEPS = 10


def conserved(game: Game, s: State) -> None:
    """KUHN-01, KUHN-05: every card is somewhere, exactly once; what one wins the other loses."""
    held = [card for card in s.hand if card >= 0]
    assert sorted([*held, *(card for card in range(CARDS) if s.pile[card])]) == list(range(CARDS))
    assert s.scores.sum() == 0

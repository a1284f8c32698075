"""Route 66: what the conformance suite plays, and what must never change."""

from __future__ import annotations

from gamekit.core.game import Game
from gamekit.games.route66.state import KINDS, STATES, State

VARIANTS = [
    {"players": 2},
    {"players": 3, "start": 2},
    {"players": 4},
    {"players": 5},
    {"players": 4, "rounds": 12},
    {"players": 3, "limit": 30, "twos": False},
    {"players": 2, "speed_cards": "+5 3, +10 1, +15 0, +20 0, +30 2, -5 0, -10 0, -20 0, stop 0"},
    {"players": 5, "state_cards": "Illinois 3, California 5", "rounds": 80},
]
MOST_STEPS = 60_000


def conserved(game: Game, s: State) -> None:
    """R66-02, R66-04: every card is somewhere, exactly once; sizes and scores tell how many."""
    t = game.tables
    for card in range(game.players * STATES):
        places = s.pile[card] + s.hand[:, card].sum() + s.laid[card]
        assert places == t.copies[card % STATES], f"state card {card}: {places} instead of {t.copies[card % STATES]}"
    for kind in range(KINDS):
        places = s.speed_pile[kind] + s.speed_hand[:, kind].sum() + s.speed_used[kind]
        assert places == t.count[kind], f"speed card {kind}: {places} instead of {t.count[kind]}"
    for state in range(STATES):
        assert s.supply[state] + s.collected[:, state].sum() == s.laid[state::STATES].sum()
    assert s.pile_size == s.pile.sum()
    assert s.speed_pile_size == s.speed_pile.sum()
    assert list(s.hand_size) == list(s.hand.sum(axis=1))
    assert list(s.speed_size) == list(s.speed_hand.sum(axis=1))
    assert list(s.score) == list(s.collected.sum(axis=1))
    on_road = [place for place in s.place[: game.players] if 0 < place < t.los_angeles]
    assert len(on_road) == len(set(on_road)), "two cars on one road space"
    assert s.num_home == sum(int(s.turned[p] == 1 and s.place[p] == 0) for p in range(game.players))

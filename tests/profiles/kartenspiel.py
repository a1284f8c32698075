"""Auf Achse – Das Kartenspiel: what the conformance suite plays, and what must never change."""

from __future__ import annotations

from gamekit.core.game import Game
from gamekit.games.kartenspiel.rules import KINDS, MAX_PLAYERS, State
from gamekit.games.kartenspiel.state import Note, copies_of

VARIANTS = [
    {"players": 2},
    {"players": 3, "start": 2, "stages": 2},
    {"players": 4, "stages": 2},
    {"players": 5, "stages": 1},
    {"players": 2, "stages": 1, "limit": 2000},
    {"players": 5, "stages": 1, "limit": 2000, "copies": 3},
    {"players": 3, "stages": 2, "rest": 0, "action": 0},
    {"players": 2, "stages": 1, "copies": 1, "rest": 20, "action": 6, "limit": 600},
    {"players": 2, "stages": 1, "hand": 2, "values": 5, "copies": 1, "rest": 0, "action": 0},
]
MOST_STEPS = 20_000
FORGETTING = (Note.RESHUFFLED,)
"""KS-11: a card turned up that is the only discard is the new draw pile at once."""


def conserved(game: Game, s: State) -> None:
    """KS-01: every card is somewhere, exactly once; sizes tell how many."""
    for kind in range(KINDS):
        places = s.pile[kind] + s.discard[kind] + s.lying[kind] + s.taken[:, kind].sum() + s.hand[:, kind].sum()
        places += sum(int((s.run[p, : s.run_size[p]] == kind).sum()) for p in range(MAX_PLAYERS))
        places += int((s.laid == kind).sum())
        assert places == copies_of(game.tables, kind), f"kind {kind}: {places} cards"
    assert s.pile_size == s.pile.sum()
    assert list(s.hand_size) == list(s.hand.sum(axis=1))
    assert list(s.taken_size) == list(s.taken.sum(axis=1))
    assert s.counter == sum(int(n) * int(km) for n, km in zip(s.lying, game.tables.km, strict=True)) - 50 * s.lying[13]
    assert list(s.scores) == list(s.stage_scores.sum(axis=1))

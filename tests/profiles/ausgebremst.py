"""Ausgebremst: what the conformance suite plays, and what must never change."""

from __future__ import annotations

from gamekit.core.game import Game
from gamekit.games.ausgebremst import state as st

VARIANTS = [
    {"players": 4},
    {"players": 3, "circuit": 3},
    {"players": 6, "circuit": 5, "draw_grid": False},
    {"players": 5, "circuit": 7},
    {"players": 3, "championship": [6, 2]},
    {"players": 4, "circuit": 2, "advanced": True},
    {"players": 6, "circuit": 4, "advanced": True, "draw_grid": False},
    {"players": 3, "championship": [8, 3], "advanced": True},
    {"players": 4, "circuit": 3, "pit_turn": True},
]
MOST_STEPS = 4_000
SECRET = {"set_up": (st.Phase.SORT_DRAW, st.Phase.SORT, st.Phase.FIRST_CARDS)}
"""AB-33: no view may tell it, by sizes for example, at least until cards are played."""
FORGETTING = (st.Note.TAKEN,)
"""AB-36, AB-40: everybody sees from which pile a card is taken, and no pile tells how many are gone."""


def conserved(game: Game, s: st.State) -> None:
    """AB-02, AB-08: every card is somewhere, exactly once; every car on the board stands on a space of its own."""
    for car in range(st.CARS):
        whole = game.tables.cards[st.NOT_CHOSEN]
        if car < game.players and not (
            s.phase == st.Phase.SETUP or (game.tables.advanced and s.phase == st.Phase.GRID)
        ):
            whole = game.tables.cards[s.set_up[car]]
        for kind in range(st.VALUES):
            places = s.hand[car, kind] + s.deck[car, kind] + s.played[car, kind] + int((s.aside[car] == kind).sum())
            for k in range(st.PILES):
                places += int((s.pile[car, k, : s.height[car, k]] == kind).sum())
            drawn = s.phase == st.Phase.GRID and s.drawn[car] != st.BLANK
            if s.seen == kind and s.order[s.turn] == car:
                places += 1
            if drawn:  # cards drawn for the grid lie aside until the grid is made
                assert places <= whole[kind]
            else:
                assert places == whole[kind], f"car {car}: {places} cards of {kind + 1} instead of {whole[kind]}"
        assert s.hand_size[car] == s.hand[car].sum()
        assert s.deck_size[car] == s.deck[car].sum()
        assert (s.shown[car] <= s.hand[car]).all()
        on_board = s.space[car] != st.NOWHERE
        assert not on_board or (s.status[car] == st.RACING and s.stands[s.space[car]] == car + 1)
        assert (s.place[car] > 0) == (s.status[car] == st.FINISHED)
    assert (s.stands > 0).sum() == (s.space != st.NOWHERE).sum()
    assert len(s.stands) == st.SPACES
    assert list(s.points) == list(s.race_points.sum(axis=1))
    assert len(game.tables.cards) > st.SLOW

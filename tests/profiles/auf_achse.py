"""Auf Achse: what the conformance suite plays, and what must never change."""

from __future__ import annotations

from gamekit.core.game import Game
from gamekit.games.auf_achse import state as st

VARIANTS = [
    {"players": 2, "rounds": 30},
    {"players": 4, "rounds": 10, "start": 2},
    {"players": 6, "rounds": 8},
    {"players": 3, "rounds": 20, "children": True},
    {"players": 5, "rounds": 8, "public": 1, "cash": 0},
]
MOST_STEPS = 20_000
DERIVED = ("reach", "via", "stop", "path", "branch", "free_at")
"""AA-10: where the open move may end follows from hand, board and points."""


def conserved(game: Game, s: st.State) -> None:
    """AA-01: every contract, event and good is somewhere, exactly once, and the sizes tell how many."""
    t, players = game.tables, range(game.players)
    where = [int(place) for place in s.where[: t.contracts]]
    assert s.open == where.count(st.OPEN_NOW)
    for p in players:
        assert s.hand[p] == where.count(st.HAND + p)
        assert s.carried[p] == where.count(st.LOADED + p)
        assert s.goods[p] == sum(int(t.goods[c]) for c, place in enumerate(where) if place == st.LOADED + p)
        assert s.goods[p] <= t.capacity + s.small[p] * t.small_capacity + s.large[p] * t.large_capacity
    assert s.done.sum() == where.count(st.DELIVERED)
    undealt = 3 * game.players - int(s.hand.sum()) if s.round_number == 0 else 0
    assert where.count(st.UNSEEN) == s.stack + s.reserve + undealt
    assert s.stock + s.goods.sum() == t.stock
    assert s.small.sum() <= t.small_number
    assert s.large.sum() <= t.large_number
    events = [int(place) for place in s.event]
    assert s.unseen_events == events.count(st.NOT_DRAWN)
    assert s.under_size == events.count(st.UNDER)
    assert sorted(s.under[: s.under_size]) == [e for e in range(st.EVENTS) if events[e] == st.UNDER]
    assert max(events) < st.DEBT + game.players
    assert s.todo == st.NOTHING
    assert (s.phase == st.Phase.EVENT) <= (events.count(st.ACTING) == s.tasks)
    standing = [int(space) for space in s.truck[: game.players] if space >= 0]
    assert len(standing) == len(set(standing)), "two trucks on one space"
    assert s.phase == st.Phase.DRIVE or not s.reach.any()

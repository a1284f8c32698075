"""Seats are alike: whoever turns a game round the table sees the same game, told by its own rules."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.bridges.seats import RelativeSeats
from gamekit.core.observation import observations
from gamekit.core.record import Ints, Record, Seats, whole

TABLES = [
    ("pig", 3, {}, 1), ("kartenspiel", 3, {}, 2), ("route66", 4, {}, 1), ("ausgebremst", 4, {}, 2),
    ("ausgebremst", 6, {"advanced": True}, 1), ("auf_achse", 3, {}, 2),
]  # fmt: skip
"""Game, players, options, and by how many seats it is turned."""
COUNTED_WITH_A = {"pig": {"round_number"}}
"""What the rules count with the first player."""
NOBODY_NOW = {
    "auf_achse": {
        "caller": lambda s: s.lot < 0 or s.sold,
        "holder": lambda s: s.lot < 0,
        "task_owner": lambda s: s.tasks == 0,
    }
}
"""Fields that name somebody only while something goes on, an auction, an event; otherwise they say 0, whoever looks."""


def numbers(s):
    return observations(np.frombuffer(s.tobytes(), s.dtype))


def turned_round(game, seats, s, by):
    """The same position, with everybody `by` seats further."""
    (plain,) = seats.turn(numbers(s), [-by % game.players])
    notes = s.dtype.itemsize - plain.nbytes
    return game.rules.State.from_bytes(bytes(notes) + plain.astype(np.int32).tobytes())


def beside_the_point(game, s):
    """The columns that say nothing, or what is not the same for all seats."""
    left_out = set(COUNTED_WITH_A.get(game.name, ()))
    left_out |= {name for name, idle in NOBODY_NOW.get(game.name, {}).items() if idle(s)}
    return np.array([named.partition("[")[0] in left_out for named in game.observation_names])


@pytest.mark.parametrize(("name", "players", "options", "by"), TABLES)
def test_a_game_turned_round_the_table_is_the_same_game(name, players, options, by):
    """Legal actions, steps and views: so what is learned at one seat holds at all."""
    start = {"start": 0} if name in ("route66", "kartenspiel") else {}
    game = gk.load(name, players, **options, **start)
    other = gk.load(name, players, **options, **dict.fromkeys(start, by))
    seats, rng = RelativeSeats(game), np.random.default_rng(by)
    s = game.start()
    t = turned_round(game, seats, s, by)
    for _ in range(700):
        if game.player(s) == gk.OVER:
            break
        mover, legal = game.player(s), game.legal(s)
        assert other.player(t) == ((mover + by) % players if mover >= 0 else mover)
        meant = {action: int(seats.absolute(action, by)) for action in legal}
        assert other.legal(t) == sorted(meant.values())
        for viewer in range(players):
            beyond = (viewer + by) % players
            seen = seats.turn(numbers(game.view(s, viewer)), [viewer])[0]
            seen_there = seats.turn(numbers(other.view(t, beyond)), [beyond])[0]
            counts = ~beside_the_point(game, s)
            differing = np.flatnonzero((seen != seen_there) & counts)
            assert [game.observation_names[k] for k in differing] == []
        action = int(rng.choice(legal))
        game.apply(s, action)
        other.apply(t, meant[action])
    assert [game.returns(s)[p] for p in range(players)] == [
        other.returns(t)[(p + by) % players] for p in range(players)
    ]


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_turned_back_everything_is_as_it_was(name):
    game = gk.load(name)
    seats, rng = RelativeSeats(game), np.random.default_rng(1)
    session = game.session(seed=3)
    for _ in range(60):
        if not session.over:
            session.play(int(rng.choice(session.legal())))
    plain = numbers(session.position)
    for viewer in range(game.players):
        there = seats.turn(plain, [viewer])
        assert np.array_equal(seats.turn(there, [-viewer % game.players]), plain)
        for action in range(game.num_actions):
            assert seats.relative(seats.absolute(action, viewer), viewer) == action
    assert np.array_equal(seats.turn(plain, [0]), plain), "the first player sees it as it is written"


def test_only_fields_of_the_state_can_say_who_is_who():
    for wrong in (Seats(rows=("hat",)), Seats(rows=("turn",)), Seats(columns=("hand",)), Seats(numbers={"hat": (0,)})):
        with pytest.raises(ValueError, match="is no field that can say who is who"):

            class State(Record, seats=wrong):
                turn: int = whole("whose turn it is", 0, 3)
                hand: Ints = whole("cards held", 0, 9, shape=4)


def test_a_game_that_does_not_say_where_players_are_is_refused_in_a_sentence(monkeypatch):
    game = gk.load("pig")
    monkeypatch.setattr(game.rules.State, "seats", None)
    with pytest.raises(gk.OptionError, match="Pig cannot be seen from one seat"):
        RelativeSeats(game)

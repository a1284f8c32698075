"""Declaring positions and tables: what a record refuses, and what it says."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.kernel import kernel
from gamekit.core.record import Ints, Record, freeze, list_out_of_range, note_winners, notes_of, whole


class Small(Record):
    turn: int = whole("whose turn it is", 0, 3)
    hand: Ints = whole("cards held", 0, 9, shape=2)


@pytest.mark.parametrize("name", ["round", "take", "all", "copy"])
def test_a_field_named_like_a_method_of_numpy_s_records_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name}: NumPy records have a method of that name"):
        type("Taken", (Record,), {name: whole("anything", 0, 1)})


@pytest.mark.parametrize(("low", "high"), [(1, 0), (0, 2**31), (-(2**31) - 1, 0)])
def test_a_range_must_rise_and_fit_32_bits(low: int, high: int) -> None:
    with pytest.raises(ValueError, match="must be rising and fit 32 bits"):
        whole("anything", low, high)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"turn": 1}, "hand is missing"),
        ({"turn": 1, "hand": [0, 0], "score": 1}, "score is not a field"),
        ({"turn": 1, "hand": [0, 0, 0]}, "Small.hand has shape (2,), not (3,)"),
        ({"turn": 4, "hand": [0, 0]}, "turn is 4, allowed are 0 to 3"),
        ({"turn": 1, "hand": [0, -1]}, "hand is [0, -1], allowed are 0 to 9"),
    ],
)
def test_a_record_made_of_what_does_not_fit_names_the_field(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Small.of(**values)


def test_bytes_give_the_record_back_and_too_few_are_refused() -> None:
    s = Small.of(turn=2, hand=[3, 4])
    again = Small.from_bytes(s.tobytes())
    assert again.tobytes() == s.tobytes()
    assert list_out_of_range(Small, again) == []
    with pytest.raises(ValueError, match="buffer"):
        Small.from_bytes(s.tobytes()[:-1])


@kernel
def take_card(s: Small, card: int) -> None:
    """A move: whoever's turn it is takes a card, and the turn goes on."""
    s.hand[s.turn] += card
    s.turn = 1 - s.turn


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  bytes of our own


@pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy, lambda s: s.copy()])
@pytest.mark.parametrize("first", [pickled, lambda s: s])
def test_a_copied_record_obeys_moves_and_leaves_the_first_alone(
    again: Callable[[Any], Any], first: Callable[[Any], Any]
) -> None:
    s = first(Small.of(turn=0, hand=[3, 4]))
    other = again(s)
    take_card(other, 2)
    assert (other.hand.tolist(), int(other.turn)) == ([5, 4], 1)
    assert (s.hand.tolist(), int(s.turn)) == ([3, 4], 0)
    assert type(other) is type(s)


def test_a_frozen_record_cannot_be_written_into() -> None:
    s = Small.of(turn=0, hand=[3, 4])
    fixed = freeze(s)
    s.hand[0] = 9
    assert fixed.hand.tolist() == [3, 4]
    with pytest.raises(ValueError, match="read-only"):
        fixed.turn = 1
    with pytest.raises(ValueError, match="read-only"):
        fixed.hand[1] = 0
    take_card(changed := fixed.copy(), 1)
    assert changed.hand.tolist() == [4, 4]


class Scored(Record, notes=3):
    scores: Ints = whole("points", -9, 9, shape=3)


@pytest.mark.parametrize(("scores", "won"), [([-3, -1, -2], [(1, 1, -1)]), ([-1, -3, -1], [(2, 0, -1), (2, 2, -1)])])
def test_the_highest_score_wins_below_nothing_too_and_equal_ones_share(scores: list[int], won: list[object]) -> None:
    s = Scored.new()
    s.scores = scores
    note_winners(s, s.scores, 3, 1, 2)
    assert [one[:3] for one in notes_of(s)] == won


def by_numpy(monkeypatch: pytest.MonkeyPatch, *records: type[Record]) -> list[str]:
    """Which records were asked for a field in NumPy's own way, which takes twenty times as long."""
    asked: list[str] = []
    for record in records:
        for way in ("getfield", "setfield"):

            def counted(s: Any, *args: Any, way: str = way, name: str = record.__name__) -> Any:
                asked.append(f"{name}.{way}")
                return getattr(np.void, way)(s, *args)

            monkeypatch.setattr(record.Position, way, counted, raising=False)
    return asked


def test_the_quick_way_to_a_field_and_numpys_lead_to_the_same_place(monkeypatch):
    state = gk.load("pig").rules.State
    s = state.new()
    s.pot, s.scores[1] = 7, 3
    assert (s["pot"], list(s["scores"][:2])) == (7, [0, 3])
    s["pot"], s["scores"][0] = 8, 4
    assert (s.pot, s.scores[:2].tolist(), s.copy().pot) == (8, [4, 3], 8)
    s.scores = range(len(s.scores))
    assert s.scores is s.scores
    assert s["scores"].tolist() == list(range(len(s.scores)))
    many = np.zeros(2, state.dtype)
    asked = by_numpy(monkeypatch, state)
    many[1].pot, many[1].scores[0] = 5, 6
    assert (many[1].pot, many["pot"].tolist(), many["scores"][:, 0].tolist()) == (5, [0, 5], [0, 6])
    assert asked == ["State.setfield", "State.getfield", "State.getfield"]

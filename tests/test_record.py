"""Declaring positions and tables: what a record refuses, and what it says."""

from __future__ import annotations

import re

import pytest

from gamekit.record import Ints, Record, out_of_range, whole


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
    assert out_of_range(Small, again) == []
    with pytest.raises(ValueError, match="buffer"):
        Small.from_bytes(s.tobytes()[:-1])

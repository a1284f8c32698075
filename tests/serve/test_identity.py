"""Guessing the code, with a clock of our own."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from gamekit.serve.identity import FREE_GUESSES, MOST_ADDRESSES, PAUSE, Guesses


def test_some_guesses_are_free_and_then_there_is_one_every_few_seconds() -> None:
    clock = SimpleNamespace(now=100.0)
    guesses = Guesses(lambda: clock.now)
    for _ in range(FREE_GUESSES):
        assert guesses.wait("10.0.0.1") == 0
        guesses.count_wrong("10.0.0.1")
    assert guesses.wait("10.0.0.1") == pytest.approx(PAUSE)
    assert guesses.wait("10.0.0.2") == 0
    tried = 0
    for _ in range(1000):
        clock.now += 1
        if guesses.wait("10.0.0.1") == 0:
            guesses.count_wrong("10.0.0.1")
            tried += 1
    assert tried == 1000 / PAUSE
    clock.now += FREE_GUESSES * PAUSE
    assert guesses.wait("10.0.0.1") == 0


def test_a_network_of_long_addresses_is_one_guesser() -> None:
    guesses = Guesses(lambda: 100.0)
    for number in range(FREE_GUESSES):
        guesses.count_wrong(f"2001:db8::{number}")
    assert guesses.wait("2001:db8::abcd") > 0
    assert guesses.wait("2001:db8:1::") == 0


def test_what_is_remembered_of_guessers_is_bounded() -> None:
    clock = SimpleNamespace(now=100.0)
    guesses = Guesses(lambda: clock.now)
    for number in range(MOST_ADDRESSES + 10):
        guesses.count_wrong(str(number))
        clock.now += 1
    assert len(guesses._paid_until) < MOST_ADDRESSES

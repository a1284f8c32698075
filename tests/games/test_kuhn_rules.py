"""Kuhn poker: every rule, and that its balanced strategy is what it says."""

from __future__ import annotations

from fractions import Fraction

import pytest

import gamekit as gk
from gamekit.games.kuhn.rules import BET, CALL, CHECK, DEAL, FOLD, JACK, KING, NOTHING, QUEEN
from gamekit.record import UNKNOWN


def dealt(*cards: int, then: tuple[int, ...] = (), **options: int) -> gk.Session:
    """A game in which A and B are dealt these cards, and then these actions."""
    session = gk.load("kuhn", **options).session(seed=1)
    for action in (*(DEAL + card for card in cards), *then):
        session.play(action)
    return session


@pytest.mark.rule("KUHN-01")
@pytest.mark.parametrize(("one", "other"), [(KING, QUEEN), (KING, JACK), (QUEEN, JACK)])
def test_the_higher_card_beats_the_lower_one(one, other):
    assert dealt(one, other, then=(CHECK, CHECK)).returns() == [1, -1]
    assert dealt(other, one, then=(CHECK, CHECK)).returns() == [-1, 1]


@pytest.mark.rule("KUHN-02")
def test_each_puts_in_a_chip_and_is_dealt_one_of_three_cards():
    session = dealt()
    assert list(session.position.chips) == [1, 1]
    assert session.chance() == [(DEAL + card, Fraction(1, 3)) for card in range(3)]
    session.play(DEAL + QUEEN)
    assert session.chance() == [(DEAL + JACK, Fraction(1, 2)), (DEAL + KING, Fraction(1, 2))]
    assert session.why_not(DEAL + QUEEN).rule == "KUHN-01"
    assert session.why_not(CHECK).rule == "KUHN-02"
    session.play(DEAL + KING)
    assert (session.player, session.position.pile.sum()) == (0, 1)
    assert session.why_not(DEAL + JACK).rule == "KUHN-02"


@pytest.mark.rule("KUHN-03")
def test_a_checks_or_bets_and_after_a_check_so_does_b():
    session = dealt(JACK, KING, bet=3)
    assert (session.player, session.legal()) == (0, [CHECK, BET])
    assert session.why_not(CALL).rule == "KUHN-03"
    session.play(CHECK)
    assert (session.player, session.legal()) == (1, [CHECK, BET])
    session.play(BET)
    assert (session.player, list(session.position.chips)) == (0, [1, 4])


@pytest.mark.rule("KUHN-04")
@pytest.mark.parametrize("way", [(BET,), (CHECK, BET)])
def test_a_bet_is_called_with_as_many_chips_or_folded_to(way):
    session = dealt(QUEEN, JACK, then=way, bet=2)
    assert session.legal() == [FOLD, CALL]
    assert [session.why_not(action).rule for action in (CHECK, BET)] == ["KUHN-04"] * 2
    session.play(CALL)
    assert (session.over, list(session.position.chips)) == (True, [3, 3])


@pytest.mark.rule("KUHN-05")
def test_after_two_checks_or_a_call_the_cards_are_turned_up():
    for way, won in (((CHECK, CHECK), 1), ((BET, CALL), 2), ((CHECK, BET, CALL), 2)):
        session = dealt(JACK, QUEEN, then=way)
        assert (session.over, session.returns()) == (True, [-won, won])
        assert [list(session.view(p).hand) for p in range(2)] == [[JACK, QUEEN]] * 2
    said = [note.text for note in session.log[-1].notes]
    assert said == ["A calls with one chip.", "A turns up the Jack.", "B turns up the Queen.", "B wins 2 chips."]
    assert session.why_not(CHECK).rule == "KUHN-05"


@pytest.mark.rule("KUHN-06")
def test_whoever_folds_loses_the_ante_and_no_card_is_turned_up():
    session = dealt(JACK, QUEEN, then=(BET, FOLD), bet=5)
    assert session.returns() == [1, -1]
    assert list(session.view(1).hand) == [UNKNOWN, QUEEN]


@pytest.mark.rule("KUHN-07")
def test_a_player_sees_the_own_card_alone():
    session = dealt(KING, JACK)
    assert [list(session.view(p).hand) for p in range(2)] == [[KING, UNKNOWN], [UNKNOWN, JACK]]
    assert not session.view(0).pile.any()
    assert list(dealt(KING).view(0).hand) == [KING, NOTHING]

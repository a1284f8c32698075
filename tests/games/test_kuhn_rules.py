"""Kuhn poker: every rule, and that its balanced strategy is what it says."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.record import UNKNOWN, notes_of
from gamekit.games.kuhn.rules import BET, CALL, CHECK, DEAL, FOLD, JACK, KING, NOTHING, QUEEN
from gamekit.games.kuhn.strategies import balanced, bluffer, honest


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
    clicked = session.game.picture.targets(session.game, session.position, session.legal())
    assert clicked == {FOLD: f"card-{session.player}", CALL: "pot"}
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


@pytest.mark.rule("KUHN-07")
def test_of_what_is_told_only_the_other_card_dealt_is_hidden():
    session = dealt(KING, JACK)
    assert [[note.b for note in notes_of(session.view(p))] for p in range(2)] == [[UNKNOWN], [JACK]]
    session.play(BET)
    assert notes_of(session.view(1)) == notes_of(session.position)


@pytest.mark.rule("KUHN-07")
@pytest.mark.parametrize("own", [JACK, QUEEN, KING])
@pytest.mark.parametrize("player", [0, 1])
def test_the_other_card_is_each_of_the_two_not_seen_equally_often(own, player):
    cards = [own, (own + 1) % 3] if player == 0 else [(own + 1) % 3, own]
    session, rng, n = dealt(*cards), np.random.default_rng(1), 1_000
    found = []
    for _ in range(n):
        view = session.view(player).copy()
        session.game.rules.redeal(view, session.game.tables, player, rng)
        assert sorted([*view.hand, int(view.pile.argmax())]) == [JACK, QUEEN, KING]
        assert view.pile.sum() == 1
        found.append(int(view.hand[1 - player]))
    assert set(found) == {JACK, QUEEN, KING} - {own}
    assert abs(found.count((own + 1) % 3) - n / 2) < 5 * (n / 4) ** 0.5


# Strategies


def often(choose, session: gk.Session, action: int) -> float:
    """How often a strategy takes an action where a player decides."""
    rng, allowed, n = np.random.default_rng(1), np.array(session.legal(), np.int32), 2_000
    tables, player = session.game.tables, session.player
    return sum(choose(session.position, tables, player, allowed, len(allowed), rng) == action for _ in range(n)) / n


@pytest.mark.parametrize("bet", [1, 2, 3])
def test_the_balanced_bluff_and_trust_just_so_often_that_nobody_gains(bet):
    bluff, trust = (bet / (2 + bet), (2 - bet) / (2 + bet)) if bet <= 2 else (0, 0)
    for own, share in ((JACK, bluff), (QUEEN, 0), (KING, 1)):
        session = dealt((own + 1) % 3, own, then=(CHECK,), bet=bet)
        assert often(balanced, session, BET) == pytest.approx(share, abs=5 * (share * (1 - share) / 2_000) ** 0.5)
    for own, share in ((JACK, 0), (QUEEN, trust), (KING, 1)):
        session = dealt((own + 1) % 3, own, then=(BET,), bet=bet)
        assert often(balanced, session, CALL) == pytest.approx(share, abs=5 * (share * (1 - share) / 2_000) ** 0.5)


@pytest.mark.parametrize(("own", "bets", "calls"), [(JACK, 1, 0), (QUEEN, 0, 1), (KING, 1, 1)])
def test_the_bluffer_bets_the_lowest_and_the_highest_card_and_calls_with_all_but_the_lowest(own, bets, calls):
    assert often(bluffer, dealt(own, (own + 1) % 3), BET) == bets
    assert often(bluffer, dealt((own + 1) % 3, own, then=(BET,)), CALL) == calls
    assert often(honest, dealt(own, (own + 1) % 3), BET) == (own == KING)
    assert often(honest, dealt((own + 1) % 3, own, then=(BET,)), CALL) == (own == KING)


@pytest.mark.parametrize("card", [JACK, QUEEN, KING])
def test_the_picture_shows_whoever_holds_a_card_its_letter_and_the_other_a_question_mark_until_both_are_shown(card):
    session, both = dealt(card, (card + 1) % 3), ["JQK"[card], "JQK"[(card + 1) % 3]]
    for viewer, faces in ((0, [both[0], "?"]), (1, ["?", both[1]]), (0, both), (1, both)):
        if faces == both and not session.over:
            session.play(CHECK)
            session.play(CHECK)
        shown = session.game.picture.changes(session.game, session.view(viewer), viewer)
        assert [shown[f"face-{p}"]["text"] for p in (0, 1)] == faces

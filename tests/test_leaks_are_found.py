"""That the check of tests/secrets.py finds what it is there for: leaks that the games once had, or nearly had."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamekit.core.game import Game
from gamekit.core.kernel import CHANCE
from gamekit.core.record import UNKNOWN, Record, note
from gamekit.core.session import Step
from gamekit.games.auf_achse import roads
from gamekit.games.ausgebremst import cards as ab_cards
from gamekit.games.ausgebremst import knowledge as ab_knowledge
from gamekit.games.ausgebremst import rules as ab
from gamekit.games.kartenspiel import knowledge
from gamekit.games.kartenspiel import rules as ks_rounds
from gamekit.games.kartenspiel import state as ks
from gamekit.games.route66 import rules
from gamekit.games.route66 import rules as r66
from gamekit.widgets.narration import odds, tell_step
from tests import secrets
from tests.play import walk
from tests.secrets import check_walk

TRIED = 100
"""Random games until a leak shows, a quarter of them show it: none of a hundred would be a chance of 10^-12."""


def leaks(name: str, **options: object) -> bool:
    """Whether the check finds a leak in some of a few random games."""
    for number in range(TRIED):
        try:
            check_walk(walk(name, options, number))
        except AssertionError:
            return True
    return False


@pytest.mark.parametrize("code", [ks.Note.BARRIER_TAKES, ks.Note.DRAWN, ks.Note.ON_RUN, ks.Note.ON_COUNTER])
def test_a_note_that_names_a_hidden_card_is_found(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    private = knowledge.is_private
    monkeypatch.setattr(knowledge, "is_private", lambda one: one != code and private(one))
    assert leaks("kartenspiel", players=3, stages=2)


def test_a_sentence_that_depends_on_a_hidden_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    laying = ks_rounds.next_on_counter

    def telling(s: Any, t: Any) -> None:
        laying(s, t)
        if s.hand[0, ks.BARRIER] > 0:
            note(s, ks.Note.LIMIT_LOST, 0, 0, 0)

    monkeypatch.setattr(ks_rounds, "next_on_counter", telling)
    assert leaks("kartenspiel", players=2, stages=1)


def test_a_question_put_only_to_those_who_hold_another_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """R66-11: the phase itself said that a second card was held."""
    monkeypatch.setattr(rules, "may_hold_another", lambda s, t: s.hand[s.current, s.laid_now] > 0)
    assert leaks("route66", players=3)


def test_a_question_put_only_where_the_drawn_card_fits_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """R66-12: the turn ended at once where it did not fit."""

    def take_state_card(s: Any, t: Any, card: int) -> None:
        r66.take_from_pile(s, s.current, card)
        note(s, r66.Note.DREW_STATE, s.current, card, 0)
        s.drawn, s.phase = card, r66.Phase.DRAWN
        if not r66.fits(s, card):
            note(s, r66.Note.NOT_LAID, s.current, card, 0)
            rules.next_turn(s, t)

    monkeypatch.setattr(r66, "take_state_card", take_state_card)
    assert leaks("route66", players=3)


def test_a_public_field_that_depends_on_a_secret_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """AA-12: with a contract from there in hand, the truck had come by the shorter way."""

    def mark_end(s: Any, space: int, how: int, before: int) -> None:
        if s.reach[space] == 0:
            s.via[space] = before
        s.reach[space] |= how

    monkeypatch.setattr(roads, "mark_end", mark_end)
    assert leaks("auf_achse", players=3, rounds=20)


def test_sizes_that_tell_a_secret_set_up_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """AB-33, AB-40: fast, medium and slow have 19, 22 and 24 cards, and whoever counts decks and piles knows which."""

    def hide_pile(s: Any, p: int, k: int) -> None:
        for i in range(s.height[p, k]):
            if s.known_pile[p] != k or s.known_level[p] != i:
                s.pile[p, k, i] = UNKNOWN

    def likelihood(s: Any, t: Any, p: int, set_up: int) -> float:
        cards = s.hand_size[p] + s.height[p].sum() + s.played[p].sum() + ab_cards.pit_cards_left(s, p)
        cards += s.phase == ab.Phase.SORT and s.order[s.turn] == p and s.sorting < set_ups[set_up]
        if s.deck_size[p] == UNKNOWN:
            return float(cards <= set_ups[set_up])
        return float(cards + s.deck_size[p] == set_ups[set_up])

    def redeal_piles(s: Any, p: int, cards: int, unseen: int, rng: np.random.Generator) -> None:
        for k, i in zip(*np.nonzero(s.pile[p] == UNKNOWN), strict=True):
            s.pile[p, k, i] = ab_knowledge.unseen_card(s, p, unseen, rng)
            unseen -= 1

    set_ups = (28, 19, 22, 24)
    check_walk(walk("ausgebremst", {"players": 3, "circuit": 2, "advanced": True}, 0))
    monkeypatch.setattr(ab_knowledge, "hide_pile", hide_pile)
    monkeypatch.setattr(ab_knowledge, "likelihood", likelihood)
    monkeypatch.setattr(ab_knowledge, "redeal_piles", redeal_piles)
    assert leaks("ausgebremst", players=3, circuit=2, advanced=True)


def test_a_deck_that_is_counted_while_others_sort_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ab_knowledge, "is_sorting", lambda s: False)
    assert leaks("ausgebremst", players=4, circuit=2, advanced=True)


SMALL = {"players": 2, "copies": 2, "rest": 0, "action": 0, "values": 5, "hand": 2, "stages": 1}
"""A card game whose draw pile soon holds cards of one kind."""


def test_odds_that_are_told_because_there_is_only_one_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(game: Game, position: Record, known: Record) -> list[tuple[int, int]] | None:
        only = game.legal(position)
        return [(only[0], 1)] if len(only) == 1 else odds(game, position, known)

    monkeypatch.setattr(secrets, "odds", telling)
    assert leaks("kartenspiel", **SMALL)
    assert leaks("route66", players=2, state_cards="Illinois 3, California 3")


def test_a_flag_that_says_whether_another_card_could_have_come_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(game: Game, step: Step, before: Record, after: Record, seer: int | None) -> dict[str, Any]:
        draw = step.player == CHANCE and len(game.legal(before)) > 1
        return tell_step(game, step, before, after, seer) | {"draw": draw}

    monkeypatch.setattr(secrets, "tell_step", telling)
    assert leaks("kartenspiel", **SMALL | {"values": 3, "copies": 4})  # a third of the games end in one kind


@pytest.mark.parametrize(
    ("name", "options"), [("kartenspiel", {"players": 2, "stages": 1}), ("route66", {"players": 2})]
)
def test_it_finds_nothing_in_the_games_as_they_are(name: str, options: dict[str, object]) -> None:
    check_walk(walk(name, options, 0))

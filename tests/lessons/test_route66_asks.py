"""Route 66: what its lessons ask on the way, held against the model."""

from __future__ import annotations

import gamekit as gk
from gamekit.lessons.route66.reference import dial_after
from tests.lessons.notebooks import answers_of, notebook

GAME = gk.load("route66", players=4)


def answer(name: str, words: str) -> str:
    """The right answer of the one question that has these words."""
    (found,) = [right for text, right in answers_of(name).items() if words in text]
    return found


def test_the_opening_hand_is_asked_as_counting_says() -> None:
    name = "route66/01-rules"
    model = notebook(name)
    cards = model.pile(model.ONE_SET)
    ends = [card for card in cards if card in ("Illinois", "California")]
    assert answer(name, "How many cards of the pile can begin") == str(len(ends)) == "12"
    rest = len(cards) - len(ends)
    assert answer(name, "the second one cannot either") == f"{rest - 1} of {len(cards) - 1}"
    product = 1.0
    for gone in range(9):
        product *= (rest - gone) / (len(cards) - gone)
    assert abs(product - float(1 - model.exactly(cards))) < 1e-12


def test_who_sends_a_car_back_is_asked_as_the_rules_say() -> None:
    name = "route66/01-rules"
    speeds = range(5, 75, 5)
    assert [card for card in ("+5", "+10", "+30") if dial_after(GAME, 50, card) > 55] == ["+10"]
    assert answer(name, "without being sent back") == "+10"
    catches = {
        card: [mph for mph in speeds if dial_after(GAME, mph, card) == 0 < mph + int(card)]
        for card in GAME.box.speed_cards.copies
        if card != "stop"
    }
    assert {card for card, there in catches.items() if there} == {"+5", "-5"}, "no other card sends anybody back"

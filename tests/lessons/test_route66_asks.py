"""Route 66: what its lessons ask on the way, held against the model."""

from __future__ import annotations

import gamekit as gk
from gamekit.lessons.route66.reference import dial_after, list_stops
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


def test_collecting_is_asked_as_the_rules_and_the_calculation_say() -> None:
    name = "route66/03-collecting"
    model = notebook(name)
    marked = [place for place, cards in enumerate(model.MARK) if cards == 2]
    stops = [place for place, _cards in list_stops(GAME, lambda _place: 2)]
    assert answer(name, "marked spaces does the car stop") == str(len(set(marked) & set(stops))) == "0"
    assert [model.stop(1, 0, spaces)[2] for spaces in range(8)] == [0] * 8
    assert [model.stop(2, 0, spaces)[2] for spaces in range(1, 8)] == [1] + [0] * 6
    assert answer(name, "How many cards are still to come?") == "no card"
    lost = {}
    for state in model.SUPPLY:
        marks = [cards if there == state else 0 for there, cards in zip(model.STATE, model.MARK, strict=False)]
        cards = model.to_come(model.matrix(), marks)
        lost[state] = cards[0] - cards[-1]
    assert abs(sum(lost.values()) - (model.all_cards[0] - model.all_cards[-1])) < 1e-9
    assert answer(name, "lose most of the difference") == max(lost, key=lambda state: lost[state]) == "California"

"""Route 66: what its lessons ask on the way, what a class may have found, and how they end, held against the model."""

from __future__ import annotations

import re

import numpy as np

import gamekit as gk
from gamekit.lessons.route66.asked import dial_after, list_stops
from tests.lessons.notebooks import answers_of, flat_prose, notebook

GAME = gk.load("route66", players=4)


def answer(name: str, words: str) -> str:
    """The right answer of the one question that has these words."""
    (found,) = [right for text, right in answers_of(name).items() if words in text]
    return found


def test_the_opening_hand_is_asked_and_told_as_counting_says() -> None:
    name = "route66/01-rules"
    model, found = notebook(name), answers_of(name)[""]
    cards = model.pile(model.ONE_SET)
    ends = [card for card in cards if card in ("Illinois", "California")]
    assert answer(name, "How many cards of the pile can begin") == str(len(ends)) == "12"
    rest = len(cards) - len(ends)
    assert answer(name, "the second one cannot either") == f"{rest - 1} of {len(cards) - 1}"
    product = 1.0
    for gone in range(9):
        product *= (rest - gone) / (len(cards) - gone)
    assert abs(product - float(1 - model.exactly(cards))) < 1e-12
    first, second = (100 * float(model.exactly(model.pile({**model.ONE_SET, "Illinois": copies}))) for copies in (1, 2))
    none, west = (
        100 * float(model.exactly(model.pile({**model.ONE_SET, state: 0}))) for state in ("Illinois", "California")
    )
    assert f"{second:.1f} of 100 hands instead of {first:.1f}. A third more" in flat_prose(name)
    assert 0.45 < (100 - second) / (100 - first) < 0.55, "half of those that could not"
    assert round(second - first) == 4
    assert f"Without Illinois cards it is {none:.1f}, without California cards {west:.1f}." in flat_prose(name)
    assert f"{first:.1f} of 100 hands can lay one at once, as 12 of 52 cards" in found
    assert f"it would be {second:.1f}" in found


def test_who_sends_a_car_back_is_asked_and_told_as_the_rules_say() -> None:
    name = "route66/01-rules"
    found, speeds = answers_of(name)[""], range(5, 75, 5)
    assert [card for card in ("+5", "+10", "+30") if dial_after(GAME, 50, card) > 55] == ["+10"]
    assert answer(name, "without being sent back") == "+10"
    catches = {
        card: [mph for mph in speeds if dial_after(GAME, mph, card) == 0 < mph + int(card)]
        for card in GAME.box.speed_cards.copies
        if card != "stop"
    }
    assert {card for card, there in catches.items() if there} == {"+5", "-5"}, "no other card sends anybody back"
    assert f"that shows {', '.join(map(str, catches['+5']))} mph" in found
    assert f"one that shows {', '.join(map(str, catches['-5']))} mph" in found
    copies = GAME.box.speed_cards.copies
    assert f"{copies['+5'] + copies['-5']} of {sum(copies.values())} speed cards do" in found


def test_the_speedometer_is_asked_and_told_as_the_rules_and_the_chain_say() -> None:
    name = "route66/02-speedometer"
    model, found = notebook(name), answers_of(name)[""]
    stay = sum(copies for card, copies in model.cards.items() if dial_after(GAME, 0, card) == 0)
    assert answer(name, "does it show 0 mph a turn later") == str(stay) == "20"
    assert model.P[0, 0] == stay / 50 == 0.4
    assert "the chance of this move: 40 of 100." in flat_prose(name)
    late = {
        start: 100 * model.too_fast(model.start_at(start) @ np.linalg.matrix_power(model.P, 25)) for start in (0, 70)
    }
    assert abs(late[0] - late[70]) < 0.01
    assert answer(name, "clearly more often too fast") == "neither of the two"
    leave, come = model.pi[0] * (1 - model.P[0, 0]), model.pi[1:] @ model.P[1:, 0]
    assert abs(leave - come) < 1e-12
    assert answer(name, "how many leave?") == "as many as come"
    fifteen = [model.start_at(mph) @ np.linalg.matrix_power(model.P, 15) for mph in (0, 35, 55, 70)]
    assert max(abs(100 * (model.too_fast(one) - model.too_fast(model.pi))) for one in fifteen) < 0.1, "all four are one"

    def fast(limit: int = 55, **copies: int) -> str:
        pack = model.cards | copies
        return f"{100 * model.too_fast(model.lasting(model.matrix(cards=pack, limit=limit))):.1f}"

    assert f"{fast(stop=0)} of 100 turns instead of {fast()}: half as many again" in flat_prose(name)
    assert 1.45 < float(fast(stop=0)) / float(fast()) < 1.55
    fives = [fast(**{"+5": n, "-5": n}) for n in (0, 20)]
    assert (
        f"without +5 and −5 cards it would be {fives[0]}. Twenty stop cards press it to {fast(stop=20)}"
        in flat_prose(name)
    )
    assert f"twenty of each patrol card to {fives[1]}." in flat_prose(name)
    exact = sum(one for mph, one in gk.chain(model.P, model.SPEEDS).stationary().items() if mph > 55)
    assert f"in {100 * float(exact):.2f} of 100 turns, in the long run" in found
    assert f"it is {late[0]:.2f} from 0 mph and {late[70]:.2f} from 70" in found
    assert (
        f"Without the patrol it would be {fast(70)} of 100 turns, without stop cards {fast(stop=0)}, "
        f"without either {fast(70, stop=0)}." in found
    )


def test_collecting_is_asked_and_told_as_the_rules_and_the_calculation_say() -> None:
    name = "route66/03-collecting"
    model, found = notebook(name), answers_of(name)[""]
    marked = [place for place, cards in enumerate(model.MARK) if cards == 2]
    stops = [place for place, _cards in list_stops(GAME, lambda _place: 2)]
    assert answer(name, "marked spaces does the car stop") == str(len(set(marked) & set(stops))) == "0"
    assert (
        f"marked “2” are {', '.join(map(str, marked[:0:-1]))} and {marked[0]}, and Los Angeles is place 53"
        in flat_prose(name)
    )
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

    def expected(stop_cards: int, mark: list[int]) -> str:
        deck = [card for card in model.DECK if card != "stop"] + ["stop"] * stop_cards
        return f"{model.to_come(model.matrix(deck), mark)[0]:.1f}"

    real, plain = expected(4, model.MARK), expected(4, [1] * len(model.MARK))
    assert f"{plain} cards instead of {real}. Eight spaces are marked" in flat_prose(name)
    assert len(marked) == 8
    assert round(float(real) - float(plain)) == 2
    none, twenty = expected(0, model.MARK), expected(20, model.MARK)
    assert f"brings home {none} cards, with twenty {twenty}." in flat_prose(name)
    steady = {n: list_stops(GAME, lambda _place, n=n: n)[-1][1] for n in (1, 3, 7)}
    assert f"one space a turn brings {steady[1]} cards, three bring {steady[3]}, seven bring {steady[7]}." in found
    assert f"brings home {model.all_cards[0]:.2f} cards if it turns at 0 mph, {model.all_cards[-1]:.2f} if at" in found
    share = lost["California"] / sum(lost.values())
    assert f"{100 * share:.0f} of 100 is lost in California" in found


def test_one_who_crawls_among_racers_has_more_and_less_when_all_crawl_as_is_told() -> None:
    found = answers_of("route66/03-collecting")[""]
    played = [gk.simulate(GAME, ["collector"] * n + ["racer"] * (4 - n), 4_000, seed=9, progress=False) for n in (1, 4)]
    told = re.search(
        r"brings home ([\d.]+) \(.*?\) cards, each of the racers about ([\d.]+)\..*first has ([\d.]+)", found
    )
    assert told is not None
    alone, racer, crowd = map(float, told.groups())
    assert alone > crowd > racer
    for value, truth in zip(
        (alone, racer, crowd),
        (played[0].mean_return(0), played[0].mean_return(1), played[1].mean_return(0)),
        strict=True,
    ):
        assert abs(value - truth.value) < 1.5 * (truth.high - truth.low)


def test_who_wins_is_asked_and_told_as_the_games_say() -> None:
    name = "route66/04-house-rules"
    model, found = notebook(name), answers_of(name)[""]
    assert answer(name, "What does that show?") == "Beginning is worth something."
    collector, racer = (
        model.of_100(model.one_against(*pair, 4_000, np.random.default_rng(8))[0])
        for pair in (("collector", "saboteur"), ("racer", "collector"))
    )
    assert collector.low > 25
    assert answer(name, "Saboteurs brake their rivals") == "clearly more often"
    assert racer.high < 25
    assert answer(name, "And the other way round") == "clearly less often"
    alone, among = model.wins("collector", "racer"), model.wins("racer", "collector")
    assert (
        f"wins {alone} of 100 games; if all were alike it would be 25. A racer among collectors wins {among}" in found
    )
    told = re.search(r"change by (−?[\d.]+) \(.*? to (−?[\d.]+)\).*spaces by ([\d.]+) \(([\d.]+) to", found)
    assert told is not None
    free, _high, plain, low = (float(one.replace("−", "-")) for one in told.groups())
    assert -8 < free < 2
    assert plain > low > 3, "the interval leaves out 0"

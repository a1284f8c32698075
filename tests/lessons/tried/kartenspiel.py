"""What students might write in the lessons of the card game."""

from __future__ import annotations

from tests.lessons.tries import Check

# The rules: how many cards at the left of a run are lost.

broken_at = Check(
    "kartenspiel/01-rules", "broken_at", same={"0 → 1": "behind a break every card climbs: none has less than 10 km"}
)


@broken_at.right
def with_a_generator_and_max(cards):
    def breaks():
        last, previous = 0, None
        for place, card in enumerate(cards):
            if card == "A" or (card == "R" and previous == "R"):
                last = 0
                yield place + 1
            elif card != "R":
                if card <= last:
                    yield place
                last = card
            previous = card

    return max(breaks(), default=0)


@broken_at.wrong
def a_single_rest_forgets_the_last_card(cards):
    lost = last = rests = 0
    for place, card in enumerate(cards):
        rests = rests + 1 if card == "R" else 0
        if card == "A" or rests > 1:
            lost, last = place + 1, 0
        elif card == "R":
            last = 0
        else:
            if card <= last:
                lost = place
            last = card
    return lost


@broken_at.wrong
def away_from_the_left_as_long_as_the_worth_stays(cards):
    lost = 0
    while lost < len(cards) and run_worth(cards[lost + 1 :]) == run_worth(cards):
        if cards[lost] == "R" and run_worth(cards[:lost]) == 0:
            break
        lost += 1
    return lost


# Counting cards: at least one of the next two cards is higher.

one_of_two = Check("kartenspiel/02-counting-cards", "one_of_two")


@one_of_two.right
def by_choosing_pairs(counts, km):
    cards = int(sum(counts))
    low = cards - int(sum(counts[km // 10 : KM_KINDS]))
    return 1 - Fraction(comb(low, 2), comb(cards, 2))


@one_of_two.right
def by_scipy(counts, km):
    from scipy.stats import hypergeom

    return 1 - hypergeom(counts.sum(), counts[km // 10 : KM_KINDS].sum(), 2).pmf(0)


@one_of_two.wrong
def the_deck_of_the_box_whatever_is_given(counts, km):
    low = 109 - int(sum(DECK[km // 10 : KM_KINDS]))
    return 1 - Fraction(low, 109) * Fraction(low - 1, 108)


@one_of_two.wrong
def twice_as_likely(counts, km):
    return 2 * beats(counts, km)


@one_of_two.wrong
def rests_and_action_cards_forgotten(counts, km):
    cards = int(sum(counts[:KM_KINDS]))
    low = int(sum(counts[: km // 10]))
    return 1 - Fraction(low, cards) * Fraction(low - 1, cards - 1)

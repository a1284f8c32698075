"""What students might write in the lessons of Auf Achse."""

from __future__ import annotations

from tests.lessons.tries import Check

# The rules: who wins an auction.

winner = Check(
    "auf_achse/01-rules",
    "winner",
    same={
        "0 → 1": "the lowest bid is 1, so it is as high as a highest bid of 0 or of 1",
        "bid > 0 and bid >= highest → bid > 0": "nobody may bid less than the highest",
    },
)


@winner.right
def from_behind(bids):
    highest = max(bid for player, bid in bids)
    if highest == 0:
        return "A"
    for player, bid in reversed(bids):
        if bid == highest:
            return player


@winner.right
def by_sorting(bids):
    ranked = sorted(enumerate(bids), key=lambda one: (one[1][1], one[0]))
    player, bid = ranked[-1][1]
    return player if bid else "A"


@winner.wrong
def the_first_of_the_highest(bids):
    player, bid = max(bids, key=lambda pair: pair[1])
    return player if bid else "A"


@winner.wrong
def the_last_of_the_highest_also_without_a_bid(bids):
    return max(reversed(bids), key=lambda pair: pair[1])[0]


@winner.wrong
def the_caller_wins_every_tie_and_every_match(bids):
    if any(player == "A" and bid for player, bid in bids):
        return "A"
    player, bid = max(bids, key=lambda pair: pair[1])
    return player if bid else "A"


# What a contract is worth: the number of a bid.

bid = Check("auf_achse/04-contract-worth", "bid")


@bid.right
def by_trying_every_bid(prices, highest, limit, caller):
    for number in range(1, 6):
        if (number > highest or (caller and number == highest)) and prices[number - 1] <= limit:
            return number
    return 0


@bid.right
def with_a_price_for_no_bid(prices, highest, limit, caller):
    prices.insert(0, 0)
    prices.append(float("inf"))
    lowest = highest if caller and highest else highest + 1
    return lowest * (prices[lowest] <= limit)


@bid.wrong
def the_highest_that_can_be_paid(prices, highest, limit, caller):
    can = [number for number in range(1, 6) if number >= highest + (not caller) and prices[number - 1] <= limit]
    return max(can, default=0)


@bid.wrong
def the_last_bid_is_never_made(prices, highest, limit, caller):
    lowest = max(highest, 1) if caller else highest + 1
    return lowest if (lowest < 5 or caller) and lowest <= 5 and prices[lowest - 1] <= limit else 0


# The best tour: can it be driven?

fits = Check("auf_achse/05-best-tour", "fits")


@fits.right
def that_uses_the_tour_up(tour):
    on_board = []
    while tour:
        what, *digits = tour.pop(0)
        goods = int("".join(digits))
        if what == "L":
            on_board += [goods]
        elif goods in on_board:
            on_board.remove(goods)
        else:
            return False
        if sum(on_board) > 6:
            return False
    return on_board == []


@fits.wrong
def sums_and_as_many_of_each(tour):
    on_board = 0
    for stop in tour:
        on_board += int(stop[1:]) if stop[0] == "L" else -int(stop[1:])
        if not 0 <= on_board <= 6:
            return False
    return sorted(stop[1:] for stop in tour if stop[0] == "L") == sorted(stop[1:] for stop in tour if stop[0] == "D")


@fits.wrong
def an_empty_tour_is_none(tour):
    on_board = []
    for stop in tour:
        goods = int(stop[1:])
        if stop[0] == "L":
            on_board.append(goods)
            if sum(on_board) > 6:
                return False
        elif goods in on_board:
            on_board.remove(goods)
        else:
            return False
    return bool(tour) and not on_board

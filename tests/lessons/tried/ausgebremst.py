"""What students might write in the lessons of Ausgebremst."""

from __future__ import annotations

from tests.lessons.tries import Check

# The rules: who may play a 6.

may_play = Check("ausgebremst/01-rules", "may_play")


@may_play.right
def in_one_line(card, own, others, first_turn, winner_home):
    return card != 6 or first_turn or winner_home or min(others) < own


@may_play.right
def one_question_after_another(card, own, others, first_turn, winner_home):
    if card != 6:
        return True
    if first_turn:
        return True
    if winner_home:
        return True
    for other in others:
        if other < own:
            return True
    return False


@may_play.right
def by_sorting_everybody(card, own, others, first_turn, winner_home):
    others.append(own)
    others.sort()
    return card < 6 or bool(first_turn + winner_home) or others[0] < own


@may_play.wrong
def the_first_rival_only(card, own, others, first_turn, winner_home):
    return card < 6 or first_turn or winner_home or others[0] < own


@may_play.wrong
def sharing_the_lead_is_not_leading(card, own, others, first_turn, winner_home):
    return card < 6 or first_turn or winner_home or any(other <= own for other in others)


@may_play.wrong
def the_first_turn_is_like_any_other(card, own, others, first_turn, winner_home):
    return card < 6 or winner_home or min(others) < own


@may_play.wrong
def fives_are_restricted_too(card, own, others, first_turn, winner_home):
    return card < 5 or first_turn or winner_home or min(others) < own


# The racing line: the fewest steps.

steps = Check("ausgebremst/02-racing-line", "steps")


@steps.right
def ring_by_ring(follow, start, goal):
    ring, seen, taken = {start}, {start}, 0
    while ring:
        if goal in ring:
            return taken
        ring = {other for space in ring for other in follow[space]} - seen
        seen |= ring
        taken += 1
    return -1


@steps.right
def by_the_library(follow, start, goal):
    road = nx.DiGraph({space: list(others) for space, others in follow.items()})
    try:
        return nx.shortest_path_length(road, start, goal)
    except nx.NetworkXNoPath:
        return -1


@steps.right
def again_and_again_over_all_arrows(follow, start, goal):
    far = {start: 0}
    for _ in range(len(follow) + 1):
        for space, others in follow.items():
            for other in others:
                if space in far and far[space] + 1 < far.get(other, 10**9):
                    far[other] = far[space] + 1
    return far.get(goal, -1)


@steps.right
def using_up_what_is_given(follow, start, goal):
    waiting = [(start, 0)]
    while waiting:
        space, taken = waiting.pop(0)
        if space == goal:
            return taken
        waiting += [(other, taken + 1) for other in follow.pop(space, [])]
    return -1


@steps.wrong
def the_one_found_last(follow, start, goal):
    waiting, found = [(start, 0)], {start}
    while waiting:
        space, taken = waiting.pop()
        if space == goal:
            return taken
        for other in follow[space]:
            if other not in found:
                found.add(other)
                waiting.append((other, taken + 1))
    return -1


@steps.wrong
def always_the_first_arrow(follow, start, goal):
    taken, space = 0, start
    while space != goal:
        if not follow.get(space) or taken > 200:
            return -1
        space, taken = follow[space][0], taken + 1
    return taken


@steps.wrong
def the_start_counts_too(follow, start, goal):
    ring, seen, taken = {start}, {start}, 1
    while ring:
        if goal in ring:
            return taken
        ring = {other for space in ring for other in follow[space]} - seen
        seen |= ring
        taken += 1
    return -1


@steps.wrong
def arrows_both_ways(follow, start, goal):
    road = nx.Graph({space: list(others) for space, others in follow.items()})
    return nx.shortest_path_length(road, start, goal) if nx.has_path(road, start, goal) else -1


# The lost board: the fourth corner.

corner = Check("ausgebremst/03-lost-board", "corner")


@corner.right
def the_difference_carried_over(a, b, c):
    longer = c - a
    return b + longer


@corner.right
def twice_the_middle(a, b, c):
    return 2 * Fraction(b + c, 2) - a


@corner.right
def in_floats(a, b, c):
    return float(b) + float(c) - float(a)


@corner.wrong
def longest_and_shortest_less_the_middle_one(a, b, c):
    return max(a, b, c) + min(a, b, c) - sorted([a, b, c])[1]


@corner.wrong
def the_longest_and_the_next_less_the_shortest(a, b, c):
    low, middle, high = sorted([a, b, c])
    return high + middle - low


@corner.wrong
def beside_instead_of_opposite(a, b, c):
    return a + c - b


@corner.wrong
def the_difference_without_a_sign(a, b, c):
    return b + abs(c - a)


# 84 points: all distances.

distances = Check("ausgebremst/04-84-points", "distances")


@distances.right
def by_a_set_that_doubles(hand):
    found = {0}
    for card in hand:
        found |= {card + other for other in found}
    return sorted(found - {0})


@distances.right
def by_itself(hand):
    if not hand:
        return []
    rest = distances(hand[1:])
    return sorted({hand[0], *rest, *(hand[0] + other for other in rest)})


@distances.right
def by_counting_in_binary(hand):
    sums = set()
    for mask in range(1, 2 ** len(hand)):
        sums.add(sum(card for bit, card in enumerate(hand) if mask >> bit & 1))
    return tuple(sorted(sums))


@distances.wrong
def one_card_only(hand):
    return sorted(set(hand))


@distances.wrong
def some_of_them_twice(hand):
    return sorted(sum(some) for size in range(1, len(hand) + 1) for some in itertools.combinations(hand, size))


@distances.wrong
def standing_still_is_a_distance(hand):
    return sorted({sum(some) for size in range(len(hand) + 1) for some in itertools.combinations(hand, size)})


@distances.wrong
def in_no_order(hand):
    found = [0]
    for card in hand:
        found += [card + other for other in found if card + other not in found]
    return found[:0:-1]

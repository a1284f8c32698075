"""What students might write in the lessons of Ausgebremst."""

from __future__ import annotations

from tests.lessons.tries import Check

# The rules: who may play a 6.

may_play = Check("ausgebremst/01-rules", "may_play")


@may_play.right
def by_sorting_everybody(card, own, others, first_turn, winner_home):
    others.append(own)
    others.sort()
    return card < 6 or bool(first_turn + winner_home) or others[0] < own


@may_play.wrong
def the_first_rival_only(card, own, others, first_turn, winner_home):
    return card < 6 or first_turn or winner_home or others[0] < own


@may_play.wrong
def fives_are_restricted_too(card, own, others, first_turn, winner_home):
    return card < 5 or first_turn or winner_home or min(others) < own


# The lost board: the fourth corner.

corner = Check("ausgebremst/03-lost-board", "corner")


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
def the_difference_without_a_sign(a, b, c):
    return b + abs(c - a)

"""What students might write in the lessons of Route 66."""

from __future__ import annotations

from tests.lessons.tries import Check

# The rules: which card fits a row.

SAME_STATE = "where a state lies that is no end, a neighbour lies too, as the text says"
may_lay = Check(
    "route66/01-rules",
    "may_lay",
    same={
        "state in (0, 7) or laid[state] > 0 → state in (0, 7)": SAME_STATE,
        "laid[state] > 0 → laid[state] < 0": SAME_STATE,
        "0 → 1": SAME_STATE,
    },
)


@may_lay.right
def with_a_frame_of_end_cards(laid, state):
    framed = [1, *laid, 1]
    return any(framed[state : state + 3])


@may_lay.right
def without_asking_for_the_same_state(laid, state):
    if state in (0, 7):
        return True
    return laid[state - 1] > 0 or laid[state + 1] > 0


@may_lay.wrong
def ends_only_once(laid, state):
    if state in (0, 7):
        return laid[state] == 0
    return laid[state - 1] > 0 or laid[state + 1] > 0


# The speedometer: a gentle patrol.

gentle = Check("route66/02-speedometer", "gentle")


@gentle.right
def from_the_beginning(mph, card):
    if card == "stop":
        return 0
    new = mph + int(card)
    if new < 0 or new > TOP:
        return mph
    if card in ("+5", "-5") and new > LIMIT:
        return 30
    return new


@gentle.right
def as_a_float(mph, card):
    return 30.0 if (mph, card) in PATROLLED else float(after(mph, card))


@gentle.wrong
def a_patrol_card_that_leads_to_0_from_above_0(mph, card):
    return 30 if card in PATROL and mph > 0 and after(mph, card) == 0 else after(mph, card)


@gentle.wrong
def also_where_it_does_not_fit(mph, card):
    return 30 if card in PATROL and mph + int(card) > LIMIT else after(mph, card)

"""A plan for the card game with three numbers to change: it is a strategy file itself, and what the builder builds."""
# mypy: allow-untyped-defs, allow-untyped-calls

from gamekit.games.kartenspiel.rules import KINDS, KM_KINDS, PHASE_COUNTER, REST

STEP = 40  # the highest step a run may climb at once, in km
HABIT = 0  # at the counter: 0 the highest card, 1 the card that delays most, 2 whatever does not fit the own run
ENOUGH = 300  # once the own run is worth so much, always the highest card at the counter


def choose(s, t, player, actions, n, rng):
    """One of the legal actions."""
    return decide(s, t, player, actions, STEP, HABIT, ENOUGH)


def decide(s, t, player, actions, step, habit, enough):
    """The plan with its three numbers."""
    km = t.km.tolist()
    cards = [action % KINDS for action in actions.tolist()]
    last, rested, value = standing(s.run[player, : s.run_size[player]].tolist(), km)
    if s.phase != PHASE_COUNTER:
        card = for_run(cards, km, last, rested, step)
    elif habit == 0 or value >= enough:
        card = max(cards, key=lambda card: km[card])
    elif habit == 1:
        card = max(cards, key=lambda card: (card > REST, card == REST, -km[card]))
    else:
        card = max(cards, key=lambda card: (km[card] <= last, km[card]))
    return actions[cards.index(card)]


def for_run(cards, km, last, rested, step):
    """The lowest card that climbs by at most one step; else a rest; else the lowest that climbs; else the lowest."""
    climbing = [card for card in cards if km[card] > last]
    if climbing and km[climbing[0]] <= last + step:
        return climbing[0]
    if REST in cards and last > 0 and not rested:
        return REST
    return (climbing or cards)[0]


def standing(run, km):
    """The last kilometre card of a run, whether a rest lies behind it, and what the run is worth."""
    last, rested, value = 0, False, 0
    for card in run:
        if card == REST and not rested:
            rested = True
        elif card >= KM_KINDS:
            last, rested, value = 0, card == REST, 0
        else:
            value = value + km[card] if km[card] > last else km[card]
            last, rested = km[card], False
    return last, rested, value

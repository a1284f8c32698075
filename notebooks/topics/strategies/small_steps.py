"""Small steps: the lowest card that still climbs; the highest card goes to the counter."""

from gamekit.games.kartenspiel.rules import KINDS, REST, Phase


def choose(s, t, player, actions, n, rng):
    if s.phase == Phase.COUNTER:
        return max(actions, key=lambda action: t.km[action % KINDS])
    last = 0
    for card in s.run[player, : s.run_size[player]]:
        if card < REST:
            last = t.km[card]
    climbing = [action for action in actions if t.km[action % KINDS] > last]
    return climbing[0] if climbing else actions[0]

"""Spoiler: keeps the stage going with action cards and low cards, and saves its high ones for the run."""

from gamekit.games.kartenspiel.rules import KINDS, REST, Phase


def worth(t, action):
    return t.km[action % KINDS]


def choose(s, t, player, actions, n, rng):
    if s.phase == Phase.COUNTER:
        harmless = [action for action in actions if action % KINDS >= REST]
        return harmless[-1] if harmless else min(actions, key=lambda action: worth(t, action))
    last = 0
    for card in s.run[player, : s.run_size[player]]:
        if card < REST:
            last = t.km[card]
    climbing = [action for action in actions if worth(t, action) > last]
    return min(climbing, key=lambda action: worth(t, action)) if climbing else actions[0]

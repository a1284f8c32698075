"""The loops that play games to their end: generic kernels whose parts a game's rules and strategies fill.

plain_machine.py fills them for plain Python. Counting and comparing finished games belongs to the rest of the lab.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gamekit.compiling import CHANCE, MOST_STEPS, OVER, kernel
from gamekit.record import Ints, Returns, Weights

ASK: Final = -1
"""In `seats`: this seat is asked outside the loop."""
FAULT: Final = -3
"""What `play_on` returns when a strategy chose an illegal action or a game does not end."""

# What stands in a `tally`: what `play_on` counts, and what it looked at last.
STEPS: Final = 0
DECISIONS: Final = 1
EVENTS: Final = 2
GAME: Final = 3
PLAYER: Final = 4
ACTION: Final = 5
TALLY: Final = 6

Tally = np.ndarray[Any, np.dtype[np.int64]]
Positions = np.ndarray[Any, np.dtype[np.record]]


# Placeholders: filled for each game.


@kernel
def player(s: Any, t: Any) -> int:
    """Placeholder of the rules' `player`."""
    return OVER


@kernel
def legal(s: Any, t: Any, out: Ints) -> int:
    """Placeholder of the rules' `legal`."""
    return 0


@kernel
def total(s: Any, t: Any) -> int:
    """Placeholder of the rules' `total`."""
    return 0


@kernel
def weights(s: Any, t: Any, out: Weights) -> int:
    """Placeholder of the rules' `weights`."""
    return 0


@kernel
def draw(s: Any, t: Any, r: int) -> int:
    """Placeholder of the rules' `draw`."""
    return 0


@kernel
def apply(s: Any, t: Any, action: int) -> None:
    """Placeholder of the rules' `apply`."""


@kernel
def returns(s: Any, t: Any, out: Returns) -> None:
    """Placeholder of the rules' `returns`."""


@kernel
def hide(s: Any, t: Any, player: int) -> None:
    """Placeholder of the rules' `hide`."""


@kernel
def redeal(s: Any, t: Any, player: int, rng: np.random.Generator) -> None:
    """Placeholder of the beliefs' `imagine` or, where there are none, of the rules' `redeal`."""


@kernel
def strategy(s: Any, t: Any, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Placeholder of a strategy."""
    return -1


@kernel
def others(which: int, s: Any, t: Any, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Placeholder of `choose` for the strategies after this one."""
    return -1


@kernel
def note_asked(tally: Tally, p: int, steps: int) -> None:
    """Placeholder of `note_nothing` (the package's own strategies) or `note_player` (all others)."""


@kernel
def check_action(tally: Tally, actions: Ints, n: int, action: int) -> int:
    """Placeholder of `trust_action` (the package's own strategies) or `verify_action` (all others)."""
    return action


# What fills these two.


@kernel
def note_nothing(tally: Tally, p: int, steps: int) -> None:
    """Nothing to remember: the package's own strategies are held to the rules by tests."""


@kernel
def note_player(tally: Tally, p: int, steps: int) -> None:
    """Who is asked, and when: for the message if the strategy fails."""
    tally[PLAYER] = p
    tally[STEPS] = steps


@kernel
def trust_action(tally: Tally, actions: Ints, n: int, action: int) -> int:
    """The action as it is."""
    return action


@kernel
def verify_action(tally: Tally, actions: Ints, n: int, action: int) -> int:
    """The action if it is one of `actions[:n]`, else -1; remembered for the message."""
    tally[ACTION] = action
    for i in range(n):
        if actions[i] == action:
            return action
    return -1


# The loops.


@kernel
def choose(which: int, s: Any, t: Any, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """What strategy number `which` does: this one, or one of the others."""
    if which == 0:
        return strategy(s, t, p, actions, n, rng)
    return others(which - 1, s, t, p, actions, n, rng)


@kernel
def play_on(s: Any, t: Any, seats: Ints, actions: Ints, luck: Returns, rng: np.random.Generator, tally: Tally) -> int:
    """Play until the game is over, a seat that is asked outside must decide, or something is at fault; say which.

    `seats` maps players to strategies. `luck` holds what decides the first chance events of this
    game, so that games with the same luck meet the same chance as long as their course allows;
    `rng` serves the strategies, and chance when `luck` is used up.
    """
    steps = tally[STEPS]
    decisions = tally[DECISIONS]
    events = tally[EVENTS]
    while True:
        p = player(s, t)
        if p == CHANCE:
            weight = total(s, t)
            r = 0
            if weight > 1:
                r = int((luck[events] if events < len(luck) else rng.random()) * weight)
                events += 1
            action = draw(s, t, r)
        elif p == OVER or seats[p] == ASK:
            break
        else:
            note_asked(tally, p, steps)
            n = legal(s, t, actions)
            action = check_action(tally, actions, n, choose(seats[p], s, t, p, actions, n, rng))
            if action < 0:
                p = FAULT
                break
            decisions += 1
        apply(s, t, action)
        steps += 1
        if steps > MOST_STEPS:
            p = FAULT
            break
    tally[STEPS] = steps
    tally[DECISIONS] = decisions
    tally[EVENTS] = events
    return p


@kernel
def play_games(
    action: int,
    positions: Positions,
    starts: Positions,
    t: Any,
    seats: Ints,
    actions: Ints,
    luck: Returns,
    rng: np.random.Generator,
    out: Returns,
    counts: Tally,
    tally: Tally,
) -> int:
    """Play a game in each of `positions`, number i from `starts[i % len(starts)]` with `luck[i]`.

    `action` is carried out first (ASK: none). Returns OVER or FAULT; `out` gets the returns and
    `counts` the steps and decisions of each game.
    """
    for game in range(len(positions)):
        positions[game] = starts[game % len(starts)]
        begin(tally, game)
        if action != ASK:
            apply(positions[game], t, action)
        if play_on(positions[game], t, seats, actions, luck[game], rng, tally) == FAULT:
            return FAULT
        returns(positions[game], t, out[game])
        counts[game, STEPS] = tally[STEPS]
        counts[game, DECISIONS] = tally[DECISIONS]
    return OVER


@kernel
def begin(tally: Tally, game: int) -> None:
    """Nothing has been counted yet in this game."""
    tally[GAME] = game
    tally[STEPS] = 0
    tally[DECISIONS] = 0
    tally[EVENTS] = 0


@kernel
def go_on(
    action: int,
    s: Any,
    t: Any,
    seats: Ints,
    actions: Ints,
    luck: Returns,
    rng: np.random.Generator,
    tally: Tally,
    view: Positions,
) -> int:
    """Carry out a decision made outside (ASK: none yet) and play on to the next one; returns who must decide.

    Leaves what that player knows in `view[0]` and the legal actions in `actions`.
    """
    if action != ASK:
        apply(s, t, action)
        tally[STEPS] += 1
        tally[DECISIONS] += 1
    p = play_on(s, t, seats, actions, luck, rng, tally)
    if p >= 0:
        view[0] = s
        hide(view[0], t, p)
        tally[ACTION] = legal(s, t, actions)
    return p


@kernel
def step_one(action: int, positions: Positions, tables: Positions, actions: Ints, odds: Weights, tally: Tally) -> int:
    """Carry out one legal action in `positions[0]` (ASK: none) and say whose decision follows.

    Leaves the legal actions in `actions`, how many there are in `tally[ACTION]`, and at chance their weights in `odds`.
    `tables` has one entry: to hand over a record by itself takes longer than the whole step.
    """
    t = tables[0]
    if action != ASK:
        apply(positions[0], t, action)
    p = player(positions[0], t)
    tally[ACTION] = 0 if p == OVER else legal(positions[0], t, actions)
    if p == CHANCE:
        weights(positions[0], t, odds)
    return p


@kernel
def step_all(
    chosen: Tally,
    positions: Positions,
    starts: Positions,
    tables: Positions,
    seats: Ints,
    players: Ints,
    actions: Ints,
    counts: Ints,
    luck: Returns,
    rng: np.random.Generator,
    out: Returns,
    tally: Tally,
) -> int:
    """Carry out what was chosen in each game and play on to the next seat that is asked; what is over begins anew.

    Leaves who decides in `players`, the legal actions of game i in `actions[i, :counts[i]]`, the returns of games that
    are over in `out`. Returns OVER; if an action is not legal, the number of the first such game, and nothing is done.
    """
    t = tables[0]
    for game in range(len(positions)):
        if players[game] != OVER and verify_action(tally, actions[game], counts[game], chosen[game]) < 0:
            return game
    for game in range(len(positions)):
        begin(tally, game)
        if players[game] == OVER:
            positions[game] = starts[0]
        else:
            apply(positions[game], t, chosen[game])
        players[game] = play_on(positions[game], t, seats, actions[game], luck, rng, tally)
        if players[game] == OVER:
            counts[game] = 0
            returns(positions[game], t, out[game])
        else:
            counts[game] = legal(positions[game], t, actions[game])
    return OVER


@kernel
def view_all(views: Positions, positions: Positions, tables: Positions, players: Ints) -> None:
    """Write into `views` what `players[i]` knows of position i; where nobody is named, what player 0 knows."""
    t = tables[0]
    for i in range(len(views)):
        views[i] = positions[i]
        hide(views[i], t, max(players[i], 0))


@kernel
def redeal_all(deals: Positions, t: Any, p: int, rng: np.random.Generator) -> None:
    """Fill each of these views of player `p` with a deal."""
    for i in range(len(deals)):
        redeal(deals[i], t, p, rng)

"""Loops that play games to their end: generic kernels whose placeholders a game's rules and strategies fill.

plain_machine.py fills them for plain Python, tools/wasm for WebAssembly.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gamekit.core.kernel import CHANCE, MOST_STEPS, OVER, kernel
from gamekit.core.record import Ints, Returns, Weights

ASK: Final = -1
"""Mark in `seats` of a player who is asked outside the loop; in place of an action, none."""
FAULT: Final = -3
"""Value of `play_on` if a strategy chose an illegal action or a game does not end."""

# Places of a `tally`, int64 (TALLY,): what `play_on` counts, and what it looked at last.
STEPS: Final = 0
DECISIONS: Final = 1
EVENTS: Final = 2
GAME: Final = 3
PLAYER: Final = 4
ACTION: Final = 5
TALLY: Final = 6

Tally = np.ndarray[Any, np.dtype[np.int64]]
Positions = np.ndarray[Any, np.dtype[np.record]]


# Placeholders, filled for each game: kernels of its rules by their names, `redeal` by its beliefs' `imagine` if it has
# them, `strategy` and `others` by a chain of its strategies, the guards by one of two versions below.


@kernel
def player(s: Any, t: Any) -> int:
    return OVER


@kernel
def legal(s: Any, t: Any, out: Ints) -> int:
    return 0


@kernel
def total(s: Any, t: Any) -> int:
    return 0


@kernel
def weights(s: Any, t: Any, out: Weights) -> int:
    return 0


@kernel
def draw(s: Any, t: Any, r: int) -> int:
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
    return -1


@kernel
def others(which: int, s: Any, t: Any, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    return -1


@kernel
def note_asked(tally: Tally, p: int, steps: int) -> None:
    """Placeholder of `note_nothing` (the package's own strategies) or `note_player` (all others)."""


@kernel
def check_action(tally: Tally, actions: Ints, n: int, action: int) -> int:
    return action


# Two versions of the guards above. The package's own strategies run unchecked, because tests hold them to the rules;
# strategies of others are verified at every choice, because an illegal action would corrupt the record.


@kernel
def note_nothing(tally: Tally, p: int, steps: int) -> None:
    """Record nothing."""


@kernel
def note_player(tally: Tally, p: int, steps: int) -> None:
    """Record who is asked, and when, for the message if the strategy fails."""
    tally[PLAYER] = p
    tally[STEPS] = steps


@kernel
def trust_action(tally: Tally, actions: Ints, n: int, action: int) -> int:
    """Return the action unchecked."""
    return action


@kernel
def verify_action(tally: Tally, actions: Ints, n: int, action: int) -> int:
    """Return the action if it is one of `actions[:n]`, else -1; record it for the message."""
    tally[ACTION] = action
    for i in range(n):
        if actions[i] == action:
            return action
    return -1


# The loops.


@kernel
def choose(which: int, s: Any, t: Any, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Return the choice of strategy number `which`: 0 is `strategy`, higher numbers go to `others`, less 1."""
    if which == 0:
        return strategy(s, t, p, actions, n, rng)
    return others(which - 1, s, t, p, actions, n, rng)


@kernel
def play_on(s: Any, t: Any, seats: Ints, actions: Ints, luck: Returns, rng: np.random.Generator, tally: Tally) -> int:
    """Play until the game is over, a player whose seat is ASK must decide, or something is at fault.

    `seats` int32 (players,) maps players to strategies, `actions` int32 (num_actions,) is scratch space, and `tally`
    continues from its counts. `luck` float64 (k,) decides the first k chance events of the game; `rng` serves the
    strategies, and chance beyond that. Returns OVER, the player who must decide, or FAULT.
    """
    steps = tally[STEPS]
    decisions = tally[DECISIONS]
    events = tally[EVENTS]
    while True:
        p = player(s, t)
        if p == CHANCE:
            weight = total(s, t)
            r = 0
            if weight > 1:  # a forced event takes no number: games compared on the same luck stay in step
                # Common random numbers: all games compared meet the same luck; their differences vary less.
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

    `action` is applied first (ASK: none). `out` float64 (n, players) gets the returns and `counts` int64 (n, 2) the
    steps and decisions of each game. Returns OVER or FAULT.
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
    """Reset the counts of a tally for game number `game`."""
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
    """Apply a decision made outside (ASK: none) and play on to the next one; return who must decide, OVER or FAULT.

    Leaves that player's view in `view[0]`, the legal actions in `actions` and their number in `tally[ACTION]`.
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
    """Apply one legal action to `positions[0]` (ASK: none) and return who decides next: a player, CHANCE or OVER.

    Leaves the legal actions in `actions`, their number in `tally[ACTION]`, and at chance their weights in `odds`.
    `tables` is an array (1,): passing a record takes longer than the whole step.
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
    """Apply `chosen[i]` to game i and play until a seat marked ASK must decide; restart games that are over.

    For n games: `chosen` int64 (n,), `players` and `counts` int32 (n,), `actions` int32 (n, num_actions), `out` float64
    (n, players); they get who decides, the number of legal actions and these, and the returns of games that are over.
    Returns OVER, or the index of the first game whose action is illegal; then no position changes.
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
    """Write into `views[i]` position i as player `players[i]` knows it; player 0 if that is negative."""
    t = tables[0]
    for i in range(len(views)):
        views[i] = positions[i]
        hide(views[i], t, max(players[i], 0))


@kernel
def redeal_all(deals: Positions, t: Any, p: int, rng: np.random.Generator) -> None:
    """Replace each view of player `p` in `deals` by a full position that it may stand for, drawn at random."""
    for i in range(len(deals)):
        redeal(deals[i], t, p, rng)

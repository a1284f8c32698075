"""Two kernels for profiles.py that play whole games: one stores positions on the way, one plays by playouts."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final, NamedTuple

from gamekit.core.kernel import CHANCE, OVER, bind_parts, fill_parts, is_interpreted, kernel
from gamekit.core.record import Ints, Returns
from gamekit.core.strategy import Choose
from gamekit.lab.engine.loops import (
    FAULT,
    Positions,
    Tally,
    apply,
    begin,
    check_action,
    choose,
    draw,
    hide,
    legal,
    note_asked,
    play_on,
    player,
    redeal,
    returns,
    total,
)
from gamekit.lab.engine.plain_machine import RULES, chain_strategies, choose_guards, choose_redeal
from gamekit.lab.engine.tree_search import share_win
from tools.wasm.specialize import specialise

COUNTS: Final = ("steps", "decisions", "rounds", "choices", "options")
"""Columns of `counts`. Choices are decisions with several legal actions; options, legal actions of all decisions."""


@kernel
def look_around(
    positions: Positions,
    starts: Positions,
    t: Any,
    seats: Ints,
    actions: Ints,
    luck: Any,
    rng: Any,
    out: Any,
    counts: Tally,
    tally: Tally,
    marks: Tally,
    by_choice: bool,
    kept: Any,
) -> int:
    """Play a game in each of `positions` and count on the way; return OVER or FAULT.

    `counts` gets a row of `COUNTS` for each game. `kept[game, j]` becomes the position before step number `marks[game,
    j]`, from 0, or, `by_choice`, before that choice; the marks of a game ascend.
    """
    for game in range(len(positions)):
        positions[game] = starts[game % len(starts)]
        s = positions[game]
        begin(tally, game)
        steps = 0
        decisions = 0
        rounds = 1
        choices = 0
        options = 0
        events = 0
        mark = 0
        while True:
            p = player(s, t)
            if p == OVER:
                break
            n = 0
            if p != CHANCE:
                n = legal(s, t, actions)
            at = choices if by_choice else steps
            if mark < marks.shape[1] and marks[game, mark] == at and (n > 1 or not by_choice):
                kept[game, mark] = s
                mark += 1
            before = s.round_number
            if p == CHANCE:
                weight = total(s, t)
                r = 0
                if weight > 1:
                    r = int((luck[game, events] if events < luck.shape[1] else rng.random()) * weight)
                    events += 1
                action = draw(s, t, r)
            else:
                note_asked(tally, p, steps)
                action = check_action(tally, actions, n, choose(seats[p], s, t, p, actions, n, rng))
                if action < 0:
                    return FAULT
                decisions += 1
                options += n
                choices += 1 if n > 1 else 0
            apply(s, t, action)
            steps += 1
            rounds += 1 if s.round_number != before else 0
        counts[game, 0] = steps
        counts[game, 1] = decisions
        counts[game, 2] = rounds
        counts[game, 3] = choices
        counts[game, 4] = options
        returns(s, t, out[game])
    return OVER


@kernel
def think(
    positions: Positions,
    starts: Positions,
    t: Any,
    budgets: Ints,
    seats: Ints,
    actions: Ints,
    inner: Ints,
    luck: Any,
    none: Returns,
    rng: Any,
    out: Any,
    tally: Tally,
    deals: Positions,
    scores: Returns,
    sums: Returns,
) -> int:
    """Play a game in each of `positions` by players who use playouts; return OVER or FAULT.

    At each choice player p plays every legal action out `budgets[p]` times, on the same deals of hidden cards, all
    continued by the strategies in `seats`, and takes the action with most wins, ties broken at random; a budget of 0 is
    random play. `luck[game]` decides the game's own chance, `rng` all else; `deals` has room for two positions.
    """
    for game in range(len(positions)):
        positions[game] = starts[game % len(starts)]
        s = positions[game]
        events = 0
        while True:
            p = player(s, t)
            if p == OVER:
                break
            if p == CHANCE:
                weight = total(s, t)
                r = 0
                if weight > 1:
                    r = int((luck[game, events] if events < luck.shape[1] else rng.random()) * weight)
                    events += 1
                action = draw(s, t, r)
            else:
                n = legal(s, t, actions)
                for i in range(n):
                    sums[i] = 1e-6 * rng.random()  # equal ones are drawn for
                for _deal in range(budgets[p] if n > 1 else 0):
                    deals[0] = s
                    hide(deals[0], t, p)
                    redeal(deals[0], t, p, rng)
                    for i in range(n):
                        deals[1] = deals[0]
                        begin(tally, game)
                        apply(deals[1], t, actions[i])
                        if play_on(deals[1], t, seats, inner, none, rng, tally) == FAULT:
                            return FAULT
                        returns(deals[1], t, scores)
                        sums[i] += share_win(scores, p)
                best = 0
                for i in range(1, n):
                    if sums[i] > sums[best]:
                        best = i
                action = actions[best]
            apply(s, t, action)
        returns(s, t, out[game])
    return OVER


class ProfileLoops(NamedTuple):
    """Both loops of one game with a list of strategies compiled in."""

    look_around: Callable[..., int]
    think: Callable[..., int]


@functools.cache
def profile_loops(rules: ModuleType, strategies: tuple[Choose, ...]) -> ProfileLoops:
    """Return the loops of a game, with these kernels as strategies number 0, 1, …; they compile on their first call."""
    parts: dict[str, Any] = {name: getattr(rules, name) for name in RULES} | chain_strategies(strategies)
    parts |= choose_guards(strategies)
    make = fill_parts if is_interpreted() else specialise
    seeing = {name: one for name, one in parts.items() if name != "hide"}
    inner = {name: one for name, one in seeing.items() if name != "returns"}
    thinking = {name: one for name, one in parts.items() if name not in ("choose", "note_asked", "check_action")}
    return ProfileLoops(
        make(look_around, **seeing),
        make(think, **thinking, redeal=choose_redeal(rules), play_on=bind_parts(play_on, **inner)),
    )

"""Ladder of players with increasing playouts, each against the one below (`think` of profile_loops.py)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from gamekit.core.record import Ints
from gamekit.lab.engine.batches import run_loop
from gamekit.lab.engine.loops import TALLY
from gamekit.lab.estimate import SHARES, Estimate, mean, win_shares
from gamekit.lab.profile import Rung
from tools.measure.profiles import EVENTS, Bench, Course, Floats

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_RUNGS: Final = 6
WORK: Final = 4
"""Mean factor of the work for a rung; a game with playouts costs hundreds of others."""
ELO: Final = 400
"""Elo points for odds of ten to one."""


def points(win: Estimate, players: int) -> Estimate:
    """Return a win rate against equal others as Elo points above them; 0 for an even share.

    >>> points(Estimate(0.25, 0.1, 0.4), 4).value
    0.0
    """

    def convert_rate(rate: float) -> float:
        if not 0 < rate < 1:
            return rate if math.isnan(rate) else math.copysign(math.inf, rate - 0.5)
        return ELO * math.log10(rate / (1 - rate) * (players - 1))

    return Estimate(*map(convert_rate, win))


def climb_ladder(bench: Bench, rungs: int, course: Course) -> list[Rung]:
    """Return rungs of 1, 2, 4 … playouts for every action, the first against random play; fewer if cancelled."""
    found: list[Rung] = []
    steps = [(2**number, 2**number // 2) for number in range(rungs)]
    for (above, below), games in zip(steps, count_rounds(bench, steps, course), strict=True):
        wins = _duel(bench, above, below, games)
        if not len(wins):
            break
        win = mean(wins, SHARES)
        found.append(Rung(above, below, len(wins), win, points(win, bench.game.players)))
    return found


def count_rounds(bench: Bench, steps: Sequence[tuple[int, int]], course: Course) -> list[int]:
    """Return the games per seat of each step of a ladder, so that the steps take `WORK` figures' work each, on average.

    The variance of the sum of the steps is least for its cost if games are inversely proportional to the root of their
    cost.
    """
    players = bench.game.players
    tried = course.choices * course.options_of_a_choice / 2  # a playout is half a game
    roots = [math.sqrt(1 + tried * (above + below * (players - 1)) / players) for above, below in steps]
    work = WORK * len(steps) * bench.games / players
    return [max(1, round(work / sum(roots) / root)) for root in roots]


def _duel(bench: Bench, above: int, below: int, games: int) -> Floats:
    """Return the wins of the player with more playouts, `games` times in every seat."""
    players = bench.game.players

    def work(part: int, chunk: int) -> Floats:
        luck, rng = bench.streams(part, chunk, 2)
        lots, wins = luck.random((1, EVENTS)), np.zeros(players)
        for seat in range(players):
            budgets = np.full(players, below, np.int32)
            budgets[seat] = above
            wins[seat] = win_shares(_play_budgets(bench, budgets, lots, rng))[0, seat]
        return wins

    return np.concatenate([np.zeros(0), *bench.map_parts(games, work)])


def _play_budgets(bench: Bench, budgets: Ints, luck: Floats, rng: np.random.Generator) -> Floats:
    """Return the returns of games between players with these budgets."""
    game, dtype = bench.game, bench.start.dtype
    positions, deals = np.zeros(len(luck), dtype), np.zeros(2, dtype)
    out, scores = np.zeros((len(luck), game.players)), np.zeros(game.players)
    actions, inner = np.zeros(game.num_actions, np.int32), np.zeros(game.num_actions, np.int32)
    sums, tally = np.zeros(game.num_actions), np.zeros(TALLY, np.int64)

    def loop() -> int:
        return bench.loops.think(
            positions, bench.start, game.tables, budgets, bench.lineup.seats, actions, inner, luck, np.zeros(0), rng,
            out, tally, deals, scores, sums,
        )  # fmt: skip

    bench.check(run_loop(loop, bench.lineup, tally, 0))
    return out

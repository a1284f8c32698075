"""How often the coach's reasons are true, and whether their size is: each held against independent continuations.

    python -m benchmarks.reasons kartenspiel --reasons 60

Games are played by the first strategy of the table; at decisions drawn by lot the coach is asked, and where it has a
reason both actions are played on many times more, on luck of its own. Printed, for each kind of reason: how often the
difference has the sign that is told; how often its size lies within the 95 % interval of what was told (the error of
the many continuations counted in); and how many times as large as it is it was told. `as chosen` are the figures of
the continuations by which a reason was chosen, `as told` those the coach tells.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from typing import NamedTuple

import numpy as np

import gamekit as gk
from gamekit.game import Game
from gamekit.lab.coach import advise
from gamekit.lab.engine.lineup import lineup_of
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import Z, share
from gamekit.lab.reasons import (
    BATCH_OF_REASONS,
    BATCH_TOLD,
    CONTINUATIONS,
    Pair,
    Part,
    find_parts,
    find_watched,
    happenings,
    same_phase,
)
from gamekit.strategy import playout_of

TRUTH = 3_000_000
"""From this batch on: luck that no reason has had."""


class Gap(NamedTuple):
    """A difference, and its standard error."""

    value: float
    error: float


class Statement(NamedTuple):
    """One reason: what it differs by in the continuations it was chosen by, in those told, and in very many."""

    chosen: Gap
    told: Gap
    truth: Gap

    def holds(self, gap: Gap) -> bool:
        """Whether the difference lies within the interval of one of the others."""
        return abs(gap.value - self.truth.value) <= Z * float(np.hypot(gap.error, self.truth.error))


def gap_of(part: Part, pair: Pair, counted: list[str]) -> Gap:
    """How far a part's two columns lie apart."""
    one, other = pair
    if part.kind in ("open", "moves"):
        like = same_phase(one[:, -2:], other[:, -2:])
        apart = one[like, -1] - other[like, -1]
    else:
        column = counted.index(part.said)
        apart = one[:, column] - other[:, column]
    return Gap(float(apart.mean()), float(np.sqrt(max(apart.var(ddof=1), 1 / len(apart)) / len(apart))))


def ask(game: Game, session: gk.Session, seed: int, many: int) -> list[tuple[Part, Statement]]:
    """What the coach says of a position, each statement with the truth."""
    player = session.player
    view = session.view(player)
    table = advise(game, view, player, 100, seed)
    lineup, counted = lineup_of(game, playout_of(game.name)), find_watched(game)
    source = Playouts(game, view, player, lineup, seed, CONTINUATIONS)

    def play_on(batch: int) -> Pair:
        one, other = (happenings(source, player, advice.action, counted, batch) for advice in table[:2])
        return one, other

    chosen = play_on(BATCH_OF_REASONS)
    if not find_parts(game, counted, chosen, chosen):
        return []
    told = play_on(BATCH_TOLD)
    parts = find_parts(game, counted, chosen, told)
    if not parts:
        return []
    pairs = [play_on(TRUTH + k) for k in range(many)]
    truth = np.concatenate([one for one, _other in pairs]), np.concatenate([other for _one, other in pairs])
    names = [one.said for one in counted]
    return [(part, Statement(*(gap_of(part, pair, names) for pair in (chosen, told, truth)))) for part in parts]


def told_rows(name: str, found: dict[str, list[Statement]]) -> None:
    """One line of the table for each kind of reason."""
    for kind, all_of in found.items():
        right = share(sum(one.told.value * one.truth.value > 0 for one in all_of), len(all_of))
        cells = []
        for which in ("chosen", "told"):
            gaps = [getattr(one, which) for one in all_of]
            held = share(sum(one.holds(gap) for one, gap in zip(all_of, gaps, strict=True)), len(all_of))
            # A line through nothing: told sizes over true ones, each counting as it is certain.
            weighed = [
                (gap.value, one.truth.value, one.chosen.error**-2) for one, gap in zip(all_of, gaps, strict=True)
            ]
            ratio = sum(x * true * w for x, true, w in weighed) / sum(true * true * w for _x, true, w in weighed)
            cells += [f"{held}", f"{ratio:.3f}"]
        print(f"| {name} | {kind} | {len(all_of)} | {right} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Play, ask, hold against each other, and print the rows of one game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--reasons", type=int, default=60)
    parser.add_argument("--many", type=int, default=8, help="hundreds of continuations for the truth")
    parser.add_argument("--minutes", type=float, default=60.0, help="no new position after so long")
    chosen = parser.parse_args()
    game, end, seed = gk.load(chosen.game, players=chosen.players), time.monotonic() + 60 * chosen.minutes, 0
    strategy = lineup_of(game, playout_of(game.name)).strategies[0].choose
    found: dict[str, list[Statement]] = defaultdict(list)
    asked = 0
    while sum(map(len, found.values())) < chosen.reasons and time.monotonic() < end:
        seed += 1
        session, lot = game.session(seed), np.random.default_rng(seed)
        while not session.over and time.monotonic() < end:
            if session.player < 0:
                session.roll()
                continue
            legal = np.array(session.legal(), np.int32)
            if len(legal) > 1 and lot.random() < 1 / 12:
                asked += 1
                for part, statement in ask(game, session, asked, chosen.many):
                    found[part.kind].append(statement)
            view = session.view(session.player)
            session.play(int(strategy(view, game.tables, session.player, legal, len(legal), lot)))
    print(f"{asked} positions of {seed} games")
    told_rows(chosen.game, found)


if __name__ == "__main__":
    main()

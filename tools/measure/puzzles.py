"""Mine puzzles: positions where one choice is certainly best and an easy player misses it.

    python -m tools.measure.puzzles route66 --number 40 --minutes 20
    python -m tools.measure.puzzles auf_achse --number 160 --easy
    python -m tools.measure.puzzles route66 --recheck 50

A position counts if the best choice is ahead of every other in two independent evaluations, the second with other luck
and another strategy for all players: the 99 % interval of each difference, on the same deals, is above 0. The coach
with its usual settings must name it, too. Its lead over the second is measured three times, under different
assumptions. gamekit/lab/puzzles.py defines and reads the file.

`--easy` mines puzzles of difficulty 1 and 2: the best choice is that of the game's best strategy, and its second
strategy, which is a rule of thumb, makes another one. They count even where the level easy, which plays well
in seven moves of ten in Auf Achse, finds the choice.

Puzzles of one theme are at most a quarter, unless even the level best misses them. `--recheck` evaluates stored puzzles
again, with ten times the playouts, and deletes those that fail.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import gamekit as gk
from gamekit.core.files import write_whole
from gamekit.core.game import Game
from gamekit.core.session import Session
from gamekit.lab.coach import Coaching, advise, best_strategy
from gamekit.lab.engine.batches import LUCK
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.playouts import BATCH, DEAL, LUCK_OF_ALL, Playouts
from gamekit.lab.estimate import SHIFTS, Estimate, difference, share, win_shares
from gamekit.lab.levels import find_levels, levels
from gamekit.lab.puzzles import FILE, FORMAT, MOSTLY, puzzles
from gamekit.lab.reasons import find_reason

QUICK: Final = 60
"""Playouts of each action in the first evaluation, which only selects positions."""
CLOSE: Final = 400
"""Playouts of each action in either close evaluation."""
LEAST_GAP: Final = 0.04
"""Least lead of the best choice, as a share of a win; smaller leads teach nothing."""
WIDER: Final = 2.5758 / 1.9600
"""Ratio of the widths of a 99 % and a 95 % interval."""
FAILS: Final = 2 / 3
"""Probability of finding the best choice that an easy player must stay below."""
MANY: Final = 16
"""Greatest number of actions of a puzzle."""
RECHECK_SEED: Final = 777_000
"""Seed of rechecks; no evaluation in mining uses it."""
EACH_GAME: Final = 3
"""Greatest number of puzzles from one game."""
ASKED: Final = 40
"""Number of choices sampled from the strategy."""
BEST_ASKED: Final = 5
"""Number of choices sampled from the level best, which runs playouts for each."""
OPTIONS: Final[dict[str, dict[str, Any]]] = {"kartenspiel": {"stages": 1}, "auf_achse": {"rounds": 12}}
"""Options that shorten long games."""
SHARE_OF_A_THEME: Final = 1 / 4
"""Greatest share of one theme among a game's puzzles, except for those that even the level best misses."""


def look(game: Game, view: Any, player: int, playouts: int, seed: int, strategy: str) -> Coaching:
    """Evaluate every action with the same number of playouts, all by one strategy."""
    return advise(game, view, player, playouts, seed, strategy=strategy, even=True, ahead=0)


def closest(table: Coaching) -> tuple[int, Estimate]:
    """Return the action nearest to the best, and its 99 % interval of how far it is behind."""
    near = min(table[1:], key=lambda advice: advice.behind.low)
    return near.action, widen(near.behind)


def widen(gap: Estimate) -> Estimate:
    """Return an estimate with its 99 % interval in place of that of 95 %."""
    return Estimate(gap.value, gap.value - WIDER * (gap.value - gap.low), gap.value + WIDER * (gap.high - gap.value))


def found_by(game: Game, view: Any, player: int, best: int, rng: np.random.Generator) -> dict[str, float]:
    """Return the probability with which each level finds the best choice."""
    figures, name = find_levels(game.name), best_strategy(game)
    actions = np.array(game.legal(view), np.int32)
    n, choose = len(actions), game.strategies[name].choose
    hits = [int(choose(view.copy(), game.tables, player, actions, n, rng)) == best for _ in range(ASKED)]
    strong = float(np.mean(hits))
    thinks = levels(game)["best"].choose
    deep = [int(thinks(view.copy(), game.tables, player, actions, n, rng)) == best for _ in range(BEST_ASKED)]
    return {
        "easy": round(figures.easy / n + (1 - figures.easy) * strong, 3),
        "steady": round(figures.steady / n + (1 - figures.steady) * strong, 3),
        "strong": round(strong, 3),
        "best": round(float(np.mean(deep)), 3),
    }


class EvenPlayouts(Playouts):
    """Playouts in which every deal of the hidden cards is equally likely, without the belief model."""

    def deal(self, batch: int) -> tuple[NDArray[np.void], NDArray[np.float64]]:
        """Return the deals and the luck of a batch."""
        if batch not in self._deals:
            many, rng = self.count_deals(batch), self.make_stream(batch, DEAL)
            positions = self.view.repeat(many)
            for position in positions:
                self.game.rules.redeal(position, self.game.tables, self.player, rng)
            self._deals = {batch: (positions, self.make_stream(batch, LUCK_OF_ALL).random((many, LUCK)))}
        return self._deals[batch]


def compare(game: Game, view: Any, player: int, best: int, second: int, seed: int) -> list[Estimate]:
    """Return by how much of a win `best` is ahead of `second`, with its 99 % interval, under three assumptions.

    All play on, and have hidden what they hide, as the game's best strategy would; as its second strategy would; and
    as the best one would, but with every deal of the hidden cards equally likely.
    """
    own, other = [name for name in game.strategies if name != "random"][:2]
    found = []
    for kind, name in ((Playouts, own), (Playouts, other), (EvenPlayouts, own)):
        source = kind(game, view, player, make_lineup(game, name), seed)
        ours, theirs = (
            np.concatenate([win_shares(source.play_batch(action, batch))[:, player] for batch in range(CLOSE // BATCH)])
            for action in (best, second)
        )
        found.append(widen(difference(ours, theirs, SHIFTS)))
    return found


def habit(game: Game, view: Any, player: int, name: str, seed: int) -> int:
    """Return what a strategy chooses."""
    actions = np.array(game.legal(view), np.int32)
    rng = np.random.default_rng(seed)
    return int(game.strategies[name].choose(view.copy(), game.tables, player, actions, len(actions), rng))


def examine(session: Session, seed: int, easy: bool) -> dict[str, Any] | None:
    """Return the position as the data of a puzzle, or None if it is none."""
    game, player = session.game, session.player
    view = session.view(player)
    own, other = [name for name in game.strategies if name != "random"][:2]
    usual = habit(game, view, player, own, seed)
    if easy and usual == habit(game, view, player, other, seed):
        return None
    first = look(game, view, player, QUICK, seed, own)
    if easy and first.best != usual:
        return None
    if closest(first)[1].value < LEAST_GAP or any(advice.behind.low <= 0 for advice in first[1:]):
        return None
    rng = np.random.default_rng(seed)
    rivals = []
    for number, name in ((1, own), (2, other)):
        table = look(game, view, player, CLOSE, seed + number, name)
        rival, gap = closest(table)
        if table.best != first.best or gap.low <= 0 or gap.value < LEAST_GAP:
            return None
        rivals.append(rival)
    if any(advise(game, view, player, seed=seed + number).best != first.best for number in (4, 5)):
        return None
    found = found_by(game, view, player, first.best, rng)
    if found["strong"] < MOSTLY if easy else found["easy"] >= FAILS:
        return None
    second = rivals[0]
    ahead = compare(game, view, player, first.best, second, seed + 6)
    if min(ahead[0].low, ahead[1].low) <= 0:
        return None
    why = find_reason(game, view, player, first.best, second, make_lineup(game, own), seed + 3)
    if why is None:
        return None
    return {
        "players": game.players,
        "options": dict(game.changed_options),
        "player": player,
        "actions": list(session.history),
        "best": first.best,
        "second": second,
        "ahead": [[round(part, 4) for part in one] for one in ahead],
        "found": found,
        "why": [[part.kind, part.said, round(part.best, 4), round(part.second, 4)] for part in why.parts],
    }


def mine(name: str, seed: int, until: float, easy: bool = False) -> list[dict[str, Any]]:
    """Play one game with random levels in the seats, and return its puzzles."""
    rng = np.random.default_rng(seed)
    game = gk.load(name, players=3 + seed % 2, **OPTIONS.get(name, {}))
    ladder = levels(game)
    seats = [ladder[str(rng.choice(["easy", "steady", "strong"]))] for _ in range(game.players)]
    session, kept, rest = game.session(seed), list[dict[str, Any]](), 0
    while not session.over and len(kept) < EACH_GAME and time.monotonic() < until:
        if session.player < 0:
            session.roll()
            continue
        player, legal = session.player, session.legal()
        if 2 < len(legal) <= MANY and rest <= 0:
            puzzle = examine(session, 1_000_000 * seed + 10 * session.step, easy)
            if puzzle:
                kept.append(puzzle)
            rest = 2 * game.players if puzzle else 1
        rest -= 1
        actions = np.array(legal, np.int32)
        view = session.view(player)
        session.play(int(seats[player].choose(view, game.tables, player, actions, len(legal), rng)))
    return kept


def without_common(found: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """Return these puzzles, in order, without those beyond `SHARE_OF_A_THEME` of their theme."""
    themes, chosen = Counter[tuple[Any, ...]](), []
    for one in found:
        kind, said, best, second = one["why"][0]
        theme = kind, said, best >= second
        if themes[theme] < number * SHARE_OF_A_THEME or one["found"]["best"] < MOSTLY:
            themes[theme] += 1
            chosen.append(one)
    return chosen


def file_of(name: str) -> Path:
    """Return the path of a game's puzzles."""
    return Path(gk.__file__).parent / "games" / name / FILE


def write(name: str, kept: list[dict[str, Any]]) -> None:
    """Write a game's file, one puzzle a line."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in kept)
    head = f'"format":"{FORMAT}","game":"{name}"'
    write_whole(file_of(name), f'{{{head},"puzzles":[\n{lines}\n]}}\n')


def read(name: str) -> list[dict[str, Any]]:
    """Return the content of a game's file; empty if there is none."""
    path = file_of(name)
    kept: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["puzzles"] if path.is_file() else []
    return kept


def recheck(name: str, number: int) -> None:
    """Evaluate random stored puzzles again with ten times the playouts and new luck; delete those that fail."""
    every, kept = puzzles(name), read(name)
    drawn = np.random.default_rng(RECHECK_SEED).permutation(len(every))[:number]
    failed = set()
    for place in map(int, drawn):
        puzzle = every[place]
        session = puzzle.session()
        view, own = session.view(puzzle.player), best_strategy(session.game)
        table = look(session.game, view, puzzle.player, 10 * CLOSE, RECHECK_SEED + place, own)
        second, gap = closest(table)
        if table.best != puzzle.best or gap.low <= 0:
            failed.add(place)
            said = " against ".join(map(session.game.action_text, (table.best, second)))
            print(f"puzzle {place + 1} fails: {said}, {gap}", flush=True)
    confirmed = share(len(drawn) - len(failed), len(drawn))
    print(f"| {name} | {len(drawn) - len(failed)} of {len(drawn)} | {confirmed} | {10 * CLOSE:,} |")
    write(name, [one for place, one in enumerate(kept) if place not in failed])


def main() -> None:
    """Mine until there are enough puzzles or the time is over; or recheck."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--number", type=int, default=120)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--easy", action="store_true", help="difficulty 1 and 2 only")
    parser.add_argument("--recheck", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.recheck:
        recheck(chosen.game, chosen.recheck)
        return
    seed, until = chosen.seed, time.monotonic() + 60 * chosen.minutes
    kept = without_common(read(chosen.game), chosen.number)
    while len(kept) < chosen.number and time.monotonic() < until:
        more = mine(chosen.game, seed, until, chosen.easy)
        if more:
            kept = without_common(kept + more, chosen.number)
            write(chosen.game, kept[: chosen.number])
        print(f"game {seed}: {len(kept)} puzzles", flush=True)
        seed += 1


if __name__ == "__main__":
    main()

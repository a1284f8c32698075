"""Mines puzzles: positions of levels' games in which one choice is best beyond doubt, and an easy player misses it.

    python -m tools.measure.puzzles route66 --number 40 --minutes 20
    python -m tools.measure.puzzles route66 --recheck 50

A position counts if the best choice is ahead of every other in two independent looks, the second with other luck and
with another strategy for all players: the 99 % interval of each difference, on the same deals, lies above 0. The coach
as users get it must name it, too. How far it is ahead of the second is measured three times, with what each assumes.
What a puzzle is, and how the file is read, is gamekit/lab/puzzles.py's. What is rare is kept rather: of a theme there
are a quarter at most, unless even best misses it. `--recheck` looks at kept puzzles anew, with ten times the playouts,
and throws out what does not hold.
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
from gamekit.files import write_whole
from gamekit.game import Game
from gamekit.lab.coach import Coaching, advise, best_strategy
from gamekit.lab.engine.batches import LUCK
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.playouts import BATCH, DEAL, LUCK_OF_ALL, Playouts
from gamekit.lab.estimate import SHIFTS, Estimate, difference, share, win_shares
from gamekit.lab.levels import find_levels, levels
from gamekit.lab.puzzles import FILE, FORMAT, MOSTLY, puzzles
from gamekit.lab.reasons import reason
from gamekit.session import Session

QUICK: Final = 60
"""Playouts for each action of the first look, which only says where to look closely."""
CLOSE: Final = 400
"""Playouts for each action of either close look."""
LEAST_GAP: Final = 0.04
"""By so much of a win, at least, the best choice is ahead: less teaches nobody anything."""
WIDER: Final = 2.5758 / 1.9600
"""How much wider a 99 % interval is than one of 95 %."""
FAILS: Final = 2 / 3
"""An easy player finds the best choice more seldom than this."""
MANY: Final = 16
"""No puzzle has more actions than this."""
RECHECK_SEED: Final = 777_000
"""Luck that no look of mining had."""
EACH_GAME: Final = 3
"""Puzzles from one game, at most."""
ASKED: Final = 40
"""How often the strategy is asked."""
BEST_ASKED: Final = 5
"""How often the level best is asked, which plays out each time."""
OPTIONS: Final[dict[str, dict[str, Any]]] = {"kartenspiel": {"stages": 1}, "auf_achse": {"rounds": 12}}
"""Where a whole game is long, a short one."""
SHARE_OF_A_THEME: Final = 1 / 4
"""No theme has more of a game's puzzles than this, but for those that even best misses."""


def look(game: Game, view: Any, player: int, playouts: int, seed: int, strategy: str) -> Coaching:
    """Every action tried out equally often, all by a strategy of this name."""
    return advise(game, view, player, playouts, seed, strategy=strategy, even=True, ahead=0)


def closest(table: Coaching) -> tuple[int, Estimate]:
    """The action that comes nearest to the best, and how far it lies behind at 99 %."""
    near = min(table[1:], key=lambda advice: advice.behind.low)
    return near.action, widen(near.behind)


def widen(gap: Estimate) -> Estimate:
    """Return an estimate with its 99 % interval in place of that of 95 %."""
    return Estimate(gap.value, gap.value - WIDER * (gap.value - gap.low), gap.value + WIDER * (gap.high - gap.value))


def found_by(game: Game, view: Any, player: int, best: int, rng: np.random.Generator) -> dict[str, float]:
    """How often each level finds the best choice."""
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
    """Playouts in which every deal of the hidden cards is equally likely, not only those that strategies would make."""

    def deal(self, batch: int) -> tuple[NDArray[np.void], NDArray[np.float64]]:
        """Return the deals and the luck of a batch."""
        if batch not in self._deals:
            many, rng = self.count_deals(batch), self.stream(batch, DEAL)
            positions = self.view.repeat(many)
            for position in positions:
                self.game.rules.redeal(position, self.game.tables, self.player, rng)
            self._deals = {batch: (positions, self.stream(batch, LUCK_OF_ALL).random((many, LUCK)))}
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
            np.concatenate([win_shares(source.batch(action, batch))[:, player] for batch in range(CLOSE // BATCH)])
            for action in (best, second)
        )
        found.append(widen(difference(ours, theirs, SHIFTS)))
    return found


def examine(session: Session, seed: int) -> dict[str, Any] | None:
    """The position as a puzzle, or None if it is none."""
    game, player = session.game, session.player
    view = session.view(player)
    own, other = [name for name in game.strategies if name != "random"][:2]
    first = look(game, view, player, QUICK, seed, own)
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
    if found["easy"] >= FAILS:
        return None
    second = rivals[0]
    ahead = compare(game, view, player, first.best, second, seed + 6)
    if min(ahead[0].low, ahead[1].low) <= 0:
        return None
    why = reason(game, view, player, first.best, second, make_lineup(game, own), seed + 3)
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


def mine(name: str, seed: int, until: float) -> list[dict[str, Any]]:
    """The puzzles of one game, in which any level sits in each seat."""
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
            puzzle = examine(session, 1_000_000 * seed + 10 * session.step)
            if puzzle:
                kept.append(puzzle)
            rest = 2 * game.players if puzzle else 1
        rest -= 1
        actions = np.array(legal, np.int32)
        view = session.view(player)
        session.play(int(seats[player].choose(view, game.tables, player, actions, len(legal), rng)))
    return kept


def without_common(found: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """These puzzles, in their order, but of no theme more than its share of so many, unless even best misses them."""
    themes, chosen = Counter[tuple[Any, ...]](), []
    for one in found:
        kind, said, best, second = one["why"][0]
        theme = kind, said, best >= second
        if themes[theme] < number * SHARE_OF_A_THEME or one["found"]["best"] < MOSTLY:
            themes[theme] += 1
            chosen.append(one)
    return chosen


def file_of(name: str) -> Path:
    """Where the puzzles of a game are kept."""
    return Path(gk.__file__).parent / "games" / name / FILE


def write(name: str, kept: list[dict[str, Any]]) -> None:
    """Write a game's file, a line for each puzzle."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in kept)
    head = f'"format":"{FORMAT}","game":"{name}"'
    write_whole(file_of(name), f'{{{head},"puzzles":[\n{lines}\n]}}\n')


def read(name: str) -> list[dict[str, Any]]:
    """What a game's file holds, as it stands there."""
    path = file_of(name)
    kept: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["puzzles"] if path.is_file() else []
    return kept


def recheck(name: str, number: int) -> None:
    """Look at kept puzzles drawn by lot anew, with ten times the playouts and new luck; throw out what fails."""
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
    """Mine until there are enough, or the time is over; or recheck."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--number", type=int, default=120)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--recheck", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.recheck:
        recheck(chosen.game, chosen.recheck)
        return
    seed, until = chosen.seed, time.monotonic() + 60 * chosen.minutes
    kept = without_common(read(chosen.game), chosen.number)
    while len(kept) < chosen.number and time.monotonic() < until:
        more = mine(chosen.game, seed, until)
        if more:
            kept = without_common(kept + more, chosen.number)
            write(chosen.game, kept[: chosen.number])
        print(f"game {seed}: {len(kept)} puzzles", flush=True)
        seed += 1


if __name__ == "__main__":
    main()

"""Measure the figures of games' profiles from whole games, crossed luck and line-ups, and playouts.

    python -m tools.measure.profiles kartenspiel --games 100000 --keep

Prints a row for benchmarks/README.md: CPU time and elapsed time, without compilation; each figure with half its
interval. `--keep` writes the result to the file that the game's page reads. Work comes in chunks with random streams of
their own, so that a seed gives the same figures with any number of threads.
"""

from __future__ import annotations

import argparse
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

import gamekit as gk
from gamekit.core.arguments import check, check_list, check_seed
from gamekit.core.errors import OptionError, StrategyError, is_whole, quote
from gamekit.core.files import write_whole
from gamekit.core.game import check_game
from gamekit.core.strategy import Strategy
from gamekit.lab.coach import best_strategy
from gamekit.lab.engine.batches import LUCK, count_workers, pack_positions, play_games, run_loop
from gamekit.lab.engine.lineup import Lineup, StrategyLike, find_strategy, make_lineup
from gamekit.lab.engine.loops import FAULT, TALLY
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import SHARES, SHIFTS, Estimate, Z, mean, win_shares
from gamekit.lab.profile import FILE, NOTHING, SPREAD, Profile, ProfileFigure, Thinking, list_figures
from gamekit.lab.simulate import Progress, progress_reporter
from tools.measure.profile_loops import COUNTS, ProfileLoops, profile_loops

if TYPE_CHECKING:
    from gamekit.core.game import Game

Floats = NDArray[np.float64]
Made = TypeVar("Made")

MOST_GAMES: Final = 10_000_000
STYLES: Final = 3
"""Number of a game's strategies, the best first, that stand for the ways people play if none are named."""
GAMES: Final = 20_000
GAMES_FOLDER: Final = Path(gk.__file__).parent / "games"
KEYS: Final = ("decisions", "branching", "weight", "stake", "luck", "skill", "drama", "first", "spread")
DIGITS: Final = 6
"""Significant digits of a stored figure; its interval is wider."""
CHUNK: Final = 128
"""Games in a chunk."""
EVENTS: Final = 1_024
"""Chance events of a game decided by its own luck; no game of the package's best strategies has more."""
SIDE: Final = 4
"""Line-ups, and also pieces of luck, of a crossed block."""
BLOCKS: Final = 16
"""Blocks in a chunk."""
TWICE: Final = 2
"""Factor of the work for luck and skill, to make them as precise as other figures."""
FOUR_TIMES: Final = 4
"""Factor of the work for the weight of choices, which varies widely between positions."""
PLAYOUTS: Final = 32
"""Playouts of each action of a position: half of them select the best action, the others estimate its value."""
BUDGETS: Final = (1, 2, 4, 8, 16)
"""Playouts of each action with which a decision is evaluated; the last is half of `PLAYOUTS`."""
MOMENTS: Final = (0.25, 0.5, 0.75)
"""Shares of a game's steps after which the leader is determined."""
FEW: Final = 8
"""Games in a chunk whose positions are examined."""


class Course(NamedTuple):
    """Figures of whole games. `options_of_a_choice` is the mean number of legal actions where there are several."""

    estimates: dict[str, Estimate]
    options_of_a_choice: float
    choices: float


class Weight(NamedTuple):
    """Weight of choices: value of the best action minus the mean of all, and minus the worst."""

    mean: Estimate
    worst: Estimate
    thinking: tuple[Thinking, ...]


class Bench:
    """A game with line-up, number of games, seed, progress callback and cancellation event."""

    def __init__(
        self,
        game: Game,
        lineup: Lineup,
        games: int,
        seed: int,
        cancel: threading.Event | None,
        tell: Callable[[int], None],
    ) -> None:
        self.game, self.lineup, self.games, self.seed = game, lineup, games, seed
        self.start = pack_positions(game, game.start())
        self.loops: ProfileLoops = profile_loops(game.rules, lineup.kernels)
        self._cancel, self._tell, self._part = cancel, tell, 0
        self.cancelled = False

    def map_parts(self, chunks: int, work: Callable[[int, int], Made]) -> list[Made]:
        """Return `work(part, k)` for k = 0, 1, … in order, on all cores; fewer if cancelled. Each call is a part."""
        found: list[Made] = []
        part = self._part
        self._part += 1
        with ThreadPoolExecutor(count_workers() if self.lineup.parallel else 1) as threads:
            for first in range(0, chunks, 2 * count_workers()):
                if self._cancel is not None and self._cancel.is_set():
                    self.cancelled = True
                    break
                these = range(first, min(first + 2 * count_workers(), chunks))
                found += threads.map(lambda k: work(part, k), these)
                self._tell(round(self.games * (part + these.stop / chunks)))
        return found

    def streams(self, part: int, chunk: int, count: int) -> list[np.random.Generator]:
        """Return `count` random streams of one chunk."""
        root = np.random.SeedSequence(self.seed, spawn_key=(part, chunk))
        return [np.random.default_rng(child) for child in root.spawn(count)]

    def look_around(
        self, games: int, luck: Floats, rng: np.random.Generator, marks: NDArray[np.int64], by_choice: bool
    ) -> tuple[NDArray[np.int64], Floats, NDArray[np.void]]:
        """Play games; return a row of `COUNTS` for each, the returns, and the positions at the marks."""
        positions, out = np.zeros(games, self.start.dtype), np.zeros((games, self.game.players))
        kept = np.zeros(marks.shape, self.start.dtype)
        counts, tally = np.zeros((games, len(COUNTS)), np.int64), np.zeros(TALLY, np.int64)
        actions = np.zeros(self.game.num_actions, np.int32)

        def loop() -> int:
            return self.loops.look_around(
                positions, self.start, self.game.tables, self.lineup.seats, actions, luck, rng, out, counts, tally,
                marks, by_choice, kept,
            )  # fmt: skip

        self.check(run_loop(loop, self.lineup, tally, 0))
        return counts, out, kept

    def check(self, ended: int) -> None:
        """Raise `StrategyError` if a loop ended with FAULT, which only kernels of others can cause."""
        if ended == FAULT:
            names = ", ".join(dict.fromkeys(self.lineup.names))
            raise StrategyError(f"The strategy {names} chose an action that is not legal.")


def play_courses(bench: Bench) -> Course:
    """Play whole games; return their lengths, branching factor and advantage of the first player."""

    def work(part: int, chunk: int) -> tuple[NDArray[np.int64], Floats]:
        games = min(CHUNK, bench.games - chunk * CHUNK)
        luck, rng = bench.streams(part, chunk, 2)
        nowhere = np.zeros((games, 0), np.int64)
        return bench.look_around(games, luck.random((games, LUCK)), rng, nowhere, False)[:2]

    found = bench.map_parts(-(-bench.games // CHUNK), work)
    if not found:
        return Course(dict.fromkeys([*COUNTS, "branching", "forced", "first", "first_return"], NOTHING), 1.0, 0.0)
    counts = np.concatenate([one for one, _returns in found]).astype(np.float64)
    returns = np.concatenate([one for _counts, one in found])
    columns = dict(zip(COUNTS, counts.T, strict=True))
    players = bench.game.players
    first = mean(win_shares(returns)[:, 0], SHARES)
    estimates = {name: mean(column) for name, column in columns.items()}
    estimates["branching"] = divide_means(columns["options"], columns["decisions"])
    estimates["forced"] = divide_means(columns["decisions"] - columns["choices"], columns["decisions"], SHARES)
    estimates["first"] = Estimate(*(end - 1 / players for end in first))
    estimates["first_return"] = mean(returns[:, 0] - returns.mean(axis=1))
    forced = columns["decisions"] - columns["choices"]
    choices = columns["choices"].sum()
    options = (columns["options"] - forced).sum() / choices if choices else 1.0
    return Course(estimates, float(options), float(columns["choices"].mean()))


def play_two_ways(bench: Bench, ways: Sequence[Strategy]) -> dict[str, Estimate]:
    """Return luck and skill; in each block every one of some line-ups meets every one of some pieces of luck.

    The variance that games of the same line-up with different luck share is skill; what games of the same luck with
    different line-ups share is luck alone. Both are shares of the variance of wins, summed over all seats: Sobol's
    first-order indices, estimated without bias by the analysis of variance of crossed random effects.
    """
    players = bench.game.players

    def work(part: int, chunk: int) -> Floats:
        draws, luck_stream = bench.streams(part, chunk, 2)
        luck = luck_stream.random((BLOCKS * SIDE, EVENTS))
        seated = draws.integers(len(ways), size=(BLOCKS * SIDE, players))
        wins = np.zeros((BLOCKS * SIDE, SIDE, players))
        lineups, which = np.unique(seated, axis=0, return_inverse=True)
        for number, seats in enumerate(lineups):
            rows = np.flatnonzero(which.ravel() == number)
            lots = luck[(rows[:, None] // SIDE * SIDE + np.arange(SIDE)).ravel()]
            lineup = Lineup(bench.game.name, tuple(ways[way] for way in seats))
            played = play_games(lineup, bench.game.tables, bench.start, lots, draws)
            wins[rows] = win_shares(played.returns).reshape(len(rows), SIDE, players)
        return wins.reshape(BLOCKS, SIDE, SIDE, players)

    found = bench.map_parts(max(1, -(-TWICE * bench.games // (BLOCKS * SIDE * SIDE))), work)
    if not found:
        return dict.fromkeys(("luck", "skill", "luck_alone"), NOTHING)
    return split_parts(np.concatenate(found))


def split_parts(wins: Floats) -> dict[str, Estimate]:
    """Return skill, luck and luck alone from blocks of wins, float64 (block, line-up, luck, seat).

    >>> rng = np.random.default_rng(1)
    >>> found = split_parts(rng.random((999, 4, 1, 1)) + 2 * rng.random((999, 1, 4, 1)))  # 1 part skill, 2 parts luck
    >>> round(found["skill"].value, 1), round(found["luck"].value, 1)  # of the variance: one in five, four in five
    (0.2, 0.8)
    """
    side = wins.shape[1]
    means = wins.mean(axis=(0, 1, 2))
    whole = ((wins - means) ** 2).mean(axis=(1, 2)).sum(axis=1)
    rows, columns = wins.mean(axis=2, keepdims=True), wins.mean(axis=1, keepdims=True)
    grand = rows.mean(axis=1, keepdims=True)
    rest = ((wins - rows - columns + grand) ** 2).sum(axis=(1, 2, 3)) / (side - 1) ** 2

    def measure_beyond(effect: Floats) -> Floats:
        spread = ((effect - grand) ** 2).sum(axis=(1, 2, 3)) / (side - 1)
        return np.asarray(spread - rest / side)

    if not whole.any():  # nobody ever wins more than the others: nothing is decided by anything
        return dict.fromkeys(("skill", "luck_alone", "luck"), Estimate(0.0, 0.0, 0.0))
    skill, alone = (
        divide_means(measure_beyond(rows), whole, SHARES),
        divide_means(measure_beyond(columns), whole, SHARES),
    )
    return {"skill": skill, "luck_alone": alone, "luck": Estimate(1 - skill.value, 1 - skill.high, 1 - skill.low)}


def choices_weighed(bench: Bench, options: float) -> Weight:
    """Return the weight of choices; at one random choice of each game all actions are played out on the same deals.

    Half of the playouts select the best and the worst action, the other half estimate their values, so that noise does
    not count as weight. If the first half cannot tell, the weight is slightly underestimated, never overestimated.
    """
    cost = max(1.0, PLAYOUTS * options / 2) + 2
    chunks = max(1, math.ceil(FOUR_TIMES * bench.games / cost / FEW))

    def work(part: int, chunk: int) -> list[Floats]:
        marked, pick = bench.streams(part, chunk, 2)
        found = []
        for position in _sample(bench, part, chunk, marked):
            player = bench.game.player(position)
            view = bench.game.view(position, player)
            seed = int(pick.integers(2**62))
            source = Playouts(bench.game, view, player, bench.lineup, seed, PLAYOUTS)
            legal = bench.game.legal(position)
            found.append(weigh_choice(np.array([win_shares(source.play_batch(a, 0))[:, player] for a in legal])))
        return found

    rows = [row for some in bench.map_parts(chunks, work) for row in some]
    if not rows:
        none = Estimate(0.0, 0.0, 0.0) if not bench.cancelled else NOTHING
        return Weight(none, none, tuple(Thinking(budget, none) for budget in BUDGETS))
    gains = [mean(column, SHIFTS) for column in np.array(rows).T]
    thinking = [Thinking(budget, gain) for budget, gain in zip(BUDGETS, gains[1:], strict=True)]
    return Weight(thinking[-1].gain, gains[0], tuple(thinking))


def _sample(bench: Bench, part: int, chunk: int, draws: np.random.Generator) -> Iterator[Any]:
    """Return a random choice of each of some games, played twice: to count the choices, and to stop at one of them."""
    nowhere, marks = np.zeros((FEW, 0), np.int64), np.zeros((FEW, 1), np.int64)
    luck, rng = bench.streams(part, chunk, 4)[2:]
    counts = bench.look_around(FEW, luck.random((FEW, LUCK)), rng, nowhere, True)[0]
    choices = counts[:, COUNTS.index("choices")]
    marks[:, 0] = (draws.random(FEW) * choices).astype(np.int64)
    luck, rng = bench.streams(part, chunk, 4)[2:]
    kept = bench.look_around(FEW, luck.random((FEW, LUCK)), rng, marks, True)[2]
    return (kept[game, 0] for game in range(FEW) if choices[game])


def weigh_choice(wins: Floats) -> Floats:
    """Return the weight of a choice from wins (action, playout): best minus worst, then best minus mean by budget.

    >>> weigh_choice(np.repeat([[0.0], [0.5], [1.0]], 32, axis=1)).tolist()
    [1.0, 0.5, 0.5, 0.5, 0.5, 0.5]
    """
    half = wins.shape[1] // 2
    found = []
    for seen, judged in ((wins[:, :half], wins[:, half:]), (wins[:, half:], wins[:, :half])):
        worth = judged.mean(axis=1)
        told_by = [seen[:, :budget].mean(axis=1) for budget in BUDGETS]
        worst = worth[told_by[-1] == told_by[-1].min()].mean()
        best = [worth[by == by.max()].mean() for by in told_by]
        found.append([best[-1] - worst, *(one - worth.mean() for one in best)])
    return np.asarray(np.mean(found, axis=0))


def measure_turns(bench: Bench) -> list[Estimate]:
    """Return how often the leader at each of `MOMENTS` does not win; half of the playouts select the leader.

    All cards are open in these playouts: the lead is the true one, not what players believe. A lead too small for half
    of the playouts to tell is random, so the figure is slightly too high.
    """
    cost = len(MOMENTS) * PLAYOUTS * (1 - np.mean(MOMENTS)) + 2
    chunks = max(1, math.ceil(bench.games / cost / FEW))

    def work(part: int, chunk: int) -> Floats:
        nowhere = np.zeros((FEW, 0), np.int64)
        luck, rng, _luck, _rng, after, choices = bench.streams(part, chunk, 6)
        counts = bench.look_around(FEW, luck.random((FEW, LUCK)), rng, nowhere, False)[0]
        marks = (counts[:, :1] * np.array(MOMENTS)).astype(np.int64)
        luck, rng = bench.streams(part, chunk, 2)
        kept = bench.look_around(FEW, luck.random((FEW, LUCK)), rng, marks, False)[2].ravel()
        lots = after.random((PLAYOUTS * len(kept), LUCK))
        played = play_games(bench.lineup, bench.game.tables, kept, lots, choices)
        wins = win_shares(played.returns).reshape(PLAYOUTS, len(kept), bench.game.players)
        lost = [_share_overtaken(wins[:, place]) for place in range(len(kept))]
        return np.array(lost).reshape(FEW, len(MOMENTS))

    found = bench.map_parts(chunks, work)
    if not found:
        return [NOTHING] * len(MOMENTS)
    return [mean(column, SHARES) for column in np.concatenate(found).T]


def _share_overtaken(wins: Floats) -> float:
    """Return how often the leader of a position does not win, from wins (playout, player)."""
    half = len(wins) // 2
    found = []
    for seen, judged in ((wins[:half], wins[half:]), (wins[half:], wins[:half])):
        led = seen.mean(axis=0)
        found.append(1 - judged.mean(axis=0)[led == led.max()].mean())
    return float(np.mean(found))


def divide_means(above: Floats, below: Floats, bounds: tuple[float, float] | None = None) -> Estimate:
    """Return the ratio of the means of paired values, its interval by the delta method; NOTHING if `below` is 0."""
    if not below.sum():
        return NOTHING
    value = float(above.sum() / below.sum())
    if len(above) < 2:
        return Estimate(value, *(bounds or (-math.inf, math.inf)))
    half = Z * float(np.std(above - value * below, ddof=1)) / (math.sqrt(len(above)) * float(below.mean()))
    low, high = bounds or (-math.inf, math.inf)
    return Estimate(min(max(value, low), high), max(low, min(value, high) - half), min(high, max(value, low) + half))


def measure(
    game: Game,
    games: int = 20_000,
    seed: int = 1,
    *,
    strategy: StrategyLike | None = None,
    styles: Sequence[StrategyLike] | None = None,
    rungs: int = 3,
    progress: Progress = True,
    cancel: threading.Event | None = None,
) -> Profile:
    """Measure a game's profile, with 95 % intervals.

    Each figure gets about as much work as `games` whole games (luck and skill twice as much, the weight of choices and
    each step of the ladder four times): seconds to minutes, see benchmarks/README.md. `strategy` plays (default: the
    game's best); `styles` are the ways to play of which every seat draws one for luck and skill (default: the game's
    first three). `rungs` is the number of steps of the ladder, 0 to 6; each player there uses about twice as many
    playouts as the one below, and with 0 there is no spread. `progress` receives the share done, `cancel` stops early:
    figures without games are NaN.

    With the default games, shares of whole games (luck, skill, first player) are precise to about 1 %; estimates from
    single positions, and above all the ladder, have wider intervals. Raises `OptionError` or `StrategyError` for
    unusable arguments.

    >>> from gamekit import load
    >>> found = measure(load("kuhn"), games=64, rungs=0, progress=False)
    >>> print(found["branching"])
    Legal actions: 2.00 (2.00 to 2.00)
    """
    from tools.measure.skill_ladder import MOST_RUNGS, climb_ladder  # which takes the bench from here

    check_game(game)
    seed = check_seed(seed)
    check(progress=progress, cancel=cancel)
    if not is_whole(games, 1, MOST_GAMES):
        raise OptionError(f"The number of games must be a whole number from 1 to {MOST_GAMES:,}, not {quote(games)}.")
    if not is_whole(rungs, 0, MOST_RUNGS):
        raise OptionError(f"A ladder has 0 to {MOST_RUNGS} rungs, not {quote(rungs)}.")
    lineup = make_lineup(game, best_strategy(game) if strategy is None else strategy)
    ways = [
        find_strategy(game, one)
        for one in (choose_styles(game) if styles is None else check_list("styles", styles, "strategies"))
    ]
    if not ways:
        raise StrategyError("Luck is held against the ways to play: name one at least.")
    if not lineup.all_kernels or any(not one.is_kernel for one in ways):
        raise StrategyError("A profile takes many games, so strategies must be kernels: put @kernel above their def.")
    with progress_reporter(progress, (4 + rungs) * int(games), game.title) as tell:
        bench = Bench(game, lineup, int(games), seed, cancel, tell)
        course = play_courses(bench)
        luck = play_two_ways(bench, ways)
        weight = choices_weighed(bench, course.options_of_a_choice)
        lost = measure_turns(bench)
        climbed = climb_ladder(bench, int(rungs), course)
    values = {**course.estimates, **luck, "weight": weight.mean, "stake": weight.worst, "drama": lost[1]}
    return Profile(
        list_figures(values, climbed if rungs else None),
        climbed,
        weight.thinking,
        lost,
        name=game.name,
        title=game.title,
        call=repr(game),
        players=game.players,
        strategy=lineup.names[0],
        styles=[one.name for one in ways],
        games=int(games),
        seed=seed,
    )


def choose_styles(game: Game) -> list[str]:
    """Return the names of the first `STYLES` of the game's strategies, which stand for different ways to play.

    >>> from gamekit import load
    >>> choose_styles(load("kuhn"))
    ['balanced', 'honest', 'bluffer']
    """
    own = [name for name in game.strategies if name != "random"]
    return own[:STYLES] or ["random"]


def write_toml(found: Profile) -> str:
    """Return a profile as TOML, as `load_profile` of gamekit/lab/profile.py reads it."""
    about = {
        "games": found.games,
        "seed": found.seed,
        "players": found.players,
        "strategy": found.strategy,
        "styles": list(found.styles),
        "lost": [list(value) for value in found.lost],
        "thinking": [[one.playouts, list(one.gain)] for one in found.thinking],
        "rungs": [[one.playouts, one.below, one.games, list(one.win), list(one.elo)] for one in found.rungs],
    }
    lines = ["# Measured by `python -m tools.measure.profiles --keep`; each figure with the ends of its 95 % interval."]
    lines += [f"{key} = {_value(value)}" for key, value in about.items()]
    figures = (figure for figure in found if figure.key != SPREAD)
    lines += ["", "[figures]", *(f"{figure.key} = {_value(list(figure.value))}" for figure in figures)]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """Return a text, a number or a list of them as TOML."""
    if isinstance(value, str):
        return f'"{value}"'  # the name of a strategy is an identifier
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, int):
        return str(value)
    said = f"{value:.{DIGITS}g}"
    return said if {"n", "e", "."} & set(said) else f"{said}.0"


def shown(figure: ProfileFigure) -> str:
    """Return a figure's value with half its interval, shares in per cent."""
    value, low, high = figure.scaled
    return f"{value:.1f} ± {(high - low) / 2:.1f}"


def main() -> None:
    """Print the table for benchmarks/README.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="game", help="all four, if none is named")
    parser.add_argument("--games", type=int, default=GAMES, help="games for each figure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the figures into the game's folder")
    chosen = parser.parse_args()
    print(f"| {chosen.games:,} games a figure | {' | '.join(KEYS)} | ladder, Elo | CPU s | s |")
    print("|---" * (len(KEYS) + 4) + "|")
    for name in chosen.names or gk.game_names():
        game = gk.load(name)
        measure(game, 16, rungs=1, progress=False)  # compiles
        began, used = time.monotonic(), time.process_time()
        found = measure(game, chosen.games, chosen.seed, progress=False)
        took, used = time.monotonic() - began, time.process_time() - used
        elo = "; ".join(f"{rung.playouts} against {rung.below}: {rung.elo}" for rung in found.rungs)
        print(
            f"| {name} | {' | '.join(shown(found[key]) for key in KEYS)} | {elo} | {used:.0f} | {took:.0f} |",
            flush=True,
        )
        if chosen.keep:
            write_whole(GAMES_FOLDER / name / FILE, write_toml(found))


if __name__ == "__main__":
    main()

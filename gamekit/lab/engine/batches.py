"""Many games played in one call, and jobs of any number of games, cut into chunks for threads or other executors.

Each chunk has random streams of its own, so that the result of a job does not depend on who plays which chunk and when.
Strategies in plain Python are asked one game after the other.
"""

from __future__ import annotations

import functools
import importlib
import os
import pickle
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from gamekit.core.errors import OptionError, quote
from gamekit.core.record import freeze
from gamekit.lab.engine.lineup import Lineup, find_game_machine
from gamekit.lab.engine.loops import ASK, DECISIONS, FAULT, STEPS, TALLY
from gamekit.lab.engine.python_strategies import Clock, describe_fault, describe_kernel_error, play_game, run_watched

if TYPE_CHECKING:
    from gamekit.core.game import Game

LUCK: Final = 256
"""Number of chance events of a game that its own row of random numbers decides."""

Luck = NDArray[np.float64]
"""Random numbers in [0, 1), float64 (n, LUCK): a row for each game."""


class Batch(NamedTuple):
    """Finished games: `positions` (n,), `returns` float64 (n, players), `counts` int64 (n, 2), steps and decisions."""

    positions: NDArray[np.void]
    returns: NDArray[np.float64]
    counts: NDArray[np.int64]


def pack_positions(game: Game, *positions: Any) -> NDArray[np.void]:
    """Return positions as a structured array (n,), the form that the loops take."""
    array = np.zeros(len(positions), game.rules.State.dtype)
    for i, position in enumerate(positions):
        array[i] = position
    return array


def pack_record(record: Any) -> NDArray[np.void]:
    """Return a copy of a record as a structured array (1,)."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)


def allocate_batch(games: int, players: int, start: NDArray[np.void]) -> Batch:
    """Return a batch for `games` games: returns and counts are 0, positions what the memory held."""
    return Batch(np.empty(games, start.dtype), np.zeros((games, players)), np.zeros((games, 2), np.int64))


def play_games(
    lineup: Lineup,
    t: Any,
    starts: NDArray[np.void],
    luck: Luck,
    rng: np.random.Generator,
    *,
    first: int = 0,
    action: int = ASK,
) -> Batch:
    """Play a game for each row of `luck` in one loop, game i from `starts[i % len(starts)]` after `action` (ASK: none).

    `first` is the number of the first game, for messages. Raises `StrategyError` if a strategy that is not the
    package's own fails or chooses an illegal action, or if a game does not end.
    """
    batch = allocate_batch(len(luck), len(lineup.strategies), starts)
    actions, tally = np.zeros(t.num_actions, np.int32), np.zeros(TALLY, np.int64)

    def loop() -> int:
        arrays = (lineup.seats, actions, luck, rng, batch.returns, batch.counts, tally)
        return lineup.machine.call("play_games", action, batch.positions, starts, t, *arrays)  # type: ignore[no-any-return]

    if run_loop(loop, lineup, tally, first) == FAULT:
        raise describe_fault(tally, lineup.strategies, first)
    return batch


def run_loop(loop: Callable[[], int], lineup: Lineup, tally: NDArray[np.int64], first: int) -> int:
    """Call a loop and return its value.

    If the lineup has strategies that are not the game's own, whatever they raise becomes a `StrategyError`.
    """
    if not lineup.outside:
        return loop()
    try:
        return loop()
    except (Exception, SystemExit) as error:
        raise describe_kernel_error(error, tally, lineup.strategies, first) from error


def play_python_games(
    lineup: Lineup, t: Any, start: NDArray[np.void], luck: Luck, rng: np.random.Generator, *, first: int = 0
) -> Batch:
    """Play a game for each row of `luck`, one after the other from `start`, and ask strategies in plain Python.

    They are asked in a thread of its own with a time limit (`run_watched`). `first` is the number of the first game,
    for messages. Raises `StrategyError`.
    """
    batch = allocate_batch(len(luck), len(lineup.strategies), start)
    tables = freeze(t)
    arrays = {
        "position": start,
        "tables": pack_record(t),
        "seats": lineup.own_seats,
        "actions": np.zeros(t.num_actions, np.int32),
        "luck": luck[0],
        "tally": np.zeros(TALLY, np.int64),
        "view": start,
        "returns": batch.returns[0],
    }

    def play(clock: Clock) -> Batch:
        with find_game_machine(lineup.game).borrow_workspace(arrays) as room:
            mine = room.arrays
            names = ("position", "tables", "seats", "actions", "luck")
            go_on = room.bind("go_on", None, *(mine[name] for name in names), rng, mine["tally"], mine["view"])
            find_returns = room.bind("returns", mine["position"], mine["tables"], mine["returns"])
            position, rows = view_as_words(mine["position"])[0], view_as_words(batch.positions)
            for game, row in enumerate(rows):
                position[:] = view_as_words(start)[0]
                mine["luck"][:] = luck[game]
                play_game(go_on, mine, lineup.strategies, tables, rng, clock, first + game)
                find_returns()
                row[:] = position
                batch.returns[game] = mine["returns"]
                batch.counts[game] = mine["tally"][STEPS], mine["tally"][DECISIONS]
        return batch

    return run_watched(play)


def view_as_words(positions: NDArray[np.void]) -> NDArray[np.int32]:
    """Return positions as int32 (n, words) in the same memory.

    NumPy copies a record field by field, but a row of this array at once.
    """
    return positions.view(np.int32).reshape(len(positions), -1)


CHUNK: Final = 256
"""Games per chunk."""
CHUNKS_PER_TASK: Final = 16
"""Chunks per task of machine code, about 0.2 s of work."""

Measure = Callable[[Any], Any]
"""Statistic of finished games: takes the final positions, a structured array (n,), and returns n numbers."""


@dataclass(frozen=True)
class ChunkTask:
    """A job: all that a worker needs to play any of its chunks; it can be pickled."""

    lineup: Lineup
    tables: Any
    start: NDArray[np.void]
    seed: int
    games: int
    statistics: tuple[tuple[str, Measure], ...] = ()


class Played(NamedTuple):
    """Results of n games: `returns` float64 (n, players), `counts` int64 (n, 2), `statistics` float64 (n, k)."""

    returns: NDArray[np.float64]
    counts: NDArray[np.int64]
    statistics: NDArray[np.float64]


def make_streams(seed: int, chunk: int) -> tuple[np.random.Generator, np.random.Generator]:
    """Return the two random streams of a chunk, spawned from seed and number: for luck, and for the strategies."""
    luck, rng = np.random.SeedSequence(seed, spawn_key=(chunk,)).spawn(2)
    return np.random.default_rng(luck), np.random.default_rng(rng)


def play_chunk(job: ChunkTask, chunk: int) -> Played:
    """Play one chunk of a job, up to CHUNK games. Raises `StrategyError`, or `OptionError` if a statistic fails."""
    first = chunk * CHUNK
    luck_stream, rng = make_streams(job.seed, chunk)
    luck = luck_stream.random((min(CHUNK, job.games - first), LUCK))
    play = play_python_games if job.lineup.outside else play_games
    positions, returns, counts = play(job.lineup, job.tables, job.start, luck, rng, first=first)
    statistics = np.zeros((len(luck), len(job.statistics)))
    for column, (name, measure) in enumerate(job.statistics):
        statistics[:, column] = _measure(name, measure, positions)
    return Played(returns, counts, statistics)


def _measure(name: str, measure: Measure, positions: NDArray[np.void]) -> NDArray[np.float64]:
    """Apply a statistic to final positions. Raises `OptionError` if it fails or returns another number of values."""
    wanted = f"The statistic {quote(name)} must give a number for each of the positions it is handed"
    try:
        found = np.asarray(measure(positions), np.float64)
    except Exception as error:
        raise OptionError(f"{wanted}; it failed: {quote(error)}.") from error
    if found.shape not in ((), (len(positions),)):
        raise OptionError(f"{wanted}, {len(positions)} in all; it gave an array of shape {found.shape}.")
    return found


def play_task(job: ChunkTask, chunks: Sequence[int]) -> Played:
    """Play several chunks of a job and return their results in one."""
    parts = [play_chunk(job, chunk) for chunk in chunks]
    return Played(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def play_pickled(packed: bytes, chunks: Sequence[int]) -> Played:
    """Play several chunks of a job that `pickle_job` wrote; for workers in other processes."""
    return play_task(_unpickle_job(packed), chunks)


@functools.lru_cache(maxsize=4)
def _unpickle_job(packed: bytes) -> ChunkTask:
    return pickle.loads(packed)  # type: ignore[no-any-return]  # noqa: S301  written by `packed` in the person's own process


def pickle_job(job: ChunkTask) -> bytes:
    """Return a job as bytes.

    cloudpickle, which Dask installs, is used if it is there: pickle cannot send functions written in a notebook.
    """
    try:
        dumps = importlib.import_module("cloudpickle").dumps
    except ImportError:
        dumps = pickle.dumps
    return cast("bytes", dumps(job))


def play_job(job: ChunkTask, executor: Executor | None, cancel: threading.Event | None) -> Generator[Played]:
    """Yield the results of a job, task by task in order; stop early once `cancel` is set."""
    count = -(-job.games // CHUNK)
    size = CHUNKS_PER_TASK if job.lineup.parallel else 1
    tasks = [range(first, min(first + size, count)) for first in range(0, count, size)]
    stopped = cancel.is_set if cancel else lambda: False
    if executor is None and (not job.lineup.parallel or len(tasks) == 1):
        for task in tasks:
            if stopped():
                return
            yield play_task(job, task)
        return
    if executor is not None:
        yield from _run_in_order(executor, job, tasks, stopped)
        return
    with ThreadPoolExecutor(count_workers()) as threads:
        yield from _run_in_order(threads, job, tasks, stopped)


def count_workers() -> int:
    """Return the number of threads that play by default: the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run_in_order(
    executor: Executor, job: ChunkTask, tasks: Sequence[range], stopped: Callable[[], bool]
) -> Generator[Played]:
    """Submit tasks to an executor and yield their results in order.

    Four tasks per worker are submitted at a time, so that memory stays flat however long the job is.
    """
    window = 4 * getattr(executor, "_max_workers", 4)
    packed = None if isinstance(executor, ThreadPoolExecutor) else pickle_job(job)
    waiting: list[Future[Played]] = []
    following = iter(tasks)
    try:
        while True:
            while len(waiting) < window and not stopped() and (task := next(following, None)) is not None:
                waiting.append(
                    executor.submit(play_pickled, packed, task) if packed else executor.submit(play_task, job, task)
                )
            if not waiting:
                return
            first = waiting[0]
            while not first.done():
                wait([first], timeout=0.2, return_when=FIRST_COMPLETED)
                if stopped():
                    return
            yield waiting.pop(0).result()
    finally:
        for future in waiting:
            future.cancel()

"""Many games in one call, by machine code or, where a strategy is ordinary Python, one by one; and in chunks of a job.

Each chunk has random streams of its own, so that the result of a job does not depend on who plays which chunk and when.
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

from gamekit.errors import OptionError, quote
from gamekit.lab.engine.lineup import Lineup, find_game_machine
from gamekit.lab.engine.loops import ASK, DECISIONS, FAULT, STEPS, TALLY
from gamekit.lab.engine.python_strategies import Clock, describe_fault, describe_kernel_error, play_game, run_watched
from gamekit.record import freeze

if TYPE_CHECKING:
    from gamekit.game import Game

LUCK: Final = 256
"""How many chance events of a game are decided by its own luck."""

Luck = NDArray[np.float64]
"""A row of `LUCK` random numbers for each game."""


class Batch(NamedTuple):
    """Games that are over: arrays with a row for each."""

    positions: NDArray[np.void]
    returns: NDArray[np.float64]
    counts: NDArray[np.int64]


def pack_positions(game: Game, *positions: Any) -> NDArray[np.void]:
    """Positions as an array, which is what the loops read."""
    array = np.zeros(len(positions), game.rules.State.dtype)
    for i, position in enumerate(positions):
        array[i] = position
    return array


def pack_tables(game: Game) -> NDArray[np.void]:
    """A game's tables as an array with one entry, which is how the loops that go a step at a time read them."""
    return pack_record(game.tables)


def pack_record(record: Any) -> NDArray[np.void]:
    """A copy of a record as an array with one entry."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)


def allocate_batch(games: int, players: int, start: NDArray[np.void]) -> Batch:
    """Empty rows for so many games."""
    return Batch(np.zeros(games, start.dtype), np.zeros((games, players)), np.zeros((games, 2), np.int64))


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
    """Play a game for each row of `luck` in one loop, number i from `starts[i % len(starts)]` after `action`.

    `first` is the number of the first game. What a person's own kernel does wrong becomes a `StrategyError`.
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
    """Run a loop. What a person's own kernel raises in it becomes a `StrategyError`."""
    if not lineup.outside:
        return loop()
    try:
        return loop()
    except (Exception, SystemExit) as error:
        raise describe_kernel_error(error, tally, lineup.strategies, first) from error


def play_python_games(
    lineup: Lineup, t: Any, start: NDArray[np.void], luck: Luck, rng: np.random.Generator, *, first: int = 0
) -> Batch:
    """The same, one game after another from `start`, for strategies that are ordinary Python."""
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
    """Positions as rows of plain numbers, in the same memory: NumPy copies a record field by field."""
    return positions.view(np.int32).reshape(len(positions), -1)


CHUNK: Final = 256
"""Games in a chunk."""
CHUNKS_PER_TASK: Final = 16
"""Chunks that machine code plays in one go: about a fifth of a second."""

Measure = Callable[[Any], Any]
"""A statistic of finished games: takes the array of final positions, gives a number for each."""


@dataclass(frozen=True)
class ChunkTask:
    """Everything a worker must know; it can be pickled."""

    lineup: Lineup
    tables: Any
    start: NDArray[np.void]
    seed: int
    games: int
    statistics: tuple[tuple[str, Measure], ...] = ()


class Played(NamedTuple):
    """What came of some games: arrays with a row for each."""

    returns: NDArray[np.float64]
    counts: NDArray[np.int64]
    statistics: NDArray[np.float64]


def make_streams(seed: int, chunk: int) -> tuple[np.random.Generator, np.random.Generator]:
    """The two random streams of a chunk: the luck of its games, and the one that serves the strategies."""
    luck, rng = np.random.SeedSequence(seed, spawn_key=(chunk,)).spawn(2)
    return np.random.default_rng(luck), np.random.default_rng(rng)


def play_chunk(job: ChunkTask, chunk: int) -> Played:
    """Play one chunk of a job. Raises `StrategyError`."""
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
    """A person's function of the final positions, checked. Raises `OptionError`."""
    wanted = f"The statistic {quote(name)} must give a number for each of the positions it is handed"
    try:
        found = np.asarray(measure(positions), np.float64)
    except Exception as error:
        raise OptionError(f"{wanted}; it failed: {quote(error)}.") from error
    if found.shape not in ((), (len(positions),)):
        raise OptionError(f"{wanted}, {len(positions)} in all; it gave an array of shape {found.shape}.")
    return found


def play_task(job: ChunkTask, chunks: Sequence[int]) -> Played:
    """Play some chunks of a job."""
    parts = [play_chunk(job, chunk) for chunk in chunks]
    return Played(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def play_pickled(packed: bytes, chunks: Sequence[int]) -> Played:
    """The same for a worker in another process."""
    return play_task(_unpickle_job(packed), chunks)


@functools.lru_cache(maxsize=4)
def _unpickle_job(packed: bytes) -> ChunkTask:
    return pickle.loads(packed)  # type: ignore[no-any-return]  # noqa: S301  written by `packed` in the person's own process


def pickle_job(job: ChunkTask) -> bytes:
    """A job as bytes; functions written in a notebook need cloudpickle, which Dask brings along."""
    try:
        dumps = importlib.import_module("cloudpickle").dumps
    except ImportError:
        dumps = pickle.dumps
    return cast("bytes", dumps(job))


def play_job(job: ChunkTask, executor: Executor | None, cancel: threading.Event | None) -> Generator[Played]:
    """What comes of a job, task by task in order; stops early once `cancel` is set."""
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
    """How many threads play by default."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run_in_order(
    executor: Executor, job: ChunkTask, tasks: Sequence[range], stopped: Callable[[], bool]
) -> Generator[Played]:
    """Submit tasks a few at a time, so that memory stays flat, and give their results in order."""
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

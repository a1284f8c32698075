"""Strategies in plain Python: asked one decision at a time, shown only what their player knows, with a time limit."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from gamekit.core.errors import StrategyError, quote
from gamekit.core.kernel import MOST_STEPS
from gamekit.core.record import Ints, freeze
from gamekit.core.time_limit import await_pending_exception, raise_in
from gamekit.lab.engine.loops import ACTION, ASK, FAULT, GAME, PLAYER, STEPS, begin

if TYPE_CHECKING:
    from gamekit.core.strategy import Strategy

POLL_INTERVAL: Final = 0.05
"""Seconds between two checks of the time limit."""
EXIT_GRACE: Final = 1.0
"""Seconds a strategy whose time is up has to end before its thread is abandoned."""

Result = TypeVar("Result")


class TooSlow(BaseException):
    """Raised in a strategy whose time is up. No `Exception`, so that a strategy that catches those does not stop it."""


class Clock:
    """Time limit of the strategy that is being asked; one clock for one thread."""

    def __init__(self) -> None:
        self.until, self.question = math.inf, ""
        self.stopped = False
        self._called = False
        self._lock = threading.Lock()

    def ask(self, strategy: Strategy, place: str, *question: Any) -> Any:
        """Call a strategy and return its answer.

        Raises `TooSlow` if it takes longer than its `patience`, even if the strategy caught that exception itself.
        """
        until = time.monotonic() + strategy.patience
        self.question = f"The strategy {strategy.name} thought longer than {strategy.patience:g} seconds ({place})."
        self.until = until
        try:
            answer = strategy.choose(*question)
        finally:
            self._disarm()
        if self.stopped or time.monotonic() > until:
            raise TooSlow(self.question)
        return answer

    def interrupt_if_late(self, thread: int) -> None:
        """Raise `TooSlow` in a thread if its time is up; to be repeated until the strategy has ended."""
        with self._lock:
            if time.monotonic() > self.until:
                self._called = True
                raise_in(thread, TooSlow)

    def stop(self) -> None:
        """Expire the time limit for good: nobody waits for the answer, and no other strategy is asked."""
        with self._lock:
            self.stopped = True
            if self.until < math.inf:
                self.until = 0.0

    def _disarm(self) -> None:
        """Switch the time limit off; an exception that was raised and is still pending arrives here and is dropped."""
        while True:
            try:  # the exception may arrive at any line from here on; the loop drops it and goes on
                with self._lock:
                    self.until = math.inf
                    if self._called:
                        self._called = False
                        await_pending_exception(TooSlow)
                return
            except TooSlow:
                continue


def run_watched(play: Callable[[Clock], Result]) -> Result:
    """Run `play` in a thread of its own, with a clock for the strategies it asks, and return its value.

    A thread that goes on whatever is raised in it is abandoned. Raises `StrategyError` then, else whatever `play`
    raises.
    """
    clock = Clock()
    done: Future[Result] = Future()

    def run() -> None:
        try:
            done.set_result(play(clock))
        except BaseException as error:  # noqa: BLE001  raised again below, in the thread that waits
            done.set_exception(error)

    player = threading.Thread(target=copy_context().run, args=(run,), name="gamekit-strategies", daemon=True)
    player.start()
    try:
        while not done.done():
            wait([done], timeout=POLL_INTERVAL)
            clock.interrupt_if_late(player.ident or 0)
            if time.monotonic() > clock.until + EXIT_GRACE:
                raise StrategyError(clock.question)
        return done.result()
    finally:
        if not done.done():
            clock.stop()
            threading.Thread(target=_end, args=[player, clock], name="gamekit-clock", daemon=True).start()


def _end(player: threading.Thread, clock: Clock) -> None:
    """Interrupt an abandoned thread until it ends: in the long run the exception arrives where it is not caught.

    Only while a strategy is being asked: what is raised in a thread that is just ending never arrives.
    """
    while player.is_alive():
        clock.interrupt_if_late(player.ident or 0)
        player.join(POLL_INTERVAL)


def play_game(
    go_on: Callable[[int], int],
    arrays: Mapping[str, NDArray[Any]],
    strategies: tuple[Strategy, ...],
    t: Any,
    rng: np.random.Generator,
    clock: Clock,
    game: int,
) -> None:
    """Play a game to its end and ask strategies in plain Python. Raises `StrategyError` naming game, step and player.

    `go_on` is the loop of that name, bound to `arrays`, which hold the final position and the counts afterwards.
    """
    tally, actions, view = arrays["tally"], arrays["actions"], arrays["view"]
    begin(tally, game)
    action = ASK
    while True:
        p = go_on(action)
        if p < 0:
            break
        allowed = actions[: tally[ACTION]].copy()
        place = f"game {game}, step {tally[STEPS]}, player {p}"
        action = ask(strategies[p], view[0], t, p, allowed, rng, clock, place)
    if p == FAULT:
        raise describe_fault(tally, strategies, 0)


def ask(
    strategy: Strategy, view: Any, t: Any, p: int, allowed: Ints, rng: np.random.Generator, clock: Clock, place: str
) -> int:
    """Return a strategy's action, checked against the legal ones `allowed`.

    The strategy gets a frozen view and a copy of the actions. Raises `StrategyError` if it fails, is too slow or
    chooses anything else.
    """
    name = f"The strategy {strategy.name}"
    try:
        answer = clock.ask(strategy, place, freeze(view), t, p, allowed.copy(), len(allowed), rng)
    except TooSlow:
        raise StrategyError(clock.question) from None
    except BaseException as error:  # SystemExit too: a strategy ends no simulation
        raise StrategyError(f"{name} failed ({place}): {type(error).__name__}: {error}.") from error
    if isinstance(answer, bool) or not isinstance(answer, (int, np.integer)) or int(answer) not in allowed:
        legal = ", ".join(map(str, allowed))
        shown = int(answer) if isinstance(answer, np.integer) else repr(answer)
        raise StrategyError(f"{name} chose {shown}, which is not legal ({place}); legal are {legal}.")
    return int(answer)


def describe_fault(tally: Any, strategies: tuple[Strategy, ...], first: int) -> StrategyError:
    """Return the error of a loop that returned FAULT; `first` is the number of its first game."""
    step, game, player, action = (int(tally[k]) for k in (STEPS, GAME, PLAYER, ACTION))
    game += first
    if step > MOST_STEPS:
        return StrategyError(f"Game {game} does not end: {MOST_STEPS:,} steps were played.")
    return StrategyError(
        f"The strategy {strategies[player].name} chose action {action}, which is not legal "
        f"(game {game}, step {step}, player {player})."
    )


def describe_kernel_error(
    error: BaseException, tally: Any, strategies: tuple[Strategy, ...], first: int
) -> StrategyError:
    """Return the error for an exception that a kernel raised in a loop; `first` is the number of its first game."""
    step, game, player = (int(tally[k]) for k in (STEPS, GAME, PLAYER))
    game += first
    name = strategies[player].name
    return StrategyError(f"The strategy {name} failed (game {game}, step {step}, player {player}): {quote(error)}.")

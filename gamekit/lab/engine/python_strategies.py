"""Strategies that are plain Python functions: asked one decision at a time, honestly, and watched by the clock."""

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

from gamekit.compiling import MOST_STEPS
from gamekit.errors import StrategyError, quote
from gamekit.lab.engine.loops import ACTION, ASK, FAULT, GAME, PLAYER, STEPS, begin
from gamekit.lab.engine.raising import let_arrive, raise_in
from gamekit.record import Ints, freeze

if TYPE_CHECKING:
    from gamekit.strategy import Strategy

POLL_INTERVAL: Final = 0.05
"""Seconds between two looks at the clock."""
EXIT_GRACE: Final = 1.0
"""Seconds a strategy whose time is up has for ending; one that does not end is left behind."""

Result = TypeVar("Result")


class TooSlow(BaseException):
    """A strategy's time is up. No `Exception`, so that a strategy that catches those does not catch this."""


class Clock:
    """Until when the strategy that is asked now may think; one clock for one thread."""

    def __init__(self) -> None:
        self.until, self.question = math.inf, ""
        self.stopped = False
        self._called = False
        self._lock = threading.Lock()

    def ask(self, strategy: Strategy, place: str, *question: Any) -> Any:
        """What the strategy answers. Raises `TooSlow`, also where the strategy took no notice of that."""
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
        """Raise `TooSlow` in the thread that asks, if time is up: again and again, until the answer is there."""
        with self._lock:
            if time.monotonic() > self.until:
                self._called = True
                raise_in(thread, TooSlow)

    def stop(self) -> None:
        """Nobody waits for an answer any more: the strategy that is asked now has no time left, and is the last one."""
        with self._lock:
            self.stopped = True
            if self.until < math.inf:
                self.until = 0.0

    def _disarm(self) -> None:
        """Time no longer counts, and what was raised but has not arrived yet arrives here."""
        while True:
            try:
                with self._lock:
                    self.until = math.inf
                    if self._called:
                        self._called = False
                        let_arrive(TooSlow)
                return
            except TooSlow:
                continue


def run_watched(play: Callable[[Clock], Result]) -> Result:
    """What `play` gives, which asks strategies by the clock it is handed. Raises `StrategyError`.

    It runs in a thread of its own, so that a strategy that goes on whatever is raised in it can be left behind.
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
    """Go on telling a thread that was left behind to end: in the long run that finds it where it cannot refuse.

    Only while its strategy is asked: what is raised in a thread that is just ending never arrives (see raising.py).
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
    """Play a game to its end, asking plain Python strategies. Raises `StrategyError` naming game, step and player.

    `go_on` is the loop of that name, bound to `arrays`.
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
    """A strategy's decision, checked; it cannot change the position it is shown. Raises `StrategyError`."""
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
    """The sentence for a loop that stopped; its first game was number `first`."""
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
    """The sentence for a kernel of a person that raised an error inside the loop."""
    step, game, player = (int(tally[k]) for k in (STEPS, GAME, PLAYER))
    game += first
    name = strategies[player].name
    return StrategyError(f"The strategy {name} failed (game {game}, step {step}, player {player}): {quote(error)}.")

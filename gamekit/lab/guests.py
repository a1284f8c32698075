"""Strategies that are plain Python functions: asked one decision at a time, honestly, and watched by the clock."""

from __future__ import annotations

import copy
import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gamekit.errors import StrategyError
from gamekit.kernel import CHANCE, OVER
from gamekit.lab.loops import ACTION, ASK, FAULT, GAME, MOST_STEPS, PLAYER, STEPS, begin
from gamekit.record import Ints

if TYPE_CHECKING:
    from gamekit.game import Game
    from gamekit.lab.loops import Loops
    from gamekit.strategy import Strategy

TRY_OUT: Final = 0.3
"""Seconds for which a person's kernel is tried out as plain Python."""
GLANCE: Final = 0.05
"""Seconds between two looks at the clock."""


class TooSlow(Exception):
    """A strategy's time is up."""


class Clock:
    """Interrupts a strategy that thinks too long, an endless loop included, by an exception in its thread."""

    def __init__(self) -> None:
        self.until = 0.0
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.get_ident()

    def _watch(self) -> None:
        while not self._stop.wait(GLANCE):
            with self._lock:
                if self.until and time.monotonic() > self.until:
                    self.until = 0.0
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TooSlow))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Keep watch while a simulation runs in this thread."""
        watcher = threading.Thread(target=self._watch, name="gamekit-clock", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            self._stop.set()
            watcher.join()

    def ask(self, strategy: Strategy, *question: Any) -> Any:
        """What the strategy answers. Raises `TooSlow`."""
        self.until = time.monotonic() + strategy.patience
        answer = strategy.choose(*question)
        with self._lock:
            self.until = 0.0
        return answer


def play_game(
    loops: Loops,
    strategies: tuple[Strategy, ...],
    s: Any,
    t: Any,
    seats: Ints,
    actions: Ints,
    luck: Any,
    rng: np.random.Generator,
    tally: Any,
    view: Any,
    clock: Clock,
    game: int,
) -> None:
    """Play `s` to its end, asking plain Python strategies. Raises `StrategyError` naming game, step and player."""
    begin(tally, game)
    action = ASK
    while True:
        p = loops.go_on(action, s, t, seats, actions, luck, rng, tally, view)
        if p < 0:
            break
        allowed = actions[: tally[ACTION]].copy()
        place = f"game {game}, step {tally[STEPS]}, player {p}"
        action = ask(strategies[p], view[0], t, p, allowed, rng, clock, place)
    if p == FAULT:
        raise fault(tally, strategies, 0)


def ask(
    strategy: Strategy, view: Any, t: Any, p: int, allowed: Ints, rng: np.random.Generator, clock: Clock, place: str
) -> int:
    """A strategy's decision, checked. Raises `StrategyError`."""
    name = f"The strategy {strategy.name}"
    try:
        answer = clock.ask(strategy, view, t, p, allowed.copy(), len(allowed), rng)
    except TooSlow:
        raise StrategyError(f"{name} thought longer than {strategy.patience:g} seconds ({place}).") from None
    except Exception as error:
        raise StrategyError(f"{name} failed ({place}): {type(error).__name__}: {error}.") from error
    if isinstance(answer, bool) or not isinstance(answer, (int, np.integer)) or int(answer) not in allowed:
        legal = ", ".join(map(str, allowed))
        shown = int(answer) if isinstance(answer, np.integer) else repr(answer)
        raise StrategyError(f"{name} chose {shown}, which is not legal ({place}); legal are {legal}.")
    return int(answer)


def fault(tally: Any, strategies: tuple[Strategy, ...], first: int) -> StrategyError:
    """The sentence for a compiled loop that stopped; its first game was number `first`."""
    step, game, player, action = (int(tally[k]) for k in (STEPS, GAME, PLAYER, ACTION))
    game += first
    if step > MOST_STEPS:
        return StrategyError(f"Game {game} does not end: {MOST_STEPS:,} steps were played.")
    return StrategyError(
        f"The strategy {strategies[player].name} chose action {action}, which is not legal "
        f"(game {game}, step {step}, player {player})."
    )


def failed(error: Exception, tally: Any, strategies: tuple[Strategy, ...], first: int) -> StrategyError:
    """The sentence for a kernel of a person that raised an error inside the loop."""
    step, game, player = (int(tally[k]) for k in (STEPS, GAME, PLAYER))
    game += first
    name = strategies[player].name
    return StrategyError(f"The strategy {name} failed (game {game}, step {step}, player {player}): {error!r}.")


def try_out(game: Game, strategy: Strategy) -> None:
    """Ask a person's kernel as plain Python for a moment, so that its first errors are readable.

    Raises `StrategyError` if it fails, is too slow, chooses what is not legal, or decides
    otherwise when it is shown only what its player knows.
    """
    rng = np.random.default_rng(1)
    s, t = game.start(), game.tables
    clock = Clock()
    until = time.monotonic() + TRY_OUT
    step = 0
    with clock.running():
        while (p := game.player(s)) != OVER and time.monotonic() < until:
            allowed = np.array(game.legal(s), np.int32)
            if p == CHANCE:
                action = int(game.rules.draw(s, t, int(rng.random() * game.rules.total(s, t))))
            else:
                place = f"try-out, step {step}, player {p}"
                again = copy.deepcopy(rng)
                action = ask(strategy, game.view(s, p), t, p, allowed, rng, clock, place)
                if ask(strategy, s.copy(), t, p, allowed, again, clock, place) != action:
                    raise StrategyError(f"The strategy {strategy.name} uses what player {p} cannot know ({place}).")
            game.apply(s, action)
            step += 1

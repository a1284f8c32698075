"""Games stepped one action at a time, by machine code if the game is built; gamekit.bridges rests on it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from gamekit.core.errors import IllegalAction, is_whole, quote
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.machine import Machine
from gamekit.core.observation import digest_next, state_string
from gamekit.core.record import LARGEST
from gamekit.lab.engine.batches import pack_positions, pack_record, view_as_words
from gamekit.lab.engine.lineup import find_game_machine, own_kernels
from gamekit.lab.engine.loops import ACTION, ASK, TALLY
from gamekit.lab.engine.plain_machine import PlainMachine, make_plain_machine

if TYPE_CHECKING:
    from gamekit.core.game import Game

NO_LUCK: Final = np.zeros(0)
"""Luck of no chance event: all of them are drawn from the generator."""


@dataclass(slots=True)
class WalkStep:
    """Step of a walk, linked to the one before: who acted, the action, and the bytes of the position that followed."""

    before: WalkStep | None
    player: int
    action: int
    position: bytes
    digests: dict[int, bytes] = field(default_factory=dict)
    """For each player for whom it was computed: the digest of all the player has seen up to this step."""


class Walk:
    """One game stepped by machine code, chance included. Copies share their history.

    >>> from gamekit import load
    >>> walk = Walk.begin(load("pig", players=2))
    >>> walk.player, [walk.game.action_text(action) for action in walk.legal]
    (0, ['Roll'])
    """

    __slots__ = ("_dealt", "_last", "_machine", "_position", "game", "legal", "odds", "player")

    def __init__(self, game: Game, position: bytes, last: WalkStep | None, dealt: bool = False) -> None:
        self.game, self._dealt = game, dealt
        self._machine = load_machine(game)
        self._position, self._last = position, last
        self.player: int = OVER
        self.legal: list[int] = []
        self.odds: list[int] = []
        """Weights of the legal actions at chance; empty otherwise."""
        self._step(ASK)

    @classmethod
    def begin(cls, game: Game) -> Walk:
        """Return a walk at the first position of a game."""
        return cls(game, game.start().tobytes(), None)

    def copy(self) -> Walk:
        """Return a walk with the same position and history that goes on by itself."""
        other = object.__new__(Walk)
        other.game, other._machine, other._dealt = self.game, self._machine, self._dealt
        other._position, other._last = self._position, self._last
        other.player, other.legal, other.odds = self.player, self.legal, self.odds
        return other

    def __deepcopy__(self, _memo: dict[int, Any]) -> Walk:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._dealt:
            return resume_walk, (self.game, self.history())
        steps = [(step.player, step.action, step.position) for step in self._steps()]
        return restore_walk, (self.game, self._position, steps)

    def history(self) -> list[int]:
        """Return the actions so far."""
        return [step.action for step in self._steps()]

    def _steps(self) -> list[WalkStep]:
        found, step = [], self._last
        while step is not None:
            found.append(step)
            step = step.before
        return found[::-1]

    def apply(self, action: int) -> None:
        """Play one of `legal`. Raises `IllegalAction`."""
        if action not in self.legal or not is_whole(action, 0, LARGEST):
            raise_illegal(self.game, self.position, action)
        mover, action = self.player, int(action)
        self._step(action)
        self._last = WalkStep(self._last, mover, action, self._position)

    def returns(self) -> list[float]:
        """Return the score of every player; at the end, the payoffs."""
        return self._machine.find_returns(self._position)

    @property
    def position(self) -> Any:
        """Current position, a copy."""
        return self.game.rules.State.from_bytes(self._position)

    def view(self, player: int) -> Any:
        """Return the position as a player knows it. Raises `OptionError` if there is no such player."""
        return self._machine.view(self._position, self.game.check_player(player))

    def information_digest(self, player: int) -> bytes:
        """Return a digest of all a player has seen and done: equal for walks that look alike to that player.

        It is cached per step, so that walks with a common history share the work. Raises `OptionError` if there is no
        such player.
        """
        self.game.check_player(player)
        steps, step = [], self._last
        while step is not None and player not in step.digests:
            steps.append(step)
            step = step.before
        known = step.digests[player] if step else b""
        for later in reversed(steps):
            own = later.action if later.player == player else None
            view = self._machine.view(later.position, player)
            later.digests[player] = known = digest_next(known, view, own)
        return known

    def list_seen(self, player: int) -> list[tuple[int, int, Any]]:
        """Return for every step who acted, the action, and the view of a player after it.

        The actions of others are included: it is up to the caller not to show them to the player.
        """
        see = self._machine.view
        return [(step.player, step.action, see(step.position, player)) for step in self._steps()]

    def information_state_string(self, player: int) -> str:
        """Return `Game.information_state_string` of the history, without replaying it."""
        return state_string(self.game.rules.State, player, self.information_digest(player), self.view(player))

    def redeal_unknown(self, player: int, rng: np.random.Generator) -> Walk:
        """Return a walk at a position that might be this one as far as a player knows, with the unknown dealt anew."""
        position = pack_record(self.view(player))
        self._machine.redeal(position, player, rng)
        return Walk(self.game, position.tobytes(), self._last, dealt=True)

    def _step(self, action: int) -> None:
        self._position, self.player, self.legal, self.odds = self._machine.step(self._position, action)


def resume_walk(game: Game, history: Sequence[int]) -> Walk:
    """Return a walk that has played these actions from the first position. Raises `IllegalAction`."""
    walk = Walk.begin(game)
    for action in history:
        walk.apply(action)
    return walk


def restore_walk(game: Game, position: bytes, steps: Sequence[tuple[int, int, bytes]]) -> Walk:
    """Return a walk at a position dealt anew, with the steps that were seen on the way; they need not lead there."""
    last: WalkStep | None = None
    for player, action, before in steps:
        last = WalkStep(last, player, action, before)
    return Walk(game, position, last, dealt=True)


class WalkWorkspace:
    """Arrays in which one thread steps games, and the loops bound to them."""

    def __init__(self, machine: Machine | PlainMachine, game: Game) -> None:
        n = game.num_actions
        room = machine.make_workspace(
            {
                "position": pack_positions(game, game.start()),
                "view": pack_positions(game, game.start()),
                "tables": pack_record(game.tables),
                "viewer": np.zeros(1, np.int32),
                "actions": np.zeros(n, np.int32),
                "odds": np.zeros(n, np.int64),
                "tally": np.zeros(TALLY, np.int64),
                "returns": np.zeros(game.players),
            }
        )
        one = room.arrays
        position, tables = one["position"], one["tables"]
        self.viewer, self.returns = one["viewer"], one["returns"]
        # What is read at every step is read through memoryviews, which takes half as long as through arrays.
        self.actions, self.odds, self.tally = one["actions"].data, one["odds"].data, one["tally"].data
        self.position, self.seen = (view_as_words(one[name]).data.cast("B") for name in ("position", "view"))
        self.step_one = room.bind("step_one", None, position, tables, one["actions"], one["odds"], one["tally"])
        self.view_all = room.bind("view_all", one["view"], position, tables, self.viewer)
        self.find_returns = room.bind("returns", position, tables, one["returns"])
        self.holds = b""
        """Bytes of the position in `position`, or b"" if they are not known."""


class WalkMachine:
    """Stepping of one game's walks; each thread has a workspace of its own."""

    def __init__(self, game: Game) -> None:
        self._game, self._machine = game, find_game_machine(game.name)
        self._here = threading.local()

    def _room(self, position: bytes) -> WalkWorkspace:
        """Return this thread's workspace with a position in it."""
        room: WalkWorkspace | None = getattr(self._here, "room", None)
        if room is None:
            room = self._here.room = WalkWorkspace(self._machine, self._game)
        if room.holds is not position:
            room.position[:] = room.holds = position
        return room

    def step(self, position: bytes, action: int) -> tuple[bytes, int, list[int], list[int]]:
        """Play a legal action (ASK: none); return the position, who decides, what is legal and, at chance, weights."""
        room = self._room(position)
        player = room.step_one(action)
        found: int = room.tally[ACTION]
        legal = room.actions[:found].tolist()
        if action != ASK:
            room.holds = position = room.position.tobytes()
        return position, player, legal, room.odds[:found].tolist() if player == CHANCE else []

    def view(self, position: bytes, player: int) -> Any:
        """Return a position as a player knows it."""
        room = self._room(position)
        room.viewer[0] = player
        room.view_all()
        return self._game.rules.State.from_bytes(room.seen.tobytes())

    def find_returns(self, position: bytes) -> list[float]:
        """Return the score of every player."""
        room = self._room(position)
        room.find_returns()
        return list(map(float, room.returns))

    def redeal(self, position: NDArray[np.void], player: int, rng: np.random.Generator) -> None:
        """Replace what a player does not know of `position` (1,) with a random deal, in place.

        The build draws from PCG64 only; with a generator of another kind plain Python deals.
        """
        usual = isinstance(rng.bit_generator, np.random.PCG64)
        machine = self._machine if usual else make_plain_machine(self._game.rules, own_kernels(self._game.name))
        machine.call("redeal_all", position, self._game.tables, player, rng)


_machines: WeakKeyDictionary[Game, WalkMachine] = WeakKeyDictionary()


def load_machine(game: Game) -> WalkMachine:
    """Return the machine of a game, one for all its walks."""
    if game not in _machines:
        _machines[game] = WalkMachine(game)
    return _machines[game]


def raise_illegal(game: Game, position: Any, action: Any) -> None:
    """Raise `IllegalAction` with the rule that forbids an action, or because there is no such action."""
    if not is_whole(action, 0, game.num_actions - 1):
        raise IllegalAction(f"There is no action {quote(action)}: there are 0 to {game.num_actions - 1}.", "")
    said = game.why_not(position, action)
    assert said is not None
    raise IllegalAction(said.text, said.rule)

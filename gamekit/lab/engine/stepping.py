"""Games stepped from outside by machine code, one at a time or thousands at once: what other people's tools need.

How such a tool wants its games to look is said in gamekit.bridges; the loops themselves are in loops.py.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from gamekit.compiling import CHANCE, OVER
from gamekit.errors import IllegalAction, is_whole, quote
from gamekit.lab.engine.batches import pack_positions, pack_tables
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.loops import ACTION, ASK, TALLY
from gamekit.observe import digest_next, state_string
from gamekit.record import LARGEST, Ints

if TYPE_CHECKING:
    from gamekit.game import Game

NO_LUCK: Final = np.zeros(0)
"""No chance is decided beforehand: all of it comes from the generator."""


class Seen(NamedTuple):
    """A step of a walk, and the one before it: who acted, how, and the position that followed."""

    before: Seen | None
    player: int
    action: int
    position: bytes
    marks: dict[int, bytes]
    """For each player, once asked: a digest of all the player has seen up to here."""


class Walk:
    """One game stepped by machine code, chance included. Copies share what lies behind them.

    >>> from gamekit import load
    >>> walk = Walk.begin(load("pig", players=2))
    >>> walk.player, [walk.game.action_text(action) for action in walk.legal]
    (0, ['Roll'])
    """

    __slots__ = ("_dealt", "_last", "_machine", "_position", "game", "legal", "odds", "player")

    def __init__(self, game: Game, position: NDArray[np.void], last: Seen | None, dealt: bool = False) -> None:
        self.game, self._dealt = game, dealt
        self._machine = load_machine(game)
        self._position, self._last = position, last
        self.player: int = OVER
        self.legal: list[int] = []
        self.odds: list[int] = []
        """At chance, the weight of each legal action."""
        self._step(ASK)

    @classmethod
    def begin(cls, game: Game) -> Walk:
        """At the first position of a game."""
        return cls(game, pack_positions(game, game.start()), None)

    def copy(self) -> Walk:
        """A walk that goes on by itself from here."""
        other = object.__new__(Walk)
        other.game, other._machine, other._dealt = self.game, self._machine, self._dealt
        other._position, other._last = copy_position(self._position), self._last
        other.player, other.legal, other.odds = self.player, self.legal, self.odds
        return other

    def __deepcopy__(self, _memo: dict[int, Any]) -> Walk:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._dealt:
            return resume_walk, (self.game, self.history())
        steps = [(step.player, step.action, step.position) for step in self._steps()]
        return restore_walk, (self.game, self._position.tobytes(), steps)

    def history(self) -> list[int]:
        """The actions so far."""
        return [step.action for step in self._steps()]

    def _steps(self) -> list[Seen]:
        found, step = [], self._last
        while step is not None:
            found.append(step)
            step = step.before
        return found[::-1]

    def apply(self, action: int) -> None:
        """Carry out one of `legal`. Raises `IllegalAction`."""
        if action not in self.legal or not is_whole(action, 0, LARGEST):
            refuse(self.game, self._position[0], action)
        mover = self.player
        self._step(int(action))
        self._last = Seen(self._last, mover, int(action), self._position.tobytes(), {})

    def returns(self) -> list[float]:
        """Every player's score; at the end, the payoffs."""
        out = np.zeros(self.game.players)
        self._machine.loops.payoffs(self._position[0], self.game.tables, out)
        return out.tolist()

    @property
    def position(self) -> Any:
        """Where it stands, as a copy."""
        return copy_position(self._position)[0]

    def view(self, player: int) -> Any:
        """What a player knows of the position. Raises `OptionError` if there is no such player, as all of these do."""
        return view_position(self.game, self._position, self.game.check_player(player))[0]

    def mark(self, player: int) -> bytes:
        """Equal for two walks in which the player has seen the same, step by step, and done the same."""
        self.game.check_player(player)
        steps, step = [], self._last
        while step is not None and player not in step.marks:
            steps.append(step)
            step = step.before
        known = step.marks[player] if step else b""
        for later in reversed(steps):
            position = np.frombuffer(later.position, self._position.dtype)
            own = later.action if later.player == player else None
            view = view_position(self.game, position, player)
            later.marks[player] = known = digest_next(known, view, own)
        return known

    def list_seen(self, player: int) -> list[tuple[int, int, Any]]:
        """Every step: who acted, how, and what the player saw then. An action of another is not for the player."""
        positions = (np.frombuffer(step.position, self._position.dtype) for step in self._steps())
        views = [view_position(self.game, position, player)[0] for position in positions]
        return [(step.player, step.action, view) for step, view in zip(self._steps(), views, strict=True)]

    def information_state_string(self, player: int) -> str:
        """The same as `Game.information_state_string` of its history, by machine code and without beginning anew."""
        return state_string(self.game.rules.State, player, self.mark(player), self.view(player))

    def redealt(self, player: int, rng: np.random.Generator) -> Walk:
        """A walk at a position that might be this one, as far as the player knows: the unknown dealt anew."""
        position = view_position(self.game, self._position, self.game.check_player(player))
        self._machine.loops.redeal_all(position, self.game.tables, player, rng)
        return Walk(self.game, position, self._last, dealt=True)

    def _step(self, action: int) -> None:
        machine = self._machine
        actions, odds, tally = machine.room()
        self.player = machine.step_one(action, self._position, machine.tables, actions, odds, tally)
        found: int = tally.item(ACTION)
        self.legal = actions[:found].tolist()
        self.odds = odds[:found].tolist() if self.player == CHANCE else []


def resume_walk(game: Game, history: Sequence[int]) -> Walk:
    """A walk from the beginning through these actions. Raises `IllegalAction`."""
    walk = Walk.begin(game)
    for action in history:
        walk.apply(action)
    return walk


def restore_walk(game: Game, position: bytes, steps: Sequence[tuple[int, int, bytes]]) -> Walk:
    """A walk at a position dealt anew, to which its history need not lead: what was seen on the way comes with it."""
    last: Seen | None = None
    for player, action, before in steps:
        last = Seen(last, player, action, before, {})
    return Walk(game, np.frombuffer(bytearray(position), game.rules.State.dtype), last, dealt=True)


Room = tuple[Ints, NDArray[np.int64], NDArray[np.int64]]


class WalkMachine:
    """The loops of one game, and for each thread the room where they leave what they find."""

    def __init__(self, game: Game) -> None:
        self.loops = make_lineup(game, "random").loops
        self.step_one, self.tables = self.loops.step_one, pack_tables(game)
        self._num_actions = game.num_actions
        self._here = threading.local()

    def room(self) -> Room:
        """For the legal actions, their weights, and the tally."""
        room: Room | None = getattr(self._here, "room", None)
        if room is None:
            n = self._num_actions
            room = self._here.room = np.zeros(n, np.int32), np.zeros(n, np.int64), np.zeros(TALLY, np.int64)
        return room


_machines: WeakKeyDictionary[Game, WalkMachine] = WeakKeyDictionary()


def load_machine(game: Game) -> WalkMachine:
    """The game's machine; one for all its walks."""
    if game not in _machines:
        _machines[game] = WalkMachine(game)
    return _machines[game]


def copy_position(position: NDArray[np.void]) -> NDArray[np.void]:
    """A position that may be changed, as an array with one entry. (NumPy's own copy goes from field to field.)"""
    return np.frombuffer(bytearray(position.tobytes()), position.dtype)


def view_position(game: Game, position: NDArray[np.void], player: int) -> NDArray[np.void]:
    """What a player knows of a position, as an array with one entry."""
    view = copy_position(position)
    machine = load_machine(game)
    machine.loops.view_all(view, position, machine.tables, np.array([player], np.int32))
    return view


def refuse(game: Game, position: Any, action: Any) -> None:
    """Raise `IllegalAction`: with the rule that is against an action, or that there is none of this number."""
    if not is_whole(action, 0, game.num_actions - 1):
        raise IllegalAction(f"There is no action {quote(action)}: there are 0 to {game.num_actions - 1}.", "")
    said = game.why_not(position, action)
    assert said is not None
    raise IllegalAction(said.text, said.rule)

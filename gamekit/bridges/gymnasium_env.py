"""Games of gamekit as environments of Gymnasium: thousands stepped together by one call of machine code, or one.

The agent decides for players whose seat is free; strategies of gamekit may sit on the others. Chance acts by itself.
Importing this module registers a name for each game, `gamekit/Route66-v0` and so on: one player against strategies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from gamekit.bridges.environment import NO_ACTION, Interface, name_environment
from gamekit.compiling import OVER
from gamekit.errors import IllegalAction, OptionError, StrategyError, is_whole, quote
from gamekit.game import EXAMPLES, GAMES, Game, load
from gamekit.lab.engine.batches import pack_positions, pack_tables
from gamekit.lab.engine.lineup import Who, make_lineup
from gamekit.lab.engine.loops import ASK, TALLY
from gamekit.lab.engine.stepping import NO_LUCK, refuse
from gamekit.lab.estimate import RETURNS
from gamekit.observe import observations
from gamekit.session import check_seed

Array = NDArray[Any]
MOST_GAMES = 1_000_000
SAMPLING: Final = 1
"""Beside a seed, for the generator of `sample`: what it draws changes no game."""
RESET_MASK: Final = "reset_mask"
"""The option of `reset` that says which games begin anew."""
MODES: Final = ("ansi",)
NAMES: Final = {game: name_environment(game) for game in (*GAMES, *EXAMPLES)}
"""What `gymnasium.make` calls the games."""


def vector_env(
    name: str,
    n: int,
    /,
    players: int | None = None,
    *,
    seats: Sequence[Who | None] | None = None,
    observe: bool = True,
    seat: str = "absolute",
    payoff: str = RETURNS,
    autoreset: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    **options: Any,
) -> GamekitVectorEnv:
    """`n` games with these options as one environment; raises what `gamekit.load` raises.

    `seats`: for each player a strategy, or None for the agent (nobody named: the agent plays all). Without `observe`
    observations are empty, no mask is told, and the games are stepped about as fast as `gamekit.simulate` plays them.

    `seat="relative"`: observations and actions as whoever decides sees them, the own row first, then the left-hand
    neighbour's; what is learned at one seat holds at all. `payoff`: "returns", or "win", shares of the win.
    `autoreset`: "NextStep", "SameStep" or "Disabled", as in Gymnasium.
    """
    if not is_whole(n, 1, MOST_GAMES):
        raise OptionError(f"There must be 1 to {MOST_GAMES:,} games, not {quote(n)}.")
    mode = read_mode(autoreset)
    face = Interface(load(name, players, **options), seat, payoff)
    return GamekitVectorEnv(face, int(n), seats, observe, mode)


def read_mode(mode: Any) -> AutoresetMode:
    """One of Gymnasium's ways to begin games anew, given as it is or by name. Raises `OptionError`."""
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    allowed = ", ".join(repr(known.value) for known in AutoresetMode)
    raise OptionError(f"There is no autoreset {quote(mode)}: there are {allowed}.")


def check_seats(game: Game, seats: Any) -> list[Who | None]:
    """What sits where, one entry for each player. Raises `StrategyError` for one name alone, or a number."""
    if not isinstance(seats, list | tuple) or len(seats) != game.players:
        raise StrategyError(
            f"Seats are a list with an entry for each of the {game.players} players, a strategy, or None for the "
            f"agent; not {quote(seats)}."
        )
    return list(seats)


class GamekitVectorEnv(VectorEnv):
    """Games side by side.

    What happens to a game that is over is the `autoreset` mode: it begins anew at the next step, whatever action it is
    given; in the same step; or not before `reset` is told to.

    `infos` of `reset` and `step`: "player" (n,) who decides in each game, −2 where it is over; "legal" (n, num_actions)
    with the legal actions of game i, ascending, in its first "count"[i] places; "action_mask" the same as a mask;
    "returns" (n, players) where a game is over. Rewards are what the first player is paid whom the agent plays, at the
    end. In the mode "SameStep", "final_obs" and "final_info" have what was seen and told at the end of games,
    "_final_obs" and "_final_info" say of which. Actions are numbered without chance's; `interface` has their words, and
    the names of an observation's columns.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self, face: Interface, n: int, seats: Sequence[Who | None] | None, observe: bool, mode: AutoresetMode
    ) -> None:
        self.interface, self.game, game = face, face.game, face.game
        self.num_envs, self.observe, self._mode = n, observe, mode
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}  # type: ignore[misc]  # Gymnasium's way
        taken = [None] * game.players if seats is None else check_seats(game, seats)
        lineup = make_lineup(game, ["random" if who is None else who for who in taken])
        if not lineup.all_kernels:
            raise OptionError("Only strategies that are kernels can sit here: put @kernel above their def.")
        if None not in taken:
            raise OptionError("One seat at least must be free for the agent: None.")
        self._machine, self._me = lineup.machine, taken.index(None)
        sitting = np.array(
            [ASK if who is None else seat for who, seat in zip(taken, lineup.seats, strict=True)], np.int32
        )
        start = pack_positions(game, game.start())
        self._room = self._machine.make_workspace(
            {
                "chosen": np.zeros(n, np.int64),
                "positions": np.zeros(n, start.dtype),
                "start": start,
                "tables": pack_tables(game),
                "seats": sitting,
                "player": np.full(n, OVER, np.int32),
                "legal": np.zeros((n, game.num_distinct_actions), np.int32),
                "count": np.zeros(n, np.int32),
                "returns": np.zeros((n, game.players)),
                "tally": np.zeros(TALLY, np.int64),
                "views": np.zeros(n if observe else 1, start.dtype),
            }
        )
        room = self._room.arrays
        self._positions, self._views = room["positions"], room["views"]
        self._player, self._count, self._legal = room["player"], room["count"], room["legal"]
        self._returns = room["returns"]
        self._view_all = self._room.bind("view_all", self._views, self._positions, room["tables"], self._player)
        self._begun = False
        self._seed(None)
        low, high = (ends if observe else ends[:0] for ends in (face.low, face.high))
        self.single_observation_space = spaces.Box(low, high, dtype=np.int32)
        self.observation_space = spaces.Box(np.tile(low, (n, 1)), np.tile(high, (n, 1)), dtype=np.int32)
        self.single_action_space = spaces.Discrete(face.num_actions)
        self.action_space = spaces.MultiDiscrete(np.full(n, face.num_actions))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """New games everywhere, or where `options={"reset_mask": …}` says so; the same for the same seed and actions.

        Raises `OptionError` for what is no seed (one is for all games together) or no mask.
        """
        if isinstance(seed, list | tuple | np.ndarray):
            raise OptionError(
                "The seed must be a whole number: all games draw from one stream, so they have one seed together, "
                f"not {quote(seed)}."
            )
        chosen = self._check_mask(options)
        if seed is not None:
            self._seed(check_seed(seed))
        self._begin(chosen)
        return self._observe(), self._make_info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Carry out an action in every game. Raises `IllegalAction` if one is not legal; nothing is done then."""
        self._check_begun()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise OptionError(f"Actions must be {self.num_envs} whole numbers, not {quote(actions)}.")
        if self._mode == AutoresetMode.DISABLED and (self._player == OVER).any():
            ended = int(np.flatnonzero(self._player == OVER)[0])
            raise IllegalAction(f"Game {ended} is over: reset(options={{'reset_mask': …}}) begins such games anew.", "")
        self._go(self._read_actions(given))
        over = self._player == OVER
        rewards, cut = self.interface.pay(self._returns)[:, self._me] * over, np.zeros(self.num_envs, bool)
        if self._mode == AutoresetMode.SAME_STEP and over.any():
            last = {"final_obs": self._observe(), "final_info": self._make_info()}
            self._begin(np.flatnonzero(over))
            info = self._make_info() | last | {"_final_obs": over, "_final_info": over}
            return self._observe(), rewards, over, cut, info
        return self._observe(), rewards, over, cut, self._make_info()

    @property
    def begun(self) -> bool:
        """Whether there are games: `reset` has been called."""
        return self._begun

    @property
    def player(self) -> NDArray[np.int32]:
        """Who decides in each game, a copy."""
        return self._player.copy()

    def position(self, number: int) -> Any:
        """Where one game stands, a copy."""
        return self._positions[number].copy()

    def action_mask(self) -> Array:
        """1 for each legal action, else 0: (n, num_actions), as `action_space.sample` of a game takes it."""
        return self._name_legal(masked=True)[1]

    def sample(self) -> Array:
        """A legal action for each game, each as likely as the others; by luck of its own, which changes no game."""
        self._check_begun()
        places = (self._sampler.random(self.num_envs) * self._count).astype(np.int32)
        chosen = self.interface.name_actions(self._legal[np.arange(self.num_envs), places], self._viewers())
        return np.where(self._count > 0, chosen, 0).astype(np.int32)

    def _seed(self, seed: int | None) -> None:
        self._rng = np.random.default_rng(seed)
        room = self._room.arrays
        self._step_all = self._room.bind(
            "step_all", room["chosen"], self._positions, room["start"], room["tables"], room["seats"], self._player,
            self._legal, self._count, NO_LUCK, self._rng, self._returns, room["tally"],
        )  # fmt: skip
        self._sampler = np.random.default_rng(None if seed is None else (seed, SAMPLING))

    def _check_begun(self) -> None:
        if not self._begun:
            raise IllegalAction("No game has begun yet: reset() begins them.", "")

    def _check_mask(self, options: dict[str, Any] | None) -> NDArray[np.intp]:
        """The games that are to begin anew."""
        if not options:
            return np.arange(self.num_envs)
        mask = np.asarray(options[RESET_MASK]) if set(options) == {RESET_MASK} else None
        if mask is None:
            raise OptionError(f"reset knows one option, {RESET_MASK!r}, not {quote(sorted(options, key=str))}.")
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise OptionError(
                f"A {RESET_MASK} is {self.num_envs} times True or False, and somewhere True; not {quote(mask)}."
            )
        if not mask.all():
            self._check_begun()
        return np.flatnonzero(mask)

    def _begin(self, chosen: NDArray[np.intp]) -> None:
        """Begin these games anew; the others stay where they are."""
        self._player[chosen] = OVER
        if len(chosen) == self.num_envs:
            self._go(np.zeros(self.num_envs, np.int64))
        else:
            arrays: list[Array] = [self._positions, self._player, self._legal, self._count, self._returns]
            positions, player, legal, count, returns = (one[chosen] for one in arrays)
            room = self._room.arrays
            self._machine.call(
                "step_all", np.zeros(len(chosen), np.int64), positions, room["start"], room["tables"], room["seats"],
                player, legal, count, NO_LUCK, self._rng, returns, room["tally"],
            )  # fmt: skip
            for whole, part in zip(arrays, (positions, player, legal, count, returns), strict=True):
                whole[chosen] = part
        self._begun = True

    def _go(self, chosen: NDArray[np.int64]) -> None:
        self._room.arrays["chosen"][:] = chosen
        wrong = self._step_all()
        if wrong != OVER:
            refuse(self.game, self.position(wrong), int(chosen[wrong]))

    def _viewers(self) -> NDArray[np.int32]:
        """From whose side each game is seen: that of who decides, of the first player where it is over."""
        viewers: NDArray[np.int32] = np.maximum(self._player, 0)
        return viewers

    def _observe(self) -> Array:
        if not self.observe:
            return np.zeros((self.num_envs, 0), np.int32)
        self._view_all()
        return self.interface.observe(observations(self._views), self._viewers())

    def _name_legal(self, masked: bool) -> tuple[NDArray[np.int32], Array]:
        """The legal actions as who decides names them, ascending, and their mask if it is wanted."""
        shape = (self.num_envs, self.interface.num_actions)
        named, mask = np.zeros(shape, np.int32), np.zeros(shape if masked else (0, 0), np.int8)
        games = np.repeat(np.arange(self.num_envs), self._count)
        places = np.arange(len(games)) - np.repeat(np.cumsum(self._count) - self._count, self._count)
        numbers = self.interface.numbers[self._viewers()[games], self._legal[games, places]]
        numbers = np.sort(games * self.interface.num_actions + numbers) % self.interface.num_actions
        named[games, places] = numbers
        if masked:
            mask[games, numbers] = 1
        return named, mask

    def _read_actions(self, actions: Array) -> NDArray[np.int64]:
        """The game's numbers of what was chosen. Raises `IllegalAction` where a game goes on and it is no action."""
        meant = self.interface.read_actions(actions, self._viewers())
        wrong = np.flatnonzero((meant == NO_ACTION) & (self._player != OVER))
        if len(wrong):
            self.interface.check_action(int(actions[wrong[0]]), 0)
        return meant.astype(np.int64)

    def _make_info(self) -> dict[str, Any]:
        named, mask = self._name_legal(masked=self.observe)
        told: dict[str, Array] = {
            "player": self._player.copy(),
            "legal": named,
            "count": self._count.copy(),
            "returns": self._returns.copy(),
        }
        return told | ({"action_mask": mask} if self.observe else {})


def seats_against(game: str, players: int | None, opponents: Any, player: int, options: dict[str, Any]) -> list[Any]:
    """The agent at its seat, strategies at all others: one name for all of them, or a list with one for each."""
    loaded = load(game, players, **options)
    loaded.check_player(player)
    others = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * (loaded.players - 1)
    if len(others) != loaded.players - 1:
        raise OptionError(f"There are {loaded.players - 1} opponents, not {quote(opponents)}.")
    return [*others[:player], None, *others[player:]]


def vector_against(
    num_envs: int,
    game: str,
    *,
    players: int | None = None,
    opponents: Who | list[Who] = "random",
    player: int = 0,
    **more: Any,
) -> GamekitVectorEnv:
    """What `gymnasium.make_vec` makes: games side by side, in each of which the agent plays against strategies."""
    options = {key: value for key, value in more.items() if key not in ("observe", "seat", "payoff", "autoreset")}
    seats = seats_against(game, players, opponents, player, options)
    return vector_env(game, num_envs, players, seats=seats, **more)


class GamekitEnv(gymnasium.Env):
    """A game in which the agent sits at one seat, and strategies at the others.

    Keywords: `players`; `opponents`, a strategy's name for all of them or a list; `player`, the agent's seat; `seat`
    and `payoff` as in `vector_env`; the game's options. `info` has "action_mask". Raises what `vector_env` raises.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES)}

    def __init__(self, game: str, *, render_mode: str | None = None, **more: Any) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise OptionError(f"There is no way {quote(render_mode)} to show a game; there is {MODES[0]}.")
        self.render_mode = render_mode
        self.games = vector_against(1, game, autoreset=AutoresetMode.DISABLED, **more)
        self.observation_space: spaces.Space[Any] = self.games.single_observation_space
        self.action_space: spaces.Space[Any] = self.games.single_action_space

    @property
    def interface(self) -> Interface:
        """The words of actions, and the names of an observation's columns."""
        return self.games.interface

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """A new game. Raises `OptionError` for what is no seed, or any options: there are none."""
        if options:
            raise OptionError(f"reset knows no options, not {quote(sorted(options, key=str))}.")
        super().reset(seed=seed)
        seen, told = self.games.reset(seed=seed)
        return seen[0], self._make_info(told)

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and play on to the agent's next decision. Raises `IllegalAction` with a sentence."""
        if self.games.begun and self.games.player[0] == OVER:
            raise IllegalAction("The game is over: reset() begins another.", "")
        self.interface.check_action(action, 0)
        seen, rewards, over, _cut, told = self.games.step(np.array([int(action)]))
        return seen[0], float(rewards[0]), bool(over[0]), False, self._make_info(told)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks."""
        return np.asarray(self.games.action_mask()[0] == 1)

    def render(self) -> str | None:
        """The position in words, everything open, where `render_mode` is "ansi"."""
        if self.render_mode is None:
            return None
        game = self.interface.game
        return str(game.picture.describe(game, self.games.position(0), None))

    @staticmethod
    def _make_info(told: dict[str, Array]) -> dict[str, Any]:
        kept: dict[str, Any] = {key: told[key][0] for key in ("returns", "action_mask") if key in told}
        return {"player": int(told["player"][0]), **kept}


def register() -> None:
    """Tell Gymnasium the names of all games; once."""
    for game, name in NAMES.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="gamekit.bridges.gymnasium_env:GamekitEnv",
                vector_entry_point="gamekit.bridges.gymnasium_env:vector_against",
                kwargs={"game": game},
                disable_env_checker=True,
            )


register()

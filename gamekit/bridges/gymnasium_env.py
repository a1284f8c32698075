"""Games as Gymnasium environments: many games as one vector environment, or a single game.

The agent plays some players, strategies of gamekit play the others, and the environment plays chance. Importing this
module registers the ids of all games: `gymnasium.make("gamekit/Route66-v0")`, one player against strategies.
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
from gamekit.core.arguments import check_seed
from gamekit.core.errors import IllegalAction, OptionError, StrategyError, is_whole, quote
from gamekit.core.game import EXAMPLES, GAMES, Game, load
from gamekit.core.kernel import OVER
from gamekit.core.observation import observations
from gamekit.lab.engine.batches import pack_positions, pack_record
from gamekit.lab.engine.lineup import StrategyLike, make_lineup
from gamekit.lab.engine.loops import ASK, TALLY
from gamekit.lab.engine.stepping import NO_LUCK, raise_illegal
from gamekit.lab.estimate import RETURNS

Array = NDArray[Any]
MOST_GAMES = 1_000_000
"""Games of one vector environment."""
SAMPLING: Final = 1
"""Second part of the seed of `sample`: its random stream is independent of the stream of chance."""
RESET_MASK: Final = "reset_mask"
"""Key in the `options` of `reset` for a mask of the games that restart; Gymnasium's name."""
MODES: Final = ("ansi",)
"""Render modes of a single game: the position in words."""
NAMES: Final = {game: name_environment(game) for game in (*GAMES, *EXAMPLES)}
"""Id of each game in Gymnasium's registry."""


def vector_env(
    name: str,
    n: int,
    /,
    players: int | None = None,
    *,
    seats: Sequence[StrategyLike | None] | None = None,
    observe: bool = True,
    seat: str = "absolute",
    payoff: str = RETURNS,
    autoreset: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    **options: Any,
) -> GamekitVectorEnv:
    """Create a Gymnasium vector environment of `n` copies of one game, stepped together.

    Parameters
    ----------
    name : str
        Name of the game, as for `gamekit.load`.
    n : int
        Number of games, 1 to 1,000,000.
    players : int, optional
        Number of players, as for `gamekit.load`.
    seats : sequence of (str, Strategy, kernel or None), optional
        Who plays each player: a strategy (kernels only), or None for the agent. Default: the agent plays all.
    observe : bool
        If False, observations have shape (n, 0) and ``info`` has no ``"action_mask"``; stepping is then about as fast
        as `gamekit.simulate`.
    seat : {"absolute", "relative"}
        Whether observations and actions number players as the game does, or from the player who decides.
    payoff : {"returns", "win"}
        Reward at the end: the game's own returns, or the share of the win, 0 to 1.
    autoreset : {"NextStep", "SameStep", "Disabled"} or gymnasium.vector.AutoresetMode
        When a finished game restarts, as in Gymnasium.
    **options
        House rules, as for `gamekit.load`.

    Returns
    -------
    GamekitVectorEnv
        Observations are int32 of shape (n, k); ``interface.names`` labels the k columns. Actions are integers of shape
        (n,). Rewards are float64 of shape (n,), the payoff of the first player the agent plays, 0 before the end. No
        game is ever truncated. ``info["player"]`` (n,) says who decides, -2 after the end.

    Raises
    ------
    UnknownGame, BoxError
        As `gamekit.load` raises them.
    OptionError
        If `n`, `seat`, `payoff`, `autoreset` or an option is not allowed, if a strategy in `seats` is not a kernel, or
        if `seats` leaves no player to the agent.
    StrategyError
        If `seats` does not have one entry per player, or names an unknown strategy.

    Examples
    --------
    >>> from gamekit.bridges import vector_env
    >>> env = vector_env("kuhn", 4)
    >>> observations, info = env.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((4, 13), (4, 4))
    >>> observations, rewards, terminated, truncated, info = env.step(env.sample())
    >>> rewards.shape, bool(truncated.any())
    ((4,), False)
    """
    if not is_whole(n, 1, MOST_GAMES):
        raise OptionError(f"There must be 1 to {MOST_GAMES:,} games, not {quote(n)}.")
    mode = read_mode(autoreset)
    face = Interface(load(name, players, **options), seat, payoff)
    return GamekitVectorEnv(face, int(n), seats, observe, mode)


def read_mode(mode: Any) -> AutoresetMode:
    """Return an autoreset mode of Gymnasium, given as such or by name. Raises `OptionError` for others."""
    for known in AutoresetMode:
        if mode in (known, known.value, known.name):
            return known
    allowed = ", ".join(repr(known.value) for known in AutoresetMode)
    raise OptionError(f"There is no autoreset {quote(mode)}: there are {allowed}.")


def check_seats(game: Game, seats: Any) -> list[StrategyLike | None]:
    """Return the seats as a list. Raises `StrategyError` unless they are a list or tuple of one entry per player."""
    if not isinstance(seats, list | tuple) or len(seats) != game.players:
        raise StrategyError(
            f"Seats are a list with an entry for each of the {game.players} players, a strategy, or None for the "
            f"agent; not {quote(seats)}."
        )
    return list(seats)


class GamekitVectorEnv(VectorEnv):
    """Games stepped together; `vector_env` describes observations, actions and rewards.

    A game that is over restarts at the next step, whatever its action (`autoreset` "NextStep"), in the same step
    ("SameStep"), or when `reset` is called with its mask ("Disabled").

    The info of `reset` and `step` has "player" (n,), who decides, -2 where a game is over; "count" (n,), how many
    actions are legal; "legal" (n, num_actions), these actions, ascending, in the first "count"[i] places of row i;
    "action_mask" (n, num_actions); and "returns" (n, players), the game's own returns, where a game is over. In the
    mode "SameStep", "final_obs" and "final_info" are those of the finished games, which the masks "_final_obs" and
    "_final_info" mark. Actions are numbered without those of chance; `interface` describes them in words and names the
    columns of an observation.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self, face: Interface, n: int, seats: Sequence[StrategyLike | None] | None, observe: bool, mode: AutoresetMode
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
                "tables": pack_record(game.tables),
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
        """Restart all games, or those marked in `options={"reset_mask": mask}`, a bool array (n,).

        One int `seed` starts the random stream that all games share; the same seed and actions give the same games.
        None continues the stream. Raises `OptionError` for another seed, option or mask.
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
        """Play one action (n,) in every game, then strategies and chance up to the next decision of the agent.

        Raises `IllegalAction`, or `OptionError` for anything but n whole numbers; no game changes then.
        """
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
        """True once `reset` has been called."""
        return self._begun

    @property
    def player(self) -> NDArray[np.int32]:
        """Player who decides in each game, a copy, int32 (n,); -2 where the game is over."""
        return self._player.copy()

    def position(self, number: int) -> Any:
        """Return a copy of the position of one game, by its index."""
        return self._positions[number].copy()

    def action_mask(self) -> Array:
        """Return an int8 mask (n, num_actions) of the legal actions; a row fits `single_action_space.sample`."""
        return self._name_legal(masked=True)[1]

    def sample(self) -> Array:
        """Draw a legal action for each game, uniformly, 0 where a game is over; the stream of chance is not used."""
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
        """Return the indices of the games to restart. Raises `OptionError` for another option or mask."""
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
        """Restart these games; the others do not change."""
        self._player[chosen] = OVER  # `step_all` restarts games that are over
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
            raise_illegal(self.game, self.position(wrong), int(chosen[wrong]))

    def _viewers(self) -> NDArray[np.int32]:
        """Return the player whose view of each game is observed: the one who decides, player 0 after the end."""
        viewers: NDArray[np.int32] = np.maximum(self._player, 0)
        return viewers

    def _observe(self) -> Array:
        if not self.observe:
            return np.zeros((self.num_envs, 0), np.int32)
        self._view_all()
        return self.interface.observe(observations(self._views), self._viewers())

    def _name_legal(self, masked: bool) -> tuple[NDArray[np.int32], Array]:
        """Return the legal actions, ascending, as the player who decides numbers them, and their mask if `masked`."""
        shape = (self.num_envs, self.interface.num_actions)
        named, mask = np.zeros(shape, np.int32), np.zeros(shape if masked else (0, 0), np.int8)
        games = np.repeat(np.arange(self.num_envs), self._count)
        places = np.arange(len(games)) - np.repeat(np.cumsum(self._count) - self._count, self._count)
        numbers = self.interface.numbers[self._viewers()[games], self._legal[games, places]]
        # One sort for all games, whose index is the high part of the key: renumbered actions no longer ascend.
        numbers = np.sort(games * self.interface.num_actions + numbers) % self.interface.num_actions
        named[games, places] = numbers
        if masked:
            mask[games, numbers] = 1
        return named, mask

    def _read_actions(self, actions: Array) -> NDArray[np.int64]:
        """Return the game's numbers of the agent's actions. Raises `IllegalAction` for an unknown one."""
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
    """Return the seats of a game: None for the agent at `player`, and `opponents`, one for all or a list, elsewhere."""
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
    opponents: StrategyLike | list[StrategyLike] = "random",
    player: int = 0,
    **more: Any,
) -> GamekitVectorEnv:
    """Create the vector environment of `gymnasium.make_vec`: in each game the agent plays one player."""
    options = {key: value for key, value in more.items() if key not in ("observe", "seat", "payoff", "autoreset")}
    seats = seats_against(game, players, opponents, player, options)
    return vector_env(game, num_envs, players, seats=seats, **more)


class GamekitEnv(gymnasium.Env):
    """A single game in which the agent plays one player against strategies; made by `gymnasium.make`.

    Keywords: `players`; `opponents`, a strategy for all other players (default: "random") or a list; `player`, the
    number of the agent's player, default 0; `seat`, `payoff` and house rules as in `vector_env`; `render_mode`, None or
    "ansi". The info of `reset` and `step` has "player", "returns" and "action_mask". Raises what `vector_env` raises.
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
        """Descriptions of actions, and names of the columns of an observation."""
        return self.games.interface

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a game, up to the agent's first decision. Raises `OptionError` for an invalid seed or any option."""
        if options:
            raise OptionError(f"reset knows no options, not {quote(sorted(options, key=str))}.")
        super().reset(seed=seed)
        seen, told = self.games.reset(seed=seed)
        return seen[0], self._make_info(told)

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play up to the agent's next decision. Raises `IllegalAction` if the rules forbid the action."""
        if self.games.begun and self.games.player[0] == OVER:
            raise IllegalAction("The game is over: reset() begins another.", "")
        self.interface.check_action(action, 0)
        seen, rewards, over, _cut, told = self.games.step(np.array([int(action)]))
        return seen[0], float(rewards[0]), bool(over[0]), False, self._make_info(told)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a bool mask of the legal actions, under the name that MaskablePPO of sb3-contrib calls."""
        return np.asarray(self.games.action_mask()[0] == 1)

    def render(self) -> str | None:
        """Return the whole position in words, or None without a `render_mode`."""
        if self.render_mode is None:
            return None
        game = self.interface.game
        return str(game.picture.describe(game, self.games.position(0), None))

    @staticmethod
    def _make_info(told: dict[str, Array]) -> dict[str, Any]:
        kept: dict[str, Any] = {key: told[key][0] for key in ("returns", "action_mask") if key in told}
        return {"player": int(told["player"][0]), **kept}


def register() -> None:
    """Register all games with Gymnasium, under ids such as ``gamekit/Route66-v0``.

    Importing `gamekit.bridges.gymnasium_env` does this; ids that are registered already are left alone.

    Examples
    --------
    >>> import gymnasium
    >>> from gamekit.bridges import register
    >>> register()
    >>> env = gymnasium.make("gamekit/Pig-v0", opponents="random", players=2)
    >>> observation, info = env.reset(seed=1)
    >>> info["action_mask"].tolist()
    [1, 0]
    """
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

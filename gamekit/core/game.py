"""A game with its options, and loading one: rules, box, rulebook and options brought together.

No game is named here but in `GAMES` and `EXAMPLES`; all differences between games are in their folders.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.core.arguments import check, check_list, guess_name
from gamekit.core.box import load_printed_box, read_box
from gamekit.core.errors import BoxError, IllegalAction, OptionError, UnknownGame, is_whole, quote
from gamekit.core.i18n.translation import _
from gamekit.core.kernel import CHANCE, MOST_STEPS
from gamekit.core.observation import digest_next, observation, observation_names, state_string
from gamekit.core.options import check_options
from gamekit.core.plain_box import parts_of
from gamekit.core.record import Position, Record, clear_notes, list_out_of_range
from gamekit.core.rulebook import Rulebook, Sentence
from gamekit.core.session import Session
from gamekit.core.strategy import Strategy, spoken_strategies

if TYPE_CHECKING:
    import networkx as nx

GAMES: Final = ("kartenspiel", "route66", "ausgebremst", "auf_achse")
"""Names of the games of the gallery, which are their folders."""
EXAMPLES: Final = ("pig", "kuhn")
"""Names of small games to copy and to measure with; they have neither gallery nor lessons."""
FOLDER: Final = Path(__file__).parents[1] / "games"


class Game:
    """A game with its options, ready to be played; made by `load`. It holds no position.

    Attributes
    ----------
    name, title : str
        Name of the game's folder, and the title of its box.
    players : int
        Number of players.
    rules : module
        Kernels of the rules.
    tables : Record
        Numbers of box and options, as kernels read them.
    box : pydantic.BaseModel
        Checked contents of the box file.
    rulebook : Rulebook
        Rules by number, and every sentence the rules say.
    num_actions : int
        Number of actions, chance's among them.
    """

    def __init__(
        self, name: str, players: int | None, box: str | Path | None, options: dict[str, Any], read: Any = None
    ) -> None:
        self.name = name
        self.rules = importlib.import_module(f"gamekit.games.{name}.rules")
        self._box_module = parts_of(self.rules)
        if not isinstance(box, str | Path | None):
            raise BoxError(_("A box file is named by its path, not by {given}.").format(given=quote(box)))
        self.box_path = Path(box) if box is not None else FOLDER / name / "box.toml"
        self.own_box = box is not None
        self.box = self._read_box() if read is None else read
        self.title: str = self.box.title
        self.min_players, self.max_players = self.box.players
        self.players = self._check_players(players)
        self._options = check_options(name, self.title, self._box_module.Options, options)
        try:
            self.tables = self._box_module.tables(self.box, self.players, self._options)
        except ValueError as error:
            raise OptionError(_("{title}: {error}.").format(title=self.title, error=error)) from None
        box_words = partial(self._box_module.words, self.box)
        self.rulebook = Rulebook(FOLDER / name / "rulebook.toml", self.rules, box_words)
        self.num_actions = int(self.tables.num_actions)
        self._kind = self.rules.State.Position

    def _read_box(self) -> Any:
        if self.own_box:
            return read_box(self.box_path, self._box_module.Box)
        return load_printed_box(self.box_path, self.box_path.stat().st_mtime_ns, self._box_module.Box)

    def __repr__(self) -> str:
        changed = "".join(f", {key}={value!r}" for key, value in self.changed_options.items())
        return f"gamekit.load({self.name!r}, players={self.players}{changed})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as the call of `load` that makes it, with the contents of a box file of one's own."""
        path, box = (self.box_path, self.box) if self.own_box else (None, None)
        return Game, (self.name, self.players, path, dict(self.changed_options), box)

    @property
    def options(self) -> Mapping[str, Any]:
        """Every option with its value."""
        return self._options.model_dump()  # type: ignore[no-any-return]

    @property
    def changed_options(self) -> Mapping[str, Any]:
        """Options whose value is not the default."""
        return self._options.model_dump(exclude_defaults=True)  # type: ignore[no-any-return]

    @property
    def option_schema(self) -> Mapping[str, Any]:
        """JSON schema of the options: type, range, default and description of each."""
        return self._box_module.Options.model_json_schema()  # type: ignore[no-any-return]

    @cached_property
    def graph(self) -> nx.Graph[Any]:
        """Board or order of cards as a NetworkX graph. Raises `OptionError` if the game has none."""
        return self._box_module.graph(self.box, self._options)  # type: ignore[no-any-return]

    @cached_property
    def picture(self) -> Any:
        """Picture module of the game: `scene`, `changes`, `targets`, `describe`."""
        return importlib.import_module(f"gamekit.games.{self.name}.picture")

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """Strategies by name, "random" first, with titles in the reader's language (`core.strategy`)."""
        return spoken_strategies(self.name)

    def start(self) -> Record:
        """Return the first position."""
        s: Record = self.rules.State.new()
        self.rules.setup(s, self.tables)
        return s

    def player(self, s: Record) -> int:
        """Return who decides in a position: 0 to players - 1, `CHANCE` or `OVER`."""
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        return int(self.rules.player(s, self.tables))

    def legal(self, s: Record) -> list[int]:
        """The legal actions of a position, ascending."""
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        out = np.empty(self.num_actions, np.int32)  # of its own: several threads may ask at once
        n = self.rules.legal(s, self.tables, out)
        return [int(action) for action in out[:n]]

    def weights(self, s: Record) -> list[int]:
        """Return the integer weight of each legal action of chance; only for positions where chance decides."""
        legal = self.legal(s)
        out = np.zeros(self.num_actions, np.int64)
        self.rules.weights(s, self.tables, out)
        return [int(weight) for weight in out[: len(legal)]]

    def apply(self, s: Record, action: int) -> None:
        """Apply an action to a position, in place. It must be legal, which is not checked; `Session.play` checks."""
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        if type(action) is not int or not 0 <= action < self.num_actions:
            action = self.check_action(action)
        self.rules.apply(s, self.tables, action)

    def returns(self, s: Record) -> list[float]:
        """Return every player's score in a position; at the end, the payoffs."""
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        out = np.zeros(self.players)
        self.rules.returns(s, self.tables, out)
        return [float(value) for value in out]

    def win_shares(self, s: Record) -> list[float]:
        """Return each player's share of the win in a position, sum 1: equal parts for all with the highest return."""
        found = self.returns(s)
        best = [value == max(found) for value in found]
        return [one / sum(best) for one in best]

    @cached_property
    def return_bounds(self) -> tuple[float, float]:
        """Lower and upper bound of every return of a finished game with these options.

        They are what the game's `bounds.py` proves, which also says how close they are. Without a proof (a turn of Pig
        may bring any number of points) they are `field_bounds`.

        >>> load("kuhn", bet=2).return_bounds, load("kartenspiel", stages=1).return_bounds
        ((-3.0, 3.0), (0.0, 780.0))
        """
        if self._bounds is not None:
            return self._bounds.returns(self.tables)  # type: ignore[no-any-return]
        return self.field_bounds

    @cached_property
    def return_sum(self) -> float | None:
        """Sum of all returns of a finished game if its `bounds.py` proves that it is always the same, else None.

        >>> load("kuhn").return_sum, load("pig").return_sum
        (0.0, None)
        """
        return float(self._bounds.total(self.tables)) if hasattr(self._bounds, "total") else None

    @cached_property
    def field_bounds(self) -> tuple[float, float]:
        """Lower and upper bound of all returns, by the state's declared ranges: all fields lowest, and all highest.

        It assumes that returns do not fall when a field grows. Intervals are kept within these bounds, in Python and in
        the browser, which knows fields and no proofs.
        """
        state, ends = self.rules.State, []
        for end in ("low", "high"):
            s = state.new()
            for name, field in state.fields.items():
                s[name] = getattr(field, end)
            ends.append(self.returns(s))
        return min(ends[0]), max(ends[1])

    @cached_property
    def max_game_length(self) -> int:
        """Greatest number of steps of a game, chance included: as proven, else `MOST_STEPS`, where loops stop.

        >>> load("kuhn").max_game_length
        5
        """
        return int(getattr(self._bounds, "longest", lambda _tables: MOST_STEPS)(self.tables))

    @cached_property
    def _bounds(self) -> Any:
        """Module `bounds.py` of the game, or None."""
        if not Path(str(self.rules.__file__)).with_name("bounds.py").exists():
            return None
        return importlib.import_module(f"{self.rules.__package__}.bounds")

    # How other people's tools look at a game

    @property
    def num_distinct_actions(self) -> int:
        """Number of actions, those of chance included; numbers mean the same in every position."""
        return self.num_actions

    def chance_actions(self, s: Record) -> list[tuple[int, float]]:
        """Return the actions of chance with their probabilities, ascending; empty if chance does not decide.

        >>> game = load("kuhn")
        >>> [(action, round(odds, 3)) for action, odds in game.chance_actions(game.start())]
        [(4, 0.333), (5, 0.333), (6, 0.333)]
        """
        if self.player(s) != CHANCE:
            return []
        weights = self.weights(s)
        return [(action, weight / sum(weights)) for action, weight in zip(self.legal(s), weights, strict=True)]

    def legal_actions_mask(self, s: Record) -> NDArray[np.int8]:
        """Return an int8 mask (num_distinct_actions,) of the legal actions; all 0 when the game is over."""
        mask = np.zeros(self.num_actions, np.int8)
        mask[self.legal(s)] = 1
        return mask

    @cached_property
    def observation_names(self) -> tuple[str, ...]:
        """Name of each number of an observation: a field of the state, with the index in an array."""
        return observation_names(self.rules.State)

    def observation_tensor(self, s: Record, player: int) -> NDArray[np.float32]:
        """Return what `player` knows of a position, float32 (len(observation_names),); -1 where it is unknown.

        >>> game = load("kuhn")
        >>> s = game.start()
        >>> game.apply(s, 4)  # A is dealt the Jack
        >>> names, seen = game.observation_names, game.observation_tensor(s, 1)
        >>> float(seen[names.index("hand[0]")])  # which B does not see
        -1.0
        """
        return observation(self.view(s, player))

    def information_state_string(self, history: Iterable[int], player: int) -> str:
        """Return all that `player` knows after these actions from the beginning, as text, with perfect recall.

        It is equal for two histories only if the player has seen and done the same at every step. Raises
        `IllegalAction`. `gamekit.lab.engine.stepping.Walk` returns the same faster.

        >>> game = load("kuhn")
        >>> one, other = (game.information_state_string([4, card], 0) for card in (5, 6))  # B holds Queen, or King
        >>> one == other, one == game.information_state_string([5, 4], 0)
        (True, False)
        """
        s, known = self.start(), b""
        self.check_player(player)
        for action in check_list("history", history, "actions"):
            mover = self.player(s)
            if action not in self.legal(s):
                said = self.why_not(s, action)
                assert said is not None
                raise IllegalAction(said.text, said.rule)
            self.apply(s, int(action))
            known = digest_next(known, self.view(s, player), int(action) if mover == player else None)
        return state_string(self.rules.State, player, known, self.view(s, player))

    def resample_from_infostate(self, s: Record, player: int, rng: np.random.Generator) -> Record:
        """Return a position drawn at random from those that `player` cannot tell from this one.

        Every deal that fits the view is equally likely; the coach and the bridge to OpenSpiel deal as others would have
        played.

        >>> game, rng = load("kuhn"), np.random.default_rng(1)
        >>> s = game.start()
        >>> for action in (4, 6): game.apply(s, action)  # Jack and King
        >>> {int(game.resample_from_infostate(s, 0, rng).hand[1]) for _ in range(20)}
        {1, 2}
        """
        check(rng=rng)
        dealt = self.view(s, player)
        clear_notes(dealt)
        self.rules.redeal(dealt, self.tables, self.check_player(player), rng)
        return dealt

    def view(self, s: Record, player: int) -> Record:
        """Return a copy of a position in which all that `player` does not know is wiped."""
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        seen = s.copy()
        self.rules.hide(seen, self.tables, self.check_player(player))
        return seen

    def action_text(self, action: int) -> str:
        """Return an action in words. Raises `OptionError` if there is no such action."""
        name, *numbers = self.rules.action_parts(self.tables, self.check_action(action))
        return self.rulebook.action(name, *numbers)

    def why_not(self, s: Record, action: int) -> Sentence | None:
        """Return the sentence and rule against an action in a position, or None if it is legal.

        Raises `OptionError` if there is no such action.
        """
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        code = int(self.rules.reason(s, self.tables, self.check_action(action)))
        return self.rulebook.refusal(code, self.action_text(action), self.player(s)) if code else None

    def session(self, seed: int | None = None) -> Session:
        """Return a new game to be played step by step. `seed`, from 0, decides what chance does; None draws one."""
        return Session(self, seed)

    def check_action(self, action: int) -> int:
        """Return an action, legal or not. Raises `OptionError` if the game has no such action."""
        if not is_whole(action, 0, self.num_actions - 1):
            sentence = _("There is no action {action}: actions of this game are 0 to {last}.")
            raise OptionError(sentence.format(action=quote(action), last=self.num_actions - 1))
        return int(action)

    def check_position(self, s: Record) -> Record:
        """Return a position. Raises `OptionError` unless it is one of this game with all values in their ranges.

        It must be called before machine code gets a position of a caller, because that would follow a wrong number out
        of its arrays.
        """
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        wrong = list_out_of_range(self.rules.State, s)
        if wrong:
            raise OptionError(f"This is no position of {self.title}: {wrong[0]}.")
        return s

    def _refuse_position(self, s: object) -> OptionError:
        given = "a position of another game" if isinstance(s, Position) else quote(s)
        return OptionError(
            f"This needs a position of {self.title}, such as session.position or game.start(), not {given}."
        )

    def check_player(self, player: int) -> int:
        """Return a player. Raises `OptionError` if the game has no such player."""
        if not is_whole(player, 0, self.players - 1):
            sentence = _("There is no player {player}: the players are 0 to {last}.")
            raise OptionError(sentence.format(player=quote(player), last=self.players - 1))
        return int(player)

    def _check_players(self, players: int | None) -> int:
        if players is None:
            return min(4, int(self.max_players))
        if not is_whole(players, self.min_players, self.max_players):
            least, most = self.min_players, self.max_players
            many = _("{title} is for {least} to {most} players, not {given}.")
            sentence = _("{title} is for {most} players, not {given}.") if least == most else many
            raise OptionError(sentence.format(title=self.title, least=least, most=most, given=quote(players)))
        return int(players)


def game_names(examples: bool = False) -> list[str]:
    """Return the names of the games.

    Parameters
    ----------
    examples : bool
        Whether to include the small games that are there to be copied.

    Returns
    -------
    list of str
        Names as `load` takes them.

    Raises
    ------
    OptionError
        If `examples` is not True or False.

    Examples
    --------
    >>> import gamekit as gk
    >>> "kartenspiel" in gk.game_names(), "pig" in gk.game_names(), "pig" in gk.game_names(examples=True)
    (True, False, True)
    """
    check(examples=examples)
    return [*GAMES, *EXAMPLES] if examples else list(GAMES)


def load(name: str, /, players: int | None = None, *, box: str | Path | None = None, **options: Any) -> Game:
    """Load a game by name.

    Parameters
    ----------
    name : str
        Name of the game: one of ``game_names(examples=True)``, such as ``"kartenspiel"`` or ``"pig"``.
    players : int, optional
        Number of players, from `Game.min_players` to `Game.max_players`. Default: the maximum, but at most 4.
    box : str or pathlib.Path, optional
        TOML file that replaces the printed box (cards, map, prices). Default: the box that ships with the game.
    **options
        House rules of this game. `Game.option_schema` lists their types, ranges and defaults as a JSON schema.

    Returns
    -------
    Game
        Rules, tables and rulebook for these options. A `Game` holds no position; see `Game.session`.

    Raises
    ------
    UnknownGame
        If there is no game of this name. The message lists the games.
    OptionError
        If the number of players, the name of an option or its value is not allowed.
    BoxError
        If the box file cannot be read, is incomplete or contradicts itself.

    Examples
    --------
    >>> import gamekit as gk
    >>> game = gk.load("kartenspiel", players=3, stages=2)
    >>> game.title, game.players, game.return_bounds
    ('Auf Achse – Das Kartenspiel', 3, (0.0, 1560.0))
    """
    if not isinstance(name, str) or name not in (*GAMES, *EXAMPLES):
        raise refuse_name(name)
    return Game(name, players, box, options)


def refuse_name(name: object) -> UnknownGame:
    """Return the error for an unknown name of a game; it names the games there are."""
    nearly = guess_name(name, (*GAMES, *EXAMPLES))
    sentence = _("There is no game {name}.{hint} The games are: {names}.")
    return UnknownGame(sentence.format(name=quote(name), hint=nearly, names=", ".join(GAMES)))


def check_game(game: Game) -> Game:
    """Return a game. Raises `OptionError` for anything else, such as its name alone."""
    if not isinstance(game, Game):
        raise OptionError(f"This needs a game, made with gamekit.load(name), not {quote(game)}.")
    return game

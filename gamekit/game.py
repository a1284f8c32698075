"""What a game is, and how one is loaded: rules, box, rulebook and options brought together.

No game is named here but in `GAMES` and `EXAMPLES`; everything that differs between games is in its folder.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.arguments import check, check_list, guess_name
from gamekit.box_file import load_printed_box, read_box
from gamekit.compiling import CHANCE, MOST_STEPS
from gamekit.errors import BoxError, IllegalAction, OptionError, UnknownGame, is_whole, quote
from gamekit.observe import digest_next, observation, observation_names, state_string
from gamekit.options import check_options
from gamekit.plain_box import parts_of
from gamekit.record import Position, Record, clear_notes, list_out_of_range
from gamekit.rulebook import Rulebook, Sentence
from gamekit.session import Session
from gamekit.strategy import Strategy, spoken_strategies
from gamekit.words import _

if TYPE_CHECKING:
    import networkx as nx

GAMES: Final = ("kartenspiel", "route66", "ausgebremst", "auf_achse")
"""Every game of the gallery: the name of its folder."""
EXAMPLES: Final = ("pig", "kuhn")
"""Small games to copy and to measure with. They play like the others, but stand in no gallery and have no lesson."""
FOLDER: Final = Path(__file__).parent / "games"


class Game:
    """A game with its options, ready to be played. Make one with `load`.

    Attributes: `name`, `title`, `players` (how many play), `options` (every option with its
    value), `box` (the checked box file), `tables` (what kernels read), `rules` (the module of
    kernels), `rulebook`, `num_actions`.
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
        """Pickled and copied as the call of `load` that makes it, with the box it was made of if that is one's own."""
        path, box = (self.box_path, self.box) if self.own_box else (None, None)
        return Game, (self.name, self.players, path, dict(self.changed_options), box)

    @property
    def options(self) -> Mapping[str, Any]:
        """Every option with the value this game is played with."""
        return self._options.model_dump()  # type: ignore[no-any-return]

    @property
    def changed_options(self) -> Mapping[str, Any]:
        """The options whose value is not the default."""
        return self._options.model_dump(exclude_defaults=True)  # type: ignore[no-any-return]

    @property
    def option_schema(self) -> Mapping[str, Any]:
        """The options as a JSON schema: type, bounds, default and description of each."""
        return self._box_module.Options.model_json_schema()  # type: ignore[no-any-return]

    @cached_property
    def graph(self) -> nx.Graph[Any]:
        """The game's board or order of cards as a NetworkX graph. Raises `OptionError` where nothing is one."""
        return self._box_module.graph(self.box, self._options)  # type: ignore[no-any-return]

    @cached_property
    def picture(self) -> Any:
        """The game's picture module: `scene`, `changes`, `targets`, `describe`."""
        return importlib.import_module(f"gamekit.games.{self.name}.picture")

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """Strategies by name, "random" first, as the reader's language calls them: see `gamekit.strategy.Strategy`."""
        return spoken_strategies(self.name)

    def start(self) -> Record:
        """The first position."""
        s: Record = self.rules.State.new()
        self.rules.setup(s, self.tables)
        return s

    def player(self, s: Record) -> int:
        """Whose decision a position is: 0…players−1, `CHANCE` or `OVER`."""
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
        """At chance, the integer weight of each legal action."""
        legal = self.legal(s)
        out = np.zeros(self.num_actions, np.int64)
        self.rules.weights(s, self.tables, out)
        return [int(weight) for weight in out[: len(legal)]]

    def apply(self, s: Record, action: int) -> None:
        """Carry out a legal action in place. Whether it is legal is not asked here, as `session.play` does."""
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        if type(action) is not int or not 0 <= action < self.num_actions:
            action = self.check_action(action)
        self.rules.apply(s, self.tables, action)

    def returns(self, s: Record) -> list[float]:
        """Every player's score in a position; at the end, the payoffs."""
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        out = np.zeros(self.players)
        self.rules.returns(s, self.tables, out)
        return [float(value) for value in out]

    def win_shares(self, s: Record) -> list[float]:
        """Each player's part of the win as a position stands: those with the highest return share it equally; sum 1."""
        found = self.returns(s)
        best = [value == max(found) for value in found]
        return [one / sum(best) for one in best]

    @cached_property
    def return_bounds(self) -> tuple[float, float]:
        """Between what every return of a finished game with these options lies.

        It is what the game's `bounds.py` proves, which also says how close that is: mostly some game reaches it. Where
        there is no proof (a turn of Pig may bring any number of points), it is how far the fields of a position go.

        >>> load("kuhn", bet=2).return_bounds, load("kartenspiel", stages=1).return_bounds
        ((-3.0, 3.0), (0.0, 780.0))
        """
        if self._bounds is not None:
            return self._bounds.returns(self.tables)  # type: ignore[no-any-return]
        return self.field_bounds

    @cached_property
    def return_sum(self) -> float | None:
        """What all returns of a finished game add up to, if that is always the same: as its `bounds.py` says, or None.

        >>> load("kuhn").return_sum, load("pig").return_sum
        (0.0, None)
        """
        return float(self._bounds.total(self.tables)) if hasattr(self._bounds, "total") else None

    @cached_property
    def field_bounds(self) -> tuple[float, float]:
        """Between what every return lies, as far as the fields of a position go; wider than `return_bounds`.

        Intervals are kept within these, in Python and in the browser, which knows fields and no proofs.
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
        """No game has more steps, chance included: what is proven for it, else `MOST_STEPS`, where loops stop.

        >>> load("kuhn").max_game_length
        5
        """
        return int(getattr(self._bounds, "longest", lambda _tables: MOST_STEPS)(self.tables))

    @cached_property
    def _bounds(self) -> Any:
        """The game's `bounds.py`, if it has one."""
        if not Path(str(self.rules.__file__)).with_name("bounds.py").exists():
            return None
        return importlib.import_module(f"{self.rules.__package__}.bounds")

    # How other people's tools look at a game

    @property
    def num_distinct_actions(self) -> int:
        """How many actions there are: 0 to this minus 1, chance's among them; a number means the same everywhere."""
        return self.num_actions

    def chance_actions(self, s: Record) -> list[tuple[int, float]]:
        """Each action chance may take in a position with its probability, ascending; none where chance does not decide.

        >>> game = load("kuhn")
        >>> [(action, round(odds, 3)) for action, odds in game.chance_actions(game.start())]
        [(4, 0.333), (5, 0.333), (6, 0.333)]
        """
        if self.player(s) != CHANCE:
            return []
        weights = self.weights(s)
        return [(action, weight / sum(weights)) for action, weight in zip(self.legal(s), weights, strict=True)]

    def legal_actions_mask(self, s: Record) -> NDArray[np.int8]:
        """1 for each legal action of a position, else 0; shape (`num_distinct_actions`,). All 0 when it is over."""
        mask = np.zeros(self.num_actions, np.int8)
        mask[self.legal(s)] = 1
        return mask

    @cached_property
    def observation_names(self) -> tuple[str, ...]:
        """What each number of an observation is: a field of the state, and the place in it."""
        return observation_names(self.rules.State)

    def observation_tensor(self, s: Record, player: int) -> NDArray[np.float32]:
        """What `player` knows of a position as plain numbers: shape (`len(observation_names)`,), 32-bit, −1: unknown.

        >>> game = load("kuhn")
        >>> s = game.start()
        >>> game.apply(s, 4)  # A is dealt the Jack
        >>> names, seen = game.observation_names, game.observation_tensor(s, 1)
        >>> float(seen[names.index("hand[0]")])  # which B does not see
        -1.0
        """
        return observation(self.view(s, player))

    def information_state_string(self, history: Iterable[int], player: int) -> str:
        """All that `player` knows after these actions, from the beginning, as text, with perfect recall.

        Equal for two histories only if the player has seen the same at every step and has done the same. Raises
        `IllegalAction`. (`gamekit.lab.engine.stepping.Walk` gives the same faster.)

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
        """A position that might be this one as far as `player` knows now: what the view hides, dealt anew by lot.

        Every deal that fits is equally likely; the coach and the bridge to OpenSpiel deal as others would have played.

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
        """What `player` knows of a position: a copy with everything else wiped."""
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        seen = s.copy()
        self.rules.hide(seen, self.tables, self.check_player(player))
        return seen

    def action_text(self, action: int) -> str:
        """An action in words. Raises `OptionError` if there is no such action."""
        name, *numbers = self.rules.action_parts(self.tables, self.check_action(action))
        return self.rulebook.action(name, *numbers)

    def why_not(self, s: Record, action: int) -> Sentence | None:
        """The sentence and rule against an action in a position, or None if it is legal.

        Raises `OptionError` if there is no such action.
        """
        if type(s) is not self._kind:
            raise self._refuse_position(s)
        code = int(self.rules.reason(s, self.tables, self.check_action(action)))
        return self.rulebook.refusal(code, self.action_text(action), self.player(s)) if code else None

    def session(self, seed: int | None = None) -> Session:
        """A game to be played step by step. `seed` decides what chance does; None takes a fresh one."""
        return Session(self, seed)

    def check_action(self, action: int) -> int:
        """`action` if the game has it, legal or not, else `OptionError`."""
        if not is_whole(action, 0, self.num_actions - 1):
            sentence = _("There is no action {action}: actions of this game are 0 to {last}.")
            raise OptionError(sentence.format(action=quote(action), last=self.num_actions - 1))
        return int(action)

    def check_position(self, s: Record) -> Record:
        """`s` if it is a position of this game with all figures in their ranges, else `OptionError`.

        Whoever hands positions to machine code asks first: it would follow a false number out of its arrays.
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
        """`player` if that is one of this game's players, else `OptionError`."""
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
    """The names of the games; with `examples`, those of the small games too that are there to be copied.

    >>> "kartenspiel" in game_names(), "pig" in game_names(), "pig" in game_names(examples=True)
    (True, False, True)
    """
    check(examples=examples)
    return [*GAMES, *EXAMPLES] if examples else list(GAMES)


def load(name: str, /, players: int | None = None, *, box: str | Path | None = None, **options: Any) -> Game:
    """A game by name, with its number of players, options and, if wanted, a box file of your own.

    Raises `UnknownGame`, `OptionError` or `BoxError`, each saying what is allowed.

    >>> load("kartenspiel", players=3, stages=2).title
    'Auf Achse – Das Kartenspiel'
    """
    if not isinstance(name, str) or name not in (*GAMES, *EXAMPLES):
        raise refuse_name(name)
    return Game(name, players, box, options)


def refuse_name(name: object) -> UnknownGame:
    """Return the error that says that no game has this name, and which games there are."""
    nearly = guess_name(name, (*GAMES, *EXAMPLES))
    sentence = _("There is no game {name}.{hint} The games are: {names}.")
    return UnknownGame(sentence.format(name=quote(name), hint=nearly, names=", ".join(GAMES)))


def check_game(game: Game) -> Game:
    """`game` if it is one. Raises `OptionError` for its name alone, which is easily written instead."""
    if not isinstance(game, Game):
        raise OptionError(f"This needs a game, made with gamekit.load(name), not {quote(game)}.")
    return game

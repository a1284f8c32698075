"""Profile of a game: length, branching, weight of decisions, luck and skill, drama, advantage of the first player.

The figures were measured once, with 95 % intervals, and are stored with each game in its `profile.toml`; in the sources
`python -m tools.measure.profiles` measures them. The models are the skill ladders of TAG, the Tabletop Games Framework,
and Ludii's metrics (Browne, Evolutionary Game Design, 2011).
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gamekit.core.errors import OptionError, quote, suggest_word
from gamekit.core.files import read_game_file
from gamekit.core.game import game_names, load
from gamekit.core.i18n.translation import _, each_language
from gamekit.core.strategy import call_strategy
from gamekit.lab.estimate import Estimate
from gamekit.lab.result_display import choose_axes, make_frame, write_html

if TYPE_CHECKING:
    import pandas as pd

FILE: Final = "profile.toml"
SPREAD: Final = "spread"
"""Key of the figure that is computed from the ladder and not stored."""
NOTHING: Final = Estimate(math.nan, math.nan, math.nan)
"""Estimate of a figure without data."""


class Rung(NamedTuple):
    """Step of the skill ladder: a player with `playouts` for every action against others with `below`.

    `win` is the win rate of that player in `games` games, every seat in turn; `elo` is its lead over the others in Elo
    points.
    """

    playouts: int
    below: int
    games: int
    win: Estimate
    elo: Estimate

    def __str__(self) -> str:
        said = _("{above} playouts for every action against {below}: wins {win} of {games} games, Elo {elo}")
        return said.format(above=self.playouts, below=self.below, win=self.win, games=self.games, elo=self.elo)


class Thinking(NamedTuple):
    """Gain of a decision in win rate, over a random legal action, with `playouts` of every action."""

    playouts: int
    gain: Estimate


class ProfileFigure(NamedTuple):
    """Figure of a profile: key, name, how it is counted, value and unit; name and meaning in the reader's language."""

    key: str
    name: str
    meaning: str
    value: Estimate
    unit: str

    @property
    def share(self) -> bool:
        """True if it is a share or a difference of shares, stored as 0 to 1 and shown in per cent."""
        return self.unit == "%"

    @property
    def scaled(self) -> Estimate:
        """Value in its unit: shares in per cent."""
        return Estimate(*(100 * end for end in self.value)) if self.share else self.value

    def __str__(self) -> str:
        return f"{self.name}: {self.scaled}{f' {self.unit}' if self.unit else ''}"


class Profile(Sequence[ProfileFigure]):
    """Figures of a game with their 95 % intervals, in order or by key: ``found["luck"]``; made by `profile`.

    Attributes: `name`, `title`, `call` (the game as `gamekit.load` makes it), `players`, `strategy` (of the games
    played), `styles` (strategies compared for luck), `games`, `seed`, `rungs` (steps of the skill ladder), `thinking`
    (gain of a decision with 1, 2, 4 … playouts of each action) and `lost` (how often the leader after a quarter, a half
    and three quarters of a game does not win it).
    """

    def __init__(
        self,
        figures: Sequence[ProfileFigure],
        rungs: Sequence[Rung],
        thinking: Sequence[Thinking],
        lost: Sequence[Estimate],
        **about: Any,
    ) -> None:
        self._figures, self.rungs, self.thinking, self.lost = tuple(figures), tuple(rungs), tuple(thinking), tuple(lost)
        self.name: str = about["name"]
        self.title: str = about["title"]
        self.call: str = about["call"]
        self.players: int = about["players"]
        self.strategy: str = about["strategy"]
        self.styles: tuple[str, ...] = tuple(about["styles"])
        self.games: int = about["games"]
        self.seed: int = about["seed"]

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, str):
            return self._figures[index]
        for figure in self._figures:
            if figure.key == index:
                return figure
        known = [one.key for one in self._figures]
        like = suggest_word(index, known)
        raise OptionError(f"A profile has no figure {quote(index)}.{like} It has {', '.join(known)}.")

    def __len__(self) -> int:
        return len(self._figures)

    def __repr__(self) -> str:
        head = _("{title}, {players} players, played by “{strategy}”; 95 % intervals")
        strategy = call_strategy(self.name, self.strategy)
        said = [head.format(title=self.title, players=self.players, strategy=strategy)]
        return "\n".join([*said, *map(str, self._figures), *map(str, self.rungs)])

    def _repr_html_(self) -> str | None:
        return write_html(self.to_frame)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each figure: name, value and interval (shares as 0 to 1), unit and meaning."""
        rows = [(one.name, *one.value, one.unit, one.meaning) for one in self._figures]
        return make_frame(rows, ["figure", "value", "low", "high", "unit", "meaning"])

    def chart(self, ax: Any = None) -> Any:
        """Draw the shares with their intervals on matplotlib axes; return the axes."""
        ax = choose_axes(ax, 8, 3.6)
        shares = [one for one in self._figures if one.share and not math.isnan(one.value.value)]
        for row, one in enumerate(shares):
            value, low, high = one.scaled
            ax.barh(row, value, height=0.62, color="#0072B2", alpha=0.85)
            ax.errorbar(value, row, xerr=[[value - low], [high - value]], color="black", capsize=4)
        ax.set_yticks(range(len(shares)), [one.name for one in shares])
        ax.invert_yaxis()
        ax.set_xlabel("%")
        ax.set_title(self.title)
        return ax


def profile(name: str) -> Profile:
    """Return the measured figures of a game: how long it is, how much is luck, what a choice weighs and others.

    Parameters
    ----------
    name : str
        Name of one of the four games, as `load` takes it.

    Returns
    -------
    Profile
        The figures with their 95 % intervals, of the game as it comes out of the box; `call` and `players` say which
        game that is, `strategy` who played it.

    Raises
    ------
    OptionError
        If no figures of this game were measured.
    UnknownGame
        If there is no game of this name.

    Examples
    --------
    >>> found = profile("route66")
    >>> found.players, found["luck"].unit
    (4, '%')
    """
    title = load(name).title
    found = load_profile(name)
    if found is None:
        known = ", ".join(one for one in game_names() if load_profile(one) is not None)
        said = _("{title} has no measured figures. These games have some: {names}.")
        raise OptionError(said.format(title=title, names=known))
    return found


@each_language()
def load_profile(name: str) -> Profile | None:
    """Return the profile stored with the game of this name, or None if there is none."""
    text = read_game_file(name, FILE)
    if text is None:
        return None
    kept = tomllib.loads(text)
    game = load(name)
    rungs = [
        Rung(playouts, below, games, Estimate(*win), Estimate(*elo))
        for playouts, below, games, win, elo in kept["rungs"]
    ]
    return Profile(
        list_figures({key: Estimate(*value) for key, value in kept["figures"].items()}, rungs),
        rungs,
        [Thinking(playouts, Estimate(*gain)) for playouts, gain in kept["thinking"]],
        [Estimate(*value) for value in kept["lost"]],
        name=game.name,
        title=game.title,
        call=repr(game),
        **{key: kept[key] for key in ("players", "strategy", "styles", "games", "seed")},
    )


def measure_spread(rungs: Sequence[Rung]) -> Estimate:
    """Return the Elo points from the foot of a ladder to its top.

    Intervals are combined as those of independent games; if one is infinite, because somebody won all games or none,
    the ends are added up.
    """
    if not rungs:
        return NOTHING
    value, low, high = (sum(ends) for ends in zip(*(rung.elo for rung in rungs), strict=True))
    if not all(map(math.isfinite, (value, low, high))):
        return Estimate(value, low, high)
    down = math.hypot(*(rung.elo.value - rung.elo.low for rung in rungs))
    up = math.hypot(*(rung.elo.high - rung.elo.value for rung in rungs))
    return Estimate(value, value - down, value + up)


def list_figures(values: Mapping[str, Estimate], rungs: Sequence[Rung] | None) -> list[ProfileFigure]:
    """Return all figures that have a value, in the order of the table, with the spread of the ladder if given."""
    climbed = {} if rungs is None else {SPREAD: measure_spread(rungs)}
    every, top = {**values, **climbed}, rungs[-1].playouts if rungs else 0
    return [
        ProfileFigure(key, name, meaning, every[key], unit) for key, name, meaning, unit in _kinds(top) if key in every
    ]


def _kinds(top: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield key, name, meaning and unit of each figure; `top` is the number of playouts at the top of the ladder."""
    per_cent = "%"
    yield "decisions", _("Decisions"), _("of all players in a game"), ""
    yield "steps", _("Steps"), _("of a game: decisions and what chance does"), ""
    yield "rounds", _("Rounds"), _("of a game, as the board counts them"), ""
    yield "branching", _("Legal actions"), _("at a decision, on average"), ""
    yield "forced", _("Forced decisions"), _("decisions in which only one action is legal"), per_cent
    meaning = _("win rate of the best action at a choice over that of any legal action, on average")
    yield "weight", _("Weight of a choice"), meaning, per_cent
    meaning = _("win rate of the best action at a choice over that of the worst")
    yield "stake", _("What the worst action costs"), meaning, per_cent
    meaning = _("of who wins is still open when it is known who plays how: the rest of the variance of wins is skill")
    yield "luck", _("Luck"), meaning, per_cent
    yield "skill", _("Skill"), _("of the variance of wins is decided by who plays how"), per_cent
    meaning = _("of the variance of wins is decided by the same dice and cards, whoever plays how")
    yield "luck_alone", _("Luck alone"), meaning, per_cent
    meaning = _(
        "Elo points from the foot of a ladder, who makes any move, to its top; each step thinks about twice as much as "
        "the last, the top with {top} playouts for every action"
    )
    yield SPREAD, _("What thinking brings"), meaning.format(top=top), "Elo"
    yield "drama", _("Drama"), _("games whose winner was behind at half of their steps, by win rate"), per_cent
    meaning = _("how much oftener than an even share the first player wins")
    yield "first", _("First player wins more"), meaning, per_cent
    meaning = _("how much more than the average of all the first player’s payoff is")
    yield "first_return", _("First player gets more"), meaning, ""

"""What kind of game is this? Length, branching, weight of decisions, luck against skill, drama, first player.

Every figure comes from games played here, with its 95 % interval. The models are the skill ladders of TAG, the Tabletop
Games Framework, and Ludii's metrics (Browne, Evolutionary Game Design, 2011). How the figures are measured is in
profiling.py; how players who think twice as much fare, in skill_ladder.py.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gamekit.arguments import check, check_list
from gamekit.errors import OptionError, StrategyError, is_whole, quote, suggest_word
from gamekit.game import check_game
from gamekit.lab.coach import best_strategy
from gamekit.lab.engine.lineup import Who, find_strategy, make_lineup
from gamekit.lab.engine.warm import ensure
from gamekit.lab.estimate import Estimate
from gamekit.lab.profiling import Bench, Thinking, choices_weighed, measure_turns, play_courses, play_two_ways
from gamekit.lab.showing import choose_axes, make_frame, write_html
from gamekit.lab.simulate import Progress, bar
from gamekit.lab.skill_ladder import MOST_RUNGS, Rung, climb_ladder, measure_spread
from gamekit.session import check_seed
from gamekit.strategy import call_strategy
from gamekit.words import _

if TYPE_CHECKING:
    import pandas as pd

    from gamekit.game import Game

MOST_GAMES: Final = 10_000_000
SPREAD: Final = "spread"
"""The key of the only figure that its ladder says: it is not kept twice."""
STYLES: Final = 3
"""So many of a game's own strategies, the best first, stand for the ways people play it, if nobody names others."""


class ProfileFigure(NamedTuple):
    """One figure of a profile: its key, what it is called, how it is counted, its value, and its unit."""

    key: str
    name: str
    meaning: str
    value: Estimate
    unit: str

    @property
    def share(self) -> bool:
        """Whether it is a share, or a difference of shares: 0 to 1, shown in per cent."""
        return self.unit == "%"

    @property
    def scaled(self) -> Estimate:
        """The value in its unit: a share in per cent."""
        return Estimate(*(100 * end for end in self.value)) if self.share else self.value

    def __str__(self) -> str:
        return f"{self.name}: {self.scaled}{f' {self.unit}' if self.unit else ''}"


class Profile(Sequence[ProfileFigure]):
    """A game's figures, each with its 95 % interval; made by `profile`. `found["luck"]` is the one of that key.

    Attributes: `name`, `title`, `call` (the game as `gamekit.load` makes it), `players`, `strategy` (who plays the
    games), `styles` (the strategies that luck is held against), `games`, `seed`, `cancelled`, `rungs` (a `Rung` for
    each step of the ladder), `thinking` (what a decision gains, in win rate over any move, by 1, 2, 4 … playouts for
    each), `lost` (how often who leads after a quarter, a half, three quarters of a game does not win it).
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
        self.cancelled: bool = about["cancelled"]

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
        """A row for each figure: its name, value and interval (shares as parts of 1), unit and meaning."""
        rows = [(one.name, *one.value, one.unit, one.meaning) for one in self._figures]
        return make_frame(rows, ["figure", "value", "low", "high", "unit", "meaning"])

    def chart(self, ax: Any = None) -> Any:
        """The shares with their intervals, drawn with matplotlib; returns the axes."""
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


def profile(
    game: Game,
    games: int = 20_000,
    seed: int = 1,
    *,
    strategy: Who | None = None,
    styles: Sequence[Who] | None = None,
    rungs: int = 3,
    progress: Progress = True,
    cancel: threading.Event | None = None,
) -> Profile:
    """What kind of game this is, with 95 % intervals.

    Each figure gets about as much work as `games` whole games (luck and skill twice as much, the weight of choices and
    each step of the ladder four times): seconds to minutes, as benchmarks/README.md has it for each game. `strategy`
    plays (default: the game's best); `styles` are the ways to play that luck is held against: every seat draws one of
    them (default: the game's first three). `rungs`: steps of the ladder of players who think, 0 to 6; each thinks about
    twice as much as the last, and without one there is no spread. `progress` is told how far it is, `cancel` stops with
    what there is: figures without games are NaN.

    With the default games, shares that whole games give (luck, skill, first player) are within 1 % or close to it; what
    must be estimated at single positions, and the ladder above all, costs too much for that and says how wide it is.
    Raises `OptionError` or `StrategyError` for what it cannot use.

    >>> from gamekit import load
    >>> found = profile(load("kuhn"), games=64, rungs=0, progress=False)
    >>> print(found["branching"])
    Legal actions: 2.00 (2.00 to 2.00)
    """
    check_game(game)
    seed = check_seed(seed)
    check(progress=progress, cancel=cancel)
    if not is_whole(games, 1, MOST_GAMES):
        raise OptionError(f"The number of games must be a whole number from 1 to {MOST_GAMES:,}, not {quote(games)}.")
    if not is_whole(rungs, 0, MOST_RUNGS):
        raise OptionError(f"A ladder has 0 to {MOST_RUNGS} rungs, not {quote(rungs)}.")
    lineup = make_lineup(game, best_strategy(game) if strategy is None else strategy)
    ways = [
        find_strategy(game, one)
        for one in (choose_styles(game) if styles is None else check_list("styles", styles, "strategies"))
    ]
    if not ways:
        raise StrategyError("Luck is held against the ways to play: name one at least.")
    if lineup.outside or any(not one.is_kernel for one in ways):
        raise StrategyError("A profile takes many games, so strategies must be kernels: put @kernel above their def.")
    ensure(game, aloud=progress is True)
    with bar(progress, (4 + rungs) * int(games), game.title) as tell:
        bench = Bench(game, lineup, int(games), seed, cancel, tell)
        course = play_courses(bench)
        luck = play_two_ways(bench, ways)
        weight = choices_weighed(bench, course.options_of_a_choice)
        lost = measure_turns(bench)
        climbed = climb_ladder(bench, int(rungs), course)
    values = {**course.estimates, **luck, "weight": weight.mean, "stake": weight.worst, "drama": lost[1]}
    return Profile(
        list_figures(values, climbed if rungs else None),
        climbed,
        weight.thinking,
        lost,
        name=game.name,
        title=game.title,
        call=repr(game),
        players=game.players,
        strategy=lineup.names[0],
        styles=[one.name for one in ways],
        games=int(games),
        seed=seed,
        cancelled=bench.cancelled,
    )


def choose_styles(game: Game) -> list[str]:
    """The ways to play that stand for different people: the first of the game's own strategies.

    >>> from gamekit import load
    >>> choose_styles(load("kuhn"))
    ['balanced', 'honest', 'bluffer']
    """
    own = [name for name in game.strategies if name != "random"]
    return own[:STYLES] or ["random"]


def list_figures(values: Mapping[str, Estimate], rungs: Sequence[Rung] | None) -> list[ProfileFigure]:
    """All figures in the order of the table, given what was found for each key and the ladder, if there was one."""
    climbed = {} if rungs is None else {SPREAD: measure_spread(rungs)}
    every, top = {**values, **climbed}, rungs[-1].playouts if rungs else 0
    return [
        ProfileFigure(key, name, meaning, every[key], unit) for key, name, meaning, unit in _kinds(top) if key in every
    ]


def _kinds(top: int) -> Iterator[tuple[str, str, str, str]]:
    """Of each figure its key, its name, what it is counted of, and its unit; `top` thinks most on the ladder."""
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

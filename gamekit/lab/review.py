"""After the game: luck and decisions taken apart.

The value of a position is each player's win rate when all go on by the same strategy from it. A
chance event moves the values: that is luck. A decision moves them too, and the coach, who knows
only what the player knew, says what it would have preferred. What a decision cost is measured with
other luck than it was found with: the largest of many differences, told as it was found, is too large.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.arguments import check
from gamekit.errors import IllegalAction, OptionError, is_whole, quote
from gamekit.lab.coach import advise, check_playouts
from gamekit.lab.engine.lineup import Who, make_lineup
from gamekit.lab.engine.loops import ASK
from gamekit.lab.engine.playouts import BATCH, Playouts, Search
from gamekit.lab.engine.search import read_ahead
from gamekit.lab.engine.warm import ensure
from gamekit.lab.estimate import SHARES, SHIFTS, Estimate, difference, mean, win_shares
from gamekit.lab.showing import choose_axes, make_frame, write_html
from gamekit.lab.simulate import Progress, bar
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.session import Session, check_seed
from gamekit.strategy import playout_of

if TYPE_CHECKING:
    import pandas as pd

KEY_MOMENTS: Final = 5
DEAREST: Final = 3
"""How many choices are told that cost most."""
SECOND_LOOK: Final = 500_000
"""From this batch on: luck that the coach has not had when it looked for something better."""
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES: Final = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))


@dataclass(frozen=True)
class Moment:
    """A step of the game and what it moved.

    `step`: the step's number, so that `session.goto(step)` stands right after it. `player`: who
    decided, −1 for chance. `moved`: each player's win rate after the step minus that before. For
    decisions also `preferred` (the coach's action, in words), `suspected` (what the first look took it to
    cost, by which the dearest are found) and `cost` (in win rate, by a second look with other luck).
    """

    step: int
    player: int
    text: str
    moved: tuple[Estimate, ...]
    preferred: str = ""
    cost: Estimate | None = None
    suspected: float = 0.0
    reason: Callable[[], str] = field(default=str, repr=False, compare=False)

    @cached_property
    def why(self) -> str:
        """What happens more or less often after what is preferred, in a sentence; "" if nothing beyond chance.

        Asked for the first time on a computer it compiles, up to half a minute.
        """
        return self.reason()

    @property
    def luck(self) -> bool:
        """Whether chance acted."""
        return self.player < 0

    @property
    def size(self) -> float:
        """How much it moved the player it moved most."""
        return max(abs(estimate.value) for estimate in self.moved)


class Review(Sequence[Moment]):
    """Every step that could have gone otherwise. Made by `review`.

    `values`: each player's win rate after 0, 1, 2 … steps (a row each); `course`: the same with intervals.
    """

    def __init__(self, session: Session, course: Sequence[tuple[Estimate, ...]], moments: Sequence[Moment]) -> None:
        self.title, self.players, self.course, self._moments = session.game.title, session.game.players, course, moments
        self.values: NDArray[np.float64] = np.array([[one.value for one in row] for row in course])

    def __getitem__(self, index: Any) -> Any:
        return self._moments[index]

    def __len__(self) -> int:
        return len(self._moments)

    def __repr__(self) -> str:
        lines = [f"{self.title}: {len(self)} steps that could have gone otherwise"]
        turn = self.turning_point
        if turn:
            lines.append(f"turning point: step {turn.step}, {turn.text}: {_moves(turn)}")
        for p in range(self.players):
            start, end = self.values[0, p], self.values[-1, p]
            luck, own = self.luck_of(p), self.decisions_of(p)
            rest = end - start - luck - own
            lines.append(
                f"player {PLAYER_LETTERS[p]}: from {start:.2f} to {end:.2f}; "
                f"luck {luck:+.2f}, own choices {own:+.2f}, choices of others {rest:+.2f}"
            )
        for moment in self.mistakes(DEAREST):
            lines.append(
                f"step {moment.step}: player {PLAYER_LETTERS[moment.player]} played “{moment.text}”, "
                f"better was “{moment.preferred}”, by {moment.cost}"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str | None:
        return write_html(self.to_frame, "+.3f")

    def key_moments(self, count: int = KEY_MOMENTS) -> list[Moment]:
        """The steps that moved most, in the order of play."""
        check(count=count)
        return sorted(sorted(self._moments, key=lambda moment: -moment.size)[:count], key=lambda moment: moment.step)

    def mistakes(self, count: int = KEY_MOMENTS, player: int | None = None) -> list[Moment]:
        """The decisions that seemed to cost most, of all players or one, the worst first; `cost` says how much."""
        check(count=count)
        whose = range(self.players) if player is None else (self._check_player(player),)
        costly = [moment for moment in self._moments if moment.suspected > 0 and moment.player in whose]
        return sorted(costly, key=lambda moment: -moment.suspected)[:count]

    @property
    def turning_point(self) -> Moment | None:
        """The step that brought most to whoever is ahead at the end; None if nothing did."""
        ahead = np.flatnonzero(self.values[-1] == self.values[-1].max())
        gains = [sum(moment.moved[p].value for p in ahead) for moment in self._moments]
        return self._moments[int(np.argmax(gains))] if max(gains, default=0.0) > 0 else None

    def luck_of(self, player: int) -> float:
        """How much chance moved a player's win rate in all."""
        player = self._check_player(player)
        return float(sum(moment.moved[player].value for moment in self._moments if moment.luck))

    def decisions_of(self, player: int) -> float:
        """How much a player's own decisions moved the win rate in all."""
        player = self._check_player(player)
        return float(sum(moment.moved[player].value for moment in self._moments if moment.player == player))

    def cost_of(self, player: int) -> float:
        """What a player's decisions cost against the coach's, in win rate, in all."""
        player = self._check_player(player)
        return float(sum(m.cost.value for m in self._moments if m.player == player and m.cost is not None))

    def _check_player(self, player: int) -> int:
        if not is_whole(player, 0, self.players - 1):
            raise OptionError(f"There is no player {quote(player)}: the players are 0 to {self.players - 1}.")
        return int(player)

    def summary(self) -> pd.DataFrame:
        """A row for each player: win rate at the start and the end, and what luck and decisions did to it."""
        rows = []
        for p in range(self.players):
            start, end = self.values[0, p], self.values[-1, p]
            luck, own = self.luck_of(p), self.decisions_of(p)
            rows.append((p, start, luck, own, end - start - luck - own, end, self.cost_of(p)))
        columns = ["player", "start", "luck", "own_decisions", "others_decisions", "end", "cost"]
        return make_frame(rows, columns)

    def to_frame(self) -> pd.DataFrame:
        """A row for each step that could have gone otherwise."""
        rows = []
        for moment in self._moments:
            cost = moment.cost.value if moment.cost else np.nan
            moved = [estimate.value for estimate in moment.moved]
            rows.append((moment.step, moment.player, moment.text, *moved, moment.preferred, cost))
        moves = [f"moved_{p}" for p in range(self.players)]
        return make_frame(rows, ["step", "player", "text", *moves, "preferred", "cost"])

    def plot(self, ax: Any = None) -> Any:
        """Win rates over the game with their bands and key moments, drawn with matplotlib; returns the axes.

        The label of the figure (`figure.get_label()`) says in words what is to be seen, as `alt` does.
        """
        ax = choose_axes(ax, 8, 3.6)
        for p in range(self.players):
            label = f"player {PLAYER_LETTERS[p]}"
            low, high = ([getattr(row[p], end) for row in self.course] for end in ("low", "high"))
            ax.fill_between(range(len(low)), low, high, color=COLOURS[p], alpha=0.18, linewidth=0)
            ax.plot(self.values[:, p], color=COLOURS[p], linestyle=DASHES[p], linewidth=1.8, label=label)
        for moment in self.key_moments():
            p = int(np.argmax([abs(estimate.value) for estimate in moment.moved]))
            ax.plot(moment.step, self.values[moment.step, p], "o" if moment.luck else "D", color=COLOURS[p])
        turn = self.turning_point
        if turn:
            ax.axvline(turn.step, color="#666666", linestyle=":", linewidth=1.2)
        ax.set_xlabel("step (● luck, ◆ decision" + (", dotted: turning point)" if turn else ")"))
        ax.set_ylabel("win rate, with 95 % interval")
        ax.set_ylim(-0.02, 1.02)
        ax.set_title(self.title)
        ax.legend(loc="upper left")
        ax.figure.set_label(self.alt)
        return ax

    @property
    def alt(self) -> str:
        """What the chart shows, in words."""
        parts = [f"{self.title}: win rates over {len(self.values) - 1} steps."]
        for p in range(self.players):
            column = self.values[:, p]
            parts.append(
                f"Player {PLAYER_LETTERS[p]} begins at {column[0]:.2f}, is highest at step {int(column.argmax())} "
                f"with {column.max():.2f} and ends at {column[-1]:.2f}."
            )
        turn = self.turning_point
        if turn:
            parts.append(f"The turning point is step {turn.step}: {turn.text}.")
        return " ".join(parts)


def _moves(moment: Moment) -> str:
    return ", ".join(f"{PLAYER_LETTERS[p]} {one.value:+.2f}" for p, one in enumerate(moment.moved))


def review(
    session: Session,
    playouts: int = 300,
    seed: int = 1,
    *,
    strategy: Who | None = None,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
) -> Review:
    """Review the steps played so far: `playouts` from each position and for each action.

    Steps with only one possible outcome move nothing and are passed over. `cancel` stops early with
    the steps reviewed so far. Raises `IllegalAction` if nothing has been played.

    >>> from gamekit import load
    >>> session = load("pig", players=2, goal=10).session(seed=3)
    >>> while not session.over:
    ...     _notes = session.roll() if session.player < 0 else session.play(session.legal()[-1])
    >>> found = review(session, playouts=100, progress=False)
    >>> found.turning_point.step, float(found.values[-1].sum()), found.course[-1][0].high
    (11, 1.0, 1.0)
    """
    if not isinstance(session, Session):
        raise OptionError(f"A review is of a game that was played, made with game.session(), not {quote(session)}.")
    playouts, seed = check_playouts(playouts), check_seed(seed)
    check(progress=progress, cancel=cancel)
    game, log = session.game, session.log
    if not log:
        raise IllegalAction("Nothing has been played yet, so there is nothing to review.", "")
    ensure(game, aloud=False)
    lineup = make_lineup(game, playout_of(game.name) if strategy is None else strategy)
    now = _values(session, 0, lineup, playouts, seed)
    course, moments = [_shares(session, 0, now)], []
    with bar(progress, len(log), game.title, " steps") as tell:
        for number, step in enumerate(log, start=1):
            if cancel is not None and cancel.is_set():
                break
            before = session.position_at(number - 1)
            if len(game.legal(before)) > 1:
                after = _values(session, number, lineup, playouts, seed)
                moved = tuple(difference(after[:, p], now[:, p], SHIFTS) for p in range(game.players))
                preferred, cost, suspected = "", None, 0.0
                why: Callable[[], str] = str
                if step.player >= 0:
                    view = game.view(before, step.player)
                    table = advise(game, view, step.player, playouts, seed, strategy=strategy)
                    done = table.of(step.action)
                    # What did no worse on the same deals than what is preferred in doubt has cost nothing.
                    best = table[0] if done.behind.value > 0 else done
                    preferred, cost = best.text, Estimate(0.0, 0.0, 0.0)
                    if best is not done:
                        suspected = done.behind.value
                        cost = _look_again(session, number, best.action, lineup, playouts, seed)
                        why = partial(table.why_rather, best.action, step.action)
                moments.append(Moment(number, step.player, step.text, moved, preferred, cost, suspected, why))
                now = after
            course.append(_shares(session, number, now))
            tell(number)
    return Review(session, course, moments)


def _values(session: Session, step: int, lineup: Any, playouts: int, seed: int) -> NDArray[np.float64]:
    """The win shares of all players in playouts from the position as it was, the same luck at every step."""
    size = min(BATCH, playouts)
    source = Playouts(session.game, session.position_at(step), None, lineup, seed, size)
    parts = [win_shares(source.batch(ASK, batch)) for batch in range(-(-playouts // size))]
    return np.concatenate(parts)


def _shares(session: Session, step: int, wins: NDArray[np.float64]) -> tuple[Estimate, ...]:
    """Each player's win rate; where the game is over it is known."""
    if step == session.length and session.over:
        return tuple(Estimate(float(one), float(one), float(one)) for one in wins[0])
    return tuple(mean(wins[:, p], SHARES) for p in range(wins.shape[1]))


def _look_again(session: Session, step: int, best: int, lineup: Any, playouts: int, seed: int) -> Estimate:
    """By how much an action is better than the one that was played, on luck by which it was not chosen."""
    log, game, size = session.log[step - 1], session.game, min(BATCH, playouts)
    view = game.view(session.position_at(step - 1), log.player)
    ahead = read_ahead(game.rules)
    if ahead:
        source: Playouts = Search(game, view, log.player, lineup, seed, size, ahead, playouts)
    else:
        source = Playouts(game, view, log.player, lineup, seed, size)
    batches = range(SECOND_LOOK, SECOND_LOOK - (-playouts // size))
    one, other = (
        np.concatenate([win_shares(source.batch(action, batch))[:, log.player] for batch in batches])
        for action in (best, log.action)
    )
    return difference(one, other, SHIFTS)

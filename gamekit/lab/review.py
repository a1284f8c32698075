"""After the game: luck and decisions taken apart.

The value of a position is each player's win rate when all go on by the same strategy from it. A
chance event moves the values: that is luck. A decision moves them too, and the coach, who knows
only what the player knew, says what it cost against the action it would have preferred.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.arguments import check
from gamekit.errors import IllegalAction, OptionError, is_whole, quote
from gamekit.lab.coach import advise, check_playouts
from gamekit.lab.engine.lineup import Who, lineup_of
from gamekit.lab.engine.loops import ASK
from gamekit.lab.engine.playouts import BATCH, Playouts
from gamekit.lab.engine.warm import ensure
from gamekit.lab.estimate import SHIFTS, Estimate, difference, win_shares
from gamekit.lab.showing import axes, frame, html_of
from gamekit.lab.simulate import Progress, bar
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.session import Session, check_seed
from gamekit.strategy import playout_of

if TYPE_CHECKING:
    import pandas as pd

KEY_MOMENTS: Final = 5
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
DASHES: Final = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))


@dataclass(frozen=True)
class Moment:
    """A step of the game and what it moved.

    `step`: the step's number, so that `session.goto(step)` stands right after it. `player`: who
    decided, −1 for chance. `moved`: each player's win rate after the step minus that before. For
    decisions also `preferred` (the coach's action, in words) and `cost` (in win rate).
    """

    step: int
    player: int
    text: str
    moved: tuple[Estimate, ...]
    preferred: str = ""
    cost: Estimate | None = None

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

    `values`: each player's win rate after 0, 1, 2 … steps (a row each).
    """

    def __init__(self, session: Session, values: NDArray[np.float64], moments: Sequence[Moment]) -> None:
        self.title, self.players, self.values, self._moments = session.game.title, session.game.players, values, moments

    def __getitem__(self, index: Any) -> Any:
        return self._moments[index]

    def __len__(self) -> int:
        return len(self._moments)

    def __repr__(self) -> str:
        rows = [
            f"step {m.step}, {m.text}: {', '.join(f'{one.value:+.3f}' for one in m.moved)}" for m in self.key_moments()
        ]
        return "\n".join([f"{self.title}: what moved the players’ win rates most, of {len(self)} steps", *rows])

    def _repr_html_(self) -> str | None:
        return html_of(self.to_frame, "+.3f")

    def key_moments(self, count: int = KEY_MOMENTS) -> list[Moment]:
        """The steps that moved most, in the order of play."""
        check(count=count)
        return sorted(sorted(self._moments, key=lambda moment: -moment.size)[:count], key=lambda moment: moment.step)

    def mistakes(self, count: int = KEY_MOMENTS) -> list[Moment]:
        """The decisions that cost most, the worst first."""
        check(count=count)
        costly = [moment for moment in self._moments if moment.cost is not None and moment.cost.value > 0]
        return sorted(costly, key=lambda moment: -moment.cost.value if moment.cost else 0.0)[:count]

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
        return frame(rows, columns)

    def to_frame(self) -> pd.DataFrame:
        """A row for each step that could have gone otherwise."""
        rows = []
        for moment in self._moments:
            cost = moment.cost.value if moment.cost else np.nan
            moved = [estimate.value for estimate in moment.moved]
            rows.append((moment.step, moment.player, moment.text, *moved, moment.preferred, cost))
        moves = [f"moved_{p}" for p in range(self.players)]
        return frame(rows, ["step", "player", "text", *moves, "preferred", "cost"])

    def chart(self, ax: Any = None) -> Any:
        """Win rates over the game with its key moments, drawn with matplotlib; returns the axes."""
        ax = axes(ax, 8, 3.6)
        for p in range(self.players):
            label = f"player {PLAYER_LETTERS[p]}"
            ax.plot(self.values[:, p], color=COLOURS[p], linestyle=DASHES[p], linewidth=1.8, label=label)
        for moment in self.key_moments():
            p = int(np.argmax([abs(estimate.value) for estimate in moment.moved]))
            ax.plot(moment.step, self.values[moment.step, p], "o" if moment.luck else "D", color=COLOURS[p])
        ax.set_xlabel("step (● luck, ◆ decision)")
        ax.set_ylabel("win rate")
        ax.set_ylim(-0.02, 1.02)
        ax.set_title(self.title)
        ax.legend(loc="upper left")
        return ax


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
    """
    if not isinstance(session, Session):
        raise OptionError(f"A review is of a game that was played, made with game.session(), not {quote(session)}.")
    playouts, seed = check_playouts(playouts), check_seed(seed)
    check(progress=progress, cancel=cancel)
    game, log = session.game, session.log
    if not log:
        raise IllegalAction("Nothing has been played yet, so there is nothing to review.", "")
    ensure(game, aloud=False)
    lineup = lineup_of(game, playout_of(game.name) if strategy is None else strategy)
    now = _values(session, 0, lineup, playouts, seed)
    values, moments = [now.mean(axis=0)], []
    with bar(progress, len(log), game.title, " steps") as tell:
        for number, step in enumerate(log, start=1):
            if cancel is not None and cancel.is_set():
                break
            before = session.position_at(number - 1)
            if len(game.legal(before)) > 1:
                after = _values(session, number, lineup, playouts, seed)
                moved = tuple(difference(after[:, p], now[:, p], SHIFTS) for p in range(game.players))
                preferred, cost = "", None
                if step.player >= 0:
                    view = game.view(before, step.player)
                    table = advise(game, view, step.player, playouts, seed, strategy=strategy)
                    done = table.of(step.action)
                    # What did no worse on the same deals than what is preferred in doubt has cost nothing.
                    best = table[0] if done.behind.value > 0 else done
                    preferred, cost = best.text, Estimate(0.0, 0.0, 0.0) if best is done else done.behind
                moments.append(Moment(number, step.player, step.text, moved, preferred, cost))
                now = after
            values.append(now.mean(axis=0))
            tell(number)
    return Review(session, np.array(values), moments)


def _values(session: Session, step: int, lineup: Any, playouts: int, seed: int) -> NDArray[np.float64]:
    """The win shares of all players in playouts from the position as it was, the same luck at every step."""
    size = min(BATCH, playouts)
    source = Playouts(session.game, session.position_at(step), None, lineup, seed, size)
    parts = [win_shares(source.batch(ASK, batch)) for batch in range(-(-playouts // size))]
    return np.concatenate(parts)

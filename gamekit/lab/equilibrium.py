"""Games with hidden information, exactly: what a best response earns, how exploitable a strategy is, and CFR.

For small games only, whose whole tree fits into arrays (extensive.py). Everything is a pass over its layers, down with
probabilities and up with values; nothing is drawn by lot.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gamekit.arguments import check
from gamekit.errors import OptionError, is_whole, quote
from gamekit.lab.estimate import RETURNS
from gamekit.lab.extensive import ExtensiveForm, Floats, Places, extensive_form, multiply_steps
from gamekit.lab.policy import Plays, Policy, policy_of
from gamekit.lab.showing import choose_axes
from gamekit.lab.simulate import Progress, bar

if TYPE_CHECKING:
    from gamekit.game import Game

MOST_ITERATIONS: Final = 1_000_000
LOOKS: Final = 12
"""Points of the curve for each power of ten of iterations."""


@dataclass(frozen=True)
class BestResponse:
    """The most that a player can earn against what the others do. Made by `best_response`.

    Attributes: `player`; `value`, the expected return of the best response; `instead_of`, that of what the player did
    itself; `policy`, in which the player responds best and all others do as before.
    """

    player: int
    value: float
    instead_of: float
    policy: Policy

    @property
    def gain(self) -> float:
        """How much the best response earns more; never less than 0."""
        return max(0.0, self.value - self.instead_of)

    def __repr__(self) -> str:
        return (
            f"The best response of player {self.player} earns {self.value:.6g} instead of {self.instead_of:.6g}: "
            f"a gain of {self.gain:.6g}"
        )


def best_response(
    game: Game | ExtensiveForm, strategies: Plays = "random", player: int = 0, *, payoff: str | None = None
) -> BestResponse:
    """What `player` earns, on average, by the best response to `strategies` of the others; exact up to rounding.

    `strategies`: one for all players or one for each: a name, a strategy, a policy, or a function of view and legal
    actions that gives probabilities. `payoff`: "returns", which is usual, or "win", shares of the win; a tree
    (`extensive_form`) in the game's place has its own. Raises `OptionError` for a game too large, saying how large it
    would be.

    >>> from gamekit import load
    >>> best_response(load("kuhn"), "honest", player=1)
    The best response of player 1 earns 0.333333 instead of 0: a gain of 0.333333
    """
    form = grow_form(game, payoff)
    form.game.check_player(player)
    policy = policy_of(form, strategies)
    value, weights = _respond_best(form, policy.weights, int(player))
    own = float(compute_returns(form, policy.weights)[player])
    return BestResponse(int(player), value, own, Policy(form, weights))


def exploitability(game: Game | ExtensiveForm, strategies: Plays = "random", *, payoff: str | None = None) -> float:
    """How much a player gains by a best response while the others go on, on average over the players.

    0 for an equilibrium, and for nothing else. `strategies`, `payoff` and errors as in `best_response`.

    >>> from gamekit import load
    >>> kuhn = load("kuhn")
    >>> round(exploitability(kuhn, "random"), 6), round(exploitability(kuhn, "balanced"), 12)
    (0.458333, 0.0)
    """
    form = grow_form(game, payoff)
    return _exploitability(form, policy_of(form, strategies).weights)


@dataclass(frozen=True)
class Solution:
    """What CFR found. Made by `cfr`.

    Attributes: `policy`, the average over all iterations, which nears an equilibrium; `values`, what each player then
    expects; `curve`, pairs of iterations and the exploitability of the policy after them; `cancelled`.
    """

    policy: Policy
    values: tuple[float, ...]
    curve: tuple[tuple[int, float], ...]
    cancelled: bool = False

    @property
    def iterations(self) -> int:
        """How many were done."""
        return self.curve[-1][0]

    @property
    def exploitability(self) -> float:
        """That of the policy: how far it is from an equilibrium."""
        return self.curve[-1][1]

    def __repr__(self) -> str:
        values = ", ".join(f"player {p} {value:.6g}" for p, value in enumerate(self.values))
        return f"After {self.iterations:,} iterations: exploitability {self.exploitability:.3g}; expected: {values}"

    def chart(self, ax: Any = None) -> Any:
        """Exploitability over iterations, both logarithmic, drawn with matplotlib; returns the axes."""
        ax = choose_axes(ax, 6, 3.5)
        ax.loglog(*zip(*self.curve, strict=True), color="#0072B2")
        ax.set_xlabel("iterations of CFR")
        ax.set_ylabel("exploitability")
        ax.set_title(self.policy.form.game.title)
        return ax


def cfr(
    game: Game | ExtensiveForm,
    iterations: int = 1_000,
    *,
    plus: bool = False,
    payoff: str | None = None,
    progress: Progress = False,
    cancel: threading.Event | None = None,
) -> Solution:
    """Counterfactual regret minimisation: players who play against themselves and regret what they did not do.

    M. Zinkevich and others, Regret minimization in games with incomplete information (NIPS 2007). `plus`: CFR+ (O.
    Tammelin, 2014), which forgets negative regret, weighs later iterations more, and is faster. Both near an
    equilibrium where two play and what one wins the other loses. Raises `OptionError` where that is not so, or where
    the game is too large.

    >>> from gamekit import load
    >>> found = cfr(load("kuhn"), 500, plus=True)
    >>> abs(found.values[0] + 1 / 18) < 0.001, found.exploitability < 0.001
    (True, True)
    """
    form = grow_form(game, payoff)
    check(plus=plus, progress=progress, cancel=cancel)
    if not is_whole(iterations, 1, MOST_ITERATIONS):
        raise OptionError(f"There may be 1 to {MOST_ITERATIONS:,} iterations, not {quote(iterations)}.")
    if form.game.players != 2 or not form.constant_sum:
        raise OptionError(
            f"{form.game.title} with these options is not a game of two in which one wins what the other loses; only "
            'there CFR nears an equilibrium. payoff="win" counts shares of the win.'
        )
    regrets, total = np.zeros(form.choices), np.zeros(form.choices)
    curve: list[tuple[int, float]] = []
    looks, cancelled = _looks(int(iterations)), False
    with bar(progress, int(iterations), f"{form.game.title}: CFR") as tell:
        for iteration in range(1, int(iterations) + 1):
            for player in range(2):
                weights = match_regrets(form, regrets)
                if plus:
                    np.maximum(regrets, 0.0, out=regrets)
                _regret(form, weights, player, regrets, total, iteration if plus else 1)
            cancelled = cancel is not None and cancel.is_set()
            if iteration in looks or cancelled:
                curve.append((iteration, _exploitability(form, match_regrets(form, total))))
                tell(iteration)
            if cancelled:
                break
    average = match_regrets(form, total)
    return Solution(Policy(form, average), tuple(compute_returns(form, average).tolist()), tuple(curve), cancelled)


def grow_form(game: Game | ExtensiveForm, payoff: str | None = None) -> ExtensiveForm:
    """The tree of a game, for its returns where no payoff is named; a tree is itself, unless it has another payoff."""
    if isinstance(game, ExtensiveForm):
        return game if payoff in (None, game.payoff) else extensive_form(game.game, payoff=payoff)
    return extensive_form(game, payoff=RETURNS if payoff is None else payoff)


def compute_returns(form: ExtensiveForm, weights: Floats) -> Floats:
    """What each player expects if all play by these probabilities."""
    found: Floats = multiply_steps(form, np.where(form.choice >= 0, weights[form.choice], form.chance)) @ form.payoffs
    return found


def match_regrets(form: ExtensiveForm, regrets: Floats) -> Floats:
    """Regret matching: each choice as likely as its positive regret is large; where there is none, all alike."""
    positive = np.maximum(regrets, 0.0)
    sums = np.add.reduceat(positive, form.firsts)[form.owner]
    sizes = np.bincount(form.owner)[form.owner]
    return np.where(sums > 0, positive / np.where(sums > 0, sums, 1.0), 1.0 / sizes)


def _looks(iterations: int) -> set[int]:
    points = np.arange(0, LOOKS * np.log10(iterations) + 1) / LOOKS
    return {round(10**point) for point in points if 10**point <= iterations} | {iterations}


def _weigh_others(form: ExtensiveForm, weights: Floats, player: int) -> Floats:
    """The probability of each position if `player` does all to get there."""
    steps = np.where(form.choice >= 0, weights[form.choice], form.chance)
    return multiply_steps(form, np.where(_list_made_by(form, player), 1.0, steps))


def _list_made_by(form: ExtensiveForm, player: int) -> Any:
    """Which positions a choice of `player` led to."""
    return (form.choice >= 0) & (form.player[form.parent] == player)


class _Own(NamedTuple):
    """The choices of one player that lead into one layer."""

    rows: Places
    """Positions of the layer, counted within it, to which a choice of the player led."""
    choices: Places
    """Those choices, each once, ascending."""
    which: Places
    """For each of `rows`, the place of its choice in `choices`."""
    starts: Places
    """Where in `choices` each information state begins."""


def _find_own(form: ExtensiveForm, layer: slice, player: int) -> _Own:
    choices = form.choice[layer]
    rows = np.flatnonzero((choices >= 0) & (form.player[form.parent[layer]] == player))
    once, which = np.unique(choices[rows], return_inverse=True)
    owner = form.owner[once]
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    return _Own(rows, once, which, starts)


def _respond_best(form: ExtensiveForm, weights: Floats, player: int) -> tuple[float, Floats]:
    """The value of a player's best response, and the probabilities with it in place of what the player did."""
    values = _weigh_others(form, weights, player) * form.payoffs[:, player]
    answer = weights.copy()
    answer[form.of_player[form.owner] == player] = 0.0
    for layer in form.layers[:0:-1]:
        counted = values[layer].copy()
        own = _find_own(form, layer, player)
        if len(own.rows):
            worth = np.bincount(own.which, counted[own.rows], len(own.choices))
            sizes = np.diff([*own.starts, len(own.choices)])
            best = worth == np.repeat(np.maximum.reduceat(worth, own.starts), sizes)
            first = np.repeat(np.flatnonzero(best)[np.searchsorted(np.flatnonzero(best), own.starts)], sizes)
            taken = np.arange(len(own.choices)) == first
            answer[own.choices] = taken
            counted[own.rows] *= taken[own.which]
        np.add.at(values, form.parent[layer], counted)
    return float(values[0]), answer


def _exploitability(form: ExtensiveForm, weights: Floats) -> float:
    own = compute_returns(form, weights)
    gains = [_respond_best(form, weights, player)[0] - own[player] for player in range(form.game.players)]
    return max(0.0, float(np.mean(gains)))


def _regret(form: ExtensiveForm, weights: Floats, player: int, regrets: Floats, total: Floats, weight: float) -> None:
    """Add what `player` regrets if all play by `weights`, and what the player does there, to the sums so far."""
    steps = np.where(form.choice >= 0, weights[form.choice], form.chance)
    mine = _list_made_by(form, player)
    others, own = multiply_steps(form, np.where(mine, 1.0, steps)), multiply_steps(form, np.where(mine, steps, 1.0))
    values = form.payoffs[:, player].copy()
    for layer in form.layers[:0:-1]:
        np.add.at(values, form.parent[layer], steps[layer] * values[layer])
    rows = np.flatnonzero(mine)
    parents = form.parent[rows]
    np.add.at(regrets, form.choice[rows], others[parents] * (values[rows] - values[parents]))
    ours = np.flatnonzero(form.of_player[form.owner] == player)
    total[ours] += weight * own[form.example[form.owner[ours]]] * weights[ours]

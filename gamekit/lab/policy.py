"""What players do in every information state of a small game, as probabilities; any strategy becomes such a policy.

The tree it stands on is in extensive.py; what a policy earns, and how a better one is found, in equilibrium.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gamekit.arguments import check, takes
from gamekit.errors import OptionError, StrategyError, quote
from gamekit.lab.engine.lineup import find_strategy
from gamekit.lab.exact import strip_notes
from gamekit.lab.extensive import ExtensiveForm, Floats, InformationState, multiply_steps
from gamekit.lab.showing import make_frame, write_html
from gamekit.strategy import RANDOM, Choose, Strategy

if TYPE_CHECKING:
    import pandas as pd

GRID: Final = 64
"""So many pieces of luck are tried before the places where a strategy changes its mind are looked for between them."""
HALVINGS: Final = 60
MOST_SHOWN: Final = 40
"""Information states that a printed policy shows."""
ROUNDING: Final = 1e-9

Plays = Any
"""What people may say for a policy: a name, a strategy, a policy, a function of view and legal actions; or one each."""


class Policy:
    """Probabilities for each action in each information state. Made by `policy_of`, `best_response` and `cfr`.

    Attributes: `form`, and `weights`, one probability for each choice of the form.
    """

    def __init__(self, form: ExtensiveForm, weights: Floats) -> None:
        self.form, self.weights = form, weights

    def __repr__(self) -> str:
        states = self.form.states
        lines = [f"{self._describe_view(state)} {self._name_state(state)}" for state in states[:MOST_SHOWN]]
        more = len(states) - MOST_SHOWN
        return "\n".join([*lines, *([f"… and {more:,} information states more"] if more > 0 else [])])

    def _repr_html_(self) -> str | None:
        return write_html(lambda: self.to_frame().head(4 * MOST_SHOWN))

    def _describe_view(self, state: InformationState) -> str:
        game = self.form.game
        return str(game.picture.describe(game, state.view, state.player))

    def _name_state(self, state: InformationState) -> str:
        odds = self.at(state)
        return ", ".join(f"{self.form.game.action_text(action)} {100 * share:.1f} %" for action, share in odds.items())

    def at(self, state: InformationState) -> dict[int, float]:
        """The probability of each legal action in an information state of the form."""
        if not isinstance(state, InformationState):
            raise OptionError(f"This needs an information state, one of `form.states`, not {quote(state)}.")
        own = self.weights[state.first : state.first + len(state.actions)]
        return dict(zip(state.actions, own.tolist(), strict=True))

    def to_frame(self) -> pd.DataFrame:
        """A row for each choice: the player, what the player sees, the action in words, its probability."""
        rows = [
            (state.player, self._describe_view(state), self.form.game.action_text(action), share)
            for state in self.form.states
            for action, share in self.at(state).items()
        ]
        return make_frame(rows, ["player", "sees", "action", "probability"])

    def strategy(self, name: str = "policy", title: str = "Policy") -> Strategy:
        """The policy as a strategy that plays, in plain Python; it goes by the view.

        Where several information states end in the same view (cards drawn in another order, say), it does what is done
        there on average, each as often as it comes when all play so.
        """
        check(name=name, title=title)
        form = self.form
        reach = multiply_steps(form, np.where(form.choice >= 0, self.weights[form.choice], form.chance))
        often = np.bincount(form.state[form.state >= 0], reach[form.state >= 0], len(form.states))
        table: dict[tuple[int, bytes], Floats] = {}
        for state in form.states:
            own = self.weights[state.first : state.first + len(state.actions)]
            key = state.player, strip_notes(state.view)
            table[key] = (
                table.get(key, 0.0) + (often[state.number] + 1e-30) * own
            )  # a state that never comes counts too
        hide = form.game.rules.hide

        def choose(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
            view = s.copy()
            hide(view, t, player)
            odds = np.cumsum(table[player, strip_notes(view)])
            return int(actions[min(n - 1, int(np.searchsorted(odds, rng.random() * odds[-1], side="right")))])

        return Strategy(name, title, "Plays by the probabilities that were found for it.", choose)


def policy_of(form: ExtensiveForm, plays: Plays = "random") -> Policy:
    """What `plays` does, as probabilities: for all players, or a list with one for each.

    A strategy's probabilities are exact: its luck is not drawn but gone through. It may draw once for a decision, with
    `rng.random()` or `rng.integers()`; what it does with less than 1/64 of its luck may be overlooked. A function of
    two arguments, view and legal actions, gives probabilities itself; what `cfr` or `best_response` found has a policy.
    Raises `OptionError` or `StrategyError`.

    >>> from gamekit import load
    >>> from gamekit.lab.extensive import extensive_form
    >>> form = extensive_form(load("kuhn"))
    >>> policy_of(form, "honest").at(form.states[2])
    {0: 0.0, 1: 1.0}
    """
    if isinstance(plays, Sequence) and not isinstance(plays, str):
        if len(plays) != form.game.players:
            raise StrategyError(f"Say what all {form.game.players} players do, or what each does, not {len(plays)}.")
        each = [policy_of(form, one).weights for one in plays]
        return Policy(form, np.choose(form.of_player[form.owner], each))
    plays = getattr(plays, "policy", plays)  # a Solution, a BestResponse
    if isinstance(plays, Policy):
        if plays.form is not form and not _share_tree(plays.form, form):
            raise OptionError(
                f"This policy is for {plays.form.game!r}, or for other payoffs; wanted is one for {form.game!r}."
            )
        return Policy(form, plays.weights)
    if not isinstance(plays, Strategy) and takes(plays, 2):
        told: Callable[[Any, list[int]], Mapping[int, Any]] = plays
        return Policy(form, np.concatenate([_read_function(state, told) for state in form.states]))
    strategy = find_strategy(form.game, plays)
    return Policy(form, np.concatenate([_ask(form, state, strategy) for state in form.states]))


def _share_tree(one: ExtensiveForm, other: ExtensiveForm) -> bool:
    """Whether two forms are of games that were loaded alike: their trees then are grown alike."""
    alike = repr(one.game) == repr(other.game) and one.game.box == other.game.box
    return alike and one.payoff == other.payoff and len(one) == len(other)


def _read_function(state: InformationState, told: Callable[[Any, list[int]], Mapping[int, Any]]) -> Floats:
    """Probabilities from a function, checked."""
    given = told(state.view.copy(), list(state.actions))
    known = isinstance(given, Mapping) and set(given) <= set(state.actions)
    found = np.array([float(given.get(action, 0.0)) for action in state.actions] if known else [])
    if not known or found.min() < 0 or abs(found.sum() - 1) > ROUNDING:
        wanted = list(state.actions)
        raise OptionError(f"A policy must spread probability 1 over the legal actions {wanted}, not {quote(given)}.")
    return found


class _SecondDraw(Exception):
    """A strategy draws more than once for a decision."""


class _Luck:
    """Stands in for a strategy's generator: the one number it draws is given beforehand."""

    def __init__(self, value: float | None) -> None:
        self._value, self.drawn, self.values = value, False, 0

    def random(self) -> float:
        """A number from 0 to 1."""
        self._draw_once(0)
        return self._value or 0.0

    def integers(self, low: int, high: int | None = None) -> int:
        """A whole number below `high`."""
        start, end = (0, low) if high is None else (low, high)
        self._draw_once(int(end - start))
        return int(start + (self._value or 0))

    def _draw_once(self, values: int) -> None:
        if self.drawn:
            raise _SecondDraw
        self.drawn, self.values = True, values


def _ask(form: ExtensiveForm, state: InformationState, strategy: Strategy) -> Floats:
    """A strategy's probabilities in one information state."""
    n = len(state.actions)
    if strategy.choose is RANDOM.choose or n == 1:
        return np.full(n, 1 / n)
    found = np.zeros(n)
    try:
        for action, share in _shares(form, state, strategy.choose).items():
            if action not in state.actions:
                raise StrategyError(f"The strategy {strategy.name} chose {action}; legal were {list(state.actions)}.")
            found[state.actions.index(action)] += share
    except (_SecondDraw, AttributeError):
        raise OptionError(
            f"The strategy {strategy.name} draws more than one number for a decision, so its probabilities cannot be "
            "gone through: give them as a function of view and legal actions."
        ) from None
    return found


def _shares(form: ExtensiveForm, state: InformationState, choose: Choose) -> dict[int, float]:
    """How much of its luck leads to each action."""
    actions = np.zeros(form.game.num_actions, np.int32)
    actions[: len(state.actions)] = state.actions

    def ask(value: float | None) -> tuple[int, _Luck]:
        luck: Any = _Luck(value)
        chosen = choose(state.view.copy(), form.game.tables, state.player, actions, len(state.actions), luck)
        return int(chosen), luck

    action, luck = ask(None)
    if not luck.drawn:
        return {action: 1.0}
    shares: dict[int, float] = {}
    if luck.values:
        for value in range(luck.values):
            shares[ask(value)[0]] = shares.get(ask(value)[0], 0.0) + 1 / luck.values
        return shares
    ends = [*np.arange(GRID) / GRID, np.nextafter(1.0, 0.0)]
    chosen = [ask(end)[0] for end in ends]
    for low, high, at_low, at_high in zip(ends, ends[1:], chosen, chosen[1:], strict=False):
        change = high if at_low == at_high else _find_turns(lambda value: ask(value)[0], low, high, at_low)
        shares[at_low] = shares.get(at_low, 0.0) + float(change - low)
        shares[at_high] = shares.get(at_high, 0.0) + float(high - change)
    return {action: share / sum(shares.values()) for action, share in shares.items()}


def _find_turns(ask: Callable[[float], int], low: float, high: float, at_low: int) -> float:
    """Where between two pieces of luck a strategy turns from one action to another."""
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if ask(middle) == at_low else (low, middle)
    return high

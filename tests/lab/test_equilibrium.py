"""Best responses, exploitability and CFR, held against Kuhn's own solution (1950) and against every pure strategy."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.compiling import CHANCE
from gamekit.games.kuhn.rules import BET, CALL, CHECK, FOLD, JACK, KING, PHASE_OPEN, QUEEN
from gamekit.lab import equilibrium, extensive
from gamekit.lab.equilibrium import compute_returns
from gamekit.lab.extensive import estimate_size
from gamekit.lab.policy import policy_of

NEAR = 1e-9
TINY = {"players": 2, "stages": 1, "hand": 2, "values": 4, "copies": 1, "rest": 0, "action": 0}
"""A card game of four cards: 689 positions."""


def of_kuhn(alpha: float) -> Any:
    """The equilibria that Kuhn found, one for each alpha from 0 to 1/3: how often A bets a Jack."""

    def play(view: Any, legal: list[int]) -> dict[int, float]:
        player = 0 if view.hand[0] >= 0 else 1
        card = int(view.hand[player])
        if view.phase == PHASE_OPEN:
            bets = {0: {JACK: alpha, QUEEN: 0.0, KING: 3 * alpha}, 1: {JACK: 1 / 3, QUEEN: 0.0, KING: 1.0}}
            return {BET: bets[player][card], CHECK: 1 - bets[player][card]}
        calls = {JACK: 0.0, QUEEN: (alpha if player == 0 else 0.0) + 1 / 3, KING: 1.0}
        return {CALL: calls[card], FOLD: 1 - calls[card]}

    return play


@pytest.fixture(scope="module")
def kuhn() -> gk.Game:
    return gk.load("kuhn")


@pytest.mark.parametrize("alpha", [0.0, 0.1, 0.25, 1 / 3])
def test_kuhns_equilibria_are_equilibria_and_worth_a_loss_of_an_eighteenth(kuhn: gk.Game, alpha: float) -> None:
    assert gk.exploitability(kuhn, of_kuhn(alpha)) == pytest.approx(0, abs=NEAR)
    for player, value in ((0, -1 / 18), (1, 1 / 18)):
        found = gk.best_response(kuhn, of_kuhn(alpha), player)
        assert (found.value, found.instead_of) == (pytest.approx(value, abs=NEAR), pytest.approx(value, abs=NEAR))


def test_any_other_alpha_can_be_exploited(kuhn: gk.Game) -> None:
    assert gk.exploitability(kuhn, [of_kuhn(0.0), of_kuhn(0.2)]) == pytest.approx(0, abs=NEAR)
    for player in range(2):
        both: list[Any] = [of_kuhn(0.1), of_kuhn(0.1)]
        both[player] = "honest"
        assert gk.exploitability(kuhn, both) > 0.01


@pytest.mark.parametrize("bet", range(1, 6))
def test_the_balanced_strategy_is_an_equilibrium_whatever_a_bet_costs(bet: int) -> None:
    assert gk.exploitability(gk.load("kuhn", bet=bet), "balanced") == pytest.approx(0, abs=NEAR)


@pytest.mark.parametrize("against", ["random", "honest", "bluffer"])
@pytest.mark.parametrize("player", [0, 1])
def test_a_best_response_is_the_best_of_all_pure_strategies(kuhn: gk.Game, against: str, player: int) -> None:
    form = gk.extensive_form(kuhn)
    theirs = policy_of(form, against).weights
    own = [state for state in form.states if state.player == player]
    values = []
    for pure in itertools.product(range(2), repeat=len(own)):
        weights = theirs.copy()
        for state, pick in zip(own, pure, strict=True):
            weights[state.first : state.first + 2] = np.arange(2) == pick
        values.append(compute_returns(form, weights)[player])
    found = gk.best_response(kuhn, against, player)
    assert found.value == pytest.approx(max(values), abs=NEAR)
    assert compute_returns(form, found.policy.weights)[player] == pytest.approx(found.value, abs=NEAR)


@pytest.mark.parametrize("plus", [False, True])
def test_cfr_nears_an_equilibrium_and_says_how_near(kuhn: gk.Game, plus: bool) -> None:
    found = gk.cfr(kuhn, 400, plus=plus)
    assert found.iterations == 400
    assert found.exploitability == gk.exploitability(kuhn, found.policy)
    assert found.exploitability < (0.0005 if plus else 0.005)
    assert found.curve[0][1] > 0.1
    assert found.values[0] == pytest.approx(-1 / 18, abs=2 * found.exploitability)
    alpha = found.policy.at(gk.extensive_form(kuhn).states[0])[BET]
    assert 0 <= alpha <= 1 / 3 + 0.02


@pytest.mark.parametrize("plus", [False, True])
def test_cfr_weighs_deals_by_how_likely_they_are(kuhn: gk.Game, plus: bool) -> None:
    form = copy.copy(gk.extensive_form(kuhn))
    dealt = (form.choice < 0) & (np.arange(len(form)) > 0)
    growing = np.where(dealt, 1.0 + np.arange(len(form)) ** 2, 0.0)
    sums = np.bincount(form.parent[dealt], growing[dealt], len(form))
    form.chance = np.where(dealt, growing / np.where(dealt, sums[form.parent], 1.0), 1.0)
    assert np.ptp(form.chance[dealt]) > 0.1, "deals differ"
    assert gk.cfr(form, 1_000, plus=plus).exploitability < 0.005


def test_what_was_found_stands_for_its_policy(kuhn: gk.Game) -> None:
    found = gk.cfr(kuhn, 50)
    assert gk.exploitability(kuhn, found) == gk.exploitability(kuhn, found.policy)
    response = gk.best_response(kuhn, found)
    assert gk.best_response(kuhn, [response, found]).value == pytest.approx(response.value, abs=NEAR)


def test_a_small_policy_is_shown_whole(kuhn: gk.Game) -> None:
    policy = gk.cfr(kuhn, 2).policy
    assert policy._repr_html_().count("<tr") == 1 + len(policy.to_frame())


def test_cfr_can_be_stopped_and_has_an_answer(kuhn: gk.Game) -> None:
    import threading

    stop = threading.Event()
    stop.set()
    found = gk.cfr(kuhn, 1_000, cancel=stop)
    assert (found.cancelled, found.iterations) == (True, 1)


def test_what_was_found_can_be_played_with(kuhn: gk.Game) -> None:
    policy = gk.cfr(kuhn, 200, plus=True).policy
    form = gk.extensive_form(kuhn)
    again = policy_of(form, policy.strategy("found"))
    assert np.abs(again.weights - policy.weights).max() < NEAR, "the strategy's luck is gone through"
    played = gk.simulate(kuhn, [policy.strategy("found"), "random"], 300, progress=False)
    assert played.games == 300


def test_a_tiny_card_game_is_solved_for_the_win() -> None:
    game = gk.load("kartenspiel", **TINY)
    with pytest.raises(gk.OptionError, match="not a game of two in which one wins what the other loses"):
        gk.cfr(game)
    form = gk.extensive_form(game, payoff="win")
    found = gk.cfr(game, 60, plus=True, payoff="win")
    assert found.policy.form is form, "a payoff and the tree for it are one"
    assert gk.exploitability(game, found.policy, payoff="win") == gk.exploitability(form, found.policy)
    assert gk.best_response(game, "random", payoff="win").value <= 1 < gk.best_response(form, payoff="returns").value
    assert sum(found.values) == pytest.approx(1)
    assert found.exploitability < 0.01 < gk.exploitability(form, "random")


@pytest.mark.parametrize("payoff", ["wins", True, None, ["win"]])
def test_what_is_no_payoff_is_refused_in_a_sentence(payoff: Any) -> None:
    with pytest.raises(gk.OptionError, match="A payoff is 'returns' or 'win', not"):
        gk.extensive_form(gk.load("kuhn"), payoff=payoff)


def test_a_game_too_large_is_told_how_large_it_would_be() -> None:
    with pytest.raises(gk.OptionError, match=r"some 10 to the power of \d+ positions.*a tree may have 500,000"):
        gk.exploitability(gk.load("kartenspiel", players=2))
    with pytest.raises(gk.OptionError, match=r"has about \d+ positions.*a tree may have 100"):
        gk.extensive_form(gk.load("kartenspiel", **TINY), most=100)
    with pytest.raises(gk.OptionError, match="a tree may have 57"):
        gk.extensive_form(gk.load("kuhn", bet=2), most=57)
    with pytest.raises(gk.OptionError, match=r"it has start, stages, limit, hand, values, copies, rest, action\."):
        gk.exploitability(gk.load("kartenspiel", players=2))
    with pytest.raises(
        gk.OptionError, match=r"Pig with .* Options that make it smaller may help; it has goal, rounds\.$"
    ):
        gk.exploitability(gk.load("pig", players=2))
    assert 10 ** estimate_size(gk.load("kuhn")) == pytest.approx(58, rel=0.3)


def test_where_random_games_tell_too_little_only_what_was_seen_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extensive, "estimate_size", lambda game: 1.5)
    with pytest.raises(gk.OptionError, match=r"has more than 100 positions; a tree may have 100\."):
        gk.extensive_form(gk.load("kartenspiel", **(TINY | {"start": 1})), most=100)


def test_information_states_hold_what_looks_alike_and_nothing_else() -> None:
    form = gk.extensive_form(gk.load("kartenspiel", **TINY))
    assert len(form) == round(10 ** estimate_size(form.game))
    for state in form.states:
        here = np.flatnonzero(form.state == state.number)
        assert set(form.player[here]) == {state.player}
        assert form.game.legal(state.view) == list(state.actions)
    assert form.choices == len(set(form.choice)) - 1, "every choice is made somewhere; −1 is none"


@pytest.mark.parametrize("options", [TINY, TINY | {"rest": 1}])
def test_each_information_state_has_a_position_of_its_own_and_chance_goes_somewhere(options: Any) -> None:
    """With a rest, chance and players decide at the same depth."""
    form = gk.extensive_form(gk.load("kartenspiel", **options))
    assert form.state[form.example].tolist() == [state.number for state in form.states]
    together = np.bincount(form.parent[1:], form.chance[1:], len(form))
    assert together[form.player == CHANCE] == pytest.approx(1)


@pytest.mark.parametrize("player", [0, 1])
def test_what_a_player_does_and_regrets_is_added_up_for_that_player_only(kuhn: gk.Game, player: int) -> None:
    form = gk.extensive_form(kuhn)
    weights, regrets, total = policy_of(form, "random").weights, np.zeros(form.choices), np.zeros(form.choices)
    equilibrium._regret(form, weights, player, regrets, total, 1.0)
    own = form.of_player[form.owner] == player
    assert (total > 0).tolist() == own.tolist()
    assert not regrets[~own].any()


def twice(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    return int(actions[int((rng.random() + rng.random()) / 2 * n)])


def any_of(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    return int(actions[rng.integers(n)])


def test_what_cannot_be_gone_through_is_refused_in_words(kuhn: gk.Game) -> None:
    assert gk.exploitability(kuhn, any_of) == pytest.approx(gk.exploitability(kuhn, "random"), abs=NEAR)
    with pytest.raises(gk.OptionError, match="twice draws more than one number"):
        gk.exploitability(kuhn, twice)
    with pytest.raises(gk.OptionError, match="must spread probability 1"):
        gk.exploitability(kuhn, lambda view, legal: {legal[0]: 0.5})
    with pytest.raises(gk.StrategyError, match="chose 99"):
        gk.exploitability(kuhn, lambda s, t, player, actions, n, rng: 99)
    with pytest.raises(gk.StrategyError, match="all 2 players"):
        gk.exploitability(kuhn, ["random"])
    with pytest.raises(gk.StrategyError, match="no strategy"):
        gk.exploitability(kuhn, "brave")
    with pytest.raises(gk.OptionError, match="no player"):
        gk.best_response(kuhn, "random", 2)
    with pytest.raises(gk.OptionError, match="iterations"):
        gk.cfr(kuhn, 0)
    with pytest.raises(gk.OptionError, match=r"policy is for .*bet=2"):
        gk.exploitability(gk.load("kuhn", bet=2), gk.cfr(kuhn, 1).policy)

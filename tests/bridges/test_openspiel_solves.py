"""Best responses, exploitability and CFR beside OpenSpiel's own, on Kuhn poker and on a tiny card game: to 1e-9."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
from open_spiel.python import policy as openspiel_policy  # noqa: E402
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability  # noqa: E402

import gamekit as gk  # noqa: E402
from gamekit.bridges import load_pyspiel  # noqa: E402
from gamekit.lab.engine.stepping import Walk  # noqa: E402
from gamekit.lab.exact import strip_notes  # noqa: E402

NEAR = 1e-9
CARDS = {"players": 2, "stages": 1, "hand": 2, "copies": 1, "rest": 0, "action": 0}
"""The card game without its action cards, dealt out: two cards each."""
HIDDEN = CARDS | {"values": 2, "copies": 2, "rest": 1}
"""Five cards, of which one stays in the pile: nobody knows what the other holds. 1,258 positions."""
GAMES = [
    ("kuhn", {}),
    ("kuhn", {"bet": 2}),
    ("kartenspiel", CARDS | {"values": 4}),
]


def some(salt: str) -> Any:
    """Any policy that goes by the view, another one for each salt."""

    def odds(view: Any, legal: list[int]) -> dict[int, float]:
        digest = hashlib.sha256(salt.encode() + strip_notes(view)).digest()
        weights = [1.0 + digest[i % len(digest)] for i in range(len(legal))]
        return {action: weight / sum(weights) for action, weight in zip(legal, weights, strict=True)}

    return odds


def as_theirs(game: Any, odds: Any) -> Any:
    """The same policy behind OpenSpiel's face."""

    def asked(state: Any) -> list[tuple[int, float]]:
        return list(odds(state.walk.view(state.current_player()), state.legal_actions()).items())

    return openspiel_policy.tabular_policy_from_callable(game, asked)


@pytest.mark.parametrize("salt", ["one", "two"])
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_same_best_responses_and_exploitability(name: str, options: dict[str, Any], salt: str) -> None:
    game, ours = load_pyspiel(name, **options), gk.load(name, **options)
    theirs = as_theirs(game, some(salt))
    values = expected_game_score.policy_value(game.new_initial_state(), [theirs] * 2)
    gains = []
    for player in range(2):
        answer = best_response.BestResponsePolicy(game, player, theirs)
        found = gk.best_response(ours, some(salt), player)
        gains.append(answer.value(game.new_initial_state()) - values[player])
        assert found.value == pytest.approx(answer.value(game.new_initial_state()), abs=NEAR)
        assert found.instead_of == pytest.approx(values[player], abs=NEAR)
    assert gk.exploitability(ours, some(salt)) == pytest.approx(sum(gains) / 2, abs=NEAR)


@pytest.mark.parametrize("salt", ["one", "two"])
@pytest.mark.parametrize("options", [{}, {"bet": 2}])
def test_openspiels_own_exploitability_takes_our_kuhn_and_finds_the_same(options: dict[str, Any], salt: str) -> None:
    game = load_pyspiel("kuhn", **options)
    assert (game.get_type().utility, game.utility_sum()) == (pyspiel.GameType.Utility.ZERO_SUM, 0)
    theirs = exploitability.exploitability(game, as_theirs(game, some(salt)))
    assert theirs == pytest.approx(gk.exploitability(gk.load("kuhn", **options), some(salt)), abs=NEAR)


@pytest.mark.parametrize(("name", "options"), [("kuhn", {}), ("kartenspiel", HIDDEN)])
def test_played_for_the_win_openspiels_own_exploitability_takes_it_and_finds_the_same(name: str, options: Any) -> None:
    game, ours = load_pyspiel(name, payoff="win", **options), gk.load(name, **options)
    kind = game.get_type().utility
    assert (kind, game.utility_sum()) == (pyspiel.GameType.Utility.CONSTANT_SUM, 1)
    assert (game.min_utility(), game.max_utility()) == (0, 1)
    theirs = exploitability.exploitability(game, as_theirs(game, some("one")))
    assert theirs == pytest.approx(gk.exploitability(ours, some("one"), payoff="win"), abs=NEAR)


def test_a_game_whose_returns_add_up_to_anything_is_no_constant_sum_game() -> None:
    game = load_pyspiel("pig")
    assert (game.get_type().utility, game.utility_sum()) == (pyspiel.GameType.Utility.GENERAL_SUM, None)


def known(form: Any, here: Any) -> tuple[Any, ...]:
    """What a player has seen and done in its decisions up to an information state of ours.

    Information states that differ only in what was seen between are compared as a group. There are two actions
    at most, so the probability of the first says all.
    """
    place, found = form.example[here.number], [strip_notes(here.view)]
    while place > 0:
        before, chosen = form.parent[place], form.choice[place]
        if form.player[before] == here.player:
            state = form.states[form.owner[chosen]]
            found += [state.actions[chosen - state.first], strip_notes(state.view)]
        place = before
    return here.player, *found[::-1]


def known_there(state: Any) -> tuple[Any, ...]:
    """The same for a position of OpenSpiel's."""
    player, walk = state.current_player(), Walk.begin(state.walk.game)
    found: list[Any] = [player]
    for action in state.history():
        if walk.player == player:
            found += [strip_notes(walk.view(player)), action]
        walk.apply(action)
    return *found, strip_notes(walk.view(player))


@pytest.mark.parametrize("plus", [False, True])
@pytest.mark.parametrize(("name", "options", "iterations"), [("kuhn", {}, 30), ("kartenspiel", HIDDEN, 4)])
def test_the_same_cfr_iteration_by_iteration(name: str, options: dict[str, Any], iterations: int, plus: bool) -> None:
    """The card game is played for the win, as its kilometres are no game in which one wins what the other loses."""
    payoff = "win" if options else "returns"
    game = load_pyspiel(name, payoff=payoff, **options)
    form = gk.extensive_form(gk.load(name, **options), payoff=payoff)
    solver = (cfr.CFRPlusSolver if plus else cfr.CFRSolver)(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    theirs, ours = solver.average_policy(), gk.cfr(form, iterations, plus=plus).policy
    ours_known, theirs_known = defaultdict(list), defaultdict(list)
    for here in form.states:
        ours_known[known(form, here)].append(ours.at(here)[here.actions[0]])
    for place, state in enumerate(theirs.states):
        theirs_known[known_there(state)].append(theirs.action_probability_array[place][state.legal_actions()[0]])
    assert ours_known.keys() == theirs_known.keys()
    for key, probabilities in ours_known.items():
        assert sorted(probabilities) == pytest.approx(sorted(theirs_known[key]), abs=NEAR)
    mixed = [odds for all_odds in theirs_known.values() for odds in all_odds if 0.01 < odds < 0.99]
    assert len(set(np.round(mixed, 4))) > 3, "what was found is not all alike"


def test_openspiels_own_kuhn_poker_is_as_exploitable_at_random() -> None:
    """Their game and ours, each with its own rules."""
    theirs = pyspiel.load_game("kuhn_poker")
    uniform = openspiel_policy.UniformRandomPolicy(theirs)
    assert gk.exploitability(gk.load("kuhn")) == pytest.approx(exploitability.exploitability(theirs, uniform), abs=NEAR)

"""Best responses, exploitability and CFR beside OpenSpiel's own, on Kuhn poker and on a tiny card game: to 1e-9."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
from open_spiel.python import policy as openspiel_policy  # noqa: E402
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability  # noqa: E402

import gamekit as gk  # noqa: E402
from gamekit.bridges import load_pyspiel  # noqa: E402
from gamekit.lab.exact import plain  # noqa: E402

NEAR = 1e-9
CARDS = {"players": 2, "stages": 1, "hand": 2, "copies": 1, "rest": 0, "action": 0}
"""The card game without its action cards, dealt out: two cards each."""
GAMES = [
    ("kuhn", {}),
    ("kuhn", {"bet": 2}),
    ("kartenspiel", CARDS | {"values": 4}),
]


def some(salt: str) -> Any:
    """Any policy that goes by the view, another one for each salt."""

    def odds(view: Any, legal: list[int]) -> dict[int, float]:
        digest = hashlib.sha256(salt.encode() + plain(view)).digest()
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


@pytest.mark.parametrize("plus", [False, True])
def test_the_same_cfr_iteration_by_iteration(plus: bool) -> None:
    game, kuhn = load_pyspiel("kuhn"), gk.load("kuhn")
    solver = (cfr.CFRPlusSolver if plus else cfr.CFRSolver)(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    theirs, ours = solver.average_policy(), gk.cfr(kuhn, 30, plus=plus).policy
    by_view = {(state.player, plain(state.view)): state for state in ours.form.states}
    for place, state in enumerate(theirs.states):
        player = state.current_player()
        here = by_view[player, plain(state.walk.view(player))]
        found = [theirs.action_probability_array[place][action] for action in here.actions]
        assert np.abs(np.array(found) - [*ours.at(here).values()]).max() < NEAR


def test_openspiels_own_kuhn_poker_is_as_exploitable_at_random() -> None:
    """Their game and ours, each with its own rules."""
    theirs = pyspiel.load_game("kuhn_poker")
    uniform = openspiel_policy.UniformRandomPolicy(theirs)
    assert gk.exploitability(gk.load("kuhn")) == pytest.approx(exploitability.exploitability(theirs, uniform), abs=NEAR)

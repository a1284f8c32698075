"""OpenSpiel solves games of this package, and its figures are those of the solver in *Bluffing is arithmetic*."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
from open_spiel.python import policy as openspiel_policy  # noqa: E402
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability  # noqa: E402

from gamekit.bridges import load_pyspiel  # noqa: E402
from gamekit.games.kuhn.rules import BET, CALL, DEAL  # noqa: E402
from tests.lessons.notebooks import notebook  # noqa: E402

NEAR = 1e-9
HIDDEN = {"players": 2, "stages": 1, "hand": 2, "copies": 2, "values": 2, "rest": 1, "action": 0}
"""Five cards of the card game, of which one stays in the pile: nobody knows what the other holds. 1,258 positions."""
LESSON = notebook("topics/bluffing_is_arithmetic")
Policy = dict[str, float]


def any_policy(seed: int) -> Policy:
    lots = random.Random(seed)
    return {known: lots.random() for known in LESSON.KNOWN[0] + LESSON.KNOWN[1]}


def as_theirs(game: Any, policy: Policy) -> Any:
    """A policy of the lesson behind OpenSpiel's face."""

    def asked(state: Any) -> list[tuple[int, float]]:
        player, history = state.current_player(), state.history()
        word = "".join("b" if action in (BET, CALL) else "c" for action in history if action < DEAL)
        share = policy[LESSON.CARDS[state.walk.view(player).hand[player]] + word]
        return [(action, share if action in (BET, CALL) else 1 - share) for action in state.legal_actions()]

    return openspiel_policy.tabular_policy_from_callable(game, asked)


def lesson_exploitability(policy: Policy, bet: int) -> float:
    return float(LESSON.best(policy, 0, bet) + LESSON.best(policy, 1, bet)) / 2


@pytest.mark.parametrize("bet", [1, 2])
@pytest.mark.parametrize("seed", [1, 2])
def test_openspiel_finds_the_best_responses_of_the_lesson(seed: int, bet: int) -> None:
    game, policy = load_pyspiel("kuhn", bet=bet), any_policy(seed)
    theirs = as_theirs(game, policy)
    start = game.new_initial_state()
    assert expected_game_score.policy_value(start, [theirs] * 2)[0] == pytest.approx(
        LESSON.worth(policy, bet), abs=NEAR
    )
    for player in range(2):
        answer = best_response.BestResponsePolicy(game, player, theirs)
        assert answer.value(start) == pytest.approx(LESSON.best(policy, player, bet), abs=NEAR)
    found = exploitability.exploitability(game, theirs)
    assert found == pytest.approx(lesson_exploitability(policy, bet), abs=NEAR)


@pytest.mark.parametrize(
    ("name", "options", "solver", "iterations"),
    [
        ("kuhn", {}, cfr.CFRPlusSolver, 200),
        ("kartenspiel", HIDDEN, cfr.CFRSolver, 20),
    ],
)
def test_openspiels_own_cfr_brings_games_of_this_package_near_an_equilibrium(
    name: str, options: dict[str, Any], solver: Any, iterations: int
) -> None:
    """The card game is played for the win, as its kilometres are no game in which one wins what the other loses."""
    game = load_pyspiel(name, payoff="win" if options else "returns", **options)
    solving = solver(game)
    before = exploitability.exploitability(game, solving.average_policy())
    for _ in range(iterations):
        solving.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solving.average_policy()) < before / 5


@pytest.mark.parametrize("bet", [1, 2])
def test_kuhn_is_a_zero_sum_game_to_openspiel(bet: int) -> None:
    game = load_pyspiel("kuhn", bet=bet)
    assert (game.get_type().utility, game.utility_sum()) == (pyspiel.GameType.Utility.ZERO_SUM, 0)


@pytest.mark.parametrize(("name", "options"), [("kuhn", {}), ("kartenspiel", HIDDEN)])
def test_played_for_the_win_a_game_is_a_constant_sum_game_to_openspiel(name: str, options: dict[str, Any]) -> None:
    game = load_pyspiel(name, payoff="win", **options)
    assert (game.get_type().utility, game.utility_sum()) == (pyspiel.GameType.Utility.CONSTANT_SUM, 1)
    assert (game.min_utility(), game.max_utility()) == (0, 1)


def test_a_game_whose_returns_add_up_to_anything_is_no_constant_sum_game() -> None:
    game = load_pyspiel("pig")
    assert (game.get_type().utility, game.utility_sum()) == (pyspiel.GameType.Utility.GENERAL_SUM, None)

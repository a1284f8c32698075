"""Chains against an oracle of another kind: no equations are solved, the chain is walked on until nothing changes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from gamekit.lab.chains import SMALL, Chain

pytestmark = pytest.mark.quick

FAR = 30_000
"""Steps after which the chains below have long ended, or settled."""


def some_chain(size: int, seed: int, ending: bool) -> Chain[int]:
    """A chain by lot: whole-number weights to three other states; with `ending`, two states are never left."""
    rng = np.random.default_rng(seed)
    table: dict[int, dict[int, Fraction]] = {}
    for state in range(size):
        weights: dict[int, int] = {(state + 1) % size: 1}
        for to in rng.integers(0, size, 3):
            weights[int(to)] = weights.get(int(to), 0) + int(rng.integers(1, 6))
        whole = sum(weights.values())
        left = not (ending and state >= size - 2)
        table[state] = {to: Fraction(weight, whole) for to, weight in weights.items()} if left else {}
    return Chain(table)


def stepping(chain: Chain[int]) -> NDArray[np.float64]:
    """The matrix, made here from the table: ends stay where they are."""
    matrix = np.zeros((len(chain.states), len(chain.states)))
    for state, to in chain.steps.items():
        for other, chance in (to or {state: Fraction(1)}).items():
            matrix[state, other] = float(chance)
    return matrix


@pytest.fixture(params=[(4, 1), (7, 2), (12, 3), (SMALL + 10, 4)], ids=lambda case: f"{case[0]} states")
def case(request: pytest.FixtureRequest) -> tuple[int, int]:
    return request.param  # type: ignore[no-any-return]


def waited(matrix: NDArray[np.float64], wanted: list[int], worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """From each state: what is gathered, step by step, as long as no wanted state has been reached."""
    passing = matrix.copy()
    passing[wanted], passing[:, wanted] = 0.0, 0.0
    gain = worth.copy()
    gain[wanted] = 0.0
    gathered = np.zeros(len(matrix))
    while gain.max() > 1e-13:
        gathered += gain
        gain = passing @ gain
    return gathered


def test_waiting_times_are_those_of_a_walk_step_by_step(case: tuple[int, int]) -> None:
    size, seed = case
    chain = some_chain(size, seed, ending=False)
    wanted = [size // 2, size - 1]
    expected = waited(stepping(chain), wanted, np.ones(size))
    found = chain.mean_steps(wanted)
    assert [float(found[state]) for state in range(size)] == pytest.approx(expected.tolist(), rel=1e-9)
    assert chain.mean_steps(lambda state: state in wanted) == found
    assert found[wanted[0]] == 0


def test_steps_and_rewards_until_the_end_are_those_of_a_walk(case: tuple[int, int]) -> None:
    size, seed = case
    chain = some_chain(size, seed, ending=True)
    ends = [size - 2, size - 1]
    assert chain.ends == ends
    steps = waited(stepping(chain), ends, np.ones(size))
    rewards = waited(stepping(chain), ends, np.arange(size) ** 2.0)
    for start in (0, 1, size - 3):
        assert float(chain.expected_steps(start)) == pytest.approx(steps[start], rel=1e-9)
        assert float(chain.expected(start, lambda state: state**2)) == pytest.approx(rewards[start], rel=1e-9)


def test_the_stationary_distribution_is_where_a_walk_settles(case: tuple[int, int]) -> None:
    size, seed = case
    chain = some_chain(size, seed, ending=False)
    settled = np.linalg.matrix_power(stepping(chain), FAR)
    found = chain.stationary()
    shares = [float(found[state]) for state in range(size)]
    assert shares == pytest.approx(settled[0].tolist(), abs=1e-9)
    assert shares == pytest.approx(settled[-1].tolist(), abs=1e-9)


def test_the_matrix_and_the_steps_are_the_table(case: tuple[int, int]) -> None:
    size, seed = case
    chain = some_chain(size, seed, ending=True)
    assert np.array_equal(chain.matrix, stepping(chain))
    three = np.linalg.matrix_power(stepping(chain), 3)[0]
    found = chain.after(3, 0)
    assert sum(found.values()) == 1
    assert [float(found.get(state, 0)) for state in range(size)] == pytest.approx(three.tolist(), abs=1e-12)

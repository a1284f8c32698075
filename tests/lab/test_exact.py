"""Exact answers: against textbook results, against a second way of computing, and against simulation."""

from __future__ import annotations

from fractions import Fraction
from math import comb, inf, nan
from typing import Any

import networkx as nx
import pandas as pd
import pytest

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.kernel import is_interpreted
from gamekit.core.record import Record
from gamekit.lab.chains import Chain, chain_of, eliminate
from gamekit.lab.estimate import Z
from gamekit.lab.exact import branches, outcomes, tree, uniform
from tests.play import choose_first

pytestmark = pytest.mark.quick

HALF = Fraction(1, 2)
GAMES = 200 if is_interpreted() else 20_000


def last_cards() -> tuple[Game, Record]:
    """Two players with three cards each and nothing left to draw: small enough to be counted out."""
    game = gk.load("kartenspiel", players=2, stages=1)
    s = game.start()
    s.round_number, s.phase, s.pile[:], s.pile_size = 1, game.rules.Phase.RUN, 0, 0
    for p, kinds in enumerate(([0, 3, game.rules.FREIGHT], [2, 4, 8])):
        s.hand[p, kinds] = 1
        s.hand_size[p] = len(kinds)
    return game, s


def agrees(exact: Fraction | float, estimate: gk.Estimate) -> bool:
    """Within four standard errors: a fixed seed makes this a plain yes or no."""
    error = (estimate.high - estimate.low) / (2 * Z)
    return abs(float(exact) - estimate.value) <= 4 * error + 1e-12


# Outcome trees


def test_the_first_cards_are_hypergeometric() -> None:
    game = gk.load("kartenspiel", players=2)
    rests = outcomes(game, game.start(), 3).distribution(lambda s: int(s.hand[0, game.rules.REST]))
    assert rests == {k: Fraction(comb(12, k) * comb(97, 3 - k), comb(109, 3)) for k in range(4)}
    for value in ("many", None, inf, nan):
        with pytest.raises(gk.OptionError, match="must give a number"):
            outcomes(game, game.start(), 1).expected(lambda s, value=value: value)


def test_a_whole_game_is_counted_out_and_simulation_agrees() -> None:
    game, s = last_cards()
    ends = outcomes(game.session(1), s, until=lambda position: False)
    assert sum(ends.positions.values()) == 1
    assert all(game.player(position) == gk.OVER for position, _ in ends)
    simulated = gk.simulate(game, "random", games=GAMES, progress=False, start=s, statistics=["counter"])
    for p in range(2):
        exact = ends.expected(lambda position, p=p: int(position.scores[p]))
        assert agrees(exact, simulated.mean_return(p))
        won = ends.expected(lambda position, p=p: share_of(game.returns(position), p))
        assert agrees(won, simulated.mean(f"win_{p}"))
    counters = ends.distribution(lambda position: int(position.counter))
    assert list(counters) == sorted(counters)
    found = simulated.distribution("counter")
    assert set(found.values) <= set(counters)
    for value, chance in counters.items():
        assert found.probability(value).low - 0.02 <= chance <= found.probability(value).high + 0.02


def share_of(returns: list[float], p: int) -> Fraction:
    best = max(returns)
    return Fraction(int(returns[p] == best), returns.count(best))


def test_the_tree_has_the_same_ends_as_the_outcomes() -> None:
    game, s = last_cards()
    root = tree(game, s, 4)
    together: dict[bytes, Fraction] = {}
    for leaf in root.leaves():
        position = leaf.position.copy()
        position.notes[:], position.num_notes = 0, 0
        together[position.tobytes()] = together.get(position.tobytes(), Fraction(0)) + leaf.probability
    assert together == dict(outcomes(game, s, 4).positions)
    assert root.size() == sum(1 for _ in walk(root))
    assert all(sum(child.chance for child in node.children) == 1 for node in walk(root) if node.children)


def walk(node: Any) -> Any:
    yield node
    for child in node.children:
        yield from walk(child)


def test_a_chain_that_begins_at_an_end_takes_no_steps() -> None:
    ruin = Chain.build(1, lambda n: {n - 1: Fraction(1, 2), n + 1: Fraction(1, 2)} if 0 < n < 3 else {})
    assert ruin.expected_steps(0) == ruin.expected_steps(3) == 0


def test_a_position_reached_early_and_late_is_counted_with_all_its_chances() -> None:
    """Who always rolls is ended by a 1 after one roll, or two, or three: the same position, and the chances add up."""
    game = gk.load("pig", players=2)
    found = outcomes(game, game.start(), 6, policy=choose_first, until=lambda s: s.mover == 1)
    assert sum(chance for _position, chance in found) == 1
    assert found.probability(lambda s: s.mover == 1) == 1 - Fraction(5, 6) ** 3
    assert [chance for position, chance in found if position.mover == 1] == [1 - Fraction(5, 6) ** 3]


def test_a_policy_decides_for_the_players() -> None:
    game, s = last_cards()
    first = outcomes(game, s, 4, policy=choose_first)
    assert len(first) == 1
    assert branches(game, s, uniform) == dict.fromkeys(game.legal(s), Fraction(1, 3))
    with pytest.raises(gk.OptionError, match="probability 1 over the legal actions"):
        branches(game, s, lambda position, legal: {legal[0]: HALF})
    with pytest.raises(gk.OptionError, match="legal actions"):
        branches(game, s, lambda position, legal: {50: Fraction(1)})


def test_what_is_too_large_is_refused() -> None:
    game = gk.load("kartenspiel")
    with pytest.raises(gk.OptionError, match="look less far"):
        outcomes(game, game.start(), 6, most=1000)
    with pytest.raises(gk.OptionError, match="look less far"):
        tree(game, game.start(), 4, most=1000)
    pig = gk.load("pig", players=2)
    with pytest.raises(gk.OptionError, match="look less far"):  # what has ended counts, too
        outcomes(pig, pig.start(), 8, policy=choose_first, until=lambda s: s.pot >= 6 or s.mover == 1, most=25)
    with pytest.raises(gk.OptionError, match="how many steps"):
        outcomes(game, game.start())


# Chains


def test_a_walk_on_a_graph() -> None:
    assert Chain.walk(nx.cycle_graph(6), ends=[3]).expected_steps(0) == 9
    weighted = nx.Graph()
    weighted.add_edge("a", "b", roads=3)
    weighted.add_edge("a", "c")  # an edge that says nothing counts once
    found = Chain.walk(weighted, ends=["b", "c"], weight="roads").after(1, "a")
    assert found == {"b": Fraction(3, 4), "c": Fraction(1, 4)}


def test_a_game_is_a_chain_and_simulation_agrees() -> None:
    game, s = last_cards()
    chain = chain_of(game, s, lambda position: position.tobytes())
    steps = chain.expected_steps(s.tobytes())
    counted = outcomes(game, s, until=lambda position: False)
    assert set(chain.ends) == set(counted.positions)
    simulated = gk.simulate(game, "random", games=GAMES, progress=False, start=s)
    assert agrees(steps, simulated.mean("steps"))


def test_a_key_that_says_too_little_is_refused() -> None:
    game, s = last_cards()
    with pytest.raises(gk.OptionError, match="do not behave alike"):
        chain_of(game, s, lambda position: int(position.phase))
    pig = gk.load("pig", players=2)
    key, until = lambda s: (s.phase, s.mover, s.pot > 1, s.pot > 3, s.pot > 6), lambda s: s.mover == 1 or s.pot > 3
    with pytest.raises(gk.OptionError, match="do not behave alike"):  # 2 and 3 points lead to the same, not as often
        chain_of(pig, pig.start(), key, policy=choose_first, until=until)


def test_a_state_that_only_leads_to_itself_is_an_end_like_one_that_leads_nowhere() -> None:
    chain = Chain({"a": {"b": HALF, "c": HALF}, "b": {"b": Fraction(1)}, "c": {}})
    assert chain.ends == ["b", "c"]
    assert chain.expected_steps("a") == 1
    assert gk.chain(pd.DataFrame([[0, 1], [0, 1]], ["a", "b"])).ends == ["b"], "a data frame has names for its rows"


def test_chains_that_are_wrong_or_never_end_are_refused() -> None:
    beyond = {"a": 3 * HALF, "b": -HALF}
    for wrong in (Chain, gk.chain):
        for steps in ({"a": HALF, "b": 0}, beyond):
            with pytest.raises(gk.OptionError, match="must be probabilities"):
                wrong({"a": steps, "b": {}})
    with pytest.raises(gk.OptionError, match="never reaches an end"):
        Chain({"a": {"b": Fraction(1)}, "b": {"a": Fraction(1)}}).expected_steps("a")
    for ask in (Chain({"a": {}}).expected_steps, lambda state: Chain({"a": {}}).after(1, state)):
        with pytest.raises(gk.OptionError, match=r"no state 'b'.*such as \['a'\]"):
            ask("b")
    with pytest.raises(gk.OptionError, match="never reaches an end"):
        eliminate([[Fraction(0)]], [[Fraction(1)]])

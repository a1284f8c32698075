"""The coach, tournaments and what-if: honest, repeatable, stoppable, and right where the truth is known."""

from __future__ import annotations

import itertools
import threading
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import tqdm.auto

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.kernel import is_interpreted
from gamekit.games.kartenspiel.state import BARRIER, COUNTER, NOTHING, Phase
from gamekit.lab.coach import Advice, Coaching, advise, best_strategy
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import mean, win_shares
from gamekit.lab.exact import outcomes
from gamekit.lab.race import Arm, count_parts, keep_better_half, measure_rewards, race, rank_arms, read_swing
from gamekit.lab.reasons import Part, Reason, find_reason
from gamekit.lab.tournament import Standing, Tournament, make_coach, tournament
from gamekit.lab.what_if import make_variant, what_if
from tests.play import dealt, machine_code

FEW = 2 if is_interpreted() else 200


@pytest.fixture(scope="module")
def game() -> Game:
    return gk.load("kartenspiel", players=3, stages=1)


def table(coaching: Coaching) -> list[Any]:
    return [tuple(map(str, (a.action, a.win, a.returns, a.behind, a.playouts))) for a in coaching]


# The coach


def test_the_coach_speaks_about_every_legal_action_best_first(game: Game) -> None:
    session = dealt(game)
    found = gk.coach(session, playouts=FEW)
    assert sorted(a.action for a in found) == session.legal()
    assert found.best == found[0].action
    assert [a.behind.value for a in found[1:]] == sorted(a.behind.value for a in found[1:])
    told = [[game.action_text(a.action), *map(float, (a.win, a.returns, a.behind))] for a in found]
    assert found.to_frame()[["text", "win", "returns", "behind"]].to_numpy().tolist() == told
    assert all(a.win.low <= a.win.value <= a.win.high for a in found)
    with pytest.raises(gk.OptionError, match="was not legal"):
        found.of(50)


def test_the_coach_says_the_same_again(game: Game) -> None:
    session = dealt(game)
    assert table(gk.coach(session, playouts=FEW)) == table(gk.coach(session, playouts=FEW))
    assert table(gk.coach(session, playouts=FEW)) != table(gk.coach(session, playouts=FEW, seed=2))


@pytest.mark.parametrize("name", gk.game_names())
def test_the_coach_knows_only_what_the_player_knows(name: str) -> None:
    """A position whose hidden part was dealt anew gets the same advice to the last digit."""
    game = gk.load(name)
    session, rng = game.session(3), np.random.default_rng(3)
    while session.player < 0 or len(session.legal()) < 2 or session.step < 40:
        session.roll() if session.player < 0 else session.play(int(rng.choice(session.legal())))
    player, other = session.player, session.view(session.player)
    game.rules.redeal(other, game.tables, player, np.random.default_rng(99))
    few = 1 if is_interpreted() else 30
    expected = advise(game, session.view(player), player, few)
    assert table(advise(game, game.view(other, player), player, few)) == table(expected)


@machine_code
def test_the_coach_agrees_with_the_exact_answer() -> None:
    """With all cards in sight of nobody but few left, the truth can be counted out for each action."""
    game = gk.load("kartenspiel", players=2, stages=1)
    s = dealt(game).position
    s.pile[:], s.pile_size, s.hand[:], s.hand_size[:] = 0, 0, 0, 0
    for p, kinds in enumerate(([0, 3, 7], [2, 4, 8])):
        s.hand[p, kinds] = 1
        s.hand_size[p] = 3
    lineup = make_lineup(game, "random")
    for action in game.legal(s):
        after = s.copy()
        game.apply(after, action)
        exact = outcomes(game, after, until=lambda position: False)
        expected = exact.expected(lambda position: int(position.scores[0]))
        source = Playouts(game, s, None, lineup, seed=1)
        found = mean(np.concatenate([source.play_batch(action, k)[:, 0] for k in range(30)]))
        assert abs(found.value - float(expected)) < (found.high - found.low)


@machine_code
def test_a_clear_decision_costs_fewer_playouts_than_an_even_spread(game: Game) -> None:
    session = dealt(game)
    while not (session.player >= 0 and session.position.round_number > 1 and len(session.legal()) > 4):
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    spread, even = gk.coach(session, playouts=1000), gk.coach(session, playouts=1000, even=True)
    assert {a.playouts for a in even} == {1000}
    assert [a.behind.value for a in even] == pytest.approx([even[0].win.value - a.win.value for a in even])
    assert sum(a.playouts for a in spread) <= sum(a.playouts for a in even)
    assert min(a.playouts for a in spread) < max(a.playouts for a in spread)
    assert spread[0].playouts == max(a.playouts for a in spread)
    assert even.of(spread.best).behind.low <= 0.02


@machine_code
def test_where_the_worse_half_drops_out_all_actions_together_cost_no_more_than_was_asked_for() -> None:
    found = gk.coach(dealt(gk.load("kartenspiel", players=2), 1), playouts=100)
    assert count_parts(len(found)) > 1
    assert sum(a.playouts for a in found) <= 100 * len(found)


class Urns:
    """Actions whose worth is known exactly: number k wins in `worth[k]` of all games, on the same luck for all."""

    lineup = SimpleNamespace(parallel=False)

    def __init__(self, worth: Any, seed: int, size: int) -> None:
        self.worth, self.seed, self.size = worth, seed, size

    def count_deals(self, batch: int) -> int:
        return self.size

    def deal(self, batch: int) -> None:
        """Nothing is dealt."""

    def play_batch(self, action: int, batch: int) -> Any:
        rng = np.random.default_rng((self.seed, action, batch))
        won = (rng.random(self.size) < self.worth[action]).astype(float)
        return np.column_stack([won, 1 - won])


class NoLimit:
    """Nobody waits."""

    cancelled = False

    def is_reached(self) -> bool:
        return False

    def measure_elapsed(self) -> float:
        return 0.0


def test_where_there_are_many_actions_halving_finds_a_better_one_than_an_even_spread() -> None:
    """64 actions worth 0.3 to 0.6, 20 playouts each: what the action taken is worth less than the best, on average."""
    worth = np.linspace(0.3, 0.6, 64)
    lost = {}
    for even in (False, True):
        lost[even] = 0.0
        for seed in range(100):
            arms = [Arm(action) for action in range(64)]
            parts = 1 if even else count_parts(64)
            source: Any = Urns(worth, seed, 20 if even else 5)
            limit: Any = NoLimit()
            alive = race(arms, source, 0, 64 * 20, parts, even, None, limit)
            assert sum(np.concatenate(arm.wins).size for arm in arms) <= 64 * 20
            lost[even] += (worth[-1] - worth[max(alive, key=lambda arm: arm.mean_reward).action]) / 100
    assert lost[False] < 0.75 * lost[True]


def arm(action: int, wins: Any, swing: float = 0.0) -> Arm:
    """An action that won, or did not, on each deal, by one point."""
    one = Arm(action, swing)
    one.add(np.column_stack([wins, 1 - wins]), 0)
    return one


def test_a_lead_counts_the_more_the_larger_it_is_and_a_swing_half_of_the_way() -> None:
    rng = np.random.default_rng(1)
    returns = rng.integers(-50, 50, (200, 3)).astype(float)
    leads = [row[1] - max(row[0], row[2]) for row in returns]
    counted = measure_rewards(returns, 1, 7)
    assert [counted[i] for i in np.argsort(leads)] == sorted(counted)
    assert all(np.sign(count - 0.5) == np.sign(lead) for count, lead in zip(counted, leads, strict=True))
    assert measure_rewards(np.array([[7.0, 0, -3], [0, 7, 7], [2, 2, 0]]), 0, 7).tolist() == [0.75, 0.25, 0.5]
    assert (measure_rewards(returns, 1, 0) == win_shares(returns)[:, 1]).all()
    assert sum(counted) == sum(counted[::-1]), "added up in whatever order"


def test_with_a_swing_the_one_that_leads_by_more_is_ahead_where_both_win_alike_and_wins_are_told_as_wins() -> None:
    near, far = Arm(0, swing=3), Arm(1, swing=3)
    near.add(np.array([[1.0, 0.0], [0.0, 1.0]]).repeat(50, axis=0), 0)
    far.add(np.array([[9.0, 0.0], [0.0, 1.0]]).repeat(50, axis=0), 0)
    assert rank_arms([near, far], habit=None) == [far, near]
    assert rank_arms([near, far], habit=0) == [far, near]
    assert (np.concatenate(near.wins) == np.concatenate(far.wins)).all()


def test_a_game_says_itself_by_how_much_one_wins_easily() -> None:
    assert [read_swing(gk.load(name).rules) for name in ("kuhn", "pig")] == [0, 0]
    assert all(0 < read_swing(one.rules) < one.return_bounds[1] / 2 for one in map(gk.load, gk.game_names()))


def test_what_is_hardly_ahead_of_the_strategys_own_choice_is_not_preferred_to_it() -> None:
    """On 100 deals the other one won one more: that may be chance. 20 more is not."""
    won = np.tile([1.0, 0.0], 50), np.repeat([1.0, 0.0], [51, 49]), np.repeat([1.0, 0.0], [70, 30])
    own, hardly, ahead = (arm(number, deals) for number, deals in enumerate(won))
    assert hardly.measure_lead(own)[0] == pytest.approx(0.01)
    assert rank_arms([own, hardly], habit=0) == [own, hardly]
    assert rank_arms([own, hardly], habit=None) == [hardly, own]
    assert rank_arms([own, hardly, ahead], habit=0)[0] is ahead
    assert rank_arms([hardly, ahead], habit=0) == [ahead, hardly], "the strategy's own choice may have dropped out"
    worst = arm(3, np.zeros(100))
    assert keep_better_half([own, hardly, ahead, worst], habit=3) == [hardly, ahead, worst], (
        "all are measured against it"
    )
    assert keep_better_half([own, hardly, ahead, worst], habit=None) == [hardly, ahead]
    assert keep_better_half([own, hardly, ahead, worst, arm(4, won[0])], habit=None) == [own, hardly, ahead], "of five"


def test_few_deals_that_all_go_one_way_leave_no_action_behind_beyond_doubt() -> None:
    """Of five deals one action won all and the other none; where nothing varied, the error is not nothing."""
    leader, other = arm(0, np.ones(5)), arm(1, np.zeros(5))
    assert not other.is_beaten_by(leader)
    leader, other = arm(0, np.ones(50)), arm(1, np.zeros(50))
    assert other.is_beaten_by(leader)


def test_against_the_clock_each_batch_is_twice_as_long_as_the_one_before_up_to_a_hundred(game: Game) -> None:
    session = dealt(game)
    source = Playouts(
        game, session.view(session.player), session.player, make_lineup(game, "planner"), 1, 5, growing=True
    )
    assert [source.count_deals(batch) for batch in range(7)] == [5, 10, 20, 40, 80, 100, 100]
    assert [len(source.deal(batch)[0]) for batch in (0, 1, 6)] == [5, 10, 100]
    assert [source.first_game(batch) for batch in (0, 1, 2)] == [0, 5, 15]


@machine_code
def test_a_hundred_places_cost_no_more_than_sixteen_and_all_are_spoken_of() -> None:
    """Auf Achse's first decision: everybody gets a look, the last get most."""
    session = dealt(gk.load("auf_achse", players=2), 1)
    found = gk.coach(session, playouts=30)
    assert len(found) == len(session.legal()) == 110
    assert sum(a.playouts for a in found) <= max(16 * 30, 110 * 5)
    assert found[0].playouts == max(a.playouts for a in found)
    (early,) = {a.playouts for a in gk.coach(session, playouts=100_000, seconds=0)}
    assert early == 5, "whoever has no time gets an answer from one short look at every place"


@machine_code
def test_the_coach_says_what_speaks_for_a_move_with_figures_it_has() -> None:
    """A barrier on the counter takes every run's last card, whatever else is dealt; no other card does so by itself."""
    game = gk.load("kartenspiel", players=2, stages=1)
    s = dealt(game).position
    s.hand[:], s.hand_size[:], s.run_size[:], s.laid[:] = 0, 0, 1, NOTHING
    s.run[:, 0] = 3
    s.hand[:2, (1, 4, BARRIER)] = 1
    s.hand_size[:2] = 3
    s.phase, s.seat, s.round_number = Phase.COUNTER, 1, 1
    s.laid[s.start] = 0
    player = game.player(s)
    found = find_reason(
        game, game.view(s, player), player, COUNTER + 1, COUNTER + BARRIER, make_lineup(game, "planner"), 1
    )
    assert found is not None
    (part, *_open) = found.parts
    assert (part.kind, part.said) == ("share", "a barrier takes the last card of your run")
    assert part.best < part.second == 1
    assert "in 100 of 100 after “Barrier”" in found.describe("10", "Barrier")


def test_the_coach_tells_how_far_it_is_and_can_be_stopped(game: Game) -> None:
    shares: list[float] = []
    gk.coach(dealt(game), playouts=2, progress=shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[-1] <= 1
    cancel = threading.Event()
    cancel.set()
    found = gk.coach(dealt(game), playouts=100 * FEW, cancel=cancel) if not is_interpreted() else None
    assert found is None or (found.cancelled and found[0].playouts == 100)

    def stop(share: float) -> None:
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        gk.coach(dealt(game), playouts=2, progress=stop)


def test_the_coach_refuses_what_makes_no_sense(game: Game) -> None:
    with pytest.raises(gk.IllegalAction, match="chance decides"):
        gk.coach(game.session(1))
    with pytest.raises(gk.OptionError, match="number of playouts"):
        gk.coach(dealt(game), playouts=0)
    with pytest.raises(gk.StrategyError, match="Playouts need a kernel"):
        gk.coach(dealt(game), strategy=lambda s, t, p, actions, n, rng: int(actions[0]))
    with pytest.raises(gk.StrategyError, match="has no strategy"):
        gk.coach(dealt(game), strategy="clever")


def test_a_kernel_that_plays_on_by_what_is_not_legal_is_told_where(game: Game) -> None:
    def fifty(s: Any, t: Any, p: int, actions: Any, n: int, rng: Any) -> int:
        return 50

    with pytest.raises(
        gk.StrategyError, match=r"fifty chose action 50, which is not legal \(game \d+, step \d+, player"
    ):
        gk.coach(dealt(game), playouts=5, strategy=gk.kernel(fifty))


def test_a_move_that_always_won_is_not_said_to_win_for_certain(game: Game) -> None:
    """Two playouts that end alike prove little; only the best move is behind itself by nothing at all."""
    found = gk.coach(dealt(game), playouts=2)
    assert found[0].behind == gk.Estimate(0.0, 0.0, 0.0)
    assert all(advice.behind.high > advice.behind.low for advice in found[1:])
    assert not found.clear


@pytest.mark.parametrize(
    "name", ["kartenspiel", "route66", "ausgebremst", pytest.param("auf_achse", marks=machine_code)]
)
def test_the_coach_plays_on_as_the_game_says_or_by_its_best_strategy(name: str) -> None:
    game = gk.load(name)
    found = gk.coach(dealt(game), playouts=5)
    said = {"kartenspiel": "restless"}
    assert found.strategy == said.get(name, best_strategy(game))
    assert gk.coach(dealt(game), playouts=5, strategy="random").strategy == "random"


# Tournaments


def heuristics(game: Game) -> list[str]:
    """A game's strategies that mean to win."""
    return [name for name in game.strategies if name not in ("random", "any-card")]


TABLES = [(name, None) for name in gk.game_names()]
"""Games with as many players as they have unless another number is asked for."""


@machine_code
@pytest.mark.parametrize(("name", "players"), [*TABLES, ("route66", 2)])
def test_the_first_strategy_of_a_game_is_its_best(name: str, players: int | None) -> None:
    game = gk.load(name, players)
    found = tournament(game, heuristics(game), games=2_000, progress=False)
    assert found[0].strategy == best_strategy(game) == heuristics(game)[0]
    assert found[0].win.low > found[1].win.value


@machine_code
@pytest.mark.parametrize(("name", "players"), [*TABLES, ("kartenspiel", 2), ("kartenspiel", 5)])
def test_every_strategy_is_clearly_better_than_random(name: str, players: int | None) -> None:
    game = gk.load(name, players)
    for strategy in heuristics(game):
        found = tournament(game, [strategy, "random"], games=800, progress=False)
        assert found.duels[strategy, "random"].low > 1.5 / game.players, strategy
        assert found.duels["random", strategy].high < 1 / game.players, strategy


def test_a_tournament_shows_one_bar_for_all_its_tables(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    class Bar(tqdm.auto.tqdm):  # type: ignore[type-arg]
        def __init__(self, *given: Any, **options: Any) -> None:
            shown.append(options["desc"])
            super().__init__(*given, **options | {"disable": True})

    monkeypatch.setattr(tqdm.auto, "tqdm", Bar)
    tournament(game, ["random", "planner"], games=6, progress=True)
    assert shown == [f"{game.title}: tournament"]


def test_a_tournament_of_equals_is_even_and_lists_everybody(game: Game) -> None:
    twin = gk.kernel(lambda s, t, p, actions, n, rng: actions[int(rng.random() * n)])
    twin.__name__ = "twin"
    found = tournament(game, ["random", twin], games=3 * FEW, progress=False)
    assert {standing.strategy for standing in found} == {"random", "twin"}
    assert found.of("twin").win.value == pytest.approx(1 / 3)
    assert found.of("twin").games == found.of("random").games == 3 * FEW
    with pytest.raises(gk.StrategyError, match="did not take part"):
        found.of("greedy")


def test_strategies_that_sit_down_together_take_every_seat_in_every_order(game: Game) -> None:
    seen = []

    def watching(s: Any, t: Any, p: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        seen.append(p)
        return int(actions[int(rng.random() * n)])

    found = tournament(game, ["random", "planner", watching], games=6 * 2, progress=False, together=True)
    assert [found.of(name).games for name in ("random", "planner", "watching")] == [12, 12, 12]
    assert sum(standing.win.value for standing in found) == pytest.approx(1)
    assert set(seen) == {0, 1, 2}
    assert found[0].strategy == "planner"
    assert found.duels == {}
    with pytest.raises(gk.StrategyError, match="3 seats need 3 or more strategies, not 2"):
        tournament(game, ["random", "planner"], together=True)


def test_a_tournament_together_gives_every_company_the_same_luck(game: Game) -> None:
    four = ["random", "planner", "climber", "greedy"]
    found = tournament(game, four, games=6 * FEW, progress=False, together=True)
    assert {standing.games for standing in found} == {3 * 6 * FEW}, "each is in three of the four companies"
    assert found.even == pytest.approx(1 / 3), "three play at a table, of four that take part"
    assert sum(standing.win.value for standing in found) == pytest.approx(4 / 3)


@pytest.mark.parametrize("together", [False, True])
def test_a_tournament_that_is_stopped_in_its_last_table_says_so(game: Game, together: bool) -> None:
    cancel, decisions = threading.Event(), itertools.count()

    def stopping(s: Any, t: Any, p: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        if next(decisions) == 0:
            cancel.set()
        return int(actions[0])

    def third(*question: Any) -> int:
        return stopping(*question)

    players = ["random", "planner", stopping] if together else [stopping, third]
    found = tournament(game, players, games=FEW, progress=False, cancel=cancel, together=together)
    assert found.cancelled
    assert not tournament(game, ["random", "planner"], games=3, progress=False).cancelled


def test_the_same_games_at_two_tables_are_no_more_evidence_than_at_one(game: Game) -> None:
    planner = game.strategies["planner"]
    again = replace(planner, name="again")
    found = tournament(game, ["random", planner, again], games=3 * FEW, progress=False)
    assert found.duels["random", "planner"] == found.duels["random", "again"]
    assert found.of("random").win == pytest.approx(found.duels["random", "planner"])
    assert found.of("random").games == 2 * 3 * FEW


def test_a_tournament_needs_two_names(game: Game) -> None:
    for wrong in (["random"], ["random", "random"]):
        with pytest.raises(gk.StrategyError, match="two or more strategies"):
            tournament(game, wrong)


@machine_code
def test_the_coach_can_take_part(game: Game) -> None:
    found = tournament(game, [make_coach(game, playouts=20), "random"], games=15, progress=False)
    assert found.duels["coach", "random"].value > 0.5


# What if


def test_every_combination_is_played_and_answers_are_per_variant(game: Game) -> None:
    found = what_if(game, {"limit": [60, 400], "players": [2, 3]}, games=FEW, progress=False)
    assert found.settings == ((60, 2), (60, 3), (400, 2), (400, 3))
    assert [simulation.players for simulation in found] == [2, 3, 2, 3]
    response = found.response("steps")
    assert response[400, 2].value > response[60, 2].value
    assert found.to_frame("steps").columns.tolist() == ["limit", "players", "steps", "low", "high"]


def test_box_figures_can_be_varied_and_are_checked(game: Game) -> None:
    changed = make_variant(game, {"limit.km.3": 90})
    assert (changed.tables.limit, changed.tables.stages) == (90, game.tables.stages)
    assert game.tables.limit == 200
    with pytest.raises(gk.BoxError, match="copies"):
        make_variant(game, {"kilometre_cards.copies.10": 7})
    with pytest.raises(gk.OptionError, match=r"no entry 'tyres\.number'.* There are: .*kilometre_cards"):
        make_variant(game, {"tyres.number": 4})
    with pytest.raises(gk.OptionError, match="limit"):
        what_if(game, {"limit": [1]})
    with pytest.raises(gk.OptionError, match="at least one"):
        what_if(game, {})


@pytest.mark.parametrize(
    ("lows", "clear"),
    [([], True), ([0.01], True), ([0.0], False), ([-0.01], False), ([0.2, 0.0], False), ([0.2, 0.1], True)],
)
def test_the_best_move_is_clear_only_where_all_others_lie_behind_beyond_chance(lows: list[float], clear: bool) -> None:
    even = gk.Estimate(0.5, 0.4, 0.6)
    best = Advice(0, "best", even, even, gk.Estimate(0.0, 0.0, 0.0), 10)
    others = [Advice(n, "", even, even, gk.Estimate(low + 0.1, low, low + 0.2), 10) for n, low in enumerate(lows, 1)]
    assert Coaching(0, "x", [best, *others], False, lambda _one, _other: None).clear is clear


def test_a_reason_names_the_move_it_speaks_for_first() -> None:
    even, reason = gk.Estimate(0.5, 0.4, 0.6), Reason((Part("share", "it rains", 1, 0.5),))
    advices = [Advice(n, name, even, even, even, 10) for n, name in enumerate(("hold", "roll"))]
    assert Coaching(0, "x", advices, False, lambda _one, _other: reason).why == reason.describe("hold", "roll")
    assert Coaching(0, "x", advices, False, lambda _one, _other: None).why == "", "nothing differs beyond chance"


def test_the_matrix_of_a_tournament_says_how_each_fares_against_each_other() -> None:
    game = gk.load("kartenspiel", players=2, stages=1)
    table = gk.tournament(game, ["random", "planner", "greedy"], games=60, progress=False).matrix()
    for one in table.index:
        assert np.isnan(table.loc[one, one])
        for other in set(table.index) - {one}:
            first = gk.simulate(game, [one, other], games=60, progress=False).wins[:, 0]
            second = gk.simulate(game, [other, one], games=60, progress=False).wins[:, 1]
            assert table.loc[one, other] == pytest.approx((first.mean() + second.mean()) / 2, abs=0.08)
            assert table.loc[one, other] + table.loc[other, one] == pytest.approx(1)
    assert table.loc["planner", "random"] > 0.6


def test_each_figure_of_a_table_of_results_stands_in_its_column(game: Game) -> None:
    ten, two, six, one = (gk.Estimate(n + 0.5, n, n + 0.75) for n in (10.0, 2.0, 6.0, 1.0))
    advised = Coaching(0, "x", [Advice(4, "hold", ten, two, six, 7), Advice(2, "roll", six, one, two, 9)], False, max)
    table = advised.to_frame()
    assert table.columns.tolist() == [
        "action", "text", "win", "win_low", "win_high", "returns", "returns_low", "returns_high",
        "behind", "behind_low", "behind_high", "playouts",
    ]  # fmt: skip
    assert table.to_numpy().tolist() == [[4, "hold", *ten, *two, *six, 7], [2, "roll", *six, *one, *two, 9]]
    assert str(advised) == f"hold: wins {ten}, returns {two}\nroll: wins {six}, returns {one}"
    duels = {("random", "planner"): one, ("planner", "random"): two}
    found = Tournament(game, [Standing("random", one, two, 8), Standing("planner", ten, six, 9)], duels, False)
    columns = ["strategy", "win", "win_low", "win_high", "returns", "returns_low", "returns_high", "games"]
    assert found.to_frame().columns.tolist() == columns
    assert found.to_frame().to_numpy().tolist() == [["planner", *ten, *six, 9], ["random", *one, *two, 8]]
    assert [found.matrix().loc["random", "planner"], found.matrix().loc["planner", "random"]] == [1.5, 2.5]
    ax = found.chart()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Random", "Planner"]
    drawn = [[float(x) for x in line.get_xdata()] for line in ax.lines]
    assert (ax.get_title(), drawn) == (game.title, [[1, 1.75], [1.5], [10, 10.75], [10.5], [1 / 3] * 2])

"""What other people's tools ask of a game: perfect recall, deals that might be, bounds that are reached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.record import clear_notes
from gamekit.games.auf_achse import bounds as aa_bounds
from gamekit.games.auf_achse import state as aa
from gamekit.games.auf_achse.turns import deliver
from gamekit.games.kartenspiel import rules as ks
from gamekit.lab.engine.stepping import Walk
from gamekit.lab.exact import strip_notes

EVERY = gk.game_names(examples=True)
TINY = {"players": 2, "stages": 1, "hand": 1, "values": 4, "copies": 1, "rest": 0, "action": 0}


def random_game(game: gk.Game, seed: int, steps: int) -> Iterator[tuple[list[int], Any]]:
    """The history and the position before each step of a random game."""
    s, history, rng = game.start(), [], np.random.default_rng(seed)
    while game.player(s) != gk.OVER and len(history) < steps:
        yield list(history), s.copy()
        history.append(int(rng.choice(game.legal(s))))
        game.apply(s, history[-1])


def every_history(game: gk.Game, s: Any, history: list[int]) -> Iterator[list[int]]:
    yield history
    for action in game.legal(s) if game.player(s) != gk.OVER else []:
        after = s.copy()
        game.apply(after, action)
        yield from every_history(game, after, [*history, action])


def every_layer(game: gk.Game) -> Iterator[list[Any]]:
    """The positions that can be reached by 0, 1, 2 … steps, those that look alike once."""
    layer = [game.start()]
    while layer:
        yield layer
        found: dict[bytes, Any] = {}
        for s in layer:
            for action in game.legal(s) if game.player(s) != gk.OVER else []:
                after = s.copy()
                game.apply(after, action)
                found[strip_notes(after)] = after
        layer = list(found.values())


def every_payoff(game: gk.Game) -> tuple[list[float], int]:
    """The lowest and the highest return at any end of a small game, and how many steps its longest game has."""
    layers = list(every_layer(game))
    returns = [value for layer in layers for s in layer if game.player(s) == gk.OVER for value in game.returns(s)]
    return [min(returns), max(returns)], len(layers) - 1


def lived(game: gk.Game, history: list[int], player: int) -> tuple[Any, ...]:
    """All that a player saw and did, step by step."""
    s, found = game.start(), []
    for action in history:
        own = action if game.player(s) == player else None
        game.apply(s, action)
        clear_notes(s)
        found.append((own, game.view(s, player).tobytes()))
    return tuple(found)


@pytest.mark.parametrize("game", [gk.load("kuhn"), gk.load("kartenspiel", **TINY)], ids=["kuhn", "kartenspiel"])
def test_equal_information_states_were_seen_and_done_alike_step_by_step_and_only_those_are_equal(game: gk.Game) -> None:
    histories = list(every_history(game, game.start(), []))
    assert len(histories) > 50
    for player in range(game.players):
        told = {lived(game, history, player): game.information_state_string(history, player) for history in histories}
        assert len(set(told.values())) == len(told)
        assert len(told) < len(histories), "something is hidden"


@pytest.mark.thorough
@pytest.mark.parametrize("name", EVERY)
def test_a_walk_by_machine_code_knows_the_same(name: str) -> None:
    game = gk.load(name)
    walk, (history, s) = Walk.begin(game), list(random_game(game, 3, 30))[-1]
    for action in history:
        walk.apply(action)
    for player in range(game.players):
        assert walk.information_state_string(player) == game.information_state_string(history, player)
        assert list(game.observation_tensor(s, player)) == pytest.approx(game.observation_tensor(walk.position, player))


@pytest.mark.parametrize("name", EVERY)
def test_a_position_dealt_anew_looks_the_same_to_its_player(name: str) -> None:
    game, rng = gk.load(name), np.random.default_rng(1)
    for _history, s in list(random_game(game, 4, 150))[::10]:
        clear_notes(s)
        for player in range(game.players):
            dealt = game.resample_from_infostate(s, player, rng)
            assert game.view(dealt, player).tobytes() == game.view(s, player).tobytes()
        if game.player(s) >= 0:
            assert game.legal(game.resample_from_infostate(s, game.player(s), rng)) == game.legal(s)


@pytest.mark.parametrize("name", EVERY)
def test_masks_chance_observations_and_shares_are_what_they_say(name: str) -> None:
    game = gk.load(name)
    low, high = game.return_bounds
    for _history, s in list(random_game(game, 5, 150))[::15]:
        mask = game.legal_actions_mask(s)
        assert (mask.shape, mask.dtype) == ((game.num_distinct_actions,), np.int8)
        assert list(np.flatnonzero(mask)) == game.legal(s)
        odds = game.chance_actions(s)
        assert [action for action, _share in odds] == (game.legal(s) if game.player(s) == gk.CHANCE else [])
        assert sum(share for _action, share in odds) == pytest.approx(1 if odds else 0)
        assert game.observation_tensor(s, 0).shape == (len(game.observation_names),)
        assert sum(game.win_shares(s)) == pytest.approx(1)
        assert all(low <= value <= high for value in game.returns(s))


def test_what_a_tool_asks_wrongly_is_refused_in_a_sentence() -> None:
    game = gk.load("kuhn")
    with pytest.raises(gk.IllegalAction, match="KUHN-02"):
        game.information_state_string([0], 0)
    with pytest.raises(gk.OptionError, match="no player 2"):
        game.information_state_string([], 2)
    with pytest.raises(gk.OptionError, match="no player"):
        game.resample_from_infostate(game.start(), -1, np.random.default_rng(1))


# Bounds: proven in each game's bounds.py, reached here.


@pytest.mark.parametrize("bet", [1, 5])
def test_a_called_bet_of_kuhn_pays_as_much_as_can_be_won(bet: int) -> None:
    game = gk.load("kuhn", bet=bet)
    longest = [history for history in every_history(game, game.start(), []) if len(history) == game.max_game_length]
    assert longest
    assert max(map(len, every_history(game, game.start(), []))) == game.max_game_length
    reached = set()
    for history in every_history(game, game.start(), []):
        s = game.start()
        for action in history:
            game.apply(s, action)
        reached |= set(game.returns(s))
        assert game.player(s) != gk.OVER or sum(game.returns(s)) == game.return_sum == 0
    assert (min(reached), max(reached)) == game.return_bounds


@pytest.mark.parametrize("options", [{}, {"stages": 1, "values": 4}, {"players": 2, "copies": 1}])
def test_a_run_of_every_value_in_every_stage_is_the_most_of_the_card_game(options: dict[str, Any]) -> None:
    game = gk.load("kartenspiel", **options)
    s, t = game.start(), game.tables
    kinds = [kind for kind in range(ks.KM_KINDS) if ks.copies_of(t, kind)]
    for stage in range(1, t.stages + 1):
        s.stage, s.phase, s.run_size[0] = stage, ks.Phase.SCORE, len(kinds)
        s.run[0, : len(kinds)] = kinds
        game.apply(s, ks.SCORE)
    assert max(game.returns(s)) == game.return_bounds[1]


KM_ONLY: dict[str, Any] = {"players": 2, "stages": 1, "copies": 1, "rest": 0, "action": 0}


@pytest.mark.parametrize(
    "options",
    [
        {"hand": 1, "values": 1}, {"hand": 1, "values": 2, "copies": 2}, {"hand": 1, "values": 3, "stages": 2},
        {"hand": 1, "values": 4}, {"hand": 2, "values": 4}, {"hand": 2, "values": 3, "copies": 2},
        {"hand": 3, "values": 3}, {"hand": 2, "values": 6, "limit": 10}, {"hand": 1, "values": 5, "players": 3},
        {"hand": 2, "values": 4, "players": 3, "start": 2}, {"hand": 1, "values": 4, "players": 5},
    ],
)  # fmt: skip
def test_with_kilometre_cards_only_some_game_of_the_whole_tree_reaches_both_bounds(options: dict[str, Any]) -> None:
    game = gk.load("kartenspiel", **(KM_ONLY | options))
    payoffs, longest = every_payoff(game)
    assert payoffs == list(game.return_bounds)
    assert longest <= game.max_game_length


@pytest.mark.parametrize(("hand", "values", "rest", "action", "reached"), [
    (1, 2, 1, 0, 30), (1, 3, 1, 0, 50), (2, 2, 1, 0, 20), (2, 3, 2, 0, 50), (1, 4, 2, 0, 90), (1, 3, 3, 0, 60),
    (1, 1, 0, 1, 10), (1, 2, 0, 1, 30),
])  # fmt: skip
def test_with_other_cards_the_bound_of_a_tiny_card_game_is_at_most_one_card_above_the_best_of_the_tree(
    hand: int, values: int, rest: int, action: int, reached: int
) -> None:
    options = KM_ONLY | {"hand": hand, "values": values, "rest": rest, "action": action}
    game = gk.load("kartenspiel", **options)
    (lowest, highest), longest = every_payoff(game)
    low, high = game.return_bounds
    assert low <= lowest
    assert reached == highest <= high <= reached + 10 * values
    assert longest <= game.max_game_length


@pytest.mark.parametrize("options", [{"rounds": 1}, {"players": 2, "rounds": 15}, {"players": 5, "rounds": 40}])
def test_no_game_of_route_66_is_longer_than_proven(options: dict[str, Any]) -> None:
    game = gk.load("route66", **options)
    for seed in range(3):
        steps = len(list(random_game(game, seed, game.max_game_length + 1)))
        assert game.max_game_length / 30 < steps <= game.max_game_length


def test_fewer_turns_bring_fewer_cards() -> None:
    assert gk.load("route66", players=2, rounds=3).return_bounds == (0, 2 + 3 * 2)


NO_EVENT_PAYS = ("festival", "breakdown_help", "insurance", "special")


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 6, "rounds": 3}, {"children": True, "public": 5}])
def test_without_paying_events_every_contract_delivered_is_the_most_of_auf_achse(
    options: dict[str, Any], tmp_path: Path
) -> None:
    box = gk.load("auf_achse").box_path.read_text("utf-8")
    own = tmp_path / "poor.toml"
    own.write_text(re.sub(rf"(?m)^({'|'.join(NO_EVENT_PAYS)}) = \d+", r"\1 = 0", box), "utf-8")
    game = gk.load("auf_achse", box=own, **options)
    s, t, often = game.start(), game.tables, aa_bounds.draws(game.tables)
    others = 3 * (t.players - 1)
    held = 3 + t.public + min(2 * often, t.contracts - 3 - others - t.public) + min(often, others)
    for contract in np.argsort(t.revenue[: t.contracts])[::-1][:held]:
        s.carried[0] += 1
        deliver(s, t, 0, int(contract), 0)
        clear_notes(s)
    assert max(game.returns(s)) == game.return_bounds[1]
    paid = gk.load("auf_achse", **options).return_bounds[1] - game.return_bounds[1]
    assert paid == often * (500 + 1_000 + 2 * 2_000 + 1_000 * aa_bounds.most_carried(t))


def test_a_purse_of_auf_achse_can_be_emptied() -> None:
    game = gk.load("auf_achse", rounds=1, start=0)
    s = next(s for _history, s in random_game(game, 1, 100) if game.player(s) == 0 and s.round_number == 1)
    for trailer in (aa.BUY_SMALL, aa.BUY_LARGE):
        assert trailer in game.legal(s)
        game.apply(s, trailer)
    assert game.returns(s)[0] == game.return_bounds[0] == 0


def event_seeking(game: gk.Game, seed: int) -> tuple[list[int], int]:
    """The cards drawn, in order, and how many steps it takes, if all drive to event spaces wherever they can."""
    walk, rng, drawn, steps = Walk.begin(game), np.random.default_rng(seed), [], 0
    while walk.player != gk.OVER:
        if walk.player == gk.CHANCE:
            action = int(rng.choice(walk.legal))
            if aa.EVENT <= action < aa.EVENT + aa.EVENTS:
                drawn.append(action - aa.EVENT)
        else:
            drives = range(aa.DRIVE, aa.DRIVE + game.tables.spaces)
            there = [one for one in walk.legal if one in drives and game.tables.is_event[one - aa.DRIVE]]
            action = int(rng.choice(there or walk.legal))
        walk.apply(action)
        steps += 1
    return drawn, steps


@pytest.mark.parametrize(("players", "rounds"), [(2, 120), (3, 60), (6, 30), (6, 1)])
def test_no_event_card_is_drawn_more_often_than_proven_however_all_seek_them(players: int, rounds: int) -> None:
    game = gk.load("auf_achse", players=players, rounds=rounds)
    moving = {aa.E_CO_DRIVER, aa.E_PAPERS, aa.E_BABY, aa.E_PLANNING, aa.E_MOTIVATION, aa.E_MAINTENANCE, aa.E_SPOILED}
    moving |= {aa.E_CUSTOMS_FRIEND, aa.E_RADIO, aa.E_SUBCONTRACTOR, aa.E_SNOW}
    for seed in range(3):
        drawn, steps = event_seeking(game, seed)
        idle = np.cumsum([card not in moving for card in drawn])
        for card in set(drawn):
            at = [place for place, other in enumerate(drawn) if other == card]
            assert len(at) <= aa_bounds.draws(game.tables)
            assert all(np.diff(idle[at]) >= aa_bounds.ROUND), "the pile is a queue"
        assert idle[-1] <= aa_bounds.idle_draws(game.tables) <= 5 * idle[-1] or rounds == 1
        assert steps <= game.max_game_length

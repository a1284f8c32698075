"""The games behind OpenSpiel's face: its own tests, and step by step the same game as ours."""

from __future__ import annotations

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import gamekit as gk  # noqa: E402
from gamekit.bridges import load_pyspiel  # noqa: E402

SHORT = {
    "pig": {"players": 2, "goal": 30},
    "kuhn": {},
    "kartenspiel": {"players": 2, "stages": 1},
    "route66": {"players": 2, "rounds": 20},
    "ausgebremst": {"players": 3},
    "auf_achse": {"players": 2, "children": True},
}


def short(name):
    return load_pyspiel(name, **SHORT[name])


def play(state, rng, steps=10_000):
    for _ in range(steps):
        if state.is_terminal():
            return
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=odds)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


LONG = {"auf_achse": pytest.mark.thorough}


@pytest.mark.parametrize("name", [pytest.param(n, marks=LONG.get(n, ())) for n in gk.game_names(examples=True)])
def test_a_game_passes_openspiels_own_test_serialization_included(name):
    pyspiel.random_sim_test(short(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_game_passes_openspiels_own_python_test_pickling_included(name):
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(short(name))


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_the_same_actions_give_the_same_game_as_a_session(name):
    state, session = short(name).new_initial_state(), gk.load(name, **SHORT[name]).session(seed=1)
    rng = np.random.default_rng(5)
    for _ in range(400):
        if session.over:
            break
        assert state.current_player() == session.player
        assert state.legal_actions() == session.legal()
        if session.player == gk.CHANCE:
            assert state.chance_outcomes() == [(action, float(share)) for action, share in session.chance()]
        action = int(rng.choice(session.legal()))
        assert state.action_to_string(action) == session.game.action_text(action)
        state.apply_action(action)
        session.play(action)
    assert state.is_terminal() == session.over
    assert state.returns() == (session.returns() if session.over else [0.0] * session.game.players)


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_position_written_down_and_read_is_the_same(name):
    state = short(name).new_initial_state()
    play(state, np.random.default_rng(2), steps=60)
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(game) == str(state.get_game())
    assert (again.history(), again.legal_actions()) == (state.history(), state.legal_actions())
    for player in range(game.num_players()):
        assert again.information_state_string(player) == state.information_state_string(player)


def test_an_information_state_tells_what_a_player_has_seen_and_nothing_else():
    """Two deals in which A sees the same cards, and B other ones."""
    start = load_pyspiel("kartenspiel", players=2).new_initial_state()
    rng = np.random.default_rng(3)
    while start.is_chance_node():
        actions, odds = zip(*start.chance_outcomes(), strict=True)
        start.apply_action(int(rng.choice(actions, p=odds)))
    other = start.resample_from_infostate(0, lambda: 0.25)
    assert other.observation_string(0) == start.observation_string(0)
    assert other.observation_string(1) != start.observation_string(1)
    one, two = start.clone(), start.clone()
    assert one.information_state_string(0) == two.information_state_string(0)
    first, second = one.legal_actions()[:2]
    one.apply_action(first)
    two.apply_action(second)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1), "a card laid face down"


def test_a_copy_goes_its_own_way():
    state = short("pig").new_initial_state()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert (state.history(), len(copy.history())) == ([], 1)


def test_observations_are_the_fields_of_the_view_by_name():
    game = short("pig")
    state = game.new_initial_state()
    play(state, np.random.default_rng(1), steps=9)
    names = game.interface.names if hasattr(game, "interface") else state._face.names
    tensor = dict(zip(names, state.observation_tensor(0), strict=True))
    assert game.observation_tensor_shape() == [len(names)]
    assert [tensor["scores[0]"], tensor["scores[1]"]] == list(state.walk.view(0).scores[:2])


def test_what_was_seen_on_the_way_is_a_text_and_no_row_of_numbers_where_it_would_be_too_long():
    game = short("pig")
    assert not game.get_type().provides_information_state_tensor
    for asked in (game.information_state_tensor_shape, lambda: game.new_initial_state().information_state_tensor(0)):
        with pytest.raises(gk.OptionError, match="information_state_string, or observation_tensor"):
            asked()


def test_openspiels_search_plays_our_game():
    state = short("pig").new_initial_state()
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(), uct_c=50.0, evaluator=mcts.RandomRolloutEvaluator(1, rng), max_simulations=20,
        random_state=rng,
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("own", ["own.toml", "a box, of my own (50%=half)/räce.toml"])
def test_a_box_of_ones_own_is_played_and_survives_being_written_down(own, tmp_path, monkeypatch):
    path = tmp_path / own
    path.parent.mkdir(exist_ok=True)
    path.write_text(gk.load("ausgebremst").box_path.read_text("utf-8").replace("[9, 6,", "[8, 6,"), "utf-8")
    monkeypatch.chdir(tmp_path)
    game = load_pyspiel("ausgebremst", players=3, box=own)
    monkeypatch.chdir("/")
    state = game.new_initial_state()
    play(state, np.random.default_rng(1), steps=10)
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    for one in (state, again):
        assert one.get_game().max_utility() == one.walk.game.return_bounds[1] == 8
        assert one.history() == state.history()


def test_a_box_of_ones_own_may_be_for_other_numbers_of_players(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('title = "Pig for three"\nplayers = [3, 3]\n', "utf-8")
    kind = load_pyspiel("pig", box=path).get_type()
    assert (kind.min_num_players, kind.max_num_players, kind.long_name) == (3, 3, "Pig for three")


def test_a_text_with_commas_survives_being_written_down():
    state = load_pyspiel("route66", players=2, speed_cards="stop 0, +30 8").new_initial_state()
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]
    assert again.walk.game.options == state.walk.game.options
    assert again.walk.game.options["speed_cards"] == "stop 0, +30 8"


def test_what_is_refused_names_the_rule_or_what_is_allowed():
    with pytest.raises(gk.OptionError, match="players"):
        load_pyspiel("pig", players=99)
    with pytest.raises(gk.OptionError, match="cannot write down the option championship"):
        load_pyspiel("ausgebremst", championship=[1, 2])
    with pytest.raises(gk.BoxError, match="no such file"):
        load_pyspiel("pig", box="none.toml")
    walk = short("kartenspiel").new_initial_state().walk
    with pytest.raises(gk.IllegalAction, match="There is no action 999"):
        walk.apply(999)


@pytest.mark.parametrize("player", [-1, 2, 7, 9, "A"])
def test_a_player_who_does_not_play_is_refused_before_machine_code_is_asked(player):
    state = short("kartenspiel").new_initial_state()
    walk = state.walk
    for asked in (walk.view, walk.information_digest, walk.information_state_string):
        with pytest.raises(gk.OptionError, match=r"There is no player .* 0 to 1"):
            asked(player)
    with pytest.raises(gk.OptionError, match=r"There is no player .* 0 to 1"):
        state.resample_from_infostate(player, lambda: 0.5)


def test_seen_from_its_seat_each_player_names_itself_first():
    plain, own = (load_pyspiel("route66", players=3, rounds=6, seat=seat) for seat in ("absolute", "relative"))
    face, rng, turned = own.new_initial_state()._face, np.random.default_rng(1), 0
    places = [face.names.index(f"speed[{p}]") for p in range(3)]
    one, other = plain.new_initial_state(), own.new_initial_state()
    while not one.is_terminal():
        player = one.current_player()
        action = meant = int(rng.choice(other.legal_actions()))
        if player >= 0:
            meant = int(face.read_actions(action, player))
            assert sorted(int(face.read_actions(a, player)) for a in other.legal_actions()) == one.legal_actions()
            assert other.action_to_string(action) == one.action_to_string(meant)
            turned += action != meant
        for p in range(3):
            speeds = np.array(other.observation_tensor(p))[places]
            assert list(speeds) == [one.walk.position.speed[(p + k) % 3] for k in range(3)]
        one.apply_action(meant)
        other.apply_action(action)
        assert one.walk.history() == other.walk.history()
    assert turned > 0
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(own, other))[1]
    assert again.walk.history() == other.walk.history()


def test_information_states_are_told_apart_by_their_numbers_as_by_their_text():
    rng, texts = np.random.default_rng(4), {}
    game = load_pyspiel("kuhn", payoff="win")
    for _ in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            for player in range(2):
                numbers = tuple(state.information_state_tensor(player))
                assert len(numbers) == game.information_state_tensor_size()
                text = state.information_state_string(player)
                assert texts.setdefault((player, numbers), text) == text
            actions = state.legal_actions()
            state.apply_action(int(rng.choice(actions)))
        assert sum(state.returns()) == 1
    assert len(set(texts.values())) == len(texts) > 20


@pytest.mark.parametrize("wrong", [{"payoff": "wins"}, {"seat": "mine"}])
def test_a_payoff_or_seat_that_there_is_not_is_refused(wrong):
    with pytest.raises(gk.OptionError, match=r"'(returns|absolute)' or '(win|relative)'"):
        load_pyspiel("kuhn", **wrong)

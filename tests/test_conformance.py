"""What holds for every game (design §4), over random play. A new game is put through by being listed."""

from __future__ import annotations

import itertools
import json
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gamekit as gk
from gamekit.kernel import compiled
from gamekit.lab.loops import imagining
from gamekit.record import notes_of, out_of_range
from tests.play import load, profile, random_game, sampled_game, variants

SEEDS = st.integers(0, 2**32 - 1)
VARIANTS = pytest.mark.parametrize(
    ("name", "options"),
    variants(),
    ids=lambda v: v if isinstance(v, str) else ",".join(f"{k}={x}" for k, x in v.items()),
)
GAMES = pytest.mark.parametrize("name", gk.games())
POSITIONS = 0.04
KERNELS = ("setup", "player", "legal", "apply", "reason", "returns", "draw", "total", "weights")


def some(examples: int):
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@VARIANTS
@some(3)
@given(seed=SEEDS)
def test_legal_actions_are_ascending_and_exactly_those_without_a_reason_against_them(name, options, seed):
    game = load(name, options)
    for s, _ in sampled_game(game, seed, profile(name).MOST_STEPS, POSITIONS):
        legal = game.legal(s)
        assert legal == sorted(set(legal))
        allowed = [a for a in range(game.num_actions) if game.rules.reason(s, game.tables, a) == 0]
        assert legal == allowed
        assert bool(legal) == (game.player(s) != gk.OVER)


@VARIANTS
@some(3)
@given(seed=SEEDS)
def test_every_refusal_names_a_rule(name, options, seed):
    game = load(name, options)
    session = game.session(seed=seed)
    for s, _ in sampled_game(game, seed, profile(name).MOST_STEPS, POSITIONS / 4):
        for action in range(0, game.num_actions, max(1, game.num_actions // 60)):
            code = int(game.rules.reason(s, game.tables, action))
            if code:
                said = game.rulebook.refusal(code, game.action_text(action), game.player(s))
                assert said.rule in game.rulebook
                assert "{" not in said.text
    assert session.step == 0


@VARIANTS
@some(3)
@given(seed=SEEDS)
def test_chance_has_positive_integer_weights_and_draw_follows_them(name, options, seed):
    game = load(name, options)
    for s, _ in sampled_game(game, seed, profile(name).MOST_STEPS, POSITIONS):
        if game.player(s) != gk.CHANCE:
            continue
        legal, weights = game.legal(s), game.weights(s)
        assert len(legal) == len(weights)
        assert min(weights) > 0
        total = int(game.rules.total(s, game.tables))
        assert total == sum(weights)
        ends = np.cumsum(weights)
        for action, end, weight in zip(legal, ends, weights, strict=True):
            for r in {int(end - weight), int(end - 1)}:
                assert game.rules.draw(s, game.tables, r) == action


@VARIANTS
@some(3)
@given(seed=SEEDS)
def test_looking_changes_nothing_and_apply_only_its_record(name, options, seed):
    game = load(name, options)
    tables = game.tables.tobytes()
    for s, action in sampled_game(game, seed, profile(name).MOST_STEPS, POSITIONS):
        before = s.tobytes()
        game.player(s), game.legal(s), game.returns(s)
        game.rules.reason(s, game.tables, 0)
        if game.player(s) == gk.CHANCE:
            game.weights(s)
        assert s.tobytes() == before
        if action >= 0:
            other = s.copy()
            game.apply(other, action)
            assert s.tobytes() == before
    assert game.tables.tobytes() == tables


@VARIANTS
@some(4)
@given(seed=SEEDS)
def test_every_game_ends_in_range_and_conserves_what_is_in_the_box(name, options, seed):
    game = load(name, options)
    for s, _ in random_game(game, seed, profile(name).MOST_STEPS):
        assert out_of_range(game.rules.State, s) == []
        profile(name).conserved(game, s)


@VARIANTS
@some(2)
@given(seed=SEEDS)
def test_every_note_is_a_whole_sentence_under_a_rule(name, options, seed):
    game = load(name, options)
    for s, _ in random_game(game, seed, profile(name).MOST_STEPS):
        for note in notes_of(s):
            said = game.rulebook.note(note)
            assert said.rule in game.rulebook
            assert "{" not in said.text
            assert "?" not in said.text


@VARIANTS
@some(2)
@given(seed=SEEDS)
def test_interpreted_and_compiled_give_the_same_bytes(name, options, seed):
    game = load(name, options)
    rules, t = game.rules, game.tables
    fast = {
        k: compiled(getattr(rules, k))
        for k in ("setup", "player", "legal", "apply", "reason", "returns", "draw", "total", "weights")
    }
    twin = rules.State.new()
    fast["setup"](twin, t)
    out, weights, payoffs = (
        np.zeros(game.num_actions, np.int32),
        np.zeros(game.num_actions, np.int64),
        np.zeros(game.players),
    )
    for number, (s, action) in enumerate(random_game(game, seed, profile(name).MOST_STEPS)):
        assert twin.tobytes() == s.tobytes(), f"step {number}"
        assert fast["player"](twin, t) == game.player(s)
        n = fast["legal"](twin, t, out)
        assert list(out[:n]) == game.legal(s)
        assert twin.tobytes() == s.tobytes()
        if number % 10 == 0:
            for a in range(0, game.num_actions, max(1, game.num_actions // 40)):
                assert fast["reason"](twin, t, a) == rules.reason(s, t, a)
        if game.player(s) == gk.CHANCE:
            assert fast["weights"](twin, t, weights) == fast["total"](twin, t) == rules.total(s, t)
            assert list(weights[:n]) == game.weights(s)
        if action >= 0:
            fast["apply"](twin, t, action)
    fast["returns"](twin, t, payoffs)
    assert list(payoffs) == game.returns(s)


@VARIANTS
@some(3)
@given(seed=SEEDS)
def test_hide_is_idempotent_and_leaves_the_players_own_decision(name, options, seed):
    game = load(name, options)
    for s, _ in sampled_game(game, seed, profile(name).MOST_STEPS, POSITIONS):
        for p in range(game.players):
            view = game.view(s, p)
            assert game.view(view, p).tobytes() == view.tobytes()
            assert game.player(view) == game.player(s)
            if game.player(s) == p:
                assert game.legal(view) == game.legal(s)


@VARIANTS
@some(3)
@given(seed=SEEDS)
def test_redeal_fits_the_view_and_can_be_played_to_the_end(name, options, seed):
    game = load(name, options)
    rng = np.random.default_rng(seed)
    slow_hide, ways = game.rules.hide, {game.rules.redeal, imagining(game.rules)}
    for s, _ in sampled_game(game, seed, profile(name).MOST_STEPS, POSITIONS / 2):
        for p, deal in itertools.product(range(game.players), ways):
            view = game.view(s, p)
            twin_seed = int(rng.integers(2**32))
            dealt, twin = view.copy(), view.copy()
            deal(dealt, game.tables, p, np.random.default_rng(twin_seed))
            compiled(deal)(twin, game.tables, p, np.random.default_rng(twin_seed))
            assert dealt.tobytes() == twin.tobytes()
            assert out_of_range(game.rules.State, dealt) == []
            profile(name).conserved(game, dealt)
            if game.player(s) == p:
                assert game.legal(dealt) == game.legal(s)
            again = dealt.copy()
            slow_hide(again, game.tables, p)
            assert again.tobytes() == view.tobytes()
    for s, _ in sampled_game(game, seed, profile(name).MOST_STEPS, POSITIONS / 8):
        dealt = game.view(s, 0)
        game.rules.redeal(dealt, game.tables, 0, rng)
        for _ in range(profile(name).MOST_STEPS):
            if game.player(dealt) == gk.OVER:
                break
            if game.player(dealt) == gk.CHANCE:
                r = int(rng.integers(0, game.rules.total(dealt, game.tables)))
                game.apply(dealt, int(game.rules.draw(dealt, game.tables, r)))
            else:
                game.apply(dealt, int(rng.choice(game.legal(dealt))))
        profile(name).conserved(game, dealt)
        assert game.player(dealt) == gk.OVER


@VARIANTS
@some(2)
@given(seed=SEEDS)
def test_undo_is_exact_and_a_saved_game_opens_the_same(name, options, seed, tmp_path_factory):
    game = load(name, options)
    session = game.session(seed=seed)
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(150):
        if session.over:
            break
        seen.append(session.position.tobytes())
        session.roll() if session.player == gk.CHANCE else session.play(int(rng.choice(session.legal())))
    last = session.position.tobytes()
    path = session.save(tmp_path_factory.mktemp("replay") / "game.json")
    opened = gk.open_session(path)
    assert opened.history == session.history
    assert opened.position.tobytes() == last
    assert opened.log == session.log
    while session.step:
        session.undo()
        assert session.position.tobytes() == seen[session.step]
    while session.step < session.length:
        session.redo()
    assert session.position.tobytes() == last


@GAMES
@some(2)
@given(seed=SEEDS)
def test_strategies_choose_legally_and_only_from_what_their_player_knows(name, seed):
    game = load(name, profile(name).VARIANTS[0])
    buffer = np.zeros(game.num_actions, np.int32)
    for number, (s, _) in enumerate(sampled_game(game, seed, profile(name).MOST_STEPS, POSITIONS * 4)):
        p = game.player(s)
        if p < 0:
            continue
        legal = game.legal(s)
        buffer[: len(legal)] = legal
        for strategy in game.strategies.values():
            seen = []
            for position in (s.copy(), game.view(s, p)):
                before = position.tobytes()
                rng = np.random.default_rng((seed, number))
                seen.append(int(strategy.choose(position, game.tables, p, buffer, len(legal), rng)))
                assert position.tobytes() == before, f"{strategy.name} changes the position"
            assert seen[0] == seen[1], f"{strategy.name} looks at hidden cards"
            assert seen[0] in legal


@GAMES
def test_every_action_has_a_text_of_its_own(name):
    game = load(name, profile(name).VARIANTS[0])
    texts = [game.action_text(action) for action in range(game.num_actions)]
    assert all("{" not in text and "?" not in text for text in texts)
    assert len(set(texts)) == len(texts)


@GAMES
@some(2)
@given(seed=SEEDS)
def test_the_picture_only_changes_what_the_scene_has(name, seed):
    game = load(name, profile(name).VARIANTS[0])
    scene = ElementTree.fromstring(game.picture.scene(game))
    ids = {element.get("id") for element in scene.iter() if element.get("id")}
    assert scene.get("role") == "img"
    assert scene.get("viewBox")
    keys = None
    for s, _ in sampled_game(game, seed, profile(name).MOST_STEPS, POSITIONS / 2):
        for viewer in (None, 0):
            position = s if viewer is None else game.view(s, viewer)
            changes = game.picture.changes(game, position, viewer)
            assert set(changes) <= ids
            json.dumps(changes)  # the browser gets plain values, no NumPy scalars
            assert keys is None or set(changes) == keys
            keys = set(changes)
            assert game.picture.describe(game, position, viewer)
        targets = game.picture.targets(game, s, game.legal(s))
        assert set(targets) <= set(game.legal(s))
        assert {place for places in targets.values() for place in places.split()} <= ids

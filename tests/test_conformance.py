"""What holds for every game, over random play. A new game is put through by being listed.

Each variant is walked through once, and every test looks at that walk.
"""

from __future__ import annotations

import importlib
import itertools
import json
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.kernel import is_interpreted, is_kernel
from gamekit.core.machine import Machine, find_machine
from gamekit.core.record import Record, list_out_of_range, notes_of
from gamekit.core.strategy import playout_of
from gamekit.lab.engine.batches import pack_positions
from gamekit.lab.engine.lineup import own_kernels
from gamekit.lab.engine.loops import ASK, TALLY
from gamekit.lab.engine.plain_machine import choose_redeal, make_plain_machine
from tests.play import SEED, Walk, enough, load, play_to_the_end, profile, variants, walk
from tests.secrets import check_walk

GAMES = pytest.mark.parametrize("name", gk.game_names(examples=True))
built_code = pytest.mark.skipif(is_interpreted(), reason="GAMEKIT_PLAIN: built rules are not run")


def built(game: Game) -> Machine:
    """The game's built rules, which have to be those of the sources."""
    machine = find_machine(game.rules)
    assert machine is not None
    return machine


def told(variant: tuple[str, dict[str, object]]) -> str:
    """A variant as a test's name carries it."""
    name, options = variant
    return f"{name}-" + ",".join(f"{key}={value}" for key, value in options.items())


@pytest.fixture(scope="module", params=variants(), ids=told)
def game_walked(request: pytest.FixtureRequest) -> Walk:
    """A random game of one variant. Kept while the tests of that variant run: pytest orders them so."""
    return walk(*request.param, 0)


@pytest.fixture(scope="module", params=gk.game_names(examples=True))
def first_variant(request: pytest.FixtureRequest) -> Walk:
    """A random game of a game's first variant, for what does not depend on options."""
    return walk(request.param, profile(request.param).VARIANTS[0], 1)


def test_the_picture_marks_whoever_decides_and_nobody_else(game_walked: Walk) -> None:
    game = game_walked.game
    for s, _action in game_walked.some(10, 60):
        shown = game.picture.changes(game, s, None).items()
        acting = {name for name, change in shown if "acts" in str(change.get("class", "")).split()}
        acting |= {name for name, change in shown if name.startswith("turn-") and not change["hidden"]}
        assert {name.rpartition("-")[2] for name in acting} == {str(game.player(s))} or game.player(s) < 0


def test_every_game_ends_in_range_and_conserves_what_is_in_the_box(game_walked: Walk) -> None:
    game = game_walked.game
    for s, _ in game_walked.all():
        assert list_out_of_range(game.rules.State, s) == []
        profile(game.name).conserved(game, s)


def test_every_step_leaves_notes_and_each_is_a_whole_sentence_under_a_rule(game_walked: Walk) -> None:
    rulebook = game_walked.game.rulebook
    for number, (s, _) in enumerate(game_walked.all()):
        notes = notes_of(s)
        assert notes or number == 0
        for note in notes:
            said = rulebook.note(note)
            assert said.rule in rulebook
            assert "{" not in said.text
            assert "?" not in said.text


def test_legal_actions_are_ascending_and_exactly_those_without_a_reason_against_them(game_walked: Walk) -> None:
    game = game_walked.game
    for s, _ in game_walked.some(40, 200):
        legal = game.legal(s)
        assert legal == sorted(set(legal))
        allowed = [a for a in range(game.num_actions) if game.rules.reason(s, game.tables, a) == 0]
        assert legal == allowed
        assert bool(legal) == (game.player(s) != gk.OVER)


def test_the_rulebook_marks_what_chance_does_and_nothing_else(game_walked: Walk) -> None:
    game = game_walked.game
    for s, _ in game_walked.all():
        marked = {game.rulebook.actions[game.rules.action_parts(game.tables, a)[0]].chance for a in game.legal(s)}
        assert marked <= {game.player(s) == gk.CHANCE}


def test_every_refusal_names_a_rule(game_walked: Walk) -> None:
    game = game_walked.game
    for s, _ in game_walked.some(20, 60):
        for action in range(0, game.num_actions, max(1, game.num_actions // 60)):
            code = int(game.rules.reason(s, game.tables, action))
            if code:
                said = game.rulebook.refusal(code, game.action_text(action), game.player(s))
                assert said.rule in game.rulebook
                assert "{" not in said.text


def test_chance_has_positive_integer_weights_and_draw_follows_them(game_walked: Walk) -> None:
    game = game_walked.game
    chances = [s for s, _ in game_walked.all() if game.player(s) == gk.CHANCE]
    for s in chances[:: max(1, len(chances) // enough(40, 200))]:
        legal, weights = game.legal(s), game.weights(s)
        assert len(legal) == len(weights)
        assert min(weights) > 0
        total = int(game.rules.total(s, game.tables))
        assert total == sum(weights)
        ends = np.cumsum(weights)
        for action, end, weight in zip(legal, ends, weights, strict=True):
            for r in {int(end - weight), int(end - 1)}:
                assert game.rules.draw(s, game.tables, r) == action


def test_looking_changes_nothing_and_apply_only_its_record(game_walked: Walk) -> None:
    game = game_walked.game
    tables = game.tables.tobytes()
    for s, action in game_walked.some(40, 200):
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


# In both modes.


@built_code
def test_interpreted_and_built_give_the_same_bytes(game_walked: Walk) -> None:
    game, rules, t = game_walked.game, game_walked.game.rules, game_walked.game.tables
    machine = built(game)
    every = max(1, game.num_actions // 40)
    twin = rules.State.new()
    machine.call("setup", twin, t)
    for number, (s, action) in enumerate(game_walked.all()):
        assert twin.tobytes() == s.tobytes(), f"step {number}"
        if number % enough(20, 5) == 0 or action < 0:
            actions, payoffs = np.zeros(game.num_actions, np.int32), np.zeros(game.players)
            assert machine.call("player", twin, t) == game.player(s)
            assert list(actions[: machine.call("legal", twin, t, actions)]) == game.legal(s)
            machine.call("returns", twin, t, payoffs)
            assert list(payoffs) == game.returns(s)
            for one in range(0, game.num_actions, every):
                assert machine.call("reason", twin, t, one) == rules.reason(s, t, one)
            if game.player(s) == gk.CHANCE:
                chance = np.zeros(game.num_actions, np.int64)
                machine.call("weights", twin, t, chance)
                assert machine.call("total", twin, t) == rules.total(s, t)
                assert list(chance[: len(game.legal(s))]) == game.weights(s)
            assert twin.tobytes() == s.tobytes(), f"looking changed step {number}"
        if action >= 0:
            machine.call("apply", twin, t, action)


@built_code
@GAMES
def test_interpreted_and_built_loops_play_the_same_games(name: str) -> None:
    """1,020 games in a thorough run; and both leave the random stream at the same place."""
    game, kernels = gk.load(name), own_kernels(name)
    games, found = enough(3, 170), []
    seating = np.random.default_rng(SEED)
    luck = seating.random((games, 64))
    seats = seating.integers(0, len(kernels), game.players).astype(np.int32)
    for machine in (make_plain_machine(game.rules, kernels), built(game)):
        rng = np.random.default_rng(SEED)
        positions, returns = np.zeros(games, game.rules.State.dtype), np.zeros((games, game.players))
        counts, tally = np.zeros((games, 2), np.int64), np.zeros(TALLY, np.int64)
        actions, start = np.zeros(game.num_actions, np.int32), pack_positions(game, game.start())
        arrays = (seats, actions, luck, rng, returns, counts, tally)
        assert machine.call("play_games", ASK, positions, start, game.tables, *arrays) == gk.OVER
        for field in ("num_notes", "notes"):  # loops leave no notes
            positions[field] = 0
        found.append((positions.tobytes(), returns.tobytes(), counts.tobytes(), rng.bit_generator.state))
    assert found[0] == found[1]


# What players know.


def test_hide_is_idempotent_and_leaves_the_players_own_decision(game_walked: Walk) -> None:
    game = game_walked.game
    for s, _ in game_walked.some(40, 200):
        for p in range(game.players):
            view = game.view(s, p)
            assert game.view(view, p).tobytes() == view.tobytes()
            assert game.player(view) == game.player(s)
            if game.player(s) == p:
                assert game.legal(view) == game.legal(s)


def test_no_sentence_question_or_refusal_tells_a_player_what_the_view_hides(game_walked: Walk) -> None:
    check_walk(game_walked)


def test_redeal_fits_the_view_and_can_be_played_to_the_end(game_walked: Walk) -> None:
    game = game_walked.game
    rng = np.random.default_rng(game_walked.seed)
    ways = {game.rules.redeal, choose_redeal(game.rules)}
    for s, _ in game_walked.some(15, 100):
        for p, deal in itertools.product(range(game.players), ways):
            view = game.view(s, p)
            dealt = view.copy()
            deal(dealt, game.tables, p, rng)
            assert list_out_of_range(game.rules.State, dealt) == []
            profile(game.name).conserved(game, dealt)
            if game.player(s) == p:
                assert game.legal(dealt) == game.legal(s)
            assert game.view(dealt, p).tobytes() == view.tobytes()
    for s, _ in game_walked.some(1, 6):
        dealt = game.view(s, 0)
        game.rules.redeal(dealt, game.tables, 0, rng)
        play_to_the_end(game, dealt, rng, profile(game.name).MOST_STEPS)
        profile(game.name).conserved(game, dealt)
        assert game.player(dealt) == gk.OVER


@built_code
@pytest.mark.parametrize("entry", ["redeal", "redeal_all"])
def test_interpreted_and_built_deal_the_same_bytes(game_walked: Walk, entry: str) -> None:
    """`redeal_all` as the game's beliefs imagine it, where it has any."""
    game = game_walked.game
    deal = choose_redeal(game.rules) if entry == "redeal_all" else game.rules.redeal
    for s, _ in game_walked.some(15, 100):
        for p in range(game.players):
            dealt, twins = game.view(s, p), np.zeros(1, game.rules.State.dtype)
            twins[0] = dealt
            deal(dealt, game.tables, p, np.random.default_rng(p))
            twin = twins if entry == "redeal_all" else twins[0]
            built(game).call(entry, twin, game.tables, p, np.random.default_rng(p))
            assert dealt.tobytes() == twins[0].tobytes()


# Sessions, strategies, words and pictures.


def test_undo_is_exact_and_a_saved_game_opens_the_same(
    game_walked: Walk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = game_walked.game.session(seed=game_walked.seed)
    rng = np.random.default_rng(game_walked.seed)
    seen = []
    for _ in range(enough(80, 150)):
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


def decisions(walked: Walk, quick: int, thorough: int) -> Iterator[tuple[int, Record]]:
    """That many positions in which a player decides, with their numbers."""
    game = walked.game
    found = [(number, s) for number, (s, _) in enumerate(walked.all()) if game.player(s) >= 0]
    yield from found[:: max(1, len(found) // enough(quick, thorough))]


def test_strategies_choose_legally_and_only_from_what_their_player_knows(first_variant: Walk) -> None:
    game = first_variant.game
    buffer = np.zeros(game.num_actions, np.int32)
    for number, s in decisions(first_variant, 60, 400):
        p = game.player(s)
        legal = game.legal(s)
        buffer[: len(legal)] = legal
        for strategy in (*game.strategies.values(), playout_of(game.name)):
            seen = []
            for position in (s.copy(), game.view(s, p)):
                before = position.tobytes()
                rng = np.random.default_rng((first_variant.seed, number))
                seen.append(int(strategy.choose(position, game.tables, p, buffer, len(legal), rng)))
                assert position.tobytes() == before, f"{strategy.name} changes the position"
            assert seen[0] == seen[1], f"{strategy.name} looks at hidden cards"
            assert seen[0] in legal


@GAMES
def test_every_action_has_a_text_of_its_own(name: str) -> None:
    game = load(name, profile(name).VARIANTS[0])
    texts = [game.action_text(action) for action in range(game.num_actions)]
    assert all("{" not in text and "?" not in text for text in texts)
    assert len(set(texts)) == len(texts)


def test_the_picture_only_changes_what_the_scene_has(first_variant: Walk) -> None:
    game = first_variant.game
    scene = ElementTree.fromstring(game.picture.scene(game))
    ids = {element.get("id") for element in scene.iter() if element.get("id")}
    assert scene.get("role") == "img"
    assert scene.get("viewBox")
    keys = None
    for s, _ in first_variant.some(40, 200):
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


MEMORY = {"arange", "array", "copy", "empty", "full", "ones", "zeros"}
"""Names under which NumPy hands out new arrays."""


@GAMES
def test_no_kernel_asks_for_memory(name: str) -> None:
    """The rules also run where nobody hands memory out, as WebAssembly in a page."""
    asking = {
        one.__qualname__
        for one in every_kernel(f"gamekit.games.{name}.rules", f"gamekit.games.{name}.strategies")
        if MEMORY & set(one.__code__.co_names)
    }
    assert not asking


def every_kernel(*modules: str) -> set[Any]:
    """The kernels of these modules and all kernels they call."""
    found, open_ends = set(), [f for name in modules for f in vars(importlib.import_module(name)).values()]
    while open_ends:
        thing = open_ends.pop()
        if is_kernel(thing) and thing not in found:
            found.add(thing)
            open_ends += [thing.__globals__.get(name) for name in thing.__code__.co_names]
    return found

"""What holds for every game, over random play. A new game is put through by being listed.

Each variant is walked through once, and every test looks at that walk.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import gamekit as gk
from gamekit.compiling import compile_kernel, is_interpreted, is_kernel, kernel, specialise
from gamekit.lab.engine.game_loops import choose_redeal
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.loops import apply, legal, player, returns
from gamekit.record import Record, list_out_of_range, notes_of
from gamekit.strategy import playout_of
from tests.play import Walk, enough, load, play_to_the_end, profile, variants, walk
from tests.secrets import check_walk

GAMES = pytest.mark.parametrize("name", gk.game_names(examples=True))
KERNELS = ("setup", "player", "legal", "apply", "reason", "returns", "draw", "total", "weights")
BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
machine_code = pytest.mark.skipif(is_interpreted(), reason="NUMBA_DISABLE_JIT: there is no machine code")


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


def test_every_game_ends_in_range_and_conserves_what_is_in_the_box(game_walked: Walk) -> None:
    game = game_walked.game
    for s, _ in game_walked.all():
        assert list_out_of_range(game.rules.State, s) == []
        profile(game.name).conserved(game, s)


def test_every_note_is_a_whole_sentence_under_a_rule(game_walked: Walk) -> None:
    rulebook = game_walked.game.rulebook
    for s, _ in game_walked.all():
        for note in notes_of(s):
            said = rulebook.note(note)
            assert said.rule in rulebook
            assert "{" not in said.text
            assert "?" not in said.text


@GAMES
@pytest.mark.parametrize("kind", ["NOTE_", "NO_", "PHASE_"])
def test_no_two_sentences_of_a_kind_have_the_same_number(name: str, kind: str) -> None:
    numbers = [number for one, number in vars(gk.load(name).rules).items() if one.startswith(kind)]
    assert numbers
    assert len(set(numbers)) == len(numbers)


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


@kernel
def setup(s, t):
    """Placeholder of the rules' `setup`."""


@kernel
def reason(s, t, action):
    """Placeholder of the rules' `reason`."""
    return 0


@kernel
def weights(s, t, out):
    """Placeholder of the rules' `weights`."""
    return 0


@kernel
def begin(s, t):
    """The first position."""
    setup(s, t)


@kernel
def step(s, t, action):
    """One step."""
    apply(s, t, action)


@kernel
def look(s, t, actions, payoffs, refusals, every):
    """All that the rules say of a position, for every so manieth action why not; returns whose turn it is."""
    actions[0] = legal(s, t, actions[1:])
    returns(s, t, payoffs)
    for action in range(0, len(refusals), every):
        refusals[action] = reason(s, t, action)
    return player(s, t)


@kernel
def weigh(s, t, out):
    """The weights of chance."""
    return weights(s, t, out)


def unsaid(s: Record) -> bytes:
    """A position without its notes: the loops that play many games leave them out."""
    silent = s.copy()
    silent.num_notes = 0
    silent.notes[:] = 0
    return silent.tobytes()


@machine_code
def test_interpreted_and_compiled_give_the_same_bytes(game_walked: Walk) -> None:
    """In the form in which machine code plays many games, without notes."""
    game, rules, t = game_walked.game, game_walked.game.rules, game_walked.game.tables
    parts = {
        name: getattr(rules, name) for name in ("setup", "apply", "legal", "reason", "returns", "player", "weights")
    }
    first, apply_one, see, weighed = (specialise(loop, **parts) for loop in (begin, step, look, weigh))
    every = max(1, game.num_actions // 40)
    twin = rules.State.new()
    first(twin, t)
    for number, (s, action) in enumerate(game_walked.all()):
        assert unsaid(twin) == unsaid(s), f"step {number}"
        if number % enough(20, 5) == 0 or action < 0:
            actions, payoffs = np.zeros(game.num_actions + 1, np.int32), np.zeros(game.players)
            refusals = np.zeros(game.num_actions, np.int64)
            assert see(twin, t, actions, payoffs, refusals, every) == game.player(s)
            assert list(actions[1 : 1 + actions[0]]) == game.legal(s)
            assert list(payoffs) == game.returns(s)
            assert list(refusals[::every]) == [rules.reason(s, t, a) for a in range(0, game.num_actions, every)]
            if game.player(s) == gk.CHANCE:
                chance = np.zeros(game.num_actions, np.int64)
                assert weighed(twin, t, chance) == rules.total(s, t)
                assert list(chance[: actions[0]]) == game.weights(s)
            assert unsaid(twin) == unsaid(s), f"looking changed step {number}"
        if action >= 0:
            apply_one(twin, t, action)


@machine_code
@pytest.mark.skipif(not BOUNDS_CHECKED, reason="compiles long: `.ci/release bounds` does it, with every index checked")
def test_kernels_compiled_one_by_one_give_the_same_bytes_with_their_notes(game_walked: Walk) -> None:
    game, rules, t = game_walked.game, game_walked.game.rules, game_walked.game.tables
    fast = {name: compile_kernel(getattr(rules, name)) for name in KERNELS}
    twin = rules.State.new()
    fast["setup"](twin, t)
    out, chance = np.zeros(game.num_actions, np.int32), np.zeros(game.num_actions, np.int64)
    for number, (s, action) in enumerate(game_walked.all()):
        assert twin.tobytes() == s.tobytes(), f"step {number}"
        assert fast["player"](twin, t) == game.player(s)
        n = fast["legal"](twin, t, out)
        assert list(out[:n]) == game.legal(s)
        if game.player(s) == gk.CHANCE:
            assert fast["weights"](twin, t, chance) == fast["total"](twin, t) == rules.total(s, t)
        if action >= 0:
            fast["apply"](twin, t, action)


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


@machine_code
def test_interpreted_and_compiled_deal_the_same_bytes(game_walked: Walk) -> None:
    game, deal = game_walked.game, choose_redeal(game_walked.game.rules)
    redeal_all = make_lineup(game, "random").loops.redeal_all
    for s, _ in game_walked.some(15, 100):
        for p in range(game.players):
            dealt, twins = game.view(s, p), np.zeros(1, game.rules.State.dtype)
            twins[0] = dealt
            deal(dealt, game.tables, p, np.random.default_rng(p))
            redeal_all(twins, game.tables, p, np.random.default_rng(p))
            assert dealt.tobytes() == twins[0].tobytes()


@machine_code
@pytest.mark.thorough
def test_a_fair_deal_is_the_same_in_machine_code(first_variant: Walk) -> None:
    game, deal = first_variant.game, first_variant.game.rules.redeal
    for s, _ in first_variant.some(15, 100):
        for p in range(game.players):
            dealt, twin = game.view(s, p), game.view(s, p)
            deal(dealt, game.tables, p, np.random.default_rng(p))
            compile_kernel(deal)(twin, game.tables, p, np.random.default_rng(p))
            assert dealt.tobytes() == twin.tobytes()


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

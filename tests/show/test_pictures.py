"""Every game's picture, over random play: complete, clickable, and blind to what its viewer cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import gamekit as gk

STEPS = 400
EVERY = 23
GIVING_HINTS = [name for name in gk.game_names(examples=True) if hasattr(gk.load(name).picture, "hints")]


@cache
def moments(name: str) -> tuple[gk.Game, tuple[Any, ...]]:
    """Positions of a game in which everybody plays at random, from its first to a late one."""
    game = gk.load(name)
    session, rng = game.session(seed=5), np.random.default_rng(5)
    found = [session.position]
    while not session.over and session.step < STEPS:
        session.roll() if session.player < 0 else session.play(int(rng.choice(session.legal())))
        if session.step % EVERY == 0 or session.over:
            found.append(session.position)
    return game, tuple(found)


def viewers(game: gk.Game) -> Iterator[int | None]:
    yield None
    yield from range(game.players)


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_every_table_of_changes_is_complete(name: str) -> None:
    game, positions = moments(name)
    first = set(game.picture.changes(game, positions[0], None))
    for position in positions:
        for viewer in viewers(game):
            assert set(game.picture.changes(game, position, viewer)) == first


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_picture_shows_no_more_than_its_viewer_knows(name: str) -> None:
    game, positions = moments(name)
    for position in positions:
        for viewer in range(game.players):
            seen = game.view(position, viewer)
            assert game.picture.changes(game, position, viewer) == game.picture.changes(game, seen, viewer)
            assert game.picture.describe(game, position, viewer) == game.picture.describe(game, seen, viewer)


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_place_can_be_asked_about_for_any_action(name: str) -> None:
    """That is how a click on a place where no move is legal finds its rule."""
    game, positions = moments(name)
    ids = {node.get("id") for node in ElementTree.fromstring(game.picture.scene(game)).iter()}
    for position in positions:
        every = game.picture.targets(game, position, range(game.num_actions))
        found = {place for places in every.values() for place in places.split()}
        assert found & ids or game.player(position) < 0
        for action, places in game.picture.targets(game, position, game.legal(position)).items():
            assert set(places.split()) <= ids
            assert every[action] == places


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_legal_move_is_never_hidden_from_the_player_who_has_it(name: str) -> None:
    game, positions = moments(name)
    for position in positions:
        player = game.player(position)
        if player < 0:
            continue
        legal = game.legal(position)
        shown = game.picture.changes(game, position, player)
        for places in game.picture.targets(game, position, legal).values():
            assert any(not shown.get(place, {}).get("hidden") for place in places.split())


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_the_scene_is_one_picture_with_a_name(name: str) -> None:
    game, _positions = moments(name)
    scene = game.picture.scene(game)
    root = ElementTree.fromstring(scene)
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert "<script" not in scene
    assert "http://" not in scene.replace("http://www.w3.org/", "")
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", GIVING_HINTS)
def test_a_hint_is_for_an_action_it_was_asked_about(name: str) -> None:
    game, positions = moments(name)
    for position in positions:
        legal = game.legal(position)
        hints = game.picture.hints(game, position, legal)
        assert set(hints) <= set(legal)
        assert all(hints.values())

"""Every game's picture, over random play: complete, clickable, and blind to what its viewer cannot know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import gamekit as gk
from gamekit.widgets.still_picture import draw_still

STEPS = 400
EVERY = 23
Spots = Iterator[tuple[str, float, float]]
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
def test_every_table_of_changes_is_complete_and_names_what_is_in_the_scene(name: str) -> None:
    game, positions = moments(name)
    first = set(game.picture.changes(game, positions[0], None))
    assert first <= {node.get("id") for node in ElementTree.fromstring(game.picture.scene(game)).iter()}
    for position in positions:
        for viewer in viewers(game):
            assert set(game.picture.changes(game, position, viewer)) == first


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_picture_shows_no_more_than_its_viewer_knows(name: str) -> None:
    game, positions = moments(name)
    told_all = name not in gk.game_names()  # examples are over soon, or hide nothing
    for number, position in enumerate(positions):
        for viewer in range(game.players):
            seen = game.view(position, viewer)
            shown = game.picture.changes(game, position, viewer)
            told_all |= shown != game.picture.changes(game, position, None)
            assert shown == game.picture.changes(game, seen, viewer)
            if number % 6 == 5:
                still = [draw_still(game, game.picture, one, viewer) for one in (position, seen)]
                assert still[0] == still[1]
            assert game.picture.describe(game, position, viewer) == game.picture.describe(game, seen, viewer)
    assert told_all, "who sees everything sees more"


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


def find_spots(
    node: ElementTree.Element, screen: str, told: dict[str, Any], x: float = 0, y: float = 0, size: float = 1
) -> Spots:
    """Where what a screen shows stands: every text, and every piece that the position has put somewhere."""
    here, other = told.get(node.get("id", ""), {}), "wide" if screen == "narrow" else "narrow"
    if here.get("hidden") or "clip-path" in node.attrib or f"gk-if-{other}" in node.get("class", ""):
        return
    placed = node.get("transform", "").replace("(", " ").replace(")", " ")
    if style := re.search(f"--{screen}:([^;]*)", node.get("style", "")):
        placed = re.sub("px,?|[()]", " ", style[1])
    match placed.split():
        case ["translate", across, down, *scale]:
            x, y = x + size * float(across), y + size * float(down)
            size *= float(scale[1]) if scale and scale[0] == "scale" else 1
    if "x" in here:
        x, y = x + size * float(here["x"]), y + size * float(here["y"])
        yield node.get("id", ""), x, y
    tag = node.tag.rpartition("}")[2]
    if tag == "text":
        yield node.text or node.get("id", ""), x + size * float(node.get("x", 0)), y + size * float(node.get("y", 0))
    for inner in node:
        yield from find_spots(inner, screen, told, x, y, size)


@pytest.mark.parametrize("screen", ["wide", "narrow"])
@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_words_and_pieces_stand_on_the_picture(name: str, screen: str) -> None:
    game, positions = moments(name)
    root = ElementTree.fromstring(game.picture.scene(game))
    frame = root.get("data-narrow", "") if screen == "narrow" else ""
    left, top, wide, high = map(float, (frame or root.attrib["viewBox"]).split())
    for position in positions:
        spots = [*find_spots(root, screen, game.picture.changes(game, position, None))]
        assert len(spots) > 3
        off = [(what, x, y) for what, x, y in spots if not (left <= x <= left + wide and top <= y <= top + high)]
        assert off == []


@pytest.mark.parametrize("name", GIVING_HINTS)
def test_a_hint_is_for_an_action_it_was_asked_about(name: str) -> None:
    game, positions = moments(name)
    for position in positions:
        legal = game.legal(position)
        hints = game.picture.hints(game, position, legal)
        assert set(hints) <= set(legal)
        assert all(hints.values())

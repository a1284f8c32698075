"""Boards as still pictures: a game's scene with one position's changes applied. The moving ones are the player's."""

from __future__ import annotations

import functools
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import gamekit as gk

log = logging.getLogger(__name__)

SVG = "http://www.w3.org/2000/svg"
COLOURS = Path(gk.__file__).parent / "show" / "web" / "tokens.css"
ElementTree.register_namespace("", SVG)


@dataclass(frozen=True)
class GameCard:
    """A game as the gallery announces it."""

    name: str
    title: str
    least: int
    most: int
    has_picture: bool


@functools.cache
def games() -> tuple[GameCard, ...]:
    """Every game that can be loaded, in the order of `gamekit.games()`."""
    return tuple(
        GameCard(name, game.title, game.min_players, game.max_players, board(name) is not None)
        for name in gk.games()
        for game in [gk.load(name)]
    )


@functools.lru_cache(maxsize=64)
def board(name: str, seed: int = 1, step: int = 15) -> str | None:
    """The board after `step` random moves, as one SVG with its own colours; None while a game has no picture."""
    if name not in gk.games():
        return None
    game = gk.load(name)
    try:
        picture = game.picture
    except ImportError as error:
        log.warning("%s has no picture yet: %s", game.title, error)
        return None
    return still(game, picture, position_after(game, seed, step))


def position_after(game: gk.Game, seed: int, step: int) -> Any:
    """A position of a game in which everybody plays at random; only players' moves count, not what chance does."""
    import random

    session, chooser = game.session(seed=seed), random.Random(seed)
    moves = 0
    while session.player != gk.OVER:
        if session.player == gk.CHANCE:
            session.roll()
        elif moves == step:
            break
        else:
            session.play(chooser.choice(session.legal()))
            moves += 1
    return session.position


def still(game: gk.Game, picture: Any, position: Any, viewer: int | None = None, alone: bool = True) -> str:
    """The scene with the changes of one position.

    `alone`: readable as a file of its own, light or dark as its reader is; else the page around it has the colours.
    """
    root = ElementTree.fromstring(picture.scene(game))
    named = {element.get("id"): element for element in root.iter() if element.get("id")}
    for name, change in picture.changes(game, position, viewer).items():
        if name in named:
            apply(named[name], change)
    if alone:
        style = ElementTree.Element(f"{{{SVG}}}style")
        style.text = COLOURS.read_text(encoding="utf-8")
        root.insert(0, style)
        root.set("class", f"{root.get('class', '')} gk-look".strip())
    description = root.find(f"{{{SVG}}}desc")
    if description is None:
        description = ElementTree.SubElement(root, f"{{{SVG}}}desc")
    description.text = picture.describe(game, position, viewer)
    return ElementTree.tostring(root, encoding="unicode")


def apply(element: ElementTree.Element, change: dict[str, Any]) -> None:
    """One entry of the table of changes, as the player in the browser applies it."""
    if change.keys() & {"x", "y", "r"}:
        turn = f" rotate({change['r']})" if change.get("r") else ""
        element.set("transform", f"translate({change.get('x', 0)} {change.get('y', 0)}){turn}")
    if "text" in change:
        for child in list(element):
            element.remove(child)
        element.text = str(change["text"])
    if "class" in change:
        element.set("class", f"{element.get('class', '')} {change['class']}".strip())
    if "d" in change:
        element.set("d", change["d"])
    if change.get("hidden"):
        element.set("style", "display:none")
    if "label" in change:
        element.set("aria-label", change["label"])

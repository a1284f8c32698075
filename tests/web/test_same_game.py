"""The rules in Python and in the browser are one: the same bytes, and the same words, step by step.

Random games of every variant of the conformance suite, each step seen by every player: a few hundred steps a game, ten
thousand when the suite is thorough.
"""

from __future__ import annotations

import random
import zlib
from typing import Any

import pytest

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.i18n.catalogs import find_offered
from gamekit.core.i18n.translation import use_language
from gamekit.core.record import Record, notes_of
from gamekit.web.game_bundle import export_loaded
from tests.play import enough, load, profile
from tests.web.node import ask, needs_node

FEW = enough(100, 1_000)
STEPS = enough(300, 4_000)
ASKED = 8
"""Actions whose refusal is compared at each step, any of the game's."""
ONLY_PYTHON = {"state_cards", "speed_cards"}
"""Options whose tables a page is handed."""

REPLAY = """
const said = (one) => one && [one.text, one.rule, one.code];
const lines = [];
for (const { options, made, seed, steps } of given.games) {
  const game = await gamekit.load(given.name, options, made);
  const session = game.session(seed);
  for (const [action, asked] of steps) {
    const views = [...Array(game.players).keys()].map((player) => session.view(player));
    const before = session.position;
    const line = {
      position: crc(before),
      views: views.map(crc),
      player: session.player,
      legal: session.legal(),
      drawn: session.player === -1 ? session.drawn() : null,
      phase: said(session.phase()),
      returns: session.returns(),
      refused: asked.map((one) => said(session.whyNot(one))),
    };
    if (action >= 0) {
      line.notes = session.play(action).map(said);
      line.text = session.log.at(-1).text;
      line.heading = session.log.at(-1).heading;
      line.heard = views.map((_, player) => {
        const view = session.view(player);
        return game.layout.notes(view).map((note) => said(game.texts.note(note, before)));
      });
    }
    lines.push(line);
  }
}
tell(lines);
"""


def said(one: Any) -> list[object] | None:
    return [one.text, one.rule, one.code] if one else None


def told(game: Game, session: gk.Session, asked: list[int]) -> dict[str, Any]:
    """Everything that can be said of the position a session shows."""
    s = session.position
    return {
        "position": zlib.crc32(s.tobytes()),
        "views": [zlib.crc32(game.view(s, player).tobytes()) for player in range(game.players)],
        "player": session.player,
        "legal": session.legal(),
        "drawn": session.drawn() if session.player == gk.CHANCE else None,
        "phase": said(game.rulebook.phase(s)),
        "returns": session.returns(),
        "refused": [said(session.why_not(action)) for action in asked],
    }


def played(game: Game, session: gk.Session, before: Record, action: int) -> dict[str, Any]:
    """What is said of a step, to everybody and to each player."""
    notes = session.play(action)
    step = session.log[-1]
    return {
        "notes": [said(note) for note in notes],
        "text": step.text,
        "heading": step.heading,
        "heard": [
            [said(game.rulebook.note(note, before)) for note in notes_of(session.view(player))]
            for player in range(game.players)
        ],
    }


def python_games(name: str, steps: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Random games of all variants, so many steps in all: what node needs to replay them, and all that is said."""
    variants = profile(name).VARIANTS
    share = -(-steps // len(variants))
    games, lines = [], []
    for number, options in enumerate(variants):
        dice, left = random.Random(number), share
        while left > 0:
            game, seed, record = load(name, options), dice.randrange(2**40), []
            session = game.session(seed)
            while left > 0:
                asked = [dice.randrange(game.num_actions) for _ in range(ASKED)]
                line = told(game, session, asked)
                action = -1
                if not session.over:
                    action = session.drawn() if session.player == gk.CHANCE else dice.choice(session.legal())
                    line |= played(game, session, session.position, action)
                lines.append(line)
                record.append([action, asked])
                left -= 1
                if action < 0:
                    break
            made = export_loaded(game) if set(options) & ONLY_PYTHON else None
            games.append({"options": options, "made": made, "seed": seed, "steps": record})
    return games, lines


@needs_node
@pytest.mark.parametrize("name", gk.game_names(examples=True))
@pytest.mark.parametrize("code", find_offered()[1:])
def test_they_say_the_same_in_another_language(code: str, name: str) -> None:
    with use_language(code):
        games, here = python_games(name, FEW)
        there = ask(REPLAY, name, name=name, games=games)
    assert there == here


@pytest.mark.quick
@needs_node
@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_python_and_the_browser_play_and_say_the_same(name: str) -> None:
    games, here = python_games(name, STEPS)
    there = ask(REPLAY, name, name=name, games=games)
    assert len(there) == len(here) >= STEPS
    for number, (python, browser) in enumerate(zip(here, there, strict=True)):
        assert browser == python, f"step {number}"

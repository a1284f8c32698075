"""Puzzles as data for pages (web/play/puzzle_page.js): what the mover saw, the best choice and why; nothing hidden."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import Any, Final

from gamekit.core.session import Session
from gamekit.lab.puzzles import Puzzle, read_shipped
from gamekit.widgets.narration import decision, diff_view, tell_known

MOST_BEFORE: Final = 12
"""Greatest number of steps shown before the choice; they begin with the player's own last one."""
KEY_LETTERS: Final = 12


def puzzle_data(name: str) -> dict[str, Any]:
    """Return the puzzles that come with a game; `left_out` counts those that could not be used."""
    found, left_out = read_shipped(name)
    views = [view_puzzle(puzzle) for puzzle in found]
    return {"left_out": len(left_out), "puzzles": views}


def find_puzzle(name: str, key: str) -> Puzzle | None:
    """Return the puzzle of a game with this key, or None."""
    return next((puzzle for puzzle in read_shipped(name)[0] if key_of(puzzle) == key), None)


def key_of(puzzle: Puzzle) -> str:
    """Return the key of a puzzle, a hash of the game and the mover's view, so that it reveals nothing else."""
    view = puzzle.loaded.view(puzzle.position, puzzle.player)
    told = f"{puzzle.game} {puzzle.players} {sorted(puzzle.options.items())} ".encode()
    return hashlib.sha256(told + view.tobytes()).hexdigest()[:KEY_LETTERS]


def view_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as data: the last steps as the mover saw them, the choice, the best action and why."""
    session, seer = puzzle.last_steps(MOST_BEFORE), puzzle.player
    return {
        "key": key_of(puzzle),
        "options": {**puzzle.options, "players": puzzle.players},
        "player": seer,
        "frames": list_frames(session, seer),
        "now": decision(session, seer),
        "best": puzzle.best,
        "second": puzzle.second,
        "lead": puzzle.describe_lead(),
        "found": dict(puzzle.found),
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
        "why": puzzle.explain(),
    }


def list_frames(session: Session, seer: int) -> list[dict[str, Any]]:
    """Return the steps since a player's last choice as that player saw them: changes of the view, and sentences."""
    own = [step for step, taken in enumerate(session.log, start=1) if taken.player == seer]
    first = max(own[-1] if own else 0, session.step - MOST_BEFORE, 0)
    views = [session.game.view(session.position_at(step), seer) for step in range(first, session.step + 1)]
    frames: list[dict[str, Any]] = [{"changed": diff_view(views[0]), "step": None}]
    for number, known in enumerate(pairwise(views), start=first + 1):
        happened = session.position_at(number - 1), session.position_at(number)
        told = tell_known(session.game, session.log[number - 1], happened, known, seer)
        frames.append({"changed": diff_view(known[1], known[0]), "step": told})
    return frames

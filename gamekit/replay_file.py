"""Replay files: a session as JSON and back. Nothing read here is trusted; every step is checked by the rules.

Format "gamekit-replay": version, game, players, options, box (hash of a box file of one's own, or
null), seed, steps [{player, action, text}]. The texts are for people who read the file.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gamekit.errors import GamekitError, ReplayError
from gamekit.files import write_whole

if TYPE_CHECKING:
    from gamekit.session import Session

FORMAT: Final = "gamekit-replay"
VERSION: Final = 1
LARGEST_FILE: Final = 5_000_000
MOST_STEPS: Final = 50_000
KEYS: Final = ("format", "version", "game", "players", "options", "box", "seed", "steps")
STEP_KEYS: Final = ("player", "action", "text")


def to_dict(session: Session) -> dict[str, Any]:
    """A session as the contents of a replay file."""
    game = session.game
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "players": game.players,
        "options": dict(game.changed_options),
        "box": box_hash(game.box_path) if game.own_box else None,
        "seed": session.seed,
        "steps": [{"player": s.player, "action": s.action, "text": s.text} for s in session.log],
    }


def write_replay(session: Session, path: Path) -> Path:
    """Write a session to `path`, whole or not at all. Raises `SaveError`."""
    return write_whole(path, json.dumps(to_dict(session), ensure_ascii=False, indent=1) + "\n")


def read_replay(path: Path, box: str | Path | None = None) -> Session:
    """Open a replay file. Raises `ReplayError`."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ReplayError(f"Replay {path.name} is larger than {LARGEST_FILE:,} bytes; no game needs that.")
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ReplayError(f"There is no replay file at {path}.") from None
    except (OSError, ValueError) as error:
        raise ReplayError(f"Replay {path.name} cannot be read as text ({error}).") from None
    return parse_replay(text, path.name, box)


def parse_replay(text: str, name: str = "the replay", box: str | Path | None = None) -> Session:
    """A session from the text of a replay file; `name` is how errors call it. Raises `ReplayError`."""
    if len(text) > LARGEST_FILE:
        raise ReplayError(f"{name}: larger than {LARGEST_FILE:,} characters; no game needs that.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ReplayError(f"{name}: not a complete JSON file; perhaps it was cut off.") from None
    return from_dict(data, name, box)


def from_dict(data: Any, name: str = "the replay", box: str | Path | None = None) -> Session:
    """A session from the contents of a replay file, every step checked. Raises `ReplayError`."""
    from gamekit.game import load
    from gamekit.session import Session

    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ReplayError(f'{name}: not a gamekit replay; its "format" must be {FORMAT!r}.')
    if data.get("version") != VERSION:
        raise ReplayError(f"{name}: version {data.get('version')!r} cannot be read here; this gamekit reads {VERSION}.")
    if set(data) != set(KEYS):
        raise ReplayError(f"{name}: must have exactly the entries {', '.join(KEYS)}.")
    if not isinstance(data["options"], dict) or not isinstance(data["game"], str):
        raise ReplayError(f'{name}: "game" must be a name and "options" a table.')
    for key in ("players", "box"):
        if key in data["options"]:
            raise ReplayError(f"{name}: {key!r} stands beside the options, not among them.")
    if data["seed"] is None or data["players"] is None:
        raise ReplayError(f"{name}: players must be a whole number, and the seed must be a whole number.")
    try:
        game = load(data["game"], data["players"], box=box, **data["options"])
        session = Session(game, data["seed"])
    except GamekitError as error:
        raise ReplayError(f"{name}: {error}") from None
    if data["box"] != (box_hash(game.box_path) if game.own_box else None):
        raise ReplayError(f"{name}: was played with another box file; open it together with that file.")
    steps = data["steps"]
    if not isinstance(steps, list) or len(steps) > MOST_STEPS:
        raise ReplayError(f'{name}: "steps" must be a list of at most {MOST_STEPS:,} steps.')
    for number, step in enumerate(steps, start=1):
        _play_step(session, step, f"{name}, step {number}")
    return session


def _play_step(session: Session, step: Any, where: str) -> None:
    if not isinstance(step, dict) or set(step) != set(STEP_KEYS):
        raise ReplayError(f"{where}: must have exactly the entries {', '.join(STEP_KEYS)}.")
    action = step["action"]
    if isinstance(action, bool) or not isinstance(action, int):
        raise ReplayError(f"{where}: the action must be a whole number.")
    if step["player"] != session.player or isinstance(step["player"], bool):
        raise ReplayError(f"{where}: it is player {session.player}’s step (−1 is chance), not {step['player']!r}’s.")
    try:
        session.play(action)
    except GamekitError as error:
        raise ReplayError(f"{where}: {error}") from None


def box_hash(path: Path) -> str:
    """What a replay remembers of a box file of one's own."""
    return hashlib.sha256(path.read_bytes()).hexdigest()

"""Opening replay files. Nothing read here is trusted; every step is checked by the rules.

What stands in such a file is said in replay_format.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from gamekit.errors import GamekitError, ReplayError, is_whole, quote, shorten
from gamekit.files import read_plain
from gamekit.game import load
from gamekit.replay_format import FORMAT, KEYS, STEP_KEYS, VERSION, hash_box
from gamekit.session import Session

LARGEST_FILE: Final = 5_000_000
MOST_STEPS: Final = 50_000


def open_session(path: str | Path, box: str | Path | None = None) -> Session:
    """Open a replay file. Raises `ReplayError` naming the place and what is allowed; nothing in it is trusted.

    A game played with a box file of one's own needs that file again as `box`.
    """
    if not isinstance(path, str | Path):
        raise ReplayError(f"A replay file is named by its path, not by {quote(path)}.")
    path = Path(path)
    name = shorten(path.name)
    try:
        text = read_plain(path, LARGEST_FILE)
    except FileNotFoundError:
        raise ReplayError(f"There is no replay file at {shorten(str(path))}.") from None
    except (OSError, ValueError) as error:
        raise ReplayError(f"Replay {name} cannot be read as text ({shorten(str(error))}).") from None
    return parse_replay(text, name, box)


def parse_replay(text: str, name: str = "the replay", box: str | Path | None = None) -> Session:
    """A session from the text of a replay file; `name` is how errors call it. Raises `ReplayError`."""
    if len(text) > LARGEST_FILE:
        raise ReplayError(f"{name}: larger than {LARGEST_FILE:,} characters; no game needs that.")
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        raise ReplayError(
            f"{name}: not one complete JSON file; perhaps it was cut off, or more stands behind its end."
        ) from None
    return from_dict(data, name, box)


def from_dict(data: Any, name: str = "the replay", box: str | Path | None = None) -> Session:
    """A session from the contents of a replay file, every step checked. Raises `ReplayError`."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ReplayError(f'{name}: not a gamekit replay; its "format" must be {FORMAT!r}.')
    if data.get("version") != VERSION or not is_whole(data["version"], VERSION, VERSION):
        raise ReplayError(
            f"{name}: version {quote(data.get('version'))} cannot be read here; this gamekit reads {VERSION}."
        )
    if set(data) != set(KEYS):
        raise ReplayError(f"{name}: must have exactly the entries {', '.join(KEYS)}.")
    if not isinstance(data["options"], dict) or not isinstance(data["game"], str):
        raise ReplayError(f'{name}: "game" must be a name and "options" a table.')
    for key in ("players", "box"):
        if key in data["options"]:
            raise ReplayError(f"{name}: {quote(key)} stands beside the options, not among them.")
    if data["seed"] is None or data["players"] is None:
        raise ReplayError(f"{name}: players must be a whole number, and the seed must be a whole number.")
    try:
        game = load(data["game"], data["players"], box=box, **data["options"])
        session = Session(game, data["seed"])
    except GamekitError as error:
        raise ReplayError(f"{name}: {error}") from None
    if data["box"] != (hash_box(game.box_path) if game.own_box else None):
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
        raise ReplayError(
            f"{where}: it is player {session.player}’s step (−1 is chance), not {quote(step['player'])}’s."
        )
    try:
        session.play(action)
    except GamekitError as error:
        raise ReplayError(f"{where}: {error}") from None

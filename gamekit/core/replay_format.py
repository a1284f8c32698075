"""Format of replay files, and writing a session in it.

"gamekit-replay": game, players, options, box (hash of a box file of one's own, or null), seed, steps [{player, action,
text}]. The texts are for people who read the file.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gamekit.core.session import Session

FORMAT: Final = "gamekit-replay"
KEYS: Final = ("format", "game", "players", "options", "box", "seed", "steps")
STEP_KEYS: Final = ("player", "action", "text")


def to_dict(session: Session) -> dict[str, Any]:
    """Return a session as the contents of a replay file."""
    steps = [{"player": s.player, "action": s.action, "text": s.text} for s in session.log]
    return {**head(session), "steps": steps}


def head(session: Session) -> dict[str, Any]:
    """Return the contents of a replay file without its steps."""
    game = session.game
    return {
        "format": FORMAT,
        "game": game.name,
        "players": game.players,
        "options": dict(game.changed_options),
        "box": hash_box(game.box_path) if game.own_box else None,
        "seed": session.seed,
    }


def replay_text(session: Session) -> str:
    """Return a session as the text of a replay file."""
    return json.dumps(to_dict(session), ensure_ascii=False, indent=1) + "\n"


def hash_box(path: Path) -> str:
    """Return the SHA-256 of a box file, as a replay file names it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()

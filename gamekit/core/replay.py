"""Opening of replay files. Nothing in them is trusted; every step is checked by the rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from gamekit.core.errors import GamekitError, ReplayError, quote, shorten
from gamekit.core.files import parse_json, read_plain
from gamekit.core.game import load
from gamekit.core.i18n.translation import _, say_number
from gamekit.core.session import FORMAT, KEYS, STEP_KEYS, Session, hash_box

LARGEST_FILE: Final = 5_000_000
MOST_STEPS: Final = 50_000


def open_session(path: str | Path, box: str | Path | None = None) -> Session:
    """Open a replay file as a session.

    Parameters
    ----------
    path : str or pathlib.Path
        The file, as `Session.save` writes it.
    box : str or pathlib.Path, optional
        Box file with which the game was played, if it was not the printed box.

    Returns
    -------
    Session
        The game after its last step.

    Raises
    ------
    ReplayError
        If the file cannot be read, is no replay, or has a step that the rules forbid; the message says where.

    Examples
    --------
    >>> import gamekit as gk, pathlib, tempfile
    >>> session = gk.load("pig", players=2).session(seed=1)
    >>> _ = session.play(session.legal()[0])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gk.open_session(session.save(pathlib.Path(folder) / "game.json")).step
    1
    """
    if not isinstance(path, str | Path):
        raise ReplayError(_("A replay file is named by its path, not by {given}.").format(given=quote(path)))
    path = Path(path)
    name = shorten(path.name)
    try:
        text = read_plain(path, LARGEST_FILE)
    except FileNotFoundError:
        raise ReplayError(_("There is no replay file at {place}.").format(place=shorten(str(path)))) from None
    except (OSError, ValueError) as error:
        sentence = _("Replay {name} cannot be read as text ({reason}).")
        raise ReplayError(sentence.format(name=name, reason=shorten(str(error)))) from None
    return parse_replay(text, name, box)


def parse_replay(text: str, name: str = "the replay", box: str | Path | None = None) -> Session:
    """Return the session of a replay file's text; errors call it `name`. Raises `ReplayError`."""
    if len(text) > LARGEST_FILE:
        sentence = _("{name}: larger than {most} characters; no game needs that.")
        raise ReplayError(sentence.format(name=name, most=say_number(LARGEST_FILE)))
    try:
        data = parse_json(text, name)
    except ValueError as error:
        raise ReplayError(str(error)) from None
    return from_dict(data, name, box)


def from_dict(data: Any, name: str = "the replay", box: str | Path | None = None) -> Session:
    """Return the session of a replay file's contents, every step checked. Raises `ReplayError`."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        sentence = _('{name}: not a gamekit replay; its "format" must be {format}.')
        raise ReplayError(sentence.format(name=name, format=repr(FORMAT)))
    if set(data) != set(KEYS):
        raise _refuse_entries(name, KEYS)
    if not isinstance(data["options"], dict) or not isinstance(data["game"], str):
        raise ReplayError(_('{name}: "game" must be a name and "options" a table.').format(name=name))
    for key in ("players", "box"):
        if key in data["options"]:
            sentence = _("{name}: {entry} stands beside the options, not among them.")
            raise ReplayError(sentence.format(name=name, entry=quote(key)))
    if data["seed"] is None or data["players"] is None:
        sentence = _("{name}: players must be a whole number, and the seed must be a whole number.")
        raise ReplayError(sentence.format(name=name))
    try:
        game = load(data["game"], data["players"], box=box, **data["options"])
        session = Session(game, data["seed"])
    except GamekitError as error:
        raise _refuse_because(name, error) from None
    if data["box"] != (hash_box(game.box_path) if game.own_box else None):
        sentence = _("{name}: was played with another box file; open it together with that file.")
        raise ReplayError(sentence.format(name=name))
    steps = data["steps"]
    if not isinstance(steps, list) or len(steps) > MOST_STEPS:
        sentence = _('{name}: "steps" must be a list of at most {most} steps.')
        raise ReplayError(sentence.format(name=name, most=say_number(MOST_STEPS)))
    for number, step in enumerate(steps, start=1):
        _play_step(session, step, _("{name}, step {number}").format(name=name, number=number))
    return session


def _play_step(session: Session, step: Any, where: str) -> None:
    if not isinstance(step, dict) or set(step) != set(STEP_KEYS):
        raise _refuse_entries(where, STEP_KEYS)
    action = step["action"]
    if isinstance(action, bool) or not isinstance(action, int):
        raise ReplayError(_("{name}: the action must be a whole number.").format(name=where))
    if step["player"] != session.player or isinstance(step["player"], bool):
        sentence = _("{name}: it is player {player}’s step (−1 is chance), not {given}’s.")
        raise ReplayError(sentence.format(name=where, player=session.player, given=quote(step["player"])))
    try:
        session.play(action)
    except GamekitError as error:
        raise _refuse_because(where, error) from None


def _refuse_entries(name: str, wanted: Iterable[str]) -> ReplayError:
    sentence = _("{name}: must have exactly the entries {entries}.")
    return ReplayError(sentence.format(name=name, entries=", ".join(wanted)))


def _refuse_because(name: str, error: GamekitError) -> ReplayError:
    return ReplayError(_("{name}: {error}").format(name=name, error=error))

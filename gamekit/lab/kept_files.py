"""Files with measured or mined data in a game's folder; levels.py, puzzles.py and profile.py read what they hold."""

from __future__ import annotations

from importlib.resources import files


def is_kept(game: str, file: str) -> bool:
    """Return whether a game comes with a file of this name."""
    return files(f"gamekit.games.{game}").joinpath(file).is_file()


def read_kept(game: str, file: str) -> str | None:
    """Return the text (UTF-8) of a file in the game's folder, or None if the game has no such file.

    >>> read_kept("route66", "nothing.toml") is None
    True
    """
    if not is_kept(game, file):
        return None
    return files(f"gamekit.games.{game}").joinpath(file).read_text(encoding="utf-8")

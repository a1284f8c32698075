"""What was measured or found of a game and is kept in its folder, beside its rules: the texts, by the names of files.

What stands in them is read by whoever knows: levels.py, puzzles.py, profile.py, kept_reasons.py.
"""

from __future__ import annotations

from importlib.resources import files


def is_kept(game: str, file: str) -> bool:
    """Whether a game comes with a file of this name."""
    return files(f"gamekit.games.{game}").joinpath(file).is_file()


def read_kept(game: str, file: str) -> str | None:
    """Its text; None where there is none.

    >>> read_kept("route66", "nothing.toml") is None
    True
    """
    if not is_kept(game, file):
        return None
    return files(f"gamekit.games.{game}").joinpath(file).read_text(encoding="utf-8")

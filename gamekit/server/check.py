"""Command `check`: find the game or lesson that is meant, and report its findings."""

from __future__ import annotations

from pathlib import Path

from gamekit.core.arguments import guess_name
from gamekit.core.game import game_names
from gamekit.core.i18n.translation import _
from gamekit.lessons.catalog import find_lessons
from gamekit.server.check_game import GAMES_FOLDER, check_game
from gamekit.server.check_lesson import check_lesson
from gamekit.server.findings import Lack, say_lacks


def check_named(name: str, folder: Path | None) -> tuple[str, list[Lack]]:
    """Return the name and the findings of a game (name or folder) or a lesson (name or file, also below `folder`)."""
    given = name.rstrip("/\\")
    path = Path(given)
    if path.is_dir() and path.resolve().parent == GAMES_FOLDER.resolve():
        return path.resolve().name, check_game(path.resolve().name)
    if given in game_names(examples=True) or (given.isidentifier() and (GAMES_FOLDER / given).is_dir()):
        return given, check_game(given)
    file = path if path.suffix == ".ipynb" else path.with_name(path.name + ".ipynb")
    if file.is_file():
        within = folder if folder is not None and file.resolve().is_relative_to(folder.resolve()) else None
        home = within or file.resolve().parents[1]
        return given, check_lesson(home.resolve(), file.resolve())
    if folder is not None and (folder / file).is_file():
        return given, check_lesson(folder.resolve(), (folder / file).resolve())
    lessons = [] if folder is None else [lesson.name for lesson in find_lessons(folder)]
    said = _("There is neither a game nor a lesson of this name. A game is a folder, a lesson a notebook.")
    said += guess_name(given.removesuffix(".ipynb"), [*game_names(examples=True), *lessons])
    return given, [Lack(given, said, "python -m gamekit check pig\npython -m gamekit check route66/02-speedometer")]


def run_check(name: str, folder: Path | None) -> int:
    """Print what is missing; return the exit status, 0 if nothing is."""
    told, found = check_named(name, folder)
    print(say_lacks(told, found))
    return 1 if found else 0

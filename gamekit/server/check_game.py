"""Checks of a game: files, kernels, strategies, picture, tests; it is loaded and played at random."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import gamekit
from gamekit.core.default_kernels import DEFAULTS, NEEDED
from gamekit.core.errors import GamekitError
from gamekit.core.game import EXAMPLES, GAMES, Game
from gamekit.core.i18n.translation import _
from gamekit.core.kernel import CHANCE
from gamekit.server.findings import Lack

PACKAGE: Final = Path(gamekit.__file__).parent
GAMES_FOLDER: Final = PACKAGE / "games"
PATTERN: Final = "gamekit/games/pig"
FILES: Final = ("__init__.py", "rules.py", "rulebook.toml", "box.toml", "strategies.py", "picture.py")
PICTURE: Final = ("scene", "changes", "targets", "describe")
DRAWN: Final = {
    'role="img"': 'role="img"', "aria-label": 'aria-label="Pig"', "viewBox": 'viewBox="0 0 640 400"',
    "<desc": "<desc>…</desc>",
}  # fmt: skip
MANY_STEPS: Final = 20_000
"""Steps after which a game of random moves counts as endless."""


def check_game(name: str) -> list[Lack]:
    """Return what the game in `gamekit/games/NAME` lacks; empty if it is complete.

    >>> check_game("pig")
    []
    """
    found = list(check_files(name))
    if found:
        return found  # the rest loads these files
    found += check_listed(name)
    module, lacks = load_rules(name)
    found += lacks
    if module is None or lacks:
        return found
    game, lacks = load_game(name)
    found += lacks
    if game is None:
        return found
    return [*found, *check_strategies(game), *check_picture(game), *check_play(game), *check_checkout(game)]


def check_files(name: str) -> Iterator[Lack]:
    """Check that the folder and its files exist."""
    folder = GAMES_FOLDER / name
    if not folder.is_dir():
        yield Lack(str(folder), _("There is no such folder. Copy a small game that is complete."), PATTERN)
        return
    for file in FILES:
        if not (folder / file).is_file():
            said = _("The file {file} is missing; every game has one of this name.").format(file=file)
            yield Lack(f"gamekit/games/{name}", said, f"{PATTERN}/{file}")


def check_listed(name: str) -> Iterator[Lack]:
    """Check that `load` knows the name."""
    if name not in (*GAMES, *EXAMPLES):
        said = _("The name “{name}” is not on the list GAMES, so gk.load does not know it.").format(name=name)
        yield Lack("gamekit/core/game.py", said, f'GAMES: Final = (…, "{name}")')


def load_rules(name: str) -> tuple[ModuleType | None, list[Lack]]:
    """Import the module of rules; return it, or None if that fails, and what it lacks."""
    where = f"gamekit/games/{name}/rules.py"
    try:
        module = importlib.import_module(f"gamekit.games.{name}.rules")
    except Exception as error:  # noqa: BLE001 - whatever stops somebody's module from being read is told to them
        return None, [Lack(where, _("It cannot be loaded: {reason}").format(reason=say_reason(error)), PATTERN)]
    missing = [one for one in NEEDED if not hasattr(module, one)]
    lacks = [
        Lack(where, _("The kernel {kernel} is missing.").format(kernel=one), f"@kernel\ndef {one}(s, t, …): …")
        for one in missing
    ]
    if not missing:
        wanted = [kernel.__name__ for kernel in DEFAULTS if kernel.__name__ not in ("weight",)]
        left = [one for one in wanted if not hasattr(module, one)]
        if left:
            said = _("These kernels are missing: {kernels}. The last line of a small game adds them.")
            lacks.append(Lack(where, said.format(kernels=", ".join(left)), "complete(globals())"))
    for one in ("State", "Tables"):
        if not hasattr(module, one):
            lacks.append(Lack(where, _("{what} is missing.").format(what=one), f"class {one}(Record): …"))
    return module, lacks


def load_game(name: str) -> tuple[Game | None, list[Lack]]:
    """Load the game; return it, or None and the reason."""
    where = f"gamekit/games/{name}"
    try:
        return Game(name, None, None, {}), []
    except GamekitError as error:  # it says where, and what is allowed
        return None, [Lack(where, str(error), f"{PATTERN}/rulebook.toml")]
    except KeyError as error:
        said = _("The entry {entry} is missing in rulebook.toml.").format(entry=error)
        return None, [Lack(where, said, f"{PATTERN}/rulebook.toml")]
    except Exception as error:  # noqa: BLE001 - see above
        return None, [Lack(where, _("It cannot be loaded: {reason}").format(reason=say_reason(error)), PATTERN)]


def check_strategies(game: Game) -> Iterator[Lack]:
    """Check that the game has two strategies of its own."""
    where = f"gamekit/games/{game.name}/strategies.py"
    try:
        own = [one for one in game.strategies if one != "random"]
    except Exception as error:  # noqa: BLE001 - see above
        yield Lack(where, _("It cannot be loaded: {reason}").format(reason=say_reason(error)), PATTERN)
        return
    if len(own) < 2:
        said = _("STRATEGIES has {n} of at least 2, the best first, which must beat the random one.").format(n=len(own))
        yield Lack(where, said, f"{PATTERN}/strategies.py")


def check_picture(game: Game) -> Iterator[Lack]:
    """Check that the picture has the functions a board calls, and its drawing what screen readers need."""
    where = f"gamekit/games/{game.name}/picture.py"
    try:
        picture = game.picture
        missing = [one for one in PICTURE if not hasattr(picture, one)]
        for one in missing:
            yield Lack(where, _("The function {name} is missing.").format(name=one), f"{PATTERN}/picture.py")
        drawn = "" if "scene" in missing else str(picture.scene(game))
    except Exception as error:  # noqa: BLE001 - see above
        yield Lack(where, _("It does not draw: {reason}").format(reason=say_reason(error)), f"{PATTERN}/picture.py")
        return
    for part, example in DRAWN.items():
        if drawn and part not in drawn:
            said = _("The drawing lacks {part}, without which it cannot be read aloud or shown at every size.")
            yield Lack(where, said.format(part=part), example)


def check_play(game: Game) -> Iterator[Lack]:
    """Play a random game (seed 1); check that it ends, without an error or a turn without legal actions."""
    where = _("a game played by lot, seed 1")
    session: Any = game.session(seed=1)
    luck, step = random.Random(1), 0
    try:
        while not session.over and step < MANY_STEPS:
            step += 1
            if session.player == CHANCE:
                session.roll()
            else:
                legal = session.legal()
                if not legal:
                    said = _("In step {step} it is {player}’s turn, and no action is legal.")
                    player = "ABCDEF"[session.player]
                    yield Lack(where, said.format(step=step, player=player), f"{PATTERN}/rules.py")
                    return
                session.play(luck.choice(legal))
    except Exception as error:  # noqa: BLE001 - see above
        said = _("In step {step} it stopped: {reason}").format(step=step, reason=say_reason(error))
        yield Lack(where, said, f"{PATTERN}/rules.py")
        return
    if not session.over:
        said = _("After {n} steps it has not ended. Every game ends, however badly it is played.").format(n=MANY_STEPS)
        yield Lack(where, said, _("a rule on the last round, such as PIG-06"))


def check_checkout(game: Game) -> Iterator[Lack]:
    """Check a checkout, recognised by its tests: compiled rules, environment page, profile, a test per rule."""
    root = PACKAGE.parent
    if not (root / "tests").is_dir():
        return
    name = game.name
    made = {
        f"gamekit/web/built/{name}.js": f"python -m tools.wasm.build {name}",
        f"docs/environments/{name}.md": "python -m tools.environment_pages",
        f"tests/profiles/{name}.py": "tests/profiles/pig.py",
    }
    for file, example in made.items():
        if not (root / file).is_file():
            yield Lack(file, _("There is no such file yet."), example)
    texts = [path.read_text(encoding="utf-8") for path in (root / "tests").rglob("test_*.py")]
    proved = {number for text in texts for number in re.findall(r"mark\.rule\(([^)]*)\)", text)}
    proved = {number for found in proved for number in re.findall(r"[A-Z0-9]+-[A-Z0-9]+", found)}
    left = [number for number in game.rulebook if number not in proved]
    if left:
        said = _("No test proves these rules: {rules}.").format(rules=", ".join(left))
        yield Lack(f"tests/games/test_{name}_rules.py", said, f'@pytest.mark.rule("{left[0]}")')


def say_reason(error: BaseException) -> str:
    """Describe an error of a game's module: type, message, and the last of its own lines in the traceback."""
    import traceback

    own = [frame for frame in traceback.extract_tb(error.__traceback__) if "games" in Path(frame.filename).parts]
    place = f" ({Path(own[-1].filename).name}, {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}{place}"

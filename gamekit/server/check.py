"""Command `check`: find the game or lesson that is meant, check it, and report its findings; no lesson is run."""

from __future__ import annotations

import importlib
import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import gamekit
from gamekit.core.arguments import guess_name
from gamekit.core.default_kernels import DEFAULTS, NEEDED
from gamekit.core.errors import GamekitError
from gamekit.core.files import read_plain
from gamekit.core.game import EXAMPLES, GAMES, Game, game_names
from gamekit.core.i18n.translation import _, ngettext, say_pair
from gamekit.core.kernel import CHANCE
from gamekit.lessons.catalog import LEVELS, NOTEBOOK_ONLY, TOPICS, LessonError, find_lessons, read_lesson


class Finding(NamedTuple):
    """Finding: place, what is missing or wrong, and an example of what is right."""

    where: str
    what: str
    example: str = ""


def format_findings(name: str, found: Sequence[Finding]) -> str:
    """Return a report of all findings, a paragraph each.

    >>> print(format_findings("goat", [Finding("box.toml", "It has no title.", 'title = "Goat"')]))
    goat lacks 1 thing:
    <BLANKLINE>
    box.toml: It has no title.
        For example: title = "Goat"
    """
    if not found:
        return _("{name}: nothing is missing.").format(name=name)
    head = ngettext("{name} lacks {n} thing:", "{name} lacks {n} things:", len(found))
    parts = [head.format(name=name, n=len(found))]
    for lack in found:
        example = lack.example.replace("\n", "\n    ")
        shown = "\n    " + _("For example: {example}").format(example=example) if example else ""
        parts.append(say_pair(lack.where, lack.what) + shown)
    return "\n\n".join(parts)


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


def check_game(name: str) -> list[Finding]:
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


def check_files(name: str) -> Iterator[Finding]:
    """Check that the folder and its files exist."""
    folder = GAMES_FOLDER / name
    if not folder.is_dir():
        yield Finding(str(folder), _("There is no such folder. Copy a small game that is complete."), PATTERN)
        return
    for file in FILES:
        if not (folder / file).is_file():
            said = _("The file {file} is missing; every game has one of this name.").format(file=file)
            yield Finding(f"gamekit/games/{name}", said, f"{PATTERN}/{file}")


def check_listed(name: str) -> Iterator[Finding]:
    """Check that `load` knows the name."""
    if name not in (*GAMES, *EXAMPLES):
        said = _("The name “{name}” is not on the list GAMES, so gk.load does not know it.").format(name=name)
        yield Finding("gamekit/core/game.py", said, f'GAMES: Final = (…, "{name}")')


def load_rules(name: str) -> tuple[ModuleType | None, list[Finding]]:
    """Import the module of rules; return it, or None if that fails, and what it lacks."""
    where = f"gamekit/games/{name}/rules.py"
    try:
        module = importlib.import_module(f"gamekit.games.{name}.rules")
    except Exception as error:  # noqa: BLE001 - whatever stops somebody's module from being read is told to them
        return None, [Finding(where, _("It cannot be loaded: {reason}").format(reason=say_reason(error)), PATTERN)]
    missing = [one for one in NEEDED if not hasattr(module, one)]
    lacks = [
        Finding(where, _("The kernel {kernel} is missing.").format(kernel=one), f"@kernel\ndef {one}(s, t, …): …")
        for one in missing
    ]
    if not missing:
        wanted = [kernel.__name__ for kernel in DEFAULTS if kernel.__name__ not in ("weight",)]
        left = [one for one in wanted if not hasattr(module, one)]
        if left:
            said = _("These kernels are missing: {kernels}. The last line of a small game adds them.")
            lacks.append(Finding(where, said.format(kernels=", ".join(left)), "complete(globals())"))
    for one in ("State", "Tables"):
        if not hasattr(module, one):
            lacks.append(Finding(where, _("{what} is missing.").format(what=one), f"class {one}(Record): …"))
    return module, lacks


def load_game(name: str) -> tuple[Game | None, list[Finding]]:
    """Load the game; return it, or None and the reason."""
    where = f"gamekit/games/{name}"
    try:
        return Game(name, None, None, {}), []
    except GamekitError as error:  # it says where, and what is allowed
        return None, [Finding(where, str(error), f"{PATTERN}/rulebook.toml")]
    except KeyError as error:
        said = _("The entry {entry} is missing in rulebook.toml.").format(entry=error)
        return None, [Finding(where, said, f"{PATTERN}/rulebook.toml")]
    except Exception as error:  # noqa: BLE001 - see above
        return None, [Finding(where, _("It cannot be loaded: {reason}").format(reason=say_reason(error)), PATTERN)]


def check_strategies(game: Game) -> Iterator[Finding]:
    """Check that the game has two strategies of its own."""
    where = f"gamekit/games/{game.name}/strategies.py"
    try:
        own = [one for one in game.strategies if one != "random"]
    except Exception as error:  # noqa: BLE001 - see above
        yield Finding(where, _("It cannot be loaded: {reason}").format(reason=say_reason(error)), PATTERN)
        return
    if len(own) < 2:
        said = _("STRATEGIES has {n} of at least 2, the best first, which must beat the random one.").format(n=len(own))
        yield Finding(where, said, f"{PATTERN}/strategies.py")


def check_picture(game: Game) -> Iterator[Finding]:
    """Check that the picture has the functions a board calls, and its drawing what screen readers need."""
    where = f"gamekit/games/{game.name}/picture.py"
    try:
        picture = game.picture
        missing = [one for one in PICTURE if not hasattr(picture, one)]
        for one in missing:
            yield Finding(where, _("The function {name} is missing.").format(name=one), f"{PATTERN}/picture.py")
        drawn = "" if "scene" in missing else str(picture.scene(game))
    except Exception as error:  # noqa: BLE001 - see above
        yield Finding(where, _("It does not draw: {reason}").format(reason=say_reason(error)), f"{PATTERN}/picture.py")
        return
    for part, example in DRAWN.items():
        if drawn and part not in drawn:
            said = _("The drawing lacks {part}, without which it cannot be read aloud or shown at every size.")
            yield Finding(where, said.format(part=part), example)


def check_play(game: Game) -> Iterator[Finding]:
    """Play a random game (seed 1); check that it ends, without an error or a turn without legal actions."""
    where = _("a game played at random, seed 1")
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
                    yield Finding(where, said.format(step=step, player=player), f"{PATTERN}/rules.py")
                    return
                session.play(luck.choice(legal))
    except Exception as error:  # noqa: BLE001 - see above
        said = _("In step {step} it stopped: {reason}").format(step=step, reason=say_reason(error))
        yield Finding(where, said, f"{PATTERN}/rules.py")
        return
    if not session.over:
        said = _("After {n} steps it has not ended. Every game ends, however badly it is played.").format(n=MANY_STEPS)
        yield Finding(where, said, _("a rule on the last round, such as PIG-06"))


def check_checkout(game: Game) -> Iterator[Finding]:
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
            yield Finding(file, _("There is no such file yet."), example)
    texts = [path.read_text(encoding="utf-8") for path in (root / "tests").rglob("test_*.py")]
    proved = {number for text in texts for number in re.findall(r"mark\.rule\(([^)]*)\)", text)}
    proved = {number for found in proved for number in re.findall(r"[A-Z0-9]+-[A-Z0-9]+", found)}
    left = [number for number in game.rulebook if number not in proved]
    if left:
        said = _("No test proves these rules: {rules}.").format(rules=", ".join(left))
        yield Finding(f"tests/games/test_{name}_rules.py", said, f'@pytest.mark.rule("{left[0]}")')


def say_reason(error: BaseException) -> str:
    """Describe an error of a game's module: type, message, and the last of its own lines in the traceback."""
    import traceback

    own = [frame for frame in traceback.extract_tb(error.__traceback__) if "games" in Path(frame.filename).parts]
    place = f" ({Path(own[-1].filename).name}, {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}{place}"


SUBJECTS: Final = (
    "rules", "counting", "probability", "statistics", "equations", "graphs", "optimisation", "strategy", "game design",
    "programming", "for teachers",
)  # fmt: skip
STEPS: Final = (
    "Play", "Predict", "Run", "Explain", "Investigate", "Modify", "Make", "Exercises", "Exit ticket", "Where next",
)  # fmt: skip
"""Headings of a lesson, in order."""
METADATA: Final = {
    "title": '"title": "The speedometer"',
    "question": '"question": "In how many of 100 turns does the dial show more than 55 mph?"',
    "game": '"game": "route66"',
    "subject": '"subject": "probability"',
    "level": '"level": "from 16"',
    "minutes": '"minutes": 40',
    "order": '"order": 2',
    "change": '"change": ["return 0  # caught", "return 10"]',
}
OPTIONAL: Final = ("picture", "path_step")
SOLUTION: Final = "<details><summary>Solution</summary>"
LARGEST: Final = 20_000_000
"""Bytes of a notebook, with its pictures."""
Cells = list[dict[str, Any]]


def check_lesson(folder: Path, path: Path) -> list[Finding]:
    """Return what the notebook at `path` in the folder of lessons lacks; empty if it is complete."""
    where = path.relative_to(folder).as_posix()
    try:
        notebook = json.loads(read_plain(path, LARGEST))
        cells: Cells = [
            {**cell, "source": "".join(cell["source"]), "tags": cell.get("metadata", {}).get("tags", [])}
            for cell in notebook["cells"]
        ]
        metadata = notebook.get("metadata", {}).get("gamekit")
    except FileNotFoundError:
        return [Finding(where, _("There is no such file."))]
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        said = _("It is no notebook that can be read. Save it in JupyterLab, with the ending .ipynb.")
        return [Finding(where, said)]
    return [
        *check_metadata(folder, path, metadata, cells),
        *check_headings(cells),
        *check_bet(cells),
        *check_explanation(cells),
        *check_exercises(cells),
        *check_code(cells, metadata),
        *check_links(path, cells),
    ]


def check_metadata(folder: Path, path: Path, metadata: Any, cells: Cells) -> Iterator[Finding]:
    """Check the metadata for the list of lessons."""
    where = _("notebook metadata, “gamekit”")
    if not isinstance(metadata, dict):
        said = _("There is none. In JupyterLab: the gear at the top right, Notebook Metadata.")
        yield Finding(where, said, '"gamekit": {' + ", ".join(METADATA.values()) + "}")
        return
    for key in METADATA:
        if key not in metadata:
            yield Finding(where, _("“{key}” is missing.").format(key=key), METADATA[key])
    for key in sorted(set(metadata) - {*METADATA, *OPTIONAL}):
        known = ", ".join((*METADATA, *OPTIONAL))
        yield Finding(
            where, _("“{key}” says nothing to the gallery, which knows: {known}.").format(key=key, known=known)
        )
    allowed = {"game": (*game_names(), TOPICS), "subject": SUBJECTS, "level": LEVELS}
    for key, words in allowed.items():
        if key in metadata and metadata[key] not in words:
            said = _("“{key}” is {given}, which is none of the words that the gallery knows: {words}.")
            said = said.format(key=key, given=json.dumps(metadata[key], ensure_ascii=False), words=", ".join(words))
            yield Finding(where, said, METADATA[key])
    minutes = metadata.get("minutes", 40)
    if not isinstance(minutes, int) or not 5 <= minutes <= 90:
        yield Finding(where, _("“minutes” must be a whole number from 5 to 90."), METADATA["minutes"])
    elif all(key in metadata for key in METADATA):
        try:
            read_lesson(folder, path)
        except LessonError as error:
            yield Finding(where, _("The gallery cannot read it: {reason}").format(reason=error))
    first = cells[0]["source"] if cells else ""
    if isinstance(minutes, int) and not any(f"**{minutes} minutes**" in cell["source"] for cell in cells):
        said = _("The text does not say how long the lesson takes, the same as in the metadata.")
        yield Finding(_("at the beginning"), said, f"**{minutes} minutes**")
    if metadata.get("title") and not first.startswith(f"# {metadata['title']}"):
        said = _("The lesson begins with its title, the same as in the metadata.")
        yield Finding(_("cell 1"), said, f"# {metadata['title']}")


def headings(cells: Cells) -> list[tuple[int, str]]:
    """Return the headings of the second level, each with the index of its cell."""
    return [
        (place, line[3:].strip())
        for place, cell in enumerate(cells)
        if cell["cell_type"] == "markdown" and NOTEBOOK_ONLY not in cell["tags"]
        for line in cell["source"].splitlines()
        if line.startswith("## ")
    ]


def check_headings(cells: Cells) -> Iterator[Finding]:
    """Check that every step has a heading, in order, at the beginning of a cell."""
    found = headings(cells)
    names = [name for _place, name in found]
    for place, step in enumerate(STEPS):
        if step not in names:
            before = next((one for one in reversed(STEPS[:place]) if one in names), None)
            where = _("below “{step}”").format(step=before) if before else _("at the beginning")
            said = _("The heading “{step}” is missing. A lesson has all of them, in this order: {steps}.")
            yield Finding(where, said.format(step=step, steps=", ".join(STEPS)), f"## {step}")
    there = list(dict.fromkeys(name for name in names if name in STEPS))
    if there != [step for step in STEPS if step in there]:
        said = _("The headings stand in another order: {found}. Wanted: {steps}.")
        yield Finding(_("headings"), said.format(found=", ".join(there), steps=", ".join(STEPS)))
    for place, name in found:
        if not cells[place]["source"].startswith("## "):
            said = _("The heading “{step}” stands in the middle of a cell: split the cell above it.").format(step=name)
            yield Finding(_("cell {number}").format(number=place + 1), said)


def find_step(cells: Cells, step: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the cells of a step with their indexes; empty if the step is missing."""
    found = headings(cells)
    begin = next((place for place, name in found if name == step), None)
    if begin is None:
        return []
    end = next((place for place, _name in found if place > begin), len(cells))
    return list(enumerate(cells))[begin:end]


def check_bet(cells: Cells) -> Iterator[Finding]:
    """Check that a prediction precedes its answer, the explanation waits for it, and an exit ticket is there."""
    code = [(place, cell) for place, cell in enumerate(cells) if cell["cell_type"] == "code"]
    # A lesson may wrap its bet in a function of its own.
    bets = [place for place, cell in code if re.search(r"kit\.bet\(|\b(bet|predict)\(\)", cell["source"])]
    if not bets:
        said = _("Nobody is asked for a prediction before the answer.")
        example = 'bet = kit.bet("In how many of 100 turns?", 0, 100, unit="of 100")'
        yield Finding(_("step “Predict”"), said, example)
    for place, cell in find_step(cells, "Explain"):
        if "after-bet" not in cell["tags"]:
            said = _("This cell explains the answer, so it wants the tag “after-bet”: a page then keeps it closed.")
            example = _("the gear at the top right, Cell Tags, after-bet")
            yield Finding(_("cell {number}").format(number=place + 1), said, example)
    if "kit.exit_ticket(" not in "\n".join(cell["source"] for _place, cell in find_step(cells, "Exit ticket")):
        said = _("There is no exit ticket: two or three questions that the lesson has answered.")
        yield Finding(_("step “Exit ticket”"), said, "kit.exit_ticket(kit.question(…), kit.question(…))")


def check_explanation(cells: Cells) -> Iterator[Finding]:
    """Check that the explanation asks at least twice on the way, and the end answers in computed figures."""
    for place, cell in enumerate(cells):
        if "kit.ask(" in cell["source"] and "ask" not in cell["tags"] and NOTEBOOK_ONLY not in cell["tags"]:
            said = _("This cell asks, so it wants the tag “ask”: a page then opens what is below with the answer.")
            example = _("the gear at the top right, Cell Tags, ask")
            yield Finding(_("cell {number}").format(number=place + 1), said, example)
    explain = [cell["source"] for _place, cell in find_step(cells, "Explain")]
    asks = [place for place, source in enumerate(explain) if "kit.ask(" in source]
    if explain and len(asks) < 2:
        said = _("The explanation asks fewer than two questions on the way.")
        yield Finding(_("step “Explain”"), said, "kit.ask(…)")
    elif any(place + 1 == len(explain) or place + 1 in asks for place in asks):
        said = _("Below a question on the way there is nothing that its answer opens.")
        yield Finding(_("step “Explain”"), said)
    ticket = find_step(cells, "Exit ticket")
    found = [cell for _place, cell in ticket if re.search(r"^kit\.say\(", cell["source"], re.M)]
    if not any("{" in cell["source"] and "after-bet" in cell["tags"] for cell in found):
        said = _("Nothing says what was found, in figures that the cell computes and with the tag “after-bet”.")
        yield Finding(_("step “Exit ticket”"), said, 'kit.say(f"In {share:.0f} of 100 turns.")')


def check_exercises(cells: Cells) -> Iterator[Finding]:
    """Check that every exercise has fields for answers and a solution, and no page shows Python."""
    text = "\n".join(cell["source"] for _place, cell in find_step(cells, "Exercises"))
    parts = re.split(r"^\*\*Exercise (\d+)\*\*", text, flags=re.MULTILINE)
    told = dict(zip(parts[1::2], parts[2::2], strict=True))
    numbers = dict.fromkeys([*told, *re.findall(r"kit\.exercise\(\s*(\d+)", text)])
    if find_step(cells, "Exercises") and not numbers:
        yield Finding(_("step “Exercises”"), _("There is no exercise."), "**Exercise 1**")
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code" and NOTEBOOK_ONLY not in cell["tags"]]
    fields = re.findall(r'kit\.exercise\(\s*(\d+)|title="Exercise (\d+): your answers"', "\n".join(code))
    answered = {first or second for first, second in fields}
    for number in numbers:
        if number not in answered:
            said = _("Exercise {number} has no fields to answer in.").format(number=number)
            yield Finding(_("step “Exercises”"), said, f"kit.exercise({number}, …)")
        asked = next((one for one in code if re.search(rf"kit\.exercise\(\s*{number}\b", one)), "")
        if SOLUTION not in told.get(number, "") and "solution=" not in asked:
            said = _("Exercise {number} has no solution that is folded.").format(number=number)
            yield Finding(_("step “Exercises”"), said, 'kit.exercise(…, solution="…")')
    for place, cell in enumerate(cells):
        if cell["cell_type"] == "markdown" and NOTEBOOK_ONLY not in cell["tags"] and "```" in cell["source"]:
            said = _("This cell shows Python, which a page does not: give it the tag “{tag}”.")
            yield Finding(_("cell {number}").format(number=place + 1), said.format(tag=NOTEBOOK_ONLY))


def check_code(cells: Cells, metadata: Any) -> Iterator[Finding]:
    """Check that there is a model, the metadata's change applies to it, and all cells ran without errors."""
    code = [(place, cell) for place, cell in enumerate(cells) if cell["cell_type"] == "code"]
    models = [cell["source"] for _place, cell in code if "model" in cell["tags"]]
    if not models:
        said = _("No cell has the tag “model”. The code that answers the question stands in such cells.")
        yield Finding(_("step “The model”"), said, _("the gear at the top right, Cell Tags, model"))
    change = metadata.get("change") if isinstance(metadata, dict) else None
    if change is not None and not (
        isinstance(change, list) and len(change) == 2 and all(isinstance(one, str) for one in change)
    ):
        said = _("“change” must be two texts: one that stands in a model cell, and what to put in its place.")
        yield Finding(_("notebook metadata, “gamekit”"), said, METADATA["change"])
    elif change is not None and models and sum(change[0] in one for one in models) != 1:
        said = _("The text to change, {text}, must stand in exactly one model cell; it stands in {n}.")
        count = sum(change[0] in one for one in models)
        yield Finding(_("notebook metadata, “gamekit”"), said.format(text=json.dumps(change[0]), n=count))
    for place, cell in code:
        if "answer=" in cell["source"] and not cell.get("metadata", {}).get("jupyter", {}).get("source_hidden"):
            said = _("This cell gives an answer away, so its code is folded: View, Collapse Selected Code.")
            yield Finding(_("cell {number}").format(number=place + 1), said)
        for output in cell.get("outputs", []):
            if output.get("output_type") == "error":
                said = _("It ended with an error: {error}.").format(error=output.get("ename", "?"))
                yield Finding(_("cell {number}").format(number=place + 1), said)
    if code and not any(cell.get("outputs") for _place, cell in code):
        said = _("It was never run, so code-hosting pages show no results.")
        yield Finding(_("all cells"), said, "python notebooks/refresh.py notebooks/route66/05-mine.ipynb")


def check_links(path: Path, cells: Cells) -> Iterator[Finding]:
    """Check that links to notebooks have targets, and the last step links to two other lessons."""
    onwards = set()
    next_ones = {place for place, _cell in find_step(cells, "Where next")}
    for place, cell in enumerate(cells):
        if cell["cell_type"] != "markdown" or NOTEBOOK_ONLY in cell["tags"]:
            continue
        for target in re.findall(r"\]\(([^)\s]+\.ipynb)\)", cell["source"]):
            if not (path.parent / target).is_file():
                said = _("The link to {target} leads nowhere.").format(target=target)
                yield Finding(_("cell {number}").format(number=place + 1), said)
            elif place in next_ones:
                onwards.add((path.parent / target).resolve())
    if "Where next" in {name for _place, name in headings(cells)} and len(onwards - {path.resolve()}) < 2:
        said = _("It leads to two other lessons at least.")
        yield Finding(_("step “Where next”"), said, "[The rules, step by step](../kartenspiel/01-rules.ipynb)")


def check_named(name: str, folder: Path | None) -> tuple[str, list[Finding]]:
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
    return given, [Finding(given, said, "python -m gamekit check pig\npython -m gamekit check route66/02-speedometer")]


def run_check(name: str, folder: Path | None) -> int:
    """Print what is missing; return the exit status, 0 if nothing is."""
    told, found = check_named(name, folder)
    print(format_findings(told, found))
    return 1 if found else 0

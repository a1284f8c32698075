"""The pages that are made of the package's own data: one a game, the public face, the command line, games to play.

Nothing here is typed in that the package, its boxes or benchmarks/README.md know. People write the other pages.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import gamekit as gk
from gamekit import bridges
from gamekit.core.files import write_whole
from gamekit.lab.levels import levels
from tools.environment_pages import table

ROOT = Path(__file__).parents[1]
MADE = "<!-- Made by docs/generated.py of the package's own data. -->"
INCLUDED = {
    "background/contributing": "CONTRIBUTING.md",
    "background/figures": "benchmarks/README.md",
    "background/changes": "CHANGELOG.md",
}
"""Pages of the site that are files of the project outside of it."""
MARKS = {
    "settled": "our reading, where the published rules leave it open",
    "reconstructed": "reconstructed",
    "option": "can be changed",
}
WIDE, TALL, MARGIN = 900.0, 560.0, 40.0
WORDS_A_MINUTE = 150
MINUTES = {"gk.play(": 5, "kit.bet(": 1, "kit.ask(": 1, "kit.panel(": 2, "kit.exercise(": 2, "kit.question(": 1}
"""Estimated minutes of what a pupil does: a first look at a board, an answer, trying the controls of a panel."""
MAKE = 6
"""Estimated minutes of a step in which code is changed."""
FEW = 45
"""Nodes of a graph that are named in its drawing; more would stand over each other."""


def write_all(source: Path, beside: Path, lessons: bool = False) -> list[Path]:
    """Write every page into `source`, and what stands beside the pages into `beside`."""
    made = pages()
    for name, text in made.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(source / name, text)
    suite = beside / "suite"
    (suite / "play").mkdir(parents=True, exist_ok=True)
    if lessons:
        from gamekit.lessons.catalog import own_folder
        from gamekit.server.site_export import export_site

        export_site(suite, own_folder())
    else:
        from gamekit.server.play_pages import play_page

        for name in gk.game_names():
            write_whole(suite / "play" / f"{name}.html", play_page(name, "../../index.html"))
    return [source / name for name in made]


def pages() -> dict[str, str]:
    """Each generated file of the site's source by its name in it: Markdown, and drawings."""
    made = {
        "reference/face.md": face_page(),
        "reference/command-line.md": command_page(),
        "reference/lesson-minutes.md": lesson_page(),
    }
    for page, file in INCLUDED.items():
        text = (ROOT / file).read_text(encoding="utf-8").replace("](benchmarks/README.md)", "](figures.md)")
        made[f"{page}.md"] = text.replace("](docs/", "](../")
    for name in gk.game_names(examples=True):
        game = gk.load(name)
        made[f"reference/games/{name}.md"] = game_page(game)
        if has_graph(game):
            made[f"reference/games/{name}-graph.svg"] = draw_graph(game)
    return made


# --- lessons --------------------------------------------------------------------------------------------------------


def lesson_page() -> str:
    """Return the page with the estimated minutes of each lesson, step by step and without *Further*."""
    from gamekit.lessons.catalog import own_folder, read_notebook

    found = {}
    for path in sorted(own_folder().rglob("*.ipynb")):
        notebook = read_notebook(path)
        if path.stem not in ("start", "teachers"):
            name = f"{notebook['metadata']['gamekit']['title']} ({path.parent.name})"
            found[name] = minutes_by_step(notebook["cells"])
    steps = list(max(found.values(), key=len))
    rows = [
        [name, *(f"{minutes.get(step, 0):.0f}" for step in steps), f"{sum(minutes.values()):.0f}"]
        for name, minutes in found.items()
    ]
    head = ["lesson", *steps, "in all"]
    lines = [" | ".join(row) for row in (head, ["---"] * len(head), *rows)]
    rates = ", ".join(f"`{call.rstrip('(')}` {minutes}" for call, minutes in MINUTES.items())
    said = (
        f"Estimated, not timed: {WORDS_A_MINUTE} words a minute, and for each {rates}; {MAKE} for *Make*. "
        "*Further* and *Where next* are not counted; without folded texts a class is quicker."
    )
    return "\n".join(
        [MADE, "", "# Minutes of lessons, step by step", "", said, "", *(f"| {line} |" for line in lines), ""]
    )


def minutes_by_step(cells: list[dict[str, Any]]) -> dict[str, float]:
    """Return the estimated minutes of a notebook's steps by their headings; title and model belong to *Play*."""
    found = {"Play": 0.0}
    for cell in cells:
        source, is_text = "".join(cell["source"]), cell["cell_type"] == "markdown"
        heading = re.match(r"(##+) (.+)", source) if is_text else None
        if heading and heading[2].startswith(("Further", "Where next")):
            break
        if heading and heading[1] == "##":
            found.setdefault(heading[2], MAKE if heading[2] == "Make" else 0.0)
        pressed = sum(source.count(call) * each for call, each in MINUTES.items())
        found[list(found)[-1]] += len(re.findall(r"\w+", source)) / WORDS_A_MINUTE if is_text else pressed
    return found


# --- a game ---------------------------------------------------------------------------------------------------------


def has_graph(game: gk.Game) -> bool:
    """Whether the game has a board, or an order of cards, as a graph."""
    try:
        return game.graph.number_of_nodes() > 0
    except gk.OptionError:
        return False


def game_page(game: gk.Game) -> str:
    """All that the package knows of a game, and its page as an environment below it."""
    parts = [MADE, f"# {game.title}"]
    if game.name in gk.game_names():
        parts += [
            f"![{game.title}](../../{game.name}.png)",
            f'<a href="../../suite/play/{game.name}.html">Play it in this browser</a>: no server, no network.',
        ]
    else:
        parts.append("A small game to copy and to measure with; the gallery does not show it.")
    parts.append(f'`gk.load("{game.name}")`, for {game.min_players} to {game.max_players} players.')
    parts += ["## The rules", *rule_parts(game)]
    parts += ["## What is reconstructed", *reconstructed_parts(game)]
    parts += ["## Strategies", table(["name", "title", "how it plays"], strategy_rows(game))]
    parts += ["## Levels", *level_parts(game)]
    if has_graph(game):
        graph = game.graph
        parts += [
            "## The graph",
            f"`game.graph` has {graph.number_of_nodes()} nodes and {graph.number_of_edges()} edges.",
            f"![The graph of {game.title}]({game.name}-graph.svg)",
        ]
    parts += [
        "## As an environment",
        f"```{{include}} ../../environments/{game.name}.md\n:start-after: of what the game declares.\n"
        ":heading-offset: 1\n```",
    ]
    return "\n\n".join(parts) + "\n"


def rule_parts(game: gk.Game) -> Iterator[str]:
    """Every rule in words, as the rulebook has it."""
    for number, rule in game.rulebook.items():
        marks = "".join(f" *({MARKS[mark]})*" for mark in rule.marks)
        yield f"**{number} {plain(rule.title)}.** {plain(rule.text)}{marks}"


def reconstructed_parts(game: gk.Game) -> Iterator[str]:
    """Which figures of the box, and which rules, are stand-ins."""
    box = tomllib.loads(files(f"gamekit.games.{game.name}").joinpath("box.toml").read_text(encoding="utf-8"))
    found = sorted(set(reconstructed_in(box)))
    marked = [number for number, rule in game.rulebook.items() if "reconstructed" in rule.marks]
    if not found and not marked:
        yield "Nothing: every figure is printed in the rules, or the game has no box."
        return
    yield (
        "These figures are not printed in the published rules. They are plausible stand-ins; who owns the game can "
        "count and correct them in `box.toml`, or give a box of their own: `gk.load(name, box=path)`."
    )
    titles = {number: rule.title for number, rule in game.rulebook.items()}
    rows = [
        (f"`{where}`", rule, "; ".join(plain(titles[one]) for one in rule.split(", ") if one in titles))
        for where, rule in found
    ]
    named = {one for _, rule in found for one in rule.split(", ")}
    rows += [("", number, plain(titles[number])) for number in marked if number not in named]
    yield table(["in the box", "rule", "what"], rows)


def reconstructed_in(entry: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """The place and the rule of each part of a box whose origin is a reconstruction."""
    if isinstance(entry, dict):
        if entry.get("origin") == "reconstructed":
            yield where, str(entry.get("rule", ""))
        for name, inner in entry.items():
            yield from reconstructed_in(inner, f"{where}.{name}" if where else name)
    elif isinstance(entry, list):
        for inner in entry:
            yield from reconstructed_in(inner, where)


def strategy_rows(game: gk.Game) -> Iterator[tuple[str, str, str]]:
    """A row for each strategy."""
    for strategy in game.strategies.values():
        yield f"`{strategy.name}`", plain(strategy.title), plain(strategy.description)


def level_parts(game: gk.Game) -> Iterator[str]:
    """The levels, and how strong they are where that was measured."""
    elo = read_elo().get(game.name)
    rows = [
        (f"`{name}`", plain(level.description), elo["levels"].get(name, "") if elo else "")
        for name, level in levels(game).items()
    ]
    if elo is None:
        yield table(["level", "how it plays"], [row[:2] for row in rows])
        yield "How strong they are has not been measured for this game."
        return
    yield table(["level", "how it plays", "Elo over random play, with its 95 % interval"], rows)
    yield f"Measured for {elo['what']} by `python -m tools.measure.levels`. Other strategies: {elo['others']}."


def read_elo() -> dict[str, dict[str, Any]]:
    """What benchmarks/README.md says of Elo, by game: the table whose first cell names the measuring."""
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    lines = text.splitlines()
    top = next(place for place, line in enumerate(lines) if line.startswith("| Elo over the random strategy"))
    found: dict[str, dict[str, Any]] = {}
    for line in lines[top + 2 :]:
        if not line.startswith("|"):
            break
        what, easy, steady, strong, best, others, *_rest = (cell.strip() for cell in line.strip("|").split("|"))
        name = re.match(r"\w+", what)
        assert name is not None, line
        found[name[0]] = {
            "what": what,
            "levels": {"easy": easy, "steady": steady, "strong": strong, "best": best},
            "others": others,
        }
    return found


def plain(text: str) -> str:
    """A sentence in which Markdown finds no marks of its own."""
    return re.sub(r"([\\`*_\[\]<>|#$])", r"\\\1", text)


# --- its graph ------------------------------------------------------------------------------------------------------


def place_nodes(game: gk.Game) -> dict[Any, tuple[float, float]]:
    """Where each node is drawn: where it lies on the board or map; in a ring where it lies nowhere."""
    import math

    about = dict(game.graph.nodes(data=True))
    if all("x" in data for data in about.values()):
        raw = {node: (float(data["x"]), float(data["y"])) for node, data in about.items()}
    elif all("longitude" in data for data in about.values()):
        raw = {node: (0.64 * float(data["longitude"]), -float(data["latitude"])) for node, data in about.items()}
    else:
        angles = {node: 2 * math.pi * place / len(about) for place, node in enumerate(about)}
        raw = {node: (math.sin(angle), -math.cos(angle)) for node, angle in angles.items()}
    across, down = zip(*raw.values(), strict=True)
    scale = min(
        (WIDE - 2 * MARGIN) / max(max(across) - min(across), 1e-9),
        (TALL - 2 * MARGIN) / max(max(down) - min(down), 1e-9),
    )
    return {
        node: (MARGIN + (x - min(across)) * scale, MARGIN + (y - min(down)) * scale) for node, (x, y) in raw.items()
    }


def draw_graph(game: gk.Game) -> str:
    """The graph as a drawing: edges as lines, with an arrow's head where they go one way, nodes as points."""
    graph, places = game.graph, place_nodes(game)
    head = ' marker-end="url(#head)"' if graph.is_directed() else ""
    wide, tall = (max(place[axis] for place in places.values()) + MARGIN for axis in (0, 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide + 60:.0f} {tall:.0f}" '
        'font-family="sans-serif" font-size="13">',
        f"<title>The graph of {escape(game.title)}</title>",
        '<defs><marker id="head" viewBox="0 0 10 10" refX="16" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 1L10 5L0 9z" fill="#5a6b7b"/></marker></defs>',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for one, other in graph.edges:
        (x1, y1), (x2, y2) = places[one], places[other]
        parts.append(
            f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="#5a6b7b" stroke-width="1.2" fill="none"{head}/>'
        )
    for node, (x, y) in places.items():
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#0b5cad"/>')
        if graph.number_of_nodes() <= FEW:
            parts.append(
                f'<text x="{x + 8:.1f}" y="{y - 6:.1f}" fill="#1c2733" stroke="#ffffff" stroke-width="3" '
                f'paint-order="stroke">{escape(str(node))}</text>'
            )
    return "\n".join([*parts, "</svg>"]) + "\n"


# --- the public face, the command line --------------------------------------------------------------------------------


def face_parts() -> dict[str, list[str]]:
    """The names of the public face under the headings of `help(gamekit)`; what it does not name are errors."""
    sections: dict[str, list[str]] = {}
    left = list(gk.__all__)
    heading = ""
    for line in (gk.__doc__ or "").splitlines():
        if begins := re.match(r"[A-Z][a-z ]+(?=$|: `gk)", line):
            heading = begins[0]
        for name in re.findall(r"\b(?:gk\.)?(\w+)", line) if heading or "gk." in line else []:
            if name in left and heading:
                sections.setdefault(heading, []).append(name)
                left.remove(name)
    sections["Constants and kernels"] = [name for name in left if not is_error(name)]
    sections["Errors"] = [name for name in gk.__all__ if is_error(name)]
    return {
        title: [name for name in names if title == "Errors" or not is_error(name)]
        for title, names in sections.items()
        if names
    }


def is_error(name: str) -> bool:
    """Whether a name of the face is an error."""
    found = getattr(gk, name)
    return isinstance(found, type) and issubclass(found, Exception)


def document(module: str, name: str, found: Any) -> str:
    """The directive that documents one thing from its docstring."""
    if isinstance(found, type):
        members = "" if issubclass(found, Exception) else "\n   :members:"
        return f".. autoclass:: {module}.{name}{members}"
    if callable(found):
        return f".. autofunction:: {module}.{name}"
    return f".. py:data:: {module}.{name}\n   :value: {found!r}"


def directives(module: str, names: dict[str, Any]) -> str:
    """A block of such directives."""
    inside = "\n\n".join(document(module, name, found) for name, found in names.items())
    return f"```{{eval-rst}}\n{inside}\n```"


def face_page() -> str:
    """Every name of the public face with its docstring, then the bridges."""
    parts = [
        MADE,
        "# The public face",
        "`import gamekit as gk`. What stands here is promised; what does not may change. `help(gk.load)` says the same "
        "at a prompt.",
    ]
    for heading, names in face_parts().items():
        parts += [f"## {heading}", directives("gamekit", {name: getattr(gk, name) for name in names})]
    here = {}
    missing = []
    for name in bridges.__all__:
        try:
            here[name] = getattr(bridges, name)
        except gk.GamekitError as error:
            missing.append(f"`{name}`: {plain(str(error))}")
    parts += [
        "## In other people's tools",
        "`from gamekit.bridges import load_pyspiel, pettingzoo_env, register, vector_env`",
        directives("gamekit.bridges", {name: found for name, found in here.items() if name != "MissingExtra"}),
    ]
    if missing:
        parts += ["This page was built without what these need, so it says no more of them:", *missing]
    return "\n\n".join(parts) + "\n"


def command_page() -> str:
    """What `python -m gamekit … --help` says, for every command."""
    from gamekit.server.cli import make_parser

    top = make_parser()
    commands = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    parts = [MADE, "# The command line", "`python -m gamekit COMMAND`, or `gamekit COMMAND` where it is installed."]
    parts.append(
        table(
            ["command", "what it does"], [(f"`{one.dest}`", plain(one.help or "")) for one in commands._choices_actions]
        )
    )
    for name, command in {"": top, **commands.choices}.items():
        parts += [
            f"## `python -m gamekit {name}`".replace(" `", " `") if name else "## Without a command",
            fenced(command),
        ]
    return "\n\n".join(parts) + "\n"


def fenced(command: argparse.ArgumentParser) -> str:
    """A command's help as it is printed, 80 columns wide whatever the terminal."""
    command.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=96)  # type: ignore[assignment]
    return f"```text\n{command.format_help().rstrip()}\n```"

"""Write a page for each game as an environment: `python -m tools.environment_pages FOLDER`.

All content comes from what the game declares; a test compares the pages with it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from gamekit.bridges.environment import Interface, name_environment
from gamekit.core.files import write_whole
from gamekit.core.game import Game, game_names, load
from gamekit.core.kernel import MOST_STEPS
from gamekit.lab.simulate import simulate

BASELINE_GAMES: Final = 1_000
BASELINE_SEED: Final = 1


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table in Markdown; bars in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def observation_rows(face: Interface) -> Iterable[tuple[str, ...]]:
    """Yield a row for each field: columns, name, bounds, unit, meaning."""
    first = 0
    for field, group in groupby(face.columns, lambda column: column.name.partition("[")[0]):
        columns = list(group)
        last = first + len(columns) - 1
        where = str(first) if first == last else f"{first} to {last}"
        named = columns[0].name if first == last else f"{columns[0].name} … {columns[-1].name.removeprefix(field)}"
        yield where, f"`{named}`", f"{columns[0].low:,} to {columns[0].high:,}", columns[0].unit, columns[0].meaning
        first = last + 1


def action_rows(face: Interface) -> Iterable[tuple[str, ...]]:
    """Yield a row for each kind of action: its numbers, its sentence, and the first and last in words."""
    game = face.game
    verbs = [
        game.rules.action_parts(game.tables, int(action))[0] for action in face.read_actions(range(face.num_actions), 0)
    ]
    for verb, group in groupby(range(face.num_actions), lambda number: verbs[number]):
        numbers = list(group)
        ends = dict.fromkeys(face.action_text(number) for number in (numbers[0], numbers[-1]))
        where = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
        yield where, game.rulebook.actions[verb].text, " … ".join(ends)


def option_rows(game: Game) -> Iterable[tuple[str, ...]]:
    """Yield a row for each option: default, bounds, meaning."""
    for name, about in game.option_schema["properties"].items():
        ends = [str(about[end]) for end in ("minimum", "maximum") if end in about]
        yield f"`{name}`", repr(about.get("default")), " to ".join(ends), about.get("description", "")


def baseline_rows(game: Game) -> Iterable[tuple[str, ...]]:
    """Yield a row for each strategy of player 0: win rate against each strategy of all others."""
    for own in game.strategies:
        against = [
            simulate(
                game, [own, *[other] * (game.players - 1)], BASELINE_GAMES, BASELINE_SEED, progress=False
            ).win_rate(0)
            for other in game.strategies
        ]
        yield f"`{own}`", *[f"{win.value:.3f} ({win.low:.3f} to {win.high:.3f})" for win in against]


def page_of(game: Game) -> str:
    """Return the page of a game, for its usual number of players."""
    face = Interface(game)
    low, high = game.return_bounds
    paid = "they always add up to the same" if game.return_sum is not None else "they add up to anything"
    proven = game.max_game_length < MOST_STEPS
    length = f"at most {game.max_game_length:,} steps" if proven else "of no proven length"
    return "\n\n".join([
        f"# {game.title}",
        "Made by `python -m tools.environment_pages`, of what the game declares.",
        f"`{game.name}`, {game.min_players} to {game.max_players} players; a game is {length}, chance's included. "
        f"What follows is for {game.players} players and the options as they are.",
        f"`gymnasium.make(\"gamekit.bridges.gymnasium_env:{name_environment(game.name)}\", opponents=\"random\")` "
        f"plays one player against strategies; `gymnasium.make_vec` takes the same name, and `gamekit.bridges` has "
        "PettingZoo and OpenSpiel.",
        "## Observation",
        f"{len(face.names)} numbers. Rows of players who do not play are left out. With `seat=\"relative\"` the "
        "first row of players is one's own.",
        table(["columns", "field", "bounds", "unit", "meaning"], observation_rows(face)),
        "## Actions",
        f"{face.num_actions} of players, numbered without chance's; OpenSpiel, which plays chance itself, has all "
        f"{game.num_actions}.",
        table(["numbers", "action", "first and last"], action_rows(face)),
        "## Payoffs",
        f"At the end. `payoff=\"returns\"`: {low:,.10g} to {high:,.10g}, and {paid}. `payoff=\"win\"`: 1 for the "
        "highest return, shared if several have it, so that all payoffs add up to 1.",
        "## Options",
        table(["option", "default", "bounds", "meaning"], option_rows(game)),
        "## Baselines",
        f"How often player 0 wins with the strategy of the row where all others play that of the column; "
        f"{BASELINE_GAMES:,} games each from seed {BASELINE_SEED}, in brackets the 95 % interval. An equal share is "
        f"{1 / game.players:.3f}. Any cell again: `gk.simulate(gk.load(\"{game.name}\"), [row, "
        f"{', '.join(['column'] * (game.players - 1))}], {BASELINE_GAMES}, seed={BASELINE_SEED}).win_rate(0)`.",
        table(["player 0", *[f"`{name}`" for name in game.strategies]], baseline_rows(game)),
        "",
    ]).rstrip() + "\n"  # fmt: skip


def page_names() -> tuple[str, ...]:
    """Return the names of the games that have a page."""
    return tuple(game_names(examples=True))


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/environments")
    folder.mkdir(parents=True, exist_ok=True)
    for name in page_names():
        write_whole(folder / f"{name}.md", page_of(load(name)))

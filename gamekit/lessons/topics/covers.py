"""The topics' pictures in the gallery; `python -m gamekit.lessons.topics.covers` writes them beside the notebooks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from gamekit.files import write_whole
from gamekit.lessons import plot
from gamekit.lessons.plot import Drawing
from gamekit.lessons.topics import chance_is_a_player, four_graphs
from gamekit.lessons.topics.boards import main_board, names, title
from gamekit.lessons.topics.exact_or_simulated import fan_plot
from gamekit.lessons.topics.league import play_league
from gamekit.lessons.topics.plans import game, house_plans, league_plot

FOLDER: Final = Path(__file__).parents[3] / "notebooks" / "topics"


def covers() -> dict[str, Drawing]:
    """A drawing for every topic, by the name of its notebook."""
    boards = dict(zip(map(title, names()), four_graphs.drawings(), strict=True))
    return {
        "chance_is_a_player": chance_is_a_player.draw_tree(2, "classes"),
        "exact_or_simulated": fan_plot(2_000, 10),
        "four_graphs": boards[title(main_board())],
        "write_a_strategy": league_plot(play_league(game(), house_plans(), 25)),
    }


def as_file(drawing: Drawing) -> str:
    """A drawing as a file of its own, with its colours."""
    head, tail = drawing.svg.split(">", 1)
    head = head.replace('class="gkt ', 'class="gk-look gkt ', 1)
    return f"{head}><style>{plot.rules().replace('>', '&gt;')}</style>{tail}"


def main(folder: Path = FOLDER) -> None:
    """Write all of them."""
    for name, drawing in covers().items():
        write_whole(folder / f"{name}.svg", as_file(drawing) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))

"""A game's page as an environment is what the code makes."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamekit as gk
from tests.play import take_share
from tools.environment_pages import page_names, page_of

FOLDER = Path(__file__).parents[2] / "docs" / "environments"


@pytest.mark.thorough
@pytest.mark.parametrize("name", take_share(page_names()))
def test_a_page_is_what_the_code_makes(name: str) -> None:
    said = (FOLDER / f"{name}.md").read_text("utf-8")
    assert said == page_of(gk.load(name)), "make it anew: python -m tools.environment_pages"


@pytest.mark.parametrize("name", ["pig", "kuhn"])
def test_a_small_games_page_is_what_the_code_makes(name: str) -> None:
    assert (FOLDER / f"{name}.md").read_text("utf-8") == page_of(gk.load(name))


def test_there_is_a_page_for_each_game_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(page_names())


def test_a_baseline_is_what_its_line_of_code_says() -> None:
    """The page tells how to get a cell again; this does just that, from the text of the page."""
    text = (FOLDER / "kuhn.md").read_text("utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| `balanced` | "))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    code = text.split("Any cell again: `")[1].split("`")[0]
    names = list(gk.load("kuhn").strategies)
    for column, cell in zip(names, cells[1:], strict=True):
        win = eval(code, {"gk": gk, "row": "balanced", "column": column})  # noqa: S307 - our own page
        assert cell.startswith(f"{win.value:.3f} ")

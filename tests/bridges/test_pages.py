"""A game's page as an environment is what the code makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamekit.bridges.pages import pages

FOLDER = Path(__file__).parents[2] / "docs" / "environments"
MADE = pages()


@pytest.mark.parametrize("name", MADE)
def test_a_page_is_what_the_code_makes(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == MADE[name], "make it anew: python -m gamekit.bridges.pages"


def test_there_is_a_page_for_each_game_and_no_other() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(MADE)

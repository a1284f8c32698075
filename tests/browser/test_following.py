"""A board in a lesson plays in its page: the engine comes once; Python follows, and is asked for its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.serving import Server, lesson

Open = Callable[..., Any]

MINE = """
import gamekit as gk

def mine(s, t, player, actions, n, rng):
    "Always the last that is legal."
    return actions[n - 1]

gk.play(gk.load("kartenspiel", players=2, stages=1), seats=[None, mine], seed=3, name="mine")
"""
OWN_BOX = """
import gamekit as gk
from pathlib import Path
text = (Path(gk.__file__).parent / "games" / "kartenspiel" / "box.toml").read_text()
Path("mine.toml").write_text(text.replace("Das Kartenspiel", "Our rules"))
gk.play(gk.load("kartenspiel", players=2, box="mine.toml"), seed=3, name="box")
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("following")
    for name, source in (("mine", MINE), ("box", OWN_BOX)):
        lesson(root / f"{name}.ipynb", f"# {name}", source, title=name)
    with Server(root) as running:
        yield running


def steps(page: Any) -> int:
    found = re.search(r"(\d+)$", page.locator(".gk-where").first.inner_text())
    assert found
    return int(found[1])


def moved_on(page: Any, before: int) -> None:
    page.wait_for_function(f"!document.querySelector('.gk-where').textContent.endsWith(' {before}')")
    page.wait_for_selector(".gk-place")


def test_a_strategy_of_ones_own_plays_on_a_page_and_whoever_waits_for_it_may_take_the_move_back(
    server: Server, open_page: Open
) -> None:
    page = open_page(f"{server.base}/lessons/mine.html", still=True)
    page.wait_for_selector(".gk-place")
    for _move in range(2):
        before = steps(page)
        page.locator(".gk-place").first.click()
        moved_on(page, before)
    page.route("**/board", lambda _route: None)  # whoever is asked does not answer
    there = steps(page)
    page.locator(".gk-place").first.click()
    page.wait_for_function(f"!document.querySelector('.gk-where').textContent.endsWith(' {there}')")
    page.get_by_role("button", name="Undo").first.click()
    page.wait_for_function(f"document.querySelector('.gk-where').textContent.endsWith(' {there}')")
    page.wait_for_selector(".gk-place")


def test_a_new_game_by_a_box_of_ones_own(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.base}/lessons/box.html", still=True)
    page.wait_for_selector(".gk-place")
    assert "Our rules" in page.locator(".gk-head h3").inner_text()
    page.get_by_text("New game, save, open").click()
    page.locator("[data-option=players]").fill("4")
    page.get_by_role("button", name="Start a new game").click()
    page.wait_for_selector("text=4 players")
    assert "Our rules" in page.locator(".gk-head h3").inner_text()

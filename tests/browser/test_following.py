"""A board in a lesson plays in its page: the engine comes once; Python follows, and is asked for its own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.web import bundle
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
TAB = """<!DOCTYPE html><meta charset="utf-8"><style>{style}</style><section></section><script>{script}
globalThis.sent = [];
const model = {{ on: (what, hear) => (globalThis.fromPython ??= hear), send: (message) => sent.push(message) }};
new SharedTable(model).look(document.querySelector("section"));
</script>"""
"""A page with a board; what it tells Python, and what Python tells it, is carried by hand."""
QUIET = 10
"""Looks after which a board that is not asked says nothing more."""


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


def test_a_strategy_of_ones_own_plays_on_a_page(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.base}/lessons/mine.html", still=True)
    page.wait_for_selector(".gk-place")
    for _move in range(2):
        before = steps(page)
        page.locator(".gk-place").first.click()
        moved_on(page, before)
    assert page.errors == []


def test_whoever_waits_for_a_strategy_may_take_the_move_back(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.base}/lessons/mine.html", still=True)
    page.wait_for_selector(".gk-place")
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
    assert page.errors == []


def test_two_tabs_of_one_kernel_show_the_same_game(tmp_path: Path, open_page: Open) -> None:
    board: Any = gk.play(gk.load("kartenspiel", players=2), seed=3, seats=[None, None])
    told: list[dict[str, Any]] = []
    file = tmp_path / "tab.html"
    file.write_text(TAB.format(style=bundle.style(), script=bundle.script("table/shared_table")), encoding="utf-8")
    board.send = lambda message, buffers=None: told.append(json.loads(json.dumps(message)))
    tabs = [open_page(file.as_uri(), still=True) for _ in range(2)]
    led = 0

    def carry(from_step: int = -1) -> list[str]:
        """Bring all that is said to whom it concerns, until the game has gone on and nobody says anything.

        Return where the boards stand then.
        """
        nonlocal led
        quiet = 0
        while quiet < QUIET:
            said = [message for tab in tabs for message in tab.evaluate("sent.splice(0)")]
            for message in said:
                board._handle_custom_msg(message, [])
            led += sum(message["type"] == "moved" for message in told)
            for tab in tabs:
                for message in told:
                    tab.evaluate("message => { fromPython(message); }", message)
            told.clear()
            gone_on = board.session.step > from_step and all(tab.locator(".gk-place").count() for tab in tabs)
            quiet = quiet + 1 if gone_on and not said else 0
            tabs[0].wait_for_timeout(40)
        return [str(tab.locator(".gk-where").inner_text()) for tab in tabs]

    start = carry()
    assert start[0] == start[1]
    for number, tab in enumerate((tabs[0], tabs[1], tabs[1], tabs[0]), start=1):
        before = board.session.step
        tab.locator(".gk-place").first.click()
        assert carry(before) == [f"Step {board.session.step} of {board.session.step}"] * 2
        assert led <= 2 * number, "a move is told, and what follows it by itself; nobody tells what was heard"
    assert [tab.errors for tab in tabs] == [[], []]

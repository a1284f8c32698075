"""A table of the class in real browsers: two pupils, one on a phone, and the teacher who watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser import test_class
from tests.browser.axe import serious
from tests.browser.playing import go_to_moves
from tests.serving import Server, soon

Open = Callable[..., Any]

SHORT_PATIENCE = 2
"""Seconds until the computer plays for who is gone, in this test."""
MOST_MOVES = 600


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("notebooks")
    test_class.page_of(folder)
    sooner = f"import gamekit.server.class_.game_table as table; table.PATIENCE = {SHORT_PATIENCE}"
    with Server(folder, "--class", "2", "--address", "0.0.0.0", first=sooner) as running:
        yield running


def join(open_page: Open, server: Server, name: str, width: int, height: int) -> Any:
    """A pupil's page, in the class; without animations, which a machine need not watch."""
    page = open_page(f"http://127.0.0.1:{server.port}/class", width=width, height=height, still=True)
    test_class.join(page, server, name)
    page.goto(f"http://127.0.0.1:{server.port}/class/tables")
    return page


def mine(page: Any) -> bool:
    return bool(page.locator(".gk-turn.gk-yours").count())


def over(page: Any) -> bool:
    return "The game is over" in page.inner_text(".gk-turn")


def stopped(page: Any) -> bool:
    """Whether the board stands still at a moment that a rule marks, until somebody goes on."""
    return bool(page.locator(".gk-moves").get_by_role("button", name="Go on").count())


def move(page: Any) -> None:
    """The first move that the page offers: a button, or a place on the board."""
    before = page.inner_text(".gk-where")
    if page.locator(".gk-moves .gk-move").count() == 0:
        page.evaluate("document.activeElement.blur()")
        go_to_moves(page)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => document.querySelector('.gk-where').textContent !== before"
            " || document.querySelector('.gk-moves .gk-move')",
            arg=before,
        )
    if page.inner_text(".gk-where") == before and page.locator(".gk-moves .gk-move").count():
        page.locator(".gk-moves .gk-move").first.click()
    page.wait_for_function("before => document.querySelector('.gk-where').textContent !== before", arg=before)


@pytest.mark.noisy
@pytest.mark.thorough  # quickly, without a browser: tests/server/test_tables.py
def test_two_pupils_finish_a_game_one_on_a_phone_and_the_teacher_watches(server: Server, open_page: Open) -> None:
    ada, ben = join(open_page, server, "Ada", 1280, 800), join(open_page, server, "Ben", 375, 667)
    assert serious(ada) == []
    ada.select_option("#game", "kartenspiel")
    ada.fill("#players", "2")
    ada.click("button[value=open]")
    ada.wait_for_selector(".gkc-seats:has-text('Ada (1): you')")
    code = ada.url.rpartition("/")[2]
    assert code in ada.inner_text(".gkp-top")

    ben.fill("#code", "zzzz")
    ben.click("button[value=find]")
    assert "no table with this code" in ben.inner_text(".told")
    ben.fill("#code", code.lower())
    ben.click("button[value=find]")
    ben.wait_for_selector(".gk-notice:has-text('You are watching')")
    assert serious(ben) == []
    ben.get_by_role("button", name="Sit down as B").click()
    ben.wait_for_selector(".gkc-seats:has-text('Ben (2): you')")
    ada.wait_for_selector(".gk-turn.gk-yours")
    assert serious(ben) == []
    assert ben.evaluate("document.documentElement.scrollWidth") <= 375
    ben.get_by_role("button", name="How to play").click()
    ben.wait_for_function("document.querySelectorAll('.gk-how .gk-scene').length === 5")
    ben.keyboard.press("Escape")

    teacher = open_page(test_class.said(server, r"for you alone:  (\S+)"), still=True)
    teacher.get_by_role("link", name="Tables").click()
    teacher.get_by_role("link", name=code).click()
    teacher.wait_for_selector(".gk-turn:has-text('It is A’s turn')")
    assert teacher.locator(".gkc-seats button").count() == 0
    assert serious(teacher) == []

    # Ben's phone loses the network: after a while the computer plays, until he is back on his seat.
    ben.context.set_offline(True)
    ben.goto("about:blank")
    ada.wait_for_selector(".gkc-seats:has-text('Ben (2) is gone: the computer plays')")
    step = ada.inner_text(".gk-where")
    move(ada)
    ada.wait_for_selector(".gk-turn.gk-yours")
    assert ada.inner_text(".gk-where") != step
    ben.context.set_offline(False)
    ben.goto(ada.url)
    ben.wait_for_selector(".gkc-seats:has-text('Ben (2): you')")
    ada.wait_for_selector(".gkc-seats:not(:has-text('gone'))")

    pupils = (ada, ben)
    for _ in range(MOST_MOVES):
        assert soon(lambda: any(mine(page) or stopped(page) for page in pupils) or all(over(page) for page in pupils))
        if over(ada) and over(ben):
            break
        for page in pupils:
            if mine(page) or stopped(page):
                move(page)
    for page in (ada, ben, teacher):
        page.wait_for_selector(".gk-turn:has-text('The game is over')")
    assert ada.inner_text(".gk-turn") == ben.inner_text(".gk-turn") == teacher.inner_text(".gk-turn")
    assert serious(ada) == []
    assert [page.errors for page in (ada, teacher)] == [[], []]

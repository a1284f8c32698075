"""`gk.review(session)`: a finished game and its review below a board, in a notebook and on a lesson's page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gamekit as gk
from tests.browser.conftest import REVIEW
from tests.browser.playing import step
from tests.browser.test_lifeline import BOARD, shown

Open = Callable[..., Any]


def finished() -> gk.Session:
    """The game of the lesson's page."""
    space: dict[str, Any] = {}
    exec(REVIEW, space)
    return space["session"]  # type: ignore[no-any-return]


def is_whole(page: Any) -> None:
    """Wait until the review has looked at all it looks at, and hold it against the game."""
    room = page.locator(".gkp-review")
    room.locator("h3").wait_for()
    room.locator(".gkp-looking").wait_for(state="detached")
    assert room.locator("tbody tr").count() == 2
    assert room.locator(".gkp-course").count() == 2
    assert "…" not in room.locator("tbody").inner_text(), "every figure is known"


def as_widget(open_page: Open, tmp_path: Path, session: gk.Session) -> Any:
    """The board as a notebook shows it, and a kernel that answers what it asks."""
    board: Any = gk.review(session, name="review")
    page = shown(open_page, tmp_path, ("review/review_board", "reviewWidget"), board, BOARD)
    answers: list[Any] = []
    board.send = answers.append
    for asked in ("hello", "bring", "bring"):
        page.wait_for_function("asked => sent.at(-1).message.do === asked && !sent.at(-1).dealt", arg=asked)
        page.evaluate("sent.at(-1).dealt = true")
        answers.clear()
        board._hear(None, page.evaluate("sent.at(-1).message"), None)
        page.evaluate("answers => deal(...answers)", answers)
    return page


def test_a_notebook_shows_the_end_of_the_game_and_below_it_the_review_until_the_game_goes_on(
    open_page: Open, tmp_path: Path
) -> None:
    session = finished()
    page = as_widget(open_page, tmp_path, session)
    is_whole(page)
    assert step(page) == session.step
    look = page.locator(".gkp-choices li button").first
    wanted = int(str(look.get_attribute("data-step")).partition("/")[0])
    look.click()
    assert step(page) == wanted < session.step, "the board shows the choice that is spoken of"
    page.get_by_role("button", name="Undo").click()
    page.locator(".gkp-review").wait_for(state="hidden")


def test_a_lessons_page_shows_it_without_a_kernel(site: str, open_page: Open) -> None:
    page = open_page(f"{site}/review")
    is_whole(page)
    assert step(page) == finished().step

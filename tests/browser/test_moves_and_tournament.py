"""A class without a lesson, in real browsers: moves proposed for a position, and a tournament; axe on every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.browser.axe import serious
from tests.browser.playing import go_to_moves
from tests.browser.test_class import join, said
from tests.server.test_class import class_server, seen, teacher_of
from tests.serving import Server, lesson

Open = Callable[..., Any]

ASK_MS = 4_000
"""After so long a pupil's tournament page asks again."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("notebooks")
    lesson(folder / "start.ipynb", "# Start", "1 + 1", title="Find your way")
    with class_server(folder, 12) as running:
        yield running


def joined(open_page: Open, server: Server, name: str, width: int, height: int) -> Any:
    """A pupil's page, in the class, at its lesson: the page of one that is still being drawn loads itself anew."""
    page = join(open_page(f"{server.base}/class", width=width, height=height, still=True), server, name)
    page.wait_for_selector("#rendered_cells", state="attached")
    return page


def teaching(open_page: Open, server: Server) -> Any:
    """The teacher's board."""
    return open_page(said(server, r"for you alone:  (\S+)"), width=1280, height=800, still=True)


@pytest.mark.thorough  # quickly, without a browser: tests/server/test_moves.py
def test_a_board_of_the_teachers_is_put_to_the_class_and_its_moves_get_shares(server: Server, open_page: Open) -> None:
    teacher = teaching(open_page, server)
    ada, ben = (joined(open_page, server, name, *size) for name, size in (("Ada", (1280, 800)), ("Ben", (375, 667))))
    ada.goto(f"{server.base}/play/kartenspiel")  # a pupil's boards have no such button
    ada.click(".gkp-setup button.gk-main-button")
    ada.wait_for_selector(".gk-turn")
    assert ada.get_by_role("button", name="Ask the class").count() == 0

    play = teacher.context.new_page()
    play.goto(f"{server.base}/play/kartenspiel")
    play.click(".gkp-setup button.gk-main-button")
    play.wait_for_selector(".gk-turn.gk-yours")
    assert serious(play) == []
    play.get_by_role("button", name="Ask the class").click()
    play.wait_for_selector(".gk-notice:has-text('put to the class')")
    ben.wait_for_url(f"{server.base}/class/move")
    ben.wait_for_selector(".gk-turn")
    assert ben.evaluate("document.documentElement.scrollWidth") <= 375
    assert serious(ben) == []
    ben.get_by_role("button", name="How to play").click()
    ben.wait_for_function("document.querySelectorAll('.gk-how .gk-scene').length === 5")
    ben.keyboard.press("Escape")
    ada.wait_for_url(f"{server.base}/class/move")  # taken there
    ada.wait_for_selector(".gk-turn")
    for page in (ada, ben):
        go_to_moves(page)
        page.keyboard.press("Enter")
        page.wait_for_selector(".gkc-told:has-text('Sent to the class')")
    teacher.wait_for_selector("#count:has-text('2 of 2')")
    marks = teacher.locator(".position .share text")
    marks.first.wait_for()
    assert marks.all_text_contents() == ["100\u00a0%"]
    share = "document.querySelector('.position').shadowRoot.querySelector('.share')"  # drawn anew with each answer
    teacher.wait_for_function(f"{share}?.getBoundingClientRect().width > 10")
    assert serious(teacher) == []
    teacher.locator("#keys [data-key=tell]").click()
    projector = teacher.context.new_page()
    projector.goto(f"{server.base}/class/projector")
    projector.locator(".position .share text").first.wait_for()
    assert serious(projector) == []
    teacher.locator("#keys [data-key=end]").click()
    ben.wait_for_selector(".gkc-told:has-text('over')")
    assert [page.errors for page in (ada, ben, teacher)] == [[], [], []]


@pytest.mark.thorough  # quickly, without a browser: tests/server/test_contest.py
def test_a_tournament_is_built_on_a_phone_started_by_the_teacher_and_seen_by_all(
    server: Server, open_page: Open
) -> None:
    teacher, phone = teaching(open_page, server), joined(open_page, server, "Cem", 375, 667)
    phone.goto(f"{server.base}/class")  # and stays there: the moves that others were sent to are over
    phone.wait_for_selector(".gk-class")  # it stands at the lower edge: a finger that comes before it would meet it
    phone.get_by_role("link", name="Tournament: enter a plan").click()
    assert serious(phone) == []
    phone.fill("#first", "60")
    phone.get_by_role("button", name="Enter this plan").click()
    phone.wait_for_selector("strong:has-text('begins with at least 60 km')")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    teacher.get_by_role("link", name="Tournament").click()
    teacher.wait_for_selector("li:has-text('Cem')")
    assert serious(teacher) == []
    teacher.get_by_role("button", name="Start the tournament").click()
    teacher.wait_for_selector(".standings li:has-text('Cem')")
    teacher.get_by_role("button", name="Shown on the projector").wait_for()  # it follows by itself
    # On a fast machine all games may be over, and the button gone, by the time it is clicked.
    teacher.evaluate("document.getElementById('halt').click()")
    teacher.wait_for_selector("#stands:has-text('stopped'), #stands:has-text('all games')")
    assert serious(teacher) == []
    projector = teacher.context.new_page()
    projector.goto(f"{server.base}/class/projector")
    projector.wait_for_selector(".standings li:has-text('No.')")
    assert "Cem" not in projector.content()
    assert serious(projector) == []
    phone.wait_for_selector("#stands:has-text('Cem')")
    assert serious(phone) == []
    phone.goto(f"{server.base}/class/privacy")
    assert serious(phone) == []
    assert [page.errors for page in (teacher, phone)] == [[], []]


@pytest.mark.noisy
@pytest.mark.thorough  # the same server as above
def test_the_tournament_page_of_a_removed_pupil_says_so_and_asks_no_more(server: Server, open_page: Open) -> None:
    page = joined(open_page, server, "Dora", 375, 667)
    page.clock.install()
    page.goto(f"{server.base}/class/tournament")
    page.wait_for_selector("#mine")
    teacher = teacher_of(server)
    with ThreadPoolExecutor() as aside:  # in this one the browser's loop runs
        people = aside.submit(seen, teacher).result()["people"]
    (pupil,) = [one["id"] for one in people if one["name"] == "Dora"]
    assert teacher.post("/class/teacher", {"do": "remove", "pupil": pupil}).status == 200
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/now") else None)
    page.clock.run_for(ASK_MS)
    page.wait_for_selector(".told:has-text('You are not in this class any more.')")
    assert page.locator("form").count() == 0
    page.clock.run_for(5 * ASK_MS)
    assert len(asked) == 1

"""A desk, a projector and nine pupils on all kinds of pages: all follow the desk, also past a kill -9 of the server."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser import test_class
from tests.browser.playing import go_to_moves
from tests.browser.test_class import QUESTION, bars, inside, page_of, said, start_clock, until
from tests.serving import Server

Open = Callable[..., Any]

PLACES: Final = (
    "", "lessons/fair.html", "lessons/start.html", "play/kartenspiel", "puzzles/kartenspiel", "kind/kartenspiel",
    "rules/aufachse", "class/tables", "class/tournament",
)  # fmt: skip
"""One for each pupil; the lesson of the class is the second."""
PHONES: Final = ("lessons/fair.html", "class/tables", "play/kartenspiel")
HEADING: Final = """([name]) => {
    const found = [...document.querySelectorAll("h2.gk-called")].find((one) => one.innerText.endsWith(name));
    const { top } = found?.getBoundingClientRect() ?? { top: -1 };
    return top >= 0 && top < innerHeight / 2;
}"""


def join(open_page: Open, base: str, server: Server, place: str) -> Any:
    """A pupil's page, in the class; some are phones."""
    phone = place in PHONES
    page = open_page(base, width=375 if phone else 1024, height=667 if phone else 768, still=True)
    test_class.join(page, server)
    page.wait_for_url(f"{base}lessons/fair.html")
    page.wait_for_selector("#rendered_cells", state="attached")  # a page that is still being drawn loads itself anew
    return page


def scatter(pupils: Sequence[Any], base: str, places: Sequence[str] = PLACES) -> None:
    """Each pupil goes to another page of the suite, and hears there what is set for all."""
    for page, place in zip(pupils, places, strict=True):
        page.goto(base + place)
    for page in pupils:
        page.wait_for_selector(".gk-class:not(.gk-class-lost)")


@pytest.mark.noisy
@pytest.mark.thorough  # quickly, without a browser: tests/server/test_class.py
def test_whatever_page_nine_pupils_are_on_they_follow_the_desk_and_a_killed_server_loses_nothing(
    open_page: Open, tmp_path: Path, port: int
) -> None:
    page_of(tmp_path / "notebooks")
    room = ("--class", "9", "--lesson", "fair", "--address", "127.0.0.1")
    options = (*room, "--class-data", str(tmp_path / "class.sqlite"))
    with Server(tmp_path / "notebooks", *options, port=port) as first:
        base = f"http://127.0.0.1:{first.port}/"
        teacher = open_page(said(first, r"for you alone:  (\S+)"))
        projector = teacher.context.new_page()
        projector.set_viewport_size({"width": 1024, "height": 768})
        projector.goto(f"{base}class/projector")
        token = teacher.locator("#board").get_attribute("data-xsrf")

        def order(what: dict[str, Any], address: str = "class/teacher") -> None:
            answer = teacher.request.post(base + address, data=what, headers={"X-XSRFToken": token})
            assert answer.ok, answer.text()

        pupils = [join(open_page, base, first, place) for place in PLACES]
        scatter(pupils, base)
        teacher.wait_for_function("document.querySelectorAll('.tile:not(.away)').length === 9")

        # A timer is on each page where it is, and said aloud.
        start_clock(teacher)
        for page in (*pupils, projector):
            page.wait_for_selector("[role=timer]:has-text('2:')")
        for page, place in zip(pupils, PLACES, strict=True):
            page.wait_for_selector(".gk-class [role=status]:has-text('A timer runs: 3 min')")
            assert page.url == base + place
            assert inside(page, ".gk-class")

        # A step that is opened takes everybody to it, from wherever they are.
        order({"do": "pace", "lesson": "fair", "open": 1})
        pupils[1].wait_for_selector("h2:has-text('Predict')", state="hidden")
        order({"do": "pace", "lesson": "fair", "open": 2})
        for page in pupils:
            page.wait_for_url(f"{base}lessons/fair.html")
            page.wait_for_selector(".gk-aloud:has-text('Open for all now: Predict')", state="attached")
            page.wait_for_function(HEADING, ["Predict"])

        # A question takes everybody's screen and the projector; the server is killed while they answer.
        scatter(pupils, base)
        teacher.select_option("#question", label=QUESTION)
        teacher.click("#ask-it")
        projector.wait_for_selector(f"h1:has-text('{QUESTION}')")
        for page in pupils:
            page.wait_for_url(f"{base}lessons/fair.html")
            page.wait_for_selector(".gk-class-asked")
            page.wait_for_selector(".gk-class-asks [role=status]:has-text('A question for all')")
            assert inside(page, ".gk-class-asked .gk-answers")
        for page in pupils[:4]:
            page.get_by_role("button", name="luck", exact=True).click()
        projector.wait_for_selector("#count:has-text('4 of 9')")
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
        for page in pupils[4:8]:
            page.get_by_role("button", name="rules", exact=True).click()
            page.wait_for_selector(".gk-class-note:has-text('Not sent yet')")
        teacher.wait_for_selector("body.lost")
    with Server(tmp_path / "notebooks", *options, port=port):
        teacher.wait_for_selector("body:not(.lost)")
        pupils[8].get_by_role("button", name="nothing", exact=True).click()
        for page in pupils:
            page.wait_for_selector(".gk-class-note:has-text('Sent to the class')")
        projector.wait_for_selector("#count:has-text('9 of 9')")
        until(teacher, QUESTION, {"luck": ["4"], "rules ✓ right": ["4"], "nothing": ["1"]})
        assert projector.locator("#spread *").count() == 0

        # What was set goes on, and so does the desk: pairs, then a position, to which everybody is taken.
        teacher.locator("#keys [data-key=talk]").click()
        for page in pupils:
            page.wait_for_selector(".gk-class:has-text('Talk to')")
        pupils[1].reload()
        pupils[1].wait_for_selector(".gk-verdict:has-text('The vote is closed')", state="attached")
        assert pupils[1].locator("fieldset button:not([disabled])").count() == 0
        away = (pupils[0], *pupils[6:])
        scatter(away, base, ("", *PLACES[6:]))
        for page in away:
            page.wait_for_selector(".gk-class:has-text('Talk to')")
        order({"game": "kartenspiel", "players": 2, "decisions": 2, "seed": 1}, "class/move/ask")
        for page in pupils:
            page.wait_for_url(f"{base}class/move")
            page.wait_for_selector(".gk-turn")
            assert "Talk to" not in page.inner_text(".gk-class"), "the class has gone on"
        for page in pupils[:3]:
            go_to_moves(page)
            page.keyboard.press("Enter")
            page.wait_for_selector(".gkc-told:has-text('Sent to the class')")
            assert inside(page, ".gkc-told")
        projector.wait_for_selector("#count:has-text('3 of 9')")
        projector.locator(".position svg").first.wait_for()
        assert projector.locator(".position .share").count() == 0

        teacher.click("#compete")
        for page in pupils:
            page.wait_for_url(f"{base}class/tournament")
        projector.wait_for_selector(".is-contest")
        assert projector.evaluate("document.documentElement.scrollHeight") <= 768
        assert bars(teacher, QUESTION) == {"luck": ["4"], "rules ✓ right": ["4"], "nothing": ["1"]}
        lost = ("ERR_CONNECTION", "WebSocket connection to", "Failed to load resource")
        errors = [error for page in (teacher, *pupils) for error in page.errors]
        assert [error for error in errors if not any(part in error for part in lost)] == []

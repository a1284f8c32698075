"""A class behind a school's filter that lets no WebSocket through: it runs, and says how it stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.test_class import page_of, said
from tests.browser.test_class_votes import QUESTION
from tests.serving import Server
from tests.swallowing import filtered

ASKS = "asks every 2 seconds"


def class_of(folder: Path) -> Server:
    """A server of a class on one lesson."""
    page_of(folder / "notebooks")
    return Server(folder / "notebooks", "--class", "5", "--lesson", "fair", "--address", "127.0.0.1")


def joined(open_page: Callable[..., Any], server: Server, port: int, width: int) -> Any:
    """A pupil's page in the class, which has noticed that it has to ask."""
    page = open_page(f"http://127.0.0.1:{port}/", width=width, height=667)
    page.fill("#code", server.code)
    page.click("button[value=join]")
    page.wait_for_selector(f".gk-class:has-text('{ASKS}'):not(.gk-class-lost)")
    return page


def test_behind_a_filter_that_refuses_websockets_a_pupil_is_in_the_class(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    with class_of(tmp_path) as server, filtered(server.port, refuses=True) as port:
        joined(open_page, server, port, 375)


def test_a_class_runs_whole_behind_a_filter_that_swallows_websockets(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    with class_of(tmp_path) as server, filtered(server.port) as port:
        base = f"http://127.0.0.1:{port}/"
        teacher = open_page(base + said(server, r"for you alone:  http://[^/]+/(\S+)"))
        projector = teacher.context.new_page()
        projector.goto(f"{base}class/projector")
        pupils = [joined(open_page, server, port, width) for width in (375, 1024)]
        teacher.wait_for_function("document.querySelectorAll('.tile:not(.away)').length === 2")
        teacher.wait_for_selector(f"#line:has-text('{ASKS}')")
        teacher.wait_for_selector("#asking:has-text('2 without')")

        teacher.locator("#keys [data-key=hold]").click()  # go on together
        for page in pupils:
            page.wait_for_selector("h2:has-text('Predict')", state="hidden")
        teacher.locator("#keys [data-key=next]").click()
        for page in pupils:
            page.wait_for_selector(".gk-aloud:has-text('Open for all now: Predict')", state="attached")

        teacher.select_option("#question", label=QUESTION)
        teacher.click("#ask-it")
        for page in pupils:
            page.wait_for_selector(".gk-class-asked")
            page.get_by_role("button", name="luck", exact=True).click()
        projector.wait_for_selector("#count:has-text('2 of 2')")
        teacher.locator("#keys [data-key=tell]").click()
        projector.wait_for_selector(".bar b:has-text('2')")
        for page in pupils:
            page.wait_for_selector(".gk-class-asked", state="hidden")

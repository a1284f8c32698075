"""A class behind a school's filter that lets no WebSocket through: it runs, and says how it stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser import test_class
from tests.browser.axe import serious
from tests.browser.test_class import QUESTION, page_of, said
from tests.serving import Server
from tests.swallowing import filtered

Open = Callable[..., Any]

ASKS = "asks every 2 seconds"


def class_of(folder: Path) -> Server:
    """A server of a class on one lesson."""
    page_of(folder / "notebooks")
    return Server(folder / "notebooks", "--class", "5", "--lesson", "fair", "--address", "127.0.0.1")


def join(page: Any, server: Server) -> Any:
    """Join the class, and wait until the page has noticed that it has to ask."""
    test_class.join(page, server)
    page.wait_for_selector(f".gk-class:has-text('{ASKS}'):not(.gk-class-lost)")
    return page


@pytest.mark.noisy
def test_behind_a_filter_that_refuses_websockets_a_pupil_who_has_the_code_is_in_the_class(
    open_page: Open, tmp_path: Path
) -> None:
    with class_of(tmp_path) as server, filtered(server.port, refuses=True) as port:
        page = open_page(f"http://127.0.0.1:{port}/", width=375, height=667)
        assert serious(page) == []
        page.get_by_label("Code").fill("wrong")
        page.get_by_role("button", name="Join").click()
        assert page.get_by_role("alert").inner_text() == "That is not the code."
        join(page, server)


@pytest.mark.noisy
def test_a_class_runs_whole_behind_a_filter_that_swallows_websockets(open_page: Open, tmp_path: Path) -> None:
    with class_of(tmp_path) as server, filtered(server.port) as port:
        base = f"http://127.0.0.1:{port}/"
        teacher = open_page(base + said(server, r"for you alone:  http://[^/]+/(\S+)"))
        projector = teacher.context.new_page()
        projector.goto(f"{base}class/projector")
        pupils = [join(open_page(base, width=width, height=667), server) for width in (375, 1024)]
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
            page.wait_for_selector(".gk-verdict:has-text('What is right is told when all have voted')")
            assert page.locator(".gk-class-asked, .gk-right, .gk-wrong").count() == 0
        projector.wait_for_selector("#count:has-text('2 of 2')")
        teacher.locator("#keys [data-key=talk]").click()
        for page in pupils:
            page.wait_for_selector(".gk-class:has-text('Talk to'):not(:has-text('differently'))")
        teacher.locator("#keys [data-key=tell]").click()
        projector.wait_for_selector(".bar b:has-text('2')")
        for page in pupils:
            page.wait_for_selector("fieldset .gk-right:has-text('rules')", state="attached")

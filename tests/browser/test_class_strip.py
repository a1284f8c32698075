"""The strip by which a pupil's page says how it stands in its class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.test_class import page_of, said, turn_to
from tests.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("notebooks")
    page_of(folder)
    with Server(folder, "--class", "9", "--lesson", "fair", "--address", "127.0.0.1") as running:
        yield running


@pytest.fixture
def order(server: Server, open_page: Callable[..., Any]) -> Callable[..., None]:
    """What the teacher orders."""
    desk = open_page(said(server, r"for you alone:  (\S+)"))
    token = desk.locator("#board").get_attribute("data-xsrf")

    def send(what: dict[str, Any], address: str = "class/teacher") -> None:
        answer = desk.request.post(f"{server.base}/{address}", data=what, headers={"X-XSRFToken": token})
        assert answer.ok, answer.text()

    return send


def join(server: Server, page: Any) -> Any:
    """The page, in the class, at its prediction."""
    page.goto(f"{server.base}/class")
    page.fill("#code", server.code)
    page.click("button[value=join]")
    page.wait_for_selector(".gk-class:not(.gk-class-lost)")
    turn_to(page, ".gk-bet .gk-typed")
    return page


def test_a_line_that_comes_back_takes_its_message_along(server: Server, open_page: Callable[..., Any]) -> None:
    page = open_page("about:blank")
    lines: list[Any] = []

    def connect(line: Any) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/class/live/pupil**", connect)
    join(server, page)
    way = page.locator(".gk-class > [role=status]").last
    page.wait_for_function("() => !document.querySelector('.gk-class').lastChild.textContent")
    lines[-1].close(code=1001)
    page.wait_for_selector(".gk-class.gk-class-lost:has-text('No connection')")
    page.wait_for_selector(".gk-class:not(.gk-class-lost)")
    assert way.inner_text() == ""


def test_a_timer_that_is_over_is_said_for_a_minute(
    server: Server, open_page: Callable[..., Any], order: Callable[..., None]
) -> None:
    page = open_page("about:blank")
    page.clock.install()
    join(server, page)
    order({"do": "timer", "seconds": 60})
    clock = page.locator(".gk-class-clock")
    clock.wait_for()
    page.clock.fast_forward(70_000)
    page.wait_for_selector(".gk-class-clock.gk-class-over")
    page.clock.fast_forward(70_000)
    clock.wait_for(state="hidden")
    order({"do": "timer", "seconds": 0})

"""The strip by which a pupil's page says how it stands in its class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.conftest import resize
from tests.browser.test_class import join, page_of, said, turn_to
from tests.serving import Server

Open = Callable[..., Any]
Order = Callable[..., None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("notebooks")
    page_of(folder)
    with Server(folder, "--class", "9", "--lesson", "fair", "--address", "127.0.0.1") as running:
        yield running


@pytest.fixture
def order(server: Server, open_page: Open) -> Iterator[Order]:
    """What the teacher orders; what is asked at the end is over."""
    desk = open_page(said(server, r"for you alone:  (\S+)"))
    token = desk.locator("#board").get_attribute("data-xsrf")

    def send(what: dict[str, Any], address: str = "class/teacher") -> None:
        answer = desk.request.post(f"{server.base}/{address}", data=what, headers={"X-XSRFToken": token})
        assert answer.ok, answer.text()

    yield send
    send({"end": True}, "class/move/ask")


def joined(server: Server, page: Any) -> Any:
    """The page, in the class, at its prediction."""
    page.goto(f"{server.base}/class")
    join(page, server)
    page.wait_for_selector(".gk-class:not(.gk-class-lost)")
    turn_to(page, ".gk-bet .gk-typed")
    return page


@pytest.mark.noisy
def test_a_line_that_comes_back_takes_its_message_along(server: Server, open_page: Open) -> None:
    page = open_page("about:blank")
    lines: list[Any] = []

    def connect(line: Any) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/class/live/pupil**", connect)
    joined(server, page)
    way = page.locator(".gk-class > [role=status]")
    page.wait_for_selector(".gk-class-quiet")
    lines[-1].close(code=1001)
    page.wait_for_selector(".gk-class.gk-class-lost:has-text('No connection')")
    page.wait_for_selector(".gk-class:not(.gk-class-lost)")
    assert "No connection" not in way.inner_text()


def test_a_timer_that_is_over_is_said_for_a_minute(server: Server, open_page: Open, order: Order) -> None:
    page = open_page("about:blank")
    page.clock.install()
    joined(server, page)
    order({"do": "timer", "seconds": 60})
    clock = page.locator(".gk-class-clock")
    clock.wait_for()
    page.clock.fast_forward(70_000)
    page.wait_for_selector(".gk-class-clock.gk-class-over")
    page.clock.fast_forward(70_000)
    clock.wait_for(state="hidden")
    order({"do": "timer", "seconds": 0})


BELOW = """([selector, scrolled]) => {
  scrollTo(0, scrolled * document.documentElement.scrollHeight);
  const box = (one) => one.getBoundingClientRect();
  const strip = box(document.querySelector(".gk-class"));
  if (strip.top < 0 || strip.bottom > innerHeight) return "the strip is not to be seen";
  return [...document.querySelectorAll(selector)].filter((one) => {
    const { top, bottom, left, right } = box(one);
    return bottom > strip.top && top < strip.bottom && right > strip.left && left < strip.right;
  }).map((one) => one.textContent);
}"""
"""What of a page is under the strip."""
POSITION = {"players": 3, "decisions": 12, "seed": 1}


def test_the_strip_leads_to_a_move_and_covers_neither_hand_nor_moves_nor_the_headline_of_a_board(
    server: Server, open_page: Open, order: Order
) -> None:
    page = joined(server, open_page("about:blank"))
    way = page.locator(".gk-class-asks .gk-class-key")
    assert way.is_hidden()
    order({"game": "auf_achse", **POSITION}, "class/move/ask")
    page.wait_for_selector(".gk-under button:has-text('Buy')")
    page.wait_for_selector(".gk-class")
    assert way.is_hidden()
    for width, height in ((375, 667), (667, 375), (1366, 768)):
        resize(page, width, height)
        assert page.evaluate(BELOW, [".gkp-bar, .gk-telling, .gk-under button, .gk-place, .gk-moves *", 0]) == []
        assert page.evaluate(BELOW, [".gk-telling, .gk-under button", 0.2]) == []
    page.goto(f"{server.base}/lessons/fair.html")
    way.wait_for()
    assert page.evaluate(BELOW, [".gk-bar > a, .gk-contents", 0]) == []
    back, contents = (page.locator(one).bounding_box() for one in (".gk-bar > a", ".gk-contents"))
    assert contents["y"] >= back["y"] + back["height"]
    lesson, key = page.evaluate("[gamekitInClass.sent.lesson, `move-${gamekitInClass.move}`]")
    order({"do": "tell", "lesson": lesson, "key": key})
    way.wait_for(state="hidden")


def answer(page: Any, number: str, sent: bool = True) -> None:
    """Predict, and wait until the class has it, unless it is not ``sent``."""
    page.locator(".gk-bet .gk-typed").fill(number)
    page.locator(".gk-bet .gk-main-button").click()
    if sent:
        page.wait_for_selector(f".gk-stored:has-text('{number}') .gk-class-note:has-text('Sent to the class')")


def test_a_tab_says_when_another_one_has_answered_otherwise(server: Server, open_page: Open, order: Order) -> None:
    page = joined(server, open_page("about:blank"))
    answer(page, "10")
    other = page.context.new_page()
    other.goto(f"{server.base}/lessons/fair.html")
    other.wait_for_selector(".gk-stored .gk-class-note:has-text('Sent')", state="attached")
    other.get_by_role("button", name="Change").click()
    answer(other, "20")
    page.wait_for_selector(".gk-class-note:has-text('another')")

    # The tabs share what waits, and either may send it: here the first one does.
    held: list[Any] = []
    other.route("**/class/report", lambda route: held.append(route))
    other.get_by_role("button", name="Change").click()
    with other.expect_request("**/class/report"):
        answer(other, "30", sent=False)
    with page.expect_response("**/class/report"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("Object.keys(localStorage).some((key) => /queue$/.test(key) && localStorage[key] === '[]')")
    page.wait_for_selector(".gk-class-note:has-text('another')")
    held[0].continue_()
    other.unroute("**/class/report")

    order({"game": "kartenspiel", **POSITION}, "class/move/ask")
    for tab in (page, other):
        tab.wait_for_url("**/class/move")
        tab.wait_for_selector(".gk-turn")
    other.keyboard.press("m")
    other.keyboard.press("Enter")
    other.wait_for_selector(".gkc-told:has-text('Sent to the class')")
    said = other.locator(".gkc-told").inner_text()
    page.wait_for_function("said => document.querySelector('.gkc-told').textContent === said", said)


def test_what_has_come_of_an_answer_is_said_in_the_strip_where_the_card_is_out_of_sight(
    server: Server, open_page: Open, order: Order
) -> None:
    page = joined(server, open_page("about:blank", width=375, height=500))
    note = page.locator(".gk-class > [role=status]", has_text="Sent to the class")
    page.locator(".gk-bet .gk-typed").fill("10")
    page.evaluate("document.querySelector('.gk-bet .gk-main-button').click(), scrollTo(0, 0)")
    note.wait_for()
    page.get_by_role("button", name="Change").click()
    page.locator(".gk-bet").evaluate("one => one.scrollIntoView({ block: 'center' })")
    answer(page, "20")
    note.wait_for(state="detached")

    order({"game": "kartenspiel", **POSITION}, "class/move/ask")
    page.wait_for_url("**/class/move")
    page.wait_for_selector(".gk-turn")
    page.evaluate("scrollTo(0, 250)")
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    note.wait_for()


def test_a_second_vote_begins_where_the_first_one_ended(server: Server, open_page: Open, order: Order) -> None:
    page = joined(server, open_page("about:blank"))
    key = page.locator(".gk-bet").get_attribute("data-key")
    asked = {"lesson": "fair", "key": key}
    order({"do": "ask", **asked})
    answer(page, "17")
    page.wait_for_selector(".gk-class-note:has-text('Sent to the class')")
    assert page.locator(".gk-closed").count() == 1, "below the prediction nothing opens while the class votes"
    order({"do": "again", **asked})
    page.wait_for_selector(".gk-bet .gk-typed")
    assert page.locator(".gk-bet .gk-typed").input_value() == "17"

    quiz = page.locator(".gk-card:not(.gk-bet)[data-key]")
    asked = {"lesson": "fair", "key": f"{quiz.get_attribute('data-key')}/1"}
    order({"do": "ask", **asked})
    field = quiz.locator(".gk-typed")
    field.fill("12")
    quiz.get_by_role("button", name="Check").click()
    page.wait_for_selector(".gk-class-note:has-text('Sent to the class')")
    order({"do": "again", **asked})
    page.wait_for_selector(".gk-card:not(.gk-bet) .gk-typed:enabled")
    assert field.input_value() == "12"

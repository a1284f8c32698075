"""The answer to a prediction, in cells tagged `after-bet`, is closed until the prediction above it is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nbformat
import pytest

from tests.browser import reader
from tests.serving import write_lesson

Open = Callable[..., Any]
BET = "from gamekit.widgets import Bet\nBet('{name}?', low=0, high=9, key='{name}')"
TAGGED = {"tags": ["after-bet"]}


@pytest.fixture(scope="module")
def address(serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with two predictions: after the first a text and an output are its answer, after the second a text."""
    folder = tmp_path_factory.mktemp("lessons")
    cells = [
        nbformat.v4.new_code_cell(BET.format(name="first")),
        nbformat.v4.new_markdown_cell("## First answer", metadata=TAGGED),
        nbformat.v4.new_code_cell("print('seven')", metadata=TAGGED),
        nbformat.v4.new_markdown_cell("## In between"),
        nbformat.v4.new_code_cell(BET.format(name="second")),
        nbformat.v4.new_markdown_cell("## Second answer", metadata=TAGGED),
    ]
    write_lesson(folder / "bets.ipynb", cells, game="topics")
    return serve(folder) + "/lessons/bets"


def seen(page: Any) -> list[bool]:
    """Whether the first answer, its output, the text between and the second answer are to be seen."""
    texts = ("First answer", "seven", "In between", "Second answer")
    return [page.locator(f"#rendered_cells .jp-Cell :text('{text}')").first.is_visible() for text in texts]


def test_each_answer_is_closed_until_its_prediction_or_who_asks_for_it_opens_it(open_page: Open, address: str) -> None:
    page = open_page(address)
    gates, keys = page.locator(".gk-gate"), page.locator(".gk-bet .gk-main-button")
    keys.nth(1).wait_for()
    assert seen(page) == [False, False, True, False]
    assert reader.strays(page) == []
    page.emulate_media(media="print")
    assert seen(page) == [True, True, True, True], "on paper nothing is closed"
    assert not gates.first.is_visible()
    page.emulate_media(media="screen")
    for number in (1, 0):
        gates.nth(number).get_by_role("button", name="To the prediction").click()
        bets = page.locator(".gk-bet").evaluate_all("all => all.map(one => one === document.activeElement)")
        assert bets == [number == 0, number == 1]
    assert seen(page) == [False, False, True, False], "nothing is opened by it"
    gates.first.get_by_role("button", name="Show me anyway").focus()
    page.keyboard.press("Enter")
    assert seen(page) == [True, True, True, False]
    assert "First answer" in page.evaluate("document.activeElement.innerText"), "the keyboard goes on in it"
    keys.nth(1).click()
    gates.first.wait_for(state="detached")
    assert seen(page) == [True, True, True, True]
    keys.first.click()
    page.locator(".gk-stored").nth(1).wait_for()
    page.reload()
    page.locator(".gk-stored").nth(1).wait_for()
    gates.first.wait_for(state="detached")
    assert seen(page) == [True, True, True, True]


# --- questions on the way -------------------------------------------------------------------------------------------
ASK = "from gamekit.lessons import kit\nkit.ask(kit.question('{text}?', [1, 2], answer=2, why='So it is.'))"


@pytest.fixture(scope="module")
def asking(serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page that asks twice on its way through an explanation."""
    folder = tmp_path_factory.mktemp("asking")
    code, text = nbformat.v4.new_code_cell, nbformat.v4.new_markdown_cell
    asks = [code(ASK.format(text=one), metadata={"tags": ["ask"]}) for one in ("First", "Second")]
    cells = [text("## Explain\n\nBegin."), asks[0], text("Middle."), asks[1], text("End."), text("## Next step")]
    write_lesson(folder / "asking.ipynb", cells, game="topics")
    return serve(folder) + "/lessons/asking"


def told(page: Any) -> list[str]:
    """What of the explanation is to be seen."""
    parts = ("Begin.", "First?", "Middle.", "Second?", "End.", "Next step")
    return [part for part in parts if page.locator(f"#rendered_cells .jp-Cell :text('{part}')").first.is_visible()]


def test_an_explanation_goes_on_after_any_answer_says_so_and_stays_open(open_page: Open, asking: str) -> None:
    page = open_page(asking)
    page.locator(".gk-answer").first.wait_for()
    assert told(page) == ["Begin.", "First?", "Next step"]
    assert page.locator(".gk-gate:visible").count() == 1
    page.emulate_media(media="print")
    assert len(told(page)) == 6, "on paper it is whole"
    page.emulate_media(media="screen")
    page.locator(".gk-answer:visible", has_text="1").click()  # a wrong one
    page.locator("p:text('So it is.')").wait_for()
    page.locator("text=Middle.").wait_for()
    assert told(page) == ["Begin.", "First?", "Middle.", "Second?", "Next step"]
    assert page.locator(".gk-aloud[role=status]").all_inner_texts()[0] != ""
    page.reload()
    page.locator(".gk-answer").first.wait_for()
    assert told(page) == ["Begin.", "First?", "Middle.", "Second?", "Next step"]
    page.locator(".gk-gate:visible button").focus()
    page.keyboard.press("Enter")
    assert told(page)[-2:] == ["End.", "Next step"]
    assert "End." in page.evaluate("document.activeElement.innerText")

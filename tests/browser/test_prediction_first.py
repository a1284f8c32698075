"""The answer to a prediction, in cells tagged `after-bet`, is closed until the prediction above it is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nbformat
import pytest

Open = Callable[..., Any]
BET = "from gamekit.show import Bet\nBet('{name}?', low=0, high=9, name='{name}')"
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
    about = {"title": "t", "question": "q", "game": "topics", "subject": "test", "level": "test", "minutes": 5}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"gamekit": about})
    notebook.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "Python 3"}
    nbformat.write(notebook, folder / "bets.ipynb")
    return serve(folder) + "/lessons/bets"


def seen(page: Any) -> list[bool]:
    """Whether the first answer, its output, the text between and the second answer are to be seen."""
    texts = ("First answer", "seven", "In between", "Second answer")
    return [page.locator(f"#rendered_cells .jp-Cell :text('{text}')").first.is_visible() for text in texts]


def opened(open_page: Open, address: str) -> Any:
    page = open_page(address)
    page.locator(".gk-bet .gk-main-button").nth(1).wait_for()
    return page


def test_each_answer_opens_with_its_own_prediction_and_stays_open_after_a_reload(open_page: Open, address: str) -> None:
    page = opened(open_page, address)
    assert seen(page) == [False, False, True, False]
    page.locator(".gk-bet .gk-main-button").nth(1).click()
    page.locator(".gk-gate").nth(1).wait_for(state="detached")
    assert seen(page) == [False, False, True, True]
    page.locator(".gk-bet .gk-main-button").first.click()
    page.locator(".gk-gate").wait_for(state="detached")
    assert seen(page) == [True, True, True, True]
    page.reload()
    page.locator(".gk-stored").nth(1).wait_for()
    page.locator(".gk-gate").first.wait_for(state="detached")
    assert seen(page) == [True, True, True, True]
    assert page.errors == []


def test_an_answer_opens_on_request_by_key_and_the_keyboard_goes_on_in_it(open_page: Open, address: str) -> None:
    page = opened(open_page, address)
    page.locator(".gk-gate button").first.focus()
    page.keyboard.press("Enter")
    assert seen(page) == [True, True, True, False]
    assert "First answer" in page.evaluate("document.activeElement.innerText")
    assert page.errors == []


def test_on_paper_nothing_is_closed(open_page: Open, address: str) -> None:
    page = opened(open_page, address)
    page.emulate_media(media="print")
    assert seen(page) == [True, True, True, True]
    assert not page.locator(".gk-gate").first.is_visible()

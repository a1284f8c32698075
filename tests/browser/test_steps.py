"""A lesson's page in steps: contents with what is done, kept across visits, ticked in the gallery, started again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nbformat
import pytest

from tests.serving import write_lesson

Open = Callable[..., Any]
PHONE = {"width": 375, "height": 667}


@pytest.fixture(scope="module")
def home(serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """A server with one lesson of three steps and a last word; code to write is not for its page."""
    folder = tmp_path_factory.mktemp("lessons")
    code, text = nbformat.v4.new_code_cell, nbformat.v4.new_markdown_cell
    cells = [
        text("# The lesson"),
        text("## Predict"),
        code("from gamekit.lessons import kit\nbet = kit.bet('How many?')\nbet"),
        text("## Run"),
        code("def draw(rng, n=3):\n    return f'drawn {rng.integers(1000)}'\nkit.panel(draw, n=(1, 9), after=bet)"),
        code("def square(n=3):\n    '''All squares'''\n    return f'{n * n} squares'\nkit.panel(square, n=(1, 9))"),
        text("Only in a notebook.", metadata={"tags": ["notebook-only"]}),
        code("1 / 0  # code to write: it is not run", metadata={"tags": ["notebook-only"]}),
        text("What was found.\n\n## Exercises\n\nUse *All squares* again, *well*."),
        code("kit.exercise(1)"),
        code("kit.exercise(2, kit.question('A third, in percent:', answer=100 / 3, tolerance=0.1, unit='%'))"),
        text("## Where next"),
    ]
    write_lesson(folder / "lesson.ipynb", cells, title="The lesson", game="topics")
    return serve(folder)


def opened(page: Any) -> Any:
    page.locator(".gk-field-card textarea").wait_for()
    return page


def ready(page: Any) -> list[str]:
    return [text.removeprefix("✓ ") for text in page.locator("#gk-contents .gk-ready").all_inner_texts()]


def test_steps_are_numbered_ticked_off_kept_and_forgotten(open_page: Open, home: str) -> None:
    page = opened(open_page(f"{home}/lessons/lesson"))
    assert page.locator("h2 .gk-step-number").all_inner_texts() == ["1", "2", "3"]
    assert page.locator("#gk-contents summary").inner_text() == "Step 1 of 3: Predict"
    assert page.locator(":text('Only in a notebook'), .gk-failed").count() == 0
    assert ready(page) == []

    page.locator(".gk-bet .gk-main-button").click()
    page.locator("#gk-contents .gk-ready").first.wait_for()
    page.locator(".gk-lab form .gk-main-button").first.click()
    page.locator(".gk-lab .gk-out :text('drawn')").wait_for()
    found = page.locator("p", has_text="What was found.").bounding_box()
    assert found["y"] < page.locator(".gk-on", has_text="Exercises").bounding_box()["y"], (
        "it belongs to the step before"
    )
    page.locator(".gk-on", has_text="Where next").click()
    assert ready(page) == ["Predict", "Run", "Exercises"]
    page.locator("textarea").fill("because")
    page.locator(".gk-field-card :text('Kept in this browser')").wait_for()

    page.goto(home)
    assert page.locator(".lesson-done").inner_text() == "✓ done"
    page.goto(f"{home}/lessons/lesson")
    opened(page)
    assert ready(page) == ["Predict", "Run", "Exercises"]
    assert page.locator("textarea").input_value() == "because"

    page.on("dialog", lambda dialog: dialog.accept())
    page.locator(".gk-start-again").click()
    page.wait_for_function("document.querySelectorAll('#gk-contents .gk-ready').length === 0")
    opened(page)
    assert page.locator("textarea").input_value() == ""


def test_a_panel_follows_its_slider_or_repeats_its_luck_and_a_wrong_number_is_answered_as_exactly_as_was_asked(
    open_page: Open, home: str
) -> None:
    page = opened(open_page(f"{home}/lessons/lesson"))
    page.locator(".gk-question input").fill("1")
    for _try in range(2):
        page.locator(".gk-question .gk-main-button").click()
    page.wait_for_selector("text=The answer is: 33.3 %.")
    assert page.locator("text=That was the last question").count() == 0, "one question needs no summing up"
    drawn, squares = page.locator(".gk-lab").nth(0), page.locator(".gk-lab").nth(1)
    squares.locator(".gk-out :text('9 squares')").wait_for()
    squares.locator("input[type=range]").evaluate(
        "slider => { slider.value = 5; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    squares.locator(".gk-out :text('25 squares')").wait_for()

    assert not drawn.locator("form").is_visible()
    drawn.get_by_role("button", name="Show me anyway").click()
    drawn.locator("form .gk-main-button").click()
    drawn.locator(".gk-out :text('drawn')").wait_for()
    first, luck = drawn.locator(".gk-out").inner_text(), drawn.locator(".gk-seed").input_value()
    drawn.locator("form .gk-main-button").click()
    page.wait_for_function(
        "([seed, luck]) => seed.value !== luck", arg=[drawn.locator(".gk-seed").element_handle(), luck]
    )
    drawn.locator(".gk-seed").fill(luck)
    drawn.locator(".gk-luck button").click()
    page.wait_for_function(
        "([out, first]) => out.innerText === first", arg=[drawn.locator(".gk-out").element_handle(), first]
    )


def test_on_a_phone_each_step_is_a_screen_of_its_own_and_nothing_falls_out(open_page: Open, home: str) -> None:
    """Also where a step begins in the middle of a cell."""
    page = open_page(f"{home}/lessons/lesson", **PHONE)
    page.locator(".gk-bet .gk-main-button").wait_for()
    shown = "heads => heads.filter(head => head.checkVisibility()).map(head => head.id)"
    seen = lambda: page.locator("h2").evaluate_all(shown)  # noqa: E731
    all_four = "[...document.querySelectorAll('h2')].filter(head => head.checkVisibility()).length === 4"
    assert seen() == ["Predict"]
    page.locator(".gk-on:visible").click()
    assert seen() == ["Run"]
    assert page.evaluate("document.activeElement.id") == "Run", "the keyboard goes on there"
    page.reload()
    page.locator(".gk-lab").first.wait_for()
    assert seen() == ["Run"], "a reload leads back"
    page.get_by_role("button", name="To the prediction").click()
    assert seen() == ["Predict"], "a closed panel leads to its prediction, which is on another screen"
    assert page.evaluate("document.activeElement.matches('.gk-bet')")
    page.locator(".gk-on:visible").click()

    assert not page.locator("#gk-contents ol").is_visible()
    page.locator("#gk-contents summary").click()
    page.locator("#gk-contents a", has_text="Exercises").click()
    assert not page.locator("#gk-contents ol").is_visible()
    assert seen() == ["Exercises"]
    assert page.locator("textarea").is_visible()
    page.get_by_role("link", name="All squares").click()
    assert seen() == ["Run"], "a panel that the text names is a click away"
    assert page.evaluate("document.activeElement === document.querySelectorAll('.gk-lab')[1]")
    assert page.get_by_role("link", name="well").count() == 0, "what is only stressed is no link"
    page.locator(".gk-on:visible").click()
    assert page.locator(".gk-on:visible").all_inner_texts() == ["Next: Where next ▼"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    page.emulate_media(media="print")
    page.wait_for_function(all_four)  # on paper everything is there
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function(all_four)

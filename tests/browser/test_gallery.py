"""The landing page and the pages that say what went wrong, in a real browser, at every width, light and dark."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.axe import serious
from tests.browser.playing import outside, watched
from tests.serving import Server, lesson

Open = Callable[..., Any]
PLAY = "import gamekit as gk\ngk.play(gk.load('kartenspiel', players=3), seed=7, name='kept')"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("gallery")
    lesson(root / "start.ipynb", "# Start", title="Start", game="topics", minutes=10)
    lesson(root / "kartenspiel" / "rules.ipynb", "# Rules", PLAY, title="Rules", subject="logic", minutes=30, order=1)
    lesson(root / "kartenspiel" / "count.ipynb", "# Count", "1/0", title="Counting", level="further on", minutes=45)
    lesson(root / "topics" / "chance.ipynb", "# Chance\n\n$\\frac{1}{6}$", "print('6')", title="Chance", game="topics")
    with Server(root) as running:
        yield running


def shown(page: Any) -> list[str]:
    return [title.inner_text() for title in page.locator("li:visible .lesson-title").all()]


@pytest.mark.parametrize(("width", "dark"), [(375, False), pytest.param(1920, True, marks=pytest.mark.thorough)])
def test_the_gallery_fits_its_window_and_axe_has_nothing_serious(
    server: Server, open_page: Open, width: int, dark: bool
) -> None:
    page = open_page(server.base, width=width, dark=dark)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".board").first.evaluate("image => image.complete && image.naturalWidth > 100")
    assert serious(page) == []
    small = page.evaluate(
        "[...document.querySelectorAll('main a, main button, main select, header .button')]"
        ".filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)"
    )
    assert small == []


def test_filters_narrow_the_list_and_stand_in_the_address(server: Server, open_page: Open) -> None:
    page = open_page(server.base)
    assert sorted(shown(page)) == ["Chance", "Counting", "Rules"]
    page.locator("select[name=minutes]").select_option("30")
    assert sorted(shown(page)) == ["Chance", "Rules"]
    page.locator("select[name=game]").select_option("kartenspiel")
    assert shown(page) == ["Rules"]
    assert page.locator("#found").inner_text() == "1 lesson"
    assert page.url.endswith("?game=kartenspiel&minutes=30")
    again = open_page(page.url)
    assert shown(again) == ["Rules"]
    page.locator("select[name=subject]").select_option("probability")
    assert shown(page) == []
    assert "No lesson fits" in page.locator("#found").inner_text()
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function("document.querySelectorAll('.lessons li:not([hidden])').length === 3")


def test_a_lesson_is_reached_by_keyboard_alone(server: Server, open_page: Open) -> None:
    page = open_page(server.base)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the way past the head of the page
    for _ in range(12):
        page.keyboard.press("Tab")
        if "lesson" in (page.evaluate("document.activeElement.className") or ""):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#rendered_cells", state="visible")
    assert re.search(r"/lessons/kartenspiel/\w+\.html$", page.url)


def test_a_lesson_fetches_nothing_from_elsewhere_and_draws_formulas(server: Server, open_page: Open) -> None:
    page = open_page("about:blank")
    asked = watched(page)
    page.goto(f"{server.base}/lessons/topics/chance.html")
    page.wait_for_selector("mfrac", state="visible")
    page.wait_for_load_state("networkidle")
    assert [url for url in outside(asked) if not url.startswith(server.base)] == []
    assert page.locator("mfrac").bounding_box()["height"] > 15
    assert page.title() == "Chance"


@pytest.mark.noisy
def test_a_missing_page_says_so_and_leads_back(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.base}/lessons/kartenspiel/none.html", width=375)
    assert page.get_by_role("heading", level=1).inner_text() == "The road ends here"
    assert serious(page) == []
    page.get_by_role("link", name="All lessons").click()
    page.wait_for_selector(".lesson")
    assert page.locator(".lesson").count() == 3


DARKEST_PAPER = 200
PAPER = """() => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map(Number);
    return 0.3 * r + 0.6 * g + 0.1 * b;
  };
  const seen = [...document.querySelectorAll("h1, p, td, .gk-board")].filter((e) => e.checkVisibility());
  const paper = ["html", "body"].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor);
  return {
    paper: Math.min(...paper.filter((color) => !/, 0\\)$/.test(color)).map(light), 255),
    words: Math.max(...seen.map((e) => light(getComputedStyle(e).color))),
  };
}"""


def test_a_page_is_printed_dark_on_light_where_the_screen_is_dark(server: Server, open_page: Open) -> None:
    page = open_page("about:blank", dark=True)
    page.emulate_media(media="print", color_scheme="dark")
    drawn = {
        "/": ".lesson",
        "/lessons/start.html": "#rendered_cells",
        "/play/kartenspiel": ".gkp-start",
        "/rules/kartenspiel": "h2",
    }
    for address, part in drawn.items():
        page.goto(server.base + address)
        page.wait_for_selector(part, state="attached")  # a page that is still being drawn loads itself anew
        told = page.evaluate(PAPER)
        assert told["paper"] > DARKEST_PAPER > told["words"], address

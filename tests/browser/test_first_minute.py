"""A newcomer's first minute: a game begun by following only what the page says, by mouse, by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gamekit.widgets.still_picture import SVG
from tests.browser.axe import serious
from tests.browser.conftest import settle
from tests.browser.playing import go_to_moves, leave_guide, until, written
from tests.browser.test_whole_games import games, pointed
from tests.widgets.test_guides import GUIDED, found

Open = Callable[..., Any]
WORDS = ".gk-guide p"
COVERED = """() => {
  const guide = document.querySelector('.gk-guide').getBoundingClientRect();
  const first = document.querySelector('.gk-columns .gk-pointed').getBoundingClientRect();
  const apart = guide.left >= first.right || first.left >= guide.right || guide.bottom <= first.top + 1;
  const seen = apart && first.top < window.innerHeight;
  return seen ? "" : JSON.stringify([guide, first, window.scrollY]);
}"""
LOW = """() => {
  const bar = document.querySelector('.gk-under.gk-many');
  return !bar || bar.querySelectorAll('.gk-move').length > 2 || bar.offsetHeight < 100;
}"""
"""The bar of moves lies over the lower board: with one or two of them it is a single line."""
TABLE_IN_SIGHT = """() => {
  const [table, moves] = ['.gk-moment', '.gk-moves'].map((one) => document.querySelector(one).getBoundingClientRect());
  return table.top >= 0 && table.bottom <= moves.top && moves.bottom <= window.innerHeight;
}"""
MOVE = ".gk-place:not(.gk-source), .gk-moves .gk-move"
MOST_MOVES = 150
TEXTS = """(() => {
  const hidden = (node) =>
    !node.matches('.gk-board') && (getComputedStyle(node).display === 'none' || hidden(node.parentNode));
  return [...document.querySelectorAll('.gk-columns .gk-scene text')]
    .filter((one) => one.textContent.trim() && !hidden(one)).map((one) => one.textContent);
})()"""


def read(page: Any, name: str, got: Callable[[Any], None], move: Callable[[], None]) -> list[str]:
    """Read a stop, and do what it speaks of, until the guide says that it has told all; what it said."""
    told: list[str] = []
    texts = [stop.text for stop in found(name).stops]
    for _ in range(MOST_MOVES):
        until(page, f"document.querySelector({MOVE!r}) || document.querySelector('.gk-guide button')")
        said = page.locator(WORDS).inner_text()
        if said.startswith("That was all"):
            break
        if said in texts and said not in told:
            told.append(said)
            assert page.locator(".gk-pointed").count(), said
            assert page.evaluate(COVERED) == ""
            got(page.locator(".gk-guide").get_by_role("button", name="Got it"))
        else:
            until(page, f"document.querySelector({MOVE!r})")
            move()
    assert told[0] == texts[0]
    assert sorted(told) == sorted(texts), "what comes earlier in a game than in the guide is told then"
    return told


def made(page: Any, move: Callable[[], None]) -> None:
    """Make any move, with a mouse or a finger; where several end in one place, the first of them."""
    before = page.locator(".gk-where").inner_text()
    move()
    until(page, f"document.querySelector('.gk-ask') || document.querySelector('.gk-where').textContent !== {before!r}")
    if page.locator(".gk-ask").count():
        page.locator(".gk-ask ~ .gk-move").first.click()
    until(page, f"document.querySelector({MOVE!r}) || document.querySelector('.gk-guide button')")
    settle(page)  # the guide follows the board


@pytest.mark.parametrize("name", games(*GUIDED))
def test_by_touch_a_first_round_fits_the_screen_and_tells_all_its_stops_once_and_again_when_asked(
    name: str, tmp_path: Path, open_page: Open
) -> None:
    page = open_page(written(tmp_path, name), width=375, height=667, still=True, touch=True)
    page.locator("input[name=seed]").evaluate("field => { field.value = '1'; }")
    page.get_by_role("button", name="Play now").tap()
    page.locator(WORDS).wait_for()
    until(page, f"document.querySelector('{WORDS}').textContent === {found(name).stops[0].text!r}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert serious(page) == []

    def touch() -> None:
        assert page.evaluate(LOW)
        made(page, lambda: pointed(page, page.touchscreen.tap))

    read(page, name, lambda one: one.tap(), touch)
    page.locator(".gk-guide").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Play again").first.tap()
    page.wait_for_selector(MOVE)
    assert not page.locator(".gk-guide").is_visible(), "it comes once"
    page.get_by_role("button", name="How to play").tap()
    page.get_by_role("button", name="Guide me through a round").tap()
    until(page, f"document.querySelector('{WORDS}').textContent === {found(name).stops[0].text!r}")
    leave_guide(page)
    assert not page.locator(".gk-guide").is_visible()
    assert page.locator(".gk-columns .gk-pointed").count() == 0


@pytest.mark.parametrize("name", games(*GUIDED))
def test_by_keyboard_a_first_round_is_begun_read_and_left(name: str, tmp_path: Path, open_page: Open) -> None:
    page = open_page(written(tmp_path, name), still=True)
    page.wait_for_selector(".gkp-start")
    keys = page.keyboard

    def tab_to(selector: str) -> None:
        for _ in range(40):
            if page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
            keys.press("Tab")
        raise AssertionError(f"Tab never came to {selector}")

    tab_to(".gkp-start")
    keys.press("Enter")
    first, second = [stop.text for stop in found(name).stops][:2]
    until(page, f"document.querySelector('{WORDS}')?.textContent === {first!r}")
    tab_to(".gk-guide button")
    keys.press("Enter")
    until(page, f"document.querySelector('{WORDS}').textContent !== {first!r}")
    assert page.evaluate("document.activeElement.closest('.gk-guide') !== null"), (
        "whoever reads on stays where the keys are"
    )
    if found(name).stops[1].rule == found(name).stops[0].rule and not found(name).stops[1].later:
        assert page.locator(WORDS).inner_text() == second
    tab_to(".gk-guide .gk-button:not(.gk-main-button)")
    keys.press("Enter")
    until(page, "document.querySelector('.gk-guide').hidden")


def saved(page: Any, form: str) -> tuple[str, bytes]:
    """The board as a file: its name and what stands in it."""
    with page.expect_download() as saving:
        page.get_by_role("button", name=f"As {form}").click()
    return saving.value.suggested_filename, Path(saving.value.path()).read_bytes()


@pytest.mark.parametrize("name", games(*GUIDED))
def test_how_to_play_is_one_click_away_from_the_board_which_is_saved_as_a_picture(
    name: str, tmp_path: Path, open_page: Open
) -> None:
    page = open_page(written(tmp_path, name), still=True)
    page.locator(".gkp-start").click()
    page.wait_for_selector(MOVE)
    page.locator("#bar").get_by_role("button", name="How to play").click()
    until(page, "document.querySelectorAll('.gk-how .gk-scene').length === 5")
    page.locator(".gk-how figure").last.wait_for()
    assert page.locator(".gk-how figcaption").all_inner_texts() == [one.text for one in found(name).pictures]
    assert serious(page) == []
    page.keyboard.press("Escape")
    assert not page.locator(".gk-how").is_visible()
    page.get_by_text("Save the board as a picture").click()
    (svg, text), (png, dots) = saved(page, "SVG"), saved(page, "PNG")
    step = page.locator(".gk-where").inner_text().split()[1]
    assert (svg, png) == (f"{name}-step-{step}.svg", f"{name}-step-{step}.png")
    root = ElementTree.fromstring(text)
    title, description = (root.findtext(f"{{{SVG}}}{part}") for part in ("title", "desc"))
    assert title == root.get("aria-label") == f"{page.locator('h1').inner_text()}. Step {step} of {step}"
    assert description == page.evaluate("document.querySelector('.gk-columns .gk-scene > desc').textContent")
    drawn = ["".join(one.itertext()) for one in root.iter(f"{{{SVG}}}text")]
    assert [words for words in drawn if words.strip()] == page.evaluate(TEXTS), (
        "what is seen is in the file, and nothing that is hidden"
    )
    assert not re.search(rb" class=|var\(|color-mix|color\(", text), "no style sheet is needed"
    wide, high = (int.from_bytes(dots[at : at + 4], "big") for at in (16, 20))
    assert (f"{wide / 2:g}", f"{high / 2:g}") == (root.get("width"), root.get("height"))


@pytest.mark.parametrize("name", games(*GUIDED))
def test_what_is_pointed_at_or_focused_says_what_it_is_with_its_rule(
    name: str, tmp_path: Path, open_page: Open
) -> None:
    page = open_page(written(tmp_path, name), still=True)
    page.locator(".gkp-start").click()
    page.wait_for_selector(MOVE)
    said = page.locator(".gk-explained")
    texts = {piece.text: piece.rule for piece in found(name).parts}
    assert "says what it is" in said.inner_text()
    for _ in range(MOST_MOVES):  # a step that is still being shown takes what is said away
        go_to_moves(page)
        if said.locator(".gk-rule").count():
            break
    first = said.locator("p").first.inner_text()
    assert said.locator(".gk-rule b").inner_text() == texts[first]
    other = next(piece for piece in found(name).parts if not piece.look and piece.text != first)
    inside = other.names[0].replace("#", "0")
    page.locator(f"[data-gk-name='{inside}']").dispatch_event("pointerover", {"bubbles": True})
    until(page, f"document.querySelector('.gk-explained p').textContent === {other.text!r}")
    assert said.locator(".gk-rule b").inner_text() == other.rule


def test_the_guide_drops_no_stop_and_goes_on_after_a_reload_and_in_a_new_game(tmp_path: Path, open_page: Open) -> None:
    page = open_page(written(tmp_path, "kartenspiel"), still=True)
    first, second = [stop.text for stop in found("kartenspiel").stops][:2]
    page.get_by_role("button", name="Play now").click()
    until(page, f"document.querySelector('{WORDS}')?.textContent === {first!r}")
    for _ in range(MOST_MOVES):
        made(page, lambda: page.locator(MOVE).first.click(force=True))
        if page.locator(WORDS).inner_text() == second:
            break
    assert page.locator(WORDS).inner_text() == second, "who does what the first stop says is told the second one, too"
    page.reload()
    until(page, f"document.querySelector('{WORDS}')?.textContent === {second!r}")
    page.get_by_role("button", name="Play again").first.click()
    until(page, f"document.querySelector('{WORDS}')?.textContent === {second!r}")


@pytest.mark.parametrize(("name", "why", "count"), [
    ("kartenspiel", "km in all", 4), pytest.param("ausgebremst", "the line", 1, marks=pytest.mark.thorough),
])  # fmt: skip
def test_at_the_end_of_a_stage_and_at_the_line_the_board_stops_for_a_table_of_all_the_own_row_first(
    name: str, why: str, count: int, tmp_path: Path, open_page: Open
) -> None:
    page = open_page(written(tmp_path, name), still=True)
    page.locator("input[name=seed]").evaluate("field => { field.value = '1'; }")
    page.get_by_role("button", name="Play now").click()
    leave_guide(page)
    onward = page.locator(".gk-moves").get_by_role("button", name="Go on")
    rows = page.locator(".gk-moment tr")
    for _ in range(MOST_MOVES):
        until(page, f"document.querySelector({MOVE!r})")
        if onward.count() and rows.filter(has_text=why).count():
            break
        page.locator(MOVE).first.click(force=True)
    assert rows.filter(has_text=why).count() == count
    assert rows.locator("th").all_inner_texts()[:4] == list("ABCD")
    assert all(len(row.inner_text()) > len("A ") for row in rows.all()[:4]), "what happened, or how they stand"
    assert "gk-own" in str(rows.first.get_attribute("class"))
    assert page.evaluate(TABLE_IN_SIGHT)
    assert serious(page) == []
    onward.click()
    until(page, "!document.querySelector('.gk-moment table')")
    page.locator(MOVE).first.wait_for()
    assert not onward.count(), "the game goes on"


def test_why_a_move_is_refused_comes_into_sight_on_a_low_screen(tmp_path: Path, open_page: Open) -> None:
    page = open_page(written(tmp_path, "kartenspiel"), still=True, width=1280, height=600)
    page.get_by_role("button", name="Play now").click()
    leave_guide(page)
    page.locator('.gk-columns [data-gk-name="pile"]').click()
    refusal = page.locator(".gk-refusal")
    refusal.wait_for()
    box = refusal.bounding_box()
    assert 0 <= box["y"] <= box["y"] + box["height"] <= 600


def test_a_forced_move_is_played_by_itself_with_a_line_in_the_log_unless_one_wants_to_play_it(
    tmp_path: Path, open_page: Open
) -> None:
    page = open_page(written(tmp_path, "route66"), still=True)
    page.locator("input[name=seed]").evaluate("field => { field.value = '1'; }")
    page.get_by_role("button", name="Play now").click()
    leave_guide(page)
    only = page.locator(".gk-log button", has_text="Only move:")
    asked = page.locator(".gk-turn", has_text="Only one move is possible")

    def move_until(true: Callable[[], bool]) -> None:
        for _ in range(MOST_MOVES):
            until(page, f"document.querySelector({MOVE!r})")
            if true():
                return
            go_to_moves(page)
            page.keyboard.press("Enter")

    move_until(lambda: only.count() > 0)
    assert asked.count() == 0
    page.get_by_text("Who plays", exact=True).click()
    page.get_by_label("Play forced moves by myself").check()
    before = only.count()
    move_until(lambda: asked.count() > 0)
    assert only.count() == before
    page.reload()
    page.get_by_text("Who plays", exact=True).click()
    assert page.get_by_label("Play forced moves by myself").is_checked(), "the browser keeps it"

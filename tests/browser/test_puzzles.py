"""A game's puzzles on their page: solved by mouse, touch and keyboard; missed ones come again; nothing is sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamekit.lab.puzzles import has_puzzles
from gamekit.server.play_pages import play_page, puzzle_page
from gamekit.widgets.puzzle_data import puzzle_data
from tests.browser.axe import serious
from tests.browser.playing import AT_A_MOVE, go_to_moves, outside, until, watched, written

Open = Callable[..., Any]

GAMES = [name for name in ("auf_achse", "ausgebremst", "kartenspiel", "route66") if has_puzzles(name)]
KEPT = "JSON.parse(localStorage.getItem('gamekit:own'))?.parts.puzzles"
FULL = "Storage.prototype.setItem = () => { throw new Error('full'); };"
NO_WORKERS = "window.Worker = class { constructor() { throw new Error('blocked'); } };"
ASKED = "document.querySelector('.gkp-puzzle') && !document.querySelector('.gkp-solved')"
HOW = "document.querySelectorAll('.gk-how .gk-scene').length === 5"
SOLVED = "document.querySelector('.gkp-solved')"
PRESSABLE = ".gk-place:not(.gk-source), .gk-moves .gk-move"


def page_of(folder: Path, name: str) -> str:
    """The address of a game's page of puzzles, written into a folder."""
    text = puzzle_page(name, "index.html", f"{name}.html")
    file = folder / f"puzzles-{name}.html"
    file.write_text(text, encoding="utf-8")
    return file.as_uri()


def first_of(name: str) -> dict[str, Any]:
    """The puzzle that comes first: the easiest."""
    found: dict[str, Any] = min(puzzle_data(name)["puzzles"], key=lambda one: one["difficulty"])
    return found


def by_mouse(page: Any, action: int) -> None:
    """Make a move: at its place, or with its button."""
    chosen = page.evaluate(
        """action => {
          const places = [...document.querySelectorAll('.gk-place')];
          const at = places.find((place) => place.gkActions?.some((one) => one.action === action));
          if (!at) return null;
          at.click();
          return at.gkActions.find((one) => one.action === action).text;
        }""",
        action,
    )
    if chosen is None:
        page.locator(f".gk-moves [data-action='{action}']").click()
    elif page.evaluate(ASKED):
        page.locator(".gk-moves").get_by_role("button", name=chosen, exact=True).click()


@pytest.mark.parametrize(
    "name", [one if one == "kartenspiel" else pytest.param(one, marks=pytest.mark.thorough) for one in GAMES]
)
def test_a_page_of_puzzles_asks_nobody(name: str, tmp_path: Path, open_page: Open) -> None:
    page = open_page(page_of(tmp_path, name), still=True)
    asked = watched(page)
    page.reload()
    until(page, ASKED)
    one = first_of(name)
    by_mouse(page, one["best"])
    until(page, SOLVED)
    card = page.locator(".gkp-puzzle")
    assert card.locator("h3").inner_text().startswith("✓ Right")
    said = card.inner_text()
    assert one["theme"] in said
    assert one["why"] in said
    assert one["lead"] in said
    assert card.locator("li").count() == 4
    assert "Found in a row: 1. Longest row: 1." in page.locator(".gkp-row").inner_text()
    page.get_by_role("button", name="How to play").click()
    until(page, HOW)
    assert serious(page) == []
    assert outside(asked) == [], "nothing is sent"


def test_what_was_missed_comes_again_first_and_goes_with_one_button(tmp_path: Path, open_page: Open) -> None:
    page = open_page(page_of(tmp_path, "kartenspiel"), still=True)
    until(page, ASKED)
    one = first_of("kartenspiel")
    by_mouse(page, next(action for action in one["now"]["legal"] if action != one["best"]))
    until(page, SOLVED)
    card = page.locator(".gkp-puzzle")
    assert card.locator("h3").inner_text().startswith("✗ You chose")
    assert "It comes again tomorrow." in card.inner_text()
    assert page.locator(PRESSABLE).count() == 1, "only the best choice glows"
    page.get_by_role("button", name="Next puzzle").click()
    until(page, ASKED)
    assert "You missed it before" not in card.inner_text()
    kept = page.evaluate(KEPT)
    kept["games"]["kartenspiel"][one["key"]]["due"] = 1
    page.evaluate(
        """part => {
          const all = JSON.parse(localStorage.getItem('gamekit:own'));
          all.parts.puzzles = part;
          localStorage.setItem('gamekit:own', JSON.stringify(all));
        }""",
        kept,
    )
    page.reload()
    until(page, ASKED)
    assert "You missed it before: here it is again." in card.inner_text()
    assert "To come again today: 1" in page.locator(".gkp-row").inner_text()
    by_mouse(page, one["best"])
    until(page, SOLVED)
    assert "It comes again after 2 days." in card.inner_text()
    page.get_by_text("How they come again").click()
    assert "2, 4, 8, 16 days" in page.locator(".gkp-below").inner_text()
    panel = page.locator(".gkp-own-panel")
    panel.locator("summary").click()
    panel.get_by_text("Auf Achse – Das Kartenspiel").first.wait_for()  # the panel fills when it has opened
    with page.expect_download() as saved:
        panel.get_by_role("button", name="Take it away as a file").click()
    assert "puzzles" in json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))["parts"]
    panel.get_by_role("button", name="Delete all of it").click()
    panel.get_by_role("button", name="Really delete").click()
    assert page.evaluate("localStorage.getItem('gamekit:own')") is None


def test_puzzles_are_chosen_by_theme_and_difficulty_and_end_with_a_sentence(tmp_path: Path, open_page: Open) -> None:
    page = open_page(page_of(tmp_path, "kartenspiel"), still=True)
    until(page, ASKED)
    page.get_by_text("Choose puzzles").click()
    found = puzzle_data("kartenspiel")["puzzles"]
    rare = min(found, key=lambda one: sum(other["theme"] == one["theme"] for other in found))
    many = sum(one["theme"] == rare["theme"] for one in found)
    page.get_by_label("About").select_option(rare["theme"])
    assert f"New: {many}." in page.locator(".gkp-row").inner_text()
    for _number in range(many):
        until(page, ASKED)
        page.get_by_role("button", name="Show me").click()
        until(page, SOLVED)
        assert rare["theme"] in page.locator(".gkp-puzzle").inner_text()
        page.get_by_role("button", name="Next puzzle").click()
    page.get_by_text("You have seen all of these puzzles.").wait_for()
    page.get_by_role("button", name="Go through them once more").click()
    until(page, ASKED)
    page.get_by_label("Difficulty").select_option(str(rare["difficulty"]))
    until(page, ASKED)


def test_a_puzzle_is_solved_by_touch_on_a_phone(tmp_path: Path, open_page: Open) -> None:
    page = open_page(page_of(tmp_path, "kartenspiel"), width=375, height=667, touch=True)
    until(page, ASKED)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    places = page.locator(".gk-place")
    assert places.first.bounding_box()["y"] < 667, "the first thing to do is on the first screen"
    assert serious(page) == []
    places.first.tap()
    until(page, SOLVED)
    assert serious(page) == []
    following = page.get_by_role("button", name="Next puzzle")
    box = following.bounding_box()
    assert 0 <= box["y"] < 667 - box["height"], "what comes next is in sight"
    assert box["height"] >= 44
    following.tap()
    until(page, ASKED)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_puzzles_are_solved_by_keyboard_alone_also_where_nothing_can_be_kept_and_workers_are_blocked(
    tmp_path: Path, open_page: Open
) -> None:
    page = open_page(page_of(tmp_path, "route66"), still=True)
    page.add_init_script(FULL + NO_WORKERS)
    page.reload()
    until(page, ASKED)
    go_to_moves(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    for _again in range(3):  # several moves of one place are asked about
        until(page, f"{SOLVED} || document.activeElement.matches('.gk-ask ~ .gk-move')")
        if page.evaluate(SOLVED + " !== null"):
            break
        page.keyboard.press("Enter")
    until(page, SOLVED)
    assert page.evaluate("document.activeElement.textContent") == "Next puzzle"
    page.keyboard.press("Enter")
    until(page, ASKED)
    assert page.evaluate(AT_A_MOVE), "on at the board"
    assert "does not keep your puzzles" in page.get_by_role("alert").first.inner_text()


def test_a_play_page_leads_to_the_puzzles_and_tells_of_them(tmp_path: Path, open_page: Open) -> None:
    page = open_page(written(tmp_path, "route66"))
    page.locator(".gkp-start").wait_for()
    assert page.get_by_role("link", name="Puzzles").count() == 0, "no address, no link"
    (tmp_path / "route66.html").write_text(play_page("route66", "index.html", puzzles="puzzles-route66.html"))
    page_of(tmp_path, "route66")
    page.reload()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    until(page, ASKED)
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("link", name="Play Route 66").click()
    page.locator(".gkp-own-panel summary").click()
    page.locator(".gkp-own-panel").get_by_text("Your puzzles").first.wait_for()  # the panel fills when it has opened

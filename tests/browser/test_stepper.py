"""The stepper in a real browser against the real server: by mouse or by keyboard alone, and nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import resize
from tests.browser.playing import until, watched

Open = Callable[..., Any]

UNFOLD = "document.querySelectorAll('.gk details').forEach((one) => { one.open = true; })"
# What lies beside the board follows two frames after it.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def ready(page: Any) -> Any:
    page.wait_for_selector(".gk .gk-scene")
    return page


def step(page: Any) -> tuple[int, int]:
    found = re.search(r"(\d+)\D+(\d+)", page.locator(".gk-where").inner_text())
    assert found
    return int(found[1]), int(found[2])


def settled(page: Any) -> None:
    """Wait until it is a person's turn, nothing moves any more, and the log beside the board has followed."""
    page.wait_for_function(
        "document.querySelector('.gk-places button') || /over/.test(document.querySelector('.gk-turn').textContent)"
    )
    page.evaluate(FRAMES)


def test_a_move_is_refused_with_its_rule_or_played_and_the_viewer_decides_what_is_seen(
    site: str, open_page: Open
) -> None:
    page = ready(open_page(f"{site}/play.ipynb"))
    settled(page)
    page.locator('[data-gk-name="pile"]').click()
    refusal = page.locator(".gk-refusal")
    refusal.wait_for()
    assert "not possible now" in refusal.inner_text()
    refusal.locator("summary").click()
    assert "KS-08" in refusal.inner_text()
    assert "face down" in refusal.locator("details p").inner_text()
    assert "not possible now" in page.locator(".gk-live[role=status]").inner_text()
    before = step(page)
    page.locator(".gk-place").first.click()
    page.wait_for_function(f"!document.querySelector('.gk-where').textContent.endsWith(' {before[1]}')")
    page.wait_for_selector("text=B lays a card face down")
    page.wait_for_selector('[data-gk-name="run-1-0"].down')
    settled(page)
    assert not refusal.is_visible()
    page.get_by_label("See as").select_option("all")
    page.wait_for_selector("text=/B lays (\\d+|Rest|Lost|Barrier|Free|Really)/")
    assert page.locator('[data-gk-name="run-1-0"].down').count() == 0
    page.get_by_text("Why not …?").click()  # without a mouse
    page.get_by_role("button", name="Why is this not possible?").click()
    refusal.wait_for()
    page.get_by_role("button", name="How to play").click()
    page.locator(".gk-how figure").nth(4).wait_for()


def test_scrubbing_asks_nobody(site: str, open_page: Open) -> None:
    page = open_page("about:blank")
    asked = watched(page)
    page.goto(f"{site}/play.ipynb")
    ready(page)
    settled(page)
    page.wait_for_load_state("networkidle")
    asked.clear()
    last = step(page)[1]
    slider = page.locator(".gk-slider")
    slider.focus()
    for key in ("Home", "ArrowRight", "ArrowRight", "PageUp", "End", "ArrowLeft"):
        page.keyboard.press(key)
    assert step(page) == (last - 1, last)
    page.get_by_role("button", name="Start", exact=False).first.click()
    page.get_by_role("button", name="Next").click()
    assert step(page) == (1, last)
    page.locator(".gk-row").first.hover()
    page.evaluate(FRAMES)
    page.evaluate("fetch('/alive').then((answer) => answer.text())")  # asked after whatever a step would ask
    assert [url for url in asked if not url.endswith("/alive")] == []


def test_saved_and_opened_again(site: str, open_page: Open, tmp_path: Path) -> None:
    page = ready(open_page(f"{site}/play.ipynb", still=True))
    settled(page)
    page.locator(".gk-place").first.click()
    settled(page)
    page.get_by_text("New game, save, open").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save this game").click()
    file = tmp_path / "game.json"
    saving.value.save_as(file)
    saved = json.loads(file.read_text())
    other = ready(open_page(f"{site}/alone.ipynb"))
    settled(other)
    other.get_by_text("New game, save, open").click()
    other.locator("input[type=file]").set_input_files(file)
    other.wait_for_selector(".gk-notice:visible")
    assert step(other)[1] == len(saved["steps"])


def test_after_a_reload_the_game_goes_on_and_every_setting_is_as_it_was(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/play.ipynb", still=True))
    settled(page)
    page.evaluate(UNFOLD)
    page.locator(".gk-place").first.click()
    page.wait_for_selector("text=A lays")
    settled(page)
    boxes = ["Chance acts by itself", "The others play by themselves"]
    for name in boxes:
        page.get_by_label(name).uncheck()
    page.locator(".gk-seat select").nth(2).select_option("greedy")
    page.get_by_label("See as").select_option("turn")
    until(page, "JSON.parse(Object.values(sessionStorage)[0]).viewer === 'turn'")
    kept = page.evaluate("JSON.parse(Object.values(sessionStorage)[0])")
    assert (kept["opponents"], kept["chance_acts"], kept["seats"][2]) == (False, False, "greedy")
    last = step(page)[1]
    told = page.locator(".gk-row").all_inner_texts()
    page.reload()
    ready(page)
    page.wait_for_selector("text=taken up again")
    page.evaluate(UNFOLD)
    assert step(page) == (last, last)
    assert page.locator(".gk-row").all_inner_texts() == told
    assert page.get_by_label("See as").input_value() == "turn"
    assert not any(page.get_by_label(name).is_checked() for name in boxes)
    assert page.locator(".gk-seat select").nth(2).input_value() == "greedy"


def test_playing_on_from_an_earlier_step_keeps_the_old_line(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/alone.ipynb", still=True))
    for _move in range(3):
        settled(page)
        before = step(page)[1]
        page.locator(".gk-place").first.click()
        page.wait_for_function(f"!document.querySelector('.gk-where').textContent.endsWith(' {before}')")
    last = step(page)[1]
    page.get_by_role("button", name="Back", exact=True).or_(page.get_by_role("button", name="◀ Back")).first.click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_function(f"document.querySelector('.gk-where').textContent.endsWith(' {last - 1}')")
    page.get_by_label("Line of play").select_option("0")
    page.wait_for_function(f"document.querySelector('.gk-where').textContent.endsWith(' {last}')")


def test_chance_shows_its_distribution_and_whoever_presses_a_move_by_key_goes_on_at_the_next(
    site: str, open_page: Open
) -> None:
    page = ready(open_page(f"{site}/dice.ipynb", still=True))
    rows = page.locator(".gk-panel button.gk-chances-row")
    rows.first.wait_for()
    assert "/109" in rows.first.inner_text()
    rows.nth(3).click()
    page.wait_for_selector("text=A draws 40.")
    page.locator(".gk-main-button", has_text="Let chance decide").focus()
    for drawn in range(2, 4):
        page.keyboard.press("Enter")
        page.wait_for_function(f"document.querySelector('.gk-where').textContent.endsWith(' {drawn}')")
        page.wait_for_function("document.activeElement.textContent === 'Let chance decide'")
    page.keyboard.press("b")
    page.wait_for_function("document.querySelector('.gk-where').textContent === 'Step 2 of 3'")
    page.keyboard.press("l")
    page.wait_for_function("document.querySelector('.gk-where').textContent === 'Step 3 of 3'")
    page.get_by_role("button", name="until the next decision").click()
    settled(page)


def test_nothing_sticks_out_of_the_window(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/play.ipynb", width=375))
    settled(page)
    for width in (375, 1920):
        resize(page, width, 800)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = page.locator(".gk button:visible, .gk summary:visible, .gk select:visible").evaluate_all(
            """all => all.map((one) => {
              const box = one.getBoundingClientRect();
              return [one.textContent.slice(0, 30), box.width, box.height];
            })"""
        )
        assert [box for box in boxes if box[1] < 43.5 or box[2] < 43.5] == []
        head = page.locator(".gk-head").first.evaluate("head => head.offsetHeight")
        assert head < 80, "two lines: whose board it is, and what can be set"


FRAME = "document.querySelector('.gk-scene').getAttribute('viewBox')"
ASKEW = """() => [...document.querySelectorAll('.gk-place')].filter((place) => {
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(place);
  const [left, top] = middle(document.querySelector(`[data-gk-name="${place.dataset.target}"]`));
  return Math.hypot(x - left, y - top) > 2;
}).length"""


@pytest.mark.parametrize("game", ["auf_achse", pytest.param("ausgebremst", marks=pytest.mark.thorough)])
def test_on_a_phone_the_scene_is_arranged_anew_and_every_button_stays_on_its_place(
    site: str, open_page: Open, game: str
) -> None:
    page = ready(open_page(f"{site}/live-{game}.ipynb", still=True))
    settled(page)
    wide = page.evaluate(FRAME)
    narrow = page.locator(".gk-scene").get_attribute("data-narrow")
    for width, frame in ((375, narrow), (1280, wide)):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(f"{FRAME} === '{frame}'")
        assert page.locator(".gk-place").count() > 0
        assert page.evaluate(ASKEW) == 0

"""The stepper in a real browser against the real server: by mouse or by keyboard alone, and nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.playing import until

Open = Callable[..., Any]

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


def test_a_move_is_played_by_clicking_its_card(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/play.ipynb"))
    settled(page)
    page.get_by_role("button", name="How to play").click()
    page.locator(".gk-how figure").nth(4).wait_for()
    page.keyboard.press("Escape")
    before = step(page)
    page.locator(".gk-place").first.click()
    page.wait_for_function(f"!document.querySelector('.gk-where').textContent.endsWith(' {before[1]}')")
    settled(page)
    assert step(page)[1] > before[1]
    assert page.errors == []


def test_scrubbing_asks_nobody(site: str, open_page: Open) -> None:
    page = open_page("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
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
    assert page.errors == []


def test_a_refused_move_is_explained_with_its_rule(site: str, open_page: Open) -> None:
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


def test_why_not_can_be_asked_without_a_mouse(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/play.ipynb"))
    settled(page)
    page.get_by_text("Why not …?").click()
    page.get_by_role("button", name="Why is this not possible?").click()
    page.locator(".gk-refusal").wait_for()


def test_the_viewer_decides_what_is_seen(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/play.ipynb"))
    settled(page)
    page.locator(".gk-place").first.click()
    page.wait_for_selector("text=B lays a card face down")
    page.wait_for_selector('[data-gk-name="run-1-0"].down')
    page.get_by_label("See as").select_option("all")
    page.wait_for_selector("text=/B lays (\\d+|Rest|Lost|Barrier|Free|Really)/")
    assert page.locator('[data-gk-name="run-1-0"].down').count() == 0


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
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text()[:300])
    other.get_by_text("New game, save, open").click()
    other.locator("input[type=file]").set_input_files(broken)
    other.wait_for_selector("text=perhaps it was cut off")
    assert step(other)[1] == len(saved["steps"])


def test_reloading_the_page_keeps_the_game(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/play.ipynb", still=True))
    settled(page)
    page.locator(".gk-place").first.click()
    page.wait_for_selector("text=A lays")
    settled(page)
    page.get_by_label("See as").select_option("turn")
    page.wait_for_function("JSON.parse(Object.values(sessionStorage)[0]).viewer === 'turn'")
    kept = step(page)[1]
    told = page.locator(".gk-row").all_inner_texts()
    page.reload()
    ready(page)
    page.wait_for_selector("text=taken up again")
    assert step(page) == (kept, kept)
    assert page.get_by_label("See as").input_value() == "turn"
    assert page.locator(".gk-row").all_inner_texts() == told


def test_every_setting_is_as_it_was_after_a_reload(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/play.ipynb", still=True))
    settled(page)
    page.evaluate("document.querySelectorAll('.gk details').forEach((one) => { one.open = true; })")
    page.locator(".gk-place").first.click()
    settled(page)
    boxes = ["Chance acts by itself", "The others play by themselves"]
    for name in boxes:
        page.get_by_label(name).uncheck()
    page.locator(".gk-seat select").nth(2).select_option("greedy")
    until(page, "JSON.parse(Object.values(sessionStorage)[0]).seats[2] === 'greedy'")
    kept = page.evaluate("JSON.parse(Object.values(sessionStorage)[0])")
    assert (kept["opponents"], kept["chance_acts"]) == (False, False)
    page.reload()
    ready(page)
    page.wait_for_selector("text=taken up again")
    page.evaluate("document.querySelectorAll('.gk details').forEach((one) => { one.open = true; })")
    assert not any(page.get_by_label(name).is_checked() for name in boxes)
    assert page.locator(".gk-seat select").nth(2).input_value() == "greedy"
    assert page.errors == []


REPLACED = """([one, other]) => {
  for (const key of Object.keys(sessionStorage)) {
    sessionStorage.setItem(key, sessionStorage.getItem(key).replace(one, other));
  }
}"""


def test_a_kept_game_that_does_not_fit_gets_a_sentence_and_waits_until_it_does(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/play.ipynb", still=True))
    settled(page)
    page.locator(".gk-place").first.click()
    page.wait_for_selector("text=A lays")
    settled(page)
    told = page.locator(".gk-row").all_inner_texts()
    page.evaluate(REPLACED, ['"actions":[', '"actions":[9999,'])
    page.reload()
    ready(page)
    page.wait_for_selector("text=could not be taken up again")
    assert "It is not lost" in page.locator(".gk-notice").inner_text()
    page.evaluate(REPLACED, ['"actions":[9999,', '"actions":['])
    page.reload()
    ready(page)
    page.wait_for_selector("text=taken up again where you left it")
    assert page.locator(".gk-row").all_inner_texts() == told
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.endsWith(':aside')).length") == 0
    assert page.errors == []


def test_pages_of_one_lesson_have_games_of_their_own(site: str, open_page: Open) -> None:
    games = []
    for _page in range(2):
        page = ready(open_page(f"{site}/drawn.ipynb", still=True))
        settled(page)
        page.locator(".gk-place").first.click()
        settled(page)
        games.append(json.loads(page.evaluate("Object.values(sessionStorage)[0]")))
    assert games[0]["record"]["seed"] != games[1]["record"]["seed"]
    assert games[0]["origin"] == games[1]["origin"]


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


def test_whoever_presses_a_move_s_button_by_key_goes_on_at_the_next(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/dice.ipynb", still=True))
    page.locator(".gk-main-button", has_text="Let chance decide").focus()
    for drawn in range(1, 4):
        page.keyboard.press("Enter")
        page.wait_for_function(f"document.querySelector('.gk-where').textContent.endsWith(' {drawn}')")
        page.wait_for_function("document.activeElement.textContent === 'Let chance decide'")
    page.keyboard.press("b")
    page.wait_for_function("document.querySelector('.gk-where').textContent === 'Step 2 of 3'")
    page.keyboard.press("l")
    page.wait_for_function("document.querySelector('.gk-where').textContent === 'Step 3 of 3'")
    assert page.errors == []


def test_chance_shows_its_distribution_and_lets_a_person_choose(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/dice.ipynb", still=True))
    rows = page.locator(".gk-panel button.gk-chances-row")
    rows.first.wait_for()
    assert "/109" in rows.first.inner_text()
    rows.nth(3).click()
    page.wait_for_selector("text=A draws 40.")
    page.locator(".gk-main-button", has_text="Let chance decide").click()
    page.wait_for_function("document.querySelector('.gk-where').textContent.endsWith(' 2')")
    page.get_by_role("button", name="until the next decision").click()
    settled(page)
    assert page.errors == []


@pytest.mark.parametrize(("width", "dark"), [(375, False), (375, True), (1920, False)])
def test_nothing_sticks_out_of_the_window(site: str, open_page: Open, width: int, dark: bool) -> None:
    page = ready(open_page(f"{site}/play.ipynb", width=width, dark=dark))
    settled(page)
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
    assert page.errors == []


def test_reduced_motion_moves_nothing(site: str, open_page: Open) -> None:
    page = ready(open_page(f"{site}/play.ipynb", still=True))
    settled(page)
    page.locator(".gk-place").first.click()
    page.wait_for_selector("text=A lays")
    assert page.evaluate("document.getAnimations().length") == 0


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


@pytest.mark.parametrize("game", ["auf_achse", "ausgebremst"])
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
    assert page.errors == []

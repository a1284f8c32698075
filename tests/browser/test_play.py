"""The Play page as a file: several people, links, what is kept, what can go wrong. Whole games: test_whole_games.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.web.game_bundle import BUILT, PICTURE
from tests.browser.axe import serious
from tests.browser.conftest import settle
from tests.browser.playing import MOVE_OR_END, leave_guide, step, unfold_settings, until, written

Open = Callable[..., Any]

BUILT_GAMES = [name for name in gk.game_names() if (BUILT / PICTURE.format(name)).is_file()]

LISTEN = """() => {
  const { start } = OscillatorNode.prototype;
  window.heard = [];
  OscillatorNode.prototype.start = function (...when) {
    window.heard.push(this.frequency.value);
    return start.apply(this, when);
  };
}"""


@pytest.fixture(scope="module")
def card_game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("play"), "kartenspiel")


def start_seeded(page: Any, seed: int = 1) -> None:
    """Start the game with this seed: another one might deal cards that all lead to the same spaces."""
    page.locator("input[name=seed]").evaluate("(field, seed) => { field.value = seed; }", str(seed))
    page.locator(".gkp-start").click()


def begin(page: Any, players: int = 2, stages: int = 1, people: int = 1) -> None:
    """Set up a short card game, always the same: another one might be over before a test is."""
    unfold_settings(page)
    page.locator(f".gkp-count input[value='{players}']").check(force=True)
    for place in range(1, people):
        page.locator(".gkp-seat select").nth(place).select_option("")
    page.get_by_label("Number of stages").select_option(str(stages))
    start_seeded(page)


@pytest.mark.quick
@pytest.mark.parametrize("name", BUILT_GAMES)
def test_every_game_begins_on_its_page(name: str, tmp_path: Path, open_page: Open) -> None:
    page = open_page(written(tmp_path, name), still=True)
    page.locator(".gkp-start").click()
    until(page, MOVE_OR_END)
    before = step(page)
    page.locator(".gk-place, .gk-moves .gk-move").first.click()
    until(page, f"Number(document.querySelector('.gk-where').textContent.split(' ')[3]) > {before}")


def test_one_button_plays_at_once_against_easy_players_and_the_rest_is_folded(card_game: str, open_page: Open) -> None:
    page = open_page(card_game, width=375, height=667, still=True)
    page.wait_for_selector(".gkp-start")
    shown = page.locator("form :is(button, input, select):visible").all_inner_texts()
    assert shown == ["Play now", "How to play"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert serious(page) == []
    others = gk.load("kartenspiel").players - 1
    assert page.locator(".gkp-told").inner_text() == f"You against {others} players of the computer, all of them: Easy."
    page.locator(".gkp-start").click()
    until(page, MOVE_OR_END)
    seats = page.locator(".gk-seat select").evaluate_all("all => all.map((one) => one.value)")
    assert seats == ["", *["easy"] * others]
    page.get_by_role("button", name="New game", exact=True).click()
    unfold_settings(page)
    page.locator(".gkp-seat select").nth(1).select_option("strong")
    assert "3 players of the computer" in page.locator(".gkp-told").inner_text()
    assert "all of them" not in page.locator(".gkp-told").inner_text()
    page.get_by_role("button", name="Play with these settings").click()
    until(page, MOVE_OR_END)
    assert page.locator(".gk-seat select").nth(1).input_value() == "strong"


def test_between_two_people_the_screen_is_covered_until_the_next_one_says_so(card_game: str, open_page: Open) -> None:
    page = open_page(card_game, still=True)
    begin(page, players=3, people=2)
    for letter in "ABA":
        page.get_by_role("button", name=f"I am {letter}").wait_for()
        assert not page.locator(".gk-board").is_visible()
        assert not page.locator(".gk-log").is_visible()
        page.get_by_role("button", name=f"I am {letter}").click()
        page.locator(".gk-place").first.wait_for()
        assert f"your turn, {letter}" in page.locator(".gk-turn").inner_text()
        page.locator(".gk-place").first.click()


def made(page: Any) -> None:
    """Play the first card that is offered, and wait until it is this player's turn again."""
    before = page.locator(".gk-where").inner_text()
    page.locator(".gk-place").first.click()
    until(page, f"document.querySelector('.gk-where').textContent !== {before!r}")
    page.locator(".gk-place").first.wait_for()
    settle(page)


def link(page: Any, title: str) -> str:
    page.get_by_role("button", name="Send …").click()
    return str(page.get_by_label(title, exact=True).input_value())


def test_a_link_brings_the_game_and_a_puzzle_asks_for_a_move(card_game: str, open_page: Open) -> None:
    page = open_page(card_game, still=True)
    begin(page)
    for _ in range(3):
        made(page)
    before, described = page.locator(".gk-where").inner_text(), page.locator(".gk-scene desc").text_content()
    game = link(page, "The game as it stands")
    puzzle = page.get_by_label("As a puzzle: “Your turn, what would you play?”", exact=True).input_value()
    page.locator(".gkp-qr summary").first.click()
    page.locator(".gkp-qr svg[role=img]").wait_for()
    assert len(game) < 2000 + len(card_game)
    for address, told in ((game, "sent to you"), (puzzle, "what would you play?")):
        other = open_page(address, still=True)
        other.wait_for_selector(".gk-place")
        if address == game:
            assert other.locator(".gk-where").inner_text() == before
        assert other.locator(".gk-scene desc").text_content() == described
        assert told in other.locator(".gk-notice").inner_text()


def test_a_strange_link_gets_a_sentence_and_a_game_can_be_played(card_game: str, open_page: Open) -> None:
    page = open_page(f"{card_game}#g.abc.abc", still=True)
    page.wait_for_selector(".gkp-start")
    assert "damaged" in page.locator(".gk-notice").inner_text()
    begin(page)
    page.wait_for_selector(".gk-place")


def prepared(open_page: Open, address: str, script: str) -> Any:
    """The page in a browser in which something is missing."""
    page = open_page("about:blank", still=True)
    page.add_init_script(script)
    page.goto(address)
    return page


def test_without_webassembly_a_sentence_says_what_is_left(card_game: str, open_page: Open) -> None:
    page = prepared(open_page, card_game, "delete globalThis.WebAssembly;")
    page.wait_for_selector("[role=alert]")
    told = page.locator("[role=alert]").inner_text()
    assert "cannot run the rules by itself" in told
    assert "saved game opens in any other browser" in told


def test_where_nothing_can_be_kept_and_workers_are_blocked_the_game_goes_on_and_says_so(
    card_game: str, open_page: Open
) -> None:
    blocked = "globalThis.Worker = class { constructor() { throw new Error('no'); } };"
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    page = prepared(open_page, card_game, blocked + full)
    begin(page)
    page.wait_for_selector(".gk-place")
    assert "does not keep your game" in page.locator(".gk-notice").inner_text()
    page.locator("summary", has_text="Coach").click()
    page.get_by_role("button", name="Ask the coach").click()
    page.wait_for_selector(".gk-advice")
    assert "workers are blocked" in page.locator(".gk").first.inner_text()
    page.locator(".gk-place").first.click()
    until(page, "document.querySelector('.gk-where').textContent.startsWith('Step 22')")


def test_a_saved_game_is_opened_and_one_that_cannot_be_gets_a_sentence_and_nothing_is_lost(
    card_game: str, open_page: Open, tmp_path: Path
) -> None:
    session = gk.load("kartenspiel", players=3).session(4)
    for _ in range(30):
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    session.save(tmp_path / "game.json")
    (tmp_path / "cut.json").write_text("{")
    page = open_page(card_game, still=True)
    page.wait_for_selector(".gkp-start")
    page.locator("input[type=file]").first.set_input_files(tmp_path / "game.json")
    until(page, "document.querySelector('.gk-where')?.textContent === 'Step 30 of 30'")
    page.locator("input[type=file]").first.set_input_files(tmp_path / "cut.json")
    until(page, "document.querySelector('.gk-notice').textContent.includes('perhaps it was cut off')")
    assert page.locator(".gk-where").inner_text() == "Step 30 of 30"


def test_a_card_of_the_hand_shows_where_it_leads(tmp_path: Path, open_page: Open) -> None:
    page = open_page(written(tmp_path, "ausgebremst"), still=True)
    start_seeded(page)
    page.wait_for_selector(".gk-source")
    every = page.locator(".gk-place:not(.gk-source)").count()
    card = page.locator(".gk-source").first
    card.click()
    few = page.locator(".gk-place:not(.gk-source)").count()
    assert 0 < few < every
    assert page.locator(".gk-source").first.get_attribute("aria-pressed") == "true"
    page.locator(".gk-source").first.click()
    assert page.locator(".gk-place:not(.gk-source)").count() == every


def test_a_contract_lights_its_route_on_the_map(tmp_path: Path, open_page: Open) -> None:
    page = open_page(written(tmp_path, "auf_achse"), still=True)
    start_seeded(page)
    for _ in range(3):
        page.wait_for_selector(".gk-place, .gk-move")
        if page.locator("[data-gk-name='hand-0']").is_visible():
            break
        page.locator(".gk-place, .gk-move").first.dispatch_event("click")
    page.locator("[data-gk-name='hand-0']").dispatch_event("pointerover", {"bubbles": True})
    way = page.locator("[data-gk-name='hand-0']").get_attribute("data-gk-lights").split()
    assert page.locator(".gk-lit").evaluate_all("all => all.map((one) => one.dataset.gkName).sort()") == sorted(
        {way[0], way[-1]}
    )
    assert page.locator(".gk-trail").count() == 1
    page.locator("[data-gk-name='purse-0']").dispatch_event("pointerover", {"bubbles": True})
    assert page.locator(".gk-trail, .gk-lit").count() == 0


def test_dice_and_cards_turned_up_are_watched_one_by_one_and_heard_by_who_switches_sounds_on(
    card_game: str, open_page: Open
) -> None:
    page = open_page(card_game)
    page.evaluate(LISTEN)
    begin(page)
    page.locator(".gk-place").first.click()
    until(page, "Number(document.querySelector('.gk-where').textContent.split(' ')[1]) > 10")
    assert page.evaluate("window.heard") == []
    page.get_by_text("Sounds", exact=True).click()
    page.get_by_label("Quiet sounds").check()
    tried = page.evaluate("window.heard")
    assert len(tried) == 2
    page.wait_for_selector(".gk-place")
    page.locator(".gk-place").first.click()
    until(page, f"window.heard.length > {len(tried)}")
    page.wait_for_selector(".gk-moment:not([hidden])")
    assert "is turned up" in page.locator(".gk-moment").inner_text()
    shown = step(page)
    page.keyboard.press("Enter")
    until(page, f"Number(document.querySelector('.gk-where').textContent.split(' ')[1]) > {shown}")


def test_under_reduced_motion_what_was_to_be_watched_stands_still_and_nobody_waits(
    card_game: str, open_page: Open
) -> None:
    page = open_page(card_game, still=True)
    begin(page)
    for _ in range(2):
        page.locator(".gk-place").first.click()
        page.wait_for_selector(".gk-place")
    page.wait_for_selector(".gk-moment:not([hidden]):has-text('is turned up')")
    assert page.evaluate("document.getAnimations().length") == 0
    page.wait_for_selector(".gk-place")
    board, told = (page.locator(name).bounding_box() for name in (".gk-view", ".gk-moment"))
    assert told["y"] >= board["y"] + board["height"], "it stays while the next card is chosen, so it hides none"


REPLACED = """([one, other]) => {
  for (const store of [sessionStorage, localStorage]) {
    for (const key of Object.keys(store)) store.setItem(key, store.getItem(key).replace(one, other));
  }
}"""


def test_a_game_is_there_again_after_a_reload_and_waits_while_the_page_s_rules_cannot_play_it(
    card_game: str, open_page: Open
) -> None:
    page = open_page(card_game, still=True)
    begin(page)
    page.locator(".gk-place").first.click()
    until(page, "document.querySelector('.gk-where')?.textContent.startsWith('Step 22')")
    page.reload()
    until(page, "document.querySelector('.gk-where')?.textContent.startsWith('Step 22')")
    assert "taken up again" in page.locator(".gk-notice").inner_text()
    page.evaluate(REPLACED, ['"actions":[', '"actions":[9999,'])
    page.reload()
    until(page, "document.querySelector('.gk-notice')?.textContent")
    assert "could not be taken up again" in page.locator(".gk-notice").inner_text()
    assert "It is not lost" in page.locator(".gk-notice").inner_text()
    begin(page)
    page.wait_for_selector(".gk-place")
    # A page whose rules can play it: loaded anew, after another game was begun.
    page.evaluate(REPLACED, ['"actions":[9999,', '"actions":['])
    page.reload()
    page.wait_for_selector(".gk-place")
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_role("button", name="Go on with the game that was set aside").click()
    until(page, "document.querySelector('.gk-where')?.textContent.startsWith('Step 22')")
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_role("button", name="Go on with my last game").wait_for()
    assert page.get_by_role("button", name="set aside").count() == 0


WATCH = """() => {
  globalThis.ahead = [];
  globalThis.told = [];
  const look = () => {
    const where = document.querySelector(".gk-where");
    const at = where ? Number(where.textContent.split(" ")[1]) : Infinity;
    const shown = [...document.querySelectorAll(".gk-log .gk-row")].filter((row) => !row.closest("[hidden]"));
    const last = Math.max(0, ...shown.map((row) => Number(row.dataset.step)));
    if (last > at) ahead.push([at, last]);
    const toast = document.querySelector(".gk-moment:not([hidden], .gk-told)")?.getBoundingClientRect();
    if (toast) told.push([toast.left, toast.top, toast.right, toast.bottom]);
    requestAnimationFrame(look);
  };
  look();
}"""
UNDER = """() => [...document.querySelectorAll(".gk-place, .gk-under button, header button, header a")]
  .filter((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return told.some(([l, t, r, b]) => l < right && left < r && t < bottom && top < b);
  }).map((node) => node.textContent)"""


@pytest.mark.parametrize("width", [375, pytest.param(1280, marks=pytest.mark.thorough)])
def test_the_log_tells_nothing_the_board_has_not_shown_and_what_is_told_covers_no_hand(
    card_game: str, open_page: Open, width: int
) -> None:
    page = open_page(card_game, width=width, height=667 if width == 375 else 800)
    page.wait_for_selector(".gkp-start")
    start_seeded(page)
    leave_guide(page)
    page.evaluate("window.scrollTo(0, 0)")
    page.evaluate(WATCH)
    for _move in range(2):  # the second one is followed by the turning up of all cards
        until(page, "document.querySelector('.gk-turn.gk-yours') && document.querySelector('.gk-place')")
        page.locator(".gk-place").first.click()
    until(page, "told.length > 20 && document.querySelector('.gk-turn.gk-yours')")
    assert page.evaluate("ahead") == []
    assert page.evaluate(UNDER) == []
    assert page.evaluate("document.querySelectorAll('.gk-log li:not([hidden])').length") > 5

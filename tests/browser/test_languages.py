"""Each reader's language in a browser: a lesson done, a game played, a puzzle solved, a link that is passed on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

import gamekit as gk
from gamekit.core.i18n.catalogs import LESSON as LESSON_DOMAIN
from gamekit.core.i18n.catalogs import open_catalogue
from gamekit.core.i18n.translation import _, use_language
from gamekit.server.site_export import game_pages
from tests.browser import reader, test_class
from tests.browser.conftest import resize, settle
from tests.browser.playing import MOVE, unfold_settings, until, written
from tests.browser.test_puzzles import ASKED, GAMES, HOW, page_of
from tests.browser.test_whole_games import pointed
from tests.disguise import find_plain, use_disguise
from tests.serving import Server

Open = Callable[..., Any]

NOTEBOOKS: Final = Path(__file__).parents[2] / "notebooks"
LESSON: Final = "kartenspiel/01-rules"
WELCOME: Final = "What do the rules of a game do to you?"
SPILLS: Final = """() => [...document.querySelectorAll('button, summary, label, h1, h2, h3, td, th, a, select, .chip')]
  .filter((one) => one.checkVisibility() && !one.closest('svg') && getComputedStyle(one).display !== 'inline')
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).textOverflow !== 'ellipsis')
  .map((one) => `${one.tagName} ${one.className}: ${one.textContent.trim().slice(0, 60)}`)
  .concat(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than its window'] : [])"""
"""Whose words are wider than their button, cell or heading; what is only heard has no width."""
COVERED: Final = """() => {
  const shown = [...document.querySelectorAll('button:not(.gk-place), summary, a.button, a.gk-button')]
    .filter((one) => one.checkVisibility() && !one.closest('svg, #gk-contents, .gk-guide, .gk-many, .gk-class'));
  const cut = (box, by) => ({
    left: Math.max(box.left, by.left), right: Math.min(box.right, by.right),
    top: Math.max(box.top, by.top), bottom: Math.min(box.bottom, by.bottom),
  });
  const seen = (one) => {
    let box = cut(one.getBoundingClientRect(), one.getBoundingClientRect());
    for (let at = one.parentElement; at; at = at.parentElement)
      if (getComputedStyle(at).overflow !== 'visible') box = cut(box, at.getBoundingClientRect());
    return box;
  };
  const boxes = shown.map((one) => [one, seen(one)]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return boxes.flatMap(([one, box], at) => boxes.slice(at + 1)
    .filter(([other, its]) => !one.contains(other) && meet(box, its))
    .map(([other]) => `${one.textContent.trim()} | ${other.textContent.trim()}`));
}"""
"""Buttons that lie over each other, each with the other, as far as they are scrolled into sight; what sticks to the
window lies over others."""
TOLD: Final = """() => [...document.querySelectorAll('body *')]
  .filter((one) => !one.closest('script, style, noscript, pre, code'))
  .flatMap((one) => [
    ...[...one.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE).map((part) => part.textContent),
    ...['aria-label', 'title', 'alt', 'placeholder'].map((name) => one.getAttribute(name)),
  ]).filter((text) => text?.trim())"""
"""Whatever a page has for eyes and ears."""
BIDS: Final = 5
UNSEEN: Final = """() => {
  const bar = document.querySelector('.gk-moves').getBoundingClientRect();
  return [...document.querySelectorAll('.gk-move')].filter((one) => one.getBoundingClientRect().bottom > bar.bottom)
    .map((one) => one.textContent);
}"""
"""Which moves must be scrolled to in their bar."""

VOTED_ON: Final = "The counter passed {game.tables.limit} km and came back below it in the same round. What happens?"
"""A question of that lesson whose choices are words, which each language sorts otherwise."""
VOTES: Final = {"de": "The stage goes on.", "fr": "The stage ends."}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A class of each test's own on a lesson of ours, told nothing about languages."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    for name in ("start", LESSON):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(NOTEBOOKS / f"{name}.ipynb", folder / f"{name}.ipynb")
    options = ("--class", "9", "--address", "127.0.0.1", "--lesson", LESSON)
    with Server(folder, *options) as running:
        yield running


def said(code: str, sentence: str) -> str:
    """A sentence of the interface in a language."""
    with use_language(code):
        return str(_(sentence))


def in_the_lesson(code: str, words: str) -> str:
    """Words of the lesson's program in a language, with the game's numbers filled in."""
    domain = LESSON_DOMAIN.format(name=LESSON)
    found = words if code == "en" else open_catalogue(code, domain).pgettext("words", words)
    return found.format(game=gk.load("kartenspiel", players=2))


def taught(server: Server, open_page: Open, code: str, **how: Any) -> Any:
    """A page of a teacher whose browser prefers a language, at the desk."""
    page = open_page("about:blank", locale=code, **how)
    page.goto(test_class.said(server, r"for you alone:  (\S+)"))
    assert language_of(page) == code
    return page


def joined(server: Server, open_page: Open, code: str, nickname: str = "Z") -> Any:
    """A page of a pupil whose browser prefers a language, in the lesson of the class."""
    page = test_class.join(open_page(server.base, locale=code), server, f"{nickname}-{code}")
    reader.waits_until_whole(page)
    page.wait_for_selector(".gk-class:not(.gk-class-lost)")
    return page


def language_of(page: Any) -> str:
    """What a page tells a screen reader."""
    return str(page.locator("html").get_attribute("lang"))


def fits(page: Any, *widths: int) -> dict[int, list[str]]:
    """What of a page's words is wider than its place, or lies over something, at some widths."""
    wrong = {}
    before = page.viewport_size
    for width in widths:
        resize(page, width, 740)
        if found := page.evaluate(SPILLS) + page.evaluate(COVERED):
            wrong[width] = found
    page.set_viewport_size(before)
    return wrong


@pytest.mark.quick
def test_a_link_that_is_passed_on_opens_in_its_receivers_language(server: Server, open_page: Open) -> None:
    page = taught(server, open_page, "en")
    page.goto(f"{server.base}/?lang=de")
    page.wait_for_function("() => !location.search.includes('lang')")
    assert (language_of(page), page.locator("h1").inner_text()) == ("de", said("de", WELCOME))
    other = taught(server, open_page, "fr")
    other.goto(page.url)
    assert (language_of(other), other.locator("h1").inner_text()) == ("fr", said("fr", WELCOME))
    assert [fits(one, 1280, 375) for one in (page, other)] == [{}, {}]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param(name, code, marks=[] if (name, code) == ("ausgebremst", "de") else pytest.mark.thorough)
        for name in GAMES
        for code in ("en", "de", "fr")
    ],
)
def test_play_and_puzzles_and_how_to_play_fit_on_a_phone(name: str, code: str, tmp_path: Path, open_page: Open) -> None:
    with use_language(code):
        played, asked = written(tmp_path, name), page_of(tmp_path, name)
    page = open_page(played, width=375, height=667, still=True, locale=code)
    found = {}
    unfold_settings(page)
    found["settings"] = fits(page, 375)
    page.locator(".gkp-start").click()
    until(page, MOVE)
    found["a game"] = fits(page, 375)
    page.goto(asked)
    until(page, ASKED)
    found["a puzzle"] = fits(page, 375)
    page.evaluate("document.querySelectorAll('.gkp-below details').forEach((one) => { one.open = true; })")
    assert page.locator(".gkp-filters select").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.get_by_role("button", name=said(code, "How to play")).click()
    until(page, HOW)
    found["how to play"] = fits(page, 375)
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    "name", ["kartenspiel", *(pytest.param(one, marks=pytest.mark.thorough) for one in GAMES if one != "kartenspiel")]
)
def test_no_page_of_a_game_has_a_word_of_plain_english_where_english_is_in_disguise(
    name: str, tmp_path: Path, open_page: Open
) -> None:
    with use_disguise(tmp_path / "locale"):
        pages = list(game_pages(gk.load(name)))
    page = open_page("about:blank", still=True)
    found = {}
    for one in pages:
        file = tmp_path / one.name.replace("/", "-")
        file.write_text(one.text, encoding="utf-8")
        page.goto(file.as_uri())
        if one.name.startswith("play"):
            page.locator(".gkp-start").click()
            until(page, MOVE)
        page.wait_for_function(f"({TOLD})().length > 5")
        settle(page)
        told = page.evaluate(TOLD)
        found[one.name] = [text for text in told if find_plain(text.replace(" and ", " "))]  # the browser joins lists
    assert {place: plain for place, plain in found.items() if plain} == {}


@pytest.mark.parametrize("code", ["de", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("en", "fr"))])
def test_all_bids_of_an_auction_are_seen_on_a_phone_and_most_of_the_map(
    code: str, tmp_path: Path, open_page: Open
) -> None:
    with use_language(code):
        address = written(tmp_path, "auf_achse")
    page = open_page(address, width=375, height=667, still=True, locale=code)
    page.locator("input[name=seed]").evaluate("field => { field.value = '1'; }")
    page.locator(".gkp-start").click()
    page.get_by_role("button", name=said(code, "Leave the guide")).click()
    moves = page.locator(".gk-moves .gk-move")
    while moves.count() < BIDS:
        pointed(page, page.mouse.click) if not moves.count() else moves.first.click()
        until(page, MOVE)
    assert page.evaluate(UNSEEN) == []
    assert page.locator(".gk-under").bounding_box()["height"] < 0.37 * 667
    assert fits(page, 375) == {}


@pytest.mark.thorough
def test_the_switch_stays_on_the_page_and_keeps_the_class_and_what_was_done(server: Server, open_page: Open) -> None:
    page = joined(server, open_page, "en")
    bet = page.locator(".gk-bet").first
    bet.locator("input").first.fill("230")
    bet.locator(".gk-main-button").click()
    bet.locator(".gk-good").wait_for()
    stored = said("de", "Stored: {value}. You will see it again in the result.").partition("{")[0]
    page.goto(f"{page.url}#gk-step-2")
    switched(page, "de")
    assert stored in page.locator(".gk-bet .gk-good").first.inner_text()
    page.goto(f"{server.base}/play/route66")
    assert language_of(page) == "de"
    page.locator(".gkp-start").click()
    until(page, MOVE)
    where = page.locator(".gk-where").inner_text().split()[1]
    switched(page, "fr")
    until(page, MOVE)
    assert page.locator(".gk-where").inner_text().split()[1] == where
    for place in ("", "puzzles/route66", "rules/route66", "class/tables", "class/tournament"):
        page.goto(f"{server.base}/{place}")
        assert language_of(page) == "fr"
        switched(page, "de")
        switched(page, "fr")


def switched(page: Any, code: str) -> None:
    """The page is the same one, in the other language, and still in the class."""
    before = page.url
    press_switch(page, code)
    page.wait_for_selector(".gk-class:not(.gk-class-lost)", state="attached")
    assert (language_of(page), page.url) == (code, before)


def press_switch(page: Any, code: str) -> None:
    """Press the switch of languages and wait for the page."""
    with page.expect_navigation():
        page.locator(f".gk-languages a[lang={code}]").click()


@pytest.mark.thorough
def test_a_class_votes_in_two_languages_and_the_switch_on_a_teachers_pages_keeps_what_it_is_doing(
    server: Server, open_page: Open
) -> None:
    desk = taught(server, open_page, "en")
    fresh = open_page(f"{server.base}/class?code={server.code}", locale="en")
    pupils = {code: joined(server, open_page, code) for code in ("de", "fr")}
    sentence = {code: partial(in_the_lesson, code) for code in ("en", "de", "fr")}
    desk.select_option("#question", label=sentence["en"](VOTED_ON))
    desk.click("#ask-it")
    for code, page in pupils.items():
        asked = page.locator(".gk-class-asked", has_text=sentence[code](VOTED_ON))
        asked.wait_for()
        assert said(code, "A question for all") in page.locator(".gk-class").inner_text()
        asked.get_by_role("button", name=sentence[code](VOTES[code]), exact=True).click()
        page.locator(".gk-class-note", has_text=said(code, "Sent to the class ✓")).first.wait_for()
    desk.locator("#keys [data-key=tell]").click()
    for folded, key in (("settings", "#names"), ("timing", "#time .main")):
        desk.evaluate("(id) => document.getElementById(id).showPopover()", folded)
        desk.click(key)
    for code, page in pupils.items():
        page.wait_for_selector("fieldset .gk-right", state="attached")
        assert fits(page, 1280, 1366, 375) == {}
        desk.evaluate("document.getElementById('settings').showPopover()")
        press_switch(desk, code)
        assert (language_of(desk), desk.url) == (code, f"{server.base}/class/teacher")
        card = desk.locator("#questions article", has_text=sentence[code](VOTED_ON))
        for vote in VOTES.values():
            voted = card.locator(".spread li", has_text=sentence[code](vote)).first
            voted.locator(".bar b", has_text="1").wait_for(state="attached")
        assert said(code, "closed") in desk.inner_text("#now-title")
        assert desk.locator(".tile").count() == 2
        assert desk.locator("#names[aria-pressed=true], #stop:not([hidden]), #clock:visible").count() == 3
    for code in ("de", "fr"):
        desk.goto(f"{server.base}/class/projector?lang={code}")
        desk.locator("h1", has_text=sentence[code](VOTED_ON)).wait_for()
        assert sentence[code](VOTES["fr"]) in desk.locator("main").inner_text()
        assert fits(desk, 1280, 1366) == {}
    desk.goto(f"{server.base}/class/summary")
    for code in ("de", "fr"):
        press_switch(desk, code)
        assert (language_of(desk), desk.url) == (code, f"{server.base}/class/summary")
        desk.locator("article h3", has_text=sentence[code](VOTED_ON)).first.wait_for()
        assert sentence[code](VOTES["fr"]) in desk.locator("main").inner_text()
        assert fits(desk, 1280, 1366) == {}
    for code in ("de", "fr"):
        press_switch(fresh, code)
        assert (language_of(fresh), fresh.input_value("#code")) == (code, server.code)
        assert fits(fresh, 1280, 375) == {}
    fresh.fill("#code", "wrong")
    fresh.click("button[value=join]")
    press_switch(fresh, "de")
    assert fresh.locator("h1").inner_text() == said("de", "Join your class")
    pupils["fr"].goto(f"{server.base}/class")
    for code in ("de", "en"):
        switched(pupils["fr"], code)
    assert pupils["fr"].locator("h1").inner_text() == "You are in your class"
    assert [error for page in (desk, fresh, *pupils.values()) for error in page.errors] == []

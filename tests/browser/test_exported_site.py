"""The exported site in three languages, from a web space and from a file; nobody else is asked for anything."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from gamekit.server import site_export
from tests.browser import reader
from tests.browser.conftest import settle
from tests.browser.playing import MOVE, outside, until, watched
from tests.browser.test_languages import LESSON, NOTEBOOKS, WELCOME, fits, language_of, press_switch, said
from tests.browser.test_puzzles import ASKED
from tests.serving import serve_files

Open = Callable[..., Any]

CODES: Final = ("en", "de", "fr")
FOLDERS: Final = {"en": "", "de": "de/", "fr": "fr/"}
GAME: Final = "kartenspiel"
PAGES: Final = (
    "index.html",
    f"lessons/{LESSON}.html",
    f"play/{GAME}.html",
    f"puzzles/{GAME}.html",
    f"{GAME}-1.html",
    f"{GAME}-quiz.html",
    f"{GAME}-kind.html",
    f"{GAME}-rules.html",
)
"""A page of each kind."""
LED_PAGES: Final = PAGES[:2]
"""Pages with files beside them: they see whether another language is there."""
ICONS: Final = """() => Promise.all([...document.querySelectorAll("nav a[lang]")].map((link) => new Promise((done) => {
  const icon = Object.assign(new Image(), { onload: done, onerror: done });
  icon.src = new URL(`${link.closest("nav").dataset.root}shared/icon.svg`, link.href).href;
})))"""
"""Wait for the picture in each language's folder: a page leads to another language once it has loaded that one."""
ADDRESSES: Final = "links => links.map(({ href }) => href.split('#')[0])"

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of two lessons and the games, in three languages."""
    folder, target = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("site")
    for name in ("start", LESSON):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(NOTEBOOKS / f"{name}.ipynb", folder / f"{name}.ipynb")
    with ThreadPoolExecutor(1) as beside:  # the browser's event loop runs in this thread
        beside.submit(site_export.export_site, target, folder, languages=CODES).result()
    return target


@pytest.fixture(scope="module")
def web_space(exported: Path) -> Iterator[str]:
    """The site from a web server that knows nothing but files."""
    with serve_files(exported) as address:
        yield address


@pytest.fixture(params=["http", "file"])
def base(request: pytest.FixtureRequest, exported: Path) -> str:
    """Where the site begins."""
    return str(request.getfixturevalue("web_space")) if request.param == "http" else exported.as_uri()


def strangers(asked: list[str], base: str) -> list[str]:
    """What of that was asked of anybody but the site."""
    return outside([one for one in asked if not one.startswith(base)])


def arrive(page: Any, address: str, end: str) -> None:
    """Open an address, which leads its reader to another."""
    page.goto(address)
    page.wait_for_url(end)
    page.wait_for_load_state()


def stay(page: Any, address: str, code: str) -> None:
    """Open an address, which leads nowhere else."""
    page.goto(address)
    page.evaluate(ICONS)
    settle(page)
    assert (page.url, language_of(page)) == (address, code)


@pytest.mark.parametrize("place", PAGES)
def test_the_switch_leads_to_the_same_page_in_the_other_language_and_no_further(
    place: str, base: str, open_page: Open
) -> None:
    page = open_page("about:blank")
    asked = watched(page)
    page.goto(f"{base}/{place}")
    for code in ("de", "fr", "en"):
        press_switch(page, code)
        page.wait_for_load_state()
        assert (language_of(page), page.url) == (code, f"{base}/{FOLDERS[code]}{place}")
        assert fits(page, 1280, 375) == {}
    assert strangers(asked, base) == []


@pytest.mark.parametrize("code", CODES)
def test_from_page_to_page_the_language_stays(code: str, base: str, exported: Path, open_page: Open) -> None:
    there = {path.relative_to(exported).as_posix() for path in exported.rglob("*.html")}  # not all lessons are
    page = open_page("about:blank", locale=code)
    asked = watched(page)
    home = f"{base}/{FOLDERS[code]}"
    arrive(page, f"{base}/index.html", f"{home}index.html")
    assert page.locator("h1").inner_text() == said(code, WELCOME)
    met: set[str] = set()
    left = {page.url}
    while left:
        page.goto(left.pop())
        assert language_of(page) == code
        met.add(page.url.split("#")[0])
        links = page.locator("body a[href]:not(.gk-languages a)").evaluate_all(ADDRESSES)
        assert [one for one in links if one.startswith(base) and not one.startswith(home)] == []
        left |= {one for one in links if one.removeprefix(f"{base}/") in there} - met
    assert met >= {f"{home}{one}" for one in PAGES}
    assert strangers(asked, base) == []


@pytest.mark.parametrize("code", CODES)
def test_a_lesson_a_game_and_a_puzzle_are_done_in_their_language(code: str, base: str, open_page: Open) -> None:
    page = open_page("about:blank", still=True, locale=code)
    asked = watched(page)
    page.goto(f"{base}/{FOLDERS[code]}lessons/{LESSON}.html")
    bet = page.locator(".gk-bet").first
    bet.locator("input").first.fill("230")
    bet.locator(".gk-main-button").click()
    bet.locator(".gk-good").wait_for()
    assert said(code, "Stored: {value}. You will see it again in the result.").partition("{")[0] in bet.inner_text()
    assert reader.runs_a_panel(page)
    assert reader.plays_a_board(page)
    page.goto(f"{base}/{FOLDERS[code]}play/{GAME}.html")
    page.locator(".gkp-start").click()
    until(page, MOVE)
    page.goto(f"{base}/{FOLDERS[code]}puzzles/{GAME}.html")
    until(page, ASKED)
    assert strangers(asked, base) == []


@pytest.mark.parametrize(
    ("sender", "locale", "receiver"), [("en", "de-AT", "de"), ("de", "fr-CA", "fr"), ("fr", "en-GB", "en")]
)
def test_a_link_that_is_sent_opens_in_its_receivers_language(
    sender: str, locale: str, receiver: str, base: str, open_page: Open
) -> None:
    page = open_page("about:blank", locale=locale)
    for place in LED_PAGES:
        rest = f"{place}?game=route66#gk-step-2"
        arrive(page, f"{base}/{FOLDERS[sender]}{rest}", f"{base}/{FOLDERS[receiver]}{rest}")
        assert language_of(page) == receiver


def test_who_prefers_none_of_the_languages_reads_what_was_sent(base: str, open_page: Open) -> None:
    page = open_page("about:blank", locale="es-ES")
    for place in LED_PAGES:
        stay(page, f"{base}/fr/{place}", "fr")


def test_what_is_asked_for_or_chosen_is_kept_and_counts_before_the_browsers_language(
    base: str, open_page: Open
) -> None:
    page = open_page("about:blank", locale="en")
    arrive(page, f"{base}/index.html?lang=de", f"{base}/de/index.html")
    rest = f"lessons/{LESSON}.html?a=b#gk-step-2"
    arrive(page, f"{base}/{rest}", f"{base}/de/{rest}")
    press_switch(page, "fr")
    assert page.url == f"{base}/fr/{rest}"
    arrive(page, f"{base}/index.html", f"{base}/fr/index.html")
    arrive(page, f"{base}/de/lessons/{LESSON}.html?lang=en", f"{base}/lessons/{LESSON}.html")
    stay(page, f"{base}/index.html", "en")
    arrive(page, f"{base}/index.html?lang=tlh", f"{base}/index.html?lang=tlh")


@pytest.mark.noisy
def test_where_nothing_can_be_kept_a_folder_has_its_language_and_the_switch_works(base: str, open_page: Open) -> None:
    page = open_page("about:blank", locale="de")
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });")
    stay(page, f"{base}/index.html", "en")
    for code in ("fr", "en"):
        press_switch(page, code)
        page.locator(f"html[lang={code}]").wait_for(state="attached")
    arrive(page, f"{base}/index.html?lang=de", f"{base}/de/index.html")


@pytest.mark.noisy
def test_a_part_of_the_site_that_was_copied_alone_leads_nowhere(
    exported: Path, tmp_path: Path, open_page: Open
) -> None:
    alone = tmp_path / "site"
    shutil.copytree(exported, alone, ignore=shutil.ignore_patterns("de", "fr"))
    page = open_page("about:blank", locale="de")
    stay(page, f"{alone.as_uri()}/index.html", "en")
    stay(page, f"{alone.as_uri()}/play/{GAME}.html", "en")

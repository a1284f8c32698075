"""A class hour from one screen: a desk led by keyboard alone, a projector, and nine pupils in three languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser.axe import serious
from tests.browser.conftest import wait_until
from tests.browser.test_class import join, page_of, said, turn_to
from tests.serving import Server

Open = Callable[..., Any]

DESKS: Final = ((1366, 640), (1280, 800))
"""What a browser leaves of a screen 768 high, and the screen of a small laptop."""
PROJECTORS: Final = ((1024, 768), (1920, 1080))
PUPILS: Final = (
    ("Ana", "en-GB", True), ("Björn", "de-DE", False), ("Céline", "fr-FR", True), ("Dilek", "de-DE", True),
    ("Emil", "en-GB", False), ("Farid", "fr-FR", False), ("Greta", "de-DE", False), ("Hugo", "fr-FR", True),
    ("Ida", "en-GB", False),
)  # fmt: skip
"""Nickname, language of the browser, and whether it is a phone."""
CUT: Final = """() => {
  const bad = [];
  const parts = ".desk > * > *, #now > *, #keys > *, #next > *, #next button, #next select, #tiles > *, .projector *";
  for (const node of document.querySelectorAll(parts)) {
    const { width, right, bottom } = node.getBoundingClientRect();
    if (width && !node.closest("svg, .marks, .over") && (right > innerWidth + 1 || bottom > innerHeight + 1))
      bad.push(`${node.id || node.textContent.slice(0, 30)}: ${Math.round(right)}, ${Math.round(bottom)}`);
  }
  for (const node of document.querySelectorAll("#now, #who, #next"))
    if (node.scrollHeight > node.clientHeight + 1) bad.push(`${node.id} is cut`);
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) bad.push(`scrolls: ${scrollWidth}, ${scrollHeight}`);
  return bad;
}"""
"""What of a page is beyond its edge, or cut in its place."""


def all_seen(desk: Any, projector: Any) -> None:
    """Nothing of desk and projector is scrolled or cut at any size, and nothing keeps anybody out."""
    for page, sizes in ((projector, PROJECTORS), (desk, DESKS)):
        page.bring_to_front()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot()  # laid out and painted
            assert page.evaluate(CUT) == [], (page.url, width, height)
        assert serious(page) == []


@pytest.mark.noisy
@pytest.mark.thorough  # quickly, without a browser: tests/server/test_class.py
def test_an_hour_is_led_from_one_screen_by_keyboard_alone(open_page: Open, tmp_path: Path) -> None:
    page_of(tmp_path)
    options = ("--class", "30", "--lesson", "fair", "--address", "127.0.0.1")
    with Server(tmp_path, *options) as running:
        base = f"http://127.0.0.1:{running.port}/"
        desk = open_page(said(running, r"for you alone:  (\S+)"), width=1366, height=640)
        projector = desk.context.new_page()
        projector.goto(f"{base}class/projector")
        desk.wait_for_selector("#getin:not([hidden])")
        all_seen(desk, projector)
        pupils = []
        for name, language, phone in PUPILS:
            width, height = (375, 667) if phone else (1280, 800)
            page = open_page(base, width=width, height=height, locale=language, still=True)
            join(page, running, name)
            page.wait_for_url(f"{base}lessons/fair.html")
            page.wait_for_selector(".gk-bet button", state="attached")
            page.wait_for_selector(".gk-class-quiet")
            pupils.append(page)
        desk.bring_to_front()
        desk.wait_for_function("document.querySelectorAll('.tile:not(.away)').length === 9")
        desk.wait_for_selector("#way:not([hidden])")
        desk.wait_for_selector("#ready.good:has-text('de, en, fr')")
        all_seen(desk, projector)

        # The next step for all, taken back.
        press = desk.keyboard.press
        press("ArrowRight")
        for page in pupils:
            page.wait_for_function("gamekitInClass?.pace.fair === 2")
        press("z")
        for page in pupils:
            page.wait_for_function("gamekitInClass?.pace.fair === undefined")
            turn_to(page, ".gk-bet .gk-typed")

        # A vote: the count and a square each on the projector, the distribution at the desk alone.
        press("q")
        for page, value in zip(pupils, (10, 20, 20, 30, 30, 30, 50, 60, 90), strict=True):
            page.wait_for_selector(".gk-class-asks .gk-class-key")
            page.locator(".gk-bet .gk-typed").fill(str(value))
            page.locator(".gk-bet .gk-main-button").click()
            page.wait_for_selector(".gk-class-asks", state="hidden")
        desk.wait_for_selector("#count:has-text('9 of 9')")
        wait_until(projector, "document.querySelectorAll('.squares .in').length === 9")
        assert projector.locator("#spread *").count() == 0
        digits = "parseFloat(getComputedStyle(document.getElementById('count')).fontSize) / innerHeight"
        assert projector.evaluate(digits) > 1 / 12 / 0.65, "digits have two thirds of a letter's size"
        assert desk.locator(".tile.yes").count() == 9
        all_seen(desk, projector)

        # All look to the front: pupils' screens are dark, then where they were.
        press("p")
        for page in pupils:
            page.wait_for_selector(".gk-class-front[open]")
        assert serious(pupils[0]) == []
        all_seen(desk, projector)
        press("p")
        for page in pupils:
            page.wait_for_selector(".gk-class-front:not([open])", state="attached")

        # In pairs, again, and both rounds on the projector.
        press("Space")
        for page in pupils:
            page.wait_for_selector(".gk-class-wraps")
        all_seen(desk, projector)
        press("Space")
        for page, value in zip(pupils, (30, 20, 40, 40, 50, 50, 50, 50, 50), strict=True):
            page.wait_for_selector(".gk-bet .gk-typed:enabled")
            page.locator(".gk-bet .gk-typed").fill(str(value))
            page.locator(".gk-bet .gk-main-button").click()
            page.wait_for_selector(".gk-class-asks", state="hidden")
        desk.wait_for_selector("#count:has-text('9 of 9')")
        press("Space")
        projector.wait_for_selector(".rounds .round-before")
        assert projector.locator(".changes li").count() > 1
        assert not any(name in projector.content() for name, *_more in PUPILS)
        all_seen(desk, projector)
        press("s")
        projector.wait_for_selector("#spread *", state="detached")

        # One pupil's answers, reached and left by keys; the focus is where it was.
        press("f")
        press("ArrowRight")
        press("Enter")
        desk.wait_for_selector(".pupil[open] .said li:has-text('20 of 100')")
        assert serious(desk) == []
        press("Escape")
        assert "Björn" in desk.evaluate("document.activeElement.innerText")
        desk.evaluate("document.activeElement.blur()")

        # What stands folded opens over all, and goes with Escape.
        for key, name in (("w", "#way-in"), ("i", "#earlier"), ("h", "#help"), ("?", "#shortcuts")):
            press(key)
            desk.wait_for_selector(f"{name}:popover-open")
            assert serious(desk) == []
            press("Escape")
            desk.wait_for_selector(f"{name}:not(:popover-open)", state="attached")

        # A position for all, then plans for a tournament.
        press("m")
        for page in pupils:
            page.wait_for_url(f"{base}class/move")
            page.wait_for_selector(".gk-turn")
        desk.wait_for_selector("#chart .position")
        all_seen(desk, projector)
        press("v")
        for page in pupils:
            page.wait_for_url(f"{base}class/tournament")
            page.locator("button[value=build]").click()
            page.wait_for_selector("button[value=withdraw]")
        desk.wait_for_selector("#plans:has-text('9')")
        press("g")
        desk.wait_for_selector(".standings li")
        projector.wait_for_selector(".standings li")
        assert "Ana" not in projector.inner_text(".standings")
        press("n")
        projector.wait_for_selector(".standings li:has-text('Ana')")
        all_seen(desk, projector)
        # A board that is left in the middle of a sentence cannot end it.
        assert [error for page in (desk, *pupils) for error in page.errors if "Cannot send" not in error] == []

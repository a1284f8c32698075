"""Predictions, quizzes, lab panels and boards on a lesson's page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import gamekit as gk
from tests.browser.axe import serious
from tests.browser.conftest import settle

Open = Callable[..., Any]


def test_a_prediction_is_drawn_into_the_result_and_a_quiz_goes_on_by_keyboard(site: str, open_page: Open) -> None:
    page = open_page(f"{site}/cards.ipynb")
    page.get_by_role("spinbutton", name="How far?").fill("70")
    page.get_by_role("button", name="Save my prediction").click()
    page.wait_for_selector("text=Stored: 70 km")
    page.get_by_role("button", name="Run").click()
    page.wait_for_selector("text=your prediction: 70")
    assert page.locator('.gk-out svg[role="img"]:visible').get_attribute("aria-label") == "One bar"
    page.set_viewport_size({"width": 375, "height": 667})  # drawn for a desk, and still there when the page is zoomed
    page.locator('.gk-out svg[role="img"]').first.wait_for()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    page.wait_for_selector("text=Stored: 70 km")
    page.locator(".gk-answer").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Not quite. The answer is: 20.")
    assert page.evaluate("document.activeElement.textContent") == "Next question"
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Question 2; 0 of 1 right so far")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Right.")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        settle(page)
        assert serious(page) == [], scheme


@pytest.mark.parametrize(
    "name",
    ["live-kartenspiel", *(pytest.param(f"live-{game}", marks=pytest.mark.thorough) for game in gk.game_names()[1:])],
)
def test_no_serious_barrier_in_boards_light_or_dark(name: str, site: str, open_page: Open) -> None:
    page = open_page(f"{site}/{name}.ipynb", still=True)
    page.wait_for_selector(".gk-scene")
    page.evaluate("document.querySelectorAll('.gk details').forEach((one) => { one.open = true; })")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        settle(page)
        assert serious(page) == [], scheme

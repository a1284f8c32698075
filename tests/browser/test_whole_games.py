"""Whole games on Play pages opened as files: by mouse, by touch on a phone, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.browser.playing import (
    finished,
    go_to_moves,
    leave_guide,
    outside,
    step,
    unfold_settings,
    until,
    watched,
    written,
)

Open = Callable[..., Any]


class Short(NamedTuple):
    """How to set up a game that is soon over: how many play, and the control and the value that make it short."""

    players: int
    control: str
    value: str


SHORT: Final = {
    "kartenspiel": Short(2, "Number of stages", "1"),
    "route66": Short(2, "After how many turns each the game stops", "12"),
    "ausgebremst": Short(3, "The circuit of a single race", "1"),
    "auf_achse": Short(2, "Turns of each player at most", "5"),
}
SEED: Final = "1"
WHERE: Final = "Number(document.querySelector('.gk-where').textContent.split(' ')[1])"
PLACE: Final = ".gk-place:not(.gk-source)"
ON: Final = "document.activeElement.matches({!r})"
ONE_OF_THEM: Final = ".gk-ask ~ .gk-move"
MOST_TABS: Final = 60
CLOSEST: Final = """selector => {
  document.querySelector('.gk-board').scrollIntoView({ block: 'center' });
  const all = [...document.querySelectorAll(selector)].map((one) => {
    const box = one.getBoundingClientRect();
    const at = [box.left + box.width / 2, box.top + box.height / 2];
    return { moves: one.gkActions.map((action) => action.text), at };
  });
  const apart = (one, other) => Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
  const space = (one) => Math.min(...all.filter((other) => other !== one).map((other) => apart(one, other)));
  const inOrder = all.sort((one, other) => space(one) - space(other));
  return [inOrder[0], inOrder.at(-1)];
}"""
"""The place that is closest to another one, and the one that is farthest from all others."""


def games(*names: str) -> list[Any]:
    """These games; all but the first are played only when the suite is thorough."""
    return [pytest.param(name, marks=[pytest.mark.thorough] if place else []) for place, name in enumerate(names)]


def set_up(page: Any, short: Short, press: Callable[[Any], None]) -> None:
    """Fill in the form with a finger or a mouse, which `press` a control."""
    unfold_settings(page, press)
    press(page.locator(f".gkp-count:has(input[value='{short.players}'])"))
    control = page.get_by_label(short.control)
    if control.evaluate("one => one.matches('select')"):
        control.select_option(short.value)
    else:
        control.fill(short.value)
    page.locator("input[name=seed]").fill(SEED)
    press(page.locator(".gkp-start"))


def pointed(page: Any, point: Callable[[float, float], None]) -> None:
    """Click or tap in the middle of the first place, whatever lies over it, or on the first button of a move."""
    places = page.locator(PLACE)
    if not places.count():
        button = page.locator(".gk-moves .gk-move").first
        return button.tap() if point == page.touchscreen.tap else button.click()
    places.first.evaluate("one => one.scrollIntoView({ block: 'center' })")
    box = places.first.bounding_box()
    return point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def moved(page: Any, choose: Callable[[], None], again: Callable[[], None]) -> None:
    """Make a move; where several end in the same place, choose the first of them."""
    before = step(page)
    choose()
    until(page, f"{WHERE} > {before} || document.querySelector('.gk-ask')")
    if step(page) == before:
        again()
        until(page, f"{WHERE} > {before}")


@pytest.mark.quick
@pytest.mark.parametrize("name", games("kartenspiel", "route66", "ausgebremst", "auf_achse"))
def test_a_whole_game_by_mouse_asks_nobody_and_can_be_played_again(name: str, tmp_path: Path, open_page: Open) -> None:
    page = open_page("about:blank", still=True)
    asked = watched(page)
    page.goto(written(tmp_path, name))
    set_up(page, SHORT[name], lambda one: one.click())
    told = finished(
        page,
        lambda: moved(page, lambda: pointed(page, page.mouse.click), lambda: page.locator(ONE_OF_THEM).first.click()),
    )
    assert "Final scores: A " in told
    letters = page.locator(".gk-moment th").all_inner_texts()
    assert letters[: SHORT[name].players] == list("ABC")[: SHORT[name].players], "the end is told of all, in a table"
    page.locator(".gk-moves").get_by_role("button", name="Play again").click()
    page.wait_for_selector(".gk-place, .gk-moves .gk-move")
    assert outside(asked) == []


@pytest.fixture
def phone(open_page: Open) -> Any:
    """A page on a phone, where there are fingers and no mouse."""
    return open_page("about:blank", width=375, height=667, still=True, touch=True)


@pytest.mark.parametrize("name", games(*SHORT))
def test_a_whole_game_by_touch_on_a_phone(name: str, tmp_path: Path, phone: Any) -> None:
    asked = watched(phone)
    phone.goto(written(tmp_path, name))
    set_up(phone, SHORT[name], lambda one: one.tap())
    assert finished(
        phone,
        lambda: moved(
            phone, lambda: pointed(phone, phone.touchscreen.tap), lambda: phone.locator(ONE_OF_THEM).first.tap()
        ),
    )
    assert outside(asked) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375


def test_where_a_finger_may_have_meant_several_places_it_is_asked_which(tmp_path: Path, phone: Any) -> None:
    phone.goto(written(tmp_path, "auf_achse"))
    set_up(phone, SHORT["auf_achse"], lambda one: one.tap())
    leave_guide(phone)
    until(phone, f"document.querySelectorAll('{PLACE}').length > 50")
    close, alone = phone.evaluate(CLOSEST, PLACE)
    before = step(phone)
    phone.touchscreen.tap(*close["at"])
    until(phone, "document.querySelector('.gk-ask')")
    offered = phone.locator(ONE_OF_THEM).all_inner_texts()
    assert set(close["moves"]) <= set(offered)
    assert step(phone) == before
    phone.get_by_role("button", name="Cancel").tap()
    phone.locator(".gk-board").evaluate("one => one.scrollIntoView({ block: 'center' })")
    _close, alone = phone.evaluate(CLOSEST, PLACE)
    phone.touchscreen.tap(*alone["at"])
    until(phone, f"{WHERE} > {before}")


def tabbed_to(page: Any, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(MOST_TABS):
        if page.evaluate(ON.format(selector)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def by_keys(page: Any) -> None:
    """Choose the first place to which something leads, and go there."""
    go_to_moves(page)
    page.keyboard.press("ArrowRight")
    for _ in range(12):  # cards only show where they lead
        if not page.evaluate(ON.format(".gk-source")):
            break
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("name", games(*SHORT))
def test_a_whole_game_by_keyboard_alone(name: str, tmp_path: Path, open_page: Open) -> None:
    page = open_page(written(tmp_path, name), still=True)
    page.wait_for_selector(".gkp-start")
    short, keys = SHORT[name], page.keyboard
    tabbed_to(page, ".gkp-form .gkp-more > summary")
    keys.press("Enter")
    tabbed_to(page, ".gkp-count input")
    for _ in range(6):
        if page.evaluate(ON.format(f"[value='{short.players}']")):
            break
        keys.press("ArrowLeft")
    identity = page.get_by_label(short.control).evaluate("one => { one.dataset.short = 1; return one.tagName; }")
    tabbed_to(page, "[data-short]")
    if identity == "INPUT":
        keys.press("Control+A")
    keys.type(short.value)
    tabbed_to(page, "input[name=seed]")
    keys.type(SEED)
    keys.press("Enter")

    assert finished(page, lambda: moved(page, lambda: by_keys(page), lambda: keys.press("Enter")))

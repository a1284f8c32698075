"""Play pages for whoever hears them: found by role and name, with keys and no pointer; axe where it matters."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import gamekit as gk
from gamekit.core.session import Session
from tests.browser.axe import violations
from tests.browser.playing import written

Open = Callable[..., Any]
MOST_MOVES: Final = 80
SHORT: Final[dict[str, dict[str, Any]]] = {
    "route66": {"players": 2, "rounds": 12},
    "ausgebremst": {"players": 3},
    "auf_achse": {"players": 2, "rounds": 5},
}
FOCUSED: Final = "one => one === document.activeElement"


def heard(page: Any, role: str, name: str | re.Pattern[str], press: str = "Enter") -> None:
    """Find something by what it is called, go there and press a key."""
    one = page.get_by_role(role, name=name).first
    one.focus()
    page.keyboard.press(press)


def names(group: Any) -> list[str]:
    """The names of the buttons in a part of the accessibility tree."""
    return re.findall(r'- button "((?:[^"\\]|\\.)*)"', group.aria_snapshot())


def test_a_card_game_and_its_review_are_played_from_the_accessibility_tree_alone(
    tmp_path: Path, open_page: Open
) -> None:
    page = open_page(written(tmp_path, "kartenspiel"), still=True)
    page.get_by_text("Settings", exact=True).focus()
    page.keyboard.press("Enter")
    heard(page, "radio", re.compile("^2$"), press="Space")
    page.get_by_role("combobox", name="Number of stages").select_option("1")
    page.get_by_role("spinbutton", name="Number of the shuffle").fill("1")
    heard(page, "button", "Play now")
    heard(page, "button", "Leave the guide")
    places = page.get_by_role("group", name="Places where a move is possible")
    moves = page.get_by_role("group", name="Moves", exact=True)
    again = page.get_by_role("button", name="Look back at the game")
    for move in range(MOST_MOVES):
        places.get_by_role("button").or_(moves.get_by_role("button")).first.wait_for()
        assert move or violations(page) == []
        if again.is_visible():
            break
        offered = names(places)
        assert len(set(offered)) == len(offered), "equal cards are one button"
        first = (places if offered else moves).get_by_role("button").first
        assert first.evaluate(FOCUSED), "each own turn begins at its first choice"
        told = page.get_by_role("list", name="The board in words").get_by_role("listitem").all_inner_texts()
        assert [one[:2] for one in told if re.match("[A-D]:", one)] == ["A:", "B:"]
        page.keyboard.press("Enter")
    assert "Final scores: A " in " ".join(page.get_by_role("status").all_inner_texts())
    heard(page, "button", "Look back at the game")
    page.get_by_role("heading", name="Looking back at the game").wait_for()
    page.get_by_role("heading", name="Your choices that cost most").wait_for()
    assert page.get_by_role("rowheader").all_inner_texts() == ["A", "B", "B", "A you"], "the end, the review"
    page.get_by_role("img", name=re.compile("A begins with")).wait_for()
    heard(page, "button", re.compile("^Show step"))


def saved(session: Session, file: Path) -> Path:
    """A session as a file."""
    session.save(file)
    return file


def walked(name: str, steps: int) -> Session:
    """A short game after so many steps, or at its end."""
    session = gk.load(name, **SHORT[name]).session(seed=1)
    while not session.over and session.step < steps:
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    return session


@pytest.mark.thorough  # of the card game: above, and in test_review.py
@pytest.mark.parametrize("name", ["route66", "ausgebremst", "auf_achse"])
def test_axe_finds_nothing_in_mid_game_and_on_the_review(name: str, tmp_path: Path, open_page: Open) -> None:
    page = open_page(written(tmp_path, name), still=True)
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("group", name=re.compile("Places|Moves$")).get_by_role("button").first.wait_for()
    assert violations(page) == []
    page.get_by_role("button", name="New game", exact=True).click()
    page.locator("input[type=file]").first.set_input_files(saved(walked(name, 10_000), tmp_path / "over.json"))
    page.get_by_role("button", name="Look back at the game").click()
    page.get_by_role("img", name=re.compile("A begins with")).wait_for()
    page.locator(".gkp-looking").wait_for(state="detached")
    assert violations(page) == []

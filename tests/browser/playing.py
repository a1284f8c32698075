"""What tests do with a Play page: write it as a file, wait, move until the game is over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from gamekit.server.play_pages import play_page
from tests.browser.conftest import settle, wait_until

MOST_MOVES: Final = 600
ENDED: Final = "The game is over"
"""What is said first of a game that has ended."""
OVER: Final = "document.querySelector('.gk-turn')?.textContent.startsWith({!r})"
MOVE: Final = "document.querySelector('.gk-place, .gk-moves .gk-move')"
AT_A_MOVE: Final = "Boolean(document.activeElement?.closest('.gk-place, .gk-moves'))"
MOST_PRESSES: Final = 600
MOVE_OR_END: Final = f"{MOVE} || {OVER.format(ENDED)}"


def written(folder: Path, name: str) -> str:
    """The address of a game's Play page, written into a folder."""
    file = folder / f"{name}.html"
    file.write_text(play_page(name, "index.html"), encoding="utf-8")
    return file.as_uri()


def watched(page: Any) -> list[str]:
    """Every address the page asks for from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def outside(asked: list[str]) -> list[str]:
    """What of that is not in the file itself."""
    return [address for address in asked if not address.startswith(("file:", "blob:", "data:"))]


def until(page: Any, true: str) -> None:
    """Wait until something is true."""
    wait_until(page, f"Boolean({true})")


def unfold_settings(page: Any, press: Callable[[Any], None] = lambda one: one.click()) -> None:
    """Open the settings of a new game, which are folded below its one big button."""
    page.wait_for_selector(".gkp-start")
    press(page.locator(".gkp-form .gkp-more > summary"))


def go_to_moves(page: Any) -> None:
    """Press the key for moves until one keeps the focus: a step that is still being shown takes it away again."""
    for _ in range(MOST_PRESSES):
        page.keyboard.press("m")
        settle(page)
        if page.evaluate(AT_A_MOVE):
            return
    raise AssertionError("No move takes the focus.")


def leave_guide(page: Any) -> None:
    """Leave the guide of a first round: on a phone it stands above the board, and scrolls to what it speaks of."""
    page.get_by_role("button", name="Leave the guide").click()


def step(page: Any) -> int:
    """The step that is shown."""
    return int(page.locator(".gk-where").inner_text().split()[1])


def finished(page: Any, move: Callable[[], None], ended: str = ENDED) -> str:
    """Move until the game is over, which a page in another language says otherwise; what is said of its end."""
    over = OVER.format(ended)
    for _ in range(MOST_MOVES):
        until(page, f"{MOVE} || {over}")
        if page.evaluate(over):
            return str(page.locator(".gk-turn").inner_text())
        move()
    raise AssertionError("The game did not end.")

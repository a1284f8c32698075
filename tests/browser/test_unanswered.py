"""A served page whose server is gone, or silent: it says so in time, keeps everything, and goes on by itself."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser import reader
from tests.serving import Server, lesson

Open = Callable[..., Any]
COIN = """
import gamekit as gk
from gamekit.lessons import kit
bet = kit.bet("How many heads?", unit="of 100")

def heads(rng, n=50, odds=5):
    "Heads by lot"
    return kit.compare(rng.random(n) < odds / 10, odds / 10, bet=bet)

display(bet, kit.panel(heads, n=(10, 100), odds=(1, 9), button="Throw"))
display(kit.exercise(1), kit.quiz(kit.question("How many sides has a coin?", answer=2, why="A head and a tail.")))
display(gk.play(gk.load("pig", players=2), seats=[None, None], seed=3, name="board"))
"""
AT_MOST_MS = 2000
GIVES_UP_BY_THE_PAGES_CLOCK = """AbortSignal.timeout = (ms) => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), ms);
  return stop.signal;
};"""


def opened(open_page: Open, running: Server) -> Any:
    page = open_page(f"{running.base}/lessons/coins.html", still=True)
    page.wait_for_selector(".gk-lab button")
    return page


def bets(page: Any, value: int) -> None:
    page.get_by_role("spinbutton", name="How many heads?").fill(str(value))
    page.get_by_role("button", name="Save my prediction").click()
    page.wait_for_selector(".gk-bet.gk-stored")


@pytest.mark.noisy
def test_whatever_was_entered_is_kept_while_nobody_answers_and_a_press_goes_on_by_itself(
    tmp_path: Path, open_page: Open, port: int
) -> None:
    lesson(tmp_path / "coins.ipynb", "# Coins", COIN)
    with Server(tmp_path, port=port) as running:
        page = opened(open_page, running)
        bets(page, 42)
        page.locator(".gk-lab .gk-typed").first.fill("30")
        assert not page.locator(".gk-lost").is_visible()
        running.stop()
    page.wait_for_selector(".gk-lost", state="visible")
    assert "Nobody answers" in page.locator(".gk-lost").inner_text()
    page.set_viewport_size({"width": 375, "height": 667})
    for down in (0, 1, 100_000):
        page.evaluate("(down) => scrollTo(0, down)", down)
        box = page.locator(".gk-lost").bounding_box()
        assert box["y"] >= 0, "it is seen wherever the page stands"
        assert box["y"] + box["height"] < 667 / 2, "and covers nothing at the bottom"
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".gk-lab .gk-typed").nth(1).fill("7")
    page.locator("textarea").fill("Because it has two sides.")
    assert reader.answers_a_question(page)
    assert reader.plays_a_board(page)
    page.wait_for_selector(".gk-where:has-text('Step 2 of 2')")  # the move, and the die that falls for it
    page.get_by_role("button", name="Throw").click()
    page.get_by_text("This goes on by itself").wait_for()
    lesson(tmp_path / "coins.ipynb", "# Coins\n\nIt was brought up to date meanwhile.", COIN)
    with Server(tmp_path, port=port):
        page.wait_for_selector(".gk-lab.gk-done")
        page.wait_for_selector(".gk-lost", state="hidden")
        out = page.locator(".gk-lab .gk-out").inner_text()
        assert "42" in out
        assert "70" in out, "what was set while nobody answered"
        for again in (False, True):
            if again:
                page.reload()
                page.wait_for_selector(".gk-bet.gk-stored")
                assert "brought up to date" in page.content()
            assert page.locator("textarea").input_value() == "Because it has two sides."
            assert page.locator(".gk-where").inner_text() == "Step 2 of 2"
        failed = [one for one in page.errors if "ERR_CONNECTION" not in one and "ERR_EMPTY" not in one]
        assert failed == []


@pytest.mark.noisy
def test_within_two_seconds_a_page_says_that_a_silent_server_does_not_answer(tmp_path: Path, open_page: Open) -> None:
    lesson(tmp_path / "coins.ipynb", "# Coins", COIN)
    with Server(tmp_path) as running:
        page = open_page("about:blank", still=True)
        page.add_init_script(GIVES_UP_BY_THE_PAGES_CLOCK)
        page.clock.install()
        page.goto(f"{running.base}/lessons/coins.html")
        page.wait_for_selector(".gk-lab button")
        page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
        assert not page.locator(".gk-lost").is_visible()
        running.process.send_signal(signal.SIGSTOP)
        try:
            page.clock.run_for(AT_MOST_MS)
            page.wait_for_selector(".gk-lost", state="visible")
        finally:
            running.process.send_signal(signal.SIGCONT)
        page.clock.resume()
        page.wait_for_selector(".gk-lost", state="hidden")

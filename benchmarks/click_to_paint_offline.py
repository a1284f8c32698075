"""The Play page as a file on disk: its size, when it can be used, and from a click on a move to the painted frame.

    python -m benchmarks.click_to_paint_offline [--clicks N] [--only GAME]

People at every seat, so that every click is a move; once as fast as the machine is, once with the processor slowed down
six times, as a cheap phone is. Ends with 1 if a target is missed. The load is printed with the figures.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import gamekit as gk
from benchmarks.click_to_paint import CLICK_TIMES, browser_path
from gamekit.serve.play import play_page

MOST_BYTES = 600_000
USABLE_MS = 1000
MOST_MS = {1: 20, 6: 50}
"""The 95th percentile allowed, by how many times the processor is slowed down."""
USABLE = "performance.getEntriesByName('first')[0]?.startTime ?? performance.now()"


@dataclass(frozen=True)
class Measured:
    """One game at one speed."""

    usable: float
    median: float
    slowest: float
    clicks: int


def people_everywhere(page: Page) -> None:
    """Begin a game of persons who all see all cards."""
    for seat in page.locator(".gkp-seat select").all():
        seat.select_option("")
    page.get_by_label("Cover the cards").uncheck()
    page.locator(".gkp-start").click()
    page.wait_for_selector(".gk-place, .gk-move")


def measured(browser: Browser, address: str, slowed: int, clicks: int) -> Measured:
    """Open the page in a browser that knows nothing of it yet, and click."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.add_init_script(
        "new MutationObserver((_, all) => document.querySelector('.gkp-start') && "
        "(performance.mark('first'), all.disconnect())).observe(document, { childList: true, subtree: true });"
    )
    page.goto(address)
    page.wait_for_selector(".gkp-start")
    usable = float(page.evaluate(USABLE))
    people_everywhere(page)
    times: list[float] = page.evaluate(CLICK_TIMES, clicks)
    context.close()
    return Measured(usable, statistics.median(times), statistics.quantiles(times, n=20)[-1], len(times))


def main() -> int:
    """Print the table for benchmarks/README.md; 1 if a target is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clicks", type=int, default=100, help="clicks for each game and speed")
    parser.add_argument("--only", default="", help="one game")
    chosen = parser.parse_args()
    missed = False
    print(f"load before: {os.getloadavg()[0]:.1f}")
    print("| Play page from a file | kB | slowed | usable after, ms | median, ms | 95th percentile, ms | clicks |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--disable-gpu", "--no-first-run"]
        )
        for name in [name for name in gk.game_names() if chosen.only in ("", name)]:
            file = Path(folder) / f"{name}.html"
            size = file.write_bytes(play_page(name, "index.html").encode())
            missed = missed or size > MOST_BYTES
            for slowed, most in MOST_MS.items():
                one = measured(browser, file.as_uri(), slowed, chosen.clicks)
                missed = missed or one.slowest > most or (slowed == 1 and one.usable > USABLE_MS)
                figures = f"{one.usable:.0f} | {one.median:.0f} | {one.slowest:.0f} | {one.clicks}"
                print(f"| {name} | {size / 1000:.0f} | {slowed} × | {figures} |", flush=True)
        browser.close()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())

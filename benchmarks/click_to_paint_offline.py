"""Measure the Play page as a file on disk: its size, when it is usable, and the time from a click to the painted frame.

    python -m benchmarks.click_to_paint_offline [--clicks N] [--only GAME]

People are at every seat, so that every click is a move; once at full speed, once with the CPU throttled six times, like
a cheap phone. Then the slowest of six answers of the coach during a game, asked as the page asks it. The exit status is
1 if a target is missed. The load is printed with the figures.
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
from benchmarks.click_to_paint import CLICK_TIMES, FLAGS, browser_path
from gamekit.server.play_pages import play_page

MOST_BYTES = 700_000
USABLE_MS = 1000
MOST_MS = {1: 20, 6: 50}
"""Greatest 95th percentile in ms, by CPU throttling rate."""
USABLE = "performance.getEntriesByName('first')[0]?.startTime ?? performance.now()"


MOST_COACH_SECONDS = 2
COACH = """async ([name, moments]) => {
  const PLAYOUTS = 2000, GAMES = 20000, WIDE = 500, SECONDS = 1.8;  // as web/table/coach_answer.js asks
  const game = await gamekit.load(name, { players: 4 });
  const best = Object.keys(game.strategies)[1];
  const session = game.session(1);
  const decisions = [];
  while (!session.over) {
    if (session.player >= 0 && session.legal().length > 1) decisions.push(session.step);
    session.player < 0 ? session.roll() : session.play(session.chosen(best));
  }
  const ask = async (step) => {
    const at = session.branch(step), actions = at.legal().length;
    const playouts = actions > 16 ? WIDE : Math.min(PLAYOUTS, Math.floor(GAMES / actions));
    const start = performance.now();
    const [best] = await at.coach({ playouts, seconds: SECONDS });
    return [(performance.now() - start) / 1000, actions, best.playouts];
  };
  await ask(decisions.at(-1));  // the workers begin
  const asked = [];
  for (let i = 0; i < moments; i += 1) asked.push(await ask(decisions[Math.floor(i * decisions.length / moments)]));
  return asked.reduce((slowest, one) => (one[0] > slowest[0] ? one : slowest));
}"""
MOMENTS = 6


@dataclass(frozen=True)
class Measured:
    """Times in ms of one game at one speed."""

    usable: float
    median: float
    slowest: float
    clicks: int


def people_everywhere(page: Page) -> None:
    """Start a game of people only, with open cards."""
    page.locator(".gkp-form .gkp-more > summary").click()
    for seat in page.locator(".gkp-seat select").all():
        seat.select_option("")
    page.get_by_label("Cover the cards").uncheck()
    page.locator(".gkp-start").click()
    page.wait_for_selector(".gk-place, .gk-move")


def measured(browser: Browser, address: str, slowed: int, clicks: int) -> Measured:
    """Open the page in a new browser context, and click."""
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


def coached(browser: Browser, name: str, address: str) -> tuple[float, int, int]:
    """Return seconds, number of actions, and playouts of the best action of the coach's slowest answer."""
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector(".gkp-start")
    seconds, actions, playouts = page.evaluate(COACH, [name, MOMENTS])
    page.close()
    return float(seconds), int(actions), int(playouts)


def main() -> int:
    """Print the table for benchmarks/README.md; return 1 if a target is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clicks", type=int, default=100, help="clicks for each game and speed")
    parser.add_argument("--only", default="", help="one game")
    chosen = parser.parse_args()
    missed = False
    print(f"load before: {os.getloadavg()[0]:.1f}")
    print("| Play page from a file | kB | slowed | usable after, ms | median, ms | 95th percentile, ms | clicks |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        names = [name for name in gk.game_names() if chosen.only in ("", name)]
        for name in names:
            file = Path(folder) / f"{name}.html"
            size = file.write_bytes(play_page(name, "index.html").encode())
            missed = missed or size > MOST_BYTES
            for slowed, most in MOST_MS.items():
                one = measured(browser, file.as_uri(), slowed, chosen.clicks)
                missed = missed or one.slowest > most or (slowed == 1 and one.usable > USABLE_MS)
                figures = f"{one.usable:.0f} | {one.median:.0f} | {one.slowest:.0f} | {one.clicks}"
                print(f"| {name} | {size / 1000:.0f} | {slowed} × | {figures} |", flush=True)
        print(
            "\n| coach on the Play page, 4 players | playouts of the best action | slowest, s | actions there |"
            "\n|---|---|---|---|"
        )
        for name in names:
            address = (Path(folder) / f"{name}.html").as_uri()
            seconds, actions, playouts = coached(browser, name, address)
            missed = missed or seconds > MOST_COACH_SECONDS
            print(f"| {name} | {playouts:,} | {seconds:.2f} | {actions} |", flush=True)
        browser.close()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())

"""Measure the time from a click on a legal move to the painted frame, in Chromium with the real server.

    python -m benchmarks.click_to_paint [--clicks N] [--only GAME]

Two people play at one page of each game, so that every click is a move. The exit status is 1 if a 95th percentile is
above 20 ms. The load is printed, as timings on a busy machine mean little.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import gamekit as gk
from tests.serving import Server, lesson

MOST_MS = 20
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PAGE = """
import gamekit as gk
game = gk.load({name!r})
gk.play(game, seed=4, seats=[None] * game.players)
"""

# A click on a random place, until the step is another one and the frame that shows it is painted. Nobody clicks a move
# that is not on the screen yet: what glides has come to rest by then (board.js lets it glide for 320 ms), and Chromium
# has cleared up behind it.
CLICK_TIMES = """async (count) => {
  const REST_MS = 600;
  const root = document.querySelector(".gk");
  const where = root.querySelector(".gk-where");
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(null);
  }));
  const changed = (before) => new Promise((done) => {
    if (where.textContent !== before) return done();
    const watch = new MutationObserver(() => where.textContent !== before && (watch.disconnect(), done()));
    watch.observe(where, { childList: true, characterData: true, subtree: true });
    setTimeout(done, 5000);
  });
  const any = (what) => {
    const all = root.querySelectorAll(what);
    return all[Math.floor(Math.random() * all.length)];
  };
  const MOVE = ".gk-place:not(.gk-source), .gk-move";
  const times = [];
  while (times.length < count) {
    for (let wait = 0; wait < 400 && !any(MOVE); wait += 1) await pause(25);
    await pause(REST_MS);
    let move = any(MOVE);
    if (!move) break;
    const before = where.textContent;
    let start = performance.now();
    move.click();
    if (root.querySelector(".gk-ask")) {
      move = any(".gk-ask ~ .gk-move");
      await pause(REST_MS);
      start = performance.now();
      move.click();
    }
    await changed(before);
    await painted();
    times.push(performance.now() - start);
  }
  return times;
}"""
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-frame-rate-limit", "--disable-gpu-vsync")
"""Chromium's options. Frames are painted at once, as waiting for a screen's refresh is not the page's time."""


def browser_path() -> str:
    """Return the path of Chromium, or end the program if there is none."""
    found = os.environ.get("GAMEKIT_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or sys.exit("No Chromium on this machine (set GAMEKIT_BROWSER to its path).")


def click_times(page: Page, address: str, clicks: int) -> list[float]:
    """Return the milliseconds from click to paint, one for each click."""
    page.goto(address)
    page.wait_for_selector(".gk .gk-place")
    times: list[float] = page.evaluate(CLICK_TIMES, clicks)
    return times


def main() -> int:
    """Print the table for benchmarks/README.md; return 1 if a target is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clicks", type=int, default=100, help="clicks for each game")
    parser.add_argument("--only", default="", help="one game")
    chosen = parser.parse_args()
    names = [name for name in gk.game_names() if chosen.only in ("", name)]
    missed = False
    print(f"load before: {os.getloadavg()[0]:.1f}")
    print("| click to paint | median, ms | 95th percentile, ms | clicks |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            lesson(Path(folder) / f"{name}.ipynb", "# Play", PAGE.format(name=name), title=name)
        with Server(Path(folder)) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
            for name in names:
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                times = click_times(page, f"{server.base}/lessons/{name}.html", chosen.clicks)
                slowest = statistics.quantiles(times, n=20)[-1]
                missed = missed or slowest > MOST_MS
                print(f"| {name} | {statistics.median(times):.0f} | {slowest:.0f} | {len(times)} |", flush=True)
                page.close()
            browser.close()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())

"""How long a Play page looks back at a finished game, in Chromium.

    python -m benchmarks.review kartenspiel auf_achse

On each page one person plays the first move that is offered against the usual opponents; timed is from the end of the
game until the review is whole. Allowed: 10 s, Auf Achse 30 s, on two cores that do nothing else.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import gamekit as gk
from tests.browser.playing import finished, step, written

PATIENCE_MS = 120_000


def main() -> None:
    """Play one game of each kind, and print a row for it."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name in sys.argv[1:] or gk.game_names():
            page = browser.new_context(reduced_motion="reduce").new_page()
            page.goto(written(Path(folder), name))
            page.locator(".gkp-start").click()
            moves = page.locator(".gk-place, .gk-moves .gk-move")
            finished(page, lambda moves=moves: moves.first.click(force=True))  # type: ignore[misc]
            began = time.monotonic()
            page.locator(".gkp-review h3").wait_for()
            page.locator(".gkp-looking").wait_for(state="detached", timeout=PATIENCE_MS)
            took, small = time.monotonic() - began, page.locator(".gkp-review > p.gk-quiet").first.inner_text()
            print(f"| {name} | {step(page)} steps | {took:.1f} s | {small} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()

"""Make the pictures of README and docs anew, in Chromium:  python -m docs.make_pictures

Writes each game's board (docs/GAME.png), the gallery and the stepper. Needs a browser and the test requirements.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import gamekit as gk
from gamekit.serve import pictures
from tests.serving import ROOT, Server, lesson

HERE = Path(__file__).parent
WIDTH, HEIGHT = 1280, 820
PLAY = """
import gamekit as gk
session = gk.load("kartenspiel", players=4).session(seed=12)
gk.play(session, name="picture")
"""


def main() -> int:
    """Make all of them."""
    found = os.environ.get("GAMEKIT_BROWSER") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        print("No Chromium found; set GAMEKIT_BROWSER to its path.", file=sys.stderr)
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for name in gk.games():
            board(browser, name)
        pages(browser)
        browser.close()
    return 0


def board(browser: Any, name: str) -> None:
    """A game's board in the middle of a game."""
    drawn = pictures.board(name)
    if drawn is None:
        print(f"{name} has no picture yet.", file=sys.stderr)
        return
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ width: 100%; height: auto; display: block }}</style>{drawn}")
    page.locator("svg").first.screenshot(path=HERE / f"{name}.png")
    page.close()


def pages(browser: Any) -> None:
    """The gallery with the real lessons, and a game being played."""
    with Server(ROOT / "notebooks") as server:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(server.base)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=HERE / "gallery.png")
    with tempfile.TemporaryDirectory() as folder:
        lesson(Path(folder) / "play.ipynb", "", PLAY, title="Play")
        with Server(Path(folder)) as server:
            page.goto(f"{server.base}/voila/render/play.ipynb")
            for _ in range(6):
                page.locator(".gk-place").first.click(timeout=20_000)
                page.wait_for_timeout(4500)
            page.mouse.move(0, 0)
            page.locator(".gk").screenshot(path=HERE / "stepper.png")


if __name__ == "__main__":
    sys.exit(main())

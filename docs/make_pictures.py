"""Make the pictures of README and docs anew, in Chromium:  python -m docs.make_pictures [lesson] [class]

Writes each game's board (docs/GAME.png), the gallery, the stepper, the moving picture of a lesson, and of a class the
board, the projector, a table and a tournament. Needs a browser and the test requirements. With `lesson` only the moving
picture is made, with `class` only those of a class.
"""

from __future__ import annotations

import io
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

import gamekit as gk
from benchmarks.class_answers import found
from gamekit.server.class_.schemas import read_outcome
from gamekit.server.class_.store import Store
from gamekit.widgets import board_pictures
from tests.browser.reader import HAS_RUN, PANEL
from tests.serving import ROOT, Server, lesson

HERE = Path(__file__).parent
WIDTH, HEIGHT = 1280, 820
LESSON = "route66/02-speedometer"
NICKNAMES = ("Ada", "Ben", "Cem", "Dana", "Eli", "Finn", "Gül", "Hana", "Ida", "Jan", "Kim", "Lea")
CAME_OUT = {"value": 17.32, "low": 16.8, "high": 17.85, "exact": 17.22}
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
        wanted = sys.argv[1:] or ["games", "lesson", "class"]
        if "games" in wanted:
            for name in gk.game_names():
                board(browser, name)
            pages(browser)
        if "lesson" in wanted:
            first_look(browser)
        if "class" in wanted:
            a_class(browser)
        browser.close()
    return 0


def board(browser: Any, name: str) -> None:
    """A game's board in the middle of a game."""
    drawn = board_pictures.board(name)
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
        page.wait_for_load_state("load")
        page.screenshot(path=HERE / "gallery.png")
    with tempfile.TemporaryDirectory() as folder:
        lesson(Path(folder) / "play.ipynb", "", PLAY, title="Play")
        with Server(Path(folder)) as server:
            page.goto(f"{server.base}/lessons/play.html")
            for _ in range(6):
                page.locator(".gk-place").first.click(timeout=20_000)
                page.wait_for_timeout(4500)
            page.mouse.move(0, 0)
            page.locator(".gk").screenshot(path=HERE / "stepper.png")


def first_look(browser: Any) -> None:
    """Draw a moving picture of a lesson: a prediction is stored, a panel runs, the result stands beside it."""
    frames: list[Image.Image] = []
    milliseconds: list[int] = []

    def shoot(page: Any, stands: int) -> None:
        frames.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
        milliseconds.append(stands)

    with Server(ROOT / "notebooks") as server:
        page = browser.new_page(viewport={"width": 880, "height": 620}, reduced_motion="reduce")
        page.goto(f"{server.base}/lessons/{LESSON}.html")
        bet = page.locator(".gk-bet").first
        bet.evaluate("bet => bet.scrollIntoView({ block: 'center' })")
        page.wait_for_timeout(500)
        shoot(page, 2200)
        typed = bet.locator(".gk-typed")
        typed.fill("")
        for letter in "40":
            typed.press(letter)
            shoot(page, 500)
        bet.locator(".gk-main-button").click()
        bet.locator(".gk-good").wait_for()
        shoot(page, 1800)
        panel = page.locator(PANEL).filter(has=page.locator("form .gk-main-button:visible")).first
        panel.evaluate("panel => panel.scrollIntoView({ block: 'start' })")
        page.mouse.wheel(0, -90)
        page.wait_for_timeout(500)
        shoot(page, 1500)
        panel.locator("form .gk-main-button").click()
        page.wait_for_function(HAS_RUN, arg=panel.element_handle(), timeout=120_000)
        page.wait_for_timeout(500)
        shoot(page, 2500)
        panel.locator(".gk-out").evaluate("out => out.scrollIntoView({ block: 'end' })")
        page.mouse.wheel(0, 60)
        page.wait_for_timeout(500)
        shoot(page, 5000)
        page.close()
    first, *rest = frames
    first.save(
        HERE / "first-look.webp", save_all=True, append_images=rest, duration=milliseconds, loop=0, quality=82, method=6
    )


def a_class(browser: Any) -> None:
    """The teacher's desk with twelve pupils in a lesson; a question has been asked again after a discussion."""
    luck = random.Random(5)
    options = ("--class", "12", "--class-name", "9b", "--address", "0.0.0.0")
    with Server(ROOT / "notebooks", *options) as server:
        base = f"http://127.0.0.1:{server.port}"
        teacher = browser.new_context(viewport={"width": 1366, "height": 700}).new_page()
        teacher.goto(found(server, r"for you alone:  (\S+)"))
        code = found(server, r"class's code:  (\S+)")
        pupils = []
        for nickname in NICKNAMES:
            page = browser.new_context().new_page()
            page.goto(f"{base}/class?code={code}")
            page.fill("#nickname", nickname)
            page.click("button[value=join]")
            page.wait_for_selector(".gk-class")
            pupils.append(page)

        def tell(page: Any, turn: int, **report: Any) -> None:
            token = page.request.get(f"{base}/class/me").json()["xsrf"]
            data = {"turn": turn, "lesson": LESSON, **report}
            assert page.request.post(f"{base}/class/report", data=data, headers={"X-XSRFToken": token}).ok

        xsrf = teacher.locator("#board").get_attribute("data-xsrf")

        def order(do: str) -> None:
            data = {"do": do, "lesson": LESSON, "key": bet}
            assert teacher.request.post(f"{base}/class/teacher", data=data, headers={"X-XSRFToken": xsrf}).ok

        keys = [one["key"] for one in teacher.request.get(f"{base}/class/steps/{LESSON}").json()["questions"]]
        bet, *answers = keys
        for turn, (middle, wide) in enumerate(((55, 24), (27, 8)), 1):
            order("ask" if turn == 1 else "again")
            for page in pupils:
                guess = min(100, max(0, round(luck.gauss(middle, wide))))
                tell(page, turn, key=bet, round=turn, value=guess)
        for place, page in enumerate(pupils):
            number = (5, 5, 4, 6, 5, 3, 5, 6, 7, 4, 5, 6)[place]
            tell(page, 3, number=number, done=number - 1)
            for turn, (key, value) in enumerate(zip(answers, (0, 2, 0) if place == 5 else (1, 1), strict=False), 4):
                tell(page, turn, key=key, value=value)
        what_came_out(server, bet)
        order("tell")
        teacher.mouse.move(0, 0)
        teacher.wait_for_timeout(600)
        teacher.screenshot(path=HERE / "class.png")
        projected(teacher, base)
        at_a_table(pupils[0], pupils[1], base)
        strategies(teacher, pupils[:8], base)


def what_came_out(server: Server, key: str) -> None:
    """Tell the class what came out, as the server does that has run the panel."""
    store = Store(f"{server.classes.name}/classes.sqlite")
    said = read_outcome({"type": "came-out", "key": key, "figures": [CAME_OUT]}, "1")
    assert said is not None
    store.came_out(store.open_class("9b").id, LESSON, said)
    store.close()


def projected(teacher: Any, base: str) -> None:
    """The projector with the question that was asked again."""
    page = teacher.context.new_page()
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.goto(f"{base}/class/projector")
    page.wait_for_timeout(600)
    page.screenshot(path=HERE / "projector.png")
    page.close()


def at_a_table(first: Any, second: Any, base: str) -> None:
    """A table on a phone, after a few moves."""
    for page in (first, second):
        page.emulate_media(reduced_motion="reduce")
    first.goto(f"{base}/class/tables")
    first.select_option("#game", "kartenspiel")
    first.click("button[value=open]")
    first.wait_for_selector(".gkc-seats")
    second.goto(first.url)
    second.get_by_role("button", name="Sit down as B").click()
    for _ in range(10):
        for page in (first, second):
            page.wait_for_timeout(400)
            if page.locator(".gk-turn.gk-yours").count():
                page.keyboard.press("m")
                page.keyboard.press("Enter")
    first.set_viewport_size({"width": 375, "height": 820})
    first.wait_for_selector(".gk-turn.gk-yours", timeout=20_000)
    first.wait_for_timeout(6000)  # what has just happened is told above the board for a while
    first.screenshot(path=HERE / "table.png")


def strategies(teacher: Any, pupils: list[Any], base: str) -> None:
    """The tournament with all its games."""
    for number, page in enumerate(pupils):
        page.goto(f"{base}/class/tournament")
        for name, value in (("first", 10 + 10 * number), ("step", 20 + 10 * (number % 4)), ("enough", 50 * number)):
            page.fill(f"#{name}", str(value))
        page.get_by_role("button", name="Enter this plan").click()
    teacher.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    teacher.goto(f"{base}/class/tournament")
    teacher.get_by_role("button", name="Start the tournament").click()
    teacher.wait_for_selector("#stands:has-text('all games are played')", timeout=600_000)
    teacher.locator("#stands").screenshot(path=HERE / "tournament.png")


if __name__ == "__main__":
    sys.exit(main())

"""Everything in this folder needs a browser; where there is none it is skipped, and says why.

Fixtures: `chromium`, one browser for all tests; `serve(folder)`, the real server on a free port;
`site`, a server with one page for each of the small notebooks below; `open_page`, a page that
remembers every error on its console.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

import gamekit as gk
from tests.serving import Server, write_lesson

HERE = Path(__file__).parent
BROWSERS = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
READY_MS = 300_000
"""Milliseconds for which a page may keep a test waiting. Only a test that fails waits so long."""
LOOK_MS = 50
SETTLED = """async () => {
  const painted = () => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
  const ends = (one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity;
  await document.fonts.ready;
  await painted();
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
  await painted();
}"""

PLAY = """
import gamekit as gk
gk.play(gk.load("kartenspiel", players={players}, stages={stages}), name={name!r}, {more})
"""
LIVE = """
import gamekit as gk
gk.play(gk.load({game!r}), seed=1, name="live")
"""
REVIEW = """
import gamekit as gk
session = gk.load("kartenspiel", players=2, stages=1).session(seed=3)
while not session.over:
    session.roll() if session.player < 0 else session.play(session.legal()[0])
gk.review(session)
"""
PAGES = {
    "review": REVIEW,
    "play": PLAY.format(players=3, stages=5, name="play", more="seed=7"),
    "alone": PLAY.format(players=2, stages=1, name="alone", more="seed=4, seats=[None, None]"),
    "dice": PLAY.format(players=2, stages=5, name="dice", more="seed=4, seats=[None, None], chance_acts=False"),
    "cards": """
import gamekit as gk
from gamekit.widgets import Bet, Number, Question, Quiz, bars, lab
from IPython.display import display
game = gk.load("kartenspiel")
bet = Bet("How far?", low=0, high=100, unit="km", key="bet")
quiz = Quiz(lambda rng: Question("Which?", 1, "So it is.", choices=("10", "20"), rules=("KS-15",)), game=game)
panel = lab(lambda far: bars({"far": (far, far - 5, far + 5)}, alt="One bar", bet=bet.value),
            Number("far", "How far", 0, 100, 40), title="Try it")
display(bet, quiz, panel)
""",
    **{f"live-{game}": LIVE.format(game=game) for game in gk.game_names()},
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


BROWSER = contextlib.ExitStack()
"""What has to be closed of the one Chromium that tests share."""


@functools.cache
def launch() -> Any:
    """Start the Chromium of this process, once."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    found = os.environ.get("GAMEKIT_BROWSER") or next(
        (b for b in BROWSERS if Path(b).exists()), shutil.which("chromium")
    )
    if not found:
        pytest.skip("no Chromium on this machine (set GAMEKIT_BROWSER to its path)")
    playwright = BROWSER.enter_context(sync_api.sync_playwright())
    browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
    BROWSER.callback(browser.close)
    return browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Close Chromium before a test of another folder: Playwright's event loop would run in it, too."""
    yield
    if nextitem is None or HERE not in nextitem.path.parents:
        BROWSER.close()
        launch.cache_clear()


@pytest.fixture
def chromium() -> Any:
    """The Chromium that all tests of this folder share."""
    return launch()


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[..., str]]:
    """`serve(folder, *arguments)` starts the real server on a folder of notebooks and returns its address."""
    with contextlib.ExitStack() as running:
        yield lambda folder, *arguments: running.enter_context(Server(folder, *arguments)).base


@pytest.fixture(scope="session")
def site(serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address below which each of PAGES is a page: `f"{site}/play"`."""
    folder = tmp_path_factory.mktemp("notebooks")
    for name, source in PAGES.items():
        write_lesson(folder / f"{name}.ipynb", [nbformat.v4.new_code_cell(source)], title=name)
    return serve(folder) + "/lessons"


def told(message: Any) -> str:
    """A console message with the place it comes from."""
    return f"{message.text} ({message.location.get('url', '')})"


def wait_until(page: Any, true: str, arg: Any = None) -> None:
    """Playwright's own way evaluates in the page, which the policy of our pages forbids."""
    for _look in range(READY_MS // LOOK_MS):
        if page.evaluate(true, arg):
            return
        page.wait_for_timeout(LOOK_MS)
    raise AssertionError(f"Never true: {true}")


def settle(page: Any) -> None:
    """Wait until the page has its typeface, every animation that ends has ended, and the result has been painted."""
    page.evaluate(SETTLED)


def resize(page: Any, width: int, height: int) -> None:
    """Give the page another size, and wait until it is laid out for it."""
    page.set_viewport_size({"width": width, "height": height})
    settle(page)


@pytest.fixture
def open_page(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """`open_page(address, width=…, …)`: a page, which keeps its errors in `page.errors`; at the end it has none.

    A test that is marked as noisy makes errors on purpose, and looks at them by itself.
    """
    contexts, pages = [], []

    def open_it(
        address: str,
        *,
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        still: bool = False,
        locale: str = "en-US",
        touch: bool = False,
    ) -> Any:
        context = chromium.new_context(
            locale=locale,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            accept_downloads=True,
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(READY_MS)
        contexts.append(context)
        page = context.new_page()
        pages.append(page)
        page.wait_for_function = functools.partial(wait_until, page)
        page.errors = []
        page.on("console", lambda message: page.errors.append(told(message)) if message.type == "error" else None)
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.goto(address)
        return page

    yield open_it
    errors = [error for page in pages for error in page.errors]
    for context in contexts:
        context.close()
    assert request.node.get_closest_marker("noisy") or errors == []

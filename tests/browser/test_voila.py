"""Stock Voilà, its own kernels and nothing of ours but the template: a lesson opens, and all that is in it works.

There are three ways to start it in the project's folder: for a folder, for one lesson, and as a command of gamekit. A
folder's list and its first lesson are always opened; `.ci/release` opens all lessons in each way.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import nbformat
import pytest

from gamekit.core.game import GAMES, load
from gamekit.lessons import catalog
from gamekit.server import voila as voila_mode
from tests.browser import reader
from tests.browser.conftest import resize
from tests.serving import PATIENCE, reserved_port, soon, starts

Open = Callable[..., Any]
PROJECT = Path(__file__).parents[2]
FOLDER = PROJECT / "notebooks"
LESSONS = catalog.find_lessons(FOLDER)
FIRST = "start"
LETTERS = """document.fonts.ready.then((all) =>
  [...all].some((one) => one.family.includes("Gamekit Sans") && one.status === "loaded"))"""


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE):
            return True
    except OSError:
        return False


def serving(command: list[str], **around: str) -> Iterator[str]:
    """The address of a server while it runs."""
    with (
        reserved_port() as port,
        subprocess.Popen(
            [sys.executable, "-m", *command, f"--port={port}", "--no-browser"],
            cwd=PROJECT,
            env=os.environ | around,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process,
    ):
        address = f"http://localhost:{port}/"
        try:
            assert starts(process, lambda: answers(address)), "Voilà has ended, or does not answer"
            yield address
        finally:
            process.send_signal(signal.SIGTERM)


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("share")
    voila_mode.lay_out(folder)  # of this very working copy, whatever is installed
    return str(folder)


@pytest.fixture(scope="module")
def voila(share: str) -> Iterator[str]:
    yield from serving(["voila", "notebooks"], JUPYTER_PATH=share)


@pytest.fixture(scope="module")
def command(share: str) -> Iterator[str]:
    yield from serving(["gamekit", "voila"], JUPYTER_PATH=share)


@pytest.fixture
def alone(share: str, lesson: catalog.Lesson) -> Iterator[str]:
    yield from serving(["voila", f"notebooks/{lesson.path}"], JUPYTER_PATH=share)


def opened(voila: str, open_page: Open, path: str, **how: Any) -> Any:
    page = open_page("about:blank", **how)
    page.foreign = []
    known = (voila, voila.replace("http", "ws"), "data:", "blob:")
    page.on("request", lambda one: None if one.url.startswith(known) else page.foreign.append(one.url))
    page.on("websocket", lambda one: None if one.url.startswith(known) else page.foreign.append(one.url))
    page.goto(f"{voila}{path}")
    return page


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
@pytest.mark.parametrize("way", ["voila", "alone", "command"])
def test_a_lesson_under_stock_voila_does_all_that_is_in_it_and_asks_nobody_else(
    request: pytest.FixtureRequest, open_page: Open, way: str, lesson: catalog.Lesson
) -> None:
    address = request.getfixturevalue(way)
    page = opened(address, open_page, "" if way == "alone" else f"voila/render/{lesson.path}")
    does_all(page, lesson)
    if way == "alone":
        assert ways_to_pages(page) == set(), "there is no list, and no other lesson"
        assert page.evaluate(
            "name => Object.keys(localStorage).every((key) => key.includes(name))", Path(lesson.path).stem
        )
    if lesson.name == FIRST:
        page.reload()
        page.locator(".gk-stored").first.wait_for(state="attached")
    ends_with_its_page(address, page)


def ways_to_pages(page: Any) -> set[str]:
    """The addresses of other pages on this server to which a page leads."""
    found: list[str] = page.evaluate("[...document.links].map((one) => one.href.split('#')[0])")
    return {one for one in found if one != page.url.split("#")[0]}


def ends_with_its_page(voila: str, page: Any, leave: Callable[[], object] | None = None) -> None:
    """See the page's kernel end when the page is left."""
    kernel = f"{voila}api/kernels/" + re.findall(r'"kernelId": ?"([\w-]+)"', page.content())[0]
    assert answers(kernel)
    leave() if leave else page.goto("about:blank")
    assert soon(lambda: not answers(kernel)), "the kernel is still there"


def does_all(page: Any, lesson: catalog.Lesson) -> None:
    """See a lesson whole, do all that is in it, and find nothing broken."""
    reader.waits_until_whole(page)
    assert page.title() == lesson.title
    assert page.locator(".gk-failed").count() == 0
    guarded = page.locator(".gk-closed").count()
    hidden = [cell for cell in cells(lesson) if cell not in only_for_notebooks(lesson)]
    assert guarded == sum("after-bet" in cell.metadata.get("tags", []) for cell in hidden)
    assert set(reader.uses(page)) >= deeds_of(lesson)
    assert reader.answers_the_asks(page) == sum("ask" in cell.metadata.get("tags", []) for cell in hidden)
    assert page.locator(".gk-later").count() == 0, "what follows a question is open when it was answered"
    if guarded:
        page.wait_for_function("most => document.querySelectorAll('.gk-closed').length < most", arg=guarded)
    assert page.locator(".jp-InputArea-editor").count() == 0, "code is hidden"
    shown = page.locator("#rendered_cells .jp-Cell").count()
    assert shown == len(cells(lesson)) - len(only_for_notebooks(lesson))
    assert page.locator(".gk-contents li").count() == len(catalog.step_names(FOLDER, lesson.name)) + 1
    resize(page, 375, 667)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.errors + page.foreign == []
    for way in ways_to_pages(page):
        place = unquote(urlsplit(way).path).removeprefix("/voila/")
        assert place == "tree/" or (FOLDER / place.removeprefix("render/")).is_file(), f"{way} leads nowhere"


def cells(lesson: catalog.Lesson) -> list[Any]:
    return list(nbformat.read(FOLDER / lesson.path, as_version=4).cells)  # type: ignore[no-untyped-call]


def only_for_notebooks(lesson: catalog.Lesson) -> list[Any]:
    return [cell for cell in cells(lesson) if "notebook-only" in cell.metadata.get("tags", [])]


def deeds_of(lesson: catalog.Lesson) -> set[str]:
    """What a reader must be able to do: all that is there; the page for teachers asks nothing."""
    if lesson.name == "teachers":
        return {"runs_a_panel", "makes_sheets"}
    boards = any("gk.play(" in cell.source or "gk.replay(" in cell.source for cell in cells(lesson))
    return {"makes_a_bet", "answers_a_question", "runs_a_panel"} | ({"plays_a_board"} if boards else set())


@pytest.mark.slow
@pytest.mark.noisy
def test_the_list_has_every_lesson_and_its_first_does_all_that_is_in_it_and_leads_back(
    voila: str, open_page: Open
) -> None:
    page = opened(voila, open_page, "")
    assert page.locator("a.lesson").count() == len(LESSONS)
    assert {one.inner_text() for one in page.locator(".lesson-title").all()} == {lesson.title for lesson in LESSONS}
    folders = page.evaluate("[...document.querySelectorAll('h2 a')].map((one) => one.href.split('/').at(-1))")
    assert folders == [*GAMES, "topics"], "the easiest game comes first"
    assert page.locator("h2").all_inner_texts()[: len(GAMES)] == [load(name).title for name in GAMES]
    assert page.evaluate(LETTERS)
    page.get_by_text("Start here").click()
    does_all(page, next(lesson for lesson in LESSONS if lesson.name == FIRST))
    assert page.evaluate(LETTERS)
    ends_with_its_page(voila, page, lambda: page.locator(".gk-bar a").first.click())
    page.wait_for_selector("a.lesson")
    assert page.errors + page.foreign == []
    page.goto(f"{voila}voila/render/nowhere.ipynb")
    assert "no page at this address" in page.locator("main").inner_text()
    page.locator(".back").click()
    page.wait_for_selector("a.lesson")
    assert page.foreign == []

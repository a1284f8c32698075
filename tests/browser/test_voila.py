"""Stock Voilà, its own kernels and nothing of ours but the template: every lesson opens, and all that is in it works.

The server is `voila notebooks` in the project's folder, as anybody would type it. Two lessons are always opened; of the
others `.ci/release` takes a third, with the next seed the next one.
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

import nbformat
import pytest

from gamekit.serve import lessons, voila_mode
from tests.browser import reader
from tests.browser.conftest import resize
from tests.play import take_share
from tests.serving import PATIENCE, reserved_port, soon, starts

Open = Callable[..., Any]
PROJECT = Path(__file__).parents[2]
FOLDER = PROJECT / "notebooks"
LESSONS = lessons.find_lessons(FOLDER)
ALWAYS = ("start", "kartenspiel/02-counting-cards")
"""One of them has formulas, predictions that open what follows them, and cells that are only for a notebook."""
CHOSEN = [
    lesson if lesson.name in ALWAYS else pytest.param(lesson, marks=pytest.mark.thorough, id=lesson.name)
    for lesson in LESSONS
    if lesson.name in ALWAYS or lesson in take_share(LESSONS, 16)
]
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
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    share = tmp_path_factory.mktemp("share")
    voila_mode.lay_out(share)  # of this very working copy, whatever is installed
    yield from serving(["voila", "notebooks"], JUPYTER_PATH=str(share))


def opened(voila: str, open_page: Open, path: str, **how: Any) -> Any:
    page = open_page("about:blank", **how)
    page.foreign = []
    known = (voila, voila.replace("http", "ws"), "data:", "blob:")
    page.on("request", lambda one: None if one.url.startswith(known) else page.foreign.append(one.url))
    page.on("websocket", lambda one: None if one.url.startswith(known) else page.foreign.append(one.url))
    page.goto(f"{voila}{path}", timeout=reader.PATIENCE_MS)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("lesson", CHOSEN, ids=lambda lesson: lesson.name)
def test_a_lesson_under_stock_voila_does_all_that_is_in_it_and_asks_nobody_else(
    voila: str, open_page: Open, lesson: lessons.Lesson
) -> None:
    page = opened(voila, open_page, f"voila/render/{lesson.path}")
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
    assert page.locator(".gk-contents li").count() == len(lessons.step_names(FOLDER, lesson.name)) + 1
    resize(page, 375, 667)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.errors == []
    assert page.foreign == []


def cells(lesson: lessons.Lesson) -> list[Any]:
    return list(nbformat.read(FOLDER / lesson.path, as_version=4).cells)  # type: ignore[no-untyped-call]


def only_for_notebooks(lesson: lessons.Lesson) -> list[Any]:
    return [cell for cell in cells(lesson) if "notebook-only" in cell.metadata.get("tags", [])]


def test_some_cells_are_only_for_notebooks() -> None:
    assert any(only_for_notebooks(lesson) for lesson in LESSONS if lesson.name in ALWAYS)


def deeds_of(lesson: lessons.Lesson) -> set[str]:
    """What a reader must be able to do: all that is there; the page for teachers asks nothing."""
    if lesson.name == "teachers":
        return {"runs_a_panel", "makes_sheets"}
    boards = any("gk.play(" in cell.source or "gk.replay(" in cell.source for cell in cells(lesson))
    return {"makes_a_bet", "answers_a_question", "runs_a_panel"} | ({"plays_a_board"} if boards else set())


def test_the_list_has_every_lesson_and_each_page_leads_back_to_it(voila: str, open_page: Open) -> None:
    page = opened(voila, open_page, "")
    assert page.locator("a.lesson").count() == len(LESSONS)
    assert {one.inner_text() for one in page.locator(".lesson-title").all()} == {lesson.title for lesson in LESSONS}
    assert page.evaluate(LETTERS)
    page.get_by_text("Start here").click()
    page.wait_for_selector("#rendered_cells", state="visible", timeout=reader.PATIENCE_MS)
    assert page.evaluate(LETTERS)
    page.locator(".gk-bar a").first.click()
    page.wait_for_selector("a.lesson")
    lost = opened(voila, open_page, "voila/render/nowhere.ipynb")
    assert "no lesson at this address" in lost.locator("main").inner_text()
    lost.locator(".back").click()
    lost.wait_for_selector("a.lesson")
    assert page.errors == []
    assert page.foreign + lost.foreign == []


def test_a_page_that_is_left_lets_its_kernel_go(voila: str, open_page: Open) -> None:
    page = opened(voila, open_page, "voila/render/start.ipynb")
    reader.waits_until_whole(page)
    kernel = re.search(r'"kernelId": ?"([\w-]+)"', page.content())
    assert kernel
    address = f"{voila}api/kernels/{kernel[1]}"
    assert answers(address)
    page.wait_for_function("document.cookie.includes('_xsrf')")
    page.goto("about:blank")
    assert soon(lambda: not answers(address)), "the kernel is still there"


def test_python_m_gamekit_voila_serves_the_same(tmp_path: Path) -> None:
    for address in serving(["gamekit", "voila"]):
        with urllib.request.urlopen(address, timeout=PATIENCE) as page:
            assert page.read().decode().count('class="lesson"') == len(LESSONS)

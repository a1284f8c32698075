"""A lesson in JupyterLab: no news, its contents, the package's source beside it, all cells run; then it is used."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.browser import reader

Open = Callable[..., Any]
PROJECT = Path(__file__).parents[2]
SOURCE = "gamekit/games/kartenspiel/rules.py"
STEPS = ["Two moves", "A prediction", "Three questions", "Where next"]
ALL_HAVE_RUN = """() => document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status === 'idle'
  && ![...document.querySelectorAll('.jp-InputPrompt')].some(prompt => prompt.textContent.includes('*'))"""
"""Between two cells the kernel rests as well."""
LOOKS, LOOK_AGAIN_MS = 60, 1000
ANY_RUNS = "() => document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status === 'busy'"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address that `python -m gamekit lab` prints: JupyterLab with the first lesson, never opened before."""
    command = [sys.executable, "-m", "gamekit", "lab", "--no-browser", "--no-compile", "--port", "0"]
    kept = {f"JUPYTERLAB_{what}_DIR": str(tmp_path_factory.mktemp(what)) for what in ("WORKSPACES", "SETTINGS")}
    process = subprocess.Popen(
        command, cwd=PROJECT, env=os.environ | kept, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        said, found = "", None
        for line in process.stderr or ():
            said += line
            if found := re.search(r"http://127\.0\.0\.1:\d+/lab/tree/notebooks/start\.ipynb\?token=\w+", line):
                break
        assert found, said
        assert process.stderr is not None
        threading.Thread(target=process.stderr.read, daemon=True).start()  # it goes on speaking
        yield found[0]
    finally:
        ended(process)


def ended(process: subprocess.Popen[str]) -> None:
    """End JupyterLab and what it has started, politely at first: it may be busy with a kernel that begins."""
    family = [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]
    process.terminate()
    _gone, alive = psutil.wait_procs(family, timeout=15)
    for one in alive:
        one.kill()
    process.wait()


@pytest.mark.slow
@pytest.mark.thorough
def test_a_lesson_runs_from_top_to_bottom_in_jupyterlab_and_its_board_bet_and_panel_are_used(
    open_page: Open, address: str
) -> None:
    page = open_page(address, width=1366, height=768)
    page.set_default_timeout(reader.PATIENCE_MS)
    page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
    server, _path, token = address.partition("/lab/")
    source = page.request.get(f"{server}/api/contents/{SOURCE}?{token.partition('?')[2]}")
    assert "KS-26" in source.json()["content"], "the package's source can be opened beside the lesson"

    page.keyboard.press("Control+Shift+K")
    page.locator(".jp-TableOfContents:visible .jp-tocItem-content", has_text=STEPS[0]).wait_for()
    contents = page.locator(".jp-TableOfContents:visible .jp-tocItem-content").all_inner_texts()
    assert [text for text in contents if text in STEPS] == STEPS

    page.locator("#jp-MainMenu >> text=Run").first.click()
    page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Run All Cells$")).click()
    page.wait_for_function(ANY_RUNS)
    page.wait_for_function(ALL_HAVE_RUN)
    assert page.locator(".jp-RenderedText[data-mime-type$=error]").count() == 0

    step = page.locator(".jp-TableOfContents:visible .jp-tocItem-content", has_text=STEPS[0])
    board = page.locator(reader.BOARD).first
    for _time in range(LOOKS):  # a place is left again when what stands above it grows
        step.click()
        page.wait_for_timeout(LOOK_AGAIN_MS)
        if board.is_visible():
            break
    where = board.locator(".gk-where")
    where.wait_for()
    before = where.inner_text()
    board.locator(".gk-places button, .gk-under .gk-moves button").first.click()
    page.wait_for_function(reader.STEP_IS_NOT, arg=[board.element_handle(), before])

    assert reader.makes_a_bet(page)
    assert reader.runs_a_panel(page)
    assert page.locator(".jp-Dialog, .Toastify__toast:has-text('news')").count() == 0
    assert page.errors == []

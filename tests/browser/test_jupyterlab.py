"""A lesson in JupyterLab: no news, its contents, the package's source beside it, all cells run; then it is used."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
import psutil
import pytest

from notebooks.refresh import FOLDED, KERNEL, LANGUAGE
from tests.browser import reader
from tests.serving import starts

Open = Callable[..., Any]
PROJECT = Path(__file__).parents[2]
SOURCE = "gamekit/games/kartenspiel/rules.py"
METADATA = {"gamekit": {"title": "Gone"}, "kernelspec": KERNEL, "language_info": LANGUAGE}
GONE = ".gk-notice[role=alert]"
CELLS = [
    "import gamekit as gk\nfrom gamekit.lessons import kit",
    "gk.play(gk.load('pig', players=2), seed=1)",
    "kit.bet('How many?', 0, 100)",
    "kit.panel(lambda rng, n=3: kit.bars({'a': n}), title='Try it', n=(0, 10))",
    "kit.quiz(kit.question('One and one?', answer=2))",
    "kit.ask(kit.question('Two and two?', [3, 4], answer=4, why='Count them.'))",
]
STEPS = ["Two moves", "A prediction", "Three questions", "Where next"]
ALL_HAVE_RUN = """() => document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status === 'idle'
  && ![...document.querySelectorAll('.jp-InputPrompt')].some(prompt => prompt.textContent.includes('*'))"""
"""Between two cells the kernel rests as well."""
LOOKS, LOOK_AGAIN_MS = 60, 1000
ANY_RUNS = "() => document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status === 'busy'"


@contextmanager
def jupyterlab(kept: Path, *more: str) -> Iterator[str]:
    """The address that `python -m gamekit lab` prints: JupyterLab never opened before, whose settings lie in `kept`.

    It looks for a free port, lets go of it and takes it again when it is ready: then another program may have it, and
    JupyterLab ends. It is started once more then.
    """
    for last in (False, False, True):
        with started(kept, *more) as (process, address):
            port = int(address.split(":")[2].partition("/")[0])
            if starts(process, partial(answers, port)) or last:
                yield address
                return


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def started(kept: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program, and the address it has printed."""
    command = [sys.executable, "-m", "gamekit", "lab", "--no-browser", "--port", "0", *more]
    places = {f"JUPYTERLAB_{what}_DIR": str(kept / what) for what in ("WORKSPACES", "SETTINGS")}
    process = subprocess.Popen(
        command, cwd=PROJECT, env=os.environ | places, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        said, found = "", None
        for line in process.stderr or ():
            said += line
            if found := re.search(r"http://127\.0\.0\.1:\d+/lab/tree/\S*start\.ipynb\?token=\w+", line):
                break
        assert found, said
        assert process.stderr is not None
        threading.Thread(target=process.stderr.read, daemon=True).start()  # it goes on speaking
        yield process, found[0]
    finally:
        ended(process)


def ended(process: subprocess.Popen[str]) -> None:
    """End JupyterLab and what it has started, politely at first: it may be busy with a kernel that begins."""
    if process.poll() is not None:
        return
    family = [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]
    process.terminate()
    _gone, alive = psutil.wait_procs(family, timeout=15)
    for one in alive:
        one.kill()
    process.wait()


@pytest.mark.slow
@pytest.mark.noisy
@pytest.mark.thorough
def test_a_lesson_runs_from_top_to_bottom_in_jupyterlab_and_its_board_bet_and_panel_are_used(
    open_page: Open, tmp_path: Path
) -> None:
    with jupyterlab(tmp_path) as address:
        runs_from_top_to_bottom(open_page(address, width=1366, height=768), address)


def runs_from_top_to_bottom(page: Any, address: str) -> None:
    page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
    server, _path, token = address.partition("/lab/")
    source = page.request.get(f"{server}/api/contents/{SOURCE}?{token.partition('?')[2]}")
    assert "KS-26" in source.json()["content"], "the package's source can be opened beside the lesson"

    page.keyboard.press("Control+Shift+K")
    page.locator(".jp-TableOfContents:visible .jp-tocItem-content", has_text=STEPS[0]).wait_for()
    contents = page.locator(".jp-TableOfContents:visible .jp-tocItem-content").all_inner_texts()
    assert [text for text in contents if text in STEPS] == STEPS

    page.locator(".jp-OutputArea-output :is(svg, img)").first.wait_for(state="attached")  # signed, so shown at once
    chosen(page, "Run", "Run All Cells")
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


@contextmanager
def lesson_that_has_run(cells: list[Any], kept: Path, open_page: Open) -> Iterator[tuple[Any, str, Path]]:
    """The only lesson of a folder, all its cells run: the page, its address, and the notebook's file."""
    path = kept / "lessons" / "start.ipynb"
    path.parent.mkdir()
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=METADATA), path)
    with jupyterlab(kept, "--notebooks", str(path.parent)) as address:
        page = open_page(address, height=2000)
        page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
        page.get_by_text("| Idle").wait_for()  # before there is a kernel, JupyterLab refuses to run any
        chosen(page, "Run", "Run All Cells")
        page.locator(".gk-bet .gk-main-button").wait_for()
        page.wait_for_function(ALL_HAVE_RUN)
        yield page, address, path


@pytest.mark.slow
@pytest.mark.noisy
@pytest.mark.thorough
def test_widgets_whose_kernel_has_gone_say_what_to_do_now_and_when_the_notebook_is_opened_again(
    open_page: Open, tmp_path: Path
) -> None:
    cells = [nbformat.v4.new_code_cell(cell) for cell in CELLS]
    with lesson_that_has_run(cells, tmp_path, open_page) as (page, address, path):
        page.locator(".gk-lab .gk-main-button").wait_for()
        page.locator(".gk-lab .gk-main-button").click()
        page.locator(".gk-lab .gk-chart").wait_for()
        reader.answers(page.locator(reader.QUIZ).last)
        assert page.locator(".gk-kept:visible").count() == 0
        assert page.locator(GONE).count() == 0
        chosen(page, "Kernel", "Restart Kernel…")
        page.locator(".jp-Dialog .jp-mod-warn").click()
        page.wait_for_function(
            "([of, count]) => document.querySelectorAll(of).length === count", arg=[GONE, len(CELLS) - 1]
        )
        page.locator(".gk-lab .gk-main-button").click()
        page.wait_for_function("document.querySelector('.gk-meter').hidden")
        chosen(page, "File", "Save Notebook")
        page.wait_for_function("!document.querySelector('.jp-mod-dirty')")
        saved = json.loads(path.read_text(encoding="utf-8"))
        assert saved["metadata"] == METADATA, "whoever only reads a lesson changes nothing in it"

        page = open_page(f"{address}&reset", height=2000)
        page.locator(".gk-kept:visible").nth(len(CELLS) - 2).wait_for()
        for word in ("Pig", "How many?", "Try it", "One and one?", "Two and two?"):
            assert word in " ".join(page.locator(".gk-kept:visible").all_inner_texts())
        assert page.locator(".gk-kept:visible img").count() == 1
        assert page.locator(".gk-kept:visible", has_text="Run this cell again").count() == len(CELLS) - 1
        assert [one for one in page.get_by_text("model not found").all() if one.is_visible()] == []


@pytest.mark.slow
@pytest.mark.noisy
@pytest.mark.thorough
def test_an_explanation_is_folded_when_all_has_run_and_a_stored_prediction_unfolds_it(
    open_page: Open, tmp_path: Path
) -> None:
    after = {"tags": ["after-bet"]}
    cells = [
        nbformat.v4.new_code_cell(f"{CELLS[0]}\n{CELLS[2]}"),
        nbformat.v4.new_markdown_cell("## Explain", metadata={**after, FOLDED: True}),
        nbformat.v4.new_markdown_cell("It is seven.", metadata=after),
        nbformat.v4.new_code_cell("'Seven of them'", metadata=after),
        nbformat.v4.new_markdown_cell("## Investigate"),  # the last cell is chosen then, and what it lies in unfolds
    ]
    with lesson_that_has_run(cells, tmp_path, open_page) as (page, _address, _path):
        answers = page.locator(".jp-RenderedMarkdown p, .jp-OutputArea-output", has_text=re.compile("seven|Seven"))
        assert page.get_by_role("heading", name="Explain").is_visible()
        assert not any(answer.is_visible() for answer in answers.all())
        reader.makes_a_bet(page)
        answers.nth(1).wait_for()
        assert [answer.inner_text() for answer in answers.all()] == ["It is seven.", "'Seven of them'"]
        assert page.errors == []


def chosen(page: Any, menu: str, entry: str) -> None:
    """An entry of JupyterLab's menus."""
    page.locator("#jp-MainMenu .lm-MenuBar-itemLabel", has_text=re.compile(f"^{menu}$")).click()
    page.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^{re.escape(entry)}$")).click()

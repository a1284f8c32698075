"""Homework on exported pages, opened as files: a teacher sets it, pupils do it, and what comes back is read in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from gamekit.serve import homework, lessons, site
from tests.browser.axe import serious
from tests.browser.test_alone import ABOUT, CELLS
from tests.browser.test_scorm import TICKET
from tests.serving import write_lesson

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the homework page of a small site."""
    folder = tmp_path_factory.mktemp("homework")
    make = {True: nbformat.v4.new_markdown_cell, False: nbformat.v4.new_code_cell}
    texts = [(TICKET if "exit_ticket" in text else text, tags) for text, tags in CELLS]
    cells = [make[text.startswith("#")](text, metadata={"tags": tags} if tags else {}) for text, tags in texts]
    write_lesson(folder / "coin.ipynb", cells, **{key: value for key, value in ABOUT.items() if key != "folder"})
    found = lessons.find_lessons(folder)
    ((drawn, recordings),) = site.make_pages(folder, found)
    asked = homework.question_file("coin", homework.collect_questions(drawn))
    pages = {
        "lessons/coin.html": drawn.export(recordings, site.edition()),
        "asked/coin.js": asked,
        "homework.html": homework.homework_page(folder, found, "index.html", site.edition()),
        **{file.name: file.text for file in site.list_shared()},
    }
    for name, text in pages.items():
        target = folder / "site" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return (folder / "site" / "homework.html").as_uri()


def set_homework(open_page: Open, place: str, tmp_path: Path) -> tuple[str, Path]:
    """Put homework together as a teacher does: its link and its file."""
    page = open_page(f"{place}#make")
    page.get_by_label("Title").fill("Bets & coins")
    page.get_by_label("A sentence to your pupils").fill("Predict first.")
    page.get_by_label("Until when").fill("2099-12-04")
    page.get_by_role("button", name="Add the lesson").click()
    page.get_by_role("button", name="Add its exit ticket alone").click()
    page.locator("option", has_text="Puzzle 1,").wait_for(state="attached")
    page.get_by_role("button", name="Add the puzzle").click()
    page.reload()  # a draft stays
    assert page.locator(".gkh-items li").count() == 3
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label("The link for your pupils").input_value()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert page.errors == []
    return link, file


@pytest.mark.parametrize("width", [375, 1366])
def test_homework_is_set_in_any_width_and_nobody_is_kept_out(place: str, open_page: Open, width: int) -> None:
    page = open_page(f"{place}#make", width=width)
    page.get_by_role("button", name="Make the link").click()
    assert page.get_by_role("alert").filter(visible=True).inner_text().startswith("This homework has no title.")
    page.get_by_label("Title").fill("x")
    page.get_by_role("button", name="Make the link").click()
    assert page.get_by_role("alert").filter(visible=True).inner_text().startswith("Nothing is in this homework yet")
    page.get_by_label("A position of a game").fill("#g1.abc.d")
    page.get_by_role("button", name="Add the position").click()
    page.get_by_text("This is no link of a position").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.errors == []
    assert serious(page) == []


def test_its_link_its_code_and_its_file_open_it(place: str, open_page: Open, tmp_path: Path) -> None:
    link, file = set_homework(open_page, place, tmp_path)
    page = open_page(link)
    page.get_by_role("heading", name="Bets & coins").wait_for()
    page.get_by_text("Predict first.").wait_for()
    asked = open_page(place)
    for text, said in (
        ("", "nothing here yet"),
        ("hello", "No code of this page"),
        (link[:-9], "letters of this code"),
    ):
        asked.get_by_label("The link or code").fill(text)
        asked.get_by_role("button", name="Open", exact=True).click()
        asked.get_by_role("alert").filter(has_text=said).wait_for()
    asked.get_by_label("The link or code").fill(f"Dear all,\n{link[:80]}\n{link[80:]}\nSee you.")
    asked.get_by_role("button", name="Open", exact=True).click()
    asked.get_by_role("heading", name="Bets & coins").wait_for()
    beside = Path(place.removeprefix("file://")).with_name(file.name)
    beside.write_bytes(file.read_bytes())  # as a pupil puts it on the stick
    opened = open_page(beside.as_uri())
    opened.get_by_role("heading", name="Bets & coins").wait_for()
    assert [page.errors, asked.errors, opened.errors] == [[], [], []]

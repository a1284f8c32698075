"""Homework on exported pages, opened as files: a teacher sets it, pupils do it, and what comes back is read in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from gamekit.serve import homework, lessons, site
from tests.browser.axe import serious
from tests.browser.conftest import READY_MS
from tests.browser.test_alone import ABOUT, CELLS
from tests.browser.test_scorm import TICKET, write_coin
from tests.serving import Server, write_lesson

Open = Callable[..., Any]
FORGE = r"""() => {
    const other = (_, before, answer) => before + (1 - answer);
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith("gamekit:homework:"))) {
        localStorage.setItem(key, localStorage.getItem(key).replace(/(quiz-[0-9a-f]+\/0\\":\[)(\d)/, other));
    }
}"""
"""A pupil changes the first answer to a question in what the browser keeps."""


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
    asked = homework.question_file("coin", homework.collect_questions(drawn, recordings))
    pages = {
        "lessons/coin.html": drawn.export(recordings, site.edition()),
        "asked/coin.js": asked,
        "homework.html": homework.homework_page(folder, found, "index.html", site.edition()),
        **{file.name: file.text for file in (*site.list_shared(), *site.list_puzzles())},
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
    page.get_by_text("Set its panels").click()
    by_lot = page.get_by_role("group", name="Heads by lot (step “Run”)")
    by_lot.get_by_label("N").first.select_option("The same for all")
    by_lot.get_by_label("The luck of the first run").first.select_option("Different for each pupil")
    page.get_by_role("group", name="All heads").get_by_label("N").first.select_option("Different for each pupil")
    assert serious(page) == []
    page.get_by_role("button", name="Add the lesson").click()
    page.get_by_text("A coin (its panels are set)").wait_for()
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
    page.get_by_role("heading", name="Bets & coins").wait_for(timeout=3 * READY_MS)
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
    asked.get_by_role("heading", name="Bets & coins").wait_for(timeout=3 * READY_MS)
    beside = Path(place.removeprefix("file://")).with_name(file.name)
    beside.write_bytes(file.read_bytes())  # as a pupil puts it on the stick
    opened = open_page(beside.as_uri())
    opened.get_by_role("heading", name="Bets & coins").wait_for(timeout=3 * READY_MS)
    assert [page.errors, asked.errors, opened.errors] == [[], [], []]


def do_homework(page: Any, who: str, answer: str) -> str:
    """Do it as a pupil does, on pages without a server; the code of the result."""
    page.get_by_text("(type your name first)").wait_for()
    assert page.get_by_role("link", name="A coin (its panels are set)").count() == 0
    page.get_by_label("Your name").fill(who)
    page.get_by_role("link", name="A coin (its panels are set)").click()
    page.get_by_text("Part of your homework “Bets & coins”").wait_for()
    page.get_by_role("spinbutton", name="Of 100 throws, how many heads?").fill("42")
    page.get_by_role("button", name="Store my prediction").click()
    page.get_by_role("button", name=answer, exact=True).click()
    page.get_by_role("button", name="Next question").click()
    page.get_by_role("button", name="4", exact=True).click()
    drawn = page.get_by_role("region", name="All heads").get_by_label("N").first.input_value()
    page.get_by_role("region", name="All heads").get_by_text(f"Set by your homework: N {drawn}.").wait_for()
    page.get_by_role("region", name="All heads").get_by_text(f"{drawn} heads in a row").first.wait_for()
    by_lot = page.get_by_role("region", name="Heads by lot")
    told = by_lot.get_by_text("Set by your homework: N 100, luck ").inner_text()
    by_lot.get_by_role("button", name="Throw").click()
    by_lot.locator(".gk-seed").filter(visible=True).wait_for()
    assert told.endswith(f"luck {by_lot.locator('.gk-seed').input_value()}.")
    ways_on = page.get_by_role("button", name="Next: ")
    for step in range(ways_on.count()):
        ways_on.nth(step).click()
    page.get_by_role("link", name="Back to the homework").click()
    page.locator(".gkh-state", has_text="✓ done").first.wait_for(timeout=3 * READY_MS)
    page.locator(".gkh-ask summary").click()
    page.locator(".gkh-board .gk-scene").wait_for()
    page.locator(".gkh-board .gk-moves button").first.click()
    page.get_by_role("button", name="My choice: ").click()
    page.get_by_text("Noted: ").wait_for()
    assert page.get_by_label("Your name").input_value() == who
    page.get_by_role("button", name="Make my result").click()
    assert page.errors == []
    return str(page.get_by_label("Your result as a code").input_value())


def test_pupils_do_it_offline_and_what_comes_back_is_marked_anew_and_forgeries_are_named(
    place: str, open_page: Open, tmp_path: Path
) -> None:
    link, _file = set_homework(open_page, place, tmp_path)
    codes = [
        do_homework(open_page(link), who, answer) for who, answer in (("李小龙", "2"), ("=Ana", "3"), ("Ana", "3"))
    ]
    forger = open_page(link)
    do_homework(forger, "Max", "3")
    forger.evaluate(FORGE)
    forger.reload()
    forger.get_by_role("button", name="Make my result").click()
    codes.append(forger.get_by_label("Your result as a code").input_value())

    desk = open_page(f"{place}#read", width=1366, height=768)
    desk.get_by_label("The link or code of your homework").fill(link)
    slip = codes[0][:40] + ("a" if codes[0][40] != "a" else "b") + codes[0][41:]
    pasted = "\n\n".join([*codes, codes[1], slip, codes[2][:50], link])
    desk.get_by_label("The results of your pupils").fill(pasted)
    desk.get_by_role("button", name="Read them in").click()
    told = desk.locator(".gkh-told li")
    told.nth(7).wait_for()
    said = told.all_inner_texts()
    assert [text.endswith("read in.") for text in said] == [True] * 4 + [False] * 4
    assert "read in before" in said[4]
    assert "is not the one it was made with" in said[5]
    assert "letters of this code are here" in said[6]
    assert "the code of a homework" in said[7]
    pupils = desk.locator(".gkh-grid").nth(1).locator("tbody tr")
    rows = {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in pupils.all()}
    assert set(rows) == {"李小龙", "=Ana", "Ana", "Max"}
    assert {name: row[5] for name, row in rows.items() if row[5]} == {
        "Max": "Changed by hand: what it claims is not what its answers give."
    }
    set_with = {name: row[6] for name, row in rows.items()}
    assert all(told.startswith("Heads by lot: N 100, luck ") for told in set_with.values())
    assert len(set(set_with.values())) == 4, "the luck of each is another one"
    right = {name: int(row[1].split("/")[0]) for name, row in rows.items()}
    assert right["李小龙"] == right["Ana"] + 2, "the lesson's ticket counts in the lesson, and by itself"
    assert all(row[0] == "3/3" for row in rows.values())
    with desk.expect_download() as coming:
        desk.get_by_role("button", name="Save all as a table").click()
    coming.value.save_as(tmp_path / "homework.csv")
    table = (tmp_path / "homework.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(table) == 1 + 4 * 3
    assert sum(line.startswith("'=Ana,") for line in table) == 3
    desk.reload()
    desk.locator(".gkh-grid").nth(1).wait_for()  # the results stay
    assert desk.errors == []
    assert serious(desk) == []

    desk.goto(f"{place}#kept")
    desk.get_by_role("button", name="Delete all of it").click()
    desk.get_by_role("button", name="Really delete").click()
    desk.get_by_text("Deleted: ").wait_for()
    assert desk.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('gamekit')).length") == 0


def read_panels(page: Any, who: str) -> list[str]:
    """With what the lesson's panels begin for a pupil of this name."""
    page.get_by_label("Your name").fill(who)
    page.get_by_role("link", name="A coin (its panels are set)").click()
    page.get_by_role("spinbutton", name="Of 100 throws, how many heads?").fill("42")
    page.get_by_role("button", name="Store my prediction").click()
    told = page.get_by_text("Set by your homework: ")
    told.nth(1).wait_for()
    drawn = page.get_by_role("region", name="All heads").get_by_label("N").first.input_value()
    page.get_by_role("region", name="All heads").get_by_text(f"{drawn} heads in a row").first.wait_for()
    assert page.errors == []
    return [*told.all_inner_texts(), drawn]


@pytest.mark.thorough  # quickly, without a browser: tests/js/presets.test.js
def test_what_is_set_arrives_on_a_server_as_on_the_exported_site_and_differs_by_name(
    place: str, open_page: Open, tmp_path: Path
) -> None:
    link, _file = set_homework(open_page, place, tmp_path)
    with Server(write_coin(tmp_path / "notebooks"), "--address", "127.0.0.1") as server:
        served = f"{server.base}/homework#{link.partition('#')[2]}"
        ana, ben, again = (read_panels(open_page(served), who) for who in ("Ana", "Ben", " ana"))
    assert ana == again
    assert ana[0].startswith("Set by your homework: N 100, luck ")
    assert ana[0] != ben[0]
    for who, there in (("Ana", ana), ("Ben", ben)):  # luck is one of the recorded there: it is told, and not the same
        here = read_panels(open_page(link), who)
        assert here[1:] == there[1:]
        assert here == read_panels(open_page(link), who)

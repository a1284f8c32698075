"""A class in real browsers: pupils on all kinds of pages are seen, sent and let go; and what its tests share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nbformat
import pytest

from tests.browser import reader
from tests.browser.axe import serious
from tests.browser.conftest import READY_MS
from tests.browser.playing import watched
from tests.serving import Server, write_lesson

Open = Callable[..., Any]

CARDS = """
from gamekit.lessons import kit
from IPython.display import display
def drawn(rng, n=1_000, odds=5):
    "Turns by lot."
    return kit.compare(rng.random(n) < odds / 10, odds / 10, bet=bet)
display({})
"""
BET = """bet := kit.bet("How many of 100 turns?", 0, 100, unit="of 100"),
kit.panel(drawn, after=bet, n=(100, 10_000), odds=(1, 9), button="Turn")"""
TICKET = """kit.exit_ticket(kit.question("What makes it fair?", ["luck", "nothing", "rules"], answer="rules"),
kit.question("How many sides has a die?", answer=6))"""


QUESTION = "What makes it fair?"


def page_of(folder: Path) -> None:
    """A lesson of four steps, a prediction in the second and questions in the third."""
    cells: list[Any] = []
    for title, code in (("Play", ""), ("Predict", BET), ("Exit ticket", TICKET), ("Where next", "")):
        cells.append(nbformat.v4.new_markdown_cell(f"## {title}\n\nText." + "\n\nMore text." * 12))
        if code:
            cells.append(nbformat.v4.new_code_cell(CARDS.format(code)))
    cells.insert(3, nbformat.v4.new_markdown_cell("As it came out.", metadata={"tags": ["after-bet"]}))
    cells.insert(0, nbformat.v4.new_markdown_cell("# A lesson"))
    for name, title in (("start", "Find your way"), ("fair", "Is it fair?")):
        write_lesson(folder / f"{name}.ipynb", cells, title=title, game="topics")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("notebooks")
    page_of(folder)
    with Server(folder, "--class", "5", "--lesson", "start", "--address", "0.0.0.0") as running:
        yield running


def inside(page: Any, selector: str) -> bool:
    """Whether all of something is on the screen."""
    measured = (
        "(selector) => { const { top, bottom } = document.querySelector(selector).getBoundingClientRect();"
        " return top >= 0 && bottom <= innerHeight; }"
    )
    page.wait_for_function(measured, selector)
    return bool(page.evaluate(measured, selector))


def said(server: Server, pattern: str) -> str:
    found = re.search(pattern, server.output)
    assert found, server.output
    return found[1]


def join(page: Any, server: Server, nickname: str = "") -> Any:
    """Join the class on a page that asks for its code."""
    page.fill("#code", server.code)
    page.fill("#nickname", nickname)
    page.click("button[value=join]")
    return page


def bars(page: Any, question: str) -> dict[str, list[str]]:
    """The bars of a question at the desk that are not empty: what they stand for, and a number for each round."""
    card = page.locator("#questions article", has_text=question)
    found = [
        (one.locator(".what").text_content().strip(), one.locator(".bar b").all_text_contents())
        for one in card.locator(".spread li").all()
    ]
    return {text: counts for text, counts in found if any(counts)}


def start_clock(page: Any) -> None:
    """Three minutes, from the desk."""
    page.keyboard.press("t")
    page.click("#time .main")
    page.wait_for_selector("#timing", state="hidden")  # until then letters are no keys


def turn_to(page: Any, selector: str) -> None:
    """Go on, step by step, to where something is seen: on a phone each step is a screen."""
    page.wait_for_selector(selector, state="attached")
    for _step in range(10):
        if page.locator(selector).first.is_visible():
            return
        page.locator(".gk-on:visible").first.click()
    raise AssertionError(f"{selector} is on no step")


def until(page: Any, question: str, wanted: dict[str, list[str]]) -> None:
    """Wait until the board shows these bars."""
    for _ in range(READY_MS // 100):
        if bars(page, question) == wanted:
            return
        page.wait_for_timeout(100)
    assert bars(page, question) == wanted


@pytest.mark.noisy
@pytest.mark.thorough  # quickly, without a browser: tests/server/test_class.py
def test_pupils_are_seen_and_sent_from_everywhere_looked_at_one_by_one_and_let_go(
    server: Server, open_page: Open
) -> None:
    base = f"http://127.0.0.1:{server.port}/"
    teacher = open_page(said(server, r"for you alone:  (\S+)"))
    assert "key=" not in teacher.url
    pupils = []
    for name in ("Ana", "Ben", "Cem"):
        page = open_page(base, width=375 if name == "Ana" else 1280, height=667 if name == "Ana" else 800)
        join(page, server, name)
        page.wait_for_url(f"{base}lessons/start.html")  # the lesson the class begins with
        turn_to(page, ".gk-bet .gk-typed")
        page.locator(".gk-bet .gk-typed").fill("40")
        page.locator(".gk-bet .gk-main-button").click()
        page.wait_for_selector(".gk-bet .gk-class-note:has-text('Sent to the class')")
        pupils.append(page)
    assert reader.strays(pupils[0]) == [], "what a class adds to a lesson has its typeface"
    assert serious(pupils[0]) == []

    # Who is elsewhere is there on the board, and is sent all the same.
    there = (
        ("rules/kartenspiel", "reads the rules of Auf Achse"),
        ("class/tournament", "at the tournament"),
        ("class/tables", "choosing a table"),
    )
    for page, (path, words) in zip(pupils, there, strict=True):
        page.goto(base + path)
        page.wait_for_selector(".gk-class")
        teacher.locator(".tile", has_text=words).wait_for()
    pupils[2].locator("button[value=open]").first.click()
    pupils[2].wait_for_url(f"{base}class/table/*")
    for path in ("kind/kartenspiel", "class/privacy", "class"):
        teacher.select_option("#lesson", "fair")
        teacher.click("#send button")
        for page in pupils:
            page.wait_for_url(f"{base}lessons/fair.html")
        for page in pupils:
            page.goto(base + path)
            page.wait_for_selector(".gk-class")

    # One pupil's answers; and two are let go.
    teacher.locator(".tile", has_text="Cem").click()
    teacher.locator(".pupil .said li").first.wait_for()
    assert "How many of 100 turns?\n40 of 100" in teacher.inner_text(".pupil")
    assert teacher.get_by_role("button", name="Remove from the class").count() == 0  # not without what it means
    teacher.locator(".pupil footer summary").click()
    assert "Removing takes out of the class, for good" in teacher.inner_text(".pupil footer")
    teacher.get_by_role("button", name="Remove from the class").wait_for()
    assert serious(teacher) == []
    teacher.get_by_role("button", name="Close", exact=True).click()
    teacher.on("dialog", lambda dialog: dialog.accept())
    for name in ("Ana", "Ben"):
        teacher.locator(".tile", has_text=name).click()
        teacher.locator(".pupil footer summary").click()
        teacher.get_by_role("button", name="Remove from the class").click()
        teacher.locator(".tile", has_text=name).wait_for(state="detached")
    assert teacher.locator(".tile").count() == 1

    # A field says in the page's words what is allowed there.
    said_of = (
        "([id, value]) => { const one = document.getElementById(id); one.value = value; one.checkValidity();"
        " const said = one.validationMessage; one.dispatchEvent(new Event('input', { bubbles: true }));"
        " return said; }"
    )
    for value, sentence in (
        ("", "“Timer, in minutes” is still empty."),
        ("500", "“Timer, in minutes”: a number from 1 to 180."),
        ("1.5", "“Timer, in minutes” goes in steps of 1: 1 or 2."),
        ("5", ""),
    ):
        assert teacher.evaluate(said_of, ["minutes", value]) == sentence
    teacher.get_by_role("button", name="The class").click()
    teacher.click("#end")
    teacher.wait_for_selector(".over-note")
    pupils[2].wait_for_selector(".gk-class:has-text('The class has ended')")
    # A board that is left in the middle of a sentence cannot end it.
    errors = [error for page in (teacher, pupils[2]) for error in page.errors]
    assert [error for error in errors if "Cannot send" not in error and "/class/me)" not in error] == []


def test_without_a_class_a_lesson_asks_nobody_and_keeps_nothing(
    serve: Callable[..., str], open_page: Open, tmp_path: Path
) -> None:
    page_of(tmp_path)
    page = open_page("about:blank")
    asked = watched(page)
    page.goto(serve(tmp_path) + "/lessons/fair.html")
    page.locator(".gk-bet .gk-main-button").click()
    page.wait_for_selector(".gk-bet.gk-stored")
    page.evaluate("fetch('/alive').then((answer) => answer.text())")  # asked after whatever a press would ask
    assert [address for address in asked if urlsplit(address).path.startswith("/class")] == []
    assert page.locator(".gk-class, .gk-class-note").count() == 0
    assert not [key for key in page.evaluate("Object.keys(localStorage)") if "class" in key]

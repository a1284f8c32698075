"""A teacher and four pupils, one of them on a phone, from the code to the end of the class."""

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
from tests.browser.conftest import READY_MS, wait_until
from tests.serving import Server, write_lesson

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


def page_of(folder: Path) -> None:
    """A lesson of four steps, a prediction in the second and questions in the third."""
    cells: list[Any] = []
    for title, code in (("Play", ""), ("Predict", BET), ("Exit ticket", TICKET), ("Where next", "")):
        cells.append(nbformat.v4.new_markdown_cell(f"## {title}\n\nText." + "\n\nMore text." * 12))
        if code:
            cells.append(nbformat.v4.new_code_cell(CARDS.format(code)))
    cells.insert(0, nbformat.v4.new_markdown_cell("# A lesson"))
    for name, title in (("start", "Find your way"), ("fair", "Is it fair?")):
        write_lesson(folder / f"{name}.ipynb", cells, title=title, game="topics")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("notebooks")
    page_of(folder)
    with Server(folder, "--class", "5", "--lesson", "start", "--address", "0.0.0.0") as running:
        yield running


def said(server: Server, pattern: str) -> str:
    found = re.search(pattern, server.output)
    assert found, server.output
    return found[1]


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


@pytest.mark.thorough  # quickly, without a browser: tests/server/test_class.py
def test_a_teacher_and_four_pupils_one_of_them_on_a_phone(server: Server, open_page: Callable[..., Any]) -> None:
    board_address, code = said(server, r"for you alone:  (\S+)"), said(server, r"class's code:  (\S+)")
    base = f"http://127.0.0.1:{server.port}/"
    teacher = open_page(board_address)
    assert "key=" not in teacher.url
    assert serious(teacher) == []

    pupils = []
    for number, name in enumerate(("Ada", "Ben", "<i>", "Eve")):
        page = open_page(base, width=375 if number == 0 else 1280, height=667 if number == 0 else 800)
        assert page.url.partition("?")[0] == f"{base}class"
        if number == 0:
            assert serious(page) == []
        page.fill("#code", code)
        page.fill("#nickname", name)
        page.click("button[value=join]")
        if name == "<i>":
            assert "A nickname is made of" in page.inner_text(".wrong")
            page.fill("#code", code)
            page.fill("#nickname", "")
            page.click("button[value=join]")
        page.wait_for_selector(".gk-class")
        pupils.append(page)
    phone = pupils[0]
    teacher.wait_for_function("document.querySelectorAll('.tile:not(.away)').length === 4")

    # Everybody is sent to a lesson, from wherever they are.
    teacher.select_option("#lesson", "start")
    teacher.click("#send button")
    for page in pupils:
        page.wait_for_url(f"{base}lessons/start.html")
        page.wait_for_selector(".gk-bet button", state="attached")
        turn_to(page, ".gk-bet button")
    teacher.wait_for_function("document.querySelectorAll('.tile em:not([hidden])').length === 4")
    assert "Play" in teacher.inner_text("#tiles")

    assert reader.strays(phone) == [], "what a class adds to a lesson has its typeface"

    # Predictions grow on the board; nobody sees those of others.
    for page, value in zip(pupils, ("10", "10", "50", "90"), strict=True):
        page.locator(".gk-bet .gk-typed").fill(value)
        page.locator(".gk-bet .gk-main-button").click()
        page.wait_for_selector(".gk-bet .gk-class-note:has-text('Sent to the class')")
    until(teacher, "How many of 100", {"10–19": ["2"], "50–59": ["1"], "90–100": ["1"]})
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    assert serious(phone) == []

    # After the discussion it is asked again, and both distributions are there.
    key = phone.locator(".gk-bet").get_attribute("data-key")
    token = teacher.locator("#board").get_attribute("data-xsrf")

    def order(**what: Any) -> None:
        answer = teacher.request.post(f"{base}class/teacher", data=what, headers={"X-XSRFToken": token})
        assert answer.ok, answer.text()

    order(do="again", lesson="start", key=key)
    for page, value in zip(pupils, ("50", "50", "50", "90"), strict=True):
        page.wait_for_selector(".gk-bet .gk-class-note:has-text('asks this again')")
        page.locator(".gk-bet .gk-typed").fill(value)
        page.locator(".gk-bet .gk-main-button").click()
        page.wait_for_selector(".gk-bet .gk-class-note:has-text('Sent to the class')")
    until(teacher, "How many of 100", {"10–19": ["2", ""], "50–59": ["1", "3"], "90–100": ["1", "1"]})

    # The lesson says what came out, as it asked; what a pupil has set differently counts for nobody else.
    teacher.locator("#keys [data-key=tell]").click()
    now = teacher.locator("#chart")
    turn_to(phone, ".gk-lab .gk-typed")
    for odds, told in (("9", "90 of 100"), ("5", "50 of 100")):
        phone.locator(".gk-lab .gk-typed").nth(1).fill(odds)
        phone.get_by_role("button", name="Turn").click()
        phone.wait_for_selector(f".gk-lab:has-text('exactly {told}')")
    now.locator(".came-out", has_text="exactly 50 of 100").wait_for()
    assert now.locator(".marks i").count() == 2
    assert serious(teacher) == []

    # The projector shows the distribution and nobody's name.
    with teacher.context.expect_page() as opening:
        teacher.locator("#projector").click()
    projector = opening.value
    projector.wait_for_selector("#asked .spread li")
    assert "4 of 4 answered" in projector.inner_text("footer")
    assert projector.locator(".marks i").count() == 2
    order(do="show", lesson="start", key=key, shares=True)
    wait_until(projector, "document.querySelectorAll('.marks i').length === 0")
    assert "Ada" not in projector.content()
    assert serious(projector) == []

    # Quiz answers; without a network they wait, over a reload as well.
    turn_to(phone, "button:text('nothing')")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="nothing").click()
    phone.wait_for_selector(".gk-class-note:has-text('Not sent yet')")
    assert "What makes it fair?" not in teacher.text_content("#questions")
    phone.context.set_offline(False)
    phone.reload()
    phone.wait_for_selector(".gk-bet .gk-good", state="attached")
    until(teacher, "What makes it fair?", {"nothing": ["1"]})
    pupils[1].get_by_role("button", name="rules").click()
    until(teacher, "What makes it fair?", {"nothing": ["1"], "rules ✓ right": ["1"]})
    assert bars(teacher, "How many of 100") == {"10–19": ["2", ""], "50–59": ["1", "3"], "90–100": ["1", "1"]}

    # Going on together: what the teacher has not opened is not there.
    heading = "h2:has-text('Exit ticket')"
    order(do="show", key=None)
    teacher.locator("#keys [data-key=hold]").click()
    teacher.locator("#keys [data-key=free]").wait_for()
    order(do="pace", lesson="start", open=2)
    pupils[3].wait_for_selector(heading, state="hidden")
    assert "Your teacher will open the next step" in pupils[3].inner_text("#rendered_cells")
    teacher.locator("#keys [data-key=next]", has_text="Exit ticket").click()
    pupils[3].wait_for_selector(heading, state="visible")
    teacher.locator("#keys [data-key=free]").click()

    # A timer, hidden names, somebody shown out, and the end.
    start_clock(teacher)
    phone.wait_for_selector(".gk-class-clock:has-text('2:')")
    teacher.get_by_role("button", name="The class").click()
    teacher.click("#names")
    teacher.wait_for_selector("#names:has-text('Show names')")
    teacher.wait_for_function("!document.querySelector('#tiles').innerText.includes('Ada')")
    assert serious(teacher) == []
    teacher.on("dialog", lambda dialog: dialog.accept())
    teacher.click("#end")
    teacher.wait_for_selector(".over-note")
    phone.wait_for_selector(".gk-class:has-text('The class has ended')")
    told = [error for page in (teacher, *pupils[1:]) for error in page.errors]
    assert [error for error in told if "/class/me)" not in error] == [], (
        "it is asked there why, and refused with a sentence"
    )


@pytest.mark.thorough
def test_a_class_goes_on_together_is_sent_from_everywhere_and_looked_at_one_by_one(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page_of(tmp_path)
    options = ("--class", "5", "--lesson", "fair", "--address", "127.0.0.1")
    with Server(tmp_path, *options) as running:
        base = f"http://127.0.0.1:{running.port}/"
        teacher = open_page(said(running, r"for you alone:  (\S+)"))
        assert teacher.locator("#lesson optgroup").get_attribute("label") == "Across the games"
        assert teacher.locator("#lesson").input_value() == "fair"
        pupils = []
        for name in ("Ana", "Ben", "Cem"):
            page = open_page(base, width=375 if name == "Ana" else 1280, height=667 if name == "Ana" else 800)
            page.fill("#code", running.code)
            page.fill("#nickname", name)
            page.click("button[value=join]")
            page.wait_for_url(f"{base}lessons/fair.html")  # the lesson the class begins with
            turn_to(page, ".gk-bet .gk-typed")
            page.locator(".gk-bet .gk-typed").fill("40")
            page.locator(".gk-bet .gk-main-button").click()
            page.wait_for_selector(".gk-bet .gk-class-note:has-text('Sent to the class')")
            pupils.append(page)

        # What is held is nowhere on the page, and nobody is there.
        token = teacher.locator("#board").get_attribute("data-xsrf")

        def paced(limit: int) -> None:
            order = {"do": "pace", "lesson": "fair", "open": limit}
            assert teacher.request.post(f"{base}class/teacher", data=order, headers={"X-XSRFToken": token}).ok

        paced(2)
        for page in pupils:
            page.wait_for_selector("h2:has-text('Exit ticket')", state="hidden")
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            page.wait_for_function(
                "document.querySelector('#gk-contents summary').innerText === 'Step 2 of 3: Predict'"
            )
        teacher.wait_for_function(
            "[...document.querySelectorAll('.tile em')].filter((one) => one.innerText === '2').length === 3"
        )

        # What is opened is gone to, and said aloud.
        pupils[1].evaluate("scrollTo(0, 0)")
        teacher.locator("#keys [data-key=next]").click()
        pupils[1].wait_for_selector(".gk-aloud:has-text('Open for all now: Exit ticket')", state="attached")
        pupils[1].wait_for_function(
            "(() => { const { top } = document.querySelectorAll('h2')[2].getBoundingClientRect();"
            " return top >= 0 && top < innerHeight / 2; })()"
        )
        assert pupils[1].locator("h2.gk-called").inner_text().endswith("Exit ticket")
        start_clock(teacher)
        pupils[1].wait_for_selector(".gk-class [role=status]:has-text('A timer runs: 3 min')")
        teacher.keyboard.press("t")
        teacher.click("#stop")
        # Asked again: gone to and said, with a way back until it is answered.
        pupils[2].evaluate("scrollTo(0, document.body.scrollHeight)")
        teacher.select_option("#question", index=0)
        teacher.click("#ask-it")
        teacher.locator("#keys [data-key=talk]").click()
        teacher.locator("#keys [data-key=again]").click()
        pupils[2].wait_for_selector(".gk-class [role=status]:has-text('asks this again')")
        pupils[0].locator(".gk-bet").first.wait_for()  # on a phone: another screen
        pupils[2].evaluate("scrollTo(0, document.body.scrollHeight)")
        pupils[2].locator(".gk-class-key").click()
        pupils[2].wait_for_function(
            "(() => { const { top, bottom } = document.querySelector('.gk-bet').getBoundingClientRect();"
            " return top >= 0 && bottom <= innerHeight; })()"
        )
        pupils[2].locator(".gk-bet .gk-main-button").click()
        pupils[2].wait_for_selector(".gk-class-asks", state="hidden")

        # Who is elsewhere is there on the board, and is sent all the same.
        pages = ("rules/kartenspiel", "class/tournament", "class/tables")
        order = {"do": "show", "key": None}
        assert teacher.request.post(f"{base}class/teacher", data=order, headers={"X-XSRFToken": token}).ok
        there = ("reads the rules of Auf Achse", "at the tournament", "choosing a table")
        for page, path, words in zip(pupils, pages, there, strict=True):
            page.goto(base + path)
            page.wait_for_selector(".gk-class")
            teacher.locator(".tile", has_text=words).wait_for()
        teacher.select_option("#lesson", "start")
        teacher.click("#send button")
        for page in pupils:
            page.wait_for_url(f"{base}lessons/start.html")
        order = {"game": "kartenspiel", "players": 2, "decisions": 2, "seed": 1}  # type: ignore[dict-item]
        pupils[0].goto(f"{base}class/tables")
        pupils[0].locator("button[value=open]").first.click()
        pupils[0].wait_for_url(f"{base}class/table/*")
        table = pupils[0].url.removeprefix(base)
        elsewhere = ("class/move", "kind/kartenspiel", "play/kartenspiel", table, "class/privacy", "class", "nowhere")
        for number, path in enumerate(elsewhere, start=1):
            asked = teacher.request.post(f"{base}class/move/ask", data=order, headers={"X-XSRFToken": token})
            assert asked.ok
            pupils[0].wait_for_url(f"{base}class/move")  # everybody is taken to it
            pupils[0].goto(base + path)  # a game's page is drawn when it is first asked for
            pupils[0].wait_for_selector(".gk-class")
            teacher.select_option("#lesson", "fair" if number % 2 else "start")
            teacher.click("#send button")
            pupils[0].wait_for_url(f"{base}lessons/{'fair' if number % 2 else 'start'}.html")

        teacher.click("#compete")
        for page in pupils:
            page.wait_for_url(f"{base}class/tournament")
            page.wait_for_selector(".gk-class")
        teacher.click("#send button")
        for page in pupils:
            page.wait_for_url(f"{base}lessons/fair.html")

        # One pupil's answers; and two are let go.
        teacher.locator(".tile", has_text="Cem").click()
        teacher.locator(".pupil .said li").nth(1).wait_for()
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

        # A projector of any school: nothing is below its edge. A clock that runs stays when answers are shown.
        start_clock(teacher)
        teacher.keyboard.press("i")
        teacher.locator("#questions article", has_text="How many of 100").get_by_role(
            "button", name="Show to all"
        ).click()
        teacher.locator("#keys [data-key=show]").click()
        projector = teacher.context.new_page()
        projector.goto(f"{base}class/projector")
        projector.wait_for_selector("#asked .rounds")
        projector.wait_for_selector("#clock:has-text(':')")
        for width, height in ((1024, 768), (1366, 768), (1280, 720)):
            projector.set_viewport_size({"width": width, "height": height})
            assert projector.evaluate("document.documentElement.scrollHeight") <= height
        # A board that is left in the middle of a sentence cannot end it; who was removed may be refused.
        expected, refused = ("Cannot send", "/nowhere"), re.compile(r"status of 40[03] .*/class/(me|report)\)$")
        removed = (error for page in pupils[:2] for error in page.errors if not refused.search(error))
        errors = [*teacher.errors, *pupils[2].errors, *removed]
        errors = [error for error in errors if not any(part in error for part in expected)]
        assert errors == []


def test_without_a_class_a_lesson_asks_nobody_and_keeps_nothing(
    serve: Callable[..., str], open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page_of(tmp_path)
    page = open_page("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(serve(tmp_path) + "/lessons/fair.html")
    page.locator(".gk-bet .gk-main-button").click()
    page.wait_for_selector(".gk-bet.gk-stored")
    page.evaluate("fetch('/alive').then((answer) => answer.text())")  # asked after whatever a press would ask
    assert [address for address in asked if urlsplit(address).path.startswith("/class")] == []
    assert page.locator(".gk-class, .gk-class-note").count() == 0
    assert not [key for key in page.evaluate("Object.keys(localStorage)") if "class" in key]

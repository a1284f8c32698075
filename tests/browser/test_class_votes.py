"""Peer instruction in real browsers: a desk, a projector and four pupils, one of them on a phone; axe on every page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.axe import serious
from tests.browser.test_class import page_of, said
from tests.serving import Server

QUESTION = "What makes it fair?"


def inside(page: Any, selector: str) -> bool:
    """Whether all of something is on the screen."""
    measured = (
        "(selector) => { const { top, bottom } = document.querySelector(selector).getBoundingClientRect();"
        " return top >= 0 && bottom <= innerHeight; }"
    )
    page.wait_for_function(measured, selector)
    return bool(page.evaluate(measured, selector))


@pytest.mark.thorough  # quickly, without a browser: tests/server/test_class.py
def test_a_question_is_voted_on_talked_about_in_pairs_and_voted_on_again(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page_of(tmp_path)
    options = ("--class", "9", "--lesson", "fair", "--address", "127.0.0.1")
    with Server(tmp_path, *options) as running:
        base = f"http://127.0.0.1:{running.port}/"
        teacher = open_page(said(running, r"for you alone:  (\S+)"))
        projector = teacher.context.new_page()
        projector.goto(f"{base}class/projector")
        projector.set_viewport_size({"width": 1024, "height": 768})
        pupils = []
        for name in ("Ана", "Ben", "", "Dörte"):
            phone = name == "Ана"
            page = open_page(base, width=375 if phone else 1280, height=667 if phone else 800, still=True)
            page.fill("#code", running.code)
            page.fill("#nickname", name)
            page.click("button[value=join]")
            page.wait_for_url(f"{base}lessons/fair.html")
            page.wait_for_selector(".gk-bet button", state="attached")
            page.wait_for_selector(".gk-class:not(.gk-class-lost)")  # it hears what is set
            pupils.append(page)
        phone, ben, nameless, doerte = pupils
        doerte.goto(f"{base}class/tables")  # she is sent back by what is asked

        # The question takes everybody's screen, and the projector's; nobody is told what is right. Its step was held.
        token = teacher.locator("#board").get_attribute("data-xsrf")
        held = {"do": "pace", "lesson": "fair", "open": 1}
        assert teacher.request.post(f"{base}class/teacher", data=held, headers={"X-XSRFToken": token}).ok
        ben.wait_for_selector("h2:has-text('Exit ticket')", state="hidden")
        teacher.select_option("#question", label=QUESTION)
        teacher.click("#ask-it")
        doerte.wait_for_url(f"{base}lessons/fair.html")
        for page in pupils:
            page.wait_for_selector(".gk-class-asked")
            page.wait_for_selector(".gk-class-asks [role=status]:has-text('A question for all')")
            assert inside(page, ".gk-class-asked .gk-answers")
        projector.wait_for_selector(f"h1:has-text('{QUESTION}')")
        for page, word in zip(pupils, ("luck", "luck", "rules", "rules"), strict=True):
            page.get_by_role("button", name=word, exact=True).click()
            page.wait_for_selector(".gk-verdict:has-text('What is right is told when all have voted')")
            page.wait_for_selector(".gk-class-note:has-text('Sent to the class')")
            assert page.locator(".gk-class-asked, .gk-right, .gk-wrong").count() == 0
        projector.wait_for_selector("#count:has-text('4 of 4')")
        assert projector.locator("#spread *").count() == 0
        assert projector.locator(".squares .in").count() == 4
        assert serious(teacher) == []

        # Closed; neighbours with different answers are told of each other, and it stays so after a reload.
        teacher.keyboard.press("Space")
        for page, other in zip(pupils, ("number 3", "Dörte (4)", "Ана (1)", "Ben (2)"), strict=True):
            page.wait_for_selector(f".gk-class:has-text('Talk to {other}: you have answered differently')")
        assert projector.locator("#spread *").count() == 0
        for page in (phone, ben):
            page.reload()
            page.wait_for_selector(".gk-class:has-text('you have answered differently')")
            page.wait_for_selector(".gk-verdict:has-text('The vote is closed')", state="attached")
            assert page.locator("fieldset button:not([disabled])").count() == 0
            assert page.locator("fieldset .gk-chosen").all_text_contents() == ["luck"]
        assert serious(phone) == []

        # The second vote; then both distributions, who changed which way, and what is right.
        teacher.keyboard.press("a") if teacher.locator("#keys [data-key=again].main").count() == 0 else (
            teacher.keyboard.press("Space")
        )
        for page in pupils:
            page.wait_for_selector(".gk-class [role=status]:has-text('asks this again')")
            assert inside(page, ".gk-class-asked .gk-answers")
            assert "Talk to" not in page.inner_text(".gk-class")
        for page, word in ((phone, "rules"), (nameless, "rules"), (doerte, "nothing")):
            page.get_by_role("button", name=word, exact=True).click()
            page.wait_for_selector(".gk-verdict:has-text('What is right is told when all have voted')")
            page.wait_for_selector(".gk-class-note:has-text('Sent to the class')")
        projector.wait_for_selector("#count:has-text('3 of 4')")
        teacher.keyboard.press("Space")
        projector.wait_for_selector(".changes li")
        assert projector.locator(".changes li").all_inner_texts() == [
            "luck → rules: 1", "rules → nothing: 1", "1 kept their answer",
        ]  # fmt: skip
        assert projector.locator(".rounds .round").all_inner_texts() == ["Round 1: 4", "Round 2: 3"]
        assert all(name not in projector.content() for name in ("Ана", "Ben", "Dörte"))
        for width, height in ((1024, 768), (1366, 768)):
            projector.set_viewport_size({"width": width, "height": height})
            assert projector.evaluate("document.documentElement.scrollHeight") <= height
        phone.wait_for_selector("fieldset .gk-right:has-text('rules')", state="attached")
        doerte.wait_for_selector("fieldset .gk-wrong:has-text('nothing')")
        for _time in ("now", "after a reload"):
            ben.wait_for_selector(".gk-verdict:has-text('The vote is closed')")
            assert ben.locator("fieldset button:not([disabled])").count() == 0
            ben.reload()
        doerte.reload()
        doerte.wait_for_selector("fieldset .gk-wrong:has-text('nothing')")
        for page in (teacher, projector, doerte):
            assert serious(page) == []

        # A prediction is voted on likewise: what came out stays closed, and the prediction as it was.
        teacher.locator("#question").dispatch_event("pointerdown")  # chosen by hand: then its letter asks
        teacher.focus("#question")
        teacher.select_option("#question", label="How many of 100 turns?")
        teacher.keyboard.press("q")
        ben.wait_for_selector(".gk-bet.gk-class-asked")
        assert inside(ben, ".gk-bet")
        ben.locator(".gk-bet .gk-main-button").click()
        ben.wait_for_selector(".gk-bet .gk-class-note:has-text('Sent to the class')")
        teacher.locator("#keys [data-key=tell]").click()
        ben.wait_for_selector(".gk-bet:has-text('The vote is closed')")
        ben.reload()
        ben.wait_for_selector(".gk-bet:has-text('The vote is closed')")
        assert ben.get_by_role("button", name="Change").count() == 0
        assert [error for page in (teacher, *pupils) for error in page.errors] == []

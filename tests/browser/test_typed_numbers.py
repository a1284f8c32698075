"""Numbers typed key by key on German and French pages, in a browser whose own interface is English.

A browser's number field takes the language of its interface: it would drop the comma, and store 277 for 27,7.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from gamekit.core.i18n.translation import use_language
from gamekit.server import document
from gamekit.web import bundle
from gamekit.widgets import Number, Question, Quiz
from gamekit.widgets.bet import Bet
from gamekit.widgets.controls import Numbers
from gamekit.widgets.messages import page_messages
from tests.browser.axe import serious
from tests.browser.playing import MOVE_OR_END, unfold_settings, until, written

Open = Callable[..., Any]
TYPED: Final[dict[str, float | None]] = {
    "0,5": 0.5, "12,5": 12.5, "27,7": 27.7, "27.7": 27.7, "−5": -5, "1 000": 1000,
    "3/4": None, "1.000": None, "zehn": None,
}  # fmt: skip
"""What is typed, and what must be stored; None where nothing can be, because it is no number or two."""
FEW: Final = {text: TYPED[text] for text in ("−5", "1 000", "1.000")}
EMPTY_TOO: Final[dict[str, float | None]] = {"": None, "0": 0, **TYPED}
"""A field in which no number stands is not 0."""


def lab_data() -> dict[str, Any]:
    number = Number("n", "N", -20, 2000, 7, 0.1).tell_page()
    return {
        "words": page_messages("panel"), "title": "T", "button": "Run", "live": False, "instant": False, "luck": True,
        "seed": 3, "closed": False, "result": None, "controls": [number],
    }  # fmt: skip


def bet_data() -> dict[str, Any]:
    return dict(Bet("?", low=-20, high=2000, step=0.1).data())


def quiz_data() -> dict[str, Any]:
    return dict(Quiz([Question("?", 27.7, tolerance=0.05), Question("?", -5)], title="T").data())


def form_data() -> dict[str, Any]:
    option = {"name": "n", "title": "N", "kind": "number", "low": -20, "high": 2000, "value": 7}
    return {"words": page_messages("board"), "options": [option]}


def list_data() -> dict[str, Any]:
    return {**lab_data(), "controls": [Numbers("n", "N", 0, 100, (3, 5)).tell_page()]}


FORM: Final = "card.append(newGameForm(data.options, { say: speaker(data.words), send }));"
SORTS: Final[dict[str, tuple[str, Callable[[], dict[str, Any]], str, str, str, str]]] = {
    "bet": ("cards/bet", bet_data, "createBet(card, data, send);", ".gk-typed", ".gk-main-button", "value"),
    "quiz": ("cards/quiz", quiz_data, "createQuiz(card, data, send);", ".gk-typed", ".gk-main-button", "answer"),
    "panel": ("cards/panel", lab_data, "createLab(card, data, send);", ".gk-typed", ".gk-main-button", "values.n"),
    "list": ("cards/panel", list_data, "createLab(card, data, send);", "textarea", ".gk-main-button", "values.n"),
    "panel’s seed": ("cards/panel", lab_data, "createLab(card, data, send);", ".gk-seed", ".gk-luck button", "seed"),
    "option": ("board/panel_contents", form_data, FORM, ".gk-typed", ".gk-main-button", "options.n"),
    "game’s seed": ("board/panel_contents", form_data, FORM, "label:last-of-type .gk-typed", ".gk-main-button", "seed"),
}
"""Each sort of field: its script and data, how it is made, where one types, what is pressed, where the number goes."""


def write_card(folder: Path, sort: str, language: str) -> str:
    """The address of a page with one sort of field."""
    script, data, make, *_rest = SORTS[sort]
    with use_language(language):
        told = json.dumps(data())
        made = f"const data = {told}; window.sent = []; const send = (order) => sent.push(order);\n{make}"
        code = f"{bundle.script(script)}\nconst card = document.getElementById('card');\n{made}"
        body = f'<div id="card"></div><script>(() => {{ {code} }})();</script>'
        file = folder / f"{language}.html"
        file.write_text(document.document("Card", "", body, home=""), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize(("sort", "language"), [
    ("bet", "de"), ("quiz", "fr"), ("panel", "de"), ("panel’s seed", "fr"), ("option", "de"), ("game’s seed", "fr"),
])  # fmt: skip
def test_what_is_typed_is_stored_or_asked_back_and_stays_as_it_is(
    open_page: Open, tmp_path: Path, sort: str, language: str
) -> None:
    _script, _data, _make, where, key, sent = SORTS[sort]
    page = open_page(write_card(tmp_path, sort, language), locale="en-US", width=375)
    assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate("navigator.language") == "en-US"
    for text, value in (EMPTY_TOO if sort in ("bet", "quiz") else FEW).items():
        page.reload()
        field = page.locator(f"#card {where}").first
        field.fill("")
        field.press_sequentially(text)
        assert field.input_value() == text
        page.locator(f"#card {key}").last.click()
        assert field.input_value() == text
        assert page.evaluate("sent.length") == (value is not None)
        if value is not None:
            assert page.evaluate(f"Number(sent[0].{sent})") == value
        else:
            assert field.get_attribute("aria-invalid") == "true"
            told = page.locator("#card [role=alert]")
            assert (told.count(), told.get_attribute("id")) == (1, field.get_attribute("aria-describedby"))
            assert text in told.inner_text()
            assert text != "1.000" or ("1000" in told.inner_text() and "1,000" in told.inner_text())
    assert serious(page) == [], "what is asked back keeps nobody out"


def test_arrow_keys_step_a_number_within_what_is_allowed(open_page: Open, tmp_path: Path) -> None:
    page = open_page(write_card(tmp_path, "panel", "de"))
    field, slider = page.locator(".gk-typed").first, page.locator("input[type=range]")
    assert field.get_attribute("inputmode") is None, "a keypad without a minus is for numbers that need none"
    field.fill("12,5")
    field.press("ArrowUp")
    assert (field.input_value(), slider.input_value(), slider.get_attribute("aria-valuetext")) == (
        "12,6",
        "12.6",
        "12,6",
    )
    field.fill("-19,95")
    for _press in range(3):
        field.press("ArrowDown")
    assert field.input_value() == "−20"
    slider.press("End")
    assert field.input_value() == "2000"
    field.fill("1.000")
    field.press("ArrowUp")
    assert (field.input_value(), slider.input_value()) == ("1.000", "2000")


def test_a_list_in_which_a_number_is_not_clear_is_not_sent_and_what_was_typed_is_kept(
    open_page: Open, tmp_path: Path
) -> None:
    page = open_page(write_card(tmp_path, "list", "de"), locale="en-US")
    field, key = page.locator("#card textarea"), page.locator("#card .gk-main-button")
    assert field.input_value() == "3 5"
    for unclear in ("40 27,5", "40 two"):
        field.fill("")
        field.press_sequentially(unclear)
        key.click()
        assert (page.evaluate("sent"), field.input_value()) == ([], unclear)
        assert unclear[3:] in page.locator("#card [role=alert]").inner_text()
    field.fill("")
    field.press_sequentially("40; 27, 5")
    key.click()
    assert page.evaluate("sent[0].values.n") == [40, 27, 5]
    page.reload()
    assert field.input_value() == "40; 27, 5"
    field.fill("")
    field.blur()
    assert field.input_value() == "3 5", "without any the given ones are back"
    assert serious(page) == []


def test_a_luck_number_in_play_that_cannot_be_read_begins_no_game(open_page: Open, tmp_path: Path) -> None:
    with use_language("de"):
        page = open_page(written(tmp_path, "kartenspiel"), locale="en-US")
    unfold_settings(page)
    seed = page.locator(".gkp-more .gk-typed").last
    seed.press_sequentially("1.000")
    page.locator(".gkp-form .gkp-more > summary").click()
    page.locator(".gkp-start").click()
    page.locator(".gkp-more [role=alert]").wait_for()
    assert (seed.input_value(), seed.get_attribute("aria-invalid")) == ("1.000", "true")
    assert page.evaluate("document.activeElement.classList.contains('gk-typed')")
    seed.fill("")
    seed.press_sequentially("1 000")
    page.locator(".gkp-start").click()
    until(page, MOVE_OR_END)

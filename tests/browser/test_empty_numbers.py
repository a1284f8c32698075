"""A field in which no number stands is not 0: cards say what is missing, and send nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamekit.server import document
from gamekit.web import bundle
from gamekit.widgets.bet import Bet
from gamekit.widgets.messages import lab_words

Open = Callable[..., Any]
PANEL = {
    "words": lab_words(), "title": "Dials", "button": "Run", "live": False, "instant": False, "luck": False,
    "seed": None, "closed": False, "result": None,
    "controls": [{
        "name": "n", "kind": "number", "title": "Games", "low": -5, "high": 50, "step": 1, "value": 7, "unit": "",
        "description": "",
    }],
}  # fmt: skip
MAKERS = {"bet": "createBet", "panel": "createLab"}
"""The function of each script that makes its card."""


@pytest.fixture
def card(tmp_path: Path, open_page: Open) -> Callable[..., Any]:
    def shown(maker: str, data: dict[str, Any]) -> Any:
        script = (
            f"{bundle.script(f'cards/{maker}')}\nwindow.sent = [];\n"
            f"{MAKERS[maker]}(document.getElementById('card'), {json.dumps(data)}, (order) => sent.push(order));"
        )
        body = f'<div id="card"></div><script>(() => {{ {script} }})();</script>'
        file = tmp_path / f"{maker}.html"
        file.write_text(document.document("Card", "", body, home=""), encoding="utf-8")
        return open_page(file.as_uri())

    return shown


@pytest.mark.parametrize(("maker", "data", "order"), [
    ("bet", Bet("How far?", low=-20, high=100).data(), "store"), ("panel", PANEL, "run"),
])  # fmt: skip
def test_an_empty_field_is_said_and_nothing_is_sent(card, maker, data, order):
    page = card(maker, data)
    field, key = page.locator("#card .gk-typed").first, page.locator("#card .gk-main-button")
    slider = page.locator("#card input[type=range]")
    before = slider.input_value()
    field.fill("")
    assert slider.input_value() == before
    key.click()
    assert page.locator("#card [role=alert]:visible").count() == 1
    assert page.evaluate("sent") == []
    assert page.evaluate("document.activeElement.classList.contains('gk-typed')")
    field.fill("0")
    key.click()
    (sent,) = page.evaluate("sent")
    assert sent["do"] == order
    assert sent.get("value", sent.get("values")) in (0, {"n": 0})
    assert page.locator("#card [role=alert]").count() == 0
    assert page.errors == []


def test_numbers_that_are_typed_are_sent_as_a_list_and_kept_and_what_is_none_as_nothing(card):
    typed = {"name": "km", "kind": "list", "title": "Our results", "low": 0, "high": 800, "value": [3, 5], "unit": ""}
    page = card("panel", PANEL | {"controls": [typed]})
    field, key = page.locator("#card textarea"), page.locator("#card .gk-main-button")
    assert field.input_value() == "3 5"
    field.fill("200, 350;  90")
    key.click()
    assert page.evaluate("sent[0].values") == {"km": [200, 350, 90]}
    page.reload()
    assert field.input_value() == "200, 350;  90"
    field.fill("200 two")
    key.click()
    assert (page.evaluate("sent"), field.input_value()) == ([], "200 two")
    assert field.get_attribute("aria-invalid") == "true"
    page.reload()
    field.fill("")
    field.blur()
    assert field.input_value() == "3 5", "without any the given ones are back"

"""Numbers that are typed and shown: Python and the pages read and write them alike, in each language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from gamekit.core.errors import OptionError
from gamekit.core.i18n.numbers import list_readings, retype, write_number
from gamekit.core.i18n.translation import read_number, typeset, use_language
from gamekit.web import bundle
from tests.web.node import ask, needs_node

CASES: Final = json.loads((Path(__file__).parents[1] / "numbers.json").read_text(encoding="utf-8"))
MODULE: Final = (bundle.WEB / "shared/numbers.js").as_uri()
SCRIPT: Final = """
const { listReadings, sayNumber, retype } = await import(given.module);
const speak = (lang) => { globalThis.document = { documentElement: { lang } }; };
const each = (cases, say) => cases.map(([lang, one]) => { speak(lang); return say(one); });
tell({
  read: each(given.read, (text) => listReadings(text)),
  write: each(given.write, (value) => sayNumber(value)),
  again: each(given.read, (text) => listReadings(text).map((one) => listReadings(retype(one)))),
});
"""


@pytest.fixture(scope="module")
def page() -> Any:
    return ask(SCRIPT, module=MODULE, **CASES)


@pytest.mark.parametrize(("language", "text", "readings"), CASES["read"])
def test_python_reads_what_was_typed(language: str, text: str, readings: list[str]) -> None:
    assert list_readings(text, language) == readings
    assert [list_readings(retype(one, language), language) for one in readings] == [[one] for one in readings]


@needs_node
def test_pages_read_what_was_typed_as_python_does(page: Any) -> None:
    assert page["read"] == [readings for _language, _text, readings in CASES["read"]]
    assert page["again"] == [[[one] for one in readings] for _language, _text, readings in CASES["read"]]


@needs_node
def test_pages_write_numbers_as_python_does(page: Any) -> None:
    wanted = [said for _language, _value, said in CASES["write"]]
    assert page["write"] == wanted
    assert [typeset(write_number(value, "", language)) for language, value, _said in CASES["write"]] == wanted


def test_a_number_with_two_readings_is_asked_back_with_both() -> None:
    with use_language("de"), pytest.raises(OptionError) as told:
        read_number("1.000")
    assert {"1000", "1,000"} <= set(str(told.value).replace(".", " ").split())

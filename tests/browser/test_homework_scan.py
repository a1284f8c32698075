"""Results that are scanned: QR codes with the pupil, a camera with the teacher; a stub stands for the camera."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from gamekit.serve.homework_code import sum_text
from tests.browser.axe import serious
from tests.browser.conftest import READY_MS
from tests.browser.test_homework import do_homework, place, set_homework  # noqa: F401

Open = Callable[..., Any]
DRAWN: Final = """() => {
    globalThis.drawn = [];
    const real = globalThis.gamekitQR;
    globalThis.gamekitQR = (...kind) => {
        const code = real(...kind), add = code.addData.bind(code);
        code.addData = (text) => (globalThis.drawn.push(text), add(text));
        return code;
    };
}"""
"""What is drawn as a QR code is noted."""
STUB: Final = """
globalThis.seen = [];
globalThis.BarcodeDetector = class {
    async detect() { return globalThis.seen.splice(0, 1).map((rawValue) => ({ rawValue })); }
};
navigator.mediaDevices.getUserMedia = async () => {
    if (globalThis.denied) throw new DOMException("no", globalThis.denied);
    return (globalThis.lent = document.createElement("canvas").captureStream());
};
"""
"""A camera that sees what a test puts before it."""


def open_with(open_page: Open, address: str, script: str) -> Any:
    """A page in which a script has run before its own."""
    page = open_page("about:blank", width=1280)
    page.add_init_script(script)
    page.goto(address)
    return page


def halve(page: Any) -> tuple[str, str]:
    """A result as its QR code has it on the pupil's page, as the two pieces that a longer one is drawn in."""
    page.evaluate(DRAWN)
    page.get_by_role("button", name="Make my result").click()
    page.get_by_text("QR codes, for your teacher’s camera").click()
    page.locator(".gkp-qr svg").first.wait_for()
    (code,) = page.evaluate("globalThis.drawn")
    assert code == page.get_by_label("Your result as a code").input_value()
    first, second = (f"p1.{sum_text(code)}.{number}.2.{part}" for number, part in ((1, code[:100]), (2, code[100:])))
    return f"{first}.{sum_text(first)}", f"{second}.{sum_text(second)}"


@pytest.mark.thorough  # quickly, without a browser: tests/js/pieces.test.js
def test_results_are_scanned_in_any_order_twice_and_with_another_s_between(
    place: str,  # noqa: F811
    open_page: Open,
    tmp_path: Path,
) -> None:
    link, _file = set_homework(open_page, place, tmp_path)
    pieces = []
    for name, answer in (("Ana", "3"), ("Ben", "2")):
        pupil = open_page(link)
        do_homework(pupil, name, answer)
        pupil.set_viewport_size({"width": 375, "height": 667})
        pieces.append(halve(pupil))
        assert pupil.evaluate("document.documentElement.scrollWidth") <= 375
        assert serious(pupil) == []
    (ana_1, ana_2), (ben_1, ben_2) = pieces

    desk = open_with(open_page, f"{place}#read", STUB)
    scan = desk.get_by_role("button", name="Scan with the camera")
    scan.click()
    desk.get_by_text("First the homework: ").wait_for()
    desk.get_by_label("The link or code of your homework").fill(link)
    scan.click()
    desk.get_by_role("button", name="Stop the camera").wait_for()
    for text, said in (
        (ana_2, "Piece 2 of 2. These are still missing: 1."),
        ("https://example.org", "This QR code is no result of homework."),
        (ana_2, "Piece 2 of 2 was here before. These are still missing: 1."),
        (ben_1, "Piece 1 of 2 of another result; the pieces of both are kept. Of this one, these are missing: 2."),
        (ana_1, "1. Ana: read in."),
        (ben_2, "1. Ben: read in."),
        (ana_1, "read in before"),
    ):
        desk.evaluate("text => globalThis.seen.push(text, text)", text)
        desk.get_by_role("status").filter(has_text=said).wait_for(timeout=READY_MS)  # it is said in one place
    assert serious(desk) == []
    assert desk.locator(".gkh-grid").nth(1).locator("tbody th").all_inner_texts() == ["Ana", "Ben"]
    desk.get_by_role("button", name="Stop the camera").click()
    assert desk.evaluate("globalThis.lent.getTracks().every((track) => track.readyState === 'ended')")
    scan.click()
    desk.get_by_role("link", name="What is kept").click()  # another room: the camera is given back
    desk.wait_for_function("() => globalThis.lent.getTracks().every((track) => track.readyState === 'ended')")
    assert desk.errors == []


@pytest.mark.thorough  # a page alone
@pytest.mark.parametrize(
    ("script", "said"),
    [
        (f"{STUB} globalThis.denied = 'NotAllowedError';", "This page may not use the camera."),
        (f"{STUB} globalThis.denied = 'NotFoundError';", "There is no camera"),
        ("delete globalThis.BarcodeDetector;", "This browser cannot read QR codes."),
        (f"{STUB} delete Navigator.prototype.mediaDevices;", "Browsers lend the camera only to"),
    ],
)
def test_where_no_camera_can_be_had_a_sentence_says_what_to_do(
    place: str,  # noqa: F811
    open_page: Open,
    tmp_path: Path,
    script: str,
    said: str,
) -> None:
    link, _file = set_homework(open_page, place, tmp_path)
    desk = open_with(open_page, f"{place}#read", script)
    desk.get_by_label("The link or code of your homework").fill(link)
    desk.get_by_role("button", name="Scan with the camera").click()
    desk.get_by_role("status").filter(has_text=said).wait_for()
    assert desk.locator("video").is_hidden()
    assert desk.get_by_role("button", name="Scan with the camera").get_attribute("aria-pressed") == "false"
    assert desk.errors == []

"""The suite's typeface: every sign that is shown has a letter in it, and pages have it without asking anybody."""

from __future__ import annotations

import re

import pytest
from fontTools.ttLib import TTFont

import gamekit as gk
from gamekit.browser.built import BUILT
from gamekit.show import assets, fonts
from gamekit.show.canvas import STYLE
from gamekit.show.charts import bars
from gamekit.words import DOMAIN, LOCALE

MOST_BYTES = 60_000
SYMBOLS = "⏸⚄"
"""Drawn by the reader's own emoji typeface, on buttons that name themselves besides."""


def drawn(weight: str) -> set[int]:
    return set(TTFont(fonts.file(weight, "ttf")).getBestCmap())


@pytest.mark.parametrize("weight", fonts.WEIGHTS)
def test_every_sign_of_sentences_and_boards_has_a_letter(weight: str) -> None:
    shown = (LOCALE / f"{DOMAIN}.pot").read_text(encoding="utf-8")
    for name in gk.game_names():
        shown += "".join((BUILT / f"{name}.{kind}").read_text(encoding="utf-8") for kind in ("js", "json"))
    signs = {ord(sign) for sign in shown if sign.isprintable()} - {ord(sign) for sign in SYMBOLS}
    assert {chr(code) for code in signs - drawn(weight)} == set()


def test_figures_are_equally_wide() -> None:
    for weight in fonts.WEIGHTS:
        font = TTFont(fonts.file(weight, "ttf"))
        letters = font.getBestCmap()
        assert len({font["hmtx"][letters[ord(figure)]][0] for figure in "0123456789"}) == 1


def test_both_weights_are_small_and_have_their_licence_beside_them() -> None:
    assert sum(fonts.file(weight, "woff2").stat().st_size for weight in fonts.WEIGHTS) < MOST_BYTES
    assert "SIL Open Font License" in (fonts.FOLDER / "LICENSE.md").read_text(encoding="utf-8")
    for weight in fonts.WEIGHTS:
        family = str(TTFont(fonts.file(weight, "ttf"))["name"].getName(1, 3, 1))
        assert family == fonts.FAMILY  # the licence keeps “Source” for the original


def test_a_style_sheet_names_no_other_typeface_first() -> None:
    named = re.findall(r"--gk-font:\s*([^;]+);", assets.style())
    assert named == [named[0]]
    assert named[0].startswith(f'"{fonts.FAMILY}"')
    assert "Segoe" not in re.sub(r"--gk-font:[^;]+;", "", assets.style())


def test_a_chart_is_measured_and_drawn_with_it(recwarn: pytest.WarningsRecorder) -> None:
    assert STYLE["font.family"][0] == fonts.FAMILY
    assert f"font-family: '{fonts.FAMILY}'" in bars({"one": 1}, alt="One bar").svg
    assert [str(warning.message) for warning in recwarn if "findfont" in str(warning.message)] == []


def test_a_widget_leaves_it_out_where_the_page_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(fonts.PAGE_HAS_IT, raising=False)
    assert fonts.faces_of_widget().count("@font-face") == len(fonts.WEIGHTS)
    monkeypatch.setenv(fonts.PAGE_HAS_IT, "1")
    assert fonts.faces_of_widget() == ""

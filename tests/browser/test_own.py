"""Yours alone: a finished game is counted in this browser, told, taken away as a file and deleted with one button."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.playing import finished, watched, written

KEPT = "localStorage.getItem('gamekit:own')"


def test_a_finished_game_is_ones_own_and_goes_with_one_button(tmp_path: Path, open_page: Callable[..., Any]) -> None:
    page = open_page(written(tmp_path, "ausgebremst"), still=True)
    asked = watched(page)
    panel = page.locator(".gkp-own-panel")
    panel.locator("summary").click()
    panel.get_by_text("No game has been finished here yet.").wait_for()
    page.locator(".gkp-start").click()
    finished(page, lambda: page.locator(".gk-place, .gk-moves .gk-move").first.click(force=True))
    page.locator("#bar").get_by_role("button", name="New game", exact=True).click()
    page.get_by_role("button", name="Look back at the game").wait_for()  # it is over: there is no going on
    panel.locator("summary").click()
    row = panel.locator("tbody tr").inner_text()
    assert row.startswith("Ausgebremst")
    assert row.split("\t")[2] == "1"
    with page.expect_download() as saved:
        panel.get_by_role("button", name="Take it away as a file").click()
    taken = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert [one["game"] for one in taken["parts"]["games"]] == ["ausgebremst"]
    delete = panel.get_by_role("button", name="Delete all of it")
    delete.click()
    assert page.evaluate(KEPT), "the first press only asks"
    panel.get_by_role("button", name="Really delete").click()
    assert page.evaluate(KEPT) is None
    assert "No game has been finished here yet." in panel.inner_text()
    assert asked == [one for one in asked if one.startswith("blob:")], "nothing is sent"
    assert page.errors == []

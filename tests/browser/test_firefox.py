"""A Play page as a file in Firefox ESR, where it is installed: it plays, asks nobody and has nothing to complain of."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Final

import pytest

import gamekit as gk
from tests.browser.firefox import Firefox
from tests.browser.playing import outside, written

COMMAND: Final = shutil.which("firefox-esr")
MOVE: Final = "document.querySelector('.gk-ask ~ .gk-move, .gk-place:not(.gk-source), .gk-moves .gk-move')"
STEP: Final = "Number(document.querySelector('.gk-where').textContent.split(' ')[1])"
MOVES: Final = 4


async def played(command: str, profile: Path, address: str) -> tuple[int, list[str], list[str]]:
    """How many moves were made, what was asked for outside of the page, what its console says of errors."""
    async with Firefox(command, profile) as page:
        await page.goto(address)
        await page.until("document.querySelector('.gkp-start')")
        await page.says("document.querySelector('.gkp-start').click()")
        made = 0
        while made < MOVES:
            await page.until(MOVE)
            before = await page.says(STEP)
            await page.says(f"{MOVE}.click()")
            await page.until(f"{STEP} > {before} || document.querySelector('.gk-ask')")
            made += await page.says(STEP) > before
        asked = [one["request"]["url"] for one in page.told("network.beforeRequestSent")]
        errors = [str(one["text"]) for one in page.told("log.entryAdded") if one["level"] == "error"]
        return made, outside(asked), errors


@pytest.mark.skipif(COMMAND is None, reason="no Firefox ESR on this machine")
@pytest.mark.thorough
@pytest.mark.parametrize("name", gk.game_names())
def test_a_play_page_plays_in_firefox(name: str, tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    assert asyncio.run(played(str(COMMAND), profile, written(tmp_path, name))) == (MOVES, [], [])

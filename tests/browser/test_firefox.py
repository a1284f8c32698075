"""Pages as files in Firefox ESR, where it is installed: they play, read typed numbers, ask nobody."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Final

import pytest

import gamekit as gk
from tests.browser.firefox import Firefox
from tests.browser.playing import outside, written
from tests.browser.test_typed_numbers import TYPED, write_card

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


async def type_in_firefox(command: str, profile: Path, address: str) -> dict[str, tuple[str, int]]:
    """For each text that is typed: what stands in the field afterwards, and what a prediction was sent."""
    found = {}
    async with Firefox(command, profile) as page:
        for text in TYPED:
            await page.goto(address)
            await page.until("document.querySelector('.gk-typed')")
            await page.says("(() => { const f = document.querySelector('.gk-typed'); f.focus(); f.select(); })()")
            keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
            await page.call(
                "input.performActions", context=page.page, actions=[{"type": "key", "id": "keys", "actions": keys}]
            )
            await page.says("document.querySelector('.gk-main-button').click()")
            kept = await page.says("document.querySelector('.gk-typed').value")
            found[text] = (kept, await page.says("sent.length ? sent[0].value : null"))
    return found


@pytest.mark.skipif(COMMAND is None, reason="no Firefox ESR on this machine")
@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", "fr"])
def test_firefox_stores_what_was_typed_and_leaves_the_text_alone(tmp_path: Path, language: str) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    found = asyncio.run(type_in_firefox(str(COMMAND), profile, write_card(tmp_path, "bet", language)))
    assert found == {text: (text, value) for text, value in TYPED.items()}

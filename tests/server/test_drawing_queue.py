"""Pictures of boards that are drawn beside the event loop."""

from __future__ import annotations

import asyncio
import threading

import pytest

from gamekit.lessons.catalog import PictureMoment
from gamekit.server.drawing_queue import MOST_OTHERS, OTHERS_AT_ONCE, DrawingQueue
from gamekit.server.rate_limit import TooManyError
from gamekit.server.worker_pool import TooBusyError
from gamekit.widgets import board_pictures
from tests.serving import PATIENCE, story

USUAL = PictureMoment()


@story
async def test_pictures_of_any_moment_hold_up_no_page_and_no_picture_of_the_gallery(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on, drawn = threading.Event(), []

    def board(game: str, seed: int, step: int) -> str:
        assert seed == USUAL.seed or go_on.wait(PATIENCE)
        drawn.append(seed)
        return f"{game} {seed}"

    monkeypatch.setattr(board_pictures, "board", board)

    queue = DrawingQueue()
    asked = [
        asyncio.ensure_future(queue.draw("pig", PictureMoment(seed=seed), False, f"10.0.0.{seed}"))
        for seed in [*range(2, 42), 2]
    ]
    assert await queue.draw("pig", USUAL, True, "10.0.0.1") == "pig 1"
    assert await queue.draw("pig", USUAL, True, "10.0.0.1") == "pig 1"
    go_on.set()
    said = await asyncio.gather(*asked, return_exceptions=True)
    assert said[-1] == said[0] == "pig 2", "who asks the same waits for the same"
    assert [isinstance(one, TooBusyError) for one in said[:-1]] == [False] * MOST_OTHERS + [True] * (40 - MOST_OTHERS)
    queue.close()
    assert sorted(drawn) == list(range(1, MOST_OTHERS + 2))


@story
async def test_one_visitor_has_few_pictures_drawn_that_no_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_pictures, "board", lambda *_: "drawn")
    queue = DrawingQueue()
    for seed in range(OTHERS_AT_ONCE):
        await queue.draw("pig", PictureMoment(seed=seed), False, "10.0.0.1")
    with pytest.raises(TooManyError):
        await queue.draw("pig", PictureMoment(seed=1000), False, "10.0.0.1")
    await queue.draw("pig", PictureMoment(seed=1000), False, "10.0.0.2")
    queue.close()

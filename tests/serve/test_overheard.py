"""What a server hears of what its kernels say to their pages: what came out of predictions, and nothing else."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from gamekit.serve.channel import CONTENT, PageLine

CAME = {"type": "came-out", "key": "bet-1", "figures": [{"exact": 3.0}]}


class Heard(PageLine):
    """A line without a page."""

    session: Any = SimpleNamespace(unpack=json.loads)
    websocket_handler: Any = None

    def __init__(self) -> None:
        self.heard: list[Any] = []
        handler = SimpleNamespace(settings={"gamekit_overhear": self.heard.append})
        type(self).websocket_handler = handler


@pytest.mark.parametrize(
    ("content", "heard"),
    [
        ({"comm_id": "x", "data": {"method": "custom", "content": CAME}}, [CAME]),
        ({"comm_id": "x", "data": {"method": "echo_update", "state": {"came-out": CAME}}}, []),
        ({"comm_id": "x", "data": {"method": "echo_update", "content": CAME}}, []),
        ({"text": "came-out"}, []),
        (["came-out"], []),
    ],
)
def test_only_what_a_card_says_itself_is_heard(content: object, heard: list[object]) -> None:
    line = Heard()
    line._overheard(content)
    assert line.heard == heard
    assert CONTENT == 3

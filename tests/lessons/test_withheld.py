"""In a notebook, what follows from an answer waits for the prediction; a kernel is told of tags as by JupyterLab."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jupyter_client.manager import start_new_kernel

from tests.serving import PATIENCE

CLOSED = "Predict first"
Run = Callable[..., list[tuple[str, str]]]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Run a cell; returns the kind of each of its outputs, and its text."""
    manager, client = start_new_kernel(kernel_name="python3")

    def execute(code: str, *tags: str) -> list[tuple[str, str]]:
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "stop_on_error": True}
        message = client.session.msg("execute_request", content, metadata={"tags": list(tags)})
        client.shell_channel.send(message)
        shown: list[tuple[str, str]] = []
        while True:
            said: Any = client.get_iopub_msg(timeout=PATIENCE)
            if said["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                continue
            if said["msg_type"] == "status" and said["content"]["execution_state"] == "idle":
                return shown
            if "data" in said["content"] and not said["msg_type"].startswith("comm"):
                data = said["content"]["data"]
                shown.append((said["msg_type"], data.get("text/html") or data.get("text/plain", "")))

    execute("from gamekit.lessons import kit\nfrom IPython.display import display")
    yield execute
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.mark.parametrize(
    "stored", ["bet.store(40)", "kit.withheld.Withheld.latest.open()"], ids=["stored", "asked for"]
)
def test_what_follows_from_an_answer_waits_for_the_prediction_and_then_opens(run: Run, stored: str) -> None:
    run("bet = kit.bet('How many?')\nbet")
    held = run("x = 7\ndisplay(kit.say('*First*'))\nkit.bars({'a': x}, title='Bars')", "after-bet", "model")
    assert [kind for kind, _text in held] == ["display_data"] * 2
    assert CLOSED in held[0][1]
    assert "Bars" not in str(held)
    assert CLOSED in run("kit.say('*Second*')", "after-bet")[0][1]
    assert "7 is x" in run("kit.say(f'{x} is x')")[0][1], "the cell has run, and other cells show what they do"
    opened = run(stored)
    assert [kind for kind, _text in opened if kind == "update_display_data"] == ["update_display_data"] * 3
    assert all(word in str(opened) for word in ("First", "Bars", "Second"))
    assert "Third" in run("kit.say('*Third*')", "after-bet")[0][1]

"""In a notebook, what follows from an answer waits for the prediction; a kernel is told of tags as by JupyterLab."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from jupyter_client.manager import start_new_kernel

from tests.serving import PATIENCE

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
        for said in iter(lambda: client.get_iopub_msg(timeout=PATIENCE), None):
            is_mine = said["parent_header"].get("msg_id") == message["header"]["msg_id"]
            if is_mine and said["content"].get("execution_state") == "idle":
                break
            if is_mine and said["msg_type"] in ("display_data", "update_display_data", "execute_result"):
                data = said["content"]["data"]
                shown.append((said["msg_type"], data.get("text/html") or data.get("text/plain", "")))
        return shown

    execute("from gamekit.lessons import kit\nfrom IPython.display import display")
    yield execute
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def test_what_follows_from_an_answer_waits_for_the_prediction_and_then_opens(run: Run) -> None:
    run("bet = kit.bet('How many?')\nbet")
    held = run("x = 7\ndisplay(kit.say('*First*'))\nkit.bars({'a': x}, title='Bars')", "after-bet", "model")
    assert [kind for kind, _text in held] == ["display_data"] * 2
    assert "Predict first" in held[0][1]
    assert "Bars" not in str(held)
    assert "Predict first" in run("kit.say('*Second*')", "after-bet")[0][1]
    assert "7 is x" in run("kit.say(f'{x} is x')")[0][1], "the cell has run, and other cells show what they do"
    opened = run("bet.store(40)")
    assert [kind for kind, _text in opened] == ["update_display_data"] * 3
    assert all(word in str(opened) for word in ("First", "Bars", "Second"))
    assert "Third" in run("kit.say('*Third*')", "after-bet")[0][1]

"""A kernel that fails once does not mute its page: what comes after is still seen, without a reload."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import uuid
from typing import Any

from tornado.websocket import websocket_connect


def message(kind: str, content: dict[str, Any]) -> str:
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": kind,
        "session": "s",
        "username": "",
        "version": "5.3",
        "date": "",
    }
    return json.dumps({"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"})


async def fail_then_speak(address: str) -> None:
    """Make every widget's kernel side raise, then make the board say something."""
    line = await websocket_connect(address)
    line.write_message(message("comm_info_request", {}))
    while (reply := json.loads(await asyncio.wait_for(line.read_message(), 20)))["msg_type"] != "comm_info_reply":
        pass
    comms = reply["content"]["comms"]
    for data in ({}, {"method": "update", "state": 5}, {"method": "custom", "content": {"do": "play", "action": "x"}}):
        for comm in comms:
            line.write_message(message("comm_msg", {"comm_id": comm, "data": data}))
    while (reply := json.loads(await asyncio.wait_for(line.read_message(), 20)))["msg_type"] != "error":
        pass
    assert "not in your game" in reply["content"]["evalue"]
    await asyncio.sleep(2)


def test_a_page_goes_on_after_an_error_in_its_kernel(site: str, open_page: Any) -> None:
    page = open_page(f"{site}/alone")
    page.wait_for_selector(".gk-board, svg[role=img]")
    kernel = re.search(r'"kernelId": ?"([\w-]+)"', page.content())
    assert kernel
    server = site.replace("http", "ws").removesuffix("/voila/render")
    failed: list[BaseException] = []

    def attack() -> None:
        try:
            asyncio.run(fail_then_speak(f"{server}/api/kernels/{kernel[1]}/channels?session_id={uuid.uuid4()}"))
        except BaseException as error:  # noqa: BLE001  told below, in the test's own thread
            failed.append(error)

    apart = threading.Thread(target=attack)  # Playwright's own loop runs in this one
    apart.start()
    page.get_by_text("The page asked for something this program does not know.").first.wait_for()
    apart.join()
    assert not failed
    assert "Traceback" not in page.content()

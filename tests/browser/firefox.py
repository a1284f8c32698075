"""Firefox as Debian ships it, without a driver beside it: its own remote agent speaks WebDriver BiDi over a socket."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

from tornado.websocket import WebSocketClientConnection, websocket_connect

AGENT: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES: Final = """
user_pref("remote.active-protocols", 1);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
"""
PATIENCE: Final = 120
"""Seconds until something on a page must be there."""
WATCHED: Final = ("log.entryAdded", "network.beforeRequestSent")


class Firefox:
    """One page of a Firefox of its own; `async with Firefox(command, empty folder) as page`."""

    def __init__(self, command: str, profile: Path) -> None:
        (profile / "user.js").write_text(PREFERENCES, encoding="utf-8")
        self.command = [command, "--headless", "--no-remote", "--profile", str(profile)]
        self.log = profile / "firefox.log"
        self.number = 0
        self.heard: list[dict[str, Any]] = []

    async def __aenter__(self) -> Firefox:
        with self.log.open("w") as told:
            self.process = subprocess.Popen(
                [*self.command, "--remote-debugging-port", "0", "about:blank"], stderr=told, stdout=told
            )
        try:
            self.socket: WebSocketClientConnection = await websocket_connect(await self.agent() + "/session")
            await self.call("session.new", capabilities={})
            self.page = (await self.call("browsingContext.getTree"))["contexts"][0]["context"]
            await self.call("session.subscribe", events=list(WATCHED))
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_problem: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    async def agent(self) -> str:
        """The address of its remote agent, once it is there."""
        for _ in range(10 * PATIENCE):
            if found := AGENT.search(self.log.read_text(encoding="utf-8", errors="replace")):
                return found[1]
            await asyncio.sleep(0.1)
        raise AssertionError(f"Firefox did not start: {self.log.read_text(errors='replace')}")

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer; what Firefox tells meanwhile is in `heard`."""
        self.number += 1
        await self.socket.write_message(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer: dict[str, Any] = json.loads(await self.socket.read_message() or "{}")
            if answer.get("id") != self.number:
                assert answer, "Firefox has gone"
                self.heard.append(answer)
            elif answer["type"] == "error":
                raise AssertionError(f"{method}: {answer['message']}")
            else:
                result: dict[str, Any] = answer["result"]
                return result

    async def goto(self, address: str) -> None:
        """Open a page and wait until it has been loaded."""
        await self.call("browsingContext.navigate", context=self.page, url=address, wait="complete")

    async def says(self, script: str) -> Any:
        """The value of an expression in the page: a number, a text, true or false."""
        target = {"context": self.page}
        told = await self.call("script.evaluate", expression=script, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return told["result"].get("value")

    async def until(self, true: str) -> None:
        """Wait until something is true."""
        for _ in range(20 * PATIENCE):
            if await self.says(f"Boolean({true})"):
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"Never true: {true}")

    def told(self, event: str) -> list[dict[str, Any]]:
        """What was heard of one kind."""
        return [one["params"] for one in self.heard if one.get("method") == event]

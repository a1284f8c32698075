"""What a lesson's kernel answers to every page alike: recorded once, from a kernel that nobody has pressed anything in.

A page asks it for the widgets and says hello to its cards; with these answers it can be read, and its boards played,
before it has a kernel (asleep.py). Whatever is not recorded here is for a kernel of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import struct
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.jsonutil import json_default
from jupyter_client.manager import AsyncKernelManager
from jupyter_server.services.kernels.connection.base import (
    deserialize_binary_message,
    deserialize_msg_from_ws_v1,
    serialize_binary_message,
    serialize_msg_to_ws_v1,
)

from .fork import LessonParent

V1: Final = "v1.kernel.websocket.jupyter.org"
"""The protocol in which a page's scripts speak; others send JSON."""
CONTROL: Final = "jupyter.widget.control"
PATIENCE: Final = 60.0
"""Seconds a kernel may take to answer one question."""
LONGEST_NUMBER: Final = 100
"""Characters of the number by which a page knows an answer."""
MARK, NUMBER = uuid.uuid4().hex, uuid.uuid4().hex
"""Stand in a recorded answer where each page has a name and a number of its own."""


@dataclass(frozen=True)
class Heard:
    """A message of a page."""

    channel: str
    header: Mapping[str, Any]
    content: Mapping[str, Any]

    @classmethod
    def read(cls, raw: str | bytes, protocol: str | None) -> Heard:
        """Out of what came over the line. Raises what reading raises if it is no message."""
        if protocol == V1:
            check_offsets(raw)
            channel, parts = deserialize_msg_from_ws_v1(raw)
            header, content = json.loads(parts[0]), json.loads(parts[3])
        else:
            message = deserialize_binary_message(raw) if isinstance(raw, bytes) else json.loads(raw)
            channel, header, content = message.get("channel") or "shell", message["header"], message["content"]
        if not isinstance(header, dict) or not isinstance(content, dict) or not isinstance(header.get("msg_type"), str):
            raise TypeError("a header, a content and a kind are wanted")
        return cls(str(channel), header, content)

    @property
    def kind(self) -> str:
        """What kind of message."""
        return str(self.header["msg_type"])

    @property
    def asked(self) -> Mapping[str, Any]:
        """What a widget is told by its view; empty if it is something else."""
        data = self.content.get("data")
        custom = self.kind == "comm_msg" and isinstance(data, dict) and data.get("method") == "custom"
        told = data.get("content") if custom and isinstance(data, dict) else None
        return told if isinstance(told, dict) else {}


def check_offsets(raw: str | bytes) -> None:
    """Raises `ValueError` for a message that says to have more parts than fit: Jupyter would look for all of them."""
    number = int.from_bytes(raw[:8], "little") if isinstance(raw, bytes) else 0
    if not 6 <= number <= len(raw) // 8:
        raise ValueError("not so many parts")


@dataclass(frozen=True)
class Said:
    """A message of a kernel, as it was recorded."""

    channel: str
    kind: str
    metadata: Mapping[str, Any]
    content: bytes
    buffers: tuple[bytes, ...] = ()

    @classmethod
    def of(cls, channel: str, message: Mapping[str, Any], same: Mapping[str, str]) -> Said:
        """A message, with `same` texts in it exchanged for what stands for them."""
        content = json.dumps(message["content"], default=json_default, separators=(",", ":")).encode()
        for text, mark in same.items():
            content = content.replace(text.encode(), mark.encode())
        buffers = tuple(bytes(one) for one in message.get("buffers") or ())
        return cls(channel, str(message["header"]["msg_type"]), message["metadata"], content, buffers)

    def sent(self, to: Heard, session: str, protocol: str | None, own: Mapping[str, str]) -> str | bytes:
        """As an answer to a page's message; `own` is what stands in it for the marks."""
        content = self.content
        for mark, text in own.items():
            content = content.replace(mark.encode(), json.dumps(text)[1:-1].encode())
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": self.kind,
            "username": "",
            "session": session,
            "date": datetime.now(UTC).isoformat(),
            "version": "5.3",
        }
        if protocol == V1:
            small = [json.dumps(part, default=json_default).encode() for part in (header, to.header, self.metadata)]
            return bytes(serialize_msg_to_ws_v1([*small, content, *self.buffers], self.channel))
        beside = {"header": header, "parent_header": to.header, "metadata": self.metadata, "channel": self.channel}
        if self.buffers:
            message = {**beside, "content": json.loads(content), "buffers": list(self.buffers)}
            return bytes(serialize_binary_message(message))
        around = json.dumps({**beside, "buffers": []}, default=json_default)
        return f'{around[:-1]}, "content": {content.decode()}}}'


@dataclass
class Answers:
    """All that was recorded of one lesson: each answer is a few messages, by what is asked."""

    session: str = ""
    by_question: dict[tuple[str, ...], list[Said]] = field(default_factory=dict)
    boards: set[str] = field(default_factory=set)
    """The widgets that bring the engine and their game to a page."""

    def to(self, heard: Heard, controls: Collection[str]) -> tuple[list[Said], dict[str, str]] | None:
        """What is said to this message, and what the marks stand for; None if only a kernel knows.

        `controls` are the names of the page's own lines to the widgets.
        """
        question = self.question(heard, controls)
        said = self.by_question.get(question) if question else None
        number = heard.asked.get("number", "")
        if said is None or not isinstance(number, str) or len(number) > LONGEST_NUMBER:
            return None
        return said, {MARK: str(heard.content.get("comm_id", "")), NUMBER: number}

    def question(self, heard: Heard, controls: Collection[str]) -> tuple[str, ...] | None:
        """What is asked, whoever asks; None if every page shall ask for itself."""
        content, asked = heard.content, heard.asked
        comm, do = content.get("comm_id"), asked.get("do")
        if heard.kind == "kernel_info_request":
            return (heard.kind,)
        if heard.kind == "comm_open" and content.get("target_name") == CONTROL and isinstance(comm, str):
            return (heard.kind,)
        if not isinstance(comm, str):
            return None
        if heard.kind == "comm_close" and comm in controls:
            return (heard.kind,)
        if heard.kind == "comm_msg" and content.get("data") == {"method": "request_states"} and comm in controls:
            return ("states",)
        if do == "hello":
            return ("hello", comm)
        if do == "bring" and comm in self.boards and isinstance(asked.get("what"), str):
            return ("bring", asked["what"])
        return None


class Witness:
    """A kernel forked for being asked; nobody ever presses anything in it."""

    def __init__(self, client: AsyncKernelClient) -> None:
        self.client = client

    async def ask(self, kind: str, content: Mapping[str, Any], same: Mapping[str, str]) -> list[Said]:
        """Ask, and take down everything that is said to it until the kernel rests."""
        client = self.client
        message = client.session.msg(kind, dict(content))
        if kind == "comm_open":
            message["metadata"] = {"version": "1.0.0"}
        client.shell_channel.send(message)
        said: list[Said] = []
        for heard in [await self._reply(message)] if kind.endswith("_request") else []:
            said.append(Said.of("shell", heard, same))
        while True:
            heard = await client.get_iopub_msg(timeout=PATIENCE)
            if heard["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                continue
            said.append(Said.of("iopub", heard, same))
            if heard["header"]["msg_type"] == "status" and heard["content"]["execution_state"] == "idle":
                return said

    async def _reply(self, message: Mapping[str, Any]) -> dict[str, Any]:
        while True:
            heard: dict[str, Any] = await self.client.get_shell_msg(timeout=PATIENCE)
            if heard["parent_header"].get("msg_id") == message["header"]["msg_id"]:
                return heard

    async def tell(self, model: str, told: Mapping[str, Any], same: Mapping[str, str]) -> list[Said]:
        """Ask a widget as its view does."""
        data = {"method": "custom", "content": {**told, "number": NUMBER}}
        return await self.ask("comm_msg", {"comm_id": model, "data": data}, same)

    async def connected(self) -> None:
        """Wait until it hears, and is heard."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < end:
            self.client.kernel_info()
            with contextlib.suppress(Exception):  # queue.Empty, by another name in each version
                await self.client.get_iopub_msg(timeout=0.2)
                return
        raise TimeoutError("The kernel does not answer.")

    async def answers(self) -> Answers:
        """Everything that a page asks before anybody has done anything on it."""
        await self.connected()
        found = Answers(session=self.client.session.session)
        found.by_question["kernel_info_request",] = await self.ask("kernel_info_request", {}, {})
        opening = {"comm_id": MARK, "target_name": CONTROL, "data": {}}
        found.by_question["comm_open",] = await self.ask("comm_open", opening, {})
        states = await self.ask("comm_msg", {"comm_id": MARK, "data": {"method": "request_states"}}, {})
        found.by_question["states",] = states
        found.by_question["comm_close",] = await self.ask("comm_close", {"comm_id": MARK, "data": {}}, {})
        for model in cards_in(states):
            said = await self.tell(model, {"do": "hello", "everybody": True}, {})
            board = board_in(said)
            found.by_question["hello", model] = said
            if board:
                found.boards.add(model)
                for what in ("engine", str(board["record"]["game"])):
                    if ("bring", what) not in found.by_question:
                        found.by_question["bring", what] = await self.tell(
                            model, {"do": "bring", "what": what}, {model: MARK}
                        )
        return found


def contents(said: Iterable[Said]) -> Iterator[dict[str, Any]]:
    """The data of the messages that are for widgets."""
    for one in said:
        if one.kind == "comm_msg":
            yield json.loads(one.content)["data"]


def cards_in(states: Iterable[Said]) -> list[str]:
    """The widgets of gamekit among all."""
    found = [data["states"] for data in contents(states) if "states" in data]
    return [
        model
        for models in found
        for model, one in models.items()
        if str(one["state"].get("_anywidget_id", "")).startswith("gamekit.")
    ]


def board_in(said: Iterable[Said]) -> dict[str, Any]:
    """What a board answers to hello; empty if it is none."""
    for data in contents(said):
        answer = data.get("content", {})
        if answer.get("type") == "answer" and isinstance(answer.get("value"), dict) and "record" in answer["value"]:
            return dict(answer["value"])
    return {}


async def recorded(parent: LessonParent, env: Mapping[str, str], cwd: str, folder: str) -> Answers:
    """Fork a kernel from a lesson's parent, ask it everything, and end it."""
    manager = AsyncKernelManager(transport="ipc", connection_file=f"{folder}/witness-{uuid.uuid4().hex[:8]}.json")
    manager.write_connection_file()
    client: AsyncKernelClient = manager.client()
    try:
        kernel = await parent.fork(manager.connection_file, cwd, dict(env))
        try:
            client.start_channels(stdin=False, hb=False, control=False)
            return await Witness(client).answers()
        finally:
            client.stop_channels()
            kernel.kill()
            await kernel.ended()
    finally:
        manager.cleanup_connection_file()
        manager.cleanup_ipc_files()


UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, AssertionError, struct.error, RecursionError)
"""What reading a message raises that is none."""

"""The line between a page and its kernel: what cannot be read is refused, and no traceback is passed on.

Which kinds of message may pass is said in app.py; what a message makes a game do, in gamekit.show.
"""

from __future__ import annotations

import logging
from typing import Any

import tornado.web
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from gamekit.show.outcome import CAME_OUT
from gamekit.words import _

from .answers import UNREADABLE, V1, check_offsets
from .asleep import UNREADABLE_CODE, SleepingLine

log = logging.getLogger(__name__)

MOST_LINES = 6
"""Connections to one kernel: a page has one, and a few may be lost and not yet noticed."""
LONGEST_REMARK = 200
HEADER, CONTENT = 0, 3
"""Places in a message."""


class PageLine(ZMQChannelsWebsocketConnection):
    """Jupyter's connection, but for two things it does with what goes wrong."""

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        """Pass a page's message on to its kernel; one that is none ends the connection, with a sentence."""
        try:
            if self.subprotocol == V1:
                check_offsets(incoming_msg)
            super().handle_incoming_message(incoming_msg)
        except UNREADABLE:
            log.warning("A page sent a message that cannot be read; its connection was closed.")
            self.websocket_handler.close(UNREADABLE_CODE, _("This message cannot be read."))

    @property
    def _open_hearted(self) -> bool:
        return bool(self.multi_kernel_manager.allow_tracebacks)

    def _on_error(self, channel: str, msg: dict[str, Any], msg_list: list[Any]) -> None:
        """Put a sentence where a traceback stands. Jupyter's own way looks for its words where they are not."""
        if self._open_hearted or (channel == "iopub" and self._kind(msg, msg_list) != "error"):
            return
        content = self.get_part("content", msg["content"], msg_list)
        if not isinstance(content, dict) or not content.get("traceback"):
            return
        remark(f"{content.get('ename')}: {content.get('evalue')}")
        sentence = _("Something went wrong in the program, not in your game. Please go on, or reload the page.")
        content |= {"ename": "Error", "evalue": sentence, "traceback": [sentence]}
        msg["content"] = content
        if len(msg_list) > CONTENT:
            msg_list[CONTENT] = self.session.pack(content)

    def _limit_rate(self, channel: str, msg: dict[str, Any], msg_list: list[Any]) -> bool:
        """Jupyter's limit; besides, what a kernel says to its programmers stays here."""
        if channel == "iopub" and not self._open_hearted and self._kind(msg, msg_list) == "stream":
            content = self.get_part("content", msg["content"], msg_list)
            if content.get("name") == "stderr":
                remark(str(content.get("text", "")).strip().rpartition("\n")[2])
                return True
        if channel == "iopub" and len(msg_list) > CONTENT and CAME_OUT.encode() in bytes(msg_list[CONTENT]):
            self._overheard(self.get_part("content", msg["content"], msg_list))
        return bool(super()._limit_rate(channel, msg, msg_list))

    def _overheard(self, content: Any) -> None:
        """A card of a lesson says what came out: a class is told by its kernel, so that no page can say it instead."""
        data = content.get("data") if isinstance(content, dict) else None
        if isinstance(data, dict) and data.get("method") == "custom":
            self.websocket_handler.settings["gamekit_overhear"](data.get("content"))

    def _kind(self, msg: dict[str, Any], msg_list: list[Any]) -> str:
        msg["header"] = self.get_part("header", msg["header"], msg_list)
        return str(msg["header"]["msg_type"])


def remark(said: str) -> None:
    """One line for the person who runs the server."""
    log.warning("A page's kernel said: %s", said[:LONGEST_REMARK])


class PageSocket(VoilaKernelWebsocketHandler):
    """The address at which a page connects."""

    async def pre_get(self) -> None:
        """Refuse a kernel that is not there, and more connections than a page can need."""
        kernels = self.kernel_manager
        if not kernels.has_page(self.kernel_id):
            raise tornado.web.HTTPError(404)
        if kernels.connections(self.kernel_id) >= MOST_LINES:
            raise tornado.web.HTTPError(429)
        if (page := kernels.asleep(self.kernel_id)) is not None:
            try:
                await page.lesson.finished()
            except Exception as error:  # the lesson could not be made, and its page says so
                raise tornado.web.HTTPError(404) from error
        if kernels.asleep(self.kernel_id) is None:
            await super().pre_get()
        else:
            self.connection = SleepingLine(page, self, kernel_line)

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        """No page: nobody reads what a websocket is refused with."""
        self.set_header("Content-Type", "text/plain")
        self.finish(str(status_code))


def kernel_line(handler: Any) -> PageLine:
    """A connection to the kernel of a page that has one by now."""
    line = PageLine(
        parent=handler.kernel_manager.get_kernel(handler.kernel_id), websocket_handler=handler, config=handler.config
    )
    session = handler.get_argument("session_id", None)
    if session:
        line.session.session = session
    return line

"""Connections on which pages of a class listen: pupils' pages, the teacher's board, the projector."""

from __future__ import annotations

from typing import Any, Final

import tornado.web
import tornado.websocket

from gamekit.core.i18n.translation import language
from gamekit.server.class_.desk import MOST_BOARDS, Desk, Line
from gamekit.server.class_handlers import ENDED, REFUSED, is_teacher, member_of
from gamekit.server.class_polled_handlers import PolledLine, PolledPage
from gamekit.server.language_negotiation import settle_language

PING_SECONDS = 20.0
LONGEST_PLACE = 200


class ClassLine(tornado.websocket.WebSocketHandler):
    """Base class of the WebSockets of a class."""

    polled = False

    async def prepare(self) -> None:
        await settle_language(self)
        self.language = language()

    def tell(self, text: str) -> None:
        """Send a message; one to a closing connection is dropped."""
        if self.ws_connection is not None and not self.ws_connection.is_closing():
            self.write_message(text)

    def end(self) -> None:
        self.close(ENDED)

    @property
    def ping_interval(self) -> float:
        """Seconds between pings; a page that does not answer is disconnected."""
        return PING_SECONDS


class LiveLine(ClassLine):
    """WebSocket that tells a page what changes in the class."""

    def open(self, kind: str) -> None:
        """Register the page, or close with a code."""
        closed = connect(self, self, kind)
        if closed is not None:
            self.close(closed)

    def on_message(self, message: str | bytes) -> None:
        """Close the connection: pages send nothing on it."""
        self.close(REFUSED)

    def on_close(self) -> None:
        self.settings["gamekit_desk"].leave(self)


class LivePolled(PolledPage):
    """Polling handler in place of `LiveLine` where a network blocks WebSockets."""

    async def connect(self, line: PolledLine, place: str) -> int | None:
        return connect(self, line, place)

    def drop(self, line: Any) -> None:
        self.desk.leave(line)


def connect(handler: tornado.web.RequestHandler, line: Line, kind: str) -> int | None:
    """Register a page for changes in the class; return the close code if it is refused."""
    desk: Desk = handler.settings["gamekit_desk"]
    member = member_of(handler)
    if kind == "pupil" and member is not None:
        place = handler.get_argument("at", "")[:LONGEST_PLACE]
        return None if desk.listen(line, member.id, place) else REFUSED
    if kind == "pupil" or not is_teacher(handler):
        return ENDED
    lines = desk.boards if kind == "board" else desk.projectors
    if len(lines) >= MOST_BOARDS:
        return REFUSED
    lines.add(line)
    desk.look()
    return None


ADDRESSES: Final[list[tuple[str, type[LivePolled]]]] = [("/class/polled/(pupil|board|projector)", LivePolled)]

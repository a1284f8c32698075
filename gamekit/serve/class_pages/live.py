"""The lines on which pages of a class listen: pupils' pages, the teacher's board, the projector."""

from __future__ import annotations

from typing import Any, Final

import tornado.web
import tornado.websocket

from gamekit.classroom.desk import MOST_BOARDS, Desk, Line
from gamekit.words import language

from ..languages import settle_language
from .common import ENDED, REFUSED, is_teacher, member_of
from .polled import PolledLine, PolledPage

PING_SECONDS = 20.0
LONGEST_PLACE = 200


class ClassLine(tornado.websocket.WebSocketHandler):
    """A line to a page of the class."""

    polled = False

    async def prepare(self) -> None:
        """Speak the language of the page that listens."""
        await settle_language(self)
        self.language = language()

    def tell(self, text: str) -> None:
        """Send something; a page that has just gone does not hear it."""
        if self.ws_connection is not None and not self.ws_connection.is_closing():
            self.write_message(text)

    def end(self) -> None:
        """It does not belong here, or not any more."""
        self.close(ENDED)

    @property
    def ping_interval(self) -> float:
        """Seconds between two signs of life; a page that gives none is gone."""
        return PING_SECONDS


class LiveLine(ClassLine):
    """What changes in the class, as it changes: to pupils' pages, the teacher's board, the projector."""

    def open(self, kind: str) -> None:
        """Connect, after looking at who asks."""
        closed = connect(self, self, kind)
        if closed is not None:
            self.close(closed)

    def on_message(self, message: str | bytes) -> None:
        """Nothing is said on this line by a page."""
        self.close(REFUSED)

    def on_close(self) -> None:
        """Gone."""
        self.settings["gamekit_desk"].leave(self)


class LivePolled(PolledPage):
    """The same for a page whose network swallows WebSockets."""

    async def connect(self, line: PolledLine, place: str) -> int | None:
        """Connect, after looking at who asks."""
        return connect(self, line, place)

    def drop(self, line: Any) -> None:
        """Gone."""
        self.desk.leave(line)


def connect(handler: tornado.web.RequestHandler, line: Line, kind: str) -> int | None:
    """Let a page listen to what changes in the class; return the code with which it is closed where it may not."""
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

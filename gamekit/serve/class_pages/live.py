"""The lines on which pages of a class listen: pupils' pages, the teacher's board, the projector."""

from __future__ import annotations

import tornado.websocket

from gamekit.classroom.desk import MOST_BOARDS, Desk
from gamekit.words import language

from ..languages import settle_language
from .common import is_teacher, member_of

ENDED = 4001
"""The code with which a line is closed for good."""
PING_SECONDS = 20.0
LONGEST_PLACE = 200


class ClassLine(tornado.websocket.WebSocketHandler):
    """A line to a page of the class."""

    def prepare(self) -> None:
        """Speak the language of the page that listens."""
        settle_language(self)
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
        desk: Desk = self.settings["gamekit_desk"]
        member = member_of(self)
        if kind == "pupil" and member is not None:
            if not desk.listen(self, member.id, self.get_argument("at", "")[:LONGEST_PLACE]):
                self.close(1008)
        elif kind != "pupil" and is_teacher(self):
            lines = desk.boards if kind == "board" else desk.projectors
            if len(lines) >= MOST_BOARDS:
                self.close(1008)
                return
            lines.add(self)
            desk.look()
        else:
            self.end()

    def on_message(self, message: str | bytes) -> None:
        """Nothing is said on this line by a page."""
        self.close(1008)

    def on_close(self) -> None:
        """Gone."""
        self.settings["gamekit_desk"].leave(self)

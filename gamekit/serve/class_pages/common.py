"""What the pages of a class share: who a request comes from, cookies, and orders of the teacher."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Any, Final

import tornado.web

from gamekit.classroom.buckets import TooManyError, neighbourhood
from gamekit.classroom.database import NotKeptError
from gamekit.classroom.desk import Desk
from gamekit.classroom.store import Member, hash_key
from gamekit.drawing import text
from gamekit.errors import GamekitError, ReportError
from gamekit.words import _, say_mismatch

from .. import lessons
from ..handlers import Page, allow_unauthenticated
from ..identity import name_cookie

COOKIE_DAYS = 120
"""A course lasts a term; then the browser forgets by itself."""
LONGEST_ORDER = 4096
PAUSE = "2"
ENDED: Final = 4001
"""The code with which a line is closed for good."""
REFUSED: Final = 1008
"""The code with which a line is closed that is one too many."""
WRONG_FORM: Final = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What comes of reading something that no page of ours has sent."""


def cookie_of(handler: tornado.web.RequestHandler, kind: str) -> str | None:
    """What the browser that asks keeps of this class."""
    info = handler.settings["gamekit_desk"].info
    return None if info is None else handler.get_cookie(name_cookie(kind, handler.request.host, info.mark))


def member_of(handler: tornado.web.RequestHandler) -> Member | None:
    """The pupil whose browser asks."""
    desk: Desk = handler.settings["gamekit_desk"]
    return desk.member(cookie_of(handler, "pupil"))


def name_visitor(handler: tornado.web.RequestHandler) -> str:
    """Return by what a visitor's requests are counted: a pupil of the class, else whoever has this address."""
    member = member_of(handler)
    return neighbourhood(str(handler.request.remote_ip)) if member is None else f"pupil {member.id}"


def was_member(handler: tornado.web.RequestHandler) -> bool:
    """Return whether the browser that asks belongs to somebody of the class that has ended on this server last."""
    desk: Desk = handler.settings["gamekit_desk"]
    mark, members = desk.ended or ("", frozenset())
    key = handler.get_cookie(name_cookie("pupil", handler.request.host, mark))
    return key is not None and hash_key(key) in members


def is_teacher(handler: tornado.web.RequestHandler) -> bool:
    """Whether the teacher's browser asks."""
    desk: Desk = handler.settings["gamekit_desk"]
    return desk.is_teacher(cookie_of(handler, "teacher"))


def open_part(handler: Any, page: str, policy: str) -> tuple[str, str]:
    """A page that stands alone as a pupil of the class gets it, and what it may do: it follows the class as all do."""
    if member_of(handler) is None:
        return page, policy
    wider = f"{policy}; connect-src 'self' ws: wss:" if "connect-src" not in policy else policy
    for kind in ("script-src", "style-src"):
        wider = wider.replace(f"{kind} ", f"{kind} 'self' ")
    base = handler.base_url
    script = f'<script src="{handler.static_address("static/class.js")}" data-base="{text(base)}"></script></body>'
    return page.replace(f'content="{policy}"', f'content="{wider}"', 1).replace("</body>", script), wider


class ClassPage(Page):
    """What the pages of a class share."""

    @property
    def desk(self) -> Desk:
        """The class of this server."""
        desk: Desk = self.settings["gamekit_desk"]
        return desk

    def bake(self, kind: str, value: str, **options: Any) -> None:
        """Set a cookie of the class."""
        name = name_cookie(kind, self.request.host, self.desk.opened.mark)
        self.set_cookie(name, value, path=self.base_url, samesite="Lax", **options)

    def remember(self, kind: str, value: str) -> None:
        """A cookie that scripts cannot read."""
        secure = self.request.protocol == "https"
        self.bake(kind, value, httponly=True, secure=secure, expires_days=COOKIE_DAYS)

    def forget(self, mark: str, *kinds: str) -> None:
        """Take the cookies of a class away; those of another stay."""
        for kind in kinds:
            self.clear_cookie(name_cookie(kind, self.request.host, mark), path=self.base_url)

    def teachers_only(self) -> None:
        """Raises a 403 for everybody else."""
        if not is_teacher(self):
            raise tornado.web.HTTPError(403)

    def class_only(self) -> None:
        """Raises a 403 for who is neither a pupil nor the teacher."""
        if self.desk.info is None or (member_of(self) is None and not is_teacher(self)):
            raise tornado.web.HTTPError(403)

    def refuse(self, status: int, error: Exception) -> None:
        """A sentence for a script to show."""
        self.set_status(503 if isinstance(error, NotKeptError) else status)  # what was not kept is sent again
        if status == 429:
            self.set_header("Retry-After", PAUSE)
        self.finish_json({"refused": str(error)})

    def read_body(self, most: int = LONGEST_ORDER) -> Any:
        """What a script has sent. Raises `ValueError`."""
        if len(self.request.body) > most:
            raise ValueError(most)
        return json.loads(self.request.body)

    async def answer(self, done: Awaitable[object]) -> None:
        """Tell a script what has come of its request, or in a sentence why nothing has."""
        try:
            said = await done
        except TooManyError as error:
            self.refuse(429, error)
        except GamekitError as error:
            self.refuse(400, error)
        except WRONG_FORM:
            self.refuse(400, ReportError(say_mismatch()))
        else:
            self.finish_json(said)

    def lesson(self, name: str) -> str:
        """The notebook of a lesson by its name. Raises `ReportError` when there is none."""
        path = lessons.lesson_path(self.settings["gamekit_gallery"].folder, name)
        if path is None:
            raise ReportError(_("There is no such lesson."))
        return path


class OrderPage(ClassPage):
    """An address to which the teacher sends orders, as JSON with the key `do`."""

    @allow_unauthenticated
    async def post(self) -> None:
        """One order."""
        self.teachers_only()
        await self.answer(self.carry_out())

    async def carry_out(self) -> object:
        """What is done is answered in a word."""
        order = self.read_body()
        await self.obey(str(order["do"]), order)
        return {"done": True}

    async def obey(self, do: str, order: dict[str, Any]) -> None:
        """Carry out an order. Raises for one that has a wrong form."""
        raise NotImplementedError


class PupilPage(ClassPage):
    """An address to which a pupil's page sends what is stored before it is confirmed."""

    @allow_unauthenticated
    async def post(self) -> None:
        """Store it; when this is confirmed, it is on the disk."""
        member = member_of(self)
        if member is None:
            self.refuse(403, ReportError(_("You are not in this class any more.")))
            return
        await self.answer(self.store_sent(member))

    async def store_sent(self, member: Member) -> object:
        """What is stored. Raises for what has a wrong form, or comes too late."""
        raise NotImplementedError

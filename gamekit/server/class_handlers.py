"""Visitors, cookies and base classes of the handlers of a class."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Any, Final

import tornado.web

from gamekit.core.errors import GamekitError, ReportError
from gamekit.core.i18n.translation import _, say_mismatch
from gamekit.core.svg import text
from gamekit.lessons import catalog
from gamekit.server.access import name_cookie
from gamekit.server.class_.database import NotKeptError
from gamekit.server.class_.desk import Desk
from gamekit.server.class_.store import Member, hash_key
from gamekit.server.handlers import Page, allow_unauthenticated
from gamekit.server.rate_limit import TooManyError, neighbourhood

COOKIE_DAYS = 120
"""Days; a course lasts a term."""
LONGEST_ORDER = 4096
PAUSE = "2"
ENDED: Final = 4001
"""WebSocket close code after which a page does not reconnect."""
REFUSED: Final = 1008
"""WebSocket close code for one connection too many."""
WRONG_FORM: Final = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""Errors of parsing requests that no page of ours sends."""


def cookie_of(handler: tornado.web.RequestHandler, kind: str) -> str | None:
    """Return the browser's cookie of this class, or None."""
    info = handler.settings["gamekit_desk"].info
    return None if info is None else handler.get_cookie(name_cookie(kind, handler.request.host, info.mark))


def member_of(handler: tornado.web.RequestHandler) -> Member | None:
    """Return the pupil to whom the browser belongs, or None."""
    desk: Desk = handler.settings["gamekit_desk"]
    return desk.member(cookie_of(handler, "pupil"))


def name_visitor(handler: tornado.web.RequestHandler) -> str:
    """Return the key under which a visitor's requests are counted: the pupil, else the address."""
    member = member_of(handler)
    return neighbourhood(str(handler.request.remote_ip)) if member is None else f"pupil {member.id}"


def was_member(handler: tornado.web.RequestHandler) -> bool:
    """Return whether the browser belongs to a member of the class that ended last on this server."""
    desk: Desk = handler.settings["gamekit_desk"]
    mark, members = desk.ended or ("", frozenset())
    key = handler.get_cookie(name_cookie("pupil", handler.request.host, mark))
    return key is not None and hash_key(key) in members


def is_teacher(handler: tornado.web.RequestHandler) -> bool:
    desk: Desk = handler.settings["gamekit_desk"]
    return desk.is_teacher(cookie_of(handler, "teacher"))


def open_part(handler: Any, page: str, policy: str) -> tuple[str, str]:
    """Return a self-contained page and its policy, for a pupil with the script that follows the class."""
    if member_of(handler) is None:
        return page, policy
    wider = f"{policy}; connect-src 'self' ws: wss:" if "connect-src" not in policy else policy
    for kind in ("script-src", "style-src"):
        wider = wider.replace(f"{kind} ", f"{kind} 'self' ")
    base = handler.base_url
    script = f'<script src="{handler.static_address("class/pupil.js")}" data-base="{text(base)}"></script></body>'
    return page.replace(f'content="{policy}"', f'content="{wider}"', 1).replace("</body>", script), wider


class ClassPage(Page):
    """Base class of the handlers of a class."""

    @property
    def desk(self) -> Desk:
        desk: Desk = self.settings["gamekit_desk"]
        return desk

    def bake(self, kind: str, value: str, **options: Any) -> None:
        """Set a cookie of the class."""
        name = name_cookie(kind, self.request.host, self.desk.opened.mark)
        self.set_cookie(name, value, path=self.base_url, samesite="Lax", **options)

    def remember(self, kind: str, value: str) -> None:
        """Set a cookie of the class that scripts cannot read, for `COOKIE_DAYS`."""
        secure = self.request.protocol == "https"
        self.bake(kind, value, httponly=True, secure=secure, expires_days=COOKIE_DAYS)

    def forget(self, mark: str, *kinds: str) -> None:
        """Clear cookies of a class, by its mark."""
        for kind in kinds:
            self.clear_cookie(name_cookie(kind, self.request.host, mark), path=self.base_url)

    def teachers_only(self) -> None:
        """Raise 403 unless the teacher's browser asks."""
        if not is_teacher(self):
            raise tornado.web.HTTPError(403)

    def class_only(self) -> None:
        """Raise 403 unless a pupil's or the teacher's browser asks."""
        if self.desk.info is None or (member_of(self) is None and not is_teacher(self)):
            raise tornado.web.HTTPError(403)

    def refuse(self, status: int, error: Exception) -> None:
        """Send a script the sentence of a refusal, with status 503 if a retry may succeed (`NotKeptError`)."""
        self.set_status(503 if isinstance(error, NotKeptError) else status)  # what was not kept is sent again
        if status == 429:
            self.set_header("Retry-After", PAUSE)
        self.finish_json({"refused": str(error)})

    def read_body(self, most: int = LONGEST_ORDER) -> Any:
        """Parse the JSON that a script sent. Raises `ValueError` if it is malformed or too long."""
        if len(self.request.body) > most:
            raise ValueError(most)
        return json.loads(self.request.body)

    async def answer(self, done: Awaitable[object]) -> None:
        """Send a script the result of its request, or the sentence why it was refused."""
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
        """Return the notebook of a lesson. Raises `ReportError` if there is none."""
        path = catalog.lesson_path(self.settings["gamekit_gallery"].folder, name)
        if path is None:
            raise ReportError(_("There is no such lesson."))
        return path


class OrderPage(ClassPage):
    """Base class of handlers of the teacher's orders: JSON with the key `do`."""

    @allow_unauthenticated
    async def post(self) -> None:
        self.teachers_only()
        await self.answer(self.carry_out())

    async def carry_out(self) -> object:
        order = self.read_body()
        await self.obey(str(order["do"]), order)
        return {"done": True}

    async def obey(self, do: str, order: dict[str, Any]) -> None:
        """Carry out an order. Raises one of `WRONG_FORM` if it is malformed."""
        raise NotImplementedError


class PupilPage(ClassPage):
    """Base class of handlers that store what a pupil's page sends."""

    @allow_unauthenticated
    async def post(self) -> None:
        """Store it; the response is sent when it is on the disk."""
        member = member_of(self)
        if member is None:
            self.refuse(403, ReportError(_("You are not in this class any more.")))
            return
        await self.answer(self.store_sent(member))

    async def store_sent(self, member: Member) -> object:
        """Store what was sent and return the response. Raises one of `WRONG_FORM` or `ReportError`."""
        raise NotImplementedError

"""Handlers of a class: visitors, base classes, pupils, and connections on which pages listen, also by polling."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

import tornado.web
import tornado.websocket

from gamekit.core.errors import GamekitError, ReportError
from gamekit.core.i18n.translation import _, language, say_mismatch
from gamekit.core.svg import text
from gamekit.lessons import catalog
from gamekit.server.access import name_cookie
from gamekit.server.class_.contest import Contest
from gamekit.server.class_.database import NotKeptError
from gamekit.server.class_.desk import MOST_BOARDS, Desk, Line
from gamekit.server.class_.schemas import Reached, read_nickname
from gamekit.server.class_.store import Member, hash_key
from gamekit.server.class_.tables import ClassTables
from gamekit.server.handlers import Page, allow_unauthenticated
from gamekit.server.language_negotiation import settle_language
from gamekit.server.lesson_pages import LessonPages, NotDrawnError
from gamekit.server.rate_limit import CodeGuessLimiter, TooManyError, rate_limit_key
from gamekit.widgets.messages import page_messages

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


def desk_of(handler: tornado.web.RequestHandler) -> Desk:
    """Return the desk of the class on this server."""
    return cast(Desk, handler.settings["gamekit_desk"])


def cookie_of(handler: tornado.web.RequestHandler, kind: str) -> str | None:
    """Return the browser's cookie of this class, or None."""
    info = desk_of(handler).info
    return None if info is None else handler.get_cookie(name_cookie(kind, handler.request.host, info.mark))


def member_of(handler: tornado.web.RequestHandler) -> Member | None:
    """Return the pupil to whom the browser belongs, or None."""
    return desk_of(handler).member(cookie_of(handler, "pupil"))


def name_visitor(handler: tornado.web.RequestHandler) -> str:
    """Return the key under which a visitor's requests are counted: the pupil, else the address."""
    member = member_of(handler)
    return rate_limit_key(str(handler.request.remote_ip)) if member is None else f"pupil {member.id}"


def was_member(handler: tornado.web.RequestHandler) -> bool:
    """Return whether the browser belongs to a member of the class that ended last on this server."""
    mark, members = desk_of(handler).ended or ("", frozenset())
    key = handler.get_cookie(name_cookie("pupil", handler.request.host, mark))
    return key is not None and hash_key(key) in members


def is_teacher(handler: tornado.web.RequestHandler) -> bool:
    return desk_of(handler).is_teacher(cookie_of(handler, "teacher"))


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


class AtTables(tornado.web.RequestHandler):
    """Mixin of the handlers that know the tables of the class."""

    @property
    def tables(self) -> ClassTables:
        return cast(ClassTables, self.settings["gamekit_tables"])


class ClassPage(AtTables, Page):
    """Base class of the handlers of a class."""

    @property
    def desk(self) -> Desk:
        return desk_of(self)

    @property
    def contest(self) -> Contest:
        return cast(Contest, self.settings["gamekit_contest"])

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
        path = catalog.lesson_path(self.gallery.folder, name)
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


class JoinPage(ClassPage):
    """Handler of the form for joining; members change their nickname there or leave."""

    @allow_unauthenticated
    def get(self) -> None:
        self.ask()

    @allow_unauthenticated
    async def post(self) -> None:
        """Join, change the nickname, or leave."""
        if len(self.request.body) > LONGEST_ORDER:
            raise tornado.web.HTTPError(413)
        do = self.get_body_argument("do", "join")
        try:
            mark = self.desk.opened.mark
            member = member_of(self)
            if do == "leave":
                if member is not None:
                    await self.desk.remove(member.id)
                    await self.tables.forget(member.id)
                self.forget(mark, "pupil", "in")
                self.redirect(self.base_url)
                return
            nickname = read_nickname(self.get_body_argument("nickname", ""))
            if member is not None:
                await self.desk.rename(member, nickname)
            elif not self.knows_code():
                self.ask(wrong=_("That is not the code."))
                return
            else:
                _member, key = await self.desk.join(nickname, str(self.request.remote_ip))
                self.remember("pupil", key)
                self.bake("in", "1", expires_days=COOKIE_DAYS)
        except ReportError as error:
            if isinstance(error, TooManyError):
                self.set_status(429)
                self.set_header("Retry-After", PAUSE)
            self.ask(wrong=str(error))
            return
        self.redirect(self.next_address)

    @property
    def next_address(self) -> str:
        """URL after joining: the page of this server that was asked for, else the one where the class is."""
        wanted = self.get_argument("next", "")
        is_ours = wanted.startswith(self.base_url) and wanted[:2] not in ("//", "/\\")
        return wanted if is_ours and wanted != self.base_url else self.base_url + self.desk.page

    def knows_code(self) -> bool:
        """Return whether the code in the form is right; a wrong one counts against the address.

        Raises `ReportError` if nobody new is let in, and `TooManyError` after too many wrong codes.
        """
        guesses: CodeGuessLimiter = self.settings["gamekit_guesses"]
        address = str(self.request.remote_ip)
        self.desk.check_door()
        guesses.check(address)
        if self.desk.is_code(self.get_body_argument("code", "")):
            return True
        guesses.count_wrong(address)
        return False

    def ask(self, wrong: str = "") -> None:
        """Show the form, with `wrong` as an error message; 404 without a class."""
        if self.desk.info is None:
            raise tornado.web.HTTPError(404)
        code, nickname = self.get_argument("code", "")[:40], self.get_argument("nickname", "")[:80]
        wanted = self.get_argument("next", "")
        self.send_page("join.html", member=member_of(self), code=code, nickname=nickname, wrong=wrong, wanted=wanted)


class PrivacyPage(ClassPage):
    """Handler of the page on what is stored about pupils."""

    @allow_unauthenticated
    def get(self) -> None:
        self.send_page("privacy.html", days=COOKIE_DAYS)


class MyState(ClassPage):
    """Handler of a pupil's state and the texts of pupil.js."""

    @allow_unauthenticated
    async def get(self) -> None:
        member = member_of(self)
        if member is None or self.desk.info is None:
            sentence = _("The class has ended. The lessons go on.")
            if self.desk.info is not None:
                self.forget(self.desk.info.mark, "pupil", "in")
                sentence = _("You are not in this class any more.")
            self.refuse(403, ReportError(sentence))
            return
        state = self.desk.collect_for_pupil(member, *await self.desk.run_in_thread(self.desk.read_rounds))
        self.finish_json({"state": state, "words": page_messages("pupil"), "xsrf": self.xsrf_token.decode()})


class ReportIn(PupilPage):
    """Handler of bets, answers and steps."""

    async def store_sent(self, member: Member) -> object:
        """Store a report and return its number."""
        report = self.desk.read(member, self.request.body)
        pages: LessonPages = self.settings["gamekit_pages"]
        lesson = pages.gallery.lesson(report.lesson)
        if lesson is None:
            raise ReportError(_("There is no such lesson."))
        if isinstance(report, Reached):
            if max(report.number, report.done) > len(await asyncio.to_thread(pages.find_steps, report.lesson)):
                raise ReportError(_("This lesson has no such step. Reload the page; what you entered is kept."))
            await self.desk.receive(member, report)
            return {"stored": report.turn}
        try:
            page = await pages.page(lesson, str(self.request.remote_ip))
        except NotDrawnError as error:
            raise NotKeptError(str(error)) from error  # the page sends it again
        await self.desk.receive(member, report, page.questions.get(report.key))
        return {"stored": report.turn}


PUPIL_ADDRESSES: list[tuple[str, type[ClassPage]]] = [
    ("/class/?", JoinPage),
    ("/class/privacy", PrivacyPage),
    ("/class/me", MyState),
    ("/class/report", ReportIn),
]


PATIENCE: Final = 15.0
"""Seconds without a request after which a page counts as gone."""
GLANCE: Final = 2.0
"""Seconds between two looks at who is gone."""
HOLD: Final = 2.0
"""Seconds for which a request is held if there is no message."""
TEACHER: Final = "teacher"
Owner = int | str | None
"""Pupil by id, or the teacher; None for a stranger, who is told nothing."""


class PolledLine:
    """Page that polls; with `is_whole` each message replaces earlier ones."""

    polled = True

    def __init__(self, owner: Owner, is_whole: bool, clock: Callable[[], float]) -> None:
        self.owner, self.language, self.key = owner, language(), secrets.token_urlsafe(16)
        self.asked_at, self.ended = clock(), False
        self._waiting: deque[tuple[int, str]] = deque(maxlen=1 if is_whole else None)
        self._count = 0
        self._news = asyncio.Event()

    def tell(self, text: str) -> None:
        """Keep a message until the page has it."""
        self._count += 1
        self._waiting.append((self._count, text))
        self._news.set()

    def end(self) -> None:
        """Note that the page does not belong here any more; its next request is told so."""
        self.ended = True
        self._news.set()

    async def collect(self, seen: int) -> list[tuple[int, str]]:
        """Return the numbered messages after number `seen`; wait up to `HOLD` seconds for one."""
        while self._waiting and self._waiting[0][0] <= seen:
            self._waiting.popleft()
        if not self._waiting and not self.ended:
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), HOLD)
            except TimeoutError:
                return []
        return list(self._waiting)


class PolledLines:
    """All polling pages. A page is found by its random key, and only by its owner."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._lines: dict[str, tuple[PolledLine, Callable[[Any], None]]] = {}
        self._watch: asyncio.Task[None] | None = None

    def add(self, line: PolledLine, drop: Callable[[Any], None]) -> None:
        """Add a page; `drop` is called with it when it is gone."""
        self._lines[line.key] = line, drop
        if self._watch is None or self._watch.done():
            self._watch = asyncio.get_running_loop().create_task(self._glance())

    def find(self, key: str, owner: Owner) -> PolledLine | None:
        """Return the page with this key if it is the owner's, and note the time of its request."""
        line, _drop = self._lines.get(key, (None, None))
        if line is None or line.owner != owner:
            return None
        line.asked_at = self.clock()
        return line

    def drop_gone(self) -> None:
        """Drop the pages that have not asked for `PATIENCE` seconds."""
        now = self.clock()
        for key, (line, drop) in tuple(self._lines.items()):
            if now - line.asked_at > PATIENCE:
                del self._lines[key]
                drop(line)

    def close(self) -> None:
        """Stop the timer; for the end of the server."""
        if self._watch is not None:
            self._watch.cancel()

    async def _glance(self) -> None:
        while self._lines:
            await asyncio.sleep(GLANCE)
            self.drop_gone()


class PolledPage(ClassPage):
    """Base class of polling handlers."""

    is_whole = True

    @property
    def owner(self) -> Owner:
        """Pupil or teacher to whom the browser belongs; None for a stranger."""
        member = member_of(self)
        return member.id if member is not None else TEACHER if is_teacher(self) else None

    async def connect(self, line: PolledLine, place: str) -> int | None:
        """Register the page; return the code with which a WebSocket would be closed if it is refused."""
        raise NotImplementedError

    def drop(self, line: Any) -> None:
        raise NotImplementedError

    @allow_unauthenticated
    async def get(self, place: str) -> None:
        """Send the key of the page, and the messages it does not have."""
        lines: PolledLines = self.settings["gamekit_polled"]
        owner, seen = self.owner, self.get_query_argument("seen", "")
        line = lines.find(self.get_query_argument("line", ""), owner)
        if line is None:
            seen, line = "", PolledLine(owner, self.is_whole, lines.clock)
            closed = await self.connect(line, place)
            if closed is not None:
                self.finish_json({"closed": closed})
                return
            lines.add(line, self.drop)
        told = await line.collect(int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 16 else 0)
        self.finish_json({"closed": ENDED} if line.ended else {"line": line.key, "told": told})


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
        desk_of(self).disconnect(self)


class LivePolled(PolledPage):
    """Polling handler in place of `LiveLine` where a network blocks WebSockets."""

    async def connect(self, line: PolledLine, place: str) -> int | None:
        return connect(self, line, place)

    def drop(self, line: Any) -> None:
        self.desk.disconnect(line)


def connect(handler: tornado.web.RequestHandler, line: Line, kind: str) -> int | None:
    """Register a page for changes in the class; return the close code if it is refused."""
    desk, member = desk_of(handler), member_of(handler)
    if kind == "pupil" and member is not None:
        place = handler.get_argument("at", "")[:LONGEST_PLACE]
        return None if desk.connect(line, member.id, place) else REFUSED
    if kind == "pupil" or not is_teacher(handler):
        return ENDED
    lines = desk.boards if kind == "board" else desk.projectors
    if len(lines) >= MOST_BOARDS:
        return REFUSED
    lines.add(line)
    desk.schedule_update()
    return None


ADDRESSES: Final = [*PUPIL_ADDRESSES, ("/class/polled/(pupil|board|projector)", LivePolled)]

"""The addresses of a class: to join, to send, to teach, to project. Each request is asked here who it comes from."""

from __future__ import annotations

import hmac
import json
import math
import re
import time
from collections.abc import Sequence
from typing import Any

import tornado.web
import tornado.websocket
from markupsafe import Markup
from pydantic import ValidationError

import gamekit as gk
from gamekit.classroom import kept, network, tally
from gamekit.classroom.class_words import board_words, pupil_words
from gamekit.classroom.database import NotKeptError
from gamekit.classroom.desk import MOST_BOARDS, Desk, TooManyError
from gamekit.classroom.forms import (
    MOST_PACED,
    MOST_RESULTS,
    MOST_STEPS,
    ReportError,
    Result,
    Sent,
    Shown,
    read_nickname,
)
from gamekit.classroom.store import Member
from gamekit.drawing import text
from gamekit.show import pictures
from gamekit.words import _

from . import lessons
from .handlers import Page, allow_unauthenticated

COOKIE_DAYS = 120
"""A course lasts a term; then the browser forgets by itself."""
LONGEST_TIMER = 3 * 3600
ENDED = 4001
"""The code with which a line is closed for good."""
LONGEST_ORDER = 4096
PING_SECONDS = 20.0
PAUSE = "2"


def cookie_name(kind: str, host: str, mark: str) -> str:
    """A cookie's name: cookies know no ports, and today's class is not yesterday's at the same address.

    >>> cookie_name("pupil", "192.168.1.7:8866", "5f0c")
    'gamekit-pupil-192-168-1-7-8866-5f0c'
    """
    return f"gamekit-{kind}-" + re.sub(r"[^A-Za-z0-9]", "-", host) + f"-{mark}"


def cookie_of(handler: tornado.web.RequestHandler, kind: str) -> str | None:
    """What the browser that asks keeps of this class."""
    info = handler.settings["gamekit_desk"].info
    return None if info is None else handler.get_cookie(cookie_name(kind, handler.request.host, info.mark))


def member_of(handler: tornado.web.RequestHandler) -> Member | None:
    """The pupil whose browser asks."""
    desk: Desk = handler.settings["gamekit_desk"]
    return desk.member(cookie_of(handler, "pupil"))


def is_teacher(handler: tornado.web.RequestHandler) -> bool:
    """Whether the teacher's browser asks."""
    desk: Desk = handler.settings["gamekit_desk"]
    return desk.is_teacher(cookie_of(handler, "teacher"))


def taking_part(handler: Any, page: str, policy: str) -> tuple[str, str]:
    """A page that stands alone as a pupil of the class gets it, and what it may do: it follows the class as all do."""
    if member_of(handler) is None:
        return page, policy
    wider = f"{policy}; connect-src 'self' ws: wss:" if "connect-src" not in policy else policy
    for kind in ("script-src", "style-src"):
        wider = wider.replace(f"{kind} ", f"{kind} 'self' ")
    base = handler.base_url
    script = f'<script src="{handler.static_address("static/class.js")}" data-base="{text(base)}"></script></body>'
    return page.replace(f'content="{policy}"', f'content="{wider}"', 1).replace("</body>", script), wider


def same_code(given: str, code: str) -> bool:
    """Whether somebody has typed the code: large or small letters, with or without the dash."""
    plain = [re.sub(r"[\s-]", "", text).casefold() for text in (given[:200], code)]
    return hmac.compare_digest(plain[0].encode(), plain[1].encode())


class ClassPage(Page):
    """What the pages of a class share."""

    @property
    def desk(self) -> Desk:
        """The class of this server."""
        desk: Desk = self.settings["gamekit_desk"]
        return desk

    def bake(self, kind: str, value: str, **options: Any) -> None:
        """Set a cookie of the class."""
        name = cookie_name(kind, self.request.host, self.desk.opened.mark)
        self.set_cookie(name, value, path=self.base_url, samesite="Lax", **options)

    def remember(self, kind: str, value: str) -> None:
        """A cookie that scripts cannot read."""
        secure = self.request.protocol == "https"
        self.bake(kind, value, httponly=True, secure=secure, expires_days=COOKIE_DAYS)

    def forget(self, mark: str, *kinds: str) -> None:
        """Take the cookies of a class away; those of another stay."""
        for kind in kinds:
            self.clear_cookie(cookie_name(kind, self.request.host, mark), path=self.base_url)

    def teachers_only(self) -> None:
        """Raises a 403 for everybody else."""
        if not is_teacher(self):
            raise tornado.web.HTTPError(403)

    def refuse(self, status: int, error: Exception) -> None:
        """A sentence for a script to show."""
        self.set_status(503 if isinstance(error, NotKeptError) else status)  # what was not kept is sent again
        if status == 429:
            self.set_header("Retry-After", PAUSE)
        self.finish_json({"refused": str(error)})

    def finish_json(self, value: object) -> None:
        """An answer for a script."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(tally.as_json(value))


class JoinPage(ClassPage):
    """Where pupils enter the code; for those who are in, where they change their nickname or leave."""

    @allow_unauthenticated
    def get(self) -> None:
        """Show it."""
        self.ask()

    @allow_unauthenticated
    async def post(self) -> None:
        """Join, take another nickname, or leave."""
        if len(self.request.body) > LONGEST_ORDER:
            raise tornado.web.HTTPError(413)
        do = self.get_body_argument("do", "join")
        try:
            mark = self.desk.opened.mark
            member = member_of(self)
            if do == "leave":
                if member is not None:
                    await self.desk.remove(member.id)
                    await self.settings["gamekit_tables"].forget(member.id)
                self.forget(mark, "pupil", "in")
                self.redirect(self.base_url)
                return
            nickname = read_nickname(self.get_body_argument("nickname", ""))
            if member is not None:
                await self.desk.rename(member, nickname)
            elif not same_code(self.get_body_argument("code", ""), self.desk.opened.code):
                self.wrong_code()
                return
            else:
                _member, key = await self.desk.join(nickname, str(self.request.remote_ip))
                self.remember("pupil", key)
                self.bake("in", "1", expires_days=COOKIE_DAYS)
                # Known to the server as well: when the class is deleted, the lesson somebody is in goes on.
                self.door.remember(self)
        except ReportError as error:
            self.ask(wrong=str(error))
            return
        lesson = self.desk.lesson
        self.redirect(self.base_url + (f"lessons/{lesson}.html" if lesson else ""))

    def wrong_code(self) -> None:
        """Say so. Guessing is slow; the right code always works, for a whole school may stand behind one address."""
        address, guesses = str(self.request.remote_ip), self.door.guesses
        sentence = _("That is not the code.")
        if guesses.wait(address):
            self.set_status(429)
            self.set_header("Retry-After", PAUSE)
            sentence = _(
                "That is not the code. Many wrong ones came from your network; the right one works at any time."
            )
        else:
            guesses.wrong(address)
        self.ask(wrong=sentence)

    def ask(self, wrong: str = "") -> None:
        """The page with its form."""
        if self.desk.info is None:
            raise tornado.web.HTTPError(404)
        code, nickname = self.get_argument("code", "")[:40], self.get_argument("nickname", "")[:80]
        self.show("join.html", member=member_of(self), code=code, nickname=nickname, wrong=wrong)


class PrivacyPage(ClassPage):
    """What is kept of a pupil, where and until when."""

    @allow_unauthenticated
    def get(self) -> None:
        """Show it, to everybody."""
        self.show("privacy.html", days=COOKIE_DAYS)


class MyState(ClassPage):
    """What a pupil's page needs to take part: its words, and how things stand."""

    @allow_unauthenticated
    async def get(self) -> None:
        """For a pupil of the class; everybody else is told that they are none."""
        member = member_of(self)
        if member is None or self.desk.info is None:
            if self.desk.info is not None:
                self.forget(self.desk.info.mark, "pupil", "in")
            self.refuse(403, ReportError(_("You are not in a class.")))
            return
        rounds = await self.desk.aside(self.desk.store.rounds, self.desk.info.id)
        state = self.desk.for_pupil(member, rounds)
        self.finish_json({"state": state, "words": pupil_words(), "xsrf": self.xsrf_token.decode()})


class ReportIn(ClassPage):
    """Where pages send bets, answers and steps; each is stored before it is confirmed."""

    @allow_unauthenticated
    async def post(self) -> None:
        """Store one report."""
        member = member_of(self)
        if member is None:
            self.refuse(403, ReportError(_("You are not in this class any more.")))
            return
        try:
            report = self.desk.read(member, self.request.body)
            if lessons.lesson_path(self.settings["gamekit_folder"], report.lesson) is None:
                raise ReportError(_("There is no such lesson."))
            await self.desk.receive(member, report)
        except TooManyError as error:
            self.refuse(429, error)
        except ReportError as error:
            self.refuse(400, error)
        else:
            self.finish_json({"stored": report.turn})


def whereabouts(path: str) -> str:
    """Where a pupil is, in words for the teacher, from the address of their page; empty for a lesson.

    >>> whereabouts("lessons/start.html"), whereabouts("play/kartenspiel"), whereabouts("x" * 9000)
    ('', 'plays Auf Achse – Das Kartenspiel', 'on another page')
    """
    room, _slash, name = path.partition("/")
    if room == "lessons":
        return ""
    if room in ("play", "kind", "rules") and name in gk.game_names():
        about = {"play": _("plays {title}"), "kind": _("reads about {title}"), "rules": _("reads the rules of {title}")}
        return about[room].format(title=gk.load(name).title)
    known = {
        "": _("in the list of lessons"),
        "class/move": _("“What would you play?”"),
        "class/tournament": _("at the tournament"),
        "class/tables": _("choosing a table"),
    }
    return _("at a table") if path.startswith("class/table/") else known.get(path, _("on another page"))


class LiveLine(tornado.websocket.WebSocketHandler):
    """What changes in the class, as it changes: to pupils' pages, the teacher's board, the projector."""

    def open(self, kind: str) -> None:
        """Connect, after looking at who asks."""
        desk: Desk = self.settings["gamekit_desk"]
        member = member_of(self)
        if kind == "pupil" and member is not None:
            if not desk.listen(self, member.id, whereabouts(self.get_argument("at", ""))):
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


class StartClass(ClassPage):
    """“Start my class” in the gallery: only for the person at this machine."""

    async def post(self) -> None:
        """Begin it, let the network in, and show the teacher's page."""
        if not may_start(self):
            raise tornado.web.HTTPError(403)
        try:
            self.settings["gamekit_let_in"]()
        except (ReportError, OSError) as error:
            self.set_status(500)
            self.show("not_started.html", reason=str(error))
            return
        self.remember("teacher", self.desk.opened.teacher_key)
        self.redirect(self.base_url + "class/teacher")


def may_start(handler: Any) -> bool:
    """Whether somebody may start a class: there is none, and they sit at this very machine."""
    desk: Desk = handler.settings["gamekit_desk"]
    here = str(handler.request.remote_ip) in ("127.0.0.1", "::1")
    return desk.info is None and here and not handler.settings["gamekit_proxied"]


def teaching(handler: Any) -> str:
    """What the gallery offers its visitor: the class's "board", to "start" one, to "join" it, a "member" its tables."""
    if is_teacher(handler):
        return "board"
    if may_start(handler):
        return "start"
    if handler.settings["gamekit_desk"].info is None:
        return ""
    return "join" if member_of(handler) is None else "member"


class OrderPage(ClassPage):
    """An address to which the teacher sends orders, as JSON with the key `do`."""

    @allow_unauthenticated
    async def post(self) -> None:
        """One order."""
        self.teachers_only()
        try:
            if len(self.request.body) > LONGEST_ORDER:
                raise ValueError
            order = json.loads(self.request.body)
            await self.obey(str(order["do"]), order)
        except ReportError as error:
            self.refuse(400, error)
        except (ValueError, TypeError, LookupError, RecursionError, ValidationError):
            self.refuse(400, ReportError(_("The board asked for something this program does not know.")))
        else:
            self.finish_json({"done": True})

    async def obey(self, do: str, order: dict[str, Any]) -> None:
        """Carry out an order. Raises for one that has a wrong form."""
        raise NotImplementedError


class TeacherPage(OrderPage):
    """The teacher's board, and what the teacher orders there."""

    @allow_unauthenticated
    def get(self) -> None:
        """Show it to the teacher; the key in the address is put away into a cookie."""
        key = self.get_query_argument("key", None)
        if key is not None:
            if not self.desk.is_teacher(key):
                raise tornado.web.HTTPError(403)
            self.remember("teacher", key)
            self.redirect(self.base_url + "class/teacher")
            return
        self.teachers_only()
        self.set_header("Referrer-Policy", "no-referrer")
        self.bake("teaching", "1", expires_days=COOKIE_DAYS)  # boards get a button to ask the class
        shelves = lesson_shelves(self.settings["gamekit_gallery"].lessons())
        titles = {name: f"{game} · {title}" if game else title for game, found in shelves for name, title in found}
        names = {"shelves": shelves, "lessons": titles, "now": self.desk.lesson}
        self.show("teacher.html", **invitation(self), **names, words=board_words(), games=pictures.games())

    async def obey(self, do: str, order: dict[str, Any]) -> None:
        """Carry out an order. Raises for one that has a wrong form."""
        desk, settings = self.desk, self.desk.opened.settings
        if do == "names":
            await desk.set(names_hidden=bool(order["hidden"]))
        elif do == "pace":
            pace = dict(list(settings.pace.items())[-MOST_PACED + 1 :])
            pace.pop(self.lesson(order), None)
            if order["open"] is not None:
                pace[self.lesson(order)] = min(MOST_STEPS, int(order["open"]))
            await desk.set(pace=pace)
        elif do == "send":
            number = settings.sent.number + 1 if settings.sent else 1
            await desk.set(sent=Sent(lesson=self.lesson(order), number=number).model_dump())
        elif do == "show":
            shown = Shown(lesson=order["lesson"], key=order["key"], bar=order.get("bar")) if order["key"] else None
            await desk.set(shown=shown.model_dump() if shown else None)
        elif do == "result":
            marked = Shown(lesson=order["lesson"], key=order["key"])
            kept = [one for one in settings.results if (one.lesson, one.key) != (marked.lesson, marked.key)]
            if order["value"] is not None:
                kept.append(Result(lesson=marked.lesson, key=marked.key, value=float(order["value"])))
            await desk.set(results=[one.model_dump() for one in kept[-MOST_RESULTS:]])
        elif do == "timer":
            seconds = float(order["seconds"])
            if not math.isfinite(seconds):
                raise ValueError(seconds)
            await desk.set(timer=time.time() + min(seconds, LONGEST_TIMER) if seconds > 0 else None)
        elif do == "again":
            asked = Shown(lesson=order["lesson"], key=order["key"])
            await desk.ask_again(asked.lesson, asked.key)
        elif do == "remove":
            pupils = [int(one) for one in order["pupils"]]
            if not pupils or not {one.id for one in desk.members.values()} >= set(pupils):
                raise ReportError(_("They have left already."))
            await desk.remove(*pupils)
            for pupil in pupils:
                await self.settings["gamekit_tables"].forget(pupil)
        elif do == "end":
            mark = desk.opened.mark
            await desk.end()
            self.settings["gamekit_tables"].end()
            self.settings["gamekit_contest"].close()
            self.forget(mark, "teacher", "teaching")
        else:
            raise ValueError(do)

    def lesson(self, order: dict[str, Any]) -> str:
        """The lesson an order names. Raises `ReportError` when there is none."""
        name = str(order["lesson"])
        if lessons.lesson_path(self.settings["gamekit_folder"], name) is None:
            raise ReportError(_("There is no such lesson."))
        return name


def lesson_shelves(found: Sequence[lessons.Lesson]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Lessons as (name, title), by the title of their game, as in the gallery: "" first, for the one that begins."""
    games = {game.name: game.title for game in pictures.games()}
    shelves: dict[str, list[tuple[str, str]]] = {"": [], **{title: [] for title in games.values()}}
    for lesson in found:
        shelf = "" if lesson.path == lessons.HOME else games.get(lesson.game, _("Across the games"))
        shelves.setdefault(shelf, []).append((lesson.name, lesson.title))
    return [(shelf, entries) for shelf, entries in shelves.items() if entries]


class Answers(ClassPage):
    """Everything the class has sent, as a table for the teacher."""

    @allow_unauthenticated
    async def get(self) -> None:
        """The file."""
        self.teachers_only()
        zone, comma = kept.zone_of(self.get_query_argument("zone", "")), self.get_query_argument("comma", "") == "1"
        table = await self.desk.aside(kept.as_csv, self.desk.store, self.desk.opened, zone, comma)
        name = re.sub(r"[^\w-]", "-", self.desk.name, flags=re.ASCII)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{name}.csv"')
        self.set_header("Cache-Control", "no-store")
        self.write("\ufeff" + table)  # the mark by which spreadsheets know the alphabet


class OnePupil(ClassPage):
    """Everything one pupil has sent, for the teacher's board."""

    @allow_unauthenticated
    async def get(self, number: str) -> None:
        """Give it."""
        self.teachers_only()
        found = await self.desk.aside(kept.of_pupil, self.desk.store, self.desk.opened, int(number))
        if found is None:
            raise tornado.web.HTTPError(404)
        seats = [one["code"] for one in await self.settings["gamekit_tables"].every_of(int(number))]
        self.finish_json(found | {"tables": seats})


class StepNames(ClassPage):
    """What the steps of a lesson are called, for the teacher's board."""

    @allow_unauthenticated
    def get(self, name: str) -> None:
        """A list of names."""
        self.teachers_only()
        path = lessons.lesson_path(self.settings["gamekit_folder"], name)
        if path is None:
            raise tornado.web.HTTPError(404)
        self.finish_json(lessons.step_names(self.settings["gamekit_folder"] / path))


class ProjectorPage(ClassPage):
    """What is seen by all: the code, or a distribution; opened from the teacher's board."""

    @allow_unauthenticated
    def get(self) -> None:
        """Show it to the teacher's browser."""
        self.teachers_only()
        self.show("projector.html", **invitation(self), words=board_words())


def invitation(handler: ClassPage) -> dict[str, Any]:
    """How to get in: the code, and each address of this machine with its picture."""
    code, port, base = handler.desk.opened.code, handler.settings["gamekit_port"](), handler.base_url
    outside = f"{handler.request.protocol}://{handler.request.host}{base}class"
    reach: list[network.Reach] = handler.settings["gamekit_reach"]()
    ways = [(f"http://{one.address}:{port}{base}class", one.network) for one in reach]
    if handler.settings["gamekit_proxied"]:
        ways = [(outside, "")]
    return {
        "code": code,
        "ways": [(way, name, Markup(network.picture(f"{way}?code={code}"))) for way, name in ways],
        "outside": outside,
        "port": port,
        "class_name": handler.desk.name,
        "begun": handler.desk.opened.begun,
        "continued": handler.desk.continued,
        "place": handler.desk.store.place,
    }


ADDRESSES: list[tuple[str, type[ClassPage]]] = [
    ("/class/?", JoinPage),
    ("/class/privacy", PrivacyPage),
    ("/class/me", MyState),
    ("/class/report", ReportIn),
    ("/class/start", StartClass),
    ("/class/teacher", TeacherPage),
    ("/class/projector", ProjectorPage),
    ("/class/answers.csv", Answers),
    (r"/class/pupil/(\d{1,15})", OnePupil),
    ("/class/steps/(.*)", StepNames),
]

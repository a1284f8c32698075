"""Handlers of pupils: joining the class, its state, sending answers."""

from __future__ import annotations

import asyncio

import tornado.web

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import _
from gamekit.server.class_.database import NotKeptError
from gamekit.server.class_.messages import pupil_words
from gamekit.server.class_.schemas import Reached, read_nickname
from gamekit.server.class_.store import Member
from gamekit.server.class_handlers import COOKIE_DAYS, LONGEST_ORDER, PAUSE, ClassPage, PupilPage, member_of
from gamekit.server.handlers import allow_unauthenticated
from gamekit.server.lesson_pages import LessonPages, NotDrawnError
from gamekit.server.rate_limit import Guesses, TooManyError


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
                    await self.settings["gamekit_tables"].forget(member.id)
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
        guesses: Guesses = self.settings["gamekit_guesses"]
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
        self.show("join.html", member=member_of(self), code=code, nickname=nickname, wrong=wrong, wanted=wanted)


class PrivacyPage(ClassPage):
    """Handler of the page on what is stored about pupils."""

    @allow_unauthenticated
    def get(self) -> None:
        self.show("privacy.html", days=COOKIE_DAYS)


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
        state = self.desk.collect_for_pupil(member, *await self.desk.run_aside(self.desk.read_rounds))
        self.finish_json({"state": state, "words": pupil_words(), "xsrf": self.xsrf_token.decode()})


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


ADDRESSES: list[tuple[str, type[ClassPage]]] = [
    ("/class/?", JoinPage),
    ("/class/privacy", PrivacyPage),
    ("/class/me", MyState),
    ("/class/report", ReportIn),
]

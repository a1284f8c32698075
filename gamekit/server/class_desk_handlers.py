"""Handlers of the teacher: starting a class, board and orders, projector, export of answers, summary of the hour."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import tornado.web
from markupsafe import Markup

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import _, use_language
from gamekit.lessons import catalog
from gamekit.server import network, site_export
from gamekit.server.class_ import answer_export
from gamekit.server.class_ import desk as orders
from gamekit.server.class_.schemas import MOVES, AskedQuestion, Shown
from gamekit.server.class_.summary import Summary, summarize
from gamekit.server.class_handlers import COOKIE_DAYS, ClassPage, OrderPage, desk_of, is_teacher, member_of
from gamekit.server.handlers import allow_unauthenticated
from gamekit.server.lesson_pages import LessonPages, NotDrawnError, ServedPage
from gamekit.widgets import board_pictures
from gamekit.widgets.messages import page_messages


class StartClass(ClassPage):
    """Handler of “Start my class” in the gallery, for the person at this machine only."""

    async def post(self) -> None:
        if not may_start(self):
            raise tornado.web.HTTPError(403)
        try:
            self.settings["gamekit_let_in"]()
        except (ReportError, OSError) as error:
            self.set_status(500)
            self.send_page("not_started.html", reason=str(error))
            return
        self.remember("teacher", self.desk.opened.teacher_key)
        self.redirect(self.base_url + "class/teacher")


def may_start(handler: Any) -> bool:
    """Return whether a visitor may start a class: none is open, and they are at this machine, behind no proxy."""
    desk = desk_of(handler)
    here = str(handler.request.remote_ip) in ("127.0.0.1", "::1")
    return desk.info is None and here and not handler.settings["gamekit_proxied"]


def offer_class(handler: Any) -> str:
    """Return what the gallery offers: "board" to the teacher, "start", "join", "member" to a pupil, or ""."""
    if is_teacher(handler):
        return "board"
    if may_start(handler):
        return "start"
    if desk_of(handler).info is None:
        return ""
    return "join" if member_of(handler) is None else "member"


class TeacherPage(OrderPage):
    """Handler of the teacher's board and orders."""

    @allow_unauthenticated
    def get(self) -> None:
        """Show the board; a key in the URL is first moved into a cookie."""
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
        found = self.gallery.lessons()
        names = {"shelves": lesson_shelves(found), "lessons": lesson_titles(found), "now": self.desk.lesson}
        self.send_page(
            "teacher.html", **invitation(self), **names, words=page_messages("desk"), games=board_pictures.games()
        )

    async def obey(self, do: str, order: dict[str, Any]) -> None:
        desk = self.desk
        if do in orders.SETTING:
            if do in orders.OF_A_LESSON:
                self.lesson(str(order["lesson"]))
            await desk.carry_out(do, lambda: desk.change(lambda settings: orders.change_settings(settings, do, order)))
        elif do in orders.OF_A_VOTE:
            asked = Shown(lesson=order["lesson"], key=order["key"])
            page = await page_of(self, asked.lesson)
            put, step = (page.questions.get(asked.key), page.steps.get(asked.key, 0)) if page else (None, 0)
            await desk.carry_out(do, lambda: desk.lead_vote(do, asked.lesson, asked.key, put, step))
        elif do == "back":
            await desk.take_back()
        elif do == "choose":
            self.lesson(str(order["lesson"]))
            await self.draw_ahead(str(order["lesson"]))
        elif do == "remove":
            pupil = int(order["pupil"])
            if pupil not in {one.id for one in desk.members.values()}:
                raise ReportError(_("They have left already."))
            await desk.remove(pupil)
            await self.tables.forget(pupil)
        elif do == "renew":
            await desk.renew_code()
        elif do == "end":
            mark = desk.opened.mark
            await desk.end()
            self.tables.end()
            self.contest.close()
            self.forget(mark, "teacher", "teaching")
        else:
            raise ValueError(do)

    async def draw_ahead(self, name: str) -> None:
        """Draw a lesson that is to come next in the languages present."""
        self.desk.chosen = name
        self.desk.schedule_update()
        for spoken in self.desk.spoken:
            with use_language(spoken):
                await page_of(self, name)


async def page_of(handler: ClassPage, name: str) -> ServedPage | None:
    """Return a lesson's page, drawn if necessary; None if there is no such lesson or it cannot be drawn."""
    lesson = handler.gallery.lesson(name)
    pages: LessonPages = handler.settings["gamekit_pages"]
    try:
        return None if lesson is None else await pages.page(lesson)
    except NotDrawnError:
        return None


async def draw_asked(handler: ClassPage) -> None:
    """Draw the pages of all lessons asked in the class, so that exports are wholly in the reader's language."""
    desk = handler.desk
    asked = await desk.run_in_thread(desk.store.list_lessons, desk.opened.id)
    await asyncio.gather(*(page_of(handler, name) for name in asked))


def lesson_shelves(found: Sequence[catalog.Lesson]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return lessons as (name, title) by the title of their game, as in the gallery; "" has the introductory one."""
    names = site_export.gallery_names(list(found))
    shelves = [("", [names["start"]] if names["start"] else []), *((game.title, own) for game, own in names["shelves"])]
    shelves.append((_("Across the games"), names["topics"]))
    return [(shelf, [(lesson.name, lesson.title) for lesson in own]) for shelf, own in shelves if own]


def lesson_titles(found: Sequence[catalog.Lesson]) -> dict[str, str]:
    """Return each lesson's title, with that of its game."""
    shelves = lesson_shelves(found)
    return {name: f"{game} · {title}" if game else title for game, own in shelves for name, title in own}


class Answers(ClassPage):
    """Handler of the CSV export of all answers."""

    @allow_unauthenticated
    async def get(self) -> None:
        self.teachers_only()
        await draw_asked(self)
        zone, comma = (
            answer_export.find_zone(self.get_query_argument("zone", "")),
            self.get_query_argument("comma", "") == "1",
        )
        table = await self.desk.run_in_thread(answer_export.write_csv, self.desk.store, self.desk.opened, zone, comma)
        name = re.sub(r"[^\w-]", "-", self.desk.name, flags=re.ASCII)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{name}.csv"')
        self.set_header("Cache-Control", "no-store")
        self.write("\ufeff" + table)  # byte order mark: spreadsheets then read UTF-8


class OnePupil(ClassPage):
    """Handler of one pupil's data."""

    @allow_unauthenticated
    async def get(self, number: str) -> None:
        self.teachers_only()
        await draw_asked(self)
        desk = self.desk
        about = desk.store, desk.opened, int(number), desk.online
        found = await desk.run_in_thread(answer_export.collect_of_pupil, *about)
        if found is None:
            raise tornado.web.HTTPError(404)
        seats = [one["code"] for one in await self.tables.list_tables_of(int(number))]
        self.finish_json(found | {"tables": seats})


class LessonParts(ClassPage):
    """Handler of a lesson's step names and questions, for the board."""

    @allow_unauthenticated
    async def get(self, name: str) -> None:
        self.teachers_only()
        lesson = self.gallery.lesson(name)
        if lesson is None:
            raise tornado.web.HTTPError(404)
        pages: LessonPages = self.settings["gamekit_pages"]
        names = await asyncio.to_thread(pages.find_steps, name)
        page = await page_of(self, name)
        questions = {key: one for key, one in page.questions.items() if not one.is_practice} if page else {}
        labels = label_questions(list(questions.values()))
        asked = [{"key": key, "text": label} for key, label in zip(questions, labels, strict=True)]
        self.finish_json({"steps": names, "questions": asked})


def label_questions(questions: Sequence[AskedQuestion]) -> list[str]:
    """Return labels of questions for a list: the text; for equal texts also place and number.

    >>> percent = AskedQuestion(text="In percent:", title="Exit ticket")
    >>> label_questions([AskedQuestion(text="How many?"), percent, percent.model_copy(update={"place": "Run"})])
    ['How many?', 'Exit ticket · 1 · In percent:', 'Run · 2 · In percent:']
    """
    labels, seen = [], Counter[str]()
    often = Counter(one.text for one in questions)
    for one in questions:
        seen[one.text] += 1
        parts = [one.place or one.title, str(seen[one.text])] if often[one.text] > 1 else []
        labels.append(" · ".join(filter(None, [*parts, one.text])))
    return labels


class ProjectorPage(ClassPage):
    """Handler of the projector's page, opened from the teacher's board."""

    @allow_unauthenticated
    def get(self) -> None:
        self.teachers_only()
        titles = lesson_titles(self.gallery.lessons())
        self.send_page("projector.html", **invitation(self), words=page_messages("desk"), lessons=titles)


def invitation(handler: ClassPage) -> dict[str, Any]:
    """Return how to join: the code, and each URL of this machine with its QR code."""
    code, port, base = handler.desk.opened.code, handler.settings["gamekit_port"](), handler.base_url
    outside = f"{handler.request.protocol}://{handler.request.host}{base}class"
    reach: list[network.Reach] = handler.settings["gamekit_reach"]()
    ways = [(f"http://{one.address}:{port}{base}class", one.network) for one in reach]
    if handler.settings["gamekit_proxied"]:
        ways = [(outside, "")]
    return {
        "code": code,
        "ways": [(way, name, Markup(network.draw_address(f"{way}?code={code}"))) for way, name in ways],
        "outside": outside,
        "port": port,
        "class_name": handler.desk.name,
        "begun": handler.desk.opened.begun,
        "continued": handler.desk.continued,
        "place": handler.desk.store.place,
    }


DESK_ADDRESSES: list[tuple[str, type[ClassPage]]] = [
    ("/class/start", StartClass),
    ("/class/teacher", TeacherPage),
    ("/class/projector", ProjectorPage),
    ("/class/answers.csv", Answers),
    (r"/class/pupil/(\d{1,15})", OnePupil),
    ("/class/steps/(.*)", LessonParts),
]


class SummaryPage(ClassPage):
    """Handler of the summary, for the teacher alone."""

    @allow_unauthenticated
    async def get(self) -> None:
        self.teachers_only()
        await draw_asked(self)
        found = await self.desk.run_in_thread(summarize, self.desk.store, self.desk.opened)
        self.set_header("Cache-Control", "no-store")
        stands = await self.desk.run_in_thread(self.contest.collect_for_all)
        titles = lesson_titles(self.gallery.lessons())
        self.send_page("summary.html", summary=found, names=name_lessons(found, titles), begun=self.desk.opened.begun,
                  class_name=self.desk.name, contest=stands, wins=page_messages("desk")["contest_wins"])  # fmt: skip


def name_lessons(found: Summary, titles: dict[str, str]) -> dict[str, str]:
    """Return the title of each lesson in the summary; positions put to the class have one of their own."""
    moves = _("What would you play?")
    return {name: moves if name.startswith(MOVES) else titles.get(name, name) for name in found.lessons}


ADDRESSES: list[tuple[str, type[ClassPage]]] = [*DESK_ADDRESSES, ("/class/summary", SummaryPage)]

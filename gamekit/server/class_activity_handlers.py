"""Handlers of a class's activities: “What would you play?”, tables, the tournament."""

from __future__ import annotations

import asyncio
import hashlib
from functools import cache
from typing import Any, Final

import tornado.web

from gamekit.core.errors import ReportError
from gamekit.core.game import load
from gamekit.core.i18n.translation import _, say_mismatch
from gamekit.core.session import Session
from gamekit.core.svg import text
from gamekit.server import document, play_pages
from gamekit.server.class_ import contest as plans
from gamekit.server.class_ import moves
from gamekit.server.class_.contest import game_of
from gamekit.server.class_.desk import show_standings
from gamekit.server.class_.schemas import ContestSettings as Wanted
from gamekit.server.class_.store import Member
from gamekit.server.class_.tables import read_players
from gamekit.server.class_handlers import (
    ENDED,
    LONGEST_ORDER,
    REFUSED,
    AtTables,
    ClassLine,
    ClassPage,
    OrderPage,
    PolledLine,
    PolledLines,
    PolledPage,
    PupilPage,
    is_teacher,
    member_of,
)
from gamekit.server.handlers import allow_unauthenticated
from gamekit.server.rate_limit import TooManyError
from gamekit.web import bundle, game_bundle
from gamekit.widgets import board_pictures
from gamekit.widgets.guide import picture_data
from gamekit.widgets.messages import page_messages

LARGEST_SAVED: Final = 400_000
"""Characters of a replay put to the class; one of a thousand steps has a fifth of it."""


class AskMove(ClassPage):
    """Handler by which the teacher puts a position to the class, or ends that."""

    @allow_unauthenticated
    async def post(self) -> None:
        self.teachers_only()
        await self.answer(self.put_position())

    async def put_position(self) -> object:
        """Put a position, or end that. Raises one of `WRONG_FORM` or `ReportError`."""
        if len(self.request.body) > LARGEST_SAVED:
            raise ReportError(_("This saved game is too long."))
        order = self.read_body(LARGEST_SAVED)
        if order.get("end"):
            await self.desk.change(lambda _settings: {"move": None})
        else:
            session = await self.desk.run_in_thread(self.find_game, order)
            await self.desk.carry_out("move", lambda: self.ask(session))
        return {"done": True}

    async def ask(self, session: Session) -> None:
        """Put a position to the class: everybody goes there, the projector too."""
        await self.desk.change(lambda settings: moves.put_move(settings, session))
        settings = self.desk.opened.settings
        asked = await self.desk.run_in_thread(moves.find_position, settings, settings.move)
        if asked is not None:
            await self.desk.lead_vote("ask", asked.shelf, asked.key, asked.question)

    @staticmethod
    def find_game(order: dict[str, Any]) -> Any:
        """Return the game that an order means: a replay, a puzzle, or a start; at the decision asked about."""
        if "file" in order:
            return moves.open_from_file(str(order["file"]), order.get("step"))
        if "puzzle" in order:
            return moves.open_from_puzzle(str(order["game"]), str(order["puzzle"]))
        return moves.open_from_start(str(order["game"]), order["players"], order["decisions"], order["seed"])


class MovePage(PupilPage):
    """Handler of the page on which pupils propose moves."""

    @allow_unauthenticated
    async def get(self) -> None:
        if member_of(self) is None or self.desk.info is None:
            raise tornado.web.HTTPError(403)
        settings = self.desk.info.settings
        asked = await self.desk.run_in_thread(moves.find_position, settings, settings.move)
        if asked is None:
            self.redirect(self.base_url + "class")
            return
        rounds = await self.desk.run_in_thread(self.desk.store.rounds, self.desk.info.id)
        data = {
            "round": rounds.get((asked.shelf, asked.key), 1),
            "base": self.base_url,
            "xsrf": self.xsrf_token.decode(),
        }
        await self.send_standalone(await asyncio.to_thread(move_page, asked, data), POLICY, cache="no-store")

    async def store_sent(self, member: Member) -> object:
        """Store a proposal. Raises one of `WRONG_FORM`, or `ReportError` if the question is over."""
        self.desk.reports.acquire(member.id)
        sent = self.read_body()
        settings = self.desk.opened.settings
        asked = await self.desk.run_in_thread(moves.find_position, settings, settings.move)
        if asked is None or sent["number"] != asked.asked.number:
            raise ReportError(_("This question is over."))
        rounds = await self.desk.run_in_thread(self.desk.store.rounds, self.desk.opened.id)
        report = asked.propose(sent["action"], sent["turn"], rounds.get((asked.shelf, asked.key), 1))
        await self.desk.receive(member, report, asked.question)
        return {"stored": report.turn}


class MovePicture(ClassPage):
    """Handler of a position's picture, for the teacher's board and the projector."""

    @allow_unauthenticated
    async def get(self, number: str) -> None:
        self.teachers_only()
        asked = await self.desk.run_in_thread(moves.find_position, self.desk.opened.settings, int(number))
        if asked is None:
            raise tornado.web.HTTPError(404)
        self.finish_json(await self.desk.run_in_thread(asked.picture))


def move_page(asked: moves.AskedPosition, given: dict[str, Any]) -> str:
    """Return the page for proposing a move; `given` has round, base URL and XSRF token."""
    title = asked.session.game.title
    guide = picture_data(asked.asked.game)
    data = {**asked.page_data(), **given, "guide": guide, "words": page_messages("play", "seats", "proposal")}
    top = f'<a href="{text(given["base"])}class">← {text(_("Your class"))}</a><h1>{text(asked.question.title)}</h1>'
    scripts = (
        play_pages.write_with_game(asked.asked.game),
        play_pages.begin("class/move_proposal", "createMovePage", data),
    )
    return play_pages.make_page(_("What would you play? {title}").format(title=title), top, POLICY, scripts)


MOVE_ADDRESSES: Final[list[tuple[str, type[ClassPage]]]] = [
    ("/class/move", MovePage),
    ("/class/move/ask", AskMove),
    (r"/class/move/(\d{1,6})\.json", MovePicture),
]


POLICY: Final = f"{document.POLICY}; connect-src 'self' ws: wss:"
"""Content security policy of a table: that of a Play page and requests to the own server.

It allows WebSockets to every host; the table's own checks the origin of a page.
"""
CODE: Final = r"([A-Za-z]{1,12})"


class TablePages(ClassPage):
    """Base class of both pages."""

    async def list(self, wrong: str = "") -> None:
        """Show the list of tables with its forms, with `wrong` as an error message."""
        tables = await self.tables.list_tables()
        who = {"member": member_of(self), "teacher": is_teacher(self)}
        self.send_page("tables.html", tables=tables, games=board_pictures.games(), wrong=wrong, **who)


class AllTables(TablePages):
    """Handler of the list of tables."""

    @allow_unauthenticated
    async def get(self) -> None:
        self.class_only()
        await self.list()

    @allow_unauthenticated
    async def post(self) -> None:
        """Open, find or close a table."""
        self.class_only()
        if len(self.request.body) > LONGEST_ORDER:
            raise tornado.web.HTTPError(413)
        try:
            do, member = self.get_body_argument("do", ""), member_of(self)
            if do == "find":
                code = (await self.tables.find(self.get_body_argument("code", "")))[0]
            elif do == "close":
                # The teacher of a class may be in it as well, to look at what pupils see.
                await self.tables.close_table(
                    self.get_body_argument("code", ""), None if is_teacher(self) or member is None else member.id
                )
                self.redirect(f"{self.base_url}class/tables")
                return
            else:
                if member is None:
                    raise ReportError(_("Whoever teaches watches."))
                players = read_players(self.get_body_argument("players", ""))
                code = await self.tables.open(member, self.get_body_argument("game", ""), players)
        except ReportError as error:
            self.set_status(429 if isinstance(error, TooManyError) else 200)
            await self.list(str(error))
            return
        self.redirect(f"{self.base_url}class/table/{code}")


class OneTable(TablePages):
    """Handler of a table's page."""

    @allow_unauthenticated
    async def get(self, code: str) -> None:
        self.class_only()
        try:
            known, name, players = await self.tables.find(code)
        except ReportError as error:
            self.set_status(404)
            await self.list(str(error))
            return
        page = await asyncio.to_thread(table_page, known, name, players, self.base_url, self.xsrf_token.decode())
        await self.send_standalone(page, POLICY, cache="no-store")


def table_page(code: str, name: str, players: int, base: str, xsrf: str) -> str:
    """Return the page of a table; `xsrf` is the token of its requests."""
    title = load(name).title
    data = {
        "game": name,
        "guide": picture_data(name),
        "players": players,
        "code": code,
        "live": f"{base}class/table/{code}/live?edition={edition()}",
        "polled": f"{base}class/table/{code}/polled?edition={edition()}",
        "base": base,
        "xsrf": xsrf,
        "words": page_messages("play", "seats"),
    }
    top = (
        f'<a href="{text(base)}class/tables">← {text(_("All tables"))}</a><h1>{text(title)}</h1>'
        f'<div class="gkp-bar"><strong>{text(page_messages("seats")["seat_code"].format(code=code))}</strong></div>'
    )
    scripts = (play_pages.write_with_game(name), play_pages.begin("class/class_table", "createTablePage", data))
    return play_pages.make_page(_("Table {code}: {title}").format(code=code, title=title), top, POLICY, scripts)


@cache
def edition() -> str:
    """Return a hash of rules and script, by which page and server know that they match; cached."""
    return hashlib.sha256((game_bundle.content_hash() + bundle.script("class/class_table")).encode()).hexdigest()[:16]


class TableLine(AtTables, ClassLine):
    """WebSocket of a page at a table."""

    async def open(self, code: str) -> None:
        """Connect the page; one of another edition is closed and reloads itself, its seat is kept."""
        member = member_of(self)
        if (member is None and not is_teacher(self)) or self.get_argument("edition", edition()) != edition():
            self.end()
            return
        try:
            await self.tables.listen(self, code, member.id if member is not None else None)
        except ReportError:
            self.close(REFUSED)

    async def on_message(self, message: str | bytes) -> None:
        await self.tables.hear(self, message)

    def on_close(self) -> None:
        self.tables.drop(self)

    def get_compression_options(self) -> dict[str, Any]:
        """Turn compression on: positions resemble one another, and a phone may receive hundreds at once."""
        return {}


class TablePolled(PolledPage):
    """Polling handler in place of `TableLine` where a network blocks WebSockets."""

    is_whole = False

    async def connect(self, line: PolledLine, place: str) -> int | None:
        member = member_of(self)
        if self.owner is None or self.get_query_argument("edition", edition()) != edition():
            return ENDED
        try:
            await self.tables.listen(line, place, member.id if member is not None else None)
        except ReportError:
            return REFUSED
        return None

    def drop(self, line: Any) -> None:
        self.tables.drop(line)

    @allow_unauthenticated
    async def post(self, _code: str) -> None:
        """Carry out a page's message."""
        lines: PolledLines = self.settings["gamekit_polled"]
        line = lines.find(self.get_query_argument("line", ""), self.owner)
        if line is None:
            raise tornado.web.HTTPError(403)
        await self.tables.hear(line, self.request.body.decode("utf-8", "replace"))
        self.finish_json({"heard": True})


TABLE_ADDRESSES: list[tuple[str, type[Any]]] = [
    ("/class/tables", AllTables),
    (f"/class/table/{CODE}", OneTable),
    (f"/class/table/{CODE}/polled", TablePolled),
]
LIVE: Final = f"/class/table/{CODE}/live"


class ContestPage(ClassPage):
    """Handler of the tournament's page."""

    @allow_unauthenticated
    async def get(self) -> None:
        self.class_only()
        await self.page()

    @allow_unauthenticated
    async def post(self) -> None:
        """Enter or withdraw a pupil's plan."""
        member = member_of(self)
        if self.desk.info is None or member is None:
            raise tornado.web.HTTPError(403)
        try:
            await self.obey(member)
        except ReportError as error:
            self.set_status(429 if isinstance(error, TooManyError) else 200)
            await self.page(str(error))
            return
        self.redirect(f"{self.base_url}class/tournament")

    async def obey(self, member: Member) -> None:
        """Carry out what the form says. Raises `ReportError`."""
        do = self.get_body_argument("do", "")
        if do == "build":
            given = {knob.name: self.get_body_argument(knob.name, "") for knob in plans.knobs()}
            await self.contest.enter(member, plans.read_plan(given))
        elif do == "withdraw":
            await self.contest.withdraw(member.id)
        else:
            raise ReportError(say_mismatch())

    async def page(self, wrong: str = "") -> None:
        """Show the page, with `wrong` as an error message."""
        member, wanted = member_of(self), self.desk.opened.settings.contest
        entered = await self.contest.list_entries()
        game = await self.desk.run_in_thread(game_of, wanted)
        mine = next((one for one in entered if member is not None and one.pupil == member.id), None)
        self.send_page(
            "tournament.html",
            wrong=wrong,
            member=member,
            teacher=is_teacher(self),
            game=game,
            wanted=wanted,
            mine=plans.describe_plan(mine.plan) if mine is not None else "",
            knobs=[(knob, mine.plan[knob.name] if mine is not None else knob.value) for knob in plans.knobs()],
            entered=bool(entered),
            words=page_messages("desk"),
        )


class ContestOrders(OrderPage):
    """Handler of the teacher's orders: number of players, start, stop, removing an entry."""

    async def obey(self, do: str, order: dict[str, Any]) -> None:
        if do == "players":
            wanted = Wanted(players=order["players"])
            await self.desk.run_in_thread(game_of, wanted)
            await self.desk.change(lambda _settings: {"contest": wanted.model_dump()})
        elif do == "start":
            await self.contest.start(own=bool(order["own"]))
            await self.desk.carry_out("start", lambda: self.desk.change(lambda _settings: show_standings()))
        elif do == "stop":
            await self.desk.carry_out("stop", self.contest.stop)
        elif do == "remove":
            await self.contest.withdraw(int(order["pupil"]))
        else:
            raise ValueError(do)


class ContestNow(ClassPage):
    """Handler of the standings, for pupils' pages, which poll them."""

    @allow_unauthenticated
    def get(self) -> None:
        self.class_only()
        self.finish_json({"contest": self.contest.collect_for_all()})


ADDRESSES: list[tuple[str, type[Any]]] = [
    *TABLE_ADDRESSES,
    *MOVE_ADDRESSES,
    ("/class/tournament", ContestPage),
    ("/class/tournament/order", ContestOrders),
    ("/class/tournament/now", ContestNow),
]

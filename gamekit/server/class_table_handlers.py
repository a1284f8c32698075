"""Handlers of a class's tables: the list, one table, and its connections."""

from __future__ import annotations

import asyncio
import hashlib
from functools import cache
from typing import Any, Final

import tornado.web

from gamekit.core.errors import ReportError
from gamekit.core.game import load
from gamekit.core.i18n.translation import _
from gamekit.core.svg import text
from gamekit.server import document, play_pages
from gamekit.server.class_.messages import table_words
from gamekit.server.class_.tables import ClassTables, read_players
from gamekit.server.class_handlers import ENDED, LONGEST_ORDER, REFUSED, ClassPage, is_teacher, member_of
from gamekit.server.class_live_handlers import ClassLine
from gamekit.server.class_polled_handlers import PolledLine, PolledLines, PolledPage
from gamekit.server.handlers import allow_unauthenticated
from gamekit.server.rate_limit import TooManyError
from gamekit.web import bundle, game_bundle
from gamekit.widgets import board_pictures
from gamekit.widgets.guide import picture_data
from gamekit.widgets.messages import play_words

POLICY: Final = f"{document.POLICY}; connect-src 'self' ws: wss:"
"""Content security policy of a table: that of a Play page and requests to the own server.

It allows WebSockets to every host; the table's own checks the origin of a page.
"""
CODE: Final = r"([A-Za-z]{1,12})"


class AtTables(tornado.web.RequestHandler):
    """Mixin of the handlers of tables."""

    @property
    def tables(self) -> ClassTables:
        tables: ClassTables = self.settings["gamekit_tables"]
        return tables


class TablePages(AtTables, ClassPage):
    """Base class of both pages."""

    async def list(self, wrong: str = "") -> None:
        """Show the list of tables with its forms, with `wrong` as an error message."""
        tables = await self.tables.list_tables()
        who = {"member": member_of(self), "teacher": is_teacher(self)}
        self.show("tables.html", tables=tables, games=board_pictures.games(), wrong=wrong, **who)


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
        await self.give(page, POLICY, cache="no-store")


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
        "words": {**play_words(), **table_words()},
    }
    top = (
        f'<a href="{text(base)}class/tables">← {text(_("All tables"))}</a><h1>{text(title)}</h1>'
        f'<div class="gkp-bar"><strong>{text(table_words()["seat_code"].format(code=code))}</strong></div>'
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


class TablePolled(AtTables, PolledPage):
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


ADDRESSES: list[tuple[str, type[Any]]] = [
    ("/class/tables", AllTables),
    (f"/class/table/{CODE}", OneTable),
    (f"/class/table/{CODE}/polled", TablePolled),
]
LIVE: Final = f"/class/table/{CODE}/live"

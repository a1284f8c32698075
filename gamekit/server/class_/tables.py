"""Tables of a class: codes, connected pages, stored games, and turns of the computer."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import orm

from gamekit.core.errors import GamekitError, OptionError, ReportError
from gamekit.core.game import game_names, load
from gamekit.core.i18n.translation import _, read_number, say_mismatch, use_language
from gamekit.server.class_.database import NotKeptError
from gamekit.server.class_.desk import Desk, Line
from gamekit.server.class_.game_table import GameTable, TableError
from gamekit.server.class_.models import GameRow
from gamekit.server.class_.store import Member, Store
from gamekit.server.rate_limit import RateLimiter


@dataclass(frozen=True)
class StoredGame:
    """Stored game of a table; `owners` are pupil ids, None for a free seat, and `opener` opened the table."""

    code: str
    game: str
    players: int
    seed: int
    opener: int
    begun: bool
    history: list[int]
    owners: list[int | None]


def store_game(store: Store, class_id: int, kept: StoredGame) -> None:
    """Store a game; it is on the disk when this returns."""
    with store.write() as session:
        here = sa.select(GameRow).where(GameRow.class_id == class_id, GameRow.code == kept.code)
        row = session.scalar(here)
        if row is None:
            session.add(GameRow(class_id=class_id, **asdict(kept)))
        else:
            row.begun, row.history, row.owners = kept.begun, kept.history, kept.owners


def forget_game(store: Store, class_id: int, code: str) -> None:
    with store.write() as session:
        session.execute(sa.delete(GameRow).where(GameRow.class_id == class_id, GameRow.code == code))


def load_games(store: Store, class_id: int) -> list[StoredGame]:
    """Return all games of a class, oldest first."""
    names = StoredGame.__dataclass_fields__
    with orm.Session(store.engine) as session:
        found = session.scalars(sa.select(GameRow).where(GameRow.class_id == class_id).order_by(GameRow.id))
        return [StoredGame(**{name: getattr(row, name) for name in names}) for row in found]


log = logging.getLogger(__name__)

LETTERS: Final = "ACDEFGHJKLMNPQRTUVWXY"
CODE_LENGTH: Final = 4
MOST_TABLES: Final = 40
MOST_OPENED: Final = 3
"""Tables one pupil may have open; a finished one is closed for a new one."""
REUSED_AFTER: Final = 10.0
"""Seconds without a page after which a table that has not begun may be closed for a new one."""
FEW: Final = 3
"""Tables from one address that may be opened by closing one of a crowded address."""
IDLE_BEGUN, IDLE_NEW = 2 * 3600.0, 900.0
"""Seconds without a page after which a table closes: one that has begun, and one that has not."""
MOST_LINES: Final = 60
"""Pages per table."""
MOST_LINES_EACH: Final = 3
MOST_LINES_OF_TEACHER: Final = 60
"""The teacher may watch every table."""
LONGEST_WISH: Final = 500
WISHES_A_SECOND, WISHES_AT_ONCE = 5.0, 40
GLANCE: Final = 2.0
"""Seconds between two looks at who has gone."""


class Seated:
    """A page at a table: its pupil (None: the teacher) and the number of steps it knows (−1: none)."""

    def __init__(self, code: str, pupil: int | None) -> None:
        self.code, self.pupil = code, pupil
        self.viewer: int | None = None
        self.known = -1
        self.head = ""


class ClassTables:
    """Tables of the class at a desk. All that plays or stores runs in the desk's database thread, in order."""

    def __init__(self, desk: Desk, clock: Callable[[], float] = time.monotonic) -> None:
        self.desk, self._clock = desk, clock
        self.wishes = RateLimiter(WISHES_A_SECOND, WISHES_AT_ONCE)
        self._class = ""
        self._tables: dict[str, GameTable] = {}
        self._openers: dict[str, int] = {}
        self._left: dict[str, float] = {}
        """Time since which nobody is at a table, by code."""
        self._lines: dict[Line, Seated] = {}
        self._watch: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # --- which there are --------------------------------------------------------------------------------------------
    async def list_tables(self) -> list[dict[str, Any]]:
        """Return code, game, seats and state of each table."""
        return await self.desk.run_in_thread(
            lambda: [self._entry(code, table) for code, table in self._load_known().items()]
        )

    async def list_tables_of(self, pupil: int) -> list[dict[str, Any]]:
        """Return the tables at which a pupil sits, as `list_tables` does."""

        def look() -> list[dict[str, Any]]:
            known = self._load_known().items()
            return [self._entry(code, table) for code, table in known if table.seat_of(pupil) is not None]

        return await self.desk.run_in_thread(look)

    async def open(self, member: Member, name: str, players: int) -> str:
        """Open a table with its opener at the first seat, and return its code. Raises `ReportError`."""
        self.wishes.acquire(member.id)
        code, closed = await self.desk.run_in_thread(self._open, member, name, players)
        for line in [line for line, one in self._lines.items() if one.code == closed]:
            line.end()
        return code

    async def find(self, code: str) -> tuple[str, str, int]:
        """Return code, game and number of players of a table, however the code is typed. Raises `TableError`."""

        def look() -> tuple[str, str, int]:
            known, table = self._table(code)
            return known, table.session.game.name, table.session.game.players

        return await self.desk.run_in_thread(look)

    def _load_known(self) -> dict[str, GameTable]:
        """Return the tables of the open class; stored ones are loaded once, idle ones closed."""
        info = self.desk.info
        if info is None:
            return {}
        if self._class != info.secret:  # the secret, as ids are used again after a class was deleted
            self._class, self._tables, self._openers, self._left = info.secret, {}, {}, {}
            for kept in load_games(self.desk.store, info.id):
                try:
                    self._tables[kept.code] = table = self._restore(kept)
                except GamekitError as error:
                    log.warning("The game at table %s cannot be gone on with: %s", kept.code, error)
                    continue
                self._openers[kept.code] = kept.opener
                if table.owners != kept.owners:
                    self._keep(kept.code)
        self._close_idle()
        return self._tables

    def _close_idle(self) -> None:
        """Close the tables where nobody has been for too long."""
        now, here = self._clock(), {one.code for one in tuple(self._lines.values())}
        for code, table in tuple(self._tables.items()):
            if code in here:
                self._left.pop(code, None)
            elif now - self._left.setdefault(code, now) >= (IDLE_BEGUN if table.begun else IDLE_NEW):
                with suppress(NotKeptError):  # tried again at the next look
                    self._clear(code)

    def _restore(self, kept: StoredGame) -> GameTable:
        session = load(kept.game, kept.players).session(kept.seed)
        for action in kept.history:
            session.play(action)
        here = {one.id for one in tuple(self.desk.members.values())}
        owners = [owner if owner in here else None for owner in kept.owners]
        return GameTable(session, self._clock, owners, kept.begun)

    def _table(self, code: str) -> tuple[str, GameTable]:
        known = "".join(sign for sign in code[:40].upper() if sign.isalpha())
        table = self._load_known().get(known)
        if table is None:
            raise TableError(_("There is no table with this code."))
        return known, table

    async def close_table(self, code: str, pupil: int | None) -> None:
        """Close a table: the teacher (None) any, a pupil only one opened by that pupil. Raises `ReportError`."""

        def clear_away() -> str:
            known, _table = self._table(code)
            if pupil is not None and self._openers[known] != pupil:
                raise TableError(_("Only who has opened a table can close it, or your teacher."))
            self._clear(known)
            return known

        known = await self.desk.run_in_thread(clear_away)
        for line in [line for line, one in self._lines.items() if one.code == known]:
            line.end()

    def _open(self, member: Member, name: str, players: int) -> tuple[str, str]:
        """Open a table; return its code, and that of an unfinished table closed for it, or ""."""
        tables, closed = self._load_known(), ""
        if name not in game_names():
            raise TableError(_("There is no such game."))
        own = [code for code in tables if self._openers[code] == member.id]
        few = _("You have {most} tables open. Finish a game or close one first.")
        many = _("There are {most} tables already. Finish a game, or ask your teacher to close one.")
        for codes, most, sentence in ((own, MOST_OPENED, few), (list(tables), MOST_TABLES, many)):
            if len(codes) >= most:
                reused = next((code for code in codes if tables[code].session.over), None)
                if reused is None and codes is not own:
                    reused = closed = self._find_empty() or self._find_last_of_crowd(member) or ""
                if not reused:
                    raise TableError(sentence.format(most=most))
                self._clear(reused)
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        while code in tables:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        try:
            table = GameTable(load(name, players).session(), self._clock)
        except OptionError as error:
            raise TableError(str(error)) from None
        table.sit(member.id, 0)
        store_game(self.desk.store, self.desk.opened.id, self._make_kept(code, table, member.id))
        tables[code], self._openers[code] = table, member.id
        return code, closed

    def _find_empty(self) -> str | None:
        """Return the table not begun where nobody has been for the longest time, if any."""
        until = self._clock() - REUSED_AFTER
        empty = [code for code, left in self._left.items() if left <= until and not self._tables[code].begun]
        return min(empty, key=self._left.__getitem__, default=None)

    def _find_last_of_crowd(self, member: Member) -> str | None:
        """Return the last table with one person at most that was opened from the most crowded address.

        None if no address is crowded, or if the address of `member` has opened `FEW` tables.
        """
        address_of = self.desk.arrivals.address_of
        counts = Counter(address_of(opener) for opener in self._openers.values())
        crowd, count = counts.most_common(1)[0]
        if not crowd or count <= MOST_TABLES // 4 or counts[address_of(member.id)] >= FEW:
            return None
        alone = [
            code
            for code, table in self._tables.items()
            if address_of(self._openers[code]) == crowd and sum(owner is not None for owner in table.owners) <= 1
        ]
        return alone[-1] if alone else None

    def _clear(self, code: str) -> None:
        forget_game(self.desk.store, self.desk.opened.id, code)
        del self._tables[code], self._openers[code]
        self._left.pop(code, None)

    @staticmethod
    def _make_kept(code: str, table: GameTable, opener: int) -> StoredGame:
        session = table.session
        return StoredGame(
            code, session.game.name, session.game.players, session.seed, opener, table.begun, list(session.history),
            list(table.owners),
        )  # fmt: skip

    def _keep(self, code: str) -> None:
        kept = self._make_kept(code, self._tables[code], self._openers[code])
        store_game(self.desk.store, self.desk.opened.id, kept)

    @contextmanager
    def _change(self, code: str) -> Iterator[GameTable]:
        """Change a table and store it; if that fails, the change is undone. Raises `NotKeptError`."""
        before = self._make_kept(code, self._tables[code], self._openers[code])
        yield self._tables[code]
        try:
            self._keep(code)
        except NotKeptError:
            self._tables[code] = self._restore(before)
            raise

    def _entry(self, code: str, table: GameTable) -> dict[str, Any]:
        game = table.session.game
        return {
            "code": code,
            "opener": self._openers[code],
            "title": game.title,
            "seats": table.seats(self.desk.name_pupil),
            "begun": table.begun,
            "over": table.session.over,
        }

    # --- who is there -----------------------------------------------------------------------------------------------
    async def listen(self, line: Line, code: str, pupil: int | None) -> None:
        """Connect a page to a table. Raises `ReportError` if there is no such table or too many pages are open."""
        who = pupil if pupil is not None else "teacher"
        self.wishes.acquire(who)
        known, _game, _players = await self.find(code)
        here = [one for one in self._lines.values() if one.code == known]
        each = MOST_LINES_EACH if pupil is not None else MOST_LINES_OF_TEACHER
        if len(here) >= MOST_LINES or Counter(one.pupil for one in self._lines.values())[pupil] >= each:
            raise TableError(_("Too many pages are open at this table."))
        self._lines[line] = Seated(known, pupil)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.get_running_loop().create_task(self._glance())
        await self._move_on(known)

    def drop(self, line: Line) -> None:
        """Disconnect a page and tell the others at its table."""
        seated = self._lines.pop(line, None)
        if seated is not None and not self._closed:
            task = asyncio.get_running_loop().create_task(self._move_on(seated.code))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def forget(self, pupil: int) -> None:
        """Free the seats of a pupil who has left the class, and disconnect the pupil's pages."""

        def free_seats() -> None:
            for code, table in tuple(self._load_known().items()):
                if table.seat_of(pupil) is not None:
                    with self._change(code) as changed:
                        changed.forget(pupil)

        await self.desk.run_in_thread(free_seats)
        for line in [line for line, one in self._lines.items() if one.pupil == pupil]:
            line.end()

    def end(self) -> None:
        """Disconnect all pages; for the end of the class."""
        for line in tuple(self._lines):
            line.end()
        self._lines.clear()

    def close(self) -> None:
        """Stop the timer; for the end of the server."""
        self._closed = True
        if self._watch is not None:
            self._watch.cancel()

    async def _glance(self) -> None:
        """Look who has gone every `GLANCE` seconds, while any page is connected."""
        while self._lines:
            await asyncio.sleep(GLANCE)
            await self.look()

    async def look(self) -> None:
        """Play for absent owners at every table with a page, tell the pages, and close idle tables."""
        for code in {one.code for one in self._lines.values()}:
            await self._move_on(code)
        if self.desk.info is not None:
            await self.desk.run_in_thread(self._load_known)

    # --- what happens there -----------------------------------------------------------------------------------------
    async def hear(self, line: Line, message: str | bytes) -> None:
        """Carry out a page's message; a refusal is sent to that page alone."""
        seated = self._lines.get(line)
        if seated is None:
            return
        try:
            with use_language(line.language):
                self.wishes.acquire(seated.pupil if seated.pupil is not None else "teacher")
                await self.desk.run_in_thread(self._do, seated, read_wish(message))
        except ReportError as error:
            line.tell(json.dumps({"refused": str(error)}, ensure_ascii=False))
        else:
            await self._move_on(seated.code)

    def _do(self, seated: Seated, wish: dict[str, Any]) -> None:
        code, _table = self._table(seated.code)
        if seated.pupil is None:
            raise TableError(_("Whoever teaches watches."))
        with self._change(code) as table:
            if wish["do"] == "play":
                table.play(seated.pupil, wish.get("action"), wish.get("step"))
            elif wish["do"] == "sit":
                table.sit(seated.pupil, wish.get("seat"))
            else:
                table.begin(seated.pupil)

    async def _move_on(self, code: str) -> None:
        """Play what chance and the computer play, and send the news to every page at the table."""
        if self.desk.info is None:
            return
        here = [(line, one) for line, one in self._lines.items() if one.code == code]
        try:
            told = await self.desk.run_in_thread(self._tell, code, here)
        except ReportError:  # cleared away in the meantime
            told = []
        for line, text in told:
            line.tell(text)

    def _tell(self, code: str, here: list[tuple[Line, Seated]]) -> list[tuple[Line, str]]:
        code, table = self._table(code)
        table.mark_present(frozenset(one.pupil for _line, one in here if one.pupil is not None))
        if table.play_automatic_steps():
            with suppress(NotKeptError):  # chance and the computer would act alike after a restart
                self._keep(code)
        seats = json.dumps(table.seats(self.desk.name_pupil), ensure_ascii=False)
        told = []
        for line, one in here:
            viewer = table.seat_of(one.pupil)
            if viewer != one.viewer:
                one.viewer, one.known = viewer, -1
            head = f'"you":{json.dumps(viewer)},"begun":{json.dumps(table.begun)},"seats":{seats}'
            if head != one.head or one.known != table.session.step:
                with use_language(line.language):
                    told.append((line, f"{{{head},{table.news_json(viewer, one.known)}}}"))
                one.head, one.known = head, table.session.step
        return told


def read_wish(message: str | bytes) -> dict[str, Any]:
    """Parse a page's message. Raises `TableError` if it is malformed.

    >>> read_wish('{"do": "sit", "seat": 1}')
    {'do': 'sit', 'seat': 1}
    """
    try:
        wish = json.loads(message) if isinstance(message, str) and len(message) <= LONGEST_WISH else None
    except (ValueError, RecursionError):
        wish = None
    if not isinstance(wish, dict) or wish.get("do") not in ("play", "sit", "begin"):
        raise TableError(say_mismatch())
    return wish


def read_players(text: str) -> int:
    """Parse the number of players from a form. Raises `TableError` if it is none."""
    try:
        players = read_number(text)
    except OptionError as error:
        raise TableError(str(error) if text.strip() else _("The number of players is missing.")) from error
    if players != int(players) or not 1 <= players <= 99:
        raise TableError(_("The number of players is missing."))
    return int(players)

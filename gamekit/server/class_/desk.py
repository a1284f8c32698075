"""State of the class that is open on this server: members, connected pages, settings, orders, messages to pages."""

from __future__ import annotations

import asyncio
import hmac
import logging
import math
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol, TypeVar

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import _, use_language
from gamekit.server import rate_limit
from gamekit.server.class_ import moves, results, votes
from gamekit.server.class_.database import NotKeptError, say_refusals
from gamekit.server.class_.schemas import (
    CONTEST,
    MOST_PACED,
    MOST_RESULTS,
    MOST_STEPS,
    MOVES,
    AskedQuestion,
    ClassSettings,
    Reached,
    Result,
    Sent,
    Shown,
    Told,
    read_outcome,
    read_report,
)
from gamekit.server.class_.store import ClassInfo, Member, Store, hash_key
from gamekit.server.class_.visited_page import LESSONS, describe_place
from gamekit.server.rate_limit import Arrivals

log = logging.getLogger(__name__)

LONGEST_TIMER: Final = 3 * 3600
OF_A_LESSON: Final = ("pace", "send")
"""Orders about a lesson; callers check that it exists."""
SETTING: Final = ("names", "door", *OF_A_LESSON, "compete", "show", "result", "timer", "pause")
"""Orders that change settings; all others act."""
STANDINGS: Final = "standings"
"""Key that shows the standings of a tournament on the projector."""
LEAVING: Final = ("send", "compete", "start", "move", "ask")
"""Orders after which the class is at something else: a vote that runs is closed."""
OF_A_VOTE: Final = ("ask", "talk", "again", "tell", "withdraw")
"""Orders that bring a question to its next stage."""

LEAST_PAUSE = 0.25
"""Seconds between two pictures sent to boards, so that many answers at once make one update."""
MOST_LINES_EACH = 6
MOST_BOARDS = 12

TAKE_BACK: Final = 10.0
"""Seconds for which the teacher's last order can be taken back."""
SLACK: Final = 2.0
"""Seconds more for a key that was pressed at the last moment."""

FOR_GOOD: Final = ("back", "start", "stop")
"""Orders that cannot be taken back."""

T = TypeVar("T")


def change_settings(settings: ClassSettings, do: str, order: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes of settings that an order asks for. Raises KeyError, TypeError or ValueError if malformed."""
    if do == "names":
        return {"names_hidden": bool(order["hidden"])}
    if do == "door":
        return {"is_closed": bool(order["closed"])}
    if do == "pace":
        pace = dict(list(settings.pace.items())[-MOST_PACED + 1 :])
        pace.pop(order["lesson"], None)
        if order["open"] is not None:
            pace[order["lesson"]] = min(MOST_STEPS, int(order["open"]))
        # Opening a step sends all pupils to it; setting a pace for the first time moves nobody, unless `go` says so.
        before, now = settings.pace.get(order["lesson"]), pace.get(order["lesson"])
        opens = now is not None and (order.get("go") or (before is not None and now > before))
        return {"pace": pace} | (send_to(settings, order["lesson"], step=now) | {"shown": None} if opens else {})
    if do == "send":
        return send_to(settings, order["lesson"], step=order.get("step")) | {"shown": None}
    if do == "compete":
        return send_to(settings, CONTEST) | show_standings()
    if do == "show":
        if not order["key"]:
            return {"shown": None}
        wanted = {name: bool(order.get(name)) for name in ("shares", "outcome", "names")}
        return {"shown": Shown(lesson=order["lesson"], key=order["key"], **wanted).model_dump()}
    if do == "pause":
        return pause(settings, bool(order["on"]), time.time())
    if do == "result":
        marked = Shown(lesson=order["lesson"], key=order["key"])
        kept = [one for one in settings.results if (one.lesson, one.key) != (marked.lesson, marked.key)]
        if order["value"] is not None:
            kept.append(Result(lesson=marked.lesson, key=marked.key, value=float(order["value"])))
        return {"results": [one.model_dump() for one in kept[-MOST_RESULTS:]]}
    if do == "timer":
        seconds = float(order["seconds"])
        if not math.isfinite(seconds):
            raise ValueError(seconds)
        begun = time.time() if settings.paused is None else settings.paused  # while screens are dimmed, the clock waits
        return {"timer": begun + min(seconds, LONGEST_TIMER) if seconds > 0 else None}
    raise ValueError(do)


def pause(settings: ClassSettings, on: bool, now: float) -> dict[str, Any]:
    """Dim the pupils' screens, or end that; a timer that has not run out goes on where it was.

    >>> held = ClassSettings(timer=100.0).model_copy(update=pause(ClassSettings(timer=100.0), True, 40.0))
    >>> pause(held, False, 50.0)
    {'paused': None, 'timer': 110.0}
    """
    since, timer = settings.paused, settings.timer
    if on:
        return {"paused": now if since is None else since}
    if since is not None and timer is not None and timer > since:
        timer += now - since
    return {"paused": None, "timer": timer}


def send_to(settings: ClassSettings, lesson: str, key: str | None = None, step: int | None = None) -> dict[str, Any]:
    """Send all pupils to a page, and to a question or step on it."""
    number = settings.sent.number + 1 if settings.sent else 1
    return {"sent": Sent(lesson=lesson, number=number, key=key, step=step).model_dump()}


def open_step(settings: ClassSettings, lesson: str, step: int) -> dict[str, Any]:
    """Open the steps of a lesson up to `step`; no change if they are open or the class sets no pace."""
    held = settings.pace.get(lesson)
    return {"pace": {**settings.pace, lesson: step}} if held is not None and held < step <= MOST_STEPS else {}


def show(lesson: str, key: str, shares: bool) -> dict[str, Any]:
    """Let a question run on desk and projector, with or without answers and outcome."""
    return {"shown": Shown(lesson=lesson, key=key, shares=shares, outcome=shares).model_dump()}


def show_standings() -> dict[str, Any]:
    return show(CONTEST, STANDINGS, shares=False)


class Line(Protocol):
    """Connection of a listening page; a `polled` one asks every few seconds instead of holding a WebSocket."""

    language: str
    polled: bool

    def tell(self, text: str) -> None:
        """Send a message."""

    def end(self) -> None:
        """Tell the page that it does not belong to the class any more."""


@dataclass(frozen=True)
class LastOrder:
    """The teacher's last order, for the line that says what it did, and how the class was before and after it."""

    do: str
    at: float
    screens: int
    before: ClassSettings
    after: ClassSettings
    rounds: votes.Rounds
    votes: votes.Votes


class Desk:
    """The class of one server; `info` is None and the database closed until `begin`.

    `begins` is the lesson at which pupils arrive, "" for the list of lessons. All database work runs in one thread of
    its own, so that a slow disk delays no page.
    """

    def __init__(self, where: str, name: str, most: int, begins: str = "") -> None:
        self.where, self.name, self.most, self.begins = where, name, most, begins
        self.info: ClassInfo | None = None
        self.ended: tuple[str, frozenset[str]] | None = None
        """Mark of the last class that ended, and the key hashes of its members."""
        self.continued = False
        self.members: dict[str, Member] = {}
        """Members by key hash."""
        self.pupils: dict[Line, int] = {}
        self.places: dict[Line, str] = {}
        """URL path of the page of each connection."""
        self.boards: set[Line] = set()
        self.projectors: set[Line] = set()
        self.reports = rate_limit.RateLimiter(rate_limit.REPORTS_A_SECOND, rate_limit.REPORTS_AT_ONCE)
        self.arrivals = Arrivals()
        self.clock: Callable[[], float] = time.monotonic
        self.contest: Callable[[], dict[str, Any] | None] = lambda: None
        """Callback that returns the tournament's standings; `Contest` sets it."""
        self.entered: Callable[[], list[dict[str, Any]]] = list
        """Callback that returns the tournament's entries, for the teacher only."""
        self.find_question: Callable[[str, str], AskedQuestion | None] = lambda _lesson, _key: None
        """Callback: question of a lesson by its key, in the reader's language, or None. To be set before `begin`."""
        self.find_steps: Callable[[str], Sequence[str]] = lambda _lesson: ()
        """Callback: names of a lesson's steps in the reader's language. To be set before `begin`."""
        self.find_ready: Callable[[str], bool] = lambda _lesson: False
        """Callback: whether a lesson's page is drawn in the current language. To be set before `begin`."""
        self.last: LastOrder | None = None
        self.chosen = ""
        """Lesson that is chosen on a board to come next, and drawn ahead."""
        self.left: dict[int, float] = {}
        """Times at which pupils closed their last page."""
        self._store: Store | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="class")
        self._changed = asyncio.Event()
        self._setting = asyncio.Lock()
        self._pusher: asyncio.Task[None] | None = None
        self._keeping: set[asyncio.Task[None]] = set()
        self._telling: set[asyncio.Task[None]] = set()

    # --- the class --------------------------------------------------------------------------------------------------
    def begin(self) -> ClassInfo:
        """Open the class of this name, or create it. Raises `StoreError` if the database is unusable or locked."""
        if self._store is None:
            self._store = Store(self.where)
            self._store.find_question, self._store.find_steps = self.translate_question, self.find_steps
        self._store.hold(self.name)
        self.continued = self._store.find_class(self.name)
        self.info = self._store.open_class(self.name)
        self.members = {one.key_hash: one for one in self._store.members(self.info.id)}
        self.report_cache = results.ReportCache(self._store)
        return self.info

    @property
    def opened(self) -> ClassInfo:
        """The open class. Raises `ReportError` if there is none."""
        if self.info is None:
            raise ReportError(_("There is no class on this server."))
        return self.info

    @property
    def store(self) -> Store:
        assert self._store is not None
        return self._store

    async def run_in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function in the database thread, with the caller's context (language). Raises `NotKeptError`."""
        whole = partial(copy_context().run, say_refusals()(work), *arguments)  # the context has the caller's language
        return await asyncio.get_running_loop().run_in_executor(self._worker, whole)

    async def end(self) -> None:
        """Delete the class with all data and disconnect all pages. Raises `NotKeptError`; then it stays open."""
        await self.run_in_thread(self.store.delete_class, self.opened.id)
        self.ended = self.opened.mark, frozenset(self.members)
        self.info, self.members, self.last = None, {}, None
        for line in (*self.pupils, *self.boards, *self.projectors):
            line.end()

    def close(self) -> None:
        """Finish pending writes and close the database."""
        if self._pusher is not None:
            self._pusher.cancel()
        self._worker.shutdown(wait=True)
        if self._store is not None:
            self._store.close()

    # --- who is who -------------------------------------------------------------------------------------------------
    def member(self, key: str | None) -> Member | None:
        """Return the member with this key, or None."""
        return self.members.get(hash_key(key)) if key and len(key) < 100 else None

    def name_pupil(self, pupil: int) -> str:
        """Return a pupil's public name: nickname and number, only the number if names are hidden, "?" if gone."""
        member = next((one for one in tuple(self.members.values()) if one.id == pupil), None)
        if member is None:
            return "?"
        hidden = self.info is None or self.info.settings.names_hidden
        return str(member.number) if hidden or not member.nickname else f"{member.nickname} ({member.number})"

    def number_of(self, pupil: int) -> int:
        """Return a pupil's number in the class; 0 if there is no such pupil."""
        return next((one.number for one in tuple(self.members.values()) if one.id == pupil), 0)

    @property
    def lesson(self) -> str:
        """Lesson to which the class was sent last (also "moves/GAME", "tournament"), else the one it begins with."""
        sent = self.opened.settings.sent
        return sent.lesson if sent else self.begins

    @property
    def place(self) -> str:
        """Place of the class: a lesson, "moves/GAME" while a position is put, "tournament", or "" for the list."""
        at = self.lesson
        return self.begins if at.startswith(MOVES) and self.opened.settings.move is None else at

    @property
    def page(self) -> str:
        """URL path of the page where the class is; "" for the list of lessons."""
        at = self.place
        if at.startswith(MOVES):
            return "class/move"
        if at == CONTEST:
            return "class/tournament"
        return f"lessons/{at}.html" if at else ""

    def is_teacher(self, key: str | None) -> bool:
        return bool(key and self.info and hmac.compare_digest(key.encode(), self.info.teacher_key.encode()))

    def is_code(self, given: str) -> bool:
        """Return whether a text is the class's code; case, spaces and dashes do not matter."""
        plain = [re.sub(r"[\s-]", "", text).casefold() for text in (given[:200], self.opened.code)]
        return hmac.compare_digest(plain[0].encode(), plain[1].encode())

    async def join(self, nickname: str | None, address: str) -> tuple[Member, str]:
        """Add a member, after removing inactive ones if the class is full; return the member and the browser's key.

        Raises `ReportError` if the class is closed or full or the nickname taken, `TooManyError` above the rate limit.
        """
        self.check_door()
        self.arrivals.count_attempt(address)
        gone = self.arrivals.find_evicted(address, {one.id for one in self.members.values()}, self.most, self.clock())
        if gone:
            await self.remove(*gone)
        member, key = await self.run_in_thread(self.store.join, self.opened.id, nickname, self.most)
        self.members[member.key_hash] = member
        self.arrivals.note(member.id, address, self.clock())
        self.schedule_update()
        return member, key

    def check_door(self) -> None:
        """Raise `ReportError` if the teacher lets nobody new in."""
        if self.opened.settings.is_closed:
            raise ReportError(_("Your teacher lets nobody new in now."))

    async def renew_code(self) -> None:
        """Replace the class's code; members stay in."""
        async with self._setting:
            code = await self.run_in_thread(self.store.renew_code, self.opened.id)
            self.info = replace(self.opened, code=code)
        self.schedule_update()

    async def rename(self, member: Member, nickname: str | None) -> None:
        """Change a nickname; None removes it. Raises `ReportError` if it is taken."""
        self.reports.acquire(member.id)
        changed = await self.run_in_thread(self.store.rename, self.opened.id, member.id, nickname)
        self.members[member.key_hash] = changed
        self.schedule_update()
        self.tell_pupils()

    async def remove(self, *pupils: int) -> None:
        """Remove pupils with all their data and disconnect their pages. Raises `NotKeptError`; then none is removed."""
        await self.run_in_thread(self.store.remove, *pupils)
        self.members = {key: one for key, one in self.members.items() if one.id not in pupils}
        for line in [line for line, pupil in self.pupils.items() if pupil in pupils]:
            line.end()
        self.schedule_update()

    # --- what comes in ----------------------------------------------------------------------------------------------
    def read(self, member: Member, body: bytes) -> Told | Reached:
        """Parse a member's report. Raises `ReportError`, `TooManyError`."""
        self.reports.acquire(member.id)
        return read_report(body)

    def translate_question(self, lesson: str, key: str) -> AskedQuestion | None:
        """Return a question of a lesson or a position in the reader's language; None if it is not known."""
        if lesson.startswith(MOVES):
            return moves.find_question(self.opened.settings, key)
        return self.find_question(lesson, key)

    async def receive(self, member: Member, report: Told | Reached, question: AskedQuestion | None = None) -> None:
        """Store a report and the question it belongs to; it is on the disk when this returns."""
        if await self.run_in_thread(self.report_cache.receive, self.opened.id, member.id, report, question):
            self.arrivals.note_report(member.id)
            self.schedule_update()

    def store_outcome(self, lesson: str, panel: str, said: object) -> None:
        """Store what came out of a prediction, in the background, if a panel's message says so."""
        outcome = read_outcome(said, panel)
        if outcome is None or self.info is None:
            return
        class_id = self.info.id

        async def keep() -> None:
            if await self.run_in_thread(self.store.came_out, class_id, lesson, outcome):
                self.schedule_update()

        task = asyncio.get_running_loop().create_task(keep())
        self._keeping.add(task)
        task.add_done_callback(self._keep)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._keeping.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("What came out of a prediction could not be kept: %s", error)

    async def change(self, change: Callable[[ClassSettings], Mapping[str, Any]]) -> None:
        """Change the settings by what `change(settings)` returns, and tell all pages.

        Changes run one after the other; `change` is called with the settings in force.
        """
        async with self._setting:
            info = self.opened
            settings = ClassSettings.model_validate({**info.settings.model_dump(), **change(info.settings)})
            await self.run_in_thread(self.store.keep_settings, info.id, settings)
            self.info = replace(info, settings=settings)
        self.schedule_update()
        self.tell_pupils()

    async def lead_vote(self, do: str, lesson: str, key: str, put: AskedQuestion | None = None, step: int = 0) -> None:
        """Bring a question to a stage: "ask", "talk" (closed for discussion), "again" (new round) or "tell" (closed);
        or "withdraw" it.

        Asking sends all pupils to the question and opens its `step`; the projector shows the question, with answers
        once told.
        """
        where = (self.opened.id, lesson, key)
        if do == "again":
            await self.run_in_thread(self.store.ask_again, *where)
        if do in ("ask", "again"):
            await self.run_in_thread(votes.open_vote, self.store, *where, put)
        elif do == "talk":
            await self.run_in_thread(votes.start_discussion, self.store, *where, set(self.pupils.values()))
        elif do == "withdraw":
            await self.run_in_thread(votes.withdraw, self.store, *where)
        else:
            await self.run_in_thread(votes.close_vote, self.store, *where)

        def follow(settings: ClassSettings) -> dict[str, Any]:
            if do == "withdraw":
                return {"shown": None, "move": None if lesson.startswith(MOVES) else settings.move}
            shown = show(lesson, key, do == "tell")
            if do not in ("ask", "again"):
                return shown
            return send_to(settings, lesson, key) | open_step(settings, lesson, step) | shown

        await self.change(follow)

    async def carry_out(self, do: str, work: Callable[[], Awaitable[object]]) -> None:
        """Carry out an order that can be taken back; one that leads away closes a vote that runs."""
        before, known = self.opened.settings, await self.run_in_thread(self.read_rounds)
        if do in LEAVING:
            await self.run_in_thread(votes.close_all, self.store, self.opened.id)
        await work()
        screens = len(set(self.pupils.values()))
        self.last = LastOrder(do, time.time(), screens, before, self.opened.settings, *known)
        self.schedule_update()

    async def take_back(self) -> None:
        """Take the last order back: settings and votes are as before. Raises `ReportError` if that is not possible."""
        last = self.last
        if last is None or last.do in FOR_GOOD or time.time() > last.at + TAKE_BACK + SLACK:
            raise ReportError(_("It is too late to take that back."))
        await self.run_in_thread(votes.restore, self.store, self.opened.id, last.votes, last.rounds)
        before, after = last.before.model_dump(), last.after.model_dump()
        changed = {name: kept for name, kept in before.items() if kept != after[name] and name != "sent"}

        def restore(settings: ClassSettings) -> dict[str, Any]:
            if last.before.sent is None or last.before.sent == last.after.sent:
                return changed
            sent = last.before.sent.model_copy(update={"number": settings.sent.number + 1 if settings.sent else 1})
            return changed | {"sent": sent.model_dump()}

        await self.change(restore)
        self.last = replace(last, do="back", at=time.time(), before=last.after)
        self.schedule_update()

    # --- what goes out ----------------------------------------------------------------------------------------------
    def connect(self, line: Line, pupil: int, place: str = LESSONS) -> bool:
        """Connect a pupil's page, with its URL path, and send it the settings; False if the pupil has too many."""
        if Counter(self.pupils.values())[pupil] >= MOST_LINES_EACH:
            return False
        self.pupils[line], self.places[line] = pupil, place
        self.left.pop(pupil, None)
        self.arrivals.note_page(pupil)
        self.schedule_update()
        self.tell_pupils(line)  # settings may have changed after the page asked for them and before it connected
        return True

    def disconnect(self, line: Line) -> None:
        """Disconnect a page."""
        pupil = self.pupils.pop(line, None)
        self.places.pop(line, None)
        if pupil is not None and pupil not in self.pupils.values():
            self.left[pupil] = time.time()
        self.boards.discard(line)
        self.projectors.discard(line)
        self.schedule_update()

    def schedule_update(self) -> None:
        """Schedule an update of boards and projectors."""
        self._changed.set()
        if (self.boards or self.projectors) and (self._pusher is None or self._pusher.done()):
            self._pusher = asyncio.get_running_loop().create_task(self._push())

    async def _push(self) -> None:
        while self.info is not None and (self.boards or self.projectors):
            await self._changed.wait()
            self._changed.clear()
            try:
                for spoken in {line.language for line in (*self.boards, *self.projectors)}:
                    await self._show(spoken)
            except NotKeptError:
                self._changed.set()  # it is tried again
                await asyncio.sleep(LEAST_PAUSE)
                continue
            except ReportError:
                return  # deleted in the meantime
            await asyncio.sleep(LEAST_PAUSE)

    async def _show(self, spoken: str) -> None:
        """Send the class to all boards and projectors of one language."""
        with use_language(spoken):
            everything, seen = await self.run_in_thread(self.snapshot)
        for lines, text in ((self.boards, everything), (self.projectors, seen)):
            for line in [line for line in lines if line.language == spoken]:
                line.tell(text)

    @property
    def online(self) -> dict[int, str]:
        """Pupils with an open page; the value describes the page opened last, "" for a lesson."""
        return {pupil: describe_place(self.places.get(line, LESSONS)) for line, pupil in tuple(self.pupils.items())}

    def snapshot(self) -> tuple[str, str]:
        """Return JSON for boards, and JSON for projectors with what everybody may see."""
        info, now = self.opened, time.time()
        everything = results.board_data(self.report_cache.read(info.id), info.settings, self.online)
        for one in everything["people"]:
            one["since"] = self.left.get(one["id"])
        settings = info.settings.model_dump(mode="json")
        lesson, contest = self.place, self.contest()
        runs = results.find_current(everything, info.settings, lesson, self.find_steps(lesson) if lesson else ())
        lines = tuple(self.pupils.items())
        asking = {pupil for line, pupil in lines if line.polled} - {pupil for line, pupil in lines if not line.polled}
        more = {
            "settings": settings, "now": now, "contest": contest, "entered": self.entered(), "asking": len(asking),
            "code": info.code, "runs": runs, "projectors": len(self.projectors), "did": self.describe_last(),
            "ready": self.describe_ready(), "seats": self.most,
        }  # fmt: skip
        seen = results.projector_data(everything, info.settings) | {
            "now": now,
            "contest": hide_names(contest, info.settings) if contest and runs["kind"] == "contest" else None,
            "runs": runs,
            "code": info.code,
            "closed": info.settings.is_closed,
        }
        return results.write_json(everything | more), results.write_json(seen)

    def describe_last(self) -> dict[str, Any] | None:
        """Return what the last order was, when, on how many screens, and until when it can be taken back."""
        last = self.last
        if last is None:
            return None
        until = 0 if last.do in FOR_GOOD else last.at + TAKE_BACK
        return {"do": last.do, "at": last.at, "count": last.screens, "until": until}

    def describe_ready(self) -> dict[str, Any]:
        """Return the chosen lesson, and for each language of the class whether its page is drawn."""
        found = {}
        for spoken in self.spoken if self.chosen else ():
            with use_language(spoken):
                found[spoken] = self.find_ready(self.chosen)
        return {"lesson": self.chosen, "languages": found}

    @property
    def spoken(self) -> list[str]:
        """Languages of all pages that are open, sorted."""
        return sorted({line.language for line in (*self.pupils, *self.boards, *self.projectors)})

    def tell_pupils(self, only: Line | None = None) -> None:
        """Send the settings to all pupils' pages, or only to one."""

        async def tell() -> None:
            try:
                known = await self.run_in_thread(self.read_rounds)
            except ReportError:
                return  # deleted in the meantime, or the disk fails: with the next change all is told
            by_id = {one.id: one for one in self.members.values()}
            for line, pupil in tuple(self.pupils.items()):
                if pupil in by_id and self.info is not None and only in (None, line):
                    line.tell(results.write_json(self.collect_for_pupil(by_id[pupil], *known)))

        telling = asyncio.get_running_loop().create_task(tell())
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    def read_rounds(self) -> tuple[votes.Rounds, votes.Votes]:
        """Return the round of each repeated question, and all votes."""
        return self.store.rounds(self.opened.id), votes.read_votes(self.store, self.opened.id)

    def collect_for_pupil(self, member: Member, rounds: votes.Rounds, asked: votes.Votes) -> dict[str, Any]:
        """Return what a pupil's page is told: the pupil's own data and the settings."""
        settings = self.opened.settings
        stages, talk = votes.tell_pupil(asked, member.id)
        if talk is not None and settings.shown is not None:  # the class has gone on to something else
            talk = talk if (talk["lesson"], talk["key"]) == (settings.shown.lesson, settings.shown.key) else None
        if talk is not None:
            talk["with"] = [self.name_pupil(one) for one in talk["with"]]
        again: dict[str, dict[str, int]] = {}
        for (lesson, key), number in rounds.items():
            again.setdefault(lesson, {})[key] = number
        return {
            "class": self.opened.mark,
            "me": member.key_hash[:12],
            "number": member.number,
            "name": member.nickname,
            "pace": settings.pace,
            "sent": settings.sent.model_dump() if settings.sent else None,
            "timer": settings.timer,
            "paused": settings.paused,
            "page": self.page,
            "move": settings.move,
            "rounds": again,
            "votes": stages,
            "talk": talk,
            "now": time.time(),
        }


def hide_names(contest: Mapping[str, Any], settings: ClassSettings) -> dict[str, Any]:
    """Return standings as the projector shows them: without plans and ids, and with numbers unless names are shown."""
    named = settings.shown is not None and settings.shown.names
    rows = [
        {**row, "name": row["name"] if named or not row["number"] else _("No. {number}").format(number=row["number"])}
        | {"says": "", "pupil": 0}
        for row in contest["rows"]
    ]
    return {**contest, "rows": rows}

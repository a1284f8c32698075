"""Tournament of a class: plans of three numbers, entries, the thread that plays them, and the standings."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.core.errors import OptionError, ReportError
from gamekit.core.game import Game, load
from gamekit.core.i18n.translation import _, read_number, say_pair
from gamekit.core.strategy import Strategy, call_strategy
from gamekit.games.kartenspiel.strategies import make_plan
from gamekit.lab.engine.lineup import StrategyLike
from gamekit.lab.tournament import Tournament, tournament
from gamekit.server.class_.database import NotKeptError
from gamekit.server.class_.desk import Desk
from gamekit.server.class_.models import EntryRow, StandingRow
from gamekit.server.class_.schemas import ContestSettings as Wanted
from gamekit.server.class_.store import Member, Store, leave_out

GAME: Final = "kartenspiel"

Plan = Mapping[str, int]
"""Values of a plan, by the names of its knobs."""


@dataclass(frozen=True)
class Knob:
    """Number of a plan, in km, with range, step and default."""

    name: str
    title: str
    low: int
    high: int
    step: int
    value: int


def knobs() -> list[Knob]:
    """Return the knobs of a plan for the card game."""
    return [
        Knob("first", _("Begin with at least, in km"), 10, 120, 10, 40),
        Knob("step", _("Climb by at most, in km"), 10, 110, 10, 40),
        Knob("enough", _("End the stage from, in km"), 0, 400, 50, 200),
    ]


def read_plan(given: Mapping[str, str]) -> Plan:
    """Parse a plan from a form. Raises `ReportError` if a number is missing, not whole or out of range.

    >>> read_plan({"first": "60", "step": "40", "enough": "100"})
    {'first': 60, 'step': 40, 'enough': 100}
    """
    values = {}
    for knob in knobs():
        try:
            value = read_number(given.get(knob.name, ""))
        except OptionError as error:
            raise ReportError(say_pair(knob.title, error)) from error
        if value != int(value) or not knob.low <= value <= knob.high:
            allowed = _("{title}: allowed are {low} to {high}.")
            raise ReportError(allowed.format(title=knob.title, low=knob.low, high=knob.high))
        values[knob.name] = int(value)
    return values


def describe_plan(plan: Plan) -> str:
    """Describe a plan in a sentence, in the reader's language.

    >>> describe_plan({"first": 60, "step": 40, "enough": 100})
    'begins with at least 60 km, climbs by at most 40 km, ends the stage from 100 km'
    """
    said = _("begins with at least {first} km, climbs by at most {step} km, ends the stage from {enough} km")
    return said.format(**plan)


def strategy_of(name: str, plan: Plan) -> Strategy:
    return make_plan(name, plan["first"], plan["step"], plan["enough"])


@dataclass(frozen=True)
class StoredEntry:
    """Plan that a pupil (id) has entered."""

    pupil: int
    plan: Plan


def store_entry(store: Store, class_id: int, pupil: int, plan: Plan) -> None:
    """Store a pupil's plan in place of the last one; it is on the disk when this returns."""
    with store.erase() as session:
        session.execute(sa.delete(EntryRow).where(EntryRow.pupil_id == pupil))
        session.add(EntryRow(class_id=class_id, pupil_id=pupil, plan=dict(plan)))


def delete_entry(store: Store, class_id: int, pupil: int) -> None:
    """Delete a pupil's plan, also from the bytes of the file."""
    with store.erase() as session:
        session.execute(sa.delete(EntryRow).where(EntryRow.class_id == class_id, EntryRow.pupil_id == pupil))


def read_entries(store: Store, class_id: int) -> list[StoredEntry]:
    """Return all entries of a class, ordered by pupil."""
    with Session(store.engine) as session:
        found = session.scalars(sa.select(EntryRow).where(EntryRow.class_id == class_id).order_by(EntryRow.pupil_id))
        return [StoredEntry(one.pupil_id, one.plan) for one in found]


def store_standings(store: Store, class_id: int, told: Mapping[str, Any], authors: Mapping[str, int]) -> None:
    """Store the standings, and the authors (pupil ids) of the plans by their names in the tournament."""
    with store.write() as session:
        session.merge(StandingRow(class_id=class_id, told=dict(told), authors=dict(authors)))


def load_standings(store: Store, class_id: int) -> tuple[dict[str, Any], dict[str, int]]:
    """Return the stored standings and authors; empty if no tournament has been played."""
    with Session(store.engine) as session:
        found = session.get(StandingRow, class_id)
        return ({}, {}) if found is None else (dict(found.told), dict(found.authors))


log = logging.getLogger(__name__)

ROUNDS: Final = (4, 20, 100)
"""Games per pair in each round: few first for a quick result, then enough to rely on."""
SEED: Final = 1
OWN: Final = 2
"""Number of the game's best own strategies that take part, beside "random"."""
MOST_PLANS: Final = 40
LEAST_NEWS: Final = 0.01
"""Least progress that is reported, as a share of a round."""


def game_of(wanted: Wanted) -> Game:
    """Return the game played: one stage, so that many games are quick. Raises `ReportError` for too many players."""
    try:
        return load(GAME, wanted.players, stages=1)
    except OptionError as error:
        raise ReportError(str(error)) from None


def own_names(game: Game) -> list[str]:
    """Return the names of the game's own strategies that take part."""
    return [*[name for name in game.strategies if name != "random"][:OWN], "random"]


def describe_standings(found: Tournament) -> dict[str, Any]:
    """Return standings as they are stored: name, share of wins and its interval per row, best first."""
    rows = [[one.strategy, one.win.value, one.win.low, one.win.high] for one in found]
    return {"rows": rows, "games": max(one.games for one in found), "even": found.even}


def log_failure(playing: asyncio.Task[None]) -> None:
    """Log the exception with which a tournament ended, if any."""
    if not playing.cancelled() and (error := playing.exception()) is not None:
        log.error("The tournament ended by itself.", exc_info=error)


class Contest:
    """Tournament of the class at a desk. At most one is played at a time; entries and standings are stored."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._cancel: threading.Event | None = None
        """Set to cancel the running tournament; None if none runs."""
        self._playing: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._class = ""
        self._told: dict[str, Any] = {}
        """Standings in a form independent of language; empty if no tournament is known."""
        self._authors: dict[str, int] = {}
        """Pupil id of each entered strategy, by its name in the tournament."""
        self._kept: dict[str, Any] = {}
        """Standings as last written to the database."""
        desk.contest, desk.entered = self.collect_for_all, self.describe_entries

    # --- entries ----------------------------------------------------------------------------------------------------
    async def enter(self, member: Member, plan: Plan) -> None:
        """Store a pupil's plan. Raises `ReportError` if `MOST_PLANS` others are entered, or above the rate limit."""
        self.desk.reports.acquire(member.id)

        def keep() -> None:
            known = read_entries(self.desk.store, self.desk.opened.id)
            if len(known) >= MOST_PLANS and member.id not in {one.pupil for one in known}:
                raise ReportError(_("{most} strategies are entered; no more can play.").format(most=MOST_PLANS))
            store_entry(self.desk.store, self.desk.opened.id, member.id, plan)

        await self.desk.run_in_thread(keep)
        self.desk.schedule_update()

    async def withdraw(self, pupil: int) -> None:
        await self.desk.run_in_thread(delete_entry, self.desk.store, self.desk.opened.id, pupil)
        self.desk.schedule_update()

    async def list_entries(self) -> list[StoredEntry]:
        return await self.desk.run_in_thread(read_entries, self.desk.store, self.desk.opened.id)

    def describe_entries(self) -> list[dict[str, Any]]:
        """Return all entries for the teacher's pages, oldest pupil first; empty without a class."""
        info = self.desk.info
        found = [] if info is None else read_entries(self.desk.store, info.id)
        return [
            {"pupil": one.pupil, "name": self.desk.name_pupil(one.pupil), "says": describe_plan(one.plan)}
            for one in found
        ]

    # --- playing ----------------------------------------------------------------------------------------------------
    @property
    def running(self) -> bool:
        return self._cancel is not None

    async def start(self, own: bool) -> None:
        """Start the tournament; with `own`, the game's own strategies take part.

        Raises `ReportError` if one is running or fewer than two strategies take part.
        """
        async with self._starting:
            await self._start(own)

    async def _start(self, own: bool) -> None:
        if self.running:
            raise ReportError(_("It is being played already."))
        game = await self.desk.run_in_thread(game_of, self.desk.opened.settings.contest)
        numbers = {one.id: one.number for one in self.desk.members.values()}
        playing = {f"number-{numbers[one.pupil]}": one for one in await self.list_entries() if one.pupil in numbers}
        along = own_names(game) if own else []
        if len(playing) + len(along) < 2:
            raise ReportError(_("A tournament needs at least two strategies."))
        entrants: list[StrategyLike] = [*(strategy_of(name, one.plan) for name, one in playing.items()), *along]
        self._class, self._kept = self.desk.opened.secret, {}
        self._authors = {name: one.pupil for name, one in playing.items()}
        plans = {name: dict(one.plan) for name, one in playing.items()}
        self._told = {"share": 0.0, "plans": plans, "own": along}
        self._cancel = threading.Event()
        self._playing = asyncio.get_running_loop().create_task(self._play(game, entrants, self._cancel))
        self._playing.add_done_callback(log_failure)
        self.desk.schedule_update()

    async def _play(self, game: Game, entrants: Sequence[StrategyLike], cancel: threading.Event) -> None:
        """Play all rounds; afterwards store whether they failed."""
        ended: dict[str, Any] = {"share": 0.0, "failed": True}
        try:
            await self._play_rounds(game, entrants, cancel)
            ended["failed"] = False
        finally:
            if self._cancel is cancel:  # else the class is over
                self._cancel = None
                self._told |= ended
                await self._keep()
                self.desk.schedule_update()

    async def _play_rounds(self, game: Game, entrants: Sequence[StrategyLike], cancel: threading.Event) -> None:
        """Play the rounds in a thread, so that the event loop stays free; compiled games release the GIL."""
        for number, games in enumerate(ROUNDS, start=1):
            tell = self._progress_callback(asyncio.get_running_loop(), cancel)
            play = partial(tournament, game, entrants, games, SEED, progress=tell, cancel=cancel)
            found = await asyncio.to_thread(play)
            if cancel.is_set():
                return
            self._told |= {"share": 0.0, "round": number, "of": len(ROUNDS), **describe_standings(found)}
            await self._keep()
            self.desk.schedule_update()

    def _progress_callback(self, loop: asyncio.AbstractEventLoop, cancel: threading.Event) -> Callable[[float], None]:
        """Return a progress callback for the playing thread; it passes every hundredth on to the event loop."""
        last = 0.0

        def note(share: float) -> None:
            if self._cancel is cancel:
                self._told["share"] = share
                self.desk.schedule_update()

        def tell(share: float) -> None:
            nonlocal last
            if share - last >= LEAST_NEWS:
                last = share
                with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                    loop.call_soon_threadsafe(note, share)

        return tell

    async def _keep(self) -> None:
        """Store the standings, without the plans of pupils who have left; a refused write is logged."""
        info, there = self.desk.info, {one.id for one in self.desk.members.values()}
        if info is None or self._class != info.secret:
            return
        authors = {name: pupil for name, pupil in self._authors.items() if pupil in there}
        for name in self._authors.keys() - authors.keys():  # in every round: the tournament goes on with their plans
            self._told = leave_out(self._told, name)
        if self._told != self._kept:
            said = dict(self._told)
            try:
                await self.desk.run_in_thread(store_standings, self.desk.store, info.id, said, authors)
            except NotKeptError as error:  # it is shown all the same, and kept with the next round
                log.warning("How the tournament stands could not be kept: %s", error)
            else:
                self._kept = said

    def _load_last_standings(self) -> None:
        """Load the stored standings of the class, once per class."""
        info = self.desk.info
        if info is not None and self._class != info.secret and not self.running:
            self._class = info.secret
            self._told, self._authors = load_standings(self.desk.store, info.id)

    async def stop(self) -> None:
        """Cancel the tournament and wait for its end; finished rounds stay."""
        if self._cancel is not None:
            self._cancel.set()
        if self._playing is not None:
            await asyncio.wait([self._playing])

    def close(self) -> None:
        """Cancel the tournament and forget the standings in memory; for the end of the class or server."""
        if self._cancel is not None:
            self._cancel.set()
        self._cancel, self._told, self._class = None, {}, ""

    # --- how it stands ----------------------------------------------------------------------------------------------
    def collect_for_all(self) -> dict[str, Any] | None:
        """Return the standings for everybody, names as the class shows them; None if no tournament was played."""
        self._load_last_standings()
        info, told = self.desk.info, self._told
        if info is None or "plans" not in told or self._class != info.secret:
            return None
        plans: dict[str, Plan] = told["plans"]
        rows = [
            {
                "name": self._name_entrant(name),
                "says": describe_plan(plans[name]) if name in plans else "",
                "pupil": self._authors.get(name, 0),
                "number": self.desk.number_of(self._authors.get(name, 0)),
                "value": value,
                "low": low,
                "high": high,
            }
            for name, value, low, high in told.get("rows", [])
        ]
        failed = told.get("failed", False)
        return {
            "title": load(GAME).title,
            "running": self.running,
            "share": told["share"],
            "round": told.get("round", 0),
            "of": told.get("of", 0),
            "games": told.get("games", 0),
            "even": told.get("even", 0.5),
            "rows": rows,
            "failed": _("The tournament ended by itself. Start it once more.") if failed else "",
        }

    def _name_entrant(self, name: str) -> str:
        if name in self._told["own"]:
            return call_strategy(GAME, name)
        return self.desk.name_pupil(self._authors.get(name, 0))

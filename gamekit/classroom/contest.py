"""The tournament of a class: who has entered what, the process that plays it, how it stands.

What a file may say and do is limited in gamekit.lab (strategy_file, apart); here none of it is ever run. The addresses
are in serve/class_pages/contest.py.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from typing import Any, Final

import gamekit as gk
from gamekit.classroom import entries
from gamekit.classroom.child import Child
from gamekit.classroom.database import NotKeptError
from gamekit.classroom.desk import Desk
from gamekit.classroom.forms import ContestSettings as Wanted
from gamekit.classroom.forms import ReportError
from gamekit.classroom.store import Member, leave_out
from gamekit.errors import GamekitError, OptionError
from gamekit.game import Game
from gamekit.lab.arena.strategy_file import LARGEST, MOST_FILES, check_code, read_first_line
from gamekit.strategy import call_strategy
from gamekit.words import _, alphabetical, language

log = logging.getLogger(__name__)

SHORT: Final[dict[str, dict[str, Any]]] = {"kartenspiel": {"stages": 1}}
"""What makes a game short enough for many of them."""
OWN: Final = 2
"""How many of the game's own strategies play along: the best ones. So does the one that plays by lot."""
PLAYER: Final = (sys.executable, "-m", "gamekit.lab.arena.live_tournament")


def game_of(wanted: Wanted) -> Game:
    """The game that is played. Raises `ReportError` when there is none such."""
    if wanted.game not in gk.game_names():
        raise ReportError(_("There is no such game."))
    try:
        return gk.load(wanted.game, wanted.players, **SHORT.get(wanted.game, {}))
    except OptionError as error:
        raise ReportError(str(error)) from None


def own_names(game: Game) -> list[str]:
    """The game's own strategies that play along."""
    return [*[name for name in game.strategies if name != "random"][:OWN], "random"]


class Contest:
    """The tournament of the class at a desk. At most one is played at a time; what is entered is kept."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._process: Child | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._class = ""
        self._told: dict[str, Any] = {}
        """What the process has said last."""
        self._authors: dict[str, int] = {}
        """Whose the strategies are that play, by what they are called there."""
        self._kept: dict[str, Any] = {}
        """What is on the disk of what was said."""
        desk.contest, desk.entered = self.collect_for_all, self.describe_entries

    # --- entries ----------------------------------------------------------------------------------------------------
    async def enter(self, member: Member, source: str) -> None:
        """Keep what a pupil enters. Raises `ReportError` with what is wrong in the file, and then nothing is kept."""
        self.desk.reports.take(member.id)
        wanted = self.desk.opened.settings.contest

        def keep() -> None:
            if len(source) > LARGEST:
                raise ReportError(_("This file is too long: at most {most:,} characters.").format(most=LARGEST))
            known = entries.entries(self.desk.store, self.desk.opened.id)
            if len(known) >= MOST_FILES and member.id not in {one.pupil for one in known}:
                raise ReportError(_("{most} strategies are entered; no more can play.").format(most=MOST_FILES))
            try:
                check_code(_("Your file"), source, game_of(wanted))
            except GamekitError as error:
                raise ReportError(str(error)) from None
            except RecursionError:
                raise ReportError(_("Python cannot read this file.")) from None
            title = read_first_line(source)
            entries.enter(self.desk.store, self.desk.opened.id, member.id, wanted.game, title, source)

        await self.desk.run_aside(keep)
        self.desk.look()

    async def withdraw(self, pupil: int) -> None:
        """Take an entry back."""
        await self.desk.run_aside(entries.withdraw, self.desk.store, self.desk.opened.id, pupil)
        self.desk.look()

    async def list_entries(self) -> list[entries.KeptEntry]:
        """Everything entered for the game that is set."""
        wanted = self.desk.opened.settings.contest
        found = await self.desk.run_aside(entries.entries, self.desk.store, self.desk.opened.id)
        return [one for one in found if one.game == wanted.game]

    def describe_entries(self) -> list[dict[str, Any]]:
        """The same as the teacher's pages show it, as it comes in."""
        info = self.desk.info
        if info is None:
            return []
        game, found = info.settings.contest.game, entries.entries(self.desk.store, info.id)
        return [
            {"pupil": one.pupil, "name": self.desk.name_pupil(one.pupil), "says": one.title}
            for one in found
            if one.game == game
        ]

    # --- playing ----------------------------------------------------------------------------------------------------
    @property
    def running(self) -> bool:
        """Whether it is being played."""
        return self._process is not None

    async def start(self, own: bool) -> None:
        """Begin to play; `own`: with the game's own strategies. Raises `ReportError`."""
        async with self._starting:
            await self._start(own)

    async def _start(self, own: bool) -> None:
        if self.running:
            raise ReportError(_("It is being played already."))
        wanted = self.desk.opened.settings.contest
        game = await self.desk.run_aside(game_of, wanted)
        numbers = {one.id: one.number for one in self.desk.members.values()}
        playing = [one for one in await self.list_entries() if one.pupil in numbers]
        files = [[f"number-{numbers[one.pupil]}", one.source] for one in playing]
        along = own_names(game) if own else []
        if len(files) + len(along) < 2:
            raise ReportError(_("A tournament needs at least two strategies."))
        task = {
            "game": game.name, "players": game.players, "options": dict(game.changed_options), "files": files,
            "own": along, "language": language(),
        }  # fmt: skip
        process = Child(PLAYER, json.dumps(task))
        self._process, self._class = process, self.desk.opened.secret
        self._kept = {}
        self._authors = {name: one.pupil for (name, _source), one in zip(files, playing, strict=True)}
        self._told = {"share": 0.0, "titles": {}, "title": game.title, "game": game.name, "own": along}
        self._reading = asyncio.get_running_loop().create_task(self._read(process))
        self.desk.look()

    async def _read(self, process: Child) -> None:
        done = False
        try:
            async for line in process:
                said = json.loads(line)
                done = done or "done" in said or "refused" in said
                self._told |= said
                if "rows" in said or done:
                    await self._keep()
                self.desk.look()
        except ValueError:
            log.warning("The tournament's process said something that cannot be read.")
        finally:
            process.end()
            await process.wait()
            if self._process is process:
                self._process = None
                if not done and "stopped" not in self._told:
                    self._told["refused"] = _("The tournament ended by itself. Start it once more.")
            await self._keep()
            self.desk.look()

    async def _keep(self) -> None:
        """Keep how it stands: it outlives the server. Of somebody who was let go meanwhile nothing is kept."""
        info, there = self.desk.info, {one.id for one in self.desk.members.values()}
        if info is None or self._class != info.secret:
            return
        for name in [name for name, pupil in self._authors.items() if pupil not in there]:
            self._told = leave_out(self._told, name)
            del self._authors[name]
        if self._told != self._kept:
            said = dict(self._told)
            try:
                await self.desk.run_aside(entries.keep_standing, self.desk.store, info.id, said, dict(self._authors))
            except NotKeptError as error:  # it is shown all the same, and kept with the next round
                log.warning("How the tournament stands could not be kept: %s", error)
            else:
                self._kept = said

    def _take_up(self) -> None:
        """How the class's last tournament stood when the server ended; looked for once."""
        info = self.desk.info
        if info is not None and self._class != info.secret and not self.running:
            self._class = info.secret
            self._told, self._authors = entries.last_standing(self.desk.store, info.id)

    async def stop(self) -> None:
        """End it; what is known stays."""
        self._end()
        if self._reading is not None:
            await asyncio.wait([self._reading])

    def close(self) -> None:
        """The server stops, or the class is over."""
        self._end()
        self._told, self._class = {}, ""

    def _end(self) -> None:
        if self._process is not None:
            self._told["stopped"] = True
            self._process.end()

    # --- how it stands ----------------------------------------------------------------------------------------------
    def collect_for_all(self) -> dict[str, Any] | None:
        """What everybody may see; None where none has been played. No code, and names as the class shows them."""
        self._take_up()
        info, told = self.desk.info, self._told
        if info is None or "game" not in told or self._class != info.secret:  # one kept by an earlier version had none
            return None
        rows = [
            {
                "name": self._name_entrant(name),
                "says": told["titles"].get(name, ""),
                "value": value,
                "low": low,
                "high": high,
            }
            for name, value, low, high in told.get("rows", [])
        ]
        return {
            "title": told["title"],
            "running": self.running,
            "share": told["share"],
            "round": told.get("round", 0),
            "of": told.get("of", 0),
            "games": told.get("games", 0),
            "even": told.get("even", 0.5),
            "rows": rows,
            "out": alphabetical(self._name_entrant(name) for name in told.get("out", {})),
            "refused": told.get("refused", ""),
            "late": told.get("late", ""),
        }

    def explain_out(self, pupil: int) -> str:
        """What the author of a strategy that did not last is told, and nobody else; empty for all others."""
        self._take_up()
        return next((why for name, why in self._told.get("out", {}).items() if self._authors.get(name) == pupil), "")

    def _name_entrant(self, name: str) -> str:
        """What a strategy is called where all see it."""
        if name in self._told["own"]:
            return call_strategy(self._told["game"], name)
        return self.desk.name_pupil(self._authors.get(name, 0))

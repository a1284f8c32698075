"""Handlers of the tournament: entering plans, starting and stopping it, standings."""

from __future__ import annotations

from typing import Any, Final

import tornado.web

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import say_mismatch
from gamekit.server.class_ import plans
from gamekit.server.class_.contest import Contest, game_of
from gamekit.server.class_.messages import board_words
from gamekit.server.class_.orders import show_standings
from gamekit.server.class_.schemas import ContestSettings as Wanted
from gamekit.server.class_.store import Member
from gamekit.server.class_handlers import ClassPage, OrderPage, is_teacher, member_of
from gamekit.server.handlers import allow_unauthenticated
from gamekit.server.rate_limit import TooManyError


class ContestPages(ClassPage):
    @property
    def contest(self) -> Contest:
        contest: Contest = self.settings["gamekit_contest"]
        return contest


class ContestPage(ContestPages):
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
        game = await self.desk.run_aside(game_of, wanted)
        mine = next((one for one in entered if member is not None and one.pupil == member.id), None)
        self.show(
            "tournament.html",
            wrong=wrong,
            member=member,
            teacher=is_teacher(self),
            game=game,
            wanted=wanted,
            mine=plans.describe_plan(mine.plan) if mine is not None else "",
            knobs=[(knob, mine.plan[knob.name] if mine is not None else knob.value) for knob in plans.knobs()],
            entered=bool(entered),
            words=board_words(),
        )


class ContestOrders(ContestPages, OrderPage):
    """Handler of the teacher's orders: number of players, start, stop, removing an entry."""

    async def obey(self, do: str, order: dict[str, Any]) -> None:
        if do == "players":
            wanted = Wanted(players=order["players"])
            await self.desk.run_aside(game_of, wanted)
            await self.desk.set(lambda _settings: {"contest": wanted.model_dump()})
        elif do == "start":
            await self.contest.start(own=bool(order["own"]))
            await self.desk.set(lambda _settings: show_standings())
        elif do == "stop":
            await self.contest.stop()
        elif do == "remove":
            await self.contest.withdraw(int(order["pupil"]))
        else:
            raise ValueError(do)


class ContestNow(ContestPages):
    """Handler of the standings, for pupils' pages, which poll them."""

    @allow_unauthenticated
    def get(self) -> None:
        self.class_only()
        self.finish_json({"contest": self.contest.collect_for_all()})


ADDRESSES: Final[list[tuple[str, type[ContestPages]]]] = [
    ("/class/tournament", ContestPage),
    ("/class/tournament/order", ContestOrders),
    ("/class/tournament/now", ContestNow),
]

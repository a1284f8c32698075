"""Handlers of “What would you play?”: putting a position, proposing moves, its picture."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import tornado.web

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import _
from gamekit.core.svg import text
from gamekit.server import play_pages
from gamekit.server.class_ import moves
from gamekit.server.class_.messages import move_words, table_words
from gamekit.server.class_.store import Member
from gamekit.server.class_handlers import ClassPage, PupilPage, member_of
from gamekit.server.class_table_handlers import POLICY
from gamekit.server.handlers import allow_unauthenticated
from gamekit.widgets.guide import picture_data
from gamekit.widgets.messages import play_words

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
            await self.desk.set(lambda _settings: {"move": None})
        else:
            session = await self.desk.run_aside(self.find_game, order)
            await self.desk.set(lambda settings: moves.put_move(settings, session))
            asked = await self.desk.run_aside(
                moves.find_position, self.desk.opened.settings, self.desk.opened.settings.move
            )
            if asked is not None:  # everybody goes there, the projector too
                await self.desk.lead_vote("ask", asked.shelf, asked.key, asked.question)
        return {"done": True}

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
        asked = await self.desk.run_aside(moves.find_position, settings, settings.move)
        if asked is None:
            self.redirect(self.base_url + "class")
            return
        rounds = await self.desk.run_aside(self.desk.store.rounds, self.desk.info.id)
        data = {
            "round": rounds.get((asked.shelf, asked.key), 1),
            "base": self.base_url,
            "xsrf": self.xsrf_token.decode(),
        }
        await self.give(await asyncio.to_thread(move_page, asked, data), POLICY, cache="no-store")

    async def store_sent(self, member: Member) -> object:
        """Store a proposal. Raises one of `WRONG_FORM`, or `ReportError` if the question is over."""
        self.desk.reports.take(member.id)
        sent = self.read_body()
        settings = self.desk.opened.settings
        asked = await self.desk.run_aside(moves.find_position, settings, settings.move)
        if asked is None or sent["number"] != asked.asked.number:
            raise ReportError(_("This question is over."))
        rounds = await self.desk.run_aside(self.desk.store.rounds, self.desk.opened.id)
        report = asked.propose(sent["action"], sent["turn"], rounds.get((asked.shelf, asked.key), 1))
        await self.desk.receive(member, report, asked.question)
        return {"stored": report.turn}


class MovePicture(ClassPage):
    """Handler of a position's picture, for the teacher's board and the projector."""

    @allow_unauthenticated
    async def get(self, number: str) -> None:
        self.teachers_only()
        asked = await self.desk.run_aside(moves.find_position, self.desk.opened.settings, int(number))
        if asked is None:
            raise tornado.web.HTTPError(404)
        self.finish_json(await self.desk.run_aside(asked.picture))


def move_page(asked: moves.PutPosition, given: dict[str, Any]) -> str:
    """Return the page for proposing a move; `given` has round, base URL and XSRF token."""
    title = asked.session.game.title
    guide = picture_data(asked.asked.game)
    data = {**asked.tell_page(), **given, "guide": guide, "words": {**play_words(), **table_words(), **move_words()}}
    top = f'<a href="{text(given["base"])}class">← {text(_("Your class"))}</a><h1>{text(asked.question.title)}</h1>'
    scripts = (
        play_pages.write_with_game(asked.asked.game),
        play_pages.begin("class/move_proposal", "createMovePage", data),
    )
    return play_pages.make_page(_("What would you play? {title}").format(title=title), top, POLICY, scripts)


ADDRESSES: Final[list[tuple[str, type[ClassPage]]]] = [
    ("/class/move", MovePage),
    ("/class/move/ask", AskMove),
    (r"/class/move/(\d{1,6})\.json", MovePicture),
]

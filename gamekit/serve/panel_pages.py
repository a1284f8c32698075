"""What pages ask workers: a panel's run, what a board needs of Python. Checked here, answered as a stream.

A question is a POST with JSON, an answer one JSON object a line: `progress` and `partly` as long as it takes, then
`result` or `error`. Whoever closes the request waits no more. The queue is in panel_workers.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncGenerator, Mapping
from typing import Annotated, Any, Final, Literal

import tornado.iostream
import tornado.web
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamekit.classroom.buckets import Buckets, TooManyError
from gamekit.classroom.desk import Desk
from gamekit.errors import GamekitError, OptionError
from gamekit.show.bet import check_prediction as checked_bet
from gamekit.show.controls import MOST_SEEDS
from gamekit.show.settings import control_of
from gamekit.words import _, language, say_mismatch, speak

from .class_pages.common import name_visitor
from .handlers import Page
from .lesson_pages import LessonPages, NotDrawnError, ServedPage
from .panel_workers import Message, TooBusyError

LARGEST_QUESTION: Final = 200_000
"""Bytes; the longest game a board can ask about has less."""
QUESTIONS_A_SECOND, QUESTIONS_AT_ONCE = 20.0, 80
"""Of one visitor; a slider that is pulled asks ten times a second."""
NOT_TOGETHER: Final = 409
"""The page was opened before its lesson was changed."""


class PageQuestion(BaseModel):
    """What every question says: whose it is."""

    model_config = ConfigDict(extra="forbid", strict=True)

    lesson: str = Field(max_length=300)
    language: str = Field(max_length=20)


Typed = Annotated[list[float | int | None], Field(max_length=500)]
"""Numbers that somebody typed; what is none of them comes as nothing."""


class PanelQuestion(PageQuestion):
    """What a page may ask of a panel."""

    panel: str = Field(max_length=40)
    values: dict[str, str | float | int | bool | Typed] = Field(default={}, max_length=60)
    seed: int | None = Field(default=None, ge=0, lt=2**63)
    bets: dict[Annotated[str, Field(max_length=100)], float | int] = Field(default={}, max_length=60)
    wide: bool = False


class BoardQuestion(PageQuestion):
    """What a board may ask: what a strategy chooses where its game stands, or a game that a browser cannot make."""

    board: int
    do: Literal["choose", "make"]
    state: dict[str, Any] = {}
    game: str = Field(default="", max_length=40)
    options: dict[str, Any] = Field(default={}, max_length=60)
    box: str | None = Field(default=None, max_length=200)


class QuestionError(Exception):
    """A question that is not put to a worker, with a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Asking(Page):
    """An address at which pages ask."""

    kind: type[PageQuestion]

    def check_xsrf_cookie(self) -> None:
        """Not needed: what is asked changes nothing, and only this server's pages can send JSON here (`prepare`)."""

    async def post(self) -> None:
        """Answer one question, in lines."""
        self.set_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        try:
            lines = await self.lines()
            async with contextlib.aclosing(lines):
                await self.pass_on(lines)
        except QuestionError as refused:
            self.refuse(refused.status, str(refused))
        except TooManyError as error:
            self.refuse(429, str(error))
        except GamekitError as error:
            self.refuse(400, str(error))
        except TooBusyError as error:
            self.refuse(503, str(error))

    async def pass_on(self, said: AsyncGenerator[Message, None]) -> None:
        """Send what is said as it is said, until somebody leaves."""
        self._gone = asyncio.Event()
        leaving = asyncio.ensure_future(self._gone.wait())
        try:
            while True:
                following = asyncio.ensure_future(anext(said, None))
                await asyncio.wait({leaving, following}, return_when=asyncio.FIRST_COMPLETED)
                if not following.done():
                    following.cancel()
                    await asyncio.wait({following})
                    return
                message = following.result()
                if message is None:
                    return
                with contextlib.suppress(tornado.iostream.StreamClosedError):
                    self.write(json.dumps(self.tell_page(message)) + "\n")
                    await self.flush()
        finally:
            leaving.cancel()

    def on_connection_close(self) -> None:
        """The page does not wait any more."""
        gone: asyncio.Event | None = getattr(self, "_gone", None)
        if gone is not None:
            gone.set()

    def refuse(self, status: int, sentence: str) -> None:
        """A question that is not answered: the same line as any error."""
        if not self._headers_written:
            self.set_status(status)
        self.finish(json.dumps({"type": "error", "text": sentence}) + "\n")

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        """A sentence for a script."""
        self.set_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.finish(json.dumps({"type": "error", "text": say_mismatch()}) + "\n")

    def tell_page(self, message: Message) -> Message:
        """What a page is told of what a worker has said."""
        return {key: value for key, value in message.items() if key not in ("read", "outcomes")}

    def read(self) -> Any:
        """The question, in the form that it must have. Raises `QuestionError`, `TooManyError`."""
        asking: Buckets = self.settings["gamekit_asking"]
        asking.take(name_visitor(self))
        if len(self.request.body) > LARGEST_QUESTION:
            raise QuestionError(413, _("This question is too long."))
        if not self.request.headers.get("Content-Type", "").startswith("application/json"):
            raise QuestionError(415, say_mismatch())
        try:
            return self.kind.model_validate_json(self.request.body)
        except (ValidationError, RecursionError):
            raise QuestionError(400, say_mismatch()) from None

    @property
    def pages(self) -> LessonPages:
        """The lessons of this server."""
        pages: LessonPages = self.settings["gamekit_pages"]
        return pages

    async def page_of(self, question: PageQuestion) -> ServedPage:
        """The page that asks, as it is now. Raises `QuestionError`."""
        lesson = self.pages.gallery.lesson(question.lesson)
        if lesson is None:
            raise QuestionError(404, _("There is no such lesson."))
        if question.language not in (self.settings["gamekit_languages"] or [language()]):
            raise QuestionError(404, _("There is no such language."))
        speak(question.language)
        try:
            return await self.pages.page(lesson, name_visitor(self))
        except NotDrawnError as error:
            raise QuestionError(503, str(error)) from None

    async def lines(self) -> AsyncGenerator[Message, None]:
        """What is said to the question. Raises what `post` makes a sentence of."""
        raise NotImplementedError


class AskPanel(Asking):
    """A panel is run, /panel."""

    kind = PanelQuestion

    async def lines(self) -> AsyncGenerator[Message, None]:
        """Check the question, then ask the workers."""
        question: PanelQuestion = self.read()
        page = await self.page_of(question)
        told = page.panels.get(question.panel)
        if told is None:
            raise QuestionError(NOT_TOGETHER, say_changed())
        values, bets = check_values(told, question.values), check_bets(page, question.bets)
        self.lesson = page.lesson.name
        self.as_given = question.seed is None and values == {one["name"]: one["value"] for one in told["controls"]}
        seed = question.seed
        if told["luck"] and seed is None:
            seed = secrets.randbelow(MOST_SEEDS)
        seed = seed if told["luck"] else None
        order = self.pages.order(
            page.lesson, "answer", panel=told["number"], values=values, seed=seed, bets=bets, wide=question.wide
        )
        same = (page.key, question.panel, json.dumps(values, sort_keys=True), seed, question.wide)
        return self.pages.workers.ask(order, name_visitor(self), same)

    def tell_page(self, message: Message) -> Message:
        """The class hears what came out from here, and never from a page."""
        desk: Desk = self.settings["gamekit_desk"]
        for outcome in message.get("outcomes", ()) if self.as_given else ():
            desk.overhear(self.lesson, outcome)
        return super().tell_page(message)


class AskBoard(Asking):
    """A board asks for what only Python has, /board."""

    kind = BoardQuestion

    async def lines(self) -> AsyncGenerator[Message, None]:
        """Check the question, then ask the workers."""
        question: BoardQuestion = self.read()
        page = await self.page_of(question)
        if question.board not in page.boards:
            raise QuestionError(NOT_TOGETHER, say_changed())
        about = question.model_dump(exclude={"lesson", "language", "do"})
        return self.pages.workers.ask(self.pages.order(page.lesson, question.do, **about), name_visitor(self))


def check_values(told: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of all controls of a panel, as a page sent them. Raises `OptionError`."""
    controls = {one["name"]: one for one in told["controls"]}
    if not values.keys() <= controls.keys():
        raise OptionError(say_changed())
    given = {name: values.get(name, one["value"]) for name, one in controls.items()}
    return {name: control_of(one).check(given[name]) for name, one in controls.items()}


def check_bets(page: ServedPage, bets: Mapping[str, Any]) -> dict[str, float]:
    """The predictions that a page brings, each on a card of this lesson. Raises `OptionError`."""
    if not bets.keys() <= page.bets.keys():
        raise OptionError(say_changed())
    return {key: checked_bet(page.bets[key], value) for key, value in sorted(bets.items())}


def say_changed() -> str:
    """What is said to a page whose lesson is another one by now."""
    return _("This lesson has been changed. Reload the page; what you entered is kept.")


ADDRESSES: Final[list[tuple[str, type[Asking]]]] = [("/panel", AskPanel), ("/board", AskBoard)]

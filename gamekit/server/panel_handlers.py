"""HTTP requests of pages to the workers: running a panel, and what a board needs from Python.

A request is a POST of JSON; the response is one JSON object per line: any number of `progress` and `partly`, then
`result` or `error`. Closing the request cancels it.
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

from gamekit.core.errors import GamekitError, OptionError
from gamekit.core.i18n.translation import _, language, say_mismatch, speak
from gamekit.server.class_handlers import desk_of, name_visitor
from gamekit.server.handlers import Page
from gamekit.server.lesson_pages import LessonPages, NotDrawnError, ServedPage
from gamekit.server.rate_limit import RateLimiter, TooManyError
from gamekit.server.worker_pool import Message, TooBusyError
from gamekit.widgets.bet import check_prediction as checked_bet
from gamekit.widgets.controls import control_of
from gamekit.widgets.panel import MOST_SEEDS

LARGEST_QUESTION: Final = 200_000
"""Bytes; the longest game a board can ask about has fewer."""
QUESTIONS_A_SECOND, QUESTIONS_AT_ONCE = 20.0, 80
"""Requests per visitor; a slider that is dragged sends ten a second."""
NOT_TOGETHER: Final = 409
"""Status of a page that was opened before its lesson changed."""


class PageQuestion(BaseModel):
    """Fields of every question."""

    model_config = ConfigDict(extra="forbid", strict=True)

    lesson: str = Field(max_length=300)
    language: str = Field(max_length=20)


Typed = Annotated[list[float | int | None], Field(max_length=500)]
"""Numbers typed into a field; None where a text was no number."""


class PanelQuestion(PageQuestion):
    """Question of a page to a panel."""

    panel: str = Field(max_length=40)
    values: dict[str, str | float | int | bool | Typed] = Field(default={}, max_length=60)
    seed: int | None = Field(default=None, ge=0, lt=2**63)
    bets: dict[Annotated[str, Field(max_length=100)], float | int] = Field(default={}, max_length=60)
    wide: bool = False


class BoardQuestion(PageQuestion):
    """Question of a board: the choice of a strategy ("choose"), or a game the browser cannot build ("make")."""

    board: int
    do: Literal["choose", "make"]
    state: dict[str, Any] = {}
    game: str = Field(default="", max_length=40)
    options: dict[str, Any] = Field(default={}, max_length=60)
    box: str | None = Field(default=None, max_length=200)


class QuestionError(Exception):
    """A question is rejected, with an HTTP status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Asking(Page):
    """Base class of the handlers of questions."""

    kind: type[PageQuestion]

    def check_xsrf_cookie(self) -> None:
        """Skip the check: questions change nothing, and `prepare` rejects other origins."""

    async def post(self) -> None:
        """Answer a question, as a stream of lines."""
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
        """Send messages as lines until they end or the page closes the request."""
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
        """Note that the page closed the request."""
        gone: asyncio.Event | None = getattr(self, "_gone", None)
        if gone is not None:
            gone.set()

    def refuse(self, status: int, sentence: str) -> None:
        """Send an error as a line, with an HTTP status if no line was sent."""
        if not self._headers_written:
            self.set_status(status)
        self.finish(json.dumps({"type": "error", "text": sentence}) + "\n")

    def write_error(self, status_code: int, **_kwargs: Any) -> None:
        self.set_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.finish(json.dumps({"type": "error", "text": say_mismatch()}) + "\n")

    def tell_page(self, message: Message) -> Message:
        """Return a worker's message without the fields for the server."""
        return {key: value for key, value in message.items() if key not in ("read", "outcomes")}

    def read(self) -> Any:
        """Parse the question. Raises `QuestionError`, or `TooManyError` above the rate limit."""
        asking: RateLimiter = self.settings["gamekit_asking"]
        asking.acquire(name_visitor(self))
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
        pages: LessonPages = self.settings["gamekit_pages"]
        return pages

    async def page_of(self, question: PageQuestion) -> ServedPage:
        """Return the current page of the lesson, and switch to its language. Raises `QuestionError`."""
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
        """Check the question and return its worker's messages. Raises errors that `post` turns into sentences."""
        raise NotImplementedError


class AskPanel(Asking):
    """Handler that runs a panel, /panel."""

    kind = PanelQuestion

    async def lines(self) -> AsyncGenerator[Message, None]:
        question: PanelQuestion = self.read()
        page = await self.page_of(question)
        told = page.panels.get(question.panel)
        if told is None:
            raise QuestionError(NOT_TOGETHER, say_changed())
        values, bets = check_values(told, question.values), check_bets(page, question.bets)
        self.lesson, self.panel = page.lesson.name, question.panel
        self.as_given = question.seed is None and values == {one["name"]: one["value"] for one in told["controls"]}
        seed = question.seed
        if told["luck"] and seed is None:
            seed = secrets.randbelow(MOST_SEEDS)
        seed = seed if told["luck"] else None
        order = self.pages.order(
            page.lesson, "answer", panel=told["number"], values=values, seed=seed, bets=bets, wide=question.wide
        )
        same = (page.key, question.panel, json.dumps(values, sort_keys=True), seed, question.wide)
        return self.pages.workers.submit(order, name_visitor(self), same)

    def tell_page(self, message: Message) -> Message:
        """Pass outcomes of a run with default values on to the class."""
        for outcome in message.get("outcomes", ()) if self.as_given else ():
            desk_of(self).store_outcome(self.lesson, self.panel, outcome)
        return super().tell_page(message)


class AskBoard(Asking):
    """Handler of a board's questions to Python, /board."""

    kind = BoardQuestion

    async def lines(self) -> AsyncGenerator[Message, None]:
        question: BoardQuestion = self.read()
        page = await self.page_of(question)
        if question.board not in page.boards:
            raise QuestionError(NOT_TOGETHER, say_changed())
        about = question.model_dump(exclude={"lesson", "language", "do"})
        return self.pages.workers.submit(self.pages.order(page.lesson, question.do, **about), name_visitor(self))


def check_values(told: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Check the values of a panel's controls; missing ones get their defaults. Raises `OptionError`."""
    controls = {one["name"]: one for one in told["controls"]}
    if not values.keys() <= controls.keys():
        raise OptionError(say_changed())
    given = {name: values.get(name, one["value"]) for name, one in controls.items()}
    return {name: control_of(one).check(given[name]) for name, one in controls.items()}


def check_bets(page: ServedPage, bets: Mapping[str, Any]) -> dict[str, float]:
    """Check predictions, each of a card of this lesson. Raises `OptionError`."""
    if not bets.keys() <= page.bets.keys():
        raise OptionError(say_changed())
    return {key: checked_bet(page.bets[key], value) for key, value in sorted(bets.items())}


def say_changed() -> str:
    """Return the message for a page whose lesson has changed."""
    return _("This lesson has been changed. Reload the page; what you entered is kept.")


ADDRESSES: Final[list[tuple[str, type[Asking]]]] = [("/panel", AskPanel), ("/board", AskBoard)]

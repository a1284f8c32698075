"""A class whose network lets no WebSocket through: pages ask, and are told and counted as all others."""

from __future__ import annotations

import json
from typing import Any

from gamekit.server.class_activity_handlers import edition
from gamekit.server.class_handlers import ENDED, PATIENCE, PolledLine, PolledLines
from tests.server.test_class import Visitor, joined
from tests.server.test_table_pages import opened
from tests.serving import Server, soon, story


class Asking:
    """A page that asks."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self.visitor, self.path = visitor, path
        self.line = ""
        self.seen: object = 0
        self.told: list[Any] = []
        self.closed: int | None = None

    def ask(self) -> Asking:
        said = json.loads(self.visitor.ask(f"{self.path}line={self.line}&seen={self.seen}").text)
        self.closed = said.get("closed")
        self.line = said.get("line", "")
        for number, text in said.get("told", ()):
            assert not isinstance(self.seen, int) or number > self.seen, "nothing is told twice"
            self.seen = number
            self.told.append(json.loads(text))
        return self

    def until(self, holds: Any) -> Any:
        """The last thing it was told, once that is as wanted."""
        assert soon(lambda: bool(self.told and holds(self.told[-1])) or (self.ask() and False))
        return self.told[-1]


def test_pages_that_ask_are_told_what_the_teacher_sets_and_are_counted(server: Server, teacher: Visitor) -> None:
    pages = [Asking(joined(server), "/class/polled/pupil?at=lessons/start.html&") for _ in range(2)]
    for page in pages:
        page.until(lambda state: state["timer"] is None)
    board = Asking(teacher, "/class/polled/board?")
    assert board.until(lambda now: now["asking"] == 2)["asking"] == 2
    teacher.post("/class/teacher", {"do": "timer", "seconds": 60})
    for page in pages:
        assert page.until(lambda state: state["timer"])["timer"] > 0
    teacher.post("/class/teacher", {"do": "timer", "seconds": 0})
    assert board.until(lambda now: now["settings"]["timer"] is None)


def test_a_table_is_played_at_by_asking(server: Server) -> None:
    ada, ben = joined(server), joined(server)
    code = opened(ada)
    path = f"/class/table/{code}/polled?edition={edition()}&"
    first, second = Asking(ada, path), Asking(ben, path)
    assert first.until(lambda news: news["fresh"])["you"] == 0
    assert second.until(lambda news: news["fresh"])["you"] is None
    ben.post(f"{path}line={second.line}", {"do": "sit", "seat": 1})
    assert second.until(lambda news: news["you"] == 1)["begun"]
    assert first.until(lambda news: news["begun"])["now"]["player"] in (0, 1)
    ben.post(f"{path}line={second.line}", {"do": "sit", "seat": 0})
    assert "refused" in second.until(lambda news: "refused" in news)


def test_nobody_hears_or_speaks_by_the_line_of_another(server: Server) -> None:
    pupil, other = joined(server), joined(server)
    code = opened(pupil)
    for path in ("/class/polled/pupil?at=&", f"/class/table/{code}/polled?edition={edition()}&"):
        page, spy = Asking(pupil, path).ask(), Asking(other, path)
        spy.line = page.line
        assert other.post(f"{path}line={page.line}", {"do": "begin"}).status in (403, 405)
        assert spy.ask().line != page.line
        for odd in ("x", "-1", "%C2%B2", "9" * 99):
            page.seen = odd
            assert page.ask().line == page.line
    assert Asking(pupil, f"/class/table/{code}/polled?edition=older&").ask().closed == ENDED


def test_who_is_removed_is_told_so_when_the_page_asks(server: Server, teacher: Visitor) -> None:
    page = Asking(joined(server, "Gone"), "/class/polled/pupil?at=&")
    page.until(lambda state: state["number"])
    board = Asking(teacher, "/class/polled/board?").until(
        lambda now: any(one["name"] == "Gone" for one in now["people"])
    )
    gone = next(one["id"] for one in board["people"] if one["name"] == "Gone")
    teacher.post("/class/teacher", {"do": "remove", "pupil": gone})
    assert page.ask().closed == ENDED


@story
async def test_a_page_that_asks_no_more_is_gone_as_a_closed_line_is() -> None:
    now, gone = [0.0], list[PolledLine]()
    lines = PolledLines(lambda: now[0])
    silent, alive = (PolledLine(number, True, lines.clock) for number in (1, 2))
    for line in (silent, alive):
        lines.add(line, gone.append)
    now[0] = PATIENCE - 1
    assert lines.find(alive.key, 2) is alive
    now[0] = PATIENCE + 1
    lines.drop_gone()
    lines.close()
    assert gone == [silent]
    assert lines.find(silent.key, 1) is None

"""An hour of a class: all that pupils' pages, the board and the projector are told, and what each order changes in it.

`hour.json` has what each page is told anew after each order: the parts of its message that differ, by their paths.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gamekit.core.i18n.translation import language
from gamekit.server.class_ import desk as desk_module
from gamekit.server.class_ import moves
from gamekit.server.class_.desk import Desk, change_settings
from gamekit.server.class_.schemas import AskedQuestion
from tests.server.class_.said import LESSON, bet, report, step
from tests.server.class_.said import answer as choice
from tests.serving import open_other_class

HOURS = json.loads(Path(__file__).with_name("hour.json").read_text("utf-8"))
STEPS = ["Play", "Predict", "Run"]
guess = partial(bet, high=4)
BET, CHOICE = guess(0)[1], choice(0)[1].model_copy(update={"place": "Run"})
OTHER, MOVES = "auf_achse/02-luck", ("moves/kartenspiel", "move-1")
STANDINGS = {
    "title": "The card game", "running": False, "share": 0.0, "round": 3, "of": 3, "games": 9, "even": 0.5,
    "failed": "",
    "rows": [
        {"name": "Ada (1)", "says": "begins", "pupil": 1, "number": 1, "value": 0.7, "low": 0.6, "high": 0.8},
        {"name": "Random", "says": "", "pupil": 0, "number": 0, "value": 0.3, "low": 0.2, "high": 0.4},
    ],
}  # fmt: skip
Told = dict[str, Any]


class Page:
    """A page that keeps what it was told last."""

    def __init__(self, language: str = "en", polled: bool = False) -> None:
        self.language, self.polled, self.ended = language, polled, False
        self.told: Told = {}

    def tell(self, text: str) -> None:
        self.told = json.loads(text)

    def end(self) -> None:
        self.ended = True


def leaves(told: Any, at: str = "") -> Told:
    """Every part of a message that holds no other part, by its path; bars as text."""
    if at.endswith("bars"):
        return {at: " ".join(f"{one['text']}:{one['count']}{'!' if one['right'] else ''}" for one in told)}
    parts = list(told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ())
    if not parts or not (at.startswith("people.") or any(isinstance(part, dict | list) for _key, part in parts)):
        return {at: told}
    return {path: one for key, part in parts for path, one in leaves(part, f"{at}.{key}" if at else f"{key}").items()}


def news(before: Told, after: Told) -> Told:
    """What differs, but for the time."""
    old, new = leaves(before) if before else {}, leaves(after)
    gone = [path for path in old.keys() - new.keys() if not any(path.startswith(f"{one}.") for one in new)]
    changed = {path: one for path, one in new.items() if path != "now" and (path not in old or old[path] != one)}
    return dict(sorted((dict.fromkeys(gone, "gone") | changed).items()))


class Hour:
    """A class of three, of whom the last has no page open, with a German projector; `now` is the time."""

    def __init__(self, where: Path) -> None:
        self.now = 1000.0
        open_other_class(where / "class.sqlite")
        self.desk = Desk(str(where / "class.sqlite"), "9b", 10, "start")
        self.desk.find_question = self.find_question
        self.desk.find_steps = lambda lesson: STEPS if lesson == LESSON else []
        self.desk.find_ready = lambda lesson: lesson == OTHER and language() == "de"
        self.desk.begin()
        self.pages = {"ada": Page(), "ben": Page(), "board": Page(), "projector": Page("de")}

    def find_question(self, lesson: str, key: str) -> AskedQuestion | None:
        found = {(LESSON, "bet-1"): BET, (LESSON, "quiz-1/1"): CHOICE}.get((lesson, key))
        return found.model_copy(update={"text": "Wie viele?"}) if found and language() == "de" else found

    async def begin(self) -> None:
        self.ada, self.ben, self.cem = [(await self.desk.join(name, "10.0.0.1"))[0] for name in ("Ada", "Ben", None)]
        for page, member in zip(self.pages.values(), (self.ada, self.ben), strict=False):
            self.desk.connect(page, member.id, f"lessons/{LESSON}.html")
        self.desk.boards.add(self.pages["board"])
        self.desk.projectors.add(self.pages["projector"])
        self.desk.schedule_update()

    async def settle(self) -> None:
        """Wait until everybody has been told: the database does one thing after the other."""
        for turn in range(100):
            await asyncio.sleep(0)
            if turn in (19, 39, 59, 79):
                await self.desk.run_in_thread(lambda: None)

    async def after(self, work: Awaitable[object]) -> dict[str, Told]:
        """What each page is told anew if this is done ten seconds later; "pupils" if both are told the same."""
        before = {who: page.told for who, page in self.pages.items()}
        self.now += 10
        await work
        await self.settle()
        told = {who: told for who, page in self.pages.items() if (told := news(before.get(who, {}), page.told))}
        told = {who: {path: self.name_drawn(path, part) for path, part in one.items()} for who, one in told.items()}
        told |= {who: {"ended": True} for who, page in self.pages.items() if page.ended}
        if "ada" not in told or told["ada"] != told.get("ben"):
            return told
        return {"pupils": told["ada"]} | {who: one for who, one in told.items() if who not in ("ada", "ben")}

    def name_drawn(self, path: str, told: Any) -> Any:
        """Name what is drawn by chance."""
        if path.endswith("history"):
            return "history"
        if not isinstance(told, str) or self.desk.info is None:
            return told
        drawn = {self.desk.info.mark: "mark", self.desk.info.code: "code"}
        return (drawn | {one.key_hash[:12]: f"key {one.number}" for one in self.desk.members.values()}).get(told, told)

    def order(self, do: str, **order: Any) -> Awaitable[object]:
        change = partial(change_settings, do=do, order=order)
        return self.desk.carry_out(do, lambda: self.desk.change(change))

    def lead(
        self, do: str, where: tuple[str, str] = (LESSON, "bet-1"), put: AskedQuestion | None = None, step: int = 0
    ) -> Awaitable[object]:
        return self.desk.carry_out(do, lambda: self.desk.lead_vote(do, *where, put, step))

    async def say(self, *sent: Any) -> None:
        """Each sends a report, in the order in which they have come in; None: nothing."""
        for member, one in zip((self.ada, self.ben, self.cem), sent, strict=False):
            if one is not None:
                await self.desk.receive(member, *(one if isinstance(one, tuple) else (one,)))

    async def put_move(self) -> None:
        session = moves.open_from_start("kartenspiel", 2, 0, 1)
        await self.desk.change(lambda settings: moves.put_move(settings, session))
        await self.desk.lead_vote("ask", *MOVES, self.desk.translate_question(*MOVES))

    async def do(self, work: Callable[..., object], *arguments: object) -> None:
        work(*arguments)
        if work is setattr:  # all else tells the board by itself
            self.desk.schedule_update()


@pytest.fixture
def hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hour]:
    here = Hour(tmp_path)
    monkeypatch.setattr(desk_module, "LEAST_PAUSE", 0)
    monkeypatch.setattr(time, "time", lambda: here.now)
    yield here
    here.desk.close()


def run(hour: Hour, what: str, stages: Mapping[str, Callable[[Hour], Awaitable[object]]]) -> None:
    """Carry out one stage after the other, and compare all that is told anew."""

    async def go() -> dict[str, dict[str, Told]]:
        await hour.begin()
        if "all come in" not in stages:
            await hour.settle()
        return {stage: await hour.after(work(hour)) for stage, work in stages.items()}

    assert asyncio.run(go()) == HOURS[what]


def test_a_lesson_goes_on_together_with_a_clock_and_dimmed_screens(hour: Hour) -> None:
    run(hour, "lesson", {
        "all come in": lambda h: h.settle(),
        "step 1 is open": lambda h: h.order("pace", lesson=LESSON, open=1),
        "step 2 is open, all are sent there": lambda h: h.order("pace", lesson=LESSON, open=2),
        "Ada is at step 2, Ben at step 1": lambda h: h.say(step(2, 1, done=1), step(1, 1)),
        "the lesson has one step now": lambda h: h.do(setattr, h.desk.store, "find_steps", lambda _lesson: ["Play"]),
        "step 2 is closed, nobody is sent": lambda h: h.order("pace", lesson=LESSON, open=1),
        "the clock runs for a minute": lambda h: h.order("timer", seconds=60),
        "screens are dimmed": lambda h: h.order("pause", on=True),
        "once more": lambda h: h.order("pause", on=True),
        "the clock is set while it waits": lambda h: h.order("timer", seconds=90),
        "screens are bright": lambda h: h.order("pause", on=False),
        "no clock": lambda h: h.order("timer", seconds=0),
        "all go to another lesson": lambda h: h.order("send", lesson=OTHER, step=2),
        "the first one is free": lambda h: h.order("pace", lesson=LESSON, open=None),
        "another is held, all are sent": lambda h: h.order("pace", lesson="start", open=1, go=True),
    })  # fmt: skip


def test_a_question_is_voted_on_talked_about_asked_again_and_shown(hour: Hour) -> None:
    figure = {"value": 3.0, "low": 2.0, "high": 4.0, "exact": 3.0}
    out = {"type": "came-out", "key": "bet-1", "figures": [figure]}
    quiz = (LESSON, "quiz-1/1")
    shown = {"lesson": LESSON, "key": "quiz-1/1", "shares": True, "outcome": True}
    run(hour, "vote", {
        "step 1 is open": lambda h: h.order("pace", lesson=LESSON, open=1),
        "a prediction of step 2 is asked": lambda h: h.lead("ask", put=BET, step=2),
        "all predict": lambda h: h.say(guess(1, 2), guess(4, 2), guess(1, 2)),
        "they talk": lambda h: h.lead("talk"),
        "names are hidden": lambda h: h.order("names", hidden=True),
        "another question is shown": lambda h: h.order("show", lesson=OTHER, key="bet-2"),
        "taken back": lambda h: h.desk.take_back(),
        "names are shown": lambda h: h.order("names", hidden=False),
        "it is asked again": lambda h: h.lead("again", put=BET),
        "two predict again": lambda h: h.say(guess(3, 3, number=2), guess(4, 3, number=2)),
        "the result is marked": lambda h: h.order("result", lesson=LESSON, key="bet-1", value=4),
        "it is closed and shown": lambda h: h.lead("tell"),
        "the lesson says what came out": lambda h: h.do(h.desk.store_outcome, LESSON, "1", out),
        "only the answers are shown": lambda h: h.order("show", lesson=LESSON, key="bet-1", shares=True),
        "the exit ticket is asked": lambda h: h.lead("ask", quiz, CHOICE, 3),
        "Ben and who has no page answer": lambda h: h.say(None, choice(1, 4), choice(0, 4)),
        "it is called off": lambda h: h.lead("withdraw", quiz),
        "it is shown": lambda h: h.order("show", **shown),
        "the mark is taken away": lambda h: h.order("result", lesson=LESSON, key="bet-1", value=None),
        "one of an open step is asked": lambda h: h.lead("ask", put=BET, step=2),
        "it is asked once more": lambda h: h.lead("ask", quiz, CHOICE, 3),
        "the lesson goes on": lambda h: h.order("send", lesson=LESSON),
        "that is taken back": lambda h: h.desk.take_back(),
    })  # fmt: skip


def test_names_door_and_code_and_who_comes_plays_and_goes(hour: Hour) -> None:
    cem = Page("fr", polled=True)

    def come(h: Hour) -> None:
        h.pages["cem"] = cem
        h.desk.connect(cem, h.cem.id, "play/kartenspiel")

    run(hour, "people", {
        "names are hidden": lambda h: h.order("names", hidden=True),
        "taken back": lambda h: h.desk.take_back(),
        "the door is closed": lambda h: h.order("door", closed=True),
        "a third comes, by asking": lambda h: h.do(come, h),
        "Ada looks at the tables": lambda h: h.do(h.desk.connect, Page(), h.ada.id, "class/tables"),
        "the third goes": lambda h: h.do(h.desk.disconnect, h.pages.pop("cem")),
        "Ben goes": lambda h: h.do(h.desk.disconnect, h.pages["ben"]),
        "Ben comes back": lambda h: h.do(h.desk.connect, h.pages["ben"], h.ben.id, ""),
        "a lesson is chosen": lambda h: h.do(setattr, h.desk, "chosen", OTHER),
        "Ada is called otherwise": lambda h: h.desk.rename(h.ada, "Ava"),
        "the code is another": lambda h: h.desk.renew_code(),
        "Ben is let go": lambda h: h.desk.remove(h.ben.id),
        "the class has ended": lambda h: h.desk.end(),
    })  # fmt: skip


def test_all_are_sent_to_a_tournament_and_to_a_position_and_the_projector_shows_it(hour: Hour) -> None:
    shown = {"lesson": "tournament", "key": "standings", "names": True}
    move = report(turn=1, lesson=MOVES[0], key=MOVES[1], value=1)
    run(hour, "activities", {
        "a tournament stands": lambda h: h.do(setattr, h.desk, "contest", lambda: STANDINGS),
        "its page": lambda h: h.order("compete"),
        "with names": lambda h: h.order("show", **shown),
        "its page again": lambda h: h.order("compete"),
        "taken back": lambda h: h.desk.take_back(),
        "a position is put": lambda h: h.desk.carry_out("move", h.put_move),
        "Ada proposes": lambda h: h.say((move, h.desk.translate_question(*MOVES))),
        "it is closed and shown": lambda h: h.lead("tell", MOVES),
        "it is called off": lambda h: h.lead("withdraw", MOVES),
    })  # fmt: skip

"""The tournament of a class: who enters which plan, who starts it, what it says, and everybody who means harm."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import use_language
from gamekit.lab.tournament import tournament
from gamekit.server.class_ import contest
from gamekit.server.class_.contest import Plan, knobs
from gamekit.server.class_.desk import Desk
from tests.server.test_class import Visitor, joined, seen
from tests.serving import PATIENCE, Server, open_other_class, soon, story

USUAL: Plan = {knob.name: knob.value for knob in knobs()}
ORDER = "/class/tournament/order"
PAGE = "/class/tournament"


def enter(pupil: Visitor, **numbers: int | str) -> Any:
    """A plan as a browser sends it."""
    return pupil.form(PAGE, do="build", **{name: str(value) for name, value in {**USUAL, **numbers}.items()})


def now(visitor: Visitor) -> dict[str, Any]:
    """How it stands."""
    contest = json.loads(visitor.ask(f"{PAGE}/now").text)["contest"]
    assert contest is not None
    return dict(contest)


# --- entering --------------------------------------------------------------------------------------------------------
def test_a_plan_is_entered_replaced_and_taken_back(server: Server, teacher: Visitor) -> None:
    pupil = joined(server, "Builder")
    assert "Nothing is entered yet" in pupil.ask(PAGE).text
    assert enter(pupil, first=40).status == 302
    assert "begins with at least 40 km" in pupil.ask(PAGE).text
    assert enter(pupil, first=70).status == 302
    page = pupil.ask(PAGE).text
    assert "begins with at least 70 km" in page
    assert "begins with at least 40 km" not in page
    field = next(part for part in page.split("<input ") if 'name="first"' in part)
    assert 'value="70"' in field, "from there it is changed"
    (said,) = [one["says"] for one in seen(teacher)["entered"] if "Builder" in one["name"]]
    assert said.startswith("begins with at least 70 km")
    assert "entered" not in seen(teacher, "projector")
    assert 'id="entered-none" class="quiet" hidden' in teacher.ask(PAGE).text
    assert "begins with at least 70 km" not in joined(server).ask(PAGE).text, "it is nobody else's"
    assert pupil.form(PAGE, do="withdraw").status == 302
    assert "Nothing is entered yet" in pupil.ask(PAGE).text
    assert not [one for one in seen(teacher)["entered"] if "Builder" in one["name"]]


@pytest.mark.parametrize("wrong", [{"first": "5"}, {"step": "45.5"}, {"enough": "x"}, {"do": "upload"}, {"do": ""}])
def test_what_is_no_plan_is_not_kept_and_says_why(server: Server, wrong: dict[str, str]) -> None:
    pupil = joined(server)
    fields = {"do": "build"} | {name: str(value) for name, value in USUAL.items()} | wrong
    said = pupil.form(PAGE, **fields)
    assert said.status == 200
    assert 'role="alert"></p>' not in said.text
    assert "Nothing is entered yet" in pupil.ask(PAGE).text


# --- playing ---------------------------------------------------------------------------------------------------------
def test_it_is_played_seen_by_all_and_ends_with_every_round(server: Server, teacher: Visitor) -> None:
    good, other = joined(server, "Good"), joined(server, "Other")
    assert enter(good, first=70).status == 302
    assert enter(other, first=10).status == 302
    assert teacher.post(ORDER, {"do": "start", "own": True}).status == 200
    assert seen(teacher)["did"]["do"] == "start"
    assert soon(lambda: not now(good)["running"])
    assert teacher.post(ORDER, {"do": "stop"}).status == 200
    assert seen(teacher)["did"]["do"] == "stop"
    found = now(good)
    assert (found["round"], found["failed"]) == (found["of"], "")
    names = [row["name"] for row in found["rows"]]
    assert "Random" in names
    (mine,) = [row for row in found["rows"] if row["name"].startswith("Good")]
    assert mine["says"].startswith("begins with at least 70 km")
    assert 0 <= mine["low"] <= mine["value"] <= mine["high"] <= 1
    (theirs,) = [row for row in found["rows"] if row["name"].startswith("Other")]
    assert mine["low"] > theirs["high"], "ten kilometres are the worst first card"
    assert seen(teacher)["contest"]["rows"] == found["rows"]
    shown = seen(teacher, "projector")  # it has followed
    assert [row["value"] for row in shown["contest"]["rows"]] == [row["value"] for row in found["rows"]]
    assert not any(row["says"] or row["name"].startswith("Good") for row in shown["contest"]["rows"])
    summary = teacher.ask("/class/summary").text
    assert all(f"<strong>{name}</strong>" in summary for name in names)
    assert teacher.post("/class/teacher", {"do": "names", "hidden": True}).status == 200
    assert "Good" not in json.dumps(seen(teacher, "projector"))
    teacher.post("/class/teacher", {"do": "names", "hidden": False})
    teacher.post("/class/teacher", {"do": "show", "lesson": "tournament", "key": None})


class Class:
    """A class of two who have entered a plan, without a server."""

    def __init__(self, where: Path) -> None:
        open_other_class(where / "classes.sqlite")
        self.desk = Desk(str(where / "classes.sqlite"), "9 b", 10)
        self.desk.begin()
        self.contest = contest.Contest(self.desk)

    async def enter(self) -> None:
        for name, first in (("Ada", 70), ("Bob", 10)):
            await self.contest.enter((await self.desk.join(name, "somewhere"))[0], {**USUAL, "first": first})

    async def play(self, own: bool = False) -> None:
        await self.contest.start(own=own)
        while self.contest.running:
            await asyncio.sleep(0.01)

    @property
    def stands(self) -> dict[str, Any]:
        found = self.contest.collect_for_all()
        assert found is not None
        return found

    @property
    def names(self) -> list[str]:
        return [row["name"] for row in self.stands["rows"]]


def assert_only_bob_is_kept(folder: Path) -> None:
    kept = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    assert (b'"first": 10' in kept, b'"first": 70' in kept) == (True, False)


def play_until_stopped(started: threading.Event, stopped: threading.Event | None = None) -> Any:
    """A tournament that goes on until somebody stops it."""

    def play(*arguments: Any, cancel: threading.Event, **options: Any) -> Any:
        started.set()
        assert cancel.wait(PATIENCE)
        if stopped is not None:
            stopped.set()
        return tournament(*arguments, cancel=cancel, **options)

    return play


@story
async def test_a_tournament_holds_up_nobody_plays_once_at_a_time_and_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = threading.Event()
    monkeypatch.setattr(contest, "tournament", play_until_stopped(started))

    here = Class(tmp_path)
    await here.enter()
    await here.contest.start(own=False)
    assert await asyncio.to_thread(started.wait, PATIENCE), "meanwhile the loop goes on"
    with pytest.raises(ReportError):
        await here.contest.start(own=False)
    await here.contest.stop()
    found = here.stands
    here.desk.close()
    assert (found["running"], found["failed"], found["rows"]) == (False, "", [])


def test_a_tournament_ends_with_its_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started, stopped = threading.Event(), threading.Event()
    monkeypatch.setattr(contest, "tournament", play_until_stopped(started, stopped))

    async def closed() -> None:
        here = Class(tmp_path)
        await here.enter()
        await here.contest.start(own=False)
        assert await asyncio.to_thread(started.wait, PATIENCE)
        here.contest.close()
        here.desk.close()

    asyncio.run(closed())  # waits for every thread
    assert stopped.is_set()


@story
async def test_a_tournament_that_fails_says_so_to_each_in_their_language_and_can_be_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError

    here = Class(tmp_path)
    await here.enter()
    monkeypatch.setattr(contest, "tournament", fail)
    await here.play()
    said = []
    for spoken in ("en", "de"):
        with use_language(spoken):
            said.append(here.stands["failed"])
    monkeypatch.undo()
    await here.play()
    assert here.stands["failed"] == ""
    assert here.names == ["Ada (1)", "Bob (2)"]
    here.desk.close()
    english, german = said
    assert english
    assert german
    assert english != german
    assert "MemoryError" in caplog.text


@story
async def test_where_no_more_plans_are_taken_those_entered_can_be_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "MOST_PLANS", 2)

    here = Class(tmp_path)
    await here.enter()
    ada = next(one for one in here.desk.members.values() if one.nickname == "Ada")
    await here.contest.enter(ada, {**USUAL, "first": 80})
    with pytest.raises(ReportError):
        await here.contest.enter((await here.desk.join("Eve", "somewhere"))[0], USUAL)
    assert [dict(one.plan)["first"] for one in await here.contest.list_entries()] == [80, 10]
    here.desk.close()


@story
async def test_of_who_is_let_go_while_it_is_played_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = threading.Event()

    def play(*arguments: Any, **options: Any) -> Any:
        assert gone.wait(PATIENCE)
        return tournament(*arguments, **options)

    monkeypatch.setattr(contest, "tournament", play)

    here = Class(tmp_path)
    await here.enter()
    await here.contest.start(own=True)
    await here.desk.remove(*(one.id for one in here.desk.members.values() if one.nickname == "Ada"))
    gone.set()
    while here.contest.running:
        await asyncio.sleep(0.01)
    with pytest.raises(ReportError):
        await here.play()
    await here.play(own=True)  # one plan, beside the game's own strategies
    here.desk.close()
    assert "Bob (2)" in here.names
    assert "?" not in here.names
    assert_only_bob_is_kept(tmp_path)


@story
async def test_how_it_stands_outlives_the_server_and_of_who_is_let_go_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, kept = Class(tmp_path), list[int]()

    def play(*arguments: Any, **options: Any) -> Any:
        kept.append(contest.load_standings(first.desk.store, first.desk.opened.id)[0].get("round", 0))
        return tournament(*arguments, **options)

    monkeypatch.setattr(contest, "tournament", play)
    await first.enter()
    await first.play()
    assert kept == [0, 1, 2], "each round is kept before the next one is played"
    first.desk.close()
    again = Class(tmp_path)
    assert again.stands == first.stands
    assert again.names == ["Ada (1)", "Bob (2)"]
    await again.desk.remove(*(one.id for one in again.desk.members.values() if one.nickname == "Ada"))
    again.desk.close()
    left = Class(tmp_path)
    assert left.stands["rows"] == first.stands["rows"][1:]
    left.desk.close()
    assert_only_bob_is_kept(tmp_path)

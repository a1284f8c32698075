"""The tournament of a class: who enters what, who starts it, what it says, and everybody who means harm."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamekit.classroom import contest
from gamekit.classroom.desk import Desk
from gamekit.classroom.plans import knobs
from gamekit.lab.arena.strategy_file import LARGEST
from gamekit.words import language, use_language
from tests.serve.test_class import Visitor, joined, seen
from tests.serving import Server

HEAD = "def choose(s, t, player, actions, n, rng):\n    "
FAIR = '"""Lays <b>its</b> lowest card."""\n\n' + HEAD + "return actions[0]\n"
SECRET = "MY_SECRET_IDEA = 12345\n"
ORDER = "/class/tournament/order"
PAGE = "/class/tournament"


def entering(pupil: Visitor, source: str | bytes, **fields: str) -> Any:
    """A file as a browser sends it."""
    pupil.ask("/class/privacy")
    body = b""
    for name, value in ({"_xsrf": pupil.cookies["_xsrf"], "do": "upload"} | fields).items():
        body += f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    text = source.encode() if isinstance(source, str) else source
    body += (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="../<b>.py"\r\n\r\n' + text + b"\r\n--x--\r\n"
    )
    return pupil.ask(PAGE, "POST", body, Content_Type="multipart/form-data; boundary=x")


def until(told: Callable[[], bool], seconds: float = 240.0) -> None:
    """Wait for something that will be, however busy the machine is."""
    end = time.monotonic() + seconds
    while not told():
        assert time.monotonic() < end
        time.sleep(0.1)


def now(visitor: Visitor) -> dict[str, Any]:
    """How it stands."""
    contest = json.loads(visitor.ask(f"{PAGE}/now").text)["contest"]
    assert contest is not None
    return dict(contest)


# --- entering --------------------------------------------------------------------------------------------------------
def test_a_plan_or_a_file_is_entered_replaced_and_taken_back(server: Server, teacher: Visitor) -> None:
    pupil = joined(server, "Builder")
    assert "Nothing is entered yet" in pupil.ask(PAGE).text
    given = {knob.name: str(knob.value) for knob in knobs()}
    assert pupil.form(PAGE, do="build", **given).status == 302
    assert "begins with at least 40 km" in pupil.ask(PAGE).text
    assert entering(pupil, FAIR).status == 302
    page = pupil.ask(PAGE).text
    assert "Lays &lt;b&gt;its&lt;/b&gt; lowest card." in page
    assert "at least 40 km, climbs" not in page
    assert [one["says"] for one in seen(teacher)["entered"] if "Builder" in one["name"]] == [
        "Lays <b>its</b> lowest card."
    ]
    assert "entered" not in seen(teacher, "projector")
    assert pupil.form(PAGE, do="withdraw").status == 302
    assert "Nothing is entered yet" in pupil.ask(PAGE).text
    assert not [one for one in seen(teacher)["entered"] if "Builder" in one["name"]]


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "import os\n    return os.fork()",
        HEAD + "return open('/etc/passwd')" + "\nimport subprocess",
        "x" * (LARGEST + 1),
        b"\xff\xfe\x00bad",
        b"",
        "def other(): return 1",
        "x = " + "-" * 40_000 + "1",
        "x = " + "1+" * 20_000 + "1",
        HEAD + "return __import__('os')",
    ],
)
def test_a_file_that_may_not_play_is_not_kept_and_says_why(server: Server, source: str | bytes) -> None:
    pupil = joined(server)
    said = entering(pupil, source)
    assert said.status == 200
    assert "Traceback" not in said.text
    found = re.search(r'role="alert">([^<]+)<', said.text)
    assert found
    assert len(found[1]) > 15
    assert "Nothing is entered yet" in pupil.ask(PAGE).text


def test_ten_megabytes_are_refused_and_the_server_goes_on(server: Server) -> None:
    pupil = joined(server)
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it hangs up in the middle, which is as good
        assert entering(pupil, "#" * 10_000_000).status in (400, 413)
    assert "too long" in entering(pupil, "#" * 300_000).text
    assert entering(pupil, FAIR).status == 302
    pupil.form(PAGE, do="withdraw")


def test_only_who_is_in_enters_only_the_teacher_orders_and_nobody_sees_anothers_code(
    server: Server, teacher: Visitor
) -> None:
    author, other, stranger = joined(server, "Author"), joined(server), Visitor(server)
    assert entering(author, SECRET + FAIR).status == 302
    assert entering(stranger, FAIR).status == 403
    for path in (PAGE, f"{PAGE}/now"):
        assert stranger.ask(path).status == 403
    assert entering(other, FAIR, _xsrf="forged").status == 403
    for order in ({"do": "start", "own": True}, {"do": "stop"}, {"do": "remove", "pupil": 1}, {"do": "game"}):
        for visitor in (author, stranger):
            visitor.ask("/class/privacy")
            assert visitor.post(ORDER, order).status == 403
    for visitor in (other, teacher):
        for path in (PAGE, f"{PAGE}/now", "/class/answers.csv"):
            assert "MY_SECRET_IDEA" not in visitor.ask(path).text
    assert "MY_SECRET_IDEA" not in json.dumps(seen(teacher))
    author.form(PAGE, do="withdraw")


# --- playing ---------------------------------------------------------------------------------------------------------
def test_it_is_played_seen_by_all_and_stopped_and_one_bad_file_is_only_its_author_out(
    server: Server, teacher: Visitor
) -> None:
    good, bad = joined(server, "Good"), joined(server, "Bad")
    assert good.report(lesson="start").status == 200
    assert entering(good, FAIR).status == 302
    assert entering(bad, SECRET + HEAD + "return actions[100]\n").status == 302
    assert teacher.post(ORDER, {"do": "start", "own": True}).status == 200
    assert teacher.post(ORDER, {"do": "start", "own": True}).status == 400  # it is being played
    until(lambda: bool(now(good)["rows"]))
    assert teacher.post(ORDER, {"do": "stop"}).status == 200
    found = now(good)
    assert not found["running"]
    names = [row["name"] for row in found["rows"]]
    assert "Random" in names or "random" in " ".join(names).lower()
    (mine,) = [row for row in found["rows"] if row["name"].startswith("Good")]
    assert mine["says"] == "Lays <b>its</b> lowest card."
    assert 0 <= mine["low"] <= mine["value"] <= mine["high"] <= 1
    assert len(found["out"]) == 1
    assert found["out"][0].startswith("Bad")
    assert "line 2" in bad.ask(PAGE).text or "IndexError" in bad.ask(PAGE).text
    assert "IndexError" not in good.ask(PAGE).text + json.dumps(found)
    assert seen(teacher)["contest"]["rows"] == found["rows"]
    shown = seen(teacher, "projector")  # it has followed
    assert shown["contest"]["rows"] == found["rows"]
    for order, follows in (
        ({"do": "show", "lesson": "tournament", "key": None}, False),
        ({"do": "compete"}, True),
        ({"do": "ask", "lesson": "start", "key": "bet-1"}, False),
        ({"do": "compete"}, True),
        ({"do": "send", "lesson": "start"}, False),
        ({"do": "show", "lesson": "tournament", "key": "standings"}, True),
    ):
        assert teacher.post("/class/teacher", order).status == 200
        heard = seen(teacher, "projector")
        assert (heard["contest"] is not None) == follows, order
        assert (heard["question"] is not None) == (order["do"] == "ask"), order
    assert "MY_SECRET_IDEA" not in json.dumps(shown)
    assert teacher.post("/class/teacher", {"do": "names", "hidden": True}).status == 200
    assert "Good" not in json.dumps(seen(teacher, "projector"))
    teacher.post("/class/teacher", {"do": "names", "hidden": False})
    teacher.post("/class/teacher", {"do": "show", "lesson": "tournament", "key": None})


@pytest.mark.thorough
def test_a_file_that_hangs_is_stopped_with_everything_it_has_started(server: Server, teacher: Visitor) -> None:
    hanging = joined(server)
    assert entering(hanging, HEAD + "while True:\n        pass\n").status == 302
    before = server.descendants()
    assert teacher.post(ORDER, {"do": "start", "own": True}).status == 200
    until(lambda: len(server.descendants() - before) >= 2)
    assert joined(server).ask("/class/privacy").status == 200  # meanwhile pages are answered
    assert teacher.post(ORDER, {"do": "stop"}).status == 200
    until(lambda: not server.descendants() - before)
    hanging.form(PAGE, do="withdraw")


def test_a_teacher_reads_which_limits_hold_on_this_computer(server: Server, teacher: Visitor) -> None:
    from gamekit.lab.arena.apart import limits

    assert limits() in teacher.ask(PAGE).text
    assert limits() not in joined(server).ask(PAGE).text


def test_nothing_of_an_entry_is_left_in_the_file_when_its_author_leaves(server: Server) -> None:
    pupil = joined(server)
    marker = "xq" * 9
    assert entering(pupil, f"K = 1  # {marker}\n" + FAIR).status == 302
    places = [Path(server.classes.name) / name for name in os.listdir(server.classes.name)]
    assert any(marker.encode() in place.read_bytes() for place in places)
    assert pupil.form("/class", do="leave").status == 302
    assert not any(marker.encode() in place.read_bytes() for place in places if place.exists())


SAYS = """
import json, sys
json.loads(sys.stdin.readline())
rows = [["number-1", 0.75, 0.7, 0.8], ["number-2", 0.25, 0.2, 0.3]]
print(json.dumps({"share": 1.0, "rows": rows, "titles": {"number-1": "Lays high."}, "out": {}, "games": 100}))
print(json.dumps({"done": True}))
"""


def test_the_process_is_told_the_language_of_whoever_starts_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says = SAYS.replace("json.loads", "task = json.loads").replace('"Lays high."', 'task["language"]')
    monkeypatch.setattr(contest, "PLAYER", (sys.executable, "-c", says))

    async def play() -> str:
        desk = Desk(str(tmp_path / f"{language()}.sqlite"), "9 b", 10)
        desk.begin()
        here = contest.Contest(desk)
        for name in ("Ada", "Bob"):
            await here.enter((await desk.join(name, "somewhere"))[0], FAIR)
        await here.start(own=False)
        while here.running:
            await asyncio.sleep(0.05)
        found = here.collect_for_all() or {}
        desk.close()
        return str(found["rows"][0]["says"])

    for spoken in ("de", "en"):
        with use_language(spoken):
            assert asyncio.run(play()) == spoken


@pytest.mark.parametrize(("spoken", "said"), [("de", "mindestens zwei Strategien"), ("en", "at least two strategies")])
def test_the_process_gives_its_reasons_in_the_language_it_is_told(spoken: str, said: str) -> None:
    task = {"game": "route66", "players": 2, "options": {}, "files": [], "own": [], "language": spoken}
    with subprocess.Popen(contest.PLAYER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(task) + "\n")
        process.stdin.flush()
        assert said in json.loads(process.stdout.readline())["refused"]


def test_how_it_stands_outlives_the_server_and_of_who_is_let_go_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contest, "PLAYER", (sys.executable, "-c", SAYS))
    where = str(tmp_path / "classes.sqlite")

    def rows(there: contest.Contest) -> list[str]:
        found = there.collect_for_all()
        return [] if found is None else [f"{row['name']} {row['value']} {row['says']}".strip() for row in found["rows"]]

    def refusals(there: contest.Contest) -> list[str]:
        found = there.collect_for_all() or {}
        return [found["refused"]] if found.get("refused") else []

    async def played() -> int:
        desk = Desk(where, "9 b", 10)
        desk.begin()
        here = contest.Contest(desk)
        ada, _key = await desk.join("Ada", "somewhere")
        bob, _key = await desk.join("Bob", "somewhere")
        for member in (ada, bob):
            await here.enter(member, FAIR)
        await here.start(own=False)
        while here.running:
            await asyncio.sleep(0.05)
        assert rows(here) == ["Ada (1) 0.75 Lays high.", "Bob (2) 0.25"]
        assert refusals(here) == []
        monkeypatch.setattr(contest, "PLAYER", (sys.executable, "-c", SAYS.rpartition("print")[0]))
        await here.start(own=False)
        while here.running:
            await asyncio.sleep(0.05)
        assert refusals(here) == ["The tournament ended by itself. Start it once more."]
        monkeypatch.setattr(contest, "PLAYER", (sys.executable, "-c", SAYS))
        await here.start(own=False)
        while here.running:
            await asyncio.sleep(0.05)
        desk.close()
        return ada.id

    async def begun_again(gone: int | None) -> list[str]:
        desk = Desk(where, "9 b", 10)
        desk.begin()
        here = contest.Contest(desk)
        found = rows(here)
        assert not here.running
        if gone is not None:
            await desk.remove(gone)
        desk.close()
        return found

    ada = asyncio.run(played())
    assert asyncio.run(begun_again(gone=ada)) == ["Ada (1) 0.75 Lays high.", "Bob (2) 0.25"]
    assert asyncio.run(begun_again(gone=None)) == ["Bob (2) 0.25"]
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert b"Lays high." not in left

"""A class on a running server: who gets in, what is stored, what is told to whom; and everybody who should not."""

from __future__ import annotations

import asyncio
import csv
import http.client
import io
import json
import re
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from gamekit.server.class_ import contest as plans
from gamekit.server.class_.answer_export import name_columns
from gamekit.server.class_.desk import MOST_LINES_EACH
from gamekit.server.class_.schemas import CONTEST, LARGEST_REPORT
from gamekit.server.rate_limit import GUESSES_AT_ONCE, REPORTS_AT_ONCE
from tests.serving import PATIENCE, Answer, Server, lesson, soon

LESSON = "kartenspiel/rules"
"""Seconds on a busy machine; how long it takes is measured by benchmarks/class_answers."""
FORM = "application/x-www-form-urlencoded"
BET = {"turn": 1, "lesson": LESSON, "key": "bet-1", "round": 1, "value": 30}
ASKED = "How many of 100?"
QUESTIONS = f"""
from IPython.display import display
from gamekit.widgets import Bet

for key in ("bet-1", "seen", "flood", "came", "again", "shown", "vote", "pairs", "summed"):
    display(Bet("{ASKED}", low=0, high=100, key=key))
for turn in range(2, 60, 2):
    display(Bet(f"Work {{turn}}", low=0, high=100, key=f"work-{{turn}}"))
"""
ASK = {"game": "kartenspiel", "players": 3, "decisions": 12, "seed": 1}
KNOBS = {knob.name: str(knob.value) for knob in plans.knobs()}


class Visitor:
    """A browser without scripts: its cookies, and what it sends."""

    def __init__(self, server: Server, address: str = "127.0.0.1") -> None:
        self.server, self.address = server, address
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        if self.cookies:
            headers["Cookie"] = self.cookie
        said = self.server.get(path, method, body, self.address, **headers)
        for cookie in said.cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return said

    def form(self, path: str, **fields: str) -> Answer:
        self.ask("/class/privacy")  # brings the cookie against forged forms
        body = urlencode(fields | {"_xsrf": self.cookies["_xsrf"]}).encode()
        return self.ask(path, "POST", body, Content_Type=FORM)

    def join(self, nickname: str = "", code: str = "", **more: str) -> Answer:
        return self.form("/class", do="join", code=code or self.server.code, nickname=nickname, **more)

    def post(self, path: str, body: object) -> Answer:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.ask(path, "POST", raw, X_XSRFToken=self.cookies.get("_xsrf", ""))

    def report(self, **changes: Any) -> Answer:
        return self.post("/class/report", BET | changes)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def listen(self, kind: str, **headers: str) -> WebSocketClientConnection:
        return await self.line(f"/class/live/{kind}", **headers)

    async def line(self, path: str, **headers: str) -> WebSocketClientConnection:
        address = f"ws://{self.server.host}:{self.server.port}{path}"
        return await websocket_connect(HTTPRequest(address, headers={"Cookie": self.cookie, **headers}))


def key_of(server: Server) -> str:
    found = re.search(r"Your board, for you alone:  \S+\?key=(\w+)", server.output)
    assert found, server.output
    return found[1]


def teacher_of(server: Server) -> Visitor:
    teacher = Visitor(server)
    assert teacher.ask(f"/class/teacher?key={key_of(server)}").status == 302
    teacher.ask("/class/privacy")
    return teacher


def joined(server: Server, nickname: str = "") -> Visitor:
    visitor = Visitor(server)
    assert visitor.join(nickname).status == 302
    return visitor


def seen(teacher: Visitor, kind: str = "board") -> Any:
    async def first() -> Any:
        line = await teacher.listen(kind)
        said = await asyncio.wait_for(line.read_message(), PATIENCE)
        line.close()
        assert said is not None
        return json.loads(said)

    return asyncio.run(first())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("class") / "notebooks"
    lesson(root / "start.ipynb", "# Start\n\n## Play\n\n## Predict\n\n## Where next", "1 + 1", title="Find your way")
    lesson(root / "kartenspiel" / "rules.ipynb", "# Rules\n\n## Play\n\n## Predict\n\n## Where next", QUESTIONS)
    return root


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with class_server(folder, 150) as running:
        yield running


@pytest.fixture
def limited(folder: Path) -> Iterator[Server]:
    """A server on which what was used up never grows again, however slow this machine is."""
    first = "from gamekit.server import rate_limit as r; r.GUESSES_A_SECOND = r.REPORTS_A_SECOND = 0"
    with class_server(folder, 9, first=first) as running:
        yield running


def class_server(folder: Path, pupils: int, *options: str, **how: Any) -> Server:
    """A class on a server of its own."""
    return Server(folder, "--class", str(pupils), "--address", "127.0.0.1", *options, **how)


# --- getting in ------------------------------------------------------------------------------------------------------
def test_pupils_join_with_the_code_and_a_nickname_if_they_like(server: Server, teacher: Visitor) -> None:
    named, unnamed = joined(server, "Łukasz"), Visitor(server)
    assert unnamed.join(code=server.code.upper().replace("-", "")).status == 302
    assert "Łukasz" in named.ask("/class").text
    people = {one["number"]: one["name"] for one in seen(teacher)["people"]}
    assert "Łukasz" in people.values()
    assert None in people.values()
    mine = json.loads(named.ask("/class/me").text)
    assert mine["state"]["name"] == "Łukasz"
    assert named.form("/class", do="rename", nickname="Luke").status == 302
    assert json.loads(named.ask("/class/me").text)["state"]["name"] == "Luke"


def test_without_the_code_nobody_is_in_and_pages_that_ask_lead_to_the_class(server: Server) -> None:
    stranger = Visitor(server)
    for path in ("/", "/lessons/start.html", "/picture/kartenspiel.svg"):
        asked = stranger.ask(path)
        assert (asked.status, asked.headers["Location"].partition("?")[0]) == (302, "/class")
    assert stranger.ask(f"/?code={server.code}").status == 302, "a code in an address opens nothing"
    assert stranger.ask("/panel", "POST", b"{}", Content_Type="application/json").status == 403
    assert "That is not the code." in stranger.join(code="wrong").text
    assert stranger.ask("/").status == 302
    assert "What is kept of you" in stranger.ask("/class/privacy").text
    inside = joined(server)
    assert inside.ask("/").status == 200
    assert all("HttpOnly" in c for c in Visitor(server).join().cookies if "gamekit-pupil" in c)


def test_who_joins_comes_to_the_page_they_wanted_or_else_to_where_the_class_is(server: Server) -> None:
    wanted = Visitor(server).ask("/play/kartenspiel").headers["Location"]
    asked = Visitor(server).ask(wanted).text
    assert 'name="next" value="/play/kartenspiel"' in asked
    assert Visitor(server).join(next="/play/kartenspiel").headers["Location"] == "/play/kartenspiel"
    usual = Visitor(server).join().headers["Location"]
    for wrong in ("//elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example", "/"):
        assert Visitor(server).join(next=wrong).headers["Location"] == usual


def test_guessing_the_code_is_slow(limited: Server) -> None:
    guesser = Visitor(limited, "127.0.0.77")
    said = [guesser.join(code=f"wrong-{number}").status for number in range(GUESSES_AT_ONCE + 1)]
    assert said == [*[200] * GUESSES_AT_ONCE, 429]
    # What is not compared tells nothing; who guesses nothing is not held up.
    assert [Visitor(limited, f"127.0.0.{host}").join().status for host in (77, 78)] == [429, 302]


def test_the_teacher_closes_the_door_and_draws_a_new_code(folder: Path) -> None:
    with class_server(folder, 5) as running:
        teacher, inside = teacher_of(running), joined(running)
        assert teacher.post("/class/teacher", {"do": "door", "closed": True}).status == 200
        assert Visitor(running).join().status == 200
        assert len(seen(teacher)["people"]) == 1
        assert seen(teacher, "projector")["closed"]
        assert inside.ask("/").status == 200
        teacher.post("/class/teacher", {"do": "door", "closed": False})
        assert teacher.post("/class/teacher", {"do": "renew"}).status == 200
        assert Visitor(running).join().status == 200, "the old code"
        code = seen(teacher)["code"]
        assert code in teacher.ask("/class/projector").text
        assert Visitor(running).join(code=code).status == 302
        assert inside.post("/class/teacher", {"do": "renew"}).status == 403


@pytest.mark.parametrize("nickname", ["<script>alert(1)</script>", "x" * 25, "Ada\u202e", "x" * 3000])
def test_a_forged_nickname_gets_a_sentence_and_no_seat(server: Server, nickname: str) -> None:
    visitor = Visitor(server)
    said = visitor.join(nickname)
    assert said.status == 200
    assert "A nickname" in said.text
    assert "<script>alert" not in said.text
    assert visitor.ask("/class/me").status == 403


@pytest.mark.parametrize("key", ["", "x", "x" * 5000, "ü", "../../etc/passwd"])
def test_a_forged_key_is_nobody(server: Server, key: str) -> None:
    real = joined(server)
    (name,) = (name for name in real.cookies if "pupil" in name)
    forger = Visitor(server)
    forger.cookies = real.cookies | {name: key.encode("ascii", "ignore").decode()}
    assert forger.report().status in (302, 403)
    assert forger.ask("/class/me").status == 403


# --- what is sent ----------------------------------------------------------------------------------------------------
def test_a_report_is_confirmed_when_it_is_stored_and_then_seen_on_the_board(server: Server, teacher: Visitor) -> None:
    pupil = joined(server)

    async def both() -> Any:
        line = await teacher.listen("board")
        await line.read_message()
        said = await asyncio.to_thread(pupil.report, key="seen", value=45)
        assert json.loads(said.text) == {"stored": 1}
        while True:
            now = json.loads(str(await asyncio.wait_for(line.read_message(), PATIENCE)))
            for question in now["questions"]:
                if question["key"] == "seen":
                    line.close()
                    return question

    question = asyncio.run(both())
    assert [bar["text"] for bar in question["rounds"][0]["bars"] if bar["count"]] == ["40–49"]


@pytest.mark.parametrize(
    "body",  # all other forms: tests/server/class_/test_store.py
    [
        b"{" * LARGEST_REPORT,
        BET | {"value": 1e300},
        BET | {"lesson": "kartenspiel/none"},
        BET | {"round": 5},
        BET | {"value": 101},
        BET | {"key": "bet-2"},
        BET | {"question": {"text": "Forged?", "low": 0, "high": 100}},
    ],
)
def test_a_report_of_a_wrong_form_gets_a_sentence(server: Server, body: object) -> None:
    said = joined(server).post("/class/report", body)
    assert said.status == 400
    assert len(json.loads(said.text)["refused"]) > 10
    assert "Traceback" not in said.text


def send_flood(send: Callable[[int], Answer]) -> list[Answer]:
    """What is answered to the requests that are refused of more than are allowed."""
    said = [send(turn) for turn in range(1, 2 * REPORTS_AT_ONCE)]
    return [one for one in said if one.status == 429]


def test_a_flood_is_slowed_and_others_are_not(limited: Server) -> None:
    flooder, other = joined(limited), joined(limited)
    assert flooder.report(key="flood", turn=1).status == 200
    refused = send_flood(lambda turn: flooder.report(key="flood", turn=turn))
    assert "Retry-After" in refused[0].headers
    assert send_flood(lambda turn: flooder.post("/class/move", {"number": 1, "action": 0, "turn": turn}))
    assert other.report(key="flood").status == 200


def test_a_form_of_another_page_and_a_report_without_the_token_are_refused(server: Server) -> None:
    pupil = joined(server)
    assert pupil.ask("/class/report", "POST", json.dumps(BET).encode()).status == 403
    assert pupil.ask("/class", "POST", b"do=leave", Content_Type=FORM).status == 403
    assert pupil.ask("/class/me").status == 200


def test_a_forged_question_is_refused_and_appears_nowhere(server: Server, teacher: Visitor) -> None:
    forger = joined(server)
    forged = {"text": "Forged about the teacher?", "low": 0, "high": 100}
    said = [
        forger.report(key="seen", turn=5, question=forged),
        forger.report(key="seen", turn=6, text=forged["text"], title="Forged", place="Forged", order=1),
        forger.report(key="forged", turn=7),
        forger.post("/class/report", {"turn": 8, "lesson": LESSON, "number": 1, "done": 0, "name": "Forged"}),
        forger.post("/class/report", {"turn": 9, "lesson": LESSON, "number": 50, "done": 0}),
    ]
    assert [one.status for one in said] == [400] * 5
    assert forger.report(key="seen").status == 200
    teacher.post("/class/teacher", {"do": "show", "lesson": LESSON, "key": "seen", "shares": True})
    everywhere = [json.dumps(seen(teacher, kind)) for kind in ("board", "projector")]
    everywhere += [teacher.ask(path).text for path in ("/class/answers.csv", "/class/summary")]
    assert not [one for one in everywhere if "orged" in one]
    assert all(ASKED in one for one in everywhere)


def test_invented_questions_are_refused_however_many_there_are(server: Server, teacher: Visitor) -> None:
    before = {one["key"] for one in seen(teacher)["questions"]}
    crowd = [joined(server) for _ in range(400 // REPORTS_AT_ONCE + 1)]
    said = [crowd[n % len(crowd)].report(key=f"invented-{n}", turn=n + 1).status for n in range(400)]
    assert set(said) == {400}
    assert {one["key"] for one in seen(teacher)["questions"]} == before


def test_what_came_out_is_marked_without_a_name(server: Server, teacher: Visitor) -> None:
    pupil = joined(server, "Nameless")
    assert pupil.report(key="came", value=37).status == 200
    assert teacher.post("/class/teacher", {"do": "result", "lesson": LESSON, "key": "came", "value": 50}).status == 200
    assert teacher.post("/class/teacher", {"do": "show", "lesson": LESSON, "key": "came"}).status == 200
    (question,) = (one for one in seen(teacher)["questions"] if one["key"] == "came")
    assert question["result"] == {"bar": 5, "text": "50"}
    shown = seen(teacher, "projector")
    assert shown["question"]["result"] is None, "before it is shown"
    shows = {"do": "show", "lesson": LESSON, "key": "came", "shares": True, "outcome": True}
    teacher.post("/class/teacher", shows)
    shown = seen(teacher, "projector")
    assert shown["question"]["result"]["bar"] == 5
    assert "Nameless" not in json.dumps(shown)
    for value, bar in ((None, None), (1000, None)):  # taken away; beyond every bar
        teacher.post("/class/teacher", {"do": "result", "lesson": LESSON, "key": "came", "value": value})
        (question,) = (one for one in seen(teacher)["questions"] if one["key"] == "came")
        assert (question["result"] or {"bar": None})["bar"] == bar
    for wrong in ({"value": "x"}, {"value": 1e300}, {"value": "NaN"}, {"key": "<b>", "value": 1}, {}):
        order = {"do": "result", "lesson": LESSON, "key": "came"} | wrong
        assert teacher.post("/class/teacher", order).status == 400
    assert pupil.post("/class/teacher", {"do": "result", "lesson": LESSON, "key": "came", "value": 1}).status == 403
    teacher.post("/class/teacher", {"do": "show", "lesson": LESSON, "key": None})


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """No file of the server can grow or be written any more; then there is room again."""
    resource: Any = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("only Linux limits another process")
    usual = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, usual[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, usual)


def test_what_a_full_disk_does_not_take_has_not_happened_is_said_and_can_be_tried_again(
    folder: Path, tmp_path: Path
) -> None:
    options = ("--class-data", str(tmp_path / "c.sqlite"))
    with class_server(folder, 9, *options) as server:
        teacher, pupil, other = teacher_of(server), joined(server, "Xenophilia"), joined(server, "Zoroaster")
        mine = next(one["id"] for one in seen(teacher)["people"] if one["name"] == "Xenophilia")
        assert pupil.report().status == 200
        table = pupil.form("/class/tables", do="open", game="kartenspiel", players="2").headers["Location"]
        with full_disk(server):
            unsent = pupil.report(turn=2, value=60)
            assert unsent.status == 503  # a page keeps it, and sends it again
            assert "did not take this" in json.loads(unsent.text)["refused"]
            for path, fields in (
                ("/class", {"do": "join", "code": server.code}), ("/class", {"do": "leave"}),
                ("/class/tables", {"do": "open", "game": "kartenspiel", "players": "2"}),
                ("/class/tournament", {"do": "build", **KNOBS}),
            ):  # fmt: skip
                visitor = Visitor(server) if fields["do"] == "join" else other
                assert "did not take this" in visitor.form(path, **fields).text, fields
            for order in ({"do": "remove", "pupil": mine}, {"do": "end"}, {"do": "names", "hidden": True}):
                said = teacher.post("/class/teacher", order)
                assert (said.status, "did not take this" in said.text) == (503, True), order
        assert {one["name"] for one in seen(teacher)["people"]} == {"Xenophilia", "Zoroaster"}
        assert pupil.report(turn=2, value=60).status == 200
        assert pupil.ask(table).status == 200
        assert teacher.post("/class/teacher", {"do": "remove", "pupil": mine}).status == 200
        left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert b"Xenophilia" not in left
        assert b"Zoroaster" in left
        assert pupil.ask("/class/me").status == 403
        assert teacher.post("/class/teacher", {"do": "end"}).status == 200
        assert teacher.ask("/class/teacher").status == 403
        left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert not [
            word for word in (b"Xenophilia", b"Zoroaster", b"How many of 100", server.code.encode()) if word in left
        ]
        for secret in ("Xenophilia", "Zoroaster", "Traceback", *pupil.cookies.values()):
            assert secret not in server.output


def test_a_class_at_the_same_address_takes_nobody_s_key_away(server: Server, folder: Path, tmp_path: Path) -> None:
    here = joined(server, "Guest")
    with class_server(folder, 9, "--class-data", str(tmp_path / "c.sqlite"), "--class-name", "9z") as elsewhere:
        # As in the browser of somebody whose school has one address and another class in each hour.
        moved = Visitor(elsewhere)
        moved.cookies = {name.replace(str(server.port), str(elsewhere.port)): v for name, v in here.cookies.items()}
        before = dict(moved.cookies)
        assert moved.ask("/class/me").status == 403
        assert moved.join("Guest").status == 302
        assert moved.ask("/class/me").status == 200
        ours = {name: value for name, value in before.items() if name.startswith(("gamekit-pupil", "gamekit-in"))}
        assert {name: moved.cookies[name] for name in ours} == ours


def test_a_class_that_is_open_on_another_server_is_not_opened_twice(folder: Path, tmp_path: Path) -> None:
    options = ("--class-data", str(tmp_path / "c.sqlite"))
    with class_server(folder, 9, *options):
        with pytest.raises(AssertionError, match="is open already, on another server"):
            class_server(folder, 9, *options).__enter__()
        with class_server(folder, 9, *options, "--class-name", "another"):
            pass
    with class_server(folder, 9, *options):
        pass  # the first has ended


# --- the teacher -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("page", ["teacher", "projector", "answers.csv", "pupil/1", "steps/start", "summary"])
def test_the_teachers_pages_need_the_teachers_key(server: Server, page: str) -> None:
    for visitor in (Visitor(server), joined(server)):
        said = visitor.ask(f"/class/{page}")
        assert said.status == 403
        assert "Traceback" not in said.text
    forger = joined(server)
    own, pupil = next((name, value) for name, value in forger.cookies.items() if "pupil" in name)
    for wrong in ("x", pupil, server.code):
        assert forger.ask(f"/class/teacher?key={wrong}").status == 403
        forger.cookies[own.replace("pupil", "teacher")] = wrong
        assert forger.ask(f"/class/{page}").status == 403


@pytest.mark.parametrize("kind", ["board", "projector"])
def test_a_pupil_hears_nothing_of_the_board(server: Server, kind: str) -> None:
    async def heard(visitor: Visitor) -> object:
        line = await visitor.listen(kind)
        return await asyncio.wait_for(line.read_message(), PATIENCE)

    assert asyncio.run(heard(joined(server))) is None
    assert asyncio.run(heard(Visitor(server))) is None


def test_another_page_cannot_listen(server: Server, teacher: Visitor) -> None:
    table = joined(server).form("/class/tables", do="open", game="kartenspiel", players="2").headers["Location"]
    for path in ("/class/live/board", f"{table}/live"):
        with pytest.raises(HTTPClientError, match="403"):
            asyncio.run(teacher.line(path, Origin="http://elsewhere.example"))


def test_one_browser_has_only_so_many_lines(server: Server) -> None:
    pupil = joined(server)

    async def many() -> int:
        lines = [await pupil.listen("pupil") for _ in range(MOST_LINES_EACH + 3)]
        heard = [await asyncio.wait_for(line.read_message(), PATIENCE) for line in lines]
        for line in lines:
            line.close()
        return heard.count(None)

    assert asyncio.run(many()) == 3


LETTERS = [b"", b"[]", b"{" * 4000, b"x" * 9000]
"""What is no request of ours, wherever it is sent."""
WRONG_ORDERS: list[object] = [
    {"do": "nothing"}, {"do": "remove", "pupil": 10**9}, {"do": "remove", "pupil": [1]}, {"do": "remove"},
    {"do": "pace", "lesson": "none", "open": 1}, {"do": "pace", "lesson": LESSON, "open": "x"},
    {"do": "pace", "lesson": LESSON, "open": -4}, {"do": "timer", "seconds": "NaN"},
    *({"do": do, "lesson": LESSON, "key": "none"} for do in ("ask", "talk", "again", "tell")),
    {"do": "ask", "lesson": "none", "key": "bet-1"}, {"do": "talk", "lesson": LESSON},
    {"do": "show", "lesson": LESSON, "key": "<b>"}, {"do": "send", "lesson": "../x"},
]  # fmt: skip
WRONG_IN_A_TOURNAMENT: list[object] = [
    {"do": "x"}, {"do": "game", "game": "none", "players": 2}, {"do": "remove"}, {"do": "start"},
    {"do": "game", "game": "kartenspiel", "players": 6000}, {"do": "game", "game": 1, "players": 2},
]  # fmt: skip
WRONG_PROPOSALS: list[object] = [{"number": 1}, {"number": "1", "action": 1, "turn": 1}]
WRONG_POSITIONS: list[object] = [
    {}, {"game": "none"}, {"file": "x"}, {"file": 3}, ASK | {"players": 50}, ASK | {"seed": "x"}
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "order"),
    [
        (path, one)
        for path, wrong in {
            "/class/teacher": WRONG_ORDERS, "/class/tournament/order": WRONG_IN_A_TOURNAMENT,
            "/class/move": WRONG_PROPOSALS, "/class/move/ask": WRONG_POSITIONS,
        }.items()
        for one in (*LETTERS, *wrong)
    ],
)  # fmt: skip
def test_a_request_of_a_wrong_form_gets_a_sentence(server: Server, teacher: Visitor, path: str, order: object) -> None:
    said = (joined(server) if path == "/class/move" else teacher).post(path, order)
    assert said.status == 400
    assert len(json.loads(said.text)["refused"]) > 10


def test_what_the_teacher_sets_reaches_every_page(server: Server, teacher: Visitor) -> None:
    pupil = joined(server)
    pupil.report(key="again")

    async def orders() -> list[Any]:
        line, heard = await pupil.listen("pupil"), []
        held = json.loads(str(await asyncio.wait_for(line.read_message(), 2)))
        assert held["pace"] == {}, "what holds when it comes, for it may have been set since the page asked"
        for order in (
            {"do": "pace", "lesson": "start", "open": 1},
            {"do": "pace", "lesson": LESSON, "open": 2},
            {"do": "pace", "lesson": LESSON, "open": 3},
            {"do": "send", "lesson": LESSON},
            {"do": "timer", "seconds": 90},
            {"do": "again", "lesson": LESSON, "key": "again"},
            {"do": "compete"},
        ):
            assert (await asyncio.to_thread(teacher.post, "/class/teacher", order)).status == 200
            heard.append(json.loads(str(await asyncio.wait_for(line.read_message(), 2))))
        line.close()
        return heard

    first, pace, opened, sent, timer, again, contest = asyncio.run(orders())
    assert pace["pace"] == {"start": 1, LESSON: 2}
    assert pace["sent"] == first["sent"], "nobody moves where a class begins to go on together"
    assert opened["sent"]["lesson"] == LESSON, "a step that is opened is gone to from everywhere"
    assert opened["sent"]["number"] == sent["sent"]["number"] - 1
    assert sent["sent"]["lesson"] == LESSON
    assert contest["sent"] == {"lesson": CONTEST, "number": again["sent"]["number"] + 1, "key": None, "step": None}
    assert Visitor(server).join().headers["Location"] == "/class/tournament", "who joins comes there, too"
    assert timer["timer"] - timer["now"] == pytest.approx(90, abs=5)
    assert again["rounds"] == {LESSON: {"again": 2}}
    assert pupil.report(key="again", turn=5).status == 400
    assert pupil.report(key="again", turn=6, round=2).status == 400, "whoever goes on closes the vote"
    (question,) = (one for one in seen(teacher)["questions"] if one["key"] == "again")
    assert (question["stage"], [one["count"] for one in question["rounds"]]) == ("told", [1, 0])
    free = [{"do": "pace", "lesson": name, "open": None} for name in ("start", LESSON)]
    for order in (*free, {"do": "timer", "seconds": 0}, {"do": "send", "lesson": LESSON}):
        assert teacher.post("/class/teacher", order).status == 200


def test_the_projector_hears_only_what_belongs_to_nobody(server: Server, teacher: Visitor) -> None:
    joined(server, "Secretive").report(key="shown")
    assert teacher.post("/class/teacher", {"do": "show", "lesson": LESSON, "key": "shown"}).status == 200
    heard = seen(teacher, "projector")
    assert heard["question"]["key"] == "shown"
    assert set(heard) == {"in", "online", "question", "timer", "paused", "now", "runs", "contest", "code", "closed"}
    assert heard["contest"] is None
    assert "Secretive" not in json.dumps(heard)
    assert "Secretive" not in teacher.ask("/class/projector").text
    assert "Secretive" in json.dumps(seen(teacher))
    assert teacher.post("/class/teacher", {"do": "names", "hidden": True}).status == 200
    assert "Secretive" not in json.dumps(seen(teacher))
    teacher.post("/class/teacher", {"do": "names", "hidden": False})


@pytest.mark.parametrize("page", ["/class/teacher", "/class/tournament"])
def test_what_a_teacher_orders_by_a_page_is_known_by_what_stands_in_it(teacher: Visitor, page: str) -> None:
    (token,) = re.findall(r'data-xsrf="([^"]+)"', teacher.ask(page).text)
    order = json.dumps({"do": "names", "hidden": False}).encode()
    assert teacher.ask("/class/teacher", "POST", order, X_XSRFToken=token).status == 200


def test_the_board_knows_the_steps_of_a_lesson_and_the_table_is_a_file(server: Server, teacher: Visitor) -> None:
    assert json.loads(teacher.ask("/class/steps/start").text) == {"steps": ["Play", "Predict"], "questions": []}
    asked = json.loads(teacher.ask(f"/class/steps/{LESSON}").text)["questions"]
    assert asked[0]["key"] == "bet-1"
    assert asked[0]["text"].endswith(ASKED), "its number stands before it: others have the same words"
    table = teacher.ask("/class/answers.csv")
    assert table.headers["Content-Disposition"] == 'attachment; filename="class.csv"'
    assert table.text.lstrip("\ufeff").startswith(",".join(name_columns()))


def test_the_summary_shows_what_was_said_and_carries_nothing_out(server: Server, teacher: Visitor) -> None:
    name = "O’Neill & Co"
    pupil = joined(server, name)
    assert pupil.report(key="summed").status == 200
    shown = teacher.ask("/class/summary")
    assert shown.status == 200
    assert shown.headers["Cache-Control"] == "no-store"
    assert ASKED in shown.text
    assert "O’Neill &amp; Co" in shown.text
    teacher.post("/class/teacher", {"do": "names", "hidden": True})
    assert "O’Neill" not in teacher.ask("/class/summary").text
    teacher.post("/class/teacher", {"do": "names", "hidden": False})


# --- a class's whole life --------------------------------------------------------------------------------------------


async def draw_pairs(teacher: Visitor, pupils: Sequence[Visitor]) -> None:
    """Who is there talks to whom about the question "pairs"."""
    lines = [await pupil.listen("pupil") for pupil in pupils]
    for line in lines:
        await asyncio.wait_for(line.read_message(), PATIENCE)
    order = {"do": "talk", "lesson": LESSON, "key": "pairs"}
    assert (await asyncio.to_thread(teacher.post, "/class/teacher", order)).status == 200
    for line in lines:
        line.close()


def wait_for_rows(teacher: Visitor) -> dict[str, Any]:
    """How the tournament stands as soon as a round of it has been kept."""
    assert soon(lambda: bool((seen(teacher)["contest"] or {"rows": []})["rows"]))
    return dict(seen(teacher)["contest"])


@pytest.mark.thorough  # quickly, without a server: tests/server/class_/test_store.py
def test_nothing_confirmed_is_lost_when_the_server_is_killed_amid_votes_work_and_a_tournament(
    folder: Path, tmp_path: Path, port: int
) -> None:
    options = ("--class-data", str(tmp_path / "c.sqlite"))
    confirmed: dict[tuple[str, str], int] = {}
    began = threading.Event()

    def send(pupil: Visitor, number: str) -> None:
        for turn in range(2, 60, 2):
            try:
                if pupil.report(turn=turn, value=turn, round=2).status == 200:
                    confirmed[number, "vote"] = turn
                text = f"Work {turn}"
                if pupil.report(turn=turn + 1, value=turn, key=f"work-{turn}").status == 200:
                    confirmed[number, text] = turn
            except (OSError, http.client.HTTPException):
                return  # killed
            if turn == 8:
                began.set()

    with class_server(folder, 9, *options, port=port) as first:
        teacher, pupils = teacher_of(first), [joined(first) for _ in range(3)]
        for place, pupil in enumerate(pupils):
            assert pupil.report(value=10 * place).status == 200
            assert pupil.report(key="pairs", value=10 * place).status == 200
            assert pupil.form("/class/tournament", do="build", **KNOBS).status == 302
        assert teacher.post("/class/teacher", {"do": "again", "lesson": LESSON, "key": "bet-1"}).status == 200
        assert teacher.post("/class/tournament/order", {"do": "start", "own": False}).status == 200
        standing = wait_for_rows(teacher)
        asyncio.run(draw_pairs(teacher, pupils))
        states = [json.loads(pupil.ask("/class/me").text)["state"] for pupil in pupils]
        assert states[0]["rounds"][LESSON]["bet-1"] == 2
        assert all(state["talk"]["with"] for state in states)
        with ThreadPoolExecutor() as all_at_once:
            sent = [all_at_once.submit(send, one, str(own["number"])) for one, own in zip(pupils, states, strict=True)]
            assert began.wait(PATIENCE)
            first.process.send_signal(signal.SIGKILL)
            for one in sent:
                one.result()
        assert first.process.wait() == -signal.SIGKILL
    with class_server(folder, 9, *options, port=port) as second:
        for pupil, before in zip(pupils, states, strict=True):
            pupil.server = second
            after = json.loads(pupil.ask("/class/me").text)["state"]
            kept = ("me", "votes", "rounds", "talk")
            assert [after[key] for key in kept] == [before[key] for key in kept]
            assert "begins with at least" in pupil.ask("/class/tournament").text
        stands = seen(teacher_of(second))["contest"]
        rows = list(csv.DictReader(io.StringIO(teacher_of(second).ask("/class/answers.csv").text.lstrip("\ufeff"))))
    assert not stands["running"]
    assert stands["games"] >= standing["games"] > 0
    assert {row["name"] for row in stands["rows"]} == {row["name"] for row in standing["rows"]}
    found = {(one["number"], one["question"], one["round"]): float(one["answer"]) for one in rows if one["answer"]}
    assert len(confirmed) > len(pupils), "not only votes"
    for (number, text), value in confirmed.items():
        if text == "vote":  # one that was stored and not confirmed any more may have come after it
            assert found[number, ASKED, "2"] >= value
        else:
            assert found[number, text, "1"] == value
    for place, own in enumerate(states):
        assert found[str(own["number"]), ASKED, "1"] == 10 * place


def test_a_class_is_started_from_the_gallery_by_who_sits_at_the_machine(folder: Path) -> None:
    with Server(folder) as server:
        here = Visitor(server)
        page = here.ask("/").text
        assert "Start my class" in page
        assert "/class/start" in page
        assert here.ask("/class/start", "POST", b"", Content_Type=FORM).status == 403  # a form of another page
        started = here.form("/class/start")
        assert (started.status, started.headers["Location"]) == (302, "/class/teacher")
        board = here.ask("/class/teacher").text
        code = re.search(r'the-code">([\w-]+)<', board)
        assert code
        assert "My class: the board" in here.ask("/").text
        stranger = Visitor(server)
        assert stranger.ask("/").status == 302
        assert stranger.form("/class/start").status in (302, 403)
        assert stranger.join(code=code[1]).status == 302
        assert "Start my class" not in stranger.ask("/").text
        assert here.post("/class/teacher", {"do": "end"}).status == 200
        assert stranger.ask("/").status == 200, "the lessons go on for who was in the class"
        assert here.ask("/").status == 200, "and for who sits at the machine"


def test_without_a_class_nothing_of_it_answers(folder: Path) -> None:
    with Server(folder) as server:
        visitor = Visitor(server)
        assert visitor.ask("/").status == 200
        assert visitor.ask("/class").status == 404
        assert visitor.ask("/class/me").status == 403
        visitor.ask("/class/privacy")
        assert visitor.report().status == 403
        for path in ("/class/teacher", "/class/teacher?key=", "/class/answers.csv", "/class/projector"):
            assert visitor.ask(path).status == 403
        assert not Path(f"{server.classes.name}/classes.sqlite").exists()

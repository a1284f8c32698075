"""A class on a running server: who gets in, what is stored, what is told to whom; and everybody who should not."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.web import RequestHandler
from tornado.websocket import WebSocketClientConnection, WebSocketHandler, websocket_connect

from gamekit.server import app
from gamekit.server.class_ import contest as plans
from gamekit.server.class_.answer_export import name_columns
from gamekit.server.class_.schemas import LARGEST_REPORT
from gamekit.server.class_activity_handlers import LARGEST_SAVED
from gamekit.server.class_handlers import ENDED, LONGEST_ORDER, REFUSED
from gamekit.server.rate_limit import GUESSES_AT_ONCE, REPORTS_AT_ONCE
from tests.serving import PATIENCE, Answer, Server, lesson, story

LESSON = "kartenspiel/rules"
FORM = "application/x-www-form-urlencoded"
BET = {"turn": 1, "lesson": LESSON, "key": "bet-1", "round": 1, "value": 30}
ASKED = "How many of 100?"
QUESTIONS = f"""
from IPython.display import display
from gamekit.widgets import Bet, Question, Quiz

display(Quiz(lambda rng: Question("6 · 7?", 42), key="practice"))
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


async def look(teacher: Visitor, kind: str = "board") -> Any:
    line = await teacher.listen(kind)
    said = await asyncio.wait_for(line.read_message(), PATIENCE)
    line.close()
    assert said is not None
    return json.loads(said)


def seen(teacher: Visitor, kind: str = "board") -> Any:
    return asyncio.run(look(teacher, kind))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("class") / "notebooks"
    lesson(root / "start.ipynb", "# Start\n\n## Play\n\n## Predict\n\n## Where next", "1 + 1", title="Find your way")
    lesson(root / "kartenspiel" / "rules.ipynb", "# Rules\n\n## Play\n\n## Predict\n\n## Where next", QUESTIONS)
    return root


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with class_server(folder, 150, "--class-name", "9 ö") as running:
        yield running


@pytest.fixture(scope="module")
def limited(folder: Path) -> Iterator[Server]:
    """A server on which what was used up never grows again, however slow this machine is."""
    first = (
        "from gamekit.server import drawing_queue as d, panel_handlers as p, rate_limit as r; d.OTHERS_AT_ONCE = 0; "
        "d.OTHERS_A_SECOND = p.QUESTIONS_A_SECOND = r.GUESSES_A_SECOND = r.REPORTS_A_SECOND = 0"
    )
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
    doors = [one.ask("/").text.count('class/tables"') for one in (named, Visitor(server))]
    assert doors == [1, 0], "the gallery leads whoever is in to the tables"
    mine = named.ask("/class/me")
    assert json.loads(mine.text)["state"]["name"] == "Łukasz"
    assert mine.headers["Cache-Control"] == "no-store"
    assert named.form("/class", do="rename", nickname="Luke").status == 302
    assert json.loads(named.ask("/class/me").text)["state"]["name"] == "Luke"


def test_without_the_code_nobody_is_in_and_pages_that_ask_lead_to_the_class(server: Server) -> None:
    stranger = Visitor(server)
    assert stranger.ask("/lessons/start.html").headers["Location"] == "/class?next=%2Flessons%2Fstart.html"
    assert stranger.ask(f"/?code={server.code}").status == 302, "a code in an address opens nothing"
    assert "That is not the code." in stranger.join(code="wrong").text
    assert stranger.ask("/").status == 302


def test_who_joins_comes_to_the_page_they_wanted_or_else_to_where_the_class_is(server: Server) -> None:
    wanted = Visitor(server).ask("/play/kartenspiel").headers["Location"]
    asked = Visitor(server).ask(wanted).text
    assert 'name="next" value="/play/kartenspiel"' in asked
    assert Visitor(server).join(next="/play/kartenspiel").headers["Location"] == "/play/kartenspiel"
    usual = Visitor(server).join().headers["Location"]
    for wrong in ("//elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example", "/"):
        assert Visitor(server).join(next=wrong).headers["Location"] == usual


def given(said: Answer) -> dict[str, set[str]]:
    """The class's cookies of an answer, by kind, with what stands beside the value; "none" for no value."""
    found = {}
    for name, value, rest in (re.split("[=;]", one, maxsplit=2) for one in said.cookies):
        if name.startswith("gamekit-"):
            beside = {part.strip().partition("=")[0] if "expires" in part else part.strip() for part in rest.split(";")}
            found[name.split("-")[1]] = beside | (set() if value.strip('"') else {"none"})
    return found


@story
async def test_who_is_who_is_known_by_cookies_that_no_script_reads_and_who_leaves_leaves_nothing(folder: Path) -> None:
    open_to_scripts = {"Path=/", "SameSite=Lax", "expires"}
    secret, gone = open_to_scripts | {"HttpOnly"}, {"none", "Path=/", "expires"}
    with class_server(folder, 9) as running:
        teacher, leaver, removed = Visitor(running), Visitor(running), Visitor(running)
        assert given(teacher.ask(f"/class/teacher?key={key_of(running)}")) == {"teacher": secret}
        board = teacher.ask("/class/teacher")
        assert given(board) == {"teaching": open_to_scripts}
        assert board.headers["Referrer-Policy"] == "no-referrer"
        assert given(removed.join("Zoe")) == given(leaver.join("Zeb")) == {"pupil": secret, "in": open_to_scripts}
        for pupil in (removed, leaver):
            opened = pupil.form("/class/tables", do="open", game="kartenspiel", players="2")
            assert opened.status == 302
        assert given(leaver.form("/class", do="leave")) == {"pupil": gone, "in": gone}
        (one,) = (await look(teacher))["people"]
        assert len(json.loads(teacher.ask(f"/class/pupil/{one['id']}").text)["tables"]) == 1
        assert teacher.post("/class/teacher", {"do": "remove", "pupil": one["id"]}).status == 200
        assert given(removed.ask("/class/me")) == {"pupil": gone, "in": gone}
        assert "A: ?" not in teacher.ask("/class/tables").text, "their seats are free"
        line = await teacher.line(f"{opened.headers['Location']}/live")
        ended = await asyncio.to_thread(teacher.post, "/class/teacher", {"do": "end"})
        assert given(ended) == {"teacher": gone, "teaching": gone}
        while await line.read_message() is not None:
            pass
        assert line.close_code == ENDED, "who looks on at a table hears of the end"


def test_guessing_the_code_is_slow(limited: Server) -> None:
    guesser = Visitor(limited, "127.0.0.77")
    said = [guesser.join(code=f"wrong-{number}") for number in range(GUESSES_AT_ONCE + 1)]
    assert [one.status for one in said] == [*[200] * GUESSES_AT_ONCE, 429]
    assert "Retry-After" in said[-1].headers
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
    assert json.loads(joined(server).report(key="seen", value=45).text) == {"stored": 1}
    (question,) = [one for one in seen(teacher)["questions"] if one["key"] == "seen"]
    assert "40–49" in [bar["text"] for bar in question["rounds"][0]["bars"] if bar["count"]]


@pytest.mark.parametrize(
    "body",  # all other forms: tests/server/class_/test_store.py
    [
        b"{" * LARGEST_REPORT,
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
    assert send_flood(lambda _turn: flooder.post("/panel", {}))
    assert other.post("/panel", {}).status == 415, "who has the same address has a measure of their own"
    drawn = [other.ask(f"/picture/kartenspiel.svg{which}").status for which in ("", "?seed=99")]
    assert drawn == [200, 503], "of positions that no page shows few are drawn"


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
        forger.post("/class/report", {"turn": 9, "lesson": LESSON, "number": 4, "done": 0}),
        forger.post("/class/report", {"turn": 9, "lesson": LESSON, "number": 1, "done": 4}),
        forger.report(turn=9, lesson="moves/kartenspiel", key="move-1"),
    ]
    assert [one.status for one in said] == [400] * 7
    assert forger.report(key="seen").status == 200
    teacher.post("/class/teacher", {"do": "show", "lesson": LESSON, "key": "seen", "shares": True})
    everywhere = [json.dumps(seen(teacher, kind)) for kind in ("board", "projector")]
    everywhere += [teacher.ask(path).text for path in ("/class/answers.csv", "/class/summary")]
    assert not [one for one in everywhere if "orged" in one]
    assert all(ASKED in one for one in everywhere)


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


# --- the teacher -----------------------------------------------------------------------------------------------------
ALL, INSIDE, PUPILS, TEACHERS, NOBODY = "ngopt", "pt", "p", "t", ""
"""Who is let in, by letters: nobody known, gone from the class, one with a forged key, a pupil, the teacher."""
CODE = "TABLE"
ALLOWED: dict[tuple[str, str], tuple[str, object]] = {
    **{("GET", path): (ALL, None) for path in ("/class", "/class/privacy", "/alive", "/shared/x.js")},
    **{("GET", path): (INSIDE, None) for path in (
        "/", "/picture/kartenspiel.svg", "/thumb/start.svg", "/play/kartenspiel", "/puzzles/kartenspiel",
        "/kind/kartenspiel", "/lessons/start.html", "/class/tables", f"/class/table/{CODE}",
        f"/class/table/{CODE}/polled", "/class/tournament", "/class/tournament/now",
    )},
    **{("GET", path): (PUPILS, None) for path in ("/class/me", "/class/polled/pupil", "/class/move")},
    **{("GET", path): (TEACHERS, None) for path in (
        "/class/teacher", "/class/projector", "/class/answers.csv", "/class/pupil/1", "/class/steps/start",
        "/class/summary", "/class/move/1.json", "/class/polled/board", "/class/polled/projector",
    )},
    ("GET", "/class/teacher?key=wrong"): (NOBODY, None),
    ("LINE", "/class/live/pupil"): (PUPILS, None),
    **{("LINE", f"/class/live/{kind}"): (TEACHERS, None) for kind in ("board", "projector")},
    ("LINE", f"/class/table/{CODE}/live"): (INSIDE, None),
    **{("POST", path): (INSIDE, {}) for path in ("/panel", "/board")},
    ("POST", "/class"): (ALL, {"do": "join", "code": "wrong", "nickname": ""}),
    ("POST", "/class/start"): (NOBODY, {"": ""}),
    ("POST", "/class/report"): (PUPILS, {"turn": 1, "lesson": "start", "number": 1, "done": 0}),
    ("POST", "/class/tables"): (INSIDE, {"do": "find", "code": CODE}),
    ("POST", f"/class/table/{CODE}/polled"): (NOBODY, {"do": "begin"}),
    ("POST", "/class/move"): (PUPILS, {"number": 1, "action": -1, "turn": 1}),
    ("POST", "/class/tournament"): (PUPILS, {"do": "withdraw"}),
    ("POST", "/class/move/ask"): (TEACHERS, ASK),
    ("POST", "/class/teacher"): (TEACHERS, {"do": "names", "hidden": False}),
    ("POST", "/class/tournament/order"): (TEACHERS, {"do": "players", "players": 2}),
}  # fmt: skip
FORMS = ("/class", "/class/start", "/class/tables", "/class/tournament")


def is_let_in(visitor: Visitor, method: str, path: str, body: Any) -> bool:
    """Ask; whether it was neither refused nor led to the form for the code."""
    if method == "LINE":

        async def hear() -> bool:
            line = await visitor.line(path)
            return await asyncio.wait_for(line.read_message(), PATIENCE) is not None

        return asyncio.run(hear())
    if method == "GET":
        said = visitor.ask(path)
    else:
        said = visitor.form(path, **body) if path in FORMS else visitor.post(path, body)
    led_away = said.headers.get("Location", "").startswith("/class?")
    assert said.status < 500
    assert "Traceback" not in said.text
    assert method == "GET" or not led_away, "what was sent is not asked for again"
    return said.status != 403 and not led_away and '"closed":' not in said.text[:12]


def test_every_address_lets_in_whom_it_is_for_and_nobody_else(server: Server, teacher: Visitor) -> None:
    visitors = {
        "n": Visitor(server),
        "g": joined(server, "Gone"),
        "o": joined(server),
        "p": joined(server),
        "t": teacher,
    }
    for visitor in visitors.values():
        visitor.ask("/class/privacy")  # brings the token, so that nobody is refused for want of it
    own, key = next((name, value) for name, value in visitors["o"].cookies.items() if "pupil" in name)
    visitors["o"].cookies |= {own: key[::-1], own.replace("pupil", "teacher"): key}
    gone = next(one["id"] for one in seen(teacher)["people"] if one["name"] == "Gone")
    assert teacher.post("/class/teacher", {"do": "remove", "pupil": gone}).status == 200
    table = visitors["p"].form("/class/tables", do="open", game="kartenspiel", players="2").headers["Location"][-4:]
    assert teacher.post("/class/move/ask", ASK).status == 200
    found = {}
    for (method, path), (_who, body) in ALLOWED.items():
        asked = json.loads(json.dumps([path, body]).replace(CODE, table))
        let_in = [who for who, visitor in visitors.items() if is_let_in(visitor, method, *asked)]
        found[method, path] = "".join(let_in)
    assert found == {asked: who for asked, (who, _body) in ALLOWED.items()}


def test_the_table_of_who_may_ask_what_has_every_address() -> None:
    for pattern, handler in (*app.ADDRESSES, *app.LINES):
        ways = {"LINE"} if issubclass(handler, WebSocketHandler) else {
            one for one in ("GET", "POST") if getattr(handler, one.lower()) is not RequestHandler._unimplemented_method
        }  # fmt: skip
        assert ways <= {way for way, path in ALLOWED if re.fullmatch(pattern, path)}, pattern


@story
async def test_another_page_cannot_listen_and_one_of_ours_says_nothing(server: Server, teacher: Visitor) -> None:
    line = await teacher.listen("projector")
    await line.write_message("{}")
    while await line.read_message() is not None:
        pass
    assert line.close_code == REFUSED
    table = joined(server).form("/class/tables", do="open", game="kartenspiel", players="2").headers["Location"]
    for path in ("/class/live/board", f"{table}/live"):
        with pytest.raises(HTTPClientError, match="403"):
            await teacher.line(path, Origin="http://elsewhere.example")


LETTERS = [b"", b"[]", b"{" * 4000]
WRONG_ORDERS: list[object] = [
    {"do": "nothing"}, {"do": "remove", "pupil": 10**9}, {"do": "remove", "pupil": [1]}, {"do": "remove"},
    {"do": "pace", "lesson": "none", "open": 1}, {"do": "pace", "lesson": LESSON, "open": "x"},
    {"do": "pace", "lesson": LESSON, "open": -4}, {"do": "timer", "seconds": "NaN"},
    *({"do": do, "lesson": LESSON, "key": "none"} for do in ("ask", "talk", "again", "tell")),
    {"do": "ask", "lesson": "none", "key": "bet-1"}, {"do": "talk", "lesson": LESSON},
    {"do": "show", "lesson": LESSON, "key": "<b>"}, {"do": "send", "lesson": "../x"},
    {"do": "choose", "lesson": "none"},
    *({"do": "result", "lesson": LESSON, "key": "came"} | wrong for wrong in (
        {"value": "x"}, {"value": 1e300}, {"value": "NaN"}, {"key": "<b>", "value": 1}, {},
    )),
]  # fmt: skip
WRONG_IN_A_TOURNAMENT: list[object] = [
    {"do": "x"}, {"do": "remove"}, {"do": "start"}, *({"do": "players", "players": some} for some in (1, 7, 6000, "x")),
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


@pytest.mark.parametrize(
    ("path", "order", "most"),
    [
        ("/class/teacher", {"do": "names", "hidden": False}, LONGEST_ORDER),
        ("/class/tournament/order", {"do": "players", "players": 2}, LONGEST_ORDER),
        ("/class/move/ask", ASK, LARGEST_SAVED),
        ("/class", {"do": "join", "nickname": ""}, LONGEST_ORDER),
        ("/class/tables", {"do": "open", "game": "kartenspiel", "players": "2"}, LONGEST_ORDER),
    ],
)
def test_what_is_sent_is_as_long_as_it_may_be_and_no_longer(
    server: Server, teacher: Visitor, path: str, order: dict[str, Any], most: int
) -> None:
    pupil, status = joined(server), []
    for size in (most, most + 1):
        if path in FORMS:
            form = urlencode(order | {"_xsrf": pupil.cookies["_xsrf"], "rest": ""}).ljust(size, "x").encode()
            status.append(pupil.ask(path, "POST", form, Content_Type=FORM).status)
        else:
            status.append(teacher.post(path, json.dumps(order).ljust(size).encode()).status)
    assert status == ([302, 413] if path in FORMS else [200, 400])


def test_what_the_teacher_orders_is_carried_out(server: Server, teacher: Visitor) -> None:
    pupil = joined(server)
    assert pupil.report(key="again").status == 200
    where = {"lesson": LESSON, "key": "again"}
    orders: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"do": "pace", "lesson": LESSON, "open": 1}, {"pace": {LESSON: 1}}),
        ({"do": "send", "lesson": "start", "step": 2}, {"page": "lessons/start.html"}),
        ({"do": "ask"} | where, {"pace": {LESSON: 3}, "votes": {"again": "open"}}),  # its step is opened
        ({"do": "again"} | where, {"page": f"lessons/{LESSON}.html", "rounds": {LESSON: {"again": 2}}}),
        ({"do": "tell"} | where, {"votes": {"again": "told"}}),
        ({"do": "back"}, {"votes": {"again": "open"}}),
        ({"do": "withdraw"} | where, {"votes": {}}),
        ({"do": "compete"}, {"page": "class/tournament"}),
        ({"do": "pace", "lesson": LESSON, "open": None}, {"pace": {}}),
        ({"do": "send", "lesson": LESSON}, {"page": f"lessons/{LESSON}.html"}),
    ]
    for order, told in orders:
        assert teacher.post("/class/teacher", order).status == 200, order
        state = json.loads(pupil.ask("/class/me").text)["state"]
        state["votes"] = state["votes"].get(LESSON, {})  # of positions there may be others
        assert {what: state[what] for what in told} == told, order
    assert Visitor(server).join().headers["Location"] == f"/lessons/{LESSON}.html", "who joins comes there, too"
    assert teacher.post("/class/teacher", {"do": "choose", "lesson": LESSON}).status == 200
    assert seen(teacher)["ready"] == {"lesson": LESSON, "languages": {"en": True}}


@pytest.mark.parametrize("page", ["/class/teacher", "/class/tournament"])
def test_what_a_teacher_orders_by_a_page_is_known_by_what_stands_in_it(teacher: Visitor, page: str) -> None:
    (token,) = re.findall(r'data-xsrf="([^"]+)"', teacher.ask(page).text)
    order = json.dumps({"do": "names", "hidden": False}).encode()
    assert teacher.ask("/class/teacher", "POST", order, X_XSRFToken=token).status == 200


def test_the_board_knows_the_steps_of_a_lesson_and_the_table_is_a_file(server: Server, teacher: Visitor) -> None:
    assert json.loads(teacher.ask("/class/steps/start").text) == {"steps": ["Play", "Predict"], "questions": []}
    asked = json.loads(teacher.ask(f"/class/steps/{LESSON}").text)["questions"]
    assert asked[0]["key"] == "bet-1", "what is only for practice is put to nobody"
    assert asked[0]["text"].endswith(ASKED), "its number stands before it: others have the same words"
    table = teacher.ask("/class/answers.csv")
    assert table.headers["Content-Disposition"] == 'attachment; filename="9--.csv"'
    assert table.headers["Cache-Control"] == "no-store"
    assert table.text.lstrip("\ufeff").startswith(",".join(name_columns()))
    assert teacher.ask("/class/answers.csv?comma=1").text.lstrip("\ufeff").startswith(";".join(name_columns()))


def test_the_summary_shows_what_was_said_and_carries_nothing_out(server: Server, teacher: Visitor) -> None:
    name = "O’Neill & Co"
    pupil = joined(server, name)
    assert pupil.report(key="summed").status == 200
    shown = teacher.ask("/class/summary")
    assert shown.status == 200
    assert shown.headers["Cache-Control"] == "no-store"
    assert ASKED in shown.text
    assert "· A lesson</h2>" in shown.text, "its title, not its name"
    assert "O’Neill &amp; Co" in shown.text
    teacher.post("/class/teacher", {"do": "names", "hidden": True})
    assert "O’Neill" not in teacher.ask("/class/summary").text
    teacher.post("/class/teacher", {"do": "names", "hidden": False})


# --- a class's whole life --------------------------------------------------------------------------------------------


def test_nothing_of_a_class_answers_until_who_sits_at_the_machine_starts_one_from_the_gallery(folder: Path) -> None:
    with Server(folder) as server:
        here = Visitor(server)
        assert here.ask("/class").status == 404
        for path in ("/class/me", "/class/teacher?key=", "/class/teacher", "/class/answers.csv", "/class/projector"):
            assert here.ask(path).status == 403
        here.ask("/class/privacy")
        assert here.report().status == 403
        assert not Path(f"{server.classes.name}/classes.sqlite").exists()
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
        stranger, forger = Visitor(server, "127.0.0.2"), Visitor(server, "127.0.0.3")
        assert stranger.ask("/").status == 302
        assert stranger.form("/class/start").status in (302, 403)
        assert stranger.join(code=code[1]).status == 302
        assert "Start my class" not in stranger.ask("/").text
        assert here.post("/class/teacher", {"do": "end"}).status == 200
        forger.cookies = {name: value[::-1] for name, value in stranger.cookies.items()}
        assert stranger.ask("/").status == 200, "the lessons go on for who was in the class"
        assert forger.ask("/").status == 403
        assert here.ask("/").status == 200, "and for who sits at the machine"

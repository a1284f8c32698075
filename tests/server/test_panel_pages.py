"""What pages ask of a running server: answered in lines, checked before anybody runs it, refused in sentences."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.server.panel_handlers import QUESTIONS_AT_ONCE
from tests.server.test_class import class_server, joined, seen, teacher_of
from tests.serving import LONGEST_START, Answer, Server, lesson, soon

FLOOD = 500
COIN = """
from gamekit.lessons import kit
from gamekit.widgets import Bet
bet = Bet("How many heads?", unit="of 100", key="heads")
other = Bet("Which side?", choices=["heads", "tails"], key="side")

def heads(rng, n=100, side=("heads", "tails")):
    "Heads by lot"
    return kit.compare(rng.random(n) < 0.5, 0.5, bet=bet)

def steps(progress, n=3):
    "Step by step"
    for k in range(n):
        progress(k / n, f"step {k}")
    return kit.say(f"{n} steps, and {bet.said or 'nobody'} predicted.")

def ends(n=1):
    "Ends its process"
    import os
    if n > 1:
        os._exit(3)
    return kit.say("It is there.")

def waits(progress, on=False):
    "Waits to be killed"
    import os, time
    while not on:
        progress(0.5, str(os.getpid()))
        time.sleep(0.05)
    return kit.say("On.")

def breaks(n=1):
    "Breaks"
    return kit.say(str(1 // (n - 2)))

panel = lambda function, **ranges: display(kit.panel(function, **ranges))
display(bet, other)
panel(heads, n=(10, 1000, 10), side=["heads", "tails"])
panel(steps, n=(1, 9))
panel(ends, n=(1, 2))
panel(breaks, n=(1, 3))
panel(waits)
"""
MINE = """
import gamekit as gk

def mine(s, t, player, actions, n, rng):
    return actions[n - 1]

gk.play(gk.load("pig", players=2), seats=[None, mine], seed=3, name="mine")
"""


def parts_of(page: Answer) -> list[dict[str, Any]]:
    """The parts of a lesson's page, as its script unpacks them."""
    packed = re.search(r'id="parts">([^<]+)<', page.text)
    assert packed, page.text[:300]
    parts: list[dict[str, Any]] = json.loads(gzip.decompress(base64.b64decode(packed[1])))["parts"]
    return parts


class Page:
    """A page of the small lesson, which asks."""

    def __init__(self, server: Server, visitor: str = "", **headers: str) -> None:
        self.server, self.visitor, self.headers = server, visitor, headers
        told = [part["data"] for part in parts_of(server.lesson("coin", **headers)) if part["kind"] == "panel"]
        self.panels = {one["title"]: one["panel"] for one in told}

    def begin(self, title: str = "Step by step", **more: Any) -> HTTPResponse:
        """Ask a panel; what is said to it is read line by line."""
        question = {"lesson": "coin", "language": "en", "panel": self.panels.get(title, title)}
        return self.post({**question, "values": {}, "bets": {}, **more})

    def ask(self, title: str = "Step by step", **more: Any) -> list[dict[str, Any]]:
        return lines_of(self.begin(title, **more))

    def post(self, question: object, address: str = "/panel", **headers: str) -> HTTPResponse:
        body = question if isinstance(question, bytes) else json.dumps(question).encode()
        given = {"Content_Type": "application/json", **self.headers, **headers}
        return self.server.send(address, "POST", body, self.visitor, **given)

    def send(self, question: object, address: str = "/panel", **headers: str) -> list[dict[str, Any]]:
        return lines_of(self.post(question, address, **headers))


def lines_of(answer: HTTPResponse) -> list[dict[str, Any]]:
    """All that is said to a question."""
    text = answer.read().decode()
    assert "Traceback" not in text
    return [{"status": answer.status, **json.loads(line)} for line in text.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("asked")
    lesson(root / "coin.ipynb", "# Coin", COIN)
    lesson(root / "mine.ipynb", "# Mine", MINE)
    return root


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with Server(folder, "--workers", "2") as running:
        yield running


@pytest.fixture
def page(server: Server) -> Page:
    return Page(server)


def test_an_answer_comes_in_lines_and_brings_the_luck_with_which_it_is_had_again(page: Page) -> None:
    *_before, first = page.ask("Heads by lot", values={"n": 50})
    assert (first["type"], first["status"]) == ("result", 200)
    *_before, again = page.ask("Heads by lot", values={"n": 50}, seed=first["seed"])
    assert again == first
    assert page.ask("Heads by lot", values={"n": 50})[-1]["seed"] != first["seed"], "who presses again has other luck"
    assert page.ask("Heads by lot", values={"n": 50}, seed=first["seed"], wide=True)[-1]["parts"] != first["parts"]
    *before, last = page.ask(values={"n": 4})
    assert {"progress"} == {one["type"] for one in before}
    assert "4 steps, and nobody predicted." in last["parts"][0]["text"]
    assert not {"read", "outcomes", "memory"} & last.keys()


def test_each_pupil_has_their_own_prediction_in_one_process(page: Page) -> None:
    for value in (20, 70):
        *_before, last = page.ask(bets={"heads": value}, values={"n": 2})
        assert f"{value} of 100 predicted" in last["parts"][0]["text"]


WRONG: list[tuple[dict[str, Any], int, str]] = [
    ({"lesson": "nothing"}, 404, "There is no such lesson."),
    ({"lesson": "../coin"}, 404, "There is no such lesson."),
    ({"language": "xx"}, 404, "There is no such language."),
    ({"panel": "9-deadbeef"}, 409, "This lesson has been changed."),
    ({"panel": 3}, 400, "do not fit together"),
    ({"values": {"m": 3}}, 400, "This lesson has been changed."),
    ({"values": {"n": 0}}, 400, "N: allowed are 1 to 9."),
    ({"values": {"n": 2.5}}, 400, "N: must be a whole number."),
    ({"values": {"n": "3"}}, 400, "N: allowed are 1 to 9."),
    ({"values": {"n": 10**400}}, 400, "N: allowed are 1 to 9."),
    ({"values": {"n": True}}, 400, "N: allowed are 1 to 9."),
    ({"values": {"n": [1]}}, 400, "N: allowed are 1 to 9."),
    ({"values": {"n": [[1]]}}, 400, "do not fit together"),
    ({"values": {"n": [1] * 501}}, 400, "do not fit together"),
    ({"values": [3]}, 400, "do not fit together"),
    ({"seed": -1}, 400, "do not fit together"),
    ({"seed": "7"}, 400, "do not fit together"),
    ({"seed": 2**70}, 400, "do not fit together"),
    ({"bets": {"somebody else's": 3}}, 400, "This lesson has been changed."),
    ({"bets": {"heads": 10**400}}, 400, "The prediction must lie between 0 and 100."),
    ({"bets": {"heads": 101}}, 400, "The prediction must lie between 0 and 100."),
    ({"bets": {"side": 2}}, 400, "Please choose one of the answers."),
    ({"bets": {"heads": "50"}}, 400, "do not fit together"),
    ({"more": 1}, 400, "do not fit together"),
]


@pytest.mark.parametrize(("change", "status", "sentence"), WRONG, ids=lambda one: json.dumps(one)[:40])
def test_a_wrong_question_gets_a_sentence_and_reaches_no_worker(
    page: Page, change: dict[str, Any], status: int, sentence: str
) -> None:
    (said,) = page.ask(**change)
    assert (said["type"], said["status"]) == ("error", status)
    assert sentence in said["text"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"values": NaN}'])
def test_what_is_no_question_gets_a_sentence(page: Page, body: bytes) -> None:
    (said,) = page.send(body)
    assert (said["type"], said["status"]) == ("error", 400)


def test_a_megabyte_is_refused_with_a_sentence_and_a_page_of_another_origin_too(page: Page) -> None:
    (said,) = page.send(b'{"panel": "' + b"x" * 1_000_000 + b'"}')
    assert (said["status"], said["text"]) == (413, "This question is too long.")
    (said,) = page.send({}, Content_Type="text/plain")
    assert said["status"] == 415
    for origin in ("http://evil.example", "http://127.0.0.1:1"):
        (said,) = page.send({}, Origin=origin)
        assert said["status"] == 403


def test_hundreds_of_questions_of_one_visitor_at_once_hold_up_nobody_else(folder: Path) -> None:
    no_time = (
        "from gamekit.server import panel_handlers; panel_handlers.QUESTIONS_A_SECOND = 1e-6"  # however slow we are
    )
    with Server(folder, first=no_time) as running, ThreadPoolExecutor(FLOOD) as flood:
        page, rude, at_once = Page(running), Page(running, "127.0.0.9"), threading.Barrier(FLOOD + 1)

        def ask(number: int) -> int:
            at_once.wait(LONGEST_START)
            return int(rude.ask(values={"n": 1 + number % 9})[-1]["status"])

        asked = [flood.submit(ask, number) for number in range(FLOOD)]
        at_once.wait(LONGEST_START)
        assert [page.ask("Heads by lot", seed=seed)[-1]["type"] for seed in range(5)] == ["result"] * 5
        assert Counter(one.result() for one in asked) == {200: QUESTIONS_AT_ONCE, 429: FLOOD - QUESTIONS_AT_ONCE}


def test_a_worker_killed_from_outside_in_the_middle_of_a_run_holds_up_nobody_else(folder: Path) -> None:
    with Server(folder, "--workers", "1") as running:
        page = Page(running)
        victim = page.begin("Waits to be killed")
        worker = next(int(one["text"]) for one in map(json.loads, victim) if one["text"].isdecimal())
        others = [Page(running, f"127.0.0.{n}").begin("Heads by lot", seed=n) for n in (2, 3, 4)]
        assert ["You are next" in json.loads(one.readline())["text"] for one in others] == [True, False, False]
        os.kill(worker, signal.SIGKILL)
        (*_before, said) = map(json.loads, victim)
        assert (said["type"], "Press the button once more" in said["text"]) == ("error", True)
        assert [json.loads(one.readlines()[-1])["type"] for one in others] == ["result"] * 3
        assert worker not in running.descendants()
        assert page.ask("Waits to be killed", values={"on": True})[-1]["type"] == "result"
        left = page.begin("Waits to be killed")
        left.readline()
        left.close()
        assert page.ask("Heads by lot", seed=5)[-1]["type"] == "result", "nobody waits for it any more"


def test_a_function_that_breaks_is_a_sentence_and_one_that_ends_its_process_too(page: Page) -> None:
    broken = page.ask("Breaks", values={"n": 2})[-1]
    assert (broken["type"], "went wrong in the program" in broken["text"]) == ("error", True)
    for _again in range(2):
        ended = page.ask("Ends its process", values={"n": 2})[-1]
        assert (ended["type"], "Press the button once more" in ended["text"]) == ("error", True)
    assert page.ask("Ends its process")[-1]["type"] == "result"


def test_thirty_at_once_are_all_answered(page: Page) -> None:
    with ThreadPoolExecutor(30) as class_:
        answers = list(class_.map(lambda number: page.ask("Heads by lot", seed=number), range(30)))
    assert {one[-1]["type"] for one in answers} == {"result"}


def test_a_strategy_of_a_lesson_chooses_where_a_page_stands_and_nowhere_else(page: Page) -> None:
    (board,) = (part["data"] for part in parts_of(page.server.lesson("mine")) if part["kind"] == "board")
    where = {"turn": 0, "line": 0, "record": board["record"], "seats": board["seats"], "viewer": "0"}
    state = {**where, "actions": board["actions"], "step": board["at"], "seat": board["seats"][1]}
    asked = {"lesson": "mine", "language": "en", "board": board["number"], "do": "choose", "state": state}
    *_before, said = page.send(asked, "/board")
    session = gk.load("pig", players=2).session(3)
    assert (said["type"], said["value"]) == ("result", session.legal()[-1])
    for wrong in ({"board": 9}, {"do": "delete"}, {"state": {}}, {"state": {**state, "actions": [10**9]}}):
        assert page.send(asked | wrong, "/board")[-1]["type"] == "error"
    made = {**asked, "do": "make", "state": {}, "game": "pig", "options": {"players": 3}}
    assert page.send(made, "/board")[-1]["value"]


def test_the_class_hears_what_came_out_from_the_server_and_only_where_nothing_was_chosen(folder: Path) -> None:
    with class_server(folder, 3, "--lesson", "coin") as running:
        teacher, pupil = teacher_of(running), joined(running)
        page = Page(running, Cookie=pupil.cookie)
        assert pupil.report(lesson="coin", key="heads").status == 200

        def came_out() -> Any:
            return [one["outcome"] for one in seen(teacher)["questions"]]

        before = came_out()
        asked = {"lesson": "coin", "language": "en", "panel": page.panels["Heads by lot"], "bets": {"heads": 30}}
        for chosen in ({"seed": 5}, {"values": {"n": 50}}):
            assert page.send(asked | chosen)[-1]["type"] == "result"
        assert came_out() == before == [[]]
        assert page.send(asked)[-1]["type"] == "result"
        assert soon(lambda: came_out()[0] != [])

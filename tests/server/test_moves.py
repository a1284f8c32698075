"""“What would you play?”: which positions can be put, what a page is told, how proposals are stored and counted."""

from __future__ import annotations

import json
from typing import Any

from gamekit.core.session import replay_text
from gamekit.server.class_.moves import open_from_start
from gamekit.widgets.puzzle_data import puzzle_data
from tests.server.test_class import joined, seen, teacher_of
from tests.serving import Server

BEGIN = "createMovePage(document.getElementById('play'), "


def read(page: str) -> Any:
    """What a page is told."""
    return json.JSONDecoder().raw_decode(page[page.rindex(BEGIN) + len(BEGIN) :])[0]


def legal_in(page: str) -> tuple[int, list[int]]:
    """The question's number and the moves of a page."""
    return read(page)["number"], read(page)["news"]["now"]["legal"]


def test_the_teacher_puts_the_position_of_a_board_and_only_the_teachers_boards_can(server: Server) -> None:
    teacher, pupil = teacher_of(server), joined(server)
    session = open_from_start("kartenspiel", 2, 6, 3)
    saved = replay_text(session)
    assert teacher.post("/class/move/ask", {"file": saved, "step": session.step}).status == 200
    assert legal_in(pupil.ask("/class/move").text)[1] == session.legal()
    assert teacher.post("/class/move/ask", {"file": saved, "step": session.step + 1}).status == 400
    for path in ("/play/kartenspiel", "/web/class/ask_class.js"):
        assert "class/move/ask" in teacher.ask(path).text
    for one in (teacher, pupil):  # a pupil's page follows the class, so it may ask this server, too, and nobody else
        assert "connect-src 'self'" in one.ask("/play/kartenspiel").headers["Content-Security-Policy"]
    assert "class/move/ask" not in pupil.ask("/play/kartenspiel").text


def test_the_teacher_puts_a_puzzle_from_its_page_and_pupils_see_what_its_player_saw(server: Server) -> None:
    teacher, pupil = teacher_of(server), joined(server)
    one = puzzle_data("kartenspiel")["puzzles"][0]
    order = {"game": "kartenspiel", "puzzle": one["key"]}
    assert teacher.post("/class/move/ask", order).status == 200
    page = pupil.ask("/class/move")
    assert (page.headers["Cache-Control"], '<a href="/class">' in page.text) == ("no-store", True), "a way back"
    number, legal = legal_in(page.text)
    assert legal == one["now"]["legal"]
    for of, status in ((number - 1, 400), (number, 200)):  # a proposal for the position before comes too late
        assert pupil.post("/class/move", {"number": of, "action": legal[0], "turn": 1}).status == status
    where = {"lesson": "moves/kartenspiel", "key": f"move-{number}"}
    assert teacher.post("/class/teacher", {"do": "again"} | where).status == 200
    assert read(pupil.ask("/class/move").text)["round"] == 2
    assert pupil.post("/class/move", {"number": number, "action": legal[0], "turn": 2}).status == 200
    (asked,) = [one for one in seen(teacher)["questions"] if one["key"] == where["key"]]
    assert [one["count"] for one in asked["rounds"]] == [1, 1]
    for wrong in ({"puzzle": "no such key"}, {"game": "chess"}, {"game": "auf_achse"}):
        assert teacher.post("/class/move/ask", order | wrong).status == 400
    assert teacher.post("/class/move/ask", {"end": True}).status == 200
    assert pupil.ask("/class/move").headers["Location"] == "/class", "it is over"
    assert "class/move/ask" in teacher.ask("/puzzles/kartenspiel").text
    assert "class/move/ask" not in pupil.ask("/puzzles/kartenspiel").text

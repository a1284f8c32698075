"""“What would you play?”: which positions can be put, what a page is told, how proposals are stored and counted."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.classroom.forms import MOST_MOVES_ASKED, MoveAsked, ReportError, Settings
from gamekit.classroom.moves import Position, from_file, from_start, position, with_move
from gamekit.replay_format import replay_text
from tests.serve.test_class import Visitor, class_server, joined, seen, teacher_of
from tests.serving import Server, lesson

ASK = {"game": "kartenspiel", "players": 3, "decisions": 12, "seed": 1}


def put(session: gk.Session, settings: Settings | None = None) -> Settings:
    """The settings after this position was put to the class."""
    return Settings.model_validate((settings or Settings()).model_dump() | with_move(settings or Settings(), session))


@pytest.mark.parametrize("name", gk.game_names())
def test_a_page_gets_the_view_of_whoever_decides_and_nothing_besides(name: str) -> None:
    settings = put(from_start(name, None, 20, 3))
    asked = position(settings, settings.move)
    assert asked is not None
    told, session = asked.for_page(), asked.session
    numbers = np.zeros(len(session.position.tobytes()) // 4, np.int32)
    pairs = told["news"]["frames"][0]["changed"]
    numbers[pairs[::2]] = pairs[1::2]
    assert numbers.tobytes() == session.view(asked.mover).tobytes()
    assert set(told) == {"game", "made", "number", "shelf", "key", "asked", "news"}
    assert len(told["news"]["now"]["legal"]) == len(asked.question.choices or ()) >= 2
    picture = asked.picture()
    names = set(re.findall(r'\bid="([^"]+)"', picture["svg"]))
    assert len(picture["places"]) == len(asked.legal)
    assert {place for places in picture["places"] for place in places} <= names


def test_a_saved_game_is_put_at_its_last_decision_between_several_moves() -> None:
    session = gk.load("route66", 2).session(4)
    chooser = random.Random(2)
    while session.step < 40:
        session.roll() if session.player < 0 else session.play(chooser.choice(session.legal()))
    asked = from_file(replay_text(session))
    assert asked.player >= 0
    assert len(asked.legal()) >= 2
    assert list(asked.history) == list(session.history)[: asked.step]
    earlier = from_file(replay_text(session), 30)
    assert earlier.step <= 30
    assert len(earlier.legal()) >= 2
    for step in (-1, 41, "3", True):
        with pytest.raises(ReportError):
            from_file(replay_text(session), step)  # type: ignore[arg-type]
    for wrong in ("", "{}", "[" * 10_000, "x" * 100):
        with pytest.raises(gk.GamekitError):
            from_file(wrong)


@pytest.mark.parametrize(
    ("name", "players", "decisions", "seed"),
    [("none", 2, 0, 0), ("kartenspiel", 99, 0, 0), ("kartenspiel", 2, 10**6, 0), ("kartenspiel", 2, -1, 0),
     ("kartenspiel", 2, 0, -1), ("kartenspiel", 2, "1", 0), ("kartenspiel", 2, True, 0), ("kartenspiel", 2, 0, 2**70)],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused(name: str, players: Any, decisions: Any, seed: Any) -> None:
    with pytest.raises(gk.GamekitError):
        from_start(name, players, decisions, seed)


def test_only_the_last_positions_are_kept_and_strange_ones_are_none() -> None:
    settings = Settings()
    for _ in range(MOST_MOVES_ASKED + 3):
        settings = put(from_start("kartenspiel", 2, 1, 1), settings)
    assert len(settings.moves) == MOST_MOVES_ASKED
    assert settings.move == MOST_MOVES_ASKED + 3
    assert position(settings, 1) is None
    strange = MoveAsked(number=1, game="kartenspiel", players=2, seed=1, history=[99_999])
    assert position(Settings(moves=[strange]), 1) is None


@pytest.mark.parametrize("action", [None, "1", -1, 10**9, True, 1.0, [1]])
def test_what_is_no_move_there_is_not_stored(action: object) -> None:
    asked = Position(put(from_start("kartenspiel", 2, 4, 1)).moves[0])
    with pytest.raises(ReportError):
        asked.proposed(action, 1, 1)
    with pytest.raises(ReportError):
        asked.proposed(asked.legal[0], "now", 1)


# --- on a running server ---------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("moves") / "notebooks"
    lesson(root / "start.ipynb", "# Start", "1 + 1", title="Find your way")
    with class_server(root, 30) as running:
        yield running


def legal_in(page: str) -> tuple[int, list[int]]:
    """The question's number and the moves of a page."""
    data = json.JSONDecoder().raw_decode(page[page.rindex("gamekitMove(") + len("gamekitMove(") :])[0]
    return data["number"], data["news"]["now"]["legal"]


def test_pupils_propose_moves_and_the_board_shows_shares(server: Server) -> None:
    teacher, pupils = teacher_of(server), [joined(server) for _ in range(3)]
    assert pupils[0].ask("/class/move").status == 302  # nothing is asked yet
    assert teacher.post("/class/move/ask", ASK).status == 200
    number, legal = legal_in(pupils[0].ask("/class/move").text)
    for pupil, action in zip(pupils, (legal[0], legal[0], legal[1]), strict=True):
        said = pupil.post("/class/move", {"number": number, "action": action, "turn": 5})
        assert json.loads(said.text) == {"stored": 5}
    pupils[0].post("/class/move", {"number": number, "action": legal[1], "turn": 4})  # an old request
    pupils[1].post("/class/move", {"number": number, "action": legal[1], "turn": 6})  # somebody thinks again
    (question,) = [one for one in seen(teacher)["questions"] if one["key"] == f"move-{number}"]
    assert [bar["count"] for bar in question["rounds"][0]["bars"]] == [2, 1]
    assert "<svg" in json.loads(teacher.ask(f"/class/move/{number}.json").text)["svg"]
    assert teacher.post("/class/move/ask", {"end": True}).status == 200
    said = pupils[2].post("/class/move", {"number": number, "action": legal[0], "turn": 9})
    assert "over" in json.loads(said.text)["refused"]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{" * 3000, b"x" * 9000, {"number": 1}, {"number": "1", "action": 1, "turn": 1}]
)
def test_a_proposal_of_a_wrong_form_gets_a_sentence(server: Server, body: object) -> None:
    said = joined(server).post("/class/move", body)
    assert said.status == 400
    assert len(json.loads(said.text)["refused"]) > 10


def test_the_teacher_puts_the_position_of_a_board_and_only_the_teachers_boards_can(server: Server) -> None:
    teacher, pupil = teacher_of(server), joined(server)
    session = from_start("kartenspiel", 2, 6, 3)
    saved = replay_text(session)
    assert teacher.post("/class/move/ask", {"file": saved, "step": session.step}).status == 200
    assert legal_in(pupil.ask("/class/move").text)[1] == session.legal()
    assert teacher.post("/class/move/ask", {"file": saved, "step": session.step + 1}).status == 400
    assert pupil.post("/class/move/ask", {"file": saved}).status == 403
    for path in ("/play/kartenspiel", "/static/class-ask.js"):
        assert "class/move/ask" in teacher.ask(path).text
    mine, theirs = (one.ask("/play/kartenspiel") for one in (teacher, pupil))
    assert "connect-src 'self'" in mine.headers["Content-Security-Policy"]
    assert "connect-src" not in theirs.headers["Content-Security-Policy"]
    assert "class/move/ask" not in theirs.text


def test_pupils_put_no_positions_and_strangers_see_none(server: Server) -> None:
    teacher, pupil = teacher_of(server), joined(server)
    assert pupil.post("/class/move/ask", ASK).status == 403
    assert teacher.post("/class/move/ask", ASK).status == 200
    number, legal = legal_in(pupil.ask("/class/move").text)
    assert pupil.ask(f"/class/move/{number}.json").status == 403
    stranger = Visitor(server)
    assert stranger.ask("/class/move").status == 403
    stranger.ask("/class/privacy")
    assert stranger.post("/class/move", {"number": number, "action": legal[0], "turn": 1}).status == 403
    forged = {"kind": "bet", "turn": 1, "lesson": "moves/kartenspiel", "key": f"move-{number}", "value": 0}
    assert pupil.post("/class/report", forged | {"question": {"text": "?", "choices": ["x"]}}).status == 400
    for order in ({}, [], {"game": "none"}, {"file": "x"}, {"file": 3}, ASK | {"players": 50}, ASK | {"seed": "x"}):
        assert teacher.post("/class/move/ask", order).status == 400

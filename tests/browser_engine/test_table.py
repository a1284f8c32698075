"""The table in the browser answers as the table in Python, word for word, bad input included."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import gamekit as gk
from gamekit.browser.built import BUILT, PICTURE
from gamekit.errors import GamekitError
from gamekit.replay_format import replay_text
from gamekit.show import strings
from gamekit.show.assets import WEB
from gamekit.show.table import Table
from tests.browser_engine.node import ask, needs_node

pytestmark = needs_node

OWN = ("origin", "words", "key")
"""What a page tells in its own way."""

PLAY = """
const load = (name) => import(`${given.show}/${name}.js`);
const { Table } = await load("table");
const { speaker } = await load("dom");
const session = await gamekit.open(given.replay);
const table = new Table(session, { gamekit, say: speaker(given.words), ...given.table });
table.start();
const told = [];
for (const message of given.messages) {
  const answers = [];
  try {
    for await (const one of table.answer(message)) answers.push(one);
  } catch (error) {
    answers.push([error.name, error.message]);
  }
  told.push(answers);
}
tell(JSON.parse(JSON.stringify(told)));
"""


def in_python(session: gk.Session, messages: list[dict[str, Any]], **table: Any) -> list[list[Any]]:
    """What the table in Python answers to each message."""
    at = Table(session.branch(), **table)
    at.start()
    told = []
    for message in messages:
        answers: list[Any] = []
        try:
            for one in at.answer(message):
                answers.append(one)
        except GamekitError as error:
            answers.append([type(error).__name__, str(error)])
        told.append(answers)
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]


def in_browser(session: gk.Session, messages: list[dict[str, Any]], **table: Any) -> list[list[Any]]:
    """The same of the table in JavaScript."""
    words = strings.table_words() | strings.stepper_words()
    return ask(  # type: ignore[no-any-return]
        PLAY,
        session.game.name,
        replay=replay_text(session),
        messages=messages,
        words=words,
        show=WEB.as_uri(),
        table=table,
    )


def alike(told: Any) -> Any:
    """Without what is a page's own; options that only Python can carry out stand in no page's form."""
    for answers in told:
        for one in answers:
            if isinstance(one, dict) and one.get("type") == "all":
                one["data"] = {key: value for key, value in one["data"].items() if key not in OWN}
                one["data"]["scene"] = re.sub(r"(\d)\.0(?!\d)", r"\1", one["data"]["scene"])  # 409.0 is 409
                one["data"]["options"] = [option for option in one["data"]["options"] if option["kind"] != "text"]
    return told


def both(session: gk.Session, messages: list[dict[str, Any]], **table: Any) -> list[list[Any]]:
    """What both tables answer, which is the same."""
    here, there = in_python(session, messages, **table), in_browser(session, messages, **table)
    for message, one, other in zip(messages, alike(here), alike(there), strict=True):
        assert other == one, message
    return here


def moves(session: gk.Session, count: int, seats: Any) -> list[dict[str, Any]]:
    """Messages of persons who play legal moves by lot, as the table in Python would be asked."""
    at, chooser, asked = Table(session.branch(), seats=seats), random.Random(session.seed), []
    at.start()
    for _ in range(count):
        if at.session.over:
            break
        message = {"do": "play", "action": chooser.choice(at.session.legal()), "step": at.session.step}
        list(at.answer(message))
        asked.append(message)
    return asked


def game(name: str = "kartenspiel", **options: Any) -> gk.Session:
    return gk.load(name, **({"players": 3, "stages": 1} if name == "kartenspiel" else {}) | options).session(7)


@pytest.mark.parametrize("viewer", ["all", "turn", "0"])
def test_a_game_is_told_alike_to_its_end(viewer: str) -> None:
    session, seats = game(), [None, "planner", "greedy"]
    told = both(session, [{"do": "hello"}, *moves(session, 30, seats), {"do": "save"}], seats=seats, viewer=viewer)
    assert any(one.get("type") == "update" and one["now"]["over"] for answers in told for one in answers)


def test_two_people_at_one_screen_are_told_alike() -> None:
    session, seats = game(), [None, None, "planner"]
    messages = [{"do": "hello"}, *moves(session, 8, seats), {"do": "undo"}, {"do": "undo"}, {"do": "redo"}]
    here = in_python(session, messages, seats=seats, viewer="turn")
    there = in_browser(session, messages, seats=seats, viewer="turn")
    handed = [one.pop("handover") for answers in there for one in answers if "handover" in one]
    assert alike(there) == alike(here)
    assert {0, 1} == set(handed), "the page is told to whom the screen goes"


def test_everything_else_a_page_asks_is_answered_alike() -> None:
    session, seats = game(), [None, "random", "random"]
    played = moves(session, 3, seats)
    both(
        session,
        [
            {"do": "hello"},
            *played,
            {"do": "why", "action": 53},
            {"do": "why", "places": ["pile-card", "pile", "hand-0"]},
            {"do": "why", "places": ["truck"]},
            {"do": "moves"},
            {"do": "chances", "step": 1},
            {"do": "view", "viewer": "1"},
            {"do": "moves"},
            {"do": "why", "action": 3},
            {"do": "chances", "step": 2},
            {"do": "view", "viewer": "all"},
            {"do": "undo"},
            {"do": "play", "action": played[0]["action"]},
            {"do": "redo"},
            {"do": "branch", "step": 20},
            {"do": "line", "line": 0},
            {"do": "seats", "seats": [None, None, "planner"], "opponents": False, "chance": False},
            {"do": "others", "once": True},
            {"do": "new", "options": {"players": 4, "stages": 2, "start": 1, "limit": None}, "seed": 5},
            {"do": "roll"},
            {"do": "roll", "on": True},
            {"do": "open", "name": "mine.json", "text": replay_text(session)},
        ],
        seats=seats,
        viewer="all",
    )


WRONG: list[dict[str, Any]] = [
    {},
    {"do": "dance"},
    {"do": ["play"]},
    {"do": "play"},
    {"do": "play", "action": "3"},
    {"do": "play", "action": True},
    {"do": "play", "action": 10_000},
    {"do": "play", "action": 0, "step": 3},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "others"},
    {"do": "roll"},
    {"do": "branch", "step": 9_999},
    {"do": "line", "line": 5},
    {"do": "line", "line": -1},
    {"do": "view", "viewer": "7"},
    {"do": "view"},
    {"do": "chances", "step": 0},
    {"do": "why", "places": "pile"},
    {"do": "open"},
    {"do": "open", "name": "x" * 200, "text": "{"},
    {"do": "open", "name": "a.json", "text": '{"format": "gamekit-replay", "version": 99}'},
    {"do": "new", "options": None},
    {"do": "new", "options": {"players": 77}},
    {"do": "new", "options": {"wheels": 4}},
    {"do": "new", "options": {}, "seed": -1},
    {"do": "seats", "seats": ["planner"]},
    {"do": "seats", "seats": [None, "nobody", None]},
]


def test_what_cannot_be_done_gets_the_same_sentence_and_changes_nothing() -> None:
    session = game()
    told = both(session, [{"do": "save"}, *WRONG, {"do": "save"}], seats=[None, "random", "random"])
    assert told[0] == told[-1]
    for message, answers in zip(WRONG, told[1:-1], strict=True):
        assert [one if isinstance(one, list) else one["type"] for one in answers] != [], message


@pytest.mark.parametrize("name", [name for name in gk.game_names() if (BUILT / PICTURE.format(name)).is_file()])
def test_every_game_begins_alike(name: str) -> None:
    session = game(name)
    both(session, [{"do": "hello"}], seats=[None] * session.game.players)

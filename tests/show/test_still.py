"""What stays where nothing runs: boards as still pictures, and words, in the kept outputs of notebooks."""

from xml.etree import ElementTree

import pytest

import gamekit as gk
from gamekit.lessons import kit
from gamekit.lessons.kartenspiel import surprises
from gamekit.show import still
from notebooks.refresh import kept

WIDGET = "application/vnd.jupyter.widget-view+json"
RUN_IT = "Run this cell to see it."


def element(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def test_changes_move_turn_write_classify_and_label() -> None:
    node = element('<g class="card"><tspan>old</tspan></g>')
    still.apply(node, {"x": 3, "y": 4, "r": 90, "text": "<new>", "class": "up", "label": "Card"})
    assert node.get("transform") == "translate(3 4) rotate(90)"
    assert node.text == "<new>"
    assert len(node) == 0
    assert node.get("class") == "card up"
    assert node.get("aria-label") == "Card"


def test_a_shown_element_keeps_its_place() -> None:
    node = element('<path d="M0 0" transform="scale(2)"/>')
    still.apply(node, {"d": "M1 1", "hidden": False})
    assert (node.get("d"), node.get("transform"), node.get("style")) == ("M1 1", "scale(2)", None)


@pytest.mark.parametrize("name", gk.game_names())
def test_what_is_hidden_is_not_in_a_still_picture_and_all_else_is(name: str) -> None:
    game = gk.load(name)
    position = game.session(seed=1).position
    changes = game.picture.changes(game, position, 0)
    there = {one.get("id") for one in element(still.still(game, game.picture, position, 0)).iter()}
    hidden = {one for one, change in changes.items() if change.get("hidden")}
    assert hidden
    assert not hidden & there
    inside = {
        one.get("id")
        for group in element(game.picture.scene(game)).iter()
        if group.get("id") in hidden
        for one in group.iter()
    }
    assert set(changes) - inside <= there


@pytest.mark.parametrize("name", gk.game_names())
def test_a_board_leaves_its_picture_and_its_description(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = gk.play(gk.load(name), seed=4, viewer=0)
    assert WIDGET in bundle(board)
    assert "image/svg+xml" not in bundle(board)
    monkeypatch.setenv(still.STILL, "1")
    left = kept({"data": bundle(board)})["data"]
    assert WIDGET not in left
    said = board.session.game.picture.describe(board.session.game, board.session.position, 0)
    assert said in left["text/plain"]
    assert element(left["image/svg+xml"]).findtext(f"{{{still.SVG}}}desc") == said


def test_a_replay_leaves_the_step_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(still.STILL, "1")
    session = gk.load("pig").session(seed=1)
    while session.step < 6:
        session.roll() if session.player == gk.CHANCE else session.play(session.legal()[0])
    begin = session.game.picture.describe(session.game, session.position_at(0), None)
    assert begin in bundle(gk.replay(session))["text/plain"]


def test_situations_leave_the_first_question_and_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(still.STILL, "1")
    one = surprises.group("runs")[0]
    left = kept({"data": bundle(kit.situations(one, name="here"))})["data"]
    assert one.question in left["text/plain"]
    assert "image/svg+xml" in left
    assert RUN_IT not in left["text/plain"]


def bundle(widget: object) -> dict[str, str]:
    """What a notebook gets."""
    given = widget._repr_mimebundle_()  # type: ignore[attr-defined]
    return dict(given[0] if isinstance(given, tuple) else given)

"""What stays where nothing runs: boards as still pictures, and words, in the kept outputs of notebooks."""

from base64 import b64decode
from collections.abc import Callable
from html import unescape
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import gamekit as gk
from gamekit.lessons import kit
from gamekit.lessons.kartenspiel import situations
from gamekit.widgets import still_picture
from notebooks.refresh import kept

WIDGET = "application/vnd.jupyter.widget-view+json"
RUN_IT = "Run this cell to see it."


def element(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def test_changes_move_turn_write_classify_and_label() -> None:
    node = element('<g class="card"><tspan>old</tspan></g>')
    still_picture.apply(node, {"x": 3, "y": 4, "r": 90, "text": "<new>", "class": "up", "label": "Card"})
    assert node.get("transform") == "translate(3 4) rotate(90)"
    assert node.text == "<new>"
    assert len(node) == 0
    assert node.get("class") == "card up"
    assert node.get("aria-label") == "Card"


def test_a_shown_element_keeps_its_place() -> None:
    node = element('<path d="M0 0" transform="scale(2)"/>')
    still_picture.apply(node, {"d": "M1 1", "hidden": False})
    assert (node.get("d"), node.get("transform"), node.get("style")) == ("M1 1", "scale(2)", None)


@pytest.mark.parametrize("name", gk.game_names())
def test_what_is_hidden_is_not_in_a_still_picture_and_all_else_is(name: str) -> None:
    game = gk.load(name)
    position = game.session(seed=1).position
    changes = game.picture.changes(game, position, 0)
    there = {one.get("id") for one in element(still_picture.draw_still(game, game.picture, position, 0)).iter()}
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
    monkeypatch.setenv(still_picture.STILL, "1")
    left = kept({"data": bundle(board)})["data"]
    assert WIDGET not in left
    said = board.session.game.picture.describe(board.session.game, board.session.position, 0)
    assert said in left["text/plain"]
    assert element(left["image/svg+xml"]).findtext(f"{{{still_picture.SVG}}}desc") == said


def test_a_replay_leaves_the_step_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(still_picture.STILL, "1")
    session = gk.load("pig").session(seed=1)
    while session.step < 6:
        session.roll() if session.player == gk.CHANCE else session.play(session.legal()[0])
    begin = session.game.picture.describe(session.game, session.position_at(0), None)
    assert begin in bundle(gk.replay(session))["text/plain"]


def test_situations_leave_the_first_question_and_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(still_picture.STILL, "1")
    one = situations.group("runs")[0]
    left = kept({"data": bundle(kit.situations(one, name="here"))})["data"]
    assert one.question in left["text/plain"]
    assert "image/svg+xml" in left
    assert RUN_IT not in left["text/plain"]


def shown(widget: object, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """What a notebook that is worked in gets, output by output."""
    outputs: list[dict[str, str]] = []
    monkeypatch.setattr(still_picture, "is_in_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda data, metadata=None, raw=False: outputs.append(data))
    widget._ipython_display_()  # type: ignore[attr-defined]
    return outputs


def broken(n: int = 1) -> None:
    raise ValueError("A student's own mistake.")


@pytest.mark.parametrize(
    ("make", "words", "drawn"),
    [
        (lambda: gk.play(gk.load("pig", players=2), seed=1), "Pig", True),
        (lambda: kit.bet("How <many>?", 0, 9), "How &lt;many&gt;?", False),
        (lambda: kit.quiz(kit.question("One and one?", answer=2)), "One and one?", False),
        (lambda: kit.panel(lambda n=3: kit.bars({"a": n}, title="Bars"), title="Try", n=(0, 9)), "a 3", True),
        (lambda: kit.panel(broken, n=(0, 9)), "", False),
        (lambda: kit.situations(situations.group("runs")[0], name="here"), situations.group("runs")[0].question, True),
    ],
    ids=["board", "bet", "quiz", "panel", "broken panel", "situations"],
)
def test_in_an_open_notebook_picture_and_words_stand_before_the_widget_for_whoever_reopens_it(
    make: Callable[[], object], words: str, drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    remains, living = shown(make(), monkeypatch)
    assert WIDGET in living
    assert living["text/plain"] == "", "what to do is said once, below the picture"
    markup = element(f"<body>{remains['text/html']}</body>")
    said = " ".join("".join(p.itertext()) for p in markup.iter("p"))
    assert unescape(words) in said
    assert still_picture.ask_for_kernel() in said
    pictures = [one.get("src", "") for one in markup.iter("img")]
    assert bool(pictures) is drawn
    for src in pictures:
        kind, _comma, data = src.partition(",")
        assert kind == "data:image/svg+xml;base64"
        assert element(b64decode(data).decode()).tag == f"{{{still_picture.SVG}}}svg"


def test_where_nobody_works_in_the_notebook_there_is_the_widget_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    bet = kit.bet("How many?", 0, 9)
    with pytest.raises(NotImplementedError):
        bet._ipython_display_()
    monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(kernel=None))
    assert still_picture.is_in_notebook()
    for name, value in ((still_picture.STILL, "1"), (still_picture.ALONE, "1"), ("SERVER_SOFTWARE", "voila/0.5")):
        with monkeypatch.context() as page:
            page.setenv(name, value)
            assert not still_picture.is_in_notebook()


def bundle(widget: object) -> dict[str, str]:
    """What a notebook gets."""
    given = widget._repr_mimebundle_()  # type: ignore[attr-defined]
    return dict(given[0] if isinstance(given, tuple) else given)

"""A widget whose Python is gone says so: after a press, at once where that is known; not while Python is only busy."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import gamekit as gk
from gamekit.web import bundle
from gamekit.web.bundle import inline_script
from gamekit.widgets import Bet, Number, TextField, lab, play

Open = Callable[..., Any]
PAGE = """<!DOCTYPE html><meta charset="utf-8"><style>{style}</style><div id="place"></div><script>{script}
globalThis.sent = [];
const hearers = new Map();
const model = {{
  get: (name) => (name === "without_python" ? {words} : undefined),
  on: (name, hear) => hearers.set(name, [...(hearers.get(name) ?? []), hear]),
  off: () => {{}},
  send: (message, callbacks) => {{
    if (globalThis.dead) throw new Error("The kernel is dead.");
    sent.push({{ message, callbacks }});
  }},
}};
globalThis.tell = (name, message) => hearers.get(name).forEach((hear) => hear(message));
// What ipywidgets hands on of a kernel that deals with the last message, and says `answers` meanwhile.
globalThis.deal = (...answers) => {{
  const {{ callbacks }} = sent.at(-1);
  callbacks.iopub.status({{ content: {{ execution_state: "busy" }} }});
  for (const answer of answers) tell("msg:custom", answer);
  callbacks.iopub.status({{ content: {{ execution_state: "idle" }} }});
}};
{begin}
</script>"""
RENDERED = 'render({ model, el: document.querySelector("#place") });'
BOARD = """initialize({ model });
render({ el: document.querySelector("#place") });"""
MOVES = ".gk-places button, .gk-under .gk-moves button"
GONE = ".gk-notice[role=alert]"

PANEL = ("cards/panel", "{ render: viewOf(createLab) }")
CARDS: dict[str, tuple[tuple[str, str], Callable[[], Any], str]] = {
    "panel": (
        PANEL,
        lambda: lab(lambda far, rng: "", Number("far", "Far", 0, 9, 4), title="Try it"),
        ".gk-main-button",
    ),
    "bet": (("cards/bet", "{ render: viewOf(createBet) }"), lambda: Bet("How far?", key="bet"), ".gk-main-button"),
    "field": (
        ("cards/text_field", "{ render: viewOf(createField) }"),
        lambda: TextField("Why?", key="why"),
        "textarea",
    ),
}


def shown(open_page: Open, tmp_path: Any, module: tuple[str, str], widget: Any, begin: str = RENDERED) -> Any:
    script = bundle.widget(*module).replace("export default", "const { initialize, render } =")
    file = tmp_path / "page.html"
    words = json.dumps(widget.without_python)
    file.write_text(
        PAGE.format(style=bundle.style(), script=inline_script(script), words=words, begin=begin), encoding="utf-8"
    )
    return open_page(file.as_uri())


def used(page: Any, where: str) -> None:
    """Press, or write; what is written is told a little later."""
    before = page.evaluate("sent.length")
    if where == "textarea":
        page.locator(where).fill("So.")
    else:
        page.locator(where).first.click()
    page.wait_for_function("before => sent.length > before", arg=before)


@pytest.mark.parametrize("name", ["panel", "field"])
def test_a_card_of_another_kernel_says_so_after_a_press_and_a_living_one_does_not(
    open_page: Open, tmp_path: Any, name: str
) -> None:
    module, make, where = CARDS[name]
    widget = make()
    page = shown(open_page, tmp_path, module, widget)
    answers: list[Any] = []
    widget.send = lambda message: answers.append(message)

    def kernel(known: bool) -> None:
        """It deals with what was sent last, whether it knows the widget or not."""
        answers.clear()
        if known:
            widget._hear(None, page.evaluate("sent.at(-1).message"), None)
        page.evaluate("answers => deal(...answers)", answers)

    kernel(known=True)
    used(page, where)
    assert page.locator(GONE).count() == 0, "nobody has dealt with it yet"
    kernel(known=True)
    assert page.locator(GONE).count() == 0
    page.evaluate("tell('comm_live_update')")
    assert page.locator(GONE).inner_text() == widget.without_python["gone"]
    page.evaluate("tell('msg:custom', {type: 'heard'})")
    assert page.locator(GONE).count() == 0, "it lives after all"
    widget = make()
    widget.send = lambda message: answers.append(message)
    page = shown(open_page, tmp_path, module, widget)
    kernel(known=True)
    used(page, where)
    kernel(known=False)
    page.locator(GONE).wait_for()
    assert page.locator(".gk-meter:visible").count() == 0


def test_a_card_that_waits_for_a_busy_python_is_not_blank_and_a_message_that_cannot_be_sent_is_told(
    open_page: Open, tmp_path: Any
) -> None:
    module, make, _where = CARDS["panel"]
    widget = make()
    page = shown(open_page, tmp_path, module, widget)
    page.get_by_text(widget.without_python["busy"]).wait_for()
    page.evaluate("answer => deal(answer)", {"type": "all", "data": widget.data()})
    assert page.get_by_text(widget.without_python["busy"]).count() == 0
    page.evaluate("globalThis.dead = true")
    page.locator(".gk-main-button").click()
    page.locator(GONE).wait_for()
    assert page.locator(".gk-main-button").is_enabled()


def test_a_board_whose_kernel_is_gone_says_so_and_plays_on(open_page: Open, tmp_path: Any) -> None:
    board = play(gk.load("pig", players=2), seed=1, seats=[None, None], chance_acts=False, name="board")
    page = shown(open_page, tmp_path, ("table/shared_table", "boardWidget"), board, BOARD)
    answers: list[Any] = []
    board.send = lambda message: answers.append(message)

    def kernel(known: bool) -> None:
        answers.clear()
        if known:
            board._hear(None, page.evaluate("sent.at(-1).message"), None)
        page.evaluate("answers => deal(...answers)", answers)

    for asked in ("hello", "bring", "bring"):
        page.wait_for_function("asked => sent.at(-1).message.do === asked && !sent.at(-1).dealt", arg=asked)
        page.evaluate("sent.at(-1).dealt = true")
        kernel(known=True)
    where = page.locator(".gk-where")
    where.wait_for()
    before = page.evaluate("sent.length")
    page.locator(MOVES).first.click()
    page.wait_for_function("before => sent.length > before", arg=before)
    kernel(known=True)
    assert page.locator(GONE).count() == 0
    told = where.inner_text()
    before = page.evaluate("sent.length")
    page.locator(MOVES).first.click()
    page.wait_for_function("before => sent.length > before", arg=before)
    kernel(known=False)
    page.locator(f"#place > {GONE}").wait_for()
    assert where.inner_text() != told, "the game goes on"

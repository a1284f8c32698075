"""What a reader does with a page: makes the first bet, answers the first question, runs the first panel, plays a board.

Each of these does one thing if the page has one, waits until the page answers, and says whether there was anything to
do. They know the parts of a page only by what everybody sees of them; which lesson it is does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

TRIES: Final = 2
"""How often an exercise may be answered."""
BET: Final = ".gk-card:has(.gk-ask)"
QUIZ: Final = ".gk-card:has(.gk-question)"
ASK: Final = f".celltag_ask {QUIZ}"
"""A small question on the way through an explanation, whatever its heading; JupyterLab's cells have no tags."""
PANEL: Final = ".gk-card:has(.gk-out):has(form :is(input, select))"
"""A panel with something to set."""
BOARD: Final = ".gk:has(.gk-where)"
SHEETS: Final = ".jupyter-widgets:not(.gkl-bar):has(> .jupyter-button)"

STRAYS: Final = """() => [...document.querySelectorAll('body *')]
  .filter((one) => !one.closest('code, pre, math, svg, script, style, option, .gk-aloud'))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()))
  .filter((one) => one.checkVisibility() && !getComputedStyle(one).fontFamily.includes('Gamekit Sans'))
  .map((one) => one.outerHTML.slice(0, 100))"""

IS_WHOLE: Final = """() => {
  const widgets = [...document.querySelectorAll('.jp-OutputArea-output:is(.lm-Panel, :has(> [data-part]))')];
  const shows = (one) => one.textContent.trim() !== '' || one.querySelector('svg, img, canvas, input, button, select');
  const ready = (one) => one.firstElementChild !== null && shows(one) && !one.querySelector('section:empty');
  return widgets.length > 0 && widgets.every(ready);
}"""
RESTS: Final = "panel => panel.querySelector('.gk-meter').hidden && !panel.querySelector('.gk-main-button').disabled"
MOVE: Final = """control => {
  if (control.matches('select')) control.selectedIndex = control.options.length - 1;
  else if (control.type === 'checkbox') control.checked = !control.checked;
  else control.value = control.value === control.max ? control.min : control.max;
  control.dispatchEvent(new Event(control.matches('select, [type=checkbox]') ? 'change' : 'input', { bubbles: true }));
}"""
HAS_RUN: Final = """panel => {
  const out = panel.querySelector('.gk-out');
  return panel.querySelector('.gk-meter').hidden && out.childElementCount > 0 && out.textContent.trim() !== '';
}"""
SHOWS_MORE: Final = "([one, before]) => one.innerHTML.length > before"
STEP_IS_NOT: Final = "([board, before]) => board.querySelector('.gk-where').textContent !== before"


def strays(page: Any) -> list[str]:
    """What of a lesson's page is not in its typeface, but for code, formulas and what is only heard."""
    found: list[str] = page.evaluate(STRAYS)
    return found


def waits_until_whole(page: Any) -> None:
    """Wait until every cell has been shown and every widget in it has its words from Python."""
    page.wait_for_selector("#rendered_cells", state="visible")
    page.wait_for_function(IS_WHOLE)


def makes_a_bet(page: Any) -> bool:
    """Store the first prediction; the page says what is stored."""
    bets = page.locator(BET)
    if not bets.count():
        return False
    stores(bets.first)
    return True


def stores(bet: Any) -> None:
    """Store a prediction as it stands."""
    bet.locator(".gk-main-button, .gk-answer").first.click()
    said = bet.locator(".gk-good")
    said.wait_for()
    assert said.inner_text().startswith("Stored: ")


def answers_a_question(page: Any) -> bool:
    """Answer the first question, rightly or not; the page says which, and why."""
    quizzes = page.locator(QUIZ)
    if not quizzes.count():
        return False
    answers(quizzes.first)
    return True


def answers_the_asks(page: Any) -> int:
    """Answer all small questions on the way, each of which opens the text down to the next; how many there were."""
    asks = page.locator(ASK)
    for ask in asks.all():
        for bet in page.locator(BET).all():  # an explanation may stand behind a later bet than the first
            if not ask.is_visible() and bet.is_visible() and not bet.locator(".gk-good").count():
                stores(bet)
        if not ask.locator(".gk-good, .gk-bad").count():
            answers(ask)
    return int(asks.count())


def answers(quiz: Any) -> None:
    """Answer a question as soon as it is to be seen; a verdict comes with its reason."""
    number = quiz.locator("fieldset input")
    verdict = quiz.locator(".gk-verdict .gk-good, .gk-verdict .gk-bad")
    keys = quiz.locator(".gk-answer:enabled, fieldset .gk-main-button:enabled")
    for _try in range(TRIES):
        if number.count():
            number.fill("1")
        keys.first.click()
        verdict.wait_for()
        if not keys.count():
            break
    if not quiz.locator("details").count():  # an exercise tells its reason in the solution, to unfold
        reason = quiz.locator(".gk-verdict").inner_text()
        assert len(reason) > len(verdict.inner_text()), "a verdict comes with its reason"


def runs_a_panel(page: Any) -> bool:
    """Press the button of the first panel that is open; its result appears, and is no refusal."""
    panels = page.locator(PANEL).locator("visible=true")
    if not panels.count():
        return False
    panel = panels.first
    if panel.locator(".gk-lab-gate").count():  # it waits for its prediction
        panel.locator(".gk-lab-gate button").last.click()
    page.wait_for_function(RESTS, arg=panel.element_handle())
    panel.locator(".gk-out").evaluate("out => out.replaceChildren()")  # a panel may come with a result
    if panel.locator("form .gk-main-button").is_visible():
        panel.locator("form .gk-main-button").click()
    else:  # it follows its controls
        panel.locator("form :is(input, select)").first.evaluate(MOVE)
    page.wait_for_function(HAS_RUN, arg=panel.element_handle())
    assert panel.locator(".gk-refusal").count() == 0, panel.locator(".gk-refusal").inner_text()
    return True


def plays_a_board(page: Any) -> bool:
    """Step back on the first board; where nothing has happened yet, make the first move."""
    boards = page.locator(BOARD)
    if not boards.count():
        return False
    board = boards.first
    where = board.locator(".gk-where").inner_text()
    start = board.locator(".gk-buttons button").first
    moves = board.locator(".gk-places button, .gk-under .gk-moves button")
    (start if start.is_enabled() else moves.first).click()
    page.wait_for_function(STEP_IS_NOT, arg=[board.element_handle(), where])
    return True


def makes_sheets(page: Any) -> bool:
    """Press the first button of a plain panel of Jupyter's: more is shown than before."""
    panels = page.locator(SHEETS)
    if not panels.count():
        return False
    panel = panels.first
    before = panel.evaluate("one => one.innerHTML.length")
    panel.locator("> .jupyter-button").first.click()
    page.wait_for_function(SHOWS_MORE, arg=[panel.element_handle(), before + 100])
    return True


DEEDS: Final[tuple[Callable[[Any], bool], ...]] = (
    makes_a_bet, answers_a_question, plays_a_board, runs_a_panel, makes_sheets,
)  # fmt: skip


def uses(page: Any) -> list[str]:
    """Do everything there is to do once; the names of what was done."""
    return [deed.__name__ for deed in DEEDS if deed(page)]

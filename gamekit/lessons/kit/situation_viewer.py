"""Card of situations, one at a time: a question over a real board, then the steps that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import ipywidgets as widgets

from gamekit.core.i18n.translation import _
from gamekit.lessons.situations import Situation
from gamekit.widgets import Question, Quiz, Stepper
from gamekit.widgets.cell_registry import next_key
from gamekit.widgets.error_guard import guard
from gamekit.widgets.session_sync import Following
from gamekit.widgets.still_picture import StillWidget

# Question and board are side by side where there is room, and the board is no higher than the screen, so that both are
# visible. Of its panels only what happened and why is shown: the log goes on past the question and would answer it.
LOOK: Final = (
    ".gkl-show{display:flex;max-width:100%;overflow:visible;flex-flow:row wrap;align-items:flex-start;gap:0 16px}"
    ".gkl-show>.gkl-ask{flex:1 1 19rem;overflow:visible;min-width:0}"
    ".gkl-show>:nth-child(2){flex:2 1 34rem;min-width:0}"
    ".gkl-show .gk-board{--gk-most:min(100%,max(20rem,(100vh - 24.5rem)*var(--gk-ratio,1.2)))}"
    ".gkl-show :is(.gk-head,.gk-right>:nth-child(n+3),.gk-transport>.gk-buttons:last-child){display:none}"
    ".gkl-bar{max-width:46rem;margin:0 auto;width:100%;align-items:center;overflow:visible;gap:2px 12px}"
    ".gkl-show>.gkl-bar{flex:1 1 100%}"
    ".gkl-bar .jupyter-button{min-height:44px;height:auto;width:auto;padding:0 1.2rem;border-radius:9px}"
    ".gkl-bar .jupyter-button{font-family:var(--gk-font,inherit)}"
    ".gkl-bar .jupyter-button.mod-primary{background:#00588f;color:#fff;font-weight:700}"
)


class Situations(StillWidget, widgets.VBox):  # type: ignore[misc]
    """Situations one at a time: question, board and navigation. `number` is the one shown, from 0."""

    _picture_kind = Stepper._picture_kind

    def __init__(self, shown: Sequence[Situation], name: str) -> None:
        self.shown, self.name, self.number = list(shown), name, 0
        self.key = next_key()
        self.where = widgets.HTML()
        self.back = widgets.Button(description=_("◀ Situation before"))
        self.on = widgets.Button(description=_("Next situation ▶"), button_style="primary")
        self.back.on_click(self._go_back)
        self.on.on_click(self._go_on)
        self._bar = widgets.HBox([self.back, self.where, self.on])
        self._bar.add_class("gkl-bar")
        self._bar.layout.flex_flow = "row wrap"
        super().__init__([])
        self.add_class("gkl-show")
        self.show(0)

    def show(self, number: int) -> None:
        """Play situation `number`, from 0, and show its question and board."""
        one, self.number = self.shown[number], number
        self.quiz = Quiz([question_of(one)], title=one.title, game=one.game, key=f"{self.key}-{number}")
        self.stepper = Stepper(
            Following(one.play().branch(), viewer=str(one.viewer), key=f"{self.name}-{one.key}", shown_step=one.at)
        )
        hint = widgets.HTML(f"<p>{hint_words()}</p>")
        hint.add_class("gkl-bar")
        self._tell(_("Situation {number} of {all}").format(number=number + 1, all=len(self.shown)))
        self.back.disabled, self.on.disabled = number == 0, number + 1 == len(self.shown)
        ask = widgets.VBox([self.quiz, hint])
        ask.add_class("gkl-ask")
        self.children = [ask, self.stepper, self._bar]

    def describe(self) -> str:
        """Return question, choices and board of the situation shown, as text."""
        return f"{self.quiz.describe()}\n{self.stepper.describe()}"

    def pack_alone(self) -> dict[str, Any]:
        """Return the data of all situations, for a page without Python; situation 0 is shown afterwards."""
        moments = []
        for number in range(len(self.shown)):
            self.show(number)
            quiz, board = self.quiz.pack_alone(), self.stepper.pack_alone()
            where = _("Situation {number} of {all}").format(number=number + 1, all=len(self.shown))
            moments.append({"where": where, "quiz": quiz["data"], "board": board["data"], "game": board["game"]})
        self.show(0)
        words = {"back": self.back.description, "on": self.on.description, "hint": hint_words()}
        return {"kind": "situations", "data": {"moments": moments, "words": words, "styles": LOOK}}

    def picture(self) -> str:
        """Return the board of the situation shown, as SVG."""
        return self.stepper.picture()

    def report(self, sentence: str, rule: str = "") -> None:
        """Show a sentence between the buttons."""
        self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        self.where.value = f"<style>{LOOK}</style><p role='status'>{sentence}</p>"

    @guard
    def _go_back(self, _button: Any) -> None:
        self.show(max(0, self.number - 1))

    @guard
    def _go_on(self, _button: Any) -> None:
        self.show(min(len(self.shown) - 1, self.number + 1))


def hint_words() -> str:
    """Return the hint below the question, in the reader's language."""
    return _("Answer first. Then press “Next” in this board and watch it happen.")


def situations(*shown: Situation, name: str = "situations") -> Situations:
    """Show situations one after the other; each board can be played on from its question.

    Parameters
    ----------
    *shown : Situation
        The situations, at least one; each is played when it is shown.
    name : str
        Key under which the browser stores the boards; cards of one lesson need different names.

    Returns
    -------
    Situations
        The card, which shows the first situation.

    Examples
    --------
    >>> from gamekit.lessons.kartenspiel.situations import group
    >>> card = situations(*group("ends"))
    >>> len(card.shown), card.number
    (2, 0)
    """
    return Situations(shown, name)


def question_of(situation: Situation) -> Question:
    """Return the question of a situation; its answer is the one that the rules give."""
    return Question(
        text=situation.question,
        choices=situation.choices,
        answer=situation.choices.index(situation.answer),
        why=situation.why,
        rules=(situation.rule,),
        picture=situation.picture,
    )

"""The first page: a board to make two moves on, and three questions about how a page works. Nothing heavy is loaded."""

from __future__ import annotations

from gamekit.game import load
from gamekit.show import Bet, Question, Quiz, Stepper, play
from gamekit.words import _

NAME = "kartenspiel"


def board() -> Stepper:
    """A game for two; the reader is A."""
    return play(load(NAME, 2), seed=110, name="start-board")


def bet() -> Bet:
    """A first prediction, to see how predictions work."""
    return Bet(
        _("The counter stands at 0, and a stage ends at 150 km. In which round do you think will your stage end?"),
        low=1,
        high=10,
        name="start-bet",
    )


def quiz() -> Quiz:
    """Three questions about the page, with reasons."""
    game = load(NAME, 2)
    questions = [
        Question(
            _("You laid the wrong card. What now?"),
            answer=0,
            choices=(_("Press Undo."), _("Begin a new game."), _("Live with it.")),
            why=_(
                "Undo takes your last decision back, and everything that followed. You can undo as far as the start."
            ),
        ),
        Question(
            _("Your run is 50 – 80. You lay 60. What happens?"),
            answer=1,
            choices=(
                _("The rules forbid it."),
                _("The run breaks: only the 60 counts."),
                _("The 60 is put between 50 and 80."),
            ),
            why=_("Any card may be laid. But 60 does not beat 80, so a new part of the run begins with it."),
            rules=("KS-12", "KS-13"),
        ),
        Question(
            _("The page says “95 % interval”. What is that?"),
            answer=2,
            choices=(
                _("The part of the games that went well."),
                _("The smallest and the largest value that occurred."),
                _("A range that contains the true value in about 19 of 20 simulations."),
            ),
            why=_("A simulation never hits the truth exactly. The interval says how far off it may be."),
        ),
    ]
    return Quiz(questions, title=_("Three questions"), game=game)

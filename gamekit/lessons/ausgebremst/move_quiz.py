"""Endless quiz “Which move is legal?” with moments of random races and the reasons of the rules."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gamekit.core.game import load
from gamekit.core.i18n.translation import _
from gamekit.core.kernel import CHANCE
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.session import Session
from gamekit.core.svg import join_words
from gamekit.games.ausgebremst.state import NOWHERE, SPACES, VALUES
from gamekit.widgets import Question, Quiz
from gamekit.widgets.rule_questions import board_of

NAME: Final = "ausgebremst"
PLAYERS: Final = 3
STEPS: Final = (25, 90)
"""Steps of a race between which a question may lie."""
WRONG: Final = 3


def move_quiz(seed: int = 3) -> Quiz:
    """Return the endless quiz."""
    return Quiz(question, title=_("Which move is legal?"), game=load(NAME, PLAYERS), seed=seed)


def question(rng: np.random.Generator) -> Question:
    """Return a question at a moment of a random race, with one legal move and three illegal ones."""
    while True:
        session = load(NAME, PLAYERS).session(seed=int(rng.integers(0, 2**31)))
        goal = int(rng.integers(*STEPS))
        while not session.over and (session.player == CHANCE or session.step < goal):
            session.roll() if session.player == CHANCE else session.play(int(rng.choice(session.legal())))
        found = None if session.over else ask_move(session, rng)
        if found is not None:
            return found


def ask_move(session: Session, rng: np.random.Generator) -> Question | None:
    """Return a question with one legal move and `WRONG` illegal ones, for as many different reasons as possible.

    None if fewer illegal moves are near.
    """
    s: Any = session.position
    player, legal = session.player, session.legal()
    refused: dict[str, list[int]] = {}
    for action in try_everywhere(session):
        against = session.why_not(action)
        if against is not None:
            refused.setdefault(against.text.split(":", 1)[-1], []).append(action)
    reasons = [list(rng.permutation(actions)) for actions in refused.values()]
    wrong = [int(group.pop()) for _again in range(WRONG) for group in reasons if group][:WRONG]
    if len(wrong) < WRONG:
        return None
    offered = [int(rng.choice(legal)), *wrong]
    offered = [offered[i] for i in rng.permutation(len(offered))]
    against_all = {i: session.why_not(action) for i, action in enumerate(offered)}
    hand = join_words(str(kind + 1) for kind in range(VALUES) for _again in range(s.hand[player, kind]))
    return Question(
        _("{letter} holds {hand}. Which of these is legal?").format(letter=PLAYER_LETTERS[player], hand=hand),
        next(i for i, why in against_all.items() if why is None),
        _("This one is legal."),
        tuple(session.game.action_text(action) for action in offered),
        {i: why.text for i, why in against_all.items() if why is not None},
        tuple(sorted({why.rule for why in against_all.values() if why is not None})),
        board=board_of(session, str(player)),
    )


def try_everywhere(session: Session) -> list[int]:
    """Return each card of the hand on each space that the highest card reaches if no car is in the way, as actions."""
    s: Any = session.position
    follow = session.game.tables.follow[s.circuit]
    spaces = {int(s.space[session.player])}
    for _step in range(VALUES):
        spaces |= {int(v) for u in spaces for v in follow[u] if v != NOWHERE}
    return [SPACES * int(kind) + space for kind in np.flatnonzero(s.hand[session.player]) for space in sorted(spaces)]

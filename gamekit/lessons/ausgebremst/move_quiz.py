"""Ausgebremst, lesson 1: the endless quiz "which move is legal?", each out of a race, with the rules' own reasons."""

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
from gamekit.show import Question, Quiz
from gamekit.show.moment import board_of

NAME: Final = "ausgebremst"
PLAYERS: Final = 3
STEPS: Final = (25, 90)
"""Between which steps of a race a question may lie."""
WRONG: Final = 3


def move_quiz(seed: int = 3) -> Quiz:
    """The endless quiz."""
    return Quiz(question, title=_("Which move is legal?"), game=load(NAME, PLAYERS), seed=seed)


def question(rng: np.random.Generator) -> Question:
    """A moment of some race, with one legal move among three that are not."""
    while True:
        session = load(NAME, PLAYERS).session(seed=int(rng.integers(0, 2**31)))
        goal = int(rng.integers(*STEPS))
        while not session.over and (session.player == CHANCE or session.step < goal):
            session.roll() if session.player == CHANCE else session.play(int(rng.choice(session.legal())))
        found = None if session.over else ask_move(session, rng)
        if found is not None:
            return found


def ask_move(session: Session, rng: np.random.Generator) -> Question | None:
    """One legal move and three refused ones, for as many different reasons as there are; None if too few are near."""
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
    """Every card of the hand on every space that the longest card could reach if nobody were in the way."""
    s: Any = session.position
    follow = session.game.tables.follow[s.circuit]
    spaces = {int(s.space[session.player])}
    for _step in range(VALUES):
        spaces |= {int(v) for u in spaces for v in follow[u] if v != NOWHERE}
    return [SPACES * int(kind) + space for kind in np.flatnonzero(s.hand[session.player]) for space in sorted(spaces)]

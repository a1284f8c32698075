"""Questions about illegal moves: positions of random games, one legal move among illegal ones, reasons, the board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from gamekit.core.game import Game
from gamekit.core.i18n.translation import _
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.rulebook import PLAYER_LETTERS, Sentence
from gamekit.core.session import Session
from gamekit.widgets.narration import choose_most_telling, draw_table
from gamekit.widgets.quiz import Question


def board_of(session: Session, viewer: str = "all", explained: bool = False) -> dict[str, Any]:
    """Return the position of a session as a question's `board`, as seen by `viewer`: "all" or a player number as text.

    `explained`: each place says which move is possible there, or why none is.
    """
    game, position = session.game, session.position
    seer = None if viewer == "all" else int(viewer)
    return {
        "changes": draw_table(session, viewer, session.step),
        "description": game.picture.describe(game, position, seer),
        "title": game.title,
        "places": explain_places(session) if explained else None,
    }


def explain_places(session: Session) -> dict[str, dict[str, str]]:
    """Return a sentence and rule for each place to which an action belongs: a legal action, or why none is legal."""
    game = session.game
    open_now: dict[str, dict[str, str]] = {}
    refused: dict[str, dict[int, Sentence]] = {}
    legal = session.legal()
    every = game.picture.targets(game, session.position, range(game.num_actions))
    for action, places in every.items():
        against = session.why_not(action)
        for place in places.split():
            if against is not None:
                refused.setdefault(place, {})[action] = against
            else:
                text = _("“{action}” is possible now.").format(action=game.action_text(action))
                open_now.setdefault(place, {"text": text, "rule": ""})
    told = {place: choose_most_telling(game, legal, found) for place, found in refused.items()}
    return {place: {"text": one.text, "rule": one.rule} for place, one in told.items()} | open_now


QUESTIONS: Final = 20
GAMES_SEARCHED: Final = 16
MOVES_SEARCHED: Final = 90
CHOICES: Final = 4
LOOKED_AT: Final = 0.25
"""Share of the decisions used, so that questions come from many positions."""


def situations(game: Game) -> list[Question]:
    """Return up to `QUESTIONS` questions on positions of random games, different reasons taking turns."""
    found: dict[int, list[Question]] = {}
    for seed in range(1, GAMES_SEARCHED + 1):
        chooser = random.Random(seed)
        for session in decisions(game, seed, chooser):
            code, question = ask_rarest(session, chooser, found)
            if question is not None:
                found.setdefault(code, []).append(question)
    by_turns = [
        of_one_reason[round_number]
        for round_number in range(QUESTIONS)
        for of_one_reason in found.values()
        if round_number < len(of_one_reason)
    ]
    return by_turns[:QUESTIONS]


def decisions(game: Game, seed: int, chooser: random.Random) -> Iterator[Session]:
    """Play a random game and yield its session at some of the decisions, before they are taken."""
    session, moves = game.session(seed=seed), 0
    while session.player != OVER and moves < MOVES_SEARCHED:
        if session.player == CHANCE:
            session.roll()
            continue
        moves += 1
        if chooser.random() < LOOKED_AT:
            yield session
        session.play(chooser.choice(session.legal()))


def ask_rarest(
    session: Session, chooser: random.Random, found: dict[int, list[Question]]
) -> tuple[int, Question | None]:
    """Return the position's least asked reason and a question about it, or (0, None) if none is needed."""
    game, player, position = session.game, session.player, session.position
    refused: dict[int, list[int]] = {}
    for action in range(game.num_actions):
        code = int(game.rules.reason(position, game.tables, action))
        if code:
            refused.setdefault(code, []).append(action)
    new = [code for code in refused if len(found.get(code, ())) < QUESTIONS // 4]
    if not new:
        return 0, None
    first = min(new, key=lambda code: len(found.get(code, ())))
    codes = [first, *(code for code in refused if code != first)][: CHOICES - 1]
    actions = [chooser.choice(session.legal()), *(chooser.choice(refused[code]) for code in codes)]
    while len(actions) < CHOICES and len(rest := [a for a in refused[first] if a not in actions]):
        actions.append(chooser.choice(rest))
    right = actions[0]
    chooser.shuffle(actions)
    why = {number: session.why_not(action) for number, action in enumerate(actions)}
    return first, Question(
        text=_("It is the turn of player {letter}. Which of these do the rules allow?").format(
            letter=PLAYER_LETTERS[player]
        ),
        answer=actions.index(right),
        why=_("The others are refused, each by a rule."),
        choices=tuple(game.action_text(action) for action in actions),
        reasons={number: said.text for number, said in why.items() if said is not None},
        rules=tuple(dict.fromkeys(said.rule for said in why.values() if said is not None)),
        board=board_of(session, str(player), explained=True),
    )

"""Frames of a session where no board runs, and texts about it: whose turn it is, the sentences of a step, the result.

Sessions are only read. Boards that play build their frames in the page (web/table/frame_builder.js).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from gamekit.core.game import Game
from gamekit.core.i18n.translation import _, each_language, say_number, typeset
from gamekit.core.kernel import CHANCE
from gamekit.core.record import Record, notes_of
from gamekit.core.rulebook import PLAYER_LETTERS, Sentence
from gamekit.core.session import Session, Step

Message = dict[str, Any]


def prompt(session: Session, person: bool, mine: bool) -> str:
    """Return whose turn it is and what is asked. `person`: a person decides; `mine`: the reader does."""
    player = session.player
    question = session.game.rulebook.phase(session.position).text
    if player < 0:
        return question
    letter = PLAYER_LETTERS[player]
    legal = session.legal() if mine else []
    if len(legal) == 1:
        told = _("It is your turn, {letter}. {question} Only one move is possible: “{move}”.")
        return told.format(letter=letter, question=question, move=session.game.action_text(legal[0]))
    if mine:
        return _("It is your turn, {letter}. {question}").format(letter=letter, question=question)
    if person:
        told = _("It is {letter}’s turn. To play for {letter}, see as {letter}, as whoever is to move or as everybody.")
        return told.format(letter=letter)
    return _("It is {letter}’s turn.").format(letter=letter)


def decision(session: Session, viewer: int | None) -> dict[str, Any]:
    """Return the open decision as data for a viewer: player, prompt, the viewer's legal actions, result if over."""
    mine = viewer is not None and session.player == viewer
    return {
        "player": session.player,
        "prompt": prompt(session, False, mine),
        "human": mine,
        "legal": session.legal() if mine else [],
        "over": result(session) if session.over else None,
    }


def result(session: Session) -> str:
    """Return a sentence with the winners and the final scores."""
    returns = session.returns()
    best = max(returns)
    winners = [PLAYER_LETTERS[p] for p, value in enumerate(returns) if value == best]
    scores = ", ".join(f"{PLAYER_LETTERS[p]} {typeset(say_number(value, ',.10g'))}" for p, value in enumerate(returns))
    if len(winners) == 1:
        return _("The game is over: {winner} wins. Final scores: {scores}.").format(winner=winners[0], scores=scores)
    together = _("{others} and {last}").format(others=", ".join(winners[:-1]), last=winners[-1])
    return _("The game is over: {winners} share the win. Final scores: {scores}.").format(
        winners=together, scores=scores
    )


def choose_most_telling(game: Game, legal: Iterable[int], refused: Mapping[int, Sentence]) -> Sentence:
    """Choose the refusal to show among those of several actions that end in one place.

    Actions of a kind that is legal now are preferred, as the person meant one of them; of these the one with the rarest
    rule, as the others merely lack the card.
    """
    asked = {_verb(game, action) for action in legal}
    meant = [said for action, said in refused.items() if _verb(game, action) in asked] or list(refused.values())
    rules = [one.rule for one in meant]
    return min(meant, key=lambda one: rules.count(one.rule))


def _verb(game: Game, action: int) -> str:
    return str(game.rules.action_parts(game.tables, action)[0])


def rules_in_words(game: Game, numbers: Iterable[str] | None = None) -> Message:
    """Return title, text and marks of rules by number: all, or those of `numbers`, sorted."""
    return {
        number: {"title": rule.title, "text": rule.text, "marks": list(rule.marks)}
        for number in (game.rulebook if numbers is None else sorted(numbers))
        for rule in [game.rulebook[number]]
    }


ALL: Final = "all"
TURN: Final = "turn"
TABLES_KEPT: Final = 8


def count_shared_steps(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the length of the common beginning of two games, given their actions.

    >>> count_shared_steps([4, 7, 1], [4, 7, 2, 9]), count_shared_steps([4], [4, 7])
    (2, 1)
    """
    shared = min(len(one), len(other))
    return next((i for i in range(shared) if one[i] != other[i]), shared)


def seer_at(session: Session, viewer: str, number: int) -> int | None:
    """Return the player whose view is shown after `number` steps, or None for the full position.

    `viewer` is "all", "turn" (the player who decides or decided last, else 0) or a player number as text.
    """
    if viewer == ALL:
        return None
    if viewer != TURN:
        return int(viewer)
    for earlier in range(number, -1, -1):
        player = session.game.player(session.position_at(earlier))
        if player >= 0:
            return player
    return 0


def draw_table(session: Session, viewer: str, number: int) -> dict[str, dict[str, Any]]:
    """Return the picture's full table of changes after `number` steps, with plain Python numbers."""
    position = session.position_at(number)
    return _table(session.game, position.tobytes(), seer_at(session, viewer, number))


@each_language(TABLES_KEPT)
def _table(game: Game, position: bytes, seer: int | None) -> dict[str, dict[str, Any]]:
    """Return the table of a position; the last `TABLES_KEPT` results are cached."""
    table = game.picture.changes(game, game.rules.State.from_bytes(position), seer)
    return {name: {key: make_plain(value) for key, value in change.items()} for name, change in table.items()}


def make_plain(value: Any) -> Any:
    """Return a NumPy scalar as a Python number, any other value unchanged."""
    return value.item() if isinstance(value, np.generic) else value


def odds(game: Game, position: Record, known: Record) -> list[tuple[int, int]] | None:
    """Return the actions of chance with their weights, or None if the view `known` does not determine them.

    A single possible action is no exception: from a pile of one kind it would name a hidden card.
    """
    found, told = ([*zip(game.legal(s), game.weights(s), strict=True)] for s in (position, known))
    return found if found == told else None


def tell_step(game: Game, step: Step, before: Record, after: Record, seer: int | None) -> dict[str, Any]:
    """Return a step with its sentences as player `seer` may read them, without hidden cards; None: in full.

    `draw` marks steps of chance with several outcomes as far as the viewer knew; the log folds many such steps in a
    row. `moment` and `die` are present only if a note has them (rulebook.py).
    """
    known, seen = (one if seer is None else game.view(one, seer) for one in (before, after))
    notes = [game.rulebook.note(note, before) for note in notes_of(seen)]
    if notes:
        text = notes[0].text
    elif seer in (None, step.player) or step.player == CHANCE:
        text = step.text
    else:  # without a note it is unknown what others may know
        text = _("{letter} has moved.").format(letter=PLAYER_LETTERS[step.player])
    moment = next((one for one in ("long", "short") if any(note.moment == one for note in notes)), "")
    watched = {"moment": moment, "die": max([0, *(note.die for note in notes)])}
    return {
        "player": step.player,
        "chance": step.player == CHANCE,
        "draw": step.player == CHANCE and len(game.legal(known)) != 1,
        "text": text,
        "heading": step.heading,
        "notes": [
            {"rule": note.rule, "text": note.text, "player": note.player}
            | ({"long": True} if note.moment == "long" else {})
            for note in notes
        ],
        **{key: value for key, value in watched.items() if value},
    }


def tell_known(
    game: Game, step: Step, happened: tuple[Record, Record], known: tuple[Record, Record], seer: int
) -> dict[str, Any]:
    """Return `tell_step` of the positions before and after as the viewer saw them (`known`; in full: `happened`).

    If the viewer may know the odds of chance, `odds` is True, and `action` is its action, or None if it is hidden.
    """
    said = tell_step(game, step, *known, seer)
    if said["draw"] and odds(game, happened[0], known[0]) is not None:
        said["odds"] = True
        said["action"] = step.action if tell_step(game, step, *happened, None)["notes"] == said["notes"] else None
    return said


def diff_view(seen: Record, before: Record | None = None) -> list[int]:
    """Return the 32-bit numbers of a view that differ from `before` (default: from 0), as [index, number, …]."""
    now = np.frombuffer(seen.tobytes(), np.int32)
    earlier = np.frombuffer(before.tobytes(), np.int32) if before is not None else np.zeros_like(now)
    places = np.flatnonzero(now != earlier)
    return np.column_stack((places, now[places])).ravel().tolist()

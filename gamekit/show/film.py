"""A session as it is drawn and told where no board runs: through whose eyes, the picture's table, what a step says.

Only reads sessions. Boards that play do the same in their page (web/table/frame_builder.js).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from gamekit.core.game import Game
from gamekit.core.i18n.translation import _, each_language
from gamekit.core.kernel import CHANCE
from gamekit.core.record import Record, notes_of
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.session import Session, Step

ALL: Final = "all"
TURN: Final = "turn"
TABLES_KEPT: Final = 8


def count_shared_steps(one: Sequence[int], other: Sequence[int]) -> int:
    """How many steps two games have in common from their beginning, given their actions.

    >>> count_shared_steps([4, 7, 1], [4, 7, 2, 9]), count_shared_steps([4], [4, 7])
    (2, 1)
    """
    shared = min(len(one), len(other))
    return next((i for i in range(shared) if one[i] != other[i]), shared)


def seer_at(session: Session, viewer: str, number: int) -> int | None:
    """Through whose eyes the position after `number` steps is seen; None sees everything."""
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
    """The picture's whole table after `number` steps, with NumPy's numbers as Python's."""
    position = session.position_at(number)
    return _table(session.game, position.tobytes(), seer_at(session, viewer, number))


@each_language(TABLES_KEPT)
def _table(game: Game, position: bytes, seer: int | None) -> dict[str, dict[str, Any]]:
    """The last tables are kept: the next step is drawn as what differs from one of them."""
    table = game.picture.changes(game, game.rules.State.from_bytes(position), seer)
    return {name: {key: make_plain(value) for key, value in change.items()} for name, change in table.items()}


def make_plain(value: Any) -> Any:
    """A NumPy number as a Python number, anything else as it is."""
    return value.item() if isinstance(value, np.generic) else value


def odds(game: Game, position: Record, known: Record) -> list[tuple[int, int]] | None:
    """What chance can do in a position, each action with its weight; None if it does not follow from what is `known`.

    That only one thing can happen is no exception: of a pile of one kind it would name a hidden card.
    """
    found, told = ([*zip(game.legal(s), game.weights(s), strict=True)] for s in (position, known))
    return found if found == told else None


def tell_step(game: Game, step: Step, before: Record, after: Record, seer: int | None) -> dict[str, Any]:
    """A step as its viewer may read it: hidden cards stay hidden in its sentences too.

    `draw` marks chance that could have gone otherwise for all its viewer knew; the log folds many such steps in a row.
    `moment` and `die` are there where a note has them (rulebook.py).
    """
    known, seen = (one if seer is None else game.view(one, seer) for one in (before, after))
    notes = [game.rulebook.note(note, before) for note in notes_of(seen)]
    if notes:
        text = notes[0].text
    elif seer in (None, step.player) or step.player == CHANCE:
        text = step.text
    else:  # without a note nobody has said what others may know of it
        text = _("{letter} has moved.").format(letter=PLAYER_LETTERS[step.player])
    moment = next((note.moment for note in notes if note.moment), "")
    watched = {"moment": moment, "die": max([0, *(note.die for note in notes)])}
    return {
        "player": step.player,
        "chance": step.player == CHANCE,
        "draw": step.player == CHANCE and len(game.legal(known)) != 1,
        "text": text,
        "heading": step.heading,
        "notes": [{"rule": note.rule, "text": note.text} for note in notes],
        **{key: value for key, value in watched.items() if value},
    }


def tell_known(
    game: Game, step: Step, happened: tuple[Record, Record], known: tuple[Record, Record], seer: int
) -> dict[str, Any]:
    """The same where only what the viewer knew goes on: the positions before and after, `happened` and as `known`.

    With the action chance took, where everybody may know the odds.
    """
    said = tell_step(game, step, *known, seer)
    if said["draw"] and odds(game, happened[0], known[0]) is not None:
        said["odds"] = True
        said["action"] = step.action if tell_step(game, step, *happened, None)["notes"] == said["notes"] else None
    return said


def diff_view(seen: Record, before: Record | None = None) -> list[int]:
    """Which numbers of a view are not what they were before (not nought, in a first one), as [place, number, …]."""
    now = np.frombuffer(seen.tobytes(), np.int32)
    earlier = np.frombuffer(before.tobytes(), np.int32) if before is not None else np.zeros_like(now)
    places = np.flatnonzero(now != earlier)
    return np.column_stack((places, now[places])).ravel().tolist()

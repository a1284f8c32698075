"""A check for every game: sentences, log, questions and refusals tell a player nothing that the view hides.

Two positions that look the same to a player are made by dealing anew what that player cannot see; then the same thing
happens in both. Views themselves are held to their promises in test_conformance.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.record import Record, notes_of
from gamekit.core.session import Step
from gamekit.widgets.narration import odds, tell_step
from tests.play import Walk, enough, profile

OFTEN: Final = 2
"""How many steps of a game with the same notes are looked at."""
DEALS: Final = 2
"""How often the unseen is dealt anew for each player at each of them."""
ONLY_ONE: Final = -1
"""In place of a note: one thing alone can happen."""
CHOICES: Final = 24
"""At how many decisions of a random game every choice is tried."""
MOST_CHOICES: Final = 30
OTHERS: Final = 6
"""How many other actions are tried in place of one whose card a player cannot see."""


def check_walk(walked: Walk) -> None:
    """Every kind of step of a random game, through every player's eyes. Raises `AssertionError` at a leak."""
    game = walked.game
    rng = np.random.default_rng((walked.seed, 2))
    secret: dict[str, list[bool]] = {}
    for s, action in telling_steps(walked):
        for q in range(game.players):
            for _ in range(enough(1, DEALS)):
                d = game.view(s, q)
                game.rules.redeal(d, game.tables, q, rng)
                for name, phases in getattr(profile(game.name), "SECRET", {}).items():
                    if int(s["phase"]) in phases:  # type: ignore[index]
                        secret.setdefault(name, []).append(not np.array_equal(s[name], d[name]))  # type: ignore[index]
                assert same(game.view(s, q), game.view(d, q)), f"{q} sees what a redeal does not keep"
                check_questions(game, s, d, q)
                check_step(game, s, d, action, q)
            check_hidden_actions(game, s, action, q, rng)
    for name, thought_otherwise in secret.items():
        assert any(thought_otherwise), f"{name}: everybody knows what is to stay secret"
    check_choices(walked, rng)


def telling_steps(walked: Walk) -> Iterator[tuple[Record, int]]:
    """The first steps of a random game with each note, in each phase, and where chance can do one thing only."""
    seen: Counter[tuple[int, int]] = Counter()
    for number, action in enumerate(walked.actions[:-1]):
        s, result = walked.position(number), walked.position(number + 1)
        phase = int(s["phase"])  # type: ignore[index]
        kinds = {(phase, one.code) for one in notes_of(result)} or {(phase, 0)}
        if walked.game.player(s) == gk.CHANCE and len(walked.game.legal(s)) == 1:
            kinds.add((phase, ONLY_ONE))
        if any(seen[kind] < enough(1, OFTEN) for kind in kinds):
            seen.update(kinds)
            yield s, action


def check_choices(walked: Walk, rng: np.random.Generator) -> None:
    """Whatever a player may choose tells another one only what it has brought to light, wherever it leads."""
    game = walked.game
    decided = [s for s, _ in walked.all() if game.player(s) >= 0]
    for number in rng.choice(len(decided), min(len(decided), enough(CHOICES // 2, CHOICES)), replace=False):
        s = decided[number]
        q = int(rng.choice([p for p in range(game.players) if p != game.player(s)]))
        d = game.view(s, q)
        game.rules.redeal(d, game.tables, q, rng)
        for action in game.legal(s)[:MOST_CHOICES]:
            check_step(game, s, d, action, q)


def check_questions(game: Game, s: Record, d: Record, q: int) -> None:
    """What is asked, what is told of chance, and what may be done and why not by the one who is asked: all the same."""
    assert game.rulebook.phase(s) == game.rulebook.phase(d), "the question asked"
    if game.player(s) == gk.CHANCE:
        chances = [odds(game, position, game.view(position, q)) for position in (s, d)]
        assert chances[0] == chances[1], f"the odds as {q} is told them"
        firsts = [(position, game.legal(position)[0]) for position in (s, d)]
        flags = [sentences(game, one, action, after(game, one, action), q)["draw"] for one, action in firsts]
        assert flags[0] == flags[1], f"whether chance could have gone otherwise, as {q} is told"
    if game.player(s) != q:
        return
    for action in range(game.num_actions):
        codes = [int(game.rules.reason(position, game.tables, action)) for position in (s, d)]
        assert codes[0] == codes[1], f"{game.action_text(action)}: refused or not by what {q} cannot see"


def check_step(game: Game, s: Record, d: Record, action: int, q: int) -> None:
    """The same action in two positions that look the same to q.

    q is told the same where the view says the same afterwards, and the view says the same where nothing in which the
    two positions differ has been moved or come to light. A profile's COUNTED may be counted all the same; what lay open
    for a moment is seen no more after its FORGETTING, such as shuffling, though everybody was told.
    """
    if game.rules.reason(d, game.tables, action) != 0:
        return
    s2, d2 = after(game, s, action), after(game, d, action)
    looks, twin = game.view(s2, q), game.view(d2, q)
    if (same(looks, twin) and not forgotten(game, s2, d2)) or untouched(game, (s, d), (s2, d2), (looks, twin)):
        where = f"{game.action_text(action)} as player {q} sees it"
        assert betrayed(game, looks, twin) == [], where
        assert sentences(game, s, action, s2, q) == sentences(game, d, action, d2, q), where


def check_hidden_actions(game: Game, s: Record, action: int, q: int, rng: np.random.Generator) -> None:
    """What q cannot tell apart is told in the same words.

    That is: two actions after which different positions look the same to q; and two actions whose first sentence, in
    which something is hidden, is the same to q: then all the rest looks and is told the same, too.
    """
    if game.player(s) == q:
        return
    done = after(game, s, action)
    for other in others(game, s, rng):
        instead = after(game, s, other)
        looks, twin = game.view(done, q), game.view(instead, q)
        indistinct = differing(done, instead) and same(looks, twin) and not forgotten(game, done, instead)
        hidden = hides(done, looks) and hides(instead, twin) and first_told(game, looks) == first_told(game, twin)
        if indistinct or hidden:
            where = f"{game.action_text(action)} or {game.action_text(other)} as player {q} sees it"
            assert betrayed(game, looks, twin) == [], where
            assert sentences(game, s, action, done, q) == sentences(game, s, other, instead, q), where


def others(game: Game, s: Record, rng: np.random.Generator) -> list[int]:
    """Some of the legal actions."""
    legal = game.legal(s)
    return [int(one) for one in rng.choice(legal, min(OTHERS, len(legal)), replace=False)]


def after(game: Game, s: Record, action: int) -> Record:
    """The position after an action, as a copy."""
    result = s.copy()
    game.apply(result, action)
    return result


def sentences(game: Game, before: Record, action: int, result: Record, q: int) -> dict[str, Any]:
    """The step as the log tells it to q, and whether chance could have gone otherwise for all q knew."""
    text, heading = game.action_text(action), game.rulebook.heading(before)
    return tell_step(game, Step(game.player(before), action, text, heading, ()), before, result, q)


def hides(result: Record, looks: Record) -> bool:
    """Whether the first thing said of a step has something in it that the view does not tell."""
    said, heard = notes_of(result), notes_of(looks)
    return bool(said) and said[0] != heard[0]


def first_told(game: Game, looks: Record) -> str:
    """The first thing said of a step in a view."""
    return game.rulebook.note(notes_of(looks)[0]).text


def fields(s: Record) -> list[str]:
    """What a position consists of beside its notes."""
    return [name for name in s.dtype.names or () if name not in ("notes", "num_notes")]


def differing(a: Record, b: Record) -> list[str]:
    """The fields in which two positions differ."""
    return [name for name in fields(a) if not np.array_equal(a[name], b[name])]


def betrayed(game: Game, looks: Record, twin: Record) -> list[str]:
    """The fields in which two views differ and that nobody may count."""
    counted = getattr(profile(game.name), "COUNTED", ())
    return [name for name in differing(looks, twin) if name not in counted]


def forgotten(game: Game, *results: Record) -> bool:
    """Whether something may have lain open in this step that no view shows any more."""
    forgetting = getattr(profile(game.name), "FORGETTING", ())
    return any(note.code in forgetting for result in results for note in notes_of(result))


def same(a: Record, b: Record) -> bool:
    """Whether two positions are the same but for what is said of the last step."""
    return not differing(a, b)


def untouched(game: Game, before: tuple[Record, ...], result: tuple[Record, ...], looks: tuple[Record, ...]) -> bool:
    """Whether wherever two positions differed they differ still, by as much as before, and no view shows it.

    What a profile calls DERIVED follows from the other fields: that it is there no more brings nothing to light.
    """
    derived = getattr(profile(game.name), "DERIVED", ())
    for name in differing(*before):
        if name in derived:
            continue
        (a, b), (a2, b2), (seen, twin) = (
            tuple(np.asarray(s[name], np.int64) for s in pair) for pair in (before, result, looks)
        )
        hidden = a != b
        if ((a2 - b2) != (a - b))[hidden].any() or (seen != twin)[hidden].any():
            return False
    return True

"""Puzzles: positions of real games in which one action is best beyond doubt; reading and checking of their files.

A file stores the actions of each game up to the position, not its seed; every action is replayed and checked by the
rules. tools/measure/puzzles.py finds puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from gamekit.core.arguments import check_seed
from gamekit.core.errors import GamekitError, IllegalAction, OptionError, is_real, is_whole, quote, suggest_word
from gamekit.core.files import has_game_file, read_game_file
from gamekit.core.game import Game, game_names, load
from gamekit.core.i18n.translation import _, each_language, say_of_game
from gamekit.core.record import Record
from gamekit.core.rulebook import PLACEHOLDER, fill
from gamekit.core.session import Session, resume
from gamekit.lab.estimate import Estimate
from gamekit.lab.reasons import Part, Reason, list_templates

FILE: Final = "puzzles.json"
FORMAT: Final = "gamekit-puzzles"
LADDER: Final = ("easy", "steady", "strong", "best")
MOSTLY: Final = 2 / 3
"""Share of tries, at least, in which a level that finds a choice makes it."""
KEYS: Final = ("players", "options", "player", "actions", "best", "second", "ahead", "found", "why")
MOST_ACTIONS: Final = 5_000
LOADED: Final = 16
"""Games kept loaded: the puzzles of a file have few different players and options."""
MOST_PLAYERS: Final = 99
"""Limit on the players in a file; the game itself checks which number it takes."""


@dataclass(frozen=True)
class Puzzle:
    """A position, who decides, and which action is best.

    `second` is the action that came nearest. `ahead`, `opinion` and `even` are the lead of the best over it in win
    rate, with 99 % intervals: if all play on, and have hidden what they hide, as the game's best strategy would; as its
    second strategy would; and as the best one would, but with every deal of the hidden cards equally likely. `found` is
    how often each level makes the best choice, 0 to 1, and `reason` the coach's reason.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    player: int
    actions: tuple[int, ...]
    best: int
    second: int
    ahead: Estimate
    opinion: Estimate
    even: Estimate
    found: Mapping[str, float]
    reason: Reason

    @property
    def theme(self) -> str:
        """Short description in the reader's language: the coach's first reason, with "more" or "fewer" as figure."""
        first = self.reason.parts[0]
        more = first.best >= first.second
        if first.kind in ("open", "moves"):
            return _("keep more moves open")
        if first.kind == "share":
            return first.said if more else _("avoid: {event}").format(event=first.said)
        size = _("more") if more else _("fewer")
        return fill(first.said, dict.fromkeys(PLACEHOLDER.findall(first.said), size))

    @property
    def difficulty(self) -> int:
        """Difficulty, 1 to 4: 1 if level steady finds it two times in three, 4 if not even best does."""
        return next((n for n, level in enumerate(LADDER) if n and self.found[level] >= MOSTLY), len(LADDER))

    @property
    def loaded(self) -> Game:
        """Game with these players and options; puzzles that have the same share it."""
        return _load(self.game, self.players, json.dumps(dict(self.options), sort_keys=True))

    @cached_property
    def position(self) -> Record:
        """Position of the puzzle. Raises `IllegalAction` if an action is against the rules."""
        return _replay(self.loaded, self.actions)

    def session(self) -> Session:
        """Return a new session at the position, with luck of its own, to be played on.

        Nothing is cached: the steps of a game's hundred puzzles take a hundred megabytes.
        """
        return self.last_steps(len(self.actions))

    def last_steps(self, most: int) -> Session:
        """Return a session that begins up to `most` steps before the position and has played them.

        Much faster than `session`, which describes hundreds of steps in words.
        """
        first = max(0, len(self.actions) - most)
        session = resume(self.loaded, check_seed(None), [_replay(self.loaded, self.actions[:first]).tobytes()], [], 0)
        for action in self.actions[first:]:
            session.play(action)
        return session

    def explain(self) -> str:
        """Return sentences with figures on why the best action is better than the second."""
        game = self.loaded
        return self.reason.describe(game.action_text(self.best), game.action_text(self.second))

    def describe_lead(self) -> str:
        """Return a sentence on how far the best action is ahead of the second, and on what that assumes."""
        game = self.loaded
        least, most = min(self.ahead.low, self.opinion.low), max(self.ahead.high, self.opinion.high)
        low, high, even = (f"{100 * part:.0f}".replace("-", "−") for part in (least, most, self.even.value))
        said = _(
            "“{best}” wins {low} to {high} games of 100 more than “{second}”, where all play on, and hide cards, as "
            "one of our two best strategies would. If the hidden cards could lie in any way, it would be {even} of 100."
        )
        best, second = game.action_text(self.best), game.action_text(self.second)
        return said.format(best=best, second=second, low=low, high=high, even=even)


@lru_cache(maxsize=LOADED)
def _load(game: str, players: int, options: str) -> Game:
    return load(game, players, **json.loads(options))


def puzzles(name: str, theme: str | None = None, difficulty: int | None = None) -> list[Puzzle]:
    """Return the puzzles that come with a game, of all themes and difficulties (1 to 4) or of one.

    Raises `OptionError` if there is no such theme or difficulty, and `UnknownGame`.

    >>> found = puzzles("route66")
    >>> one = found[0]
    >>> one.session().player == one.player, one.best in one.session().legal()
    (True, True)
    >>> {p.difficulty for p in puzzles("route66", theme=one.theme)} <= {1, 2, 3, 4}
    True
    """
    found, _left_out = read_shipped(load(name).name)
    themes = list(dict.fromkeys(puzzle.theme for puzzle in found))
    if theme is not None and theme not in themes:
        raise OptionError(f"There is no puzzle of the theme {quote(theme)}.{suggest_word(str(theme), themes)}")
    if difficulty is not None and not is_whole(difficulty, 1, len(LADDER)):
        raise OptionError(f"A difficulty is a whole number from 1 to {len(LADDER)}, not {quote(difficulty)}.")
    return [p for p in found if theme in (None, p.theme) and difficulty in (None, p.difficulty)]


def has_puzzles(name: str) -> bool:
    """Return whether puzzles come with a game."""
    return has_game_file(name, FILE)


@each_language()
def read_shipped(name: str) -> tuple[list[Puzzle], list[str]]:
    """Return all puzzles that come with a game, and a sentence for each one that cannot be used."""
    text = read_game_file(name, FILE)
    return ([], []) if text is None else read_puzzles(text, name)


def read_puzzles(text: str, name: str = "the puzzles") -> tuple[list[Puzzle], list[str]]:
    """Return the puzzles of a file's text, and a sentence for each one that cannot be used, or for the file.

    >>> print(*read_puzzles('{"format": "sudoku"}')[1])
    the puzzles: no file of puzzles; its "format" must be 'gamekit-puzzles'.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return [], [f"{name}: not one complete JSON file; perhaps it was cut off."]
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return [], [f'{name}: no file of puzzles; its "format" must be {FORMAT!r}.']
    game, kept = data.get("game"), data.get("puzzles")
    if game not in game_names() or not isinstance(kept, list):
        return [], [f'{name}: "game" must be the name of a game, and "puzzles" a list.']
    found, left_out = [], []
    for number, one in enumerate(kept, start=1):
        try:
            found.append(_check(game, one))
        except (GamekitError, ValueError) as error:
            left_out.append(f"{name}, puzzle {number} is left out: {error}")
    return found, left_out


def _check(game: str, data: Any) -> Puzzle:
    """Return a puzzle after replaying it. Raises `GamekitError` or `ValueError` if it cannot be used."""
    if not isinstance(data, dict) or set(data) != set(KEYS):
        raise OptionError(f"it must have exactly the entries {', '.join(KEYS)}.")
    actions, found = data["actions"], data["found"]
    if not isinstance(actions, list) or len(actions) > MOST_ACTIONS:
        raise OptionError(f"the actions must be a list of at most {MOST_ACTIONS:,}.")
    if not is_whole(data["players"], 1, MOST_PLAYERS):
        raise OptionError(f"the players must be a whole number, not {quote(data['players'])}.")
    if not isinstance(data["options"], dict) or {"players", "box"} & set(data["options"]):
        raise OptionError("the options must be a table, without players and box.")
    if not isinstance(found, dict) or set(found) != set(LADDER) or not all(is_real(v, 0, 1) for v in found.values()):
        raise OptionError(f"it must say how often, 0 to 1, each of {', '.join(LADDER)} finds it.")
    puzzle = Puzzle(
        game,
        data["players"],
        data["options"],
        data["player"],
        tuple(actions),
        data["best"],
        data["second"],
        *_read_estimates(data["ahead"]),
        found,
        _read_reason(game, data["why"]),
    )
    player, legal = puzzle.loaded.player(puzzle.position), puzzle.loaded.legal(puzzle.position)
    if player < 0 or not is_whole(puzzle.player, player, player):
        raise OptionError(f"it is not the choice of player {quote(puzzle.player)}.")
    for action in (puzzle.best, puzzle.second):
        if not any(is_whole(action, one, one) for one in legal):
            raise OptionError(f"{quote(action)} is no action to choose there.")
    return puzzle


def _replay(game: Game, actions: Sequence[int]) -> Record:
    """Return the position after these actions, without describing any. Raises `IllegalAction`."""
    position = game.start()
    for action in actions:
        refused = game.why_not(position, action)
        if refused:
            raise IllegalAction(refused.text, refused.rule)
        game.apply(position, action)
    return position


def _read_estimates(data: Any) -> tuple[Estimate, Estimate, Estimate]:
    ends = data if isinstance(data, list) and len(data) == 3 else []
    if not ends or not all(
        isinstance(one, list) and len(one) == 3 and all(is_real(v, -1, 2) for v in one) for one in ends
    ):
        raise OptionError('"ahead" must be three values, each with both ends of its interval.')
    return Estimate(*ends[0]), Estimate(*ends[1]), Estimate(*ends[2])


def _read_reason(game: str, data: Any) -> Reason:
    """Return a reason in the reader's language; the file has it in English. Raises `OptionError`."""
    kinds = list_templates()
    parts = data if isinstance(data, list) else []
    good = [isinstance(p, list) and len(p) == 4 and isinstance(p[1], str) and p[0] in list(kinds) for p in parts]
    if not good or not all(good) or not all(is_real(v, -1e9, 1e9) for p in parts for v in p[2:]):
        raise OptionError('"why" must be a list of reasons: kind, words and two figures.')
    return Reason(tuple(Part(kind, say_of_game(game, said), best, second) for kind, said, best, second in parts))

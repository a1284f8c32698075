"""Situations: games played to a point where a rule surprises, with a question and its answer.

The rules check every action when a game is played, and the right answer is read from the position that follows. All
texts of a game's situations are in the `situations.toml` of its lessons; the functions that it names are in the
`situations.py` beside it.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter, ValidationError, ValidationInfo

from gamekit.core.game import Game, load
from gamekit.core.guide import Said
from gamekit.core.i18n.translation import each_language
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.session import Session

FILE: Final = "situations.toml"
MOMENTS: Final = "moments.json"


def find_function(name: Any, info: ValidationInfo) -> Any:
    """Return the function of a name in the game's `situations.py`, which is the context of the validation."""
    found = getattr(info.context, str(name), None)
    if not callable(found):
        raise ValueError(f"situations.py has no function {name!r}")
    return found


Named = Annotated[Callable[..., Any], BeforeValidator(find_function)]
"""Function of the game's `situations.py`, written as its name."""


class Entry(BaseModel):
    """Entry of a `situations.toml`; its sentences are translated to the reader's language when it is read.

    Attributes
    ----------
    choices : dict or tuple
        Answers offered: sentences by name, or numbers, of which a text names one of `values`.
    measure : function
        Returns the right choice of the situation: the name of a sentence, or a number.
    written : function
        Returns a number of `choices` as text.
    values : function, optional
        Returns what fills the placeholders of title and question, and numbers for `choices`.
    picture : function, optional
        Returns the SVG shown with the question.
    player : str
        Letter of the player whom the measure is about, if it asks for one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: str
    title: Said
    question: Said
    rule: str
    choices: dict[str, Said] | tuple[int | str, ...]
    measure: Named
    why: Said
    players: int
    written: Named = str
    values: Named | None = None
    picture: Named | None = None
    player: Literal["A", "B", "C", "D", "E", "F"] = "A"
    options: dict[str, Any] = {}
    viewer: int | str = "all"

    def find_actions(self, folder: Path) -> tuple[tuple[int, ...], int]:
        """Return all actions of the game, and their number before the question, which is asked before the last one.

        The game is that of the entry's key in the folder's `moments.json`.
        """
        games = json.loads((folder / MOMENTS).read_text(encoding="utf-8"))
        if self.key not in games:
            raise ValueError(f"{folder / MOMENTS} has no game {self.key!r}.")
        return tuple(games[self.key]), len(games[self.key]) - 1


class Situation:
    """A game with a question about its next steps.

    Attributes
    ----------
    actions : tuple of int
        All actions, from the beginning of the game to the answer.
    at : int
        Number of actions before the question.
    player : int
        Number of the player whom the measure is about, if it asks for one.
    viewer : int or str
        Player whose view is shown, "turn" (the player to move) or "all"; it must not reveal the answer.
    """

    def __init__(self, game_name: str, entry: Entry, actions: tuple[int, ...], at: int) -> None:
        self.game_name, self.actions, self.at = game_name, actions, at
        self.key, self.rule, self.why, self.viewer = entry.key, entry.rule, entry.why, entry.viewer
        self.players, self.options, self.player = entry.players, entry.options, PLAYER_LETTERS.index(entry.player)
        self._entry = entry

    @cached_property
    def game(self) -> Game:
        """Game with the options of the situation."""
        return load(self.game_name, self.players, **self.options)

    @cached_property
    def _whole(self) -> Session:
        session = self.game.session(seed=0)
        for action in self.actions:
            session.play(action)
        return session

    def play(self) -> Session:
        """Return a session with all actions played, answer included. Raises `IllegalAction` if the rules forbid one."""
        return self._whole.branch()

    def play_to_question(self) -> Session:
        """Return a session at the moment of the question."""
        return self._whole.branch(self.at)

    @cached_property
    def before(self) -> Any:
        """Position at the moment of the question; untyped, so that the fields of its game can be read."""
        return self._whole.position_at(self.at)

    @cached_property
    def after(self) -> Any:
        """Position after all actions."""
        return self._whole.position

    @cached_property
    def _values(self) -> dict[str, Any]:
        return self._entry.values(self) if self._entry.values else {}

    @cached_property
    def title(self) -> str:
        """Title, with the values of the game."""
        return self._entry.title.format(**self._values)

    @cached_property
    def question(self) -> str:
        """Question, with the values of the game."""
        return self._entry.question.format(**self._values)

    @cached_property
    def picture(self) -> str:
        """SVG shown with the question, or an empty text."""
        return self._entry.picture(self) if self._entry.picture else ""

    @property
    def choices(self) -> tuple[str, ...]:
        """Answers offered; `answer` is the right one."""
        offered = self._entry.choices
        if isinstance(offered, tuple):
            offered = tuple(self._values[one] if isinstance(one, str) else one for one in offered)
        return tuple(self._write(choice) for choice in offered)

    @cached_property
    def answer(self) -> str:
        """Right choice, as the rules give it."""
        return self._write(self._entry.measure(self))

    def _write(self, choice: Any) -> str:
        choices = self._entry.choices
        return choices[str(choice)] if isinstance(choices, dict) else self._entry.written(choice)

    @cached_property
    def told(self) -> tuple[str, ...]:
        """Sentences of the rules about the steps after the question."""
        return tuple(note.text for step in self._whole.log[self.at :] for note in step.notes)


class SituationGroup(BaseModel):
    """Group of a `situations.toml`; its other entries hold for all its situations that do not say otherwise."""

    model_config = ConfigDict(extra="allow", frozen=True)

    situations: list[dict[str, Any]]


GROUPS: Final = TypeAdapter(dict[str, SituationGroup])


class SituationFile:
    """Situations of a game's lessons; `form` is the class of their entries."""

    def __init__(self, game: str, form: type[Entry] = Entry) -> None:
        self.game, self.form = game, form
        self.folder = Path(__file__).with_name(game)

    @each_language()
    def entries(self) -> dict[str, list[Entry]]:
        """Return the entries by group, in the reader's language.

        Raises `ValueError`, which names what is missing, unknown or wrong.
        """
        module = import_module(f"gamekit.lessons.{self.game}.situations")
        try:
            groups = GROUPS.validate_python(tomllib.loads((self.folder / FILE).read_text(encoding="utf-8")))
        except ValidationError as error:
            raise ValueError(f"{self.folder / FILE}: {error}") from None
        found = {
            name: [self._check({**(group.model_extra or {}), **one}, module) for one in group.situations]
            for name, group in groups.items()
        }
        for key, times in Counter(one.key for group in found.values() for one in group).items():
            if times > 1:
                raise ValueError(f"{self.folder / FILE}: {times} situations have the key {key!r}.")
        return found

    def _check(self, given: dict[str, Any], module: ModuleType) -> Entry:
        try:
            return self.form.model_validate(given, context=module)
        except ValidationError as error:
            raise ValueError(f"{self.folder / FILE}, situation {given.get('key')}: {error}") from None

    def list_keys(self) -> dict[str, tuple[str, ...]]:
        """Return the keys of the situations by group, in the order of the lesson."""
        return {name: tuple(one.key for one in group) for name, group in self.entries().items()}

    @each_language()
    def surprises(self) -> tuple[Situation, ...]:
        """Return all situations, in the order of the lesson. A game is played when its situation is shown."""
        every = (one for group in self.entries().values() for one in group)
        return tuple(Situation(self.game, one, *one.find_actions(self.folder)) for one in every)

    def group(self, name: str) -> list[Situation]:
        """Return the situations of a group, which is a part of the lesson."""
        keys = self.list_keys()[name]
        return [one for one in self.surprises() if one.key in keys]

"""A game being played, the only object that changes: play, undo, redo, and the format and writing of replay files.

Opening a replay file is in replay.py, because that loads games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gamekit.core.arguments import check, check_path, check_seed
from gamekit.core.errors import IllegalAction, OptionError, is_whole, quote
from gamekit.core.files import write_whole
from gamekit.core.i18n.translation import _
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.record import Record, notes_of
from gamekit.core.rulebook import Sentence

if TYPE_CHECKING:
    from gamekit.core.game import Game

FORMAT: Final = "gamekit-replay"
KEYS: Final = ("format", "game", "players", "options", "box", "seed", "steps")
"""Entries of a replay file; `box` is the hash of a box file of one's own, or null."""
STEP_KEYS: Final = ("player", "action", "text")
"""Entries of each step of a replay file."""


@dataclass(frozen=True)
class Step:
    """Step that was played: who acted (-1: chance), the action, also in words, the log's heading, and what happened."""

    player: int
    action: int
    text: str
    heading: str
    notes: tuple[Sentence, ...]


class Session:
    """A game being played from its first position; made by `Game.session`.

    The chance of step k depends on the seed and on k only, so that undo and roll give the same result again, and a
    branch shares its chance with the game it left.

    Attributes
    ----------
    game : Game
        The game.
    seed : int
        Seed of chance, 0 to 2**63 - 1.

    Examples
    --------
    >>> from gamekit import load
    >>> s = load("kartenspiel", players=2).session(seed=7)
    >>> while s.player < 0: _ = s.roll()
    >>> s.player, s.step
    (0, 20)
    """

    def __init__(self, game: Game, seed: int | None = None) -> None:
        if not hasattr(game, "rulebook"):
            raise OptionError(f"A session needs a game, made with gamekit.load(name), not {quote(game)}.")
        self.game = game
        self.seed = check_seed(seed)
        self._positions: list[bytes] = [game.start().tobytes()]
        self._steps: list[Step] = []
        self._step = 0
        self._now = game.start()
        self._watchers: list[Callable[[], object]] = []

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy as a session of its own, with undone steps and without watchers."""
        return resume, (self.game, self.seed, self._positions, self._steps, self._step)

    def __repr__(self) -> str:
        return f"<Session of {self.game.title}, step {self.step} of {self.length}, seed {self.seed}>"

    # Where the game stands

    @property
    def step(self) -> int:
        """Number of steps played up to the current position."""
        return self._step

    @property
    def length(self) -> int:
        """Number of steps known, with those that `redo` would play again."""
        return len(self._steps)

    @property
    def position(self) -> Record:
        """Current position, a copy."""
        return self._now.copy()

    def position_at(self, step: int) -> Record:
        """Return a copy of the position after `step` steps. Raises `OptionError` outside 0 to `length`."""
        return self.game.rules.State.from_bytes(self._positions[self._check_step(step)])  # type: ignore[no-any-return]

    @property
    def player(self) -> int:
        """Player who decides, 0 to players - 1, or `CHANCE` (-1) or `OVER` (-2)."""
        return self.game.player(self._now)

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.player == OVER

    def legal(self) -> list[int]:
        """Return the legal actions, ascending; empty when the game is over."""
        return self.game.legal(self._now)

    def chance(self) -> list[tuple[int, Fraction]]:
        """Return each action of chance with its exact probability; empty if chance does not decide."""
        if self.player != CHANCE:
            return []
        weights = self.game.weights(self._now)
        total = sum(weights)
        return [(action, Fraction(weight, total)) for action, weight in zip(self.legal(), weights, strict=True)]

    def why_not(self, action: int) -> Sentence | None:
        """Return the sentence and rule against an action, or None if it is legal."""
        return self.game.why_not(self._now, action)

    def view(self, player: int) -> Record:
        """Return the position as a player knows it, a copy.

        Fields that the player cannot know hold -1 (`UNKNOWN`) or 0. Raises `OptionError` if there is no such player.
        """
        return self.game.view(self._now, player)

    def returns(self) -> list[float]:
        """Return every player's score; when the game is over, the payoffs."""
        return self.game.returns(self._now)

    @property
    def history(self) -> Sequence[int]:
        """Actions played so far."""
        return [step.action for step in self._steps[: self._step]]

    @property
    def log(self) -> Sequence[Step]:
        """Steps played so far, in words."""
        return self._steps[: self._step]

    @property
    def actions(self) -> Sequence[int]:
        """All actions known, those that were undone included."""
        return [step.action for step in self._steps]

    # Watching

    def watch(self, told: Callable[[], object]) -> None:
        """Call `told` after every step that is played, undone or redone; branches and copies are not watched."""
        check(told=told)
        self._watchers.append(told)

    def unwatch(self, told: Callable[[], object]) -> None:
        """Stop calling `told`; nothing happens if it was not watching."""
        self._watchers = [one for one in self._watchers if one != told]

    def _tell(self) -> None:
        for told in self._watchers:
            told()

    # Playing

    def play(self, action: int) -> tuple[Sentence, ...]:
        """Play one action, a player's or chance's, and advance the session by one step.

        Steps that had been undone are discarded, and every callback registered with `watch` is called.

        Parameters
        ----------
        action : int
            Action number, 0 to ``game.num_actions - 1``; it must be one of `legal()`.

        Returns
        -------
        tuple of Sentence
            What happened, in order. Each sentence has a `text` and the number of its `rule`.

        Raises
        ------
        IllegalAction
            If the rules forbid the action now; `rule` names the rule. The session is unchanged.
        OptionError
            If the game has no such action. The session is unchanged.

        Examples
        --------
        >>> import gamekit as gk
        >>> session = gk.load("kartenspiel", players=2).session(seed=7)
        >>> while session.player == gk.CHANCE:
        ...     _ = session.roll()
        >>> said = session.play(session.legal()[0])
        >>> said[0].text, said[0].rule
        ('A lays 20 on the run.', 'KS-08')
        """
        refused = self.game.why_not(self._now, action)
        if refused:
            raise IllegalAction(refused.text, refused.rule)
        text, before = self.game.action_text(action), self._now
        step_player = self.player
        heading = self.game.rulebook.heading(before)
        self._now = before.copy()
        self.game.apply(self._now, int(action))
        said = tuple(self.game.rulebook.note(note, before) for note in notes_of(self._now))
        del self._steps[self._step :], self._positions[self._step + 1 :]
        self._steps.append(Step(step_player, int(action), text, heading, said))
        self._positions.append(self._now.tobytes())
        self._step += 1
        self._tell()
        return said

    def roll(self) -> tuple[Sentence, ...]:
        """Play the action that chance takes. Raises `IllegalAction` unless chance decides."""
        return self.play(self.drawn())

    def drawn(self) -> int:
        """Return the action that `roll` would play, without playing it.

        The random stream is seeded with (seed, step), so that undo and redo give the same action. Raises
        `IllegalAction` unless chance decides.
        """
        if self.player != CHANCE:
            over = _("There is nothing to roll or draw now: the game is over.")
            raise IllegalAction(over if self.over else _("There is nothing to roll or draw now: a player decides."), "")
        total = sum(self.game.weights(self._now))
        rng = np.random.default_rng((self.seed, self._step))
        return int(self.game.rules.draw(self._now, self.game.tables, int(rng.integers(0, total))))

    # Going back and forth

    def undo(self) -> None:
        """Go one step back. Raises `IllegalAction` at the start."""
        if self._step == 0:
            raise IllegalAction(_("This is the start of the game: there is no step to undo."), "")
        self.goto(self._step - 1)

    def redo(self) -> None:
        """Play the last undone step again. Raises `IllegalAction` if there is none."""
        if self._step == self.length:
            raise IllegalAction(_("There is no undone step to play again."), "")
        self.goto(self._step + 1)

    def goto(self, step: int) -> None:
        """Go to the position after `step` steps, and call the watchers. Raises `OptionError` outside 0 to `length`."""
        self._step = self._check_step(step)
        self._now = self.game.rules.State.from_bytes(self._positions[self._step])
        self._tell()

    def branch(self, step: int | None = None) -> Session:
        """Return a new session of the same game and seed that has played up to `step` (default: the current one)."""
        chosen = self._step if step is None else self._check_step(step)
        return resume(self.game, self.seed, self._positions[: chosen + 1], self._steps[:chosen], chosen)

    def save(self, path: str | Path) -> Path:
        """Write the game up to the current step as a replay file (JSON), whole or not at all; return the path.

        Raises `SaveError` if it cannot be written.
        """
        return write_whole(check_path(path), replay_text(self))

    def _check_step(self, step: int) -> int:
        if not is_whole(step, 0, self.length):
            sentence = _("There is no step {step}: the steps are 0 to {last}.")
            raise OptionError(sentence.format(step=quote(step), last=self.length))
        return int(step)


def resume(game: Game, seed: int, positions: list[bytes], steps: list[Step], step: int) -> Session:
    """Return a session with these steps, from the first of `positions`, that is at `step`."""
    session = Session(game, seed)
    session._positions, session._steps = list(positions), list(steps)
    session.goto(step)
    return session


def to_dict(session: Session) -> dict[str, Any]:
    """Return a session as the contents of a replay file."""
    steps = [{"player": s.player, "action": s.action, "text": s.text} for s in session.log]
    return {**head(session), "steps": steps}


def head(session: Session) -> dict[str, Any]:
    """Return the contents of a replay file without its steps."""
    game = session.game
    return {
        "format": FORMAT,
        "game": game.name,
        "players": game.players,
        "options": dict(game.changed_options),
        "box": hash_box(game.box_path) if game.own_box else None,
        "seed": session.seed,
    }


def replay_text(session: Session) -> str:
    """Return a session as the text of a replay file."""
    return json.dumps(to_dict(session), ensure_ascii=False, indent=1) + "\n"


def hash_box(path: Path) -> str:
    """Return the SHA-256 of a box file, as a replay file names it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()

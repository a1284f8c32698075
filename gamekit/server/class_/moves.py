"""“What would you play?”: positions put to the class, the moves that pupils propose, and the picture.

Proposals are stored and counted like predictions; positions and questions never come from a pupil's page.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from gamekit.core.errors import GamekitError, ReportError, is_whole
from gamekit.core.game import game_names, load
from gamekit.core.i18n.translation import _, language, say_mismatch
from gamekit.core.replay import parse_replay
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.session import Session
from gamekit.server.class_.game_table import best_choice
from gamekit.server.class_.schemas import (
    LONGEST_GAME,
    MOST_CHOICES,
    MOST_MOVES_ASKED,
    MOVES,
    AskedQuestion,
    ClassSettings,
    MoveAsked,
    Told,
)
from gamekit.web.game_bundle import export_loaded
from gamekit.widgets.narration import decision, diff_view
from gamekit.widgets.puzzle_data import find_puzzle
from gamekit.widgets.still_picture import draw_still

MOST_DECISIONS: Final = 300
LARGEST_SEED: Final = 2**31


def open_from_start(name: str, players: int | None, decisions: int, seed: int) -> Session:
    """Play a game with its best strategy for so many decisions, then on to a question. Raises `ReportError`."""
    if name not in game_names():
        raise ReportError(_("There is no such game."))
    if not is_whole(decisions, 0, MOST_DECISIONS) or not is_whole(seed, 0, LARGEST_SEED):
        raise ReportError(_("After at most {most} decisions a position can be put.").format(most=MOST_DECISIONS))
    session = load(name, players).session(seed)
    for _decision in range(decisions):
        _play_to_decision(session)
        if session.over:
            break
        session.play(best_choice(session))
    _play_to_decision(session)
    return open_to_question(session)


def open_from_file(text: str, step: int | None = None) -> Session:
    """Open the last decision of a replay, or the last one up to a step. Raises `GamekitError`."""
    session = parse_replay(text, _("the saved game"))
    if step is not None:
        if not is_whole(step, 0, session.step):
            raise ReportError(_("There is no such step in this game."))
        session.goto(step)
    return open_to_question(session)


def open_from_puzzle(name: str, key: str) -> Session:
    """Open the position of a game's puzzle. Raises `ReportError` if there is none."""
    puzzle = find_puzzle(name, key) if name in game_names() else None
    if puzzle is None:
        raise ReportError(_("There is no such puzzle; load the page with the puzzles anew."))
    return open_to_question(puzzle.session())


def _play_to_decision(session: Session) -> None:
    """Play chance and forced moves until a player has a choice."""
    while not session.over and (session.player < 0 or len(session.legal()) < 2):
        if session.player < 0:
            session.roll()
        else:
            session.play(session.legal()[0])


def open_to_question(session: Session) -> Session:
    """Return the game at its last decision between several moves. Raises `ReportError` if there is none.

    Decisions with more than `MOST_CHOICES` moves are passed over. Games with a box of their own are refused, and
    those of more than `LONGEST_GAME` steps.
    """
    for step in range(session.step, -1, -1):
        session.goto(step)
        if session.player >= 0 and 2 <= len(session.legal()) <= MOST_CHOICES:
            if step > LONGEST_GAME or session.game.own_box:
                break
            return session.branch()
    raise ReportError(_("There is no decision between several moves here that could be put to the class."))


def put_move(settings: ClassSettings, session: Session) -> dict[str, Any]:
    """Return the changes of settings that put a position to the class."""
    number = max((one.number for one in settings.moves), default=0) + 1
    game = session.game
    asked = MoveAsked(
        number=number, game=game.name, players=game.players, options=dict(game.changed_options),
        seed=session.seed, history=list(session.history),
    )  # fmt: skip
    kept = [one.model_dump() for one in settings.moves[-(MOST_MOVES_ASKED - 1) :]]
    return {"moves": [*kept, asked.model_dump()], "move": number}


class AskedPosition:
    """A position that was put to the class, rebuilt from its actions."""

    def __init__(self, asked: MoveAsked) -> None:
        game = load(asked.game, asked.players, **asked.options)
        self.session = game.session(asked.seed)
        for action in asked.history:
            self.session.play(action)
        self.asked, self.mover, self.legal = asked, self.session.player, self.session.legal()
        self._questions: dict[str, AskedQuestion] = {}

    @property
    def question(self) -> AskedQuestion:
        """Question in the reader's language."""
        if language() not in self._questions:
            game = self.session.game
            asked = _("{title}: what would you play for {letter}?")
            self._questions[language()] = AskedQuestion(
                kind="bet",
                text=asked.format(title=game.title, letter=PLAYER_LETTERS[self.mover]),
                title=_("What would you play?"),
                choices=tuple(game.action_text(action)[:500] for action in self.legal),
            )
        return self._questions[language()]

    @property
    def shelf(self) -> str:
        """Lesson under which its proposals are stored."""
        return f"{MOVES}{self.asked.game}"

    @property
    def key(self) -> str:
        return f"move-{self.asked.number}"

    def propose(self, action: object, turn: object, round_: int) -> Told:
        """Return a proposal as a report. Raises `ReportError` if the move is not legal in the position."""
        if not is_whole(action, 0, 10**6) or action not in self.legal:
            raise ReportError(_("This move is not possible in this position."))
        if not is_whole(turn, 1, 2**53):
            raise ReportError(say_mismatch())
        value = float(self.legal.index(int(action)))
        return Told(
            turn=turn,  # type: ignore[arg-type]
            lesson=self.shelf,
            key=self.key,
            round=round_,
            value=value,
        )

    def picture(self) -> dict[str, Any]:
        """Return the board as the deciding player sees it, and for each move the places that show its share."""
        session = self.session
        game, drawn = session.game, session.game.picture
        places = drawn.targets(game, session.position, self.legal)
        return {
            "svg": draw_still(game, drawn, session.position, self.mover),
            "places": [places.get(action, "").split() for action in self.legal],
        }

    def page_data(self) -> dict[str, Any]:
        """Return the data of the page that asks: the game, and the view of the deciding player."""
        session = self.session
        news = {
            "you": self.mover,
            "begun": True,
            "fresh": True,
            "cut": 0,
            "frames": [{"changed": diff_view(session.view(self.mover)), "step": None}],
            "now": decision(session, self.mover),
        }
        return {
            "game": self.asked.game,
            "made": export_loaded(session.game),
            "number": self.asked.number,
            "shelf": self.shelf,
            "key": self.key,
            "asked": self.question.text,
            "news": news,
        }


@lru_cache(maxsize=24)
def _rebuilt(written: str) -> AskedPosition:
    return AskedPosition(MoveAsked.model_validate_json(written))


def find_position(settings: ClassSettings, number: int | None) -> AskedPosition | None:
    """Return a position by its number; None if there is none, or today's rules cannot rebuild it."""
    asked = next((one for one in settings.moves if one.number == number), None)
    try:
        return None if asked is None else _rebuilt(asked.model_dump_json())
    except GamekitError:
        return None


def find_question(settings: ClassSettings, key: str) -> AskedQuestion | None:
    """Return the question of a position by its key, in the reader's language; None if it is not kept any more."""
    number = next((one.number for one in settings.moves if f"move-{one.number}" == key), None)
    asked = find_position(settings, number)
    return None if asked is None else asked.question

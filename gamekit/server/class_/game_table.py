"""A game that several pupils play, each on a page of their own: seats, views, and computer play for absent pupils.

Whatever is sent to a viewer is made from that viewer's view alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from gamekit.core.errors import IllegalAction, ReportError, is_whole
from gamekit.core.i18n.translation import _, language, say_mismatch
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.record import Record
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.core.session import Session
from gamekit.widgets.narration import decision, diff_view, tell_known

PATIENCE: Final = 60.0
"""Seconds without a page after which the computer plays for a pupil."""
MOST_AT_ONCE: Final = 400
"""Most steps of chance and the computer in one call of `go_on`."""


class TableError(ReportError):
    """Something is not possible at a table; the message gives the reason."""


def best_choice(session: Session) -> int:
    """Return the action of the game's best strategy for the player to move, seeded with (seed, step, 1)."""
    game, player = session.game, session.player
    best = next(one for name, one in game.strategies.items() if name != "random")
    rng = np.random.default_rng((session.seed, session.step, 1))
    legal = session.legal()
    return int(best.choose(session.view(player), game.tables, player, np.array(legal, np.int32), len(legal), rng))


class GameTable:
    """A game and its seats; `owners` has the pupil id of each seat, or None.

    The computer plays a seat without owner, or whose owner has had no page for `PATIENCE` seconds, until the owner is
    back. Nothing happens while no owner is present. `clock` returns seconds.
    """

    def __init__(
        self, session: Session, clock: Callable[[], float], owners: Sequence[int | None] = (), begun: bool = False
    ) -> None:
        self.session, self._clock, self.begun = session, clock, begun
        players = session.game.players
        self.owners: list[int | None] = list(owners) or [None] * players
        self._gone: list[float | None] = [clock()] * players
        """Time since which the owner of each seat has no page open; None while one is."""
        self._reels: dict[tuple[str, int | None], list[str]] = {}
        """Messages of all steps so far, by language and viewer."""

    # --- who sits where ---------------------------------------------------------------------------------------------
    def seat_of(self, pupil: int | None) -> int | None:
        """Return the seat of a pupil; None for a spectator."""
        return self.owners.index(pupil) if pupil is not None and pupil in self.owners else None

    def sit(self, pupil: int, seat: object) -> None:
        """Give a pupil a free seat for the whole game; the game begins with the last one.

        Raises `TableError`. Nobody changes seats: whoever sits has seen a hand.
        """
        if not is_whole(seat, 0, len(self.owners) - 1):
            raise TableError(_("There is no such seat."))
        if self.seat_of(pupil) is not None:
            raise TableError(_("You have a seat already."))
        if self.owners[int(seat)] is not None:  # type: ignore[call-overload]
            raise TableError(_("Somebody sits there already."))
        self.owners[int(seat)] = pupil  # type: ignore[call-overload]
        self._gone[int(seat)] = None  # type: ignore[call-overload]
        if None not in self.owners:
            self.begin(pupil)

    def begin(self, pupil: int) -> None:
        """Begin the game; the computer plays the free seats. Raises `TableError` for a pupil without a seat."""
        if self.seat_of(pupil) is None:
            raise TableError(_("Only who sits at the table can begin."))
        self.begun = True

    def mark_present(self, pupils: frozenset[int]) -> None:
        """Set which pupils have a page open at the table."""
        for seat, owner in enumerate(self.owners):
            if owner in pupils:
                self._gone[seat] = None
            elif self._gone[seat] is None:
                self._gone[seat] = self._clock()

    def forget(self, pupil: int) -> None:
        """Free the seat of a pupil who has left the class."""
        seat = self.seat_of(pupil)
        if seat is not None:
            self.owners[seat] = None

    def is_here(self, seat: int) -> bool:
        """Return whether the owner of a seat has a page open."""
        return self.owners[seat] is not None and self._gone[seat] is None

    def is_played_by_computer(self, seat: int) -> bool:
        gone = self._gone[seat]
        return self.owners[seat] is None or (gone is not None and self._clock() - gone >= PATIENCE)

    # --- playing ----------------------------------------------------------------------------------------------------
    def play(self, pupil: int, action: object, step: object) -> None:
        """Play a pupil's action, unless it was meant for an earlier step. Raises `TableError` if it is not allowed."""
        session = self.session
        if not self.begun:
            raise TableError(_("The game has not begun yet."))
        if not is_whole(action, 0, session.game.num_actions - 1) or not is_whole(step, 0, 10**9):
            raise TableError(say_mismatch())
        seat = self.seat_of(pupil)
        if seat is None or session.player != seat:
            raise TableError(_("It is not your turn."))
        if step != session.step:
            return
        try:
            session.play(int(action))  # type: ignore[call-overload]
        except IllegalAction as refused:
            raise TableError(refused.sentence) from None

    def play_automatic_steps(self) -> bool:
        """Play for chance and the computer until a person decides; return whether a step was played."""
        session, before = self.session, self.session.step
        if self.begun and any(self.is_here(seat) for seat in range(len(self.owners))):
            for _again in range(MOST_AT_ONCE):
                player = session.player
                if player == CHANCE:
                    session.roll()
                elif player != OVER and self.is_played_by_computer(player):
                    session.play(best_choice(session))
                else:
                    break
        return session.step > before

    # --- what is seen -----------------------------------------------------------------------------------------------
    def view_at(self, viewer: int | None, step: int) -> Record:
        """Return what a player knows after `step` steps; for a spectator (None), what all players know."""
        game, position = self.session.game, self.session.position_at(step)
        for player in range(game.players) if viewer is None else [viewer]:
            position = game.view(position, player)
        return position

    def news_json(self, viewer: int | None, known: int) -> str:
        """Return the news after `known` steps (−1: none), as JSON without outer braces, in the current language."""
        reel = self._reels.setdefault((language(), viewer), [])
        for step in range(len(reel), self.session.step + 1):
            reel.append(self._frame(viewer, step))
        frames = ",".join(reel[known + 1 :])
        now = json.dumps(self.tell_decision(viewer), ensure_ascii=False)
        return f'"cut":{max(known, 0)},"fresh":{json.dumps(known < 0)},"frames":[{frames}],"now":{now}'

    def _frame(self, viewer: int | None, step: int) -> str:
        """Return a step as JSON: the changed numbers of the view as [place, number, …], and its sentences."""
        seen = self.view_at(viewer, step)
        numbers = diff_view(seen, self.view_at(viewer, step - 1) if step else None)
        told_here = self._tell_step(viewer, step, seen) if step else None
        return json.dumps({"changed": numbers, "step": told_here}, ensure_ascii=False, separators=(",", ":"))

    def _tell_step(self, viewer: int | None, step: int, seen: Record) -> dict[str, Any]:
        """Return a step in the viewer's words, with the odds of chance where all may know them."""
        session, game = self.session, self.session.game
        taken, before, known = session.log[step - 1], session.position_at(step - 1), self.view_at(viewer, step - 1)
        # Spectators read the text for a player who did not act, from what all players know.
        eyes = viewer if viewer is not None else next(p for p in range(game.players) if p != taken.player)
        return tell_known(game, taken, (before, session.position_at(step)), (known, seen), eyes)

    def tell_decision(self, viewer: int | None) -> dict[str, Any]:
        """Return the open decision: the player to move, and what the viewer may do."""
        if self.begun:
            return decision(self.session, viewer)
        waiting = _(
            "The game begins when every seat is taken. Whoever sits here can begin earlier; the computer then plays "
            "the free seats."
        )
        return {"player": self.session.player, "prompt": waiting, "human": False, "legal": [], "over": None}

    def seats(self, called: Callable[[int], str]) -> list[dict[str, Any]]:
        """Return letter, owner's name, presence and computer play of each seat; `called` gives a pupil's name."""
        return [
            {
                "letter": PLAYER_LETTERS[seat],
                "name": None if owner is None else called(owner),
                "here": self.is_here(seat),
                "computer": self.begun and self.is_played_by_computer(seat),
            }
            for seat, owner in enumerate(self.owners)
        ]

"""Auf Achse – Das Kartenspiel for newcomers: five pictures of one stage, the stops of a first round, and its parts.

What is said here repeats the rulebook in short; nothing is decided here. `show` brings it to the pages.
"""

from __future__ import annotations

from typing import Final

from gamekit.guiding import Glimpse, Guide, Piece, Stop
from gamekit.words import _

STAGE: Final = (
    47, 39, 42, 49, 47, 46, 37, 44, 42, 49, 46, 42, 43, 46, 47, 49, 34, 34, 39, 50, 38, 36, 40, 45, 42, 46, 40, 45, 38,
    35, 3, 0, 2, 32, 33, 18, 51, 5, 5, 4, 51, 8, 12, 8, 9, 6, 8, 51, 35, 44, 35, 37, 36, 36, 42, 41, 35, 43, 48, 35,
    41, 34, 48, 12, 11, 2, 26, 28, 32, 51, 51, 51, 8, 12, 10, 52,
)  # fmt: skip
"""A stage of three players as it was played, from the deal to the scoring; the first one breaks the run."""


def guide() -> Guide:
    """What a newcomer is shown."""
    return Guide(players=3, actions=STAGE, pictures=_pictures(), stops=_stops(), parts=_parts())


def _pictures() -> tuple[Glimpse, ...]:
    return (
        Glimpse(
            30,
            "0 508 960 310",
            ("hand-#",),
            _("Everybody holds ten cards: kilometres, cups for a rest, action cards. Nobody sees those of others."),
        ),
        Glimpse(
            43,
            "0 232 960 284",
            ("run-0-#",),
            _("First everybody puts a card face down on their own run. Its kilometres have to climb, card by card."),
        ),
        Glimpse(
            71,
            "0 0 960 236",
            ("counter", "truck", "lying-#"),
            _("Then everybody lays a card for the counter. Turned up, kilometres move the truck; action cards act."),
        ),
        Glimpse(
            75,
            "0 232 960 96",
            ("run-0-#",),
            _(
                "A card that does not climb breaks the run. The torn edge shows where: what stands before it is lost, "
                "and only what stands behind it counts."
            ),
        ),
        Glimpse(
            76,
            "0 0 960 518",
            ("goal", "score-#"),
            _(
                "When the truck stands at the flag after a round, the stage ends and all runs are scored. After the "
                "last stage, most kilometres win."
            ),
        ),
    )


def _stops() -> tuple[Stop, ...]:
    return (
        Stop("KS-08", ("hand-#",), _("This is your hand. Choose a card, and it goes on your run, face down.")),
        Stop(
            "KS-08",
            ("row-0",),
            _("Your run lies on this road. Each card has to be higher than the one before, so begin with a low one."),
        ),
        Stop(
            "KS-09",
            ("hand-#",),
            _("Now a card for the counter: perhaps one that your run cannot use, or an action card."),
        ),
        Stop(
            "KS-08",
            ("counter", "goal"),
            _("The cards have moved the truck. Once it stands at the flag after a round, runs are scored."),
        ),
        Stop(
            "KS-08",
            ("worth-0",),
            _("This sign says what your run is worth. A card that is not higher breaks it; a single cup does not."),
        ),
        Stop(
            "KS-09",
            ("score-#",),
            _("Here stands what everybody has scored. That is a whole round: play on, and most kilometres win."),
        ),
    )


def _parts() -> tuple[Piece, ...]:
    cards = ("hand-#", "run-#-#", "laid-#", "lying-#")
    return (
        Piece(cards, _("A card face down: only who laid it knows it."), "KS-28", look="down"),
        Piece(
            cards,
            _("A rest: one on a run is harmless, two in a row break it; the counter ignores it."),
            "KS-14",
            "rest",
        ),
        Piece(cards, _("Lost freight takes 50 km off the counter. On a run it is a break."), "KS-21", "freight"),
        Piece(cards, _("A barrier takes the last card off every run. On a run it is a break."), "KS-22", "barrier"),
        Piece(cards, _("Free road: everybody lays one more card on the run. On a run it is a break."), "KS-23", "free"),
        Piece(cards, _("Really free road: everybody lays two more cards. On a run it is a break."), "KS-24", "really"),
        Piece(cards, _("Kilometres: on a run they have to climb, at the counter they add up."), "KS-12", "km"),
        Piece(("counter", "truck"), _("The counter adds up all kilometres turned up in this stage."), "KS-18"),
        Piece(("goal",), _("The flag is the limit: a round that ends here ends the stage."), "KS-20"),
        Piece(("pile", "pile-card"), _("The draw pile: after each round everybody draws up to a full hand."), "KS-10"),
        Piece(("discards", "discards-card"), _("The discards become the new pile when that is used up."), "KS-11"),
        Piece(("worth-#",), _("What this run is worth now: the kilometres after its last break."), "KS-13"),
        Piece(("start-#",), _("The start card: who holds it lays first. It passes on after each round."), "KS-10"),
        Piece(("score-#",), _("What this player has scored in the stages so far."), "KS-26"),
        Piece(("size-#",), _("How many cards this player holds."), "KS-10"),
    )

"""Situations of the rules lesson of Route 66: measures, and names of cards and places in situations.toml."""

from __future__ import annotations

from typing import Final

from gamekit.core.game import load
from gamekit.games.route66.state import DRAW, LAY, SWAP, Phase
from gamekit.lessons.situations import Situation, SituationFile

NAME: Final = "route66"


def card(number: int) -> str:
    """Return the name of a card: 0 to 7 are the states of A from Illinois to California, 8 to 15 those of B."""
    return str(load(NAME).rulebook.words["card"][number])


def place(number: int) -> str:
    """Return the name of a place on the road: 0 is Chicago."""
    return str(load(NAME).rulebook.words["place"][number])


# Measures


def card_to_lay(one: Situation) -> int:
    """Return the number of the only card that could be laid at the question."""
    (action,) = [action for action in one.play_to_question().legal() if LAY <= action < DRAW]
    return action - LAY


def place_of_car(one: Situation) -> int:
    """Return the number of the place on which the player's car stands."""
    return int(one.after.place[one.player])


def spaces_moved(one: Situation) -> int:
    """Return the number of spaces that the player's car moved in the last step."""
    return abs(int(one.after.place[one.player]) - int(one.before.place[one.player]))


def cards_collected(one: Situation) -> int:
    """Return the number of cards that the player has collected."""
    return int(one.after.score[one.player])


def cards_of_step(one: Situation) -> int:
    """Return the number of cards that the last step brought the player."""
    return int(one.after.score[one.player]) - int(one.before.score[one.player])


def next_turn(one: Situation) -> str:
    """Return whether another turn is possible, or it is the next player's."""
    return "another" if one.after.phase == Phase.AGAIN else "next"


def use_of_cards(one: Situation) -> str:
    """Return whether the last step swapped the speed cards, or played one."""
    return "swapped" if one.actions[-1] == SWAP else "played"


def patrol(one: Situation) -> str:
    """Return whether the patrol sent the player's car back, so that its speed is 0, or let it pass."""
    return "passes" if one.after.speed[one.player] else "sent_back"


def player_to_move(one: Situation) -> str:
    """Return whether the player goes on, or waits."""
    return "plays" if one.play().player == one.player else "waits"


SITUATIONS: Final = SituationFile(NAME)
surprises, group, GROUPS = SITUATIONS.surprises, SITUATIONS.group, SITUATIONS.list_keys()

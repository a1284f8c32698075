"""Texts about a game where no board runs: whose turn it is, the result, rules, which refusal to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gamekit.core.game import Game
from gamekit.core.i18n.translation import _, say_number, typeset
from gamekit.core.rulebook import PLAYER_LETTERS, Sentence
from gamekit.core.session import Session

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

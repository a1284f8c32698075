"""A fair bet: the part *make* of the lesson *chance is a player*. Probabilities are computed in chance.py."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from gamekit.errors import GamekitError, OptionError, is_whole
from gamekit.game import Game, load
from gamekit.games.kartenspiel import state as cards
from gamekit.lab.estimate import share
from gamekit.lessons.desk import Shown, estimate, say
from gamekit.lessons.frame import notebook_or_page
from gamekit.lessons.plot import percent
from gamekit.lessons.topics import chance
from gamekit.lessons.topics.deals import deal
from gamekit.show import Choice, Lab, Number, lab
from gamekit.words import _

SEED: Final = 1
FAIR: Final = (Fraction(45, 100), Fraction(55, 100))
"""A bet between these probabilities counts as fair."""
MOST_TREE: Final = 3
HIGH: Final = 6
"""The kind of the 70 km card."""


def game(**options: Any) -> Game:
    """The card game for two, whose pile is dealt from."""
    return load("kartenspiel", players=2, **options)


Bettor = Callable[[tuple[int, ...]], bool]


def check(bet: Bettor, depth: int = 3) -> Shown:
    """Judge a bet somebody has written: a function of the cards' kinds. Never fails; says what is wrong instead."""
    try:
        exact = probability_of(bet, depth)
    except GamekitError as error:
        return say(str(error), kind="bad")
    rows = deal(game(), 4_000, depth, SEED) - cards.DRAW
    found = share(sum(bool(bet(tuple(map(int, row)))) for row in rows), len(rows))
    return verdict(exact, estimate(found), depth)


def verdict(exact: Fraction, simulated: str, depth: int) -> Shown:
    """Whether a bet is fair."""
    fair = FAIR[0] <= exact <= FAIR[1]
    size = _("Exactly {exact} of all deals of {depth} cards win this bet; in 4,000 deals {simulated}.").format(
        exact=percent(float(exact), 2), depth=depth, simulated=simulated
    )
    if fair:
        return say(f"{_('*A fair bet.*')} {size}", kind="good")
    unfair = (
        _("*Not fair yet:* it is won too rarely.") if exact < FAIR[0] else _("*Not fair yet:* it is won too often.")
    )
    limits = _("Fair is from {low} to {high}.").format(low=percent(float(FAIR[0]), 0), high=percent(float(FAIR[1]), 0))
    return say(f"{unfair} {size} {limits}", kind="bad")


def probability_of(bet: Bettor, depth: int) -> Fraction:
    """The exact probability of a bet, from the tree of every card. Raises `OptionError` saying what is wrong."""
    if not is_whole(depth, 1, MOST_TREE):
        raise OptionError(
            _("A bet is about 1 to {most_tree} cards, not {depth!r}.").format(most_tree=MOST_TREE, depth=depth)
        )

    def label(actions: tuple[int, ...]) -> str:
        if len(actions) < depth:
            return "still possible"
        kinds = tuple(map(chance.kind_of, actions))
        return "yes" if asked(bet, kinds) else "no"

    g = game()
    leaves = chance.tree(g, g.start(), depth, label).leaves()
    return sum((reached for names, reached in leaves if names[-1] == "yes"), Fraction(0))


def asked(bet: Bettor, kinds: tuple[int, ...]) -> bool:
    """What the function answers. Raises `OptionError` with the cards at which it fails."""
    shown = ", ".join(game_words()[kind] for kind in kinds)
    try:
        answer = bet(kinds)
        again = bet(kinds)
    except Exception as error:
        raise OptionError(
            _("For the cards {shown} your function fails: {kind}: {error}.").format(
                shown=shown, kind=type(error).__name__, error=error
            )
        ) from error
    if not isinstance(answer, bool):
        raise OptionError(
            _("For the cards {shown} your function answers {answer!r}; it must be True or False.").format(
                shown=shown, answer=answer
            )
        )
    if answer != again:
        raise OptionError(
            _("For the cards {shown} your function answers now yes, now no: a bet must be clear.").format(shown=shown)
        )
    return answer


_WORDS: list[str] = []


def game_words() -> list[str]:
    """What the cards are called."""
    if not _WORDS:
        _WORDS.extend(game().rulebook.words["card"])
    return _WORDS


def class_names() -> dict[str, str]:
    """What the builder's classes of cards are called on the page."""
    return {
        "km": _("kilometre cards"),
        "rest": _("rest cards"),
        "action": _("action cards"),
        "high": _("cards of 70 km or more"),
    }


def in_class(kind: int, name: str) -> bool:
    """Whether a card belongs to one of the builder's classes."""
    if name == "high":
        return HIGH <= kind < cards.KM_KINDS
    return chance.card_class(kind) == name


def builder() -> Lab:
    """Build a bet from three choices."""

    def judge(depth: int, least: int, kind: str) -> tuple[str, ...]:
        def bet(kinds: tuple[int, ...]) -> bool:
            return sum(in_class(k, kind) for k in kinds) >= least

        return (
            _("The bet: at least {least} of {depth} cards are {kind}.").format(
                least=least, depth=depth, kind=class_names()[kind]
            ),
            *str(check(bet, depth)).splitlines(),
        )

    return lab(
        judge,
        Number("depth", _("Cards turned up"), 1, MOST_TREE, 2),
        Number("least", _("At least so many of them"), 0, MOST_TREE, 1),
        Choice("kind", _("are"), class_names(), "rest"),
        title=_("Build a fair bet"),
        button=_("Is it fair?"),
    )


def own_bet(bet: Bettor, depth: int = 3) -> Any:
    """The make part: judges the function in JupyterLab, shows the builder on a served page."""
    return notebook_or_page(lambda: check(bet, depth), builder)

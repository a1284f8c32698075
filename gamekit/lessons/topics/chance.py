"""Chance is a player: exact trees of what chance may do, taken from a game's own rules.

The first cards dealt are the example: chance's first actions give them, with the weights of the pile. Trees work for
any position of any game, with branches merged under names: lab/exact.py has the plain ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, perm
from typing import Final

import numpy as np

from gamekit.game import Game
from gamekit.games.kartenspiel import state as cards
from gamekit.kernel import CHANCE, OVER
from gamekit.lab.exact import branches as branches_of
from gamekit.record import Record
from gamekit.words import _

Label = Callable[[tuple[int, ...]], str]
"""Names the branch that the last of the actions so far belongs to. Actions with the same name share a branch."""
DECIDED: Final = frozenset({"no", "yes"})
"""Branches with these names are not followed further: nothing that comes later changes the answer."""


@dataclass(frozen=True)
class Branch:
    """One branch: its name, its share of the branch above it, the product of all shares on the way to it."""

    label: str
    share: Fraction
    reached: Fraction
    branches: tuple[Branch, ...] = ()

    def leaves(self) -> list[tuple[tuple[str, ...], Fraction]]:
        """Every way to the end, by its names, with its probability."""
        if not self.branches:
            return [((), self.reached)]
        return [((b.label, *way), chance) for b in self.branches for way, chance in b.leaves()]


def tree(game: Game, s: Record, depth: int, label: Label, root: str = "") -> Branch:
    """What the next `depth` actions of chance may be, with exact probabilities; actions of the same name in one branch.

    It ends early where chance no longer decides, or where a branch is called "yes" or "no".
    """
    return _grow(game, [((), s, Fraction(1))], depth, label, root, Fraction(1), Fraction(1))


def _grow(
    game: Game,
    here: Sequence[tuple[tuple[int, ...], Record, Fraction]],
    depth: int,
    label: Label,
    name: str,
    share: Fraction,
    reached: Fraction,
) -> Branch:
    """One branch: `here` are the positions it consists of, with their shares of it."""
    if depth == 0 or name in DECIDED or game.player(here[0][1]) != CHANCE:
        return Branch(name, share, reached)
    groups: dict[str, list[tuple[tuple[int, ...], Record, Fraction]]] = {}
    for before, s, weight in here:
        for action, chance in branches_of(game, s).items():
            after = s.copy()
            game.apply(after, action)
            way = (*before, action)
            groups.setdefault(label(way), []).append((way, after, weight * chance))
    branches = []
    for key in sorted(groups, key=lambda k: (k in DECIDED, k == "no")):
        part = sum((weight for _, _, weight in groups[key]), Fraction(0))
        inside = [(way, after, weight / part) for way, after, weight in groups[key]]
        branches.append(_grow(game, inside, depth - 1, label, key, part, reached * part))
    return Branch(name, share, reached, tuple(branches))


# Cards from the pile of the card game


def kind_of(action: int) -> int:
    """The kind of card that a drawing action draws."""
    return action - cards.DRAW


def card_class(kind: int) -> str:
    """Kilometre card, rest or action card."""
    if kind < cards.KM_KINDS:
        return "km"
    return "rest" if kind == cards.REST else "action"


@dataclass(frozen=True)
class Event:
    """A question about the first cards of the pile, in the order in which they come.

    `holds` answers it for cards drawn so far; `lost` says that no further card can save it.
    """

    name: str
    question: str
    holds: Callable[[tuple[int, ...]], bool]
    lost: Callable[[tuple[int, ...]], bool]

    def label(self, depth: int) -> Label:
        """The tree of this event: a branch says whether the event is still possible, at the end whether it is so."""

        def name(actions: tuple[int, ...]) -> str:
            kinds = tuple(map(kind_of, actions))
            if self.lost(kinds):
                return "no"
            if len(kinds) < depth:
                return "still possible"
            return "yes" if self.holds(kinds) else "no"

        return name


def climbs(kinds: tuple[int, ...]) -> bool:
    """KS-12: only kilometre cards, each higher than the one before."""
    return all(kind < cards.KM_KINDS for kind in kinds) and all(a < b for a, b in pairwise(kinds))


def no_rest(kinds: tuple[int, ...]) -> bool:
    """No rest card among them."""
    return cards.REST not in kinds


def all_km(kinds: tuple[int, ...]) -> bool:
    """Nothing but kilometre cards."""
    return all(kind < cards.KM_KINDS for kind in kinds)


def twins(kinds: tuple[int, ...]) -> bool:
    """Two cards of the same kind among them."""
    return len(set(kinds)) < len(kinds)


def events() -> tuple[Event, ...]:
    """The lesson's events, with their questions in the reader's language."""
    climb = _("All are kilometre cards, and each is higher than the one before.")
    return (
        Event("climb", climb, climbs, lambda k: not climbs(k)),
        Event("km", _("All are kilometre cards."), all_km, lambda k: not all_km(k)),
        Event("no_rest", _("None is a rest card."), no_rest, lambda k: not no_rest(k)),
        Event("twins", _("Two of them are alike."), twins, lambda k: False),
    )


def event(name: str) -> Event:
    """An event by its name."""
    return next(e for e in events() if e.name == name)


def resolutions(game: Game, chosen: Event, depth: int) -> dict[str, Label]:
    """The same tree drawn finely and coarsely: every kind of card, three classes, or only the question itself."""
    words = game.rulebook.words["card"]
    return {
        "cards": lambda actions: words[kind_of(actions[-1])],
        "classes": lambda actions: card_class(kind_of(actions[-1])),
        "question": chosen.label(depth),
    }


def resolution_names() -> dict[str, str]:
    """What the ways to draw a tree are called on the page."""
    return {
        "cards": _("every card"),
        "classes": _("km, rest, action"),
        "question": _("only the question"),
    }


def spoken(label: str) -> str:
    """What a branch is called on the page; the names of cards come from the rulebook as they are."""
    return {
        "yes": _("yes"),
        "no": _("no"),
        "still possible": _("still possible"),
        "km": _("km"),
        "rest": _("rest"),
        "action": _("action"),
    }.get(label, label)


def probability(game: Game, s: Record, depth: int, chosen: Event) -> Fraction:
    """The exact probability of an event on the next `depth` cards: the sum over all leaves of the tree that say yes."""
    if depth == 0:
        return Fraction(int(chosen.holds(())))
    ways = tree(game, s, depth, chosen.label(depth)).leaves()
    return sum((chance for names, chance in ways if names[-1] == "yes"), Fraction(0))


def counted(game: Game, depth: int, name: str) -> Fraction:
    """The same without a tree, by counting: favourable deals over all deals from the whole pile, in order.

    Works for any number of cards; the lesson derives these formulas, and a test holds them to the tree.
    """
    deck = [int(n) for n in game.tables.deck]
    total, km = sum(deck), sum(deck[: cards.KM_KINDS])
    all_deals = perm(total, depth)
    if name == "climb":  # choose different values, one card of each: only one of the orders climbs
        return Fraction(symmetric(deck[: cards.KM_KINDS], depth), all_deals)
    if name == "km":
        return Fraction(perm(km, depth), all_deals)
    if name == "no_rest":
        return Fraction(comb(total - deck[cards.REST], depth), comb(total, depth))
    return 1 - Fraction(symmetric(deck, depth), comb(total, depth))


def symmetric(counts: Sequence[int], k: int) -> int:
    """The sum over all choices of k different entries of the product of their counts."""
    ways = [1] + [0] * k
    for count in counts:
        for size in range(k, 0, -1):
            ways[size] += ways[size - 1] * count
    return ways[k]


def simulate(game: Game, s: Record, depth: int, chosen: Event, deals: int, seed: int) -> int:
    """How often the event happens in that many deals, each rolled step by step as in a session."""
    rng = np.random.default_rng(seed)
    hits = 0
    for _deal in range(deals):
        now, kinds = s.copy(), []
        for _card in range(depth):
            r = int(rng.integers(int(game.rules.total(now, game.tables))))
            action = int(game.rules.draw(now, game.tables, r))
            kinds.append(kind_of(action))
            game.apply(now, action)
        hits += chosen.holds(tuple(kinds))
    return hits


# How often chance moves


@dataclass(frozen=True)
class Turns:
    """One game as a row of turns: who acted at each step (CHANCE or a player), and how many outcomes chance had."""

    players: int
    actors: tuple[int, ...]
    outcomes: tuple[int, ...]

    def chance_share(self, forced: bool = True) -> Fraction:
        """The share of steps that are chance's; without `forced`, only those with more than one outcome count."""
        pairs = [(a, n) for a, n in zip(self.actors, self.outcomes, strict=True) if forced or n > 1]
        return Fraction(sum(a == CHANCE for a, _ in pairs), len(pairs)) if pairs else Fraction(0)


def turns(game: Game, seed: int, most: int = 20_000) -> Turns:
    """One game of random players, step by step: whose step it was, and between how many actions there was a choice."""
    rng = np.random.default_rng(seed)
    actors: list[int] = []
    outcomes: list[int] = []
    s = game.start()
    while (p := game.player(s)) != OVER and len(actors) < most:
        actions = game.legal(s)
        actors.append(p)
        outcomes.append(len(actions))
        if p == CHANCE:
            r = int(rng.integers(int(game.rules.total(s, game.tables))))
            game.apply(s, int(game.rules.draw(s, game.tables, r)))
        else:
            game.apply(s, actions[int(rng.integers(len(actions)))])
    return Turns(game.players, tuple(actors), tuple(outcomes))

"""The lesson *chance is a player*: what its pages show.

Trees are computed in chance.py, bets judged in fair_bet.py; whose turn it is, is in whose_turn.py.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Final

import gamekit as gk
from gamekit.games.kartenspiel import state as cards
from gamekit.lab.estimate import share
from gamekit.lessons.desk import Shown, estimate, exercise, fraction, say, table, your_bet
from gamekit.lessons.plot import Drawing, Plot, percent
from gamekit.lessons.topics import chance, tree_picture
from gamekit.lessons.topics.deals import deal
from gamekit.lessons.topics.fair_bet import SEED, game, own_bet
from gamekit.lessons.topics.whose_turn import whose_turn
from gamekit.show import Bet, Choice, Lab, Number, Question, Quiz, lab
from gamekit.words import _

MOST_CARDS: Final = 10


def pile_in_words() -> Shown:
    """What lies in the pile, read off the box."""
    deck = [int(n) for n in game().tables.deck]
    km, rest = sum(deck[: cards.KM_KINDS]), deck[cards.REST]
    action = sum(deck) - km - rest
    return say(
        _(
            "The pile has *{deck} cards*: {km} kilometre cards from 10 to 120, {rest} rest cards and {action} action "
            "cards."
        ).format(deck=sum(deck), km=km, rest=rest, action=action),
        _(
            "How many copies of each value and of each action card there are is a reconstruction: the published rules "
            "do not say."
        ),
    )


def play() -> Any:
    """The stepper at the first deal: chance is to move, and you are chance."""
    return gk.play(game().session(seed=SEED), seats=[None, None], viewer="all", chance_acts=False, name="topics-chance")


def predict() -> Bet:
    """The bet of the lesson."""
    return Bet(
        _(
            "Two cards are turned up from the full pile. In how many of 100 such deals are both kilometre cards, the "
            "second higher than the first?"
        ),
        low=0,
        high=100,
        unit=_("of 100"),
        name="topics-chance-bet",
    )


def run(bet: Bet) -> Lab:
    """Deal many times, with the bet drawn in."""

    def deals(count: int) -> tuple[Drawing, str]:
        rows = deal(game(), count, 2, SEED) - cards.DRAW
        hits = sum(chance.climbs(tuple(map(int, row))) for row in rows)
        found = share(hits, count)
        plot = Plot(
            _("How often two cards climb"),
            _("Simulated: {found}. Your bet: {bet}.").format(found=estimate(found), bet=bet.said or _("none")),
            (0, 1),
            (0, 1),
            x_name="",
            y_name=_("share of deals that climb"),
            height=300,
            percent_y=True,
            bare_x=True,
        )
        plot.interval(0.5, *found_in_order(found), "run")
        if bet.value is not None:
            plot.level(bet.value / 100, _("your bet: {value:g} %").format(value=bet.value), "bet")
        sentence = _("{hits:,} of {count:,} deals climbed: {found}.").format(
            hits=hits, count=count, found=estimate(found)
        )
        return plot.drawing(), f"{sentence} {judged(bet, found.value)}"

    return lab(
        deals,
        Number("count", _("Deals"), 10, 20_000, 500, step=10),
        title=_("Deal two cards, many times"),
        button=_("Deal"),
    )


def found_in_order(found: Any) -> tuple[float, float, float]:
    """An estimate as low, value, high."""
    return found.low, found.value, found.high


def judged(bet: Bet, value: float) -> str:
    """How far a bet was off."""
    if bet.value is None:
        return your_bet(bet)
    off = abs(bet.value / 100 - value)
    return _("Your bet was off by {off:.0f} of 100.").format(off=100 * off)


def answer() -> Fraction:
    """The exact answer to the lesson's question."""
    return chance.counted(game(), 2, "climb")


def explain() -> Shown:
    """The exact answer, three ways."""
    g = game()
    deck = [int(n) for n in g.tables.deck]
    total, km = sum(deck), sum(deck[: cards.KM_KINDS])
    both = chance.counted(g, 2, "km")
    equal = Fraction(sum(n * (n - 1) for n in deck[: cards.KM_KINDS]), total * (total - 1))
    tree = chance.probability(g, g.start(), 2, chance.event("climb"))
    return say(
        _(
            "*Along the tree:* multiply the fractions along each way that ends in “yes”, and add the products: {tree}."
        ).format(tree=fraction(tree)),
        _(
            "*By symmetry:* both cards are kilometre cards with probability {km}/{total} × {km_left}/{left} = {both}. "
            "They are equal with probability {equal}. In the other cases one is higher, and each order is equally "
            "likely: ({both_only} − {equal_only}) / 2 = {result}."
        ).format(
            km=km,
            total=total,
            km_left=km - 1,
            left=total - 1,
            both=fraction(both),
            equal=fraction(equal),
            both_only=both,
            equal_only=equal,
            result=fraction((both - equal) / 2),
        ),
        _("*By counting:* of {total:,} ordered pairs, {answer:,} climb.").format(
            total=total * (total - 1), answer=int(answer() * total * (total - 1))
        ),
        _("All three are the same fraction, not nearly the same: no rounding happened on the way."),
    )


def draw_tree(depth: int = 2, resolution: str = "question") -> Drawing:
    """The tree of the first cards."""
    g = game()
    chosen = chance.event("climb")
    grown = chance.tree(g, g.start(), depth, chance.resolutions(g, chosen, depth)[resolution])
    return tree_picture.picture(
        grown,
        _("The first {depth} cards: {resolution}").format(depth=depth, resolution=chance.resolution_names()[resolution])
        if depth > 1
        else _("The first card: {resolution}").format(resolution=chance.resolution_names()[resolution]),
    )


def resolutions() -> Lab:
    """Investigate: the same tree, drawn finely and coarsely."""

    def look(resolution: str) -> tuple[Any, ...]:
        g = game()
        label = chance.resolutions(g, chance.event("climb"), 2)[resolution]
        grown = chance.tree(g, g.start(), 2, label)
        leaves = len(grown.leaves())
        total = sum((reached for _, reached in grown.leaves()), Fraction(0))
        sentence = _("This tree has {leaves} leaves; their probabilities add up to {total}.").format(
            leaves=leaves, total=total
        )
        if leaves > tree_picture.MOST_LEAVES:
            first = chance.tree(g, g.start(), 1, label)
            note = _("Here only its first card is drawn: the whole tree would not fit on the page.")
            return (
                tree_picture.picture(
                    first, _("The first card: {resolution}").format(resolution=chance.resolution_names()[resolution])
                ),
                sentence,
                note,
            )
        return tree_picture.picture(
            grown, _("Two cards: {resolution}").format(resolution=chance.resolution_names()[resolution])
        ), sentence

    return lab(
        look,
        Choice("resolution", _("Branches"), chance.resolution_names(), "classes"),
        title=_("How finely to look"),
        button=_("Draw the tree"),
    )


def more_cards() -> Lab:
    """Investigate: one card more, and another."""

    def grow(event: str) -> tuple[Any, ...]:
        g = game()
        exact = {k: chance.counted(g, k, event) for k in range(1, MOST_CARDS + 1)}
        rows = deal(g, 4_000, MOST_CARDS, SEED) - cards.DRAW
        holds = chance.event(event).holds
        plot = Plot(
            chance.event(event).question,
            "; ".join(_("{k} cards {p}").format(k=k, p=percent(float(p), 2)) for k, p in exact.items()) + ".",
            (0.5, MOST_CARDS + 0.5),
            (0, 1),
            x_name=_("cards turned up"),
            y_name=_("probability: bars exact, lines simulated"),
            percent_y=True,
        )
        for k, p in exact.items():
            plot.bar(k, 0.6, float(p), "exact-bar")
            found = share(sum(holds(tuple(map(int, row[:k]))) for row in rows), len(rows))
            plot.interval(k, found.low, found.value, found.high, "over")
        ratio = [float(exact[k + 1] / exact[k]) for k in (1, 2, 3)] if exact[1] else []
        steps = ", ".join(f"× {r:.3f}" for r in ratio)
        return (
            plot.drawing(),
            _("From one card to two, to three, to four: {steps}.").format(steps=steps)
            if steps
            else _("One card cannot have a twin."),
        )

    choices = {e.name: e.question for e in chance.events()}
    return lab(
        grow, Choice("event", _("Question"), choices, "climb"), title=_("More cards"), button=_("Compute and deal")
    )


def modify() -> Lab:
    """Modify the pile and look again."""

    def change(copies: int, rest: int, action: int) -> tuple[Any, ...]:
        g = game(copies=copies, rest=rest, action=action)
        exact = chance.counted(g, 2, "climb")
        rows = deal(g, 4_000, 2, SEED) - cards.DRAW
        found = share(sum(chance.climbs(tuple(map(int, row))) for row in rows), len(rows))
        plot = Plot(
            _("Two cards climb"),
            _("Exact {exact}, simulated {found}.").format(exact=fraction(exact), found=estimate(found)),
            (0, 1),
            (0, 0.6),
            x_name="",
            y_name=_("probability that two cards climb"),
            height=300,
            percent_y=True,
            bare_x=True,
        )
        plot.level(
            float(answer()), _("real pile: {answer}").format(answer=percent(float(answer()))), "nominal", left=True
        )
        plot.level(float(exact), _("your pile, exact: {exact}").format(exact=percent(float(exact))), "exact")
        plot.interval(0.3, found.low, found.value, found.high, "run")
        return (
            plot.drawing(),
            _("Your pile has {cards} cards. Exactly {exact}; in 4,000 deals {found}.").format(
                cards=sum(int(n) for n in g.tables.deck), exact=fraction(exact), found=estimate(found)
            ),
        )

    return lab(
        change,
        Number("copies", _("Copies of every value"), 1, 8, 6),
        Number("rest", _("Rest cards"), 0, 20, 12),
        Number("action", _("Copies of every action card"), 0, 6, 5),
        title=_("Another pile"),
        button=_("Compute and deal"),
    )


# Exercises, exit ticket


@cache
def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    g = game()
    deck = [int(n) for n in g.tables.deck]
    total, rest = sum(deck), deck[cards.REST]
    no_rest = chance.counted(g, 10, "no_rest")
    different = chance.symmetric(deck[: cards.KM_KINDS], 3) * 6
    climb = chance.counted(g, 3, "climb")
    hidden = after_ten()
    return [
        exercise(
            1,
            _("What is the probability that the first card is a rest card? And that the first two are?"),
            _("For the second card one rest card and one card of the pile are gone."),
            f"{rest}/{total} = {fraction(Fraction(rest, total))}; "
            f"{rest}/{total} × {rest - 1}/{total - 1} = {fraction(Fraction(rest * (rest - 1), total * (total - 1)))}.",
        ),
        exercise(
            2,
            _("Three cards are three different kilometre cards. Why do they climb in exactly one of six cases?"),
            _("In how many orders can three different cards come?"),
            _(
                "All six orders are equally likely, one of them climbs. The counts agree: {different:,} ordered deals "
                "of three different kilometre cards out of {total:,}, a sixth of which is {climb}. Ten cards without "
                "a rest card are counted in the same way: {no_rest}."
            ).format(
                different=different,
                total=total * (total - 1) * (total - 2),
                climb=fraction(climb),
                no_rest=percent(float(no_rest)),
            ),
        ),
        exercise(
            3,
            _(
                "Player A has been dealt ten cards which nobody has seen. Is player B’s first card still a rest card "
                "with the probability of the first exercise?"
            ),
            _("Does the tree change if you let B draw first?"),
            _(
                "Yes, exactly {hidden}: cards that nobody has seen are no news. Over all hands A may hold, the "
                "fractions of B’s branches average to that of the first card. Only knowing A’s hand would change it."
            ).format(hidden=fraction(hidden)),
        ),
    ]


def after_ten() -> Fraction:
    """The probability that the eleventh card is a rest card, over all hands of ten: summed, not assumed."""
    from math import comb

    deck = [int(n) for n in game().tables.deck]
    total, rest = sum(deck), deck[cards.REST]
    hands = comb(total, 10)
    return sum(
        (
            Fraction(comb(rest, k) * comb(total - rest, 10 - k), hands) * Fraction(rest - k, total - 10)
            for k in range(11)
        ),
        Fraction(0),
    )


def exit_ticket() -> Quiz:
    """Two questions to leave with."""
    g = game()
    both = chance.counted(g, 2, "km")
    climb = answer()
    return Quiz(
        [
            Question(
                _("In a tree, what is the probability of one leaf?"),
                1,
                _("Along a way probabilities are multiplied: each fraction holds given all that came before it."),
                choices=(
                    _("The sum of the fractions along the way"),
                    _("Their product"),
                    _("The last fraction on the way"),
                ),
            ),
            Question(
                _(
                    "Both cards are kilometre cards in {both} of all deals. Why do they climb in less than half of "
                    "these, {climb} of all?"
                ).format(both=percent(float(both)), climb=percent(float(climb))),
                2,
                _("Equal values do not climb. Without them, both orders would be equally likely."),
                choices=(
                    _("The second card is drawn from a smaller pile"),
                    _("High cards are rarer"),
                    _("The two cards may be equal"),
                ),
            ),
        ],
        title=_("Exit ticket"),
        game=g,
    )


def whole_table() -> Shown:
    """The four questions for one to four cards, exactly."""
    g = game()
    rows = [
        [
            e.question,
            *(
                fraction(chance.counted(g, k, e.name)) if k < 3 else percent(float(chance.counted(g, k, e.name)), 2)
                for k in (1, 2, 3, 4)
            ),
        ]
        for e in chance.events()
    ]
    return table(
        ["", _("1 card"), _("2 cards"), _("3 cards"), _("4 cards")],
        rows,
        _("Exact probabilities for the first cards of the pile"),
    )


__all__ = [
    "draw_tree", "exercises", "exit_ticket", "explain", "modify", "more_cards", "own_bet", "pile_in_words",
    "play", "predict", "resolutions", "run", "whole_table", "whose_turn",
]  # fmt: skip

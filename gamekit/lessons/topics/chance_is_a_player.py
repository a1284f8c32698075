"""The lesson *chance is a player*: what its pages show. Trees are computed in chance.py, bets judged in fair_bet.py."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Final

import gamekit as gk
from gamekit.game import load
from gamekit.games.kartenspiel import state as cards
from gamekit.kernel import CHANCE
from gamekit.lab.estimate import share
from gamekit.lessons.desk import Shown, estimate, exercise, fraction, say, table
from gamekit.lessons.plot import Drawing, Plot, drawn, percent
from gamekit.lessons.topics import chance, tree_picture
from gamekit.lessons.topics.deals import deal
from gamekit.lessons.topics.fair_bet import SEED, game, own_bet
from gamekit.show import Bet, Choice, Lab, Number, Question, Quiz, lab

MOST_CARDS: Final = 10


def pile_in_words() -> Shown:
    """What lies in the pile, read off the box."""
    deck = [int(n) for n in game().tables.deck]
    km, rest = sum(deck[: cards.KM_KINDS]), deck[cards.REST]
    action = sum(deck) - km - rest
    return say(
        f"The pile has *{sum(deck)} cards*: {km} kilometre cards from 10 to 120, {rest} rest cards and {action} "
        "action cards.",
        "How many copies of each value and of each action card there are is a reconstruction: the published rules "
        "do not say.",
    )


def play() -> Any:
    """The stepper at the first deal: chance is to move, and you are chance."""
    return gk.play(game().session(seed=SEED), seats=[None, None], viewer="all", chance_acts=False, name="topics-chance")


def predict() -> Bet:
    """The bet of the lesson."""
    return Bet(
        "Two cards are turned up from the full pile. In how many of 100 such deals are both kilometre cards, "
        "the second higher than the first?",
        low=0,
        high=100,
        unit="of 100",
        name="topics-chance-bet",
    )


def run(bet: Bet) -> Lab:
    """Deal many times, with the bet drawn in."""

    def deals(count: int) -> tuple[Drawing, str]:
        rows = deal(game(), count, 2, SEED) - cards.DRAW
        hits = sum(chance.climbs(tuple(map(int, row))) for row in rows)
        found = share(hits, count)
        plot = Plot(
            "How often two cards climb",
            f"Simulated: {estimate(found)}. Your bet: {bet.said or 'none'}.",
            (0, 1),
            (0, 1),
            x_name="",
            y_name="share of deals that climb",
            height=300,
            percent_y=True,
            bare_x=True,
        )
        plot.interval(0.5, *found_in_order(found), "run")
        if bet.value is not None:
            plot.level(bet.value / 100, f"your bet: {bet.value:g} %", "bet")
        sentence = f"{hits:,} of {count:,} deals climbed: {estimate(found)}. "
        return plot.drawing(), sentence + (
            "Store a bet above to see it here." if bet.value is None else judged(bet, found.value)
        )

    return lab(
        deals, Number("count", "Deals", 10, 20_000, 500, step=10), title="Deal two cards, many times", button="Deal"
    )


def found_in_order(found: Any) -> tuple[float, float, float]:
    """An estimate as low, value, high."""
    return found.low, found.value, found.high


def judged(bet: Bet, value: float) -> str:
    """How far a bet was off."""
    off = abs((bet.value or 0) / 100 - value)
    return f"Your bet was off by {100 * off:.0f} of 100."


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
        "*Along the tree:* multiply the fractions along each way that ends in “yes”, and add the products: "
        f"{fraction(tree)}.",
        f"*By symmetry:* both cards are kilometre cards with probability {km}/{total} × {km - 1}/{total - 1} = "
        f"{fraction(both)}. "
        f"They are equal with probability {fraction(equal)}. In the other cases one is higher, and each order is "
        "equally "
        f"likely: ({both} − {equal}) / 2 = {fraction((both - equal) / 2)}.",
        f"*By counting:* of {total * (total - 1):,} ordered pairs, {int(answer() * total * (total - 1)):,} climb.",
        "All three are the same fraction, not nearly the same: no rounding happened on the way.",
    )


def draw_tree(depth: int = 2, resolution: str = "only the question") -> Drawing:
    """The tree of the first cards."""
    g = game()
    chosen = chance.event("climb")
    grown = chance.tree(g, g.start(), depth, chance.resolutions(g, chosen, depth)[resolution])
    return tree_picture.picture(
        grown, f"The first {depth} cards: {resolution}" if depth > 1 else f"The first card: {resolution}"
    )


def resolutions() -> Lab:
    """Investigate: the same tree, drawn finely and coarsely."""

    def look(resolution: str) -> tuple[Any, ...]:
        g = game()
        label = chance.resolutions(g, chance.event("climb"), 2)[resolution]
        grown = chance.tree(g, g.start(), 2, label)
        leaves = len(grown.leaves())
        total = sum((reached for _, reached in grown.leaves()), Fraction(0))
        sentence = f"This tree has {leaves} leaves; their probabilities add up to {total}."
        if leaves > tree_picture.MOST_LEAVES:
            first = chance.tree(g, g.start(), 1, label)
            note = "Here only its first card is drawn: the whole tree would not fit on the page."
            return tree_picture.picture(first, f"The first card: {resolution}"), sentence, note
        return tree_picture.picture(grown, f"Two cards: {resolution}"), sentence

    names = list(chance.resolutions(game(), chance.event("climb"), 2))
    return lab(
        look, Choice("resolution", "Branches", names, names[1]), title="How finely to look", button="Draw the tree"
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
            "; ".join(f"{k} cards {percent(float(p), 2)}" for k, p in exact.items()) + ".",
            (0.5, MOST_CARDS + 0.5),
            (0, 1),
            x_name="cards turned up",
            y_name="probability: bars exact, lines simulated",
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
            f"From one card to two, to three, to four: {steps}." if steps else "One card cannot have a twin.",
        )

    choices = {e.name: e.question for e in chance.EVENTS}
    return lab(grow, Choice("event", "Question", choices, "climb"), title="More cards", button="Compute and deal")


def whose_turn() -> Lab:
    """Investigate: how often chance moves, in every game."""

    def follow(name: str) -> tuple[Any, ...]:
        g = load(name)
        turns = chance.turns(g, SEED)
        rows = [
            ["steps of chance", f"{sum(a == CHANCE for a in turns.actors)}", percent(float(turns.chance_share()))],
            [
                "… with more than one outcome",
                f"{sum(a == CHANCE and n > 1 for a, n in zip(turns.actors, turns.outcomes, strict=True))}",
                f"{percent(float(turns.chance_share(forced=False)))} of open steps",
            ],
            ["steps of the players", f"{sum(a >= 0 for a in turns.actors)}", percent(1 - float(turns.chance_share()))],
            ["most outcomes at once", str(most_outcomes(turns)), ""],
        ]
        from gamekit.show import Table

        return strip(turns, g.title), Table(["One game of random players", "steps", "share"], rows, g.title)

    titles = {name: load(name).title for name in gk.games()}
    return lab(follow, Choice("name", "Game", titles, gk.games()[0]), title="Whose turn is it?", button="Play one game")


def most_outcomes(turns: chance.Turns) -> int:
    """The greatest number of outcomes chance had to choose between."""
    return max((n for a, n in zip(turns.actors, turns.outcomes, strict=True) if a == CHANCE), default=0)


STRIP_ROWS: Final = 4


def strip(turns: chance.Turns, title: str) -> Drawing:
    """A game as a strip: one field for each step, chance and players told apart by colour and by row."""
    names = ("chance", "certain", "players")
    kinds = [
        0 if a == CHANCE and n > 1 else 1 if a == CHANCE else 2
        for a, n in zip(turns.actors, turns.outcomes, strict=True)
    ]
    count = len(kinds)
    left, wide, high = 130, 580, 34
    parts = []
    for row, name in enumerate(names):
        parts.append(f'<text class="gkt-axis" x="{left - 10}" y="{row * high + 30}" text-anchor="end">{name}</text>')
        way = "".join(
            f"M{left + wide * i / count:.1f} {row * high + 12}v22" for i, kind in enumerate(kinds) if kind == row
        )
        parts.append(
            f'<path class="gkt-turn gkt-turn-{row}" style="stroke-width:{max(0.8, wide / count):.2f}px" d="{way}"/>'
        )
    parts.append(f'<text class="gkt-tick" x="{left}" y="132">step 1</text>')
    parts.append(f'<text class="gkt-tick" x="{left + wide}" y="132" text-anchor="end">step {count:,}</text>')
    said = f"{kinds.count(0)} open steps of chance, {kinds.count(1)} certain ones, {kinds.count(2)} steps of players."
    return drawn("".join(parts), "plot", f"{title}, step by step", said, 720, 144)


def modify() -> Lab:
    """Modify the pile and look again."""

    def change(copies: int, rest: int, action: int) -> tuple[Any, ...]:
        g = game(copies=copies, rest=rest, action=action)
        exact = chance.counted(g, 2, "climb")
        rows = deal(g, 4_000, 2, SEED) - cards.DRAW
        found = share(sum(chance.climbs(tuple(map(int, row))) for row in rows), len(rows))
        plot = Plot(
            "Two cards climb", f"Exact {fraction(exact)}, simulated {estimate(found)}.", (0, 1), (0, 0.6), x_name="",
            y_name="probability that two cards climb", height=300, percent_y=True, bare_x=True,
        )  # fmt: skip
        plot.level(float(answer()), f"real pile: {percent(float(answer()))}", "nominal", left=True)
        plot.level(float(exact), f"your pile, exact: {percent(float(exact))}", "exact")
        plot.interval(0.3, found.low, found.value, found.high, "run")
        return (
            plot.drawing(),
            f"Your pile has {sum(int(n) for n in g.tables.deck)} cards. Exactly {fraction(exact)}; in 4,000 deals "
            f"{estimate(found)}.",
        )

    return lab(
        change,
        Number("copies", "Copies of every value", 1, 8, 6),
        Number("rest", "Rest cards", 0, 20, 12),
        Number("action", "Copies of every action card", 0, 6, 5),
        title="Another pile",
        button="Compute and deal",
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
            "What is the probability that the first card is a rest card? And that the first two are?",
            "For the second card one rest card and one card of the pile are gone.",
            f"{rest}/{total} = {fraction(Fraction(rest, total))}; "
            f"{rest}/{total} × {rest - 1}/{total - 1} = {fraction(Fraction(rest * (rest - 1), total * (total - 1)))}.",
        ),
        exercise(
            2,
            "Three cards are three different kilometre cards. Why do they climb in exactly one of six cases?",
            "In how many orders can three different cards come?",
            f"All six orders are equally likely, one of them climbs. The counts agree: {different:,} ordered deals "
            "of three different "
            f"kilometre cards out of {total * (total - 1) * (total - 2):,}, a sixth of which is {fraction(climb)}. "
            f"Ten cards without a rest card are counted in the same way: {percent(float(no_rest))}.",
        ),
        exercise(
            3,
            "Player A has been dealt ten cards which nobody has seen. Is player B’s first card still a rest card "
            "with the "
            "probability of the first exercise?",
            "Does the tree change if you let B draw first?",
            f"Yes, exactly {fraction(hidden)}: cards that nobody has seen are no news. Over all hands A may hold, "
            "the fractions of "
            "B’s branches average to that of the first card. Only knowing A’s hand would change it.",
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
                "In a tree, what is the probability of one leaf?",
                1,
                "Along a way probabilities are multiplied: each fraction holds given all that came before it.",
                choices=("The sum of the fractions along the way", "Their product", "The last fraction on the way"),
            ),
            Question(
                f"Both cards are kilometre cards in {percent(float(both))} of all deals. Why do they climb in less "
                "than half of these, "
                f"{percent(float(climb))} of all?",
                2,
                "Equal values do not climb. Without them, both orders would be equally likely.",
                choices=(
                    "The second card is drawn from a smaller pile",
                    "High cards are rarer",
                    "The two cards may be equal",
                ),
            ),
        ],
        title="Exit ticket",
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
        for e in chance.EVENTS
    ]
    return table(
        ["", "1 card", "2 cards", "3 cards", "4 cards"], rows, "Exact probabilities for the first cards of the pile"
    )


__all__ = [
    "draw_tree", "exercises", "exit_ticket", "explain", "modify", "more_cards", "own_bet", "pile_in_words",
    "play", "predict", "resolutions", "run", "whole_table", "whose_turn",
]  # fmt: skip

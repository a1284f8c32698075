"""The lesson *write a strategy*: what its pages show. Plans are in plans.py, the class plays in class_tournament.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import gamekit as gk
from gamekit.lab.estimate import share
from gamekit.lab.simulate import simulate
from gamekit.lessons.desk import Shown, estimate, exercise, say, table
from gamekit.lessons.plot import Drawing, Plot, percent
from gamekit.lessons.topics import plan, strategy_file
from gamekit.lessons.topics.class_tournament import class_tournament, own_plan, starter
from gamekit.lessons.topics.league import play_league, play_match
from gamekit.lessons.topics.plans import (
    GAMES,
    HABITS,
    OPPONENT,
    SEED,
    STEPS,
    game,
    head_to_head,
    house_plans,
    league_plot,
    planned,
)
from gamekit.lessons.topics.strategy_file import StrategyFile
from gamekit.show import Bet, Lab, Number, Question, Quiz, lab
from gamekit.strategy import Strategy


def described() -> Shown:
    """What the plans of the lesson do."""
    rows = [[s.name, s.description] for s in house_plans()]
    return table(["plan", "what it does"], rows, "Four plans", left=(1,))


def play() -> Any:
    """A game of one stage against the steady plan."""
    g = game(stages=1)
    names = [name for name in g.strategies if name != "random"]
    return gk.play(g, seats=[None, names[0] if names else "random"], seed=SEED, name="topics-strategy")


def predict() -> Bet:
    """The bet of the lesson."""
    return Bet(
        "All four play against each other. Which plan wins the most games?",
        choices=[s.name for s in house_plans()],
        name="topics-strategy-bet",
    )


def run(bet: Bet) -> Lab:
    """The tournament of the house."""

    def tournament(games: int, progress: Callable[[float], object] = lambda done: None) -> tuple[Any, ...]:
        found = play_league(game(), house_plans(), games, SEED, lambda done, what: progress(done))
        best = found.ranking()[0][0]
        said = f"{best} wins. " + (
            "Store a bet above to see it here." if bet.value is None else f"Your bet: {bet.said}."
        )
        return league_plot(found, bet.said if bet.value is not None else ""), head_to_head(found), said

    return lab(
        tournament,
        Number("games", "Games in each seating of a pair", 5, 200, GAMES, step=5),
        title="Tournament",
        button="Play",
    )


def explain() -> Shown:
    """Why the tournament may be trusted, and what it cannot say."""
    return say(
        "*Fair seats.* Whoever sits first lays first on the counter. Every pair therefore plays each deal twice, "
        "with changed "
        "seats and the same luck. A plan against its twin must then win exactly one half; in one seating alone it "
        "need not.",
        "*Error bars.* Bars whose intervals overlap widely may change places in the next tournament.",
        "*No best plan for ever.* A tournament says who does well against *these* opponents. A plan that beats all "
        "of them "
        "may lose to one that nobody has entered yet.",
    )


def twins() -> Lab:
    """A plan against its twin: exactly one half with changed seats, about one half in one seating."""
    steady = next(s for s in house_plans() if s.name == OPPONENT)
    twin = planned("twin", plan.STEP, 2, plan.ENOUGH)

    def play_twins(games: int) -> tuple[Any, ...]:
        g = game()
        even = play_match(g, steady, twin, games, SEED)
        first = simulate(g, [steady, twin], games=2 * games, seed=SEED, progress=False)
        found = share(float(first.wins[:, 0].sum()), 2 * games)
        return (
            f"With changed seats the plan wins {even.wins:g} of {even.games} games against its twin: exactly one half.",
            f"In one seating alone the first seat wins {estimate(found)} of {2 * games} games.",
        )

    return lab(
        play_twins, Number("games", "Deals", 10, 400, 100, step=10), title="A plan against its twin", button="Play"
    )


# Investigate and modify: one number at a time


def against_steady(strategies: Sequence[Strategy], games: int, **options: Any) -> list[Any]:
    """How each of them does against the steady plan."""
    g = game(**options)
    steady = next(s for s in house_plans() if s.name == OPPONENT)
    found = []
    for strategy in strategies:
        match = play_match(g, strategy, steady, games, SEED)
        found.append(share(match.wins, match.games))
    return found


def response_plot(labels: Sequence[str], found: Sequence[Any], x_name: str) -> Drawing:
    """Shares of wins against the steady plan, one for each value."""
    plot = Plot(
        "Wins against the steady plan",
        "; ".join(f"{label}: {estimate(value)}" for label, value in zip(labels, found, strict=True)) + ".",
        (0.4, len(found) + 0.6),
        (0, 1.16),
        x_name=x_name,
        y_name="share of games won",
        percent_y=True,
        bare_x=True,
    )
    for i, (label, value) in enumerate(zip(labels, found, strict=True)):
        plot.interval(i + 1, value.low, value.value, value.high, "run")
        plot.word(i + 1, 1.1, label, "word-row", row=i % 2)
    plot.level(0.5, "an even share", "nominal")
    return plot.drawing()


def step_size() -> Lab:
    """Investigate: how far to climb at once."""

    def vary(games: int) -> tuple[Any, ...]:
        found = against_steady([planned(f"step {k}", k, 2, 300) for k in STEPS], games)
        best = max(range(len(STEPS)), key=lambda i: found[i].value)
        drawing = response_plot([f"{k}" for k in STEPS], found, "the highest step a run may climb, km")
        return drawing, f"The best of these steps is {STEPS[best]} km: {estimate(found[best])}."

    return lab(vary, Number("games", "Games in each seating", 10, 100, 25, step=5), title="How far to climb at once?")


def counter_habit() -> Lab:
    """Investigate: what to do at the counter."""

    def vary(step: int) -> tuple[Any, ...]:
        found = against_steady([planned(f"habit {k}", step, k, 300) for k in HABITS], 40)
        drawing = response_plot(["highest", "delay", "misfits"], found, "what goes to the counter")
        lines = "; ".join(f"{HABITS[k]}: {estimate(value)}" for k, value in zip(HABITS, found, strict=True))
        return drawing, f"{lines}."

    return lab(vary, Number("step", "Highest step, km", 10, 110, 40, step=10), title="What goes to the counter?")


def when_to_hurry() -> Lab:
    """Investigate: when to hurry."""
    marks = (0, 100, 200, 300, 400, 600)

    def vary(games: int) -> tuple[Any, ...]:
        found = against_steady([planned(f"enough {k}", 40, 2, k) for k in marks], games)
        drawing = response_plot([f"{k}" for k in marks], found, "hurry once the own run is worth so many km")
        return drawing, "Where the intervals overlap, more games are needed before anything may be concluded."

    return lab(vary, Number("games", "Games in each seating", 10, 100, 25, step=5), title="When is it enough?")


def modify() -> Lab:
    """Modify the limit, and see which plan likes it."""

    def change(limit: int) -> tuple[Any, ...]:
        plans = [s for s in house_plans() if s.name != OPPONENT]
        found = against_steady(plans, 40, limit=limit)
        drawing = response_plot([s.name for s in plans], found, f"limit {limit} km")
        real = int(game().tables.limit)
        return drawing, f"With the limit of the rules, {real} km, the same plans can be seen by setting it back."

    return lab(
        change, Number("limit", "Limit of a stage, km", 50, 400, 300, step=50), title="A house rule", button="Play"
    )


# Exercises, exit ticket


@cache
def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    g = game()
    files = [StrategyFile("a", "", "def choose(s, t, player, actions, n, rng):\n    return actions[0]")]
    first = strategy_file.load(files[0], g)
    match = play_match(g, first, g.strategies["random"], 50, SEED)
    found = share(match.wins, match.games)
    half = share(50, 100)
    return [
        exercise(
            1,
            "What does the shortest strategy of all do, “return actions[0]”? Does it beat random players?",
            "The legal actions are in ascending order, and lower numbers are lower cards.",
            "It always lays its lowest card: a run climbs only if a lower card was drawn late. "
            f"In {match.games} games it wins {estimate(found)}: "
            + (
                "no clear difference to random players."
                if found.covers(0.5)
                else "a clear difference to random players."
            ),
        ),
        exercise(
            2,
            "Two plans play 100 games and win 50 each. May you say that they are equally good?",
            "Compute the interval of 50 out of 100.",
            f"No. The interval goes from {percent(half.low)} to {percent(half.high)}: the better one may well win "
            f"{percent(half.high, 0)} "
            "of their games in the long run.",
        ),
        exercise(
            3,
            "Write a plan that beats the winner of your class tournament but loses to random players more often "
            "than the winner does.",
            "Use that you know exactly what the winner does.",
            "There are many. Plans that exploit one opponent are good against that opponent only, which is why a "
            "tournament needs many "
            "different ones.",
        ),
    ]


def exit_ticket() -> Quiz:
    """Two questions to leave with."""
    return Quiz(
        [
            Question(
                "Why does every pair of strategies play each deal twice?",
                1,
                "Changed seats and equal luck: what is left is the difference between the strategies.",
                choices=(
                    "To have more games",
                    "So that neither seat nor luck decides",
                    "Because the first game is for practice",
                ),
            ),
            Question(
                "A strategy may only use what its player knows. What would happen otherwise?",
                0,
                "Its result would say nothing about playing well: nobody at the table can see the other hands.",
                choices=(
                    "It would win by seeing hidden cards, which no player can",
                    "The program would stop",
                    "Nothing: all cards become known in the end",
                ),
            ),
        ],
        title="Exit ticket",
    )


__all__ = [
    "class_tournament", "counter_habit", "described", "exercises", "exit_ticket", "explain", "modify",
    "own_plan", "play", "predict", "run", "starter", "step_size", "twins", "when_to_hurry",
]  # fmt: skip

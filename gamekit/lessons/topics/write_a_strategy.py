"""The lesson *write a strategy*: what its pages show. Plans are in plans.py, the class plays in class_tournament.py."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import gamekit as gk
from gamekit.lab.estimate import share
from gamekit.lab.simulate import Tell, simulate
from gamekit.lessons.desk import Shown, estimate, exercise, say, table, your_bet
from gamekit.lessons.plot import Drawing, Plot, percent
from gamekit.lessons.topics import plan, strategy_file
from gamekit.lessons.topics.class_tournament import class_tournament, own_plan, starter
from gamekit.lessons.topics.league import play_league, play_match
from gamekit.lessons.topics.plans import (
    GAMES,
    OPPONENT,
    SEED,
    STEPS,
    game,
    habit_names,
    head_to_head,
    house_plans,
    league_plot,
    planned,
)
from gamekit.lessons.topics.strategy_file import StrategyFile
from gamekit.show import Bet, Lab, Number, Question, Quiz, lab
from gamekit.strategy import Strategy
from gamekit.words import _


def described() -> Shown:
    """What the plans of the lesson do."""
    rows = [[s.name, s.description] for s in house_plans()]
    return table([_("plan"), _("what it does")], rows, _("Four plans"), left=(1,))


def play() -> Any:
    """A game of one stage against the steady plan."""
    g = game(stages=1)
    names = [name for name in g.strategies if name != "random"]
    return gk.play(g, seats=[None, names[0] if names else "random"], seed=SEED, name="topics-strategy")


def predict() -> Bet:
    """The bet of the lesson."""
    return Bet(
        _("All four play against each other. Which plan wins the most games?"),
        choices=[s.name for s in house_plans()],
        name="topics-strategy-bet",
    )


def run(bet: Bet) -> Lab:
    """The tournament of the house."""

    def tournament(games: int, progress: Tell = lambda done: None) -> tuple[Any, ...]:
        found = play_league(game(), house_plans(), games, SEED, lambda done, what: progress(done))
        best = found.ranking()[0][0]
        said = _("{best} wins.").format(best=best)
        return (
            league_plot(found, bet.said if bet.value is not None else ""),
            head_to_head(found),
            f"{said} {your_bet(bet)}",
        )

    return lab(
        tournament,
        Number("games", _("Games in each seating of a pair"), 5, 200, GAMES, step=5),
        title=_("Tournament"),
        button=_("Play"),
    )


def explain() -> Shown:
    """Why the tournament may be trusted, and what it cannot say."""
    return say(
        _(
            "*Fair seats.* Whoever sits first lays first on the counter. Every pair therefore plays each deal twice, "
            "with changed seats and the same luck. A plan against its twin must then win exactly one half; in one "
            "seating alone it need not."
        ),
        _("*Error bars.* Bars whose intervals overlap widely may change places in the next tournament."),
        _(
            "*No best plan for ever.* A tournament says who does well against *these* opponents. A plan that beats "
            "all of them may lose to one that nobody has entered yet."
        ),
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
            _("With changed seats the plan wins {wins:g} of {games} games against its twin: exactly one half.").format(
                wins=even.wins, games=even.games
            ),
            _("In one seating alone the first seat wins {found} of {games} games.").format(
                found=estimate(found), games=2 * games
            ),
        )

    return lab(
        play_twins,
        Number("games", _("Deals"), 10, 400, 100, step=10),
        title=_("A plan against its twin"),
        button=_("Play"),
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
        _("Wins against the steady plan"),
        "; ".join(f"{label}: {estimate(value)}" for label, value in zip(labels, found, strict=True)) + ".",
        (0.4, len(found) + 0.6),
        (0, 1.16),
        x_name=x_name,
        y_name=_("share of games won"),
        percent_y=True,
        bare_x=True,
    )
    for i, (label, value) in enumerate(zip(labels, found, strict=True)):
        plot.interval(i + 1, value.low, value.value, value.high, "run")
        plot.word(i + 1, 1.1, label, "word-row", row=i % 2)
    plot.level(0.5, _("an even share"), "nominal")
    return plot.drawing()


def step_size() -> Lab:
    """Investigate: how far to climb at once."""

    def vary(games: int) -> tuple[Any, ...]:
        found = against_steady([planned(_("step {k}").format(k=k), k, 2, 300) for k in STEPS], games)
        best = max(range(len(STEPS)), key=lambda i: found[i].value)
        drawing = response_plot([f"{k}" for k in STEPS], found, _("the highest step a run may climb, km"))
        return drawing, _("The best of these steps is {steps} km: {found}.").format(
            steps=STEPS[best], found=estimate(found[best])
        )

    return lab(
        vary, Number("games", _("Games in each seating"), 10, 100, 25, step=5), title=_("How far to climb at once?")
    )


def counter_habit() -> Lab:
    """Investigate: what to do at the counter."""

    def vary(step: int) -> tuple[Any, ...]:
        habits = habit_names()
        found = against_steady([planned(_("habit {k}").format(k=k), step, k, 300) for k in habits], 40)
        drawing = response_plot(["highest", "delay", "misfits"], found, _("what goes to the counter"))
        lines = "; ".join(f"{name}: {estimate(value)}" for name, value in zip(habits.values(), found, strict=True))
        return drawing, f"{lines}."

    return lab(vary, Number("step", _("Highest step, km"), 10, 110, 40, step=10), title=_("What goes to the counter?"))


def when_to_hurry() -> Lab:
    """Investigate: when to hurry."""
    marks = (0, 100, 200, 300, 400, 600)

    def vary(games: int) -> tuple[Any, ...]:
        found = against_steady([planned(_("enough {k}").format(k=k), 40, 2, k) for k in marks], games)
        drawing = response_plot([f"{k}" for k in marks], found, _("hurry once the own run is worth so many km"))
        return drawing, _("Where the intervals overlap, more games are needed before anything may be concluded.")

    return lab(vary, Number("games", _("Games in each seating"), 10, 100, 25, step=5), title=_("When is it enough?"))


def modify() -> Lab:
    """Modify the limit, and see which plan likes it."""

    def change(limit: int) -> tuple[Any, ...]:
        plans = [s for s in house_plans() if s.name != OPPONENT]
        found = against_steady(plans, 40, limit=limit)
        drawing = response_plot([s.name for s in plans], found, _("limit {limit} km").format(limit=limit))
        real = int(game().tables.limit)
        return drawing, _(
            "With the limit of the rules, {real} km, the same plans can be seen by setting it back."
        ).format(real=real)

    return lab(
        change,
        Number("limit", _("Limit of a stage, km"), 50, 400, 300, step=50),
        title=_("A house rule"),
        button=_("Play"),
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
            _("What does the shortest strategy of all do, “return actions[0]”? Does it beat random players?"),
            _("The legal actions are in ascending order, and lower numbers are lower cards."),
            (
                _(
                    "It always lays its lowest card: a run climbs only if a lower card was drawn late. In {games} "
                    "games it wins {found}: no clear difference to random players."
                )
                if found.covers(0.5)
                else _(
                    "It always lays its lowest card: a run climbs only if a lower card was drawn late. In {games} "
                    "games it wins {found}: a clear difference to random players."
                )
            ).format(games=match.games, found=estimate(found)),
        ),
        exercise(
            2,
            _("Two plans play 100 games and win 50 each. May you say that they are equally good?"),
            _("Compute the interval of 50 out of 100."),
            _(
                "No. The interval goes from {low} to {high}: the better one may well win {about} of their games in "
                "the long run."
            ).format(low=percent(half.low), high=percent(half.high), about=percent(half.high, 0)),
        ),
        exercise(
            3,
            _(
                "Write a plan that beats the winner of your class tournament but loses to random players more often "
                "than the winner does."
            ),
            _("Use that you know exactly what the winner does."),
            _(
                "There are many. Plans that exploit one opponent are good against that opponent only, which is why a "
                "tournament needs many different ones."
            ),
        ),
    ]


def exit_ticket() -> Quiz:
    """Two questions to leave with."""
    return Quiz(
        [
            Question(
                _("Why does every pair of strategies play each deal twice?"),
                1,
                _("Changed seats and equal luck: what is left is the difference between the strategies."),
                choices=(
                    _("To have more games"),
                    _("So that neither seat nor luck decides"),
                    _("Because the first game is for practice"),
                ),
            ),
            Question(
                _("A strategy may only use what its player knows. What would happen otherwise?"),
                0,
                _("Its result would say nothing about playing well: nobody at the table can see the other hands."),
                choices=(
                    _("It would win by seeing hidden cards, which no player can"),
                    _("The program would stop"),
                    _("Nothing: all cards become known in the end"),
                ),
            ),
        ],
        title=_("Exit ticket"),
    )


__all__ = [
    "class_tournament", "counter_habit", "described", "exercises", "exit_ticket", "explain", "modify",
    "own_plan", "play", "predict", "run", "starter", "step_size", "twins", "when_to_hurry",
]  # fmt: skip

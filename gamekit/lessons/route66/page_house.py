# ruff: noqa: E501  sentences are not broken
"""Lesson 4 of Route 66 as its notebook shows it: strategies against each other, and house rules.

Matches and strategies from a score are in planner.py, exercises and exit ticket in exercises_house.py.
"""

from __future__ import annotations

import threading
from typing import Any, Final

from gamekit.errors import GamekitError
from gamekit.game import Game
from gamekit.games.route66.state import STATES
from gamekit.lab.estimate import Estimate
from gamekit.lab.simulate import Tell, simulate
from gamekit.lessons.desk import Shown, hundred, look, of_hundred, plain, say
from gamekit.lessons.frame import notebook_or_page
from gamekit.lessons.matches import part
from gamekit.lessons.route66.common import FAIR, PLAYERS, loaded
from gamekit.lessons.route66.exercises_house import exercises as exercises
from gamekit.lessons.route66.exercises_house import exit_ticket as exit_ticket
from gamekit.lessons.route66.planner import (
    RIVALS,
    Matches,
    Score,
    against_all,
    beats_all,
    from_sliders,
    one_against,
    own,
    titles,
    tournament,
)
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.show import Bet, Chart, Choice, Lab, Number, Stepper, Table, YesNo, bars, heat, lab, play
from gamekit.words import _

GAMES: Final = 4_000
CELL: Final = 800
"""Games of each field of the tournament."""
MATCH: Final = 40
"""Games of a written strategy against each rival."""
HERO, CROWD = "collector", "racer"


def game(**options: Any) -> Game:
    """The game for four."""
    return loaded(**options)


def start() -> Shown:
    """The look of the page."""
    return look()


def play_against() -> Stepper:
    """A game against three strategies, with the coach at hand."""
    return play(game(), seats=[None, "racer", "collector", "saboteur"], seed=30, name="r66-house-table")


def who() -> Shown:
    """The strategies in words."""
    known = game().strategies
    return say(*(f"*{known[name].title}.* {known[name].description}" for name in RIVALS))


def bet() -> Bet:
    """One collector among three racers."""
    return Bet(
        _("One collector plays against three racers. In how many of 100 games does the collector win?"),
        low=0,
        high=100,
        unit="of 100",
        name="r66-house-bet",
    )


# Run


def run(bet: Bet) -> Lab:
    """One against three, from every seat."""

    def go(mine: str, rival: str, games: float, progress: Tell, cancel: threading.Event) -> tuple[Chart, str, str]:
        won, cards, theirs = one_against(mine, rival, int(games), 1, progress, cancel)
        names = dict(zip(RIVALS, titles(game()), strict=True))
        one = _("{mine} against 3 × {rival}").format(mine=names[mine], rival=names[rival])
        about = bet.value if (mine, rival) == (HERO, CROWD) else None
        chart = bars(
            {one: hundred(won)},
            exact={one: 100 * FAIR} if mine == rival else None,
            bet=about,
            title=_("How often the one wins"),
            xlabel=_("of 100 games"),
            alt=_("{one}: {won} of 100 games.").format(one=one, won=of_hundred(won)),
        )
        said = _("The one wins {won} of 100 games. It brings home {cards} cards a game, each of the three {theirs}.").format(
            won=of_hundred(won), cards=cards, theirs=theirs
        )  # fmt: skip
        return chart, said, compared(bet, won) if (mine, rival) == (HERO, CROWD) else fair_said()

    choices = dict(zip(RIVALS, titles(game()), strict=True))
    return lab(
        go,
        Choice("mine", _("One"), choices, HERO),
        Choice("rival", _("against three"), choices, CROWD),
        Number("games", _("Games"), 100, 20_000, GAMES, step=100),
        title=_("One against three"),
        button=_("Play"),
    )


def compared(bet: Bet, won: Estimate) -> str:
    """The bet beside the result."""
    if bet.value is None:
        return _("You have not stored a prediction yet.")
    inside = won.covers(bet.value / 100)
    text = _("You predicted {bet}: inside the interval.") if inside else _("You predicted {bet}: outside the interval.")
    return text.format(bet=f"{bet.value:g}")


def fair_said() -> str:
    """What equal players would win."""
    return _("Four equal players win {fair} of 100 games each.").format(fair=f"{100 * FAIR:g}")


# Explain


def explain() -> Shown:
    """The one exact answer: four alike."""
    return say(
        _(
            "How often a collector wins cannot be calculated exactly: there are far too many games. But one win rate is known without any calculation."
        ),
        _(
            "*Four players with the same strategy, each as often in every seat, win exactly {fair} of 100 games each.* Swap two of them and nothing has changed, so all four rates are equal; and shared wins counted in parts, they add up to 100."
        ).format(fair=f"{100 * FAIR:g}"),
        _(
            "The simulation has to find this, or something is wrong with it. Choose the same strategy twice in the panel above: the yellow diamond is the exact answer."
        ),
        _(
            "That check is also why every match here is played from all four seats. Who begins may have an advantage that has nothing to do with the strategy."
        ),
    )


def all_against_all() -> Lab:
    """The tournament."""

    def go(games: float, progress: Tell, cancel: threading.Event) -> Any:
        rows = tournament(int(games), 3, progress, cancel)
        if len(rows) < len(RIVALS):
            return None
        names = list(titles(game()))
        chart = heat(
            [[100 * won.value for won in row] for row in rows],
            names,
            names,
            title=_("Games of 100 won by one against three"),
            ylabel=_("one"),
            xlabel=_("against three"),
            form="{:.0f}",
            alt="; ".join(
                f"{mine}: " + ", ".join(f"{rival} {100 * won.value:.0f}" for rival, won in zip(names, row, strict=True))
                for mine, row in zip(names, rows, strict=True)
            ),
        )
        widest = max(won.high - won.low for row in rows for won in row)
        return chart, _(
            "Every number may be off by about {half} either way; on the diagonal the truth is exactly {fair}."
        ).format(half=f"{50 * widest:.0f}", fair=f"{100 * FAIR:g}")

    return lab(
        go,
        Number("games", _("Games in each field"), 100, 4_000, CELL, step=100),
        title=_("Everybody against everybody"),
        button=_("Play the tournament"),
    )


# Investigate


def seats() -> Lab:
    """Investigate: what is it worth to begin?"""

    def go(strategy: str, games: float, progress: Tell) -> tuple[Chart, str]:
        played = simulate(game(), strategy, int(games), seed=4, progress=progress)
        values = {
            (_("{letter}, who begins") if p == 0 else _("{letter}, seat {n}")).format(
                letter=PLAYER_LETTERS[p], n=p + 1
            ): hundred(played.win_rate(p))
            for p in range(PLAYERS)
        }
        chart = bars(
            values,
            title=_("Wins by seat, four players with the same strategy"),
            xlabel=_("of 100 games"),
            alt=", ".join(f"{name}: {value[0]:.1f}" for name, value in values.items()),
        )
        ahead = played.advantage(0, PLAYERS - 1)
        return chart, _(
            "The first player wins {ahead} of 100 games more than the last. An interval that holds 0 shows no advantage."
        ).format(ahead=of_hundred(ahead))

    choices = dict(zip(RIVALS, titles(game()), strict=True))
    return lab(
        go,
        Choice("strategy", _("All four are"), choices, "collector"),
        Number("games", _("Games"), 100, 40_000, 8_000, step=100),
        title=_("What is it worth to begin?"),
        button=_("Play"),
    )


def players_count() -> Lab:
    """Investigate: how long games are, and how many cards are collected."""

    def go(strategy: str, progress: Tell) -> tuple[Chart, Table]:
        values, rows = {}, []
        for n in range(2, 6):
            g = loaded(n)
            played = simulate(
                g, strategy, GAMES // 2, seed=5, progress=part(progress, n - 2, 4) or False, statistics=["round_number"]
            )
            label = _("{n} players").format(n=n)
            values[label] = played.mean("round_number")
            total = sum(played.mean_return(p).value for p in range(n))
            rows.append(
                [label, str(played.mean("round_number")), f"{total:.1f}", str(n * sum(g.tables.copies[:STATES]))]
            )
        chart = bars(
            values,
            title=_("Rounds until the last car is home"),
            xlabel=_("rounds"),
            alt=", ".join(f"{name}: {value}" for name, value in values.items()),
        )
        head = ["", _("rounds"), _("cards collected by all"), _("cards in the game")]
        return chart, Table(head, rows, _("Games of two to five players"))

    choices = dict(zip(RIVALS, titles(game()), strict=True))
    return lab(go, Choice("strategy", _("All are"), choices, "collector"), title=_("More players"), button=_("Play"))


def danger() -> Lab:
    """Investigate: harming others or helping oneself?"""

    def go(harm: float, progress: Tell) -> tuple[Chart, str]:
        values = {}
        steps = sorted({0.0, 0.5, 1.0, 2.0, float(harm)})
        for number, one in enumerate(steps):
            strategy = own(from_sliders(1, one, 2))
            won = one_against(strategy, "collector", MATCH, 6, part(progress, number, len(steps)))[0]
            values[_("harm {weight}").format(weight=f"{one:g}")] = hundred(won)
        chart = bars(
            values,
            title=_("One who weighs harm to others like this, against three collectors"),
            xlabel=_("wins of 100 games"),
            alt=", ".join(f"{name}: {value[0]:.0f}" for name, value in values.items()),
        )
        return chart, _(
            "Each bar is {games} games, so the intervals are wide: what can be told apart, and what not?"
        ).format(games=MATCH)

    return lab(
        go,
        Number("harm", _("Weight of harm to others"), 0, 5, 3, step=0.5),
        title=_("Help yourself or harm others?"),
        button=_("Play"),
    )


# Modify


def modify_bet() -> Bet:
    """Without patrol?"""
    return Bet(
        _("Without a speed limit, in how many of 100 games does the collector win against three racers?"),
        low=0,
        high=100,
        unit="of 100",
        name="r66-house-modify",
    )


def house_rules(bet: Bet) -> Lab:
    """The same match under other rules."""

    def go(limit: float, twos: bool, stop: float, fives: float, progress: Tell) -> tuple[Chart, str, str]:
        pack = f"stop {int(stop)}, +5 {int(fives)}, -5 {int(fives)}"
        real = one_against(HERO, CROWD, GAMES // 2, 7, part(progress, 0, 2))
        yours = one_against(
            HERO, CROWD, GAMES // 2, 7, part(progress, 1, 2), None, limit=int(limit), twos=twos, speed_cards=pack
        )
        mine, as_it_is = _("your rules"), _("real rules")
        chart = bars(
            {as_it_is: hundred(real[0]), mine: hundred(yours[0])},
            bet=bet.value,
            title=_("One collector against three racers"),
            xlabel=_("wins of 100 games"),
            alt=_("Real rules {real} of 100 games, your rules {yours}.").format(
                real=of_hundred(real[0]), yours=of_hundred(yours[0])
            ),
        )
        wins = _("Of 100 games the collector wins {real} under real rules, {yours} under yours.").format(
            real=of_hundred(real[0]), yours=of_hundred(yours[0])
        )
        apart = real[0].high < yours[0].low or yours[0].high < real[0].low
        verdict = (
            _("These intervals do not touch: the rule matters for who wins.")
            if apart
            else _("These intervals overlap: the games do not show that the rule matters for who wins.")
        )
        cards = _("It brings home {real} cards under real rules, {yours} under yours.").format(
            real=real[1], yours=yours[1]
        )
        return chart, f"{wins} {verdict}", cards

    return lab(
        go,
        Number("limit", _("Speed limit (70 is none)"), 0, 70, 70, step=5, unit="mph"),
        YesNo("twos", _("“2” spaces bring two cards"), True),
        Number("stop", _("Stop cards"), 0, 20, 4),
        Number("fives", _("+5 and −5 cards, of each"), 0, 20, 6),
        title=_("House rules"),
        button=_("Play"),
    )


# Make


def make(score: Score) -> Any:
    """The student's score as a strategy against all; on a web page a score from sliders."""
    return notebook_or_page(lambda: judged(score), builder)


def judged(score: Score) -> Shown:
    """How a strategy does against three of each rival. Never fails; says what is wrong instead."""
    try:
        found = against_all(score, MATCH)
    except GamekitError as error:
        return say(str(error), kind="bad")
    lines = [
        _("Against three players of “{rival}” it wins {won} of 100 games and brings home {cards} cards, each of them {theirs}.").format(
            rival=title, won=of_hundred(won), cards=cards, theirs=theirs
        )
        for title, (won, cards, theirs) in found.items()
    ]  # fmt: skip
    return say(verdict(found), *lines, games_said(), kind="good" if beats_all(found) else "")


def verdict(found: Matches) -> str:
    """What the matches show, as one sentence."""
    if beats_all(found):
        return _("*Better than a quarter against all four.*")
    return _("*Not yet better than a quarter against all four.*")


def games_said() -> str:
    """How much was played."""
    return _("{games} games against each of the four, as often from every seat.").format(games=MATCH)


def builder() -> Lab:
    """A strategy from three sliders."""

    def go(wish: float, harm: float, caution: float, progress: Tell) -> tuple[str, Table, str]:
        found = against_all(from_sliders(int(wish), harm, caution), MATCH, progress)
        rows = [(title, of_hundred(won), cards, theirs) for title, (won, cards, theirs) in found.items()]
        head = [_("against three"), _("wins of 100 games"), _("cards of your strategy"), _("cards of each rival")]
        return plain(verdict(found)), Table(head, rows, _("Your strategy against each of the four")), games_said()

    return lab(
        go,
        Number("wish", _("Spaces a turn wished for on the way home"), 1, 7, 3),
        Number("harm", _("Weight of harm to others"), 0, 3, 0, step=0.25),
        Number("caution", _("Fear of the patrol"), 0, 6, 0, step=0.5),
        title=_("Build a strategy"),
        button=_("Play against all"),
    )

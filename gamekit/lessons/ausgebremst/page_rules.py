# ruff: noqa: E501  sentences are not broken
"""Lesson 1 of Ausgebremst as its notebook shows it: a race to drive, situations, an endless quiz, a rule as a function.

Situations are in surprises.py. Exercises and the exit ticket are in exercises_rules.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from gamekit.drawing import listed
from gamekit.game import Game, load
from gamekit.games.ausgebremst.state import NOWHERE, SPACES, VALUES
from gamekit.lab.estimate import Estimate
from gamekit.lab.simulate import simulate
from gamekit.lab.whatif import variant
from gamekit.lessons.ausgebremst.drivers import arriving
from gamekit.lessons.ausgebremst.exercises_rules import exercises as exercises
from gamekit.lessons.ausgebremst.exercises_rules import exit_ticket as exit_ticket
from gamekit.lessons.ausgebremst.surprises import later
from gamekit.lessons.ausgebremst.wording import circuits
from gamekit.lessons.desk import Shown, hundred, look, of_hundred
from gamekit.lessons.frame import Case, Showcase, Verdict, check, notebook_or_page
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.session import Session
from gamekit.show import Bet, Chart, Choice, Lab, Number, Question, Quiz, Stepper, YesNo, bars, lab, play
from gamekit.show.moment import board_of
from gamekit.words import _

NAME: Final = "ausgebremst"
PLAYERS: Final = 4
RACES: Final = 2_000
POINTS: Final = 84
LONGEST: Final = 6


def game(**options: Any) -> Game:
    """The game for four."""
    return load(NAME, PLAYERS, **options)


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A race for three with unowned cars, to make the first moves in."""
    return play(load(NAME, 3), seats=[None, "careful", "ideal_line"], seed=5, viewer="0", name="ab-rules-table")


def bet() -> Bet:
    """How many unowned cars arrive?"""
    return Bet(
        _(
            "Unowned cars have four cards more than you, 105 points instead of 84. In how many of 100 races does a given unowned car reach the finish, if four careful drivers race too?"
        ),
        low=0,
        high=100,
        unit=_("of 100"),
        name="ab-rules-bet",
    )


def arrivals(number: int, races: int, **options: Any) -> tuple[Estimate, Estimate]:
    """How many unowned cars and how many drivers finish."""
    one = variant(game(), {"circuit": number, **options})
    cars = [f"status[{car}]" for car in range(LONGEST)]
    played = simulate(one, "careful", races, seed=1, progress=False, statistics=cars)
    return arriving(played, range(one.players, LONGEST)), arriving(played, range(one.players))


def run(bet: Bet) -> Lab:
    """Let them race."""

    def race(number: str, races: float) -> list[Any]:
        unowned, drivers = arrivals(int(number), int(races))
        chart = bars(
            {_("an unowned car"): hundred(unowned), _("a careful driver"): hundred(drivers)},
            bet=bet.value if number == "1" else None,
            title=_("Who reaches the finish?"),
            xlabel=_("of 100 races"),
            alt=_("An unowned car in {a}, a careful driver in {b} of 100 races.").format(
                a=f"{100 * unowned.value:.1f}", b=f"{100 * drivers.value:.1f}"
            ),
        )
        said = _("An unowned car finishes in {a} of 100 races.").format(a=of_hundred(unowned))
        if bet.value is not None and number == "1":
            said += " " + _("You predicted {bet}.").format(bet=f"{bet.value:g}")
        return [chart, said]

    return lab(
        race,
        Choice("number", _("Circuit"), circuits(), "1"),
        Number("races", _("Races"), 100, 10_000, RACES, step=100),
        title=_("Unowned cars"),
        button=_("Race"),
    )


def explain() -> Shown:
    """What every circuit leaves to spare."""
    from gamekit.lessons.desk import table as shown

    rows = [
        [
            number,
            "-".join(entry.halves),
            _("clockwise") if entry.clockwise else _("anticlockwise"),
            entry.spaces,
            POINTS - entry.spaces,
        ]
        for number, entry in enumerate(game().box.circuits, start=1)
    ]
    head = [_("no."), _("circuit"), _("direction"), _("shortest race"), _("points to spare")]
    return shown(head, rows, _("84 points, from the first row, with one pit stop"), left=(1, 2))


def situations(group: str) -> Showcase:
    """The situations of one group, to choose from."""
    return Showcase(later(group), f"ab-rules-{group}")


def quiz() -> Quiz:
    """The endless quiz: which of these moves is legal?"""
    return Quiz(question, title=_("Which move is legal?"), game=load(NAME, 3), seed=3)


def question(rng: np.random.Generator) -> Question:
    """A moment of some race, with one legal move among three that are not."""
    while True:
        session = load(NAME, 3).session(seed=int(rng.integers(0, 2**31)))
        goal = int(rng.integers(25, 90))
        while not session.over and (session.player < 0 or session.step < goal):
            session.roll() if session.player < 0 else session.play(int(rng.choice(session.legal())))
        if not session.over:
            found = asked(session, rng)
            if found is not None:
                return found


def asked(session: Session, rng: np.random.Generator) -> Question | None:
    """One legal move and three refused ones, for as many different reasons as there are; None if too few are near."""
    one = session.game
    s: Any = session.position
    player = session.player
    legal = session.legal()
    board = one.tables.follow[s.circuit]
    near = {int(s.space[player])}
    for _step in range(LONGEST):
        near |= {int(v) for u in near for v in board[u] if v != NOWHERE}
    refused: dict[str, list[int]] = {}
    for kind in np.flatnonzero(s.hand[player]):
        for space in sorted(near):
            action = SPACES * int(kind) + space
            against = session.why_not(action)
            if against is not None:
                refused.setdefault(against.text.split(":", 1)[-1], []).append(action)
    reasons = [list(rng.permutation(actions)) for actions in refused.values()]
    wrong = [int(group.pop()) for _again in range(3) for group in reasons if group][:3]
    if len(wrong) < 3:
        return None
    offered = [int(rng.choice(legal)), *wrong]
    offered = [offered[i] for i in rng.permutation(4)]
    right = next(i for i, action in enumerate(offered) if action in legal)
    against_all = {i: session.why_not(action) for i, action in enumerate(offered)}
    return Question(
        _("{letter} holds {hand}. Which of these is legal?").format(
            letter=PLAYER_LETTERS[player],
            hand=listed(str(kind + 1) for kind in range(VALUES) for _again in range(s.hand[player, kind])),
        ),
        right,
        _("This one is legal."),
        tuple(session.game.action_text(action) for action in offered),
        {i: why.text for i, why in against_all.items() if why is not None},
        tuple(sorted({why.rule for why in against_all.values() if why is not None})),
        board=board_of(session, str(player)),
    )


# Investigate


def more_sixes() -> Lab:
    """Do unowned cars fare better elsewhere?"""

    def look_at(players: str) -> Chart:
        found = {}
        for number, name in circuits().items():
            found[name] = hundred(arrivals(int(number), 500, players=int(players))[0])
        return bars(
            found,
            title=_("Unowned cars that finish, with {n} drivers").format(n=players),
            xlabel=_("of 100 unowned cars"),
            alt=", ".join(f"{name} {value[0]:.0f}" for name, value in found.items()),
        )

    return lab(
        look_at,
        Choice("players", _("Drivers"), {"3": "3", "4": "4", "5": "5"}, "4"),
        title=_("All circuits"),
        button=_("Race"),
    )


# Modify


def modify_bet() -> Bet:
    """Unowned cars with the basic deck."""
    return Bet(
        _("Suppose unowned cars had eight more 1s. In how many of 100 races would one of them finish on circuit 1?"),
        low=0,
        high=100,
        unit=_("of 100"),
        name="ab-rules-modify",
    )


def other_cards(bet: Bet) -> Lab:
    """Another deck for unowned cars."""
    real = [int(n) for n in game().tables.cards[0]]

    def race(ones: float, fives: float, sixes: float) -> list[Any]:
        deck = [int(ones), real[1], real[2], real[3], int(fives), int(sixes)]
        slow = [min(4, n) for n in deck]
        if slow != [4] * LONGEST:
            return [_("Players need four cards of each value, so there must be at least four.")]
        before, after = arrivals(1, RACES)[0], arrivals(1, RACES, **{"cards.box": deck, **setups()})[0]
        said = _("With the real deck {a} of 100 unowned cars finish, with yours {b}.").format(
            a=of_hundred(before), b=of_hundred(after)
        )
        chart = bars(
            {_("real deck"): hundred(before), _("your deck"): hundred(after)},
            bet=bet.value,
            title=_("Unowned cars that finish on circuit 1"),
            xlabel=_("of 100 unowned cars"),
            alt=said,
        )
        return (
            [chart, said]
            if bet.value is None
            else [chart, said, _("You predicted {bet}.").format(bet=f"{bet.value:g}")]
        )

    return lab(
        race,
        Number("ones", _("Cards with a 1"), 4, 12, 12),
        Number("fives", _("Cards with a 5"), 4, 8, 5),
        Number("sixes", _("Cards with a 6"), 4, 10, 6),
        title=_("Another deck for unowned cars"),
        button=_("Race with both"),
    )


def setups() -> dict[str, Any]:
    """Set-ups that any such deck can give: the real slow one three times."""
    return {f"cards.{name}": [4] * LONGEST for name in ("fast", "medium", "slow")}


# Make


def cases() -> list[Case]:
    """What a function `may_play` is tried on."""
    return [
        Case((4, 20, [22, 25], False, False), True, _("only the 6 is restricted")),
        Case((6, 20, [22, 25], False, False), False, _("20 to go against 22 and 25: in the lead")),
        Case((6, 20, [20, 25], False, False), False, _("sharing the lead is leading")),
        Case((6, 20, [19, 25], False, False), True, _("somebody is ahead")),
        Case((6, 20, [22, 25], True, False), True, _("the first turn of a race")),
        Case((6, 20, [22, 25], False, True), True, _("the winner is home")),
        Case((6, 20, [], False, True), True, _("nobody else is left, and the winner is home")),
    ]


def make(function: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page a builder for the same function."""
    return notebook_or_page(lambda: checked(function), builder)


def checked(function: Callable[..., Any]) -> Verdict:
    """A function on all cases."""
    return check(function, cases())


def builder() -> Lab:
    """The rule, built from decisions."""

    def build(lead: str, first: bool, home: bool) -> list[Any]:
        return [checked(rule(lead == "share", first, home)).table()]

    return lab(
        build,
        Choice(
            "lead",
            _("A driver with as few spaces to go as the best of the others"),
            {"no": _("does not lead"), "share": _("leads too")},
            "no",
        ),
        YesNo("first", _("A 6 is allowed in the first turn"), False),
        YesNo("home", _("A 6 is allowed when the winner is home"), False),
        title=_("Build the rule of the 6"),
        button=_("Try it"),
    )


def rule(sharing: bool, first: bool, home: bool) -> Callable[..., bool]:
    """The function that these decisions make."""

    def may_play(card: int, own: int, others: Sequence[int], first_turn: bool, winner_home: bool) -> bool:
        if card < LONGEST or (first and first_turn) or (home and winner_home):
            return True
        return any(other < own or (other == own and not sharing) for other in others)

    return may_play

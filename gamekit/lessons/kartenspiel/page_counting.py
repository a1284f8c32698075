"""Lesson 2 of the card game as its notebook shows it: the next card, the hand, the length of a stage.

What is calculated is in counting.py and lengths.py, what is simulated in stages.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from gamekit.errors import OptionError
from gamekit.game import load
from gamekit.games.kartenspiel.rules import KM_KINDS
from gamekit.lab.simulate import Tell
from gamekit.lessons.frame import Verdict, check, notebook_or_page
from gamekit.lessons.kartenspiel.counting import (
    DEALS,
    GROUPS,
    beats,
    cases,
    group_titles,
    hand_exact,
    hand_simulated,
    redealt,
    unseen,
)
from gamekit.lessons.kartenspiel.staging import here
from gamekit.session import Session
from gamekit.show import Bet, Choice, Lab, Number, Stepper, Table, lab, play
from gamekit.words import _

NAME: Final = "kartenspiel"
SEEN: Final = 0.0005
"""What is rarer has no bar to be seen."""


def table() -> Stepper:
    """A game for three to count cards in; A is the one who counts."""
    return play(load(NAME, 3), seed=11, name="ks-counting-table")


def percent(value: float, digits: int = 1) -> str:
    """A share in percent.

    >>> percent(0.2844)
    '28.4 %'
    """
    return f"{100 * value:.{digits}f} %"


# The next card


def next_bet() -> Bet:
    """The chance that the first card beats 70."""
    return Bet(
        _(
            "All 109 cards are shuffled. What is the chance, in percent, that the first one is a kilometre card "
            "higher than 70?"
        ),
        low=0,
        high=100,
        unit="%",
        name="ks-counting-next",
    )


def first_card(bet: Bet) -> Lab:
    """Shuffle the whole deck and look at the first card, many times."""
    game = load(NAME, 3)
    deck = [int(copies) for copies in game.tables.deck]

    def run(km: int, times: int) -> list[Any]:
        exact = beats(deck, km)
        found = hand_simulated(deck, range(km // 10, KM_KINDS), size=1, hands=times).at_least(1)
        return next_card_shown(exact, {_("{times:,} shuffles").format(times=times): found}, km, bet)

    return lab(
        run,
        Number("km", _("Higher than"), 10, 110, 70, 10, "km"),
        Number("times", _("Shuffles"), 100, 20_000, 2_000, 100),
        title=_("The first card of the deck"),
        button=_("Shuffle"),
    )


def count(stepper: Stepper) -> Lab:
    """The same in the game on the board, with all that A has seen."""

    def run(km: int) -> list[Any]:
        session = stepper.session
        view = session.view(0)
        counts = unseen(session.game, view, 0)
        exact = beats(counts, km)
        found = redealt(session.game, view, 0, km)
        shown = next_card_shown(exact, {_("{deals:,} redeals").format(deals=DEALS): found}, km, None)
        return [seen_table(session, counts), *shown]

    return lab(
        run,
        Number("km", _("Higher than"), 0, 110, 70, 10, "km"),
        title=_("What has A not seen?"),
        button=_("Count in the game above"),
    )


def seen_table(session: Session, counts: Sequence[int]) -> Table:
    """How many cards of each kind are in the deck, and how many of them A has not seen."""
    deck = [int(copies) for copies in session.game.tables.deck]
    names = session.game.rulebook.words["card"]
    rows = [(names[kind], deck[kind], deck[kind] - counts[kind], counts[kind]) for kind in range(len(counts))]
    rows.append((_("all cards"), sum(deck), sum(deck) - sum(counts), sum(counts)))
    head = [_("card"), _("in the deck"), _("A has seen"), _("A has not seen")]
    return Table(head, rows, _("After step {step} of the game above").format(step=session.step))


def next_card_shown(exact: Fraction, found: Mapping[str, Any], km: int, bet: Bet | None) -> list[Any]:
    """Exact and simulated chance side by side."""
    from gamekit.show import bars

    (name, value), *_more = found.items()
    exact_text = _("Exactly: {fraction} = {percent}.").format(fraction=exact, percent=percent(float(exact)))
    said = _("Simulated: {value} ({low} to {high}).").format(
        value=percent(value.value), low=percent(value.low), high=percent(value.high)
    )
    stored = None if bet is None else bet.value
    scaled = {name: tuple(100 * x for x in value)}
    alt = _("The chance that the next card is higher than {km}. {exact} {said}").format(
        km=km, exact=exact_text, said=said
    )
    chart = bars(
        scaled,
        alt=alt,
        title=_("The next card is higher than {km}").format(km=km),
        xlabel=_("chance in percent"),
        exact={name: 100 * float(exact)},
        bet=stored if km == 70 else None,
    )
    return [chart, f"{exact_text} {said}"]


# Hands


def hand_bet() -> Bet:
    """The chance of a hand without a rest card."""
    return Bet(
        _("Ten cards are dealt to you. How likely is a hand without a single rest card?"),
        low=0,
        high=100,
        unit="%",
        name="ks-counting-hand",
    )


def hands(bet: Bet) -> Lab:
    """How many cards of a group a hand holds."""
    deck = [int(copies) for copies in load(NAME, 3).tables.deck]

    def run(group: str, size: int, times: int) -> list[Any]:
        from gamekit.show import distribution

        exact = hand_exact(deck, GROUPS[group], size)
        found = hand_simulated(deck, GROUPS[group], size, times)
        none, dealt = float(exact[0]), found.probability(0)
        said = _(
            "None at all: exactly {exact}; in {times:,} hands {value} ({low} to {high}). On average {mean}."
        ).format(
            exact=percent(none),
            times=times,
            value=percent(dealt.value),
            low=percent(dealt.low),
            high=percent(dealt.high),
            mean=f"{float(sum(k * chance for k, chance in exact.items())):.2f}",
        )
        seen = [k for k in exact if float(exact[k]) >= SEEN or found.probability(k).value > 0]
        title = _("{group} in a hand of {size}").format(group=group_titles()[group].capitalize(), size=size)
        chart = distribution(
            {float(k): found.probability(k) for k in seen},
            exact={float(k): float(exact[k]) for k in seen},
            alt=f"{title}. {said}",
            title=title,
            xlabel=_("cards of this kind in the hand"),
        )
        stored = (
            []
            if bet.value is None or group != "rest"
            else [_("Your prediction for no rest card: {bet} %.").format(bet=f"{bet.value:g}")]
        )
        return [chart, said, *stored]

    return lab(
        run,
        Choice("group", _("Count"), group_titles(), "rest"),
        Number("size", _("Cards in a hand"), 1, 20, 10),
        Number("times", _("Hands dealt"), 1_000, 20_000, 5_000, 1_000),
        title=_("What a hand holds"),
        button=_("Deal"),
    )


# Stages


def length_bet() -> Bet:
    """How many rounds a stage lasts."""
    return Bet(
        _("Two players lay any of their cards, without thinking. How many rounds does a stage last on average?"),
        low=1,
        high=8,
        step=0.1,
        unit=_("rounds"),
        name="ks-counting-length",
    )


def lengths(bet: Bet) -> Lab:
    """How many rounds a stage lasts, simulated and exactly."""

    def run(players: int, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        return lengths_shown(int(players), {}, games, bet, progress, cancel)

    return lab(
        run,
        Number("players", _("Players"), 2, 5, 2),
        Number("games", _("Stages"), 1_000, 50_000, 10_000, 1_000),
        title=_("How long a stage lasts"),
        button=_("Drive the stages"),
    )


def other_limits(bet: Bet) -> Lab:
    """The same with a limit and a deck of one's own."""

    def run(limit: int, rest: int, action: int, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        return lengths_shown(2, {"limit": limit, "rest": rest, "action": action}, games, bet, progress, cancel)

    return lab(
        run,
        Number("limit", _("Limit of a stage"), 50, 300, 100, 10, "km"),
        Number("rest", _("Rest cards"), 0, 20, 12),
        Number("action", _("Action cards of each kind"), 0, 6, 5),
        Number("games", _("Stages"), 1_000, 50_000, 10_000, 1_000),
        title=_("Another limit, another deck"),
        button=_("Drive the stages"),
    )


def modified_bet() -> Bet:
    """How many rounds a stage with another limit lasts."""
    return Bet(
        _("The limit falls from 150 to 100 km. How many rounds does a stage last now?"),
        low=1,
        high=8,
        step=0.1,
        unit=_("rounds"),
        name="ks-counting-modified",
    )


def lengths_shown(
    players: int,
    options: Mapping[str, Any],
    games: int,
    bet: Bet,
    progress: Tell | None,
    cancel: threading.Event | None,
) -> list[Any]:
    """The distribution of the number of rounds, with the exact one where it is known."""
    from gamekit.lessons.kartenspiel.stages import stages
    from gamekit.show import distribution

    found = stages(players, games=int(games), progress=progress, cancel=cancel, **options)
    rounds, mean = found.rounds, found.rounds.mean
    if not rounds.games:
        raise OptionError(_("No stage was driven."))
    last = int(rounds.quantile(0.999))
    shown = {float(r): rounds.probability(r) for r in range(1, last + 1)}
    said = _("{games:,} stages with {players} players: {mean} rounds on average ({low} to {high}).").format(
        games=rounds.games, players=players, mean=f"{mean.value:.3f}", low=f"{mean.low:.3f}", high=f"{mean.high:.3f}"
    )
    exact = found.exact
    if exact is None:
        beside = _(
            "The exact answer for more than two players, or a higher limit, takes too long for a page: here the "
            "interval has to do."
        )
    else:
        beside = _("Exactly {mean} rounds.").format(mean=f"{exact.mean:.4f}")
    chart = distribution(
        shown,
        exact=None if exact is None else {float(r + 1): chance for r, chance in enumerate(exact.ends[:last])},
        alt=_("How many rounds a stage lasts. {said} {beside}").format(said=said, beside=beside),
        title=_("Rounds of a stage, limit {limit} km").format(limit=int(found.game.tables.limit)),
        xlabel=_("rounds"),
        bet=bet.value,
    )
    return [chart, f"{said} {beside}"]


# Make


def make(chance_above: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page a builder for the same fraction."""
    return notebook_or_page(lambda: checked(chance_above), builder)


def counted_session() -> Session:
    """A game after its first round, in which A has seen some cards."""
    session = load(NAME, 3).session(seed=11)
    while here(session).round_number < 2 and not session.over:
        if session.player < 0:
            session.roll()
        else:
            session.play(session.legal()[0])
    return session


def checked(chance_above: Callable[..., Any]) -> Verdict:
    """A function on five tries."""
    return check(chance_above, cases(counted_session()))


def builder() -> Lab:
    """The fraction from two decisions."""
    tops = {
        "above": _("kilometre cards higher than the last one"),
        "from": _("kilometre cards at least as high"),
        "rest": _("higher kilometre cards and rest cards"),
    }
    bottoms = {"all": _("all cards not seen"), "km": _("kilometre cards not seen")}

    def run(top: str, bottom: str) -> list[Any]:
        def chance_above(counts: Sequence[int], km: int) -> Fraction:
            first = km // 10 - (1 if top == "from" and km else 0)
            good = sum(counts[first:KM_KINDS]) + (counts[KM_KINDS] if top == "rest" else 0)
            return Fraction(good, sum(counts if bottom == "all" else counts[:KM_KINDS]))

        verdict = checked(chance_above)
        short = [(_("try {number}").format(number=i + 1), *row[1:]) for i, row in enumerate(verdict.rows)]
        return [Table(verdict.table().head, short, str(verdict))]

    return lab(
        run,
        Choice("top", _("Count"), tops, "from"),
        Choice("bottom", _("out of"), bottoms, "km"),
        title=_("Build the fraction"),
        button=_("Check"),
    )

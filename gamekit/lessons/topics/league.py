"""A class tournament: everybody against everybody, each pair in every seating, with the same luck.

Where strategies come from (files, the builder, the package) and who keeps an eye on them is not said here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from gamekit.errors import StrategyError
from gamekit.game import Game
from gamekit.lab.estimate import Estimate, share
from gamekit.lab.simulate import simulate
from gamekit.strategy import Strategy
from gamekit.words import _

GAMES: Final = 50
"""Games in each seating of a pair, unless asked otherwise."""
MOST_GAMES: Final = 2_000

Report = Callable[[float, str], object]
"""Told how far the tournament is (0…1) and what is being played."""


@dataclass(frozen=True)
class Match:
    """What one pair played: the first one's wins (shared ones as parts) out of so many games.

    Intervals count all games as independent. Games of the same luck with changed seats rather balance each other, so
    the intervals are a little too wide than too narrow.
    """

    first: str
    second: str
    wins: float
    games: int


@dataclass
class League:
    """A tournament: its matches, and who had to leave it with the reason."""

    title: str
    names: tuple[str, ...]
    matches: list[Match] = field(default_factory=list)
    out: dict[str, str] = field(default_factory=dict)

    @property
    def playing(self) -> list[str]:
        """Those who stayed in to the end."""
        return [name for name in self.names if name not in self.out]

    def rate(self, name: str) -> Estimate:
        """A name's share of all wins it played for, with its interval."""
        wins, games = 0.0, 0
        for match in self.counted:
            if name in (match.first, match.second):
                wins += match.wins if match.first == name else match.games - match.wins
                games += match.games
        return share(wins, games)

    def against(self, name: str, other: str) -> Estimate | None:
        """A name's share of the wins against another; None if they have not met."""
        for match in self.counted:
            if {match.first, match.second} == {name, other}:
                return share(match.wins if match.first == name else match.games - match.wins, match.games)
        return None

    @property
    def counted(self) -> list[Match]:
        """The matches between those who stayed in."""
        return [match for match in self.matches if not {match.first, match.second} & set(self.out)]

    def ranking(self) -> list[tuple[str, Estimate]]:
        """Everybody who stayed in, the best first."""
        rates = [(name, self.rate(name)) for name in self.playing]
        return sorted(rates, key=lambda entry: -entry[1].value if entry[1].value == entry[1].value else 1.0)


def checked_entrants(names: Sequence[str]) -> None:
    """Refuse too few entrants and names that come twice. Raises `StrategyError`."""
    if len(names) < 2:
        raise StrategyError(_("A tournament needs at least two strategies."))
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise StrategyError(
            _("Two strategies are called {twice!r}; every name may come only once.").format(twice=twice[0])
        )


def play_match(game: Game, first: Strategy, second: Strategy, games: int, seed: int) -> Match:
    """One pair, in both seatings with the same luck; with more than two seats they sit alternately.

    Raises `StrategyError`.
    """
    wins = 0.0
    for shift in (0, 1):
        own = [(seat + shift) % 2 == 0 for seat in range(game.players)]
        seats = [first if mine else second for mine in own]
        played = simulate(game, seats, games=games, seed=seed, progress=False)
        wins += float(played.wins[:, own].sum())
    return Match(first.name, second.name, wins, 2 * games)


def play_league(
    game: Game, entrants: Sequence[Strategy], games: int = GAMES, seed: int = 1, tell: Report = lambda done, what: None
) -> League:
    """Everybody against everybody, in this process. A strategy that fails leaves the tournament; the others go on."""
    checked_entrants([entrant.name for entrant in entrants])
    league = League(game.title, tuple(entrant.name for entrant in entrants))
    pairs = list(combinations(entrants, 2))
    for number, (first, second) in enumerate(pairs):
        if {first.name, second.name} & set(league.out):
            continue
        tell(number / len(pairs), f"{first.name} – {second.name}")
        try:
            league.matches.append(play_match(game, first, second, games, seed))
        except StrategyError as error:
            league.out[blamed(str(error), first.name, second.name)] = str(error)
    tell(1.0, "")
    return league


def blamed(sentence: str, *names: str) -> str:
    """Whose strategy an error is about: the longest of the names it begins with."""
    found = [name for name in names if sentence.startswith(f"The strategy {name} ")]
    return max(found or names[:1], key=len)

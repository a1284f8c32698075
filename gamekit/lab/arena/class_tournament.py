"""A tournament of a class: files of strategies, each in a process of its own. Who fails is out; the others play on.

What a file may say is checked in strategy_file.py, its limits are set in apart.py, who plays whom is in tournament.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gamekit.errors import StrategyError
from gamekit.game import Game
from gamekit.lab.arena.apart import Apart
from gamekit.lab.arena.strategy_file import StrategyFile, read_folder
from gamekit.lab.arena.tournament import Tournament, tournament
from gamekit.lab.engine.lineup import find_strategy
from gamekit.lab.simulate import Progress, simulate
from gamekit.strategy import Strategy
from gamekit.words import _

GAMES: Final = 200
"""Games of each pair, unless asked otherwise."""
TRIAL_GAMES: Final = 5
"""Games against random players in which every file is tried first."""


@dataclass
class ClassTournament:
    """The standings of those who stayed in, what each says of itself, and for everybody else why it is out."""

    standings: Tournament
    titles: dict[str, str] = field(default_factory=dict)
    out: dict[str, str] = field(default_factory=dict)


def class_tournament(
    game: Game,
    folder: str | Path,
    own: Sequence[str] = (),
    games: int = GAMES,
    seed: int = 1,
    *,
    progress: Progress = True,
) -> ClassTournament:
    """Let all strategy files of a folder play one another, and the game’s own strategies named in `own`.

    About `games` games for each pair, every deal in all seatings. A file that cannot be read, fails, chooses what is
    not legal, thinks too long or takes too much memory is out, and the reason is told. Raises `StrategyError` if there
    is no such folder or fewer than two are left.
    """
    files, problems = read_folder(folder)
    return hold(game, files, own, games, seed, problems, progress=progress)


def hold(
    game: Game,
    files: Sequence[StrategyFile],
    own: Sequence[str] = (),
    games: int = GAMES,
    seed: int = 1,
    out: dict[str, str] | None = None,
    *,
    progress: Progress = True,
) -> ClassTournament:
    """The same with files already read; `out` are those that could not be."""
    (found,) = rounds(game, files, own, (games,), seed, out, progress=progress)
    return found


def rounds(
    game: Game,
    files: Sequence[StrategyFile],
    own: Sequence[str] = (),
    plan: Sequence[int] = (GAMES,),
    seed: int = 1,
    out: dict[str, str] | None = None,
    *,
    progress: Progress = True,
) -> Iterator[ClassTournament]:
    """The same several times, with so many games of each pair as the `plan` says; processes are started once."""
    if game.own_box:
        raise StrategyError(_("A tournament of files is played with the game’s own box."))
    out = dict(out or {})
    for file in files:
        if file.name in own:
            out[f"{file.name}.py"] = _("The game’s own strategy of this name plays along. Give the file another.")
    with ExitStack() as processes:
        playing = [file for file in files if file.name not in own]
        started = [processes.enter_context(Apart(file, game, len(playing))) for file in playing]
        entrants = [strategy for one in started if (strategy := try_file(one, game, out))]
        titles = {strategy.name: strategy.title for strategy in entrants}
        entrants += [find_strategy(game, name) for name in own]
        for games in plan:
            standings, entrants = play_survivors(game, entrants, titles, games, seed, out, progress)
            out |= {one.name: one.why for one in started if one.why}
            yield ClassTournament(
                standings, {name: title for name, title in titles.items() if name not in out}, {**out}
            )


def play_survivors(
    game: Game,
    entrants: list[Strategy],
    titles: dict[str, str],
    games: int,
    seed: int,
    out: dict[str, str],
    progress: Progress,
) -> tuple[Tournament, list[Strategy]]:
    """A tournament of those who last it out, and who they are; whoever fails is put into `out`, and it begins anew."""
    while True:
        if len(entrants) < 2:
            raise StrategyError(explain_too_few(out))
        try:
            return tournament(game, entrants, games, seed, progress=progress), entrants
        except StrategyError as error:
            loser = find_blamed(error, titles)
            out[loser] = str(error)
            entrants = [one for one in entrants if one.name != loser]


def try_file(one: Apart, game: Game, out: dict[str, str]) -> Strategy | None:
    """A file's strategy after some games against random players; None if it is out, with the reason in `out`."""
    try:
        strategy = one.strategy()
        simulate(game, [strategy, *["random"] * (game.players - 1)], games=TRIAL_GAMES, seed=1, progress=False)
    except StrategyError as error:
        out[one.name] = one.why or str(error)
        one.close()
        return None
    return strategy


def explain_too_few(out: dict[str, str]) -> str:
    """The sentence for a tournament that nobody is left to play."""
    reasons = "".join(f"\n{name}: {reason}" for name, reason in out.items())
    return _("A tournament needs at least two strategies.") + reasons


def find_blamed(error: StrategyError, names: dict[str, str]) -> str:
    """Whose strategy an error is about: it says so, or begins with a name. Raises the error if it is nobody's.

    >>> find_blamed(StrategyError("The strategy ada wins failed."), {"ada": "", "ada wins": ""})
    'ada wins'
    """
    if error.blamed in names:
        return error.blamed
    sentence = str(error)
    found = [name for name in names if sentence.startswith(f"The strategy {name} ")]
    if not found:
        raise error
    return max(found, key=len)

"""The referee: plays a tournament of strategy files in a process of its own, with little memory and little patience.

Only texts and numbers pass between the processes. The parent's half (`hold`) starts the child, listens, and stops
it when it says nothing for too long; the child's half (`main`) checks the files again and plays.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np

from gamekit.errors import GamekitError, StrategyError, is_whole
from gamekit.game import Game, load
from gamekit.lab.simulate import simulate
from gamekit.lessons.topics import strategy_file
from gamekit.lessons.topics.league import GAMES, MOST_GAMES, League, Match, Report, blamed, checked_entrants, play_match
from gamekit.lessons.topics.strategy_file import StrategyFile
from gamekit.strategy import Strategy
from gamekit.words import _

MEMORY: Final = 500_000_000
"""Bytes a child may take beyond what the games themselves need."""
SILENCE: Final = 20.0
"""Seconds a child may say nothing; a match is cut into portions that take far less."""
START: Final = 180.0
"""Seconds it may take until the child is ready: on a new machine it compiles first."""
SLOWEST: Final = 0.005
"""Seconds a decision may take on average."""
TRIAL_GAMES: Final = 5
PORTION: Final = 25
"""Games of each seating between two messages."""
STRIKES: Final = 2
"""Matches that had to be stopped before a strategy leaves the tournament."""

Message = dict[str, Any]


# The parent's half


def hold(
    game: Game,
    files: Sequence[StrategyFile],
    own: Sequence[str] = (),
    games: int = GAMES,
    seed: int = 1,
    tell: Report = lambda done, what: None,
    silence: float = SILENCE,
) -> League:
    """A tournament of files and of the game's own strategies named in `own`. Raises `StrategyError`, `OptionError`.

    A file that fails, chooses what is not legal, thinks too long or takes too much memory leaves the
    tournament with the reason; everybody else plays on.
    """
    if not is_whole(games, 1, MOST_GAMES):
        raise StrategyError(
            _("The games of a match must be a whole number from 1 to {most_games}, not {games!r}.").format(
                most_games=MOST_GAMES, games=games
            )
        )
    names = [*(file.name for file in files), *own]
    checked_entrants(names)
    league = League(game.title, tuple(names))
    tried: set[str] = set(own)
    strikes: dict[str, int] = {}
    while True:
        task = _task(game, files, own, games, seed, league, tried, strikes)
        now = _Now()
        for message in _messages(task, silence, now):
            _note(league, tried, message, now)
            if "match" in message or "trial" in message:
                tell(_share_done(league), " – ".join(message.get("match", [message.get("trial", "")])))
        if now.finished:
            tell(1.0, "")
            return league
        _strike(league, strikes, now)


@dataclass
class _Now:
    """What the child is doing: whom it is trying or who is playing, whether it is ready or has finished."""

    names: tuple[str, ...] = ()
    trial: bool = False
    ready: bool = False
    finished: bool = False


def _task(
    game: Game,
    files: Sequence[StrategyFile],
    own: Sequence[str],
    games: int,
    seed: int,
    league: League,
    tried: set[str],
    strikes: Mapping[str, int],
) -> Message:
    """What a child must know to begin, or to go on where another was stopped."""
    if game.own_box:
        raise StrategyError(_("A tournament of files is played with the game's own box."))
    return {
        "game": game.name,
        "players": game.players,
        "options": dict(game.changed_options),
        "files": [vars(file) for file in files if file.name not in league.out],
        "own": list(own),
        "games": games,
        "seed": seed,
        "played": [[match.first, match.second] for match in league.matches],
        "stopped": [pair.split("\n") for pair in strikes if "\n" in pair],
        "tried": sorted(tried),
    }


def _messages(task: Message, silence: float, now: _Now) -> Iterator[Message]:
    """Start a child and give what it says, until it has finished or must be stopped."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PROJECT), os.environ.get("PYTHONPATH", "")])}
    child = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        text=True,
        encoding="utf-8",
    )
    lines: queue.Queue[str | None] = queue.Queue()
    listener = threading.Thread(target=_listen, args=(child, lines), name="gamekit-referee", daemon=True)
    listener.start()
    try:
        if child.stdin:
            child.stdin.write(json.dumps(task))
            child.stdin.close()
        while not now.finished:
            try:
                line = lines.get(timeout=silence if now.ready else START)
            except queue.Empty:
                return
            if line is None:
                return
            yield json.loads(line)
    except BrokenPipeError:
        return
    finally:
        child.kill()
        child.wait()
        listener.join()


PROJECT: Final = Path(__file__).parents[3]


def _listen(child: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    for line in child.stdout or ():
        lines.put(line)
    lines.put(None)


def _note(league: League, tried: set[str], message: Message, now: _Now) -> None:
    """Write down what the child says."""
    if "ready" in message:
        now.ready = True
    elif "error" in message:
        raise StrategyError(message["error"])
    elif "trial" in message:
        now.names, now.trial = (message["trial"],), True
    elif "match" in message:
        now.names, now.trial = tuple(message["match"]), False
    elif "fit" in message:
        tried.add(message["fit"])
    elif "out" in message:
        league.out[message["out"]] = message["reason"]
    elif "result" in message:
        league.matches.append(Match(*message["result"]))
    elif "finished" in message:
        now.finished = True


def _strike(league: League, strikes: dict[str, int], now: _Now) -> None:
    """A child had to be stopped, or died: whoever was being tried is out; both of a match get a strike."""
    if not now.ready or not now.names:
        raise StrategyError(_("The referee could not be started. Is there enough memory on this computer?"))
    if now.trial:
        league.out[now.names[0]] = _("The strategy {names} took too much time or memory in its trial games.").format(
            names=now.names[0]
        )
        return
    strikes["\n".join(now.names)] = 1
    for name in now.names:
        strikes[name] = strikes.get(name, 0) + 1
        if strikes[name] >= STRIKES:
            league.out[name] = _(
                "The strategy {name} took too much time or memory: {strikes} of its matches were stopped."
            ).format(name=name, strikes=STRIKES)


def _share_done(league: League) -> float:
    left = len(league.playing)
    return len(league.matches) / max(1, left * (left - 1) // 2)


# The child's half


def main() -> None:
    """Read the task, play, and write one line for each thing that happens."""
    task: Message = json.loads(sys.stdin.read())
    voice = sys.stdout
    sys.stdout = sys.stderr  # nothing else may speak on that line

    def say(**message: Any) -> None:
        voice.write(json.dumps(message) + "\n")
        voice.flush()

    try:
        play(task, say)
    except GamekitError as error:
        say(error=str(error))


def play(task: Message, say: Callable[..., None]) -> None:
    """Try every file, then play every pair that has not played yet."""
    game = load(task["game"], task["players"], **task["options"])
    entrants: dict[str, Strategy] = {name: game.strategies[name] for name in task["own"]}
    for entry in task["files"]:
        entrants[entry["name"]] = strategy_file.load(StrategyFile(**entry), game)
    warm(game)
    limit()
    say(ready=True)
    out: set[str] = set()
    for name, strategy in entrants.items():
        if name in task["tried"]:
            continue
        say(trial=name)
        reason = unfit(game, strategy)
        if reason:
            out.add(name)
            say(out=name, reason=reason)
        else:
            say(fit=name)
    done = {frozenset(pair) for pair in (*task["played"], *task["stopped"])}
    for first, second in combinations(entrants, 2):
        if {first, second} & out or frozenset((first, second)) in done:
            continue
        loser, reason = match(game, entrants[first], entrants[second], task["games"], task["seed"], say)
        if loser:
            out.add(loser)
            say(out=loser, reason=reason)
    say(finished=True)


def match(
    game: Game, first: Strategy, second: Strategy, games: int, seed: int, say: Callable[..., None]
) -> tuple[str, str]:
    """Play a match in portions; says the result, or returns who failed and why."""
    wins, played, portion = 0.0, 0, 0
    while played < games:
        say(match=[first.name, second.name])
        count = min(PORTION, games - played)
        try:
            wins += play_match(game, first, second, count, seed + portion).wins
        except StrategyError as error:
            return blamed(str(error), first.name, second.name), str(error)
        played, portion = played + count, portion + 1
    say(result=[first.name, second.name, wins, 2 * played])
    return "", ""


def unfit(game: Game, strategy: Strategy) -> str:
    """Why a strategy may not play, found out in a few games against random players; empty if it may."""
    asked = [0, 0.0]

    def timed(*question: Any) -> Any:
        began = time.perf_counter()
        answer = strategy.choose(*question)
        asked[0], asked[1] = asked[0] + 1, asked[1] + time.perf_counter() - began
        return answer

    guest = Strategy(strategy.name, strategy.title, strategy.description, timed)
    try:
        simulate(game, [guest, *["random"] * (game.players - 1)], games=TRIAL_GAMES, seed=1, progress=False)
    except StrategyError as error:
        return str(error)
    mean = asked[1] / max(1, asked[0])
    if mean > SLOWEST:
        return _(
            "The strategy {name} needs {mean:.0f} ms for a decision; allowed are {slowest:.0f} ms on average, so that "
            "the class need not wait."
        ).format(name=strategy.name, mean=1000 * mean, slowest=1000 * SLOWEST)
    return ""


def warm(game: Game) -> None:
    """Compile or load what the games need, before memory is limited."""

    def first(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> Any:
        return actions[0]

    simulate(game, [first, *["random"] * (game.players - 1)], games=1, progress=False)
    simulate(game, "random", games=1, progress=False)


def limit() -> None:
    """From here on no file can be written and memory is limited, on systems that can do that."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main()

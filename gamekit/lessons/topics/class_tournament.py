"""The part *make* of the lesson *write a strategy*: a builder for web pages, files for the teacher's own JupyterLab."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from gamekit.drawing import text
from gamekit.errors import GamekitError, StrategyError
from gamekit.game import load
from gamekit.lab.estimate import share
from gamekit.lab.simulate import Tell
from gamekit.lessons.desk import Shown, estimate, say, table
from gamekit.lessons.frame import notebook_or_page, on_web_page
from gamekit.lessons.topics import plan, referee, strategy_file
from gamekit.lessons.topics.league import League, play_league, play_match
from gamekit.lessons.topics.plans import (
    CLASS_GAMES,
    FOLDER,
    MOST_ENTRANTS,
    NAME,
    OPPONENT,
    SEED,
    game,
    habit_names,
    head_to_head,
    house_plans,
    league_plot,
    planned,
)
from gamekit.lessons.topics.strategy_file import StrategyFile
from gamekit.show import Choice, Lab, Number, lab
from gamekit.strategy import Strategy
from gamekit.words import _


def program(step: int = plan.STEP, habit: int = plan.HABIT, enough: int = plan.ENOUGH) -> str:
    """The plan as a strategy file with these three numbers: what stands in the class's folder."""
    source = inspect.getsource(plan).replace("# mypy: allow-untyped-defs, allow-untyped-calls\n\n", "\n")
    for name, value in (("STEP", step), ("HABIT", habit), ("ENOUGH", enough)):
        source = re.sub(rf"^{name} = \d+", f"{name} = {value}", source, flags=re.MULTILINE)
    return source


class Entered:
    """The plans that have been entered on this page, by name."""

    def __init__(self) -> None:
        self.plans: dict[str, Strategy] = {}

    def enter(self, name: str, step: int, habit: int, enough: int) -> None:
        """Enter a plan, or replace one. Raises `StrategyError`."""
        if not NAME.fullmatch(name):
            raise StrategyError(_("A name begins with a letter and has at most 24 letters, digits and underscores."))
        if len(self.plans) >= MOST_ENTRANTS and name not in self.plans:
            raise StrategyError(
                _("At most {most_entrants} plans may be entered on one page.").format(most_entrants=MOST_ENTRANTS)
            )
        self.plans[name] = planned(name, step, habit, enough)


TEAMS: Final = ("red", "blue", "green", "yellow", "orange", "violet")
"""Names under which plans are entered: they are names of strategies, so letters only."""


def builder() -> Lab:
    """Build a plan from three numbers, enter it under a team's name, and play all that were entered."""
    entered = Entered()

    def enter(team: str, step: int, habit: str, enough: int, progress: Tell = lambda done: None) -> tuple[Any, ...]:
        entered.enter(team, step, int(habit), enough)
        field = [*entered.plans.values(), *(s for s in house_plans() if s.name != "random")]
        found = play_league(game(), field, CLASS_GAMES // 2, SEED, lambda done, what: progress(done))
        said = _("{own} of {all} plans are yours: {names}.").format(
            own=len(entered.plans), all=len(field), names=", ".join(entered.plans)
        )
        lines = (f"{s.name}: {s.description}." for s in entered.plans.values())
        return league_plot(found, team), head_to_head(found), said, *lines

    return lab(
        enter,
        Choice("team", _("Team"), TEAMS, TEAMS[0]),
        Number("step", _("Highest step a run may climb, km"), 10, 110, 40, step=10),
        Choice("habit", _("To the counter goes"), {str(k): text for k, text in habit_names().items()}, "2"),
        Number("enough", _("Hurry once the own run is worth, km"), 0, 800, 300, step=50),
        title=_("Build a plan and enter it"),
        button=_("Enter and play"),
    )


def own_plan(choose: Callable[..., Any]) -> Any:
    """The make part: tries the function in JupyterLab, shows the builder on a web page."""
    return notebook_or_page(lambda: check(choose), builder)


def check(choose: Callable[..., Any], games: int = 25) -> Shown:
    """Try a strategy somebody has written against the steady plan. Never fails; says what is wrong instead."""
    g = game()
    try:
        mine = Strategy("yours", "yours", "", choose)
        steady = next(s for s in house_plans() if s.name == OPPONENT)
        match = play_match(g, mine, steady, games, SEED)
        chance = play_match(g, mine, g.strategies["random"], games, SEED)
    except GamekitError as error:
        return say(str(error), kind="bad")
    found, other = share(match.wins, match.games), share(chance.wins, chance.games)
    good = found.low > 0.5
    lead = _("*It beats the steady plan.*") if good else _("*It does not clearly beat the steady plan yet.*")
    wins = _("Wins against {opponent}: {found}; against random: {other}, in {games} games each.").format(
        opponent=OPPONENT, found=estimate(found), other=estimate(other), games=match.games
    )
    return say(
        f"{lead} {wins}",
        _(
            "Save it with its def line as a file of its own in the folder {folder}/ to enter the class tournament."
        ).format(folder=FOLDER),
        kind="good" if good else "",
    )


def starter() -> Shown:
    """The program of the steady plan, folded, to start from."""
    source = program(40, 2, 300)
    head = f"<summary>{_('The whole program of the steady plan')}</summary>"
    return Shown(
        f'<details class="gk-look">{head}<pre class="gkt-code" tabindex="0">{text(source)}</pre></details>', source
    )


def class_tournament(
    folder: str | Path = FOLDER,
    own: Sequence[str] = (),
    games: int = CLASS_GAMES,
    seed: int = SEED,
    *,
    game: str = "kartenspiel",
    players: int = 2,
    **options: Any,
) -> Any:
    """Everybody's files against each other. Only in JupyterLab: a web page reads no files of strategies.

    `own` names strategies of the game that play along. Any game will do, with its players and options.
    """
    if on_web_page():
        return say(
            _(
                "The class tournament is played in the teacher’s own JupyterLab, where the files of the students lie. "
                "On this page, enter plans with the builder above."
            )
        )
    try:
        chosen = load(game, players, **options)
        files, problems = strategy_file.read_folder(folder, chosen)
        found = referee.hold(chosen, files, own, games, seed)
    except GamekitError as error:
        return say(str(error), kind="bad")
    return standings(found, files, problems)


def standings(found: League, files: Sequence[StrategyFile], problems: dict[str, str]) -> Shown:
    """The result of a class tournament: ranking, pairs, and who could not play with the reason."""
    about = {file.name: file.title for file in files}
    rows = [[i + 1, name, about.get(name, ""), estimate(rate)] for i, (name, rate) in enumerate(found.ranking())]
    pairs = head_to_head(found)
    parts = [
        Shown(league_plot(found)._repr_html_(), ""),
        table(
            ["", _("strategy"), _("what it says of itself"), _("share of games won")],
            rows,
            _("Class tournament, {title}").format(title=found.title),
            left=(1, 2),
        ),
        table(pairs.head, pairs.rows, pairs.caption),
    ]
    reasons = {**problems, **found.out}
    if reasons:
        parts.append(
            say(
                *(
                    _("*{name}* did not play. {reason}").format(name=name, reason=reason)
                    for name, reason in reasons.items()
                ),
                kind="bad",
            )
        )
    return Shown("".join(part.html for part in parts), "\n".join(part.words for part in parts if part.words))

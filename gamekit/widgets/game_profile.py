"""Page "What kind of game is this?": the stored profile of a game as sentences, charts and tables.

tools/measure/profiles.py measures profiles; a game without one has no such page.
"""

from __future__ import annotations

import math
from typing import Final

from gamekit.core.game import Game, game_names, load
from gamekit.core.guide import guide_of
from gamekit.core.i18n.translation import _, each_language, say_number, typeset
from gamekit.core.svg import text
from gamekit.lab.estimate import Estimate
from gamekit.lab.profile import SPREAD, Profile, ProfileFigure, load_profile

HUNDRED: Final = 100
ELO_OF_TEN: Final = 400
"""Elo points of odds of ten to one."""
ALIKE: Final = 0.01
"""Upper bound of the share of skill below which strategies are called equally good."""
FEW: Final = 30
"""Games of a rung of the ladder below which no win rate is shown."""
DRAWN: Final = ("luck", "drama", "forced", "stake", "weight", "first")
"""Keys of the figures in the chart."""
BESIDE: Final = ("decisions", "branching", "luck", "drama", "weight", "first", SPREAD)
"""Keys of the figures compared with other games; the last only if all ladders have equally many rungs."""
STYLE: Final = """<style>
.kind { max-width: 46em; }
.kind h2 { font-size: 1.25rem; margin: 1.6em 0 .4em; }
.kind summary { margin: 1.2em 0; cursor: pointer; min-height: 44px; align-content: center; }
.kind p { margin: .5em 0; }
.kind table { border-collapse: collapse; width: 100%; margin: .6em 0; }
.kind :is(th, td) { padding: .5em .9em .5em 0; text-align: left; vertical-align: top; border-top: 1px solid var(--gk-line); font-weight: 400; }
.kind thead :is(th, td) { border-top: 0; color: var(--gk-muted); }
.kind .value { white-space: nowrap; font-variant-numeric: tabular-nums; }
.kind thead .value { white-space: normal; }
.kind .here { font-weight: 700; }
@media (max-width: 30em) { .kind .beside :is(th, td) { padding-right: .35em; font-size: .78em; hyphens: auto; } }
.kind small { display: block; color: var(--gk-muted); font-size: .9em; }
.kind code { overflow-wrap: anywhere; }
</style>"""  # noqa: E501


def title() -> str:
    return _("What kind of game is this?")


@each_language()
def kind_part(name: str) -> str | None:
    """Return the page of a game as HTML, or None if it has no profile."""
    found = load_profile(name)
    if found is None:
        return None
    game = load(name)
    return (
        f'{STYLE}<div class="kind">'
        + paragraphs(describe_plainly(found))
        + f"<details><summary>{text(_('The figures behind this'))}</summary>"
        + paragraphs(sum_up(found, game))
        + chart(found)
        + heading(_("All figures"))
        + figures_table(found)
        + heading(_("Beside the other games"))
        + tabulate_games(name)
        + heading(_("Does thinking help?"))
        + paragraphs(describe_thinking(found))
        + ladder_chart(found)
        + heading(_("How this was measured"))
        + describe_measuring(found, game)
        + "</details></div>"
    )


def describe_plainly(found: Profile) -> list[str]:
    """Return six plain sentences: aim, length, luck, thinking, what playing is like, and whom the game suits."""
    guide = guide_of(found.name)
    own = round(found["decisions"].value.value / found.players)
    odds = 10 ** (found[SPREAD].value.value / ELO_OF_TEN)
    won = round(HUNDRED * odds / (odds + found.players - 1))
    said = [
        _("In a game of {players} you decide about {own} times.").format(players=found.players, own=own),
        _("Luck turns many games: in {drama} of 100 the winner was still behind at half-time.").format(
            drama=round(found["drama"].scaled.value)
        ),
        _(
            "Thinking helps: whoever tries every move out in mind wins about {won} of 100 games against {others} who "
            "make any move; by luck alone it would be {even}."
        ).format(won=won, others=found.players - 1, even=say_number(HUNDRED / found.players, "g")),
    ]
    return said if guide is None else [guide.aim, *said, guide.like, guide.suits]


def paragraphs(sentences: list[str]) -> str:
    return "".join(f"<p>{typeset(text(sentence))}</p>" for sentence in sentences)


def sum_up(found: Profile, game: Game) -> list[str]:
    luck, skill, drama = (round(found[key].scaled.value) for key in ("luck", "skill", "drama"))
    first = found["first"].scaled
    said = [
        _("A game has {decisions} decisions of all players, each among {options} moves on average.").format(
            decisions=round(found["decisions"].value.value), options=say_number(found["branching"].value.value, ".1f")
        ),
        _("Let the players be drawn at random among those who play in different ways: {ways}.").format(
            ways=", ".join(_("“{way}”").format(way=game.strategies[name].title) for name in found.styles)
        )
        + " "
        + _(
            "Then {skill} of 100 parts of who wins are decided by who plays how, the other {luck} by dice and cards, "
            "alone or because they suit one way to play better than another."
        ).format(skill=skill, luck=luck),
        _("In {drama} of 100 games the winner was behind when half of the game was played.").format(drama=drama),
    ]
    if found["skill"].value.high < ALIKE:
        said.insert(2, _("These ways to play are about equally good. What thinking brings stands further down."))
    if first.low <= 0 <= first.high:
        unsure = _("Whether it is good to begin cannot be told from these games: {first}.")
        said.append(unsure.format(first=say_lead(first)))
    elif first.value > 0:
        said.append(_("It is good to begin: {first}.").format(first=say_lead(first)))
    else:
        said.append(_("It is bad to begin: {first}.").format(first=say_lead(first)))
    return said


def say_lead(first: Estimate) -> str:
    return _("the first player wins {more} of 100 games more than an even share").format(more=first)


def describe_thinking(found: Profile) -> list[str]:
    """Return sentences about the gain of each rung of the ladder, and of all."""
    said = []
    for rung in found.rungs:
        who = _("One player tries every move out {above} before choosing; all others {below}.")
        wins = _("That one wins {win} of 100 games; an even share would be {even}. These are {games} games.")
        few = _("Only {games} games of that were played: too few to tell who wins.")
        told = (few if rung.games < FEW else wins).format(
            win=Estimate(*(HUNDRED * end for end in rung.win)),
            even=say_number(HUNDRED / found.players, "g"),
            games=say_number(rung.games),
        )
        said.append(f"{who.format(above=tries(rung.playouts), below=tries(rung.below))} {told}")
    if said:
        whole = _("From the foot of this ladder, who makes any move, to its top it is {elo} Elo points.")
        said.append(whole.format(elo=found[SPREAD].value))
    return said


def tries(playouts: int) -> str:
    """Return in words how often every move is tried out."""
    known = {0: _("not at all, and make any move"), 1: _("once"), 2: _("twice")}
    return known.get(playouts) or _("{n} times").format(n=playouts)


def chart(found: Profile) -> str:
    """Return a bar chart of the shares as HTML."""
    from gamekit.widgets.charts import bars  # matplotlib, which the gallery need not wait for

    drawn = bars({found[key].name: found[key].scaled for key in DRAWN}, title=found.title, xlabel="%")
    return drawn._repr_html_()


def ladder_chart(found: Profile) -> str:
    """Return a bar chart of the Elo points of each rung and of all; empty if an interval is not finite."""
    from gamekit.widgets.charts import bars

    steps = {
        _("from {below} to {above}").format(below=rung.below, above=rung.playouts): rung.elo for rung in found.rungs
    }
    every = {**steps, _("all together"): found[SPREAD].value}
    if not all(math.isfinite(end) for value in every.values() for end in value):
        return ""
    return bars(every, title=_("Tries of every move: what thinking more brings"), xlabel="Elo")._repr_html_()


def heading(words: str) -> str:
    return f"<h2>{text(words)}</h2>"


def figures_table(found: Profile) -> str:
    """Return a table of all figures with their meanings and intervals."""
    rows = "".join(
        f'<tr><th scope="row">{text(one.name)}<small>{text(one.meaning)}</small></th>'
        f'<td class="value">{value_cell(one)}</td></tr>'
        for one in found
    )
    head = f'<th scope="col">{text(_("Figure"))}</th><th scope="col">{text(_("Value, 95 % interval"))}</th>'
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def value_cell(one: ProfileFigure) -> str:
    """Return a value with its interval as HTML, rounded to the digits that are certain."""
    value, low, high = map(typeset, one.scaled.format_parts())
    ends = _("{low} to {high}").format(low=low, high=high)
    return f"{value}{unit(one)}<small>{ends}</small>"


def round_value(one: ProfileFigure) -> str:
    """Return a value with one decimal and its unit."""
    return typeset(say_number(one.scaled.value, "z.1f")) + unit(one)


def unit(one: ProfileFigure) -> str:
    return f" {one.unit}" if one.unit else ""


def tabulate_games(name: str) -> str:
    """Return a table that compares all games, the one of this name in bold."""
    known = {other: kept for other in game_names() if (kept := load_profile(other)) is not None}
    shared = BESIDE if len({len(kept.rungs) for kept in known.values()}) == 1 else BESIDE[:-1]
    mark = {other: ' class="value here"' if other == name else ' class="value"' for other in known}
    head = "".join(f'<th scope="col"{mark[other]}>{text(kept.title)}</th>' for other, kept in known.items())
    rows = "".join(
        f'<tr><th scope="row">{text(known[name][key].name)}</th>'
        + "".join(f"<td{mark[other]}>{round_value(kept[key])}</td>" for other, kept in known.items())
        + "</tr>"
        for key in shared
    )
    return f'<table class="beside"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'


def describe_measuring(found: Profile, game: Game) -> str:
    """Return HTML on who played how many games, with the command that repeats the measurement."""
    words = _(
        "About {games} games of {players} players for each figure, played by “{strategy}” where nothing else is said; "
        "what must be found out at single positions rests on fewer, and its interval says so. The same again, in the "
        "folder of gamekit’s sources:"
    ).format(games=say_number(found.games), players=found.players, strategy=game.strategies[found.strategy].title)
    again = f"python -m tools.measure.profiles {found.name} --games {found.games} --seed {found.seed}"
    return f"<p>{text(words)}</p><p><code>{text(again)}</code></p>"

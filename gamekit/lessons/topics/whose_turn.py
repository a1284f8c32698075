"""Whose turn is it? How often chance moves in each game, as a table and as a strip of steps."""

from __future__ import annotations

from typing import Any, Final

import gamekit as gk
from gamekit.game import load
from gamekit.kernel import CHANCE
from gamekit.lessons.plot import Drawing, drawn, percent
from gamekit.lessons.topics import chance
from gamekit.show import Choice, Lab, Table, lab
from gamekit.words import _

SEED: Final = 1


def whose_turn() -> Lab:
    """Investigate: how often chance moves, in every game."""

    def follow(name: str) -> tuple[Any, ...]:
        g = load(name)
        turns = chance.turns(g, SEED)
        rows = [
            [_("steps of chance"), f"{sum(a == CHANCE for a in turns.actors)}", percent(float(turns.chance_share()))],
            [
                _("… with more than one outcome"),
                f"{sum(a == CHANCE and n > 1 for a, n in zip(turns.actors, turns.outcomes, strict=True))}",
                _("{share} of open steps").format(share=percent(float(turns.chance_share(forced=False)))),
            ],
            [
                _("steps of the players"),
                f"{sum(a >= 0 for a in turns.actors)}",
                percent(1 - float(turns.chance_share())),
            ],
            [_("most outcomes at once"), str(most_outcomes(turns)), ""],
        ]
        return strip(turns, g.title), Table([_("One game of random players"), _("steps"), _("share")], rows, g.title)

    titles = {name: load(name).title for name in gk.games()}
    return lab(
        follow,
        Choice("name", _("Game"), titles, gk.games()[0]),
        title=_("Whose turn is it?"),
        button=_("Play one game"),
    )


def most_outcomes(turns: chance.Turns) -> int:
    """The greatest number of outcomes chance had to choose between."""
    return max((n for a, n in zip(turns.actors, turns.outcomes, strict=True) if a == CHANCE), default=0)


def strip(turns: chance.Turns, title: str) -> Drawing:
    """A game as a strip: one field for each step, chance and players told apart by colour and by row."""
    names = (_("chance"), _("certain"), _("players"))
    kinds = [
        0 if a == CHANCE and n > 1 else 1 if a == CHANCE else 2
        for a, n in zip(turns.actors, turns.outcomes, strict=True)
    ]
    count = len(kinds)
    left, wide, high = 130, 580, 34
    parts = []
    for row, name in enumerate(names):
        parts.append(f'<text class="gkt-axis" x="{left - 10}" y="{row * high + 30}" text-anchor="end">{name}</text>')
        way = "".join(
            f"M{left + wide * i / count:.1f} {row * high + 12}v22" for i, kind in enumerate(kinds) if kind == row
        )
        parts.append(
            f'<path class="gkt-turn gkt-turn-{row}" style="stroke-width:{max(0.8, wide / count):.2f}px" d="{way}"/>'
        )
    for at, anchor, number in ((left, "start", 1), (left + wide, "end", count)):
        step = _("step {number:,}").format(number=number)
        parts.append(f'<text class="gkt-tick" x="{at}" y="132" text-anchor="{anchor}">{step}</text>')
    said = _("{open} open steps of chance, {certain} certain ones, {players} steps of players.").format(
        open=kinds.count(0), certain=kinds.count(1), players=kinds.count(2)
    )
    return drawn("".join(parts), "plot", _("{title}, step by step").format(title=title), said, 720, 144)

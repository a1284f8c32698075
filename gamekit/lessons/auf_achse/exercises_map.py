# ruff: noqa: E501  sentences are not broken
"""Lesson 2 of Auf Achse, the map as a graph: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from gamekit.lessons.auf_achse.map_graph import disagreement, long, passing, roads, way
from gamekit.lessons.auf_achse.travel import board, cities
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    a, b = disagreement()
    by_steps, by_km = way(a, b, "steps"), way(a, b, "km")
    hub = max(passing(), key=lambda name: passing()[name])
    return [
        exercise(
            1,
            _("How many road ends are there on the map, and what has that to do with the mean degree?"),
            _("Count each road at both of its ends."),
            _("{n}: twice the number of roads. Divided by the number of cities it is the mean degree.").format(n=2 * roads().number_of_edges()),
        ),
        exercise(
            2,
            _("Compare the shortest way from {a} to {b} in steps and in kilometres. Why do they differ?").format(a=a, b=b),
            _("A step stands for about 80 km; where is it rounded?"),
            _("{steps} steps, {longer} km by {a}; {km} km, {more} steps by {b}. Rounding a road to whole steps can make a longer road shorter in the game.").format(steps=long(by_steps, "steps"), a=" – ".join(by_steps), km=long(by_km, "km"), b=" – ".join(by_km), longer=long(by_steps, "km"), more=long(by_km, "steps")),
        ),
        exercise(
            3,
            _("Why is {hub} busier than cities with as many roads?").format(hub=hub),
            _("Between which parts of the map does it lie?"),
            _("It lies between large parts of the map, so ways from many cities to many others lead there. The number of roads only says how many ways begin."),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("What is a cut vertex?"),
                1,
                _("Hamburg is one: without it nothing leads to Flensburg."),
                choices=(
                    _("A city with few roads."),
                    _("A city without which the map falls apart."),
                    _("The city most trips pass through."),
                ),
            ),
            Question(
                _("How many steps are there from Flensburg to Hamburg?"),
                board().tables.distance[cities().index("Flensburg"), cities().index("Hamburg")],
                _("One space lies between them, and the city is a step as well."),
                tolerance=0.0,
            ),
            Question(
                _("Dijkstra’s search settles a city. What is certain then?"),
                0,
                _("Any other way to it would lead through a city that is farther away already."),
                choices=(
                    _("No shorter way to it exists."),
                    _("All its neighbours are settled."),
                    _("It lies on the shortest way to the goal."),
                ),
            ),
        ],
        title=_("Exit ticket"),
        game=board(),
    )

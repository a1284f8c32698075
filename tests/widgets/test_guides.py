"""Guides for newcomers: their game can be replayed, what they point at is there, and so are their rules."""

from __future__ import annotations

import re
from typing import Final

import pytest

import gamekit as gk
from gamekit.core.guide import Guide, guide_of
from gamekit.widgets.game_profile import describe_plainly
from gamekit.widgets.guide import draw_guide, guide_data

SECONDS_OF_A_CHOICE: Final = 10
SECONDS_OF_A_STEP: Final = 0.5
GUIDED: Final = [name for name in gk.game_names() if guide_of(name)]


def found(name: str) -> Guide:
    guide = guide_of(name)
    assert guide is not None
    return guide


def names_of(scene: str, pattern: str) -> list[str]:
    form = re.escape(pattern).replace(r"\#", "#").replace("#", r"\d+")
    return [one for one in re.findall(r' id="([^"]+)"', scene) if re.fullmatch(form, one)]


@pytest.mark.parametrize("name", GUIDED)
def test_the_game_of_a_guide_is_played_by_its_rules_and_its_pictures_follow_each_other(name: str) -> None:
    guide = found(name)
    session = gk.load(name, players=guide.players).session(0)
    for action in guide.actions:
        session.play(action)
    steps = [moment.step for moment in guide.pictures]
    assert len(steps) == 5
    assert steps == sorted(set(steps))
    assert steps[-1] <= session.step
    assert len(guide.actions) == steps[-1], "no action is kept that no picture needs"


@pytest.mark.parametrize("name", GUIDED)
def test_what_a_guide_points_at_is_in_the_picture(name: str) -> None:
    guide = found(name)
    scene = gk.load(name).picture.scene(gk.load(name))
    spoken = [*guide.pictures, *guide.stops]
    lost = [point for one in spoken for point in one.points if not names_of(scene, point)]
    lost += [part for one in guide.parts for part in one.names if not names_of(scene, part)]
    assert lost == []
    assert all(one.points for one in spoken)


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_has_three_to_six_stops_at_choices_that_come_and_its_rules_are_in_the_book(name: str) -> None:
    guide, game = found(name), gk.load(name)
    assert 3 <= len(guide.stops) <= 6
    session, asked = game.session(1), []
    while not session.over and session.step < 400:
        if session.player == 0:
            asked.append(str(game.rulebook.phase(session.position).rule))
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    assert {stop.rule for stop in guide.stops} <= set(asked)
    assert {part.rule for part in guide.parts} <= set(game.rulebook)


def test_a_game_without_a_guide_has_none() -> None:
    assert guide_data("pig") is None
    assert draw_guide("pig") == ""


@pytest.mark.parametrize("name", GUIDED)
def test_the_rules_page_begins_with_five_pictures_and_a_sentence_each(name: str) -> None:
    page = draw_guide(name)
    assert page.count("<img alt=") == 5
    assert page.count("<figcaption>") == 5


@pytest.mark.parametrize("name", GUIDED)
def test_the_aim_names_the_players_the_rules_allow_and_the_minutes_that_the_measured_games_take(name: str) -> None:
    aim, game, figures = found(name).aim, gk.load(name), gk.profile(name)
    words = ["", "", "Two", "three", "four", "five", "six"]
    assert re.match(f"{words[game.min_players]} to {words[game.max_players]} players", aim, re.IGNORECASE)
    own, steps = figures["decisions"].value.value / figures.players, figures["steps"].value.value
    minutes = 5 * round((own * SECONDS_OF_A_CHOICE + steps * SECONDS_OF_A_STEP) / 60 / 5)
    assert f"about {minutes} minutes" in aim
    assert str(round(own)) in re.findall(r"\d+", "".join(describe_plainly(figures)))
    assert aim in draw_guide(name), "the first of what is said on how to play"

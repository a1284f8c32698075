"""What a person sees and is told who types at a plain Python prompt."""

from __future__ import annotations

import types

import networkx as nx
import numpy as np
import pytest

import gamekit as gk


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_position_is_a_few_readable_lines(name):
    session, rng = gk.load(name).session(seed=1), np.random.default_rng(1)
    for _ in range(80):
        if not session.over:
            session.play(int(rng.choice(session.legal())))
    lines = repr(session.position).splitlines()
    assert str(session.position) == repr(session.position)
    assert 0 < len(lines) < 45
    assert max(map(len, lines)) < 260
    numbers = ", ".join(line.rstrip(",") for line in lines if ": " not in line).split(", ")
    arrays = {line.partition(":")[0].partition("[")[0] for line in lines if ": " in line}
    fields = {k: v for k, v in session.game.rules.State.fields.items() if k not in ("notes", "num_notes")}
    position = session.position
    assert numbers == [
        f"{name}={position[name]}" for name, field in fields.items() if not field.shape and position[name]
    ]
    assert arrays == {name for name, field in fields.items() if field.shape and np.any(position[name])}


def test_what_a_position_says_are_its_values():
    s = gk.load("kuhn").start()
    assert repr(s) == "hand: all -2\npile: all 1\nchips: all 1"
    s.hand[1] = 2
    s.scores[0], s.scores[1] = -1, 1
    assert repr(s).splitlines() == ["hand: -2 2", "pile: all 1", "chips: all 1", "scores: -1 1"]
    long = gk.load("route66").start()
    long.hand[1, 30], long.hand[1, 2] = 2, 1
    assert "hand[1]: [2]=1 [30]=2" in repr(long).splitlines()
    assert repr(gk.load("pig").rules.State.new()) == "all 0"


def test_the_face_is_listed_and_nothing_else():
    shown = [name for name in dir(gk) if not name.startswith("_")]
    assert shown == sorted(gk.__all__)
    assert not any(isinstance(getattr(gk, name), types.ModuleType) for name in shown)


def test_sessions_and_games_stand_for_their_position():
    session = gk.load("pig", players=2).session(seed=1)
    session.play(0)
    game, here = session.game, session.position
    wanted = dict(gk.outcomes(game, here, 2).positions)
    assert dict(gk.outcomes(session, 2).positions) == wanted
    assert dict(gk.outcomes(session, steps=2).positions) == wanted
    assert dict(gk.outcomes(game, session, 2).positions) == wanted
    assert dict(gk.outcomes(game, 3).positions) == dict(gk.outcomes(game, game.start(), 3).positions)
    sizes = {gk.tree(*given).size() for given in ((game, here, 2), (session, 2), (game, session, 2))}
    assert sizes == {gk.tree(session, depth=2).size()}
    assert gk.tree(game, 2).size() == gk.tree(game, game.start(), 2).size()
    session.play(session.legal()[0])
    assert dict(gk.outcomes(session, here, 2).positions) == wanted, "a position of its own comes before the session's"


PIG = gk.load("pig", players=2, goal=10)


@pytest.mark.parametrize(("typed", "meant"), [
    (lambda: gk.load("route_66"), "route66"),
    (lambda: gk.load("Kartenspiel"), "kartenspiel"),
    (lambda: gk.load("pig", player=3), "players"),
    (lambda: gk.load("kartenspiel", limits=100), "limit"),
    (lambda: gk.simulate(gk.load("kartenspiel"), "plannner"), "planner"),
    (lambda: gk.what_if(gk.load("kartenspiel"), {"kilometre_cards.copis.10": [1]}), "copies"),
    (lambda: gk.simulate(gk.load("pig"), statistics=["round_nummer"]), "round_number"),
    (lambda: gk.simulate(gk.load("pig"), games=5, progress=False).mean("desicions"), "decisions"),
    (lambda: gk.tournament(PIG, ["random", "keep pace"], games=4, progress=False).of("keep_pace"), "keep pace"),
    (lambda: PIG.start().pott, "pot"),
    (lambda: PIG.rulebook["PIG-1"], "PIG-01"),
    (lambda: gk.simulat, "simulate"),
    (lambda: gk.Sesion, "Session"),
])  # fmt: skip
def test_a_name_that_is_nearly_right_is_named(typed, meant):
    with pytest.raises((gk.GamekitError, KeyError, AttributeError), match=rf"Did you mean '{meant}"):
        typed()


def test_the_win_rates_of_a_simulation_are_drawn_with_their_intervals():
    found = gk.simulate(PIG, ["random", "keep pace"], games=40, progress=False)
    ax = found.plot()
    assert ax.figure.get_figwidth() > ax.figure.get_figheight()
    assert found._repr_html_().count("<th>") == len(found.summary().columns), "no row number before each row"
    assert [label.get_text() for label in ax.get_yticklabels()] == ["player B, Keep pace", "player A, Random"]
    spans = [tuple(line.get_xdata()) for line in ax.lines if len(line.get_xdata()) == 2]
    dots = [float(line.get_xdata()[0]) for line in ax.lines if len(line.get_xdata()) == 1]
    assert dots == [found.win_rate(1).value, found.win_rate(0).value]
    assert spans[:2] == [found.win_rate(player)[1:] for player in (1, 0)]
    assert spans[2] == (0.5, 0.5)  # the even share
    assert found.plot(ax) is ax
    assert list(found.to_frame().columns)[:2] == ["return_0", "return_1"]


def test_nobody_is_asked_whether_something_quite_different_was_meant():
    for typed in (lambda: gk.load("chess"), lambda: gk.load(3), lambda: gk.load("pig", colour=1), lambda: gk.xyz):
        with pytest.raises((gk.GamekitError, AttributeError)) as error:
            typed()
        assert "Did you mean" not in str(error.value)


@pytest.mark.parametrize("name", gk.game_names())
@pytest.mark.parametrize("form", ["graphml", "gml", "gexf"])
def test_a_games_graph_is_written_in_every_form_that_other_programs_read(name, form, tmp_path):
    graph = gk.load(name).graph
    path = tmp_path / f"board.{form}"
    getattr(nx, f"write_{form}")(graph, path)
    again = getattr(nx, f"read_{form}")(path)
    assert (len(again), again.number_of_edges()) == (len(graph), graph.number_of_edges())
    if name == "auf_achse" and form != "gexf":
        assert again.nodes["Flensburg"]["latitude"] == graph.nodes["Flensburg"]["latitude"]

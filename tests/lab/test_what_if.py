"""What if: a box in which one figure is varied is otherwise the box it was."""

from __future__ import annotations

import threading
import tomllib
from typing import Any

import pytest

import gamekit as gk
from gamekit.lab.what_if import _write_toml, make_variant


def entries(table: dict[str, Any], way: tuple[str, ...] = ()) -> list[tuple[str, Any]]:
    """Every figure of a box by its way, with dots."""
    found = []
    for key, value in table.items():
        found += entries(value, (*way, key)) if isinstance(value, dict) else [(".".join((*way, key)), value)]
    return found


@pytest.mark.parametrize("name", gk.game_names())
def test_a_box_is_written_as_it_was_read(name: str) -> None:
    text = gk.load(name).box_path.read_text(encoding="utf-8")
    assert tomllib.loads(_write_toml(tomllib.loads(text))) == tomllib.loads(text)


@pytest.mark.parametrize("name", gk.game_names())
def test_a_variant_with_the_same_figure_is_the_same_game(name: str) -> None:
    game = gk.load(name)
    box = tomllib.loads(game.box_path.read_text(encoding="utf-8"))
    whole = next((way, value) for way, value in entries(box) if type(value) is int and " " not in way)
    same = make_variant(game, dict([whole]))
    assert same.own_box
    assert same.start().tobytes() == game.start().tobytes()
    assert same.tables.tobytes() == game.tables.tobytes()


@pytest.mark.parametrize(
    "value", [True, False, 3, -2.5, 'a "quoted" \\ line\nand another', [1, [2, 3]], {"x": {"y": [True]}}]
)
def test_every_kind_of_value_is_written_so_that_it_can_be_read(value: Any) -> None:
    assert tomllib.loads(_write_toml({"key one": value})) == {"key one": value}


def test_what_was_stopped_half_way_has_settings_for_what_was_played_only() -> None:
    stop, told = threading.Event(), []

    def after_two(share: float) -> None:
        told.append(share)
        if len(told) == 2:
            stop.set()

    game = gk.load("pig", players=2)
    found = gk.what_if(game, {"goal": [20, 30, 40]}, "random", games=10, progress=after_two, cancel=stop)
    assert [setting for (setting,) in found.settings] == [20, 30]
    frame = found.to_frame("steps")
    assert len(found) == len(frame) == 2
    assert (frame["low"] < frame["high"]).all()
    for line, one in zip(repr(found).splitlines(), found, strict=True):
        assert line.index(str(one.win_rate(0))) < line.index(str(one.mean("steps")))

"""Panels on pages without Python: what is recorded, and that a page offers nothing else."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.core.errors import OptionError
from gamekit.lessons import kit
from gamekit.widgets import Choice, Number, Numbers, YesNo, recorded_panel
from gamekit.widgets.recorded_panel import MOST, MOST_LIGHT, record_panel, settings

controls = st.lists(
    st.one_of(
        st.tuples(st.integers(-5, 5), st.integers(1, 2000), st.sampled_from([1, 3, 0.5])).map(
            lambda drawn: Number("n", "N", drawn[0], drawn[0] + drawn[1] * drawn[2], drawn[0] + drawn[2], drawn[2])
        ),
        st.integers(1, 30).map(lambda n: Choice("c", "C", [str(i) for i in range(n)], str(n // 2))),
        st.booleans().map(lambda value: YesNo("y", "Y", value)),
    ),
    max_size=5,
)


@given(controls, st.integers(1, 60))
def test_all_combinations_are_few_and_a_panel_begins_with_one_of_them(drawn: list[Any], most: int) -> None:
    offered = settings([control.tell_page() for control in drawn], most)
    assert len(list(product(*(values for values, _control in offered)))) <= most
    for control, (values, told) in zip(drawn, offered, strict=True):
        assert told["value"] in values
        assert len(set(values)) == len(values)
        if isinstance(control, Number) and len(values) > 2:
            assert (float(values[0]), float(values[-1])) == (control.low, control.high), "both ends can be chosen"
        for value in values:
            control.check(float(value) if isinstance(control, Number) else value)
        if told["kind"] == "yes":
            assert told.get("fixed", False) == (len(values) < 2), "a box that can be ticked is recorded both ways"
        if told["kind"] == "choice":
            assert [one["key"] for one in told["choices"]] == list(values)


def found(data: dict[str, Any], *values: Any, luck: int = 0) -> Any:
    """What the page shows for these values, as web/cards/recorded_panel.js finds it."""
    place = 0
    for value, offered in zip(values, data["grid"], strict=True):
        place = place * len(offered) + offered.index(value)
    return data["outcomes"][data["results"][place * len(data["seeds"]) + luck]][0]["text"]


def test_what_a_page_shows_is_what_python_says() -> None:
    def told(n: int = 5, deep: bool = False) -> str:
        return f"{n} {deep}"

    data = record_panel(kit.panel(told, n=(1, 9)))
    assert len(data["results"]) == 10 <= MOST_LIGHT
    for n, deep in product(data["grid"][0], data["grid"][1]):
        assert found(data, n, deep) == f"{n} {deep}"
    assert data["live"]
    assert not data["complete"]


def test_luck_is_recorded_more_than_once_and_the_same_result_only_once() -> None:
    def thrown(rng: np.random.Generator, sides: int = 6) -> str:
        return f"{rng.integers(1, sides, endpoint=True)}" if sides > 1 else "1"

    panel = kit.panel(thrown, sides=[1, 6])
    data = record_panel(panel)
    assert data["seeds"] == [1, 2, 3, 4]
    assert not data["live"]
    assert [found(data, "6", luck=luck) for luck in range(4)] == [
        panel.answer(seed, sides="6") for seed in data["seeds"]
    ]
    assert len({str(one) for one in data["outcomes"]}) == len(data["outcomes"]) <= 6


def test_a_panel_that_refuses_a_setting_says_so_on_the_page_too() -> None:
    def refuses(n: int = 1) -> str:
        if n > 1:
            raise OptionError("Too many.")
        return "fine"

    data = record_panel(kit.panel(refuses, n=[1, 2]))
    assert found(data, "1") == "fine"
    assert found(data, "2") == "Too many."
    assert data["complete"]


def test_a_panel_that_stays_closed_names_the_prediction_that_opens_it() -> None:
    bet = kit.bet("How many?")
    bet.store(7)  # by whoever wrote the page
    data = record_panel(kit.panel(lambda: "seven", title="Seven", after=bet))
    assert data["closed"]
    assert data["bet"] == bet.key
    assert len(data["results"]) == 1 <= MOST


def test_no_setting_is_run_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for the values and the luck that the panel is timed with, nor where it was slow at first."""
    for slow in (recorded_panel.AT_ONCE, -1.0):
        monkeypatch.setattr(recorded_panel, "AT_ONCE", slow)
        ran: list[str] = []

        def thrown(rng: np.random.Generator, n: int = 5, deep: bool = False) -> str:
            ran.append(f"{n} {deep} {rng.integers(1_000_000)}")  # noqa: B023  run before the next turn of the loop
            return ran[-1]  # noqa: B023

        panel = kit.panel(thrown, n=(1, 9))
        data = record_panel(panel)
        assert len(ran) == len(set(ran)) == len(data["results"])
        for n, deep, luck in product(data["grid"][0], data["grid"][1], range(len(data["seeds"]))):
            assert found(data, n, deep, luck=luck) == panel.answer(luck + 1, n=int(n), deep=deep)


@pytest.mark.parametrize("first", [0.1, 0.35, 5.0])
def test_what_is_loaded_and_compiled_the_first_time_costs_no_settings(
    first: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel itself answers at once, so all its settings are recorded, and more than one luck."""
    took = iter([first, 0.01])
    timed = recorded_panel.time_panel
    monkeypatch.setattr(recorded_panel, "time_panel", lambda panel, seed: (timed(panel, seed)[0], next(took)))

    def thrown(rng: np.random.Generator, n: int = 5) -> str:
        return f"{rng.integers(n)}"

    data = record_panel(kit.panel(thrown, n=(1, 10)))
    assert data["complete"]
    assert len(data["seeds"]) > 1


def test_numbers_to_type_stand_on_a_page_without_python_as_they_were_given() -> None:
    def total(km: list[int] | tuple[int, ...] = (3, 5), often: int = 2) -> str:
        return f"{often * sum(km)}"

    panel = kit.panel(total, km=(0, 9), often=[2, 3])
    data = record_panel(panel)
    assert isinstance(panel.controls[0], Numbers)
    assert data["controls"][0] == {**panel.controls[0].tell_page(), "value": "3 5", "fixed": True}
    assert [found(data, "3 5", often) for often in ("2", "3")] == ["16", "24"]
    assert data["complete"]

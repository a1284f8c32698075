"""Every check in a notebook sees through plausible wrong answers and lets unusual right ones through.

What students might write stands in `tried`, a file for each folder of notebooks.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from gamekit.lessons.kit import checks
from tests.lessons.mutants import mutants
from tests.lessons.notebooks import every_notebook
from tests.lessons.tries import EVERY, Check, to_be_written
from tests.play import take_share

FOLDERS = sorted(path.stem for path in (Path(__file__).parent / "tried").glob("[a-z]*.py"))
for folder in FOLDERS:
    importlib.import_module(f"tests.lessons.tried.{folder}")
CHECKS = [pytest.param(one, id=f"{one.notebook}-{one.function}") for one in take_share(EVERY)]
PATIENT, HASTY = 60.0, 0.5
"""Seconds for a case: a right answer is waited for, a wrong one that never ends is not."""


def be_patient(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    for one in (checks.check, checks.check_against):
        monkeypatch.setitem(one.__kwdefaults__, "seconds", seconds)


def test_every_function_to_be_written_in_a_folder_has_its_answers_here() -> None:
    asked = [(name, function) for name in every_notebook() for function in to_be_written(name)]
    assert [(one.notebook, one.function) for one in EVERY if (one.notebook, one.function) not in asked] == []
    told = {(one.notebook, one.function) for one in EVERY}
    assert [one for one in asked if one[0].split("/")[0] in FOLDERS and one not in told] == []


@pytest.mark.parametrize("check", CHECKS)
def test_plausible_wrong_answers_are_seen_through(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    be_patient(monkeypatch, HASTY)
    assert check.wrongs
    assert [one.__name__ for one in check.wrongs if check.passes(one)] == []


@pytest.mark.parametrize("check", CHECKS)
def test_unusual_right_answers_are_let_through(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    be_patient(monkeypatch, PATIENT)
    assert check.rights
    assert [one.__name__ for one in check.rights if not check.passes(one)] == []
    assert check.passes(check.solution)


@pytest.mark.thorough
@pytest.mark.parametrize("check", CHECKS)
def test_a_mistake_anywhere_in_the_solution_is_seen(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    be_patient(monkeypatch, HASTY)
    made = list(mutants(check.solution))
    assert made
    assert [told for told, source in made if told not in check.same and check.passes(source)] == []
    assert set(check.same) <= {told for told, _source in made}


def test_mistakes_are_made_one_at_a_time() -> None:
    source = "def f(a):\n    'Says a < b.'\n    if a < 1 and a:\n        a += 2\n    return [x for x in a if x]"
    told: dict[str, Any] = dict(mutants(source))
    assert set(told) == {
        "a < 1 → a <= 1", "a < 1 → a > 1", "a < 1 and a → a < 1 or a", "a < 1 and a → a", "a < 1 and a → a < 1",
        "1 → 2", "2 → 3", "a += 2 → a -= 2", " for x in a if x →  for x in a",
        "if a < 1 and a:\n    a += 2 → if True:\n    a += 2", "if a < 1 and a:\n    a += 2 → if False:\n    a += 2",
    }  # fmt: skip
    assert dict(mutants("def f(a, b):\n    return a")) == {"a → b": "def f(a, b):\n    return b"}
    assert all(made != source and compile(made, "", "exec") for made in told.values())

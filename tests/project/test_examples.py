"""Every example in a docstring of the package runs and gives what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import gamekit as gk

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(gk.__path__, "gamekit.") if not module.name.endswith("__main__")
)


def examples(name: str) -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    return [test for test in finder.find(importlib.import_module(name), name) if test.examples]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    if name.startswith("gamekit.bridges."):
        pytest.importorskip(name, reason="what this bridge leads to is not installed")
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    failures: list[str] = []
    for test in examples(name):
        runner.run(test, out=failures.append)
    assert not failures, "".join(failures)


def test_the_public_face_has_examples() -> None:
    assert sum(len(examples(name)) for name in MODULES if not name.startswith("gamekit.bridges.")) >= 15

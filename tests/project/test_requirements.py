"""Both requirements files, environment.yml and pyproject.toml name the same packages in the same versions."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
FILES = ("requirements.txt", "requirements-test.txt")


def requirement_lines(file: str) -> list[str]:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def pins(*files: str) -> dict[str, str]:
    """Return the version of each package that pip installs from the files, gamekit itself left out."""
    lines = [line for file in files or FILES for line in requirement_lines(file) if not line.startswith("-")]
    exact = [re.fullmatch(r"([\w.-]+)==([\w.]+)", line) for line in lines]
    assert all(exact), "every line pins one version with =="
    return {canonicalize_name(match[1]): match[2] for match in exact if match}


def conda_pins() -> dict[str, str]:
    """What environment.yml installs, by conda and by pip, beside Python, pip and gamekit."""
    entries: list[Any] = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    by_pip = next(entry["pip"] for entry in entries if isinstance(entry, dict))
    by_conda = [entry for entry in entries if isinstance(entry, str) and entry.split(">")[0] not in ("python", "pip")]
    found = dict(re.fullmatch(r"([\w.-]+)=([\w.]+)", entry).groups() for entry in by_conda)  # type: ignore[union-attr]
    found |= dict(entry.split("==") for entry in by_pip if not entry.startswith("-e"))
    return {canonicalize_name(name): version for name, version in found.items()}


def project() -> dict[str, Any]:
    content: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return content


def direct(*extras: str) -> list[Requirement]:
    """Return what pyproject.toml asks for in these extras."""
    optional = project()["optional-dependencies"]
    return [Requirement(line) for extra in extras for line in optional[extra]]


TO_RUN = [*map(Requirement, project()["dependencies"]), *direct("lessons", "class")]
TO_TEST = direct("test")


def test_what_runs_ends_with_gamekit_and_comes_before_what_tests_and_no_package_is_pinned_twice() -> None:
    assert requirement_lines("requirements.txt")[-1] == "-e ."
    assert requirement_lines("requirements-test.txt")[0] == "-r requirements.txt"
    assert not pins("requirements.txt").keys() & pins("requirements-test.txt").keys()
    assert sum(len(requirement_lines(file)) for file in FILES) == len(pins()) + len(["-e .", "-r requirements.txt"])


def test_what_only_tests_need_is_not_installed_to_run() -> None:
    needed = {canonicalize_name(requirement.name) for requirement in TO_RUN}
    assert needed <= pins("requirements.txt").keys()
    assert {canonicalize_name(requirement.name) for requirement in TO_TEST} <= pins("requirements-test.txt").keys()


@pytest.mark.parametrize("requirement", [*TO_RUN, *TO_TEST], ids=str)
def test_each_requirement_of_the_project_is_pinned_alike_for_pip_and_conda(requirement: Requirement) -> None:
    name = canonicalize_name(requirement.name)
    assert name in pins(), f"neither requirements file pins {name}"
    assert name in conda_pins(), f"environment.yml lacks {name}"
    assert pins()[name] == conda_pins()[name]
    assert Version(pins()[name]) in requirement.specifier, "the pin is outside what pyproject.toml allows"


def test_conda_installs_nothing_pip_does_not() -> None:
    assert set(conda_pins()) <= set(pins())


def test_conda_asks_for_the_same_python_and_for_gamekit() -> None:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    assert f"- python{project()['requires-python']}\n" in text
    assert "      - -e .\n" in text


@pytest.mark.parametrize("requirement", [*TO_RUN, *TO_TEST], ids=str)
def test_what_is_installed_here_is_what_is_pinned(requirement: Requirement) -> None:
    """The suite speaks for the pinned versions only when it runs on them."""
    assert version(requirement.name) == pins()[canonicalize_name(requirement.name)]

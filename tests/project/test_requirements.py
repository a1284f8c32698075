"""requirements.txt, environment.yml and pyproject.toml name the same packages in the same versions."""

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


def requirement_lines() -> list[str]:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def pins() -> dict[str, str]:
    """What pip installs, beside gamekit itself: name -> version."""
    exact = [re.fullmatch(r"([\w.-]+)==([\w.]+)", line) for line in requirement_lines()[:-1]]
    assert all(exact), "every line but the last pins one version with =="
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


def direct() -> list[Requirement]:
    """What pyproject.toml asks for to run and to test."""
    extras = project()["optional-dependencies"]
    named = [line for extra in ("lessons", "class", "test") for line in extras[extra]]
    return [Requirement(line) for line in (*project()["dependencies"], *named)]


def test_requirements_end_with_gamekit_itself() -> None:
    assert requirement_lines()[-1] == "-e ."


def test_no_package_is_pinned_twice() -> None:
    assert len(pins()) == len(requirement_lines()) - 1


@pytest.mark.parametrize("requirement", direct(), ids=str)
def test_each_requirement_of_the_project_is_pinned_alike_for_pip_and_conda(requirement: Requirement) -> None:
    name = canonicalize_name(requirement.name)
    assert name in pins(), f"requirements.txt lacks {name}"
    assert name in conda_pins(), f"environment.yml lacks {name}"
    assert pins()[name] == conda_pins()[name]
    assert Version(pins()[name]) in requirement.specifier, "the pin is outside what pyproject.toml allows"


def test_conda_installs_nothing_pip_does_not() -> None:
    assert set(conda_pins()) <= set(pins())


def test_conda_asks_for_the_same_python_and_for_gamekit() -> None:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    assert f"- python{project()['requires-python']}\n" in text
    assert "      - -e .\n" in text


@pytest.mark.parametrize("requirement", direct(), ids=str)
def test_what_is_installed_here_is_what_is_pinned(requirement: Requirement) -> None:
    """The suite speaks for the pinned versions only when it runs on them."""
    assert version(requirement.name) == pins()[canonicalize_name(requirement.name)]

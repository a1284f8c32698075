"""What is handed on says the same everywhere: the name, the version, the Pythons; no link leads nowhere."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import gamekit as gk
from gamekit.core import extras

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FORMS = sorted([*(ROOT / ".github").rglob("*.yml"), ROOT / "CITATION.cff"])
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
readme_elsewhere = runpy.run_path(str(ROOT / "setup.py"), run_name="read")["readme_elsewhere"]


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_name_to_install_by_is_the_one_that_messages_give() -> None:
    assert PROJECT["name"] == extras.DISTRIBUTION != "gamekit"


def test_a_message_names_the_folder_until_the_package_is_installed_under_its_name(monkeypatch) -> None:
    """The name is looked for on an index only by whoever has it from there, or installed the folder under it."""
    monkeypatch.setattr(extras, "DISTRIBUTION", "pytest")
    assert extras.say_install("lessons") == 'python -m pip install "pytest[lessons]"'
    monkeypatch.setattr(extras, "DISTRIBUTION", "no such package")
    told = extras.say_install("class")
    assert told == 'In gamekit\'s folder: python -m pip install -e ".[class]"'


def test_a_citation_names_this_version() -> None:
    assert read(ROOT / "CITATION.cff")["version"] == gk.__version__


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_every_form_can_be_read(path: Path) -> None:
    assert isinstance(read(path), dict)


def test_hosted_ci_runs_every_python_that_is_promised_on_three_systems() -> None:
    promised = [line.split()[-1] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    matrix = read(ROOT / ".github/workflows/test.yml")["jobs"]["suite"]["strategy"]["matrix"]
    assert matrix["python"] == promised
    assert [name.partition("-")[0] for name in matrix["system"]] == ["ubuntu", "windows", "macos"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_and_calls_what_is_there(path: Path) -> None:
    flow = read(path)
    assert flow["permissions"] == {"contents": "read"}
    for name, job in flow["jobs"].items():
        assert job["timeout-minutes"] <= 60
        assert set(job.get("permissions", {})) <= ({"id-token"} if name == "publish" else set())
        for step in job["steps"]:
            for script in re.findall(r"\.ci/\w+", step.get("run", "")):
                assert (ROOT / script).is_file(), script


def test_every_step_of_the_release_runs_each_night() -> None:
    steps = re.search(r"^STEPS=\((.*?)\)", (ROOT / ".ci/release").read_text(encoding="utf-8"), re.MULTILINE)
    matrix = read(ROOT / ".github/workflows/nightly.yml")["jobs"]["release"]["strategy"]["matrix"]
    assert steps is not None
    assert sorted(matrix["step"]) == sorted(steps[1].split())


def test_an_index_shows_no_broken_picture() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(r"!\[[^\]]*\]\(docs/", text)
    without = readme_elsewhere(text, "")
    assert not re.search(r"\]\((?!https?:|#)", without)
    assert "](" not in re.sub(r"\]\((https?:|#)", "", without)
    there = readme_elsewhere(text, "https://host.example/owner/name")
    assert not re.search(r"\]\((?!https?:|#)", there)
    assert "](https://host.example/owner/name/raw/HEAD/docs/" in there
    assert "](https://host.example/owner/name/blob/HEAD/CONTRIBUTING.md)" in there

"""The two commands of README.md are the ones a newcomer was promised, and CI runs the second as it is written."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
UNIX = "python3 -m venv .venv && .venv/bin/python -m pip install {how}-r requirements.txt && .venv/bin/python -m {what}"
WINDOWS = (
    r"py -m venv .venv; .venv\Scripts\python -m pip install {how}-r requirements.txt; .venv\Scripts\python -m {what}"
)
INSTALLS = re.compile(r"""install\b[^\n|;&]*[\s"'`=]gamekit(?![\w/.*-])|\bgamekit\[\w""")
"""Text that tells somebody, or a program, to install gamekit by its name: on an index that is a stranger's package."""


@pytest.mark.parametrize("what", ["run", "test"])
@pytest.mark.parametrize("command", [UNIX, WINDOWS], ids=["macOS and Linux", "Windows"])
def test_readme_gives_each_command_on_a_line_of_its_own_and_in_an_environment_of_its_own(
    command: str, what: str
) -> None:
    wanted = command.format(
        **{"run": {"how": "", "what": "gamekit"}, "test": {"how": "--no-compile ", "what": "pytest"}}[what]
    )
    assert re.search(rf"^{re.escape(wanted)}$", README, re.MULTILINE)


def test_windows_own_shell_can_read_its_commands() -> None:
    """Windows PowerShell 5.1, which every Windows has, takes `&&` for a mistake."""
    blocks = re.findall(r"^```powershell$(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    assert not any("&&" in block for block in blocks)


def test_ci_runs_the_test_command_of_readme() -> None:
    """The line of .ci/steps.sh that finds it, carried out."""
    line = next(
        line for line in (ROOT / ".ci/steps.sh").read_text("utf-8").splitlines() if line.startswith("readme_command=$(")
    )
    script = f'cd "{ROOT}"; {line}; printf %s "$readme_command"'
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout
    assert found == UNIX.format(how="--no-compile ", what="pytest")


def texts() -> list[Path]:
    """Every text of the project, built files aside."""
    folders = [
        ROOT / name for name in (".ci", "benchmarks", "deploy", "docs", "gamekit", "notebooks", "tests", "tools")
    ]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    kinds = {
        "",
        ".md",
        ".py",
        ".toml",
        ".ipynb",
        ".html",
        ".j2",
        ".js",
        ".pot",
        ".po",
        ".txt",
        ".yml",
        ".yaml",
        ".conf",
    }
    return [
        path
        for path in (*files, *ROOT.glob("*.*"))
        if path.suffix in kinds and path.is_file() and "built" not in path.parts
    ]


def test_no_text_tells_anybody_to_install_a_strangers_package() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:200]}"
        for path in texts()
        if path != Path(__file__)
        for line in path.read_text(encoding="utf-8").splitlines()
        if INSTALLS.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("said", [
    'python -m pip install "gamekit[openspiel]"', "pip install gamekit", "uv pip install -U gamekit",
    "%pip install 'gamekit'", "conda install -c conda-forge gamekit, then",
    "with `gamekit[class]`", 'INSTALL = "pip install gamekit"',
])  # fmt: skip
def test_such_a_text_would_be_found(said: str) -> None:
    assert INSTALLS.search(said)


@pytest.mark.parametrize("said", [
    'python -m pip install -e ".[openspiel]"', "pip install wheel/gamekit-*.whl",
    "cd gamekit; pip install -r requirements.txt", "conda activate gamekit",
])  # fmt: skip
def test_what_installs_this_folder_is_let_through(said: str) -> None:
    assert not INSTALLS.search(said)

"""CI runs the test command of README.md as it is written, and no text tells to install a stranger's package."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYTHON = ".venv/bin/python"
TO_TEST = (
    f"python3 -m venv .venv && {PYTHON} -m pip install --no-compile -r requirements-test.txt && {PYTHON} -m pytest"
)
INSTALLS = re.compile(r"""install\b[^\n|;&]*[\s"'`=]gamekit(?![\w/.*-])|\bgamekit\[\w""")
"""Text that tells somebody, or a program, to install gamekit by its name: on an index that is a stranger's package."""


def test_ci_runs_the_test_command_of_readme() -> None:
    """The line of .ci/steps.sh that finds it, carried out."""
    line = next(
        line for line in (ROOT / ".ci/steps.sh").read_text("utf-8").splitlines() if line.startswith("readme_command=$(")
    )
    script = f'cd "{ROOT}"; {line}; printf %s "$readme_command"'
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout
    assert found == TO_TEST


def texts() -> list[Path]:
    """Every text of the project, built files aside."""
    folders = [
        ROOT / name for name in (".ci", "benchmarks", "deploy", "docs", "gamekit", "notebooks", "tests", "tools")
    ]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    kinds = {
        "", ".md", ".py", ".toml", ".ipynb", ".html", ".j2", ".js", ".pot", ".po", ".txt", ".yml", ".yaml", ".conf",
    }  # fmt: skip
    return [
        path
        for path in (*files, *ROOT.glob("*.*"))
        if path.suffix in kinds and path.is_file() and not {"built", "node_modules"} & set(path.parts)
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

"""The two commands of README.md are the ones a newcomer was promised, and CI runs the second as it is written."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "command",
    [
        "python -m pip install -r requirements.txt && python -m gamekit",
        "python -m pip install --no-compile -r requirements.txt && python -m pytest",
    ],
)
def test_readme_gives_the_command_on_a_line_of_its_own(command: str) -> None:
    assert re.search(rf"^{re.escape(command)}$", README, re.MULTILINE)


def test_every_file_and_picture_readme_points_to_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links, "README points to nothing"
    assert [link for link in links if not (ROOT / link).exists()] == []

"""What the command line accepts, and how it refuses."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from gamekit.serve import cli
from tests.serving import lesson

ROOT = Path(__file__).parents[2]


def gamekit(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gamekit", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


def test_serve_help_names_port_address_and_no_browser() -> None:
    said = gamekit("serve", "--help")
    assert said.returncode == 0
    for option in ("--port", "--address", "--no-browser", "--class"):
        assert option in said.stdout


def test_help_names_every_command() -> None:
    said = gamekit("--help").stdout
    for command in ("serve", "lab", "compile", "export"):
        assert command in said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("serve", "--port", "http"), "a port is a number from 0 to 65535"),
        (("serve", "--port", "70000"), "a port is a number from 0 to 65535"),
        (("serve", "--class", "0"), "a class is a number from 1 to 200"),
        (("serve", "--class", "many"), "a class is a number from 1 to 200"),
        (("serve", "--notebooks", "/nowhere"), "There is no folder of lessons at /nowhere"),
        (("fly",), "invalid choice: 'fly'"),
    ],
)
def test_a_wrong_option_is_refused_in_one_sentence(arguments: tuple[str, ...], reason: str) -> None:
    said = gamekit(*arguments)
    assert said.returncode != 0
    assert reason in said.stderr
    assert "Traceback" not in said.stderr


def patiently(address: str) -> Any:
    """Open an address that is announced a moment before it is there."""
    for _ in range(100):
        try:
            return urllib.request.urlopen(address, timeout=20)
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                raise
            time.sleep(0.1)
    raise AssertionError(f"Nothing answers at {address}")


def test_lab_opens_the_notebooks_in_jupyterlab_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    lesson(tmp_path / "start.ipynb", "# Start")
    arguments = ["lab", "--notebooks", str(tmp_path), "--no-browser", "--no-compile", "--port", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gamekit", *arguments],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore Ctrl-C
    )
    try:
        said = ""
        for line in process.stderr or ():
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/lab/tree/start\.ipynb\?token=(\w+)", line):
                break
        assert found, said
        page = f"http://127.0.0.1:{found[1]}/api/contents/start.ipynb?token={found[2]}"
        assert json.load(patiently(page))["type"] == "notebook"
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C in a terminal
        assert process.wait(20) == 0
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_without_a_command_it_serves() -> None:
    assert cli.parser().parse_args([]).run is cli.run_serve
    assert cli.parser().parse_args(["--port", "9000"]).port == 9000


def test_an_unknown_lesson_for_a_class_is_refused_with_the_ones_there_are(tmp_path: Path) -> None:
    lesson(tmp_path / "kartenspiel" / "rules.ipynb", "# Rules")
    said = gamekit("serve", "--notebooks", str(tmp_path), "--lesson", "kartenspiel/rule", "--no-browser")
    assert said.returncode == 1
    assert "There is no lesson kartenspiel/rule. The lessons are: kartenspiel/rules." in said.stderr

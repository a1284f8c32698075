"""The simulation of other systems shows gamekit what it should, and nobody else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def on(system: str, program: str) -> str:
    environment = {**os.environ, "GAMEKIT_SYSTEM": system, "PYTHONPATH": str(HERE)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else done.stderr


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_gamekit_is_elsewhere_and_everybody_else_is_here(system):
    program = (
        "import sys, os, gamekit.server.process_control as p, psutil\n"
        "print(p.sys.platform, sys.platform, hasattr(p.os, 'nice'), hasattr(os, 'nice'))"
    )
    assert on(system, program).split() == [system, sys.platform, str(system != "win32"), str(hasattr(os, "nice"))]


def test_what_windows_refuses_is_refused(tmp_path):
    held, free = tmp_path / "held", tmp_path / "free"
    program = (
        f"from gamekit.core.files import write_whole, Path\nheld = open({str(held)!r}, 'w')\n"
        f"for path in ({str(free)!r}, {str(held)!r}, {str(tmp_path / 'a?.txt')!r}):\n"
        "    try: write_whole(Path(path), 'x'); print('written')\n"
        "    except Exception as error: print(type(error).__name__)\n"
    )
    assert on("win32", program).split() == ["written", "SaveError", "SaveError"]
    assert on("darwin", program).split() == ["written"] * 3


def test_modules_that_are_not_there_are_not_found():
    program = "from gamekit.server.network import raise_descriptor_limit as raise_it\nprint('no limits', raise_it())"
    assert on("win32", program).startswith("no limits")


def test_a_system_that_there_is_not_is_refused():
    assert "GAMEKIT_SYSTEM is win32 or darwin, not 'beos'" in on("beos", "print(1)")

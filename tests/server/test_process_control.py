"""Processes beside this one: they end with all they have started."""

from __future__ import annotations

import subprocess
import sys

import psutil
import pytest

from gamekit.server.process_control import end_tree, shield_from_keyboard
from tests.serving import PATIENCE, running, soon

STARTS_ANOTHER = (
    "import subprocess\n"
    "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "print('started', flush=True)\ntime.sleep(600)\n"
)


def started(program: str, **how: object) -> subprocess.Popen[bytes]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", program], **pipes, **how)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("system", [sys.platform, "win32"])
def test_a_process_is_ended_with_what_it_has_started_on_every_system(system, monkeypatch):
    """Windows knows no groups of processes."""
    monkeypatch.setattr(sys, "platform", system)
    process = started("import time, sys\n" + STARTS_ANOTHER, **shield_from_keyboard())
    monkeypatch.undo()
    assert process.stdout is not None
    assert process.stdout.readline().strip() == b"started"
    (child,) = psutil.Process(process.pid).children()
    monkeypatch.setattr(sys, "platform", system)
    end_tree(process.pid)
    monkeypatch.undo()
    assert process.wait(PATIENCE) != 0
    assert soon(lambda: not running(child.pid)), "what it had started goes on"
    end_tree(process.pid)  # and once more does no harm

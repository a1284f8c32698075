"""Processes beside this one: they end with whoever started them, with all they have started, and end in peace."""

from __future__ import annotations

import subprocess
import sys

import psutil
import pytest

from gamekit.lab.engine.processes import end_tree, shield_from_keyboard
from tests.serving import PATIENCE, running, soon

WATCHES = (
    "from gamekit.lab.engine.processes import end_with_the_other_end\nend_with_the_other_end()\nimport time, sys\n"
)
STARTS_ANOTHER = (
    "import subprocess\n"
    "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "print('started', flush=True)\ntime.sleep(600)\n"
)


def started(program: str, **how: object) -> subprocess.Popen[bytes]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", program], **pipes, **how)  # type: ignore[call-overload,no-any-return]


def test_a_process_that_is_done_ends_in_peace_while_its_input_is_still_open():
    """A thread that waits in sys.stdin's buffer meanwhile is a fatal error of Python's."""
    with started(WATCHES + "time.sleep(0.2)\n") as process:
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize("how", [shield_from_keyboard(), shield_from_keyboard(polite=True), {}])
def test_when_its_input_is_closed_a_process_ends_with_what_it_has_started(how):
    process = started(WATCHES + STARTS_ANOTHER, **how)
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline().strip() == b"started"
    (child,) = psutil.Process(process.pid).children()
    process.stdin.close()
    assert process.wait(PATIENCE) != 0
    _gone, alive = psutil.wait_procs([child], PATIENCE)
    assert not [one for one in alive if one.status() != psutil.STATUS_ZOMBIE]


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

"""What has been stopped by the clock, or might have been, goes on under a debugger, and where coverage counts lines."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from gamekit.lab.engine.python_strategies import Clock
from tests.serving import LONGEST_START

FOLLOWED = """
import contextlib, sys, time
from types import SimpleNamespace
from gamekit.lab.engine.python_strategies import Clock, TooSlow, run_watched
from gamekit.core.time_limit import TooLong, call_within

def in_time(*question):
    return 3

def late(*question):
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        with contextlib.suppress(BaseException):
            time.sleep(0.01)
    return 3

def ask(choose):
    strategy = SimpleNamespace(name="any", patience=0.1, choose=choose)
    return run_watched(lambda clock: clock.ask(strategy, "here"))

with contextlib.suppress(TooSlow, TooLong):
    {call}
sys.settrace(lambda *_: None)
assert in_time() == 3
"""


@pytest.mark.parametrize("call", ["ask(in_time)", "ask(late)", "call_within(0.1, in_time)", "call_within(0.1, late)"])
def test_a_call_under_a_clock_leaves_nothing_behind_that_a_debugger_hangs_on(call: str) -> None:
    """In Python 3.11 it would, for ever: so this is asked in a process that can be ended."""
    subprocess.run([sys.executable, "-c", FOLLOWED.format(call=call)], check=True, timeout=LONGEST_START)


def test_nothing_is_interrupted_before_a_strategy_is_asked() -> None:
    Clock().interrupt_if_late(threading.get_ident())

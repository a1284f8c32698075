"""A bridge whose tool is not installed says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gamekit import bridges
from gamekit.core.extras import say_install


@pytest.mark.parametrize(
    ("bridge", "package", "extra"),
    [
        ("load_pyspiel", "pyspiel", "openspiel"),
        ("pettingzoo_env", "pettingzoo", "pettingzoo"),
        ("vector_env", "gymnasium", "gymnasium"),
    ],
)
def test_a_missing_tool_is_named_with_the_line_that_installs_it(bridge, package, extra):
    program = f"import sys; sys.modules[{package!r}] = None\nfrom gamekit.bridges import {bridge}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert say_install(extra) in done.stderr, "double quotes: Windows knows no others"


def test_what_is_no_bridge_is_said():
    with pytest.raises(AttributeError, match="it has load_pyspiel, pettingzoo_env, register, vector_env"):
        _ = bridges.load_chess

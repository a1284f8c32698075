"""A folder for the time a server runs: it goes when the server does, however that ends."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path

SWEEP = """
import shutil, sys, time
from pathlib import Path
sys.stdin.read()
for _ in range(20):
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    if not Path(sys.argv[1]).exists():
        break
    time.sleep(0.25)
"""
"""Waits until nobody holds the other end of its input, and then removes the folder; kernels may still be ending."""


class Scratch:
    """A temporary folder with a small process beside it that outlives this one, to remove it."""

    def __init__(self, where: str | None = None) -> None:
        self.folder = tempfile.mkdtemp(prefix="gamekit_", dir=where)
        self._sweeper = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", SWEEP, self.folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=Path(self.folder).parent,
            start_new_session=True,
        )

    @property
    def sweeper(self) -> int:
        """The number of the process beside it."""
        return self._sweeper.pid

    def close(self) -> None:
        """Remove the folder now."""
        if self._sweeper.stdin is not None:
            self._sweeper.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._sweeper.wait(timeout=6)

"""A worker as a process: cells that close what is not theirs, and what its server hears of it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gamekit.lessons.catalog import find_lessons
from gamekit.server.worker_pool import MODULE
from tests.serving import ROOT, lesson

HUNG = 120
"""Seconds after which a worker that says nothing counts as hung."""


def heard(folder: Path, cell: str) -> str:
    """What a worker says to the order to draw a lesson with this cell, until it ends."""
    lesson(folder / "coin.ipynb", "# Coin", cell, "print('and on')")
    (found,) = find_lessons(folder)
    order = {"id": 1, "do": "draw", "key": "k", "folder": str(folder), "language": "en", "lesson": found.model_dump()}
    worker = subprocess.Popen(
        [sys.executable, "-m", MODULE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    hung = threading.Timer(HUNG, worker.kill)
    hung.start()
    try:
        worker.stdin.write(json.dumps(order) + "\n")
        worker.stdin.flush()
        said = worker.stdout.readline()
        worker.stdin.close()
        worker.wait()
    finally:
        hung.cancel()
        worker.kill()
        worker.stdout.close()
    return said


@pytest.mark.parametrize(
    "cell",
    [
        "import sys; sys.stdout.close(); sys.stderr.close()",
        "import sys; sys.__stdin__.close(); sys.__stdout__.close(); sys.__stderr__.close()",
        "import os; os.close(0); os.close(1); os.close(2)",
    ],
)
def test_a_cell_that_closes_its_streams_closes_none_of_the_worker_s(tmp_path: Path, cell: str) -> None:
    said = json.loads(heard(tmp_path, cell))
    assert said["type"] == "result"
    assert said["page"]["failed"] == ""


def test_a_worker_that_can_say_nothing_any_more_ends(tmp_path: Path) -> None:
    assert heard(tmp_path, "import os; os.closerange(3, 100)") == ""

"""A notebook runs in a kernel of its own, by the command that CONTRIBUTING names; other tests run the cells of all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_nbval_runs_a_notebook_as_its_users_type_it() -> None:
    lines = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines()
    typed = next(line.partition("#")[0] for line in lines if "pytest --nbval" in line)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, *typed.split()[1:]]
    ran = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
    assert " passed" in ran.stdout
    assert "workers" not in ran.stdout, "the cells of one notebook need one process"

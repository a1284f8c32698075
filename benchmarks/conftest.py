"""Benchmarks run in one process, also when the test suite uses several."""

from __future__ import annotations

import pytest


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return 0 workers, as parallel measurements would slow each other."""
    return 0

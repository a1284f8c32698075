"""Speed is measured in one process, whatever the test suite does."""

from __future__ import annotations

import pytest


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """No workers: two measurements side by side would measure each other."""
    return 0

"""Let `pytest --nbval-lax notebooks/…` work as typed. The ordinary suite never reads this file, and never imports nbval."""

from __future__ import annotations

import pytest


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Load nbval, which pyproject.toml blocks because every worker of the suite would take seconds to import it."""
    config = pluginmanager.get_plugin("pytestconfig")
    # With arguments already read, a folder above was asked for: options of a plugin would come too late.
    if config is not None and not config.args and pluginmanager.unblock("nbval"):
        pluginmanager.import_plugin("nbval", consider_entry_points=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Return 0 for a single notebook: its cells share one kernel, so that a second process would only cost time."""
    return 0 if len(config.args) == 1 and ".ipynb" in config.args[0] else None


def pytest_configure(config: pytest.Config) -> None:
    """Keep all cells of a notebook in one process."""
    if config.getoption("dist", "no") != "no":
        config.option.dist = "loadfile"

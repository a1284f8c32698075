"""Optional packages: which extra of pyproject.toml installs a package, and the error if it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from gamekit.core.errors import GamekitError

EXTRAS: Final = {
    "lessons": (
        "matplotlib", "pandas", "ipywidgets", "anywidget", "traitlets", "IPython", "ipykernel", "jupyterlab", "voila",
        "jupyter_core", "jupyter_server", "jupyter_client", "nbconvert", "nbformat", "nbclient", "tornado", "jinja2",
        "latex2mathml", "babel", "fontTools",
    ),
    "class": ("sqlalchemy", "segno", "psutil"),
    "cluster": ("dask", "distributed"),
    "openspiel": ("pyspiel",),
    "pettingzoo": ("pettingzoo",),
    "gymnasium": ("gymnasium",),
}  # fmt: skip
"""Extras of pyproject.toml, and the packages of each that are imported."""
DISTRIBUTION: Final = "roadgames"
"""Name of the package on an index; its import name belongs to a stranger's package there."""
EXTRA_OF: Final = {package: extra for extra, packages in EXTRAS.items() for package in packages}


def say_install(extra: str) -> str:
    """Return the command that installs an extra, for an installed package or in the folder of the sources.

    If no package of this name is installed the sources are meant: the name is never looked up on an index.
    """
    from importlib.metadata import PackageNotFoundError, version  # takes time, and is wanted only here

    try:
        version(DISTRIBUTION)
    except PackageNotFoundError:
        return f'In gamekit\'s folder: python -m pip install -e ".[{extra}]"'
    return f'python -m pip install "{DISTRIBUTION}[{extra}]"'


class MissingExtra(GamekitError, ModuleNotFoundError):
    """A package that the core does without is not installed."""


def name_missing(error: ModuleNotFoundError, what: str, extra: str = "") -> MissingExtra | None:
    """Return the error if `what` needs a package of an extra; None if something else could not be imported.

    `extra` is the one that installs all that `what` needs; by default the one that installs the package.
    """
    package = (error.name or "").partition(".")[0]
    if package not in EXTRA_OF:
        return None
    return MissingExtra(
        f"{what} needs {package}, which is not installed. {say_install(extra or EXTRA_OF[package])}", name=error.name
    )


@contextmanager
def need(what: str, extra: str = "") -> Iterator[None]:
    """Context manager for the import of optional packages. Raises `MissingExtra`, which says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        found = name_missing(error, what, extra)
        if found is None or isinstance(error, MissingExtra):
            raise
        raise found from None

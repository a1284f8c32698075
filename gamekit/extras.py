"""What is not part of the core: which extra of pyproject.toml brings a package, and what is said where none does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from gamekit.errors import GamekitError

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
"""The extras of pyproject.toml, and the packages that are imported of each."""
DISTRIBUTION: Final = "roadgames"
"""What the package is called on an index. Its import name is a stranger's package there."""
EXTRA_OF: Final = {package: extra for extra, packages in EXTRAS.items() for package in packages}


def say_install(extra: str) -> str:
    """The command that brings an extra to an installed package, or in the folder of the sources.

    Where nothing of this name is installed the folder is meant: the name is never looked for where others publish.
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
    """What to say where `what` needs a package of an extra; None if something else could not be imported.

    `extra` is named if one brings all that `what` needs; else the one that brings the package.
    """
    package = (error.name or "").partition(".")[0]
    if package not in EXTRA_OF:
        return None
    return MissingExtra(
        f"{what} needs {package}, which is not installed. {say_install(extra or EXTRA_OF[package])}", name=error.name
    )


@contextmanager
def need(what: str, extra: str = "") -> Iterator[None]:
    """Around the import of what only an extra brings. Raises `MissingExtra`, which says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        found = name_missing(error, what, extra)
        if found is None or isinstance(error, MissingExtra):
            raise
        raise found from None

"""Notebook files in JupyterLab: signing the package's lessons, and keeping metadata when one is saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import nbformat
from nbformat.sign import NotebookNotary

from gamekit.lessons.catalog import notebooks, own_folder, read_notebook

OF_THE_KERNEL: Final = ("kernelspec", "language_info")
"""Metadata that JupyterLab writes as soon as a notebook is opened: name and version of the reader's kernel."""


def keep_metadata(model: dict[str, Any], path: str, contents_manager: Any, **_more: Any) -> None:
    """Save hook: keep a notebook's kernel metadata as its file has it, unless its language changed."""
    content = model.get("content")
    if model.get("type") != "notebook" or not isinstance(content, dict):
        return
    try:
        before = read_notebook(Path(contents_manager._get_os_path(path)))["metadata"]
    except (OSError, ValueError, LookupError, TypeError):  # a new one
        return
    after = content["metadata"]
    if before.get("language_info", {}).get("name") == after.get("language_info", {}).get("name"):
        after.update({name: before[name] for name in OF_THE_KERNEL if name in before})


def sign_lessons() -> None:
    """Sign the package's lessons, so that JupyterLab shows their outputs before anything runs.

    A signature covers a notebook's content wherever it lies: it holds for an unchanged copy, and for nothing else.
    """
    notary = NotebookNotary()
    for path in notebooks(own_folder()):
        notary.sign(nbformat.read(path, as_version=nbformat.NO_CONVERT))

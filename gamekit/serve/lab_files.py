"""What `python -m gamekit lab` does with notebooks: it signs its own, and keeps the metadata of what is saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import nbformat
from nbformat.sign import NotebookNotary

from gamekit.serve.lessons import notebooks, own_folder, read_notebook

OF_THE_KERNEL: Final = ("kernelspec", "language_info")
"""What JupyterLab writes into a notebook as soon as it is opened: the name and version of whoever runs it."""


def keep_metadata(model: dict[str, Any], path: str, contents_manager: Any, **_more: Any) -> None:
    """Leave what a notebook's file says of its language as it stands there: who only reads changes nothing."""
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
    """Sign the lessons that come with gamekit, so that JupyterLab shows their boards and charts before anything runs.

    A signature is of what a notebook holds, wherever it lies: it counts for an unchanged copy, and for nothing else.
    """
    notary = NotebookNotary()
    for path in notebooks(own_folder()):
        notary.sign(nbformat.read(path, as_version=nbformat.NO_CONVERT))

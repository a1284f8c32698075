"""What JupyterLab does when it saves a notebook, if `python -m gamekit lab` started it: it runs in that process."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from gamekit.serve.lessons import read_notebook

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

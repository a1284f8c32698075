"""Starting processes apart from the terminal, lowering their priority, and ending process trees."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import Any, Final

OWN_GROUP: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
POLITE: Final = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""Flags of Windows, which has no niceness; 0 elsewhere."""


def shield_from_keyboard() -> dict[str, Any]:
    """Return arguments of `Popen` that keep Ctrl-C from the process and lower its priority on Windows."""
    return {"start_new_session": True, "creationflags": OWN_GROUP | POLITE}


def give_way(niceness: int) -> None:
    """Raise this process's niceness; does nothing on Windows, where the priority was set at the start."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def end_tree(process: int) -> None:
    """Kill a process with its group or, if it leads none, its descendants; does nothing if it has ended."""
    if hasattr(os, "killpg") and sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getpgid(process) == process:  # started with `shield_from_keyboard`
                os.killpg(process, signal.SIGKILL)
                return
    import psutil  # imported here, as the core starts no processes and does without it

    with contextlib.suppress(psutil.Error):
        first = psutil.Process(process)
        for one in [*first.children(recursive=True), first]:
            with contextlib.suppress(psutil.Error):
                one.kill()

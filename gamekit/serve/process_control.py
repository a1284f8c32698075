"""Processes beside this one, alike on every system: how they are started, how they end with all they have started.

What they do is said where they are started.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import Any, Final

OWN_GROUP: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
POLITE: Final = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""What only Windows knows; it has no niceness either."""


def shield_from_keyboard() -> dict[str, Any]:
    """What to hand to `Popen` so that Ctrl-C is for whoever started the process, and others go first on Windows.

    Each system takes its own half and passes over the other.
    """
    return {"start_new_session": True, "creationflags": OWN_GROUP | POLITE}


def give_way(niceness: int) -> None:
    """Lower this process's priority; where there is no niceness, it was lowered when the process was started."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def end_tree(process: int) -> None:
    """End a process with all that it has started, and with their like; nothing happens if it has ended."""
    if hasattr(os, "killpg") and sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getpgid(process) == process:  # started apart from the keyboard, it leads a group
                os.killpg(process, signal.SIGKILL)
                return
    import psutil  # what starts processes serves pages; the core starts none

    with contextlib.suppress(psutil.Error):
        first = psutil.Process(process)
        for one in [*first.children(recursive=True), first]:
            with contextlib.suppress(psutil.Error):
                one.kill()

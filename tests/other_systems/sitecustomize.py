"""Windows or macOS, as far as gamekit's own modules can tell: GAMEKIT_SYSTEM is "win32" or "darwin".

Python imports this file when it starts, in every process that has its folder in PYTHONPATH. The modules of gamekit
then see a `sys`, an `os` and so on in which is missing what that system lacks. Everything else, other people's packages
among it, sees the system that is really there.
"""

from __future__ import annotations

import asyncio
import builtins
import errno
import os
import pathlib
import re
import signal
import socket
import sys
import threading
import types
from asyncio import base_events
from collections.abc import Callable
from typing import Any

SYSTEM = os.environ.get("GAMEKIT_SYSTEM", "")

MISSING = {
    "win32": {
        "os": {
            "O_NONBLOCK", "PRIO_PROCESS", "WNOHANG", "fork", "forkpty", "geteuid", "getgid", "getloadavg", "getpgid",
            "getpriority", "getuid", "killpg", "mkfifo", "nice", "pidfd_open", "sched_getaffinity", "setpgid",
            "setpriority", "setsid", "statvfs", "sysconf", "uname", "wait4", "waitid",
        },
        "signal": {
            "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "alarm", "pidfd_send_signal",
            "pthread_sigmask", "setitimer",
        },
        "socket": {"AF_UNIX"},
        "asyncio": {"open_unix_connection", "start_unix_server"},
    },
    "darwin": {
        "os": {"pidfd_open", "sched_getaffinity"},
        "signal": {"pidfd_send_signal"},
        "socket": set(),
        "asyncio": set(),
    },
}  # fmt: skip
"""Names of Python's own modules that Linux has and the other system has not."""
NO_MODULES = {"win32": {"fcntl", "grp", "pty", "pwd", "resource", "termios"}, "darwin": set[str]()}
REAL = {"sys": sys, "os": os, "signal": signal, "socket": socket, "asyncio": asyncio}
NO_FILE_NAME = re.compile(r'[<>:"|?*\x00-\x1f]|[ .]$')


class Elsewhere(types.ModuleType):
    """A module of Python's as another system has it."""

    def __init__(self, real: types.ModuleType, missing: set[str], changed: dict[str, Any]) -> None:
        super().__init__(real.__name__)
        self.__dict__.update(_real=real, _missing=missing, **changed)

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module {self._real.__name__!r} has no attribute {name!r} on {SYSTEM}")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)


def setpriority(which: int, who: int, priority: int) -> None:
    """macOS knows processes by number, and no threads."""
    if which == os.PRIO_PROCESS and who in {one.native_id for one in threading.enumerate()} - {os.getpid()}:
        raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
    os.setpriority(which, who, priority)


def is_open(path: Any) -> bool:
    """Whether this process holds a file open."""
    wanted = os.path.realpath(os.fspath(path))
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{number}") == wanted and os.path.isfile(wanted):
                return True
        except OSError:
            continue
    return False


def refusing(name: str, is_name: bool) -> Callable[..., Any]:
    """`os.replace` or one of its like as Windows does it: not with a file that is open, nor with such a name."""

    def carry_out(*paths: Any, **options: Any) -> Any:
        if is_name and NO_FILE_NAME.search(os.path.basename(os.fspath(paths[-1]))):
            raise OSError(errno.EINVAL, "The filename, directory name, or volume label syntax is incorrect", paths[-1])
        for path in paths:
            if is_open(path):
                raise PermissionError(errno.EACCES, "The file is being used by another process", str(path))
        return getattr(os, name)(*paths, **options)

    return carry_out


def simulate() -> None:
    """From now on gamekit's modules are on the other system."""
    changed: dict[str, dict[str, Any]] = {"sys": {"platform": SYSTEM}}
    if SYSTEM == "win32":
        changed["os"] = {
            "name": "nt", "replace": refusing("replace", True), "rename": refusing("rename", True),
            "unlink": refusing("unlink", False), "remove": refusing("remove", False),
        }  # fmt: skip
        del os.mkfifo  # for nobody: tests that make a pipe ask whether there are any
        # Servers use this loop there, and it starts no processes.
        loop = asyncio.SelectorEventLoop
        loop._make_subprocess_transport = base_events.BaseEventLoop._make_subprocess_transport  # type: ignore[method-assign]
    else:
        changed["os"] = {"setpriority": setpriority}
    fakes = {
        name: Elsewhere(real, MISSING[SYSTEM].get(name, set()), changed.get(name, {})) for name, real in REAL.items()
    }
    real_import, real_open = builtins.__import__, pathlib.Path.open

    def import_elsewhere(
        name: str, names: Any = None, local: Any = None, fromlist: Any = (), level: int = 0
    ) -> types.ModuleType:
        asking = (names or {}).get("__name__", "")
        spec = getattr((names or {}).get("__spec__"), "name", "")
        if level == 0 and (asking == "gamekit" or asking.startswith("gamekit.") or spec.startswith("gamekit.")):
            if name.partition(".")[0] in NO_MODULES[SYSTEM]:
                raise ModuleNotFoundError(f"No module named {name!r} on {SYSTEM}", name=name)
            if name in fakes:
                return fakes[name]
        return real_import(name, names, local, fromlist, level)

    def open_elsewhere(path: pathlib.Path, *how: Any, **options: Any) -> Any:
        if str(path).startswith("/proc/"):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        return real_open(path, *how, **options)

    builtins.__import__ = import_elsewhere
    pathlib.Path.open = open_elsewhere  # type: ignore[method-assign,assignment]


if SYSTEM:
    if SYSTEM not in MISSING:
        raise SystemExit(f"GAMEKIT_SYSTEM is {' or '.join(MISSING)}, not {SYSTEM!r}.")
    simulate()

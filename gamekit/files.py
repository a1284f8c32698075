"""Reading files of other people, and writing files whole or not at all. What stands in them is not known here."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from gamekit.errors import SaveError, quoted, shortened


def read_plain(path: Path, largest: int) -> str:
    """The text of an ordinary file of at most `largest` bytes.

    Raises `FileNotFoundError`, or `ValueError` saying why it is not read: a pipe or a device would never end.
    """
    waiting = getattr(os, "O_NONBLOCK", 0)  # opening a pipe does not wait for somebody to write to it
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | waiting)) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise ValueError("it is not an ordinary file")
        if about.st_size > largest:
            raise ValueError(f"it is larger than {largest:,} bytes")
        return file.read(largest).decode("utf-8")


def write_whole(path: Path, contents: str | bytes) -> Path:
    """Write a file so that, whatever happens, `path` holds what it held or the new `contents`, never a part.

    Returns the path. Raises `SaveError` if it cannot be written.
    """
    if not path.name:
        raise SaveError(f"{quoted(str(path))} is not the name of a file.")
    # Beside its place: a file can only be moved into place whole on its own disk.
    part = path.with_name(f".{secrets.token_hex(6)}.part")
    try:
        with part.open("xb") as file:
            file.write(contents.encode() if isinstance(contents, str) else contents)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
        why = getattr(error, "strerror", None) or error
        place = f"{shortened(path.name)} cannot be written in {shortened(str(path.parent))}"
        raise SaveError(f"{place}: {shortened(str(why))}.") from None
    finally:
        with suppress(OSError, ValueError):
            part.unlink(missing_ok=True)
    return path

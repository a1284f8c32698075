"""Writing files: whole or not at all. What stands in them belongs to the rooms that write them."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from gamekit.errors import SaveError


def write_whole(path: Path, text: str) -> Path:
    """Write a text file so that, whatever happens, `path` holds the old text or the new, never a part.

    Returns the path. Raises `SaveError` if it cannot be written.
    """
    if not path.name:
        raise SaveError(f"{str(path)!r} is not the name of a file.")
    # Beside its place: a file can only be moved into place whole on its own disk.
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        raise SaveError(f"{path.name} cannot be written in {path.parent}: {error.strerror or error}.") from None
    finally:
        part.unlink(missing_ok=True)
    return path

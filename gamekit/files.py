"""Reading files of other people, and writing files whole or not at all. What stands in them is not known here."""

from __future__ import annotations

import codecs
import os
import secrets
import stat
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Final

from gamekit.errors import SaveError, quote, shorten

JOINERS: Final = "\u200c\u200d"
"""Invisible, and letters all the same: Persian and Hindi words need them, and signs that are made of several."""


def cache_root() -> Path:
    """Where lies what can be made anew at any time: `GAMEKIT_CACHE`, else the system's folder for that."""
    import platformdirs

    chosen = os.environ.get("GAMEKIT_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("gamekit", appauthor=False))


def read_plain(path: Path, largest: int) -> str:
    """The text of an ordinary file of at most `largest` bytes.

    Raises `FileNotFoundError`, or `ValueError` saying why it is not read: a pipe or a device would never end, and bytes
    may be no text.
    """
    waiting = getattr(os, "O_NONBLOCK", 0)  # opening a pipe does not wait for somebody to write to it
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | waiting)) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise ValueError("it is not an ordinary file")
        if about.st_size > largest:
            raise ValueError(f"it is larger than {largest:,} bytes")
        return decode(file.read(largest))


def decode(data: bytes) -> str:
    """The text that bytes are, in UTF-8 or what Windows also calls Unicode, marked or not; lines end in \\n.

    Raises `ValueError` saying what to do.

    >>> decode(b"\\xef\\xbb\\xbfGames\\r\\n"), decode("Züge".encode("utf-16"))
    ('Games\\n', 'Züge')
    """
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is not written in UTF-8: save it as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def keep_visible(text: str) -> str:
    """What of a stranger's text may stand on a page: no half signs, nothing that turns text around or hides in it.

    >>> keep_visible("Mine \\ud800\\u202e!"), len(keep_visible("\\u200dعلی\\u200cرضا\\u200c"))
    ('Mine !', 7)
    """
    return "".join(sign for k, sign in enumerate(text) if _is_seen(sign) or _joins(text, k))


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LMNPSZ" or sign == "\n"


def _joins(text: str, k: int) -> bool:
    """Whether a joiner stands where it does something: between two letters, or parts of a sign."""
    around = text[k - 1 : k] + text[k + 1 : k + 2]
    return text[k] in JOINERS and len(around) == 2 and all(unicodedata.category(one)[0] in "LMS" for one in around)


def write_whole(path: Path, contents: str | bytes, mode: int | None = None) -> Path:
    """Write a file so that, whatever happens, `path` holds what it held or the new `contents`, never a part.

    `mode` is who may read and write it; None leaves that to the system. Returns the path. Raises `SaveError` if it
    cannot be written.
    """
    if not path.name:
        raise SaveError(f"{quote(str(path))} is not the name of a file.")
    # Beside its place: a file can only be moved into place whole on its own disk.
    part = path.with_name(f".{secrets.token_hex(6)}.part")
    try:
        with part.open("xb") as file:
            file.write(contents.encode() if isinstance(contents, str) else contents)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            part.chmod(mode)
        os.replace(part, path)
    except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
        why = getattr(error, "strerror", None) or error
        place = f"{shorten(path.name)} cannot be written in {shorten(str(path.parent))}"
        raise SaveError(f"{place}: {shorten(str(why))}.") from None
    finally:
        with suppress(OSError, ValueError):
            part.unlink(missing_ok=True)
    return path

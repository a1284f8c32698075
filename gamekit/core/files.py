"""Reading of files from others, finding damage in JSON, writing files whole, folders of caches, files of games."""

from __future__ import annotations

import codecs
import json
import os
import re
import secrets
import stat
import time
import unicodedata
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from gamekit.core.errors import SaveError, quote, shorten
from gamekit.core.i18n.translation import _, say_number

JOINERS: Final = "\u200c\u200d"
"""Invisible characters that are letters all the same: Persian, Hindi and composed emoji need them."""

JSON_TOKEN: Final = re.compile(
    r'\s+|"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|[{}\[\],:]'
    r"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null"
)
WHOLE_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
TYPOGRAPHIC_QUOTES: Final = "“”„‟«»‘’‚"
DEEPEST_JSON: Final = 100
"""Lists and tables in one another, at most."""
OURS: Final = 0o644
"""Mode of a file of a cache: its owner may change it, and nobody else, whatever the umask is."""
REPLACE_TRIES: Final = 3
"""Times that a file is moved into its place: programs that synchronise folders hold files for a moment."""
PAUSE: Final = 0.2
"""Seconds before the second try; twice as many before the third."""


def cache_root() -> Path:
    """Return the folder for files that can be made again any time: `GAMEKIT_CACHE`, else the system's cache folder."""
    import platformdirs

    chosen = os.environ.get("GAMEKIT_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("gamekit", appauthor=False))


class NotTrustedError(OSError):
    """A file of a cache that somebody else could have written."""


def is_trusted(about: os.stat_result) -> bool:
    """Return whether a file or a folder is this user's or the system's own, and nobody else can write it.

    In a folder with the sticky bit, such as ``/tmp``, others can write, but not replace what is there. Always
    True where files have no owners (Windows): there the rights of the folder decide.
    """
    if not hasattr(os, "geteuid"):
        return True
    shared = about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    kept_apart = stat.S_ISDIR(about.st_mode) and about.st_mode & stat.S_ISVTX
    return about.st_uid in (os.geteuid(), 0) and (not shared or bool(kept_apart))


def make_cache_folder(folder: Path) -> None:
    """Make a folder of a cache, with its parents, and withdraw the right to write from others if it is this user's.

    Raises `OSError` if it cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    about = folder.stat()
    if hasattr(os, "geteuid") and about.st_uid == os.geteuid() and not is_trusted(about):
        folder.chmod(stat.S_IMODE(about.st_mode) & ~(stat.S_IWGRP | stat.S_IWOTH))


def read_cached(file: Path) -> bytes:
    """Return the content of a file of a cache.

    Raises `NotTrustedError` if somebody else could have written it, or can write its folder, and another `OSError` if
    it cannot be read.
    """
    with file.open("rb") as opened:
        if not is_trusted(os.fstat(opened.fileno())) or not is_trusted(file.parent.stat()):
            raise NotTrustedError(f"{file} belongs to somebody else, or others can write it.")
        return opened.read()


def read_plain(path: Path, largest: int) -> str:
    """Return the text of an ordinary file of at most `largest` bytes.

    Raises `FileNotFoundError`, or `ValueError` saying why it is not read: a pipe or a device would never end, and bytes
    may be no text.
    """
    waiting = getattr(os, "O_NONBLOCK", 0)  # opening a pipe does not wait for somebody to write to it
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | waiting)) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise ValueError(_("it is not an ordinary file"))
        if about.st_size > largest:
            raise ValueError(_("it is larger than {most:,} bytes").format(most=largest))
        return decode(file.read(largest))


def decode(data: bytes) -> str:
    """Return bytes as text, from UTF-8 or UTF-16, with or without a byte order mark; lines end in \\n.

    Raises `ValueError` saying what to do.

    >>> decode(b"\\xef\\xbb\\xbfGames\\r\\n"), decode("Züge".encode("utf-16"))
    ('Games\\n', 'Züge')
    """
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(_("it is not written in UTF-8: save it as UTF-8")) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_json(text: str, name: str) -> Any:
    """Return the content of the JSON text of a file from somebody else; errors call the file `name`.

    A byte order mark at the beginning is ignored. Raises `ValueError`, a sentence with the line and the kind of the
    damage.
    """
    text = text.removeprefix("\ufeff")
    fault = _find_json_fault(text)
    if fault is None:
        try:
            return json.loads(text)
        except ValueError:  # a number with more digits than Python reads
            fault = _("there is something that JSON does not know."), 1
    what, line = fault
    where = _("{name}, line {line}: {what}") if line else _("{name}: {what}")
    raise ValueError(where.format(name=name, line=say_number(line), what=what))


def _find_json_fault(text: str) -> tuple[str, int] | None:
    """Return the fault of a JSON text and its line (0: the whole text), or None if there is none."""
    if not text.strip():
        return _("the file is empty."), 0
    if not text.strip("\0"):
        return _("the file holds nothing but zeros: it was not written to its end."), 0
    if text.lstrip().startswith("<"):
        return _("this is a web page, no saved game; perhaps a page to log in was saved instead."), 0
    tables: list[set[str] | None] = []  # what is open: the keys of a table, None for a list
    wants, last, last_at, at = "value", "", 0, 0
    while at < len(text):
        found = JSON_TOKEN.match(text, at)
        token, begins = found[0] if found else "", at
        at += len(token)
        if token.isspace():
            continue
        line = text.count("\n", 0, begins) + 1
        if wants == "end":
            return _("something follows after the end."), line
        if not found and text[begins] in TYPOGRAPHIC_QUOTES:
            return _("there is a typographic quotation mark; JSON takes only straight ones."), line
        if not found and text[begins] == '"' and not WHOLE_TEXT.match(text, begins):
            return _("the file ends here, in the middle; perhaps it was cut off."), line
        if token in ("}", "]") and last == ",":
            return _("there is a comma before a closing bracket; take it out."), text.count("\n", 0, last_at) + 1
        if wants in ("key", "first key") and tables[-1] is not None:
            if token in tables[-1]:
                entry = quote(json.loads(token))
                return _("the entry {entry} is there a second time.").format(entry=entry), line
            tables[-1].add(token)
        wants = _follow_json(wants, token, tables) if found else ""
        if not wants:
            return _("there is something that JSON does not know."), line
        if len(tables) > DEEPEST_JSON:
            return _("lists and tables are too deep in one another."), line
        last, last_at = token, begins
    if wants != "end":
        return _("the file ends here, in the middle; perhaps it was cut off."), text.count("\n") + 1
    return None


def _follow_json(wants: str, token: str, tables: list[set[str] | None]) -> str:
    """Return what JSON expects after a token, or "" if it expected something else; opens and closes `tables`."""
    is_text = token.startswith('"')
    if wants in ("key", "first key") and is_text:
        return "colon"
    if wants == "colon":
        return "value" if token == ":" else ""
    if wants == "next" and token == ",":
        return "value" if tables[-1] is None else "key"
    closing = "}" if tables and tables[-1] is not None else "]"
    if token == closing and tables and wants in ("next", "first key", "first value"):
        tables.pop()
    elif wants in ("value", "first value") and token in ("{", "["):
        tables.append(set() if token == "{" else None)
        return "first key" if token == "{" else "first value"
    elif wants not in ("value", "first value") or token in (",", ":", "}", "]"):
        return ""
    return "next" if tables else "end"


def keep_visible(text: str) -> str:
    """Return the visible part of a stranger's text: no half signs, nothing that turns text around or hides in it.

    >>> keep_visible("Mine \\ud800\\u202e!"), len(keep_visible("\\u200dعلی\\u200cرضا\\u200c"))
    ('Mine !', 7)
    """
    return "".join(sign for k, sign in enumerate(text) if _is_seen(sign) or _joins(text, k))


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LMNPSZ" or sign == "\n"


def _joins(text: str, k: int) -> bool:
    """Return whether a joiner has an effect: between two letters, or parts of a sign."""
    around = text[k - 1 : k] + text[k + 1 : k + 2]
    return text[k] in JOINERS and len(around) == 2 and all(unicodedata.category(one)[0] in "LMS" for one in around)


def write_whole(path: Path, contents: str | bytes, mode: int | None = None) -> Path:
    """Write a file so that, whatever happens, it holds the old or the new contents, never a part; return `path`.

    A symbolic link stays one: the file that it leads to is written. Text is written in UTF-8. With `mode` None the mode
    of a file that exists is kept, and that of a new one left to the system. Raises `SaveError` if the file cannot be
    written, or exists and is read-only.
    """
    if not path.name:
        raise SaveError(_("{name} is not the name of a file.").format(name=quote(str(path))))
    part = None
    try:
        target = Path(os.path.realpath(path))
        known = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
        if known is not None and not known & 0o222:
            raise PermissionError(0, _("the file is read-only; choose another name, or allow writing"))
        # In the folder of the file: it can only be moved into place whole on its own disk.
        part = target.with_name(f".{secrets.token_hex(6)}.part")
        with part.open("xb") as file:
            file.write(contents.encode() if isinstance(contents, str) else contents)
            file.flush()
            os.fsync(file.fileno())
        chosen = known if mode is None else mode
        if chosen is not None:
            part.chmod(chosen)
        _replace(part, target)
    except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
        why = getattr(error, "strerror", None) or error
        told = _("{name} cannot be written in {folder}: {reason}.")
        places = {"name": shorten(path.name), "folder": shorten(str(path.parent)), "reason": shorten(str(why))}
        raise SaveError(told.format(**places)) from None
    finally:
        if part is not None:
            with suppress(OSError, ValueError):
                part.unlink(missing_ok=True)
    return path


def _replace(part: Path, target: Path) -> None:
    """Move a file into its place; three tries if the system refuses because another program has it open."""
    for pause in (PAUSE * 2**k for k in range(REPLACE_TRIES - 1)):
        with suppress(PermissionError):
            os.replace(part, target)
            return
        time.sleep(pause)
    os.replace(part, target)


def has_game_file(game: str, file: str) -> bool:
    """Return whether a game comes with a file of this name."""
    return files(f"gamekit.games.{game}").joinpath(file).is_file()


def read_game_file(game: str, file: str) -> str | None:
    """Return the text (UTF-8) of a file in the game's folder, or None if the game has no such file.

    >>> read_game_file("route66", "nothing.toml") is None
    True
    """
    if not has_game_file(game, file):
        return None
    return files(f"gamekit.games.{game}").joinpath(file).read_text(encoding="utf-8")

"""Options of the command line, and how their values are parsed."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gamekit.core.errors import OptionError
from gamekit.core.i18n.translation import _, read_number
from gamekit.server import teaching

LARGEST_CLASS = 200
LAST_PORT = 65535
MOST_WORKERS = 64
COMMON = {"help", "version", "verbose", "notebooks"}
"""Options of every command."""
FRAMING_HOST = re.compile(r"(https?://)?([a-zA-Z0-9-]+\.)*[a-zA-Z0-9-]+(:[0-9]{1,5})?")


class OptionParser(argparse.ArgumentParser):
    """Parser that records its options in `taken`: destination to the option as typed.

    The one for the top level hides most options in its help, as those of `serve` have theirs there.
    """

    is_command = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.taken: dict[str, str] = {}
        super().__init__(*args, **kwargs)

    def add_argument(self, *names: Any, **kwargs: Any) -> argparse.Action:
        """Add an argument and record it; the commands' options have no default, so that earlier ones count."""
        action = super().add_argument(*names, **kwargs)
        if action.option_strings:
            self.taken[action.dest] = action.option_strings[-1]
            if self.is_command:
                action.default = argparse.SUPPRESS
            elif action.dest not in COMMON:
                action.help = argparse.SUPPRESS
        return action


class Command(OptionParser):
    """Parser of a command; options not given there keep the value given before the command."""

    is_command = True


def add_common_options(target: argparse.ArgumentParser) -> None:
    target.add_argument("--verbose", action="store_true", help=_("say more, and show where an error came from"))
    target.add_argument("--notebooks", type=Path, metavar=_("DIR"), help=_("the folder of lessons"))


def add_listening(target: argparse.ArgumentParser, usual: int) -> None:
    """Add the options of commands that show lessons in a browser; `usual` is the default port."""
    add_common_options(target)
    port = make_reader(0, LAST_PORT, _("a port is a number from 0 to {most}"))
    told = _("the port to listen on ({usual}, or the next free one)").format(usual=usual)
    target.add_argument("--port", type=port, help=told)
    target.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))


def add_serve_options(target: argparse.ArgumentParser) -> None:
    """Add the options of the server, for `serve` and for the top level."""
    add_listening(target, 8866)
    told = _("the address to listen on (127.0.0.1; with --class 0.0.0.0, which lets others in your network in)")
    target.add_argument("--address", help=told)
    learners = make_reader(1, LARGEST_CLASS, _("a class is a number from 1 to {most}"))
    target.add_argument(
        "--class", dest="class_size", type=learners, default=0, metavar="N",
        help=_("a class of N: a code to enter, and a board for the teacher"),
    )  # fmt: skip
    teaching.options(target)
    target.add_argument(
        "--lesson", metavar=_("LESSON"), help=_("the lesson the class begins with, e.g. kartenspiel/01-rules (start)")
    )
    told = _("a proxy stands in front: believe it; without --class it decides who may come")
    target.add_argument("--proxied", action="store_true", help=told)
    processes = make_reader(1, MOST_WORKERS, _("workers are a number from 1 to {most}"))
    target.add_argument(
        "--workers", type=processes, default=0, metavar="N",
        help=_("how many processes answer panels (as many as the machine has cores, from 2 to 4)"),
    )  # fmt: skip
    target.add_argument(
        "--languages", type=read_language_codes, default=(), metavar="de,fr",
        help=_("the languages besides English that a reader can choose (all there are; en for English alone)"),
    )  # fmt: skip
    target.add_argument(
        "--frame", action="append", type=check_host, default=[], metavar=_("HOST"),
        help=_("a site that may show these pages in a frame, e.g. https://moodle.school.example; may be given again"),
    )  # fmt: skip
    target.add_argument("--base-url", default="/", help=_("the path in front of all addresses, behind a proxy"))


def make_reader(least: int, most: int, told: str) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most`; `told` is its error message."""

    def read(text: str) -> int:
        try:
            number = read_number(text)
        except OptionError as error:
            raise argparse.ArgumentTypeError(told.format(most=most)) from error
        if number != int(number) or not least <= number <= most:
            raise argparse.ArgumentTypeError(told.format(most=most))
        return int(number)

    return read


def check_host(text: str) -> str:
    """Parse the origin of a site: host, perhaps with scheme and port. No other text may enter a header.

    >>> check_host("https://Moodle.School.example")
    'https://moodle.school.example'
    """
    if not FRAMING_HOST.fullmatch(text):
        raise argparse.ArgumentTypeError(_("a site is written like https://moodle.school.example, without a path"))
    return text.lower()


def read_language_codes(text: str) -> tuple[str, ...]:
    from gamekit.server.language_negotiation import read_languages  # brings the server

    return read_languages(text)

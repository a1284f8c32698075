"""Class on the command line: options, and what the teacher is told at the start."""

from __future__ import annotations

import argparse
import os
import re
from typing import TYPE_CHECKING

from gamekit.core.i18n.translation import _

if TYPE_CHECKING:
    from gamekit.server.app import LessonServer

NAME = re.compile(r"[\w -]{1,40}")
PLACE = "GAMEKIT_CLASSES"
"""Environment variable that names the file of the database."""


def options(target: argparse.ArgumentParser) -> None:
    target.add_argument(
        "--class-name", type=class_name, default="class", metavar=_("NAME"),
        help=_("which class: each has its own code and answers, and is continued until it is deleted (class)"),
    )  # fmt: skip
    target.add_argument(
        "--class-data", metavar=_("PLACE"),
        help=_("the file in which answers are kept; the environment may name it as GAMEKIT_CLASSES "
               "(a file in your data folder)"),
    )  # fmt: skip


def class_name(text: str) -> str:
    """Parse the name of a class. Raises `ArgumentTypeError`."""
    if not NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(_("the name of a class has up to 40 letters and digits"))
    return text


def place(chosen: str | None) -> str:
    """Return the path of the database: chosen, from the environment, or the default."""
    from gamekit.server.class_.database import default_file

    return chosen or os.environ.get(PLACE) or str(default_file())


def tell(server: LessonServer) -> None:
    """Print how pupils join the class, and the teacher's URL; nothing without a class."""
    info, choices = server.desk.info, server.choices
    if info is None:
        return
    if server.desk.continued:
        print(
            _("The class “{name}” goes on; people in it: {people}. Its board can delete it.").format(
                name=info.name, people=len(server.desk.members)
            )
        )
    for reach in server.reach():
        print(
            _("Pupils open  {address}").format(address=f"http://{reach.address}:{server.port}{choices.base_url}class")
        )
    print(_("The class's code:  {code}").format(code=info.code))
    print(_("Your board, for you alone:  {address}").format(address=server.teachers_address))
    if choices.loopback and not choices.proxied:
        print(_("Only this machine can open these pages; leave out --address, and your network is let in."))

"""Command line and its options: serve lessons, open them in JupyterLab or Voilà, export pages, check games, lessons."""

from __future__ import annotations

import argparse
import logging
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import gamekit
from gamekit.core.errors import GamekitError, OptionError
from gamekit.core.extras import name_missing
from gamekit.core.i18n.catalogs import find_languages
from gamekit.core.i18n.translation import VARIABLE, _, language, read_number, set_language, write_plainly

if TYPE_CHECKING:
    from gamekit.server.app import LessonServer, ServerSettings

LARGEST_CLASS = 200
LAST_PORT = 65535
MOST_WORKERS = 64
COMMON = {"help", "version", "verbose", "notebooks"}
"""Options of every command."""
FRAMING_HOST = re.compile(r"(https?://)?([a-zA-Z0-9-]+\.)*[a-zA-Z0-9-]+(:[0-9]{1,5})?")
CLASS_NAME = re.compile(r"[\w -]{1,40}")
CLASSES = "GAMEKIT_CLASSES"
"""Environment variable that names the file of the database."""
CHECKOUT = Path(gamekit.__file__).parents[1]
LAB_SETTINGS = Path(__file__).parent / "share" / "jupyter" / "lab-config"


class CommandError(Exception):
    """A command cannot be carried out; the message says why and what is possible."""


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
    add_class_options(target)
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


def add_class_options(target: argparse.ArgumentParser) -> None:
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
    if not CLASS_NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(_("the name of a class has up to 40 letters and digits"))
    return text


def place_class(chosen: str | None) -> str:
    """Return the path of the database: chosen, from the environment, or the default."""
    from gamekit.server.class_.database import default_file

    return chosen or os.environ.get(CLASSES) or str(default_file())


def tell_teacher(server: LessonServer) -> None:
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    write_plainly(sys.stdout, sys.stderr)
    chosen = read_command(arguments)
    logging.basicConfig(format="%(message)s", level=logging.INFO if chosen.verbose else logging.WARNING)
    run: Callable[[argparse.Namespace], int] = chosen.run
    try:
        return run(chosen)
    except ModuleNotFoundError as error:
        lacking = name_missing(error, _("This command"), "lessons,class")
        if lacking is None:
            raise
        print(f"gamekit: {lacking}", file=sys.stderr)
        return 1
    except (CommandError, GamekitError, OSError) as error:
        if chosen.verbose:
            raise
        print(f"gamekit: {say_error(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def say_error(error: Exception) -> str:
    """Return an error as a sentence, without the system's error number.

    >>> say_error(FileNotFoundError(2, "No such file or directory", "/nowhere"))
    '/nowhere: No such file or directory.'
    """
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}."
    return str(error)


def read_command(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line; exit with an error for an option that the command does not take."""
    top = make_parser()
    chosen = top.parse_args(arguments)
    command: OptionParser = getattr(chosen, "command", top)
    for name, typed in top.taken.items():
        if name not in command.taken and name in vars(chosen) and getattr(chosen, name) != top.get_default(name):
            command.error(_("there is no option {option} here").format(option=typed))
    return chosen


def make_parser() -> OptionParser:
    """Return the parser of all commands; without a command, `serve` runs."""
    prog = "python -m gamekit"
    top = OptionParser(
        prog=prog, usage=f"{prog} [{_('COMMAND')}] [--help]",
        description=_("Interactive lessons on four road games. Without a command: open them in the browser."),
        epilog=_("Without a command, the options of serve count; {command} names them.").format(
            command=f"{prog} serve --help"
        ),
    )  # fmt: skip
    commands = top.add_subparsers(title=_("commands"), prog=prog, metavar=_("COMMAND"), parser_class=Command)
    top._action_groups.insert(0, top._action_groups.pop())  # in the help commands come first

    def add(name: str, run: Callable[[argparse.Namespace], int], told: str, more: str | None = None) -> OptionParser:
        command: OptionParser = commands.add_parser(name, help=told, description=more)
        command.set_defaults(run=run, command=command)
        return command

    add_serve_options(add("serve", run_serve, _("serve the lessons as web pages (the default)"), _(
        "Serve the lessons as web pages. Only this machine can open them; with --class others in your network "
        "can, who enter with the code of the class."
    )))  # fmt: skip

    lab = add("lab", run_lab, _("open the same notebooks in JupyterLab, where their code can be changed"))
    add_listening(lab, 8888)
    lab.add_argument(
        "--language", choices=find_languages(),
        help=_("the language of the notebooks; in another one than English they are copies in the folder you are in"),
    )  # fmt: skip
    lab.set_defaults(language=None)

    told = _("serve the notebooks with stock Voilà: a kernel for each page, whatever a notebook has in it")
    add_listening(add("voila", run_voila, told), 8866)

    export = add("export", run_export, _("write games, lessons and rulebooks as pages that need no server"))
    export.add_argument("folder", metavar=_("DIR"), type=Path, help=_("where to write them; made if it does not exist"))
    export.add_argument(
        "--replay", type=Path, metavar=_("FILE"), help=_("write this one saved game as one self-contained page instead")
    )
    told = _("write this one lesson as a package for a learning platform (SCORM 1.2) instead; DIR is its ZIP file")
    export.add_argument("--scorm", metavar=_("LESSON"), help=told)
    export.add_argument(
        "--languages", type=read_language_codes, default=(), metavar="de,fr",
        help=_("also write the site in these languages, each in a folder of its own, with a switch on every page; each "
               "makes it as large again"),
    )  # fmt: skip
    add_common_options(export)
    export.set_defaults(replay=None, scorm=None)  # no other has these

    check = add("check", run_check, _("say what a game or a lesson of your own still lacks"))
    check.add_argument("name", metavar=_("GAME|LESSON"), help=_("a game’s name or folder, a lesson’s name or file"))
    add_common_options(check)

    top.add_argument("--version", action="version", version=f"gamekit {gamekit.__version__}")
    add_serve_options(top)
    top.set_defaults(run=run_serve)
    return top


def find_lessons_folder(chosen: Path | None) -> Path:
    """Return the folder of lessons: `chosen`, the English copy of `lab` in the current folder, or the package's own.

    Lessons are translated from the English notebooks, so a copy in another language must be chosen explicitly. Raises
    `CommandError` if the folder does not exist.
    """
    from gamekit.lessons.catalog import COPY, HOME, own_folder

    copy = Path.cwd() / COPY
    folder = chosen or (copy if (copy / HOME).is_file() else own_folder())
    if not folder.is_dir():
        told = _("There is no folder of lessons at {places}. Name it with --notebooks.")
        raise CommandError(told.format(places=folder))
    return folder.resolve()


def run_check(chosen: argparse.Namespace) -> int:
    from gamekit.server import check

    return check.run_check(chosen.name, find_lessons_folder(chosen.notebooks))


def run_serve(chosen: argparse.Namespace) -> int:
    """Run the server until it is stopped; also the default without a command."""
    from gamekit.lessons import catalog

    folder = find_lessons_folder(chosen.notebooks)
    lesson = catalog.lesson_path(folder, chosen.lesson or catalog.HOME)
    if lesson is None and chosen.lesson:
        raise catalog.refuse_lesson(chosen.lesson, catalog.find_lessons(folder))
    from gamekit.server.app import LessonServer

    settings = make_settings(chosen, folder, lesson or "")
    server = LessonServer(settings)
    print(_("Starting …"), flush=True)

    def ready(running: LessonServer) -> None:
        if settings.port and running.port != settings.port:
            print(_("Port {wanted} is taken; using {port}.").format(wanted=settings.port, port=running.port))
        print(_("The lessons are at  {address}").format(address=running.address_to_open))
        tell_teacher(running)
        print(_("Stop with Ctrl-C."), flush=True)
        if not chosen.no_browser:
            open_browser(running.teachers_address or running.address_to_open)

    server.when_ready = ready
    server.start()
    print(_("Stopped."))
    return 0


def make_settings(chosen: argparse.Namespace, folder: Path, lesson: str) -> ServerSettings:
    """Return the server's settings. Raises `CommandError` if other computers could connect without a class or proxy."""
    from gamekit.server.app import PORT, ServerSettings
    from gamekit.server.handlers import is_local
    from gamekit.server.language_negotiation import offer_languages

    address = chosen.address or ("0.0.0.0" if chosen.class_size else "127.0.0.1")
    if not (is_local(address) or chosen.proxied or chosen.class_size):
        told = _("Others can open {address}. Add --class N: they enter with its code.")
        raise CommandError(told.format(address=address))
    path = chosen.base_url.strip("/")
    return ServerSettings(
        folder=folder,
        address=address,
        port=PORT if chosen.port is None else chosen.port,
        base_url=f"/{path}/" if path else "/",
        class_size=chosen.class_size,
        lesson=lesson,
        proxied=chosen.proxied,
        verbose=chosen.verbose,
        frames=tuple(chosen.frame),
        workers=chosen.workers,
        languages=chosen.languages or offer_languages(),
        classes=place_class(chosen.class_data),
        class_name=chosen.class_name,
    )


def open_browser(address: str) -> None:
    """Open a page in the browser without waiting; nothing happens where there is none."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def run_lab(chosen: argparse.Namespace) -> int:
    """Run JupyterLab on the lessons with this Python, offline."""
    if find_spec("jupyterlab") is None:  # run as a process of its own, it could not say how it is installed
        raise ModuleNotFoundError(name="jupyterlab")
    from gamekit.lessons.catalog import copy_lessons
    from gamekit.server.jupyterlab_hook import sign_lessons

    sign_lessons()
    set_language(chosen.language or language())
    folder = copy_lessons(find_lessons_folder(chosen.notebooks), Path.cwd())
    root = CHECKOUT if folder.is_relative_to(CHECKOUT) else folder  # the package's source can be opened beside a lesson
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={root}"]
    command.append(f"--ServerApp.preferred_dir={folder}")
    if chosen.port is not None:
        command.append(f"--ServerApp.port={chosen.port}")
    if chosen.no_browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # as in containers; it listens on loopback only
    if (folder / "start.ipynb").is_file():
        start = (folder / "start.ipynb").relative_to(root).as_posix()
        command.append(f"--LabApp.default_url=/lab/tree/{quote(start)}")
    paths = os.pathsep.join(filter(None, [str(CHECKOUT), os.environ.get("PYTHONPATH")]))
    settings = os.pathsep.join(filter(None, [str(LAB_SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH")]))
    around = dict(os.environ, PYTHONPATH=paths, JUPYTER_CONFIG_PATH=settings, **{VARIABLE: language()})
    return run_jupyter(command, around)


def run_jupyter(command: list[str], around: Mapping[str, str]) -> int:
    """Run a Jupyter server until it ends or gets Ctrl-C or SIGTERM; return its exit status.

    Ctrl-C is passed on as SIGTERM: at Ctrl-C JupyterLab asks before it ends, and sometimes waits for good.
    """
    with subprocess.Popen(command, env=around, start_new_session=True) as jupyter:
        signal.signal(signal.SIGTERM, lambda *_: jupyter.terminate())
        while True:
            try:
                return jupyter.wait()
            except KeyboardInterrupt:
                jupyter.terminate()


def run_voila(chosen: argparse.Namespace) -> int:
    from gamekit.server import voila

    folder = find_lessons_folder(chosen.notebooks)
    more = [f"--port={chosen.port}"] if chosen.port is not None else []
    more += ["--no-browser"] if chosen.no_browser else []
    more += ["--debug"] if chosen.verbose else []
    with voila.prepare(folder, more) as (command, around):
        return run_jupyter(command, around)


def run_export(chosen: argparse.Namespace) -> int:
    """Export the site, one replay or one SCORM package."""
    from gamekit.server import scorm, site_export

    target: Path = chosen.folder
    if chosen.replay is not None or chosen.scorm is not None:
        if chosen.replay is not None:
            written = site_export.export_replay(chosen.replay, target)
        else:
            written = scorm.export_scorm(target, find_lessons_folder(chosen.notebooks), chosen.scorm)
        print(_("Written: {file}").format(file=written))
        return 0
    if target.exists() and not target.is_dir():
        raise CommandError(_("{folder} is a file, not a folder.").format(folder=target))
    print(_("Games are played, lessons run and their panels recorded; this takes some minutes."), flush=True)
    told = lambda number, title: print(f"  {number}  {title}", flush=True)  # noqa: E731
    pages = site_export.export_site(target, find_lessons_folder(chosen.notebooks), told, chosen.languages)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(_("{pages} pages, {size} MB. Open {index}").format(
        pages=pages, size=round(size / 1e6, 1), index=target / "index.html"
    ))  # fmt: skip
    return 0

"""Command line: serve lessons, open them in JupyterLab or Voilà, export pages, check games and lessons."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import gamekit
from gamekit.core.errors import GamekitError
from gamekit.core.extras import name_missing
from gamekit.core.i18n.catalogs import find_languages
from gamekit.core.i18n.translation import VARIABLE, _, language, set_language, write_plainly
from gamekit.server import command_options, teaching

if TYPE_CHECKING:
    from gamekit.server.app import ServerSettings

CHECKOUT = Path(gamekit.__file__).parents[1]
LAB_SETTINGS = Path(__file__).parent / "share" / "jupyter" / "lab-config"


class CommandError(Exception):
    """A command cannot be carried out; the message says why and what is possible."""


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
    command: command_options.OptionParser = getattr(chosen, "command", top)
    for name, typed in top.taken.items():
        if name not in command.taken and name in vars(chosen) and getattr(chosen, name) != top.get_default(name):
            command.error(_("there is no option {option} here").format(option=typed))
    return chosen


def make_parser() -> command_options.OptionParser:
    """Return the parser of all commands; without a command, `serve` runs."""
    prog = "python -m gamekit"
    top = command_options.OptionParser(
        prog=prog, usage=f"{prog} [{_('COMMAND')}] [--help]",
        description=_("Interactive lessons on four road games. Without a command: open them in the browser."),
        epilog=_("Without a command, the options of serve count; {command} names them.").format(
            command=f"{prog} serve --help"
        ),
    )  # fmt: skip
    commands = top.add_subparsers(
        title=_("commands"), prog=prog, metavar=_("COMMAND"), parser_class=command_options.Command
    )
    top._action_groups.insert(0, top._action_groups.pop())  # in the help commands come first

    def add(
        name: str, run: Callable[[argparse.Namespace], int], told: str, more: str | None = None
    ) -> command_options.OptionParser:
        command: command_options.OptionParser = commands.add_parser(name, help=told, description=more)
        command.set_defaults(run=run, command=command)
        return command

    command_options.add_serve_options(add("serve", run_serve, _("serve the lessons as web pages (the default)"), _(
        "Serve the lessons as web pages. Only this machine can open them; with --class others in your network "
        "can, who enter with the code of the class."
    )))  # fmt: skip

    lab = add("lab", run_lab, _("open the same notebooks in JupyterLab, where their code can be changed"))
    command_options.add_listening(lab, 8888)
    lab.add_argument(
        "--language", choices=find_languages(),
        help=_("the language of the notebooks; in another one than English they are copies in the folder you are in"),
    )  # fmt: skip
    lab.set_defaults(language=None)

    told = _("serve the notebooks with stock Voilà: a kernel for each page, whatever a notebook has in it")
    command_options.add_listening(add("voila", run_voila, told), 8866)

    export = add("export", run_export, _("write games, lessons and rulebooks as pages that need no server"))
    export.add_argument("folder", metavar=_("DIR"), type=Path, help=_("where to write them; made if it does not exist"))
    export.add_argument(
        "--replay", type=Path, metavar=_("FILE"), help=_("write this one saved game as one self-contained page instead")
    )
    told = _("write this one lesson as a package for a learning platform (SCORM 1.2) instead; DIR is its ZIP file")
    export.add_argument("--scorm", metavar=_("LESSON"), help=told)
    export.add_argument(
        "--languages", type=command_options.read_language_codes, default=(), metavar="de,fr",
        help=_("also write the site in these languages, each in a folder of its own, with a switch on every page; each "
               "makes it as large again"),
    )  # fmt: skip
    command_options.add_common_options(export)
    export.set_defaults(replay=None, scorm=None)  # no other has these

    check = add("check", run_check, _("say what a game or a lesson of your own still lacks"))
    check.add_argument("name", metavar=_("GAME|LESSON"), help=_("a game’s name or folder, a lesson’s name or file"))
    command_options.add_common_options(check)

    top.add_argument("--version", action="version", version=f"gamekit {gamekit.__version__}")
    command_options.add_serve_options(top)
    top.set_defaults(run=run_serve)
    return top


def find_lessons_folder(chosen: Path | None) -> Path:
    """Return the folder of lessons: `chosen`, the English copy of `lab` in the current folder, or the package's own.

    Lessons are translated from the English notebooks, so a copy in another language must be chosen explicitly. Raises
    `CommandError` if the folder does not exist.
    """
    from gamekit.lessons.catalog import HOME, own_folder
    from gamekit.lessons.lesson_copies import COPY

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
    from gamekit.server import app as serving

    settings = make_settings(chosen, folder, lesson or "")
    server = serving.LessonServer(settings)
    print(_("Starting …"), flush=True)

    def ready(running: serving.LessonServer) -> None:
        if settings.port and running.port != settings.port:
            print(_("Port {wanted} is taken; using {port}.").format(wanted=settings.port, port=running.port))
        print(_("The lessons are at  {address}").format(address=running.address_to_open))
        teaching.tell(running)
        print(_("Stop with Ctrl-C."), flush=True)
        if not chosen.no_browser:
            open_browser(running.teachers_address or running.address_to_open)

    server.when_ready = ready
    server.start()
    print(_("Stopped."))
    return 0


def make_settings(chosen: argparse.Namespace, folder: Path, lesson: str) -> ServerSettings:
    """Return the server's settings. Raises `CommandError` if other computers could connect without a class or proxy."""
    from gamekit.server import app as server
    from gamekit.server.handlers import is_local
    from gamekit.server.language_negotiation import offer_languages

    address = chosen.address or ("0.0.0.0" if chosen.class_size else "127.0.0.1")
    if not (is_local(address) or chosen.proxied or chosen.class_size):
        told = _("Others can open {address}. Add --class N: they enter with its code.")
        raise CommandError(told.format(address=address))
    path = chosen.base_url.strip("/")
    return server.ServerSettings(
        folder=folder,
        address=address,
        port=server.PORT if chosen.port is None else chosen.port,
        base_url=f"/{path}/" if path else "/",
        class_size=chosen.class_size,
        lesson=lesson,
        proxied=chosen.proxied,
        verbose=chosen.verbose,
        frames=tuple(chosen.frame),
        workers=chosen.workers,
        languages=chosen.languages or offer_languages(),
        classes=teaching.place(chosen.class_data),
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
    from gamekit.lessons.lesson_copies import copy_lessons
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
    from gamekit.server import export, site_export

    target: Path = chosen.folder
    if chosen.replay is not None or chosen.scorm is not None:
        from gamekit.server import scorm

        if chosen.replay is not None:
            written = export.export_replay(chosen.replay, target)
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

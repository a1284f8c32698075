"""The command line: serve the lessons, open them in JupyterLab, export pages. Talks to people."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import gamekit
from gamekit.catalogues import find_languages
from gamekit.errors import GamekitError
from gamekit.extras import name_missing
from gamekit.serve import teaching
from gamekit.serve.options import (
    Command,
    OptionParser,
    add_common_options,
    add_listening,
    add_serve_options,
    read_language_codes,
)
from gamekit.words import VARIABLE, _, language, set_language, write_plainly

if TYPE_CHECKING:
    from gamekit.serve.server import ServerSettings

CHECKOUT = Path(gamekit.__file__).parents[1]
LAB_SETTINGS = Path(__file__).parent / "share" / "jupyter" / "lab-config"


class CommandError(Exception):
    """What was asked for cannot be done; the message says why and what can."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; returns what the shell is told."""
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
    """An error in words, without the system's number for it.

    >>> say_error(FileNotFoundError(2, "No such file or directory", "/nowhere"))
    '/nowhere: No such file or directory.'
    """
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}."
    return str(error)


def read_command(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for. An option may stand before the command or behind it; one it does not take is refused."""
    top = make_parser()
    chosen = top.parse_args(arguments)
    command: OptionParser = getattr(chosen, "command", top)
    for name, typed in top.taken.items():
        if name not in command.taken and name in vars(chosen) and getattr(chosen, name) != top.get_default(name):
            command.error(_("there is no option {option} here").format(option=typed))
    return chosen


def make_parser() -> OptionParser:
    """Every command with its options; without a command, `serve`."""
    top = OptionParser(
        prog="python -m gamekit",
        description=_("Interactive lessons on four road games. Without a command: open them in the browser."),
    )
    top.add_argument("--version", action="version", version=f"gamekit {gamekit.__version__}")
    commands = top.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=Command)

    serve = commands.add_parser(
        "serve", help=_("serve the lessons as web pages (the default)"), description=_(
            "Serve the lessons as web pages. Only this machine can open them; with --class others in your network "
            "can, who enter with the code of the class."
        )
    )  # fmt: skip
    add_serve_options(serve)
    serve.set_defaults(run=run_serve, command=serve)

    lab = commands.add_parser("lab", help=_("open the same notebooks in JupyterLab, where their code can be changed"))
    add_listening(lab, 8888)
    lab.add_argument(
        "--language", choices=find_languages(),
        help=_("the language of the notebooks; in another one than English they are copies in the folder you are in"),
    )  # fmt: skip
    lab.set_defaults(run=run_lab, command=lab, language=None)

    voila = commands.add_parser(
        "voila", help=_("serve the notebooks with stock Voilà: a kernel for each page, whatever a notebook has in it")
    )
    add_listening(voila, 8866)
    voila.set_defaults(run=run_voila, command=voila)

    export = commands.add_parser("export", help=_("write games, lessons and rulebooks as pages that need no server"))
    export.add_argument("folder", metavar=_("DIR"), type=Path, help=_("where to write them; made if it does not exist"))
    export.add_argument(
        "--replay", type=Path, metavar=_("FILE"), help=_("write this one saved game as one self-contained page instead")
    )
    export.add_argument(
        "--scorm", metavar=_("LESSON"),
        help=_(
            "write this one lesson as a package for a learning platform (SCORM 1.2) instead; DIR is its ZIP file"
        ),
    )  # fmt: skip
    export.add_argument(
        "--languages", type=read_language_codes, default=(), metavar="de,fr",
        help=_(
            "also write the site in these languages, each in a folder of its own, with a switch on every page; each "
            "makes it as large again"
        ),
    )  # fmt: skip
    add_common_options(export)
    export.set_defaults(run=run_export, command=export, replay=None, scorm=None)  # no other has these

    check = commands.add_parser("check", help=_("say what a game or a lesson of your own still lacks"))
    check.add_argument("name", metavar=_("GAME|LESSON"), help=_("a game’s name or folder, a lesson’s name or file"))
    add_common_options(check)
    check.set_defaults(run=run_check, command=check)

    add_serve_options(top)
    top.set_defaults(run=run_serve)
    return top


def find_lessons_folder(chosen: Path | None) -> Path:
    """The folder asked for, else the English copy `lab` has made in the current folder, else gamekit's own.

    Lessons are drawn in every language from the English ones: a copy in another language has to be asked for.
    """
    from gamekit.serve.lesson_copies import COPY
    from gamekit.serve.lessons import HOME, own_folder

    copy = Path.cwd() / COPY
    folder = chosen or (copy if (copy / HOME).is_file() else own_folder())
    if not folder.is_dir():
        raise CommandError(
            _("There is no folder of lessons at {places}. Name it with --notebooks.").format(places=folder)
        )
    return folder.resolve()


def run_check(chosen: argparse.Namespace) -> int:
    """The command `check`."""
    from gamekit.serve import check

    return check.run_check(chosen.name, find_lessons_folder(chosen.notebooks))


def run_serve(chosen: argparse.Namespace) -> int:
    """The command `serve`, and what happens without any."""
    from gamekit.serve import lessons

    folder = find_lessons_folder(chosen.notebooks)
    lesson = lessons.lesson_path(folder, chosen.lesson or lessons.HOME)
    if lesson is None and chosen.lesson:
        names = ", ".join(lesson.name for lesson in lessons.find_lessons(folder))
        raise CommandError(
            _("There is no lesson {lesson}. The lessons are: {names}.").format(lesson=chosen.lesson, names=names)
        )
    from gamekit.serve import server as serving

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
    """What was asked for. Raises `CommandError` where others could come and there is no class that they enter."""
    from gamekit.serve import server
    from gamekit.serve.handlers import is_local
    from gamekit.serve.languages import offer_languages

    address = chosen.address or ("0.0.0.0" if chosen.class_size else "127.0.0.1")
    if not (is_local(address) or chosen.proxied or chosen.class_size):
        raise CommandError(
            _("Others can open {address}. Add --class N: they enter with its code.").format(address=address)
        )
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
    """Show a page, without waiting for the browser; where there is none, the printed address has to do."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def run_lab(chosen: argparse.Namespace) -> int:
    """The command `lab`: JupyterLab on the lessons, with this very Python, and nothing fetched from elsewhere."""
    if find_spec("jupyterlab") is None:  # run as a process of its own, it could not say how it is installed
        raise ModuleNotFoundError(name="jupyterlab")
    from gamekit.serve.lesson_copies import copy_lessons

    set_language(chosen.language or language())
    folder = copy_lessons(find_lessons_folder(chosen.notebooks), Path.cwd())
    root = CHECKOUT if folder.is_relative_to(CHECKOUT) else folder  # the package's source can be opened beside a lesson
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={root}",
        f"--ServerApp.preferred_dir={folder}",
        "--ServerApp.ip=127.0.0.1",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=",
        "--LabApp.extension_manager=readonly",
        "--ContentsManager.pre_save_hook=gamekit.serve.lab_files.keep_metadata",
    ]
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
    # JupyterLab asks before it ends by Ctrl-C, and sometimes waits for good; a polite kill it obeys at once.
    with subprocess.Popen(command, env=around, start_new_session=True) as jupyter:
        signal.signal(signal.SIGTERM, lambda *_: jupyter.terminate())
        while True:
            try:
                return jupyter.wait()
            except KeyboardInterrupt:
                jupyter.terminate()


def run_voila(chosen: argparse.Namespace) -> int:
    """The command `voila`: the lessons in stock Voilà, with our template."""
    from gamekit.serve import voila_mode

    folder = find_lessons_folder(chosen.notebooks)
    options = [f"--port={chosen.port}"] if chosen.port is not None else []
    options += ["--no-browser"] if chosen.no_browser else []
    options += ["--debug"] if chosen.verbose else []
    return voila_mode.serve(folder, options)


def run_export(chosen: argparse.Namespace) -> int:
    """The command `export`: pages without a server."""
    from gamekit.serve import export, site

    target: Path = chosen.folder
    if chosen.replay is not None:
        written = export.export_replay(chosen.replay, target)
        print(_("Written: {file}").format(file=written))
        return 0
    if chosen.scorm is not None:
        from gamekit.serve import scorm

        written = scorm.export_scorm(target, find_lessons_folder(chosen.notebooks), chosen.scorm)
        print(_("Written: {file}").format(file=written))
        return 0
    if target.exists() and not target.is_dir():
        raise CommandError(_("{folder} is a file, not a folder.").format(folder=target))
    print(_("Games are played, lessons run and their panels recorded; this takes some minutes."), flush=True)
    told = lambda number, title: print(f"  {number}  {title}", flush=True)  # noqa: E731
    pages = site.export_site(target, find_lessons_folder(chosen.notebooks), told, chosen.languages)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(_("{pages} pages, {size} MB. Open {index}").format(
        pages=pages, size=round(size / 1e6, 1), index=target / "index.html"
    ))  # fmt: skip
    return 0

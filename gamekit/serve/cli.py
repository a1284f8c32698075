"""The command line: serve the lessons, open them in JupyterLab, compile the kernels, export pages. Talks to people."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import gamekit
from gamekit.errors import GamekitError
from gamekit.words import _

if TYPE_CHECKING:
    from gamekit.serve.app import Settings

CHECKOUT = Path(gamekit.__file__).parents[1]
LARGEST_CLASS = 200
LAST_PORT = 65535
LONGEST_WAIT = 24 * 3600


class RefusedError(Exception):
    """What was asked for cannot be done; the message says why and what can."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; returns what the shell is told."""
    chosen = parser().parse_args(arguments)
    logging.basicConfig(format="%(message)s", level=logging.INFO if chosen.verbose else logging.WARNING)
    run: Callable[[argparse.Namespace], int] = chosen.run
    try:
        return run(chosen)
    except (RefusedError, GamekitError, OSError) as error:
        if chosen.verbose:
            raise
        print(f"gamekit: {spoken(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def spoken(error: Exception) -> str:
    """An error in words, without the system's number for it.

    >>> spoken(FileNotFoundError(2, "No such file or directory", "/nowhere"))
    '/nowhere: No such file or directory.'
    """
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}."
    return str(error)


def parser() -> argparse.ArgumentParser:
    """Every command with its options; without a command, `serve`."""
    top = argparse.ArgumentParser(
        prog="python -m gamekit",
        description=_("Interactive lessons on four road games. Without a command: open them in the browser."),
    )
    top.add_argument("--version", action="version", version=f"gamekit {gamekit.__version__}")
    serving = argparse.ArgumentParser(add_help=False)
    serve_options(serving)
    commands = top.add_subparsers(title=_("commands"), metavar=_("COMMAND"))

    serve = commands.add_parser(
        "serve", parents=[serving], help=_("serve the lessons as web pages (the default)"), description=_(
            "Serve the lessons as web pages. Only this machine can open them, unless --address says otherwise; "
            "then the pages ask for a code, which is printed."
        )
    )  # fmt: skip
    serve.set_defaults(run=run_serve)

    lab = commands.add_parser("lab", help=_("open the same notebooks in JupyterLab, where their code can be changed"))
    common_options(lab)
    lab.add_argument("--port", type=port, help=_("the port to listen on (8888, or the next free one)"))
    lab.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))
    lab.add_argument("--no-compile", action="store_true", help=_("start at once, and compile only when it is needed"))
    lab.set_defaults(run=run_lab)

    compile_ = commands.add_parser(
        "compile", help=_("compile the rules of all games now, rather than when first needed")
    )
    common_options(compile_)
    compile_.set_defaults(run=run_compile)

    export = commands.add_parser("export", help=_("write pages that need no server: games, situations, rulebooks"))
    export.add_argument("folder", metavar=_("DIR"), type=Path, help=_("where to write them; made if it does not exist"))
    export.add_argument(
        "--replay", type=Path, metavar=_("FILE"), help=_("write this one saved game as one self-contained page instead")
    )
    common_options(export)
    export.set_defaults(run=run_export)

    serve_options(top)
    top.set_defaults(run=run_serve)
    return top


def common_options(target: argparse.ArgumentParser) -> None:
    """What every command takes."""
    target.add_argument("--verbose", action="store_true", help=_("say more, and show where an error came from"))
    target.add_argument("--notebooks", type=Path, metavar=_("DIR"), help=_("the folder of lessons"))


def serve_options(target: argparse.ArgumentParser) -> None:
    """What serving takes; the same with and without the word `serve`."""
    common_options(target)
    target.add_argument("--port", type=port, help=_("the port to listen on (8866, or the next free one)"))
    target.add_argument(
        "--address", default="127.0.0.1", help=_("the address to listen on; 0.0.0.0 lets others in your network in")
    )
    target.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))
    target.add_argument(
        "--class", dest="class_size", type=class_size, default=0, metavar="N",
        help=_("keep pages ready for a class of N, and limit the number of open pages"),
    )  # fmt: skip
    target.add_argument(
        "--lesson", metavar=_("LESSON"), help=_("the lesson the class begins with, e.g. kartenspiel/01-rules (start)")
    )
    target.add_argument(
        "--no-compile", action="store_true", help=_("start at once, and compile only when it is needed")
    )
    target.add_argument(
        "--token",
        default=os.environ.get("GAMEKIT_TOKEN"),
        help=_("the code the pages ask for, instead of a random one"),
    )
    target.add_argument(
        "--proxied",
        action="store_true",
        help=_("a proxy stands in front and decides who may come: believe it, and ask for a code only if one is given"),
    )
    target.add_argument(
        "--close-absent", type=seconds, default=90, metavar=_("SECONDS"),
        help=_("close a page that has had no connection for so long (90)"),
    )  # fmt: skip
    target.add_argument(
        "--close-idle", type=seconds, default=3600, metavar=_("SECONDS"),
        help=_("close a page in which nothing has been done for so long (3600)"),
    )  # fmt: skip
    target.add_argument("--base-url", default="/", help=_("the path in front of all addresses, behind a proxy"))
    target.add_argument(
        "--plain-kernels", action="store_true", help=_("start every kernel anew instead of forking a warm one")
    )


def port(text: str) -> int:
    """A port number, 0 for any free one."""
    if not text.isdigit() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(_("a port is a number from 0 to {most}").format(most=LAST_PORT))
    return int(text)


def class_size(text: str) -> int:
    """How many learners."""
    if not text.isdigit() or not 1 <= int(text) <= LARGEST_CLASS:
        raise argparse.ArgumentTypeError(_("a class is a number from 1 to {most}").format(most=LARGEST_CLASS))
    return int(text)


def seconds(text: str) -> int:
    """A time to wait."""
    if not text.isdigit() or not 1 <= int(text) <= LONGEST_WAIT:
        raise argparse.ArgumentTypeError(_("a time is a number of seconds from 1 to {most}").format(most=LONGEST_WAIT))
    return int(text)


def lessons_folder(chosen: Path | None) -> Path:
    """The folder asked for, else the one beside the package, else the one in the current folder."""
    candidates = [chosen] if chosen else [CHECKOUT / "notebooks", Path.cwd() / "notebooks"]
    for folder in candidates:
        if folder.is_dir():
            return folder.resolve()
    raise RefusedError(
        _("There is no folder of lessons at {places}. Name it with --notebooks.").format(
            places=" or ".join(map(str, candidates))
        )
    )


def compile_missing() -> None:
    """Turn rules into machine code where that has not been done yet, and show how far it is."""
    from gamekit.lab.warm import compile_games

    began = time.monotonic()

    def progress(number: int, total: int, title: str) -> None:
        if number == 1:
            print(_("Compiling the rules into machine code. This is done once and takes a minute or two."))
        print(f"  {number}/{total}  {title} …", flush=True)

    if compile_games(progress):
        print(_("Compiled in {seconds} s.").format(seconds=round(time.monotonic() - began)), flush=True)


def run_compile(chosen: argparse.Namespace) -> int:
    """The command `compile`."""
    compile_missing()
    print(_("All games are compiled."))
    return 0


def run_serve(chosen: argparse.Namespace) -> int:
    """The command `serve`, and what happens without any."""
    from gamekit.serve import lessons

    folder = lessons_folder(chosen.notebooks)
    lesson = lessons.lesson_path(folder, chosen.lesson or lessons.HOME)
    if lesson is None and (chosen.lesson or chosen.class_size):
        names = ", ".join(lesson.name for lesson in lessons.find_lessons(folder))
        raise RefusedError(
            _("There is no lesson {lesson}. The lessons are: {names}.").format(lesson=chosen.lesson, names=names)
        )
    if not chosen.no_compile:
        compile_missing()

    from gamekit.serve import app  # brings all of Jupyter: only when it is sure to be needed

    settings = settings_of(chosen, folder, lesson or lessons.HOME)
    server = app.LessonServer(settings)
    print(_("Starting …"), flush=True)

    def ready(running: app.LessonServer) -> None:
        if settings.port and running.port != settings.port:
            print(_("Port {wanted} is taken; using {port}.").format(wanted=settings.port, port=running.port))
        print(_("The lessons are at  {address}").format(address=running.address_to_open))
        if settings.token:
            print(_("The code, if a page asks for it:  {token}").format(token=settings.token))
        print(_("Stop with Ctrl-C."), flush=True)
        if not chosen.no_browser:
            open_browser(running.address_to_open)

    server.when_ready = ready
    server.start()
    print(_("Stopped."))
    return 0


def settings_of(chosen: argparse.Namespace, folder: Path, lesson: str) -> Settings:
    """What was asked for; a code is made up where others can come and none was given."""
    from gamekit.serve import app

    asking = not app.is_loopback(chosen.address) and not chosen.proxied
    path = chosen.base_url.strip("/")
    return app.Settings(
        folder=folder,
        address=chosen.address,
        port=app.PORT if chosen.port is None else chosen.port,
        base_url=f"/{path}/" if path else "/",
        token=chosen.token or (app.new_token() if asking else None),
        class_size=chosen.class_size,
        lesson=lesson,
        forked=not chosen.plain_kernels,
        proxied=chosen.proxied,
        close_absent=chosen.close_absent,
        close_idle=chosen.close_idle,
        show_tracebacks=chosen.verbose,
    )


def open_browser(address: str) -> None:
    """Show a page, without waiting for the browser; where there is none, the printed address has to do."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def run_lab(chosen: argparse.Namespace) -> int:
    """The command `lab`: JupyterLab on the lessons, with this very Python, and nothing fetched from elsewhere."""
    folder = lessons_folder(chosen.notebooks)
    if not chosen.no_compile:
        compile_missing()
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={folder}",
        "--ServerApp.ip=127.0.0.1",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=",
        "--LabApp.extension_manager=readonly",
    ]
    if chosen.port is not None:
        command.append(f"--ServerApp.port={chosen.port}")
    if chosen.no_browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # as in containers; it listens on loopback only
    if (folder / "start.ipynb").is_file():
        command.append("--LabApp.default_url=/lab/tree/start.ipynb")
    paths = os.pathsep.join(filter(None, [str(CHECKOUT), os.environ.get("PYTHONPATH")]))
    # JupyterLab asks before it ends by Ctrl-C, and sometimes waits for good; a polite kill it obeys at once.
    with subprocess.Popen(command, env=dict(os.environ, PYTHONPATH=paths), start_new_session=True) as jupyter:
        signal.signal(signal.SIGTERM, lambda *_: jupyter.terminate())
        while True:
            try:
                return jupyter.wait()
            except KeyboardInterrupt:
                jupyter.terminate()


def run_export(chosen: argparse.Namespace) -> int:
    """The command `export`: pages without a server."""
    from gamekit.serve import export

    target: Path = chosen.folder
    if chosen.replay is not None:
        written = export.export_replay(chosen.replay, target)
        print(_("Written: {file}").format(file=written))
        return 0
    if target.exists() and not target.is_dir():
        raise RefusedError(_("{folder} is a file, not a folder.").format(folder=target))
    pages = export.export_site(target)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(_("{pages} pages, {size} MB. Open {index}").format(
        pages=pages, size=round(size / 1e6, 1), index=target / "index.html"
    ))  # fmt: skip
    return 0

"""The command line: serve the lessons, open them in JupyterLab, compile the kernels, export pages. Talks to people."""

from __future__ import annotations

import argparse
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import gamekit
from gamekit.catalogues import find_languages
from gamekit.errors import GamekitError
from gamekit.extras import name_missing
from gamekit.serve import teaching
from gamekit.words import VARIABLE, _, language, set_language, write_plainly

if TYPE_CHECKING:
    from gamekit.lab.engine.beside import Beside
    from gamekit.serve.server import ServerSettings

CHECKOUT = Path(gamekit.__file__).parents[1]
LAB_SETTINGS = Path(__file__).parent / "share" / "jupyter" / "lab-config"
LARGEST_CLASS = 200
LAST_PORT = 65535
MOST_WORKERS = 64
FRAMING_HOST = re.compile(r"(https?://)?([a-zA-Z0-9-]+\.)*[a-zA-Z0-9-]+(:[0-9]{1,5})?")
SHORTEST_CODE = 6
"""Characters of a code somebody chooses; together with slow guessing (identity.py) that is years of trying."""


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


class OptionParser(argparse.ArgumentParser):
    """A parser that knows which options it takes: `taken`, from the name in the program to the one that is typed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.taken: dict[str, str] = {}
        super().__init__(*args, **kwargs)

    def add_argument(self, *names: Any, **kwargs: Any) -> argparse.Action:
        """As usual, taking note of it."""
        action = super().add_argument(*names, **kwargs)
        if action.option_strings:
            self.taken[action.dest] = action.option_strings[-1]
        return action


class Command(OptionParser):
    """The options behind a command: one that is not given there leaves what stands before the command."""

    def add_argument(self, *names: Any, **kwargs: Any) -> argparse.Action:
        """As usual, without a default of its own."""
        action = super().add_argument(*names, **kwargs)
        if action.option_strings:
            action.default = argparse.SUPPRESS
        return action


def read_command(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for. An option may stand before the command or behind it; one it does not take is refused."""
    top = parser()
    chosen = top.parse_args(arguments)
    command: OptionParser = getattr(chosen, "command", top)
    for name, typed in top.taken.items():
        if name not in command.taken and name in vars(chosen) and getattr(chosen, name) != top.get_default(name):
            command.error(_("there is no option {option} here").format(option=typed))
    return chosen


def parser() -> OptionParser:
    """Every command with its options; without a command, `serve`."""
    top = OptionParser(
        prog="python -m gamekit",
        description=_("Interactive lessons on four road games. Without a command: open them in the browser."),
    )
    top.add_argument("--version", action="version", version=f"gamekit {gamekit.__version__}")
    commands = top.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=Command)

    serve = commands.add_parser(
        "serve", help=_("serve the lessons as web pages (the default)"), description=_(
            "Serve the lessons as web pages. Only this machine can open them, unless --address says otherwise; "
            "then the pages ask for a code, which is printed."
        )
    )  # fmt: skip
    serve_options(serve)
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

    compile_ = commands.add_parser(
        "compile", help=_("compile the rules of all games now, rather than when first needed")
    )
    common_options(compile_)
    compile_.set_defaults(run=run_compile, command=compile_)

    export = commands.add_parser("export", help=_("write games, lessons and rulebooks as pages that need no server"))
    export.add_argument("folder", metavar=_("DIR"), type=Path, help=_("where to write them; made if it does not exist"))
    export.add_argument(
        "--replay", type=Path, metavar=_("FILE"), help=_("write this one saved game as one self-contained page instead")
    )
    export.add_argument(
        "--scorm", metavar=_("LESSON"),
        help=_(
            "write this one lesson, or with puzzles/GAME a game’s puzzles, as a package for a learning platform "
            "(SCORM 1.2) instead; DIR is its ZIP file"
        ),
    )  # fmt: skip
    export.add_argument(
        "--languages", type=languages_of, default=(), metavar="de,fr",
        help=_("also write the site in these languages, each in a folder of its own, with a switch on every page"),
    )  # fmt: skip
    common_options(export)
    export.set_defaults(run=run_export, command=export, replay=None, scorm=None)  # an option no other command has

    check = commands.add_parser("check", help=_("say what a game or a lesson of your own still lacks"))
    check.add_argument("name", metavar=_("GAME|LESSON"), help=_("a game’s name or folder, a lesson’s name or file"))
    common_options(check)
    check.set_defaults(run=run_check, command=check)

    serve_options(top)
    top.set_defaults(run=run_serve)
    return top


def common_options(target: argparse.ArgumentParser) -> None:
    """What every command takes."""
    target.add_argument("--verbose", action="store_true", help=_("say more, and show where an error came from"))
    target.add_argument("--notebooks", type=Path, metavar=_("DIR"), help=_("the folder of lessons"))


def add_listening(target: argparse.ArgumentParser, usual: int) -> None:
    """What every command takes that shows lessons in a browser."""
    common_options(target)
    port = in_range(0, LAST_PORT, _("a port is a number from 0 to {most}"))
    told = _("the port to listen on ({usual}, or the next free one)").format(usual=usual)
    target.add_argument("--port", type=port, help=told)
    target.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))
    target.add_argument(
        "--no-compile", action="store_true", help=_("start at once, and compile only when it is needed")
    )


def serve_options(target: argparse.ArgumentParser) -> None:
    """What serving takes; the same with and without the word `serve`."""
    add_listening(target, 8866)
    target.add_argument(
        "--address",
        help=_("the address to listen on (127.0.0.1; with --class 0.0.0.0, which lets others in your network in)"),
    )
    learners = in_range(1, LARGEST_CLASS, _("a class is a number from 1 to {most}"))
    target.add_argument(
        "--class", dest="class_size", type=learners, default=0, metavar="N",
        help=_("a class of N: a code to enter, and a board for the teacher"),
    )  # fmt: skip
    teaching.options(target)
    target.add_argument(
        "--lesson", metavar=_("LESSON"), help=_("the lesson the class begins with, e.g. kartenspiel/01-rules (start)")
    )
    target.add_argument(
        "--token", type=code,
        help=_("the code the pages ask for, instead of a random one; the environment may give it as GAMEKIT_TOKEN"),
    )  # fmt: skip
    target.add_argument(
        "--proxied",
        action="store_true",
        help=_("a proxy stands in front and decides who may come: believe it, and ask for a code only if one is given"),
    )
    processes = in_range(1, MOST_WORKERS, _("workers are a number from 1 to {most}"))
    target.add_argument(
        "--workers", type=processes, default=0, metavar="N",
        help=_("how many processes answer panels (as many as the machine has cores, from 2 to 4)"),
    )  # fmt: skip
    target.add_argument(
        "--languages", type=languages_of, default=(), metavar="de,fr",
        help=_("the languages besides English that a reader can choose"),
    )  # fmt: skip
    target.add_argument(
        "--frame", action="append", type=check_host, default=[], metavar=_("HOST"),
        help=_("a site that may show these pages in a frame, e.g. https://moodle.school.example; may be given again"),
    )  # fmt: skip
    target.add_argument("--base-url", default="/", help=_("the path in front of all addresses, behind a proxy"))


def in_range(least: int, most: int, told: str) -> Callable[[str], int]:
    """What reads a number within bounds; `told` is what anything else gets to hear."""

    def read(text: str) -> int:
        if not text.isdigit() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(told.format(most=most))
        return int(text)

    return read


def check_host(text: str) -> str:
    """A site: a host's name, perhaps with https:// before and a port behind; nothing else, for it goes into a header.

    >>> check_host("https://Moodle.School.example")
    'https://moodle.school.example'
    """
    if not FRAMING_HOST.fullmatch(text):
        raise argparse.ArgumentTypeError(_("a site is written like https://moodle.school.example, without a path"))
    return text.lower()


def languages_of(text: str) -> tuple[str, ...]:
    """Languages by their codes."""
    from gamekit.serve.languages import read_languages  # brings the server

    return read_languages(text)


def code(text: str) -> str:
    """A code for the pages, long enough that trying all of them takes too long."""
    if len(text) < SHORTEST_CODE or not text.isascii() or not text.isprintable() or " " in text:
        raise argparse.ArgumentTypeError(
            _("a code has at least {least} letters, digits or signs, and no spaces").format(least=SHORTEST_CODE)
        )
    return text


def lessons_folder(chosen: Path | None) -> Path:
    """The folder asked for, else the copy `lab` has made in the current folder, else the one that came with gamekit."""
    from gamekit.serve.lesson_copies import COPY
    from gamekit.serve.lessons import HOME, own_folder

    copy = Path.cwd() / COPY
    candidates = [chosen] if chosen else [*([copy] if (copy / HOME).is_file() else []), own_folder()]
    for folder in candidates:
        if folder.is_dir():
            return folder.resolve()
    raise CommandError(
        _("There is no folder of lessons at {places}. Name it with --notebooks.").format(
            places=" or ".join(map(str, candidates))
        )
    )


def beside(chosen: argparse.Namespace) -> Beside:
    """What compiles while the first pages are already read; says so once, where something is missing."""
    from gamekit.lab.engine.beside import SIDE_BY_SIDE, Beside
    from gamekit.lab.engine.warm import how_far

    ready, total = how_far()
    if ready < total and not chosen.no_compile:
        print(
            _(
                "The rules are being compiled beside it, once on this computer. Boards can be played at once; "
                "simulations and the coach follow in a minute or two."
            ),
            flush=True,
        )
    return Beside(0 if chosen.no_compile else SIDE_BY_SIDE)


def run_check(chosen: argparse.Namespace) -> int:
    """The command `check`."""
    from gamekit.serve import check

    return check.run_check(chosen.name, lessons_folder(chosen.notebooks))


def run_compile(_chosen: argparse.Namespace) -> int:
    """The command `compile`."""
    from gamekit.lab.engine.beside import compile_side_by_side

    began = time.monotonic()
    print(_("Compiling the rules into machine code. This is done once and takes a minute or two."), flush=True)

    def tell(number: int, total: int, title: str) -> None:
        print(f"  {number}/{total}  {title}", flush=True)

    if not compile_side_by_side(tell):
        raise CommandError(_("Not all games could be compiled; they can be played all the same, more slowly."))
    print(_("All games are compiled, after {seconds} s.").format(seconds=round(time.monotonic() - began)))
    return 0


def run_serve(chosen: argparse.Namespace) -> int:
    """The command `serve`, and what happens without any."""
    from gamekit.serve import lessons

    folder = lessons_folder(chosen.notebooks)
    lesson = lessons.lesson_path(folder, chosen.lesson or lessons.HOME)
    if lesson is None and (chosen.lesson or chosen.class_size):
        names = ", ".join(lesson.name for lesson in lessons.find_lessons(folder))
        raise CommandError(
            _("There is no lesson {lesson}. The lessons are: {names}.").format(lesson=chosen.lesson, names=names)
        )
    from gamekit.serve import server as serving

    settings = settings_of(chosen, folder, lesson or lessons.HOME)
    server = serving.LessonServer(settings)
    print(_("Starting …"), flush=True)

    def ready(running: serving.LessonServer) -> None:
        if settings.port and running.port != settings.port:
            print(_("Port {wanted} is taken; using {port}.").format(wanted=settings.port, port=running.port))
        print(_("The lessons are at  {address}").format(address=running.address_to_open))
        if running.door.token:
            print(_("The code, if a page asks for it:  {token}").format(token=running.door.token))
        teaching.tell(running)
        print(_("Stop with Ctrl-C."), flush=True)
        if not chosen.no_browser:
            open_browser(running.teachers_address or running.address_to_open)

    server.when_ready = ready
    with beside(chosen) as compiling:
        server.compiling = compiling
        server.start()
    print(_("Stopped."))
    return 0


def settings_of(chosen: argparse.Namespace, folder: Path, lesson: str) -> ServerSettings:
    """What was asked for; a code is made up where others can come and none was given."""
    from gamekit.classroom.store import new_code
    from gamekit.serve import server
    from gamekit.serve.handlers import is_local

    address = chosen.address or ("0.0.0.0" if chosen.class_size else "127.0.0.1")
    asking = not (is_local(address) or chosen.proxied or chosen.class_size)  # a class has a code of its own
    try:
        given = chosen.token or (code(os.environ["GAMEKIT_TOKEN"]) if os.environ.get("GAMEKIT_TOKEN") else None)
    except argparse.ArgumentTypeError as error:
        raise CommandError(f"GAMEKIT_TOKEN: {error}.") from None
    path = chosen.base_url.strip("/")
    return server.ServerSettings(
        folder=folder,
        address=address,
        port=server.PORT if chosen.port is None else chosen.port,
        base_url=f"/{path}/" if path else "/",
        token=given or (new_code() if asking else None),
        class_size=chosen.class_size,
        lesson=lesson,
        proxied=chosen.proxied,
        verbose=chosen.verbose,
        frames=tuple(chosen.frame),
        workers=chosen.workers,
        languages=chosen.languages,
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
    folder = copy_lessons(lessons_folder(chosen.notebooks), Path.cwd())
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
    with (
        beside(chosen),
        subprocess.Popen(command, env=around, start_new_session=True) as jupyter,
    ):
        signal.signal(signal.SIGTERM, lambda *_: jupyter.terminate())
        while True:
            try:
                return jupyter.wait()
            except KeyboardInterrupt:
                jupyter.terminate()


def run_voila(chosen: argparse.Namespace) -> int:
    """The command `voila`: the lessons in stock Voilà, with our template."""
    from gamekit.serve import voila_mode

    folder = lessons_folder(chosen.notebooks)
    options = [f"--port={chosen.port}"] if chosen.port is not None else []
    options += ["--no-browser"] if chosen.no_browser else []
    options += ["--debug"] if chosen.verbose else []
    with beside(chosen):
        return voila_mode.serve(folder, options)


def run_export(chosen: argparse.Namespace) -> int:
    """The command `export`: pages without a server."""
    from gamekit.serve import export, lessons, site

    target: Path = chosen.folder
    if chosen.replay is not None:
        written = export.export_replay(chosen.replay, target)
        print(_("Written: {file}").format(file=written))
        return 0
    if chosen.scorm is not None:
        from gamekit.serve import scorm

        written = scorm.export_scorm(target, lessons.own_folder(), chosen.scorm)
        print(_("Written: {file}").format(file=written))
        return 0
    if target.exists() and not target.is_dir():
        raise CommandError(_("{folder} is a file, not a folder.").format(folder=target))
    print(_("Games are played, lessons run and their panels recorded; this takes some minutes."), flush=True)
    told = lambda number, title: print(f"  {number}  {title}", flush=True)  # noqa: E731
    pages = site.export_site(target, lessons.own_folder(), told, chosen.languages)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(_("{pages} pages, {size} MB. Open {index}").format(
        pages=pages, size=round(size / 1e6, 1), index=target / "index.html"
    ))  # fmt: skip
    return 0

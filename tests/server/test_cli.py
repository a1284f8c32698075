"""What the command line accepts, and how it refuses."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gamekit.core.i18n.translation import use_language
from gamekit.lessons import catalog
from gamekit.lessons.catalog import COPY, copy_lessons
from gamekit.server import app, cli
from tests.server.test_class import Visitor, teacher_of
from tests.server.test_deploy import is_open, read
from tests.serving import PATIENCE, Server, lesson, soon

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("command", ["serve", "lab", "voila", "export", ""])
def test_every_command_says_what_it_takes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.make_parser().parse_args([*command.split(), "--help"])
    assert ended.value.code == 0
    assert "--notebooks" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("serve", "--port", "http"), "a port is a number from 0 to 65535"),
        (("serve", "--port", "70000"), "a port is a number from 0 to 65535"),
        (("serve", "--class", "0"), "a class is a number from 1 to 200"),
        (("serve", "--class", "many"), "a class is a number from 1 to 200"),
        (("serve", "--notebooks", "/nowhere"), "There is no folder of lessons at /nowhere"),
        (("fly",), "invalid choice: 'fly'"),
        (("serve", "--address", "0.0.0.0"), "Others can open 0.0.0.0. Add --class N"),
        (("--address", "0.0.0.0", "lab"), "there is no option --address here"),
        (("--port", "9555", "check", "pig"), "there is no option --port here"),
        (("serve", "--class", "9", "--class-name", "9b/../x"), "has up to 40 letters and digits"),
        (("serve", "--lesson", "kartenspiel/01-rule"), "'kartenspiel/01-rule'. Did you mean 'kartenspiel/01-rules'?"),
    ],
)
def test_a_wrong_option_is_refused_in_one_sentence(
    arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = cli.main(arguments)
    except SystemExit as ended:
        status = ended.code
    assert status not in (0, None)
    assert reason in capsys.readouterr().err


def test_a_class_begins_in_a_folder_without_a_first_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson(tmp_path / "mine.ipynb", "# Mine")
    begun = []

    def begin(settings: app.ServerSettings) -> None:
        begun.append(settings.lesson)
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "LessonServer", begin)
    chosen = cli.make_parser().parse_args(["serve", "--class", "30", "--notebooks", str(tmp_path)])
    with pytest.raises(KeyboardInterrupt):
        cli.run_serve(chosen)
    assert begun == [""]


def test_lab_opens_the_notebooks_in_jupyterlab_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    lesson(tmp_path / "start.ipynb", "# Start")
    arguments = ["lab", "--notebooks", str(tmp_path), "--no-browser", "--port", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gamekit", *arguments],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore Ctrl-C
    )
    try:
        said = ""
        for line in process.stderr or ():
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/lab/tree/start\.ipynb\?token=(\w+)", line):
                break
        assert found, said
        page = f"http://127.0.0.1:{found[1]}/api/contents/start.ipynb?token={found[2]}"
        assert soon(lambda: is_open(int(found[1]))), "it is announced a moment before it is there"
        assert json.loads(read(page))["type"] == "notebook"
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C in a terminal
        assert process.wait(PATIENCE) == 0
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.mark.parametrize("arguments", [["--port", "9555", "serve"], ["serve", "--port", "9555"], ["--port", "9555"]])
def test_options_before_the_command_count_like_those_behind_it(arguments: list[str]) -> None:
    chosen = cli.read_command([*arguments])
    assert (chosen.run, chosen.port, chosen.address) == (cli.run_serve, 9555, None)


def test_what_stands_behind_the_command_is_the_last_word() -> None:
    assert cli.read_command(["--port", "9555", "--verbose", "lab", "--port", "9556"]).port == 9556
    assert cli.read_command(["--verbose", "lab"]).verbose


@pytest.mark.parametrize(
    ("typed", "meant"), [("rout66", "route66"), ("Route66/02-speedometr", "route66/02-speedometer"), ("zzz", "")]
)
def test_the_command_check_guesses_which_game_or_lesson_was_meant(
    typed: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["check", typed]) == 1
    said = capsys.readouterr().out
    assert (f"Did you mean {meant!r}?" in said) if meant else ("Did you mean" not in said)


def test_help_shows_the_commands_first_and_the_options_of_serve_with_serve(capsys: pytest.CaptureFixture[str]) -> None:
    shown = {}
    for typed in ((), ("serve",)):
        with pytest.raises(SystemExit):
            cli.make_parser().parse_args([*typed, "--help"])
        shown[typed] = capsys.readouterr().out
    assert 0 < shown[()].index("\n    check ") < shown[()].index("--verbose")
    assert "--class" not in shown[()]
    assert "--class" in shown["serve",]


def test_a_class_whose_folder_has_no_lesson_to_begin_with_begins_in_the_gallery(tmp_path: Path) -> None:
    lesson(tmp_path / "kartenspiel" / "rules.ipynb", "# Rules")
    with Server(tmp_path, "--class", "3", "--address", "127.0.0.1") as running:
        pupil = Visitor(running)
        assert pupil.join().headers["Location"] == "/"
        assert pupil.ask("/").status == 200
        teacher = teacher_of(running)
        assert teacher.ask("/class/teacher").status == 200


def test_the_lessons_of_an_installed_package_are_changed_in_a_copy_that_is_found_again(tmp_path, monkeypatch, capsys):
    package, here = tmp_path / "gamekit", tmp_path / "here"
    (package / "notebooks").mkdir(parents=True)
    (package / "notebooks" / "start.ipynb").touch()
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(catalog, "PACKAGE", package)
    assert cli.find_lessons_folder(None) == package / "notebooks"
    copy = copy_lessons(cli.find_lessons_folder(None), here)
    assert (copy, (copy / "start.ipynb").exists()) == (here / COPY, True)
    assert str(copy) in capsys.readouterr().out
    assert cli.find_lessons_folder(None) == copy
    assert copy_lessons(copy, here) == copy
    with use_language("de"):
        assert copy_lessons(package / "notebooks", here) != copy, "whoever reads German gets no English copy"


def test_a_copy_in_another_language_is_served_only_when_asked_for(tmp_path, monkeypatch):
    """Pages are drawn in every language from the English lessons."""
    german = tmp_path / f"{COPY}-de"
    german.mkdir()
    (german / "start.ipynb").touch()
    monkeypatch.chdir(tmp_path)
    with use_language("de"):
        assert cli.find_lessons_folder(None) == catalog.own_folder()
        assert cli.find_lessons_folder(german) == german


def test_the_lessons_of_a_checkout_are_changed_where_they_lie(tmp_path):
    folder = cli.find_lessons_folder(None)
    assert folder == catalog.own_folder() == copy_lessons(folder, tmp_path)


@pytest.mark.parametrize("typed", [["export", "DIR"], ["lab"], ["serve"], []], ids=" ".join)
def test_a_command_knows_all_its_options_when_none_is_given(typed: list[str]) -> None:
    """Export’s --replay was unknown where it was not typed, so `export DIR` ended in a traceback."""
    chosen = cli.read_command(typed)
    taken = getattr(chosen, "command", cli.make_parser()).taken
    assert {name for name in taken if name not in ("help", "version")} <= set(vars(chosen))


def test_export_writes_the_lessons_of_the_folder_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(
        "gamekit.server.site_export.export_site", lambda _target, folder, *_more: asked.append(folder) or 0
    )
    assert cli.main(["export", str(tmp_path / "site"), "--notebooks", str(tmp_path)]) == 0
    assert asked == [tmp_path.resolve()]

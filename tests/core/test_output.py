"""What is printed arrives everywhere: also in files on a Windows that writes them in its country's own encoding."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from gamekit.core.i18n.translation import spell_ascii

BEGINS = """
import gamekit as gk
s = gk.load("kartenspiel", players=3).session(seed=1)
while s.player < 0: s.roll()
"""
SENTENCES = (
    BEGINS
    + """
print(s.game.title, s.game.rulebook, *[step.notes for step in s.log])
print("− … → Łódź 李")
"""
)
COMMAND = """
from gamekit.server import cli
cli.main(["export", "--replay", "Łódź….json", "game.html"])
print("Starting … ✓")
"""
ENCODINGS = ["cp1252", "cp437", "cp1253", "ascii", "cp932"]


def written(encoding: str, *command: str) -> str:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "GAMEKIT_LANGUAGE": "en"}
    done = subprocess.run([sys.executable, *command], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout.decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_sentences_arrive_in_a_file(encoding):
    assert "Auf Achse" in written(encoding, "-c", SENTENCES)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_command_line_speaks(encoding):
    assert "Starting " in written(encoding, "-c", COMMAND)


def test_what_can_be_written_stays_as_it_is():
    assert "− … → Łódź 李" in written("utf-8", "-c", SENTENCES)
    assert "- … -> ?ódz ?" in written("cp1252", "-c", SENTENCES)


def test_every_sign_has_a_plain_form():
    assert spell_ascii("Zürich −5 “x” ✓") == 'Zurich -5 "x" +'
    assert spell_ascii("李\ud800") == "??"

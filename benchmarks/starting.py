"""Measure the time from a command to the first page and to later ones, and the cost of an export.

    python -m benchmarks.starting  # gallery, a lesson never drawn, the same again; export twice
    python -m benchmarks.starting --lesson topics/rule_or_luck

Times start with the command, measured by a client that asks every 20 ms like a page. The cache of both runs is a folder
of this benchmark, empty at first. An export is measured in CPU seconds of all its processes. The exit status is 1 if a
target is missed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from gamekit.lessons.catalog import find_lessons, own_folder
from tests.serving import ROOT, Server, start_as_on

GALLERY_S, FIRST_S, AGAIN_S = 5.0, 6.0, 1.0
EXPORT_S, EXPORT_AGAIN_S = 60.0, 5.0
PATIENCE_S = 300


class Report:
    """Figures printed, and missed targets."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def say(self, what: str, seconds: float, most: float | None) -> None:
        """Print a figure, and record it if it misses its target."""
        allowed = "" if most is None else f"   (allowed {most:g} s)"
        print(f"{what:64} {seconds:6.2f} s{allowed}   load {os.getloadavg()[0]:.1f}", flush=True)
        if most is not None and not seconds <= most:
            self.missed.append(f"{what}: {seconds:.2f} s, allowed {most:g} s")


@contextlib.contextmanager
def around(**changed: str) -> Iterator[None]:
    """Change the environment temporarily."""
    before = dict(os.environ)
    os.environ.update(changed)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def opened(server: Server, path: str) -> float:
    """Return the seconds until a page is there. Raises `TimeoutError` after 300 s, `RuntimeError` if it fails."""
    began = time.perf_counter()
    while time.perf_counter() - began < PATIENCE_S:
        status = server.get(path).status
        if status == 200:
            return time.perf_counter() - began
        if status != 202:
            raise RuntimeError(f"{path}: status {status}")
        time.sleep(0.02)
    raise TimeoutError(path)


def serving(report: Report, lesson: str, how: str, first: float) -> None:
    """Start the server, and ask for the gallery, the lesson, and the lesson again."""
    began = time.perf_counter()
    with Server(own_folder()) as server:
        opened(server, "/")
        report.say(f"{how}: from the command to the gallery", time.perf_counter() - began, GALLERY_S)
        report.say(f"{how}: then {lesson}", opened(server, f"/lessons/{lesson}.html"), first)
        report.say(f"{how}: the same again", opened(server, f"/lessons/{lesson}.html"), AGAIN_S)


def export(report: Report, folder: Path, how: str, most: float) -> None:
    """Export the whole site and report the CPU seconds of all processes."""

    def used() -> float:
        return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])

    before, began = used(), time.perf_counter()
    command = [sys.executable, "-m", "gamekit", "export", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - began
    report.say(f"export {how}, processor time ({seconds:.1f} s by the clock)", used() - before, most)


def main() -> int:
    """Read the options and measure; return 1 if a target is missed."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--lesson", default="kartenspiel/02-counting-cards", help="which lesson is opened")
    options.add_argument("--no-export", action="store_true", help="leave the export out")
    options.add_argument("--system", choices=("win32", "darwin"), default="", help="the server as there, simulated")
    chosen = options.parse_args()
    start_as_on(chosen.system)
    names = [lesson.name for lesson in find_lessons(own_folder())]
    if chosen.lesson not in names:
        options.error(f"the lessons are: {', '.join(names)}")
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    report = Report()
    with tempfile.TemporaryDirectory(prefix="gamekit-starting-") as place:
        cache = Path(place) / "cache"
        with around(GAMEKIT_CACHE=str(cache)):
            serving(report, chosen.lesson, "never drawn", FIRST_S)
            serving(report, chosen.lesson, "drawn before", AGAIN_S)
            if not chosen.no_export:
                export(report, Path(place) / "site", "of the whole site", EXPORT_S)
                export(report, Path(place) / "site", "where nothing has changed", EXPORT_AGAIN_S)
    for missed in report.missed:
        print("MISSED", missed)
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())

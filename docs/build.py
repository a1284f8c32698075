"""Build the documentation site:  python -m docs.build [FOLDER]

Writes what is made of the package's own data (generated.py), then has Sphinx make the pages; a warning is an error.
With `--lessons` every lesson is exported into it, which takes minutes. What is not installed is named.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from gamekit.core.extras import EXTRAS, say_install

SOURCE = Path(__file__).parent
NEEDED = {"sphinx": "docs", "myst_parser": "docs", "furo": "docs", "numpydoc": "docs"}
"""What the site is built with. Boards are drawn and lessons described by what the extra `lessons` brings."""
USUAL = SOURCE / "_build" / "site"


def find_missing() -> dict[str, str]:
    """Packages that are not installed here, each with the extra that brings it."""
    wanted = {**NEEDED, **dict.fromkeys(EXTRAS["lessons"], "lessons")}
    return {package: extra for package, extra in wanted.items() if find_spec(package) is None}


def main(arguments: Sequence[str] | None = None) -> int:
    """Build it; the number is the shell's."""
    reader = argparse.ArgumentParser(prog="python -m docs.build", description="Build the documentation site.")
    reader.add_argument("folder", nargs="?", type=Path, default=USUAL, help=f"where to (default: {USUAL})")
    reader.add_argument("--lessons", action="store_true", help="export every lesson into it, which takes minutes")
    chosen = reader.parse_args(arguments)
    missing = find_missing()
    if missing:
        extras = ",".join(sorted(set(missing.values())))
        print(f"The site needs {', '.join(missing)}, not installed here. {say_install(extras)}", file=sys.stderr)
        return 1

    from sphinx.cmd.build import main as run_sphinx

    from docs.generated import write_all

    beside = SOURCE / "_build" / "beside"
    shutil.rmtree(beside, ignore_errors=True)
    written = write_all(SOURCE, beside, lessons=chosen.lessons)
    tags = ["-t", "lessons"] if chosen.lessons else []
    options = ["-q", "-W", "--keep-going", "-E", "-d", str(SOURCE / "_build" / "trees"), *tags]
    status = run_sphinx([*options, "-b", "html", str(SOURCE), str(chosen.folder)])
    if status == 0:
        print(f"{len(written)} generated files; the site is {chosen.folder / 'index.html'}")
    return status


if __name__ == "__main__":
    sys.exit(main())

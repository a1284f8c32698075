"""`store`: a database of classes, once as a file and once in a real PostgreSQL, if Debian has brought one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamekit.classroom.models import Base
from gamekit.classroom.store import Store


def programs() -> Path | None:
    """Where PostgreSQL's own programs are; Debian does not put them on the path."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").is_file():
            return folder
    return None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, which listens on a socket in a temporary folder."""
    pytest.importorskip("psycopg", reason="psycopg is not installed: the extra postgres")
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL on this machine")
    user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="gkpg", dir="/tmp"))
    if user:
        shutil.chown(folder, user)

    def run(*command: str | Path) -> None:
        subprocess.run(list(map(str, command)), user=user, check=True, capture_output=True, cwd="/tmp")

    run(found / "initdb", "-D", folder / "data", "-U", "school", "-A", "trust", "--no-sync")
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    run(found / "pg_ctl", "-D", folder / "data", "-o", options, "-l", folder / "log", "-w", "start")
    try:
        yield f"postgresql://school@/postgres?host={folder}"
    finally:
        run(found / "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "classes.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    where = request.getfixturevalue("postgres" if request.param == "postgresql" else "file")
    opened = Store(str(where))
    yield opened
    if request.param == "postgresql":
        Base.metadata.drop_all(opened.engine)
    opened.close()

"""What is kept of how often the coach's reasons were true: written and read alike, and told in a table."""

from __future__ import annotations

import tomllib
from pathlib import Path

import gamekit as gk
from tools.measure.reasons import HitRate, Measured, kept_rows, write_toml

README = Path(gk.__file__).parents[1] / "benchmarks" / "README.md"


def test_what_is_written_is_read_again() -> None:
    about = ("2026-11-27", "a machine", 3, 1, 4, 50, 400)
    text = write_toml(Measured(*about, {"share": HitRate(9, 9, 8)}))
    assert tomllib.loads(text) == dict(zip(Measured._fields, (*about, {"share": [9, 9, 8]}), strict=True))


def test_the_table_of_the_benchmarks_is_what_is_kept() -> None:
    assert "\n".join(kept_rows()) in README.read_text(encoding="utf-8")

"""What is kept of how often the coach's reasons were true: written and read alike, and told in a table."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import gamekit as gk
from gamekit.lab.reasons import list_templates
from tools.measure.reasons import HitRate, Measured, kept_rows, load_reasons, write_toml

README = Path(gk.__file__).parents[1] / "benchmarks" / "README.md"
KEPT = [name for name in gk.game_names() if load_reasons(name)]


@pytest.mark.parametrize("name", KEPT)
def test_a_file_counts_no_more_true_ones_than_there_were_and_only_kinds_there_are(name: str) -> None:
    found = load_reasons(name)
    assert found
    assert set(found.kinds) <= set(list_templates())
    for reasons, signs, sizes in found.kinds.values():
        assert max(signs, sizes) <= reasons <= 2 * found.positions


def test_what_is_written_is_read_again() -> None:
    about = ("2026-11-27", "a machine", 3, 1, 4, 50, 400)
    text = write_toml(Measured(*about, {"share": HitRate(9, 9, 8)}))
    assert tomllib.loads(text) == dict(zip(Measured._fields, (*about, {"share": [9, 9, 8]}), strict=True))


def test_the_table_of_the_benchmarks_is_what_is_kept() -> None:
    assert "\n".join(kept_rows()) in README.read_text(encoding="utf-8")

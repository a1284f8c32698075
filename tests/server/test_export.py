"""Pages without a server: whole, self-contained, safe to open, and with questions whose answers are right."""

from __future__ import annotations

import gzip
import json
import os
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.server import site_export


def played(seed: int = 3) -> gk.Session:
    session = gk.load("kartenspiel", players=2, stages=1).session(seed=seed)
    for _ in range(60):
        if session.player == gk.OVER:
            break
        if session.player == gk.CHANCE:
            session.roll()
        else:
            session.play(session.legal()[0])
    return session


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/gzip" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(gzip.decompress(b64decode(found[1])))


def test_a_replay_becomes_one_page_that_fetches_nothing(tmp_path: Path) -> None:
    played().save(tmp_path / "game.json")
    page = site_export.export_replay(tmp_path / "game.json", tmp_path / "new" / "game.html").read_text(encoding="utf-8")
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["game.html"]
    assert "default-src 'none'" in page
    assert not re.search(r'(?:src|href)="(?!data:|#)[^"]', page)
    told = re.sub(r"/\*.*?\*/", "", page, flags=re.DOTALL)  # types are named in remarks
    assert not re.search(r"import\(\s*[\"'`]", told), "what is imported stands in the page"
    assert page.count("fetch(") == 1, "only a typeface for a saved picture, where it is not in the page"
    faces = re.findall(r"@font-face\s*{[^}]*}", page)
    assert faces, "and here it is"
    assert all('url("data:' in face or "url(data:" in face for face in faces)
    assert (data_of(page)["actions"], data_of(page)["at"]) == (played().history, played().step)


def test_a_replay_that_is_none_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text('{"format": "gamekit-replay"')
    with pytest.raises(gk.ReplayError):
        site_export.export_replay(tmp_path / "game.json", tmp_path / "game.html")
    assert not (tmp_path / "game.html").exists()


def test_what_a_file_says_cannot_end_its_script() -> None:
    hostile = {"name": "</script><script>alert(1)</script><!--\u2028"}
    assert not set(site_export.pack_data(hostile)) & set("<>&\u2028")
    assert data_of(site_export.mount("board/player", "createPlayer", hostile)) == hostile


def test_a_recorded_game_is_played_to_its_end_by_its_strategies() -> None:
    session, players = site_export.record_game(gk.load("kartenspiel", players=4, stages=2), seed=1)
    assert session.player == gk.OVER
    assert len(players) == 4
    assert "Random" not in players
    assert session.step > 200


def test_a_page_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replay = gk.load("kartenspiel").session(seed=1).save(tmp_path / "game.json")
    target = site_export.export_replay(replay, tmp_path / "page.html")
    before = target.read_bytes()

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(gk.SaveError, match="No space"):
        site_export.export_replay(replay, target)
    assert target.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"game.json", "page.html"}


@pytest.mark.parametrize("name", gk.game_names())
def test_the_rules_page_has_every_rule_with_its_marks(name: str) -> None:
    game = gk.load(name)
    page = site_export.rules_part(game)
    for number, rule in game.rulebook.items():
        assert f'id="{number}"' in page
        assert site_export.text(rule.text) in page
    assert page.count('class="mark"') == sum(len(rule.marks) for rule in game.rulebook.values())

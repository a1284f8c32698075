"""Files people load: replays and boxes, hostile ones included. Nothing is trusted, nothing is lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import gamekit as gk
from gamekit.core.i18n.translation import use_language
from gamekit.core.replay import from_dict, parse_replay
from gamekit.core.session import to_dict
from tests.play import box_with


@pytest.fixture
def session() -> gk.Session:
    made = gk.load("kartenspiel", players=2, stages=2).session(seed=7)
    for _ in range(20):
        made.roll()
    made.play(made.legal()[0])
    return made


@pytest.fixture
def contents(session: gk.Session) -> dict:
    return json.loads(json.dumps(to_dict(session)))


def written(tmp_path: Path, contents: object) -> Path:
    path = tmp_path / "game.json"
    path.write_text(contents if isinstance(contents, str) else json.dumps(contents), encoding="utf-8")
    return path


def test_a_replay_file_tells_people_what_was_played(session, tmp_path):
    data = json.loads(session.save(tmp_path / "game.json").read_text(encoding="utf-8"))
    assert list(data) == ["format", "game", "players", "options", "box", "seed", "steps"]
    assert (data["format"], data["options"], data["seed"]) == ("gamekit-replay", {"stages": 2}, 7)
    assert set(data["steps"][-1]) == {"player", "action", "text"}


def test_an_opened_game_goes_on_as_the_saved_one_would(session, tmp_path):
    opened = gk.open_session(session.save(tmp_path / "game.json"))
    assert (opened.seed, opened.legal(), opened.game.options) == (7, session.legal(), session.game.options)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "chess"}, "not a gamekit replay"), ({"game": "monopoly"}, "no game 'monopoly'"),
        ({"game": ["kartenspiel"]}, "must be a name"), ({"game": "../../etc/passwd"}, "no game"),
        ({"players": 9}, "2 to 5 players"), ({"players": "<script>"}, "2 to 5 players, not '<script>'"),
        ({"options": []}, "options"), ({"options": {"cheat": 1}}, "no option 'cheat'"),
        ({"options": {"players": 3}}, "players"), ({"options": {"name": 1}}, "no option 'name'"),
        ({"options": {"self": 1}}, "no option 'self'"), ({"options": {"\ud800": 1}}, "no option '.ud800'"),
        ({"options": {"box": "/etc/passwd"}}, "box"), ({"seed": 1.5}, "seed must be a whole number"),
        ({"seed": None}, "seed must be a whole number"), ({"box": "0" * 64}, "another box file"),
        ({"steps": {}}, "must be a list"), ({"steps": [1]}, "step 1: must have exactly"),
        ({"steps": [{"player": -1, "action": "34", "text": ""}]}, "step 1: the action must be a whole number"),
        ({"steps": [{"player": -1, "action": 10**30, "text": ""}]}, "step 1: There is no action"),
        ({"steps": [{"player": 0, "action": 34, "text": ""}]}, "step 1: it is player -1"),
        ({"steps": [{"player": -1, "action": 0, "text": ""}]}, "step 1: .*KS-10"),
        ({"extra": 1}, "exactly the entries"),
    ],
)  # fmt: skip
def test_a_wrong_replay_says_where_and_what_is_allowed(contents, tmp_path, change, sentence):
    with pytest.raises(gk.ReplayError, match=sentence):
        gk.open_session(written(tmp_path, contents | change))


def test_an_impossible_step_is_named_with_its_rule(contents, tmp_path):
    contents["steps"][20]["action"] = 20
    with pytest.raises(gk.ReplayError, match=r"step 21: .*KS-08"):
        gk.open_session(written(tmp_path, contents))


def test_no_is_no_number_of_a_player(contents, tmp_path):
    next(step for step in contents["steps"] if step["player"] == 0)["player"] = False
    with pytest.raises(gk.ReplayError, match=r"it is player 0’s step .*, not False’s"):
        gk.open_session(written(tmp_path, contents))


def test_a_replay_cut_anywhere_is_refused(contents, tmp_path):
    text = json.dumps(contents)
    for end in range(0, len(text) - 1, 97):
        with pytest.raises(gk.ReplayError):
            gk.open_session(written(tmp_path, text[:end]))


def test_a_huge_file_is_refused_without_reading_it(tmp_path, monkeypatch):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    monkeypatch.setattr(json, "loads", lambda *a, **k: pytest.fail("it was read"))
    with pytest.raises(gk.ReplayError, match="larger than 5,000,000 bytes"):
        gk.open_session(path)
    with pytest.raises(gk.ReplayError, match="larger than 5,000,000 characters"):
        parse_replay(" " * 5_000_001)


def test_binary_and_missing_files_are_refused(tmp_path):
    path = tmp_path / "game.json"
    with pytest.raises(gk.SaveError, match="not the name of a file"):
        gk.load("kartenspiel").session(seed=1).save("")
    with pytest.raises(gk.ReplayError, match="cannot be read"):
        gk.open_session("\0")
    with pytest.raises(gk.ReplayError, match="no replay file"):
        gk.open_session(path)
    path.write_bytes(b"\xff\xfe\x00binary")
    with pytest.raises(gk.ReplayError, match="cannot be read as text"):
        gk.open_session(path)


def test_texts_in_a_replay_are_never_taken_over(contents, tmp_path):
    contents["steps"][0]["text"] = "<script>alert(1)</script>"
    opened = gk.open_session(written(tmp_path, contents))
    assert "<script>" not in opened.log[0].text


def test_a_failed_save_leaves_the_old_file_whole_and_no_litter(session, tmp_path, monkeypatch):
    path = session.save(tmp_path / "game.json")
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    session.play(session.legal()[0])
    with pytest.raises(gk.SaveError, match=r"game\.json cannot be written in .*: disk full\."):
        session.save(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_save_into_a_folder_that_does_not_exist_names_file_and_folder(session, tmp_path):
    with pytest.raises(gk.SaveError, match=r"^game\.json cannot be written in .*nowhere: No such file or directory\.$"):
        session.save(tmp_path / "nowhere" / "game.json")


def test_a_file_can_be_read_by_whom_the_machine_lets_read_a_new_file(session, tmp_path):
    new = tmp_path / "new"
    new.touch()
    assert session.save(tmp_path / "game.json").stat().st_mode == new.stat().st_mode


@pytest.fixture
def pipe(tmp_path):
    path = tmp_path / "game.json"
    os.mkfifo(path)
    return path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("device", [None, "/dev/zero"])
def test_a_pipe_or_device_is_refused_at_once_instead_of_read_for_ever(pipe, device):
    path = device or pipe
    with pytest.raises(gk.ReplayError, match="not an ordinary file"):
        gk.open_session(path)
    with pytest.raises(gk.BoxError, match="not an ordinary file"):
        gk.load("kartenspiel", box=path)


@pytest.mark.parametrize("name", ["n" * 250 + ".json", "n" * 300, "\ud800.json", "zero\0.json"])
def test_a_strange_name_gets_the_documented_error_and_leaves_nothing(session, tmp_path, name):
    with pytest.raises(gk.ReplayError) as opening:
        gk.open_session(tmp_path / name)
    with pytest.raises(gk.BoxError) as loading:
        gk.load("kartenspiel", box=tmp_path / name)
    said = [opening, loading]
    if len(name) != 255:
        with pytest.raises(gk.SaveError) as saving:
            session.save(tmp_path / name)
        said.append(saving)
    for error in said:
        str(error.value).encode("utf-8")  # it can be printed
        assert len(str(error.value)) < 700
    assert list(tmp_path.iterdir()) == []


def test_a_name_as_long_as_a_name_may_be_can_be_saved_and_opened(session, tmp_path):
    path = session.save(tmp_path / ("n" * 250 + ".json"))
    assert gk.open_session(path).history == session.history
    assert list(tmp_path.iterdir()) == [path]


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "change",
    [
        {"format": LONG}, {"format": json.loads("[" * 400 + "]" * 400)}, {"game": LONG}, {"players": LONG},
        {"options": {LONG: 1}}, {"options": {"stages": LONG}},
        {"options": {"stages": json.loads("[" * 400 + "]" * 400)}}, {"seed": 10**4000},
        {"steps": [{"player": LONG, "action": 34, "text": ""}]},
        {"steps": [{"player": -1, "action": 10**4000, "text": ""}]},
    ],
)  # fmt: skip
def test_a_sentence_quotes_at_most_200_characters_of_anything(contents, change):
    with pytest.raises(gk.ReplayError) as error:
        from_dict(contents | change)
    assert len(str(error.value)) < 500


# Box files


def own_box(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "place", "allowed"),
    [
        ("10 = 6", "10 = 7", "kilometre_cards", "add up to 78, but there are 77"),
        ("10 = 6, ", "", "kilometre_cards", "twelve values"),
        ("40 = 7", "40 = -7", "kilometre_cards.copies.40", "at least 0"),
        ("40 = 7", '40 = "many"', "kilometre_cards.copies.40", "whole number"),
        ("40 = 7", "40 = true", "kilometre_cards.copies.40", "whole number"),
        ("barrier = 5, ", "", "action_cards", "lost_freight, barrier"),
        ("barrier = 5", "barrier = 6", "action_cards", "add up to 21"),
        ("total = 12", "total = 13", "rest_cards.total", "12"), ("[rest_cards]", "[rests]", "rest_cards", "missing"),
        ('origin = "rules"\ntotal', "total", "rest_cards.origin", "missing"),
        ("km = { 2 = 150, ", "km = { ", "limit", "2, 3, 4 and 5 players"), ("title =", "titel =", "title", "missing"),
        ("[limit]", "[limit", "TOML", "line"), ("players = [2, 5]", "players = [1, 9]", "players.0", "2"),
    ],
)  # fmt: skip
def test_a_wrong_box_names_the_entry_and_what_is_expected(tmp_path, old, new, place, allowed):
    with pytest.raises(gk.BoxError, match=f"{place}.*{allowed}"):
        gk.load("kartenspiel", box=box_with("kartenspiel", tmp_path, (old, new)))


def test_what_a_game_itself_finds_wrong_in_a_box_is_told_in_one_language(tmp_path):
    path = box_with("kartenspiel", tmp_path, ("10 = 6", "10 = 7"), ("title", "titel"))
    said = []
    for spoken in ("en", "de"):
        with use_language(spoken), pytest.raises(gk.BoxError) as error:
            gk.load("kartenspiel", box=path)
        said.append(str(error.value))
    assert said[0] == said[1]


def test_a_missing_or_huge_box_is_refused(tmp_path):
    with pytest.raises(gk.BoxError, match="no such file"):
        gk.load("kartenspiel", box=tmp_path / "box.toml")
    (tmp_path / "box.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(gk.BoxError, match="larger than"):
        gk.load("kartenspiel", box=tmp_path / "box.toml")


def test_a_box_with_an_endless_line_is_refused_before_it_is_read(tmp_path):
    with pytest.raises(gk.BoxError):
        gk.load("kartenspiel", box=box_with("kartenspiel", tmp_path, ("\n", f" # {'x' * 1_000}\n")))


@pytest.mark.parametrize("deep", ["x = " + "[" * 20_000, "x = " + "[\n" * 20_000, "x" + ".x" * 40_000 + " = 1"])
def test_a_box_nested_without_end_is_refused(tmp_path, deep):
    with pytest.raises(gk.BoxError) as error:
        gk.load("kartenspiel", box=own_box(tmp_path, deep))
    assert len(str(error.value)) < 500


def test_a_wrong_box_is_quoted_in_200_characters(tmp_path):
    many = "".join(f"{n}1 = 6,\n" for n in range(1000))
    for text in (f"{'x' * 900} = 1", f'title = "{LONG}"', "[kilometre_cards.copies]\n" + many.replace(",", "")):
        with pytest.raises(gk.BoxError) as error:
            gk.load("kartenspiel", box=own_box(tmp_path, text))
        assert len(str(error.value)) < 1500


def test_a_box_of_ones_own_is_used_and_its_replays_need_it(tmp_path):
    path = box_with("kartenspiel", tmp_path, ("10 = 6, 20 = 6", "10 = 5, 20 = 7"))
    game = gk.load("kartenspiel", players=2, box=path)
    assert list(game.tables.deck[:2]) == [5, 7]
    saved = game.session(seed=1).save(tmp_path / "game.json")
    assert gk.open_session(saved, box=path).game.own_box
    with pytest.raises(gk.ReplayError, match="another box file"):
        gk.open_session(saved)

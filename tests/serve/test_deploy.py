"""Serving behind something: a path in front of all addresses, a proxy that decides who comes, the files for it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.serving import ROOT, Server, lesson

DEPLOY = ROOT / "deploy"
BELOW = "/user/anna/gamekit/"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("below")
    lesson(folder / "start.ipynb", "# Start", "print('here')", title="Start")
    lesson(folder / "kartenspiel" / "rules.ipynb", "# Rules", title="Rules")
    with Server(folder, "--proxied", "--base-url", BELOW) as running:
        yield running


def test_every_address_of_a_page_is_below_the_path_it_was_given(proxied: Server) -> None:
    for path in ("", "voila/render/start.ipynb", "nowhere"):
        page = proxied.get(BELOW + path).text
        links = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
        assert links
        assert [link for link in links if not link.startswith(BELOW)] == []


def test_behind_a_proxy_any_name_is_served_and_no_code_asked(proxied: Server) -> None:
    assert proxied.get(BELOW, Host="games.school.example").status == 200
    assert proxied.get(BELOW + "voila/render/start.ipynb", Host="games.school.example").status == 200


def test_a_code_can_be_given_behind_a_proxy_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson(tmp_path / "start.ipynb", "# Start")
    monkeypatch.setenv("GAMEKIT_TOKEN", "abcd-efgh")
    with Server(tmp_path, "--proxied") as running:
        assert running.get("/", Host="games.school.example").status == 302
        assert running.get("/?token=abcd-efgh", Host="games.school.example").status == 200


def test_the_command_a_hub_starts_is_one_the_command_line_knows() -> None:
    from gamekit.serve import cli

    tree = ast.parse((DEPLOY / "jupyterhub" / "jupyter_server_config.py").read_text(encoding="utf-8"))
    servers = next(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ".servers" in ast.unparse(node.targets[0])
    )
    command = ast.literal_eval(servers)["gamekit"]["command"]
    assert command[:3] == ["python", "-m", "gamekit"]
    words = [word.replace("{port}", "1234").replace("{base_url}", "/user/anna/") for word in command[3:]]
    chosen = cli.parser().parse_args(words)
    assert (chosen.port, chosen.base_url, chosen.proxied) == (1234, BELOW, True)


def test_the_command_of_the_container_is_one_the_command_line_knows() -> None:
    from gamekit.serve import cli

    text = (DEPLOY / "container" / "Dockerfile").read_text(encoding="utf-8")
    command = ast.literal_eval(re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)[1])  # type: ignore[index]
    chosen = cli.parser().parse_args(command[3:])
    assert (chosen.address, chosen.port, chosen.class_size, chosen.proxied) == ("0.0.0.0", 8866, 30, True)
    compose = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text(encoding="utf-8"))
    build = compose["services"]["lessons"]["build"]
    assert (DEPLOY / "container" / build["context"] / build["dockerfile"]).is_file()

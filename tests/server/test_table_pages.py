"""The addresses of a class's tables on a running server: who is let in, and everybody who should not be."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tornado.websocket import WebSocketClientConnection

from gamekit.server.class_activity_handlers import edition
from gamekit.server.class_handlers import ENDED
from tests.server.test_class import Visitor, joined, teacher_of
from tests.serving import Server, story


def opened(pupil: Visitor, game: str = "kartenspiel", players: str = "2") -> str:
    said = pupil.form("/class/tables", do="open", game=game, players=players)
    assert said.status == 302, said.text
    return said.headers["Location"].rpartition("/")[2]


async def listen(visitor: Visitor, code: str, of: str = "") -> WebSocketClientConnection:
    return await visitor.line(f"/class/table/{code}/live{of}")


async def heard(line: WebSocketClientConnection) -> Any:
    said = await asyncio.wait_for(line.read_message(), 20)
    return None if said is None else json.loads(said)


@story
async def test_a_page_of_an_older_server_is_told_to_load_itself_anew_and_its_seat_is_kept(server: Server) -> None:
    pupil = joined(server)
    code = opened(pupil)
    assert f"/class/table/{code}/live?edition={edition()}" in pupil.ask(f"/class/table/{code}").text

    old = await listen(pupil, code, of="?edition=older")
    assert (await heard(old), old.close_code) == (None, ENDED)
    assert (await heard(await listen(pupil, code, of=f"?edition={edition()}")))["you"] == 0


@story
async def test_a_table_is_told_only_its_own_seat_and_answers_wrong_wishes_with_a_sentence(server: Server) -> None:
    ada, ben, teacher = joined(server, "Ada T"), joined(server, "Ben T"), teacher_of(server)
    code = opened(ada)
    page = ben.ask(f"/class/table/{code.lower()}")
    assert page.status == 200
    assert all(address in page.text for address in (f"/class/table/{code}/live", '<a href="/class/tables">'))
    assert "connect-src 'self'" in page.headers["Content-Security-Policy"]
    assert (page.headers["Cache-Control"], "Etag" in page.headers) == ("no-store", False), "it is one visitor's own"
    assert f">{code}<" in teacher.ask("/class/tables").text
    first, second, watcher = [await listen(one, code) for one in (ada, ben, teacher)]
    assert (await heard(first))["you"] == 0
    assert (await heard(second))["you"] is None
    await second.write_message('{"do": "sit", "seat": 1}')
    news = await heard(second)
    assert (news["you"], news["begun"], news["fresh"]) == (1, True, True)
    seats = [seat["name"].rpartition(" ")[0] for seat in news["seats"]]
    assert seats == ["Ada T", "Ben T"]
    news = await heard(watcher)
    while not news["begun"]:
        news = await heard(watcher)
    assert news["you"] is None
    for wish in ("{", "[]", "x" * 5000, '{"do": "play", "action": 1, "step": 20}', '{"do": "sit", "seat": 0}'):
        await second.write_message(wish)
        assert len((await heard(second))["refused"]) > 10
    await watcher.write_message('{"do": "begin"}')
    assert "watches" in (await heard(watcher))["refused"]
    for line in (first, second, watcher):
        line.close()
    teacher.join()  # to look at what pupils see
    assert teacher.form("/class/tables", do="close", code=code).status == 302


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"do": "find", "code": "zzzz"}, "no table with this code"),
        ({"do": "find", "code": "<script>alert(1)"}, "no table with this code"),
        ({"do": "open", "game": "none", "players": "2"}, "no such game"),
        ({"do": "open", "game": "kartenspiel", "players": "x"}, "is not a number"),
        ({"do": "open", "game": "kartenspiel", "players": "77"}, "not 77"),
        ({"do": "open", "game": "kartenspiel", "players": "2.5"}, "number of players"),
        ({"do": "open"}, "number of players"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(server: Server, fields: dict[str, str], reason: str) -> None:
    said = joined(server).form("/class/tables", **fields)
    assert said.status == 200
    assert reason in said.text
    assert "<script>alert" not in said.text


def test_a_forged_address_of_a_table_leads_to_the_list(server: Server) -> None:
    said = joined(server).ask("/class/table/zzzz")
    assert said.status == 404
    assert "There is no table with this code." in said.text
    assert joined(server).ask("/class/table/..%2F..%2Fx").status == 404

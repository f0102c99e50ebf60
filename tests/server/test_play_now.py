"""One request that opens a table and begins a game against bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from cancellation_hearts.table.events import GameStarted
from tests.server.serving import Server
from tests.server.test_http import ROOMY

TOKEN = "a-secret-of-my-own-choice"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changed = {"rates": ROOMY}
    with Server(tmp_path_factory.mktemp("play") / "data", changed=changed) as server:
        yield server
        assert '"level":"error"' not in server.log()


def games(server: Server, table: str) -> int:
    return sum(isinstance(told.event, GameStarted) for told in server.events(table))


def public(server: Server, me: dict[str, Any]) -> dict[str, Any]:
    status, update = server.get(f"/api/tables/{me['table']}/updates", token=me["token"])
    assert status == 200
    return dict(update["public"])


def test_one_tap_and_the_game_is_on(server: Server) -> None:
    wanted = {"name": "Ana", "rules": "classic players=7", "level": "casual"}
    status, me = server.post("/api/games", wanted)
    assert (status, me["person"]) == (201, 0)
    told = public(server, me)
    assert told["playing"]
    assert told["settings"]["rest"] is None
    assert told["seats"][0]["person"] == 0
    assert [seat.get("bot") for seat in told["seats"]] == [None, *["casual"] * 6]


def test_without_a_wish_it_is_the_usual_game(server: Server) -> None:
    _status, me = server.post("/api/games", {"name": "Ana"})
    told = public(server, me)
    assert [seat.get("bot") for seat in told["seats"]] == [None, *["steady"] * 5]


def test_a_browser_is_known_by_its_cookie(server: Server) -> None:
    body = json.dumps({"name": "Ana", "cookie": True}).encode()
    status, headers, data = server.request(
        "POST", "/api/games", body, Content_Type="application/json"
    )
    me = json.loads(data)
    assert (status, me["token"]) == (201, None)
    cookie = SimpleCookie(headers["set-cookie"])
    token = cookie[f"ch_{me['table']}"].value
    assert server.get(f"/api/tables/{me['table']}", token=token)[1]["me"]["seat"] == 0


def test_two_taps_are_one_game(server: Server) -> None:
    wanted = {"name": "Ana", "token": TOKEN}
    with ThreadPoolExecutor(8) as fingers:
        taps = [fingers.submit(server.post, "/api/games", wanted) for _ in range(8)]
    answers = [tap.result() for tap in taps]
    assert [status for status, _me in answers] == [201] * 8
    assert len({me["table"] for _status, me in answers}) == 1
    me = answers[0][1]
    assert (me["person"], me["token"]) == (0, TOKEN)
    assert games(server, me["table"]) == 1


def test_a_tap_of_long_ago_begins_no_new_game(server: Server) -> None:
    wanted = {"name": "Ana", "token": TOKEN + "-2"}
    _status, me = server.post("/api/games", wanted)
    stop = {"type": "ask", "id": "stop", "command": {"type": "StopGame"}}
    path = f"/api/tables/{me['table']}/asks"
    assert server.post(path, stop, token=me["token"])[0] == 200
    assert server.post("/api/games", wanted) == (201, me)
    assert games(server, me["table"]) == 1


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    wanted = {"name": "Ana", "token": TOKEN}
    with Server(tmp_path / "data") as server:
        _status, table = server.post("/api/tables", wanted)  # as if killed before the game began
        server.kill()
        server.start()
        assert server.post("/api/games", wanted) == (201, table)
        server.kill()
        server.start()
        assert server.post("/api/games", wanted) == (201, table)
        assert games(server, table["table"]) == 1


def test_a_table_is_opened_once_too(server: Server) -> None:
    wanted = {"name": "Ana", "token": TOKEN + "-3"}
    assert server.post("/api/tables", wanted) == server.post("/api/tables", wanted)


@pytest.mark.parametrize(
    ("wanted", "status", "code"),
    [
        ({"name": "Ana", "level": "brilliant"}, 409, "NO_SUCH_BOT"),
        ({"name": "Ana", "rules": "players=12"}, 400, "BAD_MESSAGE"),
        ({"name": ""}, 400, "BAD_NAME"),
        ({"name": "Ana", "token": "short"}, 400, "BAD_MESSAGE"),
        ({"name": "Ana", "seat": 1}, 400, "BAD_MESSAGE"),
        ({}, 400, "BAD_MESSAGE"),
    ],
)
def test_what_cannot_be_played_is_refused(
    server: Server, wanted: dict[str, object], status: int, code: str
) -> None:
    found, refused = server.post("/api/games", wanted)
    assert (found, refused["code"]) == (status, code)

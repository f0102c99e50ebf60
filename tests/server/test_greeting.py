"""What somebody is told at the door of a table, before they come in."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from cancellation_hearts.core.codec import encode
from cancellation_hearts.i18n import words
from cancellation_hearts.server.door import door_of
from cancellation_hearts.server.pages import preview_of
from cancellation_hearts.table import Stranger, TableRefusal, decide, observe
from cancellation_hearts.table.commands import Come
from cancellation_hearts.table.events import SeatTaken
from cancellation_hearts.wire import Door
from tests.server.serving import Server
from tests.server.test_http import ROOMY
from tests.table.test_reveals_nothing import search
from tests.table.walks import evening, settings_of

RATES: Final = ROOMY | {"doors": (12, 0.001)}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changed = {"rates": ROOMY}
    with Server(tmp_path_factory.mktemp("greeting") / "data", changed=changed) as server:
        yield server
        assert '"level":"error"' not in server.log()


def opened(server: Server, rules: str = "players=6", **settings: object) -> dict[str, Any]:
    """A table of Rūta's."""
    _status, host = server.post("/api/tables", {"name": "Rūta", "rules": rules})
    if settings:
        _status, update = server.get(f"/api/tables/{host['table']}/updates")
        asked(server, host, "ChangeSettings", settings=update["public"]["settings"] | settings)
    return dict(host)


def asked(server: Server, host: dict[str, Any], command: str, **fields: object) -> None:
    ask = {"type": "ask", "id": f"{command}{fields}"[:64], "command": {"type": command} | fields}
    path = f"/api/tables/{host['table']}/asks"
    status, answer = server.post(path, ask, token=host["token"])
    assert status == 200, answer


def door(server: Server, table: str, token: str | None = None) -> dict[str, Any]:
    status, told = server.get(f"/api/tables/{table}", token=token)
    assert status == 200
    return dict(told)


def test_a_stranger_is_told_who_invites_and_that_there_is_a_seat(server: Server) -> None:
    host = opened(server, "classic players=8")
    assert door(server, host["table"]) == {
        "table": host["table"],
        "host": "Rūta",
        "rules": "players=8 void_rule=no_led_card last_void=leader",
        "decks": 2,
        "seats": 8,
        "free": 7,
        "bots": 0,
        "playing": False,
        "over": False,
        "sit": True,
        "take_over": False,
        "watch": True,
        "me": None,
    }


def test_in_a_game_one_may_take_over_from_a_bot_and_after_it_come_again(server: Server) -> None:
    host = opened(server)
    asked(server, host, "StartGame")
    told = door(server, host["table"])
    assert (told["playing"], told["free"], told["bots"]) == (True, 0, 5)
    assert (told["sit"], told["take_over"], told["watch"]) == (False, True, True)
    asked(server, host, "StopGame")
    told = door(server, host["table"])
    assert (told["playing"], told["over"], told["take_over"]) == (False, True, True)


def test_where_latecomers_and_watchers_are_not_wanted_the_door_is_closed(server: Server) -> None:
    host = opened(server, latecomers=False, spectators=False)
    told = door(server, host["table"])
    assert (told["sit"], told["watch"]) == (True, False)
    asked(server, host, "StartGame")
    told = door(server, host["table"])
    assert (told["sit"], told["take_over"], told["watch"]) == (False, False, False)


def test_a_full_table_may_be_watched(server: Server) -> None:
    host = opened(server, "hearts players=3")
    for name in ("Ben", "Cy"):
        server.post(f"/api/tables/{host['table']}/people", {"name": name})
    told = door(server, host["table"])
    assert (told["decks"], told["free"], told["bots"]) == (1, 0, 0)
    assert (told["sit"], told["take_over"], told["watch"]) == (False, False, True)


def test_who_comes_back_is_known_by_token_or_cookie(server: Server) -> None:
    host = opened(server)
    _status, ben = server.post(f"/api/tables/{host['table']}/people", {"name": "Ben"})
    path = f"/api/tables/{host['table']}"
    known = {"person": 1, "name": "Ben", "seat": 1}
    assert door(server, host["table"], ben["token"])["me"] == known
    cookie = f"ch_{host['table']}={ben['token']}"
    assert server.get(path, Cookie=cookie)[1]["me"] == known
    assert server.get(path, Cookie=f"ch_{host['table']}=of-long-ago")[1]["me"] is None
    asked(server, ben, "StandUp")
    assert server.get(path, Cookie=cookie)[1]["me"] == known | {"seat": None}
    asked(server, host, "Remove", person=1)
    status, refused = server.get(path, Cookie=cookie)
    assert (status, refused["code"]) == (403, "REMOVED")


def test_an_unknown_table_has_no_door(server: Server) -> None:
    status, refused = server.get("/api/tables/nowhere")
    assert (status, refused["code"]) == (404, "NO_TABLE")


def seen(server: Server, path: str) -> tuple[int, str]:
    status, _headers, body = server.request("GET", path)
    return status, body.decode()


def shown(page: str) -> dict[str, str]:
    """What a chat reads off a page."""
    tags = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page)
    (title,) = re.findall("<title>(.*)</title>", page)
    return {name: html.unescape(text) for name, text in [*tags, ("title", title)]}


def test_a_link_in_a_chat_says_who_invites_to_what(server: Server) -> None:
    host = opened(server, "players=8")
    told = shown(seen(server, f"/t/{host['table']}")[1])
    assert told["title"] == told["og:title"] == "Rūta’s table · Cancellation Hearts"
    assert (
        told["og:description"] == told["description"] == "Hearts with two packs · 8 seats, 7 free"
    )
    assert told["og:url"] == f"{server.address}/t/{host['table']}"
    assert "door" not in told
    asked(server, host, "StartGame")
    told = shown(seen(server, f"/t/{host['table']}")[1])
    on = "Hearts with two packs · 8 seats · the game is on, you may take over from a bot"
    assert told["description"] == on


def test_each_table_is_described_as_it_is() -> None:
    table = Door(
        table="t",
        host="Ana",
        rules="players=6",
        decks=2,
        seats=6,
        free=0,
        bots=0,
        playing=True,
        over=False,
        sit=False,
        take_over=False,
        watch=True,
        me=None,
    )
    for changes, text in (
        ({}, "6 seats · the game is on, you may watch"),
        ({"watch": False}, "6 seats · the game is on"),
        ({"playing": False}, "6 seats · no seat is free, you may watch"),
        ({"playing": False, "watch": False}, "6 seats · no seat is free"),
        ({"playing": False, "take_over": True}, "6 seats · you may take a bot’s seat"),
        ({"playing": False, "free": 1, "sit": True}, "6 seats, 1 free"),
    ):
        described = preview_of(replace(table, **changes), words()).description
        assert described == f"Hearts with two packs · {text}"
    assert preview_of(replace(table, decks=1), words()).description.startswith("Hearts with one")


def test_the_link_of_a_table_that_is_not_there_loads_and_says_so(server: Server) -> None:
    for table in ("nowhere", "x" * 100, "%C5%AB", "%00", "A%20b"):
        status, page = seen(server, f"/t/{table}")
        assert status == 404
        told = shown(page)
        assert told["description"] == "This table is gone, or was never there."
        assert told["door"] == "NO_TABLE"
        assert "page.css" in page


@pytest.mark.parametrize("name", ["<b>&\"'</b>", "{{link}}", "{{files}}{{preview}}"])
def test_what_people_are_called_is_no_markup(server: Server, name: str) -> None:
    _status, host = server.post("/api/tables", {"name": name})
    page = seen(server, f"/t/{host['table']}")[1]
    assert shown(page)["title"] == f"{name}’s table · Cancellation Hearts"
    assert "<b>" not in page


def test_a_code_is_an_address(server: Server) -> None:
    host = opened(server)
    _status, invited = server.get(f"/api/tables/{host['table']}/invitation", token=host["token"])
    code = invited["code"]
    for typed in (code, code.lower(), f"{code[:3]}-{code[3:]}"):
        status, headers, _body = server.request("GET", f"/j/{typed}")
        assert (status, headers["location"]) == (303, f"/t/{host['table']}")
    status, page = seen(server, "/j/BCDFGH")
    assert (status, shown(page)["door"]) == (404, "NO_SUCH_CODE")
    assert host["table"] not in page


def test_codes_cannot_be_tried_for_long(tmp_path: Path) -> None:
    rates = {"codes": (2, 0.001), "doors": (2, 0.001)}
    with Server(tmp_path / "data", changed={"rates": rates}) as server:
        assert [seen(server, "/j/BCDFGH")[0] for _ in range(3)] == [404, 404, 429]
        assert server.get("/api/codes/BCDFGH")[0] == 429
        status, headers, body = server.request("GET", "/j/BCDFGH")
        assert (status, shown(body.decode())["door"]) == (429, "TOO_MANY")
        assert int(headers["retry-after"]) > 1
        host = opened(server)
        pages = [seen(server, f"/t/{host['table']}") for _ in range(3)]
        titles = [shown(page)["title"] for _status, page in pages]
        assert titles == ["Rūta’s table · Cancellation Hearts"] * 2 + ["Cancellation Hearts"]


def test_nobody_tries_doors_for_long(tmp_path: Path) -> None:
    with Server(tmp_path / "data", changed={"rates": RATES}) as server:
        answers = [server.get(f"/api/tables/nowhere{at}") for at in range(13)]
    assert [status for status, _refused in answers] == [404] * 12 + [429]
    assert answers[-1][1]["code"] == "TOO_MANY"


@pytest.mark.parametrize("seed", range(3))
def test_the_door_tells_no_more_than_those_who_watch_know(seed: int) -> None:
    rng = Random(seed)
    for step in evening(settings_of(rng), rng, steps=200):
        table = step.after
        if table is None:
            continue
        view = observe(table, None)
        for person in (None, *range(len(table.people))):
            told = door_of(view, "abc", person)
            data = encode(told)
            search([data], table, None, set())
            keys = {key for one in table.people for key in (one.key, one.device, one.invitation)}
            assert not [key for key in keys if key and key in data.decode()]
            assert told.host == view.people[view.host].name
            assert told.sit + told.take_over <= 1


@pytest.mark.parametrize("seed", range(3))
def test_what_the_door_says_comes_true(seed: int) -> None:
    rng = Random(seed)
    for step in evening(settings_of(rng), rng, steps=200):
        table = step.after
        if table is None:
            continue
        told = door_of(observe(table, None), "abc", None)
        come = Come("Somebody new", "ab" * 32)
        try:
            events = decide(table, Stranger(), come, at=table.at)
        except TableRefusal:
            events = ()
        seats = [event.seat for event in events if isinstance(event, SeatTaken)]
        assert bool(seats) is (told.sit or told.take_over)
        assert bool(events) is (told.sit or told.take_over or told.watch)
        if seats:
            assert (table.seats[seats[0]].bot is None) is told.sit

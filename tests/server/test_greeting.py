"""What somebody is told at the door of a table, before they come in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cancellation_hearts.core.codec import encode
from cancellation_hearts.server.door import door_of
from cancellation_hearts.table import Stranger, TableRefusal, decide, observe
from cancellation_hearts.table.commands import Come
from cancellation_hearts.table.events import SeatTaken
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

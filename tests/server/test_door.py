"""What gets no further than the door of a socket: refused or closed, and nothing changed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from cancellation_hearts.remote import Place
from tests.server.lines import Line, state
from tests.server.serving import Server
from tests.server.test_games import open_table

POLICY = 1008
GONE = 4000
DEEP = b'{"x":' + b"[" * 1900 + b"]" * 1900 + b',"type":"ping"}'
"""Read by a program that calls itself for each bracket."""
UNREADABLE = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"hello"',
    b"7",
    b"{}",
    b'{"type":7}',
    b'{"type":"HELLO"}',
    b'{"type":"welcome"}',
    b'{"type":"hello"}',
    b'{"type":"hello","table":7}',
    b'{"type":"hello","table":""}',
    b'{"type":"hello","table":"a\\u0000b"}',
    b'{"type":"hello","table":"\\ud800"}',
    b'{"type":"hello","table":"a","token":7}',
    b'{"type":"hello","table":"a","since":"7"}',
    b'{"type":"hello","table":"a","since":1.5}',
    b'{"type":"hello","table":"a","extra":1}',
    b'{"type":"ping","extra":1}',
    DEEP,
]
UNASKED = [
    b'{"type":"ask"}',
    b'{"type":"ask","id":"a"}',
    b'{"type":"ask","id":"","command":{"type":"Pause"}}',
    b'{"type":"ask","id":"' + b"a" * 65 + b'","command":{"type":"Pause"}}',
    b'{"type":"ask","id":"a\\n","command":{"type":"Pause"}}',
    b'{"type":"ask","id":"a","command":{"type":"Come","name":"X","key":"' + b"a" * 64 + b'"}}',
    b'{"type":"ask","id":"a","command":{"type":"Tick","seed":"' + b"a" * 64 + b'"}}',
    b'{"type":"ask","id":"a","command":{"type":"Restart"}}',
    b'{"type":"ask","id":"a","command":{"type":"Connected","person":0,"connected":false}}',
    b'{"type":"ask","id":"a","command":{"type":"TakeSeat","seat":"1"}}',
    b'{"type":"ask","id":"a","command":{"type":"TakeSeat","seat":1.5}}',
    b'{"type":"ask","id":"a","command":{"type":"TakeSeat","seat":1,"person":0}}',
    b'{"type":"ask","id":"a","command":{"type":"Play","card":"S1","ply":0}}',
    b'{"type":"ask","id":"a","command":{"type":"Pass","cards":"17","ply":0}}',
    b'{"type":"ask","id":"a","command":{"type":"Pause","by":1}}',
    b'{"type":"ask","id":"a","command":{"type":"ChangeSettings","settings":{"rules":{"players":99}}}}',
    b'{"type":"ask","id":"a","as":1,"command":{"type":"Pause"}}',
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changed = {
        "constants": {"server.socket.HELLO_TIME": 0.5},
        "rates": {"connections": (10_000, 1000)},
    }
    with Server(tmp_path_factory.mktemp("door") / "data", changed=changed) as running:
        yield running
        assert '"level":"error"' not in running.log()


@pytest.fixture(scope="module")
def place(server: Server) -> Place:
    return open_table(server, "players=6")


def unchanged(
    server: Server, place: Place, work: Callable[[], Coroutine[None, None, None]]
) -> None:
    """The table is the same after this as before."""

    async def main() -> None:
        before = await state(place, server)
        while before["people"][0]["status"] == "here":  # from the test before
            before = await state(place, server)
        async with asyncio.timeout(30):
            await work()
        assert await state(place, server) == before

    asyncio.run(main())


@pytest.mark.parametrize("data", UNREADABLE + UNASKED, ids=range(len(UNREADABLE + UNASKED)))
def test_a_first_message_that_nobody_can_read_is_refused(
    server: Server, place: Place, data: bytes
) -> None:
    async def work() -> None:
        async with Line(server) as line:
            await line.send(data.decode())
            (refused,) = await line.end()
            assert refused["code"] == "BAD_MESSAGE"
            assert refused["details"]["problem"]
            assert line.code == POLICY

    unchanged(server, place, work)


def test_a_later_one_is_refused_and_the_connection_goes_on(server: Server, place: Place) -> None:
    async def work() -> None:
        async with Line(server) as line:
            await line.hello(place)
            before = await state(place, server)
            for number, data in enumerate(UNREADABLE + UNASKED):
                await line.send(data.decode())
                refused = await line.hear("refused")
                assert (refused["code"], refused["id"]) == ("BAD_MESSAGE", None), data
                if number % 8 == 7:
                    await asyncio.sleep(0.9)  # not to come too fast
            await line.say("ping")
            await line.hear("pong")
            assert await state(place, server) == before

    asyncio.run(work())


def test_what_comes_in_bytes_is_no_message(server: Server, place: Place) -> None:
    async def work() -> None:
        hello = {"type": "hello", "table": place.table, "token": place.token}
        async with Line(server) as line:
            await line.send(json.dumps(hello).encode())
            (refused,) = await line.end()
            assert refused["code"] == "BAD_MESSAGE"

    unchanged(server, place, work)


@pytest.mark.parametrize("parts", [1, 3])
def test_a_message_that_is_too_long_closes_with_1009(
    server: Server, place: Place, parts: int
) -> None:
    async def work() -> None:
        long = json.dumps({"type": "hello", "table": "x" * 5000})
        step = len(long) // parts
        async with Line(server) as line:
            pieces = [long[at : at + step] for at in range(0, len(long), step)]
            await line.fragments(pieces) if parts > 1 else await line.send(long)
            assert await line.end() == []
            # What is still on its way to a closed door may overtake the last words of the server.
            assert line.code in ((1009,) if parts == 1 else (1009, 1006))

    unchanged(server, place, work)


def test_hello_comes_first_and_once(server: Server, place: Place) -> None:
    async def work() -> None:
        for kind, fields in (
            ("ping", {}),
            ("ask", {"id": "a", "command": {"type": "StandUp"}}),
        ):
            async with Line(server) as line:
                await line.say(kind, **fields)
                (refused,) = await line.end()
                assert (refused["code"], line.code) == ("BAD_MESSAGE", POLICY)
        async with Line(server) as line:
            await line.say("hello", table=place.table)
            await line.hear("update")
            await line.say("hello", table=place.table, token=place.token)
            (refused,) = await line.end()
            assert (refused["code"], line.code) == ("BAD_MESSAGE", POLICY)

    unchanged(server, place, work)


def test_who_says_nothing_is_not_waited_for(server: Server, place: Place) -> None:
    async def work() -> None:
        async with Line(server) as line:
            assert await line.end() == []
            assert line.code == POLICY

    unchanged(server, place, work)


def test_another_protocol_is_refused_with_ours(server: Server, place: Place) -> None:
    async def work() -> None:
        async with Line(server) as line:
            await line.say("hello", table=place.table, token=place.token, protocol=2)
            (refused,) = await line.end()
            assert (refused["code"], refused["details"]) == ("BAD_PROTOCOL", {"protocol": 1})

    unchanged(server, place, work)


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://[", "file://", "", "http://127.0.0.1", "http://x:1"],
)
def test_a_page_from_elsewhere_gets_no_socket(server: Server, place: Place, origin: str) -> None:
    async def work() -> None:
        cookie = f"ch_{place.table}={place.token}"
        with pytest.raises(InvalidStatus) as refused:
            async with Line(server, Origin=origin, Cookie=cookie):
                pass
        assert refused.value.response.status_code == 403

    unchanged(server, place, work)


def test_a_cookie_counts_on_pages_of_ours_only(server: Server, place: Place) -> None:
    async def work() -> None:
        cookie = f"ch_{place.table}={place.token}"
        for headers, person in (({"Origin": server.address}, 0), ({}, None)):
            async with Line(server, Cookie=cookie, **headers) as line:
                await line.say("hello", table=place.table)
                assert (await line.hear("welcome"))["person"] == person

    asyncio.run(work())


def test_secrets_of_others_open_nothing(server: Server, place: Place) -> None:
    other = open_table(server, "players=7")

    async def work() -> None:
        key = "0" * 64
        for table, token, code in (
            (place.table, other.token, "NOT_KNOWN"),
            (other.table, place.token, "NOT_KNOWN"),
            (place.table, place.token[:-1], "NOT_KNOWN"),
            (place.table, place.token.swapcase(), "NOT_KNOWN"),
            (place.table, key, "NOT_KNOWN"),
            (place.table, "' OR 1=1 --", "NOT_KNOWN"),
            ("nosuchtable", place.token, "NO_TABLE"),
            ("../" + place.table, place.token, "NO_TABLE"),
            ("table/" + place.table, place.token, "NO_TABLE"),
            ("%00", place.token, "NO_TABLE"),
        ):
            async with Line(server) as line:
                await line.say("hello", table=table, token=token)
                (refused,) = await line.end()
                assert (refused["code"], line.code) == (code, GONE)
                status, told = await asyncio.to_thread(
                    server.post,
                    f"/api/tables/{place.table}/asks",
                    {"type": "ask", "id": "a", "command": {"type": "StandUp"}},
                    token=token if code == "NOT_KNOWN" and table == place.table else key,
                )
                assert (status, told["code"]) == (401, "NOT_KNOWN")

    unchanged(server, place, work)


def test_a_stranger_may_watch_and_ask_nothing(server: Server, place: Place) -> None:
    async def work() -> None:
        async with Line(server) as line:
            await line.say("hello", table=place.table)
            assert (await line.hear("welcome"))["person"] is None
            update = await line.hear("update")
            assert update["mine"] is None
            for kind in ("StandUp", "Leave", "StartGame", "Pause", "TakeHost"):
                refused = await line.ask(kind, {"type": kind})
                assert refused["code"] == "NOT_KNOWN"

    unchanged(server, place, work)


def test_a_stranger_is_turned_away_where_nobody_may_watch(server: Server) -> None:
    place = open_table(server, "players=6")

    async def work() -> None:
        async with Line(server) as host:
            update = await host.hello(place)
            settings = update["public"]["settings"] | {"spectators": False}
            done = await host.ask("s", {"type": "ChangeSettings", "settings": settings})
            assert done["type"] == "done"
            async with Line(server) as line:
                await line.say("hello", table=place.table)
                (refused,) = await line.end()
                assert (refused["code"], line.code) == ("NO_SPECTATORS", GONE)

    asyncio.run(work())


def test_a_flood_ends_one_socket_and_no_other(server: Server, place: Place) -> None:
    async def work() -> None:
        async with Line(server) as calm, Line(server) as mad:
            await calm.hello(place)
            await mad.hello(place)
            before = await state(place, server)
            for _ in range(60):
                await mad.say("ping")
            heard = await mad.end()
            assert len([message for message in heard if message["type"] == "pong"]) <= 25
            assert heard[-1]["code"] == "TOO_MANY"
            assert heard[-1]["details"]["wait"] >= 1
            assert mad.code == POLICY
            await calm.say("ping")
            await calm.hear("pong")
            assert await state(place, server) == before

    asyncio.run(work())


def test_numbers_of_any_size_are_answered(server: Server, place: Place) -> None:
    async def work() -> None:
        async with Line(server) as line:
            await line.hello(place)
            before = await state(place, server)
            for number in (-1, 10**12, 2**63, 10**30, -(10**30)):
                command: dict[str, Any] = {"type": "TakeSeat", "seat": number}
                assert (await line.ask("a", command))["code"] == "NO_SUCH_TABLE_SEAT"
                command = {"type": "Play", "card": "SQ", "ply": number}
                assert (await line.ask("b", command))["type"] == "refused"
            assert await state(place, server) == before
        for since in (-1, -(10**30), 10**30):
            async with Line(server) as line:
                assert (await line.hello(place, since=since))["events"] == []

    asyncio.run(work())


def test_a_full_disk_at_the_door_is_no_farewell(tmp_path: Path) -> None:
    full = tmp_path / "full"

    async def work(server: Server, place: Place) -> None:
        full.touch()
        async with Line(server) as line:
            await line.say("hello", table=place.table, token=place.token)
            update = await line.hear("update")  # what is known may be read
            assert update["mine"]["person"] == 0
            refused = await line.ask("a", {"type": "StandUp"})
            assert refused["code"] == "STORE_FAILED"
            status, told = await asyncio.to_thread(server.get, "/readyz")
            assert (status, told["code"], told["details"]) == (
                503,
                "NOT_READY",
                {"reason": "store"},
            )
            full.unlink()
            assert await asyncio.to_thread(server.get, "/readyz") == (200, b"ready\n")
            assert (await line.ask("a", {"type": "StandUp"}))["type"] == "done"

    with Server(tmp_path / "data", changed={"full": str(full)}) as server:
        asyncio.run(work(server, open_table(server, "players=6")))

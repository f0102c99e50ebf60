"""What happens to people: two tabs, another phone, crowds, being sent away, a server that stops."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import time
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.record import parse
from cancellation_hearts.remote import Gone, Place, RemoteClient, come
from cancellation_hearts.table.commands import InviteDevice, Remove, StandUp, StartGame
from tests.server.lines import Line, state
from tests.server.serving import Server
from tests.server.test_games import gather, open_table
from tests.server.test_http import JSON, ROOMY, cookies
from tests.service.people import Somebody


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("lives") / "data", changed={"rates": ROOMY}) as running:
        yield running
        assert '"level":"error"' not in running.log()


def status_of(update: dict[str, Any], person: int) -> str:
    status: str = update["public"]["people"][person]["status"]
    return status


# --- tabs and devices ---------------------------------------------------------------------------


def test_a_second_tab_shows_the_same_and_keeps_its_person_here(server: Server) -> None:
    place = open_table(server, "players=6")

    async def main() -> None:
        async with Line(server) as one:
            first = await one.hello(place)
            async with Line(server) as other:
                second = await other.hello(place)
                assert second["mine"] == first["mine"]
                done = await other.ask("a", {"type": "StandUp"})
                assert (await one.hear("update"))["public"]["version"] == done["version"]
                again = await one.ask("a", {"type": "StandUp"})
                assert again == done  # the same id from another tab: the same answer
            assert (await state(place, server))["people"][0]["status"] == "here"
        async with Line(server) as watcher:
            await watcher.say("hello", table=place.table)
            while status_of(await watcher.hear("update"), 0) == "here":
                pass

    asyncio.run(main())


def test_another_device_goes_on_once_and_the_one_before_is_sent_home(server: Server) -> None:
    place = open_table(server, "players=6")
    secret = "a secret of 22 letters"
    devices = f"/api/tables/{place.table}/devices"

    async def main() -> None:
        async with Line(server) as before:
            since = (await before.hello(place))["public"]["version"]
            log = before.heard[0]["log"]
            key = sha256(secret.encode()).hexdigest()
            invite = {"type": "InviteDevice", "key": key}
            assert (await before.ask("i", invite))["type"] == "done"
            assert (await asyncio.to_thread(server.post, devices, {"secret": "other"}))[0] == 403
            answers = await asyncio.gather(
                *(asyncio.to_thread(server.post, devices, {"secret": secret}) for _ in range(10))
            )
            assert Counter(status for status, _told in answers) == {201: 1, 403: 9}
            told = next(told for status, told in answers if status == 201)
            assert (await before.end())[-1] == {"type": "bye", "reason": "moved", "retry": None}
            assert before.code == 4000
            assert key not in json.dumps(before.heard)
        async with Line(server) as dead:
            await dead.say("hello", table=place.table, token=place.token)
            assert (await dead.end())[-1]["code"] == "NOT_KNOWN"
        new = Place(place.server, place.table, told["person"], told["token"])
        async with Line(server) as line:  # which is told of the move, and may stay
            update = await line.hello(new, since=since, log=log)
            assert update["mine"]["person"] == 0
            assert "DeviceMoved" in [told["event"]["type"] for told in update["events"]]
            await line.say("ping")
            await line.hear("pong")

    asyncio.run(main())


def test_a_client_whose_place_has_moved_is_told_so(server: Server) -> None:
    async def main() -> None:
        (place,) = await gather(server, "players=6", 1)
        async with RemoteClient(place) as client:
            key = sha256(b"s" * 22).hexdigest()
            await client.ask(InviteDevice(key))
            devices = f"/api/tables/{place.table}/devices"
            await asyncio.to_thread(server.post, devices, {"secret": "s" * 22})
            for _ in range(2):  # whoever looks later hears it as well
                with pytest.raises(Gone, match="moved"):
                    async for _update in client.updates():
                        pass
            with pytest.raises(Gone):
                await client.ask(StandUp())

    asyncio.run(asyncio.wait_for(main(), 20))


# --- crowds -------------------------------------------------------------------------------------


def test_who_asks_fifty_times_at_once_gets_one_place(server: Server) -> None:
    place = open_table(server, "players=11")
    people = f"/api/tables/{place.table}/people"
    body = {"name": "Ben", "token": "a" * 22}

    async def main() -> None:
        answers = await asyncio.gather(
            *(asyncio.to_thread(server.post, people, body) for _ in range(50))
        )
        assert {status for status, _told in answers} == {201}
        assert {told["person"] for _status, told in answers} == {1}
        table = await state(place, server)
        assert [seat.get("person") for seat in table["seats"]] == [0, 1] + [None] * 9

    asyncio.run(main())


@pytest.mark.parametrize("spectators", [True, False])
def test_fifty_people_get_the_seats_there_are(server: Server, *, spectators: bool) -> None:
    place = open_table(server, "players=8")
    people = f"/api/tables/{place.table}/people"

    async def main() -> None:
        async with Line(server) as line:
            settings = (await line.hello(place))["public"]["settings"]
            if not spectators:
                wanted = settings | {"spectators": False}
                await line.ask("s", {"type": "ChangeSettings", "settings": wanted})
            answers = await asyncio.gather(
                *(
                    asyncio.to_thread(server.post, people, {"name": f"P{number}"})
                    for number in range(50)
                )
            )
            await line.ask("x", {"type": "Resume"})
            public = [said for said in line.heard if said["type"] == "update"][-1]["public"]
        seated = [seat["person"] for seat in public["seats"]]
        assert len(set(seated)) == 8
        statuses = Counter(status for status, _told in answers)
        assert statuses == ({201: 50} if spectators else {201: 7, 409: 43})
        given = [told["person"] for status, told in answers if status == 201]
        assert len(set(given)) == len(given)
        assert set(seated) <= {0, *given}

    asyncio.run(main())


# --- hosts --------------------------------------------------------------------------------------


def test_who_was_sent_away_does_not_come_back(server: Server) -> None:
    place = open_table(server, "players=6")
    path = f"/api/tables/{place.table}"
    body = b'{"name":"Troll","cookie":true}'
    headers = JSON | {"Origin": server.address}
    status, told, _data = server.request("POST", f"{path}/people", body, **headers)
    assert status == 201
    cookie = "; ".join(f"{m.key}={m.coded_value}" for m in cookies(told).values())

    async def main() -> None:
        async with (
            RemoteClient(place) as host,
            Line(server, Origin=server.address, Cookie=cookie) as line,
        ):
            await line.say("hello", table=place.table)
            await line.hear("update")
            await host.ask(Remove(1))
            heard = await line.end()
            assert heard[-2]["mine"] is None
            assert heard[-1] == {"type": "bye", "reason": "removed", "retry": None}
            assert line.code == 4000
        async with Line(server, Origin=server.address, Cookie=cookie) as line:
            await line.say("hello", table=place.table)
            assert (await line.end())[-1]["code"] == "REMOVED"

    asyncio.run(main())
    for only in (cookie, cookie[cookie.index("ch_device") :].split(";")[0]):
        status, _told, data = server.request("POST", f"{path}/people", body, Cookie=only, **headers)
        assert (status, json.loads(data)["code"]) == (403, "REMOVED")
    for where in ("updates", "record", "invitation", "qr.svg"):
        status, refused = server.get(f"{path}/{where}", Cookie=cookie)
        assert (status, refused["code"]) == (403, "REMOVED")
    ask = {"type": "ask", "id": "a", "command": {"type": "TakeSeat", "seat": 3}}
    status, refused = server.post(f"{path}/asks", ask, Cookie=cookie, Origin=server.address)
    assert (status, refused["code"]) == (403, "REMOVED")


def test_what_hosts_may_nobody_else_may(server: Server) -> None:
    async def main() -> None:
        places = await gather(server, "players=6", 2)
        async with Line(server) as host, Line(server) as other:
            settings = (await host.hello(places[0]))["public"]["settings"]
            await other.hello(places[1])
            for number, command in enumerate(
                (
                    {"type": "ChangeSettings", "settings": settings | {"grace": 7}},
                    {"type": "AddBot", "seat": 3, "level": "casual"},
                    {"type": "FreeSeat", "seat": 3},
                    {"type": "SwapSeats", "one": 1, "other": 4},
                    {"type": "Mute", "person": 1, "muted": True},
                    {"type": "Rename", "person": 1, "name": "Someone"},
                    {"type": "StartGame"},
                    {"type": "StopGame"},
                    {"type": "MakeHost", "person": 1},
                )
            ):
                asked = command | ({"person": 0} if command["type"] == "Rename" else {})
                refused = await other.ask(f"o{number}", asked)
                assert refused.get("code") == "HOST_ONLY", command
                assert (await host.ask(f"h{number}", command))["type"] == "done", command
                await asyncio.sleep(0.1)
            assert (await host.ask("r", {"type": "Remove", "person": 1}))["code"] == "HOST_ONLY"

    asyncio.run(main())


# --- codes and records --------------------------------------------------------------------------


def test_a_code_leads_to_a_table_while_it_has_a_seat(server: Server) -> None:
    place = open_table(server, "players=6")
    path = f"/api/tables/{place.table}"

    async def main() -> None:
        _status, told = server.get(f"{path}/invitation", token=place.token)
        code = told["code"]
        for text in (code, code.lower(), f"{code[:3]}-{code[3:]}", f"%20{code[:2]}%20{code[2:]}"):
            status, found = server.get(f"/api/codes/{text}")
            assert (status, found["table"]) == (200, place.table)
            assert "code" not in found or found["code"] is None
        last = [await come(f"{server.address}/t/{place.table}", f"P{n}") for n in range(1, 6)][-1]
        assert server.get(f"/api/codes/{code}")[0] == 404
        _status, told = server.get(f"{path}/invitation", token=place.token)
        assert told["code"] is None
        async with RemoteClient(last) as client:
            await client.ask(StandUp())
        assert server.get(f"/api/codes/{code}")[1]["table"] == place.table
        _status, told = server.get(f"{path}/invitation", token=place.token)
        assert told["code"] == code

    asyncio.run(main())


def test_a_record_during_a_hand_ends_with_the_hand_before(server: Server) -> None:
    async def main() -> None:
        (place,) = await gather(server, "players=6 limit=500", 1)
        path = f"/api/tables/{place.table}/record"
        assert server.get(path, token=place.token) == (200, b"")
        assert server.get(path)[0] == 401
        client = RemoteClient(place)
        somebody = Somebody(client, 0)
        playing = asyncio.create_task(somebody.play())
        seen = set[int]()
        while len(seen) < 4:
            await asyncio.sleep(0.05)
            status, text = await asyncio.to_thread(server.get, path, token=place.token)
            public = somebody.seen[-1].public if somebody.seen else None
            if status != 200 or public is None or public.match is None:
                continue
            hands = sum(len(record.hands) for record in parse(text.decode())) if text else 0
            assert hands in (len(public.sheet), len(public.sheet) - 1, len(public.sheet) + 1)
            seen.add(hands)
            await asyncio.sleep(0.1)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    asyncio.run(asyncio.wait_for(main(), 60))


# --- stopping -----------------------------------------------------------------------------------


def test_a_server_that_stops_sends_everybody_home_and_all_go_on(tmp_path: Path) -> None:
    byes: list[dict[str, Any]] = []

    async def main(server: Server) -> None:
        places = await gather(server, "players=11 limit=1", 11)
        people = [Somebody(RemoteClient(place), place.person) for place in places]
        playing = asyncio.gather(*(somebody.play() for somebody in people))
        while not all(somebody.seen and somebody.seen[-1].public.playing for somebody in people):
            await asyncio.sleep(0.02)
        lines = [Line(server) for _ in places]
        async with contextlib.AsyncExitStack() as stack:
            for line, place in zip(lines, places, strict=True):
                await stack.enter_async_context(line)
                await line.hello(place)
            poll = f"/api/tables/{places[0].table}/updates"
            polling = asyncio.create_task(asyncio.to_thread(server.get, poll))
            begun = time.monotonic()
            server.signal()
            for line in lines:
                byes.append((await line.end())[-1])
                assert line.code == 1012
        assert await asyncio.to_thread(server.wait) == 0
        assert time.monotonic() - begun < 6
        status, _told = await polling
        assert status in (200, 503)
        assert '"level":"error"' not in server.log()
        server.start()
        await playing
        status, text = server.get(f"/api/tables/{places[0].table}/record", token=places[0].token)
        assert b"[Winners -]" not in text
        assert len(text) > 0

    with Server(tmp_path / "data") as server:
        asyncio.run(asyncio.wait_for(main(server), 60))
    assert {bye["reason"] for bye in byes} == {"restart"}
    assert all(250 <= bye["retry"] <= 5000 for bye in byes)
    assert len({bye["retry"] for bye in byes}) > 5


def test_a_poll_is_answered_when_the_server_stops(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        place = open_table(server, "players=6")
        async with Line(server) as line:
            version = (await line.hello(place))["public"]["version"]
            log = line.heard[0]["log"]
            path = f"/api/tables/{place.table}/updates?wait=20&since={version}&log={log}"
            polling = asyncio.create_task(asyncio.to_thread(server.get, path))
            await asyncio.sleep(0.3)
            server.signal()
            status, told = await polling
            assert (status, told["code"]) == (503, "NOT_READY")
        assert await asyncio.to_thread(server.wait) == 0

    with Server(tmp_path / "data") as server:
        asyncio.run(asyncio.wait_for(main(server), 20))


class Deaf:
    """A person who says hello and then takes nothing that comes."""

    def __init__(self, server: Server, place: Place) -> None:
        self._server = server
        self._place = place
        self._writer: asyncio.StreamWriter | None = None
        self._reader: asyncio.StreamReader | None = None

    async def come(self) -> None:
        host, port = self._server.address.removeprefix("http://").split(":")
        pipe = socket.socket()
        pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        pipe.connect((host, int(port)))
        self._reader, self._writer = await asyncio.open_connection(sock=pipe, limit=1024)
        self._writer.write(
            b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert (await self._reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        pipe_end: Any = self._writer.transport  # StreamWriter says less than it has
        pipe_end.pause_reading()
        hello = {"type": "hello", "table": self._place.table, "token": self._place.token}
        data = json.dumps(hello).encode()
        mask, size = b"\0\0\0\0", len(data)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._writer.write(head + mask + data)
        await self._writer.drain()

    async def leave(self) -> None:
        assert self._writer is not None
        self._writer.transport.abort()


def test_a_second_signal_stops_a_server_that_waits(tmp_path: Path) -> None:
    changed = {"constants": {"server.run.DRAIN_TIME": 30.0, "server.socket.HELLO_TIME": 30.0}}

    async def main(server: Server) -> None:
        async with Line(server):  # which says nothing, and so is not sent home
            server.signal()
            await asyncio.sleep(0.5)
            assert server.is_running()
            assert (await asyncio.to_thread(server.get, "/readyz"))[0] == 503
            begun = time.monotonic()
            server.signal(signal.SIGTERM)
            assert await asyncio.to_thread(server.wait) == 0
            assert time.monotonic() - begun < 2

    with Server(tmp_path / "data", changed=changed) as server:
        asyncio.run(asyncio.wait_for(main(server), 60))


@pytest.mark.parametrize(
    ("constant", "asks"),
    [
        ("server.run.PING_TIME", 150),
        ("server.socket.SEND_TIME", 400),
    ],
)
def test_who_does_not_read_holds_up_nobody_and_is_let_go(
    tmp_path: Path, constant: str, asks: int
) -> None:
    changed = {
        "constants": {constant: 1.0, "server.run.CLOSE_TIME": 0.5},
        "rates": ROOMY | {"socket": (10_000, 1000)},
    }

    async def main(server: Server) -> None:
        place, slow = await gather(server, "players=11", 2)
        sockets = "ch_sockets 1.0"
        async with Line(server) as line:
            await line.hello(place)
            files = server.files()
            deaf = [Deaf(server, slow) for _ in range(40)]
            for one in deaf:
                await one.come()
            while (await state(place, server))["people"][1]["status"] != "here":
                await asyncio.sleep(0.05)
            begun, memory = time.monotonic(), server.memory()
            for number in range(asks):
                kind = {"type": "StandUp"} if number % 2 == 0 else {"type": "TakeSeat", "seat": 0}
                assert (await line.ask(f"{number}", kind))["type"] == "done"
            assert time.monotonic() - begun < asks / 25
            # What lies in 40 pipes, and nothing that grows with what happens at the table.
            assert server.memory() - memory < 40 * 300_000
            while sockets not in (await asyncio.to_thread(server.get, "/metrics"))[1].decode():
                await asyncio.sleep(0.1)
            assert (await state(place, server))["people"][1]["status"] == "away"
            # Nothing is left of them, not even the connections below the sockets.
            while server.files() > files + 5:
                await asyncio.sleep(0.1)
        for one in deaf:
            await one.leave()

    with Server(tmp_path / "data", changed=changed) as server:
        asyncio.run(asyncio.wait_for(main(server), 60))
        assert '"level":"error"' not in server.log()


def test_whoever_is_idle_stays(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        place = open_table(server, "players=6")
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(Line(server)) for _ in range(60)]
            for line in lines:
                await line.hello(place)
            memory = server.memory()
            await asyncio.sleep(2)
            assert server.memory() - memory < 5_000_000
            for line in lines:
                await line.say("ping")
                await line.hear("pong")

    times = ("server.socket.HELLO_TIME", "server.socket.SEND_TIME", "server.run.HEAD_TIME")
    changed = {"constants": dict.fromkeys(times, 0.5)}
    with Server(tmp_path / "data", changed=changed) as server:
        asyncio.run(asyncio.wait_for(main(server), 30))


def test_a_client_waits_for_a_server_and_says_what_it_met(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        (place,) = await gather(server, "players=6 limit=1", 1)
        server.kill()
        async with RemoteClient(place) as client:
            asked = [asyncio.create_task(client.ask(StartGame(), id="one")) for _ in range(3)]
            await asyncio.sleep(0.5)
            server.start()
            assert len(set(await asyncio.gather(*asked))) == 1
        unknown = Place(place.server, place.table, 0, "x" * 22)
        async with RemoteClient(unknown) as client:
            with pytest.raises(Refusal, match="NOT_KNOWN"):
                async for _update in client.updates():
                    pass
            with pytest.raises(Refusal, match="NOT_KNOWN"):
                await client.ask(StandUp())

    with Server(tmp_path / "data") as server:
        asyncio.run(asyncio.wait_for(main(server), 30))


def test_a_table_that_cannot_be_opened_now_is_waited_for(tmp_path: Path) -> None:
    full = tmp_path / "full"

    async def main(server: Server) -> None:
        place = open_table(server, "players=6")
        async with RemoteClient(place) as client:
            updates = client.updates()
            await anext(updates)
            server.kill()
            full.touch()
            server.start()  # and now it cannot note that it was down
            async with Line(server) as line:
                await line.say("hello", table=place.table, token=place.token)
                bye = (await line.end())[-1]
                assert (bye["type"], bye["reason"], line.code) == ("bye", "not now", 1013)
                assert 250 <= bye["retry"] <= 300
            full.unlink()
            assert (await anext(updates)).public.people[0].status == "here"

    changed = {"full": str(full), "constants": {"server.socket.RETRY": (250, 300)}}
    with Server(tmp_path / "data", changed=changed) as server:
        asyncio.run(asyncio.wait_for(main(server), 30))

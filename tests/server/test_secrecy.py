"""No byte leaves the server with a card, a seed, an entropy, a key or a token that is not yours.

A whole game with people of every kind: all that came down their sockets, all answers over HTTP,
the log and the counters are kept, and searched afterwards with what the table's log says.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cancellation_hearts import remote
from cancellation_hearts.core import Cards
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.core.events import Dealt
from cancellation_hearts.remote import Gone, Place, RemoteClient
from cancellation_hearts.table import Recorded, Table, TableCode, evolve
from cancellation_hearts.table.commands import (
    InviteDevice,
    PersonCommand,
    Remove,
    StandUp,
    TakeSeat,
)
from cancellation_hearts.table.events import EntropyAdded, SeedCommitted, SeedRevealed
from tests.conftest import scale
from tests.server.proxy import Proxy
from tests.server.serving import Server
from tests.server.test_games import gather
from tests.server.test_http import ROOMY
from tests.service.people import Somebody
from tests.table.test_reveals_nothing import hidden_piles, search


class Truth:
    """What really happened, and from which version on a secret is none."""

    def __init__(self, log: tuple[Recorded, ...], tokens: list[str]) -> None:
        self.tables: dict[int, Table] = {}
        self.shown: dict[int, set[str]] = {}
        self.seeds: dict[str, int] = {}
        self.entropies: dict[str, tuple[int, int]] = {}  # the seat, and when it was shown
        self.givers: dict[str, int | None] = {}
        self.hands: set[str] = set()
        never = len(log) + 1
        table, shown = None, set[str]()
        for item in log:
            table = evolve(table, item)
            event = item.event
            if isinstance(event, SeedCommitted):
                assert event.seed is not None
                self.seeds[event.seed] = never
            if isinstance(event, EntropyAdded):
                self.entropies[event.entropy] = event.seat, never
                self.givers[event.entropy] = table.seats[event.seat].person
            if isinstance(event, SeedRevealed):
                self.seeds[event.seed] = item.version
                parts = {part for part in event.entropies if part}
                for part in parts:
                    self.entropies[part] = self.entropies[part][0], item.version
                shown = shown | parts
            if isinstance(event, Dealt):
                self.hands |= {hand.notation for hand in event.hands if isinstance(hand, Cards)}
            self.tables[item.version], self.shown[item.version] = table, shown
        assert table is not None
        keys = {key for one in table.people for key in (one.key, one.device, one.invitation) if key}
        keys |= {sha256(token.encode()).hexdigest() for token in tokens}
        self.never = keys | set(tokens)

    def check(self, data: bytes, *, version: int, person: int | None) -> None:
        """Bytes that reached somebody when this was the table's version."""
        text = data.decode()
        assert not [secret for secret in self.never if secret in text]
        assert not [seed for seed, since in self.seeds.items() if since > version and seed in text]
        for part, (seat, since) in self.entropies.items():
            if since > version and part in text:
                # One's own, also in an update that ends with standing up.
                assert self.givers[part] == person or (self.tables[version].seat_of(person) == seat)

    def check_update(self, update: dict[str, Any], person: int | None) -> int:
        """An update, part by part; how many piles were searched for."""
        told = [(item["version"], item) for item in update["events"]]
        version = update["public"]["version"]
        rest = {name: update[name] for name in ("public", "facts", "mine")}
        searched = 0
        for at, part in [*told, (version, rest)]:
            data = json.dumps(part, separators=(",", ":"), ensure_ascii=False).encode()
            table = self.tables[at]
            search([data], table, person, self.shown[at])
            searched += sum(len(pile) > 4 for pile in hidden_piles(table, person))
        return searched


def updates_in(messages: list[bytes]) -> Iterator[dict[str, Any]]:
    for data in messages:
        message = json.loads(data)
        if message["type"] == "update":
            yield message


@pytest.mark.parametrize("seed", range(scale(1, 10)))
def test_no_byte_that_leaves_the_server_holds_what_its_reader_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(remote, "PAUSE", (0.005, 0.05))
    monkeypatch.setattr(remote, "FIRST_PAUSE", 0.02)
    rng = Random(seed)
    answers: list[tuple[int, int | None, bytes]] = []  # version, person, bytes
    heard: list[tuple[int | None, Proxy]] = []

    async def main(server: Server) -> tuple[Place, list[str]]:
        port = int(server.address.rpartition(":")[2])
        places = await gather(server, "players=8 limit=40", 6)
        host, mover, troll, changing, polling, watching = places
        path = f"/api/tables/{host.table}"
        tokens = [place.token for place in places]
        async with contextlib.AsyncExitStack() as stack:

            async def client(place: Place, *, person: int | None = None) -> RemoteClient:
                proxy = Proxy(port, lambda _message: rng.random() < 0.01)
                heard.append((person if person is not None else place.person, proxy))
                await stack.enter_async_context(proxy)
                return RemoteClient(Place(proxy.address, place.table, place.person, place.token))

            async def ask(place: Place, command: PersonCommand) -> None:
                async with await client(place) as asker:
                    with contextlib.suppress(Refusal):
                        await asker.ask(command)

            async def play(place: Place) -> None:
                """Until the game is over, or the place is somebody else's."""
                while True:
                    try:
                        return await Somebody(await client(place), place.person).play()
                    except Gone:
                        return None
                    except Refusal as refusal:
                        if refusal.code is not TableCode.NOT_SEATED:
                            return None

            async def watch(place: Place) -> None:
                async with await client(place) as watcher:
                    async for update in watcher.updates():
                        if update.public.games and not update.public.playing:
                            return

            async def poll(place: Place | None) -> None:
                """By HTTP, now and then as a stranger; also what one may not see."""
                token = None if place is None else place.token
                version = 0
                while True:
                    query = f"{path}/updates?wait=2&since={version}&log={log_id}"
                    status, data = await asyncio.to_thread(get, query, token)
                    if status == 200:
                        update = json.loads(data)
                        version = update["public"]["version"]
                        answers.append((version, None if place is None else place.person, data))
                        if update["public"]["games"] and not update["public"]["playing"]:
                            return
                    others = [
                        path,
                        f"/t/{host.table}",
                        f"{path}/record",
                        f"{path}/invitation",
                        f"{path}/asks",
                        "/metrics",
                    ]
                    found = [(await asyncio.to_thread(get, other, token))[1] for other in others]
                    status, data = await asyncio.to_thread(get, f"{path}/updates", None)
                    if status == 200:  # how far the table was by then
                        then = json.loads(data)["public"]["version"]
                        answers.extend(
                            (then, None if place is None else place.person, data) for data in found
                        )

            def get(query: str, token: str | None) -> tuple[int, bytes]:
                headers = {} if token is None else {"Authorization": f"Bearer {token}"}
                try:
                    status, told, data = server.request("GET", query, None, **headers)
                except (OSError, HTTPException):  # it starts again
                    return 0, b""
                return status, data + str(told).encode() if status != 200 else data

            await ask(polling, StandUp())
            await ask(watching, StandUp())
            _status, told, _data = server.request("GET", f"{path}/updates")
            log_id = told["X-Log"]
            playing = [asyncio.create_task(play(place)) for place in (host, mover, changing, troll)]
            playing += [asyncio.create_task(poll(place)) for place in (polling, None)]
            playing.append(asyncio.create_task(watch(watching)))
            await watch_for(server, path, lambda public: len(public["sheet"]) >= 1)
            await ask(changing, StandUp())
            await ask(host, Remove(troll.person))
            server.kill()
            server.start()
            key = sha256(b"s" * 22).hexdigest()
            await ask(mover, InviteDevice(key))
            _status, moved = await asyncio.to_thread(
                server.post, f"{path}/devices", {"secret": "s" * 22}
            )
            tokens += ["s" * 22, moved["token"]]
            new = Place(mover.server, mover.table, moved["person"], moved["token"])
            playing.append(asyncio.create_task(play(new)))
            await watch_for(
                server, path, lambda public: len(public["sheet"]) >= 2 or not public["playing"]
            )
            await ask(changing, TakeSeat(changing.person))
            await asyncio.gather(*playing)
        return host, tokens

    rates = ROOMY | {"records": (10_000, 1000), "person": (10_000, 1000)}
    with Server(tmp_path / "data", changed={"rates": rates}) as server:
        host, tokens = asyncio.run(asyncio.wait_for(main(server), 60))
        assert server.stop() == 0
        truth = Truth(server.events(host.table), tokens)
    searched = 0
    for person, proxy in heard:
        version = 1
        for data in proxy.messages:
            message = json.loads(data)
            if message["type"] == "update":
                version = message["public"]["version"]
                searched += truth.check_update(message, person)
            truth.check(data, version=version, person=person)
    for version, person, data in answers:
        truth.check(data, version=version, person=person)
        if data.startswith(b'{"type":"update"'):
            searched += truth.check_update(json.loads(data), person)
    assert searched > 10_000
    # The judges see what is there: who plays is told of their own hand.
    own = {
        update["mine"]["dealt"]
        for person, proxy in heard
        if person == host.person
        for update in updates_in(proxy.messages)
        if "dealt" in update["mine"]
    }
    assert own & truth.hands
    for out in (
        server.log(),
        str([data for _version, _person, data in answers if b"ch_lag" in data]),
    ):
        assert not [secret for secret in truth.never | set(truth.seeds) if secret in out]
        assert not [hand for hand in truth.hands if hand in out]
        assert not [part for part in truth.entropies if part in out]
    assert '"level":"error"' not in server.log()


async def watch_for(server: Server, path: str, judge: Any) -> None:  # noqa: ANN401
    """Wait until the table is so."""
    since, log = 0, "none"
    while True:
        try:
            _status, told, data = await asyncio.to_thread(
                server.request, "GET", f"{path}/updates?wait=5&since={since}&log={log}"
            )
        except (OSError, HTTPException):
            continue
        if data:
            public = json.loads(data)["public"]
            since, log = public["version"], told["X-Log"]
            if judge(public):
                return

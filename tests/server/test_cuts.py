"""The network breaks between what was kept and who is told of it, for each kind of event."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from pathlib import Path
from random import Random

import pytest

from cancellation_hearts import remote
from cancellation_hearts.cli import main as command
from cancellation_hearts.core.codec import decode
from cancellation_hearts.remote import Place, RemoteClient
from cancellation_hearts.table import Recorded, TableView, evolve
from cancellation_hearts.table.commands import Rename, StandUp
from cancellation_hearts.table.events import Refreshed
from cancellation_hearts.wire import ServerMessage, Update
from tests.conftest import scale
from tests.server.lines import Line
from tests.server.proxy import Proxy
from tests.server.serving import Server
from tests.server.test_games import Notes, gather, open_table
from tests.server.test_http import ROOMY
from tests.service.people import Somebody

KINDS = {
    "GameStarted", "SeedCommitted", "EntropyAdded", "MatchBegun", "Dealt", "PassChosen",
    "CardsPassed", "PlayBegun", "CardPlayed", "TrickTaken", "KittyTaken", "DealRevealed",
    "DealCounted", "DealScored", "SeedRevealed", "ReadySaid", "MatchEnded", "ConnectionMade",
    "ConnectionLost",
}  # fmt: skip
"""What happens in any game of some hands, whatever the cards are."""


class Cuts:
    """Breaks the first time that each kind of message or event comes, and now and then."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._left = self._rng.randint(1, 40)
        self.kinds = set[str]()

    def __call__(self, data: bytes) -> bool:
        message = json.loads(data)
        kinds = {message["type"]}
        if message["type"] == "update":
            kinds |= {told["event"]["type"] for told in message["events"]}
        self._left -= 1
        if kinds <= self.kinds and self._left > 0:
            return False
        self.kinds |= kinds
        self._left = self._rng.randint(1, 40)
        return True


def applied(updates: list[Update]) -> None:
    """Every event once, in order; and to apply them gives what the server says."""
    view: TableView | None = None
    for update in updates:
        if view is None:
            view = update.view
            continue
        for told in update.events:
            assert told.version == view.version + 1
            if isinstance(told.event, Refreshed):
                view = told.event.view
            else:
                after = evolve(view, Recorded(told.version, told.at, told.event))
                assert isinstance(after, TableView)
                view = after
        assert view == update.view


@pytest.mark.parametrize("seed", range(scale(1, 20)))
def test_nothing_is_missed_or_done_twice_wherever_the_network_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(remote, "PAUSE", (0.005, 0.05))
    monkeypatch.setattr(remote, "FIRST_PAUSE", 0.02)
    rates = ROOMY | {"person": (10_000, 1000)}

    async def main(server: Server) -> None:
        port = int(server.address.rpartition(":")[2])
        places = await gather(server, "players=7 limit=60", 4)
        notes = Notes()
        cuts = [Cuts(10 * seed + number) for number in range(4)]
        async with contextlib.AsyncExitStack() as stack:
            people = []
            for place, cut in zip(places, cuts, strict=True):
                proxy = await stack.enter_async_context(Proxy(port, cut))
                client = RemoteClient(Place(proxy.address, place.table, place.person, place.token))
                people.append(
                    Somebody(client, place.person, seed=place.person, acknowledged=notes.note)
                )
            await asyncio.gather(*(somebody.play() for somebody in people))
        for somebody in people:
            applied(somebody.seen)
            assert somebody.seen[-1].public.match == people[0].seen[-1].public.match
        async with Line(server) as line:
            update = await line.hello(places[0])
            said = decode(json.dumps(update).encode(), ServerMessage)
            assert said.public.match == people[0].seen[-1].public.match
        assert set.union(*(cut.kinds for cut in cuts)) >= KINDS | {"welcome", "update", "done"}
        for place in places:  # whoever asks once more hears what they heard
            path = f"/api/tables/{place.table}/asks"
            for (person, name), version in list(notes.granted.items())[:: scale(5, 1)]:
                if person == place.person:
                    ask = {"type": "ask", "id": name, "command": {"type": "StandUp"}}
                    status, told = server.post(path, ask, token=place.token)
                    assert (status, told) == (200, {"type": "done", "id": name, "version": version})

    with Server(tmp_path / "data", changed={"rates": rates}) as server:
        asyncio.run(asyncio.wait_for(main(server), 120))
        assert '"level":"error"' not in server.log()


@pytest.mark.parametrize("way", ["copied", "restored"])
def test_who_knows_more_than_a_copy_is_told_everything_anew(tmp_path: Path, way: str) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"

    async def main(server: Server) -> None:
        place = open_table(server, "players=6")
        async with RemoteClient(place) as client:
            updates = client.updates()
            await anext(updates)
            server.stop()
            if way == "copied":
                shutil.copy(data / "tables.sqlite3", copy)
            else:
                assert command(["backup", "--data", str(data), str(copy)]) == 0
            server.start()
            last = 0
            for number in range(5):
                last = await client.ask(Rename(0, f"Name {number}"))
            update = await anext(updates)
            while update.version < last:
                update = await anext(updates)
            server.stop()
            if way == "copied":
                for file in data.iterdir():
                    file.unlink()
                shutil.copy(copy, data / "tables.sqlite3")
            else:
                assert command(["restore", "--data", str(data), str(copy)]) == 0
            server.start()
            update = await anext(updates)
            while update.events:
                update = await anext(updates)
            assert update.public.people[0].name == "P0"
            assert update.version < last
            version = await client.ask(StandUp())
            while update.version < version:
                update = await anext(updates)
            assert update.public.seats[0].person is None

    changed = {"constants": {"server.socket.RETRY": (250, 300)}}
    with Server(data, changed=changed) as server:
        asyncio.run(asyncio.wait_for(main(server), 60))


def test_whoever_changes_seats_all_the_time_makes_no_message_large(tmp_path: Path) -> None:
    rates = ROOMY | {"socket": (10_000, 1000)}

    async def main(server: Server) -> None:
        place, watcher = await gather(server, "players=11", 2)
        async with Line(server) as line:
            version = (await line.hello(place))["public"]["version"]
            log = line.heard[0]["log"]
            for number in range(100):
                await line.ask(f"a{number}", {"type": "StandUp"})
                await line.ask(f"b{number}", {"type": "TakeSeat", "seat": number % 11 or 2})
        for someone in (place, watcher):
            async with Line(server) as line:
                update = await line.hello(someone, since=version, log=log)
                assert len(json.dumps(update)) < 60_000

    with Server(tmp_path / "data", changed={"rates": rates}) as server:
        asyncio.run(asyncio.wait_for(main(server), 60))

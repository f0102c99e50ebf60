"""Whole games over the network: eleven people, bots, and a server that is killed meanwhile."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from cancellation_hearts.record import check
from cancellation_hearts.remote import Place, RemoteClient, come
from cancellation_hearts.table.commands import StartGame
from tests.conftest import scale
from tests.server.serving import ROOT, Server
from tests.service.people import Somebody


def open_table(server: Server, rules: str) -> Place:
    status, opened = server.post("/api/tables", {"name": "P0", "rules": rules})
    assert status == 201
    return Place(server.address, opened["table"], opened["person"], opened["token"])


async def gather(server: Server, rules: str, people: int) -> list[Place]:
    first = open_table(server, rules)
    link = f"{server.address}/t/{first.table}"
    return [first, *[await come(link, f"P{number}") for number in range(1, people)]]


def test_eleven_people_finish_a_game_over_sockets(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        places = await gather(server, "players=11 limit=1", 11)
        people = [Somebody(RemoteClient(place), place.person) for place in places]
        await asyncio.gather(*(somebody.play() for somebody in people))
        status, text = server.get(f"/api/tables/{places[0].table}/record", token=places[0].token)
        assert status == 200
        assert check(text).games == 1
        assert b"[Winners -]" not in text

    with Server(tmp_path / "data") as server:
        asyncio.run(asyncio.wait_for(main(server), 120))


class Notes:
    """What was granted, and somebody who waits until enough was."""

    def __init__(self) -> None:
        self.granted: dict[tuple[int, str], int] = {}
        self._more = asyncio.Event()

    def note(self, person: int, name: str, version: int) -> None:
        # Who asks again, because the answer or the update was late, hears the same.
        assert self.granted.setdefault((person, name), version) == version
        self._more.set()

    async def wait(self, count: int) -> None:
        enough = len(self.granted) + count
        while len(self.granted) < enough:
            self._more.clear()
            await self._more.wait()


def test_a_game_goes_on_though_its_server_is_killed_again_and_again(tmp_path: Path) -> None:
    kills = scale(4, 40)

    async def game(server: Server, kills: int) -> int:
        places = await gather(server, "players=11 limit=30", 11)
        notes = Notes()
        people = [
            Somebody(RemoteClient(place), place.person, seed=place.person, acknowledged=notes.note)
            for place in places
        ]
        playing = asyncio.gather(*(somebody.play() for somebody in people))
        killed = 0
        while not playing.done() and killed < kills:
            waiting = asyncio.create_task(notes.wait(25))
            await asyncio.wait((waiting, playing), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            server.kill()
            killed += 1
            server.start()
        await playing
        _status, text = server.get(f"/api/tables/{places[0].table}/record", token=places[0].token)
        assert check(text).games == 1
        assert b"[Winners -]" not in text
        return killed

    async def main(server: Server) -> None:
        left = kills
        while left:
            left -= await game(server, left)

    with Server(tmp_path / "data") as server:
        asyncio.run(asyncio.wait_for(main(server), 60 + 30 * kills))


def test_the_bot_in_15_lines_plays_a_game_and_is_known_to_be_a_bot(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        place = open_table(server, "players=6 limit=1")
        link = f"{server.address}/t/{place.table}"
        command = [sys.executable, "examples/bot_in_15_lines.py", link]
        bot = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
        async with RemoteClient(place) as client:
            async for update in client.updates():
                if len(update.public.people) > 1:
                    break
            assert [person.program for person in update.public.people] == [False, True]
            await client.ask(StartGame())
        await Somebody(RemoteClient(place), 0).play()
        bot.kill()
        await bot.wait()
        _status, text = server.get(f"/api/tables/{place.table}/record", token=place.token)
        assert b'[Players "P0" "bot:Robo" "bot:steady"' in text

    with Server(tmp_path / "data") as server:
        asyncio.run(asyncio.wait_for(main(server), 120))

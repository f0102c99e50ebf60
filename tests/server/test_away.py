"""Nobody is called away whose connection answers; of everybody else it is noted why they are (A04).

The server asks for signs of life every 0.3 seconds here, and waits as long for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from cancellation_hearts.remote import Place
from cancellation_hearts.table.events import ConnectionLost, ConnectionMade
from cancellation_hearts.table.state import Cause
from tests.server.lines import Line, state
from tests.server.serving import Server
from tests.server.test_games import open_table

PING_TIME = 0.3
TIMES = {"run.PING_TIME": PING_TIME, "run.LATE": 0.2, "hall.LINGER_TIME": 0.3}
CHANGED = {"constants": {f"server.{name}": seconds for name, seconds in TIMES.items()}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("away") / "data", changed=CHANGED) as running:
        yield running
        assert '"level":"error"' not in running.log()


async def cause(place: Place, server: Server) -> Cause:
    """Why somebody is away, once they are."""
    async with asyncio.timeout(10):
        while (person := (await state(place, server))["people"][0])["status"] != "away":
            await asyncio.sleep(0.05)
    noted: Cause = person["cause"]
    lost = [
        event for event in await ups_and_downs(place, server) if isinstance(event, ConnectionLost)
    ]
    assert lost[-1] == ConnectionLost(0, noted)
    return noted


async def ups_and_downs(place: Place, server: Server) -> list[ConnectionMade | ConnectionLost]:
    log = await asyncio.to_thread(server.events, place.table)
    events = (recorded.event for recorded in log)
    return [event for event in events if isinstance(event, ConnectionMade | ConnectionLost)]


# --- who answers is here ------------------------------------------------------------------------


def test_whose_socket_answers_is_never_called_away(server: Server) -> None:
    async def main() -> None:
        place = open_table(server, "players=6")
        async with Line(server) as line:
            await line.hello(place)
            await asyncio.sleep(8 * PING_TIME)  # of doing nothing but answering
            assert await ups_and_downs(place, server) == [ConnectionMade(0)]
            assert "cause" not in (await state(place, server))["people"][0]

    asyncio.run(main())


def test_no_answer_is_missed_while_the_server_itself_is_busy(server: Server) -> None:
    async def main() -> None:
        place = open_table(server, "players=6")
        async with Line(server) as line:
            await line.hello(place)
            for length in (1, 2, 3, 4):  # whatever moment of the question it hits
                await asyncio.sleep(PING_TIME * (1 + length / 5))
                server.signal(signal.SIGSTOP)
                time.sleep(0.05)  # noqa: ASYNC251 - the answer is on its way, unread
                await asyncio.sleep(PING_TIME * 3)
                server.signal(signal.SIGCONT)
            await asyncio.sleep(PING_TIME * 2)
            assert await ups_and_downs(place, server) == [ConnectionMade(0)]

    asyncio.run(main())


# --- who does not ---------------------------------------------------------------------------------


async def says_good_bye(line: Line) -> None:
    await line.socket.close()


async def is_cut_off(line: Line) -> None:
    line.socket.transport.abort()


async def falls_silent(line: Line) -> None:
    line.socket.transport.pause_reading()


async def talks_too_much(line: Line) -> None:
    with contextlib.suppress(OSError):
        for _ in range(60):
            await line.say("ping")
    await line.end()


async def sends_what_is_too_long(line: Line) -> None:
    await line.send("x" * 5000)
    await line.end()


@pytest.mark.parametrize(
    ("act", "noted"),
    [
        (says_good_bye, "closed"),
        (is_cut_off, "broken"),
        (falls_silent, "silent"),
        (talks_too_much, "refused"),
        (sends_what_is_too_long, "refused"),
    ],
)
def test_how_a_connection_ended_is_noted(
    server: Server, act: Callable[[Line], Awaitable[None]], noted: Cause
) -> None:
    async def main() -> None:
        place = open_table(server, "players=6")
        assert (await state(place, server))["people"][0]["cause"] == "new"
        async with Line(server) as line:
            await line.hello(place)
            await act(line)
            assert await cause(place, server) == noted
        async with Line(server) as line:  # who is back has no cause to be away
            await line.hello(place)
            assert "cause" not in (await state(place, server))["people"][0]

    asyncio.run(main())


def test_who_polls_and_comes_no_more_has_asked_for_nothing(server: Server) -> None:
    async def main() -> None:
        place = open_table(server, "players=6")
        await asyncio.to_thread(server.get, f"/api/tables/{place.table}/updates", token=place.token)
        assert await cause(place, server) == "idle"

    asyncio.run(main())


@pytest.mark.parametrize("kind", ["stopped politely", "killed"])
def test_when_the_server_was_down_it_is_nobodys_doing(tmp_path: Path, kind: str) -> None:
    async def main(server: Server) -> None:
        place = open_table(server, "players=6")
        async with Line(server) as line:
            await line.hello(place)
            if kind == "killed":
                server.kill()
            else:
                assert server.stop() == 0
                assert (await ups_and_downs(place, server))[-1] == ConnectionLost(0, "stopped")
        server.start()
        person = (await state(place, server))["people"][0]
        assert (person["status"], person["cause"]) == ("away", "stopped")

    with Server(tmp_path / "data") as server:
        asyncio.run(main(server))

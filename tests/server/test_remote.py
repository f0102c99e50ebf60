"""A client meets servers that are newer, broken, or none at all: it says so, and never hangs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from websockets.asyncio.server import ServerConnection, serve

from cancellation_hearts.remote import Place, RemoteClient, Unreachable, come
from cancellation_hearts.table.commands import StandUp

WELCOME = '{"type":"welcome","table":"t","protocol":1,"person":0,"log":"l"}'


def meeting(
    says: Callable[[ServerConnection], Awaitable[None]],
    does: Callable[[RemoteClient], Awaitable[None]],
) -> None:
    """A client and a server that says these things."""

    async def main() -> None:
        async with serve(says, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with RemoteClient(Place(f"http://127.0.0.1:{port}", "t", 0, "x")) as client:
                async with asyncio.timeout(10):
                    await does(client)

    asyncio.run(main())


def test_a_code_that_only_a_newer_server_knows_is_raised_all_the_same() -> None:
    async def says(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(WELCOME)
        await socket.recv()
        await socket.send('{"type":"refused","id":"a","code":"TOO_MODERN","details":{}}')
        await socket.wait_closed()

    async def does(client: RemoteClient) -> None:
        with pytest.raises(Unreachable, match="TOO_MODERN"):
            await client.ask(StandUp(), id="a")

    meeting(says, does)


@pytest.mark.parametrize("message", ["{", '{"type":"song"}', '{"type":"update"}'])
def test_a_message_that_cannot_be_read_ends_the_client(message: str) -> None:
    async def says(socket: ServerConnection) -> None:
        await socket.send(WELCOME)
        await socket.send(message)
        await socket.wait_closed()

    async def does(client: RemoteClient) -> None:
        asked = asyncio.create_task(client.ask(StandUp()))
        with pytest.raises(Unreachable):
            await anext(client.updates())
        with pytest.raises(Unreachable):
            await asked

    meeting(says, does)


def test_who_still_waits_for_an_answer_when_all_is_over_is_told() -> None:
    async def says(socket: ServerConnection) -> None:
        await socket.send(WELCOME)
        await socket.wait_closed()

    waiting: list[asyncio.Task[int]] = []

    async def does(client: RemoteClient) -> None:
        waiting.append(asyncio.create_task(client.ask(StandUp())))
        await asyncio.sleep(0.1)
        await client.__aexit__(None, None, None)
        with pytest.raises(Unreachable):
            await waiting[0]

    meeting(says, does)


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-x\r\n", b"HTTP/1.1 200 OK\r\n\r\nhello"])
def test_what_is_no_server_of_ours_is_unreachable(answer: bytes) -> None:
    async def main() -> None:
        async def serve_one(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(answer)
            writer.close()
            await asyncio.sleep(0)

        server = await asyncio.start_server(serve_one, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(Unreachable):
                await come(f"http://127.0.0.1:{port}/t/abc", "Ana")

    asyncio.run(asyncio.wait_for(main(), 20))

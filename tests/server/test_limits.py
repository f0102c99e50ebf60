"""How many sockets one address may have, and who may see the counters."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from socket import create_server

import pytest
from websockets.exceptions import InvalidStatus

from cancellation_hearts.server.config import Config
from cancellation_hearts.server.guard import address_of, may_see_metrics
from tests.server.lines import Line
from tests.server.serving import Server
from tests.server.test_games import open_table
from tests.server.test_serve import refused


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data", changed={"sockets": 3}) as running:
        yield running
        assert '"level":"error"' not in running.log()


def test_one_address_has_so_many_sockets_and_no_more(server: Server) -> None:
    async def main() -> None:
        place = open_table(server, "players=6")
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(Line(server)) for _ in range(3)]
            for line in lines:
                await line.hello(place)
            with pytest.raises(InvalidStatus) as turned:
                await stack.enter_async_context(Line(server))
            answer = turned.value.response
            assert (answer.status_code, answer.headers["Retry-After"]) == (429, "20")
            assert json.loads(answer.body or b"")["code"] == "TOO_MANY"
            async with Line(server, X_Forwarded_For="10.0.0.1") as other:  # from elsewhere
                await other.hello(place)
            await lines[0].socket.close()
            async with asyncio.timeout(10):
                while True:  # until the server has noticed
                    try:
                        await stack.enter_async_context(Line(server))
                    except InvalidStatus:
                        await asyncio.sleep(0.02)
                    else:
                        break

    asyncio.run(main())
    _status, counters = server.get("/metrics")
    assert 'ch_turned_away_total{code="TOO_MANY"}' in counters.decode()


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("not:an:address", "not:an:address"),
        (None, ""),
    ],
)
def test_a_household_counts_once_also_with_many_addresses(host: str | None, counted: str) -> None:
    client = None if host is None else (host, 1)
    assert address_of({"type": "http", "client": client}) == counted


# --- counters -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "headers", "may"),
    [
        ("127.0.0.1", {}, True),
        ("127.9.9.9", {}, True),
        ("::1", {}, True),
        ("192.0.2.7", {}, False),
        ("", {}, False),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, False),
        ("127.0.0.1", {"via": "1.1 proxy"}, False),
        (None, {}, False),
    ],
)
def test_the_counters_are_for_this_machine_alone(
    host: str | None,
    headers: dict[str, str],
    may: bool,  # noqa: FBT001 - a parameter of the table above
) -> None:
    scope = {
        "type": "http",
        "client": None if host is None else (host, 1),
        "server": ("127.0.0.1", 8000),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    assert may_see_metrics(scope, Config()) is may
    assert not may_see_metrics(scope, Config(metrics_port=9100))
    assert may_see_metrics(scope | {"server": ("127.0.0.1", 9100)}, Config(metrics_port=9100))


def test_others_are_told_that_there_are_no_counters(server: Server) -> None:
    assert server.get("/metrics")[0] == 200
    status, told = server.get("/metrics", X_Forwarded_For="192.0.2.7")
    assert (status, told["code"]) == (404, "NOT_FOUND")


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def test_the_counters_may_have_a_port_of_their_own_which_shows_nothing_else(tmp_path: Path) -> None:
    port = free_port()
    with Server(tmp_path / "data", "--metrics-port", str(port)) as server:
        place = open_table(server, "players=6")
        assert server.get("/metrics")[0] == 404
        server._port, usual = port, server.port  # noqa: SLF001 - the other door of the same house
        status, counters = server.get("/metrics", X_Forwarded_For="192.0.2.7")
        assert (status, b"ch_tables" in counters) == (200, True)
        for path in ("/", "/healthz", "/readyz", f"/api/tables/{place.table}/updates"):
            assert server.get(path, token=place.token)[0] == 404
        assert server.post("/api/tables", {"name": "X"})[0] == 404

        async def no_socket() -> None:
            with pytest.raises(InvalidStatus):
                async with Line(server):
                    pass

        asyncio.run(no_socket())
        server._port = usual  # noqa: SLF001 - as above
        assert server.get("/healthz")[0] == 200
        assert server.stop() == 0
        assert '"level":"error"' not in server.log()


def test_a_port_for_counters_that_is_taken_is_named(tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as listener:
        taken = str(listener.getsockname()[1])
        complaint = refused("--data", str(tmp_path), "--port", "0", "--metrics-port", taken)
        assert f"port {taken}: another program has this port" in complaint

"""What the server costs in the network, against a bare echo of the same stack in the same run.

    .venv/bin/python bench/server.py [--tables 40] [--rounds 5] [--profile FILE]

The bare echo is a tiny ASGI application on uvloop and uvicorn, set as ours is, in a process of its
own. Everything is counted per CPU-second of the serving process (all its threads), in rounds that
take turns with rounds of the bare echo; a ratio is the median of the rounds'. The server keeps
everything in SQLite on the disk, and lets everybody speak as fast as they like.

- echo: ping and pong over sockets at tables (aim: at least 29 % of the bare echo);
- deliveries: updates at tables with eleven people and many spectators (at least 34 %);
- moves: a person asks, the card is kept, and all eleven have their update before the next one is
  asked for (at least 2.4 %);
- memory of an idle socket at a table (at most 35 KiB);
- from sending a move to the last of eleven having it, at one table (median: at most 2 ms);
- the same to each reader, a hundred tables, fifty spectators, a human pace (p95: under 200 ms);
- from the start of ``serve`` until it listens (under 0.5 s).

``--profile`` writes what cProfile says of the server; the figures are worth nothing then.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import http.client
import json
import math
import os
import random
import re
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, cast

import uvicorn

from cancellation_hearts import core
from cancellation_hearts.core import Rules
from cancellation_hearts.core.codec import encode
from cancellation_hearts.server.config import MESSAGE_BYTES, Config, Rates
from cancellation_hearts.server.run import QUEUE, listening, run, serve
from cancellation_hearts.store import SqliteStore
from cancellation_hearts.table import Settings
from cancellation_hearts.table.commands import ChangeSettings, StartGame
from cancellation_hearts.table.unwanted import Unwanted

PLAYERS: Final = 11
UNLIMITED: Final = Rates(*[(math.inf, math.inf)] * 5)
TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
HAND: Final = 90
"""Moves of one hand that are measured; it has 99, and the last leads to the next deal."""
RULES: Final = f"players={PLAYERS} pass_cycle=none moon_choice=add limit={core.rules.LARGEST}"
PING: Final = b'{"type":"ping"}'


# --- servers, each in a process of its own --------------------------------------------------------


async def echo(scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
    """The bare echo."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": message["text"]})


async def serve_echo() -> None:
    """The bare echo until a signal comes."""
    listener = listening("127.0.0.1", 0)
    config = uvicorn.Config(
        echo,
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES,
        ws_max_queue=QUEUE,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
    )
    print(listener.getsockname()[1], flush=True)
    await uvicorn.Server(config).serve(sockets=[listener])


async def serve_tables(data: Path) -> None:
    """The server until a signal comes."""
    listener = listening("127.0.0.1", 0)
    config = Config(rates=UNLIMITED, sockets=1_000_000)
    port = listener.getsockname()[1]
    await serve(
        config,
        data=data,
        listeners=[listener],
        bots=1,
        unwanted=Unwanted(),
        ready=lambda: print(port, flush=True),
    )


class Process:
    """A server, and what it has used."""

    def __init__(self, *arguments: str) -> None:
        """``arguments``: of this program."""
        self._process = subprocess.Popen(  # noqa: S603 - ours
            [sys.executable, __file__, *arguments], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    @property
    def cpu(self) -> float:
        """CPU seconds of all its threads."""
        text = Path(f"/proc/{self._process.pid}/stat").read_text()
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> int:
        """Bytes that it holds."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE

    def stop(self) -> None:
        """Politely."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(timeout=60)
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextlib.contextmanager
def running(*arguments: str) -> Iterator[Process]:
    """A server as long as the context."""
    process = Process(*arguments)
    try:
        yield process
    finally:
        process.stop()


@contextlib.contextmanager
def serving(*options: str) -> Iterator[Process]:
    """Our server with a file of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running("--serve", f"{folder}/tables.sqlite3", *options) as server,
    ):
        yield server


# --- clients: as lean as a socket can be ----------------------------------------------------------


class Line(asyncio.Protocol):
    """One WebSocket; ``heard`` gets every message. It masks with zeros, which changes nothing."""

    def __init__(self, heard: Callable[[Line, bytes], None]) -> None:
        """See ``connect``."""
        self._heard = heard
        self._buffer = b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.version = 0
        self.at: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        transport.write(
            f"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Whole frames are heard, the rest is kept."""
        data = self._buffer + data if self._buffer else data
        at = 0
        if not self.opened.done():
            head, end, _rest = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = data
                return
            assert b" 101 " in head, head
            at = len(head) + len(end)
            self.opened.set_result(None)
        while len(data) >= at + 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start])
            if len(data) < start + size:
                break
            kind, message = data[at] & 15, data[start : start + size]
            at = start + size
            if kind == 9:
                self._frame(0x8A, message)
            elif kind == 1:
                self._heard(self, message)
        self._buffer = data[at:]

    def connection_lost(self, error: Exception | None) -> None:
        """Nothing waits for it any more."""
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed"))

    def send(self, message: bytes) -> None:
        """One text message."""
        self._frame(0x81, message)

    def _frame(self, kind: int, message: bytes) -> None:
        size = len(message)
        head = (
            bytes([kind, 0x80 | size]) if size < 126 else b"%c\xfe%c%c" % (kind, *divmod(size, 256))
        )
        self.transport.write(head + b"\0\0\0\0" + message)


async def connect(port: int, heard: Callable[[Line, bytes], None]) -> Line:
    """A socket that is open."""
    _transport, line = await asyncio.get_running_loop().create_connection(
        lambda: Line(heard), "127.0.0.1", port
    )
    await line.opened
    return line


class Desk:
    """A table, and everybody there, from the outside."""

    def __init__(self, port: int) -> None:
        """Opened over HTTP; everybody comes, nobody is connected."""
        self._port = port
        self.lines: list[Line] = []
        self.updates = 0
        self._turn: tuple[Line, bytes] | None = None
        self._ready = asyncio.Event()
        self._kept = 0
        self._asked = 0
        self._waiting: asyncio.Future[None] | None = None
        server = http.client.HTTPConnection("127.0.0.1", port)

        def post(path: str, **body: object) -> dict[str, Any]:
            server.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            answer: dict[str, Any] = json.loads(server.getresponse().read())
            return answer

        opened = post("/api/tables", name="P0", rules=RULES)
        self.name = opened["table"]
        self._tokens = [opened["token"]]
        for number in range(1, PLAYERS):
            come = post(f"/api/tables/{self.name}/people", name=f"P{number}")
            self._tokens.append(come["token"])
        server.close()

    async def seat(self) -> None:
        """Everybody connects, and the game begins."""
        for token in self._tokens:
            await self._connect(token)
        settings = Settings(Rules.read(RULES), rest=0)
        self.ask(self.lines[0], encode(ChangeSettings(settings)))
        self.ask(self.lines[0], encode(StartGame()))

    async def watch(self, spectators: int) -> None:
        """So many more come to watch."""
        for _ in range(spectators):
            await self._connect(None)

    async def _connect(self, token: str | None) -> None:
        line = await connect(self._port, self._heard)
        line.send(encode({"type": "hello", "table": self.name, "token": token}))
        self.lines.append(line)

    def ask(self, line: Line, command: bytes) -> None:
        """Ask for something."""
        self._asked += 1
        line.send(b'{"type":"ask","id":"%d","command":%b}' % (self._asked, command))

    async def dealt(self) -> None:
        """Wait until it is somebody's turn, and everybody knows."""
        await self._ready.wait()

    async def move(self) -> float:
        """One card, up to everybody having it; the moment at which it was sent."""
        await self.dealt()
        assert self._turn is not None
        line, play = self._turn
        self._ready.clear()
        self._kept = 0
        self._waiting = asyncio.get_running_loop().create_future()
        for reader in self.lines:
            reader.at = None
        sent = time.perf_counter()
        self.ask(line, play)
        await self._waiting
        return sent

    async def moves(self, count: int) -> None:
        """So many of them."""
        for _ in range(count):
            await self.move()

    def _heard(self, line: Line, message: bytes) -> None:
        if message.startswith(b'{"type":"update"'):
            self.updates += 1
            at = message.index(b'"TableView","version":') + 22
            line.version = int(message[at : message.index(b",", at)])
            if line.at is None:
                line.at = time.perf_counter()
            if b'"legal":[' in message:
                self._turn = line, _play(message)
                self._ready.set()
        elif message.startswith(b'{"type":"done"'):
            self._kept = int(message[message.rindex(b":") + 1 : -1])
        elif message.startswith(b'{"type":"refused"'):
            raise RuntimeError(message)
        if self._kept and self._waiting is not None and not self._waiting.done():
            behind = any(reader.version < self._kept for reader in self.lines)
            if not behind:
                self._waiting.set_result(None)


def _play(message: bytes) -> bytes:
    """The command to play the first card that may be played."""
    card = re.search(rb'"legal":\["(..)"', message)
    ply = re.search(rb'"facts":\{"names":\[[^]]*\],"phase":"playing","ply":(\d+)', message)
    assert card is not None
    return b'{"type":"Play","card":"%b","ply":%b}' % (card[1], ply[1] if ply else b"0")


# --- what is measured -----------------------------------------------------------------------------


async def desks(port: int, tables: int, spectators: int = 0) -> list[Desk]:
    """Tables where a hand has been dealt, with so many spectators in all."""
    all_of_them = [Desk(port) for _ in range(tables)]
    await asyncio.gather(*(desk.seat() for desk in all_of_them))
    watching = (spectators // tables + (at < spectators % tables) for at in range(tables))
    await asyncio.gather(
        *(desk.watch(more) for desk, more in zip(all_of_them, watching, strict=True))
    )
    await asyncio.gather(*(desk.dealt() for desk in all_of_them))
    return all_of_them


class Pings:
    """Sockets of which each sends again as soon as it is answered."""

    def __init__(self) -> None:
        """None yet."""
        self.lines: list[Line] = []
        self.answers = 0
        self._until = 0.0

    async def measured(self, server: Process, seconds: float) -> float:
        """Answers a CPU-second."""
        self.answers, cpu = 0, server.cpu
        self._until = time.perf_counter() + seconds
        for line in self.lines:
            line.send(PING)
        await asyncio.sleep(seconds + 0.1)
        return self.answers / _used(server, cpu)

    def heard(self, line: Line, message: bytes) -> None:
        """An answer, or something else that we do not look at."""
        if message.startswith((b'{"type":"pong"', PING)):
            self.answers += 1
            if time.perf_counter() < self._until:
                line.send(PING)


def _used(server: Process, before: float) -> float:
    """CPU seconds since; never none, for they are counted in hundredths."""
    return max(server.cpu - before, 1 / TICKS)


def row(what: str, value: str, limit: str, aim: str) -> None:
    """One line of the table."""
    print(f"{what:52} {value:>22}  {limit:>8}   {aim}", flush=True)


async def echoes_and_moves(args: argparse.Namespace, options: list[str]) -> None:
    """Everything that is compared with the bare echo."""
    bare = Pings()
    with running("--echo") as limit, serving(*options) as server:
        for _ in range(args.sockets):
            bare.lines.append(await connect(limit.port, bare.heard))
        tables = await desks(server.port, args.tables)
        ours = await _pinging(server.port, args.sockets)
        busy = await desks(server.port, args.busy, args.busy * args.spectators)
        readers = PLAYERS + args.spectators
        for one, what, aim in (
            ("echo", "echo: ping and pong at a table", ">= 29 %"),
            ("deliveries", f"deliveries, {readers} readers a table", ">= 34 %"),
            ("moves", f"moves, {PLAYERS} people at {args.tables} tables", ">= 2.4 %"),
        ):
            found, limits = list[float](), list[float]()
            for _ in range(args.rounds):
                limits.append(await bare.measured(limit, args.seconds))
                if one == "echo":
                    found.append(await ours.measured(server, args.seconds))
                else:
                    at = busy if one == "deliveries" else tables
                    found.append(await _played(at, server, args.moves, one))
            ratio = statistics.median(a / b for a, b in zip(found, limits, strict=True))
            if one == "echo":
                row("bare echo", f"{statistics.median(limits):,.0f} /CPU-s", "1", "")
            row(what, f"{statistics.median(found):,.0f} /CPU-s", f"{ratio:.1%}", aim)


async def _pinging(port: int, sockets: int) -> Pings:
    """Spectators that do nothing but ping, at a table where nothing happens."""
    ours, hello = Pings(), encode({"type": "hello", "table": Desk(port).name})
    for _ in range(sockets):
        line = await connect(port, ours.heard)
        line.send(hello)
        ours.lines.append(line)
    return ours


async def _played(tables: list[Desk], server: Process, moves: int, what: str) -> float:
    """Moves, or the updates that came of them, a CPU-second; within one hand."""
    await asyncio.gather(*(desk.dealt() for desk in tables))
    before, cpu = sum(desk.updates for desk in tables), server.cpu
    await asyncio.gather(*(desk.moves(moves) for desk in tables))
    cpu = _used(server, cpu)
    updates = sum(desk.updates for desk in tables) - before
    await asyncio.gather(*(desk.moves(PLAYERS * 9 - moves) for desk in tables))
    return (updates if what == "deliveries" else len(tables) * moves) / cpu


async def memory(args: argparse.Namespace) -> None:
    """What an idle socket holds."""
    with serving() as server:
        tables = await desks(server.port, 10, args.idle // 10)
        await asyncio.sleep(0.5)
        before = server.memory
        await asyncio.gather(*(desk.watch(args.idle // 10) for desk in tables))
        await asyncio.sleep(1)
        kib = (server.memory - before) / (args.idle // 10 * 10) / 1024
        row(
            f"idle socket at a table, of {args.idle}",
            f"{kib:.1f} KiB",
            f"{kib / 35:.0%}",
            "<= 35 KiB",
        )


async def one_table(args: argparse.Namespace) -> None:
    """How long a move takes to everybody when nothing else happens, and the disk alone."""
    times, limits = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder, serving() as server:
        async with SqliteStore.open(Path(folder) / "limit.sqlite3") as store:
            (desk,) = await desks(server.port, 1)
            for number in range(args.timed):
                begun = time.perf_counter()
                rows = (b'{"type":"CardPlayed","seat":3,"card":"SQ"}',)
                await store.append("limit", expected=number, rows=rows, at=0, idem=str(number))
                limits.append(time.perf_counter() - begun)
                sent = await desk.move()
                times.append(max(line.at or 0 for line in desk.lines) - sent)
    disk, _late = _quantiles(limits)
    middle, late = _quantiles(times)
    row("an append by the store alone", f"{disk:.2f} ms", "1", "")
    row(
        "one table, from a move to the last of eleven",
        f"{middle:.2f} ms, p95 {late:.2f}",
        f"{middle / disk:.2f}",
        "<= 2 ms where the disk lets it",
    )


async def human_pace(args: argparse.Namespace) -> None:
    """How long a move takes to everybody, while many play as people do."""
    with serving() as server:
        tables = await desks(server.port, args.many, args.many // 2)
        times: list[float] = []
        end = time.perf_counter() + args.human

        async def playing(desk: Desk) -> None:
            while True:
                pause = args.pause * random.uniform(0.25, 1.75)
                if time.perf_counter() + pause > end:
                    return
                await asyncio.sleep(pause)
                sent = await desk.move()
                times.extend((line.at or 0) - sent for line in desk.lines)

        cpu = server.cpu
        await asyncio.gather(*map(playing, tables))
        share = (server.cpu - cpu) / args.human
        middle, late = _quantiles(times)
        row(
            f"{args.many} tables, {args.many // 2} spectators, human pace",
            f"p50 {middle:.1f}, p95 {late:.1f} ms",
            f"{late / 200:.0%}",
            f"p95 < 200 ms ({share:.0%} of a core)",
        )


def _quantiles(times: list[float]) -> tuple[float, float]:
    """Median and p95, in milliseconds."""
    ordered = sorted(times)
    return 1000 * statistics.median(ordered), 1000 * ordered[int(len(ordered) * 0.95)]


def starting(args: argparse.Namespace) -> None:
    """How long ``serve`` takes until it listens."""
    code = "import sys; from cancellation_hearts.cli import main; sys.exit(main())"
    clocks, cpus = [], []
    for _ in range(args.starts):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", code, "serve", "--port", "0", "--data", f"{folder}/t"]
            begun = time.perf_counter()
            process = subprocess.Popen(  # noqa: S603 - ours
                command,
                stdout=subprocess.PIPE,
                text=True,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
            assert process.stdout is not None
            process.stdout.readline()
            clocks.append(time.perf_counter() - begun)
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            cpus.append((int(fields[11]) + int(fields[12])) / TICKS)
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)
            process.stdout.close()
    clock, cpu = statistics.median(clocks), statistics.median(cpus)
    row(
        "from the start of serve until it listens",
        f"{clock:.2f} s, CPU {cpu:.2f} s",
        f"{clock / 0.5:.0%}",
        "< 0.5 s",
    )


def parsed() -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=40, help="of eleven, for moves")
    parser.add_argument("--busy", type=int, default=4, help="tables with many spectators")
    parser.add_argument("--spectators", type=int, default=60, help="at each of those")
    parser.add_argument("--sockets", type=int, default=64, help="that ping")
    parser.add_argument("--moves", type=int, default=HAND, help=f"a round and table, up to {HAND}")
    parser.add_argument("--seconds", type=float, default=1, help="of pings in a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--idle", type=int, default=1000, help="sockets")
    parser.add_argument("--timed", type=int, default=400, help="moves at one table")
    parser.add_argument("--many", type=int, default=100, help="tables at a human pace")
    parser.add_argument("--human", type=float, default=15, help="seconds of it")
    parser.add_argument("--pause", type=float, default=2, help="seconds between two moves of it")
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--limit", type=float, default=600, help="seconds that it may take")
    parser.add_argument(
        "--only", default="", help="parts, such as 'ratios,memory,table,human,start'"
    )
    parser.add_argument("--profile", default="", help="file for what cProfile says of the server")
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


async def measure(args: argparse.Namespace) -> None:
    """Print the table; whatever goes wrong in a callback ends it."""
    task = asyncio.current_task()
    assert task is not None

    def failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        loop.default_exception_handler(context)
        task.cancel()

    asyncio.get_running_loop().set_exception_handler(failed)
    wanted = args.only.split(",") if args.only else ["ratios", "memory", "table", "human"]
    async with asyncio.timeout(args.limit):
        if "ratios" in wanted:
            await echoes_and_moves(args, ["--profile", args.profile] if args.profile else [])
        if "memory" in wanted:
            await memory(args)
        if "table" in wanted:
            await one_table(args)
        if "human" in wanted:
            await human_pace(args)


def main() -> None:
    """Measure, or be one of the servers."""
    args = parsed()
    if args.echo:
        run(serve_echo)
    elif args.serve and args.profile:
        import cProfile  # noqa: PLC0415 - rarely wanted

        profile = cProfile.Profile()
        profile.runcall(run, lambda: serve_tables(args.serve))
        profile.dump_stats(args.profile)
    elif args.serve:
        run(lambda: serve_tables(args.serve))
    else:
        row("", "", "of limit", "aim")
        run(lambda: measure(args))
        if not args.only or "start" in args.only:
            starting(args)


if __name__ == "__main__":
    main()

"""What a table costs: durable moves with everybody's view, reading a log, and bots that think.

    .venv/bin/python bench/service.py [--players 11] [--tables 40] [--moves 400]

A *move* is one ``execute`` with SQLite, full synchronisation and an idempotence key, then what all
seats are told, encoded: the public part once, each seat's events and private part by itself. CPU
time is this process's. The limit is the same rows appended by the store alone, in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import secrets
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from cancellation_hearts import core
from cancellation_hearts.core import Cards, Phase, Rules, legal_plays
from cancellation_hearts.core.codec import encode
from cancellation_hearts.service.tables import PREFIX, Room, Tables
from cancellation_hearts.service.thinking import Pool
from cancellation_hearts.store import MemoryBroker, SqliteStore
from cancellation_hearts.table import (
    Act,
    ByPerson,
    ByServer,
    Settings,
    Table,
)
from cancellation_hearts.table.commands import (
    AddEntropy,
    Choose,
    Connected,
    Pass,
    Play,
    StartGame,
    Tick,
)


def act_of(table: Table, seat: int) -> Act:
    """The first legal act."""
    match = table.match
    assert match is not None
    if match.phase is Phase.PLAYING:
        return Play(next(iter(legal_plays(match, seat))), table.ply)
    if match.phase is Phase.PASSING:
        hand = match.current.hands[seat]
        assert isinstance(hand, Cards)
        return Pass(Cards.of(list(hand)[: match.rules.pass_count]), table.ply)
    return Choose(None, table.ply)


async def seated(tables: Tables, players: int) -> Room:
    """A game with so many people, all of them connected."""
    rules = Rules.read(f"limit={core.rules.LARGEST}", players=players)
    ticket = await tables.open(Settings(rules, rest=0), "P0")
    for number in range(1, players):
        await tables.come(ticket.table, f"P{number}")
    for person in range(players):
        await tables.execute(ticket.table, ByServer(), Connected(person, connected=True))
    await tables.execute(ticket.table, ByPerson(0), StartGame())
    return await tables.room(ticket.table)


async def deal(tables: Tables, room: Room) -> None:
    """The next hand, with everybody's chance in it."""
    await tables.execute(room.name, ByServer(), Tick(secrets.token_hex(32)))
    table = room.table
    assert table is not None
    assert table.seal is not None
    for seat in table.seats:
        assert seat.person is not None
        entropy = AddEntropy(table.seal.number, secrets.token_hex(16))
        await tables.execute(room.name, ByPerson(seat.person), entropy)
    await tables.execute(room.name, ByServer(), Tick(secrets.token_hex(32)))


async def play(tables: Tables, room: Room, moves: int, *, views: bool) -> None:
    """So many moves; the cards are dealt besides."""
    for move in range(moves):
        while not (room.table and room.table.awaited):
            await deal(tables, room)
        table = room.table
        seat = table.awaited[0]
        person, since = table.seats[seat].person, room.version
        assert person is not None
        await tables.execute(
            room.name, ByPerson(person), act_of(table, seat), idem=f"person:{person}:{move}"
        )
        if views:
            updates = [room.update(reader, since=since) for reader in range(len(table.people))]
            encode(updates[0].public)
            encode(updates[0].facts)
            for update in updates:
                encode((update.events, update.mine))


async def measured(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Seconds of this process's CPU, and on the clock."""
    cpu, clock = time.process_time(), time.perf_counter()
    await work()
    return time.process_time() - cpu, time.perf_counter() - clock


async def moves_per_second(tables: Tables, args: argparse.Namespace) -> None:
    """Durable moves, with and without views, against the store alone."""
    for views in (True, False):
        rooms = [await seated(tables, args.players) for _ in range(args.tables)]
        for room in rooms:
            await deal(tables, room)

        async def everywhere(rooms: list[Room] = rooms, *, views: bool = views) -> None:
            await asyncio.gather(*(play(tables, room, args.moves, views=views) for room in rooms))

        cpu, clock = await measured(everywhere)
        count = args.tables * args.moves
        print(
            f"moves, {args.players} seats, {args.tables} tables, "
            f"{'all views' if views else 'no views '}: "
            f"{count / cpu:7,.0f} per CPU-second, {count / clock:7,.0f} per second"
        )
    store, streams = tables.store, [f"bench/{number}" for number in range(args.tables)]

    async def appended(stream: str) -> None:
        for move in range(args.moves):
            rows = (b'{"type":"CardPlayed","seat":3,"card":"SQ"}',)
            await store.append(stream, expected=move, rows=rows, at=0, idem=f"person:3:{move}")

    async def all_appended() -> None:
        await asyncio.gather(*map(appended, streams))

    limit, clock = await measured(all_appended)
    print(
        f"the store alone, one row an append:      "
        f"{count / limit:7,.0f} per CPU-second, {count / clock:7,.0f} per second"
    )


async def rebuilding(tables: Tables, args: argparse.Namespace) -> None:
    """A table from its log."""
    room = await seated(tables, args.players)
    await deal(tables, room)
    await play(tables, room, args.moves, views=False)
    rows = await tables.store.read(PREFIX + room.name)

    async def rebuilt() -> None:
        for _ in range(20):
            await Tables(tables.store, MemoryBroker()).room(room.name)

    cpu, _clock = await measured(rebuilt)
    print(f"a table from its log of {len(rows)} events: {cpu / 20 * 1000:.1f} ms")


async def beside_bots(tables: Tables, args: argparse.Namespace) -> None:
    """Moves of people, while bots in the pool think as fast as they can, and while they do not.

    In pairs, one after the other, because these machines are noisy; the median of the ratios.
    """
    rooms = [await seated(tables, args.players) for _ in range(args.tables)]
    for room in rooms:
        await deal(tables, room)
    table = rooms[0].table
    assert table is not None
    assert table.match is not None
    view = core.observe(table.match, 1)
    pool = Pool(1)
    answered = itertools.count()

    async def think() -> None:
        while True:
            await pool.command("steady", next(answered), view)

    async def people() -> None:
        moves = max(1, args.moves // 10)
        await asyncio.gather(*(play(tables, room, moves, views=True) for room in rooms))

    await pool.command("steady", next(answered), view)
    ratios = []
    for _ in range(5):
        _cpu, alone = await measured(people)
        thinking = asyncio.create_task(think())
        _cpu, beside = await measured(people)
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        ratios.append(beside / alone)
    await pool.close()
    ratio = sorted(ratios)[len(ratios) // 2]
    print(f"people's moves while a bot thinks without a pause take {ratio:.2f} times as long")
    print(f"({next(answered):,} questions were answered meanwhile)")


async def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=11)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--moves", type=int, default=400)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        async with SqliteStore.open(Path(folder) / "tables.sqlite3") as store:
            tables = Tables(store, MemoryBroker())
            await moves_per_second(tables, args)
            await rebuilding(tables, args)
            await beside_bots(tables, args)
            await tables.close()


if __name__ == "__main__":
    asyncio.run(main())

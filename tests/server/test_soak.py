"""Half an hour at twenty times the speed: tables, people and bots come and go (A79)."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final

import pytest

from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.remote import RemoteClient, come
from cancellation_hearts.table.commands import Leave
from tests.server.serving import Server
from tests.server.test_fuzz import WIDE
from tests.server.test_games import open_table
from tests.service.people import Somebody

SPEED: Final = 20
HALF_HOUR: Final = 30 * 60 / SPEED
"""Seconds."""
PACE: Final = 0.6 / SPEED
SWEEP: Final = 60 / SPEED
TABLES: Final = 6
"""At the same time; another one opens when one is done."""
GROWTH: Final = 16_000_000
"""Bytes by which the memory in the last third of the time may be above that in the second."""


async def evening(server: Server, rng: Random, until: float) -> int:
    """One table: people come, some lose the connection, leave or come late; how many games."""
    first = open_table(server, f"players={rng.randint(6, 8)} limit=20")
    link = f"{server.address}/t/{first.table}"

    async def somebody(number: int) -> None:
        await asyncio.sleep(rng.random() * number)
        with contextlib.suppress(Refusal):
            place = first if number == 0 else await come(link, f"P{number}", program=number == 3)
            for _ in range(rng.randint(1, 4)):  # comes again after the line was lost
                playing = asyncio.create_task(
                    Somebody(RemoteClient(place), place.person, seed=number).play()
                )
                await asyncio.wait((playing,), timeout=rng.uniform(0.5, 8))
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                await asyncio.sleep(rng.random() / 4)
            if rng.random() < 0.5:
                async with RemoteClient(place) as client:
                    await client.ask(Leave())

    await asyncio.gather(*(somebody(number) for number in range(rng.randint(2, 5))))
    status, text = await asyncio.to_thread(
        server.get, f"/api/tables/{first.table}/record", token=first.token
    )
    assert status == 200
    return 1 if text and time.monotonic() < until else 0


@pytest.mark.long
def test_half_an_hour_of_tables_leaves_no_error_and_no_memory(tmp_path: Path) -> None:
    samples: list[tuple[float, int]] = []
    begun = time.monotonic()
    until = begun + HALF_HOUR

    async def tables(server: Server, seed: int) -> int:
        rng, games = Random(seed), 0
        while time.monotonic() < until:
            games += await evening(server, rng, until)
        return games

    async def watch(server: Server) -> None:
        while True:
            samples.append((time.monotonic() - begun, server.memory()))
            await asyncio.sleep(1)

    async def main(server: Server) -> int:
        watching = asyncio.create_task(watch(server))
        games = await asyncio.gather(*(tables(server, seed) for seed in range(TABLES)))
        watching.cancel()
        return sum(games)

    changed = {"rates": WIDE, "pace": PACE, "sweep": SWEEP}
    with Server(tmp_path / "data", changed=changed) as server:
        games = asyncio.run(asyncio.wait_for(main(server), HALF_HOUR + 60))
        assert server.stop() == 0
    assert games > TABLES
    assert '"level":"error"' not in server.log()
    last = samples[-1][0]
    second = mean(size for at, size in samples if last / 3 < at <= 2 * last / 3)
    third = mean(size for at, size in samples if at > 2 * last / 3)
    assert third - second < GROWTH, (second, third)

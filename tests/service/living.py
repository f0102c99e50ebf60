"""A program to be killed: a table in a file, and people who play at it until the game is over.

    python -m tests.service.living FILE PLAYERS PEOPLE [TICKETS]

Prints ``table NAME TOKEN ...`` for a new table, then ``granted PERSON ID VERSION`` for whatever was
granted, when it was, and ``over`` at the end. With the tickets of a line before, it goes on there.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from cancellation_hearts.client import LocalClient
from cancellation_hearts.service.tables import Ticket
from cancellation_hearts.store import SqliteStore
from cancellation_hearts.table import Clock
from tests.service.people import House, Somebody, settings


def say(*words: object) -> None:
    print(*words, flush=True)  # noqa: T201 - what the test listens to


def granted(person: int, name: str, version: int) -> None:
    say("granted", person, name.replace(" ", "_"), version)


async def main(path: str, players: int, count: int, known: list[str]) -> None:
    async with House(SqliteStore.open(Path(path))) as house:
        if known:
            name, *tokens = known
            tickets = [
                Ticket(name, await house.tables.person(name, token), token) for token in tokens
            ]
        else:
            wanted = settings(f"players={players} limit=60", clock=Clock(600, 600), rest=600)
            tickets = await house.gather(wanted, count)
        say("table", tickets[0].table, *(ticket.token for ticket in tickets))
        people = [
            Somebody(
                LocalClient(house.tables, ticket.table, ticket.person),
                ticket.person,
                seed=ticket.person,
                acknowledged=granted,
            )
            for ticket in tickets
        ]
        await asyncio.gather(*(somebody.play() for somebody in people))
        say("over")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))

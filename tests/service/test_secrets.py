"""Whatever leaves the service in a whole game holds no secret that its reader may not know.

That each part of an update is right, the laws of the table show; here the bytes of all that people,
somebody who watches and somebody who was sent away received are searched once more.
"""

from __future__ import annotations

import asyncio
import logging

import pytest

from cancellation_hearts.client import LocalClient
from cancellation_hearts.core.codec import encode
from cancellation_hearts.table import Table, evolve
from cancellation_hearts.table.commands import Remove
from cancellation_hearts.table.events import SeedRevealed
from cancellation_hearts.wire import Update
from tests.service.people import House, play_games, settings
from tests.table.test_reveals_nothing import search


def test_no_update_of_a_whole_game_holds_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def look(house: House, name: str, person: int | None) -> list[Update]:
        seen = []
        async for update in house.tables.updates(name, person):
            seen.append(update)
            if update.public.games and not update.public.playing:
                break
        return seen

    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings("players=7 limit=60"), 4)
            name = tickets[0].table
            watching = await house.tables.come(name, "Spectator", sit=False)
            leaving = await house.tables.come(name, "Nuisance", sit=False)
            looking = [
                asyncio.create_task(look(house, name, person))
                for person in (None, watching.person, leaving.person)
            ]
            await LocalClient(house.tables, name, 0).ask(Remove(leaving.person))
            people = await play_games(house, tickets)
            told = {somebody.person: somebody.seen for somebody in people}
            stranger, told[watching.person], told[leaving.person] = await asyncio.gather(*looking)
            log = await house.tables.log(name)
            tables: list[Table] = []
            for recorded in log:
                tables.append(evolve(tables[-1] if tables else None, recorded))
            readers: list[tuple[int | None, list[Update]]] = [(None, stranger), *told.items()]
            searched = 0
            for person, updates in readers:
                for update in updates:
                    shown = {
                        part
                        for recorded in log[: update.version]
                        if isinstance(recorded.event, SeedRevealed)
                        for part in recorded.event.entropies
                        if part
                    }
                    search([encode(update)], tables[update.version - 1], person, shown)
                    searched += 1
            assert searched > 100
            texts = [record.getMessage().encode() for record in caplog.records]
            for table in tables:
                search(texts, table, None, set())

    asyncio.run(main())

"""Whole games through the service: people and bots, in one process."""

from __future__ import annotations

import asyncio

import pytest

from cancellation_hearts.client import LocalClient
from cancellation_hearts.core import Phase
from cancellation_hearts.record import check, write
from cancellation_hearts.service.history import games
from cancellation_hearts.table.commands import StartGame
from tests.service.people import House, play_games, settings


@pytest.mark.parametrize(("players", "people"), [(6, 1), (6, 6), (8, 3), (11, 11)])
def test_people_and_bots_finish_a_game_that_checks(players: int, people: int) -> None:
    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings(f"players={players} limit=20"), people)
            await play_games(house, tickets)
            (record,) = games(await house.tables.log(tickets[0].table))
            assert record.players == (
                *(f"P{person}" for person in range(people)),
                *["bot:steady"] * (players - people),
            )
            assert record.winners is not None
            check(write([record]).encode())

    asyncio.run(main())


def test_everybody_adds_to_the_chance_of_every_deal() -> None:
    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings("players=6 limit=60"), 3)
            await play_games(house, tickets)
            (record,) = games(await house.tables.log(tickets[0].table))
            assert len(record.hands) > 1
            for hand in record.hands:
                assert hand.fair is not None
                assert hand.fair.seed is not None
                given = [entropy is not None for entropy in hand.fair.entropies]
                assert given == [True, True, True, False, False, False]

    asyncio.run(main())


def test_again_keeps_seats_and_moves_the_deal_on() -> None:
    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings("players=6 limit=1"), 2)
            await play_games(house, tickets, games=3)
            records = list(games(await house.tables.log(tickets[0].table)))
            assert [record.players[:2] for record in records] == [("P0", "P1")] * 3
            dealers = [record.hands[0].dealer for record in records]
            assert dealers[1:] == [(dealers[0] + 1) % 6, (dealers[0] + 2) % 6]

    asyncio.run(main())


def test_a_person_may_ask_for_the_games_as_far_as_they_are_finished() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6 limit=1"), 1)
            client = LocalClient(house.tables, ticket.table, ticket.person)
            assert await client.games() == ()
            await play_games(house, [ticket], games=2)
            first, second = await client.games()
            assert first.winners is not None
            assert (first, second) == tuple(games(await house.tables.log(ticket.table)))
            async with client:
                await client.ask(StartGame())
                async for update in client.updates():
                    if update.public.match is not None:
                        break
                *before, now = await client.games()
                assert before == [first, second]
                assert now.hands == ()

    asyncio.run(main())


def test_what_people_were_told_adds_up_to_what_they_may_know() -> None:
    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings("players=7 limit=1"), 4)
            people = await play_games(house, tickets)
            table = await house.tables.table(tickets[0].table)
            assert table.match is not None
            assert table.match.phase is Phase.OVER
            for somebody in people:
                versions = [told.version for seen in somebody.seen for told in seen.events]
                first = somebody.seen[0].version
                assert versions == list(range(first + 1, first + 1 + len(versions)))

    asyncio.run(main())

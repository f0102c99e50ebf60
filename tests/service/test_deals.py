"""What a table deals: never the same twice, and every card everywhere as often as it should be."""

from __future__ import annotations

import asyncio
from collections import Counter
from math import comb, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import pytest

from cancellation_hearts.client import LocalClient
from cancellation_hearts.core import Card, Cards, Deal, Suit
from cancellation_hearts.core.cards import Knowledge
from cancellation_hearts.core.events import Dealt
from cancellation_hearts.core.shuffle import NO_ENTROPY
from cancellation_hearts.record import Difference, check, write
from cancellation_hearts.service.history import games
from cancellation_hearts.store import SqliteStore
from cancellation_hearts.table.clock import ENTROPY_TIME
from cancellation_hearts.table.commands import StartGame, StopGame
from cancellation_hearts.table.events import SeedCommitted
from tests.conftest import scale
from tests.service.people import House, play_games, settings

RESTARTS: Final = scale(10, 100)
DEALS: Final = 100
"""Between two restarts."""
PLAYERS: Final = 7
HAND: Final = 14
IMPROBABLE: Final = NormalDist().inv_cdf(1 - 1e-9)
"""So many standard deviations come by chance once in a thousand million times."""


async def deals(house: House, client: LocalClient, count: int) -> list[Deal]:
    """So many first hands of games, each of which is stopped at once."""
    found: list[Deal] = []
    name = client.table
    async with client:
        updates = client.updates()
        await anext(updates)
        while len(found) < count:
            await client.ask(StartGame())
            async for update in updates:
                if update.public.match is not None and update.public.match.deal is not None:
                    break
            table = await house.tables.table(name)
            assert table.match is not None
            found.append(table.match.current)
            await client.ask(StopGame())
        await updates.aclose()
    return found


def test_adding_nothing_is_the_deal_that_nobody_adds_to_without_the_wait() -> None:
    async def dealt(**adding: Any) -> tuple[tuple[Knowledge, ...], int]:  # noqa: ANN401 - a client's
        async with House(seeds=lambda _table: bytes(range(32))) as house:
            ticket = await house.tables.open(settings("players=6"), "Ona")
            client = LocalClient(house.tables, ticket.table, ticket.person, **adding)
            async with client:
                await client.ask(StartGame())
                async for update in client.updates():
                    if update.public.match is not None:
                        break
            log = await house.tables.log(ticket.table)
            (promised,) = (told.at for told in log if isinstance(told.event, SeedCommitted))
            (deal,) = (told for told in log if isinstance(told.event, Dealt))
            assert isinstance(deal.event, Dealt)
            return deal.event.hands, deal.at - promised

    async def main() -> None:
        silent, wait = await dealt(adds_entropy=False)
        adding, no_wait = await dealt(entropy=lambda: NO_ENTROPY)
        assert adding == silent
        assert wait >= ENTROPY_TIME > no_wait
        other, _wait = await dealt()
        assert other != silent

    asyncio.run(main())


def test_no_deal_comes_twice_and_no_card_lies_anywhere_too_often(tmp_path: Path) -> None:
    async def life(names: list[str]) -> list[Deal]:
        async with House(SqliteStore.open(tmp_path / "tables.sqlite3")) as house:
            if not names:
                (ticket,) = await house.gather(settings(f"players={PLAYERS}"), 1)
                names.append(ticket.table)
            client = LocalClient(house.tables, names[0], 0)
            return await deals(house, client, DEALS)

    names: list[str] = []
    dealt = [deal for _ in range(RESTARTS) for deal in asyncio.run(life(names))]
    count = len(dealt)
    assert count == RESTARTS * DEALS
    assert len({(deal.dealt, deal.kitty) for deal in dealt}) == count

    queens, kitty, voids = Counter[int](), Counter[Card](), Counter[int]()
    for deal in dealt:
        for seat, hand in enumerate(deal.dealt):
            assert isinstance(hand, Cards)
            queens[seat] += hand.count(Card.SQ)
            voids[seat] += sum(not hand.only(suit.mask) for suit in Suit)
        assert isinstance(deal.kitty, Cards)
        kitty.update(deal.kitty)
    left = 104 - PLAYERS * HAND
    void = comb(78, HAND) / comb(104, HAND)
    for seat in range(PLAYERS):
        check_count(queens[seat], 2 * count, HAND / 104)
        check_count(voids[seat], 4 * count, void)
    for card in Card:
        check_count(kitty[card], 2 * count, left / 104)
    assert len(Counter(deal.dealer for deal in dealt)) == PLAYERS


def check_count(seen: int, tries: int, chance: float) -> None:
    """A count that independent tries would hardly give. Ours depend on each other a little.

    (Two copies in one deal, four suits of one hand: both make a count vary less, not more, except
    for voids, which differ by under one part in a hundred.)
    """
    deviation = sqrt(tries * chance * (1 - chance))
    assert abs(seen - tries * chance) < IMPROBABLE * deviation


def test_a_fair_deal_with_one_byte_changed_is_found_out() -> None:
    async def main() -> str:
        async with House() as house:
            tickets = await house.gather(settings("players=6 limit=1"), 2)
            await play_games(house, tickets)
            return write(games(await house.tables.log(tickets[0].table)))

    text = asyncio.run(main())
    check(text.encode())
    (line,) = (line for line in text.splitlines() if line.startswith("fair "))
    digits = [at for at, letter in enumerate(line) if at > 5 and letter in "0123456789abcdef"]
    for at in digits[:: len(digits) // 40]:
        changed = line[:at] + ("0" if line[at] != "0" else "1") + line[at + 1 :]
        with pytest.raises(Difference):
            check(text.replace(line, changed).encode())

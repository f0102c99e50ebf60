"""Rooms: what is granted is kept first, told afterwards, and done once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from cancellation_hearts.client import LocalClient
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.service.players import new_token
from cancellation_hearts.service.tables import TAIL, Tables
from cancellation_hearts.store import Appended, MemoryBroker, MemoryStore, StoreError
from cancellation_hearts.table import ByPerson, ByServer, TableCode, TableRefusal, observe
from cancellation_hearts.table.commands import (
    AddBot,
    ChangeSettings,
    Connected,
    Remove,
    Rename,
    SayReady,
    StartGame,
    TakeSeat,
)
from cancellation_hearts.table.events import PersonRenamed, Refreshed
from cancellation_hearts.wire import Update
from tests.service.people import House, settings


class Broken(MemoryStore):
    """A store whose disk can be full."""

    full = False

    async def append(
        self,
        stream: str,
        *,
        expected: int,
        rows: Sequence[bytes],
        at: int,
        idem: str | None = None,
    ) -> Appended:
        if self.full:
            raise StoreError("/somewhere/tables.sqlite3: no space left on device")
        return await super().append(stream, expected=expected, rows=rows, at=at, idem=idem)


def test_the_same_id_is_done_once_and_answered_alike() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            client = LocalClient(house.tables, ticket.table, ticket.person)
            first = await client.ask(Rename(0, "Eve"), id="k1")
            again = await client.ask(Rename(0, "Eve"), id="k1")
            assert (first, again) == (4, 4)
            assert len(await house.tables.log(ticket.table)) == 4

    asyncio.run(main())


def test_a_resent_command_is_answered_though_it_would_be_refused_by_now() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            client = LocalClient(house.tables, ticket.table, ticket.person)
            version = await client.ask(TakeSeat(3), id="k1")
            await client.ask(TakeSeat(4), id="k2")
            assert await client.ask(TakeSeat(3), id="k1") == version
            assert (await house.tables.table(ticket.table)).seat_of(0) == 4

    asyncio.run(main())


def test_one_persons_ids_are_not_anothers() -> None:
    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings("players=6"), 2)
            clients = [LocalClient(house.tables, ticket.table, ticket.person) for ticket in tickets]
            await clients[0].ask(Rename(0, "X"), id="k1")
            await clients[1].ask(Rename(1, "Y"), id="k1")
            table = await house.tables.table(tickets[0].table)
            assert [person.name for person in table.people] == ["X", "Y"]

    asyncio.run(main())


def test_two_programs_at_one_log_never_both_succeed() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            other = Tables(house.store, house.broker)
            await other.room(ticket.table)
            me = ByPerson(0)
            results = await asyncio.gather(
                *(
                    tables.execute(ticket.table, me, SayReady(ready=True))
                    for tables in (house.tables, other)
                ),
                return_exceptions=True,
            )
            refused = [result for result in results if isinstance(result, TableRefusal)]
            assert [refusal.code for refusal in refused] == [TableCode.NOTHING_TO_DO]
            for tables in (house.tables, other):
                await tables.execute(ticket.table, me, Rename(0, f"N{id(tables)}"))
            assert (await other.table(ticket.table)).version == 6

    asyncio.run(main())


def test_who_comes_second_decides_again_knowing_everything() -> None:
    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings("players=6"), 2)
            other = Tables(house.store, house.broker)
            await other.room(tickets[0].table)
            await house.tables.execute(tickets[0].table, ByPerson(0), TakeSeat(5))
            with pytest.raises(TableRefusal, match="SEAT_IS_TAKEN"):
                await other.execute(tickets[0].table, ByPerson(1), TakeSeat(5))

    asyncio.run(main())


def test_what_cannot_be_kept_did_not_happen() -> None:
    async def main() -> None:
        store = Broken()
        async with House(store) as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            before = await house.tables.table(ticket.table)
            store.full = True
            with pytest.raises(TableRefusal, match="STORE_FAILED") as caught:
                await house.tables.execute(ticket.table, ByPerson(0), Rename(0, "X"))
            assert "somewhere" not in str(caught.value)  # no paths for players
            assert await house.tables.table(ticket.table) == before
            store.full = False
            await house.tables.execute(ticket.table, ByPerson(0), Rename(0, "X"))

    asyncio.run(main())


def test_who_stops_waiting_does_not_stop_the_command() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            asking = asyncio.create_task(
                house.tables.execute(ticket.table, ByPerson(0), Rename(0, "X"))
            )
            await asyncio.sleep(0)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            await house.tables.close()
            assert (await house.tables.table(ticket.table)).people[0].name == "X"
            assert len(await house.tables.log(ticket.table)) == 4

    asyncio.run(main())


def test_a_table_that_is_not_there_is_refused_each_time() -> None:
    async def main() -> None:
        async with House() as house:
            for _ in range(2):
                with pytest.raises(TableRefusal, match="NO_TABLE"):
                    await house.tables.room("nowhere")

    asyncio.run(main())


def test_a_wrong_token_opens_nothing() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            assert await house.tables.person(ticket.table, ticket.token) == 0
            with pytest.raises(TableRefusal, match="NOT_KNOWN"):
                await house.tables.person(ticket.table, "guessed")

    asyncio.run(main())


def test_the_log_holds_no_token() -> None:
    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings("players=6"), 3)
            rows = await house.store.read(f"table/{tickets[0].table}")
            for ticket in tickets:
                assert all(ticket.token.encode() not in row.data for row in rows)

    asyncio.run(main())


async def next_update(tables: Tables, name: str, person: int | None, since: int | None) -> Update:
    updates = tables.updates(name, person, since=since)
    update = await anext(updates)
    await updates.aclose()
    return update


def test_a_reader_is_told_what_it_missed() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            for name in "ABC":
                await house.tables.execute(ticket.table, ByPerson(0), Rename(0, name))
            update = await next_update(house.tables, ticket.table, 0, 4)
            assert [told.version for told in update.events] == [5, 6]
            assert update.events[-1].event == PersonRenamed(0, "C")
            assert update.view == observe(await house.tables.table(ticket.table), 0)

    asyncio.run(main())


@pytest.mark.parametrize("since", [None, 1, 9999])
def test_who_knows_nothing_or_too_little_or_too_much_starts_from_a_view(
    since: int | None,
) -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            for number in range(TAIL + 5):
                await house.tables.execute(ticket.table, ByPerson(0), Rename(0, f"N{number}"))
            update = await next_update(house.tables, ticket.table, 0, since)
            assert update.events == ()
            assert update.version == TAIL + 8

    asyncio.run(main())


def test_an_update_comes_for_what_another_program_did_without_a_hint() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            deaf = Tables(house.store, MemoryBroker(), poll=0.01)
            updates = deaf.updates(ticket.table, 0)
            await anext(updates)
            await house.tables.execute(ticket.table, ByPerson(0), Rename(0, "X"))
            update = await anext(updates)
            assert [told.event for told in update.events] == [PersonRenamed(0, "X")]
            await updates.aclose()

    asyncio.run(main())


def test_somebody_is_here_while_one_of_their_sessions_is_open() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)

            async def status() -> str:
                return (await house.tables.table(ticket.table)).people[0].status

            assert await status() == "away"
            async with house.tables.session(ticket.table, 0):
                async with house.tables.session(ticket.table, 0):
                    assert await status() == "here"
                assert await status() == "here"
            assert await status() == "away"

    asyncio.run(main())


def test_a_room_that_is_read_again_has_nobody_connected() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            await house.tables.execute(ticket.table, ByServer(), Connected(0, connected=True))
            again = Tables(house.store, house.broker)
            assert (await again.table(ticket.table)).people[0].status == "away"
            with pytest.raises(Refusal):
                await again.execute(ticket.table, ByServer(), Connected(0, connected=False))

    asyncio.run(main())


def test_who_is_sent_away_is_told_so_and_nothing_more() -> None:
    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings("players=6"), 2)

            async def look() -> list[Update]:
                return [update async for update in house.tables.updates(tickets[1].table, 1)]

            looking = asyncio.create_task(look())
            await asyncio.sleep(0)
            await house.tables.execute(tickets[0].table, ByPerson(0), StartGame())
            await house.tables.execute(tickets[0].table, ByPerson(0), Remove(1))
            seen = await looking
            assert isinstance(seen[-1].events[-1].event, Refreshed)
            assert seen[-1].mine is None
            assert seen[-1].view == observe(await house.tables.table(tickets[0].table), None)

    asyncio.run(main())


def test_a_bot_that_does_not_exist_is_refused_wherever_it_is_named() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            client = LocalClient(house.tables, ticket.table, ticket.person)
            for command in (
                AddBot(1, "hal"),
                ChangeSettings(settings("players=6", level="hal")),
            ):
                with pytest.raises(TableRefusal, match="NO_SUCH_BOT"):
                    await client.ask(command)
            with pytest.raises(TableRefusal, match="NO_SUCH_BOT"):
                await house.tables.open(settings("players=6", level="hal"), "Ana")

    asyncio.run(main())


def test_a_room_that_nobody_uses_is_closed_and_opens_again_as_it_was() -> None:
    async def main() -> None:
        async with House() as house:
            tickets = await house.gather(settings("players=6"), 2)
            name = tickets[0].table
            async with LocalClient(house.tables, name, 0) as client:
                await client.ask(StartGame())
                assert await house.tidy() == ()
            before = await house.tables.table(name)
            assert await house.tidy() == (name,)
            assert await house.tidy() == ()
            assert await house.tables.table(name) == before

    asyncio.run(main())


def test_the_sweeper_tidies_up_by_itself() -> None:
    async def main() -> None:
        async with House(sweep=0.01) as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            await house.tables.table(ticket.table)
            async with asyncio.timeout(30):
                while [room.name for room in house.tables.rooms()] == [ticket.table]:
                    await house.store.read("table/other")

    asyncio.run(main())


def test_who_is_beaten_again_and_again_hears_so() -> None:
    class Contested(MemoryStore):
        """A store in which somebody else is always quicker."""

        busy = False

        async def append(
            self,
            stream: str,
            *,
            expected: int,
            rows: Sequence[bytes],
            at: int,
            idem: str | None = None,
        ) -> Appended:
            if self.busy:
                quicker = (encode(PersonRenamed(0, f"N{expected}")),)
                await super().append(stream, expected=expected, rows=quicker, at=at)
            return await super().append(stream, expected=expected, rows=rows, at=at, idem=idem)

    async def main() -> None:
        store = Contested()
        async with House(store) as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            store.busy = True
            with pytest.raises(TableRefusal, match="BUSY"):
                await house.tables.execute(ticket.table, ByPerson(0), Rename(0, "X"))
            store.busy = False
            await house.tables.execute(ticket.table, ByPerson(0), Rename(0, "X"))

    asyncio.run(main())


def test_readers_who_look_at_the_same_time_read_each_event_once() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            other = Tables(house.store, MemoryBroker(), poll=0.001)
            readers = [other.updates(ticket.table, 0) for _ in range(5)]
            await asyncio.gather(*(anext(reader) for reader in readers))
            for name in "AB":
                waiting = [asyncio.create_task(anext(reader)) for reader in readers]
                await house.tables.execute(ticket.table, ByPerson(0), Rename(0, name))
                updates = await asyncio.gather(*waiting)
                assert {update.public.people[0].name for update in updates} == {name}
            for reader in readers:
                await reader.aclose()

    asyncio.run(main())


def test_a_hint_leads_to_what_another_program_did() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            other = Tables(house.store, house.broker, poll=3600)  # nothing but the hint wakes it
            updates = other.updates(ticket.table, 0)
            await anext(updates)
            await house.tables.execute(ticket.table, ByPerson(0), Rename(0, "X"))
            assert (await anext(updates)).public.people[0].name == "X"
            await updates.aclose()

    asyncio.run(main())


def test_whom_another_program_let_in_is_known_here() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            other = Tables(house.store, MemoryBroker(), poll=3600)
            await other.room(ticket.table)
            newcomer = await house.tables.come(ticket.table, "Ben")
            assert await other.person(ticket.table, newcomer.token) == 1
            await other.execute(ticket.table, ByPerson(1), Rename(1, "Benedict"))

    asyncio.run(main())


def test_one_caller_who_gives_up_does_not_take_the_room_from_others() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            house.tables.forget(ticket.table)
            first = asyncio.create_task(house.tables.room(ticket.table))
            second = asyncio.create_task(house.tables.room(ticket.table))
            await asyncio.sleep(0)
            first.cancel()
            assert (await second).name == ticket.table

    asyncio.run(main())


def test_a_room_with_a_spectator_stays() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            watching = house.tables.updates(ticket.table, None)
            await anext(watching)
            assert await house.tidy() == ()
            await watching.aclose()
            assert await house.tidy() == (ticket.table,)

    asyncio.run(main())


def test_who_comes_while_a_room_is_being_closed_finds_it_open() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            for turns in range(6):
                tidying = asyncio.create_task(house.tidy())
                for _ in range(turns):
                    await asyncio.sleep(0)
                async with LocalClient(house.tables, ticket.table, 0) as client:
                    await tidying
                    async for update in client.updates():
                        if update.public.people[0].status == "here":
                            break

    asyncio.run(main())


def test_who_could_not_be_noted_as_here_is_noted_later() -> None:
    async def main() -> None:
        store = Broken()
        async with House(store) as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            await house.tables.room(ticket.table)
            store.full = True
            async with house.tables.session(ticket.table, 0):
                store.full = False
                room = await house.tables.room(ticket.table)
                await house.tables.correct_presence(room)
                assert (await house.tables.table(ticket.table)).people[0].status == "here"
                store.full = True
            store.full = False
            await house.tables.correct_presence(room)
            assert (await house.tables.table(ticket.table)).people[0].status == "away"

    asyncio.run(main())


def test_a_room_that_cannot_note_that_it_was_away_does_not_open() -> None:
    async def main() -> None:
        store = Broken()
        async with House(store) as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            await house.tables.execute(ticket.table, ByServer(), Connected(0, connected=True))
            house.tables.forget(ticket.table)
            store.full = True
            with pytest.raises(TableRefusal, match="STORE_FAILED"):
                await house.tables.room(ticket.table)
            store.full = False
            assert (await house.tables.table(ticket.table)).people[0].status == "away"

    asyncio.run(main())


def test_a_clock_that_is_set_back_stops_nothing() -> None:
    async def main() -> None:
        now = 1_800_000_000_000
        async with House(MemoryStore(clock=lambda: now)) as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
        store = MemoryStore(clock=lambda: now - 3_600_000)
        store.__dict__ |= {"_streams": house.store.__dict__["_streams"]}
        async with House(store) as house, LocalClient(house.tables, ticket.table, 0) as client:
            await client.ask(StartGame())
            async for update in client.updates():
                if update.facts.awaited:
                    break

    asyncio.run(main())


def test_who_asks_to_come_in_again_with_the_same_secret_has_one_place() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            secret = new_token()
            first = await house.tables.come(ticket.table, "Ben", token=secret)
            again = await house.tables.come(ticket.table, "Ben", token=secret)
            assert first == again
            assert len((await house.tables.table(ticket.table)).people) == 2

    asyncio.run(main())


def test_nobody_just_watches_where_the_host_does_not_want_it() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6", spectators=False), 1)
            with pytest.raises(TableRefusal, match="NO_SPECTATORS"):
                await anext(house.tables.updates(ticket.table, None))

    asyncio.run(main())


def test_who_holds_the_newest_version_is_answered_at_once() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            version = (await house.tables.table(ticket.table)).version
            update = await next_update(house.tables, ticket.table, 0, version)
            assert (update.events, update.version) == ((), version)

    asyncio.run(main())

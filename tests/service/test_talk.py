"""What people say: kept, told, at a pace, and as the host allows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from cancellation_hearts.client import LocalClient
from cancellation_hearts.service.talk import KEPT, Talk
from cancellation_hearts.table import ByPerson, TableRefusal
from cancellation_hearts.table.commands import ChangeSettings, Mute, Remove, StartGame
from cancellation_hearts.table.talk import (
    LONGEST_TEXT,
    Nudge,
    SayPhrase,
    SayText,
    ShowEmote,
    Words,
    clean_text,
)
from tests.service.people import House, settings

HELLO = SayPhrase("hello")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def party(house: House, clock: Callable[[], float]) -> tuple[str, Talk]:
    """Two people at a table where one may write."""
    tickets = await house.gather(settings("players=6", chat=True), 2)
    return tickets[0].table, Talk(house.tables, clock)


async def refused(talk: Talk, table: str, person: int, words: Words) -> str:
    with pytest.raises(TableRefusal) as caught:
        await talk.say(table, person, words)
    return str(caught.value.code)


def test_what_is_said_is_heard_by_who_listens_and_by_who_comes_later() -> None:
    async def main() -> None:
        async with House() as house:
            table, talk = await party(house, Clock())
            listening = talk.listen(table)
            assert await anext(listening) == ()
            await talk.say(table, 0, HELLO)
            await talk.say(table, 1, ShowEmote("clap"))
            heard = list(await anext(listening))
            while len(heard) < 2:
                heard += await anext(listening)
            assert [(saying.version, saying.person, saying.words) for saying in heard] == [
                (1, 0, HELLO),
                (2, 1, ShowEmote("clap")),
            ]
            await listening.aclose()
            assert await talk.heard(table) == tuple(heard)
            assert await talk.heard(table, after=1) == tuple(heard[1:])

    asyncio.run(main())


def test_who_comes_in_hears_the_last_of_it() -> None:
    async def main() -> None:
        clock = Clock()
        async with House() as house:
            table, talk = await party(house, clock)
            for _ in range(KEPT + 5):
                clock.now += 60
                await talk.say(table, 0, HELLO)
            assert [saying.version for saying in await talk.heard(table)] == list(
                range(6, KEPT + 6)
            )

    asyncio.run(main())


def test_of_a_hundred_sayings_in_a_second_four_are_heard_and_the_speaker_is_told() -> None:
    async def main() -> None:
        clock = Clock()
        async with House() as house:
            table, talk = await party(house, clock)
            codes = []
            for number in range(100):
                clock.now += 0.01
                try:
                    await talk.say(table, 0, SayText(f"{number}"))
                except TableRefusal as refusal:
                    codes.append((refusal.code, refusal.details))
            assert len(await talk.heard(table)) == 4
            assert {(code, details["wait"]) for code, details in codes} <= {
                ("TOO_MUCH_TALK", 1),
                ("TOO_MUCH_TALK", 2),
            }
            assert await talk.say(table, 1, HELLO) == 5  # others are not kept waiting
            clock.now += 2
            assert await talk.say(table, 0, HELLO) == 6

    asyncio.run(main())


def test_a_saying_that_is_sent_again_is_said_once() -> None:
    async def main() -> None:
        async with House() as house:
            table, talk = await party(house, Clock())
            for _ in range(10):
                assert await talk.say(table, 0, HELLO, idem="k") == 1
            assert len(await talk.heard(table)) == 1

    asyncio.run(main())


def test_two_who_speak_at_once_are_both_heard() -> None:
    async def main() -> None:
        async with House() as house:
            table, talk = await party(house, Clock())
            other = Talk(house.tables, Clock())
            versions = await asyncio.gather(
                *(one.say(table, person, HELLO) for one in (talk, other) for person in (0, 1))
            )
            assert sorted(versions) == [1, 2, 3, 4]
            assert [saying.version for saying in await talk.heard(table)] == [1, 2, 3, 4]

    asyncio.run(main())


def test_free_text_is_for_tables_whose_host_wants_it() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            talk = Talk(house.tables, Clock())
            assert await refused(talk, ticket.table, 0, SayText("hi")) == "NO_CHAT"
            await talk.say(ticket.table, 0, HELLO)
            wanted = ChangeSettings(settings("players=6", chat=True))
            await house.tables.execute(ticket.table, ByPerson(0), wanted)
            await talk.say(ticket.table, 0, SayText("hi"))

    asyncio.run(main())


def test_who_was_muted_or_sent_away_says_nothing() -> None:
    async def main() -> None:
        async with House() as house:
            table, talk = await party(house, Clock())
            await house.tables.execute(table, ByPerson(0), Mute(1, muted=True))
            assert await refused(talk, table, 1, HELLO) == "MUTED"
            await house.tables.execute(table, ByPerson(0), Mute(1, muted=False))
            await talk.say(table, 1, HELLO)
            await house.tables.execute(table, ByPerson(0), Remove(1))
            assert await refused(talk, table, 1, HELLO) == "REMOVED"
            assert await refused(talk, table, 9, HELLO) == "NO_SUCH_PERSON"

    asyncio.run(main())


def test_a_seat_is_nudged_once_in_ten_seconds_and_only_while_it_is_waited_for() -> None:
    async def main() -> None:
        clock = Clock()
        async with House() as house:
            table, talk = await party(house, clock)
            assert await refused(talk, table, 0, Nudge(1)) == "NOTHING_TO_DO"
            async with (
                LocalClient(house.tables, table, 1),
                LocalClient(house.tables, table, 0) as client,
            ):
                await client.ask(StartGame())
                async for update in client.updates():
                    if 1 in update.facts.awaited:
                        break
                await talk.say(table, 0, Nudge(1))
                assert await refused(talk, table, 0, Nudge(1)) == "TOO_MUCH_TALK"
                clock.now += 10
                await talk.say(table, 0, Nudge(1))
                for seat in (0, 3, 99, -1):  # oneself, a bot, nobody
                    clock.now += 10
                    assert await refused(talk, table, 0, Nudge(seat)) == "NOTHING_TO_DO"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  so   be it ", "so be it"),
        ("a\u202eb\u200bc\x07", "abc"),
        ("e\u0301", "\u00e9"),
        ("wristwatch in Scunthorpe", "wristwatch in Scunthorpe"),
        ("ສະບາຍດີ", "ສະບາຍດີ"),
        ("a" + 9 * "\u0336", "a" + 3 * "\u0336"),
        (LONGEST_TEXT * "ł", LONGEST_TEXT * "ł"),
    ],
)
def test_text_is_one_line_that_can_be_read(text: str, kept: str) -> None:
    assert clean_text(text) == kept


@pytest.mark.parametrize("text", ["", "  ", "\u202e\u200b", (LONGEST_TEXT + 1) * "x"])
def test_text_with_nothing_in_it_or_too_much_is_refused(text: str) -> None:
    with pytest.raises(TableRefusal, match="BAD_TEXT"):
        clean_text(text)

"""Talk on the full screen: heard in the row of keys, read on a page, said with two keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import get_args

import pytest

from cancellation_hearts.client import Client, LocalClient
from cancellation_hearts.i18n import EMOTES, PHRASES, words
from cancellation_hearts.service import talk
from cancellation_hearts.service.talk import Talk
from cancellation_hearts.table.commands import StartGame
from cancellation_hearts.table.talk import (
    Emote,
    Nudge,
    Phrase,
    Saying,
    SayPhrase,
    SayText,
    ShowEmote,
    Words,
)
from cancellation_hearts.tui.app import TableApp
from cancellation_hearts.tui.talk import KEYS, words_of
from tests.service.people import House, settings
from tests.tui.playing import FAST, Seat


class Here:
    """A voice at a table of this program."""

    def __init__(self, talk: Talk, table: str, person: int) -> None:
        self._talk, self._table, self._person = talk, table, person

    async def say(self, words: Words) -> int:
        return await self._talk.say(self._table, self._person, words)

    def sayings(self) -> AsyncGenerator[tuple[Saying, ...]]:
        return self._talk.listen(self._table)


class Others:
    """Everybody at the table but the one before the screen."""

    def __init__(self, house: House, table: str, client: LocalClient) -> None:
        self.house, self.table, self.client = house, table, client
        self.talk = Talk(house.tables, clock=lambda: 0.0)

    async def say(self, words: Words, person: int = 1) -> None:
        await self.talk.say(self.table, person, words)

    async def heard(self) -> list[tuple[int, Words]]:
        return [(said.person, said.words) for said in await self.talk.heard(self.table)]


def together(
    story: Callable[[Seat, Others], Awaitable[None]],
    *,
    size: tuple[int, int] = (80, 24),
    chat: bool = False,
    before: Callable[[Others], Awaitable[None]] | None = None,
) -> None:
    """Ana (before the screen) and Ben sit at a table, with bots; a game has begun."""

    async def main() -> None:
        async with House() as house:
            rules = settings("players=6", chat=chat, level="random", rest=None)
            table = (await house.tables.open(rules, "Ana")).table
            await house.tables.come(table, "Ben")
            async with (
                LocalClient(house.tables, table, 0) as client,
                house.tables.session(table, 1),
            ):
                others = Others(house, table, client)
                if before is not None:
                    await before(others)
                await client.ask(StartGame())

                async def sit() -> Client:
                    return client

                voice = Here(Talk(house.tables), table, 0)
                app = TableApp(words(), FAST, sit=sit, voice=voice)
                async with app.run_test(size=size) as pilot:
                    seat = Seat(app, pilot)
                    await seat.asked()
                    await story(seat, others)
                    assert app.failure is None, app.failure

    asyncio.run(main())


def keys_shown(seat: Seat) -> set[str]:
    """The keys of one letter in the last row."""
    return {word for word in seat.lines[-1].split() if len(word) == 1}


async def opened(seat: Seat) -> None:
    await seat.press("w")
    await seat.until(lambda: len(seat.app.screen_stack) == 2)
    await seat.still()


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
def test_what_others_say_stands_in_the_row_of_keys_and_moves_nothing(size: tuple[int, int]) -> None:
    async def story(seat: Seat, others: Others) -> None:
        before = seat.lines
        assert keys_shown(seat) == set("lstrcw?q")
        await others.say(SayPhrase("well_played"))
        await seat.until(lambda: "Ben: Well played!" in seat.lines[-1])
        assert seat.lines[:-1] == before[:-1]
        assert keys_shown(seat) == set("lstrcw?q")
        await others.say(ShowEmote("clap"))
        await seat.until(lambda: "Ben (claps)" in seat.lines[-1])
        seat.app._faded()  # noqa: SLF001 - and not eight seconds later
        await seat.still()
        assert seat.lines == before

    together(story, size=size)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
def test_a_long_text_is_cut_and_every_key_stays(size: tuple[int, int]) -> None:
    async def story(seat: Seat, others: Others) -> None:
        await others.say(SayText("x" * 200))
        await seat.until(lambda: "Ben: xxx" in seat.lines[-1])
        assert keys_shown(seat) == set("lstrcw?q")

    together(story, size=size, chat=True)


def test_old_sayings_stand_on_the_page_and_are_no_news() -> None:
    async def said(others: Others) -> None:
        others.house.store.now = lambda: 1_000  # type: ignore[method-assign] # long ago
        for _ in range(3):
            await others.say(SayPhrase("hello"))
        del others.house.store.now

    async def story(seat: Seat, _others: Others) -> None:
        await seat.until(lambda: len(seat.app.heard) == 3)
        await seat.still()
        assert "Hello!" not in seat.text
        await opened(seat)
        assert seat.text.count("Ben: Hello!") == 3

    together(story, before=said)


def test_each_phrase_and_emote_has_a_key_and_its_words() -> None:
    assert len(set(KEYS)) == len(KEYS)
    assert [words_of(key) for key in KEYS] == [
        *(SayPhrase(phrase) for phrase in get_args(Phrase)),
        *(ShowEmote(emote) for emote in get_args(Emote)),
    ]
    assert set(PHRASES) == set(get_args(Phrase))
    assert set(EMOTES) == set(get_args(Emote))


@pytest.mark.parametrize(
    ("key", "said"),
    [("a", SayPhrase("hello")), ("l", SayPhrase("good_bye")), ("8", ShowEmote("sweat"))],
)
def test_two_keys_say_something(key: str, said: Words) -> None:
    async def story(seat: Seat, others: Others) -> None:
        await opened(seat)
        await seat.press(key)
        await seat.until(lambda: len(seat.app.screen_stack) == 1)
        await seat.until(lambda: len(seat.app.heard) == 1)
        assert await others.heard() == [(0, said)]

    together(story)


def test_looking_says_nothing_and_tells_who_is_here_and_why_others_are_not() -> None:
    async def somebody_watches(others: Others) -> None:
        await others.house.tables.come(others.table, "Cy", sit=False, program=True)

    async def story(seat: Seat, others: Others) -> None:
        await opened(seat)
        assert "nobody has said anything yet" in seat.text
        await seat.press(*["down"] * 9)
        await seat.still()
        assert "Ana · host" in seat.text
        assert "Cy is away: not here yet · watches · bot" in seat.text
        assert "write" not in seat.lines[-1]
        await seat.press("escape")
        await seat.until(lambda: len(seat.app.screen_stack) == 1)
        assert await others.heard() == []

    together(story, before=somebody_watches)


def test_the_host_sees_whose_seats_are_one_browsers() -> None:
    async def two_tabs(others: Others) -> None:
        for name in ("Cy", "Di"):
            await others.house.tables.come(others.table, name, device="secret")

    async def story(seat: Seat, _others: Others) -> None:
        await opened(seat)
        await seat.press(*["pagedown"] * 3)
        await seat.still()
        assert "Cy, Di came from one browser" in seat.text

    together(story, before=two_tabs, size=(100, 40))


def test_whoever_keeps_others_waiting_is_nudged() -> None:
    async def story(seat: Seat, others: Others) -> None:
        await others.say(Nudge(0))
        await seat.until(lambda: "Ben nudges you: it is your turn" in seat.lines[-1])
        await opened(seat)
        assert "nudge Ben" in seat.text
        await seat.press("n")
        await seat.until(lambda: len(seat.app.heard) == 2)
        assert await others.heard() == [(1, Nudge(0)), (0, Nudge(1))]
        await opened(seat)
        assert "Ana nudges Ben" in seat.text

    together(story)


def test_where_the_host_allows_it_one_may_write() -> None:
    async def story(seat: Seat, others: Others) -> None:
        await opened(seat)
        await seat.press("w")
        await seat.until(lambda: len(seat.app.screen_stack) == 2)
        await seat.still()
        await seat.press(*"so", "space", *"quick", "enter")
        await seat.until(lambda: len(seat.app.heard) == 1)
        assert await others.heard() == [(0, SayText("so quick"))]
        for keys in (("w", "escape"), ("w", "enter")):  # nothing is written
            await opened(seat)
            for key in keys:
                await seat.press(key)
                await seat.still()
            await seat.until(lambda: len(seat.app.screen_stack) == 1)
        assert len(await others.heard()) == 1

    together(story, chat=True)


def test_what_may_not_be_said_is_told_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    # on a busy machine five sayings may take longer than people have to wait for the fifth
    monkeypatch.setattr(talk, "PACE", (talk.PACE[0], 0.001))

    async def story(seat: Seat, _others: Others) -> None:
        for _ in range(5):
            await opened(seat)
            await seat.press("a")
            await seat.until(lambda: len(seat.app.screen_stack) == 1)
        await seat.until(lambda: "Slowly: you may speak again" in seat.text)

    together(story)


def test_alone_with_bots_there_is_nobody_to_talk_to() -> None:
    async def main() -> None:
        async with House() as house:
            table = (await house.tables.open(settings("players=6", level="random"), "Ana")).table
            async with LocalClient(house.tables, table, 0) as client:
                await client.ask(StartGame())

                async def sit() -> Client:
                    return client

                app = TableApp(words(), FAST, sit=sit)
                async with app.run_test(size=(80, 24)) as pilot:
                    seat = Seat(app, pilot)
                    await seat.asked()
                    assert "talk" not in seat.lines[-1]
                    await seat.press("w")
                    await seat.still()
                    assert len(app.screen_stack) == 1

    asyncio.run(main())

"""An evening at a table: found again, gone on with, and played in one window only."""

from __future__ import annotations

import asyncio
import contextlib
import stat
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import pytest

from cancellation_hearts.bots import Bot, command_of, new_bot, simulate
from cancellation_hearts.bots.base import seed_of
from cancellation_hearts.bots.simulation import seats_of
from cancellation_hearts.client import Client
from cancellation_hearts.core import Rules
from cancellation_hearts.core.shuffle import deal_order, numbered_key, shuffled_pack
from cancellation_hearts.i18n import words
from cancellation_hearts.record import Record, check, write
from cancellation_hearts.service.drivers import act_of
from cancellation_hearts.service.tables import PREFIX, Tables
from cancellation_hearts.store import DATABASE, MemoryBroker, MemoryStore, SqliteStore
from cancellation_hearts.table import (
    Table,
    TableCode,
    TableRefusal,
    TableView,
    evolve,
    observe,
)
from cancellation_hearts.table.commands import SayReady, StartGame, StopGame
from cancellation_hearts.tui.evening import ME, Evening, KeepError, Wanted
from cancellation_hearts.tui.telling import standing_told
from tests.tui.playing import Full

NEVER: Final = 10**9


def wanted(
    rules: str = "players=6 limit=1", *, number: int | None = 5, bots: Sequence[str] = ("random",)
) -> Wanted:
    parsed = Rules.read(rules)
    return Wanted(parsed, "Ona", seats_of(bots, players=parsed.players), number)


class Enough(Exception):
    """Somebody leaves."""


class Guest:
    """A person who plays as a bot would, and leaves after so many acts."""

    def __init__(self, *, number: int = 5, bot: str = "random", games: int = 1) -> None:
        self._bot: Callable[[int], Bot] = lambda game: new_bot(
            bot, seed=seed_of(f"{number}/{game}/{ME}")
        )
        self._games = games
        self.view: TableView | None = None

    async def play(self, client: Client, *, acts: int = NEVER) -> tuple[Record, ...]:
        async for update in client.updates():
            self.view = view = update.view
            match = view.match
            if not view.playing:
                if view.games == self._games:
                    return await client.games()
                await client.ask(StartGame())
            elif match is None or view.seat is None:
                continue
            elif view.between_hands:
                if not view.seats[view.seat].ready:
                    await client.ask(SayReady(ready=True))
            elif view.seat in view.awaited:
                if not acts:
                    raise Enough
                acts -= 1
                await client.ask(act_of(command_of(self._bot(view.games), match), view.ply))
        raise AssertionError("the table has fallen silent")


def evening(folder: Path, work: Callable[[Evening], Awaitable[None]]) -> None:
    async def main() -> None:
        async with Evening.at(folder) as now:
            await work(now)

    asyncio.run(main())


async def begun(now: Evening, table: Wanted, *, acts: int) -> str:
    """A table at which somebody has played a little; its name."""
    with pytest.raises(Enough):
        await Guest().play(await now.begin(table), acts=acts)
    assert now.name is not None
    return now.name


def left(folder: Path, table: Wanted | None = None, *, acts: int = 3) -> str:
    """A table that somebody has left in the middle of a game; its name."""
    names: list[str] = []

    async def work(now: Evening) -> None:
        names.append(await begun(now, wanted() if table is None else table, acts=acts))

    evening(folder, work)
    return names[0]


@pytest.mark.parametrize("bots", [("steady",), ("random", "casual", "steady")])
def test_a_numbered_evening_is_dealt_as_simulate_deals_and_comes_again(
    tmp_path: Path, bots: Sequence[str]
) -> None:
    rules = "players=7 limit=80"
    played: list[tuple[Record, ...]] = []

    async def work(now: Evening) -> None:
        played.append(await Guest().play(await now.begin(wanted(rules, bots=bots))))

    for folder in ("a", "b"):
        evening(tmp_path / folder, work)
    assert played[0] == played[1]
    (record,) = played[0]
    assert check(write([record])).finished == 1
    ((_sums, simulated),) = simulate(Rules.read(rules), bots=bots, games=1, seed=5)
    both = list(zip(record.hands, simulated.hands, strict=False))
    assert len(both) > 1
    for one, other in both:
        assert (one.dealer, one.deal, one.kitty) == (other.dealer, other.deal, other.kitty)


def test_again_keeps_the_numbers_moves_the_deal_and_begins_at_zero(tmp_path: Path) -> None:
    played: list[Record] = []

    async def work(now: Evening) -> None:
        played.extend(await Guest(games=3).play(await now.begin(wanted())))

    evening(tmp_path, work)
    assert len(played) == 3
    dealers = [record.hands[0].dealer for record in played]
    hands = [len(record.hands) for record in played]
    assert (
        dealers[1:]
        == [(dealer + more) % 6 for dealer, more in zip(dealers, hands, strict=True)][:-1]
    )
    for game, record in enumerate(played, start=1):
        assert record.start == (0,) * 6
        for number, hand in enumerate(record.hands, start=1):
            order = shuffled_pack(numbered_key(5, game=game, hand=number, players=6), decks=2)
            assert (hand.deal, hand.kitty) == deal_order(order, players=6, dealer=hand.dealer)


def test_without_a_number_nobody_knows_the_deals(tmp_path: Path) -> None:
    played: list[Record] = []

    async def work(now: Evening) -> None:
        played.extend(await Guest().play(await now.begin(wanted(number=None))))

    for folder in ("a", "b"):
        evening(tmp_path / folder, work)
    one, other = (record.hands[0] for record in played)
    assert one.deal != other.deal
    assert one.fair is not None
    assert one.fair.entropies[ME] is not None  # the person has a part in it,
    assert set(one.fair.entropies[1:]) == {None}  # and no bot has


def test_a_game_that_is_left_again_and_again_goes_on_identically(tmp_path: Path) -> None:
    table, whole = wanted("players=6 limit=30"), list[Record]()

    async def at_once(now: Evening) -> None:
        whole.extend(await Guest().play(await now.begin(table)))

    evening(tmp_path / "whole", at_once)
    rng, parts, visits = Random(1), list[Record](), count()
    name = left(tmp_path / "parts", table, acts=0)

    async def a_part(now: Evening) -> None:
        next(visits)
        guest, kept = Guest(), await now.named(name)
        client = await now.go_on(kept)
        try:
            parts.extend(await guest.play(client, acts=rng.choice((0, 1, 2, 5))))
        except Enough:
            assert guest.view is not None
            assert guest.view.match is not None
            assert kept.view.games == guest.view.games == 1

    while not parts:
        evening(tmp_path / "parts", a_part)
    assert next(visits) > 10
    assert parts == whole


def test_what_is_found_is_what_was_left_and_told_in_a_few_words(tmp_path: Path) -> None:
    name = left(tmp_path, wanted("players=7 limit=50"), acts=3)

    async def work(now: Evening) -> None:
        kept = await now.latest()
        assert kept is not None
        assert kept.name == name
        assert standing_told(kept.view, words()) == "7 players · hand 1, trick 3 · you have 0"
        await now.go_on(kept)
        assert now.name == name

    evening(tmp_path, work)


def test_where_a_game_stands_is_told_from_its_start_to_its_end(tmp_path: Path) -> None:
    told: list[str] = []

    async def work(now: Evening) -> None:
        await Guest().play(await now.begin(wanted("players=6 limit=1")))
        assert now.name is not None
        table: Table | None = None
        async with SqliteStore.open(tmp_path / DATABASE) as store:
            for recorded in await Tables(store, MemoryBroker()).log(now.name):
                table = evolve(table, recorded)
                if table.people and table.seats[ME].person == ME:
                    told.append(standing_told(observe(table, ME), words()))

    evening(tmp_path, work)
    standing = [line.split(" · ")[1] for line in dict.fromkeys(told)]
    assert standing[:4] == [
        "hand 1 is about to be dealt",
        "hand 1, passing",
        "hand 1, trick 1",
        "hand 1, trick 2",
    ]
    assert standing[-1] == "the game is over"


def test_the_table_that_was_played_last_is_found_first_and_finished_ones_never(
    tmp_path: Path,
) -> None:
    first, second = left(tmp_path), left(tmp_path)

    async def is_latest(now: Evening, name: str | None) -> None:
        kept = await now.latest()
        assert (None if kept is None else kept.name) == name

    async def play_out(now: Evening) -> None:
        await is_latest(now, second)
        await Guest().play(await now.go_on(await now.named(first)))

    async def stop(now: Evening) -> None:
        await is_latest(now, second)
        with pytest.raises(KeepError, match=f"the game at table {first} is over"):
            await now.named(first)
        client = await now.go_on(await now.named(second))
        await client.ask(StopGame())

    async def nothing(now: Evening) -> None:
        await is_latest(now, None)

    for work in (play_out, stop, nothing):
        evening(tmp_path, work)


def test_a_table_is_found_by_the_beginning_of_its_name(tmp_path: Path) -> None:
    names = [left(tmp_path) for _table in range(2)]
    same = next(i for i in range(14) if names[0][i] != names[1][i])

    async def work(now: Evening) -> None:
        for name in names:
            assert (await now.named(name[: same + 1])).name == name
        with pytest.raises(KeepError, match=f"several tables begin with .*{names[0]}"):
            await now.named(names[0][:same])
        for nobody in ("0", names[0] + "a", "\0", "\ud800", "../tables"):
            with pytest.raises(KeepError, match="no table is called"):
                await now.named(nobody)

    evening(tmp_path, work)


def test_a_table_is_played_in_one_window_only(tmp_path: Path) -> None:
    name = left(tmp_path)

    async def work(one: Evening) -> None:
        await one.go_on(await one.named(name))
        async with Evening.at(tmp_path) as other:
            assert await other.latest() is None
            kept = await other.named(name)
            with pytest.raises(KeepError, match=f"table {name} is being played in another window"):
                await other.go_on(kept)
            await other.begin(wanted())  # another table is no matter

    evening(tmp_path, work)

    async def free_again(now: Evening) -> None:
        await now.go_on(await now.named(name))

    evening(tmp_path, free_again)


def test_looking_changes_nothing(tmp_path: Path) -> None:
    name = left(tmp_path)

    async def rows() -> int:
        async with SqliteStore.open(tmp_path / DATABASE) as store:
            return len(await store.read(PREFIX + name))

    async def look(now: Evening) -> None:
        await now.latest()
        await now.named(name)

    before = asyncio.run(rows())
    evening(tmp_path, look)
    assert asyncio.run(rows()) == before


def test_only_the_owner_reads_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    name = left(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "playing").stat().st_mode) == 0o700
    for file in (DATABASE, f"playing/{name}.lock"):
        assert stat.S_IMODE((folder / file).stat().st_mode) == 0o600


@pytest.mark.parametrize("row", [b"", b"{}", b'{"type":"CardPlayed","seat":99,"card":"SQ"}', b"x"])
def test_a_damaged_log_is_named_and_left_as_it_is(tmp_path: Path, row: bytes) -> None:
    good, bad = left(tmp_path), left(tmp_path)

    async def damage() -> None:
        async with SqliteStore.open(tmp_path / DATABASE) as store:
            rows = await store.read(PREFIX + bad)
            await store.append(PREFIX + bad, expected=len(rows), rows=[row], at=store.now())

    async def work(now: Evening) -> None:
        with pytest.raises(KeepError, match=f"cannot go on at table {bad}.*left as it is"):
            await now.named(bad)
        kept = await now.latest()
        assert kept is not None
        assert kept.name == good

    asyncio.run(damage())
    evening(tmp_path, work)


def test_whatever_bytes_a_log_holds_the_answer_is_a_game_or_a_complaint(tmp_path: Path) -> None:
    async def main() -> None:
        async with Evening(MemoryStore(), tmp_path) as now:
            store = now.store
            name = await begun(now, wanted(), acts=4)
            rows = [row.data for row in await store.read(PREFIX + name)]
        found = 0
        for number in range(300):
            chance = Random(number)
            damaged = list(rows)
            at = chance.randrange(len(rows))
            row = bytearray(damaged[at])
            for _byte in range(chance.randint(1, 3)):
                place = chance.randrange(len(row) + 1)
                row[place : place + chance.randint(0, 2)] = bytes(
                    chance.choices(range(256), k=chance.randint(0, 2))
                )
            damaged[at] = bytes(row)
            async with Evening(MemoryStore(), tmp_path) as now:
                await now.store.append(PREFIX + name, expected=0, rows=damaged, at=0)
                for find in (now.latest(), now.named(name)):
                    with contextlib.suppress(KeepError):  # anything else fails the test
                        found += await find is not None
        assert 0 < found < 600

    asyncio.run(main())


def test_a_table_with_more_people_is_not_the_terminals(tmp_path: Path) -> None:
    name = left(tmp_path)

    async def come() -> None:
        async with SqliteStore.open(tmp_path / DATABASE) as store:
            await Tables(store, MemoryBroker()).come(name, "Ben")

    async def work(now: Evening) -> None:
        assert await now.latest() is None
        with pytest.raises(KeepError, match="others sit there, too"):
            await now.named(name)

    asyncio.run(come())
    evening(tmp_path, work)


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KeepError, match="file"):
        Evening.at(tmp_path / "file" / "games")
    (tmp_path / "playing").write_text("")

    async def work(now: Evening) -> None:
        with pytest.raises(KeepError, match="playing: "):
            await now.begin(wanted())

    evening(tmp_path, work)


def test_what_cannot_be_kept_is_said_and_did_not_happen(tmp_path: Path) -> None:
    async def main() -> None:
        store, heard = Full(), list[str]()
        async with Evening(store, tmp_path) as now:
            now.hear = heard.append
            client = await now.begin(wanted())
            guest = Guest()
            with pytest.raises(Enough):
                await guest.play(client, acts=3)
            store.full = True
            with pytest.raises(TableRefusal) as caught:
                await guest.play(client)
            assert caught.value.code is TableCode.STORE_FAILED
            assert heard == ["tables.sqlite3: the disk is full"]
            store.full = False
            await guest.play(client)

    asyncio.run(main())


def test_a_table_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    async def main() -> None:
        store = Full()
        store.full = True
        async with Evening(store, tmp_path) as now:
            with pytest.raises(KeepError, match="the disk is full"):
                await now.begin(wanted())

    asyncio.run(main())

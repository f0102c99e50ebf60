"""Bots act and clocks run out though nobody asks; a bot that fails stops nobody."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Final

import pytest

from cancellation_hearts.client import LocalClient
from cancellation_hearts.core import Card, Command, Phase, PlayCard, RuleViolation, View, observe
from cancellation_hearts.service import drivers
from cancellation_hearts.service.drivers import act_of, fallback
from cancellation_hearts.service.thinking import BotFailed, Inline, Pool, Thinkers
from cancellation_hearts.store import MemoryStore
from cancellation_hearts.table import ByBot, Clock, Table, TableRefusal, decide
from cancellation_hearts.table.commands import Play, Reclaim, StartGame
from tests.service.people import House, Somebody, settings

SILENT: Final = (sys.executable, "-c", "import sys; sys.stdin.read()")
DYING: Final = (sys.executable, "-c", "")
BABBLING: Final = (sys.executable, "-c", "print('so be it', flush=True); input()")
FORGETFUL: Final = (
    sys.executable,
    "-c",
    'import sys\nfor _ in sys.stdin: print(\'{"type":"BeginMatch"}\', flush=True)',
)


class Raising:
    """A bot that fails at everything."""

    async def command(self, bot: str, seed: int, view: View) -> Command:
        raise BotFailed(f"{bot}: {seed} {view.seat}")

    async def close(self) -> None:
        pass


class Cheating:
    """A bot that always plays a queen of spades."""

    async def command(self, bot: str, seed: int, view: View) -> Command:
        if view.phase is not Phase.PLAYING:
            return await Inline().command(bot, seed, view)
        assert view.seat is not None
        return PlayCard(view.seat, Card.SQ)

    async def close(self) -> None:
        pass


async def play(house: House) -> None:
    (ticket,) = await house.gather(settings("players=6 limit=1"), 1)
    await Somebody(LocalClient(house.tables, ticket.table, ticket.person), 0).play()
    table = await house.tables.table(ticket.table)
    assert table.match is not None
    assert table.match.phase is Phase.OVER


@pytest.mark.parametrize("thinkers", [Raising(), Cheating()], ids=["raises", "cheats"])
def test_a_game_goes_on_whatever_its_bots_do(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with House(thinkers=thinkers) as house:
            await play(house)

    asyncio.run(main())
    assert caplog.messages
    assert not {word for message in caplog.messages for word in message.split()} & set(Card)


def test_a_game_is_played_by_bots_in_processes() -> None:
    async def main() -> None:
        async with House(thinkers=Pool(2)) as house:
            await play(house)

    asyncio.run(main())


@pytest.mark.parametrize(
    "worker", [SILENT, DYING, BABBLING, FORGETFUL], ids=["hangs", "dies", "babbles", "forgets"]
)
def test_a_process_that_does_not_answer_well_is_replaced(worker: tuple[str, ...]) -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            client = LocalClient(house.tables, ticket.table, ticket.person)
            async with client:
                await client.ask(StartGame())
                async for update in client.updates():
                    if update.facts.phase is Phase.PASSING:
                        break
            table = await house.tables.table(ticket.table)
            assert table.match is not None
            pool = Pool(1, patience=0.2, worker=worker)
            for _ in range(2):
                with pytest.raises(BotFailed):
                    act_of(await pool.command("steady", 1, observe(table.match, 2)), 0)
            await pool.close()

    asyncio.run(main())


def test_a_pool_that_was_disappointed_still_answers() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            async with LocalClient(house.tables, ticket.table, ticket.person) as client:
                await client.ask(StartGame())
                async for update in client.updates():
                    if update.facts.phase is Phase.PASSING:
                        break
            table = await house.tables.table(ticket.table)
            assert table.match is not None
            view = observe(table.match, 1)
            pool = Pool(1)
            with pytest.raises(BotFailed):
                await pool.command("nobody", 1, view)
            assert await pool.command("steady", 1, view) == await Inline().command(
                "steady", 1, view
            )
            await pool.close()

    asyncio.run(main())


def test_a_bot_plays_when_the_clock_of_a_person_runs_out() -> None:
    async def main() -> None:
        now = 1_800_000_000_000
        house = House(MemoryStore(clock=lambda: now))
        async with house:
            wanted = settings("players=6 limit=1", clock=Clock(card=5, passing=5))
            (ticket,) = await house.gather(wanted, 1)
            asked = set()
            async with LocalClient(house.tables, ticket.table, ticket.person) as client:
                await client.ask(StartGame())
                async for update in client.updates():
                    table = update.public
                    if table.seats[0].bot is not None and not table.seats[0].once:
                        break
                    if 0 in update.facts.awaited and table.seats[0].bot is None:
                        asked.add((update.facts.phase, update.facts.ply))
                        now = update.facts.deadlines[0]
                        house.broker.publish(f"table/{ticket.table}", 0)  # time passes unseen
                assert len(asked) == 2  # one card was played for them, then the seat was held
                await client.ask(Reclaim())
            assert (await house.tables.table(ticket.table)).seats[0].bot is None

    asyncio.run(main())


def test_a_bots_late_card_is_refused_after_the_seat_was_taken_back() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            async with LocalClient(house.tables, ticket.table, ticket.person) as client:
                await client.ask(StartGame())
                async for update in client.updates():
                    if update.facts.awaited == (0,):
                        break
                table = await house.tables.table(ticket.table)
            with pytest.raises(TableRefusal, match="NOT_HELD"):
                decide(table, ByBot(0), Play(Card.C2, update.facts.ply), at=table.at)

    asyncio.run(main())


def test_the_fallback_is_always_legal() -> None:
    async def main() -> None:
        async with House(thinkers=Raising()) as house:
            (ticket,) = await house.gather(settings("players=11 limit=150"), 1)
            client = LocalClient(house.tables, ticket.table, ticket.person)
            hands = 0
            async with client:
                await client.ask(StartGame())
                async for update in client.updates():
                    match = update.view.match
                    if 0 in update.facts.awaited and match is not None:
                        await client.ask(fallback(match, update.facts.ply))
                        hands = match.current.number
                    if hands > 1:
                        return

    try:
        asyncio.run(asyncio.wait_for(main(), 60))
    except RuleViolation as violation:  # pragma: no cover - what must not happen
        pytest.fail(f"the fallback broke a rule: {violation.code}")


class Broken:
    """Thinkers with a bug of our own."""

    def __init__(self) -> None:
        self.failures = 0

    async def command(self, bot: str, seed: int, view: View) -> Command:
        self.failures += 1
        raise RuntimeError(f"{bot} {seed} {view.seat}")

    async def close(self) -> None:
        pass


def test_whatever_a_bot_raises_the_table_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with House(thinkers=Broken()) as house:
            await play(house)

    asyncio.run(main())
    assert "RuntimeError" in caplog.text


def test_a_driver_goes_on_after_an_error_of_its_own(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drivers, "RETRY", 0)
    tries = 0

    def seeds(_table: Table) -> bytes:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise OSError("no chance to be had")
        return bytes(32)

    async def main() -> None:
        async with House(seeds=seeds) as house:
            await play(house)

    asyncio.run(main())
    assert "its driver failed" in caplog.text


def test_a_driver_that_was_just_woken_can_be_stopped() -> None:
    async def main() -> None:
        async with House() as house:
            (ticket,) = await house.gather(settings("players=6"), 1)
            for turns in range(8):
                house.drivers.drive([ticket.table])
                await house.tables.table(ticket.table)
                for _ in range(5):
                    await asyncio.sleep(0)
                house.broker.publish(f"table/{ticket.table}", 0)
                for _ in range(turns):
                    await asyncio.sleep(0)
                await asyncio.wait_for(house.drivers.stop(ticket.table), 30)

    asyncio.run(main())


DOUBLE: Final = (
    sys.executable,
    "-c",
    (
        "import sys\n"
        "from cancellation_hearts.bots.worker import answer\n"
        "for line in sys.stdin.buffer:\n"
        "    sys.stdout.buffer.write(2 * answer(line)); sys.stdout.buffer.flush()"
    ),
)
ENDING: Final = (
    sys.executable,
    "-c",
    (
        "import sys\n"
        "from cancellation_hearts.bots.worker import answer\n"
        "sys.stdout.buffer.write(answer(sys.stdin.buffer.readline()))"
    ),
)


async def passing_views(house: House) -> list[View]:
    """What each of six seats sees when it is to pass."""
    (ticket,) = await house.gather(settings("players=6"), 1)
    async with LocalClient(house.tables, ticket.table, ticket.person) as client:
        await client.ask(StartGame())
        async for update in client.updates():
            if update.facts.phase is Phase.PASSING:
                break
    table = await house.tables.table(ticket.table)
    assert table.match is not None
    return [observe(table.match, seat) for seat in range(6)]


@pytest.mark.parametrize("worker", [DOUBLE, ENDING], ids=["says-it-twice", "ends"])
def test_nobody_gets_the_answer_to_another_question(worker: tuple[str, ...]) -> None:
    async def main() -> None:
        async with House() as house:
            pool = Pool(1, worker=worker)
            for view in await passing_views(house):
                try:
                    answer = await pool.command("steady", 1, view)
                except BotFailed:
                    continue  # found out, and a new process comes next
                assert answer == await Inline().command("steady", 1, view)
            await pool.close()

    asyncio.run(main())


def test_a_pool_that_was_closed_starts_nothing() -> None:
    async def main() -> None:
        async with House() as house:
            (view, *_others) = await passing_views(house)
            pool = Pool(1)
            await pool.command("steady", 1, view)
            await pool.close()
            with pytest.raises(BotFailed):
                await pool.command("steady", 1, view)

    asyncio.run(main())


def test_all_who_wait_for_one_hung_process_hear_so_in_time() -> None:
    async def main() -> None:
        async with House() as house:
            views = await passing_views(house)
            pool = Pool(1, patience=0.3, worker=SILENT)
            async with asyncio.timeout(1.5):  # not six times as long
                answers = await asyncio.gather(
                    *(pool.command("steady", 1, view) for view in views), return_exceptions=True
                )
            assert all(isinstance(answer, BotFailed) for answer in answers)
            await pool.close()

    asyncio.run(main())


def test_a_bot_that_thinks_for_ever_ends_with_whoever_asked() -> None:
    command = [
        sys.executable,
        "-c",
        (
            "from cancellation_hearts.bots import worker\n"
            "def for_ever(line):\n"
            "    print('thinking', flush=True)\n"
            "    while True: pass\n"
            "worker.answer = for_ever\n"
            "worker.main()"
        ),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        bot.stdin.write(b"{}\n")
        bot.stdin.flush()
        assert bot.stdout.readline() == b"thinking\n"
        bot.stdin.close()
        assert bot.wait(30) == 0

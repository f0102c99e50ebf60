"""What happens at a table though nobody asks: bots act, clocks run out, hands are dealt.

A driver is one more reader of a table that sends commands, as people do. It needs no office: if two
programs drive one table, the second one's command is refused or is known already, and nothing is
done twice.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from cancellation_hearts import core
from cancellation_hearts.bots.base import seed_of
from cancellation_hearts.core import Cards, Phase, RuleViolation, View, legal_plays
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.core.shuffle import SEED_BYTES
from cancellation_hearts.service.tables import Room, Tables
from cancellation_hearts.service.thinking import BotFailed, Thinkers
from cancellation_hearts.table import Act, ByBot, ByServer, Table, deadline
from cancellation_hearts.table.commands import Choose, Pass, Play, Tick
from cancellation_hearts.table.errors import TableCode

log = logging.getLogger(__name__)

RETRY: Final = 1.0
"""Seconds until a driver tries again after something went wrong."""


Seeds: TypeAlias = Callable[[Table], bytes]
"""Where the seed of a table's next deal comes from: 32 bytes."""


def secret_seed(_table: Table) -> bytes:
    """A seed that nobody can know."""
    return secrets.token_bytes(SEED_BYTES)


class Driver:
    """Drives one table."""

    def __init__(
        self, tables: Tables, name: str, thinkers: Thinkers, *, pace: float = 0.0, seeds: Seeds
    ) -> None:
        """``pace``: seconds that a bot lets pass before its card, for those who watch."""
        self._tables = tables
        self._name = name
        self._thinkers = thinkers
        self._pace = pace
        self._seeds = seeds

    async def run(self) -> None:
        """Drive until cancelled. Whatever goes wrong, the next turn comes."""
        room = await self._tables.room(self._name)
        with self._tables.broker.subscribe(room.stream) as subscription:
            while True:
                try:
                    left = await self._turn(room)
                except Refusal as refusal:  # it could not be kept, or we were beaten to it
                    if refusal.code in (TableCode.STORE_FAILED, TableCode.BUSY):
                        await asyncio.sleep(RETRY)
                except Exception:
                    log.exception(
                        "table %s, version %d: its driver failed", room.name, room.version
                    )
                    await asyncio.sleep(RETRY)
                else:
                    if left is None or left > 0:
                        await self._tables.hint(room, subscription, within=left)

    async def _turn(self, room: Room) -> float | None:
        """Do what is to be done now; the seconds until something is due (None: nothing is)."""
        await self._tables.correct_presence(room)
        table = room.table
        assert table is not None
        if table.for_bots:
            await self._bots_act(table)
            return 0
        due = deadline(table)
        if due is None:
            return None
        left = (due - self._tables.now(table)) / 1000
        if left <= 0:
            await self._tables.execute(
                self._name,
                ByServer(),
                Tick(self._seeds(table).hex()),
                idem=f"tick:{table.version}",
            )
        return left

    async def _bots_act(self, table: Table) -> None:
        if self._pace and table.match is not None and table.match.phase is not Phase.PASSING:
            await asyncio.sleep(self._pace)
        acts = (self._bot_acts(table, seat) for seat in table.for_bots)
        for error in await asyncio.gather(*acts, return_exceptions=True):
            if isinstance(error, BaseException):
                raise error

    async def _bot_acts(self, table: Table, seat: int) -> None:
        match, level, seal = table.match, table.seats[seat].bot, table.seal
        assert match is not None
        assert level is not None
        assert seal is not None
        view = core.observe(match, seat)
        # From the secret of the deal, so that nobody can work out what a bot is going to do.
        seed = seed_of(f"{seal.seed}/{seat}")
        idem = f"bot:{table.version}:{seat}"
        where = self._name, table.version, seat
        try:
            act = act_of(await self._thinkers.command(level, seed, view), table.ply)
        except Exception as failure:  # noqa: BLE001 - it is a stranger's program
            # Not what it says, unless we said it: that could name cards.
            why = failure if isinstance(failure, BotFailed) else type(failure).__name__
            log.warning("table %s, version %d, seat %d: %s", *where, why)
            act = fallback(view, table.ply)
        try:
            await self._tables.execute(self._name, ByBot(seat), act, idem=idem)
        except RuleViolation as violation:
            log.warning("table %s, version %d, seat %d: %s", *where, violation.code)
            act = fallback(view, table.ply)
            await self._tables.execute(self._name, ByBot(seat), act, idem=idem)


def act_of(command: core.Command, ply: int) -> Act:
    """The act that a bot's command means; ``BotFailed`` if it means none."""
    match command:
        case core.PassCards(_seat, cards):
            return Pass(cards, ply)
        case core.PlayCard(_seat, card):
            return Play(card, ply)
        case core.ChooseMoon(_seat, choice):
            return Choose(choice, ply)
        case _:
            raise BotFailed(f"{type(command).__name__} is no act of a seat")


def fallback(view: View, ply: int) -> Act:
    """Something legal, for a bot that has failed: the first cards there are."""
    seat, deal = view.seat, view.current
    assert seat is not None
    if view.phase is Phase.MOON:
        return Choose(None, ply)
    if view.phase is Phase.PASSING:
        hand = deal.hands[seat]
        assert isinstance(hand, Cards)
        return Pass(Cards.of(list(hand)[: view.rules.pass_count]), ply)
    return Play(next(iter(legal_plays(view, seat))), ply)


class Drivers:
    """A driver for every table that somebody looks at."""

    def __init__(
        self,
        tables: Tables,
        thinkers: Thinkers,
        *,
        pace: float = 0.0,
        seeds: Seeds = secret_seed,
    ) -> None:
        """See ``Driver``."""
        self._tables = tables
        self._thinkers = thinkers
        self._pace = pace
        self._seeds = seeds
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def drive(self, names: Iterable[str]) -> None:
        """See to it that these tables are driven."""
        for name in names:
            task = self._tasks.get(name)
            if task is None or task.done():
                driver = Driver(
                    self._tables, name, self._thinkers, pace=self._pace, seeds=self._seeds
                )
                self._tasks[name] = asyncio.create_task(driver.run(), name=f"driver of {name}")

    async def stop(self, name: str) -> None:
        """Drive this table no longer."""
        task = self._tasks.pop(name, None)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        """Drive nothing any more."""
        for name in tuple(self._tasks):
            await self.stop(name)
        await self._thinkers.close()

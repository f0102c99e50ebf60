"""Rooms: a table, its log, and everybody who wants to know about it.

    execute   decide -> append -> evolve -> tell that something happened     store before telling
    updates   the one way to read a table: playing, coming back, watching, replaying, and for bots

A room is a fold of its log and can be thrown away at any time. Several programs may append to one
log: whoever comes second gets a ``Conflict``, reads what is new and decides again. So a command is
granted only by somebody who knew everything that came before it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import Final

import msgspec

from cancellation_hearts.bots import BOTS
from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.service.players import key_of, new_table_name, new_token, person_of
from cancellation_hearts.store import Broker, Conflict, Row, Store, StoreError
from cancellation_hearts.table import (
    Actor,
    ByServer,
    Event,
    Recorded,
    Settings,
    Stranger,
    Table,
    TableCode,
    TableCommand,
    TableRefusal,
    TableView,
    Told,
    decide,
    evolve,
    observe,
    redact,
)
from cancellation_hearts.table.commands import (
    AddBot,
    ChangeSettings,
    Come,
    Connected,
    OpenTable,
    Restart,
)
from cancellation_hearts.table.facts import Facts, facts_of
from cancellation_hearts.table.private import private_of
from cancellation_hearts.wire import Update

log = logging.getLogger(__name__)

TRIES: Final = 5
"""How often a command is decided again because somebody else was quicker."""
TAIL: Final = 256
"""How many events a room remembers, for those who come back after a gap."""
PREFIX: Final = "table/"


class Done(msgspec.Struct, frozen=True):
    """A command was granted and is kept: the version of its last event.

    ``again``: it had been carried out before, and this is the answer of back then.
    """

    version: int
    again: bool = False


class Ticket(msgspec.Struct, frozen=True):
    """What lets somebody in: the table, who they are there, and the secret that proves it."""

    table: str
    person: int
    token: str


class Room:
    """A table as far as its log has been read."""

    def __init__(self, name: str) -> None:
        """Nothing has been read yet."""
        self.name = name
        self.table: Table | None = None
        self.lock = asyncio.Lock()
        self.sessions: Counter[int] = Counter()
        self._tail: deque[tuple[Table, Recorded]] = deque(maxlen=TAIL)
        self._public: tuple[TableView, Facts] | None = None

    @property
    def stream(self) -> str:
        """The name of its log."""
        return PREFIX + self.name

    @property
    def version(self) -> int:
        """How far the log has been read."""
        return 0 if self.table is None else self.table.version

    def record(self, events: Iterable[Recorded]) -> None:
        """Fold what is kept."""
        for recorded in events:
            before = self.table
            self.table = evolve(before, recorded)
            if before is not None:
                self._tail.append((before, recorded))

    def update(self, person: int | None, *, since: int | None) -> Update:
        """What a reader who holds version ``since`` has to be told.

        A whole view where the gap is too old to be told event by event, or where the reader is
        ahead of the log, as after a log was restored from a copy.
        """
        table = self.table
        assert table is not None
        if self._public is None or self._public[0].version != table.version:
            self._public = observe(table, None), facts_of(table)
        told: tuple[Told, ...] = ()
        if since is not None and since <= table.version and self._remembers(since):
            new = table.version - since
            told = tuple(
                redact(before, recorded, person)
                for before, recorded in islice(self._tail, len(self._tail) - new, None)
            )
        return Update(told, *self._public, private_of(table, person))

    def _remembers(self, since: int) -> bool:
        return since >= self.version - len(self._tail)


class Tables:
    """Every room of this program. All its methods belong to one event loop."""

    def __init__(
        self,
        store: Store,
        broker: Broker,
        *,
        poll: float | None = None,
        levels: Collection[str] = BOTS,
        on_session: Callable[[str], None] | None = None,
    ) -> None:
        """``poll``: seconds after which readers look at the store though no hint came.

        ``levels``: the bots that there are; ``on_session``: told of a table when somebody connects.
        """
        self.store = store
        self.broker = broker
        self._poll = poll
        self._levels = levels
        self._on_session = on_session
        self._rooms: dict[str, asyncio.Future[Room]] = {}
        self._running: set[asyncio.Task[Done]] = set()

    # --- coming in ----------------------------------------------------------------------------

    async def open(self, settings: Settings, name: str) -> Ticket:
        """A new table, and its host."""
        ticket = Ticket(new_table_name(), 0, new_token())
        room = Room(ticket.table)
        await self._execute(room, Stranger(), OpenTable(settings, name, key_of(ticket.token)), None)
        return ticket

    async def come(self, table: str, name: str, *, sit: bool = True) -> Ticket:
        """Somebody new comes to a table."""
        token = new_token()
        await self.execute(table, Stranger(), Come(name, key_of(token), sit))
        person = person_of(await self.table(table), token)
        assert person is not None
        return Ticket(table, person, token)

    async def person(self, table: str, token: str) -> int:
        """Who has this token; ``TableRefusal`` if nobody has, or they were sent away."""
        found = await self.table(table)
        person = person_of(found, token)
        if person is None:
            raise TableRefusal(TableCode.NO_SUCH_PERSON, person=-1)
        if found.people[person].status == "removed":
            raise TableRefusal(TableCode.REMOVED)
        return person

    # --- the two ways through -----------------------------------------------------------------

    async def execute(
        self, table: str, actor: Actor, command: TableCommand, *, idem: str | None = None
    ) -> Done:
        """Carry out a command; it is kept when this returns.

        Raises ``TableRefusal`` or ``RuleViolation``, and then nothing has happened. With the same
        ``idem`` it is carried out once, however often it comes. Who stops waiting for the answer
        does not stop the command.
        """

        async def work() -> Done:
            return await self._execute(await self.room(table), actor, command, idem)

        task = asyncio.create_task(work())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def updates(
        self, table: str, person: int | None, *, since: int | None = None
    ) -> AsyncGenerator[Update]:
        """What a person may know, from version ``since`` on and then as it happens.

        The first update comes at once. It ends when the person is sent away.
        """
        room = await self.room(table)
        with self.broker.subscribe(room.stream) as subscription:
            version = since
            while True:
                if version != room.version:
                    update = room.update(person, since=version)
                    version = update.version
                    yield update
                    if person is not None and update.mine is None:
                        return
                    continue
                try:
                    await asyncio.wait_for(subscription.wait(), self._poll)
                except TimeoutError:
                    await self._catch_up(room)

    @contextlib.asynccontextmanager
    async def session(self, table: str, person: int | None) -> AsyncIterator[None]:
        """Somebody is connected as long as one such context is open."""
        room = await self.room(table)
        if person is None:
            yield
            return
        room.sessions[person] += 1
        try:
            await self._presence(room, person)
            if self._on_session is not None:
                self._on_session(table)
            yield
        finally:
            room.sessions[person] -= 1
            await self._presence(room, person)

    async def _presence(self, room: Room, person: int) -> None:
        """Tell the table whether somebody is connected, as it is by now."""
        command = Connected(person, connected=room.sessions[person] > 0)
        try:
            await self.execute(room.name, ByServer(), command)
        except TableRefusal as refusal:  # it is known already, or the person was sent away
            if refusal.code not in (TableCode.NOTHING_TO_DO, TableCode.REMOVED):
                log.warning("table %s: presence of %d: %s", room.name, person, refusal)

    # --- rooms --------------------------------------------------------------------------------

    async def table(self, name: str) -> Table:
        """The whole table: for the server's own use, never for a person or a bot."""
        table = (await self.room(name)).table
        assert table is not None
        return table

    async def room(self, name: str) -> Room:
        """The room of a table, read from the log when it is first wanted.

        Raises ``TableRefusal`` if there is no such table.
        """
        future = self._rooms.get(name)
        if future is None:
            future = self._rooms[name] = asyncio.get_running_loop().create_future()
            try:
                future.set_result(await self._load(name))
            except BaseException as error:
                del self._rooms[name]
                future.set_exception(error)
                future.exception()  # it is raised here, and by whoever waited meanwhile
                raise
        return await asyncio.shield(future)

    def rooms(self) -> Iterator[Room]:
        """The rooms that have been read."""
        for future in tuple(self._rooms.values()):
            if future.done():
                yield future.result()

    async def log(self, name: str) -> tuple[Recorded, ...]:
        """Everything that happened at a table: for records, never for a person or a bot."""
        try:
            rows = await self.store.read(PREFIX + name)
        except StoreError as error:
            raise _failed(Room(name), error) from None
        return tuple(map(_recorded, rows))

    def forget(self, name: str) -> None:
        """Throw a room away; it is read again when it is wanted."""
        self._rooms.pop(name, None)

    async def close(self) -> None:
        """Finish what was begun."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _load(self, name: str) -> Room:
        room = Room(name)
        await self._catch_up(room)
        if room.table is None:
            raise TableRefusal(TableCode.NO_TABLE)
        with contextlib.suppress(TableRefusal):  # nobody was connected
            await self._execute(room, ByServer(), Restart(), None)
        return room

    async def _catch_up(self, room: Room) -> None:
        try:
            rows = await self.store.read(room.stream, after=room.version)
        except StoreError as error:
            raise _failed(room, error) from None
        room.record(map(_recorded, rows))

    async def _execute(
        self, room: Room, actor: Actor, command: TableCommand, idem: str | None
    ) -> Done:
        self._check_level(command)
        async with room.lock:
            for _ in range(TRIES):
                at = max(self.store.now(), 0 if room.table is None else room.table.at)
                try:
                    events = decide(room.table, actor, command, at=at)
                    return await self._append(room, events, at, idem)
                except Refusal:
                    # Perhaps it was granted long ago, and only the answer got lost.
                    known = await self._known(room, idem)
                    if known is None:
                        raise
                    return known
                except Conflict:
                    await self._catch_up(room)
            raise TableRefusal(TableCode.BUSY)

    def _check_level(self, command: TableCommand) -> None:
        """A table does not know which bots there are."""
        match command:
            case AddBot(_seat, level):
                pass
            case OpenTable(settings) | ChangeSettings(settings):
                level = settings.level
            case _:
                return
        if level not in self._levels:
            known = ", ".join(self._levels)
            raise TableRefusal(TableCode.NO_SUCH_BOT, level=level[:40], known=known)

    async def _append(
        self, room: Room, events: tuple[Event, ...], at: int, idem: str | None
    ) -> Done:
        version = room.version
        try:
            appended = await self.store.append(
                room.stream, expected=version, rows=tuple(map(encode, events)), at=at, idem=idem
            )
        except StoreError as error:
            raise _failed(room, error) from None
        if appended.again:
            await self._catch_up(room)
            return Done(appended.last, again=True)
        room.record(Recorded(version + 1 + index, at, event) for index, event in enumerate(events))
        self.broker.publish(room.stream, room.version)
        return Done(room.version)

    async def _known(self, room: Room, idem: str | None) -> Done | None:
        if idem is None:
            return None
        try:
            appended = await self.store.known(room.stream, idem)
        except StoreError as error:
            raise _failed(room, error) from None
        return None if appended is None else Done(appended.last, again=True)


def _recorded(row: Row) -> Recorded:
    return Recorded(row.version, row.at, decode(row.data, Event))


def _failed(room: Room, error: StoreError) -> TableRefusal:
    """What a player is told; the reason, which may name files, is for the log."""
    log.error("table %s, version %d: %s", room.name, room.version, error)
    return TableRefusal(TableCode.STORE_FAILED)

"""Rooms: a table, its log, and everybody who wants to know about it.

    execute   decide -> append -> evolve -> tell that something happened     store before telling
    updates   the one way to read a table: playing, coming back, watching, replaying

A room is a fold of its log and can be thrown away at any time. Several programs may append to one
log: whoever comes second gets a ``Conflict``, reads what is new and decides again. So a command is
granted only by somebody who knew everything that came before it. A hint from the broker names a
version; a room that has not got so far reads the log.

Who is connected is known to the program that they are connected to, and told to the table as
events. A program that begins to read a table finds those who were connected before it started, and
tells the table that they are not.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterable, Iterator
from typing import Final

import msgspec

from cancellation_hearts.bots import BOTS
from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.service.players import (
    key_of,
    new_table_name,
    new_token,
    person_of,
    table_name_of,
)
from cancellation_hearts.store import Broker, Conflict, Row, Store, StoreError, Subscription
from cancellation_hearts.table import (
    Actor,
    ByPerson,
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
    Rename,
    Restart,
    StartGame,
)
from cancellation_hearts.table.events import Refreshed
from cancellation_hearts.table.facts import Facts, facts_of
from cancellation_hearts.table.observe import OPEN
from cancellation_hearts.table.private import private_of
from cancellation_hearts.table.state import Cause
from cancellation_hearts.table.unwanted import Unwanted
from cancellation_hearts.wire import Update

log = logging.getLogger(__name__)

TRIES: Final = 5
"""How often a command is decided again because somebody else was quicker."""
TAIL: Final = 256
"""How many events a room remembers, for those who come back after a gap."""
MOST_VIEWS: Final = 4
"""How many whole views one update tells at most, as events of the past; more are left out, so that
whoever changes seats again and again does not make updates large."""
PREFIX: Final = "table/"


class Granted(msgspec.Struct, frozen=True):
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


class Session:
    """Somebody's connection; ``cause``: why it ends, if it ended now."""

    def __init__(self) -> None:
        """Unless something else is noted, whoever connected has closed it."""
        self.cause: Cause = "closed"


class Room:
    """A table as far as its log has been read."""

    def __init__(self, name: str) -> None:
        """Nothing has been read yet."""
        self.name = name
        self.table: Table | None = None
        self.lock = asyncio.Lock()
        self.users = 0
        """How many look at it or are connected, people or not."""
        self.sessions: Counter[int] = Counter()
        """How often each person is connected; 0: they were."""
        self.causes: dict[int, Cause] = {}
        """Why the last connection of a person ended that did."""
        self.reading: asyncio.Task[None] | None = None
        self._tail: deque[tuple[Table, Recorded]] = deque(maxlen=TAIL)
        self._public: tuple[TableView, Facts] | None = None
        self._alike: dict[int, tuple[Told, ...]] = {}

    @property
    def stream(self) -> str:
        """The name of its log."""
        return PREFIX + self.name

    @property
    def version(self) -> int:
        """How far the log has been read."""
        return 0 if self.table is None else self.table.version

    def is_unused(self) -> bool:
        """Whether nobody looks at it or is connected."""
        return self.users == 0

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Somebody wants this room to stay."""
        self.users += 1
        try:
            yield
        finally:
            self.users -= 1

    def record(self, events: Iterable[Recorded]) -> None:
        """Fold what is kept; what has been folded already is passed over."""
        for recorded in events:
            before = self.table
            if recorded.version <= self.version:
                continue  # two readings of the log have overlapped
            self.table = evolve(before, recorded)
            self._alike.clear()
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
            told = self._news(table.version - since, person)
            if sum(isinstance(item.event, Refreshed) for item in told) > MOST_VIEWS:
                told = ()
        return Update(told, *self._public, private_of(table, person))

    def _news(self, count: int, person: int | None) -> tuple[Told, ...]:
        """The last so many events as one reader is told them; the same tuple for all who can."""
        alike = self._alike.get(count)
        if alike is not None:
            return alike
        news = [self._tail[at] for at in range(-count, 0)]
        told = tuple(redact(before, recorded, person) for before, recorded in news)
        if all(isinstance(recorded.event, OPEN) for _before, recorded in news):
            self._alike[count] = told
        return told

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
        unwanted: Unwanted | None = None,
        on_session: Callable[[str], None] | None = None,
    ) -> None:
        """``poll``: seconds after which rooms look at the log though no hint came.

        None where no other program appends. ``levels``: the bots that there are;
        ``unwanted``: words that no name and no text may hold (None: all may); ``on_session``: told
        of a table when somebody connects.
        """
        self.store = store
        self.broker = broker
        self.poll = poll
        self.unwanted = Unwanted() if unwanted is None else unwanted
        """Words that no name and no text may hold."""
        self._levels = levels
        self._on_session = on_session
        self._rooms: dict[str, asyncio.Task[Room]] = {}
        self._running: set[asyncio.Task[Granted]] = set()

    def now(self, table: Table | None) -> int:
        """The moment, for a table: never before what has happened there, whatever clocks do."""
        return max(self.store.now(), 0 if table is None else table.at)

    # --- coming in ----------------------------------------------------------------------------

    async def open(
        self, settings: Settings, name: str, *, token: str | None = None, device: str | None = None
    ) -> Ticket:
        """A new table, and its host; ``device``: see ``come``.

        ``token``: a secret of their own; who asks again with it gets the same table, as it is.
        """
        if token is None:
            ticket = Ticket(new_table_name(), 0, new_token())
        else:
            ticket = Ticket(table_name_of(token), 0, token)
        known_by = None if device is None else key_of(device)
        room = Room(ticket.table)
        command = OpenTable(settings, name, key_of(ticket.token), known_by)
        try:
            await self._execute(room, Stranger(), command, None)
        except TableRefusal as refusal:
            if token is None or refusal.code is not TableCode.TABLE_IS_OPEN:
                raise
            return Ticket(ticket.table, await self.person(ticket.table, token), token)
        return ticket

    async def open_game(
        self, settings: Settings, name: str, *, token: str | None = None, device: str | None = None
    ) -> Ticket:
        """A new table whose host plays at once, with bots on the seats that are free.

        ``token``: as above; it is one game, however often and however close together it is asked
        for, and also if the program ended between the table and its game.
        """
        ticket = await self.open(settings, name, token=token, device=device)
        host = ByPerson(ticket.person)
        await self.execute(ticket.table, host, StartGame(), idem="first game")
        return ticket

    async def come(
        self,
        table: str,
        name: str,
        *,
        sit: bool = True,
        program: bool = False,
        token: str | None = None,
        device: str | None = None,
    ) -> Ticket:
        """Somebody new comes to a table; ``program``: a bot from outside.

        ``device``: a secret by which their device is known; one of somebody who was sent away is
        refused.
        ``token``: a secret of their own; who asks again with it, because the answer got lost, gets
        the same place.
        """
        secret = token or new_token()
        known_by = None if device is None else key_of(device)
        command = Come(name, key_of(secret), sit, program, known_by)
        try:
            await self.execute(table, Stranger(), command)
        except TableRefusal as refusal:
            if refusal.code is not TableCode.KEY_IS_KNOWN:
                raise
        return Ticket(table, await self.person(table, secret), secret)

    async def person(self, table: str, token: str) -> int:
        """Who has this token; ``TableRefusal`` if nobody has, or they were sent away."""
        room = await self.room(table)
        person = None if room.table is None else person_of(room.table, token)
        if person is None and self.poll is not None:
            await self.follow(room)  # perhaps another program let them in
            person = None if room.table is None else person_of(room.table, token)
        if person is None or room.table is None:
            raise TableRefusal(TableCode.NOT_KNOWN)
        if room.table.people[person].status == "removed":
            raise TableRefusal(TableCode.REMOVED)
        return person

    # --- the two ways through -----------------------------------------------------------------

    async def execute(
        self, table: str, actor: Actor, command: TableCommand, *, idem: str | None = None
    ) -> Granted:
        """Carry out a command; it is kept when this returns.

        Raises ``TableRefusal`` or ``RuleViolation``, and then nothing has happened. With the same
        ``idem`` it is carried out once, however often it comes. Who stops waiting for the answer
        does not stop the command.
        """

        async def work() -> Granted:
            return await self._execute(await self.room(table), actor, command, idem)

        task = asyncio.create_task(work())
        self._running.add(task)
        task.add_done_callback(self._has_run)
        return await asyncio.shield(task)

    def _has_run(self, task: asyncio.Task[Granted]) -> None:
        """Note a failure; a refusal that nobody waits for any more is none, and may name cards."""
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            log.error("a command failed: %s", type(error).__name__)

    async def updates(
        self, table: str, person: int | None, *, since: int | None = None
    ) -> AsyncGenerator[Update]:
        """What a person may know, from version ``since`` on and then as it happens.

        The first update comes at once. It ends when the person is sent away. Raises
        ``TableRefusal`` for a stranger at a table that nobody may just watch.
        """
        room = await self.room(table)
        if person is None and room.table is not None and not room.table.settings.spectators:
            raise TableRefusal(TableCode.NO_SPECTATORS)
        with room.in_use(), self.broker.subscribe(room.stream) as subscription:
            if since is not None and since > room.version:
                await self._follow_if_possible(room)
            version, first = since, True
            while True:
                if first or version != room.version:
                    update = room.update(person, since=version)
                    version, first = update.version, False
                    yield update
                    if person is not None and update.mine is None:
                        return
                else:
                    await self.hint(room, subscription)

    async def hint(
        self, room: Room, subscription: Subscription, *, within: float | None = None
    ) -> None:
        """Wait until something may have happened, at most so many seconds, and read it."""
        waits = [seconds for seconds in (self.poll, within) if seconds is not None]
        try:
            if waits:
                async with asyncio.timeout(min(waits)):
                    version = await subscription.wait()
            else:  # readers, each time: not even a timer that never rings
                version = await subscription.wait()
        except TimeoutError:
            if self.poll is not None:
                await self._follow_if_possible(room)
        else:
            if version > room.version:
                await self._follow_if_possible(room)

    @contextlib.asynccontextmanager
    async def session(self, table: str, person: int | None) -> AsyncIterator[Session]:
        """Somebody is connected as long as one such context is open."""
        session = Session()
        room = await self.room(table)
        with room.in_use():
            if person is None:
                yield session
                return
            room.sessions[person] += 1
            try:
                await self._tell_presence(room, person)
                if self._on_session is not None:
                    self._on_session(table)
                yield session
            finally:
                room.sessions[person] -= 1
                room.causes[person] = session.cause
                await self._tell_presence(room, person)

    async def correct_presence(self, room: Room) -> None:
        """Tell the table who is connected, where it could not be told or another program erred."""
        table = room.table
        assert table is not None
        for person, count in tuple(room.sessions.items()):
            status = table.people[person].status
            if (count > 0 and status == "away") or (count == 0 and status == "here"):
                await self._presence(room, person)

    async def _tell_presence(self, room: Room, person: int) -> None:
        try:
            await self._presence(room, person)
        except TableRefusal as refusal:  # whoever drives the table will try again
            log.warning("table %s: presence of %d: %s", room.name, person, refusal)
            self.broker.publish(room.stream, room.version)

    async def _presence(self, room: Room, person: int) -> None:
        """Whether somebody is connected, as it is by now."""
        connected = room.sessions[person] > 0
        cause = None if connected else room.causes.get(person)
        command = Connected(person, connected, cause)
        try:
            await self.execute(room.name, ByServer(), command)
        except TableRefusal as refusal:
            if refusal.code not in (TableCode.NOTHING_TO_DO, TableCode.REMOVED):
                raise

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
        task = self._rooms.get(name)
        if task is None:
            task = self._rooms[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda done: self._drop_failed(name, done))
        return await asyncio.shield(task)

    def rooms(self) -> Iterator[Room]:
        """The rooms that have been read."""
        for task in tuple(self._rooms.values()):
            if task.done() and not task.cancelled() and task.exception() is None:
                yield task.result()

    def forget(self, name: str) -> None:
        """Throw a room away; it is read again when it is wanted."""
        self._rooms.pop(name, None)

    async def log(self, name: str) -> tuple[Recorded, ...]:
        """Everything that happened at a table: for records, never for a person or a bot."""
        return tuple(await self._read(name, after=0))

    async def follow(self, room: Room) -> None:
        """Read what is new in the log. Those who want that at the same time share one reading."""
        if room.reading is None:
            room.reading = asyncio.create_task(self._catch_up(room))
            room.reading.add_done_callback(lambda _done: setattr(room, "reading", None))
        await asyncio.shield(room.reading)

    async def close(self) -> None:
        """Finish what was begun."""
        await asyncio.gather(*self._running, *self._rooms.values(), return_exceptions=True)

    def _drop_failed(self, name: str, task: asyncio.Task[Room]) -> None:
        failed = task.cancelled() or task.exception() is not None
        if failed and self._rooms.get(name) is task:
            del self._rooms[name]

    async def _load(self, name: str) -> Room:
        room = Room(name)
        await self._catch_up(room)
        if room.table is None:
            raise TableRefusal(TableCode.NO_TABLE)
        try:
            await self._execute(room, ByServer(), Restart(), None)
        except TableRefusal as refusal:
            if refusal.code is not TableCode.NOTHING_TO_DO:  # nobody was connected
                raise
        return room

    async def _catch_up(self, room: Room) -> None:
        before = room.version
        room.record(await self._read(room.name, after=before))
        if room.version > before:
            self.broker.publish(room.stream, room.version)

    async def _follow_if_possible(self, room: Room) -> None:
        """A store that fails now does not send a reader away: the next hint tries again."""
        with contextlib.suppress(TableRefusal):
            await self.follow(room)

    async def _read(self, name: str, *, after: int) -> Iterator[Recorded]:
        try:
            rows = await self.store.read(PREFIX + name, after=after)
        except StoreError as error:
            raise _failed(name, error) from None
        return map(_recorded, rows)

    async def _execute(
        self, room: Room, actor: Actor, command: TableCommand, idem: str | None
    ) -> Granted:
        self._check_level(command)
        self._check_name(command)
        is_fresh = self.poll is None
        async with room.lock:
            for _ in range(TRIES):
                at = self.now(room.table)
                try:
                    events = decide(room.table, actor, command, at=at)
                    return await self._append(room, events, at, idem)
                except Refusal:
                    # Perhaps it was granted long ago, and only the answer got lost.
                    known = await self._known(room, idem)
                    if known is not None:
                        return known
                    if is_fresh:
                        raise
                    is_fresh = True  # or another program has changed what it is refused for
                    await self._catch_up(room)
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

    def _check_name(self, command: TableCommand) -> None:
        """A table does not know which words are unwanted here."""
        if isinstance(command, OpenTable | Come | Rename) and self.unwanted.in_text(command.name):
            raise TableRefusal(TableCode.BAD_NAME, problem="rude")

    async def _append(
        self, room: Room, events: tuple[Event, ...], at: int, idem: str | None
    ) -> Granted:
        version = room.version
        try:
            appended = await self.store.append(
                room.stream, expected=version, rows=tuple(map(encode, events)), at=at, idem=idem
            )
        except StoreError as error:
            raise _failed(room.name, error) from None
        if appended.again:
            await self._catch_up(room)
            return Granted(appended.last, again=True)
        room.record(Recorded(version + 1 + index, at, event) for index, event in enumerate(events))
        self.broker.publish(room.stream, room.version)
        return Granted(appended.last)

    async def _known(self, room: Room, idem: str | None) -> Granted | None:
        if idem is None:
            return None
        try:
            appended = await self.store.known(room.stream, idem)
        except StoreError as error:
            raise _failed(room.name, error) from None
        return None if appended is None else Granted(appended.last, again=True)


def _recorded(row: Row) -> Recorded:
    return Recorded(row.version, row.at, decode(row.data, Event))


def _failed(name: str, error: StoreError) -> TableRefusal:
    """What a player is told; the reason, which may name files, is for the log."""
    log.error("table %s: %s", name, error)
    return TableRefusal(TableCode.STORE_FAILED)

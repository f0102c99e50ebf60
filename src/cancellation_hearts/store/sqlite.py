"""The store in one SQLite file.

One thread writes. It takes what waits in the queue, up to ``GROUP`` appends, and commits them
together: the disk is waited for once a group, and that wait is nearly all an append costs. So many
tables that append at once are hardly slower than one. Whoever appends gets the answer after the
commit, all of a group with one call into their event loop.

Another thread reads, over a connection of its own: in WAL mode reading and writing do not wait for
each other, and a reading sees every commit before it. Other programs may use the same file. What
keeps everybody honest is the table itself, with one row a stream and version.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self, TypeAlias, TypeVar

from cancellation_hearts.store.base import (
    Appended,
    Conflict,
    Latest,
    Row,
    StoreError,
    check_append,
    check_known,
    check_prefix,
    check_read,
)
from cancellation_hearts.store.clock import Clock, machine_time
from cancellation_hearts.store.database import PATIENCE, blaming, complaint, connect
from cancellation_hearts.store.migration import migrations, opened
from cancellation_hearts.store.use import Use

GROUP: Final = 512
"""How many appends one commit keeps at most."""

KNOWN: Final = "SELECT version, size FROM events WHERE stream = ? AND idem = ?"
LOG_ID: Final = "SELECT id FROM log"
LAST: Final = "SELECT coalesce(max(version), 0) FROM events WHERE stream = ?"
APPEND: Final = """
INSERT INTO events (stream, version, at, size, idem, data) VALUES (?, ?, ?, ?, ?, ?)
"""
READ: Final = """
SELECT version, at, data FROM events WHERE stream = ? AND version > ? ORDER BY version
"""
# From one name to the next by the index: as many steps as there are streams, however long they are.
LATEST: Final = """
WITH RECURSIVE name (stream) AS (
    SELECT min(stream) FROM events WHERE stream >= :prefix
    UNION ALL
    SELECT (SELECT min(stream) FROM events WHERE stream > name.stream)
    FROM name
    WHERE substr(name.stream, 1, length(:prefix)) = :prefix
)
SELECT stream, version, at
FROM name JOIN events USING (stream)
WHERE substr(stream, 1, length(:prefix)) = :prefix
  AND version = (SELECT max(version) FROM events AS its WHERE its.stream = name.stream)
ORDER BY seq DESC
"""

T = TypeVar("T")
Outcome: TypeAlias = Appended | Exception


class _Append(NamedTuple):
    """An append on its way to the writer, and who waits for it."""

    stream: str
    expected: int
    rows: tuple[bytes, ...]
    at: int
    idem: str | None
    future: asyncio.Future[Appended]


class SqliteStore:
    """A store in a file; made by ``SqliteStore.open``. See ``Store``."""

    def __init__(
        self,
        path: Path,
        use: Use,
        *,
        connections: tuple[sqlite3.Connection, sqlite3.Connection],
        log_id: str,
        clock: Callable[[], int],
    ) -> None:
        """Begin to write and read; ``open`` brings what is needed."""
        self.path = path
        self._use = use
        self._clock = Clock(clock)
        self._writing, self._reading = connections
        self._queue: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._log_id = log_id
        self._closed = False
        self._failing = False  # the last commit has failed
        self._gate = threading.Lock()  # nothing enters the queue behind the None that ends it
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-reader")
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        clock: Callable[[], int] = machine_time,
        patience: float = PATIENCE,
        steps: Sequence[str] | None = None,
    ) -> Self:
        """Open the file; make it and its folder, or migrate it, if need be.

        ``clock``: milliseconds since 1970; it may run backwards, ``now`` does not. ``patience``:
        how many seconds to wait for another program that has locked the file. ``steps``:
        the migrations, if not those of this program. Raises ``StoreError`` for a file that cannot
        be used, among them ``NewerData``. Call it when the program starts: it waits for the disk.
        """
        with ExitStack() as undo:
            use = opened(path, migrations() if steps is None else steps, patience=patience)
            undo.callback(use.release)
            with blaming(path):
                writing = connect(path, timeout=patience)
                undo.callback(writing.close)
                reading = connect(path, timeout=patience)
                undo.callback(reading.close)
                reading.execute("PRAGMA query_only = ON")
                (log_id,) = reading.execute(LOG_ID).fetchone()
            undo.pop_all()
            return cls(path, use, connections=(writing, reading), log_id=log_id, clock=clock)

    @property
    def log_id(self) -> str:
        """See ``Store``."""
        return self._log_id

    def now(self) -> int:
        """See ``Store``."""
        return self._clock.now()

    async def append(
        self,
        stream: str,
        *,
        expected: int,
        rows: Sequence[bytes],
        at: int,
        idem: str | None = None,
    ) -> Appended:
        """See ``Store``."""
        rows = tuple(rows)
        check_append(stream, expected=expected, rows=rows, at=at, idem=idem)
        future = asyncio.get_running_loop().create_future()
        with self._gate:
            self._check_open()
            self._queue.put(_Append(stream, expected, rows, at, idem, future))
        appended: Appended = await future
        return appended

    async def read(self, stream: str, *, after: int = 0) -> tuple[Row, ...]:
        """See ``Store``."""
        check_read(stream, after=after)

        def rows() -> tuple[Row, ...]:
            return tuple(Row(*row) for row in self._reading.execute(READ, (stream, after)))

        return await self._read(rows)

    async def known(self, stream: str, idem: str) -> Appended | None:
        """See ``Store``."""
        check_known(stream, idem)
        return await self._read(lambda: _known(self._reading, stream, idem))

    async def latest(self, *, prefix: str = "") -> tuple[Latest, ...]:
        """See ``Store``."""
        check_prefix(prefix)

        def streams() -> tuple[Latest, ...]:
            return tuple(Latest(*row) for row in self._reading.execute(LATEST, {"prefix": prefix}))

        return await self._read(streams)

    async def ping(self) -> None:
        """See ``Store``. After a failure it tries to append, to see whether that is over."""
        rows = await self.read("ping")
        if self._failing:
            with suppress(Conflict):  # somebody else tries, too: then it is over
                await self.append("ping", expected=len(rows), rows=(b"",), at=self.now())

    async def close(self) -> None:
        """See ``Store``; what was appended before is still written."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        await asyncio.to_thread(self._end)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # --- the reader's thread -----------------------------------------------------------------

    async def _read(self, question: Callable[[], T]) -> T:
        def answer() -> T:
            with blaming(self.path):
                return question()

        with self._gate:
            self._check_open()
            asked: Future[T] = self._reader.submit(answer)
        return await asyncio.wrap_future(asked)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"{self.path}: the store is closed")

    def _end(self) -> None:
        self._writer.join()
        self._reader.shutdown()
        self._reading.close()
        self._use.release()

    # --- the writer's thread -----------------------------------------------------------------

    def _write(self) -> None:
        """Commit one group after the other, until the queue is closed and empty."""
        more = True
        while more:
            group, more = self._group()
            if group:
                _answer([one.future for one in group], self._commit(group))
        self._writing.close()

    def _group(self) -> tuple[list[_Append], bool]:
        """What waits, or what comes next; False: nothing will come any more."""
        group: list[_Append] = []
        try:
            while len(group) < GROUP:
                one = self._queue.get(block=not group)
                if one is None:
                    return group, False
                group.append(one)
        except queue.Empty:
            pass
        return group, True

    def _commit(self, group: list[_Append]) -> list[Outcome]:
        """Append a group in one transaction; what became of each."""
        db = self._writing
        try:
            db.execute("BEGIN IMMEDIATE")
            outcomes = [self._append(one) for one in group]
            db.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever it is: nobody shall wait for ever
            self._failing = True
            self._roll_back()
            if isinstance(error, sqlite3.Error):
                return [StoreError(complaint(self.path, error)) for _one in group]
            return [error for _one in group]
        self._failing = False
        return outcomes

    def _append(self, one: _Append) -> Outcome:
        """Append if it may be; the transaction holds the write lock, so looking first is safe."""
        db = self._writing
        if one.idem is not None:
            known = _known(db, one.stream, one.idem)
            if known is not None:
                return known
        (last,) = db.execute(LAST, (one.stream,)).fetchone()
        if last != one.expected:
            return Conflict(one.stream, one.expected, last)
        first, size = last + 1, len(one.rows)
        db.execute(APPEND, (one.stream, first, one.at, size, one.idem, one.rows[0]))
        for version, data in enumerate(one.rows[1:], first + 1):
            db.execute(APPEND, (one.stream, version, one.at, None, None, data))
        return Appended(first, last + size)

    def _roll_back(self) -> None:
        if self._writing.in_transaction:  # after some errors SQLite has done it by itself
            try:
                self._writing.execute("ROLLBACK")
            except sqlite3.Error:  # then the next BEGIN complains, and whoever appends hears it
                return


def _known(db: sqlite3.Connection, stream: str, idem: str) -> Appended | None:
    row = db.execute(KNOWN, (stream, idem)).fetchone()
    return None if row is None else Appended(row[0], row[0] + row[1] - 1, again=True)


def _answer(futures: list[asyncio.Future[Appended]], outcomes: list[Outcome]) -> None:
    """Tell everybody what became of the append: one call for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Appended], Outcome]]] = {}
    for future, outcome in zip(futures, outcomes, strict=True):
        by_loop.setdefault(future.get_loop(), []).append((future, outcome))
    for loop, answers in by_loop.items():
        try:
            loop.call_soon_threadsafe(_settle, answers)
        except RuntimeError:  # the loop is closed: nobody waits any more
            continue


def _settle(answers: list[tuple[asyncio.Future[Appended], Outcome]]) -> None:
    for future, outcome in answers:
        if future.done():  # who waited has gone away
            continue
        if isinstance(outcome, Appended):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)

"""One SQLite file: how it is connected to, whose it is, and what its errors mean."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from cancellation_hearts.store.base import StoreError

FILE: Final = "tables.sqlite3"
"""What the file of all tables is called in its folder."""
OURS: Final = 0x43487473
"""``PRAGMA application_id`` of our files (``CHts``)."""
PATIENCE: Final = 5.0
"""How many seconds to wait for another program that has locked the file."""
BESIDE: Final = ("-wal", "-journal", "-shm")
"""What SQLite keeps beside a database while it is open, or was not closed."""

_HEADER: Final = b"SQLite format 3\0"
_REASONS: Final = {
    sqlite3.SQLITE_BUSY: "another program has locked it",
    sqlite3.SQLITE_LOCKED: "another program has locked it",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it cannot be written",
    sqlite3.SQLITE_PERM: "it cannot be written",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened, or nothing can be written beside it",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is no SQLite database",
    sqlite3.SQLITE_IOERR: "the disk cannot be written or read",
}


def connect(path: Path, *, timeout: float = PATIENCE) -> sqlite3.Connection:
    """A connection to a file that exists, in which every commit outlives a loss of power.

    With ``synchronous=FULL`` SQLite waits for the disk at every commit also in WAL mode, where the
    usual NORMAL would not. ``timeout``: how many seconds to wait for a locked file.
    """
    db = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?mode=rw",
        uri=True,
        timeout=timeout,
        isolation_level=None,  # BEGIN and COMMIT stand where they happen
        check_same_thread=False,
    )
    try:
        db.execute("PRAGMA synchronous = FULL")
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def connected(path: Path, *, timeout: float = PATIENCE) -> Iterator[sqlite3.Connection]:
    """A connection for a moment, whose failures name the file."""
    with blaming(path), closing(connect(path, timeout=timeout)) as db:
        yield db


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say into a ``StoreError`` that names the file."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(complaint(path, error)) from error


def complaint(path: Path, error: sqlite3.Error | OSError) -> str:
    """The file, and in plain words what is wrong with it."""
    if isinstance(error, OSError):
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        return f"{error.filename or path}: {'the disk is full' if full else error.strerror}"
    code = getattr(error, "sqlite_errorcode", None)  # errors of the module itself have none
    reason = None if code is None else _REASONS.get(code & 0xFF)
    if reason is None:
        return f"{path}: {error}"
    return f"{path}: {reason} ({getattr(error, 'sqlite_errorname', code)})"


def check_ours(path: Path, db: sqlite3.Connection) -> None:
    """Raise ``StoreError`` if this is another program's database."""
    (found,) = db.execute("PRAGMA application_id").fetchone()
    if found != OURS:
        raise StoreError(f"{path}: it is a database, but not one of Cancellation Hearts")


def check_header(path: Path) -> None:
    """Raise ``StoreError`` for a file with something in it that is no database.

    SQLite takes what is shorter than a page for a new database, and would write over it.
    """
    with blaming(path), path.open("rb") as file:
        header = file.read(len(_HEADER))
    if header not in {b"", _HEADER}:
        raise StoreError(f"{path}: {_REASONS[sqlite3.SQLITE_NOTADB]}")


def is_empty(db: sqlite3.Connection) -> bool:
    """Whether nothing was ever written here, by any program."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (owner,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not (version or owner or tables)


def data_version(db: sqlite3.Connection) -> int:
    """How many migrations the data has seen."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def unused(path: Path) -> Path:
    """The path if nothing is there, else the path with a number behind it."""
    number, free = 1, path
    while free.exists() or free.is_symlink():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def flush(path: Path) -> None:
    """Wait until a file or a folder is on the disk."""
    with contextlib.suppress(PermissionError):  # Windows does not open folders
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

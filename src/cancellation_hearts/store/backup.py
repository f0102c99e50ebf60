"""Copies of the database, and putting one back."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

from cancellation_hearts.store.base import NewerData, StoreError
from cancellation_hearts.store.database import (
    BESIDE,
    blaming,
    check_ours,
    connected,
    data_version,
    flush,
    unused,
)
from cancellation_hearts.store.migration import check_whole, copy, migrations
from cancellation_hearts.store.use import Use


def backup(path: Path, target: Path, *, replace: bool = False) -> None:
    """Copy a database, also while programs write to it, into one file.

    The copy has been read through, is on the disk, and appears complete or not at all. Raises
    ``StoreError``; what stands at ``target`` is an error unless ``replace``.
    """
    if not path.is_file():
        raise StoreError(f"{path}: there is no such file")
    if target.is_dir():
        raise StoreError(f"{target}: expected a file, found a folder")
    if target.exists():
        if target.samefile(path):
            raise StoreError(f"{target}: this is the database itself")
        if not replace:
            raise StoreError(f"{target}: there is a file already")
    with blaming(path):
        use = Use(path)
    try:
        if not use.share():
            raise StoreError(f"{path}: it is being restored or migrated; try again")
        with connected(path) as db:
            check_ours(path, db)
            copy(path, db, target)
    finally:
        use.release()


def restore(source: Path, path: Path) -> Path | None:
    """Put a copy in the database's place; returns where the database is now that was there.

    The copy is read through first, and ``source`` stays as it is. Nothing is deleted: what was
    there lies beside, under a name that this returns. Raises ``StoreError``, among others if a
    running program uses the database; then nothing has changed.
    """
    if not source.is_file():
        raise StoreError(f"{source}: there is no such file")
    if path.is_dir():
        raise StoreError(f"{path}: expected a file, found a folder")
    if path.exists() and source.samefile(path):
        raise StoreError(f"{source}: this is the database itself")
    with blaming(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        use = Use(path)
    try:
        if not use.take_alone():
            raise StoreError(f"{path}: a running program uses it; end that first")
        fresh = unused(path.with_name(f"{path.name}.restored"))
        try:
            _copy_checked(source, fresh)
            return _swap(path, fresh)
        finally:
            fresh.unlink(missing_ok=True)
    finally:
        use.release()


def _copy_checked(source: Path, fresh: Path) -> None:
    with connected(source) as db:
        check_ours(source, db)
        if (found := data_version(db)) > (known := len(migrations())):
            raise NewerData(str(source), found, known)
        check_whole(source, db)
        copy(source, db, fresh)
    with connected(fresh) as db:
        db.execute("UPDATE log SET id = lower(hex(randomblob(8)))")


def _swap(path: Path, fresh: Path) -> Path | None:
    """Put the fresh database in the place of what is there; returns where that is now.

    What is there is copied and not moved, with its log: closing a damaged database makes SQLite
    throw the log away, and a name that leads nowhere for a moment would make a program that starts
    just then begin anew.
    """
    aside = unused(path.with_name(f"{path.name}.aside"))
    made: list[Path] = []
    try:
        with blaming(path):
            for end in ("", *BESIDE[:-1]):
                there = path.with_name(f"{path.name}{end}")
                if there.exists():
                    made.append(aside.with_name(f"{aside.name}{end}"))
                    _duplicate(there, made[-1])
        _settle(path)
    except BaseException:
        for copied in made:
            copied.unlink(missing_ok=True)
        raise
    with blaming(path):
        for end in BESIDE:
            path.with_name(f"{path.name}{end}").unlink(missing_ok=True)
        fresh.replace(path)
        flush(path.parent)
    return aside if aside in made else None


def _duplicate(path: Path, to: Path) -> None:
    handle = os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with path.open("rb") as source, open(handle, "wb") as file:  # noqa: PTH123 - a handle
        shutil.copyfileobj(source, file)
    flush(to)


def _settle(path: Path) -> None:
    """Bring a sound database into one file, with nothing beside it.

    Leaving WAL mode needs the file alone, so this also notices users that hold no lock of ours. A
    damaged database stays as it is: one restores because of it.
    """
    if not path.is_file():
        return
    try:
        with connected(path, timeout=0) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    except StoreError as error:
        cause = error.__cause__
        code = cause.sqlite_errorcode if isinstance(cause, sqlite3.Error) else 0
        if code & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise StoreError(f"{path}: a running program uses it; end that first") from cause

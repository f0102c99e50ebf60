"""Bringing a database to the form that this program knows.

The migrations are the numbered SQL files beside this module; ``PRAGMA user_version`` says how many
a database has seen. A migration that was released is never changed: another one follows it.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path

from cancellation_hearts.store.base import NewerData, StoreError
from cancellation_hearts.store.database import (
    PATIENCE,
    blaming,
    check_header,
    check_ours,
    connect,
    connected,
    data_version,
    flush,
    is_empty,
    unused,
)
from cancellation_hearts.store.use import Use


def migrations() -> tuple[str, ...]:
    """The SQL of all migrations, in order."""
    folder = files("cancellation_hearts.store") / "migrations"
    named = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(".sql"))
    return tuple(file.read_text("utf-8") for _name, file in named)


def opened(path: Path, steps: Sequence[str], *, patience: float = PATIENCE) -> Use:
    """Make sure that the database is there, of today's form and writable; returns the claim to it.

    Only who has the file alone makes or migrates it. Who comes at the same moment waits, at most
    ``patience`` seconds, and then finds it done.
    """
    if path.is_dir():
        raise StoreError(f"{path}: expected a file, found a folder")
    with blaming(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        use = Use(path)
    try:
        until = time.monotonic() + patience
        while not _ready(path, use, steps, patience=patience):
            _check_time(path, until)
            use.let_go()
            time.sleep(0.01)
    except BaseException:
        use.release()
        raise
    return use


def _ready(path: Path, use: Use, steps: Sequence[str], *, patience: float) -> bool:
    if use.take_alone():
        migrate(path, steps)
    if not use.share():
        return False
    with connected(path, timeout=patience) as db:
        if _checked(path, data_version(db), len(steps)) < len(steps):
            return False
        # To hear now, and not at the first append, that it cannot be written.
        db.execute("BEGIN IMMEDIATE")
        db.execute("ROLLBACK")
    return True


def _check_time(path: Path, until: float) -> None:
    if time.monotonic() > until:
        raise StoreError(
            f"{path}: an older program uses it, or it is being restored; end that first"
        )


def migrate(path: Path, steps: Sequence[str]) -> None:
    """Bring a database that nobody else uses to the form of the last step.

    What was there is copied beside it first. Each step is one transaction: if one fails, the data
    is as the step before left it.
    """
    with blaming(path):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
    check_header(path)
    with connected(path) as db:
        if not is_empty(db):
            check_ours(path, db)
            if _checked(path, data_version(db), len(steps)) < len(steps):
                copy(path, db, unused(path.with_name(f"{path.name}.before-{len(steps)}")))
        db.execute("PRAGMA journal_mode = WAL")
        for number in range(data_version(db) + 1, len(steps) + 1):
            try:
                # One script, because executescript would end a transaction that is open before it.
                db.executescript(
                    f"BEGIN IMMEDIATE;\n{steps[number - 1]}\n"
                    f"PRAGMA user_version = {number};\nCOMMIT;"
                )
            except sqlite3.Error as error:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise StoreError(
                    f"{path}: migration {number} failed and changed nothing: {error}"
                ) from error
    with blaming(path):
        flush(path.parent)


def copy(path: Path, db: sqlite3.Connection, target: Path) -> None:
    """Write a copy of a database, complete under its name or not at all.

    ``VACUUM INTO`` copies one moment of the data, while others go on writing, into a single file.
    What stands under the name already is replaced.
    """
    with blaming(target):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)  # empty, and for nobody else to read: it will hold everybody's cards
    made = Path(name)
    try:
        try:
            db.execute("VACUUM INTO ?", (name,))
            with closing(connect(made)) as written:
                check_whole(made, written)
        except sqlite3.Error as error:
            # SQLite does not say which of the two files it is.
            raise StoreError(f"{path} cannot be copied to {target}: {error}") from error
        with blaming(target):
            flush(made)
            made.replace(target)
            flush(target.parent)
    finally:
        for left in (made, made.with_name(f"{made.name}-journal")):
            left.unlink(missing_ok=True)


def check_whole(path: Path, db: sqlite3.Connection) -> None:
    """Read all of a database and raise ``StoreError`` if anything is damaged."""
    with blaming(path):
        (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise StoreError(f"{path}: it is damaged: {found}")


def _checked(path: Path, found: int, known: int) -> int:
    if found > known:
        raise NewerData(str(path), found, known)
    return found

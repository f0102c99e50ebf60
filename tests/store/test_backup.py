"""Copies of a database: while others write, complete or not at all, and back in its place."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from cancellation_hearts.store import NewerData, SqliteStore, StoreError, backup, restore
from cancellation_hearts.store.database import connect
from cancellation_hearts.store.migration import migrations
from tests.store.contract import AT, put


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "tables.sqlite3"
    write(path, b"one", b"two")
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copy.sqlite3"


def write(path: Path, *data: bytes) -> None:
    async def story() -> None:
        async with SqliteStore.open(path) as store:
            await put(store, "t", *data)

    asyncio.run(story())


def rows(path: Path) -> list[bytes]:
    async def story() -> list[bytes]:
        async with SqliteStore.open(path) as store:
            return [row.data for row in await store.read("t")]

    return asyncio.run(story())


def log_id(path: Path) -> str:
    async def story() -> str:
        async with SqliteStore.open(path) as store:
            return store.log_id

    return asyncio.run(story())


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


# --- backup ---------------------------------------------------------------------------------


def test_a_copy_holds_all_rows_in_one_private_file(path: Path, target: Path) -> None:
    backup(path, target)
    assert list(files(target.parent)) == [target.name]
    assert target.stat().st_mode & 0o777 == 0o600
    assert rows(target) == [b"one", b"two"]


def test_a_copy_is_one_moment_of_a_store_that_goes_on(path: Path, target: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(path) as store:
            begun = asyncio.Event()

            async def play() -> None:
                for version in range(2, 402, 2):
                    await store.append("t", expected=version, rows=[b"a", b"b"], at=AT)
                    begun.set()

            playing = asyncio.ensure_future(play())
            await begun.wait()
            for n in range(5):
                before = len(await store.read("t"))
                await asyncio.to_thread(backup, path, target, replace=n > 0)
                after = len(await store.read("t"))
                async with SqliteStore.open(target) as copy:
                    read = await copy.read("t")
                assert before <= len(read) <= after
                assert len(read) % 2 == 0
                assert [row.version for row in read] == list(range(1, len(read) + 1))
            await playing

    asyncio.run(story())


def test_what_stands_there_is_replaced_only_on_demand(path: Path, target: Path) -> None:
    target.write_text("precious")
    with pytest.raises(StoreError, match=r"copy.sqlite3: there is a file already"):
        backup(path, target)
    assert target.read_text() == "precious"
    backup(path, target, replace=True)
    assert rows(target) == [b"one", b"two"]


def test_the_database_is_not_copied_onto_itself(path: Path) -> None:
    before = files(path.parent)
    with pytest.raises(StoreError, match="this is the database itself"):
        backup(path, path.parent / ".." / path.parent.name / path.name, replace=True)
    assert files(path.parent) == before


def test_a_copy_that_cannot_be_made_leaves_nothing(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nowhere.*: No such file or directory"):
        backup(path, tmp_path / "nowhere" / "copy")
    with pytest.raises(StoreError, match="expected a file, found a folder"):
        backup(path, tmp_path)
    with pytest.raises(StoreError, match="none: there is no such file"):
        backup(tmp_path / "none", tmp_path / "copy")
    assert files(tmp_path) == {}


def test_a_damaged_database_gives_no_copy(path: Path, target: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with pytest.raises(StoreError, match=r"tables.sqlite3 cannot be copied to .*copy.sqlite3: "):
        backup(path, target)
    assert files(target.parent) == {}


def test_another_programs_database_is_not_copied(tmp_path: Path, target: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "other")) as db:
        db.execute("CREATE TABLE bookmarks (url)")
    with pytest.raises(StoreError, match="not one of Cancellation Hearts"):
        backup(tmp_path / "other", target)
    assert not target.exists()


# --- restore --------------------------------------------------------------------------------


def test_a_copy_is_put_back_and_what_was_there_lies_aside(path: Path, target: Path) -> None:
    backup(path, target)
    write(path, b"three")
    copy = target.read_bytes()
    aside = restore(target, path)
    assert aside is not None
    assert rows(path) == [b"one", b"two"]
    assert rows(aside) == [b"one", b"two", b"three"]
    assert target.read_bytes() == copy
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_log_that_was_put_back_is_another_log(path: Path, target: Path) -> None:
    backup(path, target)
    ids = [log_id(path)]
    assert log_id(path) == ids[0]  # to open it changes nothing
    for _ in range(2):
        restore(target, path)
        ids.append(log_id(path))
    assert len(set(ids)) == 3


def test_a_copy_is_put_where_nothing_was(path: Path, tmp_path: Path) -> None:
    new = tmp_path / "new" / "deep" / "tables.sqlite3"
    assert restore(path, new) is None
    assert rows(new) == [b"one", b"two"]
    assert new.parent.stat().st_mode & 0o777 == 0o700


def test_nothing_that_lies_aside_is_written_over(path: Path, target: Path) -> None:
    backup(path, target)
    assert len({restore(target, path) for _ in range(3)}) == 3


def test_no_log_of_the_old_database_gets_into_the_new_one(path: Path, target: Path) -> None:
    """A program that was killed leaves its log beside the database."""
    backup(path, target)
    code = (
        "import asyncio, os, sys; from pathlib import Path\n"
        "from cancellation_hearts.store import SqliteStore\n"
        "async def main():\n"
        "    store = SqliteStore.open(Path(sys.argv[1]))\n"
        "    await store.append('t', expected=2, rows=[b'three'], at=1)\n"
        "    os._exit(0)\n"
        "asyncio.run(main())\n"
    )
    subprocess.run([sys.executable, "-c", code, path], check=True)
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    aside = restore(target, path)
    assert aside is not None
    assert rows(path) == [b"one", b"two"]
    assert rows(aside) == [b"one", b"two", b"three"]


def test_a_damaged_database_is_kept_aside_as_it_is_with_its_log(path: Path, target: Path) -> None:
    backup(path, target)
    path.write_bytes(b"garbage" * 1000)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).write_bytes(b"stale" * 1000)
    aside = restore(target, path)
    assert aside is not None
    assert aside.read_bytes() == b"garbage" * 1000
    assert rows(path) == [b"one", b"two"]
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"stale" * 1000


def test_a_database_in_use_is_not_replaced(path: Path, target: Path) -> None:
    backup(path, target)

    async def story() -> None:
        async with SqliteStore.open(path) as store:
            with pytest.raises(StoreError, match="a running program uses it; end that first"):
                restore(target, path)
            await put(store, "t", b"three")

    asyncio.run(story())
    assert rows(path) == [b"one", b"two", b"three"]
    assert restore(target, path)


def test_another_programs_connection_is_noticed_too(path: Path, target: Path) -> None:
    backup(path, target)
    with contextlib.closing(connect(path)) as db:
        db.execute("SELECT count(*) FROM events").fetchone()
        with pytest.raises(StoreError, match="a running program uses it; end that first"):
            restore(target, path)
    assert {file.name for file in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}


@pytest.mark.parametrize("wrong", ["garbage", "empty", "torn", "holes", "other", "newer", "none"])
def test_what_is_no_whole_copy_is_refused_and_nothing_changed(
    path: Path, target: Path, wrong: str
) -> None:
    write(path, *(b"%d" % n * 100 for n in range(200)))
    backup(path, target)
    data = target.read_bytes()
    torn = {
        "garbage": b"garbage" * 1000,
        "empty": b"",
        "torn": data[: len(data) // 2],
        "holes": data[:8192] + bytes(4096) + data[12288:],
    }
    if wrong in torn:
        target.write_bytes(torn[wrong])
    if wrong in {"none", "other"}:
        target.unlink()
    if wrong == "other":
        with contextlib.closing(sqlite3.connect(target)) as db:
            db.execute("CREATE TABLE bookmarks (url)")
    if wrong == "newer":
        with contextlib.closing(connect(target)) as db:
            db.execute(f"PRAGMA user_version = {len(migrations()) + 1}")
    before = files(path.parent)
    with pytest.raises(NewerData if wrong == "newer" else StoreError, match=r"copy.sqlite3: "):
        restore(target, path)
    assert files(path.parent) == before


def test_the_database_is_not_restored_from_itself(path: Path) -> None:
    with pytest.raises(StoreError, match="this is the database itself"):
        restore(path, path)
    with pytest.raises(StoreError, match="expected a file, found a folder"):
        restore(path, path.parent)

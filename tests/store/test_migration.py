"""Old data is brought to today's form, with a copy of it first; newer data is left alone."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from cancellation_hearts.store import NewerData, SqliteStore, StoreError, restore
from cancellation_hearts.store.database import connect, data_version
from cancellation_hearts.store.migration import migrations
from tests.store.contract import put

ROOT = Path(__file__).parents[2]
TODAY = len(migrations())
TOMORROW = (*migrations(), "CREATE TABLE tables (name TEXT PRIMARY KEY);")
BROKEN = (*TOMORROW, "CREATE TABLE one (a); DROP TABLE events; CREATE TABLE one (a);")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database that a program of today wrote; the tests play a program of tomorrow."""
    path = tmp_path / "tables.sqlite3"

    async def play() -> None:
        async with SqliteStore.open(path) as store:
            await put(store, "t", b"one", b"two")

    asyncio.run(play())
    return path


def rows(path: Path, steps: Sequence[str] | None = None) -> list[bytes]:
    async def read() -> list[bytes]:
        async with SqliteStore.open(path, steps=steps) as store:
            return [row.data for row in await store.read("t")]

    return asyncio.run(read())


def version(path: Path) -> int:
    with contextlib.closing(connect(path)) as db:
        return data_version(db)


def names(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


def test_migrations_are_numbered_without_gaps_and_packed_into_the_wheel() -> None:
    packed = {
        Path(file.distribution_path)
        for file in WheelBuilder(str(ROOT)).recurse_included_files()
        if file.distribution_path.endswith(".sql")
    }
    assert {path.parent.as_posix() for path in packed} == {"cancellation_hearts/store/migrations"}
    assert sorted(int(path.name[:4]) for path in packed) == list(range(1, TODAY + 1))


def test_a_new_file_has_todays_form_and_needs_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    assert rows(path) == []
    assert version(path) == TODAY
    assert names(path) == {"a.sqlite3", "a.sqlite3.lock"}


def test_old_data_is_migrated_and_a_copy_of_it_kept(old: Path) -> None:
    assert rows(old, TOMORROW) == [b"one", b"two"]
    assert version(old) == TODAY + 1
    copy = old.with_name(f"{old.name}.before-{TODAY + 1}")
    assert version(copy) == TODAY
    assert copy.stat().st_mode & 0o777 == 0o600
    assert names(old) == {old.name, copy.name, f"{old.name}.lock"}


def test_the_copy_can_be_put_back(old: Path) -> None:
    rows(old, TOMORROW)
    restore(old.with_name(f"{old.name}.before-{TODAY + 1}"), old)
    assert rows(old) == [b"one", b"two"]


def test_a_file_that_was_just_begun_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    path.touch()
    with contextlib.closing(connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert rows(path) == []


def test_newer_data_is_refused_and_kept(old: Path) -> None:
    rows(old, TOMORROW)
    before = old.read_bytes()
    with pytest.raises(NewerData) as caught:
        rows(old)
    assert (caught.value.found, caught.value.known) == (TODAY + 1, TODAY)
    assert str(caught.value) == (
        f"{old}: a newer program wrote this: "
        f"expected data of version {TODAY} or older, found {TODAY + 1}"
    )
    assert old.read_bytes() == before


def test_a_migration_that_fails_leaves_what_the_one_before_it_left(old: Path) -> None:
    with pytest.raises(StoreError, match=f"migration {TODAY + 2} failed and changed nothing: "):
        rows(old, BROKEN)
    assert version(old) == TODAY + 1
    assert rows(old, TOMORROW) == [b"one", b"two"]
    assert version(old.with_name(f"{old.name}.before-{TODAY + 2}")) == TODAY


def test_trying_again_writes_over_no_copy(old: Path) -> None:
    for _ in range(2):
        with pytest.raises(StoreError, match="failed"):
            rows(old, BROKEN)
    copy = f"{old.name}.before-{TODAY + 2}"
    assert {copy, f"{copy}-2"} <= names(old)


def test_what_an_older_program_is_using_is_not_migrated(old: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(old) as store:
            with pytest.raises(StoreError, match="an older program uses it"):
                SqliteStore.open(old, steps=TOMORROW, patience=0)
            await put(store, "t", b"three")

    asyncio.run(story())
    assert version(old) == TODAY
    assert rows(old, TOMORROW) == [b"one", b"two", b"three"]

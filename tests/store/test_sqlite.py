"""The store in a file: the promises of all stores, the file itself, and who else may use it."""

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cancellation_hearts.store import Appended, Conflict, SqliteStore, StoreError
from cancellation_hearts.store.clock import machine_time
from cancellation_hearts.store.database import connect
from cancellation_hearts.store.sqlite import GROUP
from tests.store.contract import AT, StoreContract, put


class TestSqliteStore(StoreContract):
    def new(self, folder: Path, *, clock: Callable[[], int] = machine_time) -> SqliteStore:
        return SqliteStore.open(folder / "tables.sqlite3", clock=clock)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tables.sqlite3"


@contextlib.contextmanager
def as_nobody() -> Iterator[None]:
    """Without root's right to write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    try:
        os.seteuid(65534)
    except PermissionError:
        pytest.skip("NOT TESTED: root that cannot become somebody else may write everywhere")
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can look into, which pytest's are not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


# --- the file -------------------------------------------------------------------------------


def test_rows_are_there_after_closing_and_opening(path: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(path) as store:
            await store.append("t", expected=0, rows=[b"one", b"two"], at=AT, idem="k")
        async with SqliteStore.open(path) as store:
            assert [row.data for row in await store.read("t")] == [b"one", b"two"]
            again = await store.append("t", expected=0, rows=[b"x"], at=AT, idem="k")
            assert again == Appended(1, 2, again=True)

    asyncio.run(story())


def test_nobody_else_can_read_folder_and_files(path: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(path) as store:
            await put(store, "t", b"everybody's cards")
            assert path.parent.stat().st_mode & 0o777 == 0o700
            files = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
            assert set(files) == {path.name + end for end in ("", "-wal", "-shm", ".lock")}
            assert set(files.values()) == {0o600}

    asyncio.run(story())


def test_a_closed_store_is_one_file_and_its_lock(path: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(path) as store:
            await put(store, "t", b"x")

    asyncio.run(story())
    assert {file.name for file in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}


def test_a_name_with_odd_signs_is_a_name(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "a?mode=memory#%41 ໄພ້.sqlite3"
        async with SqliteStore.open(path) as store:
            await put(store, "t", b"x")
        assert path.is_file()

    asyncio.run(story())


def test_every_commit_waits_for_the_disk(path: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(path):
            with contextlib.closing(connect(path)) as db:
                assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
                assert db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL

    asyncio.run(story())


def test_more_than_a_group_is_appended_in_turn(path: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(path) as store:
            answers = await asyncio.gather(
                *(
                    store.append("t", expected=n, rows=[b"%d" % n], at=AT)
                    for n in range(2 * GROUP + 7)
                )
            )
            assert [one.last for one in answers] == list(range(1, 2 * GROUP + 8))

    asyncio.run(story())


def test_an_event_loop_that_ended_leaves_the_writer_alive(path: Path) -> None:
    store = SqliteStore.open(path)

    async def leave() -> None:
        appends = [store.append(f"t/{n}", expected=0, rows=[b"x"], at=AT) for n in range(100)]
        waiting = [asyncio.ensure_future(one) for one in appends]
        await asyncio.sleep(0)
        assert not all(one.done() for one in waiting)

    async def go_on() -> None:
        assert await put(store, "u", b"x") == Appended(1, 1)
        await store.close()

    asyncio.run(leave())
    asyncio.run(go_on())


# --- files that cannot be used --------------------------------------------------------------


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        SqliteStore.open(path, patience=0)
    message = str(caught.value)
    assert message.startswith((str(path), f"{path.parent}: "))
    return message


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "expected a file, found a folder" in refused(tmp_path)


@pytest.mark.parametrize("garbage", [b"no database\n" * 500, b"x", os.urandom(8192)], ids=len)
def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "a.sqlite3"
    path.write_bytes(garbage)
    assert "it is no SQLite database" in refused(path)
    assert path.read_bytes() == garbage


def test_another_programs_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE bookmarks (url)")
    before = path.read_bytes()
    assert "not one of Cancellation Hearts" in refused(path)
    assert path.read_bytes() == before


def test_a_place_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "file: File exists" in refused(tmp_path / "file" / "a.sqlite3")


def test_a_folder_that_cannot_be_written_is_refused(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    with as_nobody():
        assert "Permission denied" in refused(open_folder / "a.sqlite3")


def test_a_file_that_cannot_be_written_is_refused(open_folder: Path) -> None:
    path = open_folder / "a.sqlite3"
    asyncio.run(SqliteStore.open(path).close())
    path.chmod(0o444)
    (open_folder / "a.sqlite3.lock").chmod(0o666)
    with as_nobody():
        assert "Permission denied" in refused(path)


def test_a_damaged_page_is_named_and_no_answer_is_made_up(path: Path) -> None:
    async def fill() -> None:
        async with SqliteStore.open(path) as store:
            await put(store, "t", *(b"%d" % n * 100 for n in range(200)))

    async def use() -> None:
        async with SqliteStore.open(path) as store:
            with pytest.raises(StoreError, match=r"tables.sqlite3: it is damaged"):
                await store.read("t")
            with pytest.raises(StoreError, match=r"tables.sqlite3: it is damaged"):
                await store.append("t", expected=200, rows=[b"x"], at=AT)

    asyncio.run(fill())
    data = path.read_bytes()
    sound = 8 * 4096  # what is made with the file; behind it lie the rows
    path.write_bytes(data[:sound] + b"\xff" * (len(data) - sound))
    asyncio.run(use())
    path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    with pytest.raises(StoreError, match=r"tables.sqlite3: it is damaged"):
        SqliteStore.open(path)


# --- two programs, one file -----------------------------------------------------------------


def test_two_stores_on_one_file_lose_and_double_nothing(path: Path) -> None:
    async def play(store: SqliteStore, stream: str, name: bytes) -> list[int]:
        won: list[int] = []
        while len(won) < 15:
            version = len(await store.read(stream))
            with contextlib.suppress(Conflict):
                won.append((await store.append(stream, expected=version, rows=[name], at=AT)).last)
        return won

    async def story() -> None:
        async with SqliteStore.open(path) as one, SqliteStore.open(path) as two:
            games = [(store, f"t/{n % 4}", b"%d" % n) for n in range(8) for store in (one, two)]
            won = await asyncio.gather(*(play(*game) for game in games))
            for n in range(4):
                read = await one.read(f"t/{n}")
                assert read == await two.read(f"t/{n}")
                assert [row.version for row in read] == list(range(1, 61))
                mine = [
                    versions
                    for game, versions in zip(games, won, strict=True)
                    if game[1] == f"t/{n}"
                ]
                assert sorted(sum(mine, [])) == list(range(1, 61))  # noqa: RUF017 - short

    asyncio.run(story())


def test_a_key_is_known_to_every_store_on_the_file(path: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(path) as one, SqliteStore.open(path) as two:
            both = await asyncio.gather(
                *(
                    store.append("t", expected=0, rows=[b"x"], at=AT, idem="k")
                    for store in (one, two)
                )
            )
            assert sorted(answer.again for answer in both) == [False, True]

    asyncio.run(story())


def test_programs_that_start_at_once_make_the_file_once(path: Path) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path\n"
        "from cancellation_hearts.store import SqliteStore\n"
        "async def main():\n"
        "    async with SqliteStore.open(Path(sys.argv[1])) as store:\n"
        "        await store.append(sys.argv[2], expected=0, rows=[b'x'], at=1)\n"
        "asyncio.run(main())\n"
    )
    programs = [subprocess.Popen([sys.executable, "-c", code, path, f"t/{n}"]) for n in range(4)]
    assert [program.wait(60) for program in programs] == [0, 0, 0, 0]

    async def story() -> None:
        async with SqliteStore.open(path) as store:
            assert len(await store.latest()) == 4
        assert {file.name for file in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}

    asyncio.run(story())


def test_a_locked_file_is_an_error_and_later_none(path: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(path, patience=0) as store:
            await put(store, "t", b"one")
            with contextlib.closing(connect(path)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StoreError, match="another program has locked it"):
                    await store.append("t", expected=1, rows=[b"two"], at=AT)
                assert "another program has locked it" in refused(path)
                assert len(await store.read("t")) == 1
                other.execute("ROLLBACK")
            assert await store.append("t", expected=1, rows=[b"two"], at=AT) == Appended(2, 2)

    asyncio.run(story())


def test_an_error_in_the_middle_of_a_group_leaves_the_writer_free(path: Path) -> None:
    async def story() -> None:
        async with SqliteStore.open(path) as store:
            with contextlib.closing(connect(path)) as other:
                other.execute("ALTER TABLE events RENAME TO elsewhere")
                with pytest.raises(StoreError, match=r"tables.sqlite3: no such table: events"):
                    await store.append("t", expected=0, rows=[b"x"], at=AT)
                other.execute("ALTER TABLE elsewhere RENAME TO events")
            assert await store.append("t", expected=0, rows=[b"x"], at=AT) == Appended(1, 1)

    asyncio.run(story())

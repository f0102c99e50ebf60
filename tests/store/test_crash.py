"""What was acknowledged survives: killed programs, torn logs, full disks."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest

from cancellation_hearts.store import Row, SqliteStore
from tests.conftest import scale
from tests.store.contract import AT

PLAYERS: Final = 24
"""How many streams grow at once in the program that gets killed."""

PLAY: Final = f"""
import asyncio, json, os, sys
from pathlib import Path
from cancellation_hearts.store import SqliteStore

async def play(store, stream):
    version = len(await store.read(stream))
    while True:
        size = 1 + version % 3
        rows = [json.dumps([version, n, size]).encode().ljust(200) for n in range(size)]
        wrote = await store.append(stream, expected=version, rows=rows, at=1, idem=str(version))
        version = wrote.last
        os.write(1, f"{{stream}} {{version}}\\n".encode())

async def main():
    async with SqliteStore.open(Path(sys.argv[1])) as store:
        await asyncio.gather(*(play(store, f"t/{{n}}") for n in range({PLAYERS})))

asyncio.run(main())
"""


def assert_whole(rows: tuple[Row, ...]) -> None:
    """Every append of PLAY is there with all its rows or with none."""
    at = 0
    while at < len(rows):
        size = 1 + at % 3
        assert [json.loads(row.data) for row in rows[at : at + size]] == [
            [at, n, size] for n in range(size)
        ]
        at += size
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))


def streams(path: Path) -> dict[str, tuple[Row, ...]]:
    """All there is."""

    async def read() -> dict[str, tuple[Row, ...]]:
        async with SqliteStore.open(path) as store:
            return {one.stream: await store.read(one.stream) for one in await store.latest()}

    return asyncio.run(read())


def test_a_killed_program_loses_nothing_acknowledged_and_leaves_nothing_half(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.sqlite3"
    rng = Random(1)
    told: dict[str, int] = {}
    for _ in range(scale(10, 200)):
        program = subprocess.Popen(
            [sys.executable, "-c", PLAY, path], stdout=subprocess.PIPE, text=True
        )
        assert program.stdout is not None
        with program, program.stdout:
            for _ in range(rng.choice([0, 1, rng.randrange(300), rng.randrange(1500)])):
                stream, _space, version = program.stdout.readline().partition(" ")
                told[stream] = int(version)
            program.kill()
            for line in program.stdout:  # acknowledged before it died
                stream, _space, version = line.partition(" ")
                if version.endswith("\n"):
                    told[stream] = int(version)
        assert program.returncode == -signal.SIGKILL
        found = streams(path)
        for rows in found.values():
            assert_whole(rows)
        assert {name: len(found.get(name, ())) >= version for name, version in told.items()} == (
            dict.fromkeys(told, True)
        )
    assert told


def test_a_torn_log_gives_the_appends_before_the_tear(tmp_path: Path) -> None:
    """As after a loss of power on a disk that had told the truth only up to some byte."""
    path, rng = tmp_path / "tables.sqlite3", Random(1)
    sizes = [1, 4, 2, 1, 3] * 12
    ends: list[int] = []  # where the log ended after each append

    async def fill() -> None:
        async with SqliteStore.open(path) as store:
            log = path.with_name(f"{path.name}-wal")
            for number, size in enumerate(sizes):
                rows = [
                    json.dumps([number, n]).encode() * rng.randrange(1, 200) for n in range(size)
                ]
                await store.append("t", expected=sum(sizes[:number]), rows=rows, at=AT)
                ends.append(os.stat(log).st_size)  # noqa: PTH116 - pathlib waits as well
            for end in ("", "-wal"):
                shutil.copy(f"{path}{end}", f"{tmp_path}/copy{end}")

    asyncio.run(fill())
    whole = (tmp_path / "copy-wal").read_bytes()
    for number in range(scale(60, 1000)):
        torn = tmp_path / f"torn-{number}"
        shutil.copy(tmp_path / "copy", torn)
        cut = rng.randrange(len(whole) + 1)
        rest = [b"", rng.randbytes(len(whole) - cut), bytes(len(whole) - cut)][number % 3]
        torn.with_name(f"{torn.name}-wal").write_bytes(whole[:cut] + rest)
        rows = streams(torn).get("t", ())
        kept = sum(end <= cut for end in ends)
        assert len(rows) >= sum(sizes[:kept])
        assert len(rows) in {sum(sizes[:n]) for n in range(len(sizes) + 1)}
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))


FILL: Final = """
import asyncio, json, resource, sys
from pathlib import Path
from cancellation_hearts.store import SqliteStore, StoreError

async def main(path, room, more):
    async with SqliteStore.open(path) as store:
        await store.append("small", expected=0, rows=[b"x"], at=1)
        room()
        versions = dict.fromkeys((f"t/{n}" for n in range(20)), 0)
        told, complaints = 0, set()
        while not complaints:
            key = str(told)
            answers = await asyncio.gather(
                *(
                    store.append(name, expected=version, rows=[b"x" * 3000] * 2, at=1, idem=key)
                    for name, version in versions.items()
                ),
                return_exceptions=True,
            )
            told += 1
            for name, answer in zip(list(versions), answers):
                if isinstance(answer, StoreError):
                    complaints.add(str(answer))
                elif isinstance(answer, BaseException):
                    raise answer
                else:
                    versions[name] = answer.last
        assert len(complaints) == 1, complaints
        assert all(isinstance(answer, StoreError) for answer in answers)
        for name, version in versions.items():
            assert len(await store.read(name)) == version > 0
        more()
        for name, version in versions.items():
            wrote = await store.append(name, expected=version, rows=[b"y"], at=1, idem=key)
            assert not wrote.again
        print(complaints.pop())
    async with SqliteStore.open(path) as store:
        for name, version in versions.items():
            assert len(await store.read(name)) == version + 1
"""

LIMITED: Final = """
_soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
asyncio.run(
    main(
        Path(sys.argv[1]),
        lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, hard)),
        lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard)),
    )
)
"""

SMALL_DISK: Final = """
filler = Path(sys.argv[1]).parent / "filler"
filler.write_bytes(bytes(1_500_000))
asyncio.run(main(Path(sys.argv[1]), lambda: None, filler.unlink))
"""


def test_a_file_that_may_not_grow_is_an_error_until_it_may(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    told = subprocess.run(
        [sys.executable, "-c", FILL + LIMITED, path], check=True, capture_output=True, text=True
    )
    assert told.stdout.startswith(f"{path}: the disk cannot be written or read (SQLITE_IOERR")


def test_a_full_disk_is_an_error_until_there_is_room(tmp_path: Path) -> None:
    path = tmp_path / "disk" / "tables.sqlite3"
    path.parent.mkdir()
    disk = "mount -t tmpfs -o size=4m none"
    in_own_space = ["unshare", "--mount", "--map-root-user"]  # gone with the process
    if sys.platform != "linux" or shutil.which("unshare") is None:
        pytest.skip("NOT TESTED: a small disk can be made on Linux with unshare only")
    tried = subprocess.run(
        [*in_own_space, "sh", "-c", f'{disk} "$0"', path.parent], check=False, capture_output=True
    )
    if tried.returncode:
        pytest.skip(f"NOT TESTED: no small disk can be made here: {tried.stderr!r}")
    told = subprocess.run(
        [
            *in_own_space,
            "sh",
            "-c",
            f'{disk} "$0" && exec "$1" -c "$2" "$3"',
            path.parent,
            sys.executable,
            FILL + SMALL_DISK,
            path,
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout == f"{path}: the disk is full (SQLITE_FULL)\n"


def test_a_backup_that_the_disk_cannot_hold_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"

    async def fill() -> None:
        async with SqliteStore.open(path) as store:
            await store.append("t", expected=0, rows=[b"x" * 10_000] * 100, at=AT)

    asyncio.run(fill())
    code = (
        "import resource, sys; from pathlib import Path\n"
        "from cancellation_hearts.store import StoreError, backup\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))\n"
        "try:\n"
        "    backup(Path(sys.argv[1]), Path(sys.argv[2]))\n"
        "except StoreError as error:\n"
        "    print(error)\n"
    )
    target = tmp_path / "copies" / "copy"
    target.parent.mkdir()
    told = subprocess.run(
        [sys.executable, "-c", code, path, target], check=True, capture_output=True, text=True
    )
    assert told.stdout.startswith(f"{path} cannot be copied to {target}: ")
    assert list(target.parent.iterdir()) == []

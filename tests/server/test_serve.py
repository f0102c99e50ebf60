"""The command ``serve``: what it says, and what it refuses before it changes anything."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import segno

from cancellation_hearts.cli.serve import QUIET, address_of, told
from cancellation_hearts.store import SqliteStore
from cancellation_hearts.store.use import Use
from tests.server.serving import COMMAND, ROOT, Server


def refused(*options: str) -> str:
    """What a server that does not even start complains about."""
    result = subprocess.run(
        [*COMMAND, *options], cwd=ROOT, check=False, capture_output=True, text=True, timeout=60
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert "Traceback" not in result.stderr
    return result.stderr


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--port", "65536", "expected a port from 0 to 65535, not '65536'"),
        ("--port", "web", "expected a port from 0 to 65535, not 'web'"),
        ("--bots", "0", "expected a number of processes from 1 to 64, not '0'"),
        ("--bots", "65", "expected a number of processes from 1 to 64, not '65'"),
        ("--pace", "nan", "expected seconds from 0 to 60, such as 0.6, not 'nan'"),
        ("--pace", "61", "expected seconds from 0 to 60, such as 0.6, not '61'"),
        ("--origin", "hearts.example", "expected an address such as https://hearts.example"),
        ("--origin", "ftp://hearts.example", "expected an address such as https://"),
        ("--origin", "https://", "expected an address such as https://"),
        ("--origin", "https://a.example/page", "expected an address such as https://"),
        ("--origin", "https://a.example:port", "expected an address such as https://"),
        ("--origin", "https://me@a.example", "expected an address such as https://"),
        ("--host", "203.0.113.1", "port 0: this machine has no such address; expected one like"),
        ("--host", "no such host", "port 0: this machine has no such address; expected one like"),
        ("--host", "a..b", "port 0: this machine has no such address; expected one like"),
    ],
    ids=lambda word: word[:24],
)
def test_a_wrong_value_is_named_with_what_was_expected(
    tmp_path: Path, option: str, value: str, expected: str
) -> None:
    data = tmp_path / "data"
    options = [] if option == "--port" else ["--port", "0"]
    complaint = refused("--data", str(data), *options, option, value)
    assert expected in complaint
    assert not data.exists()


@pytest.mark.parametrize("value", ["-1", "-0.5"])
@pytest.mark.parametrize("option", ["--bots", "--pace", "--port"])
def test_a_negative_number_is_refused(tmp_path: Path, option: str, value: str) -> None:
    assert f"argument {option}: expected" in refused(
        "--data", str(tmp_path / "data"), option, value
    )
    assert list(tmp_path.iterdir()) == []


def test_unwanted_words_are_those_of_the_folder_or_of_the_file_that_is_named(
    tmp_path: Path,
) -> None:
    def allowed(*options: str) -> list[str]:
        with Server(tmp_path / "data", *options) as server:
            names = ("Moon", "Sun", "Fuck")
            return [name for name in names if server.post("/api/tables", {"name": name})[0] == 201]

    (tmp_path / "suns").write_text("sun\n")
    assert allowed() == ["Moon", "Sun"]
    (tmp_path / "data" / "block-words.txt").write_text("moon\n")
    assert allowed() == ["Sun", "Fuck"]
    assert allowed("--block-words", str(tmp_path / "suns")) == ["Moon", "Fuck"]
    (tmp_path / "data" / "block-words.txt").write_text("")
    assert allowed() == ["Moon", "Sun", "Fuck"]


def test_a_list_of_words_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    data = tmp_path / "data"
    missing = str(tmp_path / "missing")
    complaint = refused("--port", "0", "--data", str(data), "--block-words", missing)
    assert f"{missing}: No such file or directory" in complaint
    data.mkdir()
    (data / "block-words.txt").write_text("two words")
    assert "block-words.txt, line 1: expected one word" in refused(
        "--port", "0", "--data", str(data)
    )
    assert [path.name for path in data.iterdir()] == ["block-words.txt"]


def test_a_second_server_of_the_same_tables_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        complaint = refused("--port", "0", "--data", str(tmp_path / "data"))
        assert "another server has these tables" in complaint
        assert server.get("/readyz")[0] == 200


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        complaint = refused("--port", str(port), "--data", str(tmp_path / "data"))
    assert f"port {port}: another program has this port; --port chooses another one" in complaint
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("precious")
    complaint = refused("--port", "0", "--data", str(tmp_path / "data"))
    assert f"{tmp_path}/data: expected a folder, found a file" in complaint
    assert content(tmp_path) == {"data": b"precious"}


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    # Nobody can write here, root neither; a folder without permissions stops only other people.
    complaint = refused("--port", "0", "--data", "/proc/hearts")
    assert "/proc/hearts" in complaint
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"The quick brown fox" * 500)
    complaint = refused("--port", "0", "--data", str(tmp_path))
    assert "tables.sqlite3: it is no SQLite database" in complaint
    assert content(tmp_path)["tables.sqlite3"] == b"The quick brown fox" * 500


@contextmanager
def database(folder: Path) -> Iterator[sqlite3.Connection]:
    asyncio.run(SqliteStore.open(folder / "tables.sqlite3").close())
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as db:
        yield db


def test_the_database_of_another_program_is_named(tmp_path: Path) -> None:
    with database(tmp_path) as db:
        db.execute("PRAGMA application_id = 7")
    before = content(tmp_path)["tables.sqlite3"]
    complaint = refused("--port", "0", "--data", str(tmp_path))
    assert "it is a database, but not one of Cancellation Hearts" in complaint
    assert content(tmp_path)["tables.sqlite3"] == before


def test_data_of_a_newer_program_is_named(tmp_path: Path) -> None:
    with database(tmp_path) as db:
        db.execute("PRAGMA user_version = 99")
    before = content(tmp_path)["tables.sqlite3"]
    complaint = refused("--port", "0", "--data", str(tmp_path))
    assert "tables.sqlite3" in complaint
    assert "99" in complaint
    assert "newer" in complaint
    assert content(tmp_path)["tables.sqlite3"] == before


def test_a_database_that_is_being_restored_is_named(tmp_path: Path) -> None:
    with database(tmp_path):
        pass
    restoring = Use(tmp_path / "tables.sqlite3")
    assert restoring.take_alone()
    try:
        complaint = refused("--port", "0", "--data", str(tmp_path))
    finally:
        restoring.release()
    assert "or it is being restored; end that first" in complaint


# --- starting and stopping --------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_server_that_is_told_to_stop_ends_in_order(tmp_path: Path, number: int) -> None:
    with Server(tmp_path / "data") as server:
        assert server.get("/readyz")[0] == 200
        assert server.stop(number) == 0


def test_the_usual_spelling_of_an_origin_does_no_harm(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--origin", "HTTPS://Hearts.Example:443/") as server:
        body = {"name": "Ana", "cookie": True}
        assert server.post("/api/tables", body, Origin="https://hearts.example")[0] == 201
        assert server.post("/api/tables", body, Origin="https://other.example")[0] == 403


# --- the QR code ------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["192.168.1.23", "fd00::1"])
def test_the_code_in_the_terminal_is_the_address_with_its_quiet_zone(host: str) -> None:
    lines = told(address_of(host, 8000, lan=False), lan=True)
    address = lines[0].removeprefix("Tables are open at ")
    first = lines.index("") + 1
    drawn = lines[first:-1]
    # Each sign is two modules, one above the other; what is drawn is light, as paper is.
    signs = {
        " ": (1, 1),
        "\N{UPPER HALF BLOCK}": (0, 1),
        "\N{LOWER HALF BLOCK}": (1, 0),
        "\N{FULL BLOCK}": (0, 0),
    }
    seen = [[signs[sign][half] for sign in line] for line in drawn for half in (0, 1)]
    code = segno.make_qr(address)
    meant = [list(row) for row in code.matrix_iter(border=QUIET)]
    assert QUIET >= 4
    assert seen[: len(meant)] == meant
    assert len(seen) - len(meant) in (0, 1)
    assert all(len(line) <= 60 for line in drawn)  # it fits into a small window


def test_a_terminal_is_told_which_colour_is_light() -> None:
    plain = told("http://192.168.1.23:8000/", lan=True)
    coloured = told("http://192.168.1.23:8000/", lan=True, colours=True)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured] == plain
    assert coloured[3].startswith("\x1b[97;40m")
    assert coloured[3].endswith("\x1b[0m")

"""People in terminals at a table of a real server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.serving import Server
from tests.test_play import Terminal


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data") as server:
        yield server


@pytest.fixture
def link(server: Server) -> str:
    _status, opened = server.post("/api/tables", {"name": "Ana", "rules": "players=6"})
    return f"{server.address}/t/{opened['table']}"


def joined(stack: ExitStack, link: str, name: str, folder: Path) -> Terminal:
    terminal = Terminal(
        link, "--name", name, "--data", str(folder), "--speed", "instant", command="join"
    )
    stack.callback(terminal.close)
    return terminal


def test_two_people_play_in_their_terminals_and_come_back(
    server: Server, link: str, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        ben = joined(stack, link, "Ben", tmp_path / "ben")
        ben.shows("Enter: start")
        cleo = joined(stack, link, "Cleo", tmp_path / "cleo")
        cleo.shows("Ben starts the game")
        cleo.send("\r")
        cleo.shows("Only the host may do that.")
        ben.send("\r")
        ben.shows("Lift 3 more cards", "Cleo")
        cleo.shows("Lift 3 more cards", "Ben")
        cleo.send("w")
        cleo.shows("Good luck!", "Who is here")
        cleo.send("b")
        ben.shows("Cleo: Good luck!")
        server.kill()
        server.start()
        cleo.send("\r", "\x1b[C", "\r", "\x1b[C", "\r", "p")
        cleo.shows("Waiting for")
        ben.send("q")
        assert ben.ends() == 0
        again = joined(stack, link, "Somebody else", tmp_path / "ben")
        again.shows("Cleo", "Lift 3 more cards")  # the same seat, and nothing was lost
        again.send("q")
        assert again.ends() == 0
    noted = tmp_path / "ben" / "places.json"
    assert noted.stat().st_mode & 0o777 == 0o600
    assert list(json.loads(noted.read_text())) == [link]


def test_one_person_plays_with_bots_far_away(link: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        ben = joined(stack, link, "Ben", tmp_path / "ben")
        ben.shows("Enter: start")
        ben.send("\r")
        ben.shows("Lift 3 more cards", "Ana")
        ben.send("\x03")
        assert ben.ends() == 130


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("nonsense", "expected a link such as http://HOST/t/TABLE"),
        ("http://127.0.0.1:9/t/abc", "127.0.0.1:9"),
    ],
)
def test_a_link_that_leads_nowhere_is_named(wrong: str, told: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        terminal = joined(stack, wrong, "Ben", tmp_path)
        terminal.said(told)
        assert terminal.ends() == 2


def test_a_table_that_is_not_there_is_named(server: Server, tmp_path: Path) -> None:
    with ExitStack() as stack:
        terminal = joined(stack, f"{server.address}/t/nowhere", "Ben", tmp_path)
        terminal.said("There is no such table.")
        assert terminal.ends() == 2

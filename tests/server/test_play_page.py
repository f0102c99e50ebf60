"""``play`` without more: the page in the browser, from a server on this machine."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from cancellation_hearts.cli import main
from cancellation_hearts.cli.page import has_browser, listening_near
from cancellation_hearts.store.use import Use
from tests.server.serving import COMMAND, Server

PLAY: Final = (*COMMAND[:-1], "play")


class Played:
    """``play`` in a process of its own, and what it has said."""

    def __init__(self, data: Path, *options: str, **env: str) -> None:
        base = {name: text for name, text in os.environ.items() if name not in WINDOWS}
        self.process = subprocess.Popen(
            [*PLAY, "--data", str(data), *options],
            env=base | {"PYTHONUNBUFFERED": "1"} | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.lines: list[str] = []

    def says(self, text: str) -> str:
        """Wait for a line with this text."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if text in line:
                return line
        raise AssertionError(f"it never said {text!r} but {self.lines}")

    @property
    def address(self) -> str:
        """Where it leads people."""
        found = re.search(r"http://\S+/", self.says("http://"))
        assert found is not None
        return found[0]

    def ends(self) -> int:
        assert self.process.stdout is not None
        self.lines += self.process.stdout.read().splitlines()
        return self.process.wait(30)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.ends()


WINDOWS: Final = {"CI", "BROWSER", "DISPLAY", "WAYLAND_DISPLAY"}


@contextmanager
def played(data: Path, *options: str, **env: str) -> Iterator[Played]:
    play = Played(data, *options, **env)
    try:
        yield play
    finally:
        if play.process.poll() is None:
            play.process.kill()
        play.process.wait()
        assert play.process.stdout is not None
        play.process.stdout.close()


def seen(address: str) -> tuple[int, str]:
    place = urlsplit(address)
    door = HTTPConnection(place.hostname or "", place.port, timeout=20)
    try:
        door.request("GET", place.path)
        answer = door.getresponse()
        return answer.status, answer.read().decode()
    finally:
        door.close()


def test_the_page_is_open_until_ctrl_c_and_all_is_kept(tmp_path: Path) -> None:
    with played(tmp_path / "data", "--port", "0") as play:
        address = play.address
        assert address.startswith("http://127.0.0.1:")
        assert seen(address)[0] == 200
        play.says("Ctrl-C ends it, and nothing is lost.")
        play.says("In this terminal: cancellation-hearts play --terminal")
        assert play.stop() == 0
    assert play.lines[-1] == "All is kept. Until next time!"
    assert not [line for line in play.lines if line.startswith("{")], "a log is not for players"
    with Server(tmp_path / "data") as server:  # as ``serve`` keeps them
        assert server.get("/readyz")[0] == 200


def test_a_browser_is_opened_where_there_is_one(tmp_path: Path) -> None:
    browser, seen_by = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen_by}.new && mv {seen_by}.new {seen_by}\n')
    browser.chmod(0o700)
    with played(tmp_path / "data", "--port", "0", BROWSER=f"{browser} %s") as play:
        address = play.address
        end = time.monotonic() + 20
        while not seen_by.exists():
            assert time.monotonic() < end
            time.sleep(0.02)
        assert seen_by.read_text() == f"{address}\n"
        assert play.stop() == 0
    assert not [line for line in play.lines if "--terminal" in line]


@pytest.mark.parametrize(
    ("env", "there"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"BROWSER": "firefox"}, True),
        ({"BROWSER": "firefox", "CI": "true"}, False),
        ({}, sys.platform in ("darwin", "win32")),
    ],
    ids=["x", "wayland", "said", "ci", "nothing"],
)
def test_no_browser_is_looked_for_in_a_terminal(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], *, there: bool
) -> None:
    for name in WINDOWS:
        monkeypatch.delenv(name, raising=False)
    for name, text in env.items():
        monkeypatch.setenv(name, text)
    assert has_browser() is there


def test_who_starts_it_twice_is_led_to_the_one_that_runs(tmp_path: Path) -> None:
    with played(tmp_path / "data", "--port", "0") as play:
        address = play.address
        with played(tmp_path / "data") as again:
            assert again.ends() == 0
            assert again.lines[0] == f"The game is open already at {address}"
        with played(tmp_path / "data", "--lan") as network:
            assert network.ends() == 2
            assert "start it again with --lan" in network.lines[0]
        assert seen(address)[0] == 200
        assert play.stop() == 0


def test_it_leads_to_a_server_too_and_after_a_kill_it_starts_anew(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        with played(tmp_path / "data") as play:
            assert play.ends() == 0
            assert play.lines[0].endswith(f"{server.address}/")
        server.kill()
        with played(tmp_path / "data", "--port", "0") as play:
            assert seen(play.address)[0] == 200


def test_of_two_started_at_once_one_serves_and_one_leads_there(tmp_path: Path) -> None:
    with (
        played(tmp_path / "data", "--port", "0") as one,
        played(tmp_path / "data", "--port", "0") as other,
    ):
        assert one.address == other.address
        ready = [play for play in (one, other) if "already" not in play.lines[0]]
        assert len(ready) == 1
        assert ready[0].stop() == 0
        assert one.ends() == other.ends() == 0


def test_a_server_that_does_not_answer_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cancellation_hearts.cli.page.PATIENCE", 0.1)
    serving = Use(tmp_path / "serving")
    assert serving.take_alone()
    serving.note("http://127.0.0.1:9/")
    assert main(["play", "--data", str(tmp_path)]) == 2
    serving.release()
    assert "does not answer at 'http://127.0.0.1:9/'; end it" in capsys.readouterr().err


def test_a_port_that_is_taken_is_passed_over() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with listening_near("127.0.0.1", port) as listener:
            assert listener.getsockname()[1] not in (0, port)


def test_everybody_in_the_network_is_shown_the_way(tmp_path: Path) -> None:
    with played(tmp_path / "data", "--lan", "--port", "0") as play:
        address = play.address
        port = urlsplit(address).port
        play.says("Phones in this network can point their cameras here:")
        play.says("Ctrl-C")
        assert sum("\N{FULL BLOCK}" in line for line in play.lines) > 10
        assert seen(f"http://127.0.0.1:{port}/")[0] == 200
        assert play.stop() == 0


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--lan", "--plain"), "--lan is for the page in the browser, --plain for the terminal"),
        (("--port", "0", "--seed", "1"), "--port is for the page in the browser, --seed for"),
        (("--no-browser", "--terminal"), "--no-browser is for the page in the browser"),
        (("--lan", "--bot", "steady"), "--lan is for the page in the browser, --bot for"),
    ],
    ids=" ".join,
)
def test_options_of_page_and_terminal_do_not_go_together(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], complaint: str
) -> None:
    assert main(["play", *options]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [("--terminal",), ("--plain",), ("--bot", "steady"), ("--name", "You"), ("--speed", "normal")],
    ids=" ".join,
)
def test_whoever_asks_for_what_the_terminal_has_gets_the_terminal(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    result = subprocess.run(
        [*PLAY, "--data", str(tmp_path), *options],
        input="q\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 0
    assert "You play with Ana, Ben, Cy, Di and Eve (bots)." in result.stdout

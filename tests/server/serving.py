"""A real server in a process of its own, on 127.0.0.1, that a test may kill and start again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from cancellation_hearts.core.codec import decode
from cancellation_hearts.store import SqliteStore
from cancellation_hearts.table import Event, Recorded

ROOT: Final = Path(__file__).parents[2]
COMMAND: Final = (
    sys.executable,
    "-c",
    "import sys; from cancellation_hearts.cli import main; sys.exit(main())",
    "serve",
)


class Server:
    """``cancellation-hearts serve`` on a free port, which it keeps when it is started again."""

    def __init__(
        self, data: Path, *options: str, changed: Mapping[str, object] | None = None
    ) -> None:
        """``changed``: see ``tests.server.program``; then there are no ``options``."""
        self._data = data
        self._log = data.parent / f"{data.name}.log"
        self._options = options
        self._changed = changed
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def data(self) -> Path:
        """The folder in which it keeps everything."""
        return self._data

    @property
    def port(self) -> int:
        return self._port

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def socket(self) -> str:
        return f"ws://127.0.0.1:{self._port}/api/socket"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Returns when people can come."""
        arguments = ["--port", str(self._port), "--data", str(self._data), "--pace", "0"]
        command = [*COMMAND, *arguments, *self._options]
        if self._changed is not None:
            file, text = str(self._data / "tables.sqlite3"), json.dumps(self._changed)
            command = [sys.executable, "-m", "tests.server.program", file, str(self._port), text]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("Tables are open at http://"), line
        self._port = int(line.rstrip().rstrip("/").rpartition(":")[2])
        while not line.startswith("Ctrl-C"):  # for a network, a picture stands between
            line = self._process.stdout.readline()
            assert line

    def log(self) -> str:
        return self._log.read_text()

    def kill(self) -> None:
        """As when the power fails, but for the disk."""
        assert self._process is not None
        self._process.kill()
        self.wait()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Politely; returns the exit code."""
        assert self._process is not None
        self.signal(number)
        return self.wait()

    def signal(self, number: int = signal.SIGTERM) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def files(self) -> int:
        """How many files and connections the process has open."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def memory(self) -> int:
        """What the process has in memory, in bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("no VmRSS")

    def events(self, table: str) -> tuple[Recorded, ...]:
        """The log of a table, as another program reads it."""

        async def read() -> tuple[Recorded, ...]:
            async with SqliteStore.open(self._data / "tables.sqlite3") as store:
                rows = await store.read(f"table/{table}")
            return tuple(Recorded(row.version, row.at, decode(row.data, Event)) for row in rows)

        return asyncio.run(read())

    def wait(self) -> int:
        assert self._process is not None
        code = self._process.wait(timeout=30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self.kill()

    # --- requests -----------------------------------------------------------------------------

    def post(
        self, path: str, body: object, *, token: str | None = None, **headers: str
    ) -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self._sent(path, data, token, {"Content-Type": "application/json"} | headers)

    def get(self, path: str, *, token: str | None = None, **headers: str) -> tuple[int, Any]:
        return self._sent(path, None, token, headers)

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, Message, bytes]:
        """Whatever it is; the status, the headers and the body of the answer."""
        connection = HTTPConnection("127.0.0.1", self._port, timeout=30)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def _sent(
        self, path: str, data: bytes | None, token: str | None, headers: dict[str, str]
    ) -> tuple[int, Any]:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        try:
            with urlopen(Request(self.address + path, data, sent), timeout=30) as answer:
                return answer.status, _read(answer)
        except HTTPError as error:
            with error:
                return error.code, _read(error)


def _read(answer: Any) -> Any:  # noqa: ANN401 - JSON, or bytes
    data = answer.read()
    if answer.headers.get("Content-Type") == "application/json":
        return json.loads(data)
    return data

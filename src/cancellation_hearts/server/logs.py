"""The server's log: a line of JSON each, with places of mistakes and never their values."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path

import msgspec


class Line(msgspec.Struct, omit_defaults=True):
    """One line of the log."""

    at: str
    level: str
    logger: str
    event: str
    where: str | None = None
    """Of an exception: its kind and place, and never its values, which could be cards."""


class LineFormatter(logging.Formatter):
    """Log records as JSON, one a line."""

    def format(self, record: logging.LogRecord) -> str:
        """See ``Line``."""
        where = None
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            where = f"{type(error).__name__} in {place_of(error)}"
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = Line(at, record.levelname.lower(), record.name, record.getMessage(), where)
        return msgspec.json.encode(line).decode()


def log_to_stderr(level: int = logging.INFO) -> None:
    """Send what our packages and uvicorn's say to standard error, as lines of JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(LineFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("cancellation_hearts").setLevel(level)


def place_of(error: BaseException) -> str:
    """Where something went wrong: the function, its file, the line; nothing of what was there."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "?"
    code = trace.tb_frame.f_code
    return f"{code.co_name} ({Path(code.co_filename).name}:{trace.tb_lineno})"

"""The log: a line of JSON each, which names the place of a mistake and none of its values."""

from __future__ import annotations

import json
import logging

from cancellation_hearts.server.logs import LineFormatter, place_of


def broken(card: str) -> None:
    raise ValueError(f"secret {card}")


def caught() -> ValueError:
    try:
        broken("SQ")
    except ValueError as error:
        return error
    raise AssertionError


def test_a_mistake_is_named_with_its_place_and_without_its_values() -> None:
    error = caught()
    told = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, "tidying up", None, told)
    line = json.loads(LineFormatter().format(record))
    assert (line["level"], line["event"]) == ("error", "tidying up")
    assert line["where"] == f"ValueError in {place_of(caught())}"
    assert line["where"].startswith("ValueError in broken (test_logs.py:")
    assert "SQ" not in json.dumps(line)


def test_without_a_mistake_there_is_no_place() -> None:
    record = logging.LogRecord("x", logging.INFO, __file__, 1, "hello %s", ("you",), None)
    line = json.loads(LineFormatter().format(record))
    assert (line["event"], "where" in line) == ("hello you", False)
    assert place_of(ValueError()) == "?"  # it was never raised

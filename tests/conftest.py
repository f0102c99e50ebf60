"""Settings of all tests: how many examples, which files, and what ``--long`` adds.

``CH_PROFILE`` names the hypothesis profile: ``dev`` (few examples, new ones each time; the
default), ``ci`` (more, the same ones each time) or ``long`` (thousands; the default of ``--long``).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

CASES: Final = Path(__file__).parent / "data" / "cases.json"

settings.register_profile("dev", max_examples=25, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, print_blob=True)
settings.register_profile("long", max_examples=1000, deadline=None, print_blob=True)

_long_run = False


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="run the tests marked long, and more of all others"
    )
    parser.addoption(
        "--cases", type=Path, default=CASES, help="the file of worked examples (%(default)s)"
    )


def pytest_configure(config: pytest.Config) -> None:
    global _long_run  # noqa: PLW0603 - set once, before any test module is imported
    _long_run = bool(config.getoption("--long"))
    os.environ["LANGUAGE"] = "en"  # tests read what programs say, whoever runs them
    settings.load_profile(os.environ.get("CH_PROFILE", "long" if _long_run else "dev"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _long_run:
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def _own_data_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test keeps a game among those of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))


def scale(everyday: int, long: int) -> int:
    """How many of something a test tries: this many every day, that many with ``--long``."""
    return long if _long_run else everyday

"""The benches run: with so little to do that their figures say nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LITTLE = (
    "--tables=2 --busy=1 --spectators=3 --sockets=2 --moves=2 --seconds=0.05 --rounds=1"
    " --idle=20 --timed=3 --many=2 --human=2 --pause=0.2 --starts=1"
)


def test_the_bench_of_the_server_measures_everything() -> None:
    command = [sys.executable, "bench/server.py", *LITTLE.split()]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for what in ("echo", "deliveries", "moves", "idle socket", "one table", "human pace", "start"):
        assert what in done.stdout


@pytest.mark.long
def test_the_bench_of_the_page_measures_everything() -> None:
    little = "--rounds=1 --taps=1 --phones=2 --hands=1"
    command = [sys.executable, "bench/page.py", *little.split()]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False
    )
    if "THE PAGE WAS NOT TESTED" in done.stderr:
        pytest.skip("there is no browser")
    assert done.returncode == 0, done.stderr
    for what in (
        "the start",
        "the table",
        "first card",
        "own card",
        "other phones",
        "deal",
        "hold",
    ):
        assert what in done.stdout

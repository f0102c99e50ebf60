"""What the package promises: its public names, a quick start, a version that the tools agree on."""

import subprocess
import sys
import tomllib
from pathlib import Path

import cancellation_hearts

ROOT = Path(__file__).parents[1]


def test_the_public_names_are_these() -> None:
    assert cancellation_hearts.__all__ == [
        "PRESETS",
        "BeginMatch",
        "Card",
        "Cards",
        "ChooseMoon",
        "Code",
        "Command",
        "Deal",
        "DealCards",
        "Difference",
        "Event",
        "Hidden",
        "Match",
        "PassCards",
        "Phase",
        "PlayCard",
        "Record",
        "RecordError",
        "RuleViolation",
        "Rules",
        "RulesError",
        "Suit",
        "Trick",
        "View",
        "check",
        "decide",
        "evolve",
        "fold",
        "hearts_broken",
        "legal_plays",
        "observe",
        "pack",
        "parse",
        "points_so_far",
        "record_of",
        "redact",
        "refusal",
        "replay",
        "trick_winner",
        "view_of",
        "write",
    ]


def test_every_public_name_is_there() -> None:
    for name in cancellation_hearts.__all__:
        assert hasattr(cancellation_hearts, name)


def test_importing_the_game_imports_nothing_heavy() -> None:
    """The game needs msgspec; rich, asyncio and the like belong to those who show or serve it."""
    code = "import sys, cancellation_hearts; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "cancellation_hearts.core" in loaded
    heavy = {"rich", "asyncio", "random", "numpy", "cancellation_hearts.bots", "logging"}
    assert not heavy & set(loaded)


def test_the_version_is_the_one_in_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == cancellation_hearts.__version__

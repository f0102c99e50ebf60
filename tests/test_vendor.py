"""What the page has from other people is what it is said to be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from fontTools.ttLib import TTFont

ROOT: Final = Path(__file__).parents[1]
WEB: Final = ROOT / "src" / "cancellation_hearts" / "web"


@pytest.mark.parametrize("folder", ["vendor", "fonts"])
def test_each_file_has_the_sum_that_is_written_there(folder: str) -> None:
    told = dict(
        re.findall(r"^\| (\S+) \| [\d,]+ \| `([0-9a-f]{64})` \|$", _page(folder), re.MULTILINE)
    )
    there = {
        path.name: sha256(path.read_bytes()).hexdigest()
        for path in (WEB / folder).iterdir()
        if path.name not in ("README.md", "preact.d.ts")  # which are ours
    }
    assert told == there


def test_the_same_packages_give_the_same_files(tmp_path: Path) -> None:
    if not (ROOT / "node_modules").is_dir() and not os.environ.get("CI"):
        pytest.skip("node_modules is not there: ./check makes it, or npm ci")
    subprocess.run([sys.executable, "tools/vendor", "--into", tmp_path], cwd=ROOT, check=True)
    made = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*")}
    ours = {
        f"{folder}/{path.name}"
        for folder in ("vendor", "fonts")
        for path in (WEB / folder).iterdir()
    }
    assert made == ours - {"vendor/preact.d.ts"}
    for name in made:
        assert (tmp_path / name).read_bytes() == (WEB / name).read_bytes(), name


def test_each_letter_is_looked_for_in_the_font_that_has_it() -> None:
    rules = (WEB / "css" / "tokens.css").read_text("utf-8")
    ranges = re.findall(r"fonts/(instrument[^\"]*)\"[^}]*unicode-range:([^;]*);", rules)
    looked_in = dict[int, str]()
    for name, text in ranges:  # the last one counts
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", text):
            looked_in |= dict.fromkeys(range(int(first, 16), int(last or first, 16) + 1), name)
    held = {
        letter: name
        for name, _text in ranges
        for letter in TTFont(WEB / "fonts" / name).getBestCmap()
    }
    assert held == {letter: looked_in[letter] for letter in held}
    assert set("Zoë Łukasz Ąžuolė @ Ș").issubset(map(chr, held))


def _page(folder: str) -> str:
    return (WEB / folder / "README.md").read_text("utf-8")

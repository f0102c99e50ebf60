"""No screen's look touches another's, though a stylesheet stays for the whole visit."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

WEB: Final = Path(__file__).parents[2] / "src" / "cancellation_hearts" / "web"
SHARED: Final = ("tokens.css", "page.css", "form.css")
"""They are there from the beginning, for every screen."""
LAZY: Final = sorted(path.name for path in (WEB / "css").glob("*.css") if path.name not in SHARED)


def selectors(name: str) -> list[str]:
    """Every selector of a stylesheet, those of a list each by itself."""
    text = re.sub(r"/\*.*?\*/", "", (WEB / "css" / name).read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r"@keyframes \w+ \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", text)
    heads = [head.strip() for head in re.findall(r"([^{};]+)\{", text)]
    return [
        re.sub(r"\s+", " ", one.strip())
        for head in heads
        if not head.startswith("@")
        for one in re.split(r",(?![^()]*\))", head)
    ]


def classes(selector: str) -> set[str]:
    """The classes that an element has to have, or to stand in."""
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r":not\([^()]*\)", "", selector)))


def every_class(name: str) -> set[str]:
    return set().union(*map(classes, selectors(name)))


def test_a_stylesheet_is_there_to_be_read() -> None:
    assert LAZY == ["menu.css", "pages.css", "result.css", "room.css", "start.css", "table.css"]
    assert classes(".a:not(.b, .c) > .d:is(.e, .f)") == {"a", "d", "e", "f"}
    assert {".veil", ".panel.over.wide", ":lang(lo)"} <= set(selectors("page.css"))


@pytest.mark.parametrize("name", LAZY)
def test_every_rule_of_a_screen_needs_a_class_that_no_other_stylesheet_knows(name: str) -> None:
    known = Counter(one for file in (*SHARED, *LAZY) for one in every_class(file))
    assert [s for s in selectors(name) if all(known[one] > 1 for one in classes(s))] == []


def test_every_class_with_a_look_is_somewhere_on_the_page() -> None:
    scripts = [*(WEB / "js").glob("*.js"), WEB / "index.html"]
    words = set(re.findall(r"[\w-]+", "\n".join(path.read_text("utf-8") for path in scripts)))
    suits = set("SHDC")
    assert {
        name: unused
        for name in (*SHARED, *LAZY)
        if (unused := sorted(every_class(name) - words - suits))
    } == {}

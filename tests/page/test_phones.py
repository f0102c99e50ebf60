"""The browser of the tests sees what a test asks it for."""

from __future__ import annotations

import asyncio

import pytest
from playwright.sync_api import Page

from tests.page.phones import (
    Chromium,
    Phone,
    barriers,
    boxes,
    clipped,
    in_a_loop_of_its_own,
    overlapping,
    sideways,
    smaller_than,
)

WORLD = """
<style>* { margin: 0 } div { position: absolute; width: 50px; height: 50px; top: 0 }</style>
<div id=a style="left: 0"></div>
<div id=b style="left: 40px"></div>
<div id=c style="left: 90px; height: 10px; overflow: hidden">more<br>than<br>fits</div>
<div id=d style="left: 290px"></div>
<div id=e style="left: 140px; overflow: hidden"><p style="width: 60px">wide</p></div>
<div id=f style="display: none"></div>
"""
PLAIN = "<!doctype html><link rel=icon href='data:,'>"


@pytest.fixture
def page(phone: Phone) -> Page:
    page = phone(320, 568)
    page.set_content(WORLD)
    return page


def test_boxes_tell_where_things_lie(page: Page) -> None:
    found = boxes(page, "div")
    assert [box.name[:5] for box in found] == ["div#a", "div#b", "div#c", "div#d", "div#e"]
    assert (found[1].left, found[1].right, found[1].width, found[1].height) == (40, 90, 50, 50)
    assert overlapping(found) == [("div#a ''", "div#b ''")]
    assert [name[:5] for name in clipped(found)] == ["div#c", "div#d", "div#e"]
    assert [name[:5] for name in smaller_than(found, 48)] == ["div#c"]
    assert [box.shown for box in boxes(page, "#d, p")] == [0.6, 0.833]
    assert sideways(page) == 20


def test_axe_looks(page: Page) -> None:
    page.set_content("<html lang=en><title>a</title><main><h1>a</h1><button></button></main>")
    assert [found.partition(":")[0] for found in barriers(page)] == ["button-name"]


def test_a_loop_can_be_had_beside(page: Page) -> None:
    async def answer() -> int:
        await asyncio.sleep(0)
        return 42

    assert in_a_loop_of_its_own(answer()) == 42
    assert page.evaluate("41 + 1") == 42


def test_and_when_no_window_is_open_as_everywhere(browser: Chromium) -> None:
    assert isinstance(browser, Chromium)
    asyncio.run(asyncio.sleep(0))


def plain(page: Page) -> None:
    """A page of our server's that says nothing by itself."""
    page.route("**/plain", lambda route: route.fulfill(content_type="text/html", body=PLAIN))
    page.goto("/plain")


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('oh')", "console: oh"),
        ("setTimeout(() => { throw new Error('ah') })", "error: ah"),
        ("new Image().src = 'http://192.0.2.1/'", "asked another place: http://192.0.2.1/"),
        ("fetch('http://192.0.2.1/').catch(() => {})", "asked another place: http://192.0.2.1/"),
        ("new WebSocket('ws://192.0.2.1/')", "asked another place: ws://192.0.2.1/"),
    ],
)
def test_what_a_window_complains_of_is_told(browser: Chromium, script: str, complaint: str) -> None:
    with browser.in_use():
        page = browser.phone()
        plain(page)
        page.evaluate(f"() => {{ {script} }}")
        page.wait_for_timeout(50)
        told = browser.put_down()
    assert any(line.startswith(complaint) for line in told), told


def test_what_is_allowed_is_not(phone: Phone) -> None:
    page = phone(allowed="^console: oh")
    plain(page)
    page.evaluate("console.error('oh')")

"""A real browser, as the tests of the page hold it: windows, and what lies where in them.

Playwright drives Debian's Chromium, or the one that `playwright install` has brought. While it is
in use, its event loop counts as running in this thread, and nobody else could start one; so it is
hidden whenever no test of the page runs, and a test of the page that wants a loop asks
`in_a_loop_of_its_own`.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    sync_playwright,
)

ROOT: Final = Path(__file__).parents[2]
QUIET: Final = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)
"""A browser that asks nobody for anything."""
T = TypeVar("T")
SIZES: Final = {"320": (320, 568), "390": (390, 844), "landscape": (844, 390), "wide": (1440, 900)}
"""The windows that everything must fit into: a small phone, a common one, the same on its side, a
desk."""


_DAILY: Final = ("320", "landscape")
WINDOWS: Final = [
    pytest.param(name, marks=() if name in _DAILY else pytest.mark.long) for name in SIZES
]
"""For a test of all of them: every day the narrowest and the lowest, with --long the others."""
SCHEMES: Final = ["light", pytest.param("dark", marks=pytest.mark.long)]


class Phone(Protocol):
    """Opens a window of that size, of somebody who was never here before.

    Whatever it complains of fails the test at its end: errors on the console, errors nobody
    caught, and requests to another place than our server; except what ``allowed``, a regular
    expression, finds in the complaint. ``options`` are those of Playwright's ``new_context``:
    ``locale="lt"``, ``color_scheme="dark"``, ``reduced_motion="reduce"``, ``has_touch=True``, ...
    """

    def __call__(
        self,
        width: int = 390,
        height: int = 844,
        *,
        allowed: str | None = None,
        **options: Any,  # noqa: ANN401 - Playwright's
    ) -> Page: ...


class Chromium:
    """One browser, and the windows of one test at a time."""

    def __init__(self, browser: Browser, address: str, loop: asyncio.AbstractEventLoop) -> None:
        self._browser = browser
        self._address = address
        self._loop = loop
        self._contexts: list[BrowserContext] = []
        self._complaints: list[str] = []

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """The loop is in sight for so long."""
        _show(self._loop)
        try:
            yield
        finally:
            _show(None)

    def phone(
        self,
        width: int = 390,
        height: int = 844,
        *,
        allowed: str | None = None,
        **options: Any,  # noqa: ANN401 - Playwright's
    ) -> Page:
        """See ``Phone``."""
        context = self._browser.new_context(
            base_url=self._address, viewport={"width": width, "height": height}, **options
        )
        context.set_default_timeout(10_000)
        self._contexts.append(context)

        def complain(about: str) -> None:
            if allowed is None or not re.search(allowed, about):
                self._complaints.append(about)

        def look_at(url: str) -> None:
            there = urlsplit(url)
            if there.scheme not in ("data", "blob", "about") and there.netloc != ours:
                complain(f"asked another place: {url}")

        def read(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                complain(f"console: {message.text} ({message.location.get('url')})")

        ours = urlsplit(self._address).netloc
        context.on("request", lambda request: look_at(request.url))
        context.on("console", read)
        context.on("weberror", lambda failed: complain(f"error: {failed.error}"))
        context.on("page", lambda page: page.on("websocket", lambda socket: look_at(socket.url)))
        return context.new_page()

    def put_down(self) -> list[str]:
        """Close all windows; returns what they complained of."""
        for context in self._contexts:
            context.close()
        told = self._complaints.copy()
        self._contexts.clear()
        self._complaints.clear()
        return told


@contextmanager
def chromium(address: str, *, known_as: str | None = None) -> Iterator[Chromium]:
    """A browser that knows that server; ``known_as``: under a better name, as `http://NAME`."""
    arguments = list(QUIET)
    if known_as:
        name, there = urlsplit(known_as).netloc, urlsplit(address).netloc
        arguments.append(f"--host-resolver-rules=MAP {name}:80 {there}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
    program = shutil.which("chromium")
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        try:
            browser = playwright.chromium.launch(executable_path=program, args=arguments)
        except Error as error:
            _show(None)
            if program:
                raise
            why = f"NO BROWSER: apt install chromium ({error.message.partition(chr(10))[0]})"
            if os.environ.get("CI"):
                pytest.fail(why)
            pytest.skip(f"THE PAGE WAS NOT TESTED. {why}")
        _show(None)
        try:
            yield Chromium(browser, known_as or address, loop)
        finally:
            _show(loop)
            browser.close()


def _show(loop: asyncio.AbstractEventLoop | None) -> None:
    asyncio._set_running_loop(loop)  # noqa: SLF001 - for those who write loops, and we juggle with one


def in_a_loop_of_its_own(coroutine: Coroutine[Any, Any, T]) -> T:
    """What ``asyncio.run`` would return."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


# --- what lies where --------------------------------------------------------------------------


class Box(msgspec.Struct, frozen=True):
    """Where an element lies, in CSS pixels from the upper left corner of the window."""

    name: str
    """How to find it: its tag, id and classes, and the beginning of its text."""
    left: float
    top: float
    right: float
    bottom: float
    shown: float
    """Which part of it can be seen: 1 if nothing around it and no edge of the window cuts it."""
    cut: bool
    """Whether its own content is too large for it, and hidden there."""

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def overlaps(self, other: Box) -> bool:
        """Whether both lie on some place; half a pixel is rounding."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > 0.5
            and min(self.bottom, other.bottom) - max(self.top, other.top) > 0.5
        )


_MEASURE: Final = """elements => elements
  .filter(element => element.checkVisibility({ visibilityProperty: true }))
  .map(element => {
    const own = element.getBoundingClientRect();
    let { left, top, right, bottom } = own;
    const cut = (box, x, y) => {
      if (x) { left = Math.max(left, box.left); right = Math.min(right, box.right); }
      if (y) { top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom); }
    };
    const hides = value => value !== "visible";
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (around === document.body || around === document.documentElement) continue;
      const style = getComputedStyle(around);
      cut(around.getBoundingClientRect(), hides(style.overflowX), hides(style.overflowY));
    }
    cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, true, true);
    const style = getComputedStyle(element);
    const seen = Math.max(0, right - left) * Math.max(0, bottom - top);
    const classes = [...element.classList].map(name => "." + name).join("");
    const text = (element.textContent || "").trim().replace(/\\s+/g, " ").slice(0, 30);
    return {
      name: `${element.localName}${element.id && "#" + element.id}${classes} '${text}'`,
      left: own.left, top: own.top, right: own.right, bottom: own.bottom,
      shown: own.width * own.height ? Math.round(seen / (own.width * own.height) * 1000) / 1000 : 0,
      cut: (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
        || (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1),
    };
  })"""


def boxes(page: Page, selector: str) -> list[Box]:
    """Where everything lies that the selector finds and that is not hidden, in its order."""
    return msgspec.convert(page.locator(selector).evaluate_all(_MEASURE), list[Box], strict=False)


def overlapping(found: Sequence[Box]) -> list[tuple[str, str]]:
    """Who lies on whom."""
    return [(one.name, other.name) for one, other in combinations(found, 2) if one.overlaps(other)]


def clipped(found: Sequence[Box]) -> list[str]:
    """Whose content or edges cannot all be seen."""
    return [box.name for box in found if box.shown < 1 or box.cut]


def smaller_than(found: Sequence[Box], size: float) -> list[str]:
    """What a finger misses: lower or narrower than that."""
    return [box.name for box in found if min(box.width, box.height) < size - 0.5]


def sideways(page: Page) -> float:
    """How far the page can be scrolled to the side; 0 is right."""
    found: float = page.evaluate(
        "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
    )
    return found


def barriers(page: Page, **options: object) -> list[str]:
    """What axe finds that keeps somebody out: rule, what it asks for, and where."""
    page.evaluate((ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8"))
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{fault['id']}: {fault['help']}: {[node['target'] for node in fault['nodes']]}"
        for fault in found["violations"]
    ]

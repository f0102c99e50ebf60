"""What the page costs: to load it, to play a card, to deal, and to leave it open.

    .venv/bin/python bench/page.py [--rounds 5] [--hands 50] [--only load,tap,deal,memory]

A real Chromium at a real server on this machine, which keeps everything in SQLite. Each figure
stands beside its limit.

- first load of a table: kB as they travel (brotli; at most 60), and requests;
- from the address to the first card at 1.6 Mb/s and 150 ms (at most 2.5 s), nothing in the cache;
- from a tap to the own card on its way, measured in the page from the pointer's event to the first
  frame that has the card on the table (median: at most 50 ms);
- from a tap on one phone to that card on the tenth other phone, all eleven of them windows of one
  browser (median: at most 150 ms);
- frames a second while a hand is dealt, at a sixth of the processor (at least 30);
- what the scripts hold after so many hands, against after five (at most 1.2 times as much).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import CDPSession, Page

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.page.parties import Evening, Party, with_settings
from tests.page.phones import Chromium, chromium
from tests.server.serving import Server

SLOW: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
"""A phone in the country: a bad 3G, as browsers' tools call it."""
MANY: Final = (1e6, 1e6)


def row(what: str, value: str, limit: str) -> None:
    """One line of the table."""
    print(f"{what:60} {value:>16}   {limit}", flush=True)


def tools_of(page: Page) -> CDPSession:
    """The browser's own tools, for that window."""
    return page.context.new_cdp_session(page)


def comes(page: Page, true: Callable[[], object], *, seconds: float = 60) -> None:
    """Wait until this is so."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError
        page.wait_for_timeout(10)


# --- loading --------------------------------------------------------------------------------------


def load(browser: Chromium, server: Server, rounds: int) -> None:
    """The first look at a table, where somebody has a seat and cards."""
    sizes: list[tuple[float, int]] = []
    times: list[float] = []
    for _ in range(rounds):
        sizes.append(_loaded(browser, server, [])[:2])
        times.append(_loaded(browser, server, [SLOW])[2])
    kilobytes, requests = sizes[0]
    row("first load of a table", f"{kilobytes:.1f} kB", "<= 60 kB")
    row("requests for it", f"{requests}", "")
    middle = statistics.median(times)
    row("to the first card, 1.6 Mb/s and 150 ms", f"{middle:.0f} ms", "<= 2500 ms")


def _loaded(browser: Chromium, server: Server, network: list[Any]) -> tuple[float, int, float]:
    evening = Evening("players=6 pass_cycle=none")
    evening.deal(leader=1)
    party = evening.begins_at(server)
    page = browser.phone(reduced_motion="reduce")
    tools = tools_of(page)
    tools.send("Network.enable")
    for conditions in network:
        tools.send("Network.emulateNetworkConditions", conditions)
    moved: dict[str, float] = {}
    tools.on(
        "Network.loadingFinished",
        lambda it: moved.update({it["requestId"]: it["encodedDataLength"]}),
    )
    page.add_init_script(_FIRST_CARD)
    party.sit(page)
    page.wait_for_function("() => window.firstCard")
    if not network:
        page.wait_for_load_state("networkidle")
    shown: float = page.evaluate("window.firstCard")
    browser.put_down()
    return sum(moved.values()) / 1000, len(moved), shown


_FIRST_CARD: Final = """
const look = () => {
  const card = document.querySelector(".hand .key .card use");
  const drawn = card && document.getElementById(card.getAttribute("href").slice(1));
  if (drawn) window.firstCard = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


# --- a tap ----------------------------------------------------------------------------------------


def tap(browser: Chromium, server: Server, rounds: int) -> None:
    """From a finger to the card, here and on all other phones."""
    evening = Evening("players=11 pass_cycle=none")
    evening.deal(leader=0)
    party = evening.begins_at(server)
    pages = []
    for seat in range(11):
        page = browser.phone(375, 667)
        with_settings(page, oneTap=True, hold=200)
        party.sit(page, seat)
        page.locator(".hand .key").first.wait_for()
        page.evaluate(_WATCH)
        pages.append(page)
    here: list[float] = []
    there: list[float] = []
    for _ in range(rounds):
        (seat,) = party.update(0)["facts"]["awaited"]
        page = pages[seat]
        page.locator(".hand .key.legal").first.wait_for()
        for other in pages:
            other.evaluate("seat => window.watch(seat)", seat)
        page.locator(".hand .key.legal").first.click(position={"x": 8, "y": 10}, force=True)
        for other in pages:
            other.wait_for_function("() => window.seenAt")
        tapped: float = page.evaluate("window.tappedAt")
        here.append(page.evaluate("window.seenAt") - tapped)
        others = [other.evaluate("window.seenAt") for other in pages if other is not page]
        there.append(max(others) - tapped)
    browser.put_down()
    row("from a tap to the own card on its way", f"{statistics.median(here):.1f} ms", "<= 50 ms")
    row(
        "from a tap to the card on the tenth other phone",
        f"{statistics.median(there):.1f} ms",
        "<= 150 ms",
    )


_WATCH: Final = """() => {
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("pointerup", event => {
    window.tappedAt = performance.timeOrigin + event.timeStamp;
  }, true);
  window.watch = seat => {
    const slot = `.seat[data-seat="${seat}"] .fallen`;
    window.seenAt = 0;
    let isClear = false;
    const look = () => {
      const isThere = document.querySelector(slot) !== null;
      if (!isThere) isClear = true;
      if (isThere && isClear) window.seenAt = now();
      else requestAnimationFrame(look);
    };
    isClear = document.querySelector(slot) === null;
    requestAnimationFrame(look);
  };
}"""


# --- a deal ---------------------------------------------------------------------------------------


def deal(browser: Chromium, server: Server, rounds: int) -> None:
    """Frames while seventeen cards fly in, on a slow phone."""
    rates = []
    for _ in range(rounds):
        evening = Evening("players=6 pass_cycle=none", rest=None)
        evening.deal(leader=1)
        party = evening.begins_at(server)
        page = browser.phone(375, 667)
        tools_of(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
        page.set_default_timeout(60_000)
        page.add_init_script(_FRAMES)
        party.sit(page)
        page.wait_for_function("() => window.rate", timeout=60_000)
        rates.append(page.evaluate("window.rate"))
        browser.put_down()
    row("frames a second during a deal, CPU at a sixth", f"{statistics.median(rates):.0f}", ">= 30")


_FRAMES: Final = """
let began = 0, frames = 0;
const look = at => {
  const moving = document.getAnimations?.().some(it => it.effect?.target?.closest?.(".hand"));
  if (moving && !began) began = at;
  else if (moving) frames++;
  else if (began && !window.rate) window.rate = frames / (at - began) * 1000;
  if (!window.rate) requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


# --- long evenings --------------------------------------------------------------------------------


def memory(browser: Chromium, server: Server, hands: int) -> None:
    """A bot plays for whoever looks on, hand after hand."""
    early = min(5, hands)
    evening = Evening("players=11 pass_cycle=none limit=10000 moon_choice=add", rest=0)
    evening.deal(leader=1)
    party = evening.begins_at(server)
    page = browser.phone(375, 667, reduced_motion="reduce")
    with_settings(page, hold=1)
    tools = tools_of(page)
    tools.send("HeapProfiler.enable")
    party.sit(page)
    for seat in party.tokens:
        party.asks(seat, type="LetBotPlay", seat=seat)
    held = {}
    for count in (early, hands):
        comes(page, lambda count=count: scored(party) >= count, seconds=1200)
        tools.send("HeapProfiler.collectGarbage")
        held[count] = tools.send("Runtime.getHeapUsage")["usedSize"]
    browser.put_down()
    ratio = held[hands] / held[early]
    row(
        f"scripts hold after {hands} hands ({held[hands] / 1e6:.1f} MB), against {early}",
        f"{ratio:.2f}",
        "<= 1.20",
    )


def scored(party: Party) -> int:
    """How many hands."""
    return len(party.update(0)["public"].get("sheet") or ())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="loads and deals (%(default)s)")
    parser.add_argument("--taps", type=int, default=40, help="cards played (%(default)s)")
    parser.add_argument("--hands", type=int, default=50, help="for memory (%(default)s)")
    parser.add_argument("--only", default="load,tap,deal,memory", help="parts (%(default)s)")
    args = parser.parse_args()
    rates = dict.fromkeys(("connections", "doors", "tables", "person", "socket"), MANY)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data", changed={"rates": rates}) as server,
        chromium(server.address) as browser,
        browser.in_use(),
    ):
        row("", "", "limit")
        for part in args.only.split(","):
            match part:
                case "load":
                    load(browser, server, args.rounds)
                case "tap":
                    tap(browser, server, args.taps)
                case "deal":
                    deal(browser, server, args.rounds)
                case "memory":
                    memory(browser, server, args.hands)
                case _:
                    parser.error(f"no part {part}")


if __name__ == "__main__":
    main()

"""What the page costs: to load it, to play a card, to deal, and to leave it open.

    .venv/bin/python bench/page.py [--rounds 5] [--taps 40] [--hands 50] [--only PARTS]

A real Chromium at a real server on this machine, which keeps everything in SQLite. Each figure
stands beside its limit.

- first load of the start, of a table's door and of a table: kB as they travel (brotli; at most 60),
  the same with the heads of the answers, requests, and kB when the page is at rest, for which it
  keeps what shows nothing at first;
- from the address to the first card at 1.6 Mb/s and 150 ms (at most 2.5 s), nothing in the cache;
- from a tap to the own card on its way, alone with ten bots, measured in the page from the event
  to the first frame that has the card on the table (median: at most 50 ms);
- from a tap on one phone to that card on the tenth other phone, all eleven of them windows of one
  browser (median: at most 150 ms);
- frames a second while a hand is dealt, at a sixth of the processor (at least 30), and against a
  bare page with as many things that fly (at least 60 %: what a busy machine leaves to both);
- what the scripts hold after so many hands, against after five (at most 1.2 times as much).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

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
REST: Final = 4000
"""Milliseconds in which a page comes to rest, and fetches what it has kept for then."""


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
    """The first look at the start, and at a table, with and without a seat and cards there."""
    for name, is_table, has_key in (
        ("start", False, False),
        ("door", True, False),
        ("table", True, True),
    ):
        page, party = _visitor(browser, server)
        if not has_key:
            page.context.clear_cookies()
        heads, moved = _counted(page)
        page.goto(f"/t/{party.name}" if is_table else "/")
        page.wait_for_load_state("networkidle")
        bodies, whole, requests = _kb(moved, heads), _kb(moved), len(moved)
        page.wait_for_timeout(REST)
        browser.put_down()
        row(f"first load of the {name}", f"{bodies:.1f} kB", "<= 60 kB")
        row("  with heads", f"{whole:.1f} kB", "")
        row("  requests", f"{requests}", "")
        row("  at rest, with heads", f"{_kb(moved):.1f} kB", "")
    times = []
    for _ in range(rounds):
        page, party = _visitor(browser, server)
        tools = tools_of(page)
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", SLOW)
        page.add_init_script(_FIRST_CARD)
        page.goto(f"/t/{party.name}")
        page.wait_for_function("() => window.firstCard")
        times.append(page.evaluate("window.firstCard"))
        browser.put_down()
    middle = statistics.median(times)
    row("to the first card, 1.6 Mb/s and 150 ms", f"{middle:.0f} ms", "<= 2500 ms")


def _visitor(browser: Chromium, server: Server) -> tuple[Page, Party]:
    """Somebody whose browser holds nothing but the key of a seat."""
    evening = Evening("players=6 pass_cycle=none")
    evening.deal(leader=1)
    party = evening.begins_at(server)
    page = browser.phone(reduced_motion="reduce")
    key = {"name": f"ch_{party.name}", "value": party.tokens[0], "url": server.address}
    page.context.add_cookies([key])  # type: ignore[list-item] - a TypedDict
    return page, party


def _counted(page: Page) -> tuple[dict[str, float], dict[str, float]]:
    """Bytes of each answer as they travelled, of its head and of all of it, while it loads."""
    tools = tools_of(page)
    tools.send("Network.enable")
    heads: dict[str, float] = {}
    moved: dict[str, float] = {}
    tools.on(
        "Network.responseReceived",
        lambda it: heads.update({it["requestId"]: it["response"]["encodedDataLength"]}),
    )
    tools.on(
        "Network.loadingFinished",
        lambda it: (
            it["encodedDataLength"] and moved.update({it["requestId"]: it["encodedDataLength"]})
        ),
    )
    return heads, moved


def _kb(moved: dict[str, float], heads: Mapping[str, float] = MappingProxyType({})) -> float:
    """Of all answers that are there, without what is in their heads."""
    return sum(size - heads.get(name, 0) for name, size in moved.items()) / 1000


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


def tap(browser: Chromium, server: Server, rounds: int, phones: int) -> None:
    """From a finger to the card, here and on all other phones."""
    here, _there = _tapped(browser, server, rounds, phones=1)
    row("from a tap to the own card on its way", f"{here:.1f} ms", "<= 50 ms")
    _here, there = _tapped(browser, server, rounds, phones=phones)
    row(f"from a tap to the last of {phones - 1} other phones", f"{there:.1f} ms", "<= 150 ms")


def _tapped(browser: Chromium, server: Server, rounds: int, *, phones: int) -> tuple[float, float]:
    """Medians, here and on the last of the others; whoever has no phone is a bot."""
    evening = Evening("players=11 pass_cycle=none limit=10000", bots=range(phones, 11), rest=0)
    evening.deal(leader=0)
    party = evening.begins_at(server)
    pages = []
    for seat in range(phones):
        page = browser.phone(375, 667)
        with_settings(page, oneTap=True, hold=200)
        party.sit(page, seat)
        page.locator(".hand .key").first.wait_for()
        page.evaluate(_WATCH)
        pages.append(page)
    here: list[float] = []
    there: list[float] = []
    while len(here) < rounds:
        update = party.update(0)
        awaited = update["facts"].get("awaited") or [phones]
        if update["facts"]["phase"] != "playing" or awaited[0] >= phones:
            continue
        page = pages[awaited[0]]
        page.locator(".hand .key.legal").first.wait_for()
        lying = len((update["public"]["match"]["deal"].get("trick") or {}).get("cards", ()))
        for other in pages:  # the last trick has been swept off
            comes(other, lambda it=other, lying=lying: it.locator(".fallen").count() == lying)
            other.evaluate("seat => window.watch(seat)", awaited[0])
        page.locator(".hand .key.legal").first.click(position={"x": 8, "y": 10}, force=True)
        for other in pages:
            other.wait_for_function("() => window.seenAt")
        tapped: float = page.evaluate("window.tappedAt")
        seen = {other: other.evaluate("window.seenAt") - tapped for other in pages}
        here.append(seen.pop(page))
        there.append(max(seen.values(), default=0))
    browser.put_down()
    return statistics.median(here), statistics.median(there)


_WATCH: Final = """() => {
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("pointerup", event => {
    window.tappedAt = performance.timeOrigin + event.timeStamp;
  }, true);
  window.watch = seat => {
    const slot = `.seat[data-seat="${seat}"] .fallen`;
    window.seenAt = 0;
    const look = () => {
      if (document.querySelector(slot)) window.seenAt = now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
}"""


# --- a deal ---------------------------------------------------------------------------------------


def deal(browser: Chromium, server: Server, rounds: int) -> None:
    """Frames while seventeen cards fly in, on a slow phone, and what such a phone can do at all."""
    bare: list[float] = []
    ours: list[float] = []
    for _ in range(rounds):
        page = browser.phone(375, 667)
        page.set_content(_BARE)
        bare.append(_frames(page, lambda it=page: it.evaluate("() => window.begin()")))
        party = Evening("players=6 pass_cycle=none", bots=range(1, 6), rest=None).begins_at(server)
        page = browser.phone(375, 667)
        party.sit(page, screen="main")
        ours.append(_frames(page, lambda party=party: party.asks(0, type="StartGame")))
    rate, most = statistics.median(ours), statistics.median(bare)
    row("frames a second during a deal, CPU at a sixth", f"{rate:.0f}", ">= 30")
    row(f"  of those of a bare page in this run, {most:.0f}", f"{rate / most:.0%}", ">= 60 %")


def _frames(page: Page, begin: Callable[[], object]) -> float:
    """Frames a second while anything moves in the hand of that window, which is closed then."""
    tools_of(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page.evaluate(_FRAMES)
    begin()
    page.wait_for_function("() => window.rate", timeout=60_000)
    rate: float = page.evaluate("window.rate")
    page.close()
    return rate


_BARE: Final = """<!doctype html><div class=hand></div><script>
  window.begin = () => {
    for (let at = 0; at < 17; at++) {
      const card = document.createElement("i");
      card.style = "position: absolute; background: navy; width: 56px; height: 78px; top: 400px";
      card.style.left = `${at * 18}px`;
      document.querySelector(".hand").append(card);
      const start = { transform: "translate(0, -300px)", opacity: 0 };
      const timing = { duration: 240, delay: at * 22, fill: "backwards" };
      card.animate([start, { transform: "none", opacity: 1 }], timing);
    }
  };
</script>"""
_FRAMES: Final = """() => {
  let began = 0, frames = 0;
  const hand = () => document.querySelector(".hand");
  const look = at => {
    const flights = hand()?.getAnimations({ subtree: true }) ?? [];
    const moving = flights.some(({ playState }) => playState === "running");
    if (moving && !began) began = at;
    else if (moving) frames++;
    else if (began) window.rate = frames / (at - began) * 1000;
    if (!window.rate) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


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
    parser.add_argument("--phones", type=int, default=11, help="at one table (%(default)s)")
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
                    tap(browser, server, args.taps, args.phones)
                case "deal":
                    deal(browser, server, args.rounds)
                case "memory":
                    memory(browser, server, args.hands)
                case _:
                    parser.error(f"no part {part}")


if __name__ == "__main__":
    main()

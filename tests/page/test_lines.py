"""Lines break, phones sleep, fingers drum: the page comes back to where the server is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.page.parties import (
    Evening,
    Party,
    comes,
    differences,
    key,
    tap,
    told,
    until,
    with_settings,
)
from tests.page.phones import Chromium, Phone, chromium
from tests.server.serving import Server

MINE: Final = "S3 SQ SK H8 H9 HA D2 D7 DT DT C7 CT CA"
OTHERS: Final = {1: "D5 C2", 2: "D9 C3", 3: "D5 C4", 4: "DK C5", 5: "DQ C6"}
LONG: Final = 60_000
CUT: Final = "ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RE|WebSocket connection"
INSECURE: Final = "Cross-Origin-Opener-Policy header has been ignored"


def passing(server: Server) -> Party:
    evening = Evening("players=6")
    evening.deal({0: MINE}, leader=1)
    return come(evening, server)


def my_turn(server: Server) -> Party:
    evening = Evening("players=6 pass_cycle=none")
    evening.deal({0: MINE, **OTHERS}, leader=2)
    evening.play("D9 D5 DK DQ")
    return come(evening, server)


def come(evening: Evening, server: Server) -> Party:
    party = evening.begins_at(server)
    party.come()
    return party


def lost(page: Page) -> None:
    """It says so, within three seconds."""
    expect(page.locator(".notice.lost")).to_contain_text("No connection", timeout=3000)


# --- the line breaks --------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    with Server(tmp_path / "data") as server:
        yield server


def restarted(server: Server, page: Page) -> None:
    server.kill()
    lost(page)
    server.start()


def test_the_server_breaks_down_while_i_choose_what_to_pass(own: Server) -> None:
    with chromium(own.address) as browser, browser.in_use():
        party = passing(own)
        page = browser.phone(allowed=CUT)
        party.sit(page)
        tap(page, "S3", "H9")
        restarted(own, page)
        expect(page.locator(".notice.lost")).to_have_count(0, timeout=8000)
        tap(page, "CA")
        page.locator(".acts .main").click()
        until(page, "3.9..A", lambda: party.update(0)["mine"].get("choice"))
        assert browser.put_down() == []


def test_the_server_breaks_down_in_my_turn(own: Server) -> None:
    with chromium(own.address) as browser, browser.in_use():
        party = my_turn(own)
        page = browser.phone(allowed=CUT)
        with_settings(page, hold=1)
        party.sit(page)
        own.kill()
        lost(page)
        tap(page, "D7")
        tap(page, "D7")  # nobody hears it yet
        own.start()
        expect(page.locator(".notice.lost")).to_have_count(0, timeout=8000)
        until(page, [1], lambda: party.update(0)["facts"]["awaited"])
        until(page, [], lambda: differences(page, party.update(0)))
        page.reload()
        page.locator(".hand .key").first.wait_for()
        until(page, [], lambda: differences(page, party.update(0)))
        assert browser.put_down() == []


def test_a_cut_between_the_card_and_the_news_of_it(phone: Phone, server: Server) -> None:
    party = my_turn(server)
    page = phone()
    cuts: list[str | bytes] = []

    def network(line: WebSocketRoute) -> None:
        above = line.connect_to_server()

        def down(message: str | bytes) -> None:
            if not cuts and "CardPlayed" in str(message):
                cuts.append(message)
                line.close(code=4999)
                above.close()
            else:
                line.send(message)

        above.on_message(down)

    page.route_web_socket("**/api/socket", network)
    with_settings(page, hold=LONG)
    party.sit(page)
    tap(page, "D7")
    tap(page, "D7")
    comes(page, lambda: cuts)
    until(page, [], lambda: differences(page, party.update(0)))
    assert told(page)["cards"][0] == "D7"
    assert page.locator(".hand .key[data-card=D7]").count() == 0


def test_a_line_that_is_silent_is_as_good_as_cut(phone: Phone, server: Server) -> None:
    party = my_turn(server)
    page = phone()
    is_silent = [False]

    def network(line: WebSocketRoute) -> None:
        above = line.connect_to_server()
        above.on_message(lambda message: None if is_silent[0] else line.send(message))

    page.route_web_socket("**/api/socket", network)
    page.clock.install()
    party.sit(page)
    expect(page.locator(".say")).to_contain_text("Your turn")
    is_silent[0] = True
    page.clock.run_for(9000)
    lost(page)
    is_silent[0] = False
    page.clock.run_for(6000)
    expect(page.locator(".notice.lost")).to_have_count(0)
    until(page, [], lambda: differences(page, party.update(0)))


def test_without_a_network_it_says_so_and_comes_back(phone: Phone, server: Server) -> None:
    party = my_turn(server)
    page = phone(allowed=CUT)
    party.sit(page)
    page.context.set_offline(True)
    lost(page)
    party_moves = party.update(1)["public"]["version"]
    page.context.set_offline(False)
    expect(page.locator(".notice.lost")).to_have_count(0, timeout=8000)
    assert party.update(1)["public"]["version"] >= party_moves
    until(page, [], lambda: differences(page, party.update(0)))
    tap(page, "D2")
    tap(page, "D2")
    until(page, [1], lambda: party.update(0)["facts"]["awaited"])


@pytest.mark.parametrize("file", ["js/last.js", "css/result.css"])
def test_a_panel_that_did_not_come_is_asked_for_again(
    phone: Phone, server: Server, file: str
) -> None:
    party = my_turn(server)
    page = phone(allowed="ERR_FAILED")
    page.route(f"**/{file}", lambda route: route.abort())
    party.sit(page)
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Last trick").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.unroute(f"**/{file}")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_phone_that_slept_has_its_seat_and_its_trick_within_two_seconds(
    phone: Phone, server: Server
) -> None:
    party = my_turn(server)
    page = phone(allowed=CUT)
    with_settings(page, hold=1)
    page.clock.install()
    party.sit(page)
    expect(page.locator(".say")).to_contain_text("Your turn")
    # the phone puts the page to sleep: its timers stand, and its line is gone
    page.evaluate(_HIDE, "hidden")
    page.context.set_offline(True)
    party.asks(0, type="Play", card="D7", ply=party.update(0)["facts"]["ply"])
    page.clock.fast_forward(90_000)
    page.context.set_offline(False)
    start = time.monotonic()
    page.evaluate(_HIDE, "visible")
    until(page, [], lambda: differences(page, party.update(0)), seconds=2)
    assert time.monotonic() - start < 2
    assert told(page)["cards"][0] == "D7"


_HIDE: Final = """state => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


# --- fingers ----------------------------------------------------------------------------------


def test_drumming_fingers_play_one_card_at_a_time(phone: Phone, server: Server) -> None:
    evening = Evening("players=6 pass_cycle=none", bots={1, 2, 3, 4, 5})
    evening.deal(leader=2)
    party = come(evening, server)
    page = phone(has_touch=True)
    with_settings(page, hold=1)
    sent: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))),
    )
    party.sit(page)
    page.locator(".hand .key").first.wait_for()
    page.evaluate("""() => { // twenty taps a second, all over the hand and the button
      let count = 0;
      window.drum = setInterval(() => {
        const keys = document.querySelectorAll(".hand .key");
        const key = keys[count++ * 7 % Math.max(1, keys.length)];
        (count % 4 ? key : document.querySelector(".acts .main"))?.click();
        (count % 9 ? key : document.querySelector(".board"))?.click();
      }, 50);
    }""")
    comes(page, lambda: len(tricks(party)) >= 6, seconds=30)
    page.evaluate("clearInterval(window.drum)")
    until(page, [], lambda: differences(page, party.update(0)))
    mine = [card for trick in tricks(party) for card in trick["cards"]]
    assert len(mine) == 6 * len(tricks(party))
    asked = [frame for frame in sent if '"Play"' in frame]
    assert len(asked) <= len(tricks(party)) + 1
    expect(page.locator(".notice")).to_have_count(0, timeout=6000)


def tricks(party: Party) -> list[dict[str, list[str]]]:
    found: list[dict[str, list[str]]] = party.update(0)["public"]["match"]["deal"]["tricks"]
    return found


def test_two_taps_on_play_send_one_card(phone: Phone, server: Server) -> None:
    party = my_turn(server)
    page = phone()
    sent: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))),
    )
    party.sit(page)
    tap(page, "DT")
    page.locator(".acts .main").dblclick()
    until(page, [1], lambda: party.update(0)["facts"]["awaited"])
    assert sum('"Play"' in frame for frame in sent) == 1


# --- slow and plain ---------------------------------------------------------------------------


def test_a_slow_phone_plays_some_tricks(phone: Phone, server: Server) -> None:
    evening = Evening("players=6 pass_cycle=none", bots={1, 2, 3, 4, 5})
    evening.deal(leader=2)
    party = come(evening, server)
    page = phone()
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    speed = {"offline": False, "latency": 300, "downloadThroughput": 50_000}
    tools.send("Network.emulateNetworkConditions", speed | {"uploadThroughput": 20_000})
    with_settings(page, hold=1, oneTap=True)
    page.set_default_timeout(30_000)
    party.sit(page)
    for count in range(1, 4):
        legal = page.locator(".hand .key.legal")
        legal.first.click(position={"x": 8, "y": 10}, force=True)
        until(page, count, lambda: len(tricks(party)), seconds=20)
    until(page, [], lambda: differences(page, party.update(0)), seconds=20)


@pytest.fixture(scope="module")
def plain(server: Server) -> Iterator[Chromium]:
    """A browser to which the server is no secure place, as in a home network."""
    with chromium(server.address, known_as="http://hearts.example") as browser:
        yield browser


def test_a_home_network_is_no_secure_place_and_does(plain: Chromium, server: Server) -> None:
    with plain.in_use():
        party = my_turn(server)
        page = plain.phone(allowed=INSECURE)
        party.sit(page, address="http://hearts.example")
        assert page.evaluate("isSecureContext") is False
        tap(page, "D2")
        tap(page, "D2")
        until(page, [1], lambda: party.update(0)["facts"]["awaited"])
        assert key(page, "D2").count() == 0
        assert plain.put_down() == []

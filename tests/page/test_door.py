"""The door of a table: for strangers, and for those who may not go on as they did."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.phones import (
    SCHEMES,
    SIZES,
    WINDOWS,
    Phone,
    barriers,
    boxes,
    sideways,
    smaller_than,
)
from tests.server.serving import Server

LOST = "Failed to load resource"
AXE = "Applying inline style violates"


class Host:
    """Somebody at a table who has no page."""

    def __init__(self, server: Server, rules: str = "players=6") -> None:
        self._server = server
        _, welcomed = server.post("/api/tables", {"name": "Rūta", "rules": rules})
        self.table = welcomed["table"]
        self.path = f"/t/{self.table}"
        self._token = welcomed["token"]
        self._asked = 0

    def asks(self, kind: str, **fields: object) -> Any:  # noqa: ANN401 - JSON
        self._asked += 1
        body = {"type": "ask", "id": f"host.{self._asked}", "command": {"type": kind, **fields}}
        status, answer = self._server.post(
            f"/api/tables/{self.table}/asks", body, token=self._token
        )
        assert status == 200, answer
        return answer

    def settles(self, **changes: object) -> None:
        """Change some of the settings."""
        _, update = self._server.get(f"/api/tables/{self.table}/updates", token=self._token)
        self.asks("ChangeSettings", settings=update["public"]["settings"] | changes)


@pytest.fixture
def host(server: Server) -> Host:
    return Host(server)


def comes(page: Page, host: Host, name: str = "Boun") -> None:
    page.goto(host.path)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take").click()
    expect(page.get_by_label("Your name")).to_be_hidden()


def opens(page: Page, panel: str) -> None:
    """Open a panel by its name."""
    page.evaluate(
        """async panel => {
            const main = document.querySelector("script[type=module]").src;
            (await import(main.replace("main.js", "state.js"))).panel.value = panel;
        }""",
        panel,
    )


def test_a_link_that_leads_nowhere(phone: Phone) -> None:
    page = phone(allowed=LOST)
    page.goto("/t/nosuchtable")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    page.get_by_role("link", name="To the start").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_whoever_comes_late_takes_over_from_a_bot(phone: Phone, host: Host) -> None:
    host.asks("StartGame")
    page = phone()
    page.goto(host.path)
    expect(page.get_by_text("A game is going on.")).to_be_visible()
    page.get_by_label("Your name").fill("Boun")
    page.get_by_role("button", name="Take over a bot’s seat").click()
    expect(page.locator(".key").first).to_be_visible()


def test_a_stranger_watches(phone: Phone, host: Host) -> None:
    host.asks("StartGame")
    page = phone()
    page.goto(host.path)
    page.get_by_role("button", name="Just watch").click()
    expect(page.locator(".play")).to_be_visible()
    expect(page.locator(".key")).to_have_count(0)


def test_a_full_table_says_so_and_notices_a_free_seat(phone: Phone, server: Server) -> None:
    host = Host(server, "players=3 decks=1")
    host.settles(spectators=False)
    guests = [phone(), phone()]
    for guest, name in zip(guests, ("Boun", "Ana"), strict=True):
        comes(guest, host, name)
    page = phone()
    page.goto(host.path)
    expect(page.get_by_text("Every seat is taken.")).to_be_visible()
    expect(page.get_by_text("Watching is not wanted here.", exact=False)).to_be_visible()
    host.asks("FreeSeat", seat=2)
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible(timeout=10_000)


def test_whoever_was_sent_away_is_told(phone: Phone, host: Host) -> None:
    page = phone(allowed=LOST)
    comes(page, host)
    host.asks("Remove", person=1)
    gone = page.get_by_role("heading", name="You are not at this table any more")
    expect(gone).to_be_visible()
    page.reload()
    expect(gone).to_be_visible()


def test_a_seat_moves_to_another_device(phone: Phone, host: Host) -> None:
    old, new = phone(), phone()
    comes(old, host)
    host.asks("StartGame")
    expect(old.locator(".key")).to_have_count(17)
    opens(old, "invite")
    old.get_by_role("button", name="Make a link for my other device").click()
    new.goto(old.locator(".move .url").inner_text())
    expect(new.locator(".key")).to_have_count(17)
    assert "#" not in new.url
    expect(old.get_by_role("heading", name="Another tab or device goes on here")).to_be_visible()
    old.get_by_role("button", name="Go on here").click()
    expect(old.get_by_text("This browser has no seat here any more.", exact=False)).to_be_visible()


def test_a_link_for_a_device_works_once(phone: Phone, host: Host) -> None:
    page = phone(allowed=LOST)
    page.goto(f"{host.path}#device=nobodyinvitedthisone00")
    expect(page.get_by_text("That link has been used", exact=False)).to_be_visible()
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()


def test_a_seat_moves_also_to_whom_the_table_knows(phone: Phone, host: Host) -> None:
    old, new = phone(), phone(allowed=LOST)
    comes(old, host)
    comes(new, host, "Cleo")
    new.goto(f"{host.path}#device=nobodyinvitedthisone00")
    expect(new.locator(".notice")).to_contain_text("That link has been used")
    expect(new.locator(".place.mine")).to_contain_text("Cleo")
    assert "#" not in new.url
    opens(old, "invite")
    old.get_by_role("button", name="Make a link for my other device").click()
    new.goto(old.locator(".move .url").inner_text())
    expect(new.locator(".place.mine")).to_contain_text("Boun")
    assert "#" not in new.url


def test_the_way_back_closes_a_panel_first(phone: Phone, host: Host) -> None:
    page = phone()
    page.goto("/")
    page.get_by_role("button", name="Join by code").click()
    page.get_by_label("Table code").fill(f"https://hearts.example{host.path}")
    page.get_by_label("Table code").press("Enter")
    page.get_by_label("Your name").fill("Boun")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="People").click()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".place.mine")).to_contain_text("Boun")
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_whoever_watched_is_asked_again_at_the_next_table(phone: Phone, host: Host) -> None:
    page = phone()
    page.goto(host.path)
    page.get_by_role("button", name="Just watch").click()
    expect(page.locator(".lobby")).to_be_visible()
    page.get_by_role("link", name="To the start").click()
    page.go_back()
    expect(page.get_by_role("button", name="Just watch")).to_be_visible()


def test_the_rules_of_the_table_stand_in_a_panel(phone: Phone, host: Host) -> None:
    page = phone()
    comes(page, host)
    host.asks("StartGame")
    opens(page, "rules")
    expect(page.get_by_role("dialog")).to_contain_text("The total that ends the game")
    expect(page.get_by_role("dialog").locator("select")).to_have_count(0)


@pytest.mark.parametrize("size", WINDOWS)
def test_everything_fits_and_a_finger_hits_it(phone: Phone, host: Host, size: str) -> None:
    page = phone(*SIZES[size])
    page.goto(host.path)
    expect(page.locator(".rulesline")).to_be_visible()
    assert sideways(page) == 0
    assert smaller_than(boxes(page, ".door button, .door a, .door input, .door summary"), 40) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_keeps_nobody_out(phone: Phone, host: Host, scheme: str) -> None:
    page = phone(color_scheme=scheme, allowed=AXE)
    page.goto(host.path)
    expect(page.locator(".rulesline")).to_be_visible()
    assert barriers(page) == []

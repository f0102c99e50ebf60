"""Sounds: off until they are wanted, then one for what happens, and never the only sign of it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page.parties import Party, comes, tap, until, with_settings
from tests.page.phones import Phone
from tests.page.test_fit import seated
from tests.server.serving import Server

LISTENING = """
  window.tones = 0;
  window.shakes = [];
  const Tone = window.OscillatorNode;
  window.OscillatorNode = class extends Tone {
    constructor(...args) { super(...args); window.tones++; }
  };
  navigator.vibrate = pattern => window.shakes.push(pattern) > 0;
"""


def heard(page: Page) -> int:
    found: int = page.evaluate("tones")
    return found


def awaited(party: Party) -> list[int]:
    seats: list[int] = party.update(1)["facts"].get("awaited", [])
    return seats


def listening(page: Page) -> None:
    """The page is at rest, and has fetched what makes sounds."""
    fetched = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop())"
    comes(page, lambda: "sounds.js" in page.evaluate(fetched))
    page.wait_for_timeout(200)


def test_nothing_is_heard_until_it_is_wanted_but_a_phone_shakes(
    phone: Phone, server: Server
) -> None:
    party = seated(6, "late").begins_at(server)
    party.come()
    page = phone(375, 667)
    page.add_init_script(LISTENING)
    with_settings(page, hold=0)
    party.sit(page)
    listening(page)
    legal = party.update(0)["mine"]["legal"][0]
    tap(page, legal, legal)
    comes(page, lambda: awaited(party) != [0])
    while (seats := awaited(party)) != [0]:
        if seats and seats[0] in party.tokens:  # no bot's turn
            party.play_any()
    expect(page.locator(".tray.on")).to_be_visible()
    until(page, [[60]], lambda: page.evaluate("shakes"))
    assert heard(page) == 0


def test_my_turn_is_heard_where_sounds_are_on(phone: Phone, server: Server) -> None:
    party = seated(6, "turn").begins_at(server)
    party.come()
    page = phone(375, 667)
    page.add_init_script(LISTENING)
    party.sit(page)
    listening(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Sounds").click()
    comes(page, lambda: heard(page) >= 2)  # so that one knows how it sounds
    page.keyboard.press("Escape")
    before = heard(page)
    tap(page, "DT", "DT")
    comes(page, lambda: heard(page) > before)  # the trick is void
    page.reload()
    listening(page)
    assert page.evaluate("JSON.parse(localStorage['cancellation-hearts']).sounds") is True

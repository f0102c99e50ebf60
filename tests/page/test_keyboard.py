"""Who has no mouse, and who sees nothing, each play a whole hand; and nothing keeps anybody out."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.parties import Evening, Party, comes, until, with_settings
from tests.page.phones import Phone, barriers
from tests.page.test_fit import seated
from tests.page.test_result import after_a_hand
from tests.server.serving import Server

SEATS: Final = 11
NAMES: Final = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kim")
OTHERS: Final = tuple(range(1, SEATS))
SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS: Final = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
AXE: Final = "Content Security Policy"
"""What axe does to look beneath something, and the page forbids."""
RECORDING: Final = """
  window.said = [];
  new MutationObserver(records => {
    for (const { target, addedNodes } of records)
      if (target.id === "told")
        for (const node of addedNodes)
          window.said.push([performance.now(), node.textContent]);
  }).observe(document, { childList: true, subtree: true });
"""


def named(card: str) -> str:
    return f"{RANKS.get(card[1], card[1])} of {SUITS[card[0]]}"


def sits(phone: Phone, party: Party) -> Page:
    """Ana is at the table, with a page that listens to keys by now."""
    page = phone(1280, 800, reduced_motion="reduce")
    page.add_init_script(RECORDING)
    with_settings(page, hold=300)
    party.sit(page)
    expect(page.get_by_role("toolbar", name="Your cards")).to_be_visible()
    at_rest(page)
    return page


def at_rest(page: Page) -> None:
    comes(page, lambda: page.locator(".hand .key[tabindex='0']").count() == 1)


def passing(server: Server) -> Party:
    evening = Evening(f"players={SEATS}", rest=0)
    evening.deal()
    party = evening.begins_at(server)
    party.come()
    return party


def stop(page: Page) -> str:
    """What has the focus, as it is read aloud."""
    found: str = page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    )
    return found


def is_on_a_card(page: Page) -> bool:
    found: bool = page.evaluate("!!document.activeElement.closest('[role=toolbar]')")
    return found


def facts(party: Party) -> dict[str, Any]:
    found: dict[str, Any] = party.update(1)["facts"]
    return found


def others_play(party: Party) -> bool:
    """Until it is Ana's turn; whether the hand goes on."""
    while (now := facts(party))["phase"] == "playing":
        if now["awaited"] == [0]:
            return True
        party.play_any()
    return False


def test_a_hand_is_played_with_nothing_but_keys(phone: Phone, server: Server) -> None:
    party = passing(server)
    page = sits(phone, party)
    page.keyboard.press("Escape")
    assert is_on_a_card(page)
    first = stop(page)
    page.keyboard.press("End")
    assert stop(page) != first
    page.keyboard.press("Home")
    assert stop(page) == first
    for _ in range(3):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    comes(page, lambda: party.update(0)["mine"].get("choice"))
    party.pass_lowest(*OTHERS)
    comes(page, lambda: facts(party)["phase"] == "playing")
    while others_play(party):
        ply = facts(party).get("ply", 0)
        expect(page.locator(".hand[data-act=play]")).to_be_visible()
        assert is_on_a_card(page)  # whatever has fallen meanwhile
        for _ in range(10):
            if "may be played" in stop(page):
                break
            page.keyboard.press("ArrowRight")
        assert "may be played" in stop(page)
        page.keyboard.press("Enter")
        assert "chosen" in stop(page)
        page.keyboard.press("Enter")
        comes(page, lambda ply=ply: facts(party).get("ply", 0) != ply)  # type: ignore[misc]
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()


def test_letters_ask_and_a_panel_has_them_as_buttons(phone: Phone, server: Server) -> None:
    party = seated(6, "turn").begins_at(server)
    party.come()
    page = sits(phone, party)
    told = page.locator("#told")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(told).to_contain_text("Bo: 5 of diamonds, cancelled. Ben: 9 of diamonds, cancelled")
    page.keyboard.press("w")
    expect(told).to_contain_text("Your turn: follow diamonds")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".hand .key.lifted")).to_have_count(0)
    before = stop(page)
    page.keyboard.press("?")
    panel = page.get_by_role("dialog", name="Keys and answers")
    for name, answer in (
        ("My cards", "queen of spades"),
        ("The scores", "You: 0"),
        ("The last trick", "No trick is over yet"),
        ("What lies on the table", "Bo: 5 of diamonds"),
    ):
        panel.get_by_role("button", name=name).press("Enter")
        expect(told).to_contain_text(answer)
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    until(page, before, lambda: stop(page))


def test_a_finished_trick_is_cleared_by_a_key(phone: Phone, server: Server) -> None:
    party = seated(6, "last").begins_at(server)
    party.come()
    page = phone(1280, 800, reduced_motion="reduce")
    with_settings(page, hold=0)
    party.sit(page)
    at_rest(page)
    page.keyboard.press("Escape")
    for _ in range(20):
        if "may be played" in stop(page):
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("took it")
    assert is_on_a_card(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="take it")).to_have_count(0)
    expect(page.get_by_role("heading", name="takes it")).to_have_count(0)


def test_letters_in_a_field_are_letters(phone: Phone, server: Server) -> None:
    evening = Evening("players=6 pass_cycle=none", chat=True)
    evening.deal()
    party = evening.begins_at(server)
    party.come()
    page = sits(phone, party)
    page.get_by_role("button", name="Say something").press("Enter")
    field = page.get_by_role("textbox")
    field.press_sequentially("what? t")
    expect(field).to_have_value("what? t")
    expect(page.get_by_role("dialog")).to_have_count(1)


def test_the_focus_stays_where_it_is_when_my_turn_comes(phone: Phone, server: Server) -> None:
    evening = Evening("players=6 pass_cycle=none")
    evening.deal(leader=5)
    party = evening.begins_at(server)
    party.come()
    page = sits(phone, party)
    menu = page.get_by_role("button", name="Menu")
    menu.focus()
    party.play_any()
    expect(page.locator(".hand[data-act=play]")).to_be_visible()
    expect(menu).to_be_focused()


def test_a_hand_is_played_by_what_a_screen_reader_finds(phone: Phone, server: Server) -> None:
    party = passing(server)
    page = sits(phone, party)
    hand = page.get_by_role("toolbar", name="Your cards")
    until_said(page, "Choose 3 cards for Bo.")
    for card in hand.get_by_role("button").all()[:3]:
        press(card)
    press(page.get_by_role("button", name="Pass these 3 cards"))
    comes(page, lambda: party.update(0)["mine"].get("choice"))
    party.pass_lowest(*OTHERS)
    until_said(page, "Kim gave you")

    while others_play(party):
        ply = facts(party).get("ply", 0)
        card = hand.get_by_role("button", name="may be played", exact=False).first
        press(card)
        press(page.get_by_role("button", name=re.compile("^Play ")))
        comes(page, lambda ply=ply: facts(party).get("ply", 0) != ply)  # type: ignore[misc]
    expect(page.get_by_role("button", name="Next hand")).to_be_visible()
    until_said(page, "Your total:")
    tricks = party.update(0)["public"]["match"]["deal"]["tricks"]
    assert len(tricks) == 9
    heard = " ".join(text for _, text in said(page))
    at = 0
    for trick in tricks:
        for place, card in enumerate(trick["cards"]):
            seat = (trick["leader"] + place) % SEATS
            if seat == 0:
                continue
            sentence = re.compile(rf"{NAMES[seat]} (led|plays|cancels) {named(card)}")
            found = sentence.search(heard, at)
            assert found, (sentence.pattern, heard[at : at + 300])
            at = found.end()
        end = re.compile(r"(\w+ took it|Nobody took it)[:.]").search(heard, at)
        assert end, heard[at : at + 300]
        at = end.end()
    times = [time for time, _ in said(page)]
    assert min(later - time for time, later in pairwise(times)) > 600


def press(element: Locator) -> None:
    """As a screen reader does: no place on the screen, no pointer."""
    element.evaluate("element => element.click()")


def said(page: Page) -> list[tuple[float, str]]:
    found: list[tuple[float, str]] = page.evaluate("said")
    return found


def until_said(page: Page, words: str) -> None:
    comes(page, lambda: words in " ".join(text for _, text in said(page)))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("moment", ["passing", "got", "turn", "pairs"])
def test_a_table_keeps_nobody_out(phone: Phone, server: Server, moment: str, scheme: str) -> None:
    party = seated(6, moment).begins_at(server)
    party.come()
    page = phone(color_scheme=scheme, reduced_motion="reduce", allowed=AXE)
    with_settings(page, theme=scheme)
    party.sit(page)
    at_rest(page)
    assert barriers(page) == []
    if moment != "turn":
        return
    for path in (["Score"], ["Menu"], ["Menu", "Settings"], ["Menu", "How to play"]):
        for name in path:
            page.get_by_role("button", name=name, exact=True).first.press("Enter")
            expect(page.get_by_role("dialog")).to_be_visible()
        page.wait_for_timeout(300)
        assert barriers(page) == [], path
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Shift+?")
    expect(page.get_by_role("dialog", name="Keys and answers")).to_be_visible()
    assert barriers(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_result_keeps_nobody_out(phone: Phone, server: Server, scheme: str) -> None:
    party = after_a_hand(server, "players=6 pass_cycle=none limit=1")
    page = phone(color_scheme=scheme, reduced_motion="reduce", allowed=AXE)
    party.sit(page, screen="main.result")
    comes(page, lambda: page.locator("#told").count() == 1)
    assert barriers(page) == []

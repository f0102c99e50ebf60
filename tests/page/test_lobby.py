"""The room before a game: people come, see each other, agree on the rules and begin."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.phones import (
    SCHEMES,
    SIZES,
    WINDOWS,
    Phone,
    barriers,
    boxes,
    clipped,
    sideways,
    smaller_than,
)

AXE = "Applying inline style violates"


def made(page: Page, name: str = "Rūta", players: int = 8) -> str:
    """The code of a table that somebody made with their phone."""
    page.goto("/")
    page.get_by_role("button", name="Make a table").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name=str(players), exact=True).check()
    page.get_by_role("button", name="Open the table").click()
    code = page.locator(".invite .code")
    expect(code).to_be_visible()
    return code.inner_text()


def comes(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".place.mine")).to_contain_text(name)


def test_three_phones_meet_agree_and_begin(phone: Phone) -> None:
    host, by_link, by_code = phone(375, 667), phone(320, 568), phone(667, 375)
    code = made(host)
    by_link.goto(host.url)
    comes(by_link, "Boun")
    by_code.goto("/")
    by_code.get_by_role("button", name="Join by code").click()
    by_code.get_by_label("Table code").fill(f" {code.lower()} ")
    by_code.get_by_label("Table code").press("Enter")
    comes(by_code, "Ana")
    for page in (host, by_link, by_code):
        expect(page.locator(".place b")).to_have_text(
            ["Rūta", "Boun", "Ana", *["Free seat"] * 5], use_inner_text=True
        )

    host.get_by_role("radio", name="Classic").check()
    host.get_by_role("radio", name="7", exact=True).check()
    host.get_by_label("What shooting the moon is worth").select_option("52")
    host.get_by_role("spinbutton").fill("100")
    host.get_by_role("spinbutton").press("Enter")
    host.get_by_label("own words").check(force=True)
    rules = by_link.locator(".house")
    expect(rules).to_contain_text("Big moon · 7 players")
    expect(rules.locator(".option", has_text="The total that ends")).to_contain_text("100")
    expect(rules.locator(".option", has_text="own words")).to_contain_text("yes")
    expect(by_link.locator(".place")).to_have_count(7)

    ready = by_link.get_by_role("button", name="I am ready")
    expect(ready).to_have_attribute("aria-pressed", "false")
    ready.click()
    expect(ready).to_have_attribute("aria-pressed", "true")
    expect(ready.locator("svg")).to_be_visible()
    expect(host.locator(".place").nth(1)).to_contain_text("ready")
    expect(by_link.locator(".foot")).to_contain_text("Waiting for Rūta to deal")
    host.get_by_role("button", name="Fill with bots and deal").click()
    for page in (host, by_link, by_code):
        expect(page.locator(".key")).to_have_count(14)


def test_the_host_seats_bots_and_changes_places(phone: Phone) -> None:
    host, other = phone(375, 667), phone(375, 667)
    made(host, players=6)
    other.goto(host.url)
    comes(other, "Boun")
    host.locator(".place").nth(2).click()
    host.get_by_role("button", name="A bot: casual").click()
    expect(other.locator(".place").nth(2)).to_contain_text("casual")
    host.locator(".place").nth(1).click()
    host.get_by_role("dialog").get_by_role("button", name="5", exact=True).click()
    expect(other.locator(".place").nth(4)).to_contain_text("Boun")
    other.locator(".place").nth(5).click()
    expect(host.locator(".place").nth(5)).to_contain_text("Boun")
    host.locator(".place").nth(0).click()
    host.get_by_role("button", name="Change my name").click()
    host.get_by_label("New name").fill("Gus")
    host.get_by_role("button", name="Rename", exact=True).click()
    expect(other.get_by_role("heading", name="Gus’s table")).to_be_visible()


def test_what_is_refused_goes_back_to_what_it_was(phone: Phone) -> None:
    host = phone(375, 667)
    made(host)
    limit = host.get_by_role("spinbutton")
    limit.fill("0")
    limit.press("Enter")
    expect(limit).to_have_value("150")


def test_the_link_can_be_copied_also_without_a_clipboard(phone: Phone) -> None:
    page = phone(375, 667)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    made(page)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".said")).to_contain_text("The link is")
    assert page.evaluate("String(getSelection())").strip() == page.url


@pytest.mark.parametrize("size", WINDOWS)
def test_everything_fits_and_a_finger_hits_it(phone: Phone, size: str) -> None:
    page = phone(*SIZES[size])
    made(page, "Ana Maria Constanza", 11)
    page.locator("summary").click()
    assert sideways(page) == 0
    assert (
        smaller_than(boxes(page, ".lobby button, .lobby a, .lobby select, .lobby input"), 24) == []
    )
    assert smaller_than(boxes(page, ".lobby .btn"), 40) == []
    assert smaller_than(boxes(page, ".choices span"), 35) == []
    page.locator(".place").nth(3).click()
    expect(page.get_by_role("dialog").get_by_role("button", name="A bot: steady")).to_be_attached()
    assert clipped(boxes(page, ".menu .row-do")[:1]) == []


@pytest.mark.parametrize("size", [(320, 568), (375, 667), (667, 375), (1280, 800)])
def test_the_code_has_room_whatever_its_letters(phone: Phone, size: tuple[int, int]) -> None:
    page = phone(*size)
    made(page)
    for code in ("BNK WWW", "WWW WWW"):
        page.locator(".invite .code").evaluate("(box, code) => { box.textContent = code }", code)
        assert clipped(boxes(page, ".invite .code")) == []
        width = page.locator(".invite .code").evaluate("box => box.scrollWidth - box.clientWidth")
        assert width == 0


def test_each_rule_set_is_explained_to_whoever_chooses(phone: Phone) -> None:
    host = phone(375, 667)
    made(host)
    sets = host.locator(".choices[name=preset] label")
    expect(sets).to_have_count(8)
    expect(sets.locator("small")).to_have_count(8)
    guts = host.get_by_role("radio", name="Guts", exact=True)
    expect(guts).to_have_accessible_description(re.compile("hearts may be led from the second"))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_keeps_nobody_out(phone: Phone, scheme: str) -> None:
    page = phone(color_scheme=scheme, allowed=AXE)
    made(page)
    expect(page.locator(".options").first).to_be_visible()
    page.locator("summary").click()
    assert barriers(page) == []
    page.locator(".place").nth(3).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert barriers(page) == []
